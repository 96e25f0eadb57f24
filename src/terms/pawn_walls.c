/* SPDX-License-Identifier: MIT */
/*
 * Pawns together. A chain is three or more pawns of one colour in a slanting row, each guarding the
 * next; rows that lean either way are told apart. A blockade is a pawn of each side on neighbouring
 * squares of a file, so that neither can advance. A Stonewall is White's pawns on c3, d4, e3 and
 * f4, or Black's on c6, d5, e6 and f5.
 */
#include "terms/look.h"

#define STONEWALL_WHITE                                                                            \
    (UINT64_C(1) << 18 | UINT64_C(1) << 27 | UINT64_C(1) << 20 | UINT64_C(1) << 29)
#define STONEWALL_BLACK                                                                            \
    (UINT64_C(1) << 42 | UINT64_C(1) << 35 | UINT64_C(1) << 44 | UINT64_C(1) << 37)

enum { CHAIN_LEAST = 3 };

/* The rows that lean one way: each from its base, the pawn that no other of the row guards. */
static void see_rows(arb_seeing *seeing, arb_colour colour,
                     uint64_t (*step)(arb_colour colour, uint64_t set))
{
    const uint64_t pawns = seeing->now->pos->side[colour].pawns;

    for (uint64_t bases = pawns & ~step(colour, pawns); bases; bases = without_lowest(bases)) {
        uint64_t row = 0;
        for (uint64_t link = bit(lowest(bases)); link & pawns; link = step(colour, link))
            row |= link;
        if (count(row) < CHAIN_LEAST)
            continue;
        arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_PAWN_CHAIN, colour);
        seen->on = row;
        seen->via = bit(lowest(bases));
        seen->amount = (int)count(row);
    }
}

static uint64_t step_aside(arb_colour colour, uint64_t set)
{
    return forward_aside(colour, set);
}

static uint64_t step_hside(arb_colour colour, uint64_t set)
{
    return forward_hside(colour, set);
}

static void see_blockade(arb_seeing *seeing)
{
    const arb_pos *pos = seeing->now->pos;
    const uint64_t white = pos->side[ARB_WHITE].pawns;
    uint64_t fixed = white & forward(ARB_BLACK, pos->side[ARB_BLACK].pawns);

    for (; fixed; fixed = without_lowest(fixed))
        arb_seeing_add(seeing, ARB_SIGHTING_BLOCKADE, ARB_COLOUR_COUNT)->on =
            bit(lowest(fixed)) | forward(ARB_WHITE, bit(lowest(fixed)));
}

static void see_stonewall(arb_seeing *seeing, arb_colour colour, uint64_t wall)
{
    if ((seeing->now->pos->side[colour].pawns & wall) == wall)
        arb_seeing_add(seeing, ARB_SIGHTING_STONEWALL, colour)->on = wall;
}

void arb_see_pawn_walls(arb_seeing *seeing)
{
    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++) {
        see_rows(seeing, (arb_colour)colour, step_aside);
        see_rows(seeing, (arb_colour)colour, step_hside);
    }
    see_blockade(seeing);
    see_stonewall(seeing, ARB_WHITE, STONEWALL_WHITE);
    see_stonewall(seeing, ARB_BLACK, STONEWALL_BLACK);
}
