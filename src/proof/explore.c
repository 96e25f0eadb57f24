/* SPDX-License-Identifier: MIT */
/*
 * A search with the best first, and a closure in one: what was seen is kept in full (store.h), so
 * that an exhausted search is a proof.
 */
#include "proof/explore.h"

#include <stdint.h>
#include <string.h>

#include "proof/agenda.h"
#include "proof/guide.h"
#include "proof/material.h"
#include "proof/table.h"
#include "proof/walls.h"

/*
 * Proofs that no mate can follow are tried after captures and pawn moves: each time while that
 * pays, now and then when it does not.
 */
enum { LUCK_AT_FIRST = 100, LUCK_MAX = 1000, LUCK_FOUND = 20, LUCK_PAUSE = 16 };

/* Surveys are dear: only the first moves are worth some, of so many cases. */
enum { SURVEYS = 4, SURVEY_CASES = 8000, SHALLOW = 3 };

typedef struct luck {
    int left;
    unsigned asked;
} luck;

/* How many steps of a line cost one point, and what is not new costs, by the guide. */
enum { DEPTH_PLAIN = 8, DEPTH_ROUTE = 2, HABIT_ROUTE = 4 };

enum { HABITS = 4096 };

enum { CHUNK = 32 }; /* moves that are played together */

typedef struct explorer {
    const arb_quest *quest;
    arb_proof_table store;
    arb_agenda agenda;
    luck walls;
    unsigned surveyed;
    uint16_t habits[2][HABITS]; /* how often each side's pieces stood like this, by a hash */
} explorer;

/*
 * The price of what is not new. Pieces that only wait have many ways to do so, which all seem
 * equally good: a side whose pieces stood as they do already has to pay each time that this number
 * doubles.
 */
static unsigned habit(explorer *e, const arb_pos *pos)
{
    unsigned sum = 0;

    for (int i = 0; i < ARB_COLOUR_COUNT; i++) {
        const arb_side *side = &pos->side[i];
        uint64_t mix = side->all * UINT64_C(0x9e3779b97f4a7c15) ^ side->king;
        mix = (mix ^ mix >> 29) * UINT64_C(0xbf58476d1ce4e5b9) ^ side->diagonal;
        mix = (mix ^ mix >> 31) * UINT64_C(0x94d049bb133111eb) ^ side->straight;
        mix *= UINT64_C(0x9e3779b97f4a7c15);
        uint16_t *times = &e->habits[i][mix >> 52];
        sum += 32u - (unsigned)__builtin_clz(*times + 1u);
        *times = (uint16_t)(*times + (*times < UINT16_MAX));
    }
    return sum - 2;
}

/* The roles that a side has beside its king, as a set: after a promotion to a rook, for instance,
 * the search is in another world than after one to a queen. */
static unsigned kind_of(const arb_side *own)
{
    return (own->pawns ? 1u : 0u) | (own->knights ? 2u : 0u) |
           (own->diagonal & ~own->straight ? 4u : 0u) | (own->straight & ~own->diagonal ? 8u : 0u) |
           (own->diagonal & own->straight ? 16u : 0u);
}

/* Is a kind of proof worth a try? */
static bool is_lucky(luck *l)
{
    return l->left > 0 || ++l->asked % LUCK_PAUSE == 0;
}

static bool tell(luck *l, bool found)
{
    l->left += found ? LUCK_FOUND : -1;
    l->left = l->left < LUCK_MAX ? l->left : LUCK_MAX;
    return found;
}

/* Is it certain, after a capture or a pawn move, that the side will not mate? */
static bool is_over(explorer *e, const arb_pos *pos)
{
    const arb_quest *quest = e->quest;

    if (pos->quiet_plies != 0)
        return false;
    if (is_lucky(&e->walls) && tell(&e->walls, arb_walls_hold(pos, quest->side)))
        return true;
    if (!quest->surveys || e->surveyed == SURVEYS ||
        e->store.nodes[e->store.count - 1].depth > SHALLOW)
        return false;
    e->surveyed++;
    return arb_survey_ask(pos, quest->side, quest->mem, SURVEY_CASES, &quest->answer->nodes) ==
           ARB_PROOF_NO;
}

