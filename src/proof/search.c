/* SPDX-License-Identifier: MIT */
/*
 * A search with the best first, and a closure in one: what was seen is kept in full (table.h), so
 * that an exhausted search is a proof.
 */
#include "proof/search.h"

#include <stdint.h>
#include <string.h>

#include "board/bits.h"
#include "proof/frontier.h"
#include "proof/guide.h"
#include "proof/material.h"
#include "proof/payoff.h"
#include "proof/table.h"
#include "proof/walls.h"

/* Closures are dear: only the first moves are worth some, of so many cases. */
enum { CLOSURES = 4, CLOSURE_STATES = 8000, SHALLOW = 3 };

/* How many steps of a line cost one point, and what is not new costs, by the guide. */
enum { DEPTH_PLAIN = 8, DEPTH_MAP = 2, REPEAT_MAP = 4 };

enum { REPEATS = 4096 };

enum { CHUNK = 32 }; /* moves that are played together */

typedef struct search {
    const arb_search_task *task;
    arb_proof_table store;
    arb_frontier frontier;
    arb_payoff walls;
    unsigned closed;
    uint16_t repeats[2][REPEATS]; /* how often each side's pieces stood like this, by a hash */
} search;

/*
 * The price of what is not new. Pieces that only wait have many ways to do so, which all seem
 * equally good: a side whose pieces stood as they do already has to pay each time that this number
 * doubles.
 */
static unsigned repeat(search *e, const arb_pos *pos)
{
    unsigned sum = 0;

    for (int i = 0; i < ARB_COLOUR_COUNT; i++) {
        const arb_side *side = &pos->side[i];
        uint64_t mix = side->all * UINT64_C(0x9e3779b97f4a7c15) ^ side->king;
        mix = (mix ^ mix >> 29) * UINT64_C(0xbf58476d1ce4e5b9) ^ side->diagonal;
        mix = (mix ^ mix >> 31) * UINT64_C(0x94d049bb133111eb) ^ side->straight;
        mix *= UINT64_C(0x9e3779b97f4a7c15);
        uint16_t *times = &e->repeats[i][mix >> 52];
        sum += 32u - (unsigned)__builtin_clz(*times + 1u);
        *times = (uint16_t)(*times + (*times < UINT16_MAX));
    }
    return sum - 2;
}

/* The roles that a side has beside its king, as a set: after a promotion to a rook, for instance,
 * the search has other ways than after one to a queen. */
static unsigned kind_of(const arb_side *own)
{
    return (own->pawns ? 1u : 0u) | (own->knights ? 2u : 0u) |
           (own->diagonal & ~own->straight ? 4u : 0u) | (own->straight & ~own->diagonal ? 8u : 0u) |
           (own->diagonal & own->straight ? 16u : 0u);
}

/* Is it certain, after a capture or a pawn move, that the side will not mate? Why, plus 1. */
static unsigned cut_by(search *e, const arb_pos *pos)
{
    const arb_search_task *task = e->task;

    if (pos->quiet_plies != 0)
        return 0;
    if (arb_payoff_try(&e->walls) && arb_payoff_tell(&e->walls, arb_walls_hold(pos, task->side)))
        return ARB_ARGUMENT_WALLS + 1;
    if (!task->closures || e->closed == CLOSURES ||
        e->store.nodes[e->store.count - 1].depth > SHALLOW)
        return 0;
    e->closed++;
    return arb_abstract_closure_ask(pos, task->side, task->mem, CLOSURE_STATES,
                                    &task->answer->nodes) == ARB_PROOF_NO
               ? ARB_ARGUMENT_REGIONS + 1
               : 0;
}

/* The abstraction of what `move` made of `before`. */
static uint32_t abstraction_of(const search *e, const arb_pos *before, uint32_t parent,
                               arb_move move)
{
    return arb_abstract_guide_step(e->task->map, e->store.nodes[parent].abstraction, before, move);
}

/*
 * Lets `pos`, which `move` made of `before`, wait for its turn unless it was seen already; false
 * when that is too much.
 */
static bool add(search *e, const arb_pos *pos, const arb_pos *before, uint32_t parent,
                arb_move move)
{
    switch (arb_proof_table_add(&e->store, pos, parent, move)) {
    case ARB_PROOF_TABLE_KNOWN:
        return true;
    case ARB_PROOF_TABLE_FULL:
        return false;
    case ARB_PROOF_TABLE_NEW:
        break;
    }
    arb_proof_table_node *node = &e->store.nodes[e->store.count - 1];
    node->cut = cut_by(e, pos) & 3;
    if (node->cut)
        return true;
    const unsigned old = repeat(e, pos);
    unsigned cost; /* a step of the line costs little, but lines must not grow without end */
    if (e->task->map) {
        node->abstraction = abstraction_of(e, before, parent, move);
        cost = arb_abstract_guide_cost(e->task->map, node->abstraction, pos) + REPEAT_MAP * old +
               node->depth / (unsigned)DEPTH_MAP;
    } else {
        cost = (e->task->corners ? arb_guide_minors(pos, e->task->side, e->task->corners)
                                 : arb_guide_cost(pos, e->task->side)) +
               e->task->repeat * old + node->depth / (unsigned)DEPTH_PLAIN;
    }
    arb_frontier_add(&e->frontier, cost, kind_of(&pos->side[e->task->side]));
    return true;
}

