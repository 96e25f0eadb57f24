/* SPDX-License-Identifier: MIT */
/* Legal moves as text, in every notation and language (Laws, Appendix C). */
#include <assert.h>

#include "arbitro/notation.h"
#include "base/sink.h"
#include "notation/written_internal.h"

const arb_style arb_style_san = { .form = ARB_FORM_SHORT,
                                  .promotion = ARB_PROMOTION_EQUALS,
                                  .check = true,
                                  .letter_castling = true };
const arb_style arb_style_fide = { .form = ARB_FORM_SHORT, .check = true, .en_passant = true };
const arb_style arb_style_long = { .form = ARB_FORM_LONG, .check = true, .en_passant = true };
const arb_style arb_style_uci = { .form = ARB_FORM_COORDINATES };
const arb_style arb_style_numeric = { .form = ARB_FORM_NUMERIC };
const arb_style arb_style_words = { .form = ARB_FORM_WORDS, .check = true, .en_passant = true };

/* A move on its way to paper. */
typedef struct writing {
    arb_sink sink;
    const arb_pos *pos;
    arb_move move;
    const arb_style *style;
    const arb_language *language;
    bool check, mate; /* what the move gives */
} writing;

static void put_file(writing *w, arb_square square)
{
    arb_sink_char(&w->sink, arb_file_letter(arb_square_file(square)));
}

static void put_rank(writing *w, arb_square square)
{
    arb_sink_char(&w->sink, arb_rank_digit(arb_square_rank(square)));
}

/* Laws C.7 */
static void put_square(writing *w, arb_square square)
{
    put_file(w, square);
    put_rank(w, square);
}

/* Laws C.2, C.3 */
static void put_piece(writing *w, arb_role role)
{
    const arb_colour colour =
        w->style->naming == ARB_NAMING_WHITE_FIGURINES ? ARB_WHITE : (arb_colour)w->pos->turn;

    if (w->style->naming == ARB_NAMING_LETTERS && arb_language_has_letters(w->language))
        arb_sink_text(&w->sink, w->language->letters.white[role]);
    else
        arb_sink_text(&w->sink, arb_figurine(colour, role));
}

static bool captures(const writing *w)
{
    return arb_move_captured(w->pos, w->move) != ARB_SQUARE_NONE;
}

/* Laws C.8, C.9, C.10 */
static void put_origin(writing *w)
{
    const arb_square from = arb_move_from(w->move);

    if (w->style->form == ARB_FORM_LONG) {
        put_square(w, from);
        if (w->style->hyphen && !captures(w))
            arb_sink_char(&w->sink, '-');
        return;
    }
    const arb_origin needed = arb_origin_needed(w->pos, w->move);
    if (needed.file)
        put_file(w, from);
    if (needed.rank)
        put_rank(w, from);
}

/* Laws C.11 */
static void put_promotion(writing *w)
{
    static const char *const before[ARB_PROMOTION_COUNT] = { "", "=", "(", "/", "-" };
    const arb_role promotion = arb_move_promotion(w->move);

    if (promotion == ARB_ROLE_NONE)
        return;
    arb_sink_text(&w->sink, before[w->style->promotion]);
    put_piece(w, promotion);
    if (w->style->promotion == ARB_PROMOTION_PARENTHESES)
        arb_sink_char(&w->sink, ')');
}

/* A word of the language, or its sign where there is none, with a blank before it unless it is the
 * first. */
static void put_word(writing *w, arb_meaning meaning)
{
    static const char *const signs[ARB_MEANING_COUNT] = {
        [ARB_MEANING_TAKES] = "x",         [ARB_MEANING_PROMOTES] = "=",
        [ARB_MEANING_KINGSIDE] = "0-0",    [ARB_MEANING_QUEENSIDE] = "0-0-0",
        [ARB_MEANING_EN_PASSANT] = "e.p.", [ARB_MEANING_CHECK] = "+",
        [ARB_MEANING_MATE] = "#",
    };
    const char *word = arb_language_word(w->language, meaning);

    if (w->sink.length > 0)
        arb_sink_char(&w->sink, ' ');
    if (w->language->capital_names && meaning <= ARB_MEANING_KING)
        arb_sink_char(&w->sink, (char)(*word++ - 'a' + 'A'));
    arb_sink_text(&w->sink, *word || !signs[meaning] ? word : signs[meaning]);
}

/* Laws C.13.4, C.13.5: what the move does to the king, in signs or in words. */
static void put_check(writing *w, bool words)
{
    static const char *const signs[ARB_MATE_COUNT] = { "#", "++", "" };

    if (!w->style->check || !w->check)
        return;
    if (words)
        put_word(w, w->mate ? ARB_MEANING_MATE : ARB_MEANING_CHECK);
    else
        arb_sink_text(&w->sink, w->mate ? signs[w->style->mate] : "+");
}

