/* SPDX-License-Identifier: MIT */
/*
 * A written move, from text, without a position (Laws, Appendix C). Moves in words are read in
 * written_words.c, what may follow a move in written_marks.c; what a written move means in a
 * position, in reading.c.
 */
#include <string.h>

#include "arbitro/utf8.h"
#include "board/names.h"
#include "notation/written_internal.h"

/* The figurines of Unicode, in the order of arb_role. */
static const char *const figurines[2][ARB_ROLE_COUNT] = {
    { "♙", "♘", "♗", "♖", "♕", "♔" },
    { "♟", "♞", "♝", "♜", "♛", "♚" },
};

const char *arb_figurine(arb_colour colour, arb_role role)
{
    return figurines[colour][role];
}

bool arb_written_boundary(const arb_cursor *cur)
{
    uint32_t code;

    if (arb_cursor_at_end(cur) || !arb_utf8_decode(&code, cur->at, (size_t)(cur->end - cur->at)))
        return true;
    const bool letter = (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') ||
                        (code >= 0xc0 && code < 0x2000 && code != 0xd7 && code != 0xf7);
    return !letter && !(code >= '0' && code <= '9');
}

/* Laws C.2, C.3: the piece whose letter or figurine comes next, the longest first. */
static arb_role take_piece(arb_cursor *cur, const arb_language *language)
{
    const char *best = NULL;
    arb_role role = ARB_ROLE_NONE;

    for (unsigned i = 0; i < ARB_ROLE_COUNT; i++) {
        const char *const texts[] = { language->letters.white[i], figurines[0][i],
                                      figurines[1][i] };
        for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) {
            arb_cursor ahead = *cur;
            if (texts[j] && (!best || strlen(texts[j]) > strlen(best)) &&
                arb_cursor_take_text(&ahead, texts[j])) {
                best = texts[j];
                role = (arb_role)i;
            }
        }
    }
    for (const arb_letter *more = language->further; more && more->text; more++) {
        arb_cursor ahead = *cur;
        if ((!best || strlen(more->text) > strlen(best)) &&
            arb_cursor_take_text(&ahead, more->text)) {
            best = more->text;
            role = more->role;
        }
    }
    if (best) {
        cur->at += strlen(best);
        arb_cursor_take_text(cur, "\ufe0e"); /* "as text", which may follow a figurine */
    }
    return role;
}

/* Laws C.5 */
uint8_t arb_written_take_file(arb_cursor *cur)
{
    const int c = arb_cursor_peek(cur);

    if (c < 'a' || c > 'h')
        return ARB_UNSAID;
    arb_cursor_next(cur);
    return (uint8_t)(c - 'a');
}

/* Laws C.6 */
uint8_t arb_written_take_rank(arb_cursor *cur)
{
    const int c = arb_cursor_peek(cur);

    if (c < '1' || c > '8')
        return ARB_UNSAID;
    arb_cursor_next(cur);
    return (uint8_t)(c - '1');
}

bool arb_written_take_any(arb_cursor *cur, const char *const *texts)
{
    for (; *texts; texts++)
        if (arb_cursor_take_text(cur, *texts))
            return true;
    return false;
}

static bool take_hyphen(arb_cursor *cur)
{
    static const char *const hyphens[] = { "-", "‐", "‑", "–", "—", "−", NULL };
    return arb_written_take_any(cur, hyphens);
}

/* Laws C.13.3 */
bool arb_written_take_cross(arb_cursor *cur)
{
    static const char *const crosses[] = { "x", "X", "×", ":", "х", NULL };
    return arb_written_take_any(cur, crosses);
}

/* Laws C.13.1, C.13.2: zeros; the letter O is read too, the capital also without hyphens. */
static bool take_castling(arb_written *w, arb_cursor *cur)
{
    arb_cursor ahead = *cur, end = *cur;
    int rings = 0;

    while (rings < 3) {
        const int c = arb_cursor_next(&ahead);
        if (c != '0' && c != 'O' && c != 'o')
            break;
        rings++;
        end = ahead;
        if (!take_hyphen(&ahead) && !(c == 'O' && arb_cursor_peek(&ahead) == 'O'))
            break;
    }
    if (rings < 2 || !arb_written_boundary(&end))
        return false;
    w->form = ARB_FORM_SHORT;
    w->role = ARB_KING;
    w->castling = rings == 2 ? ARB_KINGSIDE : ARB_QUEENSIDE;
    *cur = end;
    return true;
}

