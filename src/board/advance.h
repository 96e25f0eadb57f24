/* SPDX-License-Identifier: MIT */
#ifndef ARB_BOARD_ADVANCE_H
#define ARB_BOARD_ADVANCE_H
/*
 * The pieces after a legal move (Laws, 3.1.1, 3.7.3, 3.8.2): everything in a position but its key
 * and its counters, which only arb_pos_play() keeps.
 */
#include "board/castling.h"
#include "board/move.h"

/* Which of pawns, knights, diagonal, straight a move of each code changes. */
#define ALL_ONES (~UINT64_C(0))
static const uint64_t moved_pieces[CODE_COUNT][4] = {
    [ARB_MOVE_PAWN] = { ALL_ONES, 0, 0, 0 },         [ARB_MOVE_KNIGHT] = { 0, ALL_ONES, 0, 0 },
    [ARB_MOVE_BISHOP] = { 0, 0, ALL_ONES, 0 },       [ARB_MOVE_ROOK] = { 0, 0, 0, ALL_ONES },
    [ARB_MOVE_QUEEN] = { 0, 0, ALL_ONES, ALL_ONES }, [ARB_MOVE_DOUBLE_STEP] = { ALL_ONES, 0, 0, 0 },
    [ARB_MOVE_EN_PASSANT] = { ALL_ONES, 0, 0, 0 },   [CODE_PROMOTION + 0] = { ALL_ONES, 0, 0, 0 },
    [CODE_PROMOTION + 1] = { ALL_ONES, 0, 0, 0 },    [CODE_PROMOTION + 2] = { ALL_ONES, 0, 0, 0 },
    [CODE_PROMOTION + 3] = { ALL_ONES, 0, 0, 0 },
};

/* Laws 3.8.2, II.3.2: takes king and rook off, then puts both where they belong. */
static void advance_castling(arb_pos *out, const arb_pos *pos, arb_colour us, arb_move move)
{
    const arb_square king = (arb_square)move_from(move), rook = (arb_square)move_to(move);
    const uint64_t king_to = bit(castled_king(king, rook)), rook_to = bit(castled_rook(king, rook));
    const arb_side *own = &pos->side[us];
    arb_side *side = &out->side[us];

    *side = *own;
    out->side[other(us)] = pos->side[other(us)];
    side->king = king_to;
    side->straight = (own->straight & ~bit(rook)) | rook_to;
    side->all = (own->all & ~(bit(king) | bit(rook))) | king_to | rook_to;
    out->castling = pos->castling & ~home_rank(us);
}

/* What a move does beyond going to a square and capturing there. */
ARB_INLINE void advance_special(arb_pos *out, const arb_pos *pos, arb_colour us, arb_move move)
{
    const unsigned code = move_code(move);
    const uint64_t to = bit(move_to(move));
    arb_side *own = &out->side[us], *opp = &out->side[other(us)];

    if (code == ARB_MOVE_DOUBLE_STEP) { /* Laws 3.7.2; noted only where a pawn stands ready */
        if (beside(to) & opp->pawns)
            out->passed = (arb_square)((move_from(move) + move_to(move)) / 2);
    } else if (code >= CODE_PROMOTION) { /* Laws 3.7.3.3 */
        const arb_role role = code_promotion(code);
        own->pawns &= ~to;
        own->knights |= role == ARB_KNIGHT ? to : 0;
        own->diagonal |= role == ARB_BISHOP || role == ARB_QUEEN ? to : 0;
        own->straight |= role == ARB_ROOK || role == ARB_QUEEN ? to : 0;
    } else if (code == ARB_MOVE_EN_PASSANT) { /* Laws 3.7.3.1 */
        const uint64_t taken = forward(other(us), to);
        opp->pawns &= ~taken;
        opp->all &= ~taken;
    } else {
        advance_castling(out, pos, us, move);
    }
}

/* Laws 3.1.1: fills the pieces, castling rights and passed square of `out`, which is not `pos`. */
ARB_INLINE void advance(arb_pos *restrict out, const arb_pos *restrict pos, arb_colour us,
                        arb_move move)
{
    const unsigned code = move_code(move);
    const uint64_t from = bit(move_from(move)), to = bit(move_to(move)), both = from | to;
    const arb_side *own = &pos->side[us], *opp = &pos->side[other(us)];
    arb_side *own_out = &out->side[us], *opp_out = &out->side[other(us)];
    const uint64_t *pieces = moved_pieces[code];
    const uint64_t king = code == ARB_MOVE_KING ? ALL_ONES : 0;

    own_out->pawns = own->pawns ^ (both & pieces[0]);
    own_out->knights = own->knights ^ (both & pieces[1]);
    own_out->diagonal = own->diagonal ^ (both & pieces[2]);
    own_out->straight = own->straight ^ (both & pieces[3]);
    own_out->king = own->king ^ (both & king);
    own_out->all = own->all ^ both;
    opp_out->pawns = opp->pawns & ~to;
    opp_out->knights = opp->knights & ~to;
    opp_out->diagonal = opp->diagonal & ~to;
    opp_out->straight = opp->straight & ~to;
    opp_out->king = opp->king;
    opp_out->all = opp->all & ~to;
    out->castling = pos->castling & ~(both | (king & home_rank(us)));
    out->passed = ARB_SQUARE_NONE;
    if (__builtin_expect(code >= CODE_SPECIAL, 0))
        advance_special(out, pos, us, move);
}

#endif
