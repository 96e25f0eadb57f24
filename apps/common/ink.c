/* SPDX-License-Identifier: MIT */
/* Writing into a buffer; see ink.h. */
#include "common/ink.h"

#include <stdarg.h>
#include <string.h>

#include "arbitro/utf8.h"

void arb_ink_bytes(arb_ink *ink, const char *bytes, size_t size)
{
    if (!ink->err)
        ink->err = arb_buf_add(ink->out, bytes, size);
}

void arb_ink_add(arb_ink *ink, const char *text)
{
    arb_ink_bytes(ink, text, strlen(text));
}

void arb_ink_format(arb_ink *ink, const char *format, ...)
{
    char text[512];
    va_list list;

    va_start(list, format);
    const int size = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (size < 0 || (size_t)size >= sizeof text)
        ink->err = ink->err ? ink->err : ARB_RANGE;
    else
        arb_ink_bytes(ink, text, (size_t)size);
}

void arb_ink_repeat(arb_ink *ink, const char *text, size_t count)
{
    while (count-- > 0 && !ink->err)
        arb_ink_add(ink, text);
}

/* May the character stand in XML, and on a line of text? */
static bool is_character(uint32_t code)
{
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    /* these turn the direction of writing, and with it what stands beside them */
    const bool turns = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);

    return !surrogate && !turns && code < 0x110000 && (code & 0xfffe) != 0xfffe &&
           (code < 0xfdd0 || code > 0xfdef);
}

static bool is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029;
}

static const char *reference(uint32_t code)
{
    switch (code) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

static void write_text(arb_ink *ink, const char *text, size_t size, bool escape)
{
    for (size_t i = 0; i < size && !ink->err;) {
        uint32_t code;
        const size_t length = arb_utf8_decode(&code, text + i, size - i);
        const char *name = length > 0 && escape ? reference(code) : NULL;
        if (name)
            arb_ink_add(ink, name);
        else if (length > 0 && is_control(code))
            arb_ink_add(ink, " ");
        else if (length == 0 || !is_character(code))
            arb_ink_add(ink, "\ufffd");
        else
            arb_ink_bytes(ink, text + i, length);
        i += arb_utf8_step(text + i, size - i);
    }
}

void arb_ink_escaped(arb_ink *ink, const char *text, size_t size)
{
    write_text(ink, text, size, true);
}

void arb_ink_plain(arb_ink *ink, const char *text, size_t size)
{
    write_text(ink, text, size, false);
}

size_t arb_ink_cut(const char *text, size_t size, size_t most)
{
    size_t at = 0;

    for (; most > 0 && at < size; most--)
        at += arb_utf8_step(text + at, size - at);
    return at;
}
