/* SPDX-License-Identifier: MIT */
/*
 * Ends on the board. A mate is smothered when a knight alone gives it and every square around the
 * king holds a piece of his own.
 */
#include "terms/look.h"

static bool is_smothered(const arb_seeing_board *look, arb_colour loser, uint64_t checkers)
{
    const arb_side *own = &look->pos->side[loser];

    return count(checkers) == 1 && (checkers & look->pos->side[other(loser)].knights) &&
           !(king_attacks(lowest(own->king)) & ~own->all);
}

void arb_see_mates(arb_seeing *seeing)
{
    const arb_pos *pos = seeing->now->pos;
    const arb_colour turn = (arb_colour)pos->turn;
    const uint64_t checkers = arb_pos_checkers(pos, turn), king = pos->side[turn].king;

    if (arb_pos_count(pos) > 0)
        return;
    if (!checkers) {
        arb_seeing_add(seeing, ARB_SIGHTING_STALEMATE, ARB_COLOUR_COUNT)->on = king;
        return;
    }
    arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_CHECKMATE, other(turn));
    seen->by = checkers;
    seen->on = king;
    if (!is_smothered(seeing->now, turn, checkers))
        return;
    seen = arb_seeing_add(seeing, ARB_SIGHTING_SMOTHERED_MATE, other(turn));
    seen->by = checkers;
    seen->on = king;
    seen->via = king_attacks(lowest(king));
}
