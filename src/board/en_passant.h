/* SPDX-License-Identifier: MIT */
#ifndef ARB_BOARD_EN_PASSANT_H
#define ARB_BOARD_EN_PASSANT_H
/*
 * Capturing en passant (Laws, 3.7.3.1, 3.7.3.2). Two pieces leave a line at once, so neither pins
 * nor checks seen beforehand tell whether it is legal: the board is looked at as it would be.
 */
#include "arbitro/position.h"
#include "board/attack.h"

/* Laws 3.7.3.1: would the king be safe after the pawn on `from` has captured en passant? */
static inline bool en_passant_safe(const arb_pos *pos, arb_colour us, arb_square from)
{
    const arb_side *own = &pos->side[us], *opp = &pos->side[other(us)];
    const uint64_t to = bit(pos->passed), taken = forward(other(us), to);
    const uint64_t occupied = ((own->all | opp->all) & ~(bit(from) | taken)) | to;
    const arb_square king = lowest(own->king);

    return !(rook_attacks(king, occupied) & opp->straight) &&
           !(bishop_attacks(king, occupied) & opp->diagonal) &&
           !(knight_attacks(king) & opp->knights) &&
           !(pawn_attacks(us, own->king) & opp->pawns & ~taken) &&
           !(king_attacks(king) & opp->king);
}

/* The pawns that may capture en passant (3.7.3.1, 3.7.3.2). */
static inline uint64_t en_passant_pawns(const arb_pos *pos, arb_colour us)
{
    uint64_t safe = 0;

    for (uint64_t pawns = pawn_attacks(other(us), bit(pos->passed)) & pos->side[us].pawns; pawns;
         pawns = without_lowest(pawns)) {
        if (en_passant_safe(pos, us, lowest(pawns)))
            safe |= bit(lowest(pawns));
    }
    return safe;
}

#endif
