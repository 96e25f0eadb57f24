/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STORE_PG_INTERNAL_H
#define ARBITRO_STORE_PG_INTERNAL_H
/*
 * The inside of the store on PostgreSQL. One connection, which may be lost and made anew.
 *
 * Who writes has the turn: the only row of the table `turn` is locked from the beginning of a batch
 * to its end. So events are numbered in the order in which they become durable, also when several
 * write, and whoever has seen number N has missed nothing before it. The row says which store may
 * write at all, and how far all have come.
 *
 * Events wait in memory, as columns, until the batch is committed; then they go in one go with the
 * heads and the commit, few of them row by row, many as arrays. Whoever had the turn last need not
 * take it before: that goes with them, too, and fails when somebody else has had it.
 */
#include <libpq-fe.h>
#include <stdatomic.h>

#include "store/sql.h"

enum { ARB_PG_VALUES = 16 };

/* One column of many rows, as PostgreSQL reads an array. */
typedef struct arb_pg_column {
    arb_buf bytes;
    unsigned oid;       /* of its elements */
    bool nulls, values; /* among them */
} arb_pg_column;

enum { ARB_PG_EVENT_COLUMNS = 14, ARB_PG_HEAD_COLUMNS = 4 };

typedef struct arb_pg {
    arb_sql sql;  /* first */
    PGconn *conn; /* NULL: none at present */
    char *address;
    size_t address_size;
    bool prepared[ARB_SQL_STATEMENT_COUNT]; /* by this connection */

    /* the values of the call that is under way */
    const char *value[ARB_PG_VALUES];
    int length[ARB_PG_VALUES], format[ARB_PG_VALUES];
    Oid type[ARB_PG_VALUES];
    unsigned char number[ARB_PG_VALUES][8];

    /* who writes */
    bool read_only, shared;
    bool made;      /* the schema, when it was opened */
    int64_t writer; /* the number of those who may write now */
    int64_t id;     /* this store among them */
    int64_t batch;  /* of all that were committed, as far as is known here */
    bool in_transaction;
    bool unsent;          /* the transaction was begun ahead, and the server knows nothing of it */
    unsigned calm;        /* batches in a row before which nobody else had written */
    bool alone;           /* there was no other hall when the turn was taken */
    arb_store_err broken; /* why the transaction cannot be committed */
    int64_t settled;      /* the last batch of this store, when the connection was made anew */
    int64_t before;       /* the store that wrote last; 0: this one */
    int64_t before_batch; /* and the last batch of that one */

    /* what waits for the commit */
    arb_pg_column event[ARB_PG_EVENT_COLUMNS], head[ARB_PG_HEAD_COLUMNS];
    uint32_t events;       /* rows that wait, */
    uint32_t uncompared;   /* and those of games whose lease is to be compared with theirs */
    arb_buf notice;        /* which games got events */
    arb_buf links;         /* and which have other links now */
    unsigned char key[16]; /* of the hashes of client ids */

    /* how large it may become */
    uint64_t max_bytes, size, written;

    /* when it is away */
    atomic_bool stop;
    atomic_uint doubts;         /* grows whenever the server is doubted; */
    unsigned heeded;            /* what it was when the connection was made */
    int64_t retry_ms, pause_ms; /* not before; how long is waited after that */
    char code[6];               /* what the server said of the last batch that failed */

    /* what halls tell each other */
    int64_t channel;          /* a word of this database: where it is told */
    bool listens;             /* this connection does */
    int64_t unheard, look_ms; /* batches that were not told of, when that was last looked at */
    int64_t mute_ms;          /* until then nothing is told: the server has no room for it */
    char notice_text[8000];
} arb_pg;

#define OPERATION(result, name, ...) result arb_pg_##name(__VA_ARGS__);
#define OPERATION_SQL(result, name, ...)
#include "store/backend.def"
#undef OPERATION_SQL
#undef OPERATION

extern const arb_sql_driver arb_pg_driver;

/* ---- the connection (pg_connect.c) ---- */

/* Makes it, for as long as the address says. ARB_STORE_AWAY, ARB_STORE_DENIED and their like. */
arb_store_err arb_pg_connect(arb_pg *db);
void arb_pg_disconnect(arb_pg *db);

/* Ends a connection whose server is doubted, outside of a transaction. */
void arb_pg_heed(arb_pg *db);

/* The same once more, but not too often, unless there is news of the server. */
arb_store_err arb_pg_reconnect(arb_pg *db);

/* The next result of what was sent; NULL when there is none, or when the connection is lost. */
PGresult *arb_pg_result(arb_pg *db);

