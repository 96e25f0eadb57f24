/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_QUICK_MATE_H
#define ARB_PROOF_QUICK_MATE_H
/*
 * A short run for a mate, without memory: it settles almost every position of real play, and when
 * it does not, nothing is known.
 */
#include "arbitro/proof.h"

/* Has the side a pawn, a rook or a queen, with which it can mate without much help? */
bool arb_quick_mate_applies(const arb_pos *pos, arb_colour side);

/*
 * Looks for a line in which `side`, of which arb_quick_mate_applies() is true, mates. Where one is
 * found it is written into `out`; `out->nodes` grows by the positions looked at, at most `nodes`.
 * Of `pos`, key and counters are not looked at.
 */
typedef bool arb_quick_mate_fn(arb_proof_answer *out, const arb_pos *pos, arb_colour side,
                               uint64_t nodes);
arb_quick_mate_fn arb_quick_mate;

/* The same for one kind of processor: quick_mate.c is compiled for several, as board/step.c is. */
extern arb_quick_mate_fn arb_quick_mate_portable;
#ifdef ARB_HAVE_X86_KERNELS
extern arb_quick_mate_fn arb_quick_mate_bmi;
#endif

#endif
