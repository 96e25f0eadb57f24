/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STORE_SQLITE_INTERNAL_H
#define ARBITRO_STORE_SQLITE_INTERNAL_H
/*
 * The inside of the store on SQLite: the connection, and how one of its prepared statements is
 * called. One connection, one file and its write-ahead log; others may read, and nobody else
 * writes.
 */
#include <sqlite3.h>
#include <sys/types.h>

#include "store/backend.h"
#include "store/chain.h"

typedef enum arb_sqlite_statement {
#define STATEMENT(id, sql) ARB_SQLITE_##id,
#include "store/sqlite_statements.def"
#undef STATEMENT
    ARB_SQLITE_STATEMENT_COUNT
} arb_sqlite_statement;

/* The numbers that were given last. */
typedef struct arb_sqlite_numbers {
    int64_t sequence, game;
    arb_store_hash chain; /* of the event with that sequence number */
} arb_sqlite_numbers;

/* A file as the system knows it, whatever its name. */
typedef struct arb_sqlite_file {
    dev_t device;
    ino_t number;
    bool known;
} arb_sqlite_file;

/* The head of a game: what an event that is added to it goes on from. */
typedef struct arb_sqlite_head {
    uint64_t game;   /* 0: the place is free */
    uint32_t events; /* how many it has */
    bool changed, summary_changed;
    arb_store_hash chain;
    char *summary; /* of this batch, until it is written */
    size_t summary_size;
} arb_sqlite_head;

typedef struct arb_sqlite_heads {
    arb_sqlite_head *place;
    size_t room, count; /* places: a power of two; taken */
    uint64_t *changed;  /* the games whose heads are to be written; as much room */
    size_t changed_count;
} arb_sqlite_heads;

typedef struct arb_sqlite {
    const arb_mem *mem;
    sqlite3 *db;
    sqlite3_stmt *statement[ARB_SQLITE_STATEMENT_COUNT]; /* prepared when first used */
    arb_sqlite_numbers given, durable;                   /* in the batch; committed */
    arb_sqlite_heads heads;
    bool scrub;       /* something was erased that the log may still hold */
    bool read_only;   /* one look at it, taken when it was opened */
    int64_t version;  /* changes when somebody else writes */
    int lock;         /* keeps other stores out; -1: none */
    const char *name; /* of the file, by SQLite */
    arb_sqlite_file file, log;
    bool gone; /* they are no longer where they were */
} arb_sqlite;

/* What a result of SQLite means. */
arb_store_err arb_sqlite_err(sqlite3 *db, int result);

/* ---- calling a statement (sqlite_call.c) ---- */

typedef struct arb_sqlite_call {
    arb_sqlite *db;
    sqlite3_stmt *statement;
    int bound;    /* how many values */
    bool found;   /* there was a row */
    bool damaged; /* a value was none that the store writes */
    int result;   /* SQLITE_OK, SQLITE_ROW, SQLITE_DONE, or what went wrong */
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

/*
 * Values of the row, from column 0. Bytes hold until the next row. A value of another type, beyond
 * its limits or too long leaves `damaged` behind: the row is not to be handed on.
 */
int64_t arb_sqlite_get_int(arb_sqlite_call *call, int column);
int64_t arb_sqlite_get_within(arb_sqlite_call *call, int column, int64_t least, int64_t most);
uint64_t arb_sqlite_get_id(arb_sqlite_call *call, int column); /* from 1 */
arb_store_bytes arb_sqlite_get_bytes(arb_sqlite_call *call, int column, size_t max);
arb_store_bytes arb_sqlite_get_maybe(arb_sqlite_call *call, int column, size_t max); /* or NULL */
arb_store_bytes arb_sqlite_get_line(arb_sqlite_call *call, int column, size_t max);
arb_store_bytes arb_sqlite_get_lines(arb_sqlite_call *call, int column, size_t max);

/* Ends the call; tells what went wrong, if anything did. A damaged row is ARB_STORE_CORRUPT. */
arb_store_err arb_sqlite_end(arb_sqlite_call *call);

/* The same; ARB_STORE_UNKNOWN when there was no row. */
arb_store_err arb_sqlite_end_found(arb_sqlite_call *call);

/* Takes a statement without rows to its end. */
arb_store_err arb_sqlite_finish(arb_sqlite_call *call);

/* ---- the operations ---- */

#define OPERATION(result, name, ...) result arb_sqlite_##name(__VA_ARGS__);
#include "store/backend.def"
#undef OPERATION

/* ---- fewer writes (sqlite_joined.c) ---- */

/* The file system to open a database with, once this was called; false: there is no memory. */
#define ARB_SQLITE_FILES "arbitro"
bool arb_sqlite_join_writes(void);

/* ---- the heads of games (sqlite_heads.c) ---- */

/* Finds the head of a game, until the next call. ARB_STORE_UNKNOWN when there is no such game. */
arb_store_err arb_sqlite_head_find(arb_sqlite_head **out, arb_sqlite *db, uint64_t game);

/* It was changed, and is to be written with the batch. */
void arb_sqlite_head_change(arb_sqlite *db, arb_sqlite_head *head);
arb_store_err arb_sqlite_head_summary(arb_sqlite *db, arb_sqlite_head *head,
                                      arb_store_bytes summary);

/* Writes that of a new game. */
arb_store_err arb_sqlite_head_new(arb_sqlite *db, uint64_t game, const arb_store_hash *chain,
                                  arb_store_bytes summary);

/* Writes those that were changed; forgets all, with what was changed. */
arb_store_err arb_sqlite_heads_write(arb_sqlite *db);
void arb_sqlite_heads_forget(arb_sqlite *db);

/* ---- who may write, and where it is (sqlite_guard.c) ---- */

/* Keeps other stores out of the database at `path`, until it is closed. ARB_STORE_LOCKED. */
arb_store_err arb_sqlite_lock(arb_sqlite *db, const char *path);
void arb_sqlite_unlock(arb_sqlite *db);

/* Remembers which files these are; arb_sqlite_look() compares. */
void arb_sqlite_watch(arb_sqlite *db);

/* sqlite_schema.c: brings the tables up to date, in a transaction of the caller's. */
arb_store_err arb_sqlite_migrate(arb_sqlite *db, int version);
int arb_sqlite_version(void); /* the one that this program writes */

/* sqlite_chains.c: makes the chains and heads of a database that had none. */
arb_store_err arb_sqlite_chains_make(arb_sqlite *db);

/* sqlite_journal.c: what was given last, when the file was left. */
arb_store_err arb_sqlite_numbers_read(arb_sqlite *db);

/* The event in the row that EVENTS and its like have found. */
arb_store_event arb_sqlite_get_event(arb_sqlite_call *call);

#endif
