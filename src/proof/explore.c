/* SPDX-License-Identifier: MIT */
/*
 * A search with the best first, and a closure in one: what was seen is kept in full (store.h), so
 * that an exhausted search is a proof.
 *
 * Positions that wait stand in one list for each cost. The last to come is taken first, so that
 * among equals the search goes on along the line it is in.
 */
#include "proof/explore.h"

#include <stdint.h>
#include <string.h>

#include "proof/guide.h"
#include "proof/material.h"
#include "proof/store.h"
#include "proof/walls.h"

/*
 * How often the walls are asked about positions after captures and pawn moves: each time while that
 * pays, now and then when it does not.
 */
enum { LUCK_AT_FIRST = 100, LUCK_MAX = 1000, LUCK_FOUND = 20, LUCK_PAUSE = 16 };

/* Positions that wait, by their costs. */
typedef struct queue {
    uint32_t first[ARB_GUIDE_COSTS]; /* of each list */
    unsigned lowest;                 /* lists below this one are empty */
} queue;

typedef struct explorer {
    const arb_quest *quest;
    arb_store store;
    queue queue[2]; /* by the plain guide, and by the route if there is one; they take turns */
    unsigned turn;
    int luck;
    unsigned asked;
} explorer;

/* Lets the last node wait. A step of the line costs little, but lines must not grow without end. */
static void enqueue(explorer *e, int which, unsigned cost)
{
    arb_store_node *node = &e->store.nodes[e->store.count - 1];
    queue *q = &e->queue[which];

    cost += node->depth / 8u;
    cost = cost < ARB_GUIDE_COSTS ? cost : ARB_GUIDE_COSTS - 1;
    node->next[which] = q->first[cost];
    q->first[cost] = e->store.count - 1;
    q->lowest = cost < q->lowest ? cost : q->lowest;
}

/* The most promising position of one queue, or none. */
static uint32_t take_from(explorer *e, int which)
{
    queue *q = &e->queue[which];

    for (;;) {
        while (q->lowest < ARB_GUIDE_COSTS && q->first[q->lowest] == ARB_STORE_NONE)
            q->lowest++;
        if (q->lowest == ARB_GUIDE_COSTS)
            return ARB_STORE_NONE;
        arb_store_node *node = &e->store.nodes[q->first[q->lowest]];
        const uint32_t taken = q->first[q->lowest];
        q->first[q->lowest] = node->next[which];
        if (!node->taken) {
            node->taken = true;
            return taken;
        }
    }
}

/* The next position to be gone on from, or none. */
static uint32_t take(explorer *e)
{
    const bool route = e->quest->route && (e->quest->only_route || ++e->turn % 2);

    return take_from(e, route ? 1 : 0);
}

/* Do walls keep the side from mating after a capture or a pawn move? */
static bool is_walled(explorer *e, const arb_pos *pos)
{
    if (pos->quiet_plies != 0 || (e->luck <= 0 && ++e->asked % LUCK_PAUSE != 0))
        return false;
    const bool holds = arb_walls_hold(pos, e->quest->side);
    e->luck += holds ? LUCK_FOUND : -1;
    e->luck = e->luck < LUCK_MAX ? e->luck : LUCK_MAX;
    return holds;
}

/* The outline of what `move` made of `before`. */
static uint32_t outline_of(const explorer *e, const arb_pos *before, uint32_t parent, arb_move move)
{
    const uint32_t from =
        parent == ARB_STORE_NONE ? ARB_SURVEY_START : e->store.nodes[parent].outline;

    return arb_route_outline(e->quest->route, from, before, move);
}

/*
 * Lets `pos`, which `move` made of `before`, wait for its turn unless it was seen already; false
 * when that is too much.
 */
static bool add(explorer *e, const arb_pos *pos, const arb_pos *before, uint32_t parent,
                arb_move move)
{
    switch (arb_store_add(&e->store, pos, parent, move)) {
    case ARB_STORE_KNOWN:
        return true;
    case ARB_STORE_FULL:
        return false;
    case ARB_STORE_NEW:
        break;
    }
    if (is_walled(e, pos))
        return true;
    if (!e->quest->only_route)
        enqueue(e, 0, arb_guide_cost(pos, e->quest->side));
    if (e->quest->route) {
        arb_store_node *node = &e->store.nodes[e->store.count - 1];
        node->outline = outline_of(e, before, parent, move);
        enqueue(e, 1, arb_route_cost(e->quest->route, node->outline, pos));
    }
    return true;
}

/* Writes the moves to the node `at`, and `last` after them. */
static void write_line(const explorer *e, uint32_t at, arb_move last)
{
    const arb_store_node *nodes = e->store.nodes;
    arb_proof_answer *out = e->quest->answer;
    size_t count = 1;

    for (uint32_t i = at; i != ARB_STORE_NONE; i = nodes[i].parent)
        count++;
    out->count = count;
    for (; count > 0; count--) {
        if (count <= ARB_PROOF_LINE_MAX)
            out->line[count - 1] = last;
        if (at == ARB_STORE_NONE)
            break;
        last = nodes[at].move;
        at = nodes[at].parent;
    }
}

/* Plays every move of `pos`. YES: one of them mates. NO: none does. UNKNOWN: it was too much. */
static arb_proof expand(explorer *e, const arb_pos *pos, uint32_t at)
{
    const arb_colour side = e->quest->side;
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < n; i++) {
        arb_pos next;
        arb_pos_play(&next, pos, moves[i]);
        if (pos->turn == side && arb_pos_is_checkmate(&next)) {
            write_line(e, at, moves[i]);
            return ARB_PROOF_YES;
        }
        if (!arb_material_cannot_mate(&next, side) && !add(e, &next, pos, at, moves[i]))
            return ARB_PROOF_UNKNOWN;
    }
    return ARB_PROOF_NO;
}

static arb_proof explore(explorer *e, const arb_pos *start)
{
    arb_pos pos = *start;

    /* a counter of 0 tells irreversible moves, and the first position must not seem to be one */
    pos.quiet_plies = 1;
    arb_proof found = expand(e, &pos, ARB_STORE_NONE);
    while (found == ARB_PROOF_NO) {
        const uint32_t taken = take(e);
        if (taken == ARB_STORE_NONE)
            return ARB_PROOF_NO;
        arb_store_get(&pos, &e->store, taken);
        pos.quiet_plies = 1;
        found = expand(e, &pos, taken);
    }
    return found;
}

arb_proof arb_explore(const arb_pos *pos, const arb_quest *quest)
{
    const uint32_t limit = quest->nodes < UINT32_MAX ? (uint32_t)quest->nodes : UINT32_MAX - 1;
    explorer e = { .quest = quest,
                   .store = { .mem = quest->mem, .limit = limit },
                   .luck = LUCK_AT_FIRST };

    for (int i = 0; i < 2; i++) {
        memset(e.queue[i].first, 0xff, sizeof e.queue[i].first);
        e.queue[i].lowest = ARB_GUIDE_COSTS;
    }
    const arb_proof found = explore(&e, pos);
    quest->answer->nodes += e.store.count + 1u;
    arb_store_clear(&e.store);
    return found;
}
