/* SPDX-License-Identifier: MIT */
/*
 * A hand's displacement: the legal move that it is, or the article that it breaks (Laws, 3.10.1,
 * 3.10.2).
 */
#include "arbitro/hand.h"

#include <stdlib.h>

#include "board/attack.h"
#include "board/castling.h"
#include "board/move.h"

static uint64_t occupied_squares(const arb_pos *pos)
{
    return pos->side[ARB_WHITE].all | pos->side[ARB_BLACK].all;
}

static int files_between(arb_hand hand)
{
    return abs((int)arb_square_file(hand.to) - (int)arb_square_file(hand.from));
}

/* Do king and rook stand as in ordinary chess before castling? */
static bool stand_as_usual(arb_square king, arb_square rook)
{
    return arb_square_file(king) == 4 && arb_square_file(rook) % 7 == 0;
}

arb_variant arb_pos_variant(const arb_pos *pos)
{
    for (uint64_t rooks = pos->castling; rooks; rooks = without_lowest(rooks)) {
        const arb_colour colour = lowest(rooks) < 8 ? ARB_WHITE : ARB_BLACK;
        if (!stand_as_usual(lowest(pos->side[colour].king), lowest(rooks)))
            return ARB_CHESS960;
    }
    return ARB_STANDARD;
}

/* Is castling shown by putting the king on its rook? Always in Chess960, and wherever king and
 * rook do not stand as usual: there the king's way alone would not tell. */
static bool shown_on_rook(arb_move move, arb_variant variant)
{
    const arb_square rook = arb_move_rook(move);

    return rook != ARB_SQUARE_NONE &&
           (variant == ARB_CHESS960 || !stand_as_usual(arb_move_from(move), rook));
}

arb_hand arb_move_hand(arb_move move, arb_variant variant)
{
    const unsigned code = move_code(move);
    arb_hand hand = { .from = (arb_square)move_from(move),
                      .to = (arb_square)move_to(move), /* in castling the rook */
                      .promotion = code >= CODE_PROMOTION ? (uint8_t)code_promotion(code)
                                                          : (uint8_t)ARB_ROLE_NONE };

    if (code == ARB_MOVE_CASTLING && !shown_on_rook(move, variant))
        hand.to = arb_move_to(move);
    return hand;
}

/* Does the hand show this move? Castling shown by the king alone must not look like its step. */
static bool shows(arb_hand hand, arb_move move, arb_variant variant)
{
    if (hand.from != arb_move_from(move) || hand.promotion != arb_move_promotion(move))
        return false;
    if (arb_move_kind_of(move) != ARB_MOVE_CASTLING)
        return hand.to == arb_move_to(move);
    return (hand.to == arb_move_to(move) && files_between(hand) > 1) ||
           (shown_on_rook(move, variant) && hand.to == arb_move_rook(move));
}

/* Laws 3.8.2.1, 3.8.2.2: what stands against castling on this wing, if anything. */
static arb_article castling_article(const arb_pos *pos, arb_wing wing)
{
    const arb_castling verdict = arb_pos_castling(pos, (arb_colour)pos->turn, wing);
    if (verdict == ARB_CASTLING_ALLOWED)
        return ARB_ART_NONE;
    return verdict == ARB_CASTLING_LOST ? ARB_ART_3_8_2_1 : ARB_ART_3_8_2_2;
}

static arb_wing wing_of(arb_hand hand)
{
    return hand.to > hand.from ? ARB_KINGSIDE : ARB_QUEENSIDE;
}

/* Is the king put where castling would take it, as this variant shows castling? */
static bool looks_like_castling(const arb_pos *pos, arb_hand hand, arb_variant variant)
{
    const uint64_t home = home_rank((arb_colour)pos->turn);
    const unsigned final_file = wing_of(hand) == ARB_KINGSIDE ? 6 : 2;

    if (!(bit(hand.from) & home) || !(bit(hand.to) & home) ||
        arb_square_file(hand.to) != final_file || files_between(hand) < 2)
        return false;
    return variant == ARB_CHESS960 || arb_square_file(hand.from) == 4;
}

/* Laws 3.2, 3.3, 3.4, 3.5: a line piece off its lines, or over another piece. */
static arb_article line_article(const arb_pos *pos, arb_hand hand, arb_role role)
{
    const bool diagonal = role != ARB_ROOK, straight = role != ARB_BISHOP;
    const uint64_t occupied = occupied_squares(pos);
    const uint64_t lines =
        (diagonal ? bishop_attacks(hand.from, 0) : 0) | (straight ? rook_attacks(hand.from, 0) : 0);
    const uint64_t reach = (diagonal ? bishop_attacks(hand.from, occupied) : 0) |
                           (straight ? rook_attacks(hand.from, occupied) : 0);

    if (!(lines & bit(hand.to)))
        return role == ARB_BISHOP ? ARB_ART_3_2 : role == ARB_ROOK ? ARB_ART_3_3 : ARB_ART_3_4;
    return reach & bit(hand.to) ? ARB_ART_NONE : ARB_ART_3_5;
}

