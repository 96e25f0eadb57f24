/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BASE_CURSOR_H
#define ARBITRO_BASE_CURSOR_H
/*
 * A place in a text that is being read. All readers of the library move one of these forward and,
 * when they cannot go on, let it say where it stands.
 *
 * The text is pointer and length, need not end with a NUL and may contain some; it belongs to the
 * caller and must outlive the cursor. The cursor is a plain value: to try one way and then
 * another, keep a copy. Moving is a matter of one pointer; line and column are worked out by
 * arb_cursor_fail() alone, in time proportional to what has been read.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arbitro/error.h"

typedef struct arb_cursor {
    const char *at; /* the next byte, unless it is `end` */
    const char *end;
    const char *begin;
} arb_cursor;

/* What arb_cursor_peek() and arb_cursor_next() answer at the end of the text. */
enum { ARB_CURSOR_END = -1 };

/* Stands at the beginning of `size` bytes of `text`, which may be NULL when there are none. */
void arb_cursor_init(arb_cursor *cursor, const char *text, size_t size);

static inline bool arb_cursor_at_end(const arb_cursor *cursor)
{
    return cursor->at == cursor->end;
}

/* The next byte, 0 to 255, or ARB_CURSOR_END. */
static inline int arb_cursor_peek(const arb_cursor *cursor)
{
    return cursor->at == cursor->end ? ARB_CURSOR_END : (unsigned char)*cursor->at;
}

/* As arb_cursor_peek(), and moves past that byte. */
static inline int arb_cursor_next(arb_cursor *cursor)
{
    return cursor->at == cursor->end ? ARB_CURSOR_END : (unsigned char)*cursor->at++;
}

/* Moves past the next byte if it is `wanted`; tells whether it was. */
static inline bool arb_cursor_take(arb_cursor *cursor, char wanted)
{
    if (cursor->at == cursor->end || *cursor->at != wanted)
        return false;
    cursor->at++;
    return true;
}

/*
 * Moves past `wanted`, a text that ends with a NUL and is not empty, if it comes next in full;
 * tells whether it did. Otherwise the cursor stays where it is.
 */
bool arb_cursor_take_whole(arb_cursor *cursor, const char *wanted);

static inline bool arb_cursor_take_text(arb_cursor *cursor, const char *wanted)
{
    /* Most of what is looked for is not there, which the first byte tells. */
    return arb_cursor_peek(cursor) == (unsigned char)*wanted &&
           arb_cursor_take_whole(cursor, wanted);
}

/* Moves past spaces and tabs, but not past the end of a line; returns how many there were. */
size_t arb_cursor_skip_blanks(arb_cursor *cursor);

/*
 * Reads decimal digits, leading zeros allowed, no sign. ARB_SYNTAX when no digit comes next,
 * ARB_RANGE when the number is larger than `max`; then `out` is untouched and the cursor stays
 * before the number, so that a failure points at its first digit.
 */
ARB_MUST_USE arb_err arb_cursor_read_number(uint64_t *out, arb_cursor *cursor, uint64_t max);

/*
 * Moves to the first byte that is one of `stops`, or to the end; points `out` at the bytes passed
 * over, which remain the caller's text, and returns how many. The stops are ASCII characters, in a
 * text that ends with a NUL; a NUL in what is read never stops.
 */
size_t arb_cursor_read_until(const char **out, arb_cursor *cursor, const char *stops);

/* Returns ARB_SYNTAX and fills `where`, unless it is NULL, as arb_where_at() does. */
ARB_MUST_USE arb_err arb_cursor_fail(const arb_cursor *cursor, arb_where *where,
                                     arb_wanted expected);

/*
 * ARB_SYNTAX: another reader, which was given what is left here, stopped at `where`; its column
 * becomes one of the whole text.
 */
ARB_MUST_USE arb_err arb_cursor_fail_within(const arb_cursor *cursor, arb_where *where);

/* ---- words between blanks: each is a cursor of its own, which knows its place in the text */

static inline size_t arb_cursor_left(const arb_cursor *cursor)
{
    return (size_t)(cursor->end - cursor->at);
}

/* Passes blanks and takes the word that follows, or all that follows; at the end it is empty. */
arb_cursor arb_cursor_take_word(arb_cursor *cursor);
arb_cursor arb_cursor_take_rest(arb_cursor *cursor);

/* The next word of a list; false at its end. */
static inline bool arb_cursor_next_word(arb_cursor *out, arb_cursor *list)
{
    *out = arb_cursor_take_word(list);
    return !arb_cursor_at_end(out);
}

/* Is the whole word this text? */
bool arb_cursor_is(arb_cursor word, const char *text);

/* The place of the word among `words`, separated by blanks; -1 when it is none of them. */
int arb_cursor_choose(arb_cursor word, const char *words);

/* A character that cannot be seen on a line, the tab included. */
static inline bool arb_is_control(uint32_t code)
{
    return code < ' ' || (code >= 0x7f && code < 0xa0);
}

/* Is what is left UTF-8 without control characters but the tab? */
ARB_MUST_USE arb_err arb_cursor_check_visible(arb_cursor cursor, arb_where *where);

#endif
