/* SPDX-License-Identifier: MIT */
/* What problems take for granted: castling unless it was lost, en passant only if it is certain. */
#include "arbitro/retro.h"
#include "board/sides.h"

static arb_retro_effort no_games(const arb_retro_effort *effort)
{
    arb_retro_effort out = effort ? *effort : (arb_retro_effort){ 0 };

    out.reasons_only = true;
    return out;
}

/* Laws 3.8.2.1 */
uint64_t arb_retro_usual_castling(const arb_setup *setup, const arb_retro_effort *effort)
{
    const arb_retro_effort less = no_games(effort);
    uint64_t rights = setup->castling;

    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++)
        for (int wing = 0; wing < ARB_WING_COUNT; wing++) {
            const unsigned home = colour == ARB_WHITE ? 0 : 56;
            if (arb_retro_castling(setup, (arb_colour)colour, (arb_wing)wing, &less) !=
                ARB_RETRO_ILLEGAL)
                rights |= bit(home + (wing == ARB_KINGSIDE ? 7 : 0));
        }
    return rights;
}

/* Laws 3.7.3.1 */
arb_square arb_retro_usual_en_passant(const arb_setup *setup, const arb_retro_effort *effort)
{
    const arb_colour us = (arb_colour)setup->turn;
    const unsigned first = us == ARB_WHITE ? 40 : 16;
    arb_side sides[2];

    arb_sides_of_setup(sides, setup);
    for (unsigned passed = first; passed < first + 8; passed++)
        if ((pawn_attacks(other(us), bit(passed)) & sides[us].pawns) &&
            arb_retro_en_passant(setup, (arb_square)passed, effort) == ARB_RETRO_LEGAL)
            return (arb_square)passed;
    return ARB_SQUARE_NONE;
}
