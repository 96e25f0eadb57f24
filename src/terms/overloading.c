/* SPDX-License-Identifier: MIT */
/*
 * Overloading: one piece guards two or more of its side, each of them attacked, and each could be
 * captured with gain if that one guard were not there, as now it cannot. And that can be made use
 * of: one of them is captured, the guard recaptures, and then another falls for more than the first
 * capture has cost.
 */
#include "terms/look.h"

/* Adds to `tasks` of each guard the piece that falls without it. */
static void ask_guards(uint64_t tasks[64], const arb_seeing_board *look, arb_colour colour,
                       arb_square at)
{
    for (uint64_t guards = arb_pos_attackers(look->pos, at, colour); guards;
         guards = without_lowest(guards))
        if (arb_trade_gain(look->pos, at, bit(lowest(guards))) > 0)
            tasks[lowest(guards)] |= bit(at);
}

/* The board after `from` has captured on `at`, a pawn on its last rank as a queen; false when that
 * would expose its own king (3.9.2). */
static bool plays(arb_pos *out, const arb_pos *pos, arb_square from, arb_square at)
{
    const arb_colour us = arb_piece_colour(arb_pos_piece(pos, from));
    const bool promotes =
        arb_piece_role(arb_pos_piece(pos, from)) == ARB_PAWN && last_rank(us) & bit(at);
    arb_setup setup = arb_pos_setup(pos);

    setup.piece[at] = promotes ? arb_piece_of(us, ARB_QUEEN) : setup.piece[from];
    setup.piece[from] = ARB_PIECE_NONE;
    setup.turn = (uint8_t)other(us);
    setup.castling = 0;
    setup.en_passant = ARB_SQUARE_NONE;
    if (arb_faults_hard(arb_pos_from_setup(out, &setup)))
        return false;
    return !arb_pos_attackers(out, lowest(out->side[us].king), other(us));
}

/* Does one of the others fall once the guard has recaptured on `at` from the piece on `by`? */
static bool is_drawn_away(const arb_pos *pos, arb_square by, arb_square guard, arb_square at,
                          uint64_t others)
{
    const int cost = (int)arb_role_value(arb_piece_role(arb_pos_piece(pos, by))) -
                     (int)arb_role_value(arb_piece_role(arb_pos_piece(pos, at)));
    arb_pos captured, recaptured;

    if (!plays(&captured, pos, by, at) || !plays(&recaptured, &captured, guard, at))
        return false;
    for (; others; others = without_lowest(others))
        if (arb_trade_gain(&recaptured, lowest(others), 0) > cost)
            return true;
    return false;
}

/* Can any of the tasks be used to draw the guard away from another? */
static bool is_overloaded(const arb_pos *pos, arb_square guard, uint64_t tasks)
{
    const arb_colour them = other(arb_piece_colour(arb_pos_piece(pos, guard)));

    for (uint64_t set = tasks; set; set = without_lowest(set)) {
        const arb_square at = lowest(set);
        for (uint64_t by = arb_pos_attackers(pos, at, them); by; by = without_lowest(by))
            if (is_drawn_away(pos, lowest(by), guard, at, tasks & ~bit(at)))
                return true;
    }
    return false;
}

void arb_see_overloading(arb_seeing *seeing)
{
    const arb_seeing_board *look = seeing->now;

    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        const arb_colour colour = (arb_colour)side, them = other(colour);
        uint64_t tasks[64] = { 0 }, guards = 0;
        uint64_t set = look->pos->side[colour].all & ~look->pos->side[colour].king;
        for (; set; set = without_lowest(set))
            if (look->gain[lowest(set)] == 0 && arb_pos_attackers(look->pos, lowest(set), them)) {
                ask_guards(tasks, look, colour, lowest(set));
                guards |= arb_pos_attackers(look->pos, lowest(set), colour);
            }
        for (; guards; guards = without_lowest(guards)) {
            if (count(tasks[lowest(guards)]) < 2 ||
                !is_overloaded(look->pos, lowest(guards), tasks[lowest(guards)]))
                continue;
            arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_OVERLOADING, colour);
            seen->by = bit(lowest(guards));
            seen->on = tasks[lowest(guards)];
            seen->amount = (int)count(seen->on);
        }
    }
}
