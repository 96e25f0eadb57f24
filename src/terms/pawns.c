/* SPDX-License-Identifier: MIT */
/*
 * Single pawns. Passed: no opposing pawn stands ahead of it, on its file or on those beside it; and
 * none of its own on its file, for that one is the passed pawn. Isolated: none of its own stands on
 * the files beside it. Doubled: another of its own stands on its file; all of them are told
 * together. Backward: not isolated, all neighbours of its own have gone beyond it, and an opposing
 * pawn guards the square before it. A pawn move doubles pawns when it captures onto a file where
 * one of its own stands.
 */
#include "terms/look.h"

/* All squares ahead of a square on its file. */
static uint64_t ahead(arb_colour colour, arb_square square)
{
    const uint64_t file = FILE_A << arb_square_file(square);
    const uint64_t below = bit(square) - 1;

    return colour == ARB_WHITE ? file & ~below & ~bit(square) : file & below;
}

static uint64_t neighbour_files(arb_square square)
{
    return beside(FILE_A << arb_square_file(square));
}

static bool is_passed(const arb_pos *pos, arb_colour colour, arb_square square)
{
    const uint64_t front = ahead(colour, square);

    return !((front | beside(front)) & pos->side[other(colour)].pawns) &&
           !(front & pos->side[colour].pawns);
}

static bool is_isolated(const arb_pos *pos, arb_colour colour, arb_square square)
{
    return !(neighbour_files(square) & pos->side[colour].pawns);
}

static bool is_backward(const arb_pos *pos, arb_colour colour, arb_square square)
{
    const uint64_t neighbours = neighbour_files(square) & pos->side[colour].pawns;

    return neighbours && !(neighbours & ~beside(ahead(colour, square))) &&
           (pawn_attacks(other(colour), pos->side[other(colour)].pawns) &
            forward(colour, bit(square)));
}

static void see_each(arb_seeing *seeing, arb_sighting_kind kind,
                     bool (*is)(const arb_pos *, arb_colour, arb_square))
{
    const arb_pos *pos = seeing->now->pos;

    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++)
        for (uint64_t set = pos->side[colour].pawns; set; set = without_lowest(set))
            if (is(pos, (arb_colour)colour, lowest(set)))
                arb_seeing_add(seeing, kind, (arb_colour)colour)->on = bit(lowest(set));
}

static void see_doubled(arb_seeing *seeing)
{
    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++)
        for (unsigned file = 0; file < 8; file++) {
            const uint64_t set = seeing->now->pos->side[colour].pawns & (FILE_A << file);
            if (count(set) < 2)
                continue;
            arb_sighting *seen =
                arb_seeing_add(seeing, ARB_SIGHTING_DOUBLED_PAWN, (arb_colour)colour);
            seen->on = set;
            seen->amount = (int)count(set);
        }
}

void arb_see_pawns(arb_seeing *seeing)
{
    see_each(seeing, ARB_SIGHTING_PASSED_PAWN, is_passed);
    see_each(seeing, ARB_SIGHTING_ISOLATED_PAWN, is_isolated);
    see_doubled(seeing);
    see_each(seeing, ARB_SIGHTING_BACKWARD_PAWN, is_backward);
}

void arb_see_doubling(arb_seeing *seeing)
{
    const arb_colour us = arb_seeing_mover(seeing);
    const arb_square from = arb_move_from(seeing->last), to = arb_move_to(seeing->last);
    const uint64_t pawns = seeing->now->pos->side[us].pawns;
    const uint64_t others = pawns & (FILE_A << arb_square_file(to)) & ~bit(to);

    if (!(pawns & bit(to)) || arb_move_role(seeing->last) != ARB_PAWN ||
        arb_square_file(from) == arb_square_file(to) || !others)
        return;
    arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_PAWN_DOUBLING, us);
    seen->by = bit(to);
    seen->on = others;
    seen->plies = 1;
}
