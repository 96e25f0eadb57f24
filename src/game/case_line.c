/* SPDX-License-Identifier: MIT */
/* Lines and words of case files; see case_internal.h. */
#include <string.h>

#include "arbitro/utf8.h"
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

/* The bytes that can be shown to anybody: UTF-8 without control characters but the tab. */
static size_t plain_size(const char *text, size_t size, arb_wanted *expected)
{
    size_t at = 0;

    while (at < size) {
        uint32_t code;
        const size_t length = arb_utf8_decode(&code, text + at, size - at);
        if (length == 0) {
            *expected = ARB_WANTED_UTF8;
            return at;
        }
        if ((code < 0x20 && code != '\t') || (code >= 0x7f && code < 0xa0)) {
            *expected = ARB_WANTED_PRINTABLE;
            return at;
        }
        at += length;
    }
    return size;
}

/* Cuts the line with which `text` begins. */
static arb_err cut(arb_case_line *out, const char *text, size_t size, arb_where *where)
{
    const size_t room = size < ARB_CASE_LINE_MAX + 2 ? size : ARB_CASE_LINE_MAX + 2;
    const char *feed = memchr(text, '\n', room);
    size_t length = feed ? (size_t)(feed - text) : size;
    arb_wanted expected = ARB_WANTED_LINE_LENGTH;

    out->length = length + (feed != NULL);
    if (length > 0 && length <= room && text[length - 1] == '\r')
        length--;
    arb_cursor_init(&out->cursor, text, length);
    if (length > ARB_CASE_LINE_MAX) {
        out->cursor.at += ARB_CASE_LINE_MAX;
        return arb_cursor_fail(&out->cursor, where, expected);
    }
    length = size_before_comment(text, length);
    while (length > 0 && is_blank(text[length - 1]))
        length--;
    const size_t plain = plain_size(text, length, &expected);
    if (plain < length) {
        out->cursor.at += plain;
        return arb_cursor_fail(&out->cursor, where, expected);
    }
    arb_cursor_init(&out->cursor, text, length);
    arb_cursor_skip_blanks(&out->cursor);
    return ARB_OK;
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

arb_case_word arb_case_word_next(arb_cursor *cursor)
{
    arb_case_word word;

    arb_cursor_skip_blanks(cursor);
    word.size = arb_cursor_read_until(&word.text, cursor, " \t");
    return word;
}

arb_case_word arb_case_word_rest(arb_cursor *cursor)
{
    arb_case_word word;

    arb_cursor_skip_blanks(cursor);
    word.size = arb_cursor_read_until(&word.text, cursor, "");
    return word;
}

bool arb_case_word_is(arb_case_word word, const char *text)
{
    return strlen(text) == word.size && memcmp(text, word.text, word.size) == 0;
}

int arb_case_word_choose(arb_case_word word, const char *words)
{
    for (int place = 0; *words; place++) {
        const size_t size = strcspn(words, " ");
        if (size == word.size && memcmp(words, word.text, size) == 0)
            return place;
        words += size + (words[size] == ' ');
    }
    return -1;
}

arb_err arb_case_fail(const arb_cursor *cursor, arb_case_word word, arb_where *where,
                      arb_wanted expected)
{
    arb_cursor there = *cursor;

    there.at = word.text;
    return arb_cursor_fail(&there, where, expected);
}

arb_err arb_case_fail_within(const arb_cursor *cursor, arb_case_word word, arb_where *where)
{
    if (!where)
        return ARB_SYNTAX;
    const arb_where inner = *where;
    const arb_err err = arb_case_fail(cursor, word, where, inner.wanted);

    where->column += inner.column > 0 ? inner.column - 1 : 0;
    where->wanted = inner.wanted;
    return err;
}

arb_err arb_case_line_ends(arb_cursor *cursor, arb_where *where)
{
    const arb_case_word word = arb_case_word_next(cursor);

    return word.size == 0 ? ARB_OK : arb_case_fail(cursor, word, where, ARB_WANTED_LINE_END);
}

arb_err arb_case_colour(arb_colour *out, arb_cursor *cursor, arb_where *where)
{
    const arb_case_word word = arb_case_word_next(cursor);
    const arb_colour colour = arb_colour_read(word.text, word.size);

    if (colour == ARB_COLOUR_COUNT)
        return arb_case_fail(cursor, word, where, ARB_WANTED_COLOUR);
    *out = colour;
    return ARB_OK;
}

arb_err arb_case_number(uint64_t *out, arb_cursor *cursor, uint64_t max, arb_where *where)
{
    const arb_case_word word = arb_case_word_next(cursor);
    arb_cursor digits;
    uint64_t number = 0;

    arb_cursor_init(&digits, word.text, word.size);
    if (arb_cursor_read_number(&number, &digits, max) || !arb_cursor_at_end(&digits))
        return arb_case_fail(cursor, word, where, ARB_WANTED_NUMBER);
    *out = number;
    return ARB_OK;
}

arb_err arb_case_time(arb_ms *out, arb_cursor *cursor, arb_where *where)
{
    const arb_case_word word = arb_case_word_next(cursor);

    if (word.size == 0)
        return arb_case_fail(cursor, word, where, ARB_WANTED_TIME);
    if (arb_time_read(out, where, word.text, word.size))
        return arb_case_fail_within(cursor, word, where);
    return ARB_OK;
}
