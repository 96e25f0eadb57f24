/* SPDX-License-Identifier: MIT */
/*
 * Events and games in SQL.
 *
 * The numbers of events and games are counted here and not by the database, so that a batch that
 * fails leaves no hole. Readers are kept to what is durable, although they share the connection
 * with a batch that is not.
 */
#include <string.h>

#include "store/sql.h"

arb_store_err arb_sql_numbers_read(arb_sql *self)
{
    arb_sql_call call = arb_sql_start(self, ARB_SQL_LAST);
    arb_sql_numbers last = { 0 };

    if (arb_sql_row(&call)) {
        last.sequence = arb_sql_get_within(&call, 0, 0, INT64_MAX);
        last.game = arb_sql_get_within(&call, 1, 0, INT64_MAX);
        /* one that cannot be read is found when its game is */
        (void)arb_store_chain_take(&last.chain, arb_sql_get_maybe(&call, 2, ARB_STORE_HASH_SIZE));
    }
    const arb_store_err err = arb_sql_end(&call);
    if (!err)
        self->given = self->durable = last;
    return err;
}

/* ---- events ---- */

/* What the event with this client id got when it came for the first time. */
static arb_store_err find_first(bool *found, arb_store_receipt *out, arb_sql *self,
                                const arb_store_event *event)
{
    arb_sql_call call = arb_sql_start(self, ARB_SQL_FIRST);

    arb_sql_count(&call, event->game);
    arb_sql_blob(&call, event->client);
    *found = arb_sql_row(&call);
    if (*found)
        *out = (arb_store_receipt){ .sequence = arb_sql_get_id(&call, 0),
                                    .number = (uint32_t)arb_sql_get_within(&call, 1, 1, UINT32_MAX),
                                    .refused = arb_sql_get_within(&call, 2, 0, 1) == 1,
                                    .again = true };
    return arb_sql_end(&call);
}

/* Writes the event as the next one of its game, unless its client id may be there already. */
static arb_store_err insert_next(bool *written, arb_sql *self, arb_sql_head *head,
                                 const arb_store_event *event, bool sure)
{
    arb_store_event row = *event;
    arb_store_hash chain = head->chain;

    if (self->given.sequence == INT64_MAX || head->events >= UINT32_MAX - 1)
        return ARB_STORE_CORRUPT; /* nobody has counted so far */
    row.sequence = (uint64_t)self->given.sequence + 1;
    row.number = head->events + 1;
    arb_store_chain_next(&chain, &row);
    arb_store_err err = self->driver->insert(written, self, head, &row, &chain, sure);
    if (err || !*written)
        return err;
    if (event->summary.size > 0)
        err = arb_sql_head_summary(self, head, event->summary);
    self->given.sequence++;
    self->given.chain = chain;
    head->events++;
    head->chain = chain;
    arb_sql_head_change(self, head);
    return err;
}

/* Has this store the game, by that epoch? What nobody has may be written to without one. */
static bool may_write(const arb_sql *self, const arb_sql_head *head, uint64_t epoch)
{
    if (self->copying)
        return true;
    return epoch == 0 ? head->hall == 0
                      : head->epoch == epoch && head->hall == self->hall && self->hall != 0;
}

/* The client id may be there already: then the first one holds. */
static arb_store_err append_again(bool *written, arb_store_receipt *out, arb_sql *self,
                                  arb_sql_head *head, const arb_store_event *event, bool is_next)
{
    bool found = false;
    arb_store_err err = self->driver->flush(self);

    if (!err)
        err = find_first(&found, out, self, event);
    if (err || found)
        return err;
    return is_next ? insert_next(written, self, head, event, true) : ARB_STORE_ORDER;
}

arb_store_err arb_sql_append(arb_store_receipt *out, void *opaque, const arb_store_event *event)
{
    arb_sql *self = opaque;
    bool written = false;
    arb_sql_head *head = NULL;
    arb_store_err err = arb_sql_head_find(&head, self, event->game);

    if (!err && !may_write(self, head, event->epoch)) /* by what was kept in mind */
        err = arb_sql_head_renew(self, head);
    if (!err && !may_write(self, head, event->epoch))
        err = ARB_STORE_FENCED;
    if (err)
        return err;
    const bool is_next = event->number == 0 || event->number == head->events + 1;
    if (is_next)
        err = insert_next(&written, self, head, event, false);
    if (!err && !written)
        err = event->client.size > 0 ? append_again(&written, out, self, head, event, is_next)
                                     : ARB_STORE_ORDER;
    if (!err && written)
        *out = (arb_store_receipt){ .sequence = (uint64_t)self->given.sequence,
                                    .number = head->events,
                                    .refused = event->refused };
    return err;
}

