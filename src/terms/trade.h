/* SPDX-License-Identifier: MIT */
#ifndef ARB_TERMS_TRADE_H
#define ARB_TERMS_TRADE_H
/*
 * What captures on one square win. Each side captures with its least valuable piece that may do so
 * by 3.9.2, of equal ones with that on the lowest square, and stops when going on would lose. A
 * pawn that captures on its last rank becomes a queen. Captures en passant are left out, for they
 * do not arrive where they capture.
 */
#include "arbitro/terms.h"

/* What `from` wins by beginning to capture on `square`; negative when it loses. INT_MIN when it
 * may not. */
int arb_trade_with(const arb_pos *pos, arb_square from, arb_square square, uint64_t without);

#endif
