/* SPDX-License-Identifier: MIT */
/* A place in a text that is being read; see base/cursor.h. */
#include "base/cursor.h"

#include <assert.h>
#include <string.h>

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

arb_err arb_cursor_fail(const arb_cursor *cursor, arb_where *where, arb_wanted expected)
{
    if (where)
        *where = arb_where_at(cursor->begin, (size_t)(cursor->end - cursor->begin),
                              (size_t)(cursor->at - cursor->begin), expected);
    return ARB_SYNTAX;
}
