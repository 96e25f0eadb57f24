/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_SLOW_MATES_H
#define ARBITRO_TEST_SLOW_MATES_H
/*
 * Who can still mate, by going everywhere: all positions that legal moves lead to are kept, each
 * whole, until there are no more. It knows nothing of chess but the moves.
 */
#include "arbitro/position.h"

typedef struct slow_mates {
    arb_pos *seen;
    unsigned *depth; /* of each, the fewest moves that lead there */
    unsigned *slots; /* an index plus one, 0 for none */
    unsigned count, limit;
    bool all;                         /* there are no more positions */
    bool found[ARB_COLOUR_COUNT];     /* by the side that mates */
    unsigned plies[ARB_COLOUR_COUNT]; /* to the nearest of them */
} slow_mates;

/* Room for `limit` positions; to be cleared. */
void slow_mates_init(slow_mates *mates, unsigned limit);
void slow_mates_clear(slow_mates *mates);

/* Goes everywhere from `start`, as far as there is room. */
void slow_mates_find(slow_mates *mates, const arb_pos *start);

#endif
