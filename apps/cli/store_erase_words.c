/* SPDX-License-Identifier: MIT */
/* Names in texts; see store_erase.h. */
#define _GNU_SOURCE
#include "cli/store_erase.h"

#include <stdlib.h>
#include <string.h>

#include "arbitro/utf8.h"
#include "server/hall/publish.h"

enum { NAME_MIN = 2, AROUND = 14 }; /* letters; characters to each side */

/* ---- characters */

/* A character, and how many bytes it takes; a byte that is none stands for itself. */
static uint32_t take(size_t *length, const char *text, size_t size)
{
    uint32_t code;

    *length = arb_utf8_decode(&code, text, size);
    if (*length > 0)
        return code;
    *length = 1;
    return 0x110000 + (unsigned char)*text;
}

/* Small letters alike; a sigma at the end of a word is a sigma. */
static uint32_t fold(uint32_t code)
{
    const uint32_t small = arb_utf8_lower(code);

    return small == 0x3c2 ? 0x3c3 : small;
}

/* A letter or digit of any alphabet, as far as that is known: no name ends within a word. */
static bool is_letter(uint32_t code)
{
    if (code < 0x80)
        return (fold(code) >= 'a' && fold(code) <= 'z') || (code >= '0' && code <= '9');
    if (code < 0xc0)
        return code == 0xaa || code == 0xb5 || code == 0xba;
    return code != 0xd7 && code != 0xf7 && !(code >= 0x2000 && code < 0x2c00) &&
           !(code >= 0x3000 && code < 0x3040) && !(code >= 0xff00 && code < 0xff10);
}

static bool is_letter_at(const char *text, size_t size)
{
    size_t length;

    return size > 0 && is_letter(take(&length, text, size));
}

/* Where the character before `at` begins. */
static size_t before(const char *text, size_t at)
{
    size_t from = at > 0 ? at - 1 : 0;

    while (from > 0 && at - from < ARB_UTF8_MAX && ((unsigned char)text[from] & 0xc0) == 0x80)
        from--;
    return from;
}

/* ---- the list */

bool arb_erase_names_add(arb_erase_names *names, const char *text, size_t size)
{
    char *name = malloc(size + 1);
    char **list = realloc(names->name, (names->count + 1) * sizeof *list);
    size_t used = 0;

    if (list)
        names->name = list;
    if (!name || !list) {
        free(name);
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        const bool blank = strchr(" \t\r\n", text[i]) != NULL;
        if (!blank)
            name[used++] = text[i];
        else if (used > 0 && name[used - 1] != ' ')
            name[used++] = ' ';
    }
    used -= used > 0 && name[used - 1] == ' ';
    name[used] = '\0';
    names->name[names->count++] = name;
    return true;
}

void arb_erase_names_free(arb_erase_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->name[i]);
    free(names->name);
    json_decref(names->numbers);
    *names = (arb_erase_names){ 0 };
}

bool arb_erase_is_name(const char *name)
{
    const size_t size = strlen(name);
    size_t letters = 0, length;

    for (size_t at = 0; at < size; at += length)
        letters += is_letter(take(&length, name + at, size - at));
    return letters >= NAME_MIN && size <= ARB_STORE_NAME_MAX;
}

/* ---- one name */

static size_t blanks(const char *text, size_t size)
{
    size_t at = 0;

    while (at < size && (text[at] == ' ' || text[at] == '\t'))
        at++;
    return at;
}

/*
 * How much of the text the name takes, 0 when it does not stand there. A quotation mark or a
 * backslash may have backslashes before it: one in a case, more where a text was put into another.
 */
static size_t match(const char *text, size_t size, const char *name)
{
    size_t at = 0, mine, its;

    for (size_t left = strlen(name); left > 0; name += mine, left -= mine) {
        const uint32_t wanted = take(&mine, name, left);
        while (wanted == '"' && at < size && text[at] == '\\')
            at++;
        if (at == size)
            return 0;
        its = wanted == ' ' ? blanks(text + at, size - at) : 0;
        if (its == 0 && fold(take(&its, text + at, size - at)) != fold(wanted))
            return 0;
        at += its;
        while (wanted == '\\' && at < size && text[at] == '\\')
            at++;
    }
    return at;
}

/* Is the text part of an address of the hall, in which a name has no capitals, accents or blanks?
 */
static bool is_address(arb_store_bytes text)
{
    for (size_t i = 0; i < text.size; i++)
        if (!memchr("abcdefghijklmnopqrstuvwxyz0123456789-", text.text[i], 37))
            return false;
    return text.size > 0;
}

/* The same in an address: "Zoë O'Brien" as zoe-o-brien or zoe-obrien. */
static size_t match_address(const char *text, size_t size, const char *name)
{
    size_t at = 0, length;

    for (size_t left = strlen(name); left > 0; name += length, left -= length) {
        const uint32_t wanted = take(&length, name, left);
        if (!is_letter(wanted)) {
            at += at > 0 && at < size && text[at] == '-' && left > length;
            continue;
        }
        if (at == size || (unsigned char)text[at] != arb_utf8_unaccented(fold(wanted)))
            return 0;
        at++;
    }
    return at;
}

static size_t match_any(const arb_erase_names *names, arb_store_bytes text, size_t at, bool address)
{
    const char *here = text.text + at;
    const size_t size = text.size - at;
    size_t longest = 0;

    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->name[i], *last = name + before(name, strlen(name));
        size_t taken = match(here, size, name);
        if (taken == 0 && address)
            taken = match_address(here, size, name);
        const bool ends = taken > 0 && (!is_letter_at(here + taken, size - taken) ||
                                        !is_letter_at(last, strlen(last)));
        if (ends && taken > longest)
            longest = taken;
    }
    return longest;
}

