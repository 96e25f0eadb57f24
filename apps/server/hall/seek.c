/* SPDX-License-Identifier: MIT */
/*
 * Links and games that another hall of the house has made: they are looked for in the store when
 * somebody comes with one, and when the journal tells of one. A request waits meanwhile. What was
 * not found is remembered for a moment, so that it is answered then. What nobody waits for is tried
 * until it could be read, once for each game.
 */
#define _GNU_SOURCE
#include "server/hall/seek.h"

#include <stdlib.h>
#include <string.h>

enum { ASKED_MAX = 256 /* requests that wait */, ABSENT_MS = 1000, RETRY_MS = 200 };

/* ---- what was not found a moment ago */

static arb_absent *place_of(arb_hall *hall, const arb_hash *hash)
{
    return &hall->house.absent[hash->bytes[0] % ARB_ABSENT_MAX];
}

static bool is_absent(arb_hall *hall, const arb_hash *hash)
{
    const arb_absent *place = place_of(hall, hash);

    return place->until_ms > arb_boottime_ms() && memcmp(&place->hash, hash, sizeof *hash) == 0;
}

static void note_absent(arb_hall *hall, const arb_hash *hash)
{
    *place_of(hall, hash) =
        (arb_absent){ .hash = *hash, .until_ms = arb_boottime_ms() + ABSENT_MS };
}

/* ---- what was found */

/* A game that sleeps here is as the store says. */
static void refresh(arb_table *t, const arb_table *found)
{
    if (t->game || t->epoch != 0)
        return;
    t->is_over = found->is_over;
    t->known = found->known;
    t->phase = found->phase;
    t->result = found->result;
    t->moves = found->moves;
    t->moves_seen = found->moves_seen;
    t->touched_ms = 0;
    arb_past_note(t);
    arb_feed_changed(t);
}

/* Its round may have been made elsewhere, too. */
static void take_round(arb_seeking *it, arb_table *t)
{
    arb_hall *hall = it->hall;

    if (it->round.id != 0 && !arb_round_get(hall, it->round.id) &&
        arb_round_keep(hall, &it->round) == ARB_OK)
        arb_feed_new_round(hall);
    arb_round *round = arb_round_get(hall, t->round);
    if (round)
        (void)!arb_round_add(round, t);
}

/* A link is as good as the store says, unless it opens nothing. */
static void take_links(const arb_seeking *it)
{
    arb_hall *hall = it->hall;

    if (it->game != 0 && !it->found)
        return;
    for (size_t i = 0; i < it->key_count; i++)
        arb_codes_learn(hall, &it->keys[i], it->changes);
    for (size_t i = 0; i < hall->table_count && it->relinked && it->game == 0; i++)
        if (hall->tables[i])
            arb_table_end_replaced(hall->tables[i]);
}

static void take_game(arb_seeking *it)
{
    arb_hall *hall = it->hall;
    arb_table *t = arb_hall_table(hall, it->game);

    if (t) {
        refresh(t, it->found);
        if (it->relinked)
            arb_table_end_replaced(t);
        arb_table_free(it->found);
    } else if (arb_hall_reserve(hall, it->game) == ARB_OK) {
        t = hall->tables[it->game - 1] = it->found;
        arb_past_note(t);
        take_round(it, t);
        arb_table *old = arb_hall_table(hall, t->before);
        if (old && old->next == 0) /* it is played in its place */
            old->next = t->id;
        arb_feed_changed(t);
    } else {
        arb_table_free(it->found);
    }
    t = arb_hall_table(hall, it->game);
    if (t && t->epoch == 0 && t->lives_at == 0 && it->lives_at != hall->house.id)
        t->lives_at = it->lives_at;
    it->found = NULL;
}

/* ---- those that are under way */

static arb_seeking **list_of(arb_hall *hall, const arb_seeking *it)
{
    return &hall->house.seeking[it->by_link ? 0 : it->game % ARB_SEEKING_LISTS];
}

static void unlist(arb_seeking *it)
{
    *it->previous = it->next;
    if (it->next)
        it->next->previous = it->previous;
}

static void push(arb_seeking *it)
{
    it->heard = false;
    it->job.work = arb_seek_read;
    it->changes = it->hall->keys.changes;
    arb_committer_push(it->hall->house.reader, &it->job);
}

static void on_retry(void *user)
{
    push(user);
}

/* The one for which no request waits, if there is one. */
static arb_seeking *under_way(arb_hall *hall, uint64_t game)
{
    const arb_seeking what = { .game = game };
    arb_seeking *it = *list_of(hall, &what);

    while (it && (it->asked || it->game != game))
        it = it->next;
    return it;
}

static void seek_once_more(arb_seeking *it)
{
    arb_seek_forget(it);
    it->again = false;
    push(it);
}

/* The game is known by now. If it is ours, it is taken, also when it was sought for that by another
 * one that is under way: whoever asks for it must not find it without that. */
static void receive(arb_seeking *it)
{
    arb_hall *hall = it->hall;
    const uint64_t before = hall->house.counts.taken;
    arb_seeking *ours = it->lease.epoch ? it : under_way(hall, it->game);

    if (!ours || ours->lease.epoch == 0 || !arb_hall_table(hall, it->game))
        return;
    const arb_found_lease lease = ours->lease;
    ours->lease.epoch = 0;
    arb_house_receive(hall, &lease);
    arb_house_tell_taken(hall, before);
    arb_forward_go_on(hall);
}

/* Somebody waits for it, and it is not there. */
static bool is_missing(const arb_seeking *it)
{
    const arb_key *key = it->by_link ? arb_keys_find(&it->hall->keys, &it->hash) : NULL;

    return it->by_link ? !key || !arb_hall_table(it->hall, key->game)
                       : it->exchange && !arb_hall_table(it->hall, it->game);
}

