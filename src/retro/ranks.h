/* SPDX-License-Identifier: MIT */
#ifndef ARB_RETRO_RANKS_H
#define ARB_RETRO_RANKS_H
/*
 * Where the pawns of a plan can be at each of its captures. The plan knows their order only; here
 * every pawn gets a lowest and a highest rank, from where it began, where it stands in the diagram,
 * who stands before and behind it, and that pawns only go forward. A plan that leaves a pawn no
 * rank cannot have been played.
 */
#include "retro/trace.h"

typedef struct arb_ranks {
    uint8_t
        square[16];   /* of each pawn in the diagram; ARB_SQUARE_NONE for those gone or promoted */
    uint8_t gate[16]; /* where those that were promoted became pieces, or ARB_SQUARE_NONE */
    int8_t low[ARB_TRACE_EVENTS_MAX + 1][16], high[ARB_TRACE_EVENTS_MAX + 1][16];
    /* at each capture, before it, and at the end; 0 is the first rank */
} arb_ranks;

/* False when there is no way to play the plan. */
bool arb_ranks_of(arb_ranks *out, const arb_trace *plan, const arb_setup *setup);

/* Is this pawn of the plan surely on the board, as a pawn, when capture `at` is made? */
bool arb_ranks_present(const arb_ranks *ranks, const arb_trace *plan, unsigned at, unsigned pawn);

#endif
