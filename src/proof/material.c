/* SPDX-License-Identifier: MIT */
/*
 * The only rules by which material alone excludes mate (Laws, 5.2.2, 6.9). Each has a proof; what
 * tables of "insufficient material" add to them is wrong, since the mated side's own pieces can
 * take its king's last squares away.
 */
#include "proof/material.h"

#include "board/bits.h"

#define DARK UINT64_C(0xaa55aa55aa55aa55)

static uint64_t bishops(const arb_side *side)
{
    return side->diagonal & ~side->straight;
}

/*
 * Pawns on the last rank, where no game puts them: they never move and attack nothing, so that they
 * are no help to their own side but where they stand in its king's way.
 */
static uint64_t stuck(const arb_side *side, arb_colour colour)
{
    return side->pawns & last_rank(colour);
}

/*
 * One knight against queens only. Let the king stand on e4 and the knight check from f6; any other
 * case is this one turned or mirrored. A queen on e5 or f5 takes the knight, and so does one on f4,
 * with f5 vacant. So the other king alone must watch e5, f5 and f4. Out of touch with its opponent
 * it watches the first two from e6 only, and not f4 from there.
 */
static bool knight_is_too_little(const arb_side *own, const arb_side *opp)
{
    return count(own->knights) == 1 && !own->diagonal && !opp->pawns && !opp->knights &&
           opp->diagonal == opp->straight;
}

/*
 * Bishops of one colour. The checked king stands on their colour, and the first step along the
 * line of the check is next to two squares of the other colour that touch the king as well. No
 * square beyond the king's reach lets the other king watch both of them, so a piece of the king's
 * side stands on one; a rook or a queen there is never pinned and steps into the line, or takes
 * the bishop. Only a pawn, a knight or a bishop of the other colour can be there and not help;
 * a pawn that is stuck on a square of the bishops' own colour never comes there.
 */
static bool bishops_are_too_little(const arb_side *own, const arb_side *opp, arb_colour side)
{
    const uint64_t colour = own->diagonal & DARK ? DARK : ~DARK;
    const uint64_t pawns = opp->pawns & ~(stuck(opp, other(side)) & colour);

    return !own->knights && !(own->diagonal & ~colour) && !pawns && !opp->knights &&
           !(bishops(opp) & ~colour);
}

bool arb_material_cannot_mate(const arb_pos *pos, arb_colour side)
{
    const arb_side *own = &pos->side[side], *opp = &pos->side[other(side)];

    if ((own->pawns & ~stuck(own, side)) | own->straight)
        return false;
    if (!(own->knights | own->diagonal))
        return true;
    return knight_is_too_little(own, opp) || bishops_are_too_little(own, opp, side);
}

bool arb_material_is_dead(const arb_pos *pos)
{
    return arb_material_cannot_mate(pos, ARB_WHITE) && arb_material_cannot_mate(pos, ARB_BLACK);
}
