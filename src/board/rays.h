/* SPDX-License-Identifier: MIT */
#ifndef ARB_BOARD_RAYS_H
#define ARB_BOARD_RAYS_H
/*
 * Eight sets of squares at once, one for each direction in which a line piece moves.
 *
 * All line pieces of a side move together: in one direction no two of them reach the same square,
 * because the nearer one stands in the way of the other. So eight counts are the exact number of
 * moves, without a loop over pieces and without a table.
 *
 * Directions come in opposite pairs, four places apart: north, east, north-east, north-west, then
 * south, west, south-west, south-east. Rook directions are 0, 1, 4, 5; bishop directions 2, 3, 6,
 * 7. Three implementations follow: 512-bit vectors, 256-bit vectors, plain C.
 */
#include "board/bits.h"

enum { RAY_COUNT = 8, RAY_NORTH = 0, RAY_NORTH_EAST = 2, RAY_NORTH_WEST = 3 };

/* Where a step in each direction may arrive without having wrapped round the edge. */
#define RAY_EDGES                                                                                  \
    {                                                                                              \
        ~RANK_1, ~FILE_A, ~(FILE_A | RANK_1), ~(FILE_H | RANK_1), ~RANK_8, ~FILE_H,                \
            ~(FILE_H | RANK_8), ~(FILE_A | RANK_8)                                                 \
    }

/* Inlining makes all the difference; but instrumented plain C would take minutes to compile. */
#if (defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)) &&                             \
    !defined(ARB_RAYS_AVX512) && !defined(ARB_RAYS_AVX2)
#define RAYS_INLINE static inline
#else
#define RAYS_INLINE ARB_INLINE
#endif

#if defined(ARB_RAYS_AVX512)
#include "board/rays_avx512.h"
#elif defined(ARB_RAYS_AVX2)
#include "board/rays_avx2.h"
#else
#include "board/rays_plain.h"
#endif

/*
 * Laws 3.5: the squares that line pieces on `from` reach, each in its directions, through empty
 * squares, the first occupied one included.
 */
RAYS_INLINE rays rays_reach(rays from, uint64_t empty)
{
    const rays edges = rays_edges();
    rays open = rays_and(rays_all(empty), edges);

    /* Each round doubles the distance that the pieces, and the open road before them, have. */
    from = rays_or(from, rays_and(open, rays_step1(from)));
    open = rays_and(open, rays_step1(open));
    from = rays_or(from, rays_and(open, rays_step2(from)));
    open = rays_and(open, rays_step2(open));
    from = rays_or(from, rays_and(open, rays_step4(from)));
    return rays_and(rays_step1(from), edges);
}

#endif
