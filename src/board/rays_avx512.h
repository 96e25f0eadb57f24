/* SPDX-License-Identifier: MIT */
#ifndef ARB_BOARD_RAYS_AVX512_H
#define ARB_BOARD_RAYS_AVX512_H
/* rays.h in one 512-bit vector: a step is a rotation, the population count an instruction. */
#include <immintrin.h>

typedef __m512i rays;

ARB_INLINE rays rays_load(const uint64_t lanes[RAY_COUNT])
{
    return _mm512_loadu_si512(lanes);
}

ARB_INLINE rays rays_edges(void)
{
    static const uint64_t edges[RAY_COUNT] = RAY_EDGES;
    return rays_load(edges);
}

ARB_INLINE rays rays_all(uint64_t set)
{
    return _mm512_set1_epi64((long long)set);
}

ARB_INLINE rays rays_of(uint64_t straight, uint64_t diagonal)
{
    return _mm512_mask_set1_epi64(rays_all(straight), 0xcc, (long long)diagonal);
}

ARB_INLINE rays rays_and(rays a, rays b)
{
    return _mm512_and_si512(a, b);
}

ARB_INLINE rays rays_without(rays a, rays b)
{
    return _mm512_andnot_si512(b, a);
}

ARB_INLINE rays rays_or(rays a, rays b)
{
    return _mm512_or_si512(a, b);
}

ARB_INLINE rays rays_step1(rays r)
{
    return _mm512_rolv_epi64(r, _mm512_setr_epi64(8, 1, 9, 7, 56, 63, 55, 57));
}

ARB_INLINE rays rays_step2(rays r)
{
    return _mm512_rolv_epi64(r, _mm512_setr_epi64(16, 2, 18, 14, 48, 62, 46, 50));
}

ARB_INLINE rays rays_step4(rays r)
{
    return _mm512_rolv_epi64(r, _mm512_setr_epi64(32, 4, 36, 28, 32, 60, 28, 36));
}

/* Every direction changes places with its opposite. */
ARB_INLINE rays rays_opposite(rays r)
{
    return _mm512_shuffle_i64x2(r, r, 0x4e);
}

/* The directions whose set has a square of `set` are kept whole, the others emptied. */
ARB_INLINE rays rays_where(rays r, rays hit, uint64_t set)
{
    return _mm512_maskz_mov_epi64(_mm512_test_epi64_mask(hit, rays_all(set)), r);
}

ARB_INLINE unsigned rays_hits(rays hit, uint64_t set)
{
    return (unsigned)__builtin_popcount(_mm512_test_epi64_mask(hit, rays_all(set)));
}

ARB_INLINE bool rays_equal(rays a, rays b)
{
    return _mm512_cmpneq_epi64_mask(a, b) == 0;
}

ARB_INLINE uint64_t rays_union(rays r)
{
    const __m256i four =
        _mm256_or_si256(_mm512_castsi512_si256(r), _mm512_extracti64x4_epi64(r, 1));
    const __m128i two =
        _mm_or_si128(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two)));
}

ARB_INLINE uint64_t rays_count(rays r)
{
    const __m512i counts = _mm512_popcnt_epi64(r);
    const __m256i four =
        _mm256_add_epi64(_mm512_castsi512_si256(counts), _mm512_extracti64x4_epi64(counts, 1));
    const __m128i two =
        _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_add_epi64(two, _mm_unpackhi_epi64(two, two)));
}

ARB_INLINE void rays_store(uint64_t lanes[RAY_COUNT], rays r)
{
    _mm512_storeu_si512(lanes, r);
}

#endif
