/* SPDX-License-Identifier: MIT */
#ifndef ARB_BOARD_ATTACK_H
#define ARB_BOARD_ATTACK_H
/*
 * What a single piece attacks (Laws, 3.1.2 to 3.8.1), from constant tables of two kilobytes: small
 * enough to stay in the nearest cache, and the same on every machine.
 *
 * A line piece is answered by the two nearest pieces on each of its lines: the difference between
 * the bit of the nearest one above and that of the nearest one below fills exactly the squares in
 * between.
 */
#include "board/bits.h"

enum arb_line { LINE_RANK, LINE_FILE, LINE_RISING, LINE_FALLING };

/* Squares that share a line with the index, the index itself left out; [64] of the leapers' tables
 * is empty, so that "no square" attacks nothing. */
extern const uint64_t arb_line_squares[4][64];
extern const uint64_t arb_square_lines[64][4]; /* the same lines, those of a square side by side */
extern const uint64_t arb_knight_squares[65];
extern const uint64_t arb_king_squares[65];

/* The whole line through two squares that share one, both left in; nothing when they do not. */
ARB_INLINE uint64_t line_through(arb_square a, arb_square b)
{
    for (int line = 0; line < 4; line++)
        if (arb_line_squares[line][a] & bit(b))
            return arb_line_squares[line][a] | bit(a);
    return 0;
}

/* Laws 3.5 */
ARB_INLINE uint64_t line_attacks(enum arb_line line, arb_square square, uint64_t occupied)
{
    const uint64_t squares = arb_line_squares[line][square], below = bit(square) - 1;
    const uint64_t near_below = bit(highest((squares & occupied & below) | 1));
    const uint64_t above = squares & occupied & ~below;
    const uint64_t near_above = above & (~above + 1);
    return squares & ((near_above << 1) - near_below);
}

/* Laws 3.2 */
ARB_INLINE uint64_t bishop_attacks(arb_square square, uint64_t occupied)
{
    return line_attacks(LINE_RISING, square, occupied) |
           line_attacks(LINE_FALLING, square, occupied);
}

/* Laws 3.3 */
ARB_INLINE uint64_t rook_attacks(arb_square square, uint64_t occupied)
{
    return line_attacks(LINE_RANK, square, occupied) | line_attacks(LINE_FILE, square, occupied);
}

/* Laws 3.6 */
ARB_INLINE uint64_t knight_attacks(unsigned square)
{
    return arb_knight_squares[square];
}

/* Laws 3.8.1 */
ARB_INLINE uint64_t king_attacks(unsigned square)
{
    return arb_king_squares[square];
}

/* Laws 3.7.3 */
ARB_INLINE uint64_t pawn_attacks(arb_colour colour, uint64_t pawns)
{
    return forward_aside(colour, pawns) | forward_hside(colour, pawns);
}

#endif
