/* SPDX-License-Identifier: MIT */
/*
 * Double attacks. A piece attacks two or more opposing ones at once, each of them the king or one
 * that it could capture with gain, and cannot be captured with gain itself. When a pawn or a knight
 * does so, that is a fork as well.
 */
#include "terms/look.h"

static uint64_t prey_of(const arb_seeing_board *look, arb_square by, uint64_t theirs)
{
    uint64_t prey = 0;

    for (uint64_t at = look->attacks[by] & theirs; at; at = without_lowest(at))
        if (arb_seeing_preys(look, by, lowest(at), 0))
            prey |= bit(lowest(at));
    return prey;
}

static void see_attacks(arb_seeing *seeing, arb_colour colour, bool forks)
{
    const arb_seeing_board *look = seeing->now;
    const arb_side *own = &look->pos->side[colour];

    for (uint64_t set = forks ? own->pawns | own->knights : own->all; set;
         set = without_lowest(set)) {
        const arb_square by = lowest(set);
        const uint64_t theirs = look->pos->side[other(colour)].all;
        if (look->gain[by] > 0 || count(look->attacks[by] & theirs) < 2)
            continue;
        const uint64_t prey = prey_of(look, by, theirs);
        if (count(prey) < 2)
            continue;
        arb_sighting *seen =
            arb_seeing_add(seeing, forks ? ARB_SIGHTING_FORK : ARB_SIGHTING_DOUBLE_ATTACK, colour);
        seen->by = bit(by);
        seen->on = prey;
        seen->amount = (int)count(prey);
    }
}

void arb_see_forks(arb_seeing *seeing)
{
    see_attacks(seeing, ARB_WHITE, true);
    see_attacks(seeing, ARB_BLACK, true);
    see_attacks(seeing, ARB_WHITE, false);
    see_attacks(seeing, ARB_BLACK, false);
}
