/* SPDX-License-Identifier: MIT */
/* How squares, colours, pieces and displacements are spelt; everybody else asks here. */
#include <assert.h>
#include <string.h>

#include "arbitro/fen.h"
#include "base/sink.h"
#include "board/names.h"

/* What the headers define inline is also there for programs that load the library. */
extern inline arb_piece arb_piece_of(arb_colour colour, arb_role role);
extern inline arb_colour arb_piece_colour(arb_piece piece);
extern inline arb_role arb_piece_role(arb_piece piece);
extern inline arb_colour arb_opponent(arb_colour colour);
extern inline unsigned arb_square_file(arb_square square);
extern inline unsigned arb_square_rank(arb_square square);
extern inline arb_square arb_square_at(unsigned file, unsigned rank);
extern inline char arb_file_letter(unsigned file);
extern inline char arb_rank_digit(unsigned rank);
extern inline bool arb_square_is_light(arb_square square);
extern inline bool arb_move_equal(arb_move a, arb_move b);

const arb_letters arb_letters_en = { { "P", "N", "B", "R", "Q", "K" },
                                     { "p", "n", "b", "r", "q", "k" } };
const arb_letters arb_letters_it = { { "P", "C", "A", "T", "D", "R" },
                                     { "p", "c", "a", "t", "d", "r" } };

static const char *const colour_words[] = { "none", "white", "black", "both" };

static void put_square(arb_sink *sink, arb_square square)
{
    arb_sink_char(sink, arb_file_letter(arb_square_file(square)));
    arb_sink_char(sink, arb_rank_digit(arb_square_rank(square)));
}

/* Laws C.7 */
size_t arb_square_write(char *out, size_t size, arb_square square)
{
    arb_sink sink = { out, size, 0 };

    if (square < ARB_SQUARE_COUNT)
        put_square(&sink, square);
    else
        arb_sink_char(&sink, '-');
    return arb_sink_end(&sink);
}

arb_square arb_square_read(const char *text, size_t size)
{
    if (size != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return ARB_SQUARE_NONE;
    return arb_square_at((unsigned)(text[0] - 'a'), (unsigned)(text[1] - '1'));
}

bool arb_square_take(arb_square *out, arb_cursor *cur)
{
    const size_t left = (size_t)(cur->end - cur->at);
    const arb_square square = arb_square_read(cur->at, left < 2 ? left : 2);

    if (square == ARB_SQUARE_NONE)
        return false;
    *out = square;
    cur->at += 2;
    return true;
}

const char *arb_colour_word(arb_colour colour)
{
    return colour_words[colour < ARB_COLOUR_COUNT ? 1u << colour : 0];
}

const char *arb_colours_word(unsigned colours)
{
    assert(colours <= 3);
    return colour_words[colours];
}

arb_colour arb_colour_read(const char *text, size_t size)
{
    for (arb_colour colour = ARB_WHITE; colour < ARB_COLOUR_COUNT; colour++)
        if (strlen(arb_colour_word(colour)) == size &&
            memcmp(arb_colour_word(colour), text, size) == 0)
            return colour;
    return ARB_COLOUR_COUNT;
}

char arb_role_letter(arb_role role)
{
    assert(role < ARB_ROLE_COUNT);
    return arb_letters_en.black[role][0];
}

char arb_piece_letter(arb_piece piece)
{
    if (piece == ARB_PIECE_NONE)
        return '.';
    return *(arb_piece_colour(piece) == ARB_WHITE ? arb_letters_en.white
                                                  : arb_letters_en.black)[arb_piece_role(piece)];
}

arb_piece arb_piece_from_letter(char letter)
{
    for (arb_piece piece = 1; piece <= arb_piece_of(ARB_BLACK, ARB_KING); piece++)
        if ((piece & 7u) - 1u < ARB_ROLE_COUNT && arb_piece_letter(piece) == letter)
            return piece;
    return ARB_PIECE_NONE;
}

size_t arb_hand_write(char *out, size_t size, arb_hand hand)
{
    arb_sink sink = { out, size, 0 };

    if (hand.from >= ARB_SQUARE_COUNT || hand.to >= ARB_SQUARE_COUNT) {
        arb_sink_text(&sink, "--");
        return arb_sink_end(&sink);
    }
    put_square(&sink, hand.from);
    put_square(&sink, hand.to);
    if (hand.promotion < ARB_ROLE_COUNT)
        arb_sink_char(&sink, arb_role_letter((arb_role)hand.promotion));
    return arb_sink_end(&sink);
}

arb_role arb_promotion_take(arb_cursor *cur)
{
    for (arb_role role = ARB_KNIGHT; role < ARB_KING; role++)
        if (arb_cursor_take(cur, arb_role_letter(role)))
            return role;
    return ARB_ROLE_NONE;
}

arb_err arb_hand_read(arb_hand *out, arb_where *where, const char *text, size_t size)
{
    arb_hand hand;
    arb_cursor cur;

    arb_cursor_init(&cur, text, size);
    if (!arb_square_take(&hand.from, &cur) || !arb_square_take(&hand.to, &cur))
        return arb_cursor_fail(&cur, where, ARB_WANTED_SQUARE);
    hand.promotion = (uint8_t)arb_promotion_take(&cur);
    if (!arb_cursor_at_end(&cur))
        return arb_cursor_fail(
            &cur, where, hand.promotion == ARB_ROLE_NONE ? ARB_WANTED_PROMOTION : ARB_WANTED_END);
    *out = hand;
    return ARB_OK;
}
