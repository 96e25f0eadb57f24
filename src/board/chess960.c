/* SPDX-License-Identifier: MIT */
/*
 * The 960 starting positions (Laws, II.2). The number is read like a sum of money in mixed coins:
 * four places for the bishop on light squares, four for the one on dark squares, six for the
 * queen among the squares left, ten for the pair of knights among the five then left; the last
 * three take rook, king, rook.
 */
#include "arbitro/chess960.h"

#include <assert.h>
#include <string.h>

enum { FILES = 8, PLACES = 4, QUEENS = 6, KNIGHTS = 10 };

/* The two of five squares that the knights take, by their number. */
static const uint8_t knight_pairs[KNIGHTS][2] = {
    { 0, 1 }, { 0, 2 }, { 0, 3 }, { 0, 4 }, { 1, 2 },
    { 1, 3 }, { 1, 4 }, { 2, 3 }, { 2, 4 }, { 3, 4 }
};

/* The file of the n-th square that is still free. */
static unsigned free_file(const arb_role rank[FILES], unsigned n)
{
    unsigned file = 0;

    for (;; file++)
        if (rank[file] == ARB_ROLE_NONE && n-- == 0)
            return file;
}

/* Laws II.2.1, II.2.2 */
static void arrange(arb_role rank[FILES], unsigned number)
{
    for (unsigned file = 0; file < FILES; file++)
        rank[file] = ARB_ROLE_NONE;
    rank[number % PLACES * 2 + 1] = ARB_BISHOP;
    number /= PLACES;
    rank[number % PLACES * 2] = ARB_BISHOP;
    number /= PLACES;
    rank[free_file(rank, number % QUEENS)] = ARB_QUEEN;
    number /= QUEENS;
    const unsigned first = free_file(rank, knight_pairs[number][0]);
    const unsigned second = free_file(rank, knight_pairs[number][1]);
    rank[first] = rank[second] = ARB_KNIGHT;
    rank[free_file(rank, 0)] = ARB_ROOK;
    rank[free_file(rank, 0)] = ARB_KING;
    rank[free_file(rank, 0)] = ARB_ROOK;
}

/* Laws II.1, II.2, II.2.3 */
arb_setup arb_chess960_setup(unsigned number)
{
    arb_setup setup = arb_setup_empty();
    arb_role rank[FILES];

    assert(number < ARB_CHESS960_COUNT);
    arrange(rank, number);
    for (unsigned file = 0; file < FILES; file++) {
        setup.piece[arb_square_at(file, 0)] = arb_piece_of(ARB_WHITE, rank[file]);
        setup.piece[arb_square_at(file, 1)] = arb_piece_of(ARB_WHITE, ARB_PAWN);
        setup.piece[arb_square_at(file, 6)] = arb_piece_of(ARB_BLACK, ARB_PAWN);
        setup.piece[arb_square_at(file, 7)] = arb_piece_of(ARB_BLACK, rank[file]);
        if (rank[file] == ARB_ROOK) /* Laws II.3.1: with king and rook unmoved */
            setup.castling |= UINT64_C(1) << arb_square_at(file, 0) | UINT64_C(1)
                                                                          << arb_square_at(file, 7);
    }
    return setup;
}

unsigned arb_chess960_number(const arb_setup *setup)
{
    const arb_setup any = arb_chess960_setup(0);

    /* between the first and the last rank they are all the same, and few others are */
    if (memcmp(any.piece + FILES, setup->piece + FILES, sizeof any.piece - 2 * FILES) != 0)
        return ARB_CHESS960_COUNT;
    for (unsigned number = 0; number < ARB_CHESS960_COUNT; number++) {
        const arb_setup start = arb_chess960_setup(number);
        if (memcmp(start.piece, setup->piece, sizeof start.piece) == 0)
            return number;
    }
    return ARB_CHESS960_COUNT;
}
