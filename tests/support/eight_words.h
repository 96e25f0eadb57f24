/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_EIGHT_WORDS_H
#define ARBITRO_TEST_EIGHT_WORDS_H
/*
 * Has anything been copied? Two texts that have eight words in a row in common are taken for
 * copies of each other. A table holds a hash of every eight words of some texts, and nothing of
 * the texts themselves, so that it can be kept where they must not be.
 *
 * A word is letters and digits, in small letters, with its accents; all the rest only separates,
 * apostrophes and marks such as <b> included. What a slash adds to a word, as in giocatore/trice,
 * is left out, and eight numbers are no words at all. The hash is the upper 40 bits of the 64-bit
 * FNV-1a of the words, one blank between them: among 40,000 of these a sequence of other words is
 * found once in 27 million times.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { EIGHT_WORDS_BYTES = 5 };

/* Begin with { 0 }; the entries belong to the table. */
typedef struct eight_words {
    unsigned char (*entry)[EIGHT_WORDS_BYTES]; /* once sorted: ascending, each of them once */
    size_t count, room;
} eight_words;

/* Adds every eight words of the text. Running out of memory stops the program. */
void eight_words_add(eight_words *table, const char *text, size_t size);

/* Brings the table into order, which looking into it and writing it need. */
void eight_words_sort(eight_words *table);

/* Calls `copy` for each eight words of the text that the table has; returns how many it tried. */
size_t eight_words_look(const eight_words *table, const char *text, size_t size,
                        void (*copy)(void *user, const char *words, size_t size), void *user);

/* The table as a file: its entries, one after the other. Reading fails when it is not in order. */
bool eight_words_write(const eight_words *table, FILE *file);
bool eight_words_read(eight_words *table, FILE *file);

void eight_words_clear(eight_words *table);

#endif
