/* SPDX-License-Identifier: MIT */
/*
 * The opposition in an ending of kings and pawns: the kings stand in it by Tattersall's numbers,
 * on one file, rank or diagonal, with nothing between them, or on none. Who does not have the move
 * has it.
 */
#include "terms/look.h"

static arb_sighting_kind kind_of(arb_opposition opposition)
{
    switch (opposition) {
    case ARB_OPPOSITION_FRONTAL:
        return ARB_SIGHTING_OPPOSITION_FRONTAL;
    case ARB_OPPOSITION_LATERAL:
        return ARB_SIGHTING_OPPOSITION_LATERAL;
    case ARB_OPPOSITION_DIAGONAL:
        return ARB_SIGHTING_OPPOSITION_DIAGONAL;
    case ARB_OPPOSITION_DISTANT_FRONTAL:
    case ARB_OPPOSITION_DISTANT_LATERAL:
    case ARB_OPPOSITION_DISTANT_DIAGONAL:
        return ARB_SIGHTING_OPPOSITION_DISTANT;
    case ARB_OPPOSITION_RECTANGULAR:
        return ARB_SIGHTING_OPPOSITION_RECTANGULAR;
    case ARB_OPPOSITION_NONE:
    case ARB_OPPOSITION_COUNT:
        break;
    }
    return ARB_SIGHTING_COUNT;
}

void arb_see_opposition(arb_seeing *seeing)
{
    const arb_pos *pos = seeing->now->pos;
    const uint64_t kings = pos->side[ARB_WHITE].king | pos->side[ARB_BLACK].king;
    const uint64_t pawns = pos->side[ARB_WHITE].pawns | pos->side[ARB_BLACK].pawns;
    const arb_square white = lowest(pos->side[ARB_WHITE].king);
    const arb_square black = lowest(pos->side[ARB_BLACK].king);
    const arb_sighting_kind kind = kind_of(arb_opposition_of(white, black));

    if (kind == ARB_SIGHTING_COUNT || seeing->now->occupied & ~(kings | pawns) || !pawns ||
        arb_terms_standing(pos, white, black))
        return;
    arb_sighting *seen = arb_seeing_add(seeing, kind, other((arb_colour)pos->turn));
    seen->on = kings;
    seen->amount = (int)count(arb_terms_between(white, black));
}
