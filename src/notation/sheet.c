/* SPDX-License-Identifier: MIT */
/* Whole scoresheets: their moves one after the other, compared, and their language guessed. */
#include "arbitro/sheet.h"

#include "notation/written_internal.h"

/* A result or the sign of an unfinished game: after it no move follows. */
static bool at_result(const arb_cursor *cur)
{
    static const char *const results[] = { "1-0", "0-1", "1/2-1/2", "½-½", "1/2", "½", "*", NULL };

    for (const char *const *result = results; *result; result++) {
        arb_cursor ahead = *cur;
        if (arb_cursor_take_text(&ahead, *result) && arb_written_boundary(&ahead))
            return true;
    }
    return false;
}

static bool skip_white(arb_cursor *cur)
{
    const char *before = cur->at;

    while (!arb_cursor_at_end(cur)) {
        const int c = arb_cursor_peek(cur);
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r')
            break;
        arb_cursor_next(cur);
    }
    return cur->at != before;
}

/* A comment in braces, to its end or that of the text. */
static bool skip_comment(arb_cursor *cur)
{
    if (!arb_cursor_take(cur, '{'))
        return false;
    while (!arb_cursor_at_end(cur) && arb_cursor_next(cur) != '}')
        continue;
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
    const bool bare = short_number && arb_cursor_peek(&ahead) == ' ';
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
    while (skip_white(&cur) || skip_comment(&cur) || skip_number(&cur))
        continue;
    if (arb_cursor_at_end(&cur) || at_result(&cur)) {
        *out = (arb_written){ .form = ARB_FORM_NONE };
        return ARB_OK;
    }
    arb_written written;
    const size_t began = (size_t)(cur.at - cur.begin);
    const arb_err err = arb_written_take(&written, &cur, where, language, false);
    if (err)
        return err;
    if (!arb_written_boundary(&cur))
        return arb_cursor_fail(&cur, where, ARB_EXPECT_MOVE_END);
    sheet->began = began;
    sheet->at = (size_t)(cur.at - cur.begin);
    *out = written;
    return ARB_OK;
}

/* The next move of a sheet and its meaning; ARB_FORM_NONE in `written` at the end. */
static arb_err read_next(arb_written *written, arb_reading *reading, arb_sheet *sheet,
                         const arb_pos *pos, arb_variant variant)
{
    const arb_err err = arb_sheet_next(written, sheet, NULL);

    if (err || written->form == ARB_FORM_NONE)
        return err;
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
        arb_err err = read_next(&from_a, &d.one, &a, &pos, variant);
        if (!err)
            err = read_next(&from_b, &d.other, &b, &pos, variant);
        if (err)
            return err;
        d.one_at = from_a.form == ARB_FORM_NONE ? a.at : a.began;
        d.other_at = from_b.form == ARB_FORM_NONE ? b.at : b.began;
        if (from_a.form == ARB_FORM_NONE || from_b.form == ARB_FORM_NONE)
            break;
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
        if (read_next(&written, &reading, &sheet, &pos, variant))
            return false;
        if (written.form == ARB_FORM_NONE)
            break;
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
    bool same_moves = true;

    for (size_t i = 0; i < arb_language_count(); i++) {
        const arb_sheet sheet = { .text = text, .size = size, .language = arb_language_at(i) };
        uint64_t key;
        bool any;
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
    else if (guess.fitting > 1 && guess.fitting < arb_language_count() && same_moves)
        guess.certainty = ARB_CERTAINTY_PROBABLE;
    return guess;
}
