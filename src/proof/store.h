/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_STORE_H
#define ARB_PROOF_STORE_H
/*
 * Positions that a search has seen, each once and in full, so that two are never taken for one
 * another, with the move and the position that led to each.
 */
#include "arbitro/mem.h"
#include "arbitro/position.h"

#define ARB_STORE_NONE UINT32_MAX

/*
 * A position and what the search knows of it, in 64 bytes: the role on each square in three planes,
 * colours in a fourth. What is compared comes first.
 */
typedef struct arb_store_node {
    uint64_t plane[4];
    uint64_t key;
    uint8_t castling[2]; /* files of the rooks, by arb_colour */
    uint8_t en_passant, turn;
    uint32_t parent;
    uint32_t next[2]; /* for the lists of the search */
    uint32_t outline; /* where a survey guides it */
    arb_move move;
    uint16_t depth : 15;
    uint16_t taken : 1; /* the search went on from it, or it is to */
} arb_store_node;

/* Where a node is found: its number, and 32 bits of its key, which spare most looks at it. */
typedef struct arb_store_slot {
    uint32_t number, key;
} arb_store_slot;

typedef struct arb_store {
    const arb_mem *mem;
    arb_store_node *nodes;
    arb_store_slot *slots; /* by key, twice as many as there is room for */
    uint32_t count, room;
    uint32_t limit; /* how many there may be */
} arb_store;

/* What arb_store_add() did. */
typedef enum arb_store_result { ARB_STORE_NEW, ARB_STORE_KNOWN, ARB_STORE_FULL } arb_store_result;

/* Adds `pos`, which `move` made of `parent`; a new one is the last of the nodes. */
arb_store_result arb_store_add(arb_store *store, const arb_pos *pos, uint32_t parent,
                               arb_move move);

/* Asks for the memory where `pos` will be looked for: first the slots, later the node. */
void arb_store_expect_slot(const arb_store *store, const arb_pos *pos);
void arb_store_expect_node(const arb_store *store, const arb_pos *pos);

/* The position of a node; its counters are lost. */
void arb_store_get(arb_pos *out, const arb_store *store, uint32_t at);

/* Gives all memory back. */
void arb_store_clear(arb_store *store);

#endif
