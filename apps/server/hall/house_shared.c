/* SPDX-License-Identifier: MIT */
/*
 * What all halls of a house share beside the games: which events are published, with which delay,
 * and the door. It stands in the store with a version that grows with every change (store/lease.h).
 *
 * A delay that was made longer must hold in halls that have not heard of it yet. Nothing new can be
 * shown that was not read from the database or written there, so it is looked at with both:
 *   - a batch that is written learns the version as it has its turn: all that was changed before it
 *     is in force before anybody is told of its events;
 *   - what is read is told after the version was looked at, behind the reading; when that cannot be
 *     done, nothing was read.
 * What was heard before and waits for its time (shadow.c) needs no database any more, so it waits
 * for a sign of life that began after that time and found the version that is in force here: a hall
 * that does not hear from the database shows nothing newer.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "server/hall/broadcasts.h"
#include "server/hall/door.h"
#include "server/hall/live.h"
#include "server/hall/shadow.h"

struct arb_shared {
    uint64_t version; /* what is in it is as new as that, or newer */
    arb_broadcast *broadcasts;
    bool damaged; /* one of them */
    json_t *door;
};

static void shared_free(arb_shared *s)
{
    if (!s)
        return;
    arb_broadcasts_free(s->broadcasts);
    json_decref(s->door);
    free(s);
}

static arb_store_err shared_read(arb_shared **out, arb_store *store, uint64_t version)
{
    arb_shared *s = calloc(1, sizeof *s);

    if (!s)
        return ARB_STORE_NOMEM;
    s->version = version;
    arb_store_err err = arb_broadcasts_read(&s->broadcasts, &s->damaged, store);
    if (!err)
        err = arb_door_read(&s->door, store);
    if (err)
        shared_free(s);
    else
        *out = s;
    return err;
}

/* ---- the loop's thread */

/* A game that another hall has made a moment ago may be published before this one knows it. */
static void seek_chosen(arb_hall *hall)
{
    for (size_t i = 0; i < ARB_BROADCASTS_MAX; i++) {
        const arb_broadcast *b = &hall->broadcasts[i];
        for (size_t k = 0; k < b->chosen_count; k++)
            if (!arb_hall_table(hall, b->chosen[k].game))
                arb_seek_game(hall, b->chosen[k].game);
    }
}

/* It holds from now on. */
static void take(arb_hall *hall, arb_shared *s)
{
    arb_broadcast *const broadcasts = hall->broadcasts;
    json_t *const door = hall->door;

    hall->broadcasts = s->broadcasts;
    hall->door = s->door;
    atomic_store(&hall->house.version, s->version);
    s->broadcasts = broadcasts;
    s->door = door;
    if (s->damaged)
        arb_hall_log(hall, "error", "a published event cannot be read", NULL);
    shared_free(s);
}

arb_store_err arb_shared_restore(arb_hall *hall, arb_store *store)
{
    arb_shared *s = NULL;
    uint64_t version = 0;
    arb_store_err err = arb_store_shared_read(&version, store);

    if (!err)
        err = shared_read(&s, store, version);
    if (err)
        return err;
    hall->house.found_version = version;
    take(hall, s);
    return ARB_STORE_OK;
}

void arb_shared_changed(arb_hall *hall)
{
    arb_live_forget(hall);
    arb_shadows_review(hall);
}

/* Before anything that was read or written with it is told. */
static void tell(void *user)
{
    arb_hall *hall = user;
    arb_house *house = &hall->house;
    const bool was_unsure = house->unsure;

    pthread_mutex_lock(&house->shared_lock);
    arb_shared *found = house->found;
    house->found = NULL;
    house->unsure = house->unread;
    pthread_mutex_unlock(&house->shared_lock);
    if (!found && house->unsure == was_unsure)
        return;
    if (found)
        take(hall, found);
    if (hall->stopping)
        return;
    seek_chosen(hall);
    arb_shared_changed(hall);
}

static arb_store_err nothing(arb_committer_job *job, arb_store *store)
{
    (void)job, (void)store; /* the version is looked at with whatever is read */
    return ARB_STORE_OK;
}

typedef struct looking {
    arb_committer_job job; /* first */
    arb_hall *hall;
} looking;

