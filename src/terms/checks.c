/* SPDX-License-Identifier: MIT */
/*
 * Checks. The side to move is in check; in double check when two pieces give it at once. The check
 * of a move is discovered when a piece gives it that did not move: king and rook both move in
 * castling. A cross-check is a move out of check that gives one.
 */
#include "terms/look.h"

void arb_see_checks(arb_seeing *seeing)
{
    const arb_pos *pos = seeing->now->pos;
    const arb_colour turn = (arb_colour)pos->turn;
    const uint64_t checkers = arb_pos_checkers(pos, turn);

    if (!checkers)
        return;
    arb_sighting *seen = arb_seeing_add(
        seeing, count(checkers) > 1 ? ARB_SIGHTING_DOUBLE_CHECK : ARB_SIGHTING_CHECK, other(turn));
    seen->by = checkers;
    seen->on = pos->side[turn].king;
}

/* Where what moved stands now: in castling the rook stands beside the king, on its inner side. */
static uint64_t arrivals(arb_move move)
{
    const arb_square to = arb_move_to(move);

    if (arb_move_kind_of(move) != ARB_MOVE_CASTLING)
        return bit(to);
    return bit(to) | bit(arb_square_file(to) > 4 ? to - 1u : to + 1u);
}

void arb_see_moved_checks(arb_seeing *seeing)
{
    const arb_pos *pos = seeing->now->pos;
    const arb_colour turn = (arb_colour)pos->turn;
    const uint64_t checkers = arb_pos_checkers(pos, turn);
    const uint64_t hidden = checkers & ~arrivals(seeing->last);

    if (hidden) {
        arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_DISCOVERED_CHECK, other(turn));
        seen->by = hidden;
        seen->on = pos->side[turn].king;
        seen->via = bit(arb_move_to(seeing->last));
        seen->plies = 1;
    }
    if (checkers && arb_pos_is_check(seeing->before->pos)) {
        arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_CROSS_CHECK, other(turn));
        seen->by = checkers;
        seen->on = pos->side[turn].king;
        seen->via = bit(arb_move_to(seeing->last));
        seen->plies = 1;
    }
}
