/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_POSITION_STORE_H
#define ARB_PROOF_POSITION_STORE_H
/*
 * States of a few words, each once, numbered in the order in which they came. They lie in blocks
 * that never move, so that growing takes no second copy of them; an open table of numbers, with
 * what is left of 32 bits for a part of the hash, finds them. Compared are whole states.
 */
#include "arbitro/mem.h"
#include "board/bits.h"

enum { STATE_WORDS_MAX = 4, STATE_BLOCK_BITS = 14, STATE_BLOCK = 1 << STATE_BLOCK_BITS };

#define STATE_NONE UINT32_MAX
#define STATE_CUT  (UINT32_C(1) << 31) /* of a parent: the line ends at this state */

typedef struct arb_position_block {
    uint32_t parent[STATE_BLOCK];
    uint64_t words[]; /* of one state after the other */
} arb_position_block;

typedef struct arb_position_store {
    const arb_mem *mem;
    unsigned words; /* of a state */
    uint32_t count, blocks, block_room;
    arb_position_block **block;
    uint32_t *slots;
    unsigned bits; /* of the number of slots */
} arb_position_store;

ARB_INLINE uint64_t *arb_position_words(const arb_position_store *store, uint32_t number)
{
    return store->block[number >> STATE_BLOCK_BITS]->words +
           (size_t)(number & (STATE_BLOCK - 1)) * store->words;
}

ARB_INLINE uint32_t *arb_position_parent(const arb_position_store *store, uint32_t number)
{
    return &store->block[number >> STATE_BLOCK_BITS]->parent[number & (STATE_BLOCK - 1)];
}

ARB_INLINE uint64_t arb_position_hash(const arb_position_store *store, const uint64_t *words)
{
    uint64_t mix = words[0] * UINT64_C(0x9e3779b97f4a7c15);

    mix = (mix ^ mix >> 32) + words[1];
    mix *= UINT64_C(0xbf58476d1ce4e5b9);
    for (unsigned i = 2; i < store->words; i++)
        mix = (mix ^ mix >> 29 ^ words[i]) * UINT64_C(0x94d049bb133111eb);
    return mix ^ mix >> 31;
}

ARB_INLINE bool arb_position_same(const arb_position_store *store, const uint64_t *a,
                                  const uint64_t *b)
{
    bool same = a[0] == b[0] && a[1] == b[1];

    for (unsigned i = 2; i < store->words; i++)
        same = same && a[i] == b[i];
    return same;
}

/* Begins without states; false without memory. */
bool arb_position_store_begin(arb_position_store *out, const arb_mem *mem, unsigned words);

/* Makes room for so many states more, fewer than a block holds; false without memory. */
bool arb_position_store_reserve(arb_position_store *store, unsigned more);

void arb_position_store_clear(arb_position_store *store);

/* Asks for the memory where a state of this hash will be looked for: first the slot, then it. */
ARB_INLINE void arb_position_expect_slot(const arb_position_store *store, uint64_t hash)
{
    __builtin_prefetch(&store->slots[hash >> (64 - store->bits)]);
}

ARB_INLINE void arb_position_expect(const arb_position_store *store, uint64_t hash)
{
    const uint32_t slot = store->slots[hash >> (64 - store->bits)];

    if (slot != STATE_NONE)
        __builtin_prefetch(arb_position_words(store, slot & ((UINT32_C(1) << store->bits) - 1)));
}

/* Adds a state, for which there must be room, unless it is known; was it new? */
ARB_INLINE bool arb_position_add(arb_position_store *store, const uint64_t *words, uint64_t hash,
                                 uint32_t parent)
{
    const uint32_t low = (UINT32_C(1) << store->bits) - 1, tag = (uint32_t)hash & ~low;
    uint32_t at = (uint32_t)(hash >> (64 - store->bits));

    for (; store->slots[at] != STATE_NONE; at = (at + 1) & low)
        if ((store->slots[at] & ~low) == tag &&
            arb_position_same(store, arb_position_words(store, store->slots[at] & low), words))
            return false;
    store->slots[at] = tag | store->count;
    uint64_t *to = arb_position_words(store, store->count);
    for (unsigned i = 0; i < store->words; i++)
        to[i] = words[i];
    *arb_position_parent(store, store->count) = parent;
    store->count++;
    return true;
}

#endif
