/* SPDX-License-Identifier: MIT */
/*
 * The in-between move: a player could recapture with gain, plays something else that gives check,
 * captures, or attacks with gain something worth at least what he lost, and recaptures on that
 * square with his next move. It is seen when he does.
 */
#include "terms/look.h"

/* Is anything of the other side, apart from `except`, newly to be won for so much? */
static bool threatens(const arb_pos *before, const arb_pos *after, arb_colour us, arb_square except,
                      int worth)
{
    uint64_t set = after->side[other(us)].all & ~after->side[other(us)].king & ~bit(except);

    for (; set; set = without_lowest(set))
        if (arb_trade_gain(after, lowest(set), 0) >= worth &&
            arb_trade_gain(before, lowest(set), 0) < worth)
            return true;
    return false;
}

void arb_see_in_between(arb_seeing *seeing)
{
    const arb_sequence *s = seeing->sequence;
    const arb_colour us = arb_seeing_mover(seeing);

    if (s->plies < 4)
        return;
    const size_t between = s->plies - 3; /* the ply of the move in question */
    const arb_pos *before = &s->pos[between], *after = &s->pos[between + 1];
    const arb_square square = arb_move_to(s->move[between - 1]);
    if (arb_seeing_captured(seeing, 3) != square || arb_move_to(s->move[between]) == square ||
        arb_move_to(seeing->last) != square || arb_seeing_captured(seeing, 0) != square ||
        arb_move_to(s->move[between + 1]) == square || arb_trade_gain(before, square, 0) == 0)
        return;
    if (!arb_pos_is_check(after) && arb_seeing_captured(seeing, 2) == ARB_SQUARE_NONE &&
        !threatens(before, after, us, square, arb_seeing_captured_value(seeing, 3)))
        return;
    arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_IN_BETWEEN, us);
    seen->by = bit(arb_move_to(s->move[between]));
    seen->on = bit(square);
    seen->plies = 4;
}
