/* SPDX-License-Identifier: MIT */
/*
 * Batches, events and games on SQLite.
 *
 * The numbers of events and games are counted here and not by SQLite, so that a batch that fails
 * leaves no hole. Readers are kept to what is durable, although they share the connection with a
 * batch that is not.
 */
#include <string.h>

#include "store/sqlite_internal.h"

arb_store_err arb_sqlite_numbers_read(arb_sqlite *self)
{
    arb_sqlite_call call = arb_sqlite_start(self, ARB_SQLITE_LAST);
    arb_sqlite_numbers last = { 0 };

    if (arb_sqlite_row(&call)) {
        last.sequence = arb_sqlite_get_within(&call, 0, 0, INT64_MAX);
        last.game = arb_sqlite_get_within(&call, 1, 0, INT64_MAX);
        /* one that cannot be read is found when its game is */
        (void)arb_store_chain_take(&last.chain,
                                   arb_sqlite_get_maybe(&call, 2, ARB_STORE_HASH_SIZE));
    }
    const arb_store_err err = arb_sqlite_end(&call);
    if (!err)
        self->given = self->durable = last;
    return err;
}

/* ---- batches ---- */

static arb_store_err run(arb_sqlite *self, arb_sqlite_statement statement)
{
    arb_sqlite_call call = arb_sqlite_start(self, statement);

    return arb_sqlite_finish(&call);
}

/*
 * Others should not write, but SQLite lets any program do so that opens the file. Then what was
 * kept in mind is not true any more.
 */
static arb_store_err catch_up(arb_sqlite *self)
{
    arb_sqlite_call call = arb_sqlite_start(self, ARB_SQLITE_VERSION);
    int64_t version = 0;

    if (arb_sqlite_row(&call))
        version = arb_sqlite_get_int(&call, 0);
    const arb_store_err err = arb_sqlite_end(&call);
    if (err || version == self->version)
        return err;
    arb_sqlite_heads_forget(self);
    self->version = version;
    return arb_sqlite_numbers_read(self);
}

arb_store_err arb_sqlite_begin(void *opaque)
{
    arb_sqlite *self = opaque;
    arb_store_err err = self->gone ? ARB_STORE_GONE : run(self, ARB_SQLITE_BEGIN);

    if (err)
        return err;
    err = catch_up(self);
    if (err)
        arb_sqlite_rollback(self);
    return err;
}

/* What was erased must not live on in the log. When that fails, the next commit tries again. */
static void scrub(arb_sqlite *self)
{
    if (self->scrub)
        self->scrub = sqlite3_wal_checkpoint_v2(self->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL,
                                                NULL) != SQLITE_OK;
}

arb_store_err arb_sqlite_commit(void *opaque)
{
    arb_sqlite *self = opaque;
    arb_store_err err = ARB_STORE_IO; /* SQLite has ended the transaction, for a reason it told */

    if (sqlite3_get_autocommit(self->db) == 0)
        err = arb_sqlite_heads_write(self);
    if (!err)
        err = run(self, ARB_SQLITE_COMMIT);
    if (err) {
        arb_sqlite_rollback(self);
        return err;
    }
    if (arb_sqlite_look(self) != ARB_STORE_OK) { /* written, but where nobody will find it */
        arb_sqlite_rollback(self);
        return ARB_STORE_GONE;
    }
    self->durable = self->given;
    scrub(self);
    return ARB_STORE_OK;
}

void arb_sqlite_rollback(void *opaque)
{
    arb_sqlite *self = opaque;

    if (sqlite3_get_autocommit(self->db) == 0)
        (void)run(self, ARB_SQLITE_ROLLBACK);
    arb_sqlite_heads_forget(self);
    self->given = self->durable;
}

/* ---- events ---- */

/* What the event with this client id got when it came for the first time. */
static arb_store_err find_first(bool *found, arb_store_receipt *out, arb_sqlite *self,
                                const arb_store_event *event)
{
    arb_sqlite_call call = arb_sqlite_start(self, ARB_SQLITE_FIRST);

    arb_sqlite_count(&call, event->game);
    arb_sqlite_blob(&call, event->client);
    *found = arb_sqlite_row(&call);
    if (*found)
        *out =
            (arb_store_receipt){ .sequence = arb_sqlite_get_id(&call, 0),
                                 .number = (uint32_t)arb_sqlite_get_within(&call, 1, 1, UINT32_MAX),
                                 .refused = arb_sqlite_get_within(&call, 2, 0, 1) == 1,
                                 .again = true };
    return arb_sqlite_end(&call);
}

