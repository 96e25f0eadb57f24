/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STORE_PULSE_H
#define ARBITRO_STORE_PULSE_H
/**
 * @file pulse.h
 * A hall says that it lives, and hears who else does, on a connection of its own.
 *
 * A batch may wait for its turn, for a disk or for a standby; whoever waits for that is not dead.
 * So the sign of life takes no turn, and is not waited for to be on a disk: one that is lost with
 * the database makes a lease shorter, never longer.
 */
#include "store/lease.h"

typedef struct arb_store_pulse arb_store_pulse;

/** For the hall with this number on the database at this address. The caller owns `out`. */
ARB_MUST_USE arb_store_err arb_store_pulse_new(arb_store_pulse **out, const char *address,
                                               uint64_t hall);
void arb_store_pulse_free(arb_store_pulse *pulse);

/** So many halls are told of. */
enum { ARB_PULSE_HALLS = 64 };

/**
 * The hall lives for `ms` from now on; tells of itself, of those that live, and of those that have
 * ended last, whose `left_ms` is negative: ARB_PULSE_HALLS at most, by number. ARB_STORE_FENCED
 * when it was forgotten, ARB_STORE_AWAY when there is no answer within `wait_ms`, or there is no
 * connection; then one is made anew at the next call, which may take a few seconds.
 */
ARB_MUST_USE arb_store_err arb_store_pulse_beat(arb_store_pulse *pulse, int64_t ms, int64_t wait_ms,
                                                arb_store_hall_fn *fn, void *user);

/** The version of what all halls share (lease.h), as the last sign of life that was answered found
 * it. */
uint64_t arb_store_pulse_shared(const arb_store_pulse *pulse);

#endif
