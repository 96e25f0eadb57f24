/* SPDX-License-Identifier: MIT */
#ifndef ARB_TERMS_KPK_H
#define ARB_TERMS_KPK_H
/*
 * King and pawn against king, exactly: which positions White wins. For every square of the pawn and
 * of Black's king there are two sets of squares of White's king, with White and with Black to move;
 * they grow from the promotions until nothing changes. 48 KB, made in a millisecond.
 */
#include "arbitro/position.h"

typedef struct arb_kpk {
    uint64_t won[ARB_COLOUR_COUNT][48][64]; /* by turn, pawn from a2 to h7, black king */
} arb_kpk;

void arb_kpk_make(arb_kpk *out);

/* Does the side with the pawn win? There are a pawn and two kings on the board. */
bool arb_kpk_is_won(const arb_kpk *kpk, const arb_pos *pos);

#endif