/* Writes the row; `written` is false when its client id is there already. */
static arb_store_err insert(bool *written, arb_sqlite *self, const arb_store_event *event,
                            const arb_store_hash *chain)
{
    arb_sqlite_call call = arb_sqlite_start(self, ARB_SQLITE_APPEND);

    arb_sqlite_count(&call, event->sequence);
    arb_sqlite_count(&call, event->game);
    arb_sqlite_int(&call, event->number);
    if (event->client.size > 0)
        arb_sqlite_blob(&call, event->client);
    else
        arb_sqlite_null(&call);
    arb_sqlite_text(&call, event->actor);
    arb_sqlite_int(&call, event->refused);
    arb_sqlite_text(&call, event->text);
    arb_sqlite_text(&call, event->meta);
    arb_sqlite_int(&call, event->stamp.monotonic_ms);
    arb_sqlite_int(&call, event->stamp.wall_ms);
    arb_sqlite_text(&call, event->verdict);
    arb_sqlite_blob(&call, arb_store_chain_bytes(chain));
    const arb_store_err err = arb_sqlite_finish(&call);
    *written = !err && sqlite3_changes(self->db) > 0;
    return err;
}

/* Writes the event as the next one of its game, unless its client id is there already. */
static arb_store_err insert_next(bool *written, arb_sqlite *self, arb_sqlite_head *head,
                                 const arb_store_event *event)
{
    arb_store_event row = *event;
    arb_store_hash chain = head->chain;

    if (self->given.sequence == INT64_MAX || head->events >= UINT32_MAX - 1)
        return ARB_STORE_CORRUPT; /* nobody has counted so far */
    row.sequence = (uint64_t)self->given.sequence + 1;
    row.number = head->events + 1;
    row.erased = (arb_store_bytes){ 0 };
    arb_store_chain_next(&chain, &row);
    arb_store_err err = insert(written, self, &row, &chain);
    if (err || !*written)
        return err;
    if (event->summary.size > 0)
        err = arb_sqlite_head_summary(self, head, event->summary);
    self->given.sequence++;
    self->given.chain = chain;
    head->events++;
    head->chain = chain;
    arb_sqlite_head_change(self, head);
    return err;
}

arb_store_err arb_sqlite_append(arb_store_receipt *out, void *opaque, const arb_store_event *event)
{
    arb_sqlite *self = opaque;
    bool written = false, found = false;
    arb_sqlite_head *head = NULL;
    arb_store_err err = arb_sqlite_head_find(&head, self, event->game);

    if (err)
        return err;
    if (event->number == 0 || event->number == head->events + 1)
        err = insert_next(&written, self, head, event);
    if (err)
        return err;
    if (written) {
        *out = (arb_store_receipt){ .sequence = (uint64_t)self->given.sequence,
                                    .number = head->events,
                                    .refused = event->refused };
        return ARB_STORE_OK;
    }
    if (event->client.size > 0)
        err = find_first(&found, out, self, event);
    return err || found ? err : ARB_STORE_ORDER;
}

arb_store_mark arb_sqlite_last(const void *opaque)
{
    const arb_sqlite *self = opaque;
    arb_store_mark mark = { .sequence = (uint64_t)self->durable.sequence };

    memcpy(mark.chain, self->durable.chain.bytes, sizeof mark.chain);
    return mark;
}

arb_store_event arb_sqlite_get_event(arb_sqlite_call *call)
{
    return (arb_store_event){
        .sequence = arb_sqlite_get_id(call, 0),
        .game = arb_sqlite_get_id(call, 1),
        .number = (uint32_t)arb_sqlite_get_within(call, 2, 1, UINT32_MAX),
        .client = arb_sqlite_get_maybe(call, 3, ARB_STORE_WORD_MAX),
        .actor = arb_sqlite_get_line(call, 4, ARB_STORE_WORD_MAX),
        .refused = arb_sqlite_get_within(call, 5, 0, 1) == 1,
        .text = arb_sqlite_get_line(call, 6, ARB_STORE_EVENT_MAX),
        .meta = arb_sqlite_get_line(call, 7, ARB_STORE_META_MAX),
        .stamp = { arb_sqlite_get_int(call, 8), arb_sqlite_get_int(call, 9) },
        .verdict = arb_sqlite_get_line(call, 10, ARB_STORE_VERDICT_MAX),
        .erased = arb_sqlite_get_maybe(call, 11, (size_t)2 * ARB_STORE_HASH_SIZE),
        .chain = arb_sqlite_get_bytes(call, 12, ARB_STORE_HASH_SIZE),
    };
}

