/* SPDX-License-Identifier: MIT */
/* What a player's clock is given back for the way of his events; see lag.h. */
#include "server/hall/lag.h"

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

void arb_lag_ping(arb_lag *lag, int64_t ms)
{
    if (ms < 0 || ms > UINT16_MAX)
        return;
    lag->sample[lag->next] = (uint16_t)ms;
    lag->next = (uint8_t)((lag->next + 1) % ARB_LAG_SAMPLES);
    if (lag->samples < ARB_LAG_SAMPLES)
        lag->samples++;
}

void arb_lag_connection(arb_lag *lag, arb_rtt way)
{
    lag->by_system = way.usual >= 0;
    lag->way = way;
}

/* The smallest of the last pings; -1: none. */
static int64_t page(const arb_lag *lag)
{
    int64_t least = -1;

    for (unsigned i = 0; i < lag->samples; i++) {
        if (least < 0 || lag->sample[i] < least)
            least = lag->sample[i];
    }
    return least;
}

int64_t arb_lag_round_trip(const arb_lag *lag)
{
    const int64_t pinged = page(lag);

    if (!lag->by_system)
        return pinged;
    int64_t known = lag->way.usual;
    if (lag->way.shortest >= 0)
        known = smaller(known, lag->way.shortest + ARB_LAG_JITTER_MS);
    return pinged < 0 ? known : smaller(known, pinged);
}

int64_t arb_lag_most(const arb_lag *lag, uint32_t turns)
{
    const int64_t half = arb_lag_round_trip(lag) / 2;
    const int64_t event = lag->by_system ? ARB_LAG_EVENT_MS : ARB_LAG_PAGE_MS;
    const int64_t left = ARB_LAG_GAME_MS + (int64_t)turns * ARB_LAG_TURN_MS - lag->spent_ms;
    const int64_t most = smaller(smaller(half, event), left);

    return most > 0 ? most : 0;
}

int64_t arb_lag_credit(const arb_lag *lag, uint32_t turns, int64_t ran_ms, int64_t think_ms)
{
    if (think_ms < 0 || think_ms >= ran_ms)
        return 0;
    return smaller(ran_ms - think_ms, arb_lag_most(lag, turns));
}

void arb_lag_spend(arb_lag *lag, int64_t ms)
{
    lag->spent_ms += ms;
}
