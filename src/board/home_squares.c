/* SPDX-License-Identifier: MIT */
/*
 * Where kings and rooks must have begun to castle: in ordinary chess on their own squares (Laws,
 * A.5.1.2), in Chess960 on the same files as the opponent's (II.2.3).
 */
#include "arbitro/hand.h"

enum { A_FILE = 0, E_FILE = 4, H_FILE = 7 };

static arb_square lowest(uint64_t set)
{
    return (arb_square)__builtin_ctzll(set);
}

/* Do both sides, on one wing, castle with rooks of different files? */
static bool differ(uint64_t white, uint64_t black)
{
    return white && black && white != black;
}

/* Laws II.2.3 */
static bool mirrors(const arb_pos *pos)
{
    const uint64_t white = pos->castling & 0xFFull, black = pos->castling >> 56;
    const unsigned file = arb_square_file(lowest(pos->side[ARB_WHITE].king));
    const uint64_t left = ((uint64_t)1 << file) - 1;

    if (!white || !black)
        return true;
    return file == arb_square_file(lowest(pos->side[ARB_BLACK].king)) &&
           !differ(white & left, black & left) && !differ(white & ~left, black & ~left);
}

arb_variant arb_pos_game_variant(const arb_pos *pos)
{
    return mirrors(pos) ? arb_pos_variant(pos) : ARB_STANDARD;
}

/* Laws A.5.1.2 */
void arb_setup_castle_as_usual(arb_setup *setup)
{
    for (uint64_t rooks = setup->castling; rooks; rooks &= rooks - 1) {
        const arb_square rook = lowest(rooks);
        const arb_colour colour = rook < 8 ? ARB_WHITE : ARB_BLACK;
        const unsigned file = arb_square_file(rook);
        const arb_square home = (arb_square)(rook - file + E_FILE);
        if (setup->piece[home] != arb_piece_of(colour, ARB_KING) ||
            (file != A_FILE && file != H_FILE))
            setup->castling &= ~((uint64_t)1 << rook);
    }
}
