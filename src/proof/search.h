/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_SEARCH_H
#define ARB_PROOF_SEARCH_H
/*
 * Goes through the positions that legal moves lead to, the most promising first and none twice,
 * until a mate is found or nothing is left.
 */
#include "arbitro/proof.h"
#include "proof/abstract_guide.h"
#include "proof/certificate.h"

typedef struct arb_search_task {
    arb_colour side;               /* whose mates count */
    const arb_abstract_guide *map; /* a way to be followed instead of the guide, or NULL */
    bool by_kind;                  /* each set of roles that `side` may have left gets its turns */
    bool closures;                 /* asks for regions after some captures and pawn moves */
    uint64_t corners;              /* if any: the guide thinks of a mate there, without pawns */
    /* units of this colour on these squares are not moved; then there is no NO */
    uint64_t still[ARB_COLOUR_COUNT];
    unsigned repeat; /* what the plain guide has to pay for what is not new */
    const arb_mem *mem;
    const arb_effort *effort; /* who is asked whether to go on; may be NULL */
    uint64_t nodes; /* how many positions may be gone through; arb_search(): by it alone */
    arb_proof_answer *answer;     /* where the line goes; its number of nodes grows */
    arb_certificate *certificate; /* where an exhausted search is told */
} arb_search_task;

/*
 * Does whoever wants the answer still want it? To be called before each of the steps of a stage,
 * which has gone through `nodes` positions: now and then he is asked.
 */
static inline bool arb_search_goes_on(const arb_search_task *task, uint32_t step, uint64_t nodes)
{
    const arb_effort *effort = task->effort;

    return (step & 0x3fff) != 0 || !effort || !effort->goes_on ||
           effort->goes_on(effort->user, task->answer->nodes + nodes);
}

/* How many of `wanted` positions may still be gone through for the whole question. */
static inline uint64_t arb_search_left(const arb_search_task *task, uint64_t wanted)
{
    const uint64_t spent = task->answer->nodes;
    const uint64_t left = task->nodes > spent ? task->nodes - spent : 0;

    return wanted < left ? wanted : left;
}

/*
 * Looks for mates that come after `pos`, not at `pos` itself. YES: there is one. NO: every position
 * that can arise was seen, and none is mate. UNKNOWN: there were too many, or no memory was left.
 */
arb_proof arb_search(const arb_pos *pos, const arb_search_task *task);

#endif
