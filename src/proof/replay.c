/* SPDX-License-Identifier: MIT */
/*
 * A move of another position is legal here if its man stands there, can go there, and leaves its
 * king out of check. That is looked at for one move at a time, without listing the others.
 */
#include "proof/replay.h"

#include "board/advance.h"
#include "board/men.h"

/* Laws 3.7.1 to 3.7.3, en passant left out. */
static bool pawn_goes(const arb_pos *pos, arb_colour us, arb_move move)
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

/* Does the man of the move stand there, and does it go there? Its king is not looked at. */
static bool goes(const arb_pos *pos, arb_colour us, arb_move move)
{
    const arb_side *own = &pos->side[us];
    const unsigned code = move_code(move);
    const arb_square from = (arb_square)move_from(move);
    const uint64_t man = bit(from), to = bit(move_to(move));
    const uint64_t occupied = own->all | pos->side[other(us)].all;

    if ((own->all | pos->side[other(us)].king) & to)
        return false;
    switch (code) {
    case ARB_MOVE_KNIGHT:
        return (own->knights & man) != 0;
    case ARB_MOVE_BISHOP:
        return (own->diagonal & ~own->straight & man) && (bishop_attacks(from, occupied) & to);
    case ARB_MOVE_ROOK:
        return (own->straight & ~own->diagonal & man) && (rook_attacks(from, occupied) & to);
    case ARB_MOVE_QUEEN:
        return (own->straight & own->diagonal & man) &&
               ((bishop_attacks(from, occupied) | rook_attacks(from, occupied)) & to);
    case ARB_MOVE_KING:
        return (own->king & man) != 0;
    case ARB_MOVE_EN_PASSANT:
    case ARB_MOVE_CASTLING:
        return false;
    default: /* pawns, also when they are promoted */
        return (own->pawns & man) && pawn_goes(pos, us, move);
    }
}

/* Laws 3.10.1 */
bool arb_replay_mates(const arb_pos *pos, const arb_move *line, size_t count)
{
    arb_pos board[2];
    arb_colour us = (arb_colour)pos->turn;

    board[0] = *pos;
    for (size_t i = 0; i < count; i++, us = other(us)) {
        const arb_pos *now = &board[i % 2];
        arb_pos *next = &board[(i + 1) % 2];
        if (!goes(now, us, line[i]))
            return false;
        advance(next, now, us, line[i]);
        if (arb_men_attacking(&next->side[other(us)], other(us), lowest(next->side[us].king),
                              next->side[0].all | next->side[1].all))
            return false;
    }
    if (count == 0)
        return false;
    board[count % 2].turn = (uint8_t)us;
    return arb_pos_is_checkmate(&board[count % 2]);
}
