/* SPDX-License-Identifier: MIT */
/* Names in texts; see store_erase.h. */
#include "cli/store_erase.h"

#include <jansson.h>
#include <stdlib.h>
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

/* ---- JSON */

static json_t *cleaned(const json_t *value, const arb_erase_names *names, size_t *count,
                       bool *failed);

static json_t *clean_string(const json_t *value, const arb_erase_names *names, size_t *count,
                            bool *failed)
{
    const arb_store_bytes text = { json_string_value(value), json_string_length(value) };
    arb_buf out;

    arb_buf_init(&out, NULL, ARB_STORE_VALUE_MAX);
    *count += arb_erase_replace(&out, names, text, failed);
    json_t *clean = json_stringn(arb_buf_text(&out), arb_buf_size(&out));
    arb_buf_clear(&out);
    return clean;
}

static json_t *clean_array(const json_t *value, const arb_erase_names *names, size_t *count,
                           bool *failed)
{
    json_t *out = json_array();
    const json_t *one;
    size_t i;

    json_array_foreach(value, i, one)
    {
        if (json_array_append_new(out, cleaned(one, names, count, failed)) != 0)
            *failed = true;
    }
    return out;
}

/* Its members keep their names: these are the program's words, and no people's. */
static json_t *clean_object(const json_t *value, const arb_erase_names *names, size_t *count,
                            bool *failed)
{
    json_t *out = json_object(), *one;
    const char *key;

    json_object_foreach((json_t *)(uintptr_t)value, key, one)
    {
        if (json_object_set_new(out, key, cleaned(one, names, count, failed)) != 0)
            *failed = true;
    }
    return out;
}

static json_t *cleaned(const json_t *value, const arb_erase_names *names, size_t *count,
                       bool *failed)
{
    if (json_is_string(value))
        return clean_string(value, names, count, failed);
    if (json_is_array(value))
        return clean_array(value, names, count, failed);
    if (json_is_object(value))
        return clean_object(value, names, count, failed);
    return json_deep_copy(value);
}

size_t arb_erase_replace_json(arb_buf *out, const arb_erase_names *names, arb_store_bytes text,
                              bool *failed)
{
    json_t *value = json_loadb(text.text, text.size, JSON_REJECT_DUPLICATES, NULL);
    size_t count = 0;

    if (!value)
        return arb_erase_replace(out, names, text, failed);
    json_t *clean = cleaned(value, names, &count, failed);
    char *dump = count > 0 ? json_dumps(clean, JSON_COMPACT) : NULL;
    const arb_err err = dump ? arb_buf_add_text(out, dump) : arb_buf_add(out, text.text, text.size);
    *failed = *failed || err != ARB_OK || (count > 0 && !dump);
    free(dump);
    json_decref(clean);
    json_decref(value);
    return count;
}
