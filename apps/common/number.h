/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_NUMBER_H
#define ARBITRO_COMMON_NUMBER_H
/* Whole numbers as people type them. */
#include <stdbool.h>
#include <stddef.h>

/*
 * Reads a number of decimal digits and nothing else, from `min` to `max`. Otherwise returns false,
 * leaves `out` alone and tells in `column`, from 1, where the text stops being such a number; a
 * number out of range is wrong from its beginning.
 */
bool arb_number_read(unsigned *out, size_t *column, const char *text, unsigned min, unsigned max);

#endif
