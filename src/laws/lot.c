/* SPDX-License-Identifier: MIT */
/* Lots from a seed; see lot.h. */
#include "arbitro/lot.h"

#include "arbitro/chess960.h"

/* Number `round` of those that a seed brings forth: SplitMix64. */
static uint64_t mixed(uint32_t seed, uint64_t round)
{
    uint64_t z = (uint64_t)seed * 0x9e3779b97f4a7c15u + (round + 1) * 0xd1342543de82ef95u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Laws 1.2 */
arb_colour arb_lot_colour(uint32_t seed)
{
    return mixed(seed, 0) >> 63 ? ARB_BLACK : ARB_WHITE;
}

/* The few values that would favour small numbers are drawn again. */
unsigned arb_lot_start960(uint32_t seed)
{
    const uint32_t limit = UINT32_MAX / ARB_CHESS960_COUNT * ARB_CHESS960_COUNT;
    uint32_t value;

    for (uint64_t round = 1; (value = (uint32_t)(mixed(seed, round) >> 32)) >= limit;)
        round++;
    return value % ARB_CHESS960_COUNT;
}