/* Four digits for two squares, and one for a promotion. */
static bool take_numeric(arb_written *w, arb_cursor *cur)
{
    static const uint8_t pieces[] = { ARB_QUEEN, ARB_ROOK, ARB_BISHOP, ARB_KNIGHT };
    arb_cursor ahead = *cur;
    uint8_t digits[4];

    for (int i = 0; i < 4; i++)
        if ((digits[i] = arb_written_take_rank(&ahead)) == ARB_UNSAID)
            return false;
    const uint8_t piece = arb_written_take_rank(&ahead);
    if (piece != ARB_UNSAID && piece >= sizeof pieces)
        return false;
    if (!arb_written_boundary(&ahead))
        return false;
    w->form = ARB_FORM_NUMERIC;
    w->from_file = digits[0];
    w->from_rank = digits[1];
    w->to_file = digits[2];
    w->to_rank = digits[3];
    w->promotion = piece == ARB_UNSAID ? (uint8_t)ARB_ROLE_NONE : pieces[piece];
    *cur = ahead;
    return true;
}

/* Laws C.9, C.9.1, C.9.2: what may stand between; a hyphen only before a file, for it has other
 * uses. */
static bool take_separator(arb_written *w, arb_cursor *cur)
{
    arb_cursor ahead = *cur;

    if (arb_written_take_cross(&ahead)) {
        w->capture = true;
    } else if (take_hyphen(&ahead)) {
        arb_cursor file = ahead;
        if (arb_written_take_file(&file) == ARB_UNSAID)
            return false;
    } else {
        return false;
    }
    *cur = ahead;
    return true;
}

/* One square alone is that of arrival; a colon may follow it instead of standing before. */
static arb_err take_arrival_alone(arb_written *w, arb_cursor *cur, const arb_cursor *after_square,
                                  arb_where *where)
{
    const bool begun = cur->at != after_square->at || w->from_file != ARB_UNSAID ||
                       w->from_rank != ARB_UNSAID || w->role != ARB_ROLE_NONE;

    if (w->from_file == ARB_UNSAID || w->from_rank == ARB_UNSAID)
        return arb_cursor_fail(cur, where, begun ? ARB_WANTED_SQUARE : ARB_WANTED_MOVE);
    w->to_file = w->from_file;
    w->to_rank = w->from_rank;
    w->from_file = w->from_rank = ARB_UNSAID;
    *cur = *after_square;
    w->capture = arb_cursor_take(cur, ':');
    return ARB_OK;
}

/* Laws C.7, C.8: origin, as far as it is written, and square of arrival. */
static arb_err take_squares(arb_written *w, arb_cursor *cur, arb_where *where)
{
    w->from_file = arb_written_take_file(cur);
    w->from_rank = arb_written_take_rank(cur);
    const arb_cursor after_square = *cur;
    const bool parted = take_separator(w, cur);

    w->to_file = arb_written_take_file(cur);
    if (w->to_file == ARB_UNSAID)
        return take_arrival_alone(w, cur, &after_square, where);
    w->to_rank = arb_written_take_rank(cur);
    const bool file_only =
        w->from_file != ARB_UNSAID && w->from_rank == ARB_UNSAID && w->from_file != w->to_file;
    const bool pawn = w->role == ARB_ROLE_NONE || w->role == ARB_PAWN;
    if (w->to_rank == ARB_UNSAID && !(pawn && file_only))
        return arb_cursor_fail(cur, where, ARB_WANTED_SQUARE);
    if (arb_cursor_take(cur, ':'))
        w->capture = true;
    if (w->from_file != ARB_UNSAID && w->from_rank != ARB_UNSAID)
        w->form = w->role == ARB_ROLE_NONE && !parted ? ARB_FORM_COORDINATES : ARB_FORM_LONG;
    return ARB_OK;
}

