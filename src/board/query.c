/* SPDX-License-Identifier: MIT */
/*
 * Questions about a position: its moves, attacks and checks, mate, and castling (Laws, 1.4, 3.1.2,
 * 3.8.2, 3.9).
 */
#include <assert.h>

#include "arbitro/position.h"
#include "board/castling.h"
#include "board/kernel.h"
#include "board/sides.h"

/* Laws 3.10, 3.10.1 */
size_t arb_pos_moves(arb_move *out, const arb_pos *pos)
{
    return arb_kernel_get(ARB_KERNEL_BEST)->moves(out, pos);
}

size_t arb_pos_count(const arb_pos *pos)
{
    return arb_kernel_get(ARB_KERNEL_BEST)->count(pos);
}

bool arb_pos_is_legal(const arb_pos *pos, arb_move move)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < n; i++)
        if (arb_move_equal(moves[i], move))
            return true;
    return false;
}

static uint64_t occupied(const arb_pos *pos)
{
    return pos->side[ARB_WHITE].all | pos->side[ARB_BLACK].all;
}

/* Laws 3.1.2, 3.1.3 */
uint64_t arb_pos_attackers(const arb_pos *pos, arb_square square, arb_colour colour)
{
    return arb_side_attacking(&pos->side[colour], colour, square, occupied(pos));
}

/* Laws 3.9, 3.9.1 */
uint64_t arb_pos_checkers(const arb_pos *pos, arb_colour colour)
{
    return arb_pos_attackers(pos, lowest(pos->side[colour].king), other(colour));
}

uint64_t arb_pos_pinned(const arb_pos *pos, arb_colour colour)
{
    const arb_side *own = &pos->side[colour], *opp = &pos->side[other(colour)];
    const arb_square king = lowest(own->king);
    const uint64_t far =
        (bishop_attacks(king, 0) & opp->diagonal) | (rook_attacks(king, 0) & opp->straight);
    uint64_t pinned = 0;

    for (uint64_t pieces = far; pieces; pieces = without_lowest(pieces)) {
        const arb_square piece = lowest(pieces);
        const uint64_t between = line_through(king, piece) & stretch(king, piece) & occupied(pos) &
                                 ~(bit(king) | bit(piece));
        if (count(between) == 1)
            pinned |= between & own->all;
    }
    return pinned;
}

bool arb_pos_is_check(const arb_pos *pos)
{
    return arb_pos_checkers(pos, (arb_colour)pos->turn) != 0;
}

/* Laws 1.4, 1.4.1, 1.4.2 */
bool arb_pos_is_checkmate(const arb_pos *pos)
{
    return arb_pos_is_check(pos) && arb_pos_count(pos) == 0;
}

/* Can a pawn that its king does not need where it is go one square forward? Nearly always one can,
 * and where there is no check that is a legal move. */
static bool has_pawn_step(const arb_pos *pos)
{
    const arb_colour us = (arb_colour)pos->turn;
    const uint64_t pawns = pos->side[us].pawns;

    return (forward(us, pawns & ~arb_pos_pinned(pos, us)) & ~occupied(pos)) != 0;
}

/* Laws 1.4 says what is missing here: the attack on the king. */
bool arb_pos_is_stalemate(const arb_pos *pos)
{
    return !arb_pos_is_check(pos) && !has_pawn_step(pos) && arb_pos_count(pos) == 0;
}

/* Laws 3.8.2.1, 3.8.2.2 */
arb_castling arb_pos_castling(const arb_pos *pos, arb_colour colour, arb_wing wing)
{
    const arb_side *own = &pos->side[colour];
    const arb_square king = lowest(own->king);
    const uint64_t side = wing == ARB_KINGSIDE ? ~(own->king - 1) : own->king - 1;
    const uint64_t right = pos->castling & home_rank(colour) & side;

    if (!right)
        return ARB_CASTLING_LOST;
    const castling_path path = castling_path_of(king, lowest(right));
    const arb_square arrival = castled_king(king, lowest(right));
    uint64_t attacked = 0;
    for (uint64_t way = path.safe; way; way = without_lowest(way))
        if (arb_side_attacking(&pos->side[other(colour)], other(colour), lowest(way),
                               occupied(pos) & ~own->king))
            attacked |= bit(lowest(way));
    if (attacked & own->king)
        return ARB_CASTLING_IN_CHECK;
    if (attacked & ~bit(arrival))
        return ARB_CASTLING_THROUGH_CHECK;
    if (attacked || (arb_pos_pinned(pos, colour) & right))
        return ARB_CASTLING_INTO_CHECK;
    return occupied(pos) & path.vacant ? ARB_CASTLING_BLOCKED : ARB_CASTLING_ALLOWED;
}

/* Laws II.3.2, II.3.2.1, II.3.2.2, II.3.2.3, II.3.2.4 */
arb_manner arb_castling_manner(arb_square king, arb_square rook)
{
    const arb_square king_to = castled_king(king, rook), rook_to = castled_rook(king, rook);

    if (king == king_to)
        return ARB_MANNER_ROOK_ONLY;
    if (rook == rook_to)
        return ARB_MANNER_KING_ONLY;
    return king == rook_to && rook == king_to ? ARB_MANNER_TRANSPOSITION : ARB_MANNER_BOTH_MOVE;
}

const char *arb_castling_text(arb_castling castling, arb_lang lang)
{
    static const char *const texts[ARB_CASTLING_COUNT][ARB_LANG_COUNT] = {
        [ARB_CASTLING_ALLOWED] = { "castling is possible", "l'arrocco è possibile" },
        [ARB_CASTLING_LOST] = { "the right to castle is lost", "il diritto di arrocco è perduto" },
        [ARB_CASTLING_KING_MOVED] = { "the king has already moved", "il re si è già mosso" },
        [ARB_CASTLING_ROOK_MOVED] = { "the rook has already moved, or is gone",
                                      "la torre si è già mossa, o non c'è più" },
        [ARB_CASTLING_IN_CHECK] = { "the king is in check", "il re è sotto scacco" },
        [ARB_CASTLING_THROUGH_CHECK] = { "the king would cross an attacked square",
                                         "il re attraverserebbe una casa attaccata" },
        [ARB_CASTLING_INTO_CHECK] = { "the king would arrive in check",
                                      "il re arriverebbe sotto scacco" },
        [ARB_CASTLING_BLOCKED] = { "a piece stands in the way", "un pezzo ostruisce il percorso" },
    };
    assert(castling < ARB_CASTLING_COUNT && lang < ARB_LANG_COUNT);
    return texts[castling][lang];
}
