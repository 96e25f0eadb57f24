/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_UTF8_H
#define ARBITRO_UTF8_H
/**
 * @file utf8.h
 * Text in UTF-8, strictly: an overlong form, a surrogate, a number above U+10FFFF and a sequence
 * that is cut off are all invalid. Texts are pointer and length; a NUL is a character like others.
 */
#include <stddef.h>
#include <stdint.h>

#include "arbitro/api.h"

ARB_BEGIN_DECLS

/** The bytes of the longest character. */
enum { ARB_UTF8_MAX = 4 };

/**
 * Reads the character with which `text` begins, stores it in `out` and returns how many bytes it
 * takes. Returns 0 when there is none, or it is invalid; `out` is then untouched.
 */
ARB_API size_t arb_utf8_decode(uint32_t *out, const char *text, size_t size);

/**
 * Writes the character into `out` and returns how many bytes it takes; no NUL is added. Returns 0
 * and leaves `out` alone when `code` is a surrogate or too large.
 */
ARB_API size_t arb_utf8_encode(char out[ARB_UTF8_MAX], uint32_t code);

/**
 * The small letter of a capital of the Latin (as far as U+024F), Greek and Cyrillic alphabets; any
 * other character is its own.
 */
ARB_API uint32_t arb_utf8_lower(uint32_t code);

/**
 * A small letter of the European languages without its accent: that of "é" is "e"; any other
 * character is its own.
 */
ARB_API uint32_t arb_utf8_unaccented(uint32_t code);

/** How many bytes at the beginning of `text` are valid: all `size` of them when the text is. */
ARB_API size_t arb_utf8_valid_size(const char *text, size_t size);

/**
 * How many bytes to go on to come to the next character of a text that may be invalid: an invalid
 * byte is a character of its own, as it is for arb_utf8_count(). `size` must not be 0.
 */
ARB_API size_t arb_utf8_step(const char *text, size_t size);

/** How many characters there are, each invalid byte counting as one. */
ARB_API size_t arb_utf8_count(const char *text, size_t size);

ARB_END_DECLS

#endif
