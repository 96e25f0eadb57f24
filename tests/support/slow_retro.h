/* SPDX-License-Identifier: MIT */
#ifndef ARB_TESTS_SUPPORT_SLOW_RETRO_H
#define ARB_TESTS_SUPPORT_SLOW_RETRO_H
/*
 * The last move looked for without any cleverness: every board that may have stood there before is
 * set up, and every move from it tried forward with the slow board.
 */
#include "support/slow_board.h"

/* Called with each board that may have stood there before, and the last move; true stops. */
typedef bool slow_retro_visit(void *user, const arb_setup *before, slow_move move);

/* Visits all of them, with castling as from any initial position of Chess960; true when stopped. */
bool slow_retro_each(const arb_setup *setup, slow_retro_visit *visit, void *user);

/*
 * Is there a legal last move after which `setup` stands there, before which the side that now has
 * the move was not in check? The setup has no fault but, perhaps, its check.
 */
bool slow_retro_possible(const arb_setup *setup);

#endif
