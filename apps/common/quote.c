/* SPDX-License-Identifier: MIT */
/* Quoting for messages; see quote.h. */
#include "common/quote.h"

#include <stdio.h>
#include <string.h>

enum { SHOWN_MAX = 40 }; /* characters; each takes at most four bytes, plus quotes and dots */

/* The length in bytes of the printable character at `text`, 0 when it is not to be shown. */
static size_t printable(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;

    if (s[0] >= 0x20 && s[0] < 0x7f)
        return s[0] == '"' || s[0] == '\\' ? 0 : 1;
    const size_t length = s[0] >= 0xc2 && s[0] < 0xe0   ? 2
                          : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
                          : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
                                                        : 0;
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    }
    /* U+0080 to U+009F are control characters, too; U+200x to U+20xx hide marks of direction */
    if ((s[0] == 0xc2 && s[1] < 0xa0) || (s[0] == 0xe2 && (s[1] == 0x80 || s[1] == 0x81)))
        return 0;
    return length;
}

arb_quoted arb_quote(const char *text)
{
    arb_quoted out;
    size_t used = 0, shown = 0;

    out.text[used++] = '"';
    for (; *text && shown < SHOWN_MAX; shown++) {
        const size_t length = printable(text);
        if (length > 0) {
            memcpy(out.text + used, text, length);
            used += length;
            text += length;
        } else {
            snprintf(out.text + used, 5, "\\x%02x", (unsigned char)*text);
            used += 4;
            text++;
        }
    }
    memcpy(out.text + used, *text ? "...\"" : "\"", *text ? 5 : 2);
    return out;
}
