/* SPDX-License-Identifier: MIT */
/*
 * What lists say of games that live in other halls. A game at which nobody looks here is not
 * followed, so what is known of it grows old; and one that was made elsewhere a moment ago is not
 * known. So whoever asks for a list, or gives an order to many boards, waits until it was read what
 * has changed since the last time: the lines of games with events, and games that are new. What is
 * acknowledged before he asks is there then, whichever hall he asks. Beside that it is read every
 * four seconds, so that it is never much.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "server/hall/rounds.h"
#include "server/hall/seek.h"

/* So many requests wait, half of them of anybody; and what anybody may ask for is as good for a
 * moment. */
enum { LISTERS_MAX = 256, FRESH_MS = 100, PATIENCE_MS = 1000, PORTION = 32 };

struct arb_lister {
    arb_lister *next;
    arb_http_exchange *exchange;
    arb_http_request *request;
    bool goes_on; /* also with what is known, when nothing could be read */
};

/* What a list says of a game. */
typedef struct line {
    uint64_t game, last; /* of its events */
    bool closed;
    char summary[ARB_SUMMARY_MAX];
} line;

struct arb_listing {
    arb_committer_job job; /* first */
    arb_hall *hall;
    arb_lister *who;
    uint64_t after; /* events after this one count, */
    uint64_t known; /* and games after this one, unless they are there already: */
    bool *there;
    size_t there_count;
    uint64_t changes; /* of links that were known here when it was begun */
    line *lines;
    size_t line_count, line_room;
    arb_seeking *made;
    size_t made_count, made_room;
    bool heard; /* what this hall has made before was told before */
};

/* ---- in the reader's thread */

static bool keep_line(void *user, const arb_store_game *game, uint64_t last)
{
    arb_listing *it = user;

    it->after = last > it->after ? last : it->after;
    if (game->damaged || game->summary.size >= ARB_SUMMARY_MAX)
        return true;
    if (it->line_count == it->line_room) {
        const size_t room = it->line_room ? 2 * it->line_room : 64;
        line *larger = realloc(it->lines, room * sizeof *larger);
        if (!larger) {
            it->job.err = ARB_STORE_NOMEM;
            return false;
        }
        it->lines = larger;
        it->line_room = room;
    }
    line *one = &it->lines[it->line_count++];
    *one = (line){ .game = game->id, .last = last, .closed = game->closed };
    if (game->summary.size > 0)
        memcpy(one->summary, game->summary.text, game->summary.size);
    return true;
}

static bool note_made(void *user, const arb_store_game *game)
{
    arb_listing *it = user;
    const uint64_t place = game->id - it->known - 1;

    if (place < it->there_count && it->there[place])
        return true;
    if (it->made_count == it->made_room) {
        const size_t room = it->made_room ? 2 * it->made_room : 64;
        arb_seeking *larger = realloc(it->made, room * sizeof *larger);
        if (!larger) {
            it->job.err = ARB_STORE_NOMEM;
            return false;
        }
        it->made = larger;
        it->made_room = room;
    }
    it->made[it->made_count++] =
        (arb_seeking){ .hall = it->hall, .game = game->id, .changes = it->changes };
    return true;
}

/* One that is damaged keeps nobody from the others: it is set aside, as where a hall opens. */
static arb_store_err read_game(arb_seeking *it, arb_store *store)
{
    const arb_store_err err = arb_seek_read(&it->job, store);

    it->job.err = err;
    return err == ARB_STORE_CORRUPT ? ARB_STORE_OK : err;
}

/* New games are read by lists, as those are that are taken (house_read.c). */
static arb_store_err read_made(arb_listing *it, arb_store *store)
{
    arb_store_err err = ARB_STORE_OK;

    for (size_t first = 0; first < it->made_count && !err; first += PORTION) {
        const size_t left = it->made_count - first, count = left < PORTION ? left : PORTION;
        uint64_t games[PORTION];
        for (size_t i = 0; i < count; i++)
            games[i] = it->made[first + i].game;
        if (count > 1)
            arb_store_gather(store, games, count, ARB_MANNER);
        for (size_t i = 0; i < count && !err; i++)
            err = read_game(&it->made[first + i], store);
        arb_store_forget(store);
        arb_committer_goes_on(it->hall->house.reader);
    }
    return err;
}

