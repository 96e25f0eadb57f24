/* SPDX-License-Identifier: MIT */
#ifndef ARB_BOARD_STEP_LINES_H
#define ARB_BOARD_STEP_LINES_H
/*
 * The two questions of a step about lines (Laws, 3.2 to 3.5): which line pieces reach a square, and
 * do they reach either king. Where the processor can look at eight lines at once, it does.
 */
#include "board/men.h"

/* Which king is attacked. */
typedef struct in_check {
    bool own, opponent;
} in_check;

#ifdef ARB_STEP_AVX512
#include <immintrin.h>

/* The four lines through a square. */
ARB_INLINE __m256i lines_of(arb_square square)
{
    return _mm256_set_epi64x((long long)arb_line_squares[LINE_FALLING][square],
                             (long long)arb_line_squares[LINE_RISING][square],
                             (long long)arb_line_squares[LINE_FILE][square],
                             (long long)arb_line_squares[LINE_RANK][square]);
}

/* Ranks and files for rooks and queens, diagonals for bishops and queens, in the same order. */
ARB_INLINE __m256i men_on_lines(uint64_t straight, uint64_t diagonal)
{
    return _mm256_blend_epi32(_mm256_set1_epi64x((long long)straight),
                              _mm256_set1_epi64x((long long)diagonal), 0xf0);
}

ARB_INLINE uint64_t lines_meet(arb_square square, uint64_t occupied, uint64_t straight,
                               uint64_t diagonal)
{
    const __m256i lines = lines_of(square);
    const __m256i below = _mm256_set1_epi64x((long long)(bit(square) - 1));
    const __m256i men = _mm256_and_si256(lines, _mm256_set1_epi64x((long long)occupied));
    const __m256i low = _mm256_or_si256(_mm256_and_si256(men, below), _mm256_set1_epi64x(1));
    const __m256i near_below =
        _mm256_srlv_epi64(_mm256_set1_epi64x(INT64_MIN), _mm256_lzcnt_epi64(low));
    const __m256i high = _mm256_andnot_si256(below, men);
    const __m256i near_above =
        _mm256_and_si256(high, _mm256_sub_epi64(_mm256_setzero_si256(), high));
    const __m256i reach = _mm256_and_si256(
        lines, _mm256_sub_epi64(_mm256_add_epi64(near_above, near_above), near_below));
    const __m256i met = _mm256_and_si256(reach, men_on_lines(straight, diagonal));
    const __m128i two = _mm_or_si128(_mm256_castsi256_si128(met), _mm256_extracti128_si256(met, 1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two)));
}

ARB_INLINE in_check kings_on_lines(const arb_pos *pos, arb_colour us)
{
    const arb_side *own = &pos->side[us], *opp = &pos->side[other(us)];
    const __m512i lines = _mm512_inserti64x4(_mm512_castsi256_si512(lines_of(lowest(own->king))),
                                             lines_of(lowest(opp->king)), 1);
    const __m512i below =
        _mm512_mask_blend_epi64(0xf0, _mm512_set1_epi64((long long)(own->king - 1)),
                                _mm512_set1_epi64((long long)(opp->king - 1)));
    const __m512i men =
        _mm512_and_si512(lines, _mm512_set1_epi64((long long)(own->all | opp->all)));
    const __m512i low = _mm512_or_si512(_mm512_and_si512(men, below), _mm512_set1_epi64(1));
    const __m512i near_below =
        _mm512_srlv_epi64(_mm512_set1_epi64(INT64_MIN), _mm512_lzcnt_epi64(low));
    const __m512i high = _mm512_andnot_si512(below, men);
    const __m512i near_above =
        _mm512_and_si512(high, _mm512_sub_epi64(_mm512_setzero_si512(), high));
    const __m512i reach = _mm512_and_si512(
        lines, _mm512_sub_epi64(_mm512_add_epi64(near_above, near_above), near_below));
    const __m512i sliders =
        _mm512_inserti64x4(_mm512_castsi256_si512(men_on_lines(opp->straight, opp->diagonal)),
                           men_on_lines(own->straight, own->diagonal), 1);
    const unsigned seen = _mm512_test_epi64_mask(reach, sliders);
    return (in_check){ .own = (seen & 0x0f) != 0, .opponent = (seen & 0xf0) != 0 };
}

#else

ARB_INLINE uint64_t lines_meet(arb_square square, uint64_t occupied, uint64_t straight,
                               uint64_t diagonal)
{
    return (rook_attacks(square, occupied) & straight) |
           (bishop_attacks(square, occupied) & diagonal);
}

ARB_INLINE in_check kings_on_lines(const arb_pos *pos, arb_colour us)
{
    const arb_side *own = &pos->side[us], *opp = &pos->side[other(us)];
    const uint64_t occupied = own->all | opp->all;

    return (in_check){
        .own = lines_meet(lowest(own->king), occupied, opp->straight, opp->diagonal) != 0,
        .opponent = lines_meet(lowest(opp->king), occupied, own->straight, own->diagonal) != 0,
    };
}

#endif

#endif
