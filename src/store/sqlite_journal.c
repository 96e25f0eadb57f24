/* SPDX-License-Identifier: MIT */
/*
 * Batches, events and games on SQLite.
 *
 * The numbers of events and games are counted here and not by SQLite, so that a batch that fails
 * leaves no hole. Readers are kept to what is durable, although they share the connection with a
 * batch that is not.
 */
#include <string.h>

#include "arbitro/mem.h"
#include "store/sqlite_internal.h"

arb_store_err arb_sqlite_numbers_read(arb_sqlite *self)
{
    arb_sqlite_call call = arb_sqlite_start(self, ARB_SQLITE_LAST);
    arb_sqlite_numbers last = { 0 };

    if (arb_sqlite_row(&call)) {
        last.sequence = arb_sqlite_get_int(&call, 0);
        last.game = arb_sqlite_get_int(&call, 1);
    }
    const arb_store_err err = arb_sqlite_finish(&call);
    if (!err)
        self->given = self->durable = last;
    return err;
}

/* ---- the check ---- */

/* A check that answers no row, or only the one that says that all is well. */
static arb_store_err check(arb_sqlite *self, arb_sqlite_statement statement, const char *well)
{
    arb_sqlite_call call = arb_sqlite_start(self, statement);
    bool good = true;

    while (good && arb_sqlite_row(&call)) {
        const char *text = (const char *)sqlite3_column_text(call.statement, 0);
        good = well && text && sqlite3_stricmp(text, well) == 0;
    }
    const arb_store_err err = arb_sqlite_end(&call);
    return err || good ? err : ARB_STORE_CORRUPT;
}

arb_store_err arb_sqlite_check(void *opaque)
{
    static const arb_sqlite_statement checks[] = { ARB_SQLITE_CHECK_FILE, ARB_SQLITE_CHECK_KEYS,
                                                   ARB_SQLITE_CHECK_SEQUENCE,
                                                   ARB_SQLITE_CHECK_NUMBERS };
    arb_store_err err = ARB_STORE_OK;

    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && !err; i++)
        err = check(opaque, checks[i], checks[i] == ARB_SQLITE_CHECK_FILE ? "ok" : NULL);
    return err;
}

/* ---- batches ---- */

static arb_store_err run(arb_sqlite *self, arb_sqlite_statement statement)
{
    arb_sqlite_call call = arb_sqlite_start(self, statement);

    return arb_sqlite_finish(&call);
}