/* Laws 3.7.3, 3.7.3.2: one square diagonally forward, and nothing there to capture. */
static arb_article empty_capture_article(const arb_pos *pos, arb_hand hand)
{
    const arb_colour us = (arb_colour)pos->turn;
    const uint64_t fifth = us == ARB_WHITE ? RANK_1 << 32 : RANK_8 >> 32;
    const arb_square side = arb_square_at(arb_square_file(hand.to), arb_square_rank(hand.from));

    if (pos->passed == hand.to)
        return ARB_ART_NONE; /* the manner is right; only the king's safety can stand against it */
    if ((bit(hand.from) & fifth) && (pos->side[other(us)].pawns & bit(side)))
        return ARB_ART_3_7_3_2;
    return ARB_ART_3_7_3;
}

/* Laws 3.7, 3.7.1, 3.7.2 */
static arb_article pawn_article(const arb_pos *pos, arb_hand hand)
{
    const arb_colour us = (arb_colour)pos->turn;
    const uint64_t from = bit(hand.from), to = bit(hand.to), one = forward(us, from);
    const uint64_t occupied = occupied_squares(pos);
    const uint64_t second = us == ARB_WHITE ? RANK_1 << 8 : RANK_8 >> 8;

    if (to == one)
        return occupied & to ? ARB_ART_3_7_1 : ARB_ART_NONE;
    if (to == forward(us, one))
        return (from & second) && !(occupied & (one | to)) ? ARB_ART_NONE : ARB_ART_3_7_2;
    if (pawn_attacks(us, from) & to)
        return occupied & to ? ARB_ART_NONE : empty_capture_article(pos, hand);
    return ARB_ART_3_7;
}

/* The article that the way of the piece breaks, or none. */
static arb_article way_article(const arb_pos *pos, arb_hand hand, arb_role role,
                               arb_variant variant)
{
    switch (role) {
    case ARB_PAWN:
        return pawn_article(pos, hand);
    case ARB_KNIGHT:
        return knight_attacks(hand.from) & bit(hand.to) ? ARB_ART_NONE : ARB_ART_3_6;
    case ARB_BISHOP:
    case ARB_ROOK:
    case ARB_QUEEN:
        return line_article(pos, hand, role);
    case ARB_KING:
        if (looks_like_castling(pos, hand, variant))
            return castling_article(pos, wing_of(hand));
        return king_attacks(hand.from) & bit(hand.to) ? ARB_ART_NONE : ARB_ART_3_8_1;
    case ARB_ROLE_COUNT:
        break;
    }
    return ARB_ART_3_10_2;
}

/*
 * Laws 3.7.3.3, 3.9.2: the way is right, and yet no legal move is like it. Either the promotion is
 * missing or senseless, or the king would be left in check.
 */
static arb_article remaining_article(const arb_pos *pos, arb_hand hand, arb_role role,
                                     arb_variant variant)
{
    const bool promotes =
        role == ARB_PAWN && (bit(hand.to) & last_rank((arb_colour)pos->turn)) != 0;
    arb_move ignored;

    if (promotes != (hand.promotion != ARB_ROLE_NONE) || hand.promotion == ARB_PAWN ||
        hand.promotion >= ARB_KING) {
        const arb_hand put_right = { hand.from, hand.to, promotes ? ARB_QUEEN : ARB_ROLE_NONE };
        const bool was_right = hand.promotion == put_right.promotion;
        if (!was_right && arb_pos_match(&ignored, pos, put_right, variant) == ARB_ART_NONE)
            return ARB_ART_3_7_3_3;
    }
    return ARB_ART_3_9_2;
}

static bool moves_nothing(const arb_pos *pos, arb_hand hand)
{
    return hand.from >= ARB_SQUARE_COUNT || hand.to >= ARB_SQUARE_COUNT || hand.from == hand.to ||
           !(occupied_squares(pos) & bit(hand.from));
}

/* Laws 1.1, 1.4.1, 3.1, 3.10.2 */
static arb_article broken_article(const arb_pos *pos, arb_hand hand, arb_variant variant)
{
    const arb_colour us = (arb_colour)pos->turn;
    const arb_side *own = &pos->side[us], *opp = &pos->side[other(us)];

    if (moves_nothing(pos, hand))
        return ARB_ART_3_10_2;
    if (opp->all & bit(hand.from)) /* each moves his own pieces */
        return ARB_ART_1_1;
    const arb_role role = arb_piece_role(arb_pos_piece(pos, hand.from));
    const bool onto_rook = variant == ARB_CHESS960 && role == ARB_KING &&
                           (own->king & home_rank(us)) &&
                           (own->straight & ~own->diagonal & home_rank(us) & bit(hand.to));
    if ((own->all & bit(hand.to)) && !onto_rook)
        return ARB_ART_3_1;
    if (opp->king & bit(hand.to))
        return ARB_ART_1_4_1;
    if (onto_rook && !(pos->castling & bit(hand.to)))
        return ARB_ART_3_8_2_1;
    const arb_article way =
        onto_rook ? castling_article(pos, wing_of(hand)) : way_article(pos, hand, role, variant);
    return way != ARB_ART_NONE ? way : remaining_article(pos, hand, role, variant);
}

/* Laws 3.10.1 */
arb_article arb_pos_match(arb_move *out, const arb_pos *pos, arb_hand hand, arb_variant variant)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < n; i++) {
        if (shows(hand, moves[i], variant)) {
            *out = moves[i];
            return ARB_ART_NONE;
        }
    }
    return broken_article(pos, hand, variant);
}
