/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_SOLO_H
#define ARB_PROOF_SOLO_H
/*
 * A mate that one side makes alone: it brings a piece or two to their squares while the other side
 * only waits, with a piece that goes to and fro. Most positions of real games have one of three to
 * five moves, and since it needs little of the board, many moves of a game leave it as it is.
 */
#include "arbitro/proof.h"

typedef bool arb_solo_fn(arb_proof_solo *solo, const arb_pos *pos, arb_colour side);

/*
 * Is `solo` a line of legal moves from `pos` that ends in mate by `side`, whoever has the move? If
 * not, some other waits are tried.
 */
arb_solo_fn arb_solo_mates;

/* Looks for one; false says nothing, and `solo` is then empty. */
arb_solo_fn arb_solo_find;

/* The same for one kind of processor: these are compiled for several, as board/step.c is. */
extern arb_solo_fn arb_solo_mates_portable, arb_solo_find_portable;
#ifdef ARB_HAVE_X86_KERNELS
extern arb_solo_fn arb_solo_mates_bmi, arb_solo_find_bmi;
#endif

#endif
