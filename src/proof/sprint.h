/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_SPRINT_H
#define ARB_PROOF_SPRINT_H
/*
 * A short run for a mate, without memory: it settles almost every position of real play, and when
 * it does not, nothing is known.
 */
#include "arbitro/proof.h"

/*
 * Looks for a line in which `side`, which has a pawn, a rook or a queen, mates. Where one is found
 * it is written into `out`; `out->nodes` grows by the positions looked at, at most `nodes`.
 */
bool arb_sprint(arb_proof_answer *out, const arb_pos *pos, arb_colour side, uint64_t nodes);

#endif