static void looked(arb_committer_job *job, arb_store_err err)
{
    (void)err; /* the next sign of life asks again */
    ((looking *)job)->hall->house.shared_asked = false;
    free(job);
}

void arb_shared_look(arb_hall *hall)
{
    arb_house *house = &hall->house;
    looking *it = NULL;

    if (atomic_load(&house->is_old) && !house->shared_asked && !hall->stopping)
        it = calloc(1, sizeof *it);
    if (!it)
        return;
    *it = (looking){ .job = { .work = nothing, .done = looked }, .hall = hall };
    house->shared_asked = true;
    arb_committer_push(house->reader, &it->job);
}

int64_t arb_shared_lag_ms(const arb_hall *hall)
{
    const int64_t lag =
        hall->house.shared ? arb_boottime_ms() - atomic_load(&hall->house.certain_ms) : 0;

    return lag > 0 ? lag : 0;
}

/* ---- the threads of the store */

/* Reads what is of this version, instead of what was read last: of `former`. Another thread may
 * have read something else meanwhile, which is newer. */
static arb_store_err read_version(arb_house *house, arb_store *store, uint64_t former,
                                  uint64_t version)
{
    arb_shared *s = NULL;
    const arb_store_err err = shared_read(&s, store, version);

    pthread_mutex_lock(&house->shared_lock);
    if (house->found_version == former) {
        if (!err) {
            shared_free(house->found);
            house->found = s;
            house->found_version = version;
            s = NULL;
        }
        house->unread = err != ARB_STORE_OK;
    }
    pthread_mutex_unlock(&house->shared_lock);
    if (!err)
        shared_free(s);
    return err;
}

static uint64_t version_read(arb_house *house)
{
    pthread_mutex_lock(&house->shared_lock);
    const uint64_t version = house->found_version;
    pthread_mutex_unlock(&house->shared_lock);
    return version;
}

/* Is what the store has to be read? A standby may lack what is in force already. The one that
 * takes writes is right also when its number is smaller: it may have been a standby. */
static bool is_other(uint64_t version, uint64_t former, const arb_store *store)
{
    return version > former || (version < former && !arb_store_is_standby(store));
}

/* Something was read. */
static arb_store_err look_read(void *user, arb_store *store)
{
    arb_house *house = &((arb_hall *)user)->house;
    const uint64_t former = version_read(house);
    uint64_t version = 0;
    const arb_store_err err = arb_store_shared_read(&version, store);

    return err || !is_other(version, former, store) ? err
                                                    : read_version(house, store, former, version);
}

/* A batch was written, or was not. What it has changed itself is newer than its turn. */
static arb_store_err look_written(void *user, arb_store *store)
{
    arb_house *house = &((arb_hall *)user)->house;
    const uint64_t version = arb_store_shared_version(store), former = version_read(house);

    if (!house->changed)
        return version > former ? read_version(house, store, former, version) : ARB_STORE_OK;
    house->changed = false;
    const arb_store_err err = look_read(user, store);
    pthread_mutex_lock(&house->shared_lock);
    house->unread |= err != ARB_STORE_OK;
    pthread_mutex_unlock(&house->shared_lock);
    return err;
}

arb_store_err arb_shared_change(arb_hall *hall, arb_store *store)
{
    hall->house.changed = true;
    return hall->house.shared ? arb_store_shared_change(store) : ARB_STORE_OK;
}

bool arb_shared_heard(arb_house *house, uint64_t version, int64_t ms)
{
    const bool old = version != atomic_load(&house->version);

    atomic_store(&house->is_old, old);
    if (!old)
        atomic_store(&house->certain_ms, ms);
    return old;
}

/* ---- the beginning and the end */

void arb_shared_watch(arb_hall *hall)
{
    arb_house *house = &hall->house;
    const arb_committer_watch written = { look_written, tell, hall },
                              read = { look_read, tell, hall };

    pthread_mutex_init(&house->shared_lock, NULL);
    house->watches = true;
    arb_committer_set_watch(hall->committer, &written);
    arb_committer_set_watch(house->reader, &read);
}

void arb_shared_close(arb_hall *hall)
{
    shared_free(hall->house.found);
    hall->house.found = NULL;
    if (hall->house.watches)
        pthread_mutex_destroy(&hall->house.shared_lock);
}