arb_store_err arb_sqlite_begin(void *opaque)
{
    return run(opaque, ARB_SQLITE_BEGIN);
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
        err = run(self, ARB_SQLITE_COMMIT);
    if (err) {
        arb_sqlite_rollback(self);
        return err;
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
    if (self->given.sequence > self->durable.sequence)
        memset(self->counts, 0, self->counts_room * sizeof *self->counts);
    self->given = self->durable;
}

/* ---- events ---- */

/* Makes room for the counts of as many games as there are. */
static bool reserve_counts(arb_sqlite *self, size_t game)
{
    if (game < self->counts_room)
        return true;
    const size_t old = self->counts_room, room = game + game / 2 + 64;
    uint32_t *counts =
        arb_mem_resize(self->mem, self->counts, old * sizeof *counts, room * sizeof *counts);
    if (!counts)
        return false;
    memset(counts + old, 0, (room - old) * sizeof *counts);
    self->counts = counts;
    self->counts_room = room;
    return true;
}

/* The place where the number of the game's next event is kept. */
static arb_store_err next_number(uint32_t **out, arb_sqlite *self, uint64_t game)
{
    if (game > (uint64_t)self->given.game) /* games are numbered without a hole, too */
        return ARB_STORE_UNKNOWN;
    if (!reserve_counts(self, game))
        return ARB_STORE_NOMEM;
    *out = &self->counts[game];
    if (**out > 0)
        return ARB_STORE_OK;
    arb_sqlite_call call = arb_sqlite_start(self, ARB_SQLITE_COUNT);
    arb_sqlite_count(&call, game);
    if (arb_sqlite_row(&call))
        **out = (uint32_t)arb_sqlite_get_int(&call, 0) + 1;
    return arb_sqlite_end(&call);
}

/* What the event with this client id got when it came for the first time. */
static arb_store_err find_first(bool *found, arb_store_receipt *out, arb_sqlite *self,
                                const arb_store_event *event)
{
    arb_sqlite_call call = arb_sqlite_start(self, ARB_SQLITE_FIRST);

    arb_sqlite_count(&call, event->game);
    arb_sqlite_blob(&call, event->client);
    *found = arb_sqlite_row(&call);
    if (*found)
        *out = (arb_store_receipt){ .sequence = (uint64_t)arb_sqlite_get_int(&call, 0),
                                    .number = (uint32_t)arb_sqlite_get_int(&call, 1),
                                    .refused = arb_sqlite_get_int(&call, 2) != 0,
                                    .again = true };
    return arb_sqlite_end(&call);
}

/* Writes the row; `written` is false when its client id is there already. */
static arb_store_err insert(bool *written, arb_sqlite *self, const arb_store_event *event,
                            int64_t number)
{
    arb_sqlite_call call = arb_sqlite_start(self, ARB_SQLITE_APPEND);

    arb_sqlite_int(&call, self->given.sequence + 1);
    arb_sqlite_count(&call, event->game);
    arb_sqlite_int(&call, number);
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
    const arb_store_err err = arb_sqlite_finish(&call);
    *written = !err && sqlite3_changes(self->db) > 0;
    return err;
}

arb_store_err arb_sqlite_append(arb_store_receipt *out, void *opaque, const arb_store_event *event)
{
    arb_sqlite *self = opaque;
    bool written = false, found = false;
    uint32_t *next = NULL;
    arb_store_err err = next_number(&next, self, event->game);

    if (err)
        return err;
    if ((event->number == 0 || event->number == *next) && *next < UINT32_MAX)
        err = insert(&written, self, event, *next);
    if (err)
        return err;
    if (written) {
        self->given.sequence++;
        *out = (arb_store_receipt){ .sequence = (uint64_t)self->given.sequence,
                                    .number = (*next)++,
                                    .refused = event->refused };
        return ARB_STORE_OK;
    }
    if (event->client.size > 0)
        err = find_first(&found, out, self, event);
    return err || found ? err : ARB_STORE_ORDER;
}

uint64_t arb_sqlite_last(const void *opaque)
{
    const arb_sqlite *self = opaque;

    return (uint64_t)self->durable.sequence;
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
        const arb_store_event event = {
            .sequence = (uint64_t)arb_sqlite_get_int(&call, 0),
            .game = (uint64_t)arb_sqlite_get_int(&call, 1),
            .number = (uint32_t)arb_sqlite_get_int(&call, 2),
            .client = arb_sqlite_get_bytes(&call, 3),
            .actor = arb_sqlite_get_bytes(&call, 4),
            .refused = arb_sqlite_get_int(&call, 5) != 0,
            .text = arb_sqlite_get_bytes(&call, 6),
            .meta = arb_sqlite_get_bytes(&call, 7),
            .stamp = { arb_sqlite_get_int(&call, 8), arb_sqlite_get_int(&call, 9) },
        };
        more = fn(user, &event);
    }
    return arb_sqlite_end(&call);
}

/* ---- games ---- */

arb_store_err arb_sqlite_game_new(uint64_t *out, void *opaque, arb_store_bytes header,
                                  int64_t created_ms)
{
    arb_sqlite *self = opaque;
    arb_sqlite_call call = arb_sqlite_start(self, ARB_SQLITE_GAME_NEW);

    arb_sqlite_int(&call, self->given.game + 1);
    arb_sqlite_int(&call, created_ms);
    arb_sqlite_text(&call, header);
    const arb_store_err err = arb_sqlite_finish(&call);
    if (!err)
        *out = (uint64_t)++self->given.game;
    return err;
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

arb_store_err arb_sqlite_games(void *opaque, const arb_store_choice *choice, arb_store_game_fn *fn,
                               void *user)
{
    arb_sqlite *self = opaque;
    arb_sqlite_call call =
        arb_sqlite_start(self, choice->only_open ? ARB_SQLITE_GAMES_OPEN : ARB_SQLITE_GAMES);
    const uint64_t durable = (uint64_t)self->durable.game;
    bool more = true;

    arb_sqlite_count(&call, choice->after);
    arb_sqlite_count(&call, choice->last < durable ? choice->last : durable);
    arb_sqlite_count(&call, choice->limit);
    arb_sqlite_int(&call, self->durable.sequence);
    while (more && arb_sqlite_row(&call)) {
        const arb_store_game game = {
            .id = (uint64_t)arb_sqlite_get_int(&call, 0),
            .created_ms = arb_sqlite_get_int(&call, 1),
            .closed = arb_sqlite_get_int(&call, 2) != 0,
            .header = arb_sqlite_get_bytes(&call, 3),
            .events = (uint32_t)arb_sqlite_get_int(&call, 4),
        };
        more = fn(user, &game);
    }
    return arb_sqlite_end_found(&call);
}
