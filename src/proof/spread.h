/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_SPREAD_H
#define ARB_PROOF_SPREAD_H
/* What pieces of a role attack from many squares at once. */
#include "board/attack.h"

enum { SPREAD_DIRECTIONS = 8 };

/* One step of all squares in a set; the first four directions are those of the rook. */
static inline uint64_t spread_step(uint64_t set, int direction)
{
    switch (direction) {
    case 0:
        return set << 8;
    case 1:
        return set >> 8;
    case 2:
        return (set & ~FILE_H) << 1;
    case 3:
        return (set & ~FILE_A) >> 1;
    case 4:
        return (set & ~FILE_H) << 9;
    case 5:
        return (set & ~FILE_A) << 7;
    case 6:
        return (set & ~FILE_H) >> 7;
    default:
        return (set & ~FILE_A) >> 9;
    }
}

/* All that line pieces reach in some directions through squares that are clear, ends included. */
static inline uint64_t spread_lines(uint64_t from, uint64_t clear, int first, int end)
{
    uint64_t reached = 0;

    for (int direction = first; direction < end; direction++) {
        for (uint64_t front = spread_step(from, direction); front;
             front = spread_step(front & clear, direction))
            reached |= front;
    }
    return reached;
}

static inline uint64_t spread_leaps(uint64_t from, const uint64_t squares[65])
{
    uint64_t reached = 0;

    for (; from; from = without_lowest(from))
        reached |= squares[lowest(from)];
    return reached;
}

/* All that a piece attacks from squares of `from`, going through `clear` if it goes on lines. */
static inline uint64_t arb_spread(arb_role role, uint64_t from, uint64_t clear)
{
    switch (role) {
    case ARB_KNIGHT:
        return spread_leaps(from, arb_knight_squares);
    case ARB_BISHOP:
        return spread_lines(from, clear, 4, SPREAD_DIRECTIONS);
    case ARB_ROOK:
        return spread_lines(from, clear, 0, 4);
    case ARB_QUEEN:
        return spread_lines(from, clear, 0, SPREAD_DIRECTIONS);
    case ARB_KING:
        return spread_leaps(from, arb_king_squares);
    case ARB_PAWN: /* its colour is missing here */
    case ARB_ROLE_COUNT:
        break;
    }
    return 0;
}

#endif
