/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_FEW_MOVERS_H
#define ARB_PROOF_FEW_MOVERS_H
/*
 * Searches in which only some pieces move. Where many can, most of their moves are in vain, and a
 * way of thirty moves is lost among them; with a few of them it is soon found or soon certain that
 * these few have none. Which ones they are is drawn, again and again; each time one plan is
 * followed, or the guide. Only a mate is an answer.
 */
#include "proof/search.h"

typedef struct arb_few_movers {
    const arb_pos *pos;
    uint64_t pieces[ARB_COLOUR_COUNT]; /* neither kings nor pawns, and may move some day */
    uint64_t luck;                     /* the same draws for the same question */
} arb_few_movers;

/* Sees which pieces there are; `pos` stays where it is. */
void arb_few_movers_begin(arb_few_movers *out, const arb_pos *pos);

/*
 * Searches so many times, each time through so many positions at most. The plans are those of
 * `closure`, which may have none. YES or UNKNOWN.
 */
arb_proof arb_few_movers_search(arb_few_movers *few, const arb_search_task *task,
                                arb_abstract_closure *closure, unsigned tries, uint64_t nodes);

#endif
