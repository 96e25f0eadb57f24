/* SPDX-License-Identifier: MIT */
/*
 * Whose games are, by the leases in the store: those of all games that are not over are read beside
 * the batches, and those of halls that have ended are taken by few statements; see house.h. A game
 * that is over is left where it is until somebody asks for it (house_look.c).
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "server/hall/hall_internal.h"

enum { SCAN_MS = 4000, LATE_MS = 700 };

/* ---- the scan: all leases at once, read beside the batches */

/* A lease, and the epoch by which it was taken; 0: it was not. */
typedef struct scanned_lease {
    arb_store_lease lease;
    uint64_t epoch;
    bool wanted;
} scanned_lease;

typedef struct scanning {
    arb_committer_job job; /* first */
    arb_hall *hall;
    uint64_t mine;
    uint64_t known;      /* games up to this number: what is over is not looked at again */
    size_t turn, living; /* this hall among those that live */
    uint64_t lost;       /* games that it had lost when the leases were read */
    bool behind;         /* they were read from a standby, which may lack what is durable */
    bool doubts;
    scanned_lease *of; /* by their games */
    size_t count, room;
    scanned_lease *others; /* whatever others have, where this hall may have slept */
    size_t other_count, other_room;
    struct {
        uint64_t hall;
        int64_t ms;
    } sign[ARB_MEMBERS_MAX]; /* until when halls have lived that have ended */
    size_t sign_count;
} scanning;

static bool keep(scanned_lease **list, size_t *count, size_t *room, const arb_store_lease *lease)
{
    if (*count == *room) {
        const size_t more = *room ? 2 * *room : 256;
        scanned_lease *larger = realloc(*list, more * sizeof *larger);
        if (!larger)
            return false;
        *list = larger;
        *room = more;
    }
    (*list)[(*count)++] = (scanned_lease){ .lease = *lease };
    return true;
}

/* Games of a hall that has ended are shared among those that live; one that does not come for its
 * own leaves them to the others. */
static bool is_my_turn(const scanning *it, const arb_store_lease *lease)
{
    return lease->hall != 0 && lease->hall != it->mine && lease->left_ms <= 0 &&
           !arb_house_is_patient(it->hall, lease->hall, lease->left_ms) &&
           (lease->game % it->living == it->turn || lease->left_ms < -LATE_MS);
}

/* Each of its leases tells the same instant, later by as much as it was read late. */
static void note_sign(scanning *it, const arb_store_lease *lease)
{
    const int64_t ms = arb_boottime_ms() - (ARB_LEASE_MS - lease->left_ms);
    size_t i = 0;

    while (i < it->sign_count && it->sign[i].hall != lease->hall)
        i++;
    if (i == ARB_MEMBERS_MAX)
        return;
    if (i == it->sign_count)
        it->sign[it->sign_count++].hall = lease->hall;
    else if (it->sign[i].ms <= ms)
        return;
    it->sign[i].ms = ms;
}

static int64_t sign_of(const scanning *it, uint64_t hall)
{
    for (size_t i = 0; i < it->sign_count; i++)
        if (it->sign[i].hall == hall)
            return it->sign[i].ms;
    return arb_boottime_ms() - ARB_LEASE_MS;
}

static bool keep_lease(void *user, const arb_store_lease *lease)
{
    scanning *it = user;

    if (!keep(&it->of, &it->count, &it->room, lease))
        return false;
    if (lease->hall != 0 && lease->hall != it->mine && lease->left_ms <= 0)
        note_sign(it, lease);
    it->of[it->count - 1].wanted = is_my_turn(it, lease);
    return true;
}

static bool keep_other(void *user, const arb_store_lease *lease)
{
    scanning *it = user;

    return lease->hall == it->mine || keep(&it->others, &it->other_count, &it->other_room, lease);
}

/* In the reader's thread. Games that are over are many, and matter when somebody asks for one; but
 * who may have slept has to know also which of these are no longer his. */
static arb_store_err look(arb_committer_job *job, arb_store *store)
{
    scanning *it = (scanning *)job;

    it->behind = arb_store_is_standby(store);
    const arb_store_err err = arb_store_leases_open(store, it->known, keep_lease, it);

    return err || !it->doubts ? err : arb_store_leases(store, 0, SIZE_MAX, keep_other, it);
}

static scanned_lease *lease_of(const scanning *it, uint64_t game)
{
    size_t from = 0, to = it->count;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (it->of[middle].lease.game < game)
            from = middle + 1;
        else
            to = middle;
    }
    return from < it->count && it->of[from].lease.game == game ? &it->of[from] : NULL;
}

static void note_taken(void *user, uint64_t game, uint64_t epoch)
{
    scanned_lease *of = lease_of(user, game);

    if (of)
        of->epoch = epoch;
}

/* In the committer's thread: all of them at once, in a short batch. */
static arb_store_err take_wanted(arb_committer_job *job, arb_store *store)
{
    scanning *it = (scanning *)job;
    uint64_t *games = malloc((it->count + 1) * sizeof *games);
    size_t count = 0;

    if (!games)
        return ARB_STORE_NOMEM;
    for (size_t i = 0; i < it->count; i++) {
        it->of[i].epoch = 0;
        if (it->of[i].wanted && !atomic_load(&it->hall->house.leaving))
            games[count++] = it->of[i].lease.game;
    }
    const arb_store_err err =
        count ? arb_store_leases_take(store, games, count, note_taken, it) : ARB_STORE_OK;
    free(games);
    return err;
}

