/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_ABSTRACT_CLOSURE_H
#define ARB_PROOF_ABSTRACT_CLOSURE_H
/*
 * Goes through everything that can follow, with kings and pawns in their places and the other
 * pieces known by regions only (abstraction.h): far fewer states than positions. Either no mate is
 * possible in any of them, which is a proof; or the closure is a map for the search, which tells
 * how many moves lie between each state and what could be a mate.
 */
#include "arbitro/proof.h"
#include "proof/abstract_table.h"

/* What could be a mate: where the king stands, and where its own pieces must stand beside it. */
typedef struct arb_plan {
    uint64_t blocked;
    uint8_t king;
} arb_plan;

enum { ARB_PLANS_MAX = 256 };

/*
 * What must happen before a move from one state to another can be made on the board: a piece of
 * this colour and role goes to a square, to capture there or to be captured.
 */
typedef struct arb_precondition {
    uint8_t square; /* ARB_SQUARE_NONE: nothing */
    uint8_t role, colour;
} arb_precondition;

#define ARB_NO_PRECONDITION ((arb_precondition){ ARB_SQUARE_NONE, 0, 0 })

typedef struct arb_abstract_edge {
    uint32_t from, next; /* the state from which a move leads here, and the next such edge */
    arb_precondition precondition;
} arb_abstract_edge;

/* A state from which one move could mate as planned. */
typedef struct arb_abstract_mate {
    uint32_t number, plan;
} arb_abstract_mate;

/* What is known about a state. */
typedef struct arb_abstract_node {
    uint32_t edges; /* the first of those that lead here */
    uint32_t steps; /* moves to the mate of the plan in question, or ARB_ABSTRACT_FAR */
    arb_precondition precondition; /* of the first of these moves */
} arb_abstract_node;

#define ARB_ABSTRACT_FAR UINT32_MAX

typedef struct arb_abstract_closure {
    arb_colour side;
    bool whole; /* goes on when a mate seems possible: for a map, on which no state is held */
    arb_abstract_table states;
    arb_abstract_node *known; /* by the numbers of the states */
    uint32_t known_room;
    arb_abstract_edge *edges;
    uint32_t edge_count, edge_room;
    arb_abstract_mate *mates;
    uint32_t mate_count, mate_room;
    arb_plan plans[ARB_PLANS_MAX]; /* in the order in which they were met, the nearest first */
    unsigned plan_count;
} arb_abstract_closure;

/*
 * A map of what follows `pos`, up to `nodes` states; false when no mate was found on it, be it that
 * there were too many states or no memory. To be cleared in any case.
 */
bool arb_abstract_closure_map(arb_abstract_closure *out, const arb_pos *pos, arb_colour side,
                              const arb_mem *mem, uint64_t nodes);

/*
 * Goes through what follows `pos`, up to `nodes` states, by whose number `spent` grows. NO: no
 * position that comes after `pos` can be a mate by `side`. UNKNOWN: a mate seems possible, or there
 * were too many states, or no memory was left. Never YES.
 */
arb_proof arb_abstract_closure_ask(const arb_pos *pos, arb_colour side, const arb_mem *mem,
                                   uint64_t nodes, uint64_t *spent);

/* Takes note that a move leads from one state to another; false without memory. */
bool arb_abstract_graph_link(arb_abstract_closure *closure, uint32_t from, uint32_t to,
                             arb_precondition precondition);

/* Takes note that a move from a state could mate as planned; false without memory. */
bool arb_abstract_graph_note(arb_abstract_closure *closure, uint32_t number, arb_plan plan);

/* Works out the steps of all states to the mate of one plan; false without memory. */
bool arb_abstract_graph_measure(arb_abstract_closure *closure, unsigned plan);

/* The number of the first abstraction, to which the position belongs that was closed. */
enum { ARB_ABSTRACT_START = 0 };

/* Gives all memory back. */
void arb_abstract_closure_clear(arb_abstract_closure *closure);

#endif