static void put_algebraic(writing *w)
{
    static const char *const signs[ARB_CAPTURE_COUNT] = { "x", ":", "" };
    const arb_role role = arb_move_role(w->move);

    if (arb_move_kind_of(w->move) == ARB_MOVE_CASTLING) { /* Laws C.13.1, C.13.2 */
        const bool kingside = arb_move_rook(w->move) > arb_move_from(w->move);
        const bool letters = w->style->letter_castling;
        arb_sink_text(&w->sink,
                      kingside ? (letters ? "O-O" : "0-0") : (letters ? "O-O-O" : "0-0-0"));
        put_check(w, false);
        return;
    }
    if (role != ARB_PAWN) /* Laws C.4 */
        put_piece(w, role);
    put_origin(w);
    if (captures(w))
        arb_sink_text(&w->sink, signs[w->style->capture]);
    put_square(w, arb_move_to(w->move));
    put_promotion(w);
    put_check(w, false);
    if (w->style->en_passant && arb_move_kind_of(w->move) == ARB_MOVE_EN_PASSANT)
        arb_sink_text(&w->sink, " e.p."); /* Laws C.13.6 */
}

static void put_coordinates(writing *w)
{
    char text[ARB_HAND_SIZE];

    arb_uci_write(text, sizeof text, w->move, w->style->variant);
    arb_sink_text(&w->sink, text);
}

static void put_numeric(writing *w)
{
    static const char digits[ARB_ROLE_COUNT] = { 0, '4', '3', '2', '1', 0 };
    const arb_hand hand = arb_move_hand(w->move, w->style->variant);
    const arb_square squares[] = { hand.from, hand.to };

    for (int i = 0; i < 2; i++) {
        arb_sink_char(&w->sink, arb_rank_digit(arb_square_file(squares[i])));
        put_rank(w, squares[i]);
    }
    if (hand.promotion != ARB_ROLE_NONE)
        arb_sink_char(&w->sink, digits[hand.promotion]);
}

static void put_words(writing *w)
{
    const arb_role promotion = arb_move_promotion(w->move);
    const arb_square from = arb_move_from(w->move);

    if (arb_move_kind_of(w->move) == ARB_MOVE_CASTLING) {
        const bool kingside = arb_move_rook(w->move) > from;
        put_word(w, kingside ? ARB_MEANING_KINGSIDE : ARB_MEANING_QUEENSIDE);
        put_check(w, true);
        return;
    }
    put_word(w, (arb_meaning)arb_move_role(w->move));
    const arb_origin needed = arb_origin_needed(w->pos, w->move);
    if (needed.file || needed.rank)
        arb_sink_char(&w->sink, ' ');
    if (needed.file)
        put_file(w, from);
    if (needed.rank)
        put_rank(w, from);
    if (captures(w))
        put_word(w, ARB_MEANING_TAKES);
    /* two squares side by side would be two moves on a sheet */
    arb_sink_char(&w->sink, needed.file && needed.rank && !captures(w) ? '-' : ' ');
    put_square(w, arb_move_to(w->move));
    if (promotion != ARB_ROLE_NONE) {
        put_word(w, ARB_MEANING_PROMOTES);
        put_word(w, (arb_meaning)promotion);
    }
    if (w->style->en_passant && arb_move_kind_of(w->move) == ARB_MOVE_EN_PASSANT)
        put_word(w, ARB_MEANING_EN_PASSANT);
    put_check(w, true);
}

size_t arb_move_write_known(char *out, size_t size, const arb_pos *pos, arb_move move,
                            const arb_style *style, bool check, bool mate)
{
    writing w = { .sink = { out, size, 0 },
                  .pos = pos,
                  .move = move,
                  .style = style,
                  .language = style->language ? style->language : arb_language_at(0),
                  .check = check,
                  .mate = mate };

    switch (style->form) {
    case ARB_FORM_SHORT:
    case ARB_FORM_LONG:
        put_algebraic(&w);
        break;
    case ARB_FORM_COORDINATES:
        put_coordinates(&w);
        break;
    case ARB_FORM_NUMERIC:
        put_numeric(&w);
        break;
    case ARB_FORM_WORDS:
        put_words(&w);
        break;
    case ARB_FORM_NONE:
        assert(false && "a style has a form");
    }
    return arb_sink_end(&w.sink);
}

size_t arb_move_write(char *out, size_t size, const arb_pos *pos, arb_move move,
                      const arb_style *style)
{
    bool check = false, mate = false;
    arb_pos next;

    if (style->check) {
        arb_pos_play(&next, pos, move);
        check = arb_pos_is_check(&next);
        mate = check && arb_pos_count(&next) == 0;
    }
    return arb_move_write_known(out, size, pos, move, style, check, mate);
}

size_t arb_san_write(char *out, size_t size, const arb_pos *pos, arb_move move)
{
    return arb_move_write(out, size, pos, move, &arb_style_san);
}
