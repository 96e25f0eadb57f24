/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BASE_SINK_H
#define ARBITRO_BASE_SINK_H
/*
 * Short texts, written into room that the caller gives: what does not fit is cut off, and the
 * length that the whole would have had is known, as with snprintf. Nothing is allocated.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "arbitro/buf.h"

typedef struct arb_sink {
    char *out;
    size_t size;   /* bytes of room, the final NUL included */
    size_t length; /* of the whole text */
} arb_sink;

static inline void arb_sink_char(arb_sink *sink, char c)
{
    if (sink->length + 1 < sink->size)
        sink->out[sink->length] = c;
    sink->length++;
}

static inline void arb_sink_text(arb_sink *sink, const char *text)
{
    for (; *text; text++)
        arb_sink_char(sink, *text);
}

static inline void arb_sink_bytes(arb_sink *sink, const char *text, size_t size)
{
    if (sink->length < sink->size && size < sink->size - sink->length) {
        memcpy(sink->out + sink->length, text, size);
        sink->length += size;
        return;
    }
    for (size_t i = 0; i < size; i++)
        arb_sink_char(sink, text[i]);
}

/* A word of a list, with a blank before it unless it is the first. */
static inline void arb_sink_word(arb_sink *sink, const char *word)
{
    if (sink->length > 0)
        arb_sink_char(sink, ' ');
    arb_sink_text(sink, word);
}

static inline void arb_sink_number(arb_sink *sink, uint64_t number)
{
    if (number >= 10)
        arb_sink_number(sink, number / 10);
    arb_sink_char(sink, (char)('0' + number % 10));
}

/* The word at a place of `words`, separated by blanks, where arb_cursor_choose() finds it. */
void arb_sink_choice(arb_sink *sink, const char *words, unsigned place);

/* What the C library prints for `format` and its arguments. */
void arb_sink_format(arb_sink *sink, const char *format, ...) ARB_FORMAT(2, 3);

/* Puts the final NUL, where there is room for one, and returns the length of the whole text. */
static inline size_t arb_sink_end(arb_sink *sink)
{
    if (sink->size > 0)
        sink->out[sink->length < sink->size ? sink->length : sink->size - 1] = '\0';
    return sink->length;
}

#endif
