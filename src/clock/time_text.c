/* SPDX-License-Identifier: MIT */
/* Instants and spans of time as text: see time_text.h. */
#include "clock/time_text.h"

#include <assert.h>

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

arb_err arb_decimals_take(arb_ms *out, arb_cursor *cur, arb_where *where, arb_wanted expected)
{
    arb_ms unit = SECOND, part = 0;

    if (arb_cursor_take(cur, '.')) {
        if (!is_digit(arb_cursor_peek(cur)))
            return arb_cursor_fail(cur, where, expected);
        while (is_digit(arb_cursor_peek(cur)) && (unit /= 10) > 0)
            part += (arb_cursor_next(cur) - '0') * unit;
    }
    *out = part;
    return ARB_OK;
}

/* The decimals, and with them the end. */
static arb_err take_rest(arb_ms *out, arb_cursor *cur, arb_where *where, arb_wanted expected)
{
    const arb_err err = arb_decimals_take(out, cur, where, expected);

    return !err && !arb_cursor_at_end(cur) ? arb_cursor_fail(cur, where, expected) : err;
}

/* The first number of a time, of any length; what it counts is not known yet. */
static arb_err take_first(uint64_t *out, arb_cursor *cur, arb_where *where, arb_wanted expected)
{
    const arb_err err = arb_cursor_read_number(out, cur, ARB_TIME_MAX / SECOND);

    if (err)
        return arb_cursor_fail(cur, where, err == ARB_RANGE ? ARB_WANTED_TIME_MAX : expected);
    return ARB_OK;
}

/* Two digits, below sixty: the next smaller unit of what was read before. */
static arb_err take_sixty(uint64_t *seconds, arb_cursor *cur, arb_where *where)
{
    arb_cursor ahead = *cur;
    const int tens = arb_cursor_next(&ahead), ones = arb_cursor_next(&ahead);

    if (!is_digit(tens) || !is_digit(ones) || tens > '5')
        return arb_cursor_fail(cur, where, ARB_WANTED_TIME);
    *seconds = *seconds * 60 + (uint64_t)(10 * (tens - '0') + ones - '0');
    *cur = ahead;
    return ARB_OK;
}

arb_err arb_time_take(arb_ms *out, arb_cursor *cur, arb_where *where)
{
    const arb_cursor begin = *cur;
    uint64_t seconds = 0;
    arb_ms part = 0;

    arb_err err = take_first(&seconds, cur, where, ARB_WANTED_TIME);
    for (int colons = 0; !err && colons < 2 && arb_cursor_take(cur, ':'); colons++)
        err = take_sixty(&seconds, cur, where);
    if (!err)
        err = take_rest(&part, cur, where, ARB_WANTED_TIME);
    if (err)
        return err;
    if (seconds * SECOND + (uint64_t)part > ARB_TIME_MAX)
        return arb_cursor_fail(&begin, where, ARB_WANTED_TIME_MAX);
    *out = (arb_ms)seconds * SECOND + part;
    return ARB_OK;
}

arb_err arb_seconds_take(arb_ms *out, arb_cursor *cur, arb_where *where, bool negative)
{
    const arb_cursor begin = *cur;
    const bool minus = negative && arb_cursor_take(cur, '-');
    uint64_t seconds;
    arb_ms part = 0;

    arb_err err = take_first(&seconds, cur, where, ARB_WANTED_SECONDS);
    if (!err)
        err = take_rest(&part, cur, where, ARB_WANTED_SECONDS);
    if (err)
        return err;
    const arb_ms time = (arb_ms)seconds * SECOND + part;
    if (time > ARB_TIME_MAX)
        return arb_cursor_fail(&begin, where, ARB_WANTED_TIME_MAX);
    *out = minus ? -time : time;
    return ARB_OK;
}

static void put_two_digits(arb_sink *sink, arb_ms number)
{
    arb_sink_char(sink, (char)('0' + number / 10));
    arb_sink_char(sink, (char)('0' + number % 10));
}

void arb_time_put(arb_sink *sink, arb_ms time)
{
    assert(time >= 0);
    arb_sink_number(sink, (uint64_t)(time / HOUR));
    arb_sink_char(sink, ':');
    put_two_digits(sink, time % HOUR / MINUTE);
    arb_sink_char(sink, ':');
    put_two_digits(sink, time % MINUTE / SECOND);
    if (time % SECOND == 0)
        return;
    arb_sink_char(sink, '.');
    arb_sink_char(sink, (char)('0' + time % SECOND / 100));
    put_two_digits(sink, time % 100);
}

void arb_seconds_put(arb_sink *sink, arb_ms time, char point)
{
    /* Negated as unsigned: the smallest number has no positive counterpart. */
    const uint64_t size = time < 0 ? 0 - (uint64_t)time : (uint64_t)time;
    uint64_t part = size % SECOND;

    if (time < 0)
        arb_sink_char(sink, '-');
    arb_sink_number(sink, size / SECOND);
    if (part == 0)
        return;
    arb_sink_char(sink, point);
    for (uint64_t unit = SECOND / 10; part > 0; part %= unit, unit /= 10)
        arb_sink_char(sink, (char)('0' + part / unit));
}

size_t arb_time_write(char *out, size_t size, arb_ms time)
{
    arb_sink sink = { out, size, 0 };

    arb_time_put(&sink, time);
    return arb_sink_end(&sink);
}

arb_err arb_time_read(arb_ms *out, arb_where *where, const char *text, size_t size)
{
    arb_cursor cur;

    arb_cursor_init(&cur, text, size);
    return arb_time_take(out, &cur, where);
}
