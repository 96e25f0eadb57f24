/* SPDX-License-Identifier: MIT */
/* Sequences of eight words and their hashes: see eight_words.h. */
#include "eight_words.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 8, MARK_MAX = 64 };

static void *must_have(void *memory)
{
    if (memory == NULL) {
        fputs("# out of memory\n", stderr);
        abort();
    }
    return memory;
}

/* ---- words ---- */

/*
 * The size of the letter or digit with which the text begins, 0 when it begins with neither.
 * Letters are those of ASCII and the accented ones from U+00C0 to U+024F, two bytes each.
 */
static size_t letter_size(const char *text, size_t size)
{
    const unsigned char c = (unsigned char)text[0];
    const unsigned char next = size > 1 ? (unsigned char)text[1] : 0;

    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
        return 1;
    if (c < 0xC3 || c > 0xC9 || (next & 0xC0) != 0x80)
        return 0;
    return c == 0xC3 && (next == 0x97 || next == 0xB7) ? 0
                                                       : 2; /* the signs of times and division */
}

/* Copies a letter, made small: ASCII, and from À to Þ, which is all that Italian has. */
static void put_letter(char *out, const char *letter, size_t size)
{
    const unsigned char last = (unsigned char)letter[size - 1];

    memcpy(out, letter, size);
    if (size == 1 && last >= 'A' && last <= 'Z')
        out[0] = (char)(last - 'A' + 'a');
    if (size == 2 && (unsigned char)letter[0] == 0xC3 && last <= 0x9E)
        out[1] = (char)(last + 0x20);
}

/* The size of what a slash adds to the word before it, or of a mark such as <b>; otherwise 0. */
static size_t aside_size(const char *text, size_t size, bool in_word)
{
    if (text[0] == '<') {
        const char *end = memchr(text, '>', size < MARK_MAX ? size : MARK_MAX);
        return end ? (size_t)(end - text) + 1 : 0;
    }
    if (text[0] != '/' || !in_word)
        return 0;
    size_t at = 1;
    while (at < size && !(text[at] >= '0' && text[at] <= '9')) {
        const size_t letter = letter_size(text + at, size - at);
        if (letter == 0)
            break;
        at += letter;
    }
    return at > 1 ? at : 0;
}

/* The words of a text, one blank after each; at most as long as the text and one byte. */
static size_t put_words(char *out, const char *text, size_t size)
{
    size_t used = 0;

    for (size_t at = 0; at < size;) {
        const bool in_word = used > 0 && out[used - 1] != ' ';
        const size_t letter = letter_size(text + at, size - at);
        if (letter > 0) {
            put_letter(out + used, text + at, letter);
            used += letter;
            at += letter;
        } else {
            const size_t aside = aside_size(text + at, size - at, in_word);
            if (in_word)
                out[used++] = ' ';
            at += aside > 0 ? aside : 1;
        }
    }
    if (used > 0 && out[used - 1] != ' ')
        out[used++] = ' ';
    return used;
}

/* ---- sequences ---- */

typedef void sequence_fn(void *user, const char *words, size_t size);

/* Numbers alone, as in a table, are nobody's words. */
static bool is_numbers(const char *words, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (words[i] != ' ' && !(words[i] >= '0' && words[i] <= '9'))
            return false;
    }
    return true;
}

/* Calls `sequence` for each eight words in a row; returns how many there were. */
static size_t each_sequence(const char *text, size_t size, sequence_fn *sequence, void *user)
{
    char *words = must_have(malloc(size + 1));
    const size_t used = put_words(words, text, size);
    size_t start[WORDS] = { 0 }; /* of the last eight words */
    size_t word = 0, count = 0;

    for (size_t at = 0; at < used; word++) {
        start[word % WORDS] = at;
        at += (size_t)((const char *)memchr(words + at, ' ', used - at) - (words + at));
        if (word + 1 >= WORDS) {
            const size_t first = start[(word + 1) % WORDS];
            if (!is_numbers(words + first, at - first)) {
                sequence(user, words + first, at - first);
                count++;
            }
        }
        at++;
    }
    free(words);
    return count;
}

static void hash(unsigned char out[EIGHT_WORDS_BYTES], const char *words, size_t size)
{
    uint64_t value = 0xCBF29CE484222325u;

    for (size_t i = 0; i < size; i++)
        value = (value ^ (unsigned char)words[i]) * 0x100000001B3u;
    for (int i = 0; i < EIGHT_WORDS_BYTES; i++)
        out[i] = (unsigned char)(value >> (56 - 8 * i));
}

/* ---- the table ---- */

static void append(eight_words *table, const unsigned char entry[EIGHT_WORDS_BYTES])
{
    if (table->count == table->room) {
        table->room = table->room > 0 ? 2 * table->room : 1024;
        table->entry = must_have(realloc(table->entry, table->room * sizeof *table->entry));
    }
    memcpy(table->entry[table->count++], entry, EIGHT_WORDS_BYTES);
}

static void add_sequence(void *user, const char *words, size_t size)
{
    unsigned char entry[EIGHT_WORDS_BYTES];

    hash(entry, words, size);
    append(user, entry);
}

void eight_words_add(eight_words *table, const char *text, size_t size)
{
    (void)each_sequence(text, size, add_sequence, table);
}

static int compare(const void *a, const void *b)
{
    return memcmp(a, b, EIGHT_WORDS_BYTES);
}

void eight_words_sort(eight_words *table)
{
    size_t kept = 0;

    if (table->count == 0)
        return;
    qsort(table->entry, table->count, sizeof *table->entry, compare);
    for (size_t i = 0; i < table->count; i++) {
        if (i == 0 || compare(table->entry[kept - 1], table->entry[i]) != 0)
            memmove(table->entry[kept++], table->entry[i], EIGHT_WORDS_BYTES);
    }
    table->count = kept;
}

typedef struct look {
    const eight_words *table;
    sequence_fn *copy;
    void *user;
} look;

static void look_up(void *user, const char *words, size_t size)
{
    const look *l = user;
    unsigned char entry[EIGHT_WORDS_BYTES];

    hash(entry, words, size);
    if (bsearch(entry, l->table->entry, l->table->count, sizeof *l->table->entry, compare))
        l->copy(l->user, words, size);
}

size_t eight_words_look(const eight_words *table, const char *text, size_t size,
                        void (*copy)(void *user, const char *words, size_t size), void *user)
{
    look l = { table, copy, user };

    return table->count > 0 ? each_sequence(text, size, look_up, &l) : 0;
}

bool eight_words_write(const eight_words *table, FILE *file)
{
    return fwrite(table->entry, sizeof *table->entry, table->count, file) == table->count;
}

bool eight_words_read(eight_words *table, FILE *file)
{
    unsigned char entry[EIGHT_WORDS_BYTES];
    size_t got;

    while ((got = fread(entry, 1, sizeof entry, file)) == sizeof entry) {
        if (table->count > 0 && compare(table->entry[table->count - 1], entry) >= 0)
            return false;
        append(table, entry);
    }
    return got == 0 && !ferror(file);
}

void eight_words_clear(eight_words *table)
{
    free(table->entry);
    *table = (eight_words){ 0 };
}
