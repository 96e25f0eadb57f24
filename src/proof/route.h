/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_ROUTE_H
#define ARB_PROOF_ROUTE_H
/*
 * A survey as a guide for the search: how far a position is from what could be a mate, and what is
 * still missing there. Nothing here decides anything.
 */
#include "proof/survey.h"

typedef struct arb_route {
    const arb_survey *survey; /* measured for the plan */
    const arb_plan *plan;
} arb_route;

/* The outline of the position after `move`, or ARB_CASES_NONE when the survey did not get there. */
uint32_t arb_route_outline(const arb_route *route, uint32_t outline, const arb_pos *pos,
                           arb_move move);

/* How far the position, of this outline, seems from a mate; below ARB_GUIDE_COSTS. */
unsigned arb_route_cost(const arb_route *route, uint32_t outline, const arb_pos *pos);

#endif
