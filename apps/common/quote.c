/* SPDX-License-Identifier: MIT */
/* Quoting for messages; see quote.h. */
#include "common/quote.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "arbitro/utf8.h"

enum { PATH_ROOM = 4096 }; /* no path is longer */
enum { SHOWN_MAX = 40 };   /* characters; each takes at most four bytes, plus quotes and dots */

/* Characters that move the cursor, change the direction of writing or end the quotation. */
static bool upsets(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x2000 && code < 0x2010) ||
           (code >= 0x2028 && code < 0x2030) || (code >= 0x205f && code < 0x2070) ||
           code == 0xfeff || code == '"' || code == '\\';
}

/* The length in bytes of the first character, 0 when it is not to be shown. */
static size_t printable(const char *text, size_t size)
{
    uint32_t code;
    const size_t length = arb_utf8_decode(&code, text, size);

    return length > 0 && !upsets(code) ? length : 0;
}

arb_quoted arb_quote_bytes(const char *text, size_t size)
{
    const char *const end = text + size;
    arb_quoted out;
    size_t used = 0, shown = 0;

    out.text[used++] = '"';
    for (; text < end && shown < SHOWN_MAX; shown++) {
        const size_t length = printable(text, (size_t)(end - text));
        if (length > 0) {
            memcpy(out.text + used, text, length);
            used += length;
            text += length;
        } else if (*text == '"' || *text == '\\') {
            out.text[used++] = '\\';
            out.text[used++] = *text++;
        } else {
            snprintf(out.text + used, 5, "\\x%02x", (unsigned char)*text);
            used += 4;
            text++;
        }
    }
    memcpy(out.text + used, text < end ? "...\"" : "\"", text < end ? 5 : 2);
    return out;
}

const char *arb_quote_path(arb_quoted *room, const char *path)
{
    const size_t size = strlen(path);
    size_t at = 0;

    for (size_t length = 1; at < size && size < PATH_ROOM && length > 0; at += length) {
        const bool sign = path[at] == '"' || path[at] == '\\'; /* these upset only a quotation */
        length = sign ? 1 : printable(path + at, size - at);
    }
    if (size > 0 && at == size)
        return path;
    *room = arb_quote(path);
    return room->text;
}

arb_quoted arb_quote(const char *text)
{
    return arb_quote_bytes(text, strlen(text));
}
