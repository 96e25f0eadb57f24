/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BOARD_HISTORY_H
#define ARBITRO_BOARD_HISTORY_H
/*
 * For callers inside the library, who know that a move is legal.
 */
#include "arbitro/history.h"

/* As arb_history_play(), but the move is not checked again. Unless they are NULL, `hand` is how it
 * was made, and `after` the position that it leads to. */
ARB_MUST_USE arb_err arb_history_append(arb_ply *out, arb_history *history, arb_ply before,
                                        arb_move move, const arb_hand *hand, const arb_pos *after,
                                        const arb_ply_note *note);

/* Has the same position stood there after both plies, of which there is one? */
bool arb_history_same(const arb_history *history, arb_ply one, arb_ply other,
                      arb_identity identity);

/* How often `after`, to which a legal move leads from `ply`, has stood there up to that: the line
 * is gone back only as far as it can have. */
unsigned arb_history_count_before(const arb_history *history, arb_ply ply, const arb_pos *after,
                                  arb_identity identity);

/* Begins anew with a position; the memory stays. */
void arb_history_restart(arb_history *history, const arb_pos *start);

/* Forgets the plies from number `count` on, which is more than 0. Nothing may need them any more.
 */
void arb_history_cut(arb_history *history, arb_ply count);

#endif
