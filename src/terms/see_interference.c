/* SPDX-License-Identifier: MIT */
/*
 * Interference and interposition. A move interferes when the piece stops on the line of a queen,
 * rook or bishop of its own side that guarded a piece beyond, and that one, which could not be
 * captured with gain before, now can. It interposes when it answers a check by stopping between the
 * king and the queen, rook or bishop that gives it, or when it stops between such a piece and an
 * officer that could be captured with gain, no longer can, and is not captured with gain instead.
 */
#include "terms/interference.h"
#include "terms/look.h"

void arb_see_interference(arb_seeing *seeing)
{
    const arb_seeing_board *now = seeing->now, *before = seeing->before;
    const arb_colour us = arb_seeing_mover(seeing);
    const arb_square to = arb_move_to(seeing->last);
    arb_terms_shut shut[ARB_TERMS_SHUT_MAX];
    const size_t found = arb_terms_shut_off(shut, now->pos, us, to);

    for (size_t i = 0; i < found; i++) {
        uint64_t lost = shut[i].lost & now->pos->side[us].all & before->pos->side[us].all;
        for (; lost; lost = without_lowest(lost)) {
            const arb_square at = lowest(lost);
            if (!(before->attacks[shut[i].piece] & bit(at)) || before->gain[at] > 0 ||
                now->gain[at] == 0)
                continue;
            arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_INTERFERENCE, us);
            seen->by = bit(to);
            seen->via = bit(shut[i].piece);
            seen->on = bit(at);
            seen->plies = 1;
        }
    }
}

static void see_shield(arb_seeing *seeing)
{
    const arb_seeing_board *now = seeing->now, *before = seeing->before;
    const arb_colour us = arb_seeing_mover(seeing);
    const arb_square to = arb_move_to(seeing->last);
    const arb_side *side = &now->pos->side[us];

    if (now->gain[to] > 0 || arb_seeing_captured(seeing, 0) != ARB_SQUARE_NONE)
        return;
    for (uint64_t set = side->all & before->pos->side[us].all & ~(side->pawns | side->king); set;
         set = without_lowest(set)) {
        const arb_square at = lowest(set);
        uint64_t by = arb_seeing_liners(before, other(us));
        if (before->gain[at] == 0 || now->gain[at] > 0)
            continue;
        for (; by; by = without_lowest(by))
            if (before->attacks[lowest(by)] & bit(at) &&
                arb_terms_between(lowest(by), at) & bit(to)) {
                arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_INTERPOSITION, us);
                seen->by = bit(to);
                seen->on = bit(at);
                seen->via = bit(lowest(by));
                seen->plies = 1;
            }
    }
}

void arb_see_interposition(arb_seeing *seeing)
{
    const arb_colour us = arb_seeing_mover(seeing);
    const uint64_t checkers = arb_pos_checkers(seeing->before->pos, us);
    const uint64_t king = seeing->before->pos->side[us].king;
    const arb_square to = arb_move_to(seeing->last);

    see_shield(seeing);
    if (count(checkers) != 1 || arb_move_role(seeing->last) == ARB_KING ||
        !(arb_terms_between(lowest(checkers), lowest(king)) & bit(to)))
        return;
    arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_INTERPOSITION, us);
    seen->by = bit(to);
    seen->on = king;
    seen->via = checkers;
    seen->plies = 1;
}
