/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_TABLE_H
#define ARB_PROOF_TABLE_H
/*
 * Positions that a search has seen, each once and in full, so that two are never taken for one
 * another, with the move and the position that led to each.
 */
#include "arbitro/mem.h"
#include "arbitro/position.h"

#define ARB_PROOF_TABLE_NONE UINT32_MAX

/*
 * A position and what the search knows of it, in 64 bytes: the role on each square in three planes,
 * colours in a fourth. What is compared comes first.
 */
typedef struct arb_proof_table_node {
    uint64_t plane[4];
    uint64_t key;
    uint8_t castling[2]; /* files of the rooks, by arb_colour */
    uint8_t en_passant, turn;
    uint32_t parent;
    uint32_t next[2];     /* for the lists of the search */
    uint32_t abstraction; /* where a closure guides it */
    arb_move move;
    uint16_t depth : 13;
    uint16_t taken : 1; /* the search went on from it, or it is to */
    uint16_t cut : 2;   /* one more than the arb_proof_argument that ends the line here */
} arb_proof_table_node;

/* Where a node is found: its number, and 32 bits of its key, which spare most looks at it. */
typedef struct arb_proof_table_slot {
    uint32_t number, key;
} arb_proof_table_slot;

typedef struct arb_proof_table {
    const arb_mem *mem;
    arb_proof_table_node *nodes;
    arb_proof_table_slot *slots; /* by key, twice as many as there is room for */
    uint32_t count, room;
    uint32_t limit; /* how many there may be */
} arb_proof_table;

/* What arb_proof_table_add() did. */
typedef enum arb_proof_table_result {
    ARB_PROOF_TABLE_NEW,
    ARB_PROOF_TABLE_KNOWN,
    ARB_PROOF_TABLE_FULL
} arb_proof_table_result;

/* Adds `pos`, which `move` made of `parent`, if it is not the first of all; a new one is the last
 * of the nodes. */
arb_proof_table_result arb_proof_table_add(arb_proof_table *store, const arb_pos *pos,
                                           uint32_t parent, arb_move move);

/* Asks for the memory where `pos` will be looked for: first the slots, later the node. */
void arb_proof_table_expect_slot(const arb_proof_table *store, const arb_pos *pos);
void arb_proof_table_expect_node(const arb_proof_table *store, const arb_pos *pos);

/* The position of a node; its counters are lost. */
void arb_proof_table_get(arb_pos *out, const arb_proof_table *store, uint32_t at);

/* Gives all memory back. */
void arb_proof_table_clear(arb_proof_table *store);

#endif
