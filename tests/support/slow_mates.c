/* SPDX-License-Identifier: MIT */
/* Going everywhere: see slow_mates.h. */
#include "slow_mates.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Twice as many slots as positions and a few more, so that every search ends. */
static unsigned slot_count(const slow_mates *mates)
{
    return 2 * mates->limit + 7;
}

void slow_mates_init(slow_mates *mates, unsigned limit)
{
    *mates = (slow_mates){ .limit = limit };
    mates->seen = malloc(limit * sizeof *mates->seen);
    mates->depth = malloc(limit * sizeof *mates->depth);
    mates->slots = malloc(slot_count(mates) * sizeof *mates->slots);
    assert(mates->seen && mates->depth && mates->slots);
}

void slow_mates_clear(slow_mates *mates)
{
    free(mates->seen);
    free(mates->depth);
    free(mates->slots);
}

/* Keeps the position unless it is known; false when there is no room. */
static bool keep(slow_mates *mates, const arb_pos *pos, unsigned depth)
{
    unsigned at = (unsigned)(pos->key % slot_count(mates));

    for (; mates->slots[at]; at = (at + 1) % slot_count(mates))
        if (arb_pos_same(&mates->seen[mates->slots[at] - 1], pos))
            return true;
    if (mates->count == mates->limit)
        return false;
    mates->seen[mates->count] = *pos;
    mates->depth[mates->count++] = depth;
    mates->slots[at] = mates->count;
    return true;
}

/* Positions come in the order of their depth: the first mate is the nearest. */
static void note_mate(slow_mates *mates, unsigned at)
{
    const arb_colour side = arb_opponent((arb_colour)mates->seen[at].turn);

    if (!mates->found[side])
        mates->plies[side] = mates->depth[at];
    mates->found[side] = true;
}

void slow_mates_find(slow_mates *mates, const arb_pos *start)
{
    mates->count = 0;
    mates->all = true;
    mates->found[ARB_WHITE] = mates->found[ARB_BLACK] = false;
    memset(mates->slots, 0, slot_count(mates) * sizeof *mates->slots);
    keep(mates, start, 0);
    for (unsigned i = 0; i < mates->count && mates->all; i++) {
        const arb_pos now = mates->seen[i];
        arb_move moves[ARB_MOVES_MAX];
        const size_t n = arb_pos_moves(moves, &now);
        if (n == 0 && arb_pos_is_check(&now))
            note_mate(mates, i);
        for (size_t k = 0; k < n && mates->all; k++) {
            arb_pos next;
            arb_pos_play(&next, &now, moves[k]);
            mates->all = keep(mates, &next, mates->depth[i] + 1);
        }
    }
}
