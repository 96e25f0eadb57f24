/* SPDX-License-Identifier: MIT */
/*
 * What lists tell of a game, and told of it a while ago: whoever looks on late is told that,
 * without a look into the game, and alike whether anything has happened there since or not.
 */
#include <stdlib.h>
#include <string.h>

#include "server/hall/shadow.h"

/* A game of which more has changed within the longest delay is read, to know how it stood. */
enum { PAST_MAX = 4096, PAST_ROOM = 8 };

static arb_past present_of(const arb_table *t)
{
    return (arb_past){ .phase = t->phase,
                       .result = t->result,
                       .moves_seen = t->moves_seen,
                       .known = t->known,
                       .is_over = t->is_over };
}

static bool is_same(const arb_past *a, const arb_past *b)
{
    return a->phase == b->phase && a->result == b->result && a->moves_seen == b->moves_seen &&
           a->known == b->known && a->is_over == b->is_over;
}

/* What nobody can be told any more, however long the delay: something else was so since. */
static void drop_oldest(arb_table *t, int64_t now)
{
    const int64_t before = now - arb_shared_lag_ms(t->hall) - (int64_t)ARB_DELAY_MAX_S * 1000;
    size_t gone = t->told_count == PAST_MAX;

    while (gone + 1 < t->told_count && t->told_before[gone + 1].since_ms <= before)
        gone++;
    t->told_count -= gone;
    if (gone > 0 && t->told_count > 0)
        memmove(t->told_before, t->told_before + gone, t->told_count * sizeof *t->told_before);
}

static void keep(arb_table *t, int64_t now)
{
    drop_oldest(t, now);
    if (t->told_count == t->told_room) {
        const size_t room = t->told_room ? 2 * t->told_room : PAST_ROOM;
        arb_past *more = realloc(t->told_before, room * sizeof *more);
        if (!more) {
            t->told_count = 0;
            return;
        }
        t->told_before = more;
        t->told_room = room;
    }
    t->told_before[t->told_count++] = t->last_told;
}

void arb_past_note(arb_table *t)
{
    const int64_t now = arb_boottime_ms();
    arb_past is = present_of(t);

    if (t->shadow || (t->last_told.since_ms != 0 && is_same(&is, &t->last_told)))
        return;
    if (t->last_told.since_ms != 0 && arb_table_delay_ms(t) > 0)
        keep(t, now);
    else
        t->told_count = 0;
    is.since_ms = now;
    t->last_told = is;
}

void arb_past_forget(arb_table *t)
{
    t->told_count = 0;
    t->last_told.since_ms = 0;
}

/* What was told at that instant; NULL when nobody knows here. */
static const arb_past *told_at(const arb_table *t, int64_t ms)
{
    if (!arb_house_has(t))
        return NULL;
    if (t->last_told.since_ms != 0 && t->last_told.since_ms <= ms)
        return &t->last_told;
    for (size_t i = t->told_count; i-- > 0;)
        if (t->told_before[i].since_ms <= ms)
            return &t->told_before[i];
    return NULL;
}

/* As it is to be seen now; false when that is not known without its shadow, which is not read. */
static bool find_seen(arb_past *out, const arb_table *t)
{
    const int64_t delay_ms = arb_table_delay_ms(t);
    const arb_table *seen = delay_ms == 0 ? t : t->delayed;
    const arb_past *told;

    if (seen && (seen == t || seen->game || seen->damaged)) {
        *out = present_of(seen);
        return true;
    }
    told = told_at(t, arb_boottime_ms() - arb_shared_lag_ms(t->hall) - delay_ms);
    if (told)
        *out = *told;
    return told != NULL;
}

bool arb_table_is_over_seen(const arb_table *t)
{
    arb_past seen;

    return find_seen(&seen, t) && seen.is_over;
}

bool arb_table_listed(arb_past *out, arb_table *t)
{
    if (find_seen(out, t))
        return true;
    arb_table *seen = arb_table_seen(t);
    if (seen)
        arb_table_wake(seen, 0);
    return false;
}

/* Who is at a table is no part of its journal: what is not told by a shadow that somebody looks at
 * is not told at all. */
bool arb_table_is_present_seen(const arb_table *t, arb_colour colour)
{
    const arb_table *seen = arb_table_delay_ms(t) == 0 ? t : t->delayed;

    return seen ? arb_table_is_present(seen, colour) : t->computer == colour;
}
