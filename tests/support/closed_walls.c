/* SPDX-License-Identifier: MIT */
/* Walls of pawns from one side of the board to the other, and the pieces behind them. */
#include "closed_parts.h"

void closed_put_chain(arb_setup *setup, chance *luck)
{
    unsigned rank = 1 + chance_below(luck, 5);

    for (unsigned file = 0; file < 8; file++) {
        if (chance_below(luck, 40) > 0)
            closed_put_pair(setup, file, rank);
        rank = rank <= 1 ? 2 : rank >= 5 ? 4 : rank + 2 * chance_below(luck, 2) - 1;
    }
}

void closed_put_fence(arb_setup *setup, chance *luck)
{
    const unsigned rank = 2 + chance_below(luck, 3), first = chance_below(luck, 2);

    for (unsigned file = 0; file < 8; file++)
        if (file % 2 == first || chance_below(luck, 12) == 0)
            closed_put_pair(setup, file, rank);
}

void closed_put_pairs(arb_setup *setup, chance *luck, unsigned of_eight)
{
    for (unsigned file = 0; file < 8; file++)
        if (chance_below(luck, 8) < of_eight)
            closed_put_pair(setup, file, 1 + chance_below(luck, 5));
}

/* Would a bishop there stand on squares of the colour of a pawn of the other side? */
static bool sees_pawns(const arb_setup *setup, arb_colour colour, unsigned square)
{
    for (unsigned i = 0; i < 64; i++)
        if (setup->piece[i] == arb_piece_of(arb_opponent(colour), ARB_PAWN) &&
            arb_square_is_light((arb_square)i) == arb_square_is_light((arb_square)square))
            return true;
    return false;
}

/* Up to `most` pieces, nearly all of them bishops that find no pawns to take. */
static void put_quiet_pieces(arb_setup *setup, chance *luck, unsigned most)
{
    static const arb_role roles[] = { ARB_BISHOP, ARB_BISHOP, ARB_BISHOP, ARB_BISHOP, ARB_BISHOP,
                                      ARB_BISHOP, ARB_BISHOP, ARB_BISHOP, ARB_ROOK,   ARB_KNIGHT };

    for (unsigned n = chance_below(luck, most + 1); n > 0; n--) {
        const arb_colour colour = closed_any_colour(luck);
        const arb_role role = roles[chance_below(luck, 10)];
        unsigned square = chance_below(luck, 64), tries = 20;
        while (role == ARB_BISHOP && tries-- > 0 && sees_pawns(setup, colour, square))
            square = chance_below(luck, 64);
        closed_put_on(setup, square, colour, role);
    }
}

arb_setup closed_chain(chance *luck)
{
    arb_setup setup = arb_setup_empty();

    closed_put_chain(&setup, luck);
    put_quiet_pieces(&setup, luck, 4);
    closed_put_kings(&setup, luck);
    return setup;
}

arb_setup closed_fence(chance *luck)
{
    arb_setup setup = arb_setup_empty();

    closed_put_fence(&setup, luck);
    put_quiet_pieces(&setup, luck, 4);
    closed_put_kings(&setup, luck);
    return setup;
}

/* Locked pawns, and one to three pieces of any kind. */
arb_setup closed_pairs(chance *luck)
{
    static const arb_role roles[] = { ARB_BISHOP, ARB_BISHOP, ARB_KNIGHT, ARB_ROOK, ARB_QUEEN };
    arb_setup setup = arb_setup_empty();

    closed_put_pairs(&setup, luck, 7);
    for (unsigned n = chance_below(luck, 4); n > 0; n--)
        closed_put(&setup, luck, closed_any_colour(luck),
                   roles[chance_below(luck, chance_below(luck, 3) ? 2 : 5)]);
    closed_put_kings(&setup, luck);
    closed_tighten(&setup, luck, chance_below(luck, 6));
    return setup;
}

/* Two pairs on a file: what stands between the walls stays there. */
arb_setup closed_stacks(chance *luck)
{
    const unsigned first = chance_below(luck, 2);
    arb_setup setup = arb_setup_empty();

    for (unsigned file = 0; file < 8; file++) {
        if (file % 2 != first && chance_below(luck, 6) > 0)
            continue;
        closed_put_pair(&setup, file, 1 + chance_below(luck, 2));
        closed_put_pair(&setup, file, 4 + chance_below(luck, 2));
    }
    put_quiet_pieces(&setup, luck, 3);
    closed_put_kings(&setup, luck);
    closed_tighten(&setup, luck, chance_below(luck, 6));
    return setup;
}

/* Bishops of each side on squares of one colour only, in and behind a wall. */
arb_setup closed_one_colour(chance *luck)
{
    arb_setup setup = arb_setup_empty();

    if (chance_below(luck, 2))
        closed_put_chain(&setup, luck);
    else
        closed_put_fence(&setup, luck);
    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++) {
        const bool light = chance_below(luck, 2) != 0;
        for (unsigned n = chance_below(luck, 8); n > 0; n--) {
            const unsigned square = chance_below(luck, 64);
            if (arb_square_is_light((arb_square)square) == light)
                closed_put_on(&setup, square, (arb_colour)colour, ARB_BISHOP);
        }
    }
    closed_put_kings(&setup, luck);
    return setup;
}

/* A pawn that may just have made its double step: the square that it has passed over. */
static void pass(arb_setup *setup, chance *luck)
{
    const bool white = setup->turn == ARB_BLACK; /* the side that has just moved */
    const unsigned file = chance_below(luck, 8);
    const unsigned to = file + (white ? 24u : 32u), over = file + (white ? 16u : 40u);
    const unsigned from = file + (white ? 8u : 48u);

    if (setup->piece[to] == arb_piece_of(white ? ARB_WHITE : ARB_BLACK, ARB_PAWN) &&
        setup->piece[over] == ARB_PIECE_NONE && setup->piece[from] == ARB_PIECE_NONE)
        setup->en_passant = (arb_square)over;
}

/* Pawns at home that can still step once or twice, beside ones that cannot any more. */
arb_setup closed_double_steps(chance *luck)
{
    arb_setup setup = arb_setup_empty();

    closed_put_fence(&setup, luck);
    for (unsigned n = 1 + chance_below(luck, 3); n > 0; n--) {
        const arb_colour colour = closed_any_colour(luck);
        closed_put_on(&setup, chance_below(luck, 8) + (colour == ARB_WHITE ? 8u : 48u), colour,
                      ARB_PAWN);
    }
    put_quiet_pieces(&setup, luck, 2);
    closed_put_kings(&setup, luck);
    if (chance_below(luck, 3) == 0)
        pass(&setup, luck);
    return setup;
}
