/* SPDX-License-Identifier: MIT */
#ifndef ARB_BOARD_RAYS_AVX2_H
#define ARB_BOARD_RAYS_AVX2_H
/* rays.h in two 256-bit vectors: the directions that count upwards, and their opposites. */
#include <immintrin.h>

typedef struct rays {
    __m256i up, down;
} rays;

ARB_INLINE rays rays_load(const uint64_t lanes[RAY_COUNT])
{
    return (rays){ _mm256_loadu_si256((const __m256i *)(const void *)lanes),
                   _mm256_loadu_si256((const __m256i *)(const void *)(lanes + 4)) };
}

ARB_INLINE rays rays_edges(void)
{
    static const uint64_t edges[RAY_COUNT] = RAY_EDGES;
    return rays_load(edges);
}

ARB_INLINE rays rays_all(uint64_t set)
{
    const __m256i four = _mm256_set1_epi64x((long long)set);
    return (rays){ four, four };
}

ARB_INLINE rays rays_of(uint64_t straight, uint64_t diagonal)
{
    const __m256i four = _mm256_blend_epi32(_mm256_set1_epi64x((long long)straight),
                                            _mm256_set1_epi64x((long long)diagonal), 0xf0);
    return (rays){ four, four };
}

ARB_INLINE rays rays_and(rays a, rays b)
{
    return (rays){ _mm256_and_si256(a.up, b.up), _mm256_and_si256(a.down, b.down) };
}

ARB_INLINE rays rays_without(rays a, rays b)
{
    return (rays){ _mm256_andnot_si256(b.up, a.up), _mm256_andnot_si256(b.down, a.down) };
}

ARB_INLINE rays rays_or(rays a, rays b)
{
    return (rays){ _mm256_or_si256(a.up, b.up), _mm256_or_si256(a.down, b.down) };
}

ARB_INLINE rays rays_shift(rays r, __m256i by)
{
    return (rays){ _mm256_sllv_epi64(r.up, by), _mm256_srlv_epi64(r.down, by) };
}

ARB_INLINE rays rays_step1(rays r)
{
    return rays_shift(r, _mm256_setr_epi64x(8, 1, 9, 7));
}

ARB_INLINE rays rays_step2(rays r)
{
    return rays_shift(r, _mm256_setr_epi64x(16, 2, 18, 14));
}

ARB_INLINE rays rays_step4(rays r)
{
    return rays_shift(r, _mm256_setr_epi64x(32, 4, 36, 28));
}

/* Every direction changes places with its opposite. */
ARB_INLINE rays rays_opposite(rays r)
{
    return (rays){ r.down, r.up };
}

/* All ones in the directions whose set has the one square of `square`. */
ARB_INLINE rays rays_hit(rays hit, uint64_t square)
{
    const __m256i four = _mm256_set1_epi64x((long long)square);
    return (rays){ _mm256_cmpeq_epi64(_mm256_and_si256(hit.up, four), four),
                   _mm256_cmpeq_epi64(_mm256_and_si256(hit.down, four), four) };
}

/* The directions whose set has that square are kept whole, the others emptied. */
ARB_INLINE rays rays_where(rays r, rays hit, uint64_t square)
{
    return rays_and(r, rays_hit(hit, square));
}

ARB_INLINE unsigned rays_hits(rays hit, uint64_t square)
{
    const rays all = rays_hit(hit, square);
    return (unsigned)__builtin_popcount((unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(all.up)) |
                                        (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(all.down))
                                            << 4);
}

ARB_INLINE bool rays_equal(rays a, rays b)
{
    const __m256i difference =
        _mm256_or_si256(_mm256_xor_si256(a.up, b.up), _mm256_xor_si256(a.down, b.down));
    return _mm256_testz_si256(difference, difference);
}

ARB_INLINE uint64_t rays_union(rays r)
{
    const __m256i four = _mm256_or_si256(r.up, r.down);
    const __m128i two =
        _mm_or_si128(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two)));
}

/* Bits per byte: each half of a byte looks its count up in a table of sixteen. */
ARB_INLINE __m256i rays_byte_counts(__m256i v)
{
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1,
                                           2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_set1_epi8(15);
    return _mm256_add_epi8(
        _mm256_shuffle_epi8(table, _mm256_and_si256(v, low)),
        _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(v, 4), low)));
}

ARB_INLINE uint64_t rays_count(rays r)
{
    const __m256i bytes = _mm256_add_epi8(rays_byte_counts(r.up), rays_byte_counts(r.down));
    const __m256i four = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
    const __m128i two =
        _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_add_epi64(two, _mm_unpackhi_epi64(two, two)));
}

ARB_INLINE void rays_store(uint64_t lanes[RAY_COUNT], rays r)
{
    _mm256_storeu_si256((__m256i *)(void *)lanes, r.up);
    _mm256_storeu_si256((__m256i *)(void *)(lanes + 4), r.down);
}

#endif
