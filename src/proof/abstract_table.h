/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_ABSTRACT_TABLE_H
#define ARB_PROOF_ABSTRACT_TABLE_H
/* The states and abstractions that a closure has met, each once. */
#include "arbitro/mem.h"
#include "proof/abstraction.h"

#define ARB_ABSTRACT_NONE UINT32_MAX

enum { ARB_ABSTRACT_STATES_MAX = 1 << 17, ARB_ABSTRACT_MAX = 1 << 14 };

typedef struct arb_abstract_state {
    uint32_t abstraction; /* its number */
    uint8_t king[2];
    uint8_t turn, passed; /* `passed`: where a pawn can be taken en passant, or ARB_SQUARE_NONE */
} arb_abstract_state;

/* What a change made of an abstraction. */
typedef struct arb_abstract_made {
    uint64_t change; /* packed */
    uint32_t before, after;
} arb_abstract_made;

/* An array that grows, and where its elements are found. */
typedef struct arb_abstract_index {
    void *items;
    uint32_t *slots;
    uint32_t room;
} arb_abstract_index;

typedef struct arb_abstract_table {
    const arb_mem *mem;
    uint32_t limit; /* of states */
    uint32_t count, abstractions, changes;
    arb_abstract_index state_table, abstraction_table, change_table;
} arb_abstract_table;

/* Begins with the first abstraction; its number, or ARB_ABSTRACT_NONE without memory. */
uint32_t arb_abstract_table_begin(arb_abstract_table *states, const arb_abstraction *first);

/* The abstraction of a number, valid until the next one is made. */
const arb_abstraction *arb_abstract_table_abstraction(const arb_abstract_table *states,
                                                      uint32_t number);

/* The number of what `change` makes of an abstraction; ARB_ABSTRACT_NONE when there is no room. */
uint32_t arb_abstract_table_change(arb_abstract_table *states, uint32_t before,
                                   const arb_abstraction_step *change);

/* Adds a state unless it is known; its number, or ARB_ABSTRACT_NONE when there is no room. */
uint32_t arb_abstract_table_add(arb_abstract_table *states, const arb_abstract_state *it);

/* The number of a state, or ARB_ABSTRACT_NONE when it is not known. */
uint32_t arb_abstract_table_find(const arb_abstract_table *states, const arb_abstract_state *it);

/* The number of what `change` made of an abstraction, or ARB_ABSTRACT_NONE when that was never
 * asked. */
uint32_t arb_abstract_table_changed(const arb_abstract_table *states, uint32_t before,
                                    const arb_abstraction_step *change);

/* The state of a number. */
arb_abstract_state arb_abstract_table_get(const arb_abstract_table *states, uint32_t number);

/* Gives all memory back. */
void arb_abstract_table_clear(arb_abstract_table *states);

#endif
