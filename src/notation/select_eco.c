/* SPDX-License-Identifier: MIT */
/* Codes of openings, A00 to E99: one, all that begin so, or a range. */
#include "notation/select_internal.h"

enum { PER_LETTER = 100, CODES = 5 * PER_LETTER };

static int letter_of(int c)
{
    return c >= 'A' && c <= 'E' ? c - 'A' : c >= 'a' && c <= 'e' ? c - 'a' : -1;
}

/* The codes that begin with the letter and the digits at the cursor. */
static bool read_codes(uint16_t range[2], arb_cursor *cur)
{
    const int letter = letter_of(arb_cursor_peek(cur));
    unsigned low = 0, width = PER_LETTER;

    if (letter < 0)
        return false;
    arb_cursor_next(cur);
    for (; width > 1 && arb_cursor_peek(cur) >= '0' && arb_cursor_peek(cur) <= '9'; width /= 10)
        low = low * 10 + (unsigned)(arb_cursor_next(cur) - '0');
    range[0] = (uint16_t)((unsigned)letter * PER_LETTER + low * width);
    range[1] = (uint16_t)(range[0] + width - 1);
    return true;
}

arb_err arb_eco_test_read(arb_eco_test *out, arb_cursor *cur, arb_where *where)
{
    arb_eco_test test = { .count = 0 };

    do {
        uint16_t last[2];
        arb_cursor_skip_blanks(cur);
        if (test.count == ARB_ECO_RANGES_MAX || !read_codes(test.range[test.count], cur) ||
            test.range[test.count][0] >= CODES)
            return arb_cursor_fail(cur, where, ARB_WANTED_SELECT_ECO);
        if (arb_cursor_take(cur, '-')) {
            if (!read_codes(last, cur) || last[1] >= CODES || last[1] < test.range[test.count][0])
                return arb_cursor_fail(cur, where, ARB_WANTED_SELECT_ECO);
            test.range[test.count][1] = last[1];
        }
        test.count++;
        arb_cursor_skip_blanks(cur);
    } while (arb_cursor_take(cur, ','));
    if (!arb_cursor_at_end(cur))
        return arb_cursor_fail(cur, where, ARB_WANTED_SELECT_ECO);
    *out = test;
    return ARB_OK;
}

bool arb_eco_test_holds(const arb_eco_test *test, const char *value, size_t size)
{
    arb_cursor cur;
    uint16_t code[2];

    arb_cursor_init(&cur, value, size);
    if (!read_codes(code, &cur) || code[0] != code[1])
        return false; /* no code with two digits */
    for (size_t i = 0; i < test->count; i++)
        if (code[0] >= test->range[i][0] && code[0] <= test->range[i][1])
            return true;
    return false;
}
