/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_WELL_FORMED_H
#define ARBITRO_TEST_WELL_FORMED_H
/*
 * Is what was written for printing well-formed, and nothing else than it should be? A slow reader
 * of its own, which knows the few elements that such a document has.
 */
#include <stddef.h>

/* NULL when the document of HTML, or the drawing in SVG, is well-formed; else what is wrong. */
const char *markup_fault(const char *text, size_t size);

/* The same for plain text: UTF-8, with no control character but line ends and form feeds. */
const char *plain_fault(const char *text, size_t size);

/* How many elements of this name begin in the document. */
size_t markup_count(const char *text, const char *name);

#endif