void arb_seek_take(arb_seeking *it)
{
    take_links(it);
    if (it->found)
        take_game(it);
    receive(it);
}

static void answer(arb_seeking *it, arb_store_err err)
{
    if (it->exchange && it->hall->stopping)
        arb_api_fail(it->exchange, ARB_API_SHUTTING);
    else if (it->exchange && err)
        arb_api_fail_store(it->exchange, err);
    else if (it->exchange)
        arb_routes_handle(it->hall, it->exchange, it->request);
}

static void end(arb_seeking *it, arb_store_err err)
{
    unlist(it);
    it->hall->house.seeking_asked -= it->asked;
    if (it->asked && it->by_link)
        arb_hall_unknown_found(it->hall, &it->caller);
    answer(it, err);
    free(it->request);
    free(it);
}

bool arb_seek_is_unheard(const arb_seeking *it)
{
    return it->found && it->lease.epoch == 0 && it->lives_at == it->hall->house.id &&
           !arb_hall_table(it->hall, it->game);
}

/* In a batch, behind all that came before. */
arb_store_err arb_seek_hear(arb_committer_job *job, arb_store *store)
{
    (void)job, (void)store;
    return ARB_STORE_OK;
}

static void done(arb_committer_job *job, arb_store_err err)
{
    arb_seeking *it = (arb_seeking *)job;
    arb_hall *hall = it->hall;
    const bool goes_on = !it->asked && !hall->stopping;

    if (!hall->stopping && !it->heard)
        arb_follow_answered(hall, err);
    if (!err && !hall->stopping && !it->heard && arb_seek_is_unheard(it)) {
        it->heard = true;
        it->job.work = arb_seek_hear;
        arb_committer_push(hall->committer, &it->job);
        return;
    }
    if (err && err != ARB_STORE_CORRUPT && goes_on) {
        arb_seek_forget(it);
        arb_loop_set(hall->loop, &it->timer, arb_boottime_ms() + RETRY_MS);
        return;
    }
    if (!err && !hall->stopping)
        arb_seek_take(it);
    else if (!hall->stopping)
        receive(it);
    arb_seek_forget(it);
    if (!err && is_missing(it))
        note_absent(hall, &it->hash);
    if (it->again && goes_on)
        seek_once_more(it);
    else
        end(it, err);
}

static bool begin(arb_hall *hall, const arb_seeking *what)
{
    arb_seeking *it = malloc(sizeof *it), **list = list_of(hall, what);

    if (!it)
        return false;
    *it = *what;
    it->hall = hall;
    it->job.done = done;
    it->timer = (arb_timer){ .due = on_retry, .user = it };
    it->next = *list;
    it->previous = list;
    if (it->next)
        it->next->previous = &it->next;
    *list = it;
    hall->house.seeking_asked += it->asked;
    push(it);
    return true;
}

/* The request goes on when that was sought; false: it was not there a moment ago. */
static bool let_wait(const arb_api_call *call, arb_seeking *what)
{
    arb_hall *hall = call->hall;

    if (!hall->house.shared || !hall->house.reader || hall->stopping ||
        is_absent(hall, &what->hash))
        return false;
    if (hall->house.seeking_asked >= ASKED_MAX) {
        arb_api_fail(call->exchange, ARB_API_BUSY);
        return true;
    }
    what->asked = true;
    what->exchange = call->exchange;
    what->caller = call->caller;
    what->request = arb_http_request_copy(call->request);
    if (!what->request || !begin(hall, what)) {
        free(what->request);
        arb_api_fail(call->exchange, ARB_API_MEMORY);
    }
    return true;
}

bool arb_seek(const arb_api_call *call, const arb_hash *hash)
{
    arb_seeking what = { .by_link = true, .hash = *hash };

    return let_wait(call, &what);
}

/* What was not found is remembered by a hash that no link has. */
bool arb_seek_wanted(const arb_api_call *call, uint64_t game)
{
    arb_seeking what = { .game = game };

    memcpy(what.hash.bytes, &game, sizeof game);
    return let_wait(call, &what);
}

/* One that is under way may have read what was there before; one that waits for its next attempt
 * has not. */
static void begin_or_repeat(arb_hall *hall, const arb_seeking *what)
{
    arb_seeking *it = under_way(hall, what->game);

    if (it) {
        it->again = it->again || !it->timer.set;
        it->relinked = it->relinked || what->relinked;
    } else if (hall->house.reader && !hall->stopping) {
        (void)begin(hall, what);
    }
}

void arb_seek_game(arb_hall *hall, uint64_t game)
{
    const arb_seeking what = { .game = game };

    begin_or_repeat(hall, &what);
}

void arb_seek_ours(arb_hall *hall, const arb_found_lease *lease)
{
    const arb_seeking what = { .game = lease->game, .lease = *lease };
    arb_seeking *it = under_way(hall, lease->game);

    if (it && lease->epoch > it->lease.epoch)
        it->lease = *lease;
    else if (!it && hall->house.reader && !hall->stopping)
        (void)begin(hall, &what);
}

void arb_seek_links(arb_hall *hall, uint64_t game)
{
    const arb_seeking what = { .game = game, .relinked = true };

    begin_or_repeat(hall, &what);
}

void arb_seek_close(arb_hall *hall)
{
    for (size_t i = 0; i < ARB_SEEKING_LISTS; i++)
        for (arb_seeking *it; (it = hall->house.seeking[i]);) {
            arb_loop_unset(hall->loop, &it->timer);
            end(it, ARB_STORE_OK);
        }
}
