/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_MATERIAL_H
#define ARB_PROOF_MATERIAL_H
/* What the pieces on the board alone prove, wherever they stand. */
#include "arbitro/position.h"

/*
 * Is `side` without the pieces to mate, now and for ever? Captures keep the answer true. It speaks
 * of what is still to come: a king that is in check by a piece that cannot have given it with one
 * move (two bishops at once, the other king) may be mated by fewer pieces, and the caller must have
 * seen to that.
 */
bool arb_material_cannot_mate(const arb_pos *pos, arb_colour side);

/* Is that so for both? */
bool arb_material_is_dead(const arb_pos *pos);

#endif
