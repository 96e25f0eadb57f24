/* SPDX-License-Identifier: MIT */
/* A place in a text that is being read; see base/cursor.h. */
#include "base/cursor.h"

#include <assert.h>
#include <string.h>

#include "base/utf8.h"

void arb_cursor_init(arb_cursor *cursor, const char *text, size_t size)
{
    assert(text || size == 0);
    if (!text)
        text = ""; /* C does not allow arithmetic with NULL, not even adding 0 */
    *cursor = (arb_cursor){ .at = text, .end = text + size, .begin = text };
}

bool arb_cursor_take_text(arb_cursor *cursor, const char *wanted)
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

/* The column of the cursor in the line that begins at `line`, which is moved to the character at
 * which the cursor stands. */
static size_t column_of(const arb_cursor *cursor, const char **line)
{
    size_t column = 1;

    while (*line != cursor->at) {
        /* Looking beyond the cursor tells whether it stands inside a character. */
        const size_t step = arb_utf8_step(*line, (size_t)(cursor->end - *line));
        if (*line + step > cursor->at)
            break;
        *line += step;
        column++;
    }
    return column;
}

arb_err arb_cursor_fail(const arb_cursor *cursor, arb_where *where, arb_wanted expected)
{
    if (!where)
        return ARB_SYNTAX;

    const char *line = cursor->begin;
    size_t number = 1;
    for (;;) {
        const char *feed = memchr(line, '\n', (size_t)(cursor->at - line));
        if (!feed)
            break;
        line = feed + 1;
        number++;
    }
    const size_t column = column_of(cursor, &line), left = (size_t)(cursor->end - line);
    uint32_t ignored;
    const bool valid = left == 0 || arb_utf8_decode(&ignored, line, left) > 0;
    *where = (arb_where){ .line = number,
                          .column = column,
                          .wanted = valid ? expected : ARB_WANTED_UTF8 };
    return ARB_SYNTAX;
}
