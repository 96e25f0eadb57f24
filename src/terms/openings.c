/* SPDX-License-Identifier: MIT */
/*
 * Openings by their first moves: 1 e4 e5 is an open game, 1 e4 and any other answer a semi-open
 * one, anything else a closed one. Seen with the move that decides it, in games that begin with the
 * initial position.
 */
#include "terms/look.h"

enum { E2 = 12, E4 = 28, E5 = 36, E7 = 52 };

static bool is_move(arb_move move, unsigned from, unsigned to)
{
    return arb_move_from(move) == from && arb_move_to(move) == to;
}

void arb_see_openings(arb_seeing *seeing)
{
    const arb_sequence *s = seeing->sequence;
    const arb_pos initial = arb_pos_initial();
    arb_sighting_kind kind;

    if (s->plies > 2 || !arb_pos_same(&s->pos[0], &initial))
        return;
    const bool king_pawn = is_move(s->move[0], E2, E4);
    if (king_pawn != (s->plies == 2))
        return;
    if (!king_pawn)
        kind = ARB_SIGHTING_OPENING_CLOSED;
    else
        kind = is_move(s->move[1], E7, E5) ? ARB_SIGHTING_OPENING_OPEN
                                           : ARB_SIGHTING_OPENING_SEMI_OPEN;
    arb_sighting *seen = arb_seeing_add(seeing, kind, ARB_COLOUR_COUNT);
    seen->plies = (unsigned)s->plies;
}
