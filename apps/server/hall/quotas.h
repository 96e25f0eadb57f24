/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_QUOTAS_H
#define ARBITRO_SERVER_QUOTAS_H
/*
 * How many games those may have who make them without the desk's key, and how much of the disk: by
 * address, and all together. The fuller the hall is, the fewer more an address may open, so that
 * one who has none finds room when those who have many find none.
 *
 * Addresses are known as numbers, in memory and nowhere else; after a restart everybody begins
 * anew. A game counts as open until it is over, or nobody has looked at it for a day.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct arb_table arb_table;

enum {
    ARB_QUOTA_DAY_MS = 24 * 60 * 60 * 1000,
    ARB_QUOTA_BYTES = 64 << 20, /* that the games of one address take of the disk in a day */
    ARB_QUOTA_FEW = 5           /* open at once, of one address, when the hall is half full */
};

typedef struct arb_quota {
    uint64_t who;
    uint32_t open, made; /* made in the day that began at `day` */
    uint64_t bytes;      /* written in that day */
    int64_t day;
    bool used;
} arb_quota;

typedef struct arb_quotas {
    arb_quota *slots;
    size_t count, room; /* of the slots, a power of two */
    unsigned char key[16];
    uint32_t open; /* of all together */
} arb_quotas;

/* What is allowed; 0: anything. */
typedef struct arb_quota_limits {
    uint32_t per_address, per_day, all;
} arb_quota_limits;

typedef enum arb_quota_answer {
    ARB_QUOTA_GRANTED,
    ARB_QUOTA_ENOUGH, /* this address has enough */
    ARB_QUOTA_FULL,   /* the hall has */
    ARB_QUOTA_MEMORY
} arb_quota_answer;

void arb_quotas_init(arb_quotas *quotas);
void arb_quotas_clear(arb_quotas *quotas);

/* May `who` open one more game at `now`, in ms? It counts as open when he may. */
arb_quota_answer arb_quotas_take(arb_quotas *quotas, const arb_quota_limits *limits, uint64_t who,
                                 unsigned times, int64_t now);

/* The game of `who` counts as open, or no more. */
void arb_quotas_open(arb_quotas *quotas, uint64_t who, int64_t now);
void arb_quotas_shut(arb_quotas *quotas, uint64_t who);

/* Has written so many bytes; has written too many. */
void arb_quotas_write(arb_quotas *quotas, uint64_t who, uint64_t bytes, int64_t now);
bool arb_quotas_wrote_enough(const arb_quotas *quotas, uint64_t who, int64_t now);

/* Forgets those who have nothing open and made nothing for a day. */
void arb_quotas_sweep(arb_quotas *quotas, int64_t now);

/* ---- the same for a table, whose owner pays */

/* The game may have begun or ended: does it count as open? */
void arb_quotas_note(arb_table *table);

/* Event `index` of its log has taken so many bytes: that is counted once. */
void arb_quotas_wrote(arb_table *table, size_t index, uint64_t bytes);
bool arb_quotas_is_full(const arb_table *table);

#endif
