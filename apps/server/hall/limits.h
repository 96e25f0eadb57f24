/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_LIMITS_H
#define ARBITRO_SERVER_LIMITS_H
/*
 * How often somebody may do something: a bucket of tokens for each address, or each link, that
 * fills again with time. The room is fixed; when it is full the oldest bucket is given up, which
 * is the one that had most time to fill.
 */
#include <stdbool.h>
#include <stdint.h>

typedef enum arb_limit {
    ARB_LIMIT_CREATE, /* games, per address */
    ARB_LIMIT_JOIN,   /* wrong codes, per address */
    ARB_LIMIT_EVENT,  /* per link */
    ARB_LIMIT_READ,   /* whole snapshots and files, per link or address */
    ARB_LIMIT_REPORT, /* what spectators tell the arbiter, per address */
    ARB_LIMIT_COUNT
} arb_limit;

enum { ARB_LIMITS_ROOM = 4096, ARB_LIMITS_WAYS = 4 };

typedef struct arb_bucket {
    uint64_t who;
    int64_t at;    /* when `level` was counted */
    int32_t level; /* thousandths of what may still be done */
    bool used;
} arb_bucket;

typedef struct arb_limits {
    arb_bucket *buckets; /* ARB_LIMITS_ROOM, NULL: nothing is limited */
} arb_limits;

/*
 * May `who` do this once more at `now`, in ms? `times` multiplies what is allowed, `cost` says for
 * how many it counts, but never for more than may be done at once.
 */
bool arb_limits_take(arb_limits *limits, arb_limit limit, uint64_t who, unsigned times,
                     unsigned cost, int64_t now);

/* Gives back what `who` has just taken: it does not count after all. */
void arb_limits_give(arb_limits *limits, arb_limit limit, uint64_t who);

#endif
