/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_NOTATION_DESCRIPTIVE_H
#define ARBITRO_NOTATION_DESCRIPTIVE_H
/*
 * The descriptive notation of older English books: P-K4, KtxP, R(Q1)-K1, PxP e.p., P-K8(Q), Castles
 * Q. It is no notation of Appendix C and proves nothing there; but what was written like that has a
 * meaning (I.8.2).
 */
#include "arbitro/position.h"

/*
 * The legal moves of `pos` that the text fits, room for ARB_MOVES_MAX; returns how many. `readable`
 * tells whether it is such a text at all.
 */
size_t arb_descriptive_moves(arb_move *out, bool *readable, const char *text, size_t size,
                             const arb_pos *pos);

#endif
