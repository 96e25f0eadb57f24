/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_LIMITS_H
#define ARBITRO_SERVER_LIMITS_H
/*
 * How often somebody may do something: so often at once, and then again after a while each.
 *
 * A bucket is one number, the instant at which it will be full again. Until then it is in debt,
 * and whoever could make the hall forget a debt could do as much as he liked. So: every kind of
 * limit has a table of its own, and what is done much of elsewhere takes no room here; a place is
 * found by a hash under a key that is made anew at every start, and nobody can choose names that
 * meet; only a bucket that is full again is given up. A table grows up to so many debtors, at most
 * ARB_LIMITS_ROOM in 2 MiB; when they are there, all others share one further bucket, and one that
 * gets its own later begins with the debt of that one. Nobody ever does more than his limit says;
 * in such a crowd newcomers may do less.
 *
 * A few places are swept whenever something is taken, so that nothing is ever swept all at once.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is limited: see limits.def. */
typedef enum arb_limit {
#define RATE(id, ...) ARB_LIMIT_##id,
#define AMOUNT(...)
#include "server/hall/limits.def"
#undef RATE
#undef AMOUNT
    ARB_LIMIT_COUNT
} arb_limit;

/* So much at once, and then one in so long; of so many who are in debt at the same time. */
typedef struct arb_rate {
    unsigned burst;
    int64_t interval_us;
    size_t room;
} arb_rate;

/* The usual one, and the name under which a file of limits has it. */
arb_rate arb_limit_rate(arb_limit limit);
const char *arb_limit_word(arb_limit limit);

enum { ARB_LIMITS_ROOM = 65536, ARB_LIMITS_KEY_SIZE = 16 };

typedef struct arb_bucket {
    uint64_t who;
    int64_t full_us; /* when it is full again; 0: nobody's */
} arb_bucket;

typedef struct arb_buckets {
    arb_bucket *slots;
    size_t size;         /* slots, a power of two; at most half of them are somebody's */
    size_t count, room;  /* of those, now and at most */
    size_t hand;         /* the slot that is swept next */
    int64_t overflow_us; /* of the bucket that all share for whom there is no room */
} arb_buckets;

typedef struct arb_limits {
    bool on; /* otherwise nothing is limited */
    unsigned char key[ARB_LIMITS_KEY_SIZE];
    arb_rate rate[ARB_LIMIT_COUNT];
    uint64_t refused[ARB_LIMIT_COUNT]; /* how often somebody was */
    arb_buckets buckets[ARB_LIMIT_COUNT];
} arb_limits;

/* Begins, with a new key and tables that are empty. arb_keys_begin() comes before. */
void arb_limits_open(arb_limits *limits);
void arb_limits_close(arb_limits *limits);

/* From now on it is so much. Whoever is in debt owes no more than if he had just used it all up. */
void arb_limits_set(arb_limits *limits, arb_limit limit, arb_rate rate);

/*
 * May `who` do this once more at `now`, in ms? `times` multiplies what is allowed, `cost` says for
 * how many it counts, but never for more than may be done at once.
 */
bool arb_limits_take(arb_limits *limits, arb_limit limit, uint64_t who, unsigned times,
                     unsigned cost, int64_t now);

/* What was taken so counts for nothing after all. Nothing that he shares with others is given back.
 */
void arb_limits_give_back(arb_limits *limits, arb_limit limit, uint64_t who, unsigned times,
                          unsigned cost, int64_t now);

/* How long, in ms, until `who` may do this once; 0: now. Nothing is taken. */
int64_t arb_limits_wait(arb_limits *limits, arb_limit limit, uint64_t who, int64_t now);

/* Leaves `who` with an empty bucket, whatever was in it. */
void arb_limits_exhaust(arb_limits *limits, arb_limit limit, uint64_t who, int64_t now);

#endif
