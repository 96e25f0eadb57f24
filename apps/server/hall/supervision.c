/* SPDX-License-Identifier: MIT */
/*
 * Who supervises what: games of rapid and blitz whose regulations claim full supervision, and the
 * arbiters who are there (Laws A.4.1, B.2.1). It is told to the desk, and holds nothing up.
 */
#include "server/hall/hall_internal.h"

/* A game of whose supervision something is claimed, and which is being played. */
static bool is_supervised(const arb_table *t)
{
    return t && t->known && !t->is_over && t->per_arbiter > 0 && t->phase != ARB_PHASE_WAITING;
}

json_t *arb_hall_supervision(const arb_hall *hall)
{
    unsigned own = 0, rapid = 0, blitz = 0;

    for (size_t i = 0; i < hall->table_count; i++) {
        const arb_table *t = hall->tables[i];
        if (!is_supervised(t))
            continue;
        own += t->present[ARB_SEAT_ARBITER] > 0;
        rapid += t->present[ARB_SEAT_ARBITER] == 0 && t->per_arbiter > 1;
        blitz += t->present[ARB_SEAT_ARBITER] == 0 && t->per_arbiter == 1;
    }
    const unsigned desk = hall->desk || hall->feed.viewers,
                   needed = arb_arbiters_needed(rapid, blitz);
    return json_pack("{sI sI sI sI sb}", "arbiters", (json_int_t)(own + desk), "rapid",
                     (json_int_t)rapid, "blitz", (json_int_t)blitz, "needed",
                     (json_int_t)(own + needed), "enough", needed <= desk);
}
