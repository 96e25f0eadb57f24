/* SPDX-License-Identifier: MIT */
/* Games and bytes of those who come without the desk's key; see quotas.h. */
#include "server/hall/quotas.h"

#include <sodium.h>
#include <stdlib.h>

#include "server/hall/hall_internal.h"

enum { ROOM_FIRST = 64 };

void arb_quotas_init(arb_quotas *q)
{
    *q = (arb_quotas){ 0 };
    randombytes_buf(q->key, sizeof q->key);
}

void arb_quotas_clear(arb_quotas *q)
{
    free(q->slots);
    q->slots = NULL;
    q->count = q->room = 0;
}

/* ---- a table of addresses; nobody can choose some that meet in one place */

static size_t home_of(const arb_quotas *q, uint64_t who)
{
    uint64_t hash;

    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)&who, sizeof who, q->key);
    return (size_t)hash & (q->room - 1);
}

/* The slot of this address, or the free one where it would go; there is always a free one. */
static arb_quota *slot_of(const arb_quotas *q, uint64_t who)
{
    size_t i = home_of(q, who);

    while (q->slots[i].used && q->slots[i].who != who)
        i = (i + 1) & (q->room - 1);
    return &q->slots[i];
}

static arb_quota *find(const arb_quotas *q, uint64_t who)
{
    arb_quota *slot = q->room ? slot_of(q, who) : NULL;

    return slot && slot->used ? slot : NULL;
}

/* Makes the table anew with so many slots, without those whom `now` lets be forgotten. */
static bool rebuild(arb_quotas *q, size_t room, int64_t now)
{
    arb_quotas anew = *q;

    anew.slots = calloc(room, sizeof *anew.slots);
    if (!anew.slots)
        return false;
    anew.room = room;
    anew.count = 0;
    for (size_t i = 0; i < q->room; i++) {
        const arb_quota *old = &q->slots[i];
        if (!old->used || (old->open == 0 && now - old->day >= ARB_QUOTA_DAY_MS))
            continue;
        *slot_of(&anew, old->who) = *old;
        anew.count++;
    }
    free(q->slots);
    *q = anew;
    return true;
}

/* The quota of this address, made when it is not there; its day is the one of `now`. */
static arb_quota *need(arb_quotas *q, uint64_t who, int64_t now)
{
    arb_quota *slot = find(q, who);

    if (!slot) {
        if (2 * (q->count + 1) > q->room && !rebuild(q, q->room ? 2 * q->room : ROOM_FIRST, now))
            return NULL;
        slot = slot_of(q, who);
        *slot = (arb_quota){ .who = who, .day = now, .used = true };
        q->count++;
    }
    if (now - slot->day >= ARB_QUOTA_DAY_MS) {
        slot->day = now;
        slot->made = 0;
        slot->bytes = 0;
    }
    return slot;
}

void arb_quotas_sweep(arb_quotas *q, int64_t now)
{
    if (q->room > 0)
        (void)rebuild(q, q->room, now);
}

/* ---- games */

/* How many an address may have open, with so many open in the hall. */
static uint64_t open_each(const arb_quotas *q, const arb_quota_limits *limits, unsigned times)
{
    const uint64_t usual = (uint64_t)limits->per_address * times;

    if (limits->per_address == 0)
        return UINT64_MAX;
    if (limits->all == 0 || q->open < limits->all / 2 || usual < ARB_QUOTA_FEW)
        return usual;
    return q->open < limits->all / 4 * 3 ? ARB_QUOTA_FEW : 1;
}

arb_quota_answer arb_quotas_take(arb_quotas *q, const arb_quota_limits *limits, uint64_t who,
                                 unsigned times, int64_t now)
{
    if (limits->all > 0 && q->open >= limits->all)
        return ARB_QUOTA_FULL;
    arb_quota *of = need(q, who, now);
    if (!of)
        return ARB_QUOTA_MEMORY;
    if (of->open >= open_each(q, limits, times) || of->bytes >= (uint64_t)ARB_QUOTA_BYTES * times ||
        (limits->per_day > 0 && of->made >= (uint64_t)limits->per_day * times))
        return ARB_QUOTA_ENOUGH;
    of->made++;
    of->open++;
    q->open++;
    return ARB_QUOTA_GRANTED;
}

void arb_quotas_open(arb_quotas *q, uint64_t who, int64_t now)
{
    arb_quota *of = need(q, who, now);

    if (of)
        of->open++;
    q->open += of != NULL;
}

void arb_quotas_shut(arb_quotas *q, uint64_t who)
{
    arb_quota *of = find(q, who);

    if (!of || of->open == 0)
        return;
    of->open--;
    q->open--;
}

/* ---- bytes */

void arb_quotas_write(arb_quotas *q, uint64_t who, uint64_t bytes, int64_t now)
{
    arb_quota *of = need(q, who, now);

    if (of)
        of->bytes += bytes;
}

bool arb_quotas_wrote_enough(const arb_quotas *q, uint64_t who, int64_t now)
{
    const arb_quota *of = find(q, who);

    return of && now - of->day < ARB_QUOTA_DAY_MS && of->bytes >= ARB_QUOTA_BYTES;
}

/* ---- tables */

void arb_quotas_note(arb_table *t)
{
    arb_quotas *q = &t->hall->quotas;

    if (t->owner == 0 || t->charged == !t->is_over)
        return;
    t->charged = !t->is_over;
    if (t->charged)
        arb_quotas_open(q, t->owner, arb_boottime_ms());
    else
        arb_quotas_shut(q, t->owner);
}

void arb_quotas_wrote(arb_table *t, size_t index, uint64_t bytes)
{
    if (t->owner == 0 || index < t->billed)
        return;
    t->billed = index + 1;
    arb_quotas_write(&t->hall->quotas, t->owner, bytes, arb_boottime_ms());
}

bool arb_quotas_is_full(const arb_table *t)
{
    return t->owner != 0 && !t->hall->config.unlimited &&
           arb_quotas_wrote_enough(&t->hall->quotas, t->owner, arb_boottime_ms());
}