arb_store_mark arb_sql_last(const void *opaque)
{
    const arb_sql *self = opaque;
    arb_store_mark mark = { .sequence = (uint64_t)self->durable.sequence };

    memcpy(mark.chain, self->durable.chain.bytes, sizeof mark.chain);
    return mark;
}

arb_store_event arb_sql_get_event(arb_sql_call *call)
{
    return (arb_store_event){
        .sequence = arb_sql_get_id(call, 0),
        .game = arb_sql_get_id(call, 1),
        .number = (uint32_t)arb_sql_get_within(call, 2, 1, UINT32_MAX),
        .client = arb_sql_get_maybe(call, 3, ARB_STORE_WORD_MAX),
        .actor = arb_sql_get_line(call, 4, ARB_STORE_WORD_MAX),
        .refused = arb_sql_get_within(call, 5, 0, 1) == 1,
        .text = arb_sql_get_line(call, 6, ARB_STORE_EVENT_MAX),
        .meta = arb_sql_get_line(call, 7, ARB_STORE_META_MAX),
        .stamp = { arb_sql_get_int(call, 8), arb_sql_get_int(call, 9) },
        .verdict = arb_sql_get_line(call, 10, ARB_STORE_VERDICT_MAX),
        .erased = arb_sql_get_maybe(call, 11, (size_t)2 * ARB_STORE_HASH_SIZE),
        .chain = arb_sql_get_bytes(call, 12, ARB_STORE_HASH_SIZE),
        .epoch = (uint64_t)arb_sql_get_within(call, 13, 0, INT64_MAX),
    };
}

static arb_store_err read_events(arb_sql_call *call, arb_store_event_fn *fn, void *user)
{
    bool more = true;

    while (more && arb_sql_row(call)) {
        arb_store_event event = arb_sql_get_event(call);
        if (call->damaged)
            event = (arb_store_event){ .sequence = event.sequence, .damaged = true };
        call->damaged = false;
        more = fn(user, &event);
    }
    return arb_sql_end(call);
}

static int64_t last_to_read(const arb_sql *self)
{
    return self->live_reader ? INT64_MAX : self->durable.sequence;
}

arb_store_err arb_sql_events(void *opaque, uint64_t game, uint64_t after, size_t limit,
                             arb_store_event_fn *fn, void *user)
{
    arb_sql *self = opaque;
    arb_sql_call call = arb_sql_start(self, game > 0 ? ARB_SQL_EVENTS_OF : ARB_SQL_EVENTS);

    arb_sql_count(&call, after);
    arb_sql_int(&call, last_to_read(self));
    arb_sql_count(&call, limit);
    if (game > 0)
        arb_sql_count(&call, game);
    return read_events(&call, fn, user);
}

arb_store_err arb_sql_events_in(void *opaque, arb_store_bytes games, arb_store_event_fn *fn,
                                void *user)
{
    arb_sql *self = opaque;
    arb_sql_call call = arb_sql_start(self, ARB_SQL_EVENTS_IN);

    arb_sql_text(&call, games);
    arb_sql_int(&call, last_to_read(self));
    return read_events(&call, fn, user);
}

/* ---- games ---- */

arb_store_err arb_sql_game_new(uint64_t *out, void *opaque, arb_store_bytes header,
                               int64_t created_ms, arb_store_bytes summary)
{
    arb_sql *self = opaque;

    if (self->given.game == INT64_MAX)
        return ARB_STORE_CORRUPT;
    const int64_t game = self->given.game + 1;
    arb_sql_call call = arb_sql_start(self, ARB_SQL_GAME_NEW);
    arb_sql_int(&call, game);
    arb_sql_int(&call, created_ms);
    arb_sql_text(&call, header);
    arb_store_err err = arb_sql_finish(&call);
    if (err)
        return err;
    arb_store_hash chain;
    arb_store_chain_begin(&chain, (uint64_t)game, created_ms, header);
    err = arb_sql_head_new(self, (uint64_t)game, &chain, summary);
    if (err)
        return err;
    self->given.game = game;
    *out = (uint64_t)game;
    return ARB_STORE_OK;
}

