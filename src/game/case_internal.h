/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_GAME_CASE_INTERNAL_H
#define ARBITRO_GAME_CASE_INTERNAL_H
/*
 * What the parts of the case reader share: lines, and what stands on them.
 *
 * A line is read through a cursor over that line alone, so that columns count within it; the caller
 * adds the number of the line.
 */
#include "arbitro/case.h"
#include "base/cursor.h"

enum { ARB_CASE_LINE_MAX = 65536 };

/* A line that says something: from its first word to the last, without comment and line end. */
typedef struct arb_case_line {
    arb_cursor cursor; /* at the first word; at the end when the text has no further line */
    size_t length;     /* bytes from the beginning of the line to the beginning of the next */
} arb_case_line;

/*
 * Moves the reader to the beginning of the next line that says something, and cuts it. An error, a
 * line that is too long or not plain text, leaves the reader before that line.
 */
ARB_MUST_USE arb_err arb_case_line_next(arb_case_line *out, arb_case_reader *reader,
                                        arb_where *where);

/* Moves the reader past the line that was cut last. */
void arb_case_line_pass(arb_case_reader *reader, const arb_case_line *line);

/* ARB_OK when no word follows. */
ARB_MUST_USE arb_err arb_case_line_ends(arb_cursor *cursor, arb_where *where);

/* Takes a colour, or a whole number of at most `max`. */
ARB_MUST_USE arb_err arb_case_colour(arb_colour *out, arb_cursor *cursor, arb_where *where);
ARB_MUST_USE arb_err arb_case_number(uint64_t *out, arb_cursor *cursor, uint64_t max,
                                     arb_where *where);

/* Takes a time as a clock shows it. */
ARB_MUST_USE arb_err arb_case_time(arb_ms *out, arb_cursor *cursor, arb_where *where);

/* Does a line that begins with this word belong to the header? */
bool arb_case_is_header(arb_cursor word);

/*
 * Reads the header whose `case` line comes next. On an error the reader stands before the line that
 * is wrong, or before the `case` line when the fault is one of the whole header.
 */
ARB_MUST_USE arb_err arb_case_header_read(arb_case_header *out, arb_case_reader *reader,
                                          arb_where *where);

#endif
