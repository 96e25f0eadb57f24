/* SPDX-License-Identifier: MIT */
/*
 * Outposts. A bishop or knight in the opponent's half, guarded by a pawn of its own, where no
 * opposing pawn can ever attack it: none stands further on, on the files beside. Or, as some say, a
 * pawn on the d-file or the e-file beyond its own fourth rank.
 */
#include "terms/look.h"

#define FILES_D_E  (FILE_A << 3 | FILE_A << 4)
#define UPPER_HALF UINT64_C(0xffffffff00000000)

/* The squares that pawns of a colour attack or could come to attack by advancing. */
static uint64_t pawn_reach(arb_colour colour, uint64_t pawns)
{
    for (int i = 0; i < 6; i++)
        pawns |= forward(colour, pawns);
    return pawn_attacks(colour, pawns);
}

void arb_see_outpost(arb_seeing *seeing)
{
    const arb_pos *pos = seeing->now->pos;

    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        const arb_colour colour = (arb_colour)side;
        const arb_side *own = &pos->side[colour], *opp = &pos->side[other(colour)];
        const uint64_t half = colour == ARB_WHITE ? UPPER_HALF : ~UPPER_HALF;
        const uint64_t minors = own->knights | arb_side_pieces(own, ARB_BISHOP);
        uint64_t posts = minors & half & pawn_attacks(colour, own->pawns) &
                         ~pawn_reach(other(colour), opp->pawns);
        for (; posts; posts = without_lowest(posts)) {
            arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_OUTPOST, colour);
            seen->on = bit(lowest(posts));
            seen->by = pawn_attacks(other(colour), seen->on) & own->pawns;
        }
        for (uint64_t set = own->pawns & half & FILES_D_E; set; set = without_lowest(set))
            arb_seeing_add(seeing, ARB_SIGHTING_OUTPOST_PAWN, colour)->on = bit(lowest(set));
    }
}
