/* SPDX-License-Identifier: MIT */
/* Whole scoresheets: their moves one after the other, compared, and their language guessed. */
#include "arbitro/sheet.h"

#include <string.h>

#include "notation/written_internal.h"

/* Moves past a result, a forfeit, "abb." for resigning, or the sign of an unfinished game. */
static bool take_result(arb_cursor *cur)
{
    static const char *const results[] = {
        "1-0", "1–0", "0-1", "0–1", "1/2-1/2", "1/2–1/2", "½-½",  "½–½",
        "1/2", "½",   "*",   "+/-", "-/+",     "-/-",     "abb.", NULL,
    };
    arb_cursor ahead = *cur;

    if (!arb_written_take_any(&ahead, results) || !arb_written_boundary(&ahead))
        return false;
    *cur = ahead;
    return true;
}

static bool skip_white(arb_cursor *cur)
{
    static const char *const blanks[] = { " ", "\t", "\n", "\r", "\u00a0", "\ufeff", NULL };
    const char *before = cur->at;

    while (arb_written_take_any(cur, blanks))
        continue;
    return cur->at != before;
}

/* A comment: in braces, which must be closed, or the rest of a line. */
static bool skip_comment(arb_cursor *cur)
{
    arb_cursor ahead = *cur;
    const bool braces = arb_cursor_take(&ahead, '{');

    if (!braces && !arb_cursor_take(&ahead, ';'))
        return false;
    while (!arb_cursor_at_end(&ahead) && arb_cursor_peek(&ahead) != (braces ? '}' : '\n'))
        arb_cursor_next(&ahead);
    if (braces && !arb_cursor_take(&ahead, '}'))
        return false; /* else it would swallow the rest of the game */
    *cur = ahead;
    return true;
}

/* A variation, with those inside it; it must be closed, like a comment. */
static bool skip_variation(arb_cursor *cur)
{
    arb_cursor ahead = *cur;
    size_t depth = 0;

    if (arb_cursor_peek(&ahead) != '(')
        return false;
    do {
        if (arb_cursor_at_end(&ahead))
            return false;
        if (skip_comment(&ahead))
            continue;
        const int c = arb_cursor_next(&ahead);
        depth += c == '(';
        depth -= c == ')';
    } while (depth > 0);
    *cur = ahead;
    return true;
}

/* "$1", a judgement as PGN writes it. */
static bool skip_numeric_glyph(arb_cursor *cur)
{
    arb_cursor ahead = *cur;
    uint64_t number;

    if (!arb_cursor_take(&ahead, '$') || arb_cursor_read_number(&number, &ahead, 255))
        return false;
    *cur = ahead;
    return true;
}

/* "12.", "12..." or "12 ", or dots alone; four digits without a dot may be a move. */
static bool skip_number(arb_cursor *cur)
{
    arb_cursor ahead = *cur;
    uint64_t number;
    bool dots = false;

    (void)!arb_cursor_read_number(&number, &ahead, UINT64_MAX); /* dots alone are passed too */
    const bool short_number = ahead.at > cur->at && ahead.at < cur->at + 4;
    arb_cursor after = ahead;
    const bool bare = short_number && skip_white(&after);
    while (arb_cursor_take(&ahead, '.') || arb_cursor_take_text(&ahead, "…"))
        dots = true;
    if (!dots && !bare)
        return false;
    *cur = ahead;
    return true;
}

arb_err arb_sheet_next(arb_written *out, arb_sheet *sheet, arb_where *where)
{
    const arb_language *language = sheet->language ? sheet->language : arb_language_at(0);
    arb_cursor cur;

    arb_cursor_init(&cur, sheet->text, sheet->size);
    cur.at += sheet->at;
    while (skip_white(&cur) || skip_comment(&cur) || skip_variation(&cur) ||
           skip_numeric_glyph(&cur) || (sheet->result_size == 0 && skip_number(&cur)))
        continue;
    const size_t began = (size_t)(cur.at - cur.begin);
    if (sheet->result_size == 0 && take_result(&cur)) {
        sheet->result = began;
        sheet->at = (size_t)(cur.at - cur.begin);
        sheet->result_size = sheet->at - began;
        return arb_sheet_next(out, sheet, where); /* nothing may follow */
    }
    if (arb_cursor_peek(&cur) == '{')
        return arb_cursor_fail(&cur, where, ARB_WANTED_COMMENT_END);
    if (arb_cursor_peek(&cur) == '(')
        return arb_cursor_fail(&cur, where, ARB_WANTED_VARIATION_END);
    if (arb_cursor_at_end(&cur)) {
        *out = (arb_written){ .form = ARB_FORM_NONE };
        return ARB_OK;
    }
    if (sheet->result_size > 0)
        return arb_cursor_fail(&cur, where, ARB_WANTED_END);
    arb_written written;
    const arb_err err = arb_written_take(&written, &cur, where, language, false);
    if (err)
        return err;
    if (!arb_written_boundary(&cur))
        return arb_cursor_fail(&cur, where, ARB_WANTED_MOVE_END);
    sheet->began = began;
    sheet->at = (size_t)(cur.at - cur.begin);
    *out = written;
    return ARB_OK;
}

