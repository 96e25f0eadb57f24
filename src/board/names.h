/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BOARD_NAMES_H
#define ARBITRO_BOARD_NAMES_H
/* The names of squares and pieces in a text that is being read. */
#include "arbitro/square.h"
#include "base/cursor.h"

/* Moves past the name of a square; false, and nothing moved or changed, when none comes next. */
bool arb_square_take(arb_square *out, arb_cursor *cur);

/* Moves past a promotion piece of coordinates, one of n b r q; ARB_ROLE_NONE when none comes. */
arb_role arb_promotion_take(arb_cursor *cur);

#endif
