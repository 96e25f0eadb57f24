/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BOARD_HISTORY_H
#define ARBITRO_BOARD_HISTORY_H
/*
 * For callers inside the library that have played a move already.
 */
#include "arbitro/history.h"

/* As arb_history_play(), but `after` is the position after the move, which is not checked again. */
ARB_MUST_USE arb_err arb_history_append(arb_ply *out, arb_history *history, arb_ply before,
                                        arb_move move, arb_hand hand, const arb_pos *after,
                                        const arb_ply_note *note);

/* Begins anew with a position; the memory stays. */
void arb_history_restart(arb_history *history, const arb_pos *start);

/* Forgets the plies from number `count` on, which is more than 0. Nothing may need them any more.
 */
void arb_history_cut(arb_history *history, arb_ply count);

#endif
