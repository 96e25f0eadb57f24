/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_INK_H
#define ARBITRO_COMMON_INK_H
/*
 * Writing into a buffer, without a look at every error: the first one stays, and nothing is written
 * after it. Whatever people wrote goes through arb_ink_escaped() into HTML and SVG, and through
 * arb_ink_plain() into plain text: no byte of theirs becomes a tag, an escape sequence or a line.
 */
#include <stdbool.h>

#include "arbitro/buf.h"
#include "common/text.h"

typedef struct arb_ink {
    arb_buf *out;
    arb_err err;
} arb_ink;

void arb_ink_bytes(arb_ink *ink, const char *bytes, size_t size);
void arb_ink_add(arb_ink *ink, const char *text);
void arb_ink_format(arb_ink *ink, const char *format, ...) ARB_FORMAT(2, 3);

/* So many of these characters. */
void arb_ink_repeat(arb_ink *ink, const char *text, size_t count);

/*
 * The text with characters that mean something in HTML and XML, within quotation marks too, as
 * references. Control characters are blanks; what is not UTF-8, or no character of XML, is U+FFFD.
 */
void arb_ink_escaped(arb_ink *ink, const char *text, size_t size);

/* The same without references: one line of plain text. */
void arb_ink_plain(arb_ink *ink, const char *text, size_t size);

/* How many of the bytes make the first `most` characters. */
size_t arb_ink_cut(const char *text, size_t size, size_t most);

#endif