/* Where a new game lives: whoever asks about it goes there, before the leases are next read. */
static bool note_lease(void *user, const arb_store_lease *lease)
{
    arb_listing *it = user;
    size_t from = 0, to = it->made_count;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (it->made[middle].game < lease->game)
            from = middle + 1;
        else
            to = middle;
    }
    if (from < it->made_count && it->made[from].game == lease->game)
        it->made[from].lives_at = lease->hall;
    return true;
}

/* Events first: a game that is made meanwhile is new then. */
static arb_store_err look(arb_committer_job *job, arb_store *store)
{
    arb_listing *it = (arb_listing *)job;

    it->job.err = ARB_STORE_OK;
    arb_store_err err = arb_store_games_changed(store, it->after, keep_line, it);
    err = err ? err : it->job.err;
    if (!err)
        err = arb_store_games(store, it->known, false, SIZE_MAX, note_made, it);
    err = err ? err : it->job.err;
    if (!err && it->made_count > 0)
        err = arb_store_leases(store, it->known, SIZE_MAX, note_lease, it);
    return err ? err : read_made(it, store);
}

/* ---- in the loop's thread */

/* A game that is followed here may not have come so far. */
static void take_line(arb_hall *hall, const line *one)
{
    arb_table *t = arb_hall_table(hall, one->game);

    if (!t || t->epoch != 0 || t->damaged || (t->game && t->sequence >= one->last))
        return;
    const bool unsure = t->unsure;
    t->is_over = one->closed;
    arb_table_summary_read(t, one->summary, strlen(one->summary));
    t->unsure = unsure; /* whoever has it knows */
    t->touched_ms = 0;
    arb_past_note(t);
    arb_feed_changed(t);
}

static void take(arb_listing *it)
{
    arb_hall *hall = it->hall;
    arb_house *house = &hall->house;

    for (size_t i = 0; i < it->made_count; i++) {
        const uint64_t game = it->made[i].game;
        if (it->made[i].job.err && it->made[i].found)
            arb_table_set_aside(it->made[i].found);
        arb_seek_take(&it->made[i]);
        house->listed_games = game > house->listed_games ? game : house->listed_games;
    }
    for (size_t i = 0; i < it->line_count; i++)
        take_line(hall, &it->lines[i]);
    for (size_t i = it->there_count; i > 0; i--) {
        if (it->there[i - 1] && it->known + i > house->listed_games)
            house->listed_games = it->known + i;
    }
    house->listed = it->after > house->listed ? it->after : house->listed;
    house->listed_ms = arb_boottime_ms();
}

/* Lists are as they are known when nothing could be read, and orders to boards are for the halls of
 * the games to judge. */
static void answer(arb_hall *hall, arb_lister *who, arb_store_err err)
{
    for (arb_lister *next; who; who = next) {
        next = who->next;
        hall->house.lister_count--;
        if (hall->stopping) {
            arb_api_fail(who->exchange, ARB_API_SHUTTING);
        } else if (err && !who->goes_on) {
            arb_api_fail_store(who->exchange, err);
        } else {
            hall->house.lists_now = true;
            hall->house.lists_old = err != ARB_STORE_OK;
            arb_routes_handle(hall, who->exchange, who->request);
            hall->house.lists_now = hall->house.lists_old = false;
        }
        free(who->request);
        free(who);
    }
}

static void listing_free(arb_listing *it)
{
    for (size_t i = 0; i < it->made_count; i++)
        arb_seek_forget(&it->made[i]);
    free(it->there);
    free(it->lines);
    free(it->made);
    free(it);
}

static bool is_unheard(const arb_listing *it)
{
    for (size_t i = 0; i < it->made_count; i++)
        if (arb_seek_is_unheard(&it->made[i]))
            return true;
    return false;
}

static void begin(arb_hall *hall);

