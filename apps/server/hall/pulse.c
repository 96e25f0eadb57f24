/* SPDX-License-Identifier: MIT */
/* The sign of life of a hall in its house, and who else lives there; see house.h. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/hall/hall_internal.h"

/* ---- who is there */

static bool note_member(void *user, const arb_store_hall *hall)
{
    arb_members *to = user;
    arb_member *m = &to->of[to->count];
    char text[2 * ARB_MEMBER_NAME];

    if (to->count == ARB_MEMBERS_MAX)
        return false;
    *m = (arb_member){ .id = hall->id, .left_ms = hall->left_ms };
    (void)snprintf(text, sizeof text, "%.*s", (int)hall->name.size, hall->name.text);
    if (sscanf(text, "%127s %127s", m->at, m->boot) == 2)
        to->count++;
    return true;
}

static bool lives(const arb_member *m)
{
    return m->left_ms > 0;
}

/* The same halls, of which the same live? */
static bool is_same(const arb_members *a, const arb_members *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        if (a->of[i].id != b->of[i].id || lives(&a->of[i]) != lives(&b->of[i]))
            return false;
    }
    return true;
}

const arb_member *arb_house_member(const arb_hall *hall, uint64_t id)
{
    const arb_members *all = &hall->house.members;

    for (size_t i = 0; i < all->count; i++) {
        if (all->of[i].id == id)
            return lives(&all->of[i]) ? &all->of[i] : NULL;
    }
    return NULL;
}

int64_t arb_house_instant(const arb_hall *hall, uint64_t member, arb_store_stamp stamp)
{
    const arb_members *all = &hall->house.members;

    for (size_t i = 0; i < all->count; i++) {
        if (all->of[i].id == member && strcmp(all->of[i].boot, hall->beat.boot) != 0)
            return arb_boottime_ms() - (arb_wall_ms() - stamp.wall_ms);
    }
    return stamp.monotonic_ms;
}

/* What the thread writes first is read last: whoever sees an answer has seen that it was late. */
int64_t arb_house_silent_ms(const arb_hall *hall)
{
    const arb_house *house = &hall->house;
    const int64_t asked = atomic_load(&house->asked_ms);

    if (!house->shared)
        return 0;
    if (atomic_load(&house->state) != ARB_STORE_OK ||
        atomic_load(&house->losses) != house->losses_counted)
        return atomic_load(&house->lost_ms);
    return asked > 0 && arb_boottime_ms() - asked > ARB_LATE_MS ? atomic_load(&house->answered_ms)
                                                                : 0;
}

bool arb_house_holds(const arb_hall *hall)
{
    const arb_house *house = &hall->house;

    return !house->shared || (!house->away && !atomic_load(&house->doubt) &&
                              arb_boottime_ms() - atomic_load(&house->answered_ms) <
                                  ARB_LEASE_MS - ARB_LEASE_EARLY_MS);
}

bool arb_house_is_heard(const arb_hall *hall)
{
    const arb_house *house = &hall->house;

    return !house->shared ||
           (!house->away && arb_boottime_ms() - atomic_load(&house->answered_ms) <= ARB_LEASE_MS);
}

/* ---- the thread */

/* The database answers again, perhaps another server in its place: whoever still waits for the
 * former one would wait for long. */
static void tell_stores(arb_hall *hall)
{
    arb_committer_doubt(hall->committer);
    arb_committer_doubt(hall->house.reader);
    arb_store_doubt(hall->house.ears);
}

/* One that began then has ended so, before anybody can take it for answered. Whether that is
 * otherwise than the last one has ended, or it was late. */
static bool note_end(arb_house *house, int64_t began, arb_store_err err)
{
    const arb_store_err before = (arb_store_err)atomic_load(&house->state);
    const bool turned = before != err, late = arb_boottime_ms() - began > ARB_LATE_MS;

    if (err)
        atomic_store(&house->failed, true);
    if (!before && (err || late))
        atomic_store(&house->lost_ms, atomic_load(&house->answered_ms));
    if (turned || late)
        atomic_fetch_add(&house->losses, 1);
    return turned || late;
}

