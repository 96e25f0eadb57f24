/* SPDX-License-Identifier: MIT */
/*
 * What a written or shown move is on the board: a legal move, a displacement that breaks an
 * article, or nothing that a hand could have done (Laws, 3.10.1, 3.10.2).
 */
#include <assert.h>

#include "board/bits.h"
#include "laws/hands.h"

/* The rook that goes with a castling on `wing`: the one with the right, else the outermost. */
static arb_square castling_rook(const arb_pos *pos, arb_square king, arb_wing wing)
{
    const arb_colour colour = (arb_colour)pos->turn;
    const uint64_t below = bit(king) - 1;
    const uint64_t side = wing == ARB_KINGSIDE ? ~(below | bit(king)) : below;
    const uint64_t rank = 0xFFull << (8 * arb_square_rank(king));
    const uint64_t rooks = arb_pos_pieces(pos, colour, ARB_ROOK) & side & rank;
    const uint64_t right = rooks & pos->castling;

    if (right)
        return lowest(right);
    if (!rooks)
        return ARB_SQUARE_NONE;
    return wing == ARB_KINGSIDE ? (arb_square)(63 - __builtin_clzll(rooks)) : lowest(rooks);
}

static arb_square castling_target(arb_square king, arb_wing wing, bool rook)
{
    const unsigned file = wing == ARB_KINGSIDE ? (rook ? 5 : 6) : (rook ? 3 : 2);
    return arb_square_at(file, arb_square_rank(king));
}

static arb_attempt castling_attempt(const arb_pos *pos, arb_wing wing, arb_article article)
{
    arb_attempt attempt = { .kind = ARB_ATTEMPT_IMPOSSIBLE, .article = (uint16_t)article };
    const arb_square king = lowest(pos->side[pos->turn].king);

    attempt.rook = castling_rook(pos, king, wing);
    if (attempt.rook == ARB_SQUARE_NONE)
        return attempt;
    attempt.kind = ARB_ATTEMPT_ILLEGAL;
    attempt.castling = true;
    attempt.rook_to = castling_target(king, wing, true);
    attempt.hand = (arb_hand){ king, castling_target(king, wing, false), ARB_ROLE_NONE };
    return attempt;
}

/* Does the promotion that is missing make a legal move of it? */
static bool lacks_promotion(const arb_pos *pos, arb_hand hand, arb_variant variant)
{
    arb_move move;

    hand.promotion = ARB_QUEEN;
    return arb_pos_match(&move, pos, hand, variant) == ARB_ART_NONE;
}

static arb_attempt hand_attempt(const arb_pos *pos, arb_hand hand, arb_variant variant)
{
    arb_attempt attempt = { .kind = ARB_ATTEMPT_ILLEGAL, .hand = hand };
    const arb_article article = arb_pos_match(&attempt.move, pos, hand, variant);

    attempt.article = (uint16_t)article;
    if (article == ARB_ART_NONE)
        attempt.kind = ARB_ATTEMPT_LEGAL;
    else if (hand.from == hand.to || arb_pos_piece(pos, hand.from) == ARB_PIECE_NONE)
        attempt.kind = ARB_ATTEMPT_IMPOSSIBLE;
    else if (hand.promotion == ARB_ROLE_NONE && lacks_promotion(pos, hand, variant))
        attempt.kind = ARB_ATTEMPT_UNPROMOTED;
    return attempt;
}

/* "a8" or "exd8" without a piece: the pawn that alone can be meant. */
static bool unpromoted_hand(arb_hand *out, const arb_written *written, const arb_pos *pos)
{
    arb_move moves[ARB_MOVES_MAX];
    bool found = false;

    if (written->role != ARB_PAWN || written->promotion != ARB_ROLE_NONE)
        return false;
    const size_t count = arb_pos_moves(moves, pos);
    for (size_t i = 0; i < count; i++) {
        const arb_square from = arb_move_from(moves[i]), to = arb_move_to(moves[i]);
        if (arb_move_promotion(moves[i]) != ARB_QUEEN || arb_square_file(to) != written->to_file ||
            arb_square_rank(to) != written->to_rank)
            continue;
        if (written->from_file != ARB_UNSAID ? arb_square_file(from) != written->from_file
                                             : arb_square_file(from) != arb_square_file(to))
            continue;
        *out = (arb_hand){ from, to, ARB_ROLE_NONE };
        found = true;
    }
    return found;
}

