/* SPDX-License-Identifier: MIT */
/* Batches on SQLite: one transaction at a time. */
#include "store/sqlite_internal.h"

static arb_store_err write_head(arb_sqlite *self, uint64_t game)
{
    const arb_sql_head *head = arb_sql_head_kept(&self->sql, game);
    arb_sql_call call = arb_sql_start(&self->sql, ARB_SQL_HEAD_SET);

    arb_sql_count(&call, head->game);
    arb_sql_int(&call, head->events);
    arb_sql_blob(&call, arb_store_chain_bytes(&head->chain));
    if (head->summary_changed)
        arb_sql_text(&call, (arb_store_bytes){ head->summary, head->summary_size });
    else
        arb_sql_null(&call);
    const arb_store_err err = arb_sql_finish_found(&call);
    return err == ARB_STORE_UNKNOWN ? ARB_STORE_CORRUPT : err;
}

arb_store_err arb_sqlite_heads_write(arb_sqlite *self)
{
    const arb_sql_heads *heads = &self->sql.heads;
    arb_store_err err = ARB_STORE_OK;

    for (size_t i = 0; i < heads->changed_count && !err; i++)
        err = write_head(self, heads->changed[i]);
    if (!err) /* otherwise the batch will be forgotten, and they with it */
        arb_sql_heads_written(&self->sql);
    return err;
}

/*
 * Others should not write, but SQLite lets any program do so that opens the file. Then what was
 * kept in mind is not true any more.
 */
static arb_store_err catch_up(arb_sqlite *self)
{
    arb_sql_call call = arb_sql_start(&self->sql, ARB_SQL_VERSION);
    int64_t version = 0;

    if (arb_sql_row(&call))
        version = arb_sql_get_int(&call, 0);
    const arb_store_err err = arb_sql_end(&call);
    if (err || version == self->version)
        return err;
    arb_sql_heads_forget(&self->sql);
    self->version = version;
    return arb_sql_numbers_read(&self->sql);
}

arb_store_err arb_sqlite_begin(void *opaque)
{
    arb_sqlite *self = opaque;
    arb_store_err err = self->gone ? ARB_STORE_GONE : arb_sql_run(&self->sql, ARB_SQL_BEGIN);

    if (err)
        return err;
    err = catch_up(self);
    if (err)
        arb_sqlite_rollback(self);
    return err;
}

/* A file has no others who write. */
arb_store_err arb_sqlite_begin_ahead(void *opaque)
{
    return arb_sqlite_begin(opaque);
}

/* What was erased must not live on in the log. When that fails, the next commit tries again. */
static void scrub(arb_sqlite *self)
{
    if (self->sql.scrub)
        self->sql.scrub = sqlite3_wal_checkpoint_v2(self->db, NULL, SQLITE_CHECKPOINT_TRUNCATE,
                                                    NULL, NULL) != SQLITE_OK;
}

arb_store_err arb_sqlite_commit(void *opaque)
{
    arb_sqlite *self = opaque;
    arb_store_err err = ARB_STORE_IO; /* SQLite has ended the transaction, for a reason it told */

    if (sqlite3_get_autocommit(self->db) == 0)
        err = arb_sqlite_heads_write(self);
    if (!err)
        err = arb_sql_run(&self->sql, ARB_SQL_COMMIT);
    if (err) {
        arb_sqlite_rollback(self);
        return err;
    }
    if (arb_sqlite_look(self) != ARB_STORE_OK) { /* written, but where nobody will find it */
        arb_sqlite_rollback(self);
        return ARB_STORE_GONE;
    }
    self->sql.durable = self->sql.given;
    scrub(self);
    return ARB_STORE_OK;
}

void arb_sqlite_rollback(void *opaque)
{
    arb_sqlite *self = opaque;

    if (sqlite3_get_autocommit(self->db) == 0)
        (void)arb_sql_run(&self->sql, ARB_SQL_ROLLBACK);
    arb_sql_heads_forget(&self->sql);
    self->sql.given = self->sql.durable;
}