static void done(arb_committer_job *job, arb_store_err err)
{
    arb_listing *it = (arb_listing *)job;
    arb_hall *hall = it->hall;
    arb_lister *who = it->who;

    if (!hall->stopping && !it->heard)
        arb_follow_answered(hall, err);
    if (!hall->stopping && !err && !it->heard && is_unheard(it)) {
        it->heard = true;
        it->job.work = arb_seek_hear;
        arb_committer_push(hall->committer, &it->job);
        return;
    }
    hall->house.listing = NULL;
    arb_loop_unset(hall->loop, &hall->house.lists_timer);
    if (!hall->stopping && !err)
        take(it);
    listing_free(it);
    if (!hall->stopping && (hall->house.listers || hall->house.lists_again))
        begin(hall);
    answer(hall, who, err);
    if (hall->stopping) {
        who = hall->house.listers;
        hall->house.listers = NULL;
        answer(hall, who, ARB_STORE_AWAY);
    }
}

/* Which games are there of those that are new since the last time. */
static void note_there(arb_listing *it)
{
    const arb_hall *hall = it->hall;

    if (hall->table_count <= it->known)
        return;
    it->there = calloc(hall->table_count - it->known, sizeof *it->there);
    it->there_count = it->there ? hall->table_count - it->known : 0;
    for (size_t i = 0; i < it->there_count; i++)
        it->there[i] = hall->tables[it->known + i] != NULL;
}

/* It takes too long: a connection may be mute while others answer. */
static void on_patience(void *user)
{
    arb_hall *hall = user;
    arb_house *house = &hall->house;
    arb_lister *who = house->listing ? house->listing->who : NULL, *more = house->listers;

    if (house->listing)
        house->listing->who = NULL;
    house->listers = NULL;
    answer(hall, who, ARB_STORE_AWAY);
    answer(hall, more, ARB_STORE_AWAY);
}

static void be_patient(arb_hall *hall)
{
    arb_house *house = &hall->house;

    if (house->lists_timer.set)
        return;
    house->lists_timer = (arb_timer){ .due = on_patience, .user = hall };
    arb_loop_set(hall->loop, &house->lists_timer, arb_boottime_ms() + PATIENCE_MS);
}

static void begin(arb_hall *hall)
{
    arb_house *house = &hall->house;
    arb_listing *it = calloc(1, sizeof *it);
    arb_lister *who = house->listers;

    house->listers = NULL;
    house->lists_again = false;
    if (!it) {
        answer(hall, who, ARB_STORE_NOMEM);
        return;
    }
    it->hall = hall;
    it->who = who;
    it->after = house->listed;
    it->known = house->listed_games;
    it->changes = hall->keys.changes;
    it->job.work = look;
    it->job.done = done;
    note_there(it);
    house->listing = it;
    if (who)
        be_patient(hall);
    arb_committer_push(house->reader, &it->job);
}

static bool is_read(const arb_hall *hall)
{
    return hall->house.shared && hall->house.reader && !hall->stopping && !hall->house.away;
}

void arb_lists_look(arb_hall *hall)
{
    if (!is_read(hall))
        return;
    if (hall->house.listing)
        hall->house.lists_again = true;
    else
        begin(hall);
}

bool arb_lists_wait(const arb_api_call *call, bool is_public, bool goes_on)
{
    arb_hall *hall = call->hall;
    arb_house *house = &hall->house;

    if (!is_read(hall) || house->lists_now ||
        (is_public && arb_boottime_ms() - house->listed_ms < FRESH_MS))
        return false;
    if (house->lister_count >= (is_public ? LISTERS_MAX / 2 : LISTERS_MAX)) {
        if (call->request->method == ARB_HTTP_GET)
            return false; /* as it is known */
        arb_api_fail(call->exchange, ARB_API_BUSY);
        return true;
    }
    arb_lister *it = calloc(1, sizeof *it);
    if (!it || !(it->request = arb_http_request_copy(call->request))) {
        free(it);
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return true;
    }
    it->exchange = call->exchange;
    it->goes_on = goes_on;
    it->next = house->listers;
    house->listers = it;
    house->lister_count++;
    if (!house->listing)
        begin(hall);
    else
        be_patient(hall);
    return true;
}
