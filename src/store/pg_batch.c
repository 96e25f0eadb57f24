/* SPDX-License-Identifier: MIT */
/*
 * Batches on PostgreSQL. To begin one is to wait for the turn, unless it is begun ahead; to commit
 * it is to send everything and the end of the transaction behind it, and to hear what became of it.
 *
 * When the connection is lost before the answer comes, nobody knows. Then nothing is told until
 * somebody does: the connection is made anew, the former one is ended, and the row of the turn, or
 * that of this store when others have written since, says which batch was its last. While it has
 * the turn nobody else can have changed that.
 */
#define _POSIX_C_SOURCE 200809L

#include <string.h>
#include <time.h>

#include "store/pg_internal.h"

enum { SLEEP_MS = 20, SIZE_FACTOR = 3 };

/* After so many batches before which nobody else had written the next one is begun ahead; where
 * there are others, who may write at any time, it takes more to believe that. */
enum { CALM_ALONE = 2, CALM_AMONG_OTHERS = 16 };

/* What goes in one go with others must be known to the server before. */
static arb_store_err prepare(arb_pg *self)
{
    static const arb_sql_statement all[] = {
        ARB_SQL_BEGIN,    ARB_SQL_TURN,         ARB_SQL_TURN_READ, ARB_SQL_SETTLE,
        ARB_SQL_APPEND,   ARB_SQL_APPEND_ONE,   ARB_SQL_HEADS_SET, ARB_SQL_COMMIT,
        ARB_SQL_HEAD_SET, ARB_SQL_SETTLE_OTHER, ARB_SQL_FENCE,     ARB_SQL_APPEND_FENCED,
        ARB_SQL_UNHEARD,  ARB_SQL_NOTIFY
    };
    arb_store_err err = ARB_STORE_OK;

    for (size_t i = 0; i < sizeof all / sizeof all[0] && !err; i++)
        if (!self->prepared[all[i]])
            err = arb_pg_prepare(self, all[i], 0);
    return err;
}

/* ---- begin ---- */

/* Did others have the turn since we had it? Then what was kept in mind may not be true any more. */
static arb_store_err take_turn(arb_pg *self, PGresult *row)
{
    arb_sql_call call = { .db = &self->sql, .handle = row };
    const int64_t writer = arb_sql_get_int(&call, 0), batch = arb_sql_get_int(&call, 1);
    arb_sql_numbers last = { .sequence = arb_sql_get_within(&call, 2, 0, INT64_MAX),
                             .game = arb_sql_get_within(&call, 3, 0, INT64_MAX) };

    (void)arb_store_chain_take(&last.chain, arb_sql_get_maybe(&call, 4, ARB_STORE_HASH_SIZE));
    const uint64_t shared =
        arb_store_shared_number(arb_sql_get_maybe(&call, 5, ARB_STORE_WORD_MAX));
    const int64_t others = arb_sql_get_within(&call, 6, 0, INT64_MAX);
    const int64_t store = arb_sql_get_int(&call, 7), settled = arb_sql_get_int(&call, 8);
    if (call.damaged)
        return ARB_STORE_CORRUPT;
    if (writer != self->writer)
        return ARB_STORE_LOCKED;
    self->sql.shared_version = shared;
    self->alone = others == 0;
    self->before = store != self->id ? store : 0;
    self->before_batch = settled;
    if (batch == self->batch) {
        self->calm++;
        return ARB_STORE_OK;
    }
    self->calm = 0;
    self->batch = batch;
    self->sql.given = self->sql.durable = last;
    arb_sql_heads_doubt(&self->sql);
    return ARB_STORE_OK;
}

static arb_store_err try_begin(arb_pg *self)
{
    arb_sql_call begin = { .db = &self->sql, .statement = ARB_SQL_BEGIN },
                 turn = { .db = &self->sql, .statement = ARB_SQL_TURN },
                 read = { .db = &self->sql, .statement = ARB_SQL_TURN_READ };
    PGresult *row = NULL;
    arb_store_err err = self->conn ? ARB_STORE_OK : arb_pg_reconnect(self);

    if (!err)
        err = prepare(self);
    if (!err)
        err = arb_pg_queue(&begin);
    if (!err)
        err = arb_pg_queue(&turn);
    arb_sql_count(&read, self->sql.hall);
    if (!err)
        err = arb_pg_queue(&read);
    if (!err)
        err = arb_pg_gather(self, 3, &row);
    if (!err)
        err = PQntuples(row) == 1 ? take_turn(self, row) : ARB_STORE_CORRUPT;
    PQclear(row);
    return err == ARB_STORE_LOCKED && self->conn ? arb_pg_why_ousted(self) : err;
}

