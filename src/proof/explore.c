/* SPDX-License-Identifier: MIT */
/*
 * A search with the best first, and a closure in one: what was seen is kept in full, so that two
 * positions are never taken for one another and an exhausted search is a proof.
 *
 * Positions that wait stand in one list for each cost. The last to come is taken first, so that
 * among equals the search goes on along the line it is in.
 */
#include "proof/explore.h"

#include <stdint.h>
#include <string.h>

#include "base/mem.h"
#include "proof/guide.h"
#include "proof/material.h"

enum { ROOM_AT_FIRST = 512, ROOM_MAX = 1 << 24 };

#define NO_NODE UINT32_MAX

typedef struct node {
    arb_pos pos;
    uint32_t next; /* in the list of its cost */
} node;

typedef struct explorer {
    const arb_quest *quest;
    node *nodes;
    uint32_t *slots; /* by key: indices of nodes, or NO_NODE; twice as many as there is room for */
    uint32_t count, room;
    uint32_t waiting[ARB_GUIDE_COSTS]; /* the first of each list */
    unsigned lowest;                   /* lists below this one are empty */
} explorer;

static void slots_fill(explorer *e)
{
    const uint32_t mask = 2 * e->room - 1;

    memset(e->slots, 0xff, (size_t)2 * e->room * sizeof *e->slots);
    for (uint32_t i = 0; i < e->count; i++) {
        uint32_t at = (uint32_t)e->nodes[i].pos.key & mask;
        while (e->slots[at] != NO_NODE)
            at = (at + 1) & mask;
        e->slots[at] = i;
    }
}

/* Makes room for `room` nodes, a power of two; false without memory. */
static bool grow(explorer *e, uint32_t room)
{
    const arb_mem *mem = e->quest->mem;
    const size_t slot = 2 * sizeof *e->slots;

    if (room > ROOM_MAX)
        return false;
    uint32_t *slots = arb_mem_resize(mem, NULL, 0, room * slot);
    if (!slots)
        return false;
    node *nodes = arb_mem_resize(mem, e->nodes, e->room * sizeof *nodes, room * sizeof *nodes);
    if (!nodes) {
        arb_mem_free(mem, slots, room * slot);
        return false;
    }
    arb_mem_free(mem, e->slots, e->room * slot);
    e->nodes = nodes;
    e->slots = slots;
    e->room = room;
    slots_fill(e);
    return true;
}

/* The slot of `pos`, or the empty one where it belongs. */
static uint32_t *slot_of(const explorer *e, const arb_pos *pos)
{
    const uint32_t mask = 2 * e->room - 1;
    uint32_t at = (uint32_t)pos->key & mask;

    while (e->slots[at] != NO_NODE && !arb_pos_same(&e->nodes[e->slots[at]].pos, pos))
        at = (at + 1) & mask;
    return &e->slots[at];
}

/* Lets `pos` wait for its turn unless it was seen before; false when that is too much. */
static bool add(explorer *e, const arb_pos *pos)
{
    const arb_quest *quest = e->quest;

    if (e->count == e->room && !grow(e, e->room ? 2 * e->room : ROOM_AT_FIRST))
        return false;
    uint32_t *slot = slot_of(e, pos);
    if (*slot != NO_NODE)
        return true;
    if (e->count >= quest->nodes)
        return false;
    const arb_colour lead =
        arb_material_cannot_mate(pos, quest->lead) ? arb_opponent(quest->lead) : quest->lead;
    const unsigned cost = arb_guide_cost(pos, lead);
    e->nodes[e->count] = (node){ *pos, e->waiting[cost] };
    e->waiting[cost] = e->count;
    *slot = e->count++;
    if (cost < e->lowest)
        e->lowest = cost;
    return true;
}

/* The most promising position that waits, or NO_NODE. */
static uint32_t take(explorer *e)
{
    while (e->lowest < ARB_GUIDE_COSTS && e->waiting[e->lowest] == NO_NODE)
        e->lowest++;
    if (e->lowest == ARB_GUIDE_COSTS)
        return NO_NODE;
    const uint32_t taken = e->waiting[e->lowest];
    e->waiting[e->lowest] = e->nodes[taken].next;
    return taken;
}

/* Can no mate that counts come after `pos`, by its material? */
static bool is_hopeless(const arb_quest *quest, const arb_pos *pos)
{
    for (int side = 0; side < ARB_COLOUR_COUNT; side++)
        if (quest->mates[side] && !arb_material_cannot_mate(pos, (arb_colour)side))
            return false;
    return true;
}

/* Plays every move of `pos`. YES: one of them mates. NO: none does. UNKNOWN: it was too much. */
static arb_proof expand(explorer *e, const arb_pos *pos)
{
    const arb_quest *quest = e->quest;
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < n; i++) {
        arb_pos next;
        arb_pos_play(&next, pos, moves[i]);
        if (quest->mates[pos->turn] && arb_pos_is_checkmate(&next))
            return ARB_PROOF_YES;
        if (!is_hopeless(quest, &next) && !add(e, &next))
            return ARB_PROOF_UNKNOWN;
    }
    return ARB_PROOF_NO;
}

static arb_proof explore(explorer *e, const arb_pos *start)
{
    arb_proof found = expand(e, start);

    while (found == ARB_PROOF_NO) {
        const uint32_t taken = take(e);
        if (taken == NO_NODE)
            return ARB_PROOF_NO;
        /* a copy, because the nodes may move */
        const arb_pos pos = e->nodes[taken].pos;
        found = expand(e, &pos);
    }
    return found;
}

arb_proof arb_explore(const arb_pos *pos, const arb_quest *quest)
{
    explorer e = { .quest = quest, .lowest = ARB_GUIDE_COSTS };

    memset(e.waiting, 0xff, sizeof e.waiting);
    const arb_proof found = explore(&e, pos);
    arb_mem_free(quest->mem, e.nodes, e.room * sizeof *e.nodes);
    arb_mem_free(quest->mem, e.slots, e.room * 2 * sizeof *e.slots);
    return found;
}
