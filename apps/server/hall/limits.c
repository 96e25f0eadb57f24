/* SPDX-License-Identifier: MIT */
/* Buckets that fill with time; see limits.h. */
#include "server/hall/limits.h"

#include <stddef.h>

/* How much at once, and how much a second in thousandths. */
static const struct {
    int32_t burst;
    int32_t milli_per_second;
} rates[ARB_LIMIT_COUNT] = {
    [ARB_LIMIT_CREATE] = { 20, 200 },  [ARB_LIMIT_JOIN] = { 10, 33 },
    [ARB_LIMIT_EVENT] = { 60, 30000 }, [ARB_LIMIT_READ] = { 60, 20000 },
    [ARB_LIMIT_REPORT] = { 5, 100 },
};

static uint64_t mix(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdu;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53u;
    return x ^ x >> 33;
}

/* The bucket of this key among the few places where it may be, or the one to give up for it. */
static arb_bucket *find(arb_limits *limits, uint64_t key)
{
    arb_bucket *set = limits->buckets + key % (ARB_LIMITS_ROOM / ARB_LIMITS_WAYS) * ARB_LIMITS_WAYS;
    arb_bucket *oldest = set;

    for (unsigned i = 0; i < ARB_LIMITS_WAYS; i++) {
        if (set[i].used && set[i].who == key)
            return &set[i];
        if (!set[i].used || (oldest->used && set[i].at < oldest->at))
            oldest = &set[i];
    }
    oldest->used = false;
    return oldest;
}

void arb_limits_give(arb_limits *limits, arb_limit limit, uint64_t who)
{
    if (!limits->buckets)
        return;
    arb_bucket *bucket = find(limits, mix(who ^ mix(limit + 1u)));
    if (bucket->used)
        bucket->level += 1000; /* more than the burst is cut when the next one takes */
}

bool arb_limits_take(arb_limits *limits, arb_limit limit, uint64_t who, unsigned times,
                     unsigned cost, int64_t now)
{
    if (!limits->buckets)
        return true;
    const int64_t full = (int64_t)rates[limit].burst * 1000 * times;
    const int64_t rate = (int64_t)rates[limit].milli_per_second * times;
    const uint64_t key = mix(who ^ mix(limit + 1u));
    arb_bucket *bucket = find(limits, key);

    if (!bucket->used)
        *bucket = (arb_bucket){ .who = key, .at = now, .level = (int32_t)full, .used = true };
    int64_t passed = now - bucket->at;
    if (passed > 3600000)
        passed = 3600000;
    int64_t level = bucket->level + passed * rate / 1000;
    if (level > full)
        level = full;
    const int64_t wanted = (int64_t)cost * 1000 < full ? (int64_t)cost * 1000 : full;
    const bool may = level >= wanted;
    bucket->level = (int32_t)(may ? level - wanted : level);
    bucket->at = now;
    return may;
}
