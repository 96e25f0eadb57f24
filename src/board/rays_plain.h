/* SPDX-License-Identifier: MIT */
#ifndef ARB_BOARD_RAYS_PLAIN_H
#define ARB_BOARD_RAYS_PLAIN_H
/* rays.h in plain C: eight words. */

typedef struct rays {
    uint64_t lane[RAY_COUNT];
} rays;

RAYS_INLINE rays rays_edges(void)
{
    return (rays){ RAY_EDGES };
}

RAYS_INLINE rays rays_all(uint64_t set)
{
    return (rays){ { set, set, set, set, set, set, set, set } };
}

RAYS_INLINE rays rays_of(uint64_t straight, uint64_t diagonal)
{
    return (
        rays){ { straight, straight, diagonal, diagonal, straight, straight, diagonal, diagonal } };
}

RAYS_INLINE rays rays_and(rays a, rays b)
{
    for (int i = 0; i < RAY_COUNT; i++)
        a.lane[i] &= b.lane[i];
    return a;
}

RAYS_INLINE rays rays_without(rays a, rays b)
{
    for (int i = 0; i < RAY_COUNT; i++)
        a.lane[i] &= ~b.lane[i];
    return a;
}

RAYS_INLINE rays rays_or(rays a, rays b)
{
    for (int i = 0; i < RAY_COUNT; i++)
        a.lane[i] |= b.lane[i];
    return a;
}

RAYS_INLINE rays rays_shift(rays r, int times)
{
    const uint64_t *a = r.lane;
    return (rays){ { a[0] << 8 * times, a[1] << times, a[2] << 9 * times, a[3] << 7 * times,
                     a[4] >> 8 * times, a[5] >> times, a[6] >> 9 * times, a[7] >> 7 * times } };
}

RAYS_INLINE rays rays_step1(rays r)
{
    return rays_shift(r, 1);
}

RAYS_INLINE rays rays_step2(rays r)
{
    return rays_shift(r, 2);
}

RAYS_INLINE rays rays_step4(rays r)
{
    return rays_shift(r, 4);
}

/* Every direction changes places with its opposite. */
RAYS_INLINE rays rays_opposite(rays r)
{
    const uint64_t *a = r.lane;
    return (rays){ { a[4], a[5], a[6], a[7], a[0], a[1], a[2], a[3] } };
}

/* The directions whose set has a square of `set` are kept whole, the others emptied. */
RAYS_INLINE rays rays_where(rays r, rays hit, uint64_t set)
{
    for (int i = 0; i < RAY_COUNT; i++)
        r.lane[i] = hit.lane[i] & set ? r.lane[i] : 0;
    return r;
}

RAYS_INLINE unsigned rays_hits(rays hit, uint64_t set)
{
    unsigned hits = 0;
    for (int i = 0; i < RAY_COUNT; i++)
        hits += (hit.lane[i] & set) != 0;
    return hits;
}

RAYS_INLINE bool rays_equal(rays a, rays b)
{
    uint64_t difference = 0;
    for (int i = 0; i < RAY_COUNT; i++)
        difference |= a.lane[i] ^ b.lane[i];
    return difference == 0;
}

RAYS_INLINE uint64_t rays_union(rays r)
{
    uint64_t set = 0;
    for (int i = 0; i < RAY_COUNT; i++)
        set |= r.lane[i];
    return set;
}

RAYS_INLINE uint64_t rays_count(rays r)
{
    uint64_t sum = 0;
    for (int i = 0; i < RAY_COUNT; i++)
        sum += count(r.lane[i]);
    return sum;
}

RAYS_INLINE void rays_store(uint64_t lanes[RAY_COUNT], rays r)
{
    for (int i = 0; i < RAY_COUNT; i++)
        lanes[i] = r.lane[i];
}

#endif
