/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_FRONTIER_H
#define ARB_PROOF_FRONTIER_H
/*
 * The positions of a store that a search has still to go on from, the most promising first.
 *
 * They stand in one list for each cost. The last to come is taken first, so that among equals the
 * search goes on along the line it is in.
 *
 * If wanted, they stand once more in lists of their own kind, and each kind has its turns: a guide
 * that is wrong about one kind would otherwise keep the search there until nothing is left of it.
 */
#include "proof/guide.h"
#include "proof/table.h"

enum {
    ARB_FRONTIER_KINDS = 32,
    ARB_FRONTIER_SHARES = ARB_GUIDE_COSTS / 4 /* costs are told apart less finely by kind */
};

typedef struct arb_frontier {
    arb_proof_table *store;
    uint32_t first[ARB_GUIDE_COSTS]; /* of each list */
    unsigned lowest;                 /* lists below this one are empty */
    bool by_kind;
    uint32_t met;  /* kinds so far; while there is only one, there are no lists by kind */
    uint32_t used; /* kinds that may have somebody waiting */
    unsigned kind; /* whose turn it was last */
    unsigned turn;
    uint32_t share[ARB_FRONTIER_KINDS][ARB_FRONTIER_SHARES];
} arb_frontier;

/* Begins with nobody waiting. */
void arb_frontier_begin(arb_frontier *frontier, arb_proof_table *store, bool by_kind);

/* Lets the last node of the store wait; `kind` is below ARB_FRONTIER_KINDS. */
void arb_frontier_add(arb_frontier *frontier, unsigned cost, unsigned kind);

/* The next node to go on from, or ARB_PROOF_TABLE_NONE. */
uint32_t arb_frontier_take(arb_frontier *frontier);

#endif
