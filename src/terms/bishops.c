/* SPDX-License-Identifier: MIT */
/*
 * Bishops. A pawn is fixed when an opposing piece or pawn stands right before it. A bishop is bad
 * when at least two fixed pawns of its own stand on squares of its colour, and more than on the
 * other; good when it is the other way round. It is in fianchetto on the second square of a
 * knight's file: b2 or g2 for White, b7 or g7 for Black. A bishop or queen commands a great
 * diagonal, a1-h8 or h1-a8, when it stands there and stands on or attacks both of its squares in
 * the centre.
 */
#include "terms/look.h"

#define LIGHT_SQUARES    UINT64_C(0x55aa55aa55aa55aa)
#define FIANCHETTO_WHITE (UINT64_C(1) << 9 | UINT64_C(1) << 14)
#define FIANCHETTO_BLACK (UINT64_C(1) << 49 | UINT64_C(1) << 54)
#define DIAGONAL_A1_H8   UINT64_C(0x8040201008040201)
#define DIAGONAL_H1_A8   UINT64_C(0x0102040810204080)
#define CENTRE           (UINT64_C(1) << 27 | UINT64_C(1) << 28 | UINT64_C(1) << 35 | UINT64_C(1) << 36)

enum { FIXED_LEAST = 2 };

static void see_worth(arb_seeing *seeing, arb_colour colour, arb_square bishop)
{
    const arb_pos *pos = seeing->now->pos;
    const uint64_t fixed =
        pos->side[colour].pawns & forward(other(colour), pos->side[other(colour)].all);
    const uint64_t same = arb_square_is_light(bishop) ? LIGHT_SQUARES : ~LIGHT_SQUARES;
    const unsigned mates = count(fixed & same), others = count(fixed & ~same);
    const bool bad = mates >= FIXED_LEAST && mates > others;

    if (!bad && (others < FIXED_LEAST || others <= mates))
        return;
    arb_sighting *seen =
        arb_seeing_add(seeing, bad ? ARB_SIGHTING_BAD_BISHOP : ARB_SIGHTING_GOOD_BISHOP, colour);
    seen->on = bit(bishop);
    seen->via = fixed & (bad ? same : ~same);
}

static void see_diagonal(arb_seeing *seeing, arb_colour colour, arb_square square,
                         uint64_t diagonal)
{
    const uint64_t middle = diagonal & CENTRE;

    if (!(diagonal & bit(square)) ||
        (middle & (seeing->now->attacks[square] | bit(square))) != middle)
        return;
    arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_GREAT_DIAGONAL, colour);
    seen->by = bit(square);
    seen->on = diagonal;
}

void arb_see_bishops(arb_seeing *seeing)
{
    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        const arb_colour colour = (arb_colour)side;
        const arb_side *own = &seeing->now->pos->side[colour];
        const uint64_t bishops = arb_side_pieces(own, ARB_BISHOP);
        const uint64_t home = colour == ARB_WHITE ? FIANCHETTO_WHITE : FIANCHETTO_BLACK;
        for (uint64_t set = bishops; set; set = without_lowest(set))
            see_worth(seeing, colour, lowest(set));
        for (uint64_t set = bishops & home; set; set = without_lowest(set))
            arb_seeing_add(seeing, ARB_SIGHTING_FIANCHETTO, colour)->on = bit(lowest(set));
        for (uint64_t set = own->diagonal; set; set = without_lowest(set)) {
            see_diagonal(seeing, colour, lowest(set), DIAGONAL_A1_H8);
            see_diagonal(seeing, colour, lowest(set), DIAGONAL_H1_A8);
        }
    }
}
