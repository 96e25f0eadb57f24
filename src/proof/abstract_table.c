/* SPDX-License-Identifier: MIT */
/*
 * Three tables of the same kind: elements in the order in which they came, and an open table of
 * their numbers, twice as large. The third remembers what each change made of each abstraction,
 * because working that out takes a hundred times longer than looking it up.
 */
#include "proof/abstract_table.h"

#include <string.h>

#include "arbitro/mem.h"
#include "board/bits.h"

enum { ROOM_AT_FIRST = 64 };

#define EMPTY UINT32_MAX

static uint64_t mixed(uint64_t value)
{
    value = (value ^ value >> 31) * UINT64_C(0x9e3779b97f4a7c15);
    return value ^ value >> 32;
}

static uint64_t state_number(const arb_abstract_state *it)
{
    return (uint64_t)it->abstraction << 32 | (uint64_t)it->king[0] << 24 |
           (uint64_t)it->king[1] << 16 | (uint64_t)it->turn << 8 | it->passed;
}

static uint64_t hash_of_state(const void *item)
{
    return mixed(state_number(item));
}

static uint64_t hash_of_abstraction(const void *item)
{
    return arb_abstraction_hash(item);
}

static uint64_t hash_of_change(const void *item)
{
    const arb_abstract_made *made = item;

    return mixed(made->change ^ (uint64_t)made->before << 49);
}

typedef uint64_t hash_function(const void *item);

/* Makes room for twice as many elements; false without memory. */
static bool grow(arb_abstract_index *table, const arb_mem *mem, uint32_t count, size_t size,
                 hash_function *hash)
{
    const uint32_t room = table->room ? 2 * table->room : ROOM_AT_FIRST, mask = 2 * room - 1;
    const size_t slot = 2 * sizeof *table->slots;
    uint32_t *slots = arb_mem_resize(mem, NULL, 0, room * slot);

    if (!slots)
        return false;
    char *items = arb_mem_resize(mem, table->items, table->room * size, room * size);
    if (!items) {
        arb_mem_free(mem, slots, room * slot);
        return false;
    }
    arb_mem_free(mem, table->slots, table->room * slot);
    memset(slots, 0xff, room * slot);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = (uint32_t)hash(items + i * size) & mask;
        while (slots[at] != EMPTY)
            at = (at + 1) & mask;
        slots[at] = i;
    }
    *table = (arb_abstract_index){ items, slots, room };
    return true;
}

/* The slot of a state, or the empty one where it belongs. */
static uint32_t slot_of_state(const arb_abstract_table *states, const arb_abstract_state *it)
{
    const arb_abstract_index *table = &states->state_table;
    const arb_abstract_state *items = table->items;
    const uint32_t mask = 2 * table->room - 1;
    uint32_t at = (uint32_t)hash_of_state(it) & mask;

    while (table->slots[at] != EMPTY && state_number(&items[table->slots[at]]) != state_number(it))
        at = (at + 1) & mask;
    return at;
}

uint32_t arb_abstract_table_find(const arb_abstract_table *states, const arb_abstract_state *it)
{
    return states->count ? states->state_table.slots[slot_of_state(states, it)] : ARB_ABSTRACT_NONE;
}

uint32_t arb_abstract_table_add(arb_abstract_table *states, const arb_abstract_state *it)
{
    arb_abstract_index *table = &states->state_table;

    if (states->count == table->room &&
        !grow(table, states->mem, states->count, sizeof *it, hash_of_state))
        return ARB_ABSTRACT_NONE;
    const uint32_t at = slot_of_state(states, it);
    if (table->slots[at] != EMPTY)
        return table->slots[at];
    if (states->count >= states->limit)
        return ARB_ABSTRACT_NONE;
    ((arb_abstract_state *)table->items)[states->count] = *it;
    table->slots[at] = states->count;
    return states->count++;
}

arb_abstract_state arb_abstract_table_get(const arb_abstract_table *states, uint32_t number)
{
    return ((const arb_abstract_state *)states->state_table.items)[number];
}

const arb_abstraction *arb_abstract_table_abstraction(const arb_abstract_table *states,
                                                      uint32_t number)
{
    return &((const arb_abstraction *)states->abstraction_table.items)[number];
}