bool arb_erase_is(const arb_erase_names *names, arb_store_bytes text)
{
    const size_t skipped = blanks(text.text, text.size);

    text.text += skipped;
    text.size -= skipped;
    while (text.size > 0 && (text.text[text.size - 1] == ' ' || text.text[text.size - 1] == '\t'))
        text.size--;
    for (size_t i = 0; i < names->count; i++)
        if (text.size > 0 && match(text.text, text.size, names->name[i]) == text.size)
            return true;
    return false;
}

/* ---- all of them */

/* The words around what stands now at `at`, with an end of their own. */
static arb_err add_around(arb_buf *around, const char *text, size_t size, size_t at)
{
    size_t from = at, to = at + sizeof ARB_ERASED - 1, length;

    for (size_t i = 0; i < AROUND && from > 0; i++)
        from = before(text, from);
    for (size_t i = 0; i < AROUND && to < size; i++, to += length)
        (void)take(&length, text + to, size - to);
    arb_err err = from > 0 ? arb_buf_add_text(around, "...") : ARB_OK;
    if (!err)
        err = arb_buf_add(around, text + from, to - from);
    if (!err && to < size)
        err = arb_buf_add_text(around, "...");
    return err ? err : arb_buf_add_char(around, '\0');
}

/* Once the whole text is there: the words after a name may have had one, too. */
static arb_err add_all_around(arb_buf *around, const arb_buf *out, size_t begin,
                              const arb_buf *places)
{
    arb_err err = ARB_OK;
    size_t place;

    for (size_t at = 0; at < arb_buf_size(places) && !err; at += sizeof place) {
        memcpy(&place, arb_buf_text(places) + at, sizeof place);
        err = add_around(around, arb_buf_text(out) + begin, arb_buf_size(out) - begin, place);
    }
    return err;
}

/* Puts the word wherever a name stands. */
static size_t replace(arb_buf *out, const arb_erase_names *names, arb_store_bytes text,
                      const char *word, arb_buf *around, bool *failed)
{
    const size_t begin = arb_buf_size(out);
    const bool address = is_address(text);
    size_t count = 0, from = 0, length = 0;
    bool within = false; /* a word */
    arb_err err = ARB_OK;
    arb_buf places;

    arb_buf_init(&places, NULL, SIZE_MAX / 2);
    for (size_t at = 0; at < text.size && !err; at += length) {
        const bool letter = is_letter(take(&length, text.text + at, text.size - at));
        const size_t taken = within && letter ? 0 : match_any(names, text, at, address);
        within = letter;
        if (taken == 0)
            continue;
        err = arb_buf_add(out, text.text + from, at - from);
        const size_t place = arb_buf_size(out) - begin;
        if (!err)
            err = arb_buf_add_text(out, word);
        if (!err && around)
            err = arb_buf_add(&places, (const char *)&place, sizeof place);
        const size_t last = before(text.text, at + taken);
        within = is_letter_at(text.text + last, text.size - last);
        length = taken;
        from = at + taken;
        count++;
    }
    if (!err && text.size > from)
        err = arb_buf_add(out, text.text + from, text.size - from);
    if (!err && around)
        err = add_all_around(around, out, begin, &places);
    arb_buf_clear(&places);
    *failed = *failed || err != ARB_OK;
    return count;
}

/* ---- what names something */

/* In an address there are no blanks; the first needs no number. */
static void write_word(char out[32], bool address, unsigned number)
{
    (void)snprintf(out, 32, number > 1 ? ARB_ERASED "%c%u" : ARB_ERASED, address ? '-' : ' ',
                   number);
}

size_t arb_erase_numbered(arb_buf *out, const arb_erase_names *names, arb_store_bytes text,
                          unsigned number, arb_buf *around, bool *failed)
{
    const bool address = is_address(text);
    const size_t most = address ? ARB_SLUG_MAX : ARB_TITLE_MAX;
    const size_t begin = arb_buf_size(out), told = around ? arb_buf_size(around) : 0;
    char word[32];

    write_word(word, address, number);
    const size_t count = replace(out, names, text, word, around, failed);
    if (text.size > most || arb_buf_size(out) - begin <= most)
        return count;
    arb_buf_cut(out, begin);
    arb_err err = arb_buf_add_text(out, word);
    if (!err && around) {
        arb_buf_cut(around, told);
        err = add_around(around, word, strlen(word), 0);
    }
    *failed = *failed || err != ARB_OK;
    return 1;
}

/* 0: the text is no name of anything. */
static unsigned number_of(const arb_erase_names *names, arb_store_bytes text, bool *failed)
{
    char *key = json_object_size(names->numbers) > 0 ? strndup(text.text, text.size) : NULL;
    const json_t *number =
        key && strlen(key) == text.size ? json_object_get(names->numbers, key) : NULL;

    *failed = *failed || (!key && json_object_size(names->numbers) > 0);
    free(key);
    return (unsigned)json_integer_value(number);
}

size_t arb_erase_replace(arb_buf *out, const arb_erase_names *names, arb_store_bytes text,
                         arb_buf *around, bool *failed)
{
    const unsigned number = text.size > 0 ? number_of(names, text, failed) : 0;

    return number > 0 ? arb_erase_numbered(out, names, text, number, around, failed)
                      : replace(out, names, text, ARB_ERASED, around, failed);
}
