/* SPDX-License-Identifier: MIT */
/*
 * A whole database as another one; see inspect.h. It is written as it was written the first time:
 * games, then events in their order, which get the same numbers and the same hashes, or there is a
 * difference and the copy is none. Until all is there, a setting says that it is not.
 */
#include <sodium.h>

#include "arbitro/mem.h"
#include "store/chain.h"
#include "store/store_internal.h"

/* A page may take long where every row is a trip to a server. */
enum { PAGE = 2048, LOOK_EVERY = 64 };

static const arb_store_bytes unfinished = { "copy.unfinished", 15 };

typedef struct transfer {
    arb_store *to, *from;
    arb_store_progress_fn *progress;
    void *user;
    double done, compared; /* so far, and before this half of the comparison */
    size_t rows;
    arb_store_err err; /* of a callback */
    uint64_t after;    /* the last of this page */
    size_t count;      /* how many there were */
    uint64_t all;
} transfer;

/* Shows how much is done, and hears whether it is to go on. */
static bool show(transfer *it, double done)
{
    it->done = done;
    if (!it->err && it->progress && !it->progress(it->user, done))
        it->err = ARB_STORE_STOPPED;
    return it->err == ARB_STORE_OK;
}

static bool goes_on(transfer *it)
{
    return ++it->rows % LOOK_EVERY == 0 ? show(it, it->done) : it->err == ARB_STORE_OK;
}

/* ---- one row after the other ---- */

static bool copy_game(void *user, const arb_store_game *game)
{
    transfer *it = user;
    arb_store *to = it->to;
    uint64_t id = 0;

    it->count++;
    it->after = game->id;
    it->err = game->damaged
                  ? ARB_STORE_CORRUPT
                  : to->ops->game_new(&id, to->db, game->header, game->created_ms, game->summary);
    if (!it->err && id != game->id)
        it->err = ARB_STORE_CORRUPT;
    if (!it->err && game->closed)
        it->err = to->ops->game_close(to->db, id, true);
    return goes_on(it);
}

static bool copy_event(void *user, const arb_store_event *event)
{
    transfer *it = user;
    arb_store_receipt got = { 0 };

    it->count++;
    it->after = event->sequence;
    it->err = event->damaged ? ARB_STORE_CORRUPT : it->to->ops->append(&got, it->to->db, event);
    if (!it->err && (got.again || got.sequence != event->sequence || got.number != event->number))
        it->err = ARB_STORE_CORRUPT;
    return goes_on(it);
}

static bool copy_person(void *user, const arb_store_person *person)
{
    transfer *it = user;

    it->count++;
    it->after = person->id;
    it->err = it->to->ops->person_put(it->to->db, person);
    return goes_on(it);
}

static bool copy_seat(void *user, const arb_store_seat *seat)
{
    transfer *it = user;

    it->err = it->to->ops->seat_put(it->to->db, seat);
    return goes_on(it);
}

static bool copy_token(void *user, const arb_store_token *token)
{
    transfer *it = user;

    it->err = token->damaged ? ARB_STORE_CORRUPT : it->to->ops->token_add(it->to->db, token);
    return goes_on(it);
}

static bool copy_setting(void *user, arb_store_bytes name, arb_store_bytes value)
{
    transfer *it = user;

    it->err = it->to->ops->setting_set(it->to->db, name, value);
    return goes_on(it);
}

static bool copy_lease(void *user, const arb_store_lease *lease)
{
    transfer *it = user;

    it->count++;
    it->after = lease->game;
    it->err = it->to->ops->lease_put(it->to->db, lease);
    return goes_on(it);
}

/* ---- page by page ---- */

static arb_store_err read_games(transfer *it)
{
    const arb_store_choice choice = {
        .after = it->after, .last = UINT64_MAX, .limit = PAGE, .strays = true
    };
    const arb_store_err err = it->from->ops->games(it->from->db, &choice, copy_game, it);

    return err == ARB_STORE_UNKNOWN ? ARB_STORE_OK : err;
}

static arb_store_err read_events(transfer *it)
{
    if (!show(it, it->all ? 0.8 * (double)it->after / (double)it->all : 0))
        return ARB_STORE_OK;
    return it->from->ops->events(it->from->db, 0, it->after, PAGE, copy_event, it);
}

static arb_store_err read_people(transfer *it)
{
    const arb_store_err err =
        it->from->ops->people(it->from->db, it->after, UINT64_MAX, PAGE, copy_person, it);

    return err == ARB_STORE_UNKNOWN ? ARB_STORE_OK : err;
}

static arb_store_err read_leases(transfer *it)
{
    return it->from->ops->leases(it->from->db, it->after, PAGE, copy_lease, it);
}

/* The seats of as many games. */
static arb_store_err read_seats(transfer *it)
{
    const uint64_t games = it->from->ops->games_last(it->from->db);
    arb_store_err err = ARB_STORE_OK;

    for (; it->count < PAGE && it->after < games && !err && goes_on(it); it->count++)
        err = it->from->ops->seats(it->from->db, ++it->after, copy_seat, it);
    return err;
}

