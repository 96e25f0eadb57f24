/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_SLOW_REACH_H
#define ARBITRO_TEST_SLOW_REACH_H
/* Sets of squares for the slow checkers: a1 is the lowest bit, what is attacked is walked to. */
#include "arbitro/square.h"

static inline uint64_t slow_bit(unsigned square)
{
    return UINT64_C(1) << square;
}

/* The lowest square of a set that is not empty. */
static inline unsigned slow_first(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}

/* What a piece attacks from a square; a line ends on the first square of `blocked`. */
uint64_t slow_reach(arb_piece piece, unsigned from, uint64_t blocked);

/* The same from all squares of a set. */
uint64_t slow_reach_all(arb_piece piece, uint64_t from, uint64_t blocked);

/* The square some files and ranks further, or ARB_SQUARE_NONE. */
unsigned slow_beside(unsigned square, int files, int ranks);

#endif