/* Laws C.11: the new piece, plain or behind a sign. */
static arb_err take_promotion(arb_written *w, arb_cursor *cur, arb_where *where,
                              const arb_language *language)
{
    if (arb_cursor_at_end(cur))
        return ARB_OK;
    arb_cursor ahead = *cur;
    const bool equals = arb_cursor_take(&ahead, '=');
    const bool bracket = arb_cursor_take(&ahead, '(');

    if (!equals && !bracket && !arb_cursor_take(&ahead, '/'))
        take_hyphen(&ahead);
    const arb_cursor before = ahead;
    arb_role role = take_piece(&ahead, language);

    if (role == ARB_ROLE_NONE &&
        (w->form == ARB_FORM_COORDINATES || (equals && language == arb_language_at(0))))
        role = arb_promotion_take(&ahead);
    if (role == ARB_ROLE_NONE) {
        /* a hyphen, and before anything but a letter a bracket or an equals sign, has other uses */
        const int first = arb_cursor_peek(cur);
        const bool letter = (first == '=' || first == '(') && !arb_written_boundary(&before);
        return first == '/' || letter ? arb_cursor_fail(&before, where, ARB_WANTED_PROMOTION_PIECE)
                                      : ARB_OK;
    }
    if (bracket && !arb_cursor_take(&ahead, ')'))
        return arb_cursor_fail(&ahead, where, ARB_WANTED_BRACKET);
    w->promotion = (uint8_t)role;
    *cur = ahead;
    return ARB_OK;
}

/* Laws C, C.4: the algebraic notation, in which a pawn needs no letter. */
static arb_err take_algebraic(arb_written *w, arb_cursor *cur, arb_where *where,
                              const arb_language *language)
{
    arb_role role = take_piece(cur, language);

    if (role == ARB_ROLE_NONE && (arb_cursor_take(cur, 'p') || arb_cursor_take(cur, 'P')))
        role = ARB_PAWN;
    w->form = ARB_FORM_SHORT;
    w->role = (uint8_t)role;
    w->pawn_letter = role == ARB_PAWN;
    arb_err err = take_squares(w, cur, where);
    if (err)
        return err;
    if (w->role == ARB_ROLE_NONE && w->form == ARB_FORM_SHORT)
        w->role = ARB_PAWN;
    if (w->role == ARB_PAWN || w->role == ARB_ROLE_NONE)
        err = take_promotion(w, cur, where, language);
    return err;
}

/* Is all that is left two squares? Then it is neither words nor castling nor digits: most moves
 * that programs send are written so. */
static bool is_two_squares(arb_cursor cur)
{
    return arb_cursor_left(&cur) == 4 && arb_written_take_file(&cur) != ARB_UNSAID &&
           arb_written_take_rank(&cur) != ARB_UNSAID && arb_written_take_file(&cur) != ARB_UNSAID &&
           arb_written_take_rank(&cur) != ARB_UNSAID;
}

arb_err arb_written_take(arb_written *out, arb_cursor *cur, arb_where *where,
                         const arb_language *language, bool alone)
{
    static const arb_written nothing = { .role = ARB_ROLE_NONE,
                                         .castling = ARB_WING_COUNT,
                                         .from_file = ARB_UNSAID,
                                         .from_rank = ARB_UNSAID,
                                         .to_file = ARB_UNSAID,
                                         .to_rank = ARB_UNSAID,
                                         .promotion = ARB_ROLE_NONE };
    arb_written w = nothing;
    arb_cursor ahead = *cur;

    if (is_two_squares(*cur) || (!arb_words_take(&w, &ahead, language, alone) &&
                                 !take_castling(&w, &ahead) && !take_numeric(&w, &ahead))) {
        w = nothing;
        ahead = *cur;
        const arb_err err = take_algebraic(&w, &ahead, where, language);
        if (err)
            return err;
    }
    arb_marks_take(&w, &ahead, language);
    *out = w;
    *cur = ahead;
    return ARB_OK;
}

arb_err arb_written_read(arb_written *out, arb_where *where, const char *text, size_t size,
                         const arb_language *language)
{
    arb_written w;
    arb_cursor cur;

    arb_cursor_init(&cur, text, size);
    arb_cursor_skip_blanks(&cur);
    const arb_err err =
        arb_written_take(&w, &cur, where, language ? language : arb_language_at(0), true);
    if (err)
        return err;
    arb_cursor_skip_blanks(&cur);
    if (!arb_cursor_at_end(&cur))
        return arb_cursor_fail(&cur, where, ARB_WANTED_MOVE_END);
    *out = w;
    return ARB_OK;
}
