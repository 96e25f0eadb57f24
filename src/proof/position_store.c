/* SPDX-License-Identifier: MIT */
/* Room for states; see position_store.h. */
#include "proof/position_store.h"

#include <string.h>

enum { BITS_AT_FIRST = 15, BITS_MAX = 29, BLOCKS_AT_FIRST = 16 };

static size_t block_size(const arb_position_store *store)
{
    return sizeof(arb_position_block) + STATE_BLOCK * store->words * sizeof(uint64_t);
}

static size_t slots_size(unsigned bits)
{
    return sizeof(uint32_t) << bits;
}

/* A slot that holds the last number with all bits of the hash set would look like an empty one;
 * the table is never full enough for that number. */
static bool make_slots(arb_position_store *store, unsigned bits)
{
    const uint32_t low = (UINT32_C(1) << bits) - 1;
    uint32_t *slots =
        bits > BITS_MAX ? NULL : arb_mem_resize(store->mem, NULL, 0, slots_size(bits));

    if (!slots)
        return false;
    memset(slots, 0xff, slots_size(bits));
    for (uint32_t i = 0; i < store->count; i++) {
        const uint64_t hash = arb_position_hash(store, arb_position_words(store, i));
        uint32_t at = (uint32_t)(hash >> (64 - bits));
        while (slots[at] != STATE_NONE)
            at = (at + 1) & low;
        slots[at] = ((uint32_t)hash & ~low) | i;
    }
    if (store->slots)
        arb_mem_free(store->mem, store->slots, slots_size(store->bits));
    store->slots = slots;
    store->bits = bits;
    return true;
}

static bool add_block(arb_position_store *store)
{
    if (store->blocks == store->block_room) {
        const uint32_t room = store->block_room ? 2 * store->block_room : BLOCKS_AT_FIRST;
        arb_position_block **block = arb_mem_resize(
            store->mem, store->block, store->block_room * sizeof *block, room * sizeof *block);
        if (!block)
            return false;
        store->block = block;
        store->block_room = room;
    }
    store->block[store->blocks] = arb_mem_resize(store->mem, NULL, 0, block_size(store));
    if (!store->block[store->blocks])
        return false;
    store->blocks++;
    return true;
}

bool arb_position_store_begin(arb_position_store *out, const arb_mem *mem, unsigned words)
{
    *out = (arb_position_store){ .mem = mem, .words = words };
    return make_slots(out, BITS_AT_FIRST);
}

/* At most three quarters of the slots are taken. */
bool arb_position_store_reserve(arb_position_store *store, unsigned more)
{
    const uint64_t wanted = (uint64_t)store->count + more;

    while (wanted > (uint64_t)store->blocks * STATE_BLOCK)
        if (!add_block(store))
            return false;
    /* four times as many, because all are placed anew; twice as many where memory is short */
    while (4 * wanted > UINT64_C(3) << store->bits)
        if (!make_slots(store, store->bits + 2) && !make_slots(store, store->bits + 1))
            return false;
    return true;
}

void arb_position_store_clear(arb_position_store *store)
{
    for (uint32_t i = 0; i < store->blocks; i++)
        arb_mem_free(store->mem, store->block[i], block_size(store));
    arb_mem_free(store->mem, store->block, store->block_room * sizeof *store->block);
    if (store->slots)
        arb_mem_free(store->mem, store->slots, slots_size(store->bits));
    *store = (arb_position_store){ .mem = store->mem, .words = store->words };
}