/* The server is asked how large it is only when it may have become too large. */
static arb_store_err look_at_size(arb_pg *self)
{
    if (self->max_bytes == 0 ||
        (self->size > 0 && self->size + SIZE_FACTOR * self->written < self->max_bytes))
        return ARB_STORE_OK;
    const arb_store_err err = arb_pg_size(&self->size, self);
    self->written = 0;
    return !err && self->size >= self->max_bytes ? ARB_STORE_FULL : err;
}

arb_store_err arb_pg_begin(void *opaque)
{
    arb_pg *self = opaque;
    arb_pg_heed(self);
    const bool had = self->conn != NULL;
    arb_store_err err = look_at_size(self);

    if (!err)
        err = try_begin(self);
    if (err == ARB_STORE_AWAY && had && !self->conn) /* it was lost while nothing was to be done */
        err = try_begin(self);
    self->in_transaction = true;
    self->sql.live_reader = false; /* within a batch what is not durable could be seen */
    if (err)
        arb_pg_rollback(self);
    return err;
}

/*
 * Whoever had the turn last, and several times in a row, most likely has it still. Then events are
 * numbered as they come, and everything goes in one trip with the COMMIT, behind a comparison that
 * fails when that was wrong.
 */
arb_store_err arb_pg_begin_ahead(void *opaque)
{
    arb_pg *self = opaque;

    arb_pg_heed(self);
    if (!self->conn || self->calm < (self->alone ? CALM_ALONE : CALM_AMONG_OTHERS) ||
        !self->prepared[ARB_SQL_NOTIFY])
        return arb_pg_begin(self);
    const arb_store_err err = look_at_size(self);
    if (err)
        return err;
    self->unsent = self->in_transaction = true;
    self->sql.live_reader = false;
    return ARB_STORE_OK;
}

arb_store_err arb_pg_arrive(arb_pg *self)
{
    const int64_t batch = self->batch;

    if (!self->unsent)
        return ARB_STORE_OK;
    self->unsent = false;
    arb_store_err err = self->conn ? try_begin(self) : ARB_STORE_AWAY;
    if (!err && self->batch != batch)
        err = ARB_STORE_TURN;
    if (err)
        self->broken = err;
    return err;
}

/* ---- commit ---- */

static void pause_a_little(void)
{
    const struct timespec time = { .tv_nsec = SLEEP_MS * 1000000L };

    (void)nanosleep(&time, NULL);
}

/*
 * Waits until it is known whether the batch was committed, however long the database is away. When
 * others write now, or the store is to be closed, that is all that is told; then nothing can be
 * written here any more. Of a batch that was begun ahead nobody had looked whether the connection
 * was still there: it is done again.
 */
static arb_store_err resolve(arb_pg *self, int64_t batch, bool ahead)
{
    arb_store_err err = ARB_STORE_AWAY;

    while (!atomic_load(&self->stop)) {
        err = arb_pg_reconnect(self);
        if (!err)
            return self->settled == batch ? ARB_STORE_OK : ahead ? ARB_STORE_TURN : ARB_STORE_AWAY;
        if (err == ARB_STORE_LOCKED || err == ARB_STORE_NEWER)
            return err;
        pause_a_little();
    }
    return ARB_STORE_AWAY;
}

