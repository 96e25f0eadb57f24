/* SPDX-License-Identifier: MIT */
/*
 * Can a side still mate, is the position dead (Laws, 1.5, 5.2.2, 6.9)? First what the rules of the
 * end and the material say at once, then a search that is a proof either way when it ends.
 */
#include "arbitro/proof.h"

#include <assert.h>

#include "board/attack.h"
#include "proof/explore.h"
#include "proof/material.h"

/* How many positions may be looked at when the caller does not say. */
enum {
    NODES_CAN_MATE = 20000,
    NODES_CLOSED = 20000,
    NODES_FEW_MEN = 10000 /* asked after every move of an endgame */
};

enum { FEW_MEN = 5 };

/* Can the side that has the move mate at once? */
static bool mates_now(const arb_pos *pos)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < n; i++) {
        arb_pos next;
        arb_pos_play(&next, pos, moves[i]);
        if (arb_pos_is_checkmate(&next))
            return true;
    }
    return false;
}

/*
 * Does its material keep `side` from mating? Where the opponent is in check out of turn, one move
 * can make a check that no legal game knows, such as by two bishops at once; from the next move on
 * all is as usual.
 */
static bool lacks_material(const arb_pos *pos, arb_colour side)
{
    if (!arb_material_cannot_mate(pos, side))
        return false;
    return pos->turn != side || !arb_pos_checkers(pos, arb_opponent(side)) || !mates_now(pos);
}

static arb_quest quest_of(const arb_effort *effort, uint64_t nodes)
{
    return (arb_quest){ .mem = effort ? effort->mem : NULL,
                        .nodes = effort && effort->nodes ? effort->nodes : nodes };
}

/* Laws 5.2.2 */
arb_proof arb_proof_can_mate(const arb_pos *pos, arb_colour side, const arb_effort *effort)
{
    assert(side < ARB_COLOUR_COUNT);
    if (arb_pos_count(pos) == 0)
        return arb_pos_is_check(pos) && pos->turn != side ? ARB_PROOF_YES : ARB_PROOF_NO;
    if (lacks_material(pos, side))
        return ARB_PROOF_NO;

    arb_quest quest = quest_of(effort, NODES_CAN_MATE);
    quest.mates[side] = true;
    quest.lead = side;
    return arb_explore(pos, &quest);
}

static bool pawn_can_move(const arb_pos *pos, arb_colour side)
{
    const arb_side *own = &pos->side[side], *opp = &pos->side[arb_opponent(side)];
    const uint64_t vacant = ~(own->all | opp->all), prey = opp->all & ~opp->king;

    return ((forward(side, own->pawns) & vacant) | (pawn_attacks(side, own->pawns) & prey)) != 0;
}

/* Are all pawns stuck, with nothing but kings and bishops to move around them? */
static bool is_closed(const arb_pos *pos)
{
    const arb_side *white = &pos->side[ARB_WHITE], *black = &pos->side[ARB_BLACK];

    return !(white->knights | white->straight | black->knights | black->straight) &&
           pos->en_passant == ARB_SQUARE_NONE && !pawn_can_move(pos, ARB_WHITE) &&
           !pawn_can_move(pos, ARB_BLACK);
}

/* The side that is likelier to mate. */
static arb_colour stronger(const arb_pos *pos)
{
    const arb_side *white = &pos->side[ARB_WHITE], *black = &pos->side[ARB_BLACK];
    const unsigned of_white = count(white->all) + 2 * count(white->straight | white->pawns);
    const unsigned of_black = count(black->all) + 2 * count(black->straight | black->pawns);

    return of_white < of_black ? ARB_BLACK : ARB_WHITE;
}

/* Laws 1.5, 5.2.2 */
arb_proof arb_proof_is_dead(const arb_pos *pos, const arb_effort *effort)
{
    const bool few = count(pos->side[ARB_WHITE].all | pos->side[ARB_BLACK].all) <= FEW_MEN;

    if (arb_pos_count(pos) == 0)
        return arb_pos_is_check(pos) ? ARB_PROOF_NO : ARB_PROOF_YES;
    if (lacks_material(pos, ARB_WHITE) && lacks_material(pos, ARB_BLACK))
        return ARB_PROOF_YES;
    if (!few && !is_closed(pos))
        return ARB_PROOF_UNKNOWN;

    arb_quest quest = quest_of(effort, few ? NODES_FEW_MEN : NODES_CLOSED);
    quest.mates[ARB_WHITE] = quest.mates[ARB_BLACK] = true;
    quest.lead = stronger(pos);
    switch (arb_explore(pos, &quest)) {
    case ARB_PROOF_YES:
        return ARB_PROOF_NO;
    case ARB_PROOF_NO:
        return ARB_PROOF_YES;
    case ARB_PROOF_UNKNOWN:
        break;
    }
    return ARB_PROOF_UNKNOWN;
}
