/* SPDX-License-Identifier: MIT */
/* UTF-8, strictly; see base/utf8.h. */
#include "arbitro/utf8.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

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

/* How many bytes at the beginning are ASCII, looked at by eights; a few more may be. */
static size_t plain_size(const char *text, size_t size)
{
    size_t at = 0;
    uint64_t eight;

    for (; at + sizeof eight <= size; at += sizeof eight) {
        memcpy(&eight, text + at, sizeof eight);
        if (eight & UINT64_C(0x8080808080808080))
            break;
    }
    return at;
}

size_t arb_utf8_valid_size(const char *text, size_t size)
{
    size_t at = plain_size(text, size);
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
    const size_t plain = plain_size(text, size);
    size_t count = plain;

    for (size_t at = plain; at < size; at += arb_utf8_step(text + at, size - at))
        count++;
    return count;
}

/*
 * Where capitals are found, and how far from its small letter each of them is. Where that is 0,
 * capital and small letter take turns, beginning with a capital.
 */
static const struct {
    uint32_t first, last, distance;
} capitals[] = {
    { 'A', 'Z', 32 },     { 0xc0, 0xd6, 32 },   { 0xd8, 0xde, 32 },   { 0x100, 0x12f, 0 },
    { 0x132, 0x137, 0 },  { 0x139, 0x148, 0 },  { 0x14a, 0x177, 0 },  { 0x179, 0x17e, 0 },
    { 0x1cd, 0x1dc, 0 },  { 0x1de, 0x1ef, 0 },  { 0x1f8, 0x21f, 0 },  { 0x222, 0x233, 0 },
    { 0x386, 0x386, 38 }, { 0x388, 0x38a, 37 }, { 0x38c, 0x38c, 64 }, { 0x38e, 0x38f, 63 },
    { 0x391, 0x3ab, 32 }, { 0x400, 0x40f, 80 }, { 0x410, 0x42f, 32 }, { 0x460, 0x481, 0 },
    { 0x48a, 0x4bf, 0 },  { 0x4d0, 0x52f, 0 },
};

uint32_t arb_utf8_lower(uint32_t code)
{
    for (size_t i = 0; i < sizeof capitals / sizeof *capitals; i++) {
        if (code < capitals[i].first || code > capitals[i].last)
            continue;
        if (capitals[i].distance > 0)
            return code + capitals[i].distance;
        return (code - capitals[i].first) % 2 == 0 ? code + 1 : code;
    }
    return code == 0x178 ? 0xff : code; /* the one small letter that stands before its capital */
}

enum { ACCENTED = 0x80 }; /* no letter below it has an accent */

uint32_t arb_utf8_unaccented(uint32_t code)
{
    static const char *const accented[] = { "aàáâãäåāăą", "cçćč", "dďđ",      "eèéêëēęě",  "gğ",
                                            "iìíîïī",     "lł",   "nñńň",     "oòóôõöøōő", "rř",
                                            "sśšş",       "tťţ",  "uùúûüūůű", "yýÿ",       "zźżž" };

    for (size_t i = 0; code >= ACCENTED && i < sizeof accented / sizeof *accented; i++) {
        const char *list = accented[i];
        uint32_t one;
        for (size_t n; (n = arb_utf8_decode(&one, list, strlen(list))) > 0; list += n)
            if (one == code)
                return (uint32_t)(unsigned char)accented[i][0];
    }
    return code;
}
