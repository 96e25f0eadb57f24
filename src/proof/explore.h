/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_EXPLORE_H
#define ARB_PROOF_EXPLORE_H
/*
 * Goes through the positions that legal moves lead to, the most promising first and none twice,
 * until a mate is found or nothing is left.
 */
#include "arbitro/proof.h"
#include "proof/route.h"

typedef struct arb_quest {
    arb_colour side;        /* whose mates count */
    const arb_route *route; /* a way to be followed instead of the guide, or NULL */
    bool by_kind;           /* each set of roles that `side` may have left gets its turns */
    bool surveys;           /* surveys some positions after captures and pawn moves */
    unsigned habit;         /* what the plain guide has to pay for what is not new */
    const arb_mem *mem;
    uint64_t nodes;           /* how many positions may be kept in mind */
    arb_proof_answer *answer; /* where the line goes; its number of nodes grows */
} arb_quest;

/*
 * Looks for mates that come after `pos`, not at `pos` itself. YES: there is one. NO: every position
 * that can arise was seen, and none is mate. UNKNOWN: there were too many, or no memory was left.
 */
arb_proof arb_explore(const arb_pos *pos, const arb_quest *quest);

#endif