/* May it have been read before the game was lost? One that was read afterwards holds also when it
 * is the same: then nobody has taken the game. */
static bool is_old(const scanning *it, const arb_table *t, const arb_store_lease *lease)
{
    return lease->epoch < t->past ||
           (lease->epoch == t->past && (it->behind || it->lost < t->lost_as));
}

/* By the lease the game is ours, and nobody here knows. Whoever reads it may find so himself. */
static void learn_own(const scanning *it, arb_table *t, const arb_store_lease *lease)
{
    arb_hall *hall = it->hall;

    if (t && is_old(it, t, lease))
        return;
    if (t && t->is_loading && t->epoch == 0)
        t->pending = lease->epoch > t->pending ? lease->epoch : t->pending;
    else if (!t || t->epoch == 0)
        arb_house_handed(hall, lease->game, lease->epoch, t && t->handed ? t->handed_ms : -1);
}

/* One lease as it is now. */
static void learn(const scanning *it, const scanned_lease *of)
{
    arb_hall *hall = it->hall;
    const arb_store_lease *lease = &of->lease;
    arb_table *t = arb_hall_table(hall, lease->game);

    if (of->epoch != 0) {
        const arb_found_lease found = { .game = lease->game,
                                        .epoch = of->epoch,
                                        .hall = it->mine,
                                        .orphan_of = lease->hall,
                                        .sign_ms = sign_of(it, lease->hall) };
        arb_house_receive(hall, &found);
    } else if (lease->hall == hall->house.id) {
        learn_own(it, t, lease);
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

/* What somebody else has by now, also of games that are over. */
static void learn_other(arb_hall *hall, const arb_store_lease *lease)
{
    arb_table *t = arb_hall_table(hall, lease->game);

    if (!t || t->epoch == 0 || lease->epoch <= t->epoch)
        return;
    arb_house_lost(t);
    t->lives_at = lease->hall;
}

/* All of them; whether some are left whose hall has ended. */
static bool learn_all(const scanning *it)
{
    arb_hall *hall = it->hall;
    const uint64_t taken = hall->house.counts.taken;
    bool orphans = false;

    for (size_t i = 0; i < it->count && !hall->stopping; i++) {
        const arb_store_lease *lease = &it->of[i].lease;
        learn(it, &it->of[i]);
        orphans = orphans || (lease->hall != 0 && lease->left_ms <= 0 && !it->of[i].epoch &&
                              lease->hall != it->mine);
    }
    for (size_t i = 0; i < it->other_count && !hall->stopping; i++)
        learn_other(hall, &it->others[i].lease);
    arb_house_tell_taken(hall, taken);
    return orphans;
}

static void scanning_free(scanning *it)
{
    free(it->of);
    free(it->others);
    free(it);
}

/* What had to wait until it was certain which games are still ours. */
static void go_on_all(const arb_hall *hall)
{
    for (size_t i = 0; i < hall->table_count; i++) {
        if (hall->tables[i] && hall->tables[i]->game)
            arb_table_go_on(hall->tables[i]);
    }
}

static void scanned(scanning *it, arb_store_err err)
{
    arb_hall *hall = it->hall;
    arb_house *house = &hall->house;
    const bool soon = house->scan_again || (atomic_load(&house->doubt) && !it->doubts);
    const bool certain = it->doubts && !err;

    house->scanning = house->scan_again = false;
    const bool orphans = !err && learn_all(it);
    if (certain)
        atomic_store(&house->doubt, false);
    scanning_free(it);
    if (hall->stopping)
        return;
    if (certain)
        go_on_all(hall);
    arb_forward_go_on(hall);
    arb_lists_look(hall);
    if (house->scanning) /* a game that was lost has begun the next one already */
        return;
    arb_loop_set(hall->loop, &house->scan_timer,
                 arb_boottime_ms() +
                     (soon || house->scan_again || orphans || err ? ARB_PULSE_MS * 4 : SCAN_MS));
}

static void taken(arb_committer_job *job, arb_store_err err)
{
    scanning *it = (scanning *)job;

    arb_hall_note(it->hall, err);
    scanned(it, err);
}

/* The reader may have seen what this hall has just written, and not yet heard of itself: a game
 * that is being made. What the committer has done before is told before. */
static bool is_unheard(const scanning *it, const scanned_lease *of)
{
    return of->lease.hall == it->mine && !arb_hall_table(it->hall, of->lease.game);
}

static void looked(arb_committer_job *job, arb_store_err err)
{
    scanning *it = (scanning *)job;
    bool waits = false;

    for (size_t i = 0; i < it->count && !err && !waits; i++)
        waits = it->of[i].wanted || is_unheard(it, &it->of[i]);
    if (!waits || it->hall->stopping) {
        scanned(it, err);
        return;
    }
    it->job.work = take_wanted;
    it->job.done = taken;
    arb_committer_push(it->hall->committer, &it->job);
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
    *it = (scanning){ .hall = hall,
                      .mine = house->id,
                      .known = hall->table_count,
                      .lost = house->counts.lost,
                      .doubts = atomic_load(&house->doubt) };
    for (size_t i = 0; i < house->members.count; i++) {
        const arb_member *m = &house->members.of[i];
        if (m->left_ms <= 0)
            continue;
        if (m->id == house->id)
            it->turn = it->living;
        it->living++;
    }
    it->living = it->living ? it->living : 1;
    it->job.work = look;
    it->job.done = looked;
    house->scanning = true;
    arb_committer_push(house->reader, &it->job);
}
