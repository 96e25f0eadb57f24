/* SPDX-License-Identifier: MIT */
/* Buckets that fill with time; see limits.h. */
#include "server/hall/limits.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_FIRST = 64, SWEPT_AT_ONCE = 4, SWEPT_FOR_ROOM = 64 };

_Static_assert(ARB_LIMITS_KEY_SIZE == crypto_shorthash_KEYBYTES, "the key of the hash");

arb_rate arb_limit_rate(arb_limit limit)
{
    static const arb_rate rates[ARB_LIMIT_COUNT] = {
#define RATE(id, name, burst, interval, room, ...) [ARB_LIMIT_##id] = { burst, interval, room },
#define AMOUNT(...)
#include "server/hall/limits.def"
#undef RATE
#undef AMOUNT
    };

    return rates[limit];
}

const char *arb_limit_word(arb_limit limit)
{
    static const char *const words[ARB_LIMIT_COUNT] = {
#define RATE(id, name, ...) [ARB_LIMIT_##id] = name,
#define AMOUNT(...)
#include "server/hall/limits.def"
#undef RATE
#undef AMOUNT
    };

    return words[limit];
}

void arb_limits_open(arb_limits *limits)
{
    *limits = (arb_limits){ .on = true };
    randombytes_buf(limits->key, sizeof limits->key);
    for (unsigned i = 0; i < ARB_LIMIT_COUNT; i++)
        arb_limits_set(limits, (arb_limit)i, arb_limit_rate((arb_limit)i));
}

void arb_limits_set(arb_limits *limits, arb_limit limit, arb_rate rate)
{
    limits->rate[limit] = rate;
    limits->buckets[limit].room = rate.room;
}

void arb_limits_close(arb_limits *limits)
{
    for (unsigned i = 0; i < ARB_LIMIT_COUNT; i++)
        free(limits->buckets[i].slots);
    *limits = (arb_limits){ 0 };
}

/* ---- the table */

static size_t home_of(const arb_limits *limits, const arb_buckets *b, uint64_t who)
{
    unsigned char out[crypto_shorthash_BYTES];
    uint64_t hash;

    crypto_shorthash(out, (const unsigned char *)&who, sizeof who, limits->key);
    memcpy(&hash, out, sizeof hash);
    return (size_t)hash & (b->size - 1);
}

/* The slot of `who`, or the free one where it would go; there is always a free one. */
static size_t find(const arb_limits *limits, const arb_buckets *b, uint64_t who)
{
    size_t i = home_of(limits, b, who);

    while (b->slots[i].full_us != 0 && b->slots[i].who != who)
        i = (i + 1) & (b->size - 1);
    return i;
}

/* Frees a slot. Those behind it that came past it on the way from home move up. */
static void drop(const arb_limits *limits, arb_buckets *b, size_t hole)
{
    const size_t mask = b->size - 1;

    for (size_t i = (hole + 1) & mask; b->slots[i].full_us != 0; i = (i + 1) & mask) {
        const size_t home = home_of(limits, b, b->slots[i].who);

        if (((i - home) & mask) >= ((i - hole) & mask)) {
            b->slots[hole] = b->slots[i];
            hole = i;
        }
    }
    b->slots[hole].full_us = 0;
    b->count--;
}

/* Gives up buckets that are full again, as the hand comes past them. */
static void sweep(const arb_limits *limits, arb_buckets *b, int64_t now_us, unsigned places)
{
    for (unsigned i = 0; i < places && b->count > 0; i++) {
        const arb_bucket *at = &b->slots[b->hand];

        if (at->full_us != 0 && at->full_us <= now_us)
            drop(limits, b, b->hand); /* another one may stand here now: the hand waits */
        else
            b->hand = (b->hand + 1) & (b->size - 1);
    }
}

static bool grow(const arb_limits *limits, arb_buckets *b)
{
    arb_buckets larger = *b;

    larger.size = b->size ? 2 * b->size : SIZE_FIRST;
    larger.slots = calloc(larger.size, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < b->size; i++) {
        if (b->slots[i].full_us != 0)
            larger.slots[find(limits, &larger, b->slots[i].who)] = b->slots[i];
    }
    free(b->slots);
    *b = larger;
    return true;
}