arb_store_err arb_sql_game_summary(void *opaque, uint64_t game, arb_store_bytes summary)
{
    arb_sql_head *head = NULL;
    const arb_store_err err = arb_sql_head_own(&head, opaque, game);

    return err ? err : arb_sql_head_summary(opaque, head, summary);
}

/* The head of a game that is closed is written with it, and with whatever may still come. */
arb_store_err arb_sql_game_close(void *opaque, uint64_t game, bool closed)
{
    arb_sql *self = opaque;
    arb_sql_head *head = NULL;
    arb_store_err err = arb_sql_head_own(&head, self, game);

    if (err)
        return err;
    arb_sql_call call = arb_sql_start(self, ARB_SQL_GAME_CLOSE);
    arb_sql_count(&call, game);
    arb_sql_int(&call, closed);
    err = arb_sql_finish_found(&call);
    if (err)
        return err;
    head->closed = closed;
    arb_sql_head_change(self, head);
    return ARB_STORE_OK;
}

/* A row that cannot be read does not keep the others from being read. */
static arb_store_game get_game(arb_sql_call *call)
{
    arb_store_game game = {
        .id = arb_sql_get_id(call, 0),
        .created_ms = arb_sql_get_int(call, 1),
        .closed = arb_sql_get_within(call, 2, 0, 1) == 1,
        .header = arb_sql_get_lines(call, 3, ARB_STORE_HEADER_MAX),
        .events = (uint32_t)arb_sql_get_within(call, 4, 0, UINT32_MAX),
        .summary = arb_sql_get_line(call, 5, ARB_STORE_SUMMARY_MAX),
        .chain = arb_sql_get_bytes(call, 6, ARB_STORE_HASH_SIZE),
    };

    if (call->damaged)
        game = (arb_store_game){ .id = game.id, .damaged = true };
    call->damaged = false;
    return game;
}

uint64_t arb_sql_games_last(const void *opaque)
{
    const arb_sql *self = opaque;

    return (uint64_t)self->durable.game;
}

static void read_games(arb_sql_call *call, arb_store_game_fn *fn, void *user)
{
    bool more = true;

    while (more && arb_sql_row(call)) {
        const arb_store_game game = get_game(call);
        more = fn(user, &game);
    }
}

static uint64_t last_game_to_read(const arb_sql *self)
{
    return self->live_reader ? INT64_MAX : (uint64_t)self->durable.game;
}

arb_store_err arb_sql_games(void *opaque, const arb_store_choice *choice, arb_store_game_fn *fn,
                            void *user)
{
    arb_sql *self = opaque;
    arb_sql_call call = arb_sql_start(self, choice->only_open ? ARB_SQL_GAMES_OPEN : ARB_SQL_GAMES);
    const uint64_t durable = last_game_to_read(self);

    arb_sql_count(&call, choice->after);
    arb_sql_count(&call, choice->last < durable || choice->strays ? choice->last : durable);
    arb_sql_count(&call, choice->limit);
    read_games(&call, fn, user);
    return arb_sql_end_found(&call);
}

arb_store_err arb_sql_games_in(void *opaque, arb_store_bytes games, arb_store_game_fn *fn,
                               void *user)
{
    arb_sql *self = opaque;
    arb_sql_call call = arb_sql_start(self, ARB_SQL_GAMES_IN);

    arb_sql_text(&call, games);
    arb_sql_count(&call, last_game_to_read(self));
    read_games(&call, fn, user);
    return arb_sql_end(&call);
}

arb_store_err arb_sql_games_changed(void *opaque, uint64_t after, arb_store_changed_fn *fn,
                                    void *user)
{
    arb_sql *self = opaque;
    arb_sql_call call = arb_sql_start(self, ARB_SQL_GAMES_CHANGED);
    bool more = true;

    arb_sql_count(&call, after);
    arb_sql_int(&call, last_to_read(self));
    while (more && arb_sql_row(&call)) {
        arb_store_game game = { .id = arb_sql_get_id(&call, 0),
                                .closed = arb_sql_get_within(&call, 1, 0, 1) == 1,
                                .summary = arb_sql_get_line(&call, 2, ARB_STORE_SUMMARY_MAX) };
        const uint64_t last = arb_sql_get_id(&call, 3);
        game.damaged = call.damaged;
        call.damaged = false;
        more = fn(user, &game, last);
    }
    return arb_sql_end(&call);
}
