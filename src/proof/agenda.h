/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_AGENDA_H
#define ARB_PROOF_AGENDA_H
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
    ARB_AGENDA_KINDS = 32,
    ARB_AGENDA_SHARES = ARB_GUIDE_COSTS / 4 /* costs are told apart less finely by kind */
};

typedef struct arb_agenda {
    arb_proof_table *store;
    uint32_t first[ARB_GUIDE_COSTS]; /* of each list */
    unsigned lowest;                 /* lists below this one are empty */
    bool by_kind;
    uint32_t met;  /* kinds so far; while there is only one, there are no lists by kind */
    uint32_t used; /* kinds that may have somebody waiting */
    unsigned kind; /* whose turn it was last */
    unsigned turn;
    uint32_t share[ARB_AGENDA_KINDS][ARB_AGENDA_SHARES];
} arb_agenda;

/* Begins with nobody waiting. */
void arb_agenda_begin(arb_agenda *agenda, arb_proof_table *store, bool by_kind);

/* Lets the last node of the store wait; `kind` is below ARB_AGENDA_KINDS. */
void arb_agenda_add(arb_agenda *agenda, unsigned cost, unsigned kind);

/* The next node to go on from, or ARB_PROOF_TABLE_NONE. */
uint32_t arb_agenda_take(arb_agenda *agenda);

#endif