/* Whether one more can have a bucket of its own. */
static bool has_room(const arb_limits *limits, arb_buckets *b, int64_t now_us)
{
    if (b->count >= b->room)
        sweep(limits, b, now_us, SWEPT_FOR_ROOM);
    if (b->count >= b->room)
        return false;
    return 2 * (b->count + 1) <= b->size || grow(limits, b);
}

/* ---- taking */

typedef struct asking {
    arb_limits *limits;
    arb_buckets *buckets;
    uint64_t who;
    int64_t now_us, most_us; /* `most_us`: after so long an empty bucket is full again */
    size_t at;               /* the slot of `who`, */
    bool own;                /* if he has one */
} asking;

static asking ask(arb_limits *limits, arb_limit limit, uint64_t who, int64_t now)
{
    const arb_rate rate = limits->rate[limit];

    return (asking){ .limits = limits,
                     .buckets = &limits->buckets[limit],
                     .who = who,
                     .now_us = now * 1000,
                     .most_us = rate.burst * rate.interval_us };
}

/* Good until the next sweep. */
static void look_up(asking *a)
{
    const arb_buckets *b = a->buckets;

    a->at = b->size ? find(a->limits, b, a->who) : 0;
    a->own = b->size && b->slots[a->at].full_us != 0;
}

/*
 * When the bucket that counts for `who` will be full, as if nobody had put it off: never before
 * now, and never later than if it were empty now, should the clock have gone back.
 */
static int64_t full_at(const asking *a)
{
    const arb_buckets *b = a->buckets;
    int64_t full = a->own ? b->slots[a->at].full_us : b->overflow_us;

    if (full < a->now_us)
        full = a->now_us;
    return full > a->now_us + a->most_us ? a->now_us + a->most_us : full;
}

/* The bucket that counts for `who` will be full at that instant. */
static void put(asking *a, int64_t full_us)
{
    arb_buckets *b = a->buckets;

    if (!a->own && !has_room(a->limits, b, a->now_us)) {
        b->overflow_us = full_us;
        return;
    }
    if (!a->own) {
        look_up(a); /* it may have grown, or been swept */
        b->slots[a->at].who = a->who;
        b->count++;
    }
    b->slots[a->at].full_us = full_us;
}

bool arb_limits_take(arb_limits *limits, arb_limit limit, uint64_t who, unsigned times,
                     unsigned cost, int64_t now)
{
    if (!limits->on)
        return true;
    const arb_rate rate = limits->rate[limit];
    asking a = ask(limits, limit, who, now);
    const int64_t wanted = (int64_t)cost * (rate.interval_us / times);

    sweep(limits, a.buckets, a.now_us, SWEPT_AT_ONCE);
    look_up(&a);
    const int64_t full = full_at(&a) + (wanted < a.most_us ? wanted : a.most_us);
    if (full - a.now_us > a.most_us) {
        limits->refused[limit]++;
        return false;
    }
    put(&a, full);
    return true;
}

void arb_limits_give_back(arb_limits *limits, arb_limit limit, uint64_t who, unsigned times,
                          unsigned cost, int64_t now)
{
    if (!limits->on)
        return;
    const arb_rate rate = limits->rate[limit];
    asking a = ask(limits, limit, who, now);

    look_up(&a);
    const int64_t full = full_at(&a) - (int64_t)cost * (rate.interval_us / times);
    if (a.own)
        put(&a, full > a.now_us ? full : a.now_us);
}

int64_t arb_limits_wait(arb_limits *limits, arb_limit limit, uint64_t who, int64_t now)
{
    if (!limits->on)
        return 0;
    asking a = ask(limits, limit, who, now);

    look_up(&a);
    const int64_t late = full_at(&a) + limits->rate[limit].interval_us - a.most_us - a.now_us;

    return late > 0 ? (late + 999) / 1000 : 0;
}

void arb_limits_exhaust(arb_limits *limits, arb_limit limit, uint64_t who, int64_t now)
{
    if (!limits->on)
        return;
    asking a = ask(limits, limit, who, now);

    sweep(limits, a.buckets, a.now_us, SWEPT_AT_ONCE);
    look_up(&a);
    put(&a, a.now_us + a.most_us);
}
