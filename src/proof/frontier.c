/* SPDX-License-Identifier: MIT */
/* Lists by cost, and by kind and cost; see frontier.h. A node that was taken stays in the other. */
#include "proof/frontier.h"

#include <string.h>

#include "board/bits.h"

enum { TURNS = 3 }; /* one of so many goes to the kinds */

enum { ALL, OF_KIND }; /* the two lists of a node */

void arb_frontier_begin(arb_frontier *frontier, arb_proof_table *store, bool by_kind)
{
    frontier->store = store;
    frontier->lowest = ARB_GUIDE_COSTS;
    frontier->by_kind = by_kind;
    frontier->met = frontier->used = 0;
    frontier->kind = frontier->turn = 0;
    memset(frontier->first, 0xff, sizeof frontier->first);
    if (by_kind)
        memset(frontier->share, 0xff, sizeof frontier->share);
}

static void add_to_kind(arb_frontier *frontier, unsigned cost, unsigned kind)
{
    const uint32_t number = frontier->store->count - 1;
    uint32_t *list = &frontier->share[kind][cost * ARB_FRONTIER_SHARES / ARB_GUIDE_COSTS];

    frontier->met |= UINT32_C(1) << kind;
    if (without_lowest(frontier->met) == 0)
        return;
    frontier->store->nodes[number].next[OF_KIND] = *list;
    *list = number;
    frontier->used |= UINT32_C(1) << kind;
}

void arb_frontier_add(arb_frontier *frontier, unsigned cost, unsigned kind)
{
    const uint32_t number = frontier->store->count - 1;

    cost = cost < ARB_GUIDE_COSTS ? cost : ARB_GUIDE_COSTS - 1;
    frontier->store->nodes[number].next[ALL] = frontier->first[cost];
    frontier->first[cost] = number;
    frontier->lowest = cost < frontier->lowest ? cost : frontier->lowest;
    if (frontier->by_kind)
        add_to_kind(frontier, cost, kind);
}

/* The first node of a list that was not taken from another; all before it leave the list. */
static uint32_t take_from(arb_frontier *frontier, uint32_t *list, int which)
{
    while (*list != ARB_PROOF_TABLE_NONE) {
        const uint32_t number = *list;
        arb_proof_table_node *node = &frontier->store->nodes[number];
        *list = node->next[which];
        if (*list !=
            ARB_PROOF_TABLE_NONE) /* it will be looked at soon, and is far away in memory */
            __builtin_prefetch(&frontier->store->nodes[*list].next);
        if (!node->taken) {
            node->taken = true;
            return number;
        }
    }
    return ARB_PROOF_TABLE_NONE;
}

static uint32_t take_any(arb_frontier *frontier)
{
    for (; frontier->lowest < ARB_GUIDE_COSTS; frontier->lowest++) {
        const uint32_t taken = take_from(frontier, &frontier->first[frontier->lowest], ALL);
        if (taken != ARB_PROOF_TABLE_NONE)
            return taken;
    }
    return ARB_PROOF_TABLE_NONE;
}

/* The most promising node of the next kind that has one. */
static uint32_t take_by_kind(arb_frontier *frontier)
{
    while (frontier->used) {
        frontier->kind = (frontier->kind + 1) % ARB_FRONTIER_KINDS;
        if (!(frontier->used >> frontier->kind & 1))
            continue;
        for (unsigned i = 0; i < ARB_FRONTIER_SHARES; i++) {
            const uint32_t taken =
                take_from(frontier, &frontier->share[frontier->kind][i], OF_KIND);
            if (taken != ARB_PROOF_TABLE_NONE)
                return taken;
        }
        frontier->used &= ~(UINT32_C(1) << frontier->kind);
    }
    return ARB_PROOF_TABLE_NONE;
}

uint32_t arb_frontier_take(arb_frontier *frontier)
{
    uint32_t taken = ARB_PROOF_TABLE_NONE;

    if (frontier->used && ++frontier->turn % TURNS == 0)
        taken = take_by_kind(frontier);
    return taken == ARB_PROOF_TABLE_NONE ? take_any(frontier) : taken;
}
