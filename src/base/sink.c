/* SPDX-License-Identifier: MIT */
/* Words and formatted text into room that the caller gives; see base/sink.h. */
#include "base/sink.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void arb_sink_format(arb_sink *sink, const char *format, ...)
{
    const size_t left = sink->length < sink->size ? sink->size - sink->length : 0;
    va_list list;

    va_start(list, format);
    const int length = vsnprintf(left ? sink->out + sink->length : NULL, left, format, list);
    va_end(list);
    if (length > 0)
        sink->length += (size_t)length;
}

void arb_sink_choice(arb_sink *sink, const char *words, unsigned place)
{
    for (; place > 0 && *words; place--) {
        words += strcspn(words, " ");
        words += *words == ' ';
    }
    arb_sink_bytes(sink, words, strcspn(words, " "));
}
