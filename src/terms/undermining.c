/* SPDX-License-Identifier: MIT */
/*
 * Undermining: a capture takes a guard away. What it guarded could not be captured with gain before
 * the move, could have been without that guard, and can be now.
 */
#include "terms/look.h"

void arb_see_undermining(arb_seeing *seeing)
{
    const arb_seeing_board *now = seeing->now, *before = seeing->before;
    const arb_colour us = arb_seeing_mover(seeing), them = other(us);
    const arb_square guard = arb_seeing_captured(seeing, 0);
    uint64_t left = 0;

    if (guard == ARB_SQUARE_NONE)
        return;
    uint64_t set = before->attacks[guard] & now->pos->side[them].all & ~now->pos->side[them].king;
    for (; set; set = without_lowest(set)) {
        const arb_square at = lowest(set);
        if (before->gain[at] == 0 && now->gain[at] > 0 &&
            arb_trade_gain(before->pos, at, bit(guard)) > 0)
            left |= bit(at);
    }
    if (!left)
        return;
    arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_UNDERMINING, us);
    seen->by = bit(arb_move_to(seeing->last));
    seen->on = left;
    seen->via = bit(guard);
    seen->plies = 1;
}