/* In Chess960 castling is shown by putting the king on its rook; when it is illegal, too. */
static bool is_king_on_rook(const arb_pos *pos, arb_hand hand)
{
    const arb_colour turn = (arb_colour)pos->turn;

    return arb_pos_piece(pos, hand.from) == arb_piece_of(turn, ARB_KING) &&
           arb_pos_piece(pos, hand.to) == arb_piece_of(turn, ARB_ROOK);
}

/* Laws II.3.2.4: where the king stays, castling is the rook alone, put on his other side; no rook
 * moves like that. */
static bool is_rook_alone(arb_move *out, const arb_pos *pos, arb_hand hand)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < count; i++)
        if (arb_move_kind_of(moves[i]) == ARB_MOVE_CASTLING &&
            arb_move_from(moves[i]) == arb_move_to(moves[i]) &&
            arb_move_rook(moves[i]) == hand.from && hand.promotion == ARB_ROLE_NONE &&
            arb_move_lands(moves[i], hand.from) == hand.to) {
            *out = moves[i];
            return true;
        }
    return false;
}

arb_attempt arb_attempt_read(const arb_written *told, const arb_pos *pos, arb_variant variant)
{
    const arb_written *written = told;
    arb_written pawn = *told;
    arb_hand hand;
    arb_move move;

    if (written->form == ARB_FORM_NONE)
        return (arb_attempt){ .kind = ARB_ATTEMPT_NONE };
    if (written->promotion == ARB_PAWN) { /* the pawn itself is left there (7.5.2) */
        pawn.promotion = ARB_ROLE_NONE;
        written = &pawn;
    }
    if (unpromoted_hand(&hand, written, pos))
        return hand_attempt(pos, hand, variant);
    const arb_reading reading = arb_written_in(written, pos, variant);
    if (reading.kind == ARB_READING_LEGAL)
        return (arb_attempt){ .kind = ARB_ATTEMPT_LEGAL,
                              .move = reading.move,
                              .hand = arb_move_hand(reading.move, variant) };
    if (written->castling < ARB_WING_COUNT)
        return castling_attempt(pos, (arb_wing)written->castling, reading.article);
    if (written->from_file != ARB_UNSAID && written->from_rank != ARB_UNSAID &&
        written->to_file != ARB_UNSAID && written->to_rank != ARB_UNSAID) {
        hand = (arb_hand){ arb_square_at(written->from_file, written->from_rank),
                           arb_square_at(written->to_file, written->to_rank), written->promotion };
        if (variant == ARB_CHESS960 && is_king_on_rook(pos, hand))
            return castling_attempt(pos, hand.to > hand.from ? ARB_KINGSIDE : ARB_QUEENSIDE,
                                    reading.article);
        if (is_rook_alone(&move, pos, hand))
            return (arb_attempt){ .kind = ARB_ATTEMPT_LEGAL,
                                  .move = move,
                                  .hand = arb_move_hand(move, variant) };
        return hand_attempt(pos, hand, variant);
    }
    return (arb_attempt){ .kind = reading.kind == ARB_READING_AMBIGUOUS ? ARB_ATTEMPT_AMBIGUOUS
                                                                        : ARB_ATTEMPT_IMPOSSIBLE,
                          .article = (uint16_t)reading.article };
}

/* The one piece of that kind of the player who has the move; ARB_SQUARE_NONE when there are more.
 */
arb_square arb_only_piece(const arb_pos *pos, arb_role role)
{
    const uint64_t pieces =
        role < ARB_ROLE_COUNT ? arb_pos_pieces(pos, (arb_colour)pos->turn, role) : 0;

    return pieces != 0 && (pieces & (pieces - 1)) == 0 ? (arb_square)__builtin_ctzll(pieces)
                                                       : (arb_square)ARB_SQUARE_NONE;
}
