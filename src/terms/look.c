/* SPDX-License-Identifier: MIT */
/* What all detectors ask about a position; see look.h. */
#include "terms/look.h"

/* Laws 3.2 to 3.8: what a piece of this kind attacks. */
static uint64_t attacks_of(arb_role role, arb_colour colour, arb_square square, uint64_t occupied)
{
    switch (role) {
    case ARB_PAWN:
        return pawn_attacks(colour, bit(square));
    case ARB_KNIGHT:
        return knight_attacks(square);
    case ARB_BISHOP:
        return bishop_attacks(square, occupied);
    case ARB_ROOK:
        return rook_attacks(square, occupied);
    case ARB_QUEEN:
        return bishop_attacks(square, occupied) | rook_attacks(square, occupied);
    case ARB_KING:
        return king_attacks(square);
    case ARB_ROLE_COUNT:
        break;
    }
    return 0;
}

void arb_seeing_look(arb_seeing_board *out, const arb_pos *pos)
{
    uint64_t attacked[ARB_COLOUR_COUNT] = { 0, 0 };

    *out = (arb_seeing_board){ .pos = pos,
                               .occupied = pos->side[ARB_WHITE].all | pos->side[ARB_BLACK].all };
    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++)
        for (int role = 0; role < ARB_ROLE_COUNT; role++) {
            uint64_t set = arb_side_pieces(&pos->side[colour], (arb_role)role);
            for (; set; set = without_lowest(set)) {
                const arb_square square = lowest(set);
                out->attacks[square] =
                    attacks_of((arb_role)role, (arb_colour)colour, square, out->occupied);
                attacked[colour] |= out->attacks[square];
            }
        }
    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++) {
        uint64_t set = pos->side[colour].all & attacked[other((arb_colour)colour)];
        for (; set; set = without_lowest(set))
            out->gain[lowest(set)] = (int8_t)arb_trade_gain(pos, lowest(set), 0);
    }
}
