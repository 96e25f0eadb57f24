/* SPDX-License-Identifier: MIT */
/* What may follow a written move: check, mate, e.p., the offer of a draw, a judgement (C.12, C.13).
 */
#include "notation/written_internal.h"

static const struct {
    const char *text;
    arb_glyph glyph;
} glyphs[] = { /* the longer ones first */
               { "!!", ARB_GLYPH_EXCELLENT },      { "??", ARB_GLYPH_WRONG },
               { "!?", ARB_GLYPH_INTERESTING },    { "?!", ARB_GLYPH_DUBIOUS },
               { "!", ARB_GLYPH_STRONG },          { "?", ARB_GLYPH_WEAK },
               { "+-", ARB_GLYPH_WHITE_DECISIVE }, { "-+", ARB_GLYPH_BLACK_DECISIVE }
};

const char *arb_glyph_text(arb_glyph glyph)
{
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
        if (glyphs[i].glyph == glyph)
            return glyphs[i].text;
    return "";
}

static bool take_glyph(arb_written *w, arb_cursor *cur)
{
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs && w->glyph == ARB_GLYPH_NONE; i++) {
        if (arb_cursor_take_text(cur, glyphs[i].text)) {
            w->glyph = (uint8_t)glyphs[i].glyph;
            return true;
        }
    }
    return false;
}

/* "+", but not that of "+-" behind a check, nor that of a forfeit "+/-". */
static bool take_plus(arb_cursor *cur)
{
    arb_cursor ahead = *cur;

    if (arb_cursor_take_text(cur, "†"))
        return true;
    if (!arb_cursor_take(&ahead, '+') || arb_cursor_peek(&ahead) == '/')
        return false;
    *cur = ahead;
    return true;
}

static bool take_double_plus(arb_cursor *cur)
{
    arb_cursor ahead = *cur;

    if (!arb_cursor_take_text(&ahead, "++") || arb_cursor_peek(&ahead) == '-')
        return false;
    *cur = ahead;
    return true;
}

/* Laws C.13.4, C.13.5 */
static bool take_check(arb_written *w, arb_cursor *cur)
{
    static const char *const discovered[] = { "sc.", "sc", NULL };

    if (w->check != ARB_CHECK_UNMARKED)
        return false;
    if (take_double_plus(cur)) {
        w->check = ARB_CHECK_DOUBLE_PLUS;
    } else if (arb_cursor_take(cur, '#')) {
        w->check = ARB_CHECK_MATE;
    } else if (take_plus(cur)) {
        arb_cursor ahead = *cur;
        w->check = ARB_CHECK_PLUS;
        arb_cursor_skip_blanks(&ahead);
        if (arb_written_take_any(&ahead, discovered) && arb_written_boundary(&ahead)) {
            w->check = ARB_CHECK_DISCOVERED;
            *cur = ahead;
        }
    } else {
        return false;
    }
    return true;
}

/* Laws C.12, C.13.6 */
static bool take_mark(arb_written *w, arb_cursor *cur, const arb_language *language)
{
    static const char *const passing[] = { "e.p.", "e.p", "ep.", "ep", NULL };
    arb_cursor ahead = *cur;

    if (!w->en_passant && arb_written_take_any(&ahead, passing) && arb_written_boundary(&ahead))
        w->en_passant = true;
    else if (!w->draw_offer &&
             (arb_cursor_take_text(&ahead, "(=)") || arb_cursor_take(&ahead, '=')))
        w->draw_offer = true;
    else if (!arb_words_take_mark(w, &ahead, language))
        return false;
    *cur = ahead;
    return true;
}

/* Laws C.13: every kind of mark once. */
void arb_marks_take(arb_written *w, arb_cursor *cur, const arb_language *language)
{
    while (!arb_cursor_at_end(cur)) {
        arb_cursor ahead = *cur;
        arb_cursor_skip_blanks(&ahead);
        if (!take_glyph(w, &ahead) && !take_check(w, &ahead) && !take_mark(w, &ahead, language))
            return;
        *cur = ahead;
    }
}