/* What is not divided into pages. */
static arb_store_err read_rest(transfer *it)
{
    arb_store *to = it->to, *from = it->from;
    arb_store_heartbeat beat;
    uint64_t given = 0;
    arb_store_err err = from->ops->tokens(from->db, 0, copy_token, it);

    if (err == ARB_STORE_UNKNOWN)
        err = ARB_STORE_OK;
    if (!err && !it->err)
        err = from->ops->settings(from->db, copy_setting, it);
    if (!err && !it->err)
        err = from->ops->people_given(&given, from->db);
    if (!err && !it->err && given > 0)
        err = to->ops->people_give(to->db, given);
    if (err || it->err)
        return err;
    err = from->ops->heartbeat_get(&beat, from->db);
    if (err)
        return err == ARB_STORE_UNKNOWN ? ARB_STORE_OK : err;
    return to->ops->beat(to->db, &beat);
}

/* A batch for every page. */
static arb_store_err copy_pages(transfer *it, arb_store_err (*read)(transfer *it))
{
    arb_store_err err = ARB_STORE_OK;

    it->after = 0;
    do {
        it->count = 0;
        err = arb_store_begin(it->to);
        if (!err)
            err = read(it);
        if (!err) /* what cannot be written once more was not written by a store */
            err = it->err >= ARB_STORE_TOO_LARGE ? ARB_STORE_CORRUPT : it->err;
        if (!err)
            err = arb_store_commit(it->to);
        else
            arb_store_rollback(it->to);
    } while (!err && it->count == PAGE);
    return err;
}

/* ---- whether there is anything ---- */

static bool any_setting(void *user, arb_store_bytes name, arb_store_bytes value)
{
    (void)name, (void)value;
    *(bool *)user = true;
    return false;
}

arb_store_err arb_store_is_empty(arb_store *store)
{
    bool any = arb_store_last(store) > 0 || store->ops->games_last(store->db) > 0;
    arb_store_heartbeat beat;
    uint64_t given = 0;
    arb_store_err err = store->ops->people_given(&given, store->db);

    if (!err)
        err = store->ops->settings(store->db, any_setting, &any);
    if (err)
        return err;
    err = store->ops->heartbeat_get(&beat, store->db);
    if (err && err != ARB_STORE_UNKNOWN)
        return err;
    return any || given > 0 || !err ? ARB_STORE_EXISTS : ARB_STORE_OK;
}

/* ---- the whole ---- */

arb_store_err arb_store_unfinished(arb_store *to, bool is)
{
    arb_store_err err = arb_store_begin(to);

    if (!err)
        err = is ? to->ops->setting_set(to->db, unfinished, (arb_store_bytes){ "", 0 })
                 : to->ops->setting_remove(to->db, unfinished);
    if (!err)
        return arb_store_commit(to);
    arb_store_rollback(to);
    return err;
}

arb_store_err arb_store_is_finished(arb_store *store)
{
    arb_buf value;

    arb_buf_init(&value, store->mem, 1);
    const arb_store_err err = store->ops->setting_get(&value, store->db, unfinished);
    arb_buf_clear(&value);
    /* whatever else is wrong is found when it is read */
    return err == ARB_STORE_OK ? ARB_STORE_UNFINISHED : ARB_STORE_OK;
}

/* One half of the comparison. */
static bool show_compared(void *user, double done)
{
    transfer *it = user;

    return show(it, it->compared + 0.1 * done);
}

static arb_store_err compare(transfer *it)
{
    unsigned char before[ARB_STORE_HASH_SIZE], after[ARB_STORE_HASH_SIZE];

    it->compared = 0.8;
    arb_store_err err = arb_store_digest_told(before, it->from, show_compared, it);
    it->compared = 0.9;
    if (!err)
        err = arb_store_digest_told(after, it->to, show_compared, it);
    return !err && memcmp(before, after, sizeof before) != 0 ? ARB_STORE_LOSS : err;
}

arb_store_err arb_store_transfer(arb_store *to, arb_store *from, arb_store_progress_fn *progress,
                                 void *user)
{
    static arb_store_err (*const parts[])(transfer *) = { read_games, read_events, read_people,
                                                          read_seats, read_leases, read_rest };
    transfer it = {
        .to = to, .from = from, .progress = progress, .user = user, .all = arb_store_last(from)
    };

    if (!from->read_only || to->read_only || to->in_batch)
        return ARB_STORE_STATE;
    arb_store_err err = arb_store_is_empty(to);
    if (err)
        return err;
    err = arb_store_unfinished(to, true);
    to->ops->copying(to->db, true);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && !err; i++)
        err = copy_pages(&it, parts[i]);
    to->ops->copying(to->db, false);
    if (!err)
        err = arb_store_unfinished(to, false);
    if (!err)
        err = compare(&it);
    if ((err == ARB_STORE_LOSS || err == ARB_STORE_STOPPED) &&
        arb_store_unfinished(to, true) != ARB_STORE_OK)
        return ARB_STORE_LOSS;
    if (!err && progress)
        (void)progress(user, 1); /* it is done: nobody can stop it any more */
    return err;
}

arb_store_err arb_store_give_up(arb_store *store, const char *path)
{
    arb_store_rollback(store);
    if (!store->ops->is_made(store->db) && arb_store_is_finished(store) == ARB_STORE_OK) {
        arb_store_close(store);
        return ARB_STORE_OK;
    }
    const arb_store_err err = store->ops->discard(store->db, path);
    arb_store_forget(store);
    arb_mem_free(store->mem, store, sizeof *store);
    return err;
}
