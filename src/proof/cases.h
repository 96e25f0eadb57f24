/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_CASES_H
#define ARB_PROOF_CASES_H
/* The cases and outlines that a survey has met, each once. */
#include "arbitro/mem.h"
#include "proof/outline.h"

#define ARB_CASES_NONE UINT32_MAX

enum { ARB_CASES_MAX = 1 << 17, ARB_CASES_OUTLINES_MAX = 1 << 14 };

typedef struct arb_proof_case {
    uint32_t outline; /* its number */
    uint8_t king[2];
    uint8_t turn, passed; /* `passed`: where a pawn can be taken en passant, or ARB_SQUARE_NONE */
} arb_proof_case;

/* What a change made of an outline. */
typedef struct arb_proof_case_change {
    uint64_t change; /* packed, with the number of the outline */
    uint32_t after;
} arb_proof_case_change;

/* An array that grows, and where its elements are found. */
typedef struct arb_proof_case_table {
    void *items;
    uint32_t *slots;
    uint32_t room;
} arb_proof_case_table;

typedef struct arb_proof_cases {
    const arb_mem *mem;
    uint32_t limit; /* of cases */
    uint32_t count, outlines, changes;
    arb_proof_case_table case_table, outline_table, change_table;
} arb_proof_cases;

/* Begins with the first outline; its number, or ARB_CASES_NONE without memory. */
uint32_t arb_proof_cases_begin(arb_proof_cases *cases, const arb_outline *first);

/* The outline of a number, valid until the next one is made. */
const arb_outline *arb_proof_cases_outline(const arb_proof_cases *cases, uint32_t number);

/* The number of what `change` makes of an outline; ARB_CASES_NONE when there is no room. */
uint32_t arb_proof_cases_change(arb_proof_cases *cases, uint32_t before, const arb_change *change);

/* Adds a case unless it is known; its number, or ARB_CASES_NONE when there is no room. */
uint32_t arb_proof_cases_add(arb_proof_cases *cases, const arb_proof_case *it);

/* The number of a case, or ARB_CASES_NONE when it is not known. */
uint32_t arb_proof_cases_find(const arb_proof_cases *cases, const arb_proof_case *it);

/* The number of what `change` made of an outline, or ARB_CASES_NONE when that was never asked. */
uint32_t arb_proof_cases_changed(const arb_proof_cases *cases, uint32_t before,
                                 const arb_change *change);

/* The case of a number. */
arb_proof_case arb_proof_cases_get(const arb_proof_cases *cases, uint32_t number);

/* Gives all memory back. */
void arb_proof_cases_clear(arb_proof_cases *cases);

#endif