/* Writes the moves to the node `at`, and `last` after them; the first node is the start. */
static void write_line(const search *e, uint32_t at, arb_move last)
{
    const arb_proof_table_node *nodes = e->store.nodes;
    arb_proof_answer *out = e->task->answer;
    size_t count = 1;

    for (uint32_t i = at; i > 0; i = nodes[i].parent)
        count++;
    out->count = count;
    for (; count > 0; count--) {
        if (count <= ARB_PROOF_LINE_MAX)
            out->line[count - 1] = last;
        last = nodes[at].move;
        at = nodes[at].parent;
    }
}

/*
 * Plays some moves of `pos`. The memory that will be looked at for each is asked for beforehand,
 * because waiting for it would take most of the time of a long search.
 */
static arb_proof expand_some(search *e, const arb_pos *pos, uint32_t at, const arb_move *moves,
                             size_t count)
{
    const arb_colour side = e->task->side;
    arb_pos next[CHUNK];

    for (size_t i = 0; i < count; i++) {
        arb_pos_play(&next[i], pos, moves[i]);
        arb_proof_table_expect_slot(&e->store, &next[i]);
    }
    for (size_t i = 0; i < count; i++)
        arb_proof_table_expect_node(&e->store, &next[i]);
    for (size_t i = 0; i < count; i++) {
        if (pos->turn == side && arb_pos_is_checkmate(&next[i])) {
            write_line(e, at, moves[i]);
            return ARB_PROOF_YES;
        }
        if ((next[i].quiet_plies || !arb_material_cannot_mate(&next[i], side)) &&
            !add(e, &next[i], pos, at, moves[i]))
            return ARB_PROOF_UNKNOWN;
    }
    return ARB_PROOF_NO;
}

/* Leaves those moves away that are not to be made; how many stay. */
static size_t leave_still(arb_move *moves, size_t n, uint64_t still)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        if (!(still & bit(arb_move_from(moves[i]))))
            moves[kept++] = moves[i];
    return kept;
}

/* Plays every move of `pos`. YES: one of them mates. NO: none does. UNKNOWN: it was too much. */
static arb_proof expand(search *e, const arb_pos *pos, uint32_t at)
{
    const uint64_t still = e->task->still[pos->turn];
    arb_move moves[ARB_MOVES_MAX];
    size_t n = arb_pos_moves(moves, pos);
    arb_proof found = ARB_PROOF_NO;

    if (still)
        n = leave_still(moves, n, still);
    for (size_t i = 0; i < n && found == ARB_PROOF_NO; i += CHUNK)
        found = expand_some(e, pos, at, moves + i, n - i < CHUNK ? n - i : CHUNK);
    return found;
}

static arb_proof look_through(search *e, const arb_pos *start)
{
    arb_pos pos = *start;
    arb_proof found = ARB_PROOF_NO;
    uint32_t step = 0;

    if (arb_proof_table_add(&e->store, start, 0, (arb_move){ 0 }) != ARB_PROOF_TABLE_NEW)
        return ARB_PROOF_UNKNOWN;
    e->store.nodes[0].abstraction = ARB_ABSTRACT_START;
    for (uint32_t taken = 0; taken != ARB_PROOF_TABLE_NONE && found == ARB_PROOF_NO;
         taken = arb_frontier_take(&e->frontier)) {
        if (!arb_search_goes_on(e->task, step++, e->store.count))
            return ARB_PROOF_UNKNOWN;
        arb_proof_table_get(&pos, &e->store, taken);
        pos.quiet_plies = 1; /* 0 tells irreversible moves */
        found = expand(e, &pos, taken);
    }
    return found;
}

/* Tells what an exhausted search rests on. */
static void certify(const search *e)
{
    arb_certificate *certificate = e->task->certificate;

    for (uint32_t i = 0; i < e->store.count; i++) {
        arb_pos pos;
        if (!e->store.nodes[i].cut) {
            certificate->expanded++;
            continue;
        }
        arb_proof_table_get(&pos, &e->store, i);
        arb_certificate_add(certificate, &pos, (arb_proof_argument)(e->store.nodes[i].cut - 1));
    }
}

arb_proof arb_search(const arb_pos *pos, const arb_search_task *task)
{
    const uint32_t limit = task->nodes < UINT32_MAX ? (uint32_t)task->nodes : UINT32_MAX - 1;
    search e;

    e.task = task;
    e.store = (arb_proof_table){ .mem = task->mem, .limit = limit };
    e.walls = (arb_payoff){ .left = PAYOFF_AT_FIRST };
    e.closed = 0;
    memset(e.repeats, 0, sizeof e.repeats);
    arb_frontier_begin(&e.frontier, &e.store, task->by_kind);
    arb_proof found = look_through(&e, pos);
    if (found == ARB_PROOF_NO && (task->still[ARB_WHITE] | task->still[ARB_BLACK]))
        found = ARB_PROOF_UNKNOWN;
    if (found == ARB_PROOF_NO)
        certify(&e);
    task->answer->nodes += e.store.count;
    arb_proof_table_clear(&e.store);
    return found;
}