arb_store_err arb_sqlite_events(void *opaque, uint64_t game, uint64_t after, size_t limit,
                                arb_store_event_fn *fn, void *user)
{
    arb_sqlite *self = opaque;
    arb_sqlite_call call =
        arb_sqlite_start(self, game > 0 ? ARB_SQLITE_EVENTS_OF : ARB_SQLITE_EVENTS);
    bool more = true;

    arb_sqlite_count(&call, after);
    arb_sqlite_int(&call, self->durable.sequence);
    arb_sqlite_count(&call, limit);
    if (game > 0)
        arb_sqlite_count(&call, game);
    while (more && arb_sqlite_row(&call)) {
        arb_store_event event = arb_sqlite_get_event(&call);
        if (call.damaged)
            event = (arb_store_event){ .sequence = event.sequence, .damaged = true };
        call.damaged = false;
        more = fn(user, &event);
    }
    return arb_sqlite_end(&call);
}

/* ---- games ---- */

arb_store_err arb_sqlite_game_new(uint64_t *out, void *opaque, arb_store_bytes header,
                                  int64_t created_ms, arb_store_bytes summary)
{
    arb_sqlite *self = opaque;

    if (self->given.game == INT64_MAX)
        return ARB_STORE_CORRUPT;
    const int64_t game = self->given.game + 1;
    arb_sqlite_call call = arb_sqlite_start(self, ARB_SQLITE_GAME_NEW);
    arb_sqlite_int(&call, game);
    arb_sqlite_int(&call, created_ms);
    arb_sqlite_text(&call, header);
    arb_store_err err = arb_sqlite_finish(&call);
    if (err)
        return err;
    arb_store_hash chain;
    arb_store_chain_begin(&chain, (uint64_t)game, created_ms, header);
    err = arb_sqlite_head_new(self, (uint64_t)game, &chain, summary);
    if (err)
        return err;
    self->given.game = game;
    *out = (uint64_t)game;
    return ARB_STORE_OK;
}

arb_store_err arb_sqlite_game_summary(void *opaque, uint64_t game, arb_store_bytes summary)
{
    arb_sqlite_head *head = NULL;
    const arb_store_err err = arb_sqlite_head_find(&head, opaque, game);

    return err ? err : arb_sqlite_head_summary(opaque, head, summary);
}

arb_store_err arb_sqlite_game_close(void *opaque, uint64_t game, bool closed)
{
    arb_sqlite *self = opaque;
    arb_sqlite_call call = arb_sqlite_start(self, ARB_SQLITE_GAME_CLOSE);

    arb_sqlite_count(&call, game);
    arb_sqlite_int(&call, closed);
    const arb_store_err err = arb_sqlite_finish(&call);
    return err || sqlite3_changes(self->db) > 0 ? err : ARB_STORE_UNKNOWN;
}

/* A row that cannot be read does not keep the others from being read. */
static arb_store_game get_game(arb_sqlite_call *call)
{
    arb_store_game game = {
        .id = arb_sqlite_get_id(call, 0),
        .created_ms = arb_sqlite_get_int(call, 1),
        .closed = arb_sqlite_get_within(call, 2, 0, 1) == 1,
        .header = arb_sqlite_get_lines(call, 3, ARB_STORE_HEADER_MAX),
        .events = (uint32_t)arb_sqlite_get_within(call, 4, 0, UINT32_MAX),
        .summary = arb_sqlite_get_line(call, 5, ARB_STORE_SUMMARY_MAX),
        .chain = arb_sqlite_get_bytes(call, 6, ARB_STORE_HASH_SIZE),
    };

    if (call->damaged)
        game = (arb_store_game){ .id = game.id, .damaged = true };
    call->damaged = false;
    return game;
}

uint64_t arb_sqlite_games_last(const void *opaque)
{
    const arb_sqlite *self = opaque;

    return (uint64_t)self->durable.game;
}

arb_store_err arb_sqlite_games(void *opaque, const arb_store_choice *choice, arb_store_game_fn *fn,
                               void *user)
{
    arb_sqlite *self = opaque;
    arb_sqlite_call call =
        arb_sqlite_start(self, choice->only_open ? ARB_SQLITE_GAMES_OPEN : ARB_SQLITE_GAMES);
    const uint64_t durable = (uint64_t)self->durable.game;
    bool more = true;

    arb_sqlite_count(&call, choice->after);
    arb_sqlite_count(&call, choice->last < durable || choice->strays ? choice->last : durable);
    arb_sqlite_count(&call, choice->limit);
    while (more && arb_sqlite_row(&call)) {
        const arb_store_game game = get_game(&call);
        more = fn(user, &game);
    }
    return arb_sqlite_end_found(&call);
}
