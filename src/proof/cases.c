/* SPDX-License-Identifier: MIT */
/*
 * Three tables of the same kind: elements in the order in which they came, and an open table of
 * their numbers, twice as large. The third remembers what each change made of each outline, because
 * working that out takes a hundred times longer than looking it up.
 */
#include "proof/cases.h"

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

static uint64_t case_number(const arb_proof_case *it)
{
    return (uint64_t)it->outline << 32 | (uint64_t)it->king[0] << 24 | (uint64_t)it->king[1] << 16 |
           (uint64_t)it->turn << 8 | it->passed;
}

static uint64_t hash_of_case(const void *item)
{
    return mixed(case_number(item));
}

static uint64_t hash_of_outline(const void *item)
{
    return arb_outline_hash(item);
}

static uint64_t hash_of_change(const void *item)
{
    return mixed(((const arb_proof_case_change *)item)->change);
}

typedef uint64_t hash_function(const void *item);

/* Makes room for twice as many elements; false without memory. */
static bool grow(arb_proof_case_table *table, const arb_mem *mem, uint32_t count, size_t size,
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
    *table = (arb_proof_case_table){ items, slots, room };
    return true;
}

/* The slot of a case, or the empty one where it belongs. */
static uint32_t slot_of_case(const arb_proof_cases *cases, const arb_proof_case *it)
{
    const arb_proof_case_table *table = &cases->case_table;
    const arb_proof_case *items = table->items;
    const uint32_t mask = 2 * table->room - 1;
    uint32_t at = (uint32_t)hash_of_case(it) & mask;

    while (table->slots[at] != EMPTY && case_number(&items[table->slots[at]]) != case_number(it))
        at = (at + 1) & mask;
    return at;
}

uint32_t arb_proof_cases_find(const arb_proof_cases *cases, const arb_proof_case *it)
{
    return cases->count ? cases->case_table.slots[slot_of_case(cases, it)] : ARB_CASES_NONE;
}

uint32_t arb_proof_cases_add(arb_proof_cases *cases, const arb_proof_case *it)
{
    arb_proof_case_table *table = &cases->case_table;

    if (cases->count == table->room &&
        !grow(table, cases->mem, cases->count, sizeof *it, hash_of_case))
        return ARB_CASES_NONE;
    const uint32_t at = slot_of_case(cases, it);
    if (table->slots[at] != EMPTY)
        return table->slots[at];
    if (cases->count >= cases->limit)
        return ARB_CASES_NONE;
    ((arb_proof_case *)table->items)[cases->count] = *it;
    table->slots[at] = cases->count;
    return cases->count++;
}

arb_proof_case arb_proof_cases_get(const arb_proof_cases *cases, uint32_t number)
{
    return ((const arb_proof_case *)cases->case_table.items)[number];
}

const arb_outline *arb_proof_cases_outline(const arb_proof_cases *cases, uint32_t number)
{
    return &((const arb_outline *)cases->outline_table.items)[number];
}

static uint32_t add_outline(arb_proof_cases *cases, const arb_outline *outline)
{
    arb_proof_case_table *table = &cases->outline_table;

    if (cases->outlines == table->room &&
        !grow(table, cases->mem, cases->outlines, sizeof *outline, hash_of_outline))
        return ARB_CASES_NONE;
    arb_outline *items = table->items;
    const uint32_t mask = 2 * table->room - 1;
    uint32_t at = (uint32_t)arb_outline_hash(outline) & mask;
    for (; table->slots[at] != EMPTY; at = (at + 1) & mask)
        if (arb_outline_same(&items[table->slots[at]], outline))
            return table->slots[at];
    if (cases->outlines >= ARB_CASES_OUTLINES_MAX)
        return ARB_CASES_NONE;
    items[cases->outlines] = *outline;
    table->slots[at] = cases->outlines;
    return cases->outlines++;
}

uint32_t arb_proof_cases_begin(arb_proof_cases *cases, const arb_outline *first)
{
    return add_outline(cases, first);
}

/* Every part of a change in its own bits, 63 in all; sets of one square become the square. */
static uint64_t packed(uint32_t before, const arb_change *change)
{
    uint64_t bits = before;

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
static uint32_t slot_of_change(const arb_proof_cases *cases, const arb_proof_case_change *made)
{
    const arb_proof_case_table *table = &cases->change_table;
    const arb_proof_case_change *items = table->items;
    const uint32_t mask = 2 * table->room - 1;
    uint32_t at = (uint32_t)hash_of_change(made) & mask;

    while (table->slots[at] != EMPTY && items[table->slots[at]].change != made->change)
        at = (at + 1) & mask;
    return at;
}

uint32_t arb_proof_cases_changed(const arb_proof_cases *cases, uint32_t before,
                                 const arb_change *change)
{
    const arb_proof_case_change made = { .change = packed(before, change) };

    if (!cases->changes)
        return ARB_CASES_NONE;
    const uint32_t number = cases->change_table.slots[slot_of_change(cases, &made)];
    if (number == EMPTY)
        return ARB_CASES_NONE;
    return ((const arb_proof_case_change *)cases->change_table.items)[number].after;
}

uint32_t arb_proof_cases_change(arb_proof_cases *cases, uint32_t before, const arb_change *change)
{
    arb_proof_case_table *table = &cases->change_table;
    arb_proof_case_change made = { .change = packed(before, change) };
    arb_outline after;

    if (cases->changes == table->room &&
        !grow(table, cases->mem, cases->changes, sizeof made, hash_of_change))
        return ARB_CASES_NONE;
    const uint32_t at = slot_of_change(cases, &made);
    arb_proof_case_change *items = table->items;
    if (table->slots[at] != EMPTY)
        return items[table->slots[at]].after;
    arb_outline_change(&after, arb_proof_cases_outline(cases, before), change);
    made.after = add_outline(cases, &after);
    if (made.after == ARB_CASES_NONE)
        return ARB_CASES_NONE;
    items[cases->changes] = made;
    table->slots[at] = cases->changes++;
    return made.after;
}

static void clear(arb_proof_case_table *table, const arb_mem *mem, size_t size)
{
    arb_mem_free(mem, table->items, table->room * size);
    arb_mem_free(mem, table->slots, table->room * 2 * sizeof *table->slots);
    *table = (arb_proof_case_table){ 0 };
}

void arb_proof_cases_clear(arb_proof_cases *cases)
{
    clear(&cases->case_table, cases->mem, sizeof(arb_proof_case));
    clear(&cases->outline_table, cases->mem, sizeof(arb_outline));
    clear(&cases->change_table, cases->mem, sizeof(arb_proof_case_change));
}
