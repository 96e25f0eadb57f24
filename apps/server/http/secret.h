/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_SECRET_H
#define ARBITRO_SERVER_SECRET_H
/* Comparing what must not be guessed. */
#include <stdbool.h>
#include <stddef.h>

/*
 * Whether two secrets of the same size are equal. Takes as long when the first byte differs as
 * when none does, so that time tells nothing about how much of a guess was right.
 */
bool arb_bytes_equal_secretly(const void *a, const void *b, size_t size);

#endif
