/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_RECEIVER_BOARD_H
#define ARBITRO_TESTS_RECEIVER_BOARD_H
/*
 * A board on which a broadcast plays the moves that it reads. It stands on the slow board, so that
 * nothing of what wrote the moves decides whether they can be played.
 */
#include "support/slow_board.h"

/* The six fields of FEN, rights to castle by letters of either kind; false when it is none. */
bool board_from_fen(arb_setup *out, const char *fen);

/* A starting position of Chess960 by its number, 518 being the usual one. */
void board_from_number(arb_setup *out, unsigned number);

/* Plays a move as people write it; false when it is none, or could be several. */
bool board_play(arb_setup *board, const char *san, size_t size);

bool board_is_mate(const arb_setup *board);

#endif