/* Sends what waits to be sent. False: the connection is lost. */
bool arb_pg_send(arb_pg *db);

/* What a result means. It is freed by arb_pg_done(), which tells the same. */
arb_store_err arb_pg_err(const arb_pg *db, const PGresult *result);
arb_store_err arb_pg_done(const arb_pg *db, PGresult *result);

/* Statements that are written here and have no values, one after the other. */
arb_store_err arb_pg_exec(arb_pg *db, const char *text);

/* The same, and the number in the first column of the first row; `found`: there was one. */
arb_store_err arb_pg_ask(int64_t *out, bool *found, arb_pg *db, const char *text);

/* ---- calling (pg_call.c) ---- */

/* Makes the statement known to the server; 0 values: it says itself of which types they are. */
arb_store_err arb_pg_prepare(arb_pg *db, arb_sql_statement statement, int values);

/*
 * Several calls in one go: each is queued, once it is prepared; then all are sent, and answered in
 * that order. The first error is told, the result of the last is left for the caller to free.
 * Without an answer there is no connection any more.
 */
arb_store_err arb_pg_queue(arb_sql_call *call);
arb_store_err arb_pg_gather(arb_pg *db, unsigned count, PGresult **last);

/* ---- columns (pg_columns.c) ---- */

void arb_pg_column_init(arb_pg_column *column, const arb_mem *mem, unsigned oid);
void arb_pg_column_begin(arb_pg_column *column);
arb_err arb_pg_column_int(arb_pg_column *column, int64_t value);
arb_err arb_pg_column_bytes(arb_pg_column *column, arb_store_bytes value);
arb_err arb_pg_column_null(arb_pg_column *column);

/* Binds it as an array of so many elements. */
void arb_pg_bind_column(arb_sql_call *call, arb_pg_column *column, uint32_t count);

/* Binds one element; `place` begins with 0 and goes on to the next. */
void arb_pg_bind_element(arb_sql_call *call, const arb_pg_column *column, size_t *place);

/* The types of PostgreSQL that are used. */
enum {
    ARB_PG_BYTEA = 17,
    ARB_PG_INT8 = 20,
    ARB_PG_INT2 = 21,
    ARB_PG_INT4 = 23,
    ARB_PG_TEXT = 25,
    ARB_PG_VARCHAR = 1043,
    ARB_PG_BYTEAS = 1001,
    ARB_PG_TEXTS = 1009,
    ARB_PG_INT8S = 1016
};

/* ---- the rest ---- */

/* pg_listen.c: queues what is told of the batch to those who listen; `count` grows when something
 * is. Whether it failed for want of room for that: then it is left out for a while. */
arb_store_err arb_pg_notice_queue(unsigned *count, arb_pg *db);
bool arb_pg_notice_failed(arb_pg *db);

/* pg_schema.c: brings the tables up to date, in a transaction of the caller's. */
arb_store_err arb_pg_migrate(arb_pg *db, int version);
int arb_pg_version(void);

/* pg_upgrade.c: nobody who has the tables open in this older version writes any more; in a
 * transaction of the caller's. */
arb_store_err arb_pg_retire_older(arb_pg *db, int version);

/* ARB_STORE_NEWER when a later program has changed the tables. */
arb_store_err arb_pg_look_at_version(arb_pg *db);

/* Why this store may write no more: the same, or else ARB_STORE_LOCKED. */
arb_store_err arb_pg_why_ousted(arb_pg *db);

/* ---- what waits for the commit (pg_rows.c) ---- */

void arb_pg_rows_init(arb_pg *db);
void arb_pg_rows_forget(arb_pg *db);
void arb_pg_rows_free(arb_pg *db);

/* Queues the statements that write it; `count` grows by as many. */
arb_store_err arb_pg_rows_queue(unsigned *count, arb_pg *db);
arb_store_err arb_pg_heads_queue(unsigned *count, arb_pg *db);

/* The driver's part of it. */
arb_store_err arb_pg_insert(bool *written, arb_sql *db, arb_sql_head *head,
                            const arb_store_event *row, const arb_store_hash *chain, bool sure);
arb_store_err arb_pg_flush(arb_sql *db);

/* pg_batch.c: what was begun ahead is begun in earnest, before anything is asked of the server.
 * ARB_STORE_TURN. */
arb_store_err arb_pg_arrive(arb_pg *db);

/* pg_open.c: takes the right to write, or shares it; with a connection that was made anew. */
arb_store_err arb_pg_claim(arb_pg *db, bool again);

#endif
