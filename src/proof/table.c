/* SPDX-License-Identifier: MIT */
/* Seen positions in one growing array, found by an open table of indices; see table.h. */
#include "proof/table.h"

#include <string.h>

#include "arbitro/mem.h"
#include "board/bits.h"

enum { ROOM_AT_FIRST = 256, ROOM_MAX = 1 << 26, DEPTH_MAX = 0x1fff };

/* Roles are numbered from 1: pawn, knight, bishop, rook, queen, king. */
static void pack(arb_proof_table_node *out, const arb_pos *pos)
{
    const arb_side *white = &pos->side[ARB_WHITE], *black = &pos->side[ARB_BLACK];
    const uint64_t diagonal = white->diagonal | black->diagonal;
    const uint64_t straight = white->straight | black->straight;
    const uint64_t kings = white->king | black->king;

    out->plane[0] = white->pawns | black->pawns | diagonal;
    out->plane[1] = white->knights | black->knights | (diagonal & ~straight) | kings;
    out->plane[2] = straight | kings;
    out->plane[3] = black->all;
    out->key = pos->key;
    out->castling[ARB_WHITE] = (uint8_t)pos->castling;
    out->castling[ARB_BLACK] = (uint8_t)(pos->castling >> 56);
    out->en_passant = pos->en_passant;
    out->turn = pos->turn;
}

void arb_proof_table_get(arb_pos *out, const arb_proof_table *store, uint32_t at)
{
    const arb_proof_table_node *in = &store->nodes[at];
    const uint64_t low = in->plane[0], middle = in->plane[1], high = in->plane[2];

    memset(out, 0, sizeof *out);
    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        const uint64_t own = side == ARB_BLACK ? in->plane[3] : ~in->plane[3];
        out->side[side] = (arb_side){ .pawns = low & ~middle & ~high & own,
                                      .knights = middle & ~low & ~high & own,
                                      .diagonal = low & (middle | high) & own,
                                      .straight = high & ~middle & own,
                                      .king = middle & high & own,
                                      .all = (low | middle | high) & own };
    }
    out->castling = in->castling[ARB_WHITE] | (uint64_t)in->castling[ARB_BLACK] << 56;
    out->key = in->key;
    out->en_passant = out->passed = in->en_passant;
    out->turn = in->turn;
}

/* Empties `slots` and fills them with what stood in the old ones. */
static void fill_slots(const arb_proof_table *store, arb_proof_table_slot *slots, uint32_t room)
{
    const uint32_t mask = 2 * room - 1;

    memset(slots, 0xff, (size_t)2 * room * sizeof *slots);
    for (uint32_t i = 0; i < 2 * store->room; i++) {
        const arb_proof_table_slot slot = store->slots[i];
        uint32_t at = slot.key & mask;
        if (slot.number == ARB_PROOF_TABLE_NONE)
            continue;
        while (slots[at].number != ARB_PROOF_TABLE_NONE)
            at = (at + 1) & mask;
        slots[at] = slot;
    }
}

/* Makes room for `room` nodes, a power of two; false without memory. */
static bool grow(arb_proof_table *store, uint32_t room)
{
    const arb_mem *mem = store->mem;
    const size_t slot = 2 * sizeof *store->slots, node = sizeof *store->nodes;

    if (room > ROOM_MAX)
        return false;
    arb_proof_table_slot *slots = arb_mem_resize(mem, NULL, 0, room * slot);
    if (!slots)
        return false;
    arb_proof_table_node *nodes =
        arb_mem_resize(mem, store->nodes, store->room * node, room * node);
    if (!nodes) {
        arb_mem_free(mem, slots, room * slot);
        return false;
    }
    fill_slots(store, slots, room);
    arb_mem_free(mem, store->slots, store->room * slot);
    store->nodes = nodes;
    store->slots = slots;
    store->room = room;
    return true;
}

/* Are both the same position? */
static bool is_same(const arb_proof_table_node *a, const arb_proof_table_node *b)
{
    return a->key == b->key && memcmp(a->plane, b->plane, sizeof a->plane) == 0 &&
           memcmp(a->castling, b->castling, sizeof a->castling) == 0 &&
           a->en_passant == b->en_passant && a->turn == b->turn;
}

static uint32_t key_of(const arb_pos *pos)
{
    return (uint32_t)(pos->key >> 32);
}

void arb_proof_table_expect_slot(const arb_proof_table *store, const arb_pos *pos)
{
    if (store->room)
        __builtin_prefetch(&store->slots[key_of(pos) & (2 * store->room - 1)]);
}

void arb_proof_table_expect_node(const arb_proof_table *store, const arb_pos *pos)
{
    if (!store->room)
        return;
    const arb_proof_table_slot *slot = &store->slots[key_of(pos) & (2 * store->room - 1)];
    if (slot->number != ARB_PROOF_TABLE_NONE)
        __builtin_prefetch(&store->nodes[slot->number]);
}

arb_proof_table_result arb_proof_table_add(arb_proof_table *store, const arb_pos *pos,
                                           uint32_t parent, arb_move move)
{
    const uint32_t key = key_of(pos);
    arb_proof_table_node node = { .parent = parent,
                                  .next = { ARB_PROOF_TABLE_NONE, ARB_PROOF_TABLE_NONE },
                                  .move = move };

    if (store->count == store->room && !grow(store, store->room ? 2 * store->room : ROOM_AT_FIRST))
        return ARB_PROOF_TABLE_FULL;
    pack(&node, pos);
    const uint32_t mask = 2 * store->room - 1;
    uint32_t at = key & mask;
    for (; store->slots[at].number != ARB_PROOF_TABLE_NONE; at = (at + 1) & mask)
        if (store->slots[at].key == key && is_same(&store->nodes[store->slots[at].number], &node))
            return ARB_PROOF_TABLE_KNOWN;
    if (store->count >= store->limit)
        return ARB_PROOF_TABLE_FULL;
    const unsigned depth = parent == 0 ? 0 : store->nodes[parent].depth + 1u;
    node.depth = (depth < DEPTH_MAX ? depth : DEPTH_MAX) & DEPTH_MAX;
    store->nodes[store->count] = node;
    store->slots[at] = (arb_proof_table_slot){ store->count, key };
    store->count++;
    return ARB_PROOF_TABLE_NEW;
}

void arb_proof_table_clear(arb_proof_table *store)
{
    arb_mem_free(store->mem, store->nodes, store->room * sizeof *store->nodes);
    arb_mem_free(store->mem, store->slots, store->room * 2 * sizeof *store->slots);
    *store = (arb_proof_table){ .mem = store->mem, .limit = store->limit };
}
