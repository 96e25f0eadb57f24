/* SPDX-License-Identifier: MIT */
#ifndef ARB_TESTS_SUPPORT_SLOW_RETRO_H
#define ARB_TESTS_SUPPORT_SLOW_RETRO_H
/*
 * The last move looked for without any cleverness: every board that may have stood there before is
 * set up, and every move from it tried forward with the slow board.
 */
#include "support/slow_board.h"

/*
 * Is there a legal last move after which `setup` stands there, before which the side that now has
 * the move was not in check? The setup has no fault but, perhaps, its check.
 */
bool slow_retro_possible(const arb_setup *setup);

#endif
