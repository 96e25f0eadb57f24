/* SPDX-License-Identifier: MIT */
/*
 * What waits for the commit: events and heads, as columns; and the client ids of the games that are
 * written to, as hashes, so that an event need not be looked up before it is known to be new. A
 * hash that is there already is looked up; it says nothing by itself.
 */
#include <sodium.h>
#include <string.h>

#include "arbitro/mem.h"
#include "store/pg_internal.h"
#include "store/store_internal.h"

/* So many bytes wait at most; and so many names of games fit into a notice. */
enum { WAIT_MAX = 8 << 20, NOTICE_MAX = 7000, CLIENTS_FIRST = 16 };

/* So few rows go faster one by one: an array costs as much as two before its first row. */
enum { FEW = 2 };

/* So many events of a game, and one less, its head may lag behind. */
enum { BEHIND_MAX = 16 };

void arb_pg_rows_init(arb_pg *self)
{
    static const unsigned events[ARB_PG_EVENT_COLUMNS] = { ARB_PG_INT8,  ARB_PG_INT8, ARB_PG_INT8,
                                                           ARB_PG_BYTEA, ARB_PG_TEXT, ARB_PG_INT8,
                                                           ARB_PG_TEXT,  ARB_PG_TEXT, ARB_PG_INT8,
                                                           ARB_PG_INT8,  ARB_PG_TEXT, ARB_PG_BYTEA,
                                                           ARB_PG_BYTEA, ARB_PG_INT8 };
    static const unsigned heads[ARB_PG_HEAD_COLUMNS] = { ARB_PG_INT8, ARB_PG_INT8, ARB_PG_BYTEA,
                                                         ARB_PG_TEXT };

    for (size_t i = 0; i < ARB_PG_EVENT_COLUMNS; i++)
        arb_pg_column_init(&self->event[i], self->sql.mem, events[i]);
    for (size_t i = 0; i < ARB_PG_HEAD_COLUMNS; i++)
        arb_pg_column_init(&self->head[i], self->sql.mem, heads[i]);
    arb_buf_init(&self->notice, self->sql.mem, 2 * NOTICE_MAX);
    arb_buf_init(&self->links, self->sql.mem, 2 * NOTICE_MAX);
    randombytes_buf(self->key, sizeof self->key);
}

static void forget_events(arb_pg *self)
{
    for (size_t i = 0; i < ARB_PG_EVENT_COLUMNS; i++)
        arb_pg_column_begin(&self->event[i]);
    self->events = self->uncompared = 0;
}

void arb_pg_rows_forget(arb_pg *self)
{
    forget_events(self);
    arb_buf_cut(&self->notice, 0);
    arb_buf_cut(&self->links, 0);
}

void arb_pg_rows_free(arb_pg *self)
{
    for (size_t i = 0; i < ARB_PG_EVENT_COLUMNS; i++)
        arb_buf_clear(&self->event[i].bytes);
    for (size_t i = 0; i < ARB_PG_HEAD_COLUMNS; i++)
        arb_buf_clear(&self->head[i].bytes);
    arb_buf_clear(&self->notice);
    arb_buf_clear(&self->links);
}

/* ---- client ids ---- */

static uint64_t hash_of(const arb_pg *self, arb_store_bytes client)
{
    unsigned char hash[crypto_shorthash_BYTES];
    uint64_t number;

    (void)crypto_shorthash(hash, (const unsigned char *)client.text, client.size, self->key);
    memcpy(&number, hash, sizeof number);
    return number ? number : 1;
}

static uint64_t *place_of(const arb_sql_clients *clients, uint64_t hash)
{
    size_t at = (size_t)hash & (clients->room - 1);

    while (clients->place[at] != 0 && clients->place[at] != hash)
        at = (at + 1) & (clients->room - 1);
    return &clients->place[at];
}

/* Makes room for one more; half of the places stay free. */
static bool reserve(const arb_mem *mem, arb_sql_clients *clients)
{
    arb_sql_clients larger = { .room = clients->room ? 2 * clients->room : CLIENTS_FIRST,
                               .count = clients->count,
                               .known = clients->known };

    if (2 * (clients->count + 1) <= clients->room)
        return true;
    larger.place = arb_mem_new_array(mem, larger.room, sizeof *larger.place);
    if (!larger.place)
        return false;
    for (size_t i = 0; i < clients->room; i++)
        if (clients->place[i] != 0)
            *place_of(&larger, clients->place[i]) = clients->place[i];
    arb_mem_free(mem, clients->place, clients->room * sizeof *clients->place);
    *clients = larger;
    return true;
}

static bool add_client(const arb_pg *self, arb_sql_head *head, uint64_t hash)
{
    if (!reserve(self->sql.mem, &head->clients))
        return false;
    uint64_t *place = place_of(&head->clients, hash);
    head->clients.count += *place == 0;
    *place = hash;
    return true;
}

