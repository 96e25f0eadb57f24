/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_WALLS_H
#define ARB_PROOF_WALLS_H
/* What the pieces that can never move prove, whatever the others do. */
#include "arbitro/position.h"

/*
 * Is it certain that `side` never mates after `pos`, because its pieces cannot get to where they
 * would have to stand? Says nothing about `pos` itself; false means that it is not certain.
 */
bool arb_walls_hold(const arb_pos *pos, arb_colour side);

#endif
