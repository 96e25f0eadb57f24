/* SPDX-License-Identifier: MIT */
/* Lists by cost, and by kind and cost; see agenda.h. A node that was taken stays in the other. */
#include "proof/agenda.h"

#include <string.h>

#include "board/bits.h"

enum { TURNS = 3 }; /* one of so many goes to the kinds */

enum { ALL, OF_KIND }; /* the two lists of a node */

void arb_agenda_begin(arb_agenda *agenda, arb_proof_table *store, bool by_kind)
{
    agenda->store = store;
    agenda->lowest = ARB_GUIDE_COSTS;
    agenda->by_kind = by_kind;
    agenda->met = agenda->used = 0;
    agenda->kind = agenda->turn = 0;
    memset(agenda->first, 0xff, sizeof agenda->first);
    if (by_kind)
        memset(agenda->share, 0xff, sizeof agenda->share);
}

static void add_to_kind(arb_agenda *agenda, unsigned cost, unsigned kind)
{
    const uint32_t number = agenda->store->count - 1;
    uint32_t *list = &agenda->share[kind][cost * ARB_AGENDA_SHARES / ARB_GUIDE_COSTS];

    agenda->met |= UINT32_C(1) << kind;
    if (without_lowest(agenda->met) == 0)
        return;
    agenda->store->nodes[number].next[OF_KIND] = *list;
    *list = number;
    agenda->used |= UINT32_C(1) << kind;
}

void arb_agenda_add(arb_agenda *agenda, unsigned cost, unsigned kind)
{
    const uint32_t number = agenda->store->count - 1;

    cost = cost < ARB_GUIDE_COSTS ? cost : ARB_GUIDE_COSTS - 1;
    agenda->store->nodes[number].next[ALL] = agenda->first[cost];
    agenda->first[cost] = number;
    agenda->lowest = cost < agenda->lowest ? cost : agenda->lowest;
    if (agenda->by_kind)
        add_to_kind(agenda, cost, kind);
}

/* The first node of a list that was not taken from another; all before it leave the list. */
static uint32_t take_from(arb_agenda *agenda, uint32_t *list, int which)
{
    while (*list != ARB_PROOF_TABLE_NONE) {
        const uint32_t number = *list;
        arb_proof_table_node *node = &agenda->store->nodes[number];
        *list = node->next[which];
        if (*list !=
            ARB_PROOF_TABLE_NONE) /* it will be looked at soon, and is far away in memory */
            __builtin_prefetch(&agenda->store->nodes[*list].next);
        if (!node->taken) {
            node->taken = true;
            return number;
        }
    }
    return ARB_PROOF_TABLE_NONE;
}

static uint32_t take_any(arb_agenda *agenda)
{
    for (; agenda->lowest < ARB_GUIDE_COSTS; agenda->lowest++) {
        const uint32_t taken = take_from(agenda, &agenda->first[agenda->lowest], ALL);
        if (taken != ARB_PROOF_TABLE_NONE)
            return taken;
    }
    return ARB_PROOF_TABLE_NONE;
}

/* The most promising node of the next kind that has one. */
static uint32_t take_by_kind(arb_agenda *agenda)
{
    while (agenda->used) {
        agenda->kind = (agenda->kind + 1) % ARB_AGENDA_KINDS;
        if (!(agenda->used >> agenda->kind & 1))
            continue;
        for (unsigned i = 0; i < ARB_AGENDA_SHARES; i++) {
            const uint32_t taken = take_from(agenda, &agenda->share[agenda->kind][i], OF_KIND);
            if (taken != ARB_PROOF_TABLE_NONE)
                return taken;
        }
        agenda->used &= ~(UINT32_C(1) << agenda->kind);
    }
    return ARB_PROOF_TABLE_NONE;
}

uint32_t arb_agenda_take(arb_agenda *agenda)
{
    uint32_t taken = ARB_PROOF_TABLE_NONE;

    if (agenda->used && ++agenda->turn % TURNS == 0)
        taken = take_by_kind(agenda);
    return taken == ARB_PROOF_TABLE_NONE ? take_any(agenda) : taken;
}
