/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_TIMERS_H
#define ARBITRO_SERVER_TIMERS_H
/*
 * Instants at which something is to be done, the earliest at hand.
 *
 * A timer is the caller's memory, usually a part of something larger, so that setting one cannot
 * fail. The set is a pairing heap: setting costs next to nothing, taking out the earliest a few
 * comparisons. Instants are milliseconds of one clock that never goes back.
 */
#include <stdbool.h>
#include <stdint.h>

typedef struct arb_timer arb_timer;

struct arb_timer {
    void (*due)(void *user); /* set these two, leave the rest to timers.c */
    void *user;
    int64_t at;
    arb_timer *child, *next, *previous; /* previous: the parent, for a first child */
    bool set;
};

typedef struct arb_timers {
    arb_timer *earliest;
} arb_timers;

/* Sets the timer to `at`, whether it was set before or not. */
void arb_timers_set(arb_timers *timers, arb_timer *timer, int64_t at);

/* Takes the timer out; one that is not set is left alone. */
void arb_timers_unset(arb_timers *timers, arb_timer *timer);

/* Takes out and returns the earliest timer that is due at `now`; NULL when none is. */
arb_timer *arb_timers_take(arb_timers *timers, int64_t now);

#endif
