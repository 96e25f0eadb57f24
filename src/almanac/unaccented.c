/* SPDX-License-Identifier: MIT */
/* Letters without accents; see unaccented.h. */
#include "almanac/unaccented.h"

#include <stdint.h>

#include "arbitro/utf8.h"

size_t arb_unaccented(char out[ARB_UNACCENTED_SIZE], const char *text, size_t size)
{
    size_t length = 0;

    for (size_t at = 0; at < size;) {
        uint32_t letter = 0;
        const size_t step = arb_utf8_decode(&letter, text + at, size - at);
        if (step == 0 || length + ARB_UTF8_MAX > ARB_UNACCENTED_SIZE)
            return 0;
        at += step;
        letter = arb_utf8_unaccented(arb_utf8_lower(letter));
        if (letter == ' ' && length == 0)
            continue;
        length += arb_utf8_encode(out + length, letter);
    }
    while (length > 0 && out[length - 1] == ' ')
        length--;
    return length;
}
