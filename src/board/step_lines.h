/* SPDX-License-Identifier: MIT */
#ifndef ARB_BOARD_STEP_LINES_H
#define ARB_BOARD_STEP_LINES_H
/*
 * The questions of a step about lines (Laws, 3.2 to 3.5), asked of the four lines through a square
 * at once where the processor can.
 */
#include "board/attack.h"
#include "board/sides.h"

#ifdef __AVX2__
#include <immintrin.h>

ARB_INLINE __m256i lines_load(arb_square square)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)arb_square_lines[square]);
}

ARB_INLINE __m256i lines_all(uint64_t set)
{
    return _mm256_set1_epi64x((long long)set);
}

/* Rooks and queens for rank and file, bishops and queens for the diagonals. */
ARB_INLINE __m256i lines_pieces(const arb_side *side)
{
    /* pawns, knights, diagonal, straight: the last, the last, the third, the third */
    return _mm256_permute4x64_epi64(_mm256_loadu_si256((const __m256i *)(const void *)side), 0xaf);
}

/* The whole lines on which there is one of these squares. */
ARB_INLINE __m256i lines_with(__m256i four, uint64_t squares)
{
    const __m256i off =
        _mm256_cmpeq_epi64(_mm256_and_si256(four, lines_all(squares)), _mm256_setzero_si256());
    return _mm256_andnot_si256(off, four);
}

/* Laws 3.5: how far one sees from a square along its lines, the first piece in the way included. */
ARB_INLINE __m256i lines_reach(arb_square square, uint64_t occupied)
{
    const __m256i four = lines_load(square), below = lines_all(bit(square) - 1);
    const __m256i pieces = _mm256_and_si256(four, lines_all(occupied));
    const __m256i high = _mm256_andnot_si256(below, pieces);
    const __m256i up = _mm256_xor_si256(high, _mm256_add_epi64(high, lines_all(~UINT64_C(0))));
    __m256i low = _mm256_srli_epi64(_mm256_and_si256(pieces, below), 1);

    /* everything below the nearest piece below */
    low = _mm256_or_si256(low, _mm256_srli_epi64(low, 1));
    low = _mm256_or_si256(low, _mm256_srli_epi64(low, 2));
    low = _mm256_or_si256(low, _mm256_srli_epi64(low, 4));
    low = _mm256_or_si256(low, _mm256_srli_epi64(low, 8));
    low = _mm256_or_si256(low, _mm256_srli_epi64(low, 16));
    low = _mm256_or_si256(low, _mm256_srli_epi64(low, 32));
    return _mm256_and_si256(four, _mm256_andnot_si256(low, up));
}

/* How the pieces of each role are chosen from those on straight lines and on diagonals. */
static const struct role_lines {
    uint64_t lines[4], others[4]; /* `others`: which of the other kind of line are left out */
} role_lines[ARB_ROLE_COUNT] = {
    [ARB_BISHOP] = { { 0, 0, ~UINT64_C(0), ~UINT64_C(0) }, { 0, 0, ~UINT64_C(0), ~UINT64_C(0) } },
    [ARB_ROOK] = { { ~UINT64_C(0), ~UINT64_C(0), 0, 0 }, { ~UINT64_C(0), ~UINT64_C(0), 0, 0 } },
    [ARB_QUEEN] = { { ~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0) }, { 0, 0, 0, 0 } },
};

/* The bishops, rooks or queens of `side` that reach the square. */
ARB_INLINE uint64_t lines_meet(arb_square square, uint64_t occupied, unsigned role,
                               const arb_side *side)
{
    const struct role_lines *r = &role_lines[role];
    const __m256i set = lines_pieces(side), other_set = _mm256_permute4x64_epi64(set, 0x0a);
    const __m256i chosen = _mm256_and_si256(
        _mm256_and_si256(set, _mm256_loadu_si256((const __m256i *)(const void *)r->lines)),
        _mm256_xor_si256(other_set, _mm256_loadu_si256((const __m256i *)(const void *)r->others)));
    const __m256i met = _mm256_and_si256(chosen, lines_reach(square, occupied));
    const __m128i two = _mm_or_si128(_mm256_castsi256_si128(met), _mm256_extracti128_si256(met, 1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two)));
}

/* Does a line piece of `side` reach the square? */
ARB_INLINE bool lines_attack(arb_square square, uint64_t occupied, const arb_side *side)
{
    return !_mm256_testz_si256(lines_reach(square, occupied), lines_pieces(side));
}

/* Is there an attacker of `side` on the line through `king` that `from` lies on? */
ARB_INLINE bool lines_open(arb_square king, uint64_t from, const arb_side *side)
{
    return !_mm256_testz_si256(lines_with(lines_load(king), from), lines_pieces(side));
}

/* The same, or has one just gone to `to`? */
ARB_INLINE bool lines_open_or_at(arb_square king, uint64_t from, uint64_t to, const arb_side *side)
{
    const __m256i four = lines_load(king);
    const __m256i either =
        _mm256_or_si256(lines_with(four, from), _mm256_and_si256(four, lines_all(to)));

    return !_mm256_testz_si256(either, lines_pieces(side));
}

#else

ARB_INLINE uint64_t lines_meet(arb_square square, uint64_t occupied, unsigned role,
                               const arb_side *side)
{
    const uint64_t queens = side->straight & side->diagonal;
    const uint64_t straight = role == ARB_ROOK    ? side->straight & ~queens
                              : role == ARB_QUEEN ? queens
                                                  : 0;
    const uint64_t diagonal = role == ARB_BISHOP  ? side->diagonal & ~queens
                              : role == ARB_QUEEN ? queens
                                                  : 0;

    return (rook_attacks(square, occupied) & straight) |
           (bishop_attacks(square, occupied) & diagonal);
}

ARB_INLINE bool lines_attack(arb_square square, uint64_t occupied, const arb_side *side)
{
    return ((rook_attacks(square, occupied) & side->straight) |
            (bishop_attacks(square, occupied) & side->diagonal)) != 0;
}

ARB_INLINE bool lines_open_or_at(arb_square king, uint64_t from, uint64_t to, const arb_side *side)
{
    const uint64_t *four = arb_square_lines[king];
    uint64_t seen = 0;

    for (unsigned i = 0; i < 4; i++)
        seen |= ((four[i] & from ? four[i] : 0) | (four[i] & to)) &
                (i < LINE_RISING ? side->straight : side->diagonal);
    return seen != 0;
}

ARB_INLINE bool lines_open(arb_square king, uint64_t from, const arb_side *side)
{
    return lines_open_or_at(king, from, 0, side);
}

#endif

#endif
