/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_ASSERTIONS_H
#define ARBITRO_TEST_ASSERTIONS_H
/*
 * Assertions about positions for cmocka tests, which name the position when they fail, and short
 * ways to write positions, squares and moves in a test.
 */
#include "arbitro/hand.h"
#include "arbitro/history.h"
#include "arbitro/language.h"

/* Fails the test when `difference` is not NULL, and tells the position. */
void assert_no_difference(const char *difference, const arb_setup *setup);

/* The position of a FEN; fails the test when none can be made of it. */
arb_pos pos_of(const char *fen);

/* The language of a code such as "it"; fails the test when there is none. */
const arb_language *language_of(const char *code);

/* The square of a name such as "e4". */
arb_square square_of(const char *name);

/* The set of the squares named, separated by spaces. */
uint64_t squares_of(const char *names);

/* A displacement such as "e2e4" or "a7a8q"; the last letter is one of p n b r q k. */
arb_hand hand_of(const char *text);

/* The legal move that a hand shows in `pos`; fails the test when there is none. */
arb_move move_of(const arb_pos *pos, const char *text, arb_variant variant);

/* The position after moves such as "e2e4 e7e5". */
arb_pos pos_after(const char *fen, const char *moves, arb_variant variant);

/* Asserts that `pos` is what the FEN describes, counters included. */
void assert_fen(const arb_pos *pos, const char *fen);

/* A history that begins with this FEN; to be freed. */
arb_history *history_of(const char *fen);

/* Plays moves of standard chess such as "e2e4 e7e5" after `ply`; returns the last ply. */
arb_ply play_moves(arb_history *history, arb_ply ply, const char *moves);

#endif
