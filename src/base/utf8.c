/* SPDX-License-Identifier: MIT */
/* UTF-8, strictly; see base/utf8.h. */
#include "base/utf8.h"

#include <assert.h>
#include <stdbool.h>

static bool is_surrogate(uint32_t code)
{
    return code >= 0xD800 && code <= 0xDFFF;
}

size_t arb_utf8_decode(uint32_t *out, const char *text, size_t size)
{
    /* By length: what is smaller has a shorter form, and only that one is valid. */
    static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };

    if (size == 0)
        return 0;

    const unsigned char lead = (unsigned char)text[0];
    if (lead < 0x80) {
        *out = lead;
        return 1;
    }
    if (lead < 0xC0 || lead >= 0xF8)
        return 0;

    const size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (size < length)
        return 0;

    uint32_t code = lead & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        const unsigned char byte = (unsigned char)text[i];
        if ((byte & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (byte & 0x3Fu);
    }
    if (code < smallest[length] || code > 0x10FFFF || is_surrogate(code))
        return 0;
    *out = code;
    return length;
}

size_t arb_utf8_encode(char out[ARB_UTF8_MAX], uint32_t code)
{
    static const unsigned char lead[] = { 0, 0, 0xC0, 0xE0, 0xF0 };

    if (code > 0x10FFFF || is_surrogate(code))
        return 0;
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }

    const size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--) {
        out[i] = (char)(0x80u | (code & 0x3Fu));
        code >>= 6;
    }
    out[0] = (char)(lead[length] | code);
    return length;
}

size_t arb_utf8_valid_size(const char *text, size_t size)
{
    size_t at = 0;
    uint32_t code;

    while (at < size) {
        const size_t length = arb_utf8_decode(&code, text + at, size - at);
        if (length == 0)
            break;
        at += length;
    }
    return at;
}

size_t arb_utf8_step(const char *text, size_t size)
{
    uint32_t code;

    assert(size > 0);
    const size_t length = arb_utf8_decode(&code, text, size);
    return length > 0 ? length : 1;
}

size_t arb_utf8_count(const char *text, size_t size)
{
    size_t count = 0;

    for (size_t at = 0; at < size; at += arb_utf8_step(text + at, size - at))
        count++;
    return count;
}

/* In these blocks a capital is followed by its small letter. */
static bool comes_in_pairs(uint32_t code)
{
    return (code >= 0x100 && code <= 0x137) || (code >= 0x14a && code <= 0x177) ||
           (code >= 0x1de && code <= 0x1ef) || (code >= 0x1f8 && code <= 0x21f) ||
           (code >= 0x222 && code <= 0x233) || (code >= 0x460 && code <= 0x481) ||
           (code >= 0x48a && code <= 0x4bf) || (code >= 0x4d0 && code <= 0x52f);
}

uint32_t arb_utf8_lower(uint32_t code)
{
    if ((code >= 'A' && code <= 'Z') || (code >= 0xc0 && code <= 0xde && code != 0xd7) ||
        (code >= 0x391 && code <= 0x3a9) || (code >= 0x410 && code <= 0x42f))
        return code + 32;
    if (code >= 0x400 && code <= 0x40f)
        return code + 80;
    if ((code >= 0x139 && code <= 0x148) || (code >= 0x179 && code <= 0x17e))
        return code + (code & 1); /* here the capitals are odd */
    if (code == 0x130 || code == 0x178)
        return code == 0x130 ? 'i' : 0xff;
    return comes_in_pairs(code) && (code & 1) == 0 ? code + 1 : code;
}
