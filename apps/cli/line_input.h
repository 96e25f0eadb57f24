/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_LINE_INPUT_H
#define ARBITRO_CLI_LINE_INPUT_H
/*
 * A file or standard input, line by line, whatever it holds: NULs, lines without end, no text at
 * all. The memory is the same for any size of it.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arbitro/error.h"

/* Of a longer line only so many bytes are given: the limit of ARB_WANTED_LINE_LENGTH. */
enum { ARB_LINES_MAX = 65536 };

typedef struct arb_lines {
    /* the present line */
    const char *text; /* without its end; good until the next one is read */
    size_t size;
    size_t number; /* from 1 */
    bool cut;      /* the line is longer, and this is its beginning */

    /* for line_input.c alone */
    int fd;
    bool own, over, skipping; /* is `fd` to be closed; is all read; is a long line to be left */
    char *buffer;
    size_t begin, end;    /* what is read and not yet given */
    uint64_t done, total; /* in bytes; total 0 when nobody knows */
} arb_lines;

typedef enum arb_lines_step { ARB_LINES_READ, ARB_LINES_END, ARB_LINES_FAILED } arb_lines_step;

/*
 * Opens the file `path`, "-" for standard input. ARB_IO, with errno telling why, when it cannot be
 * opened. What was opened is to be closed.
 */
ARB_MUST_USE arb_err arb_lines_open(arb_lines *out, const char *path);
void arb_lines_close(arb_lines *lines);

/*
 * Goes on to the next line, waiting for it if need be. Ctrl-C and a failed read, of which errno
 * tells the reason, are ARB_LINES_FAILED.
 */
arb_lines_step arb_lines_next(arb_lines *lines);

/* Is the next line here already, so that nobody need wait for it? */
bool arb_lines_ready(const arb_lines *lines);

/* How much of the file has been read, from 0 to 1; negative when its size is not known. */
double arb_lines_done(const arb_lines *lines);

#endif