/* They are answered again. When that lasted for less than a lease, others were not heard in between
 * either. */
static void note_steady(arb_house *house, int64_t began)
{
    const int64_t before = atomic_exchange(&house->steady_ms, began);

    if (began - before > ARB_LEASE_MS) /* behind the other, or nothing would lie between them */
        atomic_store(&house->unsteady_ms, atomic_load(&house->answered_ms));
}

/* One sign of life. Whether there is something to tell. */
static bool beat(arb_hall *hall)
{
    arb_house *house = &hall->house;
    const int64_t began = arb_boottime_ms();
    arb_members heard = { .count = 0 };

    atomic_store(&house->asked_ms, began);
    /* who has left is not waited for by those who want to see a game of his that is over */
    const arb_store_err err =
        arb_store_pulse_beat(house->pulse, atomic_load(&house->left_all) ? 0 : ARB_LEASE_MS,
                             ARB_SILENCE_MS, note_member, &heard);
    const bool noted = note_end(house, began, err);
    const bool turned = atomic_exchange(&house->state, (int)err) != (int)err;

    atomic_store(&house->asked_ms, 0);
    if (err)
        return turned || arb_boottime_ms() - atomic_load(&house->answered_ms) > ARB_SILENCE_MS;
    if (turned)
        tell_stores(hall);
    const int64_t silent = began - atomic_load(&house->answered_ms);
    const bool late = silent > ARB_SILENCE_MS;
    if (late) /* before anybody can take it for answered */
        note_steady(house, began);
    if (silent > ARB_LEASE_MS - ARB_LEASE_EARLY_MS)
        atomic_store(&house->doubt, true);
    atomic_store(&house->answered_ms, began);
    pthread_mutex_lock(&house->lock);
    const bool same = is_same(&house->heard, &heard);
    house->heard = heard;
    pthread_mutex_unlock(&house->lock);
    const bool old = arb_shared_heard(house, arb_store_pulse_shared(house->pulse), began);
    return noted || late || !same || old;
}

static void *run(void *user)
{
    const struct timespec pause = { .tv_nsec = ARB_PULSE_MS * 1000000L };
    arb_hall *hall = user;
    arb_house *house = &hall->house;

    while (!atomic_load(&house->stop)) {
        if (beat(hall))
            arb_wake_signal(&house->wake);
        (void)nanosleep(&pause, NULL);
    }
    if (atomic_load(&house->left_all) && atomic_load(&house->state) == ARB_STORE_OK)
        (void)beat(hall); /* the others hear that it has left */
    return NULL;
}

/* ---- the loop's thread */

arb_err arb_house_trust(arb_hall *hall)
{
    arb_house *house = &hall->house;
    const size_t count = hall->config.proxy_count;

    house->trusted = calloc(count + ARB_MEMBERS_MAX, sizeof *house->trusted);
    if (!house->trusted)
        return ARB_NOMEM;
    if (count > 0)
        memcpy(house->trusted, hall->config.proxies, count * sizeof *house->trusted);
    house->trusted_count = count + ARB_MEMBERS_MAX;
    for (size_t i = count; i < house->trusted_count; i++)
        house->trusted[i].bits = 128; /* nobody has the address of zeros */
    return ARB_OK;
}

static void trust_members(arb_hall *hall)
{
    arb_house *house = &hall->house;

    for (size_t i = 0; i < ARB_MEMBERS_MAX; i++) {
        arb_network *to = &house->trusted[hall->config.proxy_count + i];
        const arb_member *m = i < house->members.count ? &house->members.of[i] : NULL;
        *to = (arb_network){ .bits = 128 };
        if (m)
            (void)arb_address_read(&to->address, m->at, strlen(m->at));
    }
}

