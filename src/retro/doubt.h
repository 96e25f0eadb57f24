/* SPDX-License-Identifier: MIT */
#ifndef ARB_RETRO_DOUBT_H
#define ARB_RETRO_DOUBT_H
/*
 * Reasons why a position cannot arise. Each is a proof: by what stands there, by a plan of the
 * pawns that does not exist, or because every last move leads back to a position that cannot arise.
 */
#include "arbitro/retro.h"
#include "retro/back.h"
#include "retro/ranks.h"
#include "retro/trace.h"

typedef struct arb_doubt_known arb_doubt_known;

typedef struct arb_doubt {
    const arb_mem *mem;
    uint64_t *nodes;         /* left; counted down */
    arb_doubt_known *known;  /* plans that were looked for, or NULL */
    arb_trace *plan;         /* the last one */
    arb_retro_reason reason; /* when there is one */
    uint64_t squares;
} arb_doubt;

/* Takes memory for the search; false without. */
bool arb_doubt_begin(arb_doubt *out, uint64_t *nodes, const arb_mem *mem);
void arb_doubt_end(arb_doubt *doubt);

/* Is there a reason on the board itself? */
bool arb_doubt_board(arb_doubt *doubt, const arb_back *back);

/* The same, or one in the moves that led to it, going back `depth` moves at most. */
bool arb_doubt_past(arb_doubt *doubt, const arb_back *back, unsigned depth);

/* A plan that can be played, found with this seed. */
arb_trace_result arb_doubt_plan(arb_trace *out, const arb_back *back, uint64_t *nodes,
                                uint32_t seed, const arb_mem *mem);

#endif
