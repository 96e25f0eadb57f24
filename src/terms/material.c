/* SPDX-License-Identifier: MIT */
/*
 * Material. A side has the advantage in material when its pieces are worth more in all. It is the
 * exchange ahead when it has one rook more and one bishop or knight less, and as many queens.
 */
#include "terms/look.h"

static int number(const arb_pos *pos, arb_colour colour, arb_role role)
{
    return (int)count(arb_side_pieces(&pos->side[colour], role));
}

/* How many more White has. */
static int more(const arb_pos *pos, arb_role role)
{
    return number(pos, ARB_WHITE, role) - number(pos, ARB_BLACK, role);
}

void arb_see_material(arb_seeing *seeing)
{
    const arb_pos *pos = seeing->now->pos;
    const int minors = more(pos, ARB_BISHOP) + more(pos, ARB_KNIGHT), rooks = more(pos, ARB_ROOK);
    int points = 0;

    for (int role = 0; role < ARB_ROLE_COUNT; role++)
        points += more(pos, (arb_role)role) * (int)arb_role_value((arb_role)role);
    if (points != 0)
        arb_seeing_add(seeing, ARB_SIGHTING_ADVANTAGE, points > 0 ? ARB_WHITE : ARB_BLACK)->amount =
            points > 0 ? points : -points;
    if (more(pos, ARB_QUEEN) != 0 || rooks + minors != 0 || (rooks != 1 && rooks != -1))
        return;
    const arb_colour ahead = rooks > 0 ? ARB_WHITE : ARB_BLACK;
    arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_QUALITY_AHEAD, ahead);
    seen->by = arb_side_pieces(&pos->side[ahead], ARB_ROOK);
    seen->on = arb_side_pieces(&pos->side[other(ahead)], ARB_BISHOP) |
               arb_side_pieces(&pos->side[other(ahead)], ARB_KNIGHT);
}
