/* SPDX-License-Identifier: MIT */
#ifndef ARB_BOARD_MOVE_H
#define ARB_BOARD_MOVE_H
/*
 * How a move is packed: six bits from, six bits to, four bits of code. The codes of the plain
 * moves are those of arb_move_kind; a promotion adds its role. In castling "to" is the square of
 * the rook, which tells everything in Chess960 as well.
 */
#include "arbitro/position.h"
#include "board/bits.h"

enum {
    CODE_SPECIAL = ARB_MOVE_DOUBLE_STEP, /* from here on a move does more than go and capture */
    CODE_PROMOTION = 12,                 /* knight, bishop, rook, queen */
    CODE_COUNT = 16
};

ARB_INLINE arb_move move_make(unsigned from, unsigned to, unsigned code)
{
    return (arb_move){ (uint16_t)(from | to << 6 | code << 12) };
}

ARB_INLINE unsigned move_from(arb_move move)
{
    return move.bits & 63u;
}

ARB_INLINE unsigned move_to(arb_move move)
{
    return move.bits >> 6 & 63u;
}

ARB_INLINE unsigned move_code(arb_move move)
{
    return move.bits >> 12;
}

/* The role of a promotion code: its two low bits count from the knight. */
ARB_INLINE arb_role code_promotion(unsigned code)
{
    return (arb_role)(ARB_KNIGHT + (code & 3u));
}

#endif
