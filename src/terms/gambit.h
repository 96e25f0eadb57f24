/* SPDX-License-Identifier: MIT */
#ifndef ARB_TERMS_GAMBIT_H
#define ARB_TERMS_GAMBIT_H
/*
 * Is a pawn that is offered lost for good, as far as captures tell? Trades on one square do not
 * know that a pawn given here is regained there, as in the King's Indian Defence.
 */
#include "terms/look.h"

/* Is the pawn that moved lost, once it is captured? It is not, when who offered it gets it back by
 * captures, or by a check after which, whatever the answer, captures do. Who could have won
 * something by captures instead has given that up. */
bool arb_gambit_loses(const arb_pos *before, arb_move move);

#endif
