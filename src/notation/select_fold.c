/* SPDX-License-Identifier: MIT */
/* Texts in small letters without accents, so that names are found however they are typed. */
#include <string.h>

#include "arbitro/utf8.h"
#include "notation/select_internal.h"

/* The plain letters of U+00E0 to U+017F; where there is a dot, none or two. */
enum { PLAIN_FIRST = 0xe0, PLAIN_LAST = 0x17f };
static const char plain[] = "aaaaaa.ceeeeiiiidnooooo.ouuuuy.y"
                            "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkkkllll"
                            "llllllnnnnnnnnnoooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
_Static_assert(sizeof plain - 1 == PLAIN_LAST - PLAIN_FIRST + 1, "one for each");

/* Other letters. */
static const struct {
    uint32_t code;
    char text[3];
} others[] = {
    { 0xdf, "ss" },  { 0xe6, "ae" }, { 0xfe, "th" }, { 0x133, "ij" },
    { 0x153, "oe" }, { 0x1ce, "a" }, { 0x1d0, "i" }, { 0x1d2, "o" },
    { 0x1d4, "u" },  { 0x219, "s" }, { 0x21b, "t" }, { 0x451, "\u0435" },
};

/* Writes what stands for a small letter, at most ARB_UTF8_MAX bytes. */
static size_t fold_letter(char out[ARB_UTF8_MAX], uint32_t code)
{
    if (code >= 0x300 && code <= 0x36f) /* an accent of its own */
        return 0;
    if (code >= PLAIN_FIRST && code <= PLAIN_LAST && plain[code - PLAIN_FIRST] != '.') {
        *out = plain[code - PLAIN_FIRST];
        return 1;
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (others[i].code == code) {
            const size_t size = others[i].text[1] == '\0' ? 1 : 2;
            memcpy(out, others[i].text, size);
            return size;
        }
    }
    return arb_utf8_encode(out, code);
}

size_t arb_fold(char *out, size_t room, const char *text, size_t size)
{
    size_t to = 0;

    for (size_t at = 0; at < size;) {
        char letter[ARB_UTF8_MAX];
        uint32_t code = (unsigned char)text[at];
        if (code < 0x80 && to < room) {
            out[to++] = (char)(code >= 'A' && code <= 'Z' ? code + 32 : code);
            at++;
            continue;
        }
        const size_t step = arb_utf8_decode(&code, text + at, size - at);
        if (step == 0)
            code = (unsigned char)text[at]; /* Latin-1 */
        const size_t length = fold_letter(letter, arb_utf8_lower(code));
        if (length > room - to)
            break;
        memcpy(out + to, letter, length);
        to += length;
        at += step > 0 ? step : 1;
    }
    return to;
}
