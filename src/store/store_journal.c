/* SPDX-License-Identifier: MIT */
/* Events and games: what comes in is looked at here before a database sees it. */
#include "store/store_internal.h"

static arb_store_err check_event(const arb_store_event *event)
{
    arb_store_err err = arb_store_plain(event->text, ARB_STORE_EVENT_MAX, false);

    if (!err && event->text.size == 0)
        err = ARB_STORE_TEXT;
    if (!err)
        err = arb_store_plain(event->actor, ARB_STORE_WORD_MAX, false);
    if (!err)
        err = arb_store_plain(event->meta, ARB_STORE_META_MAX, false);
    if (!err)
        err = arb_store_plain(event->verdict, ARB_STORE_VERDICT_MAX, false);
    if (!err)
        err = arb_store_plain(event->summary, ARB_STORE_SUMMARY_MAX, false);
    if (!err && event->client.size > ARB_STORE_WORD_MAX)
        err = ARB_STORE_TOO_LARGE;
    if (!err && event->game == 0)
        err = ARB_STORE_UNKNOWN;
    return err;
}

arb_store_err arb_store_append(arb_store_receipt *out, arb_store *store,
                               const arb_store_event *event)
{
    arb_store_receipt receipt = { 0 };
    arb_store_event row = *event;
    arb_store_err err = arb_store_enter(store, check_event(event));

    row.erased = (arb_store_bytes){ 0 };
    if (!err)
        err = store->ops->append(&receipt, store->db, &row);
    err = arb_store_leave(store, err);
    if (!err)
        *out = receipt;
    return err;
}

arb_store_err arb_store_expect(arb_store *store, const uint64_t *games, size_t count)
{
    if (!store->in_batch || store->failed)
        return store->in_batch ? store->failed : ARB_STORE_STATE;
    arb_store_read_begin(store);
    return arb_store_read_end(store, store->ops->expect(store->db, games, count));
}

uint64_t arb_store_last(const arb_store *store)
{
    return store->ops->last(store->db).sequence;
}

arb_store_mark arb_store_mark_get(const arb_store *store)
{
    return store->ops->last(store->db);
}

/* Hands events on, until one is damaged. */
typedef struct reader {
    arb_store_event_fn *fn;
    void *user;
    bool damaged;
} reader;

static bool hand_on(void *user, const arb_store_event *event)
{
    reader *it = user;

    it->damaged = event->damaged;
    return !it->damaged && it->fn(it->user, event);
}

static arb_store_err read_events(arb_store *store, uint64_t game, uint64_t after, size_t limit,
                                 reader it)
{
    arb_store_read_begin(store);
    const arb_store_err err = store->ops->events(store->db, game, after, limit, hand_on, &it);
    return arb_store_read_end(store, !err && it.damaged ? ARB_STORE_CORRUPT : err);
}

arb_store_err arb_store_events(arb_store *store, uint64_t after, size_t limit,
                               arb_store_event_fn *fn, void *user)
{
    return read_events(store, 0, after, limit, (reader){ .fn = fn, .user = user });
}

arb_store_err arb_store_events_of(arb_store *store, uint64_t game, uint64_t after, size_t limit,
                                  arb_store_event_fn *fn, void *user)
{
    if (game == 0)
        return ARB_STORE_OK;
    return read_events(store, game, after, limit, (reader){ .fn = fn, .user = user });
}

static arb_store_err check_game(arb_store_bytes header, arb_store_bytes summary)
{
    arb_store_err err = arb_store_plain(header, ARB_STORE_HEADER_MAX, true);

    if (!err)
        err = arb_store_plain(summary, ARB_STORE_SUMMARY_MAX, false);
    return err ? err : arb_store_header_check(header);
}

arb_store_err arb_store_game_new(uint64_t *out, arb_store *store, arb_store_bytes header,
                                 int64_t created_ms, arb_store_bytes summary)
{
    uint64_t game = 0;
    arb_store_err err = arb_store_enter(store, check_game(header, summary));

    if (!err)
        err = store->ops->game_new(&game, store->db, header, created_ms, summary);
    err = arb_store_leave(store, err);
    if (!err)
        *out = game;
    return err;
}

arb_store_err arb_store_game_summary(arb_store *store, uint64_t game, arb_store_bytes summary)
{
    arb_store_err err = arb_store_plain(summary, ARB_STORE_SUMMARY_MAX, false);

    err = arb_store_enter(store, !err && game == 0 ? ARB_STORE_UNKNOWN : err);
    if (!err)
        err = store->ops->game_summary(store->db, game, summary);
    return arb_store_leave(store, err);
}

arb_store_err arb_store_game_close(arb_store *store, uint64_t game, bool closed)
{
    arb_store_err err = arb_store_enter(store, ARB_STORE_OK);

    if (!err)
        err = store->ops->game_close(store->db, game, closed);
    return arb_store_leave(store, err);
}

arb_store_err arb_store_game_get(arb_store *store, uint64_t game, arb_store_game_fn *fn, void *user)
{
    const arb_store_choice choice = { .after = game - 1, .last = game, .limit = 1 };

    if (game == 0)
        return ARB_STORE_UNKNOWN;
    arb_store_read_begin(store);
    return arb_store_read_end(store, store->ops->games(store->db, &choice, fn, user));
}

arb_store_err arb_store_games(arb_store *store, uint64_t after, bool only_open, size_t limit,
                              arb_store_game_fn *fn, void *user)
{
    const arb_store_choice choice = {
        .after = after, .last = UINT64_MAX, .only_open = only_open, .limit = limit
    };

    arb_store_read_begin(store);
    return arb_store_list_end(store, store->ops->games(store->db, &choice, fn, user));
}

arb_store_err arb_store_games_changed(arb_store *store, uint64_t after, arb_store_changed_fn *fn,
                                      void *user)
{
    arb_store_read_begin(store);
    return arb_store_list_end(store, store->ops->games_changed(store->db, after, fn, user));
}
