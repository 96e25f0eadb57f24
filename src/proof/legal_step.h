/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_LEGAL_STEP_H
#define ARB_PROOF_LEGAL_STEP_H
/*
 * A move of another position is legal here if its piece stands there, can go there, and leaves its
 * king out of check. That is looked at for one move at a time, without listing the others.
 */
#include "board/advance.h"
#include "board/sides.h"

/* Laws 3.7.1 to 3.7.3, en passant left out. */
static inline bool pawn_goes(const arb_pos *pos, arb_colour us, arb_move move)
{
    const uint64_t from = bit(move_from(move)), to = bit(move_to(move));
    const uint64_t occupied = pos->side[0].all | pos->side[1].all;

    if (pawn_attacks(us, from) & to)
        return (pos->side[other(us)].all & to) != 0;
    if (occupied & to)
        return false;
    if (move_code(move) != ARB_MOVE_DOUBLE_STEP)
        return forward(us, from) == to;
    return !(forward(us, from) & occupied) && forward(us, forward(us, from)) == to;
}

/* Does the piece of the move stand there, and does it go there? Its king is not looked at. */
static inline bool goes(const arb_pos *pos, arb_colour us, arb_move move)
{
    const arb_side *own = &pos->side[us];
    const unsigned code = move_code(move);
    const arb_square from = (arb_square)move_from(move);
    const uint64_t piece = bit(from), to = bit(move_to(move));
    const uint64_t occupied = own->all | pos->side[other(us)].all;

    if ((own->all | pos->side[other(us)].king) & to)
        return false;
    switch (code) {
    case ARB_MOVE_KNIGHT:
        return (own->knights & piece) && (knight_attacks(from) & to);
    case ARB_MOVE_BISHOP:
        return (own->diagonal & ~own->straight & piece) && (bishop_attacks(from, occupied) & to);
    case ARB_MOVE_ROOK:
        return (own->straight & ~own->diagonal & piece) && (rook_attacks(from, occupied) & to);
    case ARB_MOVE_QUEEN:
        return (own->straight & own->diagonal & piece) &&
               ((bishop_attacks(from, occupied) | rook_attacks(from, occupied)) & to);
    case ARB_MOVE_KING:
        return (own->king & piece) && (king_attacks(from) & to);
    case ARB_MOVE_EN_PASSANT:
    case ARB_MOVE_CASTLING:
        return false;
    default: /* pawns, also when they are promoted */
        return (own->pawns & piece) && pawn_goes(pos, us, move);
    }
}

/* Plays a move that goes; false when it leaves the king in check. */
static inline bool play(arb_pos *out, const arb_pos *pos, arb_move move)
{
    const arb_colour us = (arb_colour)pos->turn;

    if (!goes(pos, us, move))
        return false;
    advance(out, pos, us, move);
    out->turn = (uint8_t)other(us);
    return !arb_side_attacking(&out->side[other(us)], other(us), lowest(out->side[us].king),
                               out->side[0].all | out->side[1].all);
}

static inline arb_move reversed(arb_move move)
{
    return move_make(move_to(move), move_from(move), move_code(move));
}

#endif
