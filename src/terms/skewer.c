/* SPDX-License-Identifier: MIT */
/*
 * The skewer: a queen, rook or bishop attacks a piece with gain, or the king, and behind it on the
 * line stands one of less worth, no pawn, which would be captured with gain if the one in front
 * left. The attacking piece itself cannot be captured with gain.
 */
#include "terms/look.h"

static bool is_skewer(const arb_seeing_board *look, arb_square by, arb_square front,
                      arb_square behind)
{
    return arb_seeing_role(look, behind) != ARB_PAWN &&
           arb_seeing_worth(look, front) > arb_seeing_worth(look, behind) && look->gain[by] == 0 &&
           arb_seeing_preys(look, by, front, 0) && arb_seeing_preys(look, by, behind, bit(front));
}

void arb_see_skewer(arb_seeing *seeing)
{
    const arb_seeing_board *look = seeing->now;

    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++) {
        const uint64_t theirs = look->pos->side[other((arb_colour)colour)].all;
        uint64_t by = arb_seeing_liners(look, (arb_colour)colour);
        for (; by; by = without_lowest(by))
            for (uint64_t at = look->attacks[lowest(by)] & theirs; at; at = without_lowest(at)) {
                const arb_square behind = arb_seeing_behind(look, lowest(by), lowest(at));
                if (behind == ARB_SQUARE_NONE || !(theirs & bit(behind)) ||
                    !is_skewer(look, lowest(by), lowest(at), behind))
                    continue;
                arb_sighting *seen =
                    arb_seeing_add(seeing, ARB_SIGHTING_SKEWER, (arb_colour)colour);
                seen->by = bit(lowest(by));
                seen->on = bit(lowest(at));
                seen->via = bit(behind);
            }
    }
}
