/* SPDX-License-Identifier: MIT */
/* Reading whole numbers; see number.h. */
#include "common/number.h"

bool arb_number_read(unsigned *out, size_t *column, const char *text, unsigned min, unsigned max)
{
    unsigned long long value = 0;
    size_t i = 0;

    for (; text[i] >= '0' && text[i] <= '9'; i++) {
        if (value <= max) /* beyond it the value no longer matters, and cannot overflow */
            value = value * 10 + (unsigned)(text[i] - '0');
    }
    *column = i + 1;
    if (i == 0 || text[i] != '\0')
        return false;
    if (value < min || value > max) {
        *column = 1;
        return false;
    }
    *out = (unsigned)value;
    return true;
}
