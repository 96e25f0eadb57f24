/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STORE_SQL_H
#define ARBITRO_STORE_SQL_H
/*
 * What the databases that speak SQL have in common: statements with bound values, rows with typed
 * columns, and everything of the store that can be said with these. A driver knows how one of them
 * is called; how it is opened, and what a transaction is, it keeps to itself.
 */
#include "store/backend.h"
#include "store/chain.h"

/* OWN: each database has a text of its own for it. */
typedef enum arb_sql_statement {
#define STATEMENT(id, text) ARB_SQL_##id,
#define OWN(id)             ARB_SQL_##id,
#include "store/sql_statements.def"
#undef OWN
#undef STATEMENT
    ARB_SQL_STATEMENT_COUNT
} arb_sql_statement;

/* The numbers that were given last. */
typedef struct arb_sql_numbers {
    int64_t sequence, game;
    arb_store_hash chain; /* of the event with that sequence number */
} arb_sql_numbers;

/* Hashes of the client ids of a game, where asking the database each time would take too long. */
typedef struct arb_sql_clients {
    uint64_t *place; /* 0: free */
    size_t room, count;
    bool known; /* all that were there when the head was read are among them */
} arb_sql_clients;

/* The head of a game: what an event that is added to it goes on from. */
typedef struct arb_sql_head {
    uint64_t game;        /* 0: the place is free */
    uint64_t epoch, hall; /* of its lease; hall 0: nobody has it */
    uint32_t events;      /* how many it has */
    uint32_t told;        /* and had when the head was last written */
    bool stale;           /* others may have written: to be read again */
    bool compared;        /* with its lease, by this batch or one since others have written last */
    bool doubted;         /* others have written since it was read: is it still ours? */
    bool changed, summary_changed;
    bool closed; /* nothing more is expected to happen in the game */
    arb_store_hash chain;
    char *summary; /* of this batch, until it is written */
    size_t summary_size;
    arb_sql_clients clients;
} arb_sql_head;

typedef struct arb_sql_heads {
    arb_sql_head *place;
    size_t room, count; /* places: a power of two; taken */
    uint64_t *changed;  /* the games whose heads are to be written; as much room */
    size_t changed_count;
} arb_sql_heads;

typedef struct arb_sql arb_sql;
typedef struct arb_sql_call arb_sql_call;

typedef enum arb_sql_type {
    ARB_SQL_NULL,
    ARB_SQL_INT,
    ARB_SQL_TEXT,
    ARB_SQL_BLOB,
    ARB_SQL_OTHER /* none that the store writes */
} arb_sql_type;

typedef struct arb_sql_value {
    arb_sql_type type;
    int64_t number;
    arb_store_bytes bytes;
} arb_sql_value;

typedef struct arb_sql_driver {
    void (*start)(arb_sql_call *call);
    void (*bind)(arb_sql_call *call, const arb_sql_value *value);
    bool (*row)(arb_sql_call *call);
    arb_sql_value (*column)(const arb_sql_call *call, int column);
    void (*end)(arb_sql_call *call); /* leaves `err` and `changes` */

    /* Writes the row of an event, at the latest with the batch. `written` is false when its client
     * id may be there already; not when that was looked up, and it is `sure` not to be. */
    arb_store_err (*insert)(bool *written, arb_sql *db, arb_sql_head *head,
                            const arb_store_event *row, const arb_store_hash *chain, bool sure);
    /* Writes what waits to be written with the batch, so that it can be asked for. */
    arb_store_err (*flush)(arb_sql *db);
} arb_sql_driver;

/* A connection; the first member of each database's own. */
struct arb_sql {
    const arb_sql_driver *driver;
    const arb_mem *mem;
    arb_sql_numbers given, durable; /* in the batch; committed */
    arb_sql_heads heads;
    uint64_t shared_version; /* of what all halls share, as of the last batch */
    uint64_t hall;           /* its number among several, when it is one; 0: it is not */
    bool scrub;              /* something was erased that may still be found in files */
    bool copying;            /* events come as they were written elsewhere */
    bool live_reader;        /* reads, and sees what others write meanwhile */
};

/* ---- calling a statement (sql_call.c) ---- */

struct arb_sql_call {
    arb_sql *db;
    arb_sql_statement statement;
    void *handle;     /* the driver's */
    int bound;        /* how many values */
    bool found;       /* there was a row */
    bool damaged;     /* a value was none that the store writes */
    int result;       /* the driver's */
    uint64_t changes; /* rows written; once it is ended */
    arb_store_err err;
};