static arb_store_err queue_settle(unsigned *count, arb_pg *self, int64_t batch)
{
    arb_sql_call settle = { .db = &self->sql, .statement = ARB_SQL_SETTLE };
    const arb_sql_numbers *given = &self->sql.given;
    arb_sql_call other = { .db = &self->sql, .statement = ARB_SQL_SETTLE_OTHER };

    arb_sql_int(&settle, self->writer);
    arb_sql_int(&settle, self->batch);
    arb_sql_int(&settle, batch);
    arb_sql_int(&settle, given->sequence);
    arb_sql_int(&settle, given->game);
    arb_sql_blob(&settle, arb_store_chain_bytes(&given->chain));
    arb_sql_int(&settle, self->id);
    ++*count;
    const arb_store_err err = arb_pg_queue(&settle);
    if (err || self->before == 0)
        return err;
    arb_sql_int(&other, self->before);
    arb_sql_int(&other, self->before_batch);
    ++*count;
    return arb_pg_queue(&other);
}

/* What was begun ahead has no BEGIN: all that goes in one go is one transaction. */
static arb_store_err queue_commit(unsigned *count, arb_pg *self)
{
    arb_sql_call commit = { .db = &self->sql, .statement = ARB_SQL_COMMIT };

    ++*count;
    return arb_pg_queue(&commit);
}

/* Sends it all; `sent`: the end of the transaction, too. */
static arb_store_err send_batch(bool *sent, arb_pg *self, int64_t batch, bool ahead)
{
    unsigned count = 0;
    PGresult *last = NULL;
    arb_store_err err = queue_settle(&count, self, batch);

    if (!err)
        err = arb_pg_rows_queue(&count, self);
    if (!err)
        err = arb_pg_heads_queue(&count, self);
    if (!err)
        err = arb_pg_notice_queue(&count, self);
    if (!err && !ahead)
        err = queue_commit(&count, self);
    *sent = err == ARB_STORE_OK;
    if (!err)
        err = arb_pg_gather(self, count, &last);
    else
        arb_pg_disconnect(self); /* what was queued is not sent */
    if (!err && !ahead && strcmp(PQcmdStatus(last), "COMMIT") != 0)
        err = ARB_STORE_IO;
    PQclear(last);
    return err;
}

/* What was erased is gone from the tables' files, too, when these are next written. */
static void scrub(arb_pg *self)
{
    if (self->sql.scrub)
        self->sql.scrub = arb_pg_exec(self, "VACUUM people") != ARB_STORE_OK ||
                          arb_pg_exec(self, "VACUUM seats") != ARB_STORE_OK;
}

arb_store_err arb_pg_commit(void *opaque)
{
    arb_pg *self = opaque;
    const int64_t batch = self->batch + 1;
    const bool ahead = self->unsent;
    bool sent = false;
    arb_store_err err = self->broken;

    self->unsent = false;
    if (!err)
        err = send_batch(&sent, self, batch, ahead);
    if (err == ARB_STORE_TURN && !arb_pg_notice_failed(self) && ahead)
        self->broken = err; /* that others have written is all that is wrong */
    if (err == ARB_STORE_AWAY && sent)
        err = resolve(self, batch, ahead);
    if (err) {
        arb_pg_rollback(self);
        return err;
    }
    self->in_transaction = false;
    self->sql.live_reader = self->shared;
    self->batch = batch;
    self->before = 0;
    self->broken = ARB_STORE_OK; /* a connection that was lost, and the batch found durable */
    self->sql.durable = self->sql.given;
    arb_pg_rows_forget(self);
    arb_sql_heads_written(&self->sql);
    scrub(self);
    return ARB_STORE_OK;
}

void arb_pg_rollback(void *opaque)
{
    arb_pg *self = opaque;
    const bool others = self->broken == ARB_STORE_TURN;

    self->in_transaction = self->unsent = false;
    self->calm = 0;
    self->sql.live_reader = self->shared;
    self->broken = ARB_STORE_OK;
    if (self->conn &&
        (PQpipelineStatus(self->conn) != PQ_PIPELINE_OFF ||
         (PQtransactionStatus(self->conn) != PQTRANS_IDLE && arb_pg_exec(self, "ROLLBACK"))))
        arb_pg_disconnect(self);
    arb_pg_rows_forget(self);
    if (others)
        arb_sql_heads_undo(&self->sql);
    else
        arb_sql_heads_forget(&self->sql);
    self->sql.given = self->sql.durable;
}

/* The server's log is the server's. */
arb_store_err arb_pg_join_log(void *opaque)
{
    (void)opaque;
    return ARB_STORE_OK;
}
