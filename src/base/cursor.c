/* SPDX-License-Identifier: MIT */
/* A place in a text that is being read; see base/cursor.h. */
#include "base/cursor.h"

#include <assert.h>
#include <string.h>

#include "arbitro/utf8.h"

void arb_cursor_init(arb_cursor *cursor, const char *text, size_t size)
{
    assert(text || size == 0);
    if (!text)
        text = ""; /* C does not allow arithmetic with NULL, not even adding 0 */
    *cursor = (arb_cursor){ .at = text, .end = text + size, .begin = text };
}

bool arb_cursor_take_whole(arb_cursor *cursor, const char *wanted)
{
    const size_t size = strlen(wanted);

    assert(size > 0);
    if (size > (size_t)(cursor->end - cursor->at) || memcmp(cursor->at, wanted, size) != 0)
        return false;
    cursor->at += size;
    return true;
}

size_t arb_cursor_skip_blanks(arb_cursor *cursor)
{
    const char *first = cursor->at;

    while (cursor->at != cursor->end && (*cursor->at == ' ' || *cursor->at == '\t'))
        cursor->at++;
    return (size_t)(cursor->at - first);
}

arb_err arb_cursor_read_number(uint64_t *out, arb_cursor *cursor, uint64_t max)
{
    const char *at = cursor->at;
    uint64_t number = 0;

    for (; at != cursor->end && *at >= '0' && *at <= '9'; at++) {
        const uint64_t digit = (uint64_t)(*at - '0');
        if (digit > max || number > (max - digit) / 10)
            return ARB_RANGE;
        number = number * 10 + digit;
    }
    if (at == cursor->at)
        return ARB_SYNTAX;
    cursor->at = at;
    *out = number;
    return ARB_OK;
}

size_t arb_cursor_read_until(const char **out, arb_cursor *cursor, const char *stops)
{
    const size_t stop_count = strlen(stops);
    const char *first = cursor->at;

    while (cursor->at != cursor->end && !memchr(stops, *cursor->at, stop_count))
        cursor->at++;
    *out = first;
    return (size_t)(cursor->at - first);
}

arb_err arb_cursor_fail(const arb_cursor *cursor, arb_where *where, arb_wanted expected)
{
    if (where)
        *where = arb_where_at(cursor->begin, (size_t)(cursor->end - cursor->begin),
                              (size_t)(cursor->at - cursor->begin), expected);
    return ARB_SYNTAX;
}

arb_err arb_cursor_fail_within(const arb_cursor *cursor, arb_where *where)
{
    if (where) {
        const arb_where inner = *where;
        *where = arb_where_at(cursor->begin, (size_t)(cursor->at - cursor->begin),
                              (size_t)(cursor->at - cursor->begin), inner.wanted);
        where->column += inner.column > 0 ? inner.column - 1 : 0;
    }
    return ARB_SYNTAX;
}

arb_cursor arb_cursor_take_word(arb_cursor *cursor)
{
    arb_cursor_skip_blanks(cursor);
    arb_cursor word = *cursor;

    arb_cursor_read_until(&word.at, cursor, " \t");
    word.end = cursor->at;
    return word;
}

arb_cursor arb_cursor_take_rest(arb_cursor *cursor)
{
    arb_cursor_skip_blanks(cursor);
    const arb_cursor rest = *cursor;

    cursor->at = cursor->end;
    return rest;
}

bool arb_cursor_is(arb_cursor word, const char *text)
{
    return arb_cursor_left(&word) == strlen(text) && memcmp(word.at, text, strlen(text)) == 0;
}

int arb_cursor_choose(arb_cursor word, const char *words)
{
    for (int place = 0; *words; place++) {
        const size_t size = strcspn(words, " ");
        if (size == arb_cursor_left(&word) && memcmp(words, word.at, size) == 0)
            return place;
        words += size + (words[size] == ' ');
    }
    return -1;
}

arb_err arb_cursor_check_visible(arb_cursor cursor, arb_where *where)
{
    while (!arb_cursor_at_end(&cursor)) {
        uint32_t code;
        const size_t size = arb_utf8_decode(&code, cursor.at, arb_cursor_left(&cursor));
        if (size == 0)
            return arb_cursor_fail(&cursor, where, ARB_WANTED_UTF8);
        if (code != '\t' && arb_is_control(code))
            return arb_cursor_fail(&cursor, where, ARB_WANTED_PRINTABLE);
        cursor.at += size;
    }
    return ARB_OK;
}