/* They are read when the first event comes that has one: the hall's own have none. */
static arb_store_err learn_clients(arb_pg *self, arb_sql_head *head)
{
    bool room = true;

    if (head->clients.known)
        return ARB_STORE_OK;
    arb_sql_call call = arb_sql_start(&self->sql, ARB_SQL_CLIENTS);
    arb_sql_count(&call, head->game);
    while (arb_sql_row(&call)) {
        const arb_store_bytes client = arb_sql_get_maybe(&call, 0, SIZE_MAX);
        room = room && add_client(self, head, hash_of(self, client));
    }
    const arb_store_err err = arb_sql_end(&call);
    head->clients.known = !err && room;
    return err || room ? err : ARB_STORE_NOMEM;
}

/* ---- events ---- */

static arb_err add_maybe(arb_pg_column *column, arb_store_bytes value)
{
    return value.size > 0 ? arb_pg_column_bytes(column, value) : arb_pg_column_null(column);
}

static arb_err add_row(arb_pg *self, const arb_store_event *row, const arb_store_hash *chain)
{
    arb_pg_column *to = self->event;
    const arb_err errors[] = {
        arb_pg_column_int(&to[0], (int64_t)row->sequence),
        arb_pg_column_int(&to[1], (int64_t)row->game),
        arb_pg_column_int(&to[2], row->number),
        add_maybe(&to[3], row->client),
        arb_pg_column_bytes(&to[4], row->actor),
        arb_pg_column_int(&to[5], row->refused),
        arb_pg_column_bytes(&to[6], row->text),
        arb_pg_column_bytes(&to[7], row->meta),
        arb_pg_column_int(&to[8], row->stamp.monotonic_ms),
        arb_pg_column_int(&to[9], row->stamp.wall_ms),
        arb_pg_column_bytes(&to[10], row->verdict),
        add_maybe(&to[11], row->erased),
        arb_pg_column_bytes(&to[12], arb_store_chain_bytes(chain)),
        arb_pg_column_int(&to[13], (int64_t)row->epoch),
    };

    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
        if (errors[i])
            return errors[i];
    return ARB_OK;
}

static arb_err add_game(arb_buf *out, uint64_t game)
{
    const arb_err err = arb_buf_add_char(out, ' ');

    return err ? err : arb_buf_add_unsigned(out, game);
}

/* " GAME", for those who listen; too many are told as one for all. */
static arb_err add_notice(arb_pg *self, uint64_t game)
{
    if (!self->shared || arb_buf_size(&self->notice) > NOTICE_MAX)
        return ARB_OK;
    return add_game(&self->notice, game);
}

arb_store_err arb_pg_tell_links(void *opaque, uint64_t game)
{
    arb_pg *self = opaque;

    if (!self->shared || arb_buf_size(&self->links) > NOTICE_MAX)
        return ARB_STORE_OK;
    return arb_store_err_of(add_game(&self->links, game));
}

static size_t waiting(const arb_pg *self)
{
    size_t size = 0;

    for (size_t i = 0; i < ARB_PG_EVENT_COLUMNS; i++)
        size += arb_buf_size(&self->event[i].bytes);
    return size;
}

arb_store_err arb_pg_insert(bool *written, arb_sql *db, arb_sql_head *head,
                            const arb_store_event *row, const arb_store_hash *chain, bool sure)
{
    arb_pg *self = (arb_pg *)db;
    const uint64_t hash = row->client.size > 0 ? hash_of(self, row->client) : 0;

    *written = false;
    const arb_store_err unknown = hash ? learn_clients(self, head) : ARB_STORE_OK;
    if (unknown)
        return unknown;
    if (hash && !sure && head->clients.room > 0 && *place_of(&head->clients, hash) == hash)
        return ARB_STORE_OK;
    if (hash && !add_client(self, head, hash))
        return self->broken = ARB_STORE_NOMEM;
    arb_err err = add_row(self, row, chain);
    if (!err && !head->changed)
        err = add_notice(self, row->game);
    if (err) /* a part of the row may be there */
        return self->broken = arb_store_err_of(err);
    self->events++;
    self->uncompared += self->shared && !head->compared;
    head->compared = true;
    *written = true;
    return waiting(self) > WAIT_MAX ? arb_pg_flush(db) : ARB_STORE_OK;
}

static arb_store_err queue_each(unsigned *count, arb_pg *self)
{
    const bool compare = self->uncompared > 0;
    size_t place[ARB_PG_EVENT_COLUMNS] = { 0 };
    arb_store_err err = ARB_STORE_OK;

    for (uint32_t i = 0; i < self->events && !err; i++) {
        arb_sql_call row = { .db = &self->sql,
                             .statement = compare ? ARB_SQL_APPEND_FENCED : ARB_SQL_APPEND_ONE };
        for (size_t k = 0; k < ARB_PG_EVENT_COLUMNS; k++)
            arb_pg_bind_element(&row, &self->event[k], &place[k]);
        if (compare)
            arb_sql_count(&row, self->sql.hall);
        err = arb_pg_queue(&row);
        ++*count;
    }
    return err;
}

