/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STORE_LIVES_H
#define ARBITRO_STORE_LIVES_H
/*
 * How long the halls of a house have yet to live, as one of them sees it.
 *
 * A sign of life says until when its hall lives, by the clock of the database server. That clock
 * may be set, and a standby that takes over has another one: then a hall that has died would live
 * on for as long as that clock is behind, and those that live would be dead until their next sign.
 * So the time of a sign that was seen runs by the clock of whoever has seen it, and none is good
 * for longer than a lease.
 */
#include "store/pulse.h"

enum { ARB_LIVES_STEP_MS = 1000 }; /* what the clock of a server is set by, at least */

typedef struct arb_life {
    uint64_t hall;
    int64_t until_ms; /* what its last sign says */
    int64_t left_ms;  /* of that, when it was seen, */
    int64_t seen_ms;  /* by the clock of this machine; */
    int64_t told_ms;  /* and when it was told of last */
} arb_life;

typedef struct arb_lives {
    arb_life of[ARB_PULSE_HALLS];
    size_t count;
} arb_lives;

/*
 * How long a hall has yet to live of which is `told` at `told_ms` until when it does, and how long
 * that is by the clock of the server; negative: since when it does not. Leases last `lease_ms`.
 */
int64_t arb_lives_left(arb_lives *lives, const arb_life *told, int64_t lease_ms);

#endif
