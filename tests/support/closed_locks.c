/* SPDX-License-Identifier: MIT */
/* Pieces that can hardly move: between pawns, in corners, on a full board. */
#include "closed_parts.h"
#include "slow_reach.h"

arb_setup closed_rooks(chance *luck)
{
    arb_setup setup = arb_setup_empty();

    closed_put_pairs(&setup, luck, 6);
    for (unsigned n = 2 + chance_below(luck, 4); n > 0; n--)
        closed_put_locked(&setup, luck, closed_any_colour(luck),
                          chance_below(luck, 4) ? ARB_ROOK : ARB_BISHOP, 2);
    for (unsigned n = chance_below(luck, 5); n > 0; n--)
        closed_put_locked(&setup, luck, closed_any_colour(luck), ARB_PAWN, 0);
    if (chance_below(luck, 3) == 0)
        closed_put(&setup, luck, closed_any_colour(luck), ARB_KNIGHT);
    closed_put_kings(&setup, luck);
    closed_tighten(&setup, luck, chance_below(luck, 6));
    return setup;
}

arb_setup closed_bishops(chance *luck)
{
    arb_setup setup = arb_setup_empty();

    closed_put_chain(&setup, luck);
    for (unsigned n = 1 + chance_below(luck, 5); n > 0; n--)
        closed_put_locked(&setup, luck, closed_any_colour(luck), ARB_BISHOP, chance_below(luck, 3));
    for (unsigned n = chance_below(luck, 4); n > 0; n--)
        closed_put_locked(&setup, luck, closed_any_colour(luck), ARB_PAWN, 0);
    if (chance_below(luck, 2))
        closed_put(&setup, luck, closed_any_colour(luck), ARB_BISHOP);
    closed_put_kings(&setup, luck);
    closed_tighten(&setup, luck, chance_below(luck, 6));
    return setup;
}

/* Fills what is vacant round a square, mostly with pawns of the other side that are blocked. */
static void wall_in(arb_setup *setup, chance *luck, unsigned square, arb_colour colour)
{
    for (unsigned way = 0; way < 9; way++) {
        const unsigned to = slow_beside(square, (int)(way % 3) - 1, (int)(way / 3) - 1);
        const bool edge = to < 8 || to >= 56;
        const arb_colour whose = chance_below(luck, 3) ? arb_opponent(colour) : colour;
        if (to == ARB_SQUARE_NONE || chance_below(luck, 10) == 0)
            continue;
        closed_put_on(setup, to, edge ? colour : whose,
                      edge                    ? (chance_below(luck, 2) ? ARB_BISHOP : ARB_ROOK)
                      : chance_below(luck, 8) ? ARB_PAWN
                                              : ARB_BISHOP);
    }
}

arb_setup closed_queens(chance *luck)
{
    arb_setup setup = arb_setup_empty();

    for (unsigned n = 1 + chance_below(luck, 2); n > 0; n--) {
        const arb_colour colour = closed_any_colour(luck);
        const unsigned square = chance_below(luck, 64);
        if (closed_put_on(&setup, square, colour, chance_below(luck, 3) ? ARB_QUEEN : ARB_BISHOP))
            wall_in(&setup, luck, square, colour);
    }
    closed_put_pairs(&setup, luck, 5);
    closed_put_kings(&setup, luck);
    closed_tighten(&setup, luck, chance_below(luck, 6));
    return setup;
}

/* Pawns about to promote, in front of them a piece or nothing, beside them more of the same. */
arb_setup closed_promotions(chance *luck)
{
    static const arb_role roles[] = { ARB_ROOK, ARB_BISHOP, ARB_BISHOP, ARB_KNIGHT };
    arb_setup setup = arb_setup_empty();

    for (unsigned n = 1 + chance_below(luck, 3); n > 0; n--) {
        const arb_colour colour = closed_any_colour(luck);
        const bool white = colour == ARB_WHITE;
        const unsigned file = chance_below(luck, 8);
        const unsigned square = file + (white ? 48u : 8u), goal = file + (white ? 56u : 0u);
        closed_put_on(&setup, square, colour, ARB_PAWN);
        if (chance_below(luck, 3))
            closed_put_on(&setup, goal, closed_any_colour(luck), roles[chance_below(luck, 4)]);
        wall_in(&setup, luck, chance_below(luck, 2) ? goal : square, closed_any_colour(luck));
    }
    closed_put_pairs(&setup, luck, 4);
    closed_put_kings(&setup, luck);
    closed_tighten(&setup, luck, chance_below(luck, 6));
    return setup;
}

/* Kings that cannot get out, and bishops outside. */
arb_setup closed_cages(chance *luck)
{
    arb_setup setup = arb_setup_empty();

    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++) {
        const unsigned square = chance_below(luck, 8) + 8 * chance_below(luck, 2);
        const unsigned home = colour == ARB_WHITE ? square : square ^ 56u;
        if (chance_below(luck, 4) > 0 && closed_put_on(&setup, home, (arb_colour)colour, ARB_KING))
            wall_in(&setup, luck, home, (arb_colour)colour);
    }
    closed_put_pairs(&setup, luck, 3);
    for (unsigned n = chance_below(luck, 4); n > 0; n--)
        closed_put(&setup, luck, closed_any_colour(luck), ARB_BISHOP);
    closed_put_kings(&setup, luck);
    closed_tighten(&setup, luck, chance_below(luck, 6));
    return setup;
}

/* Files that are full from end to end, so that only few squares are left to move to. */
arb_setup closed_packed(chance *luck)
{
    static const arb_role roles[] = { ARB_ROOK, ARB_BISHOP, ARB_BISHOP, ARB_KNIGHT, ARB_QUEEN };
    arb_setup setup = arb_setup_empty();

    closed_put_pairs(&setup, luck, 8);
    if (chance_below(luck, 2))
        closed_put_pairs(&setup, luck, 4);
    closed_put_kings(&setup, luck);
    for (unsigned n = 6 + chance_below(luck, 12); n > 0; n--)
        closed_put_locked(&setup, luck, closed_any_colour(luck),
                          chance_below(luck, 3) ? roles[chance_below(luck, 4)] : ARB_PAWN, 1);
    closed_tighten(&setup, luck, chance_below(luck, 6));
    return setup;
}

/* How many legal moves has each side, if it had the move? The larger number. */
static size_t most_moves(const arb_setup *setup)
{
    slow_move moves[ARB_MOVES_MAX];
    arb_setup view = *setup;
    size_t most = 0;

    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++) {
        view.turn = (uint8_t)colour;
        const size_t n = slow_moves(moves, &view);
        most = n > most ? n : most;
    }
    return most;
}

/* Caged kings and pawns with a long way to go: nobody has a choice for many moves. */
arb_setup closed_forced(chance *luck)
{
    arb_setup setup;

    for (unsigned tries = 0; tries < 40; tries++) {
        setup = closed_cages(luck);
        const unsigned file = chance_below(luck, 8);
        const arb_colour colour = closed_any_colour(luck);
        closed_put_on(&setup, file + (colour == ARB_WHITE ? 8u : 48u), colour, ARB_PAWN);
        if (most_moves(&setup) <= 3)
            break;
    }
    return setup;
}
