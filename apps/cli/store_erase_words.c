/* SPDX-License-Identifier: MIT */
/* Names in texts; see store_erase.h. */
#include "cli/store_erase.h"

#include <string.h>

/* What stands where a name stood: a word that can stand anywhere in an event. */
static const char erased[] = "erased";

enum { NAME_MIN = 2 };

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* A letter of any alphabet, as far as bytes tell: no name ends within a word. */
static bool is_letter(char c)
{
    const unsigned char byte = (unsigned char)c;

    return byte >= 0x80 || (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9');
}

bool arb_erase_is_name(const char *name)
{
    size_t letters = 0;

    for (const char *c = name; *c; c++)
        letters += is_letter(*c);
    return letters >= NAME_MIN && strlen(name) <= ARB_STORE_NAME_MAX;
}

/*
 * How much of the text the name takes, 0 when it does not stand there. A quotation mark or a
 * backslash may have backslashes before it: one in a case, more where a text was put into another.
 */
static size_t match(const char *text, size_t size, const char *name)
{
    size_t at = 0;

    for (; *name; name++) {
        while (*name == '"' && at < size && text[at] == '\\')
            at++;
        if (at == size || lower(text[at]) != lower(*name))
            return 0;
        at++;
        while (*name == '\\' && at < size && text[at] == '\\')
            at++;
    }
    return at;
}

static size_t match_any(const arb_erase_names *names, const char *text, size_t size)
{
    size_t longest = 0;

    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->name[i];
        const size_t taken = match(text, size, name);
        const bool ends = taken > 0 && (taken == size || !is_letter(text[taken]) ||
                                        !is_letter(name[strlen(name) - 1]));
        if (ends && taken > longest)
            longest = taken;
    }
    return longest;
}

size_t arb_erase_replace(arb_buf *out, const arb_erase_names *names, arb_store_bytes text,
                         bool *failed)
{
    size_t count = 0, at = 0, from = 0;
    arb_err err = ARB_OK;

    while (at < text.size && !err) {
        const bool begins = at == 0 || !is_letter(text.text[at - 1]) || !is_letter(text.text[at]);
        const size_t taken = begins ? match_any(names, text.text + at, text.size - at) : 0;
        if (taken == 0) {
            at++;
            continue;
        }
        err = arb_buf_add(out, text.text + from, at - from);
        if (!err)
            err = arb_buf_add(out, erased, sizeof erased - 1);
        at += taken;
        from = at;
        count++;
    }
    if (!err && text.size > from)
        err = arb_buf_add(out, text.text + from, text.size - from);
    *failed = *failed || err != ARB_OK;
    return count;
}

bool arb_erase_is(const arb_erase_names *names, arb_store_bytes text)
{
    while (text.size > 0 && text.text[0] == ' ') {
        text.text++;
        text.size--;
    }
    while (text.size > 0 && text.text[text.size - 1] == ' ')
        text.size--;
    for (size_t i = 0; i < names->count; i++)
        if (text.size > 0 && match(text.text, text.size, names->name[i]) == text.size)
            return true;
    return false;
}