static arb_store_err queue_fence(unsigned *count, arb_pg *self)
{
    arb_sql_call fence = { .db = &self->sql, .statement = ARB_SQL_FENCE };

    arb_sql_count(&fence, self->sql.hall);
    arb_pg_bind_column(&fence, &self->event[1], self->events);
    arb_pg_bind_column(&fence, &self->event[13], self->events);
    ++*count;
    return arb_pg_queue(&fence);
}

/*
 * Every event is compared with the lease of its game, by the database. Leases change in batches
 * alone: one that was compared is as it was for as long as nobody else has written, and that is
 * what every batch asks first.
 */
arb_store_err arb_pg_rows_queue(unsigned *count, arb_pg *self)
{
    if (self->events == 0)
        return ARB_STORE_OK;
    self->written += waiting(self);
    if (self->events <= FEW)
        return queue_each(count, self);
    const arb_store_err err = self->uncompared > 0 ? queue_fence(count, self) : ARB_STORE_OK;
    if (err)
        return err;
    arb_sql_call rows = { .db = &self->sql, .statement = ARB_SQL_APPEND };
    for (size_t i = 0; i < ARB_PG_EVENT_COLUMNS; i++)
        arb_pg_bind_column(&rows, &self->event[i], self->events);
    ++*count;
    return arb_pg_queue(&rows);
}

arb_store_err arb_pg_flush(arb_sql *db)
{
    arb_pg *self = (arb_pg *)db;
    PGresult *last = NULL;
    unsigned count = 0;
    arb_store_err err = self->broken ? self->broken : arb_pg_arrive(self);

    if (!err)
        err = arb_pg_rows_queue(&count, self);

    if (!err && count > 0)
        err = arb_pg_gather(self, count, &last);
    PQclear(last);
    if (err && !self->broken)
        self->broken = err;
    forget_events(self);
    return err;
}

/* ---- heads ---- */

/*
 * To write a head costs the server half as much as to write an event, and tells nothing that does
 * not stand in the journal, unless there is a new summary. So those of open games are written with
 * that, with the first event and with one in sixteen; whoever reads them looks for later ones
 * (HEADS in pg_statements.def). Closed games are many, and are listed without that.
 */
static bool is_due(const arb_sql_head *head)
{
    return head->summary_changed || head->closed || head->told == 0 ||
           head->events - head->told >= BEHIND_MAX;
}

/* Those that the batch has changed and that are due, as columns. */
static arb_err gather_heads(size_t *count, arb_pg *self)
{
    const arb_sql_heads *heads = &self->sql.heads;
    arb_err err = ARB_OK;

    *count = 0;
    for (size_t i = 0; i < ARB_PG_HEAD_COLUMNS; i++)
        arb_pg_column_begin(&self->head[i]);
    for (size_t i = 0; i < heads->changed_count && !err; i++) {
        arb_sql_head *head = arb_sql_head_kept(&self->sql, heads->changed[i]);
        const arb_store_bytes summary = { head->summary, head->summary_size };
        if (!is_due(head))
            continue;
        ++*count;
        head->told = head->events; /* should the batch fail, the head is read again */
        err = arb_pg_column_int(&self->head[0], (int64_t)head->game);
        if (!err)
            err = arb_pg_column_int(&self->head[1], head->events);
        if (!err)
            err = arb_pg_column_bytes(&self->head[2], arb_store_chain_bytes(&head->chain));
        if (!err)
            err = head->summary_changed ? arb_pg_column_bytes(&self->head[3], summary)
                                        : arb_pg_column_null(&self->head[3]);
    }
    return err;
}

static arb_store_err queue_each_head(unsigned *count, arb_pg *self, size_t due)
{
    size_t place[ARB_PG_HEAD_COLUMNS] = { 0 };
    arb_store_err err = ARB_STORE_OK;

    for (size_t i = 0; i < due && !err; i++) {
        arb_sql_call call = { .db = &self->sql, .statement = ARB_SQL_HEAD_SET };
        for (size_t k = 0; k < ARB_PG_HEAD_COLUMNS; k++)
            arb_pg_bind_element(&call, &self->head[k], &place[k]);
        err = arb_pg_queue(&call);
        ++*count;
    }
    return err;
}

arb_store_err arb_pg_heads_queue(unsigned *count, arb_pg *self)
{
    size_t due = 0;
    const arb_err err = gather_heads(&due, self);

    if (err)
        return arb_store_err_of(err);
    if (due <= FEW)
        return queue_each_head(count, self, due);
    arb_sql_call call = { .db = &self->sql, .statement = ARB_SQL_HEADS_SET };
    for (size_t i = 0; i < ARB_PG_HEAD_COLUMNS; i++)
        arb_pg_bind_column(&call, &self->head[i], (uint32_t)due);
    ++*count;
    return arb_pg_queue(&call);
}
