/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_ABSTRACT_GUIDE_H
#define ARB_PROOF_ABSTRACT_GUIDE_H
/*
 * A closure as a guide for the search: how far a position is from what could be a mate, and what is
 * still missing there. Nothing here decides anything.
 */
#include "proof/abstract_closure.h"

typedef struct arb_abstract_guide {
    const arb_abstract_closure *closure; /* measured for the plan */
    const arb_plan *plan;
} arb_abstract_guide;

/* The abstraction of the position after `move`, or ARB_ABSTRACT_NONE when the closure did not get
 * there. */
uint32_t arb_abstract_guide_step(const arb_abstract_guide *map, uint32_t abstraction,
                                 const arb_pos *pos, arb_move move);

/* How far the position, of this abstraction, seems from a mate; below ARB_GUIDE_COSTS. */
unsigned arb_abstract_guide_cost(const arb_abstract_guide *map, uint32_t abstraction,
                                 const arb_pos *pos);

#endif
