/* SPDX-License-Identifier: MIT */
/*
 * The decoy: a sacrifice, the capture of what was offered, and a move that strikes what captured on
 * the square to which it was lured. A king is mated there, checked by two pieces, or checked by one
 * that attacks something else with gain; another piece is captured, and was worth more than what it
 * took, or can now be captured with more gain than that, as it could not before.
 */
#include "terms/look.h"

/* Does the last move check the king there and attack another piece with gain as well? */
static bool strikes_king(const arb_seeing *seeing, arb_square king)
{
    const arb_seeing_board *now = seeing->now;
    const arb_colour us = arb_seeing_mover(seeing);
    uint64_t checkers = arb_pos_checkers(now->pos, other(us));

    if (count(checkers) > 1 || arb_pos_is_checkmate(now->pos))
        return true;
    for (; checkers; checkers = without_lowest(checkers)) {
        const arb_square by = lowest(checkers);
        uint64_t more = now->attacks[by] & now->pos->side[other(us)].all & ~bit(king);
        if (now->gain[by] > 0)
            continue;
        for (; more; more = without_lowest(more))
            if (arb_seeing_preys(now, by, lowest(more), 0))
                return true;
    }
    return false;
}

void arb_see_decoy(arb_seeing *seeing)
{
    const arb_sequence *s = seeing->sequence;

    if (s->plies < 3)
        return;
    const arb_square lured = arb_move_to(s->move[s->plies - 2]);
    const bool offered =
        arb_move_to(s->move[s->plies - 3]) == lured && arb_seeing_captured(seeing, 1) == lured;
    if (!offered)
        return;
    const bool king = arb_move_role(s->move[s->plies - 2]) == ARB_KING;
    const bool captured = arb_seeing_captured(seeing, 0) == lured;
    const int bait = arb_seeing_captured_value(seeing, 1);
    const bool hit = captured
                         ? arb_seeing_captured_value(seeing, 0) > bait
                         : seeing->now->gain[lured] > bait && seeing->before->gain[lured] == 0 &&
                               !arb_pos_is_checkmate(seeing->now->pos);
    if (!(king ? strikes_king(seeing, lured) : hit) || !arb_seeing_gives_up(seeing, 2))
        return;
    arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_DECOY, arb_seeing_mover(seeing));
    seen->on = bit(lured);
    seen->by = bit(arb_move_to(seeing->last));
    seen->plies = 3;
}
