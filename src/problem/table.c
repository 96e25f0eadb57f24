/* SPDX-License-Identifier: MIT */
/* What is known of positions; see table.h. */
#include "problem/table.h"

#include "board/bits.h"

/*
 * Scrambles a word so that every bit of it moves every bit of the result (the finaliser of
 * SplitMix64). Words are scrambled each by itself and then added: a chain of weaker steps, each
 * cheaper, once let two pieces on h8 and a5 cancel out.
 */
static inline uint64_t scramble(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

arb_problem_key arb_problem_key_of(const arb_pos *pos, arb_colour turn)
{
    const arb_side *w = &pos->side[ARB_WHITE], *b = &pos->side[ARB_BLACK];
    const uint64_t rest = (uint64_t)lowest(w->king) | (uint64_t)lowest(b->king) << 6 |
                          (uint64_t)pos->passed << 12 | (uint64_t)turn << 19 |
                          (pos->castling & RANK_1) << 20 | (pos->castling >> 56) << 28;
    const uint64_t words[] = { w->pawns,    b->pawns,    w->knights,  b->knights, w->diagonal,
                               b->diagonal, w->straight, b->straight, rest };
    arb_problem_key key = { 0, 0 };

    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        const uint64_t one = scramble(words[i] + (i + 1) * UINT64_C(0x9e3779b97f4a7c15));
        const uint64_t two = (one ^ one >> 32) * UINT64_C(0xd6e8feb86659fd93);
        key.place += one;
        key.check += two ^ two >> 32;
    }
    return key;
}

/* The part in which a place lies: the first, then parts as large as all before together. */
static inline unsigned part_of(size_t place)
{
    const size_t block = place / ARB_PROBLEM_TABLE_FIRST;
    return block ? 64u - (unsigned)__builtin_clzll(block) : 0;
}

static size_t part_begin(unsigned part)
{
    return part ? (size_t)ARB_PROBLEM_TABLE_FIRST << (part - 1) : 0;
}

static size_t part_size(unsigned part)
{
    return part ? part_begin(part) : (size_t)ARB_PROBLEM_TABLE_FIRST;
}

static arb_problem_place *find_place(const arb_problem_table *table, uint64_t hash)
{
    const size_t places = atomic_load_explicit(&table->places, memory_order_acquire);

    if (!places)
        return NULL;
    const size_t place = (size_t)hash & (places - 1);
    const unsigned part = part_of(place);
    return atomic_load_explicit(&table->part[part], memory_order_relaxed) +
           (place - part_begin(part));
}

arb_err arb_problem_table_init(arb_problem_table *table, const arb_mem *mem, size_t bytes)
{
    table->mem = mem;
    table->most = bytes / sizeof(arb_problem_place);
    for (unsigned i = 0; i < ARB_PROBLEM_TABLE_PARTS; i++)
        atomic_init(&table->part[i], NULL);
    atomic_init(&table->places, 0);
    atomic_init(&table->used, 0);
    atomic_flag_clear(&table->growing);
    if (table->most < ARB_PROBLEM_TABLE_FIRST)
        return ARB_OK;
    arb_problem_place *first =
        arb_mem_new_array(mem, ARB_PROBLEM_TABLE_FIRST, sizeof(arb_problem_place));
    if (!first)
        return ARB_NOMEM;
    atomic_store(&table->part[0], first);
    atomic_store(&table->places, ARB_PROBLEM_TABLE_FIRST);
    return ARB_OK;
}

void arb_problem_table_clear(arb_problem_table *table)
{
    for (unsigned i = 0; i < ARB_PROBLEM_TABLE_PARTS; i++)
        arb_mem_free(table->mem, atomic_load(&table->part[i]),
                     part_size(i) * sizeof(arb_problem_place));
}

/* Doubles the table, if memory and limit allow; one thread at a time. */
static void grow(arb_problem_table *table)
{
    if (atomic_flag_test_and_set(&table->growing))
        return;
    const size_t places = atomic_load(&table->places);
    const unsigned part = part_of(places);
    if (2 * places <= table->most && part < ARB_PROBLEM_TABLE_PARTS) {
        arb_problem_place *more = arb_mem_new_array(table->mem, places, sizeof *more);
        if (more) {
            atomic_store(&table->part[part], more);
            atomic_store_explicit(&table->places, 2 * places, memory_order_release);
        } else {
            table->most = places;
        }
    }
    atomic_flag_clear(&table->growing);
}

uint64_t arb_problem_table_get(const arb_problem_table *table, arb_problem_key key)
{
    const arb_problem_place *place = find_place(table, key.place);

    for (unsigned i = 0; place && i < ARB_PROBLEM_TABLE_WAYS; i++) {
        const uint64_t value = atomic_load_explicit(&place->way[i].value, memory_order_relaxed);
        if ((atomic_load_explicit(&place->way[i].check, memory_order_relaxed) ^ value) == key.check)
            return value;
    }
    return 0;
}

void arb_problem_table_put(arb_problem_table *table, arb_problem_key key, uint64_t value,
                           uint8_t worth)
{
    arb_problem_place *place = find_place(table, key.place);
    unsigned least = 256, way = 0;

    if (!place)
        return;
    for (unsigned i = 0; i < ARB_PROBLEM_TABLE_WAYS; i++) {
        const uint64_t old = atomic_load_explicit(&place->way[i].value, memory_order_relaxed);
        if ((atomic_load_explicit(&place->way[i].check, memory_order_relaxed) ^ old) == key.check) {
            way = i;
            least = 256;
            break;
        }
        if ((old & 255) < least) {
            least = (unsigned)(old & 255);
            way = i;
        }
    }
    value = (value & ~UINT64_C(255)) | worth;
    atomic_store_explicit(&place->way[way].check, key.check ^ value, memory_order_relaxed);
    atomic_store_explicit(&place->way[way].value, value, memory_order_relaxed);
    if (least != 0) /* of the entries that are taken over, none was free */
        return;
    const size_t used = atomic_fetch_add_explicit(&table->used, 1, memory_order_relaxed);
    if (used > 2 * atomic_load_explicit(&table->places, memory_order_relaxed))
        grow(table);
}

size_t arb_problem_table_size(const arb_problem_table *table)
{
    return atomic_load(&table->places) * sizeof(arb_problem_place);
}
