/* SPDX-License-Identifier: MIT */
/* Whose games are, by the leases in the store: one is looked up, or all at once, and those of halls
 * that have ended are taken; see house.h. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "server/hall/hall_internal.h"

enum { SCAN_MS = 4000, LATE_MS = 700 };

/* One connection may be back before another: whoever can read the leases again may not have given
 * a sign of life yet, and neither may others. Who is silent for the length of a lease in which the
 * database answered is dead. */
bool arb_house_is_patient(const arb_hall *hall, int64_t left_ms)
{
    const arb_house *house = &hall->house;
    const int64_t now = arb_boottime_ms(), heard = now - (ARB_LEASE_MS - left_ms);
    const int64_t from = atomic_load(&house->unsteady_ms), until = atomic_load(&house->steady_ms);
    const int64_t deaf = until - (from > heard ? from : heard);

    return now - atomic_load(&house->answered_ms) > ARB_SILENCE_MS ||
           now - heard - (deaf > 0 ? deaf : 0) < ARB_LEASE_MS;
}

/* ---- whose a game is: in the committer's thread */

/* A lease, and when it was read, by the boot time: to take many of them takes long. */
typedef struct read_lease {
    arb_store_lease lease;
    int64_t ms;
} read_lease;

static bool note_lease(void *user, const arb_store_lease *lease)
{
    *(read_lease *)user = (read_lease){ *lease, arb_boottime_ms() };
    return false;
}

static arb_store_err take(arb_found_lease *out, arb_store *store, const read_lease *read,
                          uint64_t mine)
{
    const arb_store_lease *lease = &read->lease;
    const arb_store_err err = arb_store_lease_take(&out->epoch, store, lease->game);

    if (err)
        return err;
    out->hall = mine;
    if (lease->hall != 0 && lease->hall != mine) {
        out->orphan_of = lease->hall;
        out->sign_ms = read->ms - (ARB_LEASE_MS - lease->left_ms);
    }
    return ARB_STORE_OK;
}

arb_store_err arb_house_look(arb_found_lease *out, arb_store *store, uint64_t game,
                             const arb_hall *hall)
{
    const uint64_t mine = hall->house.id;
    read_lease read = { .lease.game = 0 };
    arb_store_err err = arb_store_leases(store, game - 1, 1, note_lease, &read);

    *out = (arb_found_lease){ .game = game };
    if (err)
        return err;
    if (read.lease.game != game)
        read.lease = (arb_store_lease){ .game = game, .left_ms = -1 };
    const bool others = read.lease.hall != 0 && read.lease.hall != mine;
    if (others && (read.lease.left_ms > 0 || arb_house_is_patient(hall, read.lease.left_ms) ||
                   atomic_load(&hall->house.leaving))) {
        out->hall = read.lease.hall;
        return ARB_STORE_OK;
    }
    err = take(out, store, &read, mine);
    return err == ARB_STORE_TAKEN ? ARB_STORE_OK : err;
}

/* ---- the scan: all leases at once */

typedef struct scanning {
    arb_committer_job job; /* first */
    arb_hall *hall;
    uint64_t mine;
    size_t turn, living; /* this hall among those that live */
    bool doubts;
    struct {
        read_lease read;
        arb_found_lease found;
    } * of;
    size_t count, room;
} scanning;

static bool keep_lease(void *user, const arb_store_lease *lease)
{
    scanning *it = user;

    if (it->count == it->room) {
        const size_t room = it->room ? 2 * it->room : 256;
        void *larger = realloc(it->of, room * sizeof *it->of);
        if (!larger)
            return false;
        it->of = larger;
        it->room = room;
    }
    memset(&it->of[it->count], 0, sizeof it->of[0]);
    it->of[it->count++].read = (read_lease){ *lease, arb_boottime_ms() };
    return true;
}

/* Games of a hall that has ended are shared among those that live; one that does not come for its
 * own leaves them to the others. */
static bool is_my_turn(const scanning *it, const arb_store_lease *lease)
{
    return lease->hall != 0 && lease->hall != it->mine && lease->left_ms <= 0 &&
           !arb_house_is_patient(it->hall, lease->left_ms) &&
           (lease->game % it->living == it->turn || lease->left_ms < -LATE_MS);
}

static bool note_closed(void *user, const arb_store_game *game)
{
    arb_found_lease *found = user;

    if (game->id == found->game && game->closed && !game->damaged &&
        game->summary.size < sizeof found->summary) {
        found->closed = true;
        if (game->summary.size > 0)
            memcpy(found->summary, game->summary.text, game->summary.size);
        found->summary[game->summary.size] = '\0';
    }
    return false;
}

/* Takes it, and finds out whether it is over. */
static arb_store_err take_over(arb_found_lease *out, arb_store *store, const read_lease *read,
                               uint64_t mine)
{
    const arb_store_err err = take(out, store, read, mine);

    if (err == ARB_STORE_TAKEN)
        return ARB_STORE_OK;
    return err ? err : arb_store_games(store, out->game - 1, false, 1, note_closed, out);
}

