/* SPDX-License-Identifier: MIT */
/* Legal moves as text: short algebraic notation (Laws, Appendix C) and coordinates. */
#include "arbitro/notation.h"

#include <assert.h>
#include <string.h>

#include "base/cursor.h"

static char *put_square(char *at, arb_square square)
{
    *at++ = (char)('a' + arb_square_file(square));
    *at++ = (char)('1' + arb_square_rank(square));
    return at;
}

/* Copies the text as far as it fits, and returns its whole length. */
static size_t hand_over(char *out, size_t size, const char *text, size_t length)
{
    if (size > 0) {
        const size_t n = length < size ? length : size - 1;
        memcpy(out, text, n);
        out[n] = '\0';
    }
    return length;
}

/*
 * The origin where two pieces of a kind can go to the same square: the file if that tells them
 * apart, else the rank, else both. Only legal moves count, so a pinned piece never does.
 */
static char *put_origin(char *at, const arb_pos *pos, arb_move move)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);
    const arb_square from = arb_move_from(move);
    bool rivals = false, same_file = false, same_rank = false;

    for (size_t i = 0; i < n; i++) {
        const arb_square rival = arb_move_from(moves[i]);
        if (rival == from || arb_move_role(moves[i]) != arb_move_role(move) ||
            arb_move_to(moves[i]) != arb_move_to(move))
            continue;
        rivals = true;
        same_file |= arb_square_file(rival) == arb_square_file(from);
        same_rank |= arb_square_rank(rival) == arb_square_rank(from);
    }
    if (rivals && (!same_file || same_rank))
        *at++ = (char)('a' + arb_square_file(from));
    if (same_file)
        *at++ = (char)('1' + arb_square_rank(from));
    return at;
}

static char *put_san(char *at, const arb_pos *pos, arb_move move)
{
    static const char letters[ARB_ROLE_COUNT] = { 'P', 'N', 'B', 'R', 'Q', 'K' };
    const arb_role role = arb_move_role(move), promotion = arb_move_promotion(move);
    const bool captures = arb_move_captured(pos, move) != ARB_SQUARE_NONE;

    if (arb_move_kind_of(move) == ARB_MOVE_CASTLING) {
        const bool kingside = arb_move_rook(move) > arb_move_from(move);
        memcpy(at, "O-O-O", 5);
        return at + (kingside ? 3 : 5);
    }
    if (role == ARB_PAWN) {
        if (captures)
            *at++ = (char)('a' + arb_square_file(arb_move_from(move)));
    } else {
        *at++ = letters[role];
        if (role != ARB_KING)
            at = put_origin(at, pos, move);
    }
    if (captures)
        *at++ = 'x';
    at = put_square(at, arb_move_to(move));
    if (promotion != ARB_ROLE_NONE) {
        *at++ = '=';
        *at++ = letters[promotion];
    }
    return at;
}

size_t arb_san_write(char *out, size_t size, const arb_pos *pos, arb_move move)
{
    char text[ARB_MOVE_TEXT_SIZE];
    char *at = put_san(text, pos, move);
    arb_pos next;

    arb_pos_play(&next, pos, move);
    if (arb_pos_is_check(&next))
        *at++ = arb_pos_count(&next) == 0 ? '#' : '+';
    assert((size_t)(at - text) < sizeof text);
    return hand_over(out, size, text, (size_t)(at - text));
}

size_t arb_uci_write(char *out, size_t size, arb_move move, arb_variant variant)
{
    static const char letters[ARB_ROLE_COUNT] = { 'p', 'n', 'b', 'r', 'q', 'k' };
    const arb_hand hand = arb_move_hand(move, variant);
    char text[ARB_MOVE_TEXT_SIZE];
    char *at = put_square(put_square(text, hand.from), hand.to);

    if (hand.promotion != ARB_ROLE_NONE)
        *at++ = letters[hand.promotion];
    return hand_over(out, size, text, (size_t)(at - text));
}

static arb_err read_square(arb_square *out, arb_cursor *cur, arb_where *where)
{
    const arb_cursor here = *cur;
    const int file = arb_cursor_next(cur), rank = arb_cursor_next(cur);

    if (file < 'a' || file > 'h' || rank < '1' || rank > '8')
        return arb_cursor_fail(&here, where, ARB_EXPECT_SQUARE);
    *out = arb_square_at((unsigned)(file - 'a'), (unsigned)(rank - '1'));
    return ARB_OK;
}

arb_err arb_uci_read(arb_hand *out, arb_where *where, const char *text, size_t size)
{
    static const char letters[] = "nbrq";
    arb_hand hand = { .promotion = ARB_ROLE_NONE };
    arb_cursor cur;

    arb_cursor_init(&cur, text, size);
    arb_err err = read_square(&hand.from, &cur, where);
    if (!err)
        err = read_square(&hand.to, &cur, where);
    if (err)
        return err;
    if (!arb_cursor_at_end(&cur)) {
        const int letter = arb_cursor_peek(&cur);
        const char *found = letter ? strchr(letters, letter) : NULL;
        if (!found)
            return arb_cursor_fail(&cur, where, ARB_EXPECT_PROMOTION);
        hand.promotion = (uint8_t)(ARB_KNIGHT + (found - letters));
        arb_cursor_next(&cur);
    }
    if (!arb_cursor_at_end(&cur))
        return arb_cursor_fail(&cur, where, ARB_EXPECT_END);
    *out = hand;
    return ARB_OK;
}