static void on_wake(void *user)
{
    arb_hall *hall = user;
    arb_house *house = &hall->house;
    const int64_t silent = arb_boottime_ms() - atomic_load(&house->answered_ms);
    const arb_store_err err = (arb_store_err)atomic_load(&house->state);

    const arb_members before = house->members;

    pthread_mutex_lock(&house->lock);
    house->members = house->heard;
    pthread_mutex_unlock(&house->lock);
    arb_house_tell_changes(hall, &before);
    trust_members(hall);
    if (err && (silent > ARB_SILENCE_MS || err == ARB_STORE_FENCED))
        arb_house_stand(hall, true);
    if (err == ARB_STORE_FENCED)
        arb_hall_is_forgotten(hall);
    if (err)
        return;
    arb_house_stand(hall, false);
    if (hall->stalled_ms == 0) /* otherwise the store has yet to say that it is back */
        arb_stall_note(hall, ARB_STORE_OK, 0);
    arb_shared_look(hall);
    arb_house_scan(hall);
    arb_forward_go_on(hall);
}

/* How others reach this hall: as whoever runs it says, or where it listens. */
static void find_address(arb_hall *hall)
{
    const char *reach = hall->config.reach, *outer = hall->config.reach_host;
    const char *host = hall->config.listen[0].host;
    const bool any = strcmp(host, "0.0.0.0") == 0 || strcmp(host, "::") == 0;

    if (reach)
        (void)snprintf(hall->house.at, sizeof hall->house.at, "%s", reach);
    else
        (void)snprintf(hall->house.at, sizeof hall->house.at,
                       strchr(host, ':') && !any ? "[%s]:%u" : "%s:%u",
                       any ? (outer && *outer ? outer : "127.0.0.1") : host,
                       (unsigned)arb_http_port(hall->http, 0));
}

arb_store_err arb_house_join(arb_hall *hall, arb_store *store)
{
    arb_house *house = &hall->house;
    char name[2 * ARB_MEMBER_NAME];

    find_address(hall);
    (void)snprintf(name, sizeof name, "%s %s", house->at, hall->beat.boot);
    const arb_store_err err = arb_store_hall_join(
        &house->id, store, (arb_store_bytes){ name, strlen(name) }, ARB_LEASE_MS);
    if (!err)
        arb_house_pass(house->pass, hall, house->id);
    return err;
}

arb_err arb_house_open(arb_hall *hall)
{
    arb_house *house = &hall->house;

    if (!house->shared)
        return ARB_OK;
    arb_house_scan_begin(hall);
    pthread_mutex_init(&house->lock, NULL);
    if (arb_store_pulse_new(&house->pulse, hall->config.database, house->id) != ARB_STORE_OK)
        return ARB_NOMEM;
    atomic_store(&house->answered_ms, arb_boottime_ms());
    atomic_store(&house->steady_ms, arb_boottime_ms());
    arb_err err = arb_wake_open(&house->wake, hall->loop, on_wake, hall);
    if (!err)
        err = arb_follow_open(hall);
    if (!err)
        arb_shared_watch(hall);
    if (!err)
        (void)beat(hall);
    house->members = house->heard;
    trust_members(hall);
    if (!err && pthread_create(&house->thread, NULL, run, hall) != 0)
        err = ARB_IO;
    house->beats = !err;
    if (!err) /* a hall that is alone hears of nobody, and may have games of halls before it */
        arb_house_scan_soon(hall);
    return err;
}

void arb_house_close(arb_hall *hall)
{
    arb_house *house = &hall->house;

    if (!house->pulse)
        return;
    atomic_store(&house->stop, true);
    if (house->beats)
        pthread_join(house->thread, NULL);
    arb_store_pulse_free(house->pulse);
    house->pulse = NULL;
    arb_follow_close(hall);
    arb_loop_unset(hall->loop, &house->scan_timer);
    arb_loop_unset(hall->loop, &house->leave_timer);
    free(house->leave);
    house->leave = NULL;
    if (house->wake.woken)
        arb_wake_close(&house->wake, hall->loop);
    pthread_mutex_destroy(&house->lock);
}
