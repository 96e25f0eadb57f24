/* SPDX-License-Identifier: MIT */
/*
 * Codes that open nothing any more go out of the memory and the store: those whose time is over,
 * and those of games that have been over for a day, because until then an arbiter may well revoke
 * the end. Every few seconds a hand goes on over a bounded number of places, so that no turn of the
 * loop is long, however many links there are.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <time.h>

#include "server/hall/hall_internal.h"

enum {
    EVERY_MS = 5000,
    PLACES = 4096, /* that are looked at in one turn */
    AT_ONCE = 64   /* codes that are removed with one job */
};

typedef struct sweeping {
    arb_committer_job job; /* first */
    arb_hall *hall;
    arb_hash code[AT_ONCE];
    unsigned count;
} sweeping;

static arb_store_err work(arb_committer_job *job, arb_store *store)
{
    sweeping *s = (sweeping *)job;
    arb_store_err err = ARB_STORE_OK;

    for (unsigned i = 0; i < s->count && !err; i++)
        err = arb_codes_remove(store, &s->code[i]);
    return err;
}

static void done(arb_committer_job *job, arb_store_err err)
{
    sweeping *s = (sweeping *)job;
    arb_code_sweep *sweep = &s->hall->code_sweep;

    arb_hall_note(s->hall, err);
    sweep->is_storing = false;
    for (unsigned i = 0; i < s->count && !err; i++) {
        arb_keys_remove(&s->hall->keys, &s->code[i]);
        sweep->swept++;
    }
    free(s);
}

bool arb_codes_has_expired(const arb_hall *hall, const arb_key *code, int64_t wall_ms)
{
    const arb_table *t = arb_hall_table(hall, code->game);

    if (!code->is_code || !t) /* a game that cannot be read keeps all it has */
        return false;
    if (code->expires_ms != 0 && code->expires_ms < wall_ms)
        return true;
    const int64_t touched = t->touched_ms > t->created_ms ? t->touched_ms : t->created_ms;
    return t->is_over && wall_ms - touched > hall->config.codes_kept_ms;
}

/* Looks at the next places; returns how many codes have to go, in `out`. */
static unsigned find(arb_hash out[AT_ONCE], arb_hall *hall)
{
    const arb_keys *keys = &hall->keys;
    const int64_t wall_ms = arb_wall_ms();
    size_t *hand = &hall->code_sweep.hand;
    unsigned count = 0;

    for (unsigned i = 0; i < PLACES && i <= keys->mask && count < AT_ONCE; i++) {
        *hand = (*hand + 1) & keys->mask;
        if (keys->used[*hand] && arb_codes_has_expired(hall, &keys->slots[*hand], wall_ms))
            out[count++] = keys->slots[*hand].hash;
    }
    return count;
}

static int64_t now_us(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void on_sweep(void *user)
{
    arb_hall *hall = user;
    arb_code_sweep *sweep = &hall->code_sweep;
    const int64_t now = arb_boottime_ms();
    sweeping *s =
        sweep->is_storing || hall->stopping || !hall->keys.slots ? NULL : calloc(1, sizeof *s);
    const int64_t began = now_us();

    if (s)
        s->count = find(s->code, hall);
    const int64_t took = now_us() - began;
    sweep->longest_us = took > sweep->longest_us ? took : sweep->longest_us;
    if (s && s->count > 0) {
        s->hall = hall;
        s->job.work = work;
        s->job.done = done;
        sweep->is_storing = true;
        arb_committer_push(hall->committer, &s->job);
    } else {
        free(s);
    }
    const int64_t soon = hall->config.codes_kept_ms / 4;
    arb_loop_set(hall->loop, &sweep->timer, now + (soon < EVERY_MS ? soon + 1 : EVERY_MS));
}

void arb_codes_sweep_begin(arb_hall *hall)
{
    hall->code_sweep.timer = (arb_timer){ .due = on_sweep, .user = hall };
    on_sweep(hall);
}
