/* SPDX-License-Identifier: MIT */
/*
 * Phases of a game, and development. It is an endgame when neither side has pieces worth more than
 * 14 points beside king and pawns: a queen and a rook, or two rooks and a minor piece. Otherwise it
 * is the opening as long as three or more of the eight bishops and knights stand where they begin,
 * and the middlegame after that. Developed are the bishops and knights that stand elsewhere; they
 * are counted in the opening.
 */
#include "terms/look.h"

enum { ENDGAME_POINTS = 14, OPENING_LEAST = 3 };

#define KNIGHTS_HOME (UINT64_C(1) << 1 | UINT64_C(1) << 6)
#define BISHOPS_HOME (UINT64_C(1) << 2 | UINT64_C(1) << 5)

static unsigned points(const arb_side *side)
{
    unsigned sum = 0;

    for (int role = ARB_KNIGHT; role < ARB_KING; role++)
        sum += count(arb_side_pieces(side, (arb_role)role)) * arb_role_value((arb_role)role);
    return sum;
}

/* The bishops and knights that stand where they begin (2.3). */
static uint64_t at_home(const arb_side *side, arb_colour colour)
{
    const unsigned up = colour == ARB_WHITE ? 0 : 56;

    return (side->knights & KNIGHTS_HOME << up) |
           (arb_side_pieces(side, ARB_BISHOP) & BISHOPS_HOME << up);
}

static void see_development(arb_seeing *seeing, arb_colour colour)
{
    const arb_side *side = &seeing->now->pos->side[colour];
    const uint64_t home = at_home(side, colour);
    const uint64_t minors = side->knights | arb_side_pieces(side, ARB_BISHOP);

    if (!(minors & ~home))
        return;
    arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_DEVELOPMENT, colour);
    seen->on = minors & ~home;
    seen->via = home;
    seen->amount = (int)count(seen->on);
}

void arb_see_phases(arb_seeing *seeing)
{
    const arb_side *white = &seeing->now->pos->side[ARB_WHITE];
    const arb_side *black = &seeing->now->pos->side[ARB_BLACK];
    const uint64_t home = at_home(white, ARB_WHITE) | at_home(black, ARB_BLACK);

    if (points(white) <= ENDGAME_POINTS && points(black) <= ENDGAME_POINTS) {
        arb_seeing_add(seeing, ARB_SIGHTING_PHASE_ENDGAME, ARB_COLOUR_COUNT);
        return;
    }
    if (count(home) < OPENING_LEAST) {
        arb_seeing_add(seeing, ARB_SIGHTING_PHASE_MIDDLEGAME, ARB_COLOUR_COUNT);
        return;
    }
    arb_seeing_add(seeing, ARB_SIGHTING_PHASE_OPENING, ARB_COLOUR_COUNT);
    see_development(seeing, ARB_WHITE);
    see_development(seeing, ARB_BLACK);
}
