/* SPDX-License-Identifier: MIT */
/*
 * The database is away. Nothing can be acknowledged, so nobody can make a move that counts: the
 * time of all games stands until it answers again, from the moment at which it did not. Pages are
 * told when it lasts, and when it is over.
 *
 * The store says so when something could not be written. Where there are several halls, the sign of
 * life knows sooner, and of every game: the time stands as soon as one is not answered, and runs
 * again when it was counted how long that took, whichever of the two is heard of first.
 */
#include "server/hall/hall_internal.h"

enum { TELL_MS = 1000, STALLED_MS = 1500 };

/* A connection may be mute while the others are not. Nothing that a reader is asked for at once, 32
 * games with all that stands beside them, takes so long. */
enum { MUTE_MS = 8000 };

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Since when the time of all games stands; 0: it runs. What stood before was counted already: one
 * connection may be back while another one is not. */
static int64_t standing_ms(const arb_hall *hall)
{
    const int64_t silent = arb_house_silent_ms(hall), stalled = hall->stalled_ms;

    if (silent == 0)
        return stalled;
    return later(hall->stall_ended_ms, stalled > 0 ? earlier(stalled, silent) : silent);
}

int64_t arb_stall_ms(const arb_hall *hall, int64_t ms)
{
    const int64_t since = standing_ms(hall);

    return since > 0 ? earlier(ms, since) : ms;
}

static void tell(arb_hall *hall)
{
    for (size_t i = 0; i < hall->table_count; i++)
        if (hall->tables[i])
            arb_table_push_reload(hall->tables[i]);
}

/* Where there are several halls, more is known: when it has answered last. Who tells of it later
 * may know of an earlier instant. */
static void begin(arb_hall *hall, int64_t since)
{
    const bool begins = hall->stalled_ms == 0;

    if (hall->house.shared)
        since = earlier(since, atomic_load(&hall->house.answered_ms));
    since = later(since, hall->stall_ended_ms);
    hall->stalled_ms = begins ? since : earlier(since, hall->stalled_ms);
    hall->stalled_ms = standing_ms(hall);
    if (!begins)
        return;
    hall->stall_told = false;
    arb_beat_pause(&hall->beat, true);
}

/* What has begun to run meanwhile stood for less. */
static int64_t stood(const arb_table *t, int64_t since, int64_t now)
{
    return t->dated_ms > since ? now - t->dated_ms : now - since;
}

/* What is on its way to the store is dated already: its table follows when it has got there. */
static void end(arb_hall *hall, int64_t since)
{
    hall->house.losses_counted = atomic_load(&hall->house.losses);
    const int64_t now = arb_boottime_ms();

    hall->stalled_ms = 0;
    hall->stall_ended_ms = now;
    arb_stall_keep(hall, (arb_stall){ since, now });
    arb_beat_pause(&hall->beat, false);
    for (size_t i = 0; i < hall->table_count; i++) {
        arb_table *t = hall->tables[i];
        if (t && t->handed && t->handed_ms >= 0) /* it is being read */
            t->handed_ms += now - since;
        else if (t && t->begun && t->inflight)
            t->stood_ms += stood(t, since, now);
        else if (t && t->begun)
            arb_table_stood(t, stood(t, since, now));
    }
    if (hall->stall_told)
        tell(hall);
    for (size_t i = 0; i < hall->table_count; i++) {
        arb_table *t = hall->tables[i];
        if (t && t->game && !t->inflight)
            arb_table_attend(t);
    }
}

void arb_stall_note(arb_hall *hall, arb_store_err err, int64_t since)
{
    const int64_t stands = err ? 0 : standing_ms(hall);

    if (err == ARB_STORE_AWAY)
        begin(hall, since);
    else if (stands > 0)
        end(hall, stands);
}

/* Whoever looks for the games of a hall that has ended, and reads them, must not wait for long. */
static void look_at_reader(arb_hall *hall, int64_t now)
{
    arb_house *house = &hall->house;

    if (!house->shared || now - house->muted_ms < MUTE_MS ||
        arb_committer_stalled_ms(house->reader) < MUTE_MS)
        return;
    house->muted_ms = now;
    arb_committer_doubt(house->reader);
}

void arb_stall_look(arb_hall *hall)
{
    const int64_t now = arb_boottime_ms(), stalled = arb_committer_stalled_ms(hall->committer);

    if (stalled > STALLED_MS && !hall->trouble && arb_store_is_postgres(hall->config.database)) {
        arb_stall_note(hall, ARB_STORE_AWAY, now - stalled);
        arb_hall_note(hall, ARB_STORE_AWAY);
    }
    look_at_reader(hall, now);
    if (hall->stalled_ms > 0 && !hall->stall_told && now - hall->stalled_ms > TELL_MS) {
        hall->stall_told = true;
        tell(hall);
    }
}