/* Values are bound in the order of their calls and must live until arb_sql_end(). */
arb_sql_call arb_sql_start(arb_sql *db, arb_sql_statement statement);
void arb_sql_int(arb_sql_call *call, int64_t value);
void arb_sql_count(arb_sql_call *call, uint64_t value); /* one too large is the largest */
void arb_sql_text(arb_sql_call *call, arb_store_bytes value);
void arb_sql_blob(arb_sql_call *call, arb_store_bytes value);
void arb_sql_null(arb_sql_call *call);

/* Goes on to the next row; false when there is none, or something went wrong. */
bool arb_sql_row(arb_sql_call *call);

/*
 * Values of the row, from column 0. Bytes hold until the next row. A value of another type, beyond
 * its limits or too long leaves `damaged` behind: the row is not to be handed on.
 */
int64_t arb_sql_get_int(arb_sql_call *call, int column);
int64_t arb_sql_get_within(arb_sql_call *call, int column, int64_t least, int64_t most);
uint64_t arb_sql_get_id(arb_sql_call *call, int column); /* from 1 */
arb_store_bytes arb_sql_get_bytes(arb_sql_call *call, int column, size_t max);
arb_store_bytes arb_sql_get_maybe(arb_sql_call *call, int column, size_t max); /* or NULL */
arb_store_bytes arb_sql_get_line(arb_sql_call *call, int column, size_t max);
arb_store_bytes arb_sql_get_lines(arb_sql_call *call, int column, size_t max);

/* Ends the call; tells what went wrong, if anything did. A damaged row is ARB_STORE_CORRUPT. */
arb_store_err arb_sql_end(arb_sql_call *call);

/* The same; ARB_STORE_UNKNOWN when there was no row. */
arb_store_err arb_sql_end_found(arb_sql_call *call);

/* Takes a statement to its end; the second: ARB_STORE_UNKNOWN when it has written nothing. */
arb_store_err arb_sql_finish(arb_sql_call *call);
arb_store_err arb_sql_finish_found(arb_sql_call *call);

/* A statement without values and rows. */
arb_store_err arb_sql_run(arb_sql *db, arb_sql_statement statement);

/* ---- the operations that all of them share ---- */

#define OPERATION(result, name, ...)
#define OPERATION_SQL(result, name, ...) result arb_sql_##name(__VA_ARGS__);
#include "store/backend.def"
#undef OPERATION_SQL
#undef OPERATION

/* ---- the heads of games (sql_heads.c) ---- */

/* Finds the head of a game, until the next call. ARB_STORE_UNKNOWN when there is no such game. */
arb_store_err arb_sql_head_find(arb_sql_head **out, arb_sql *db, uint64_t game);

/* The same for what only that may write which has the game, or anybody when nobody has it:
 * ARB_STORE_FENCED when another hall has. */
arb_store_err arb_sql_head_own(arb_sql_head **out, arb_sql *db, uint64_t game);

/* Reads one anew that was kept in mind and that the batch has not changed. */
arb_store_err arb_sql_head_renew(arb_sql *db, arb_sql_head *head);

/* The one that is kept in mind; NULL: none is. */
arb_sql_head *arb_sql_head_kept(arb_sql *db, uint64_t game);

/* It was changed, and is to be written with the batch. */
void arb_sql_head_change(arb_sql *db, arb_sql_head *head);
arb_store_err arb_sql_head_summary(arb_sql *db, arb_sql_head *head, arb_store_bytes summary);

/* Writes that of a new game. */
arb_store_err arb_sql_head_new(arb_sql *db, uint64_t game, const arb_store_hash *chain,
                               arb_store_bytes summary);

/* They are written, as far as they were changed. Forgets all, with what was changed. */
void arb_sql_heads_written(arb_sql *db);
void arb_sql_heads_forget(arb_sql *db);

/* Nothing of the batch was written, nor anything read in it: those that it changed are to be read
 * again. */
void arb_sql_heads_undo(arb_sql *db);

/* Others have written: what nobody has leased to us is to be read again. */
void arb_sql_heads_doubt(arb_sql *db);

/* ---- events (sql_journal.c) ---- */

/* The event in the row that EVENTS and its like have found. */
arb_store_event arb_sql_get_event(arb_sql_call *call);

/* What was given last, when the database was left. */
arb_store_err arb_sql_numbers_read(arb_sql *db);

#endif