static arb_store_err scan(arb_committer_job *job, arb_store *store)
{
    scanning *it = (scanning *)job;

    it->count = 0;
    arb_store_err err = arb_store_leases(store, 0, SIZE_MAX, keep_lease, it);
    for (size_t i = 0; i < it->count && !err; i++) {
        const read_lease *read = &it->of[i].read;
        if (!is_my_turn(it, &read->lease))
            continue;
        it->of[i].found.game = read->lease.game;
        err = take_over(&it->of[i].found, store, read, it->mine);
    }
    return err;
}

/* By the lease the game is ours, and nobody here knows. Whoever reads it may find so himself. */
static void learn_own(arb_hall *hall, arb_table *t, const arb_store_lease *lease)
{
    if (t && t->is_loading && t->epoch == 0)
        t->pending = lease->epoch > t->pending ? lease->epoch : t->pending;
    else if (!t || t->epoch == 0)
        arb_house_handed(hall, lease->game, lease->epoch, t && t->handed ? t->handed_ms : -1);
}

/* One lease as it is now. */
static void learn(arb_hall *hall, const arb_store_lease *lease, const arb_found_lease *found)
{
    arb_table *t = arb_hall_table(hall, lease->game);

    if (found->epoch != 0) {
        arb_house_receive(hall, found);
    } else if (lease->hall == hall->house.id) {
        learn_own(hall, t, lease);
    } else if (!t) {
        arb_seek_game(hall, lease->game);
    } else if (lease->epoch > t->epoch && t->epoch != 0) {
        arb_house_lost(t);
        t->lives_at = lease->hall;
    } else if (t->epoch == 0) {
        if (lease->epoch > t->pending)
            t->pending = t->orphan_of = 0;
        if (!t->is_loading)
            t->lives_at = lease->hall;
    }
}

static void scanned(arb_committer_job *job, arb_store_err err)
{
    scanning *it = (scanning *)job;
    arb_hall *hall = it->hall;
    arb_house *house = &hall->house;
    const bool soon = house->scan_again || (atomic_load(&house->doubt) && !it->doubts);
    bool orphans = false;

    house->scanning = house->scan_again = false;
    arb_hall_note(hall, err);
    const uint64_t taken = house->counts.taken;
    for (size_t i = 0; i < it->count && !err && !hall->stopping; i++) {
        const arb_store_lease *lease = &it->of[i].read.lease;
        learn(hall, lease, &it->of[i].found);
        orphans = orphans || (lease->hall != 0 && lease->left_ms <= 0 && !it->of[i].found.epoch &&
                              lease->hall != house->id);
    }
    arb_house_tell_taken(hall, taken);
    if (it->doubts && !err)
        atomic_store(&house->doubt, false);
    const bool certain = it->doubts && !err;
    free(it->of);
    free(it);
    if (hall->stopping)
        return;
    for (size_t i = 0; i < hall->table_count && certain; i++) {
        if (hall->tables[i] && hall->tables[i]->game)
            arb_table_go_on(hall->tables[i]);
    }
    arb_forward_go_on(hall);
    if (house->scanning) /* a game that was lost has begun the next one already */
        return;
    arb_loop_set(hall->loop, &house->scan_timer,
                 arb_boottime_ms() +
                     (soon || house->scan_again || orphans || err ? ARB_PULSE_MS * 4 : SCAN_MS));
}

static void on_scan_timer(void *user)
{
    arb_house_scan(user);
}

void arb_house_scan_begin(arb_hall *hall)
{
    hall->house.scan_timer = (arb_timer){ .due = on_scan_timer, .user = hall };
}

void arb_house_scan_soon(arb_hall *hall)
{
    if (hall->house.scan_again) /* it is about to */
        return;
    hall->house.scan_again = true;
    if (!hall->house.scanning && !hall->stopping)
        arb_loop_set(hall->loop, &hall->house.scan_timer, arb_boottime_ms() + ARB_PULSE_MS);
}

void arb_house_scan(arb_hall *hall)
{
    arb_house *house = &hall->house;
    const bool wanted = !house->scanning && !hall->stopping && !atomic_load(&house->leaving);
    scanning *it = wanted ? calloc(1, sizeof *it) : NULL;

    house->scan_again = house->scanning;
    if (!it)
        return;
    arb_loop_unset(hall->loop, &house->scan_timer);
    *it = (scanning){ .hall = hall, .mine = house->id, .doubts = atomic_load(&house->doubt) };
    for (size_t i = 0; i < house->members.count; i++) {
        const arb_member *m = &house->members.of[i];
        if (m->left_ms <= 0)
            continue;
        if (m->id == house->id)
            it->turn = it->living;
        it->living++;
    }
    it->living = it->living ? it->living : 1;
    it->job.work = scan;
    it->job.done = scanned;
    house->scanning = true;
    arb_committer_push(hall->committer, &it->job);
}
