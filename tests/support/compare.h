/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_COMPARE_H
#define ARBITRO_TEST_COMPARE_H
/*
 * The library's position against the reference board: the properties that hold everywhere.
 *
 * Each function answers NULL when both agree, or says in a few words what differs. None of them
 * stops the test, so that unit tests and fuzz targets can use them alike.
 */
#include "slow_board.h"

#include "arbitro/hand.h"

/* What stands on the board, rights, counters and the square passed over. */
const char *compare_board(const arb_pos *pos, const arb_setup *setup);

/* The set of legal moves, their number, and their parts. */
const char *compare_moves(const arb_pos *pos, const arb_setup *setup);

/* Attackers of every square, checks, pins, castling verdicts, the end of the game. */
const char *compare_queries(const arb_pos *pos, const arb_setup *setup);

/*
 * Every position that one move leads to: its board, its consistency, its key, and what each move
 * captures.
 */
const char *compare_plays(const arb_pos *pos, const arb_setup *setup);

/*
 * All 4096 displacements with every promotion: legal ones match their move, the others are refused
 * with an article that they really break.
 */
const char *compare_hands(const arb_pos *pos, const arb_setup *setup, arb_variant variant);

/* Does the displacement, which is no legal move, really break this article? */
bool breaks_article(const arb_setup *setup, arb_hand hand, arb_variant variant,
                    arb_article article);

/* The legal move of `pos` with these parts, if there is one. */
bool find_move(arb_move *out, const arb_pos *pos, slow_move wanted);

#endif
