/* SPDX-License-Identifier: MIT */
/*
 * Games that nobody plays any more are closed by the hall, by two rules: a casual game, or one
 * against the computer, that was never begun, after a day; one without an event, after thirty. The
 * hall says so in the arbiter's place, by "annul", and the arbiter's desk can revoke it. A game
 * that an arbiter has stopped is adjourned, and stays; so does every other game of a tournament.
 */
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "server/hall/hall_internal.h"

enum {
    LOOK_MS = 60000, /* how often they are looked for */
    CLOSED_MAX = 8,  /* that are read from the store or closed at a time: others want to play */
    FORGET_MS = ARB_QUOTA_DAY_MS
};

/* Was the last one who stopped the game an arbiter? Then it is adjourned. */
static bool is_adjourned(const arb_table *t)
{
    for (size_t i = t->log_count; t->phase == ARB_PHASE_STOPPED && i-- > 0;) {
        if (arb_game_event(t->game, i, NULL)->verb == ARB_VERB_STOP && !arb_log_is_refused(t, i))
            return !t->log[i].by_hall;
    }
    return t->phase == ARB_PHASE_STOPPED || t->phase == ARB_PHASE_ADJOURNED;
}

/* What is known of a game without reading it: nothing, before it was in memory once. */
static bool is_known(const arb_table *t)
{
    return t->known && t->touched_ms > 0;
}

static bool is_in_use(const arb_table *t)
{
    return t->viewers || t->inflight || t->first || t->is_judging || t->halted || t->is_loading;
}

arb_expiry arb_expiry_of(const arb_table *t, int64_t wall_ms)
{
    const arb_hall_config *config = &t->hall->config;

    if (t->is_over || is_in_use(t) || (t->lives_at != 0 && !arb_house_has(t)) ||
        wall_ms - t->created_ms < config->unbegun_ms)
        return ARB_EXPIRY_NOT;
    if (!is_known(t))
        return ARB_EXPIRY_UNKNOWN;
    const int64_t most = t->phase == ARB_PHASE_WAITING ? config->unbegun_ms : config->idle_ms;
    if ((!t->casual && t->computer == ARB_COLOUR_COUNT) || wall_ms - t->touched_ms < most ||
        t->kept_ms == t->touched_ms)
        return ARB_EXPIRY_NOT;
    if (!t->game)
        return ARB_EXPIRY_UNKNOWN;
    return is_adjourned(t) ? ARB_EXPIRY_NOT : ARB_EXPIRY_DUE;
}

/* Closes a game that is due. One that sleeps is read first, and looked at the next time. */
static bool look_at(arb_table *t, int64_t wall_ms)
{
    const arb_expiry expiry = arb_expiry_of(t, wall_ms);

    if (expiry == ARB_EXPIRY_UNKNOWN) {
        arb_table_wake(t, 0);
    } else if (expiry == ARB_EXPIRY_DUE) {
        arb_hall_log(t->hall, "info", "expired", "{sI}", "game", (json_int_t)t->id);
        arb_table_say(t, "annul");
    } else if (t->game && is_adjourned(t)) {
        t->kept_ms = t->touched_ms; /* so that it is not read again for this */
    }
    return expiry != ARB_EXPIRY_NOT;
}

/* A game that nobody has looked at for a day does not count for whoever made it. */
static void forgive(arb_table *t, int64_t now)
{
    if (!t->charged || t->viewers || now - t->used_ms < FORGET_MS)
        return;
    t->charged = false;
    arb_quotas_shut(&t->hall->quotas, t->owner);
}

static void measure(arb_hall *hall)
{
    const char *path = hall->config.database;
    struct statvfs disk;
    struct stat file;

    hall->database_size = stat(path, &file) == 0 ? (uint64_t)file.st_size : 0;
    hall->database_free =
        statvfs(path, &disk) == 0 ? (uint64_t)disk.f_bavail * (uint64_t)disk.f_frsize : 0;
}

static void on_look(void *user)
{
    arb_hall *hall = user;
    const int64_t now = arb_boottime_ms(), wall_ms = arb_wall_ms();
    const int64_t soon = hall->config.unbegun_ms / 4;
    unsigned closed = 0;

    for (size_t i = 0; i < hall->table_count && !hall->stopping; i++) {
        arb_table *t = hall->tables[i];
        if (!t)
            continue;
        forgive(t, now);
        if (closed < CLOSED_MAX)
            closed += look_at(t, wall_ms);
    }
    arb_quotas_sweep(&hall->quotas, now);
    if (!arb_store_is_postgres(hall->config.database))
        measure(hall);
    arb_loop_set(hall->loop, &hall->expiry_timer, now + (soon < LOOK_MS ? soon + 1 : LOOK_MS));
}

void arb_expiry_begin(arb_hall *hall)
{
    hall->expiry_timer = (arb_timer){ .due = on_look, .user = hall };
    on_look(hall);
}
