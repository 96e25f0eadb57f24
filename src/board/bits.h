/* SPDX-License-Identifier: MIT */
#ifndef ARB_BOARD_BITS_H
#define ARB_BOARD_BITS_H
/*
 * Sets of squares as 64-bit words, bit 0 for a1, bit 63 for h8: the few operations that the rest
 * of the board is written with.
 */
#include <stdbool.h>
#include <stdint.h>

#include "arbitro/square.h"

#define ARB_INLINE static inline __attribute__((always_inline))

#define FILE_A UINT64_C(0x0101010101010101)
#define FILE_H UINT64_C(0x8080808080808080)
#define RANK_1 UINT64_C(0x00000000000000ff)
#define RANK_8 UINT64_C(0xff00000000000000)

ARB_INLINE uint64_t bit(unsigned square)
{
    return UINT64_C(1) << square;
}

/* The lowest square of a set that is not empty. */
ARB_INLINE arb_square lowest(uint64_t set)
{
    return (arb_square)__builtin_ctzll(set);
}

/* The lowest square of any set, 64 when it is empty. */
ARB_INLINE unsigned lowest_or_64(uint64_t set)
{
#ifdef __BMI__
    return (unsigned)__builtin_ia32_tzcnt_u64(set);
#else
    return set ? lowest(set) : 64u;
#endif
}

/* The highest square of a set that is not empty. */
ARB_INLINE arb_square highest(uint64_t set)
{
    return (arb_square)(63 - __builtin_clzll(set));
}

ARB_INLINE uint64_t without_lowest(uint64_t set)
{
    return set & (set - 1);
}

ARB_INLINE unsigned count(uint64_t set)
{
    return (unsigned)__builtin_popcountll(set);
}

ARB_INLINE arb_colour other(arb_colour colour)
{
    return colour == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
}

/* The rank on which the pieces of a colour begin (2.3). */
ARB_INLINE uint64_t home_rank(arb_colour colour)
{
    return colour == ARB_WHITE ? RANK_1 : RANK_8;
}

/* The rank on which the pawns of a colour are promoted (3.7.3.3). */
ARB_INLINE uint64_t last_rank(arb_colour colour)
{
    return colour == ARB_WHITE ? RANK_8 : RANK_1;
}

/* One step towards the opponent. */
ARB_INLINE uint64_t forward(arb_colour colour, uint64_t set)
{
    return colour == ARB_WHITE ? set << 8 : set >> 8;
}

/* One step diagonally forward, to the lower file (a-side) and to the higher one (h-side). */
ARB_INLINE uint64_t forward_aside(arb_colour colour, uint64_t set)
{
    return colour == ARB_WHITE ? (set & ~FILE_A) << 7 : (set & ~FILE_A) >> 9;
}

ARB_INLINE uint64_t forward_hside(arb_colour colour, uint64_t set)
{
    return colour == ARB_WHITE ? (set & ~FILE_H) << 9 : (set & ~FILE_H) >> 7;
}

/* The squares on the neighbouring files of the same rank. */
ARB_INLINE uint64_t beside(uint64_t set)
{
    return (set & ~FILE_A) >> 1 | (set & ~FILE_H) << 1;
}

/* All squares from one number to the other, both included: on one line, those in between. */
ARB_INLINE uint64_t stretch(arb_square a, arb_square b)
{
    const arb_square low = a < b ? a : b, high = a < b ? b : a;
    return (bit(high) << 1) - bit(low);
}

#endif
