/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_QUOTE_H
#define ARBITRO_COMMON_QUOTE_H
/*
 * Text from outside, made fit for a message: in quotation marks, shortened, and with every byte
 * that could upset a terminal written as \xNN.
 */
#include <stddef.h>

/* A quoted text by value: arb_quote("...").text is good until the end of the full expression. */
typedef struct arb_quoted {
    char text[208];
} arb_quoted;

/* Quotes a text that ends with a NUL. */
arb_quoted arb_quote(const char *text);

/* The name of a file: as it is, or, where that could upset a terminal or is no path, in `room`. */
const char *arb_quote_path(arb_quoted *room, const char *path);

/* Quotes `size` bytes, which may hold NULs. */
arb_quoted arb_quote_bytes(const char *text, size_t size);

#endif
