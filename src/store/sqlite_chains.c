/* SPDX-License-Identifier: MIT */
/*
 * The chains of a database that had none: every game gets its head and every event its link, as if
 * they had always been written. In the order of the sequence, one row at a time, so that a large
 * database takes no more memory than a small one.
 *
 * What cannot be read, or belongs to no game, gets no link. Its game will not load, as before; the
 * other games do.
 */
#include "store/sqlite_internal.h"

static arb_store_err begin_game(arb_sqlite *self, uint64_t *after, bool *more)
{
    arb_sql_call call = arb_sql_start(&self->sql, ARB_SQL_GAME_NEXT);
    uint64_t game = 0;
    arb_store_hash chain;

    arb_sql_count(&call, *after);
    *more = arb_sql_row(&call);
    if (*more) {
        game = arb_sql_get_id(&call, 0);
        arb_store_chain_begin(&chain, game, arb_sql_get_int(&call, 1),
                              arb_sql_get_lines(&call, 2, ARB_STORE_HEADER_MAX));
        call.damaged = false;
    }
    const arb_store_err err = arb_sql_end(&call);
    if (err || !*more)
        return err;
    *after = game;
    return arb_sql_head_new(&self->sql, game, &chain, (arb_store_bytes){ "", 0 });
}

static arb_store_err set_chain(arb_sqlite *self, uint64_t sequence, const arb_store_hash *chain)
{
    arb_sql_call call = arb_sql_start(&self->sql, ARB_SQL_CHAIN_SET);

    arb_sql_count(&call, sequence);
    arb_sql_blob(&call, arb_store_chain_bytes(chain));
    return arb_sql_finish(&call);
}

/* The link of the row at hand, and its head as it is after it. */
static arb_store_err link_row(arb_sql_head **head, arb_sqlite *self, arb_sql_call *row,
                              uint64_t *sequence)
{
    const arb_store_event event = arb_sql_get_event(row);

    *sequence = event.sequence;
    if (row->damaged)
        return ARB_STORE_UNKNOWN;
    const arb_store_err err = arb_sql_head_find(head, &self->sql, event.game);
    if (err)
        return err;
    (*head)->events++;
    arb_store_chain_next(&(*head)->chain, &event);
    arb_sql_head_change(&self->sql, *head);
    return ARB_STORE_OK;
}

static arb_store_err link_event(arb_sqlite *self, uint64_t *after, bool *more)
{
    arb_sql_call call = arb_sql_start(&self->sql, ARB_SQL_EVENT_NEXT);
    arb_store_err linked = ARB_STORE_UNKNOWN;
    arb_sql_head *head = NULL;

    arb_sql_count(&call, *after);
    *more = arb_sql_row(&call);
    if (*more)
        linked = link_row(&head, self, &call, after);
    call.damaged = false;
    const arb_store_err err = arb_sql_end(&call);
    if (err)
        return err;
    if (linked)
        return linked == ARB_STORE_UNKNOWN ? ARB_STORE_OK : linked;
    return set_chain(self, *after, &head->chain);
}

arb_store_err arb_sqlite_chains_make(arb_sqlite *self)
{
    enum { KEEP = 4096 };
    uint64_t game = 0, sequence = 0;
    arb_store_err err = ARB_STORE_OK;

    for (bool more = true; more && !err;)
        err = begin_game(self, &game, &more);
    for (bool more = true; more && !err;) {
        err = link_event(self, &sequence, &more);
        if (!err && self->sql.heads.changed_count >= KEEP) {
            err = arb_sqlite_heads_write(self);
            arb_sql_heads_forget(&self->sql);
        }
    }
    if (!err)
        err = arb_sqlite_heads_write(self);
    arb_sql_heads_forget(&self->sql);
    return err;
}
