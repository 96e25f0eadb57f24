/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_NOTATION_HEARING_WORDS_H
#define ARBITRO_NOTATION_HEARING_WORDS_H
/* How words are folded and compared; for hearing*.c alone. */
#include "notation/hearing.h"

/* The folded letters of a word and their number, more than the room when they do not fit; with its
 * doubled letters where these are to count. */
unsigned arb_heard_fold(uint16_t out[ARB_HEARD_LETTERS_MAX], const char *text, size_t size,
                        bool doubled);

/*
 * How many letters must be changed, left out, added or exchanged with their neighbour to come from
 * one word to the other; anything above `limit` is `limit` + 1.
 */
unsigned arb_heard_distance(const uint16_t *a, unsigned a_count, const uint16_t *b,
                            unsigned b_count, unsigned limit);

#endif
