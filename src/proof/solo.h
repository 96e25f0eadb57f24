/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_SOLO_H
#define ARB_PROOF_SOLO_H
/*
 * A mate that one side makes alone: it brings a piece or two to their squares while the other side
 * only waits, with a piece that goes to and fro. Most positions of real games have one of two to
 * four moves, and since it needs little of the board, most moves of a game leave it as it is.
 */
#include "arbitro/proof.h"

/*
 * Is `solo` a line of legal moves from `pos` that ends in mate by `side`, whoever has the move? Its
 * wait is changed where that helps.
 */
bool arb_solo_mates(arb_proof_solo *solo, const arb_pos *pos, arb_colour side);

/* Looks for one; false says nothing. */
bool arb_solo_find(arb_proof_solo *out, const arb_pos *pos, arb_colour side);

#endif
