/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_ALMANAC_UNACCENTED_H
#define ARBITRO_ALMANAC_UNACCENTED_H
/* Texts as they are compared: small letters without accents. */
#include <stddef.h>

enum { ARB_UNACCENTED_SIZE = 96 };

/*
 * Writes the text in small letters without accents, signs as they are, blanks at both ends left
 * out, and returns its length: 0 when nothing is left, or when it is too long or not UTF-8.
 */
size_t arb_unaccented(char out[ARB_UNACCENTED_SIZE], const char *text, size_t size);

#endif
