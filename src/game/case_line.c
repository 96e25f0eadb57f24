/* SPDX-License-Identifier: MIT */
/* Lines and words of case files; see case_internal.h. */
#include <string.h>

#include "clock/time_text.h"
#include "game/case_internal.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The length of a text in quotes, both of them included; 1 when the first is never closed. */
static size_t quoted_size(const char *text, size_t size)
{
    for (size_t i = 1; i < size; i++) {
        if (text[i] == '"')
            return i + 1;
        if (text[i] == '\\')
            i++;
    }
    return 1;
}

/* How much of a line comes before its comment. A # within a word (Qh4#) or in quotes begins none.
 */
static size_t size_before_comment(const char *text, size_t size)
{
    bool blank = true;

    for (size_t i = 0; i < size; i++) {
        if (blank && text[i] == '#')
            return i;
        if (blank && text[i] == '"')
            i += quoted_size(text + i, size - i) - 1;
        blank = is_blank(text[i]);
    }
    return size;
}

/* Cuts the line with which `text` begins. */
static arb_err cut(arb_case_line *out, const char *text, size_t size, arb_where *where)
{
    const size_t room = size < ARB_CASE_LINE_MAX + 2 ? size : ARB_CASE_LINE_MAX + 2;
    const char *feed = memchr(text, '\n', room);
    size_t length = feed ? (size_t)(feed - text) : size;

    out->length = length + (feed != NULL);
    if (length > 0 && text[length - 1] == '\r')
        length--;
    arb_cursor_init(&out->cursor, text, length);
    if (length > ARB_CASE_LINE_MAX) {
        arb_cursor end = out->cursor;
        end.at += ARB_CASE_LINE_MAX;
        return arb_cursor_fail(&end, where, ARB_WANTED_LINE_LENGTH);
    }
    length = size_before_comment(text, length);
    while (length > 0 && is_blank(text[length - 1]))
        length--;
    arb_cursor_init(&out->cursor, text, length);
    arb_cursor_skip_blanks(&out->cursor);
    return arb_cursor_check_visible(out->cursor, where);
}

arb_err arb_case_line_next(arb_case_line *out, arb_case_reader *reader, arb_where *where)
{
    for (;;) {
        const arb_err err = cut(out, reader->text + reader->at, reader->size - reader->at, where);
        if (err && where)
            where->line = reader->line;
        if (err || !arb_cursor_at_end(&out->cursor) || reader->at == reader->size)
            return err;
        arb_case_line_pass(reader, out);
    }
}

void arb_case_line_pass(arb_case_reader *reader, const arb_case_line *line)
{
    reader->at += line->length;
    reader->line++;
}

arb_err arb_case_line_ends(arb_cursor *cursor, arb_where *where)
{
    arb_cursor_skip_blanks(cursor);
    return arb_cursor_at_end(cursor) ? ARB_OK : arb_cursor_fail(cursor, where, ARB_WANTED_LINE_END);
}

arb_err arb_case_colour(arb_colour *out, arb_cursor *cursor, arb_where *where)
{
    const arb_cursor word = arb_cursor_take_word(cursor);
    const arb_colour colour = arb_colour_read(word.at, arb_cursor_left(&word));

    if (colour == ARB_COLOUR_COUNT)
        return arb_cursor_fail(&word, where, ARB_WANTED_COLOUR);
    *out = colour;
    return ARB_OK;
}

arb_err arb_case_number(uint64_t *out, arb_cursor *cursor, uint64_t max, arb_where *where)
{
    const arb_cursor word = arb_cursor_take_word(cursor);
    arb_cursor digits = word;

    if (arb_cursor_read_number(out, &digits, max) || !arb_cursor_at_end(&digits))
        return arb_cursor_fail(&word, where, ARB_WANTED_NUMBER);
    return ARB_OK;
}

arb_err arb_case_time(arb_ms *out, arb_cursor *cursor, arb_where *where)
{
    arb_cursor word = arb_cursor_take_word(cursor);

    return arb_time_take(out, &word, where);
}
