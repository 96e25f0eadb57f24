/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_GUIDE_H
#define ARB_PROOF_GUIDE_H
/*
 * Where a search for a mate should look first. Nothing here decides anything: a bad guide makes a
 * proof longer, never wrong.
 */
#include "arbitro/position.h"

enum { ARB_GUIDE_COSTS = 512 };

/* How far from a mate by `side` the position seems, below ARB_GUIDE_COSTS. */
unsigned arb_guide_cost(const arb_pos *pos, arb_colour side);

#endif