/* What a move of a sheet means; ARB_STATE when it is not legal. */
static arb_err interpret(arb_reading *reading, const arb_written *written, const arb_pos *pos,
                         arb_variant variant)
{
    *reading = arb_written_in(written, pos, variant);
    return reading->kind == ARB_READING_LEGAL ? ARB_OK : ARB_STATE;
}

arb_err arb_sheet_compare(arb_difference *out, const arb_sheet *one, const arb_sheet *other,
                          const arb_pos *start, arb_variant variant)
{
    arb_difference d = { .differ = false };
    arb_sheet a = *one, b = *other;
    arb_pos pos = *start;

    for (;; d.ply++) {
        arb_written from_a, from_b;
        arb_err err = arb_sheet_next(&from_a, &a, NULL);
        if (!err)
            err = arb_sheet_next(&from_b, &b, NULL);
        if (err)
            return err;
        d.one_ended = from_a.form == ARB_FORM_NONE;
        d.other_ended = from_b.form == ARB_FORM_NONE;
        d.one_at = d.one_ended ? a.at : a.began;
        d.other_at = d.other_ended ? b.at : b.began;
        d.one = d.other = (arb_reading){ .kind = ARB_READING_ILLEGAL };
        if (d.one_ended || d.other_ended)
            break; /* what one of them has more is not compared with anything */
        err = interpret(&d.one, &from_a, &pos, variant);
        if (!err)
            err = interpret(&d.other, &from_b, &pos, variant);
        if (err)
            return err;
        d.differ = !arb_move_equal(d.one.move, d.other.move);
        if (d.differ)
            break;
        arb_pos_play(&pos, &pos, d.one.move);
    }
    *out = d;
    return ARB_OK;
}

/* Plays the whole sheet in one language; false when a move cannot be read or played. The key of
 * the last position, mixed with those on the way, stands for the moves. */
static bool play_through(uint64_t *moves_key, bool *any, arb_sheet sheet, const arb_pos *start,
                         arb_variant variant)
{
    arb_pos pos = *start;
    uint64_t key = 0;

    for (*any = false;; *any = true) {
        arb_written written;
        arb_reading reading;
        if (arb_sheet_next(&written, &sheet, NULL))
            return false;
        if (written.form == ARB_FORM_NONE)
            break;
        if (interpret(&reading, &written, &pos, variant))
            return false;
        arb_pos_play(&pos, &pos, reading.move);
        key = (key ^ pos.key) * UINT64_C(0x9e3779b97f4a7c15);
    }
    *moves_key = key;
    return true;
}

arb_guess arb_sheet_guess(const char *text, size_t size, const arb_pos *start, arb_variant variant)
{
    arb_guess guess = { .certainty = ARB_CERTAINTY_NONE };
    uint64_t first_key = 0;
    size_t languages = 0;
    bool same_moves = true;

    for (size_t i = 0; i < arb_language_count(); i++) {
        const arb_sheet sheet = { .text = text, .size = size, .language = arb_language_at(i) };
        uint64_t key;
        bool any;
        if (strchr(sheet.language->code, '-')) /* another spelling of one that is tried already */
            continue;
        languages++;
        if (!play_through(&key, &any, sheet, start, variant) || !any)
            continue;
        if (guess.fitting++ == 0) {
            guess.language = sheet.language;
            first_key = key;
        }
        same_moves &= key == first_key;
    }
    if (guess.fitting == 1)
        guess.certainty = ARB_CERTAINTY_CERTAIN;
    else if (guess.fitting > 1 && guess.fitting < languages && same_moves)
        guess.certainty = ARB_CERTAINTY_PROBABLE;
    return guess;
}
