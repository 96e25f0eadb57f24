/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_JOT_H
#define ARBITRO_COMMON_JOT_H
/*
 * A short text in a room of known size, put together from words and numbers. What is written with
 * every event is written so: snprintf() takes ten times as long. What does not fit is cut off.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct arb_jot {
    char *at, *last; /* where the next byte goes; the last one of the room, for the NUL */
} arb_jot;

static inline arb_jot arb_jot_begin(char *room, size_t size)
{
    room[0] = '\0';
    return (arb_jot){ room, room + size - 1 };
}

static inline void arb_jot_bytes(arb_jot *jot, const char *bytes, size_t size)
{
    const size_t left = (size_t)(jot->last - jot->at), taken = size < left ? size : left;

    memcpy(jot->at, bytes, taken);
    jot->at += taken;
    *jot->at = '\0';
}

static inline void arb_jot_text(arb_jot *jot, const char *text)
{
    arb_jot_bytes(jot, text, strlen(text));
}

static inline void arb_jot_number(arb_jot *jot, int64_t number)
{
    char digits[20];
    size_t first = sizeof digits;
    uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;

    do
        digits[--first] = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (number < 0)
        digits[--first] = '-';
    arb_jot_bytes(jot, digits + first, sizeof digits - first);
}

#endif
