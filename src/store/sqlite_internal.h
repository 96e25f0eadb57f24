/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STORE_SQLITE_INTERNAL_H
#define ARBITRO_STORE_SQLITE_INTERNAL_H
/*
 * The inside of the store on SQLite: the connection, and how one of its prepared statements is
 * called. One connection, one file and its write-ahead log; nobody else has them open.
 */
#include <sqlite3.h>

#include "store/backend.h"

typedef enum arb_sqlite_statement {
#define STATEMENT(id, sql) ARB_SQLITE_##id,
#include "store/sqlite_statements.def"
#undef STATEMENT
    ARB_SQLITE_STATEMENT_COUNT
} arb_sqlite_statement;

/* The numbers that were given last. */
typedef struct arb_sqlite_numbers {
    int64_t sequence, game;
} arb_sqlite_numbers;

typedef struct arb_sqlite {
    const arb_mem *mem;
    sqlite3 *db;
    sqlite3_stmt *statement[ARB_SQLITE_STATEMENT_COUNT]; /* prepared when first used */
    arb_sqlite_numbers given, durable;                   /* in the batch; committed */
    uint32_t *counts;   /* how many events game i has, plus 1; 0 when it was not asked for yet */
    size_t counts_room; /* elements */
    bool scrub;         /* something was erased that the log may still hold */
} arb_sqlite;

/* What a result of SQLite means. */
arb_store_err arb_sqlite_err(sqlite3 *db, int result);

/* ---- calling a statement (sqlite_call.c) ---- */

typedef struct arb_sqlite_call {
    arb_sqlite *db;
    sqlite3_stmt *statement;
    int bound;  /* how many values */
    bool found; /* there was a row */
    int result; /* SQLITE_OK, SQLITE_ROW, SQLITE_DONE, or what went wrong */
} arb_sqlite_call;

/* Values are bound in the order of their calls and must live until arb_sqlite_end(). */
arb_sqlite_call arb_sqlite_start(arb_sqlite *db, arb_sqlite_statement statement);
void arb_sqlite_int(arb_sqlite_call *call, int64_t value);
void arb_sqlite_count(arb_sqlite_call *call, uint64_t value); /* one too large is the largest */
void arb_sqlite_text(arb_sqlite_call *call, arb_store_bytes value);
void arb_sqlite_blob(arb_sqlite_call *call, arb_store_bytes value);
void arb_sqlite_null(arb_sqlite_call *call);

/* Goes on to the next row; false when there is none, or something went wrong. */
bool arb_sqlite_row(arb_sqlite_call *call);

/* Values of the row, from column 0. Bytes hold until the next row. */
int64_t arb_sqlite_get_int(const arb_sqlite_call *call, int column);
arb_store_bytes arb_sqlite_get_bytes(arb_sqlite_call *call, int column);

/* Ends the call; tells what went wrong, if anything did. */
arb_store_err arb_sqlite_end(arb_sqlite_call *call);

/* The same; ARB_STORE_UNKNOWN when there was no row. */
arb_store_err arb_sqlite_end_found(arb_sqlite_call *call);

/* Takes a statement without rows to its end. */
arb_store_err arb_sqlite_finish(arb_sqlite_call *call);

/* ---- the operations ---- */

#define OPERATION(result, name, ...) result arb_sqlite_##name(__VA_ARGS__);
#include "store/backend.def"
#undef OPERATION

/* sqlite_schema.c: brings the tables up to date, in a transaction of the caller's. */
arb_store_err arb_sqlite_migrate(sqlite3 *db, int version);
int arb_sqlite_version(void); /* the one that this program writes */

/* sqlite_journal.c: what was given last, when the file was left. */
arb_store_err arb_sqlite_numbers_read(arb_sqlite *db);

#endif
