/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_SLOW_BOARD_H
#define ARBITRO_TEST_SLOW_BOARD_H
/*
 * A second reading of Article 3 and of castling in Chess960, on a plain board of 64 squares.
 *
 * It is the reference for the property tests and shares nothing with the library but the types of
 * the public headers. It is written to be obviously right, not fast: a piece attacks a square when
 * one can walk there, and a move is legal when, after it, one's own king is not attacked.
 *
 * It works for every setup with one king on each side, also for those that no game reaches: a
 * pawn on the last rank cannot move, and nobody ever captures a king.
 */
#include "arbitro/position.h"

typedef struct slow_move {
    arb_square from, to; /* in castling the king's, `to` being its final square */
    uint8_t promotion;   /* arb_role, or ARB_ROLE_NONE */
    arb_square rook;     /* in castling the rook's square, else ARB_SQUARE_NONE */
} slow_move;

/* The square of the only king of this colour. */
arb_square slow_king(const arb_setup *setup, arb_colour colour);

/* Does the piece on `from` attack `to`, whatever stands there (3.1.2)? */
bool slow_attacks(const arb_setup *setup, arb_square from, arb_square to);

/* The pieces of `colour` that attack `square`. */
uint64_t slow_attackers(const arb_setup *setup, arb_square square, arb_colour colour);

/* Is the king of this colour attacked? */
bool slow_in_check(const arb_setup *setup, arb_colour colour);

/* The pieces of `colour` whose removal would open a line to their king. */
uint64_t slow_pinned(const arb_setup *setup, arb_colour colour);

/* The rook with which `colour` may still castle on this wing, or ARB_SQUARE_NONE. */
arb_square slow_castling_rook(const arb_setup *setup, arb_colour colour, arb_wing wing);

/* Everything that stands against castling, as a set of the bits 1u << arb_castling; 0 is none. */
uint32_t slow_castling(const arb_setup *setup, arb_colour colour, arb_wing wing);

/* Can a pawn just have passed over the en passant square, as far as the board tells (3.7.3.1)? */
bool slow_passed(const arb_setup *setup);

/*
 * May the piece on `from` go to `to`, leaving aside castling and the safety of its own king? It
 * must belong to the side that has the move.
 */
bool slow_reaches(const arb_setup *setup, arb_square from, arb_square to);

/* The legal moves, in no particular order; room for ARB_MOVES_MAX. */
size_t slow_moves(slow_move *out, const arb_setup *setup);

/*
 * What stands on the board after a legal move. The square that a pawn has passed over is kept,
 * whether or not the pawn can be captured there.
 */
arb_setup slow_play(const arb_setup *setup, slow_move move);

/* The setup without castling rights and en passant squares that mean nothing (9.2.3). */
arb_setup slow_normal(const arb_setup *setup);

/* Counts the sequences of `depth` legal moves. */
uint64_t slow_perft(const arb_setup *setup, unsigned depth);

#endif