static uint32_t add_abstraction(arb_abstract_table *states, const arb_abstraction *abstraction)
{
    arb_abstract_index *table = &states->abstraction_table;

    if (states->abstractions == table->room &&
        !grow(table, states->mem, states->abstractions, sizeof *abstraction, hash_of_abstraction))
        return ARB_ABSTRACT_NONE;
    arb_abstraction *items = table->items;
    const uint32_t mask = 2 * table->room - 1;
    uint32_t at = (uint32_t)arb_abstraction_hash(abstraction) & mask;
    for (; table->slots[at] != EMPTY; at = (at + 1) & mask)
        if (arb_abstraction_same(&items[table->slots[at]], abstraction))
            return table->slots[at];
    if (states->abstractions >= ARB_ABSTRACT_MAX)
        return ARB_ABSTRACT_NONE;
    items[states->abstractions] = *abstraction;
    table->slots[at] = states->abstractions;
    return states->abstractions++;
}

uint32_t arb_abstract_table_begin(arb_abstract_table *states, const arb_abstraction *first)
{
    return add_abstraction(states, first);
}

/* Every part of a change in its own bits, 63 in all; sets of one square become the square. */
static uint64_t packed(const arb_abstraction_step *change)
{
    uint64_t bits = change->check ? lowest(change->check) : ARB_SQUARE_NONE;

    bits = bits << 7 | (change->shunned ? lowest(change->shunned) : ARB_SQUARE_NONE);
    bits = bits << 7 | (change->from ? lowest(change->from) : ARB_SQUARE_NONE);
    bits = bits << 7 | (change->to ? lowest(change->to) : ARB_SQUARE_NONE);
    bits = bits << 7 | (change->gone ? lowest(change->gone) : ARB_SQUARE_NONE);
    bits = bits << 7 | (change->jam[0] ? lowest(change->jam[0]) : ARB_SQUARE_NONE);
    bits = bits << 7 | (change->jam[1] ? lowest(change->jam[1]) : ARB_SQUARE_NONE);
    bits = bits << 5 | change->mover;
    bits = bits << 5 | change->taken;
    bits = bits << 3 | change->promotion;
    return bits << 1 | change->colour;
}

/* The slot of a change, or the empty one where it belongs. */
static uint32_t slot_of_change(const arb_abstract_table *states, const arb_abstract_made *made)
{
    const arb_abstract_index *table = &states->change_table;
    const arb_abstract_made *items = table->items;
    const uint32_t mask = 2 * table->room - 1;
    uint32_t at = (uint32_t)hash_of_change(made) & mask;

    while (table->slots[at] != EMPTY && (items[table->slots[at]].change != made->change ||
                                         items[table->slots[at]].before != made->before))
        at = (at + 1) & mask;
    return at;
}

uint32_t arb_abstract_table_changed(const arb_abstract_table *states, uint32_t before,
                                    const arb_abstraction_step *change)
{
    const arb_abstract_made made = { .change = packed(change), .before = before };

    if (!states->changes)
        return ARB_ABSTRACT_NONE;
    const uint32_t number = states->change_table.slots[slot_of_change(states, &made)];
    if (number == EMPTY)
        return ARB_ABSTRACT_NONE;
    return ((const arb_abstract_made *)states->change_table.items)[number].after;
}

uint32_t arb_abstract_table_change(arb_abstract_table *states, uint32_t before,
                                   const arb_abstraction_step *change)
{
    arb_abstract_index *table = &states->change_table;
    arb_abstract_made made = { .change = packed(change), .before = before };
    arb_abstraction after;

    if (states->changes == table->room &&
        !grow(table, states->mem, states->changes, sizeof made, hash_of_change))
        return ARB_ABSTRACT_NONE;
    const uint32_t at = slot_of_change(states, &made);
    arb_abstract_made *items = table->items;
    if (table->slots[at] != EMPTY)
        return items[table->slots[at]].after;
    arb_abstraction_change(&after, arb_abstract_table_abstraction(states, before), change);
    made.after = add_abstraction(states, &after);
    if (made.after == ARB_ABSTRACT_NONE)
        return ARB_ABSTRACT_NONE;
    items[states->changes] = made;
    table->slots[at] = states->changes++;
    return made.after;
}

static void clear(arb_abstract_index *table, const arb_mem *mem, size_t size)
{
    arb_mem_free(mem, table->items, table->room * size);
    arb_mem_free(mem, table->slots, table->room * 2 * sizeof *table->slots);
    *table = (arb_abstract_index){ 0 };
}

void arb_abstract_table_clear(arb_abstract_table *states)
{
    clear(&states->state_table, states->mem, sizeof(arb_abstract_state));
    clear(&states->abstraction_table, states->mem, sizeof(arb_abstraction));
    clear(&states->change_table, states->mem, sizeof(arb_abstract_made));
}
