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

/* Takes a statement without rows to its end. */
arb_store_err arb_sqlite_finish(arb_sqlite_call *call);

/* ---- the operations ---- */

/* sqlite_open.c */
arb_store_err arb_sqlite_open(void **out, const char *path, const arb_store_options *options);
void arb_sqlite_close(void *self);

/* sqlite_schema.c: brings the tables up to date, in a transaction of the caller's. */
arb_store_err arb_sqlite_migrate(sqlite3 *db, int version);
int arb_sqlite_version(void); /* the one that this program writes */

/* sqlite_journal.c */
arb_store_err arb_sqlite_numbers_read(arb_sqlite *db);
arb_store_err arb_sqlite_check(void *self);
arb_store_err arb_sqlite_begin(void *self);
arb_store_err arb_sqlite_commit(void *self);
void arb_sqlite_rollback(void *self);
arb_store_err arb_sqlite_append(arb_store_receipt *out, void *self, const arb_store_event *event);
uint64_t arb_sqlite_last(const void *self);
arb_store_err arb_sqlite_events(void *self, uint64_t game, uint64_t after, size_t limit,
                                arb_store_event_fn *fn, void *user);
arb_store_err arb_sqlite_game_new(uint64_t *out, void *self, arb_store_bytes header,
                                  int64_t created_ms);
arb_store_err arb_sqlite_game_close(void *self, uint64_t game, bool closed);
arb_store_err arb_sqlite_games(void *self, const arb_store_choice *choice, arb_store_game_fn *fn,
                               void *user);

/* sqlite_hall.c */
arb_store_err arb_sqlite_token_add(void *self, const arb_store_token *token);
arb_store_err arb_sqlite_token_remove(void *self, arb_store_bytes hash);
arb_store_err arb_sqlite_token_find(void *self, arb_store_bytes hash, arb_store_token_fn *fn,
                                    void *user);
arb_store_err arb_sqlite_tokens(void *self, uint64_t game, arb_store_token_fn *fn, void *user);
arb_store_err arb_sqlite_person_new(uint64_t *out, void *self, const arb_store_person *person);
arb_store_err arb_sqlite_person_set(void *self, const arb_store_person *person);
arb_store_err arb_sqlite_person_erase(void *self, uint64_t person);
arb_store_err arb_sqlite_people(void *self, uint64_t after, uint64_t last, size_t limit,
                                arb_store_person_fn *fn, void *user);
arb_store_err arb_sqlite_seat_set(void *self, const arb_store_seat *seat);
arb_store_err arb_sqlite_seats(void *self, uint64_t game, arb_store_seat_fn *fn, void *user);
arb_store_err arb_sqlite_setting_set(void *self, arb_store_bytes name, arb_store_bytes value);
arb_store_err arb_sqlite_setting_get(arb_buf *out, void *self, arb_store_bytes name);
arb_store_err arb_sqlite_beat(void *self, const arb_store_heartbeat *beat);
arb_store_err arb_sqlite_heartbeat_get(arb_store_heartbeat *out, void *self);

#endif
