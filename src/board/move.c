/* SPDX-License-Identifier: MIT */
/* Legal moves taken apart. How they are packed: move.h. */
#include "board/move.h"

#include "board/castling.h"

arb_move_kind arb_move_kind_of(arb_move move)
{
    const unsigned code = move_code(move);
    return code >= CODE_PROMOTION ? ARB_MOVE_PROMOTION : (arb_move_kind)code;
}

arb_square arb_move_from(arb_move move)
{
    return (arb_square)move_from(move);
}

/* Laws II.3.2.6 */
arb_square arb_move_to(arb_move move)
{
    const arb_square from = (arb_square)move_from(move), to = (arb_square)move_to(move);
    return move_code(move) == ARB_MOVE_CASTLING ? castled_king(from, to) : to;
}

arb_square arb_move_rook(arb_move move)
{
    return move_code(move) == ARB_MOVE_CASTLING ? (arb_square)move_to(move) : ARB_SQUARE_NONE;
}

arb_role arb_move_role(arb_move move)
{
    static const uint8_t roles[CODE_COUNT] = {
        [ARB_MOVE_PAWN] = ARB_PAWN,        [ARB_MOVE_KNIGHT] = ARB_KNIGHT,
        [ARB_MOVE_BISHOP] = ARB_BISHOP,    [ARB_MOVE_ROOK] = ARB_ROOK,
        [ARB_MOVE_QUEEN] = ARB_QUEEN,      [ARB_MOVE_KING] = ARB_KING,
        [ARB_MOVE_DOUBLE_STEP] = ARB_PAWN, [ARB_MOVE_EN_PASSANT] = ARB_PAWN,
        [ARB_MOVE_CASTLING] = ARB_KING, /* and promotions are pawn moves: zero */
    };
    return (arb_role)roles[move_code(move)];
}

arb_role arb_move_promotion(arb_move move)
{
    const unsigned code = move_code(move);
    return code >= CODE_PROMOTION ? code_promotion(code) : ARB_ROLE_NONE;
}

/* Laws 3.1.1, 3.7.3.1 */
/* Laws 4.6.3: a promotion captures what stands on its square like any other move. */
arb_square arb_move_captured(const arb_pos *pos, arb_move move)
{
    const arb_square to = (arb_square)move_to(move);

    if (move_code(move) == ARB_MOVE_EN_PASSANT)
        return arb_square_at(arb_square_file(to), arb_square_rank(arb_move_from(move)));
    if (move_code(move) == ARB_MOVE_CASTLING)
        return ARB_SQUARE_NONE;
    return pos->side[other((arb_colour)pos->turn)].all & bit(to) ? to : ARB_SQUARE_NONE;
}
