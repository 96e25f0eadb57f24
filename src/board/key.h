/* SPDX-License-Identifier: MIT */
#ifndef ARB_BOARD_KEY_H
#define ARB_BOARD_KEY_H
/*
 * The key of a position: equal for positions that are the same by 9.2.3, and almost surely
 * different for others. It is the exclusive or of one scrambled number for every piece on its
 * square, every castling right, a legal en passant capture and the side to move, so that a move
 * changes only a few of them. The numbers are computed, not stored: no table to load.
 */
#include "arbitro/position.h"
#include "board/bits.h"

/* Scrambles a small number into 64 bits that look random (the finaliser of SplitMix64). */
ARB_INLINE uint64_t key_scramble(uint64_t n)
{
    n *= UINT64_C(0x9e3779b97f4a7c15);
    n = (n ^ (n >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    n = (n ^ (n >> 27)) * UINT64_C(0x94d049bb133111eb);
    return n ^ (n >> 31);
}

ARB_INLINE uint64_t key_piece(arb_piece piece, unsigned square)
{
    return key_scramble((uint64_t)piece << 6 | square);
}

ARB_INLINE uint64_t key_castling(uint64_t rooks)
{
    uint64_t key = 0;
    for (; rooks; rooks = without_lowest(rooks))
        key ^= key_scramble(UINT64_C(0x1000) | lowest(rooks));
    return key;
}

ARB_INLINE uint64_t key_en_passant(arb_square square)
{
    return square == ARB_SQUARE_NONE ? 0 : key_scramble(UINT64_C(0x2000) | square);
}

ARB_INLINE uint64_t key_turn(unsigned turn)
{
    return turn == ARB_WHITE ? 0 : key_scramble(0x3000);
}

/* Fills in the en passant square and the key, from all the rest (9.2.3). */
void arb_pos_complete(arb_pos *pos);

#endif
