/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_EXHAUSTION_H
#define ARB_PROOF_EXHAUSTION_H
/*
 * The last stage: everything that can follow, in the order of moves, kept as small as can be. What
 * never moves again, nor is captured, is no part of a state (reachability.h); of the others a state
 * has the set of their squares and what stands there, so that it does not tell apart two bishops
 * that have changed places. Most states take 20 bytes and their place in the index.
 */
#include "proof/payoff.h"
#include "proof/position_store.h"
#include "proof/search.h"

typedef struct arb_exhaustion {
    const arb_search_task *task;
    arb_side fixed[ARB_COLOUR_COUNT]; /* what never moves */
    uint64_t fixed_all;
    bool narrow; /* a state has two words, not four */
    arb_position_store store;
    uint32_t next; /* the first state from which it was not gone on */
    arb_payoff walls;
} arb_exhaustion;

/* Begins with `pos`; false without memory. It is to be cleared in any case. */
typedef bool arb_exhaustion_begin_fn(arb_exhaustion *out, const arb_pos *pos,
                                     const arb_search_task *task);

/*
 * Goes on until there are so many states, or as many as the task allows. The answers are those of
 * arb_search(); after UNKNOWN it can go on.
 */
typedef arb_proof arb_exhaustion_go_fn(arb_exhaustion *exhaustion, uint64_t states);

arb_exhaustion_begin_fn arb_exhaustion_begin;
arb_exhaustion_go_fn arb_exhaustion_go;

/* Gives all memory back. */
void arb_exhaustion_clear(arb_exhaustion *exhaustion);

/* The same for one kind of processor: exhaustion.c is compiled for several, as board/step.c is. */
extern arb_exhaustion_begin_fn arb_exhaustion_begin_portable;
extern arb_exhaustion_go_fn arb_exhaustion_go_portable;
#ifdef ARB_HAVE_X86_KERNELS
extern arb_exhaustion_begin_fn arb_exhaustion_begin_bmi;
extern arb_exhaustion_go_fn arb_exhaustion_go_bmi;
#endif

#endif