/* The outline of what `move` made of `before`. */
static uint32_t outline_of(const explorer *e, const arb_pos *before, uint32_t parent, arb_move move)
{
    const uint32_t from =
        parent == ARB_PROOF_TABLE_NONE ? ARB_SURVEY_START : e->store.nodes[parent].outline;

    return arb_route_outline(e->quest->route, from, before, move);
}

/*
 * Lets `pos`, which `move` made of `before`, wait for its turn unless it was seen already; false
 * when that is too much.
 */
static bool add(explorer *e, const arb_pos *pos, const arb_pos *before, uint32_t parent,
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
    if (is_over(e, pos))
        return true;
    arb_proof_table_node *node = &e->store.nodes[e->store.count - 1];
    const unsigned old = habit(e, pos);
    unsigned cost; /* a step of the line costs little, but lines must not grow without end */
    if (e->quest->route) {
        node->outline = outline_of(e, before, parent, move);
        cost = arb_route_cost(e->quest->route, node->outline, pos) + HABIT_ROUTE * old +
               node->depth / (unsigned)DEPTH_ROUTE;
    } else {
        cost = arb_guide_cost(pos, e->quest->side) + e->quest->habit * old +
               node->depth / (unsigned)DEPTH_PLAIN;
    }
    arb_agenda_add(&e->agenda, cost, kind_of(&pos->side[e->quest->side]));
    return true;
}

/* Writes the moves to the node `at`, and `last` after them. */
static void write_line(const explorer *e, uint32_t at, arb_move last)
{
    const arb_proof_table_node *nodes = e->store.nodes;
    arb_proof_answer *out = e->quest->answer;
    size_t count = 1;

    for (uint32_t i = at; i != ARB_PROOF_TABLE_NONE; i = nodes[i].parent)
        count++;
    out->count = count;
    for (; count > 0; count--) {
        if (count <= ARB_PROOF_LINE_MAX)
            out->line[count - 1] = last;
        if (at == ARB_PROOF_TABLE_NONE)
            break;
        last = nodes[at].move;
        at = nodes[at].parent;
    }
}

/*
 * Plays some moves of `pos`. The memory that will be looked at for each is asked for beforehand,
 * because waiting for it would take most of the time of a long search.
 */
static arb_proof expand_some(explorer *e, const arb_pos *pos, uint32_t at, const arb_move *moves,
                             size_t count)
{
    const arb_colour side = e->quest->side;
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
        if (!arb_material_cannot_mate(&next[i], side) && !add(e, &next[i], pos, at, moves[i]))
            return ARB_PROOF_UNKNOWN;
    }
    return ARB_PROOF_NO;
}

/* Plays every move of `pos`. YES: one of them mates. NO: none does. UNKNOWN: it was too much. */
static arb_proof expand(explorer *e, const arb_pos *pos, uint32_t at)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);
    arb_proof found = ARB_PROOF_NO;

    for (size_t i = 0; i < n && found == ARB_PROOF_NO; i += CHUNK)
        found = expand_some(e, pos, at, moves + i, n - i < CHUNK ? n - i : CHUNK);
    return found;
}

static arb_proof explore(explorer *e, const arb_pos *start)
{
    arb_pos pos = *start;

    /* a counter of 0 tells irreversible moves, and the first position must not seem to be one */
    pos.quiet_plies = 1;
    arb_proof found = expand(e, &pos, ARB_PROOF_TABLE_NONE);
    while (found == ARB_PROOF_NO) {
        const uint32_t taken = arb_agenda_take(&e->agenda);
        if (taken == ARB_PROOF_TABLE_NONE)
            return ARB_PROOF_NO;
        arb_proof_table_get(&pos, &e->store, taken);
        pos.quiet_plies = 1;
        found = expand(e, &pos, taken);
    }
    return found;
}

arb_proof arb_explore(const arb_pos *pos, const arb_quest *quest)
{
    const uint32_t limit = quest->nodes < UINT32_MAX ? (uint32_t)quest->nodes : UINT32_MAX - 1;
    explorer e;

    e.quest = quest;
    e.store = (arb_proof_table){ .mem = quest->mem, .limit = limit };
    e.walls = (luck){ .left = LUCK_AT_FIRST };
    e.surveyed = 0;
    memset(e.habits, 0, sizeof e.habits);
    arb_agenda_begin(&e.agenda, &e.store, quest->by_kind);
    const arb_proof found = explore(&e, pos);
    quest->answer->nodes += e.store.count + 1u;
    arb_proof_table_clear(&e.store);
    return found;
}
