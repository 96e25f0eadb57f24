/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_BATCH_H
#define ARBITRO_CLI_BATCH_H
/*
 * The option --batch of `position`, `moves`, `perft`, `dead`, `canwin` and `after`: an answer for
 * every line of a file, in order and with constant memory, by one thread or by several. Empty lines
 * and those that begin with # are passed over; a line that cannot be answered gives an error in its
 * place. Whoever writes a line into a pipe and waits gets its answer.
 */
#include "arbitro/epd.h"
#include "cli/answer.h"

/* What is wrong with a line. */
typedef enum arb_batch_fault {
    ARB_BATCH_FINE,
    ARB_BATCH_UNREADABLE, /* at `where` */
    ARB_BATCH_IMPOSSIBLE, /* by its `faults` no position can be made of it */
    ARB_BATCH_REFUSED     /* for the reason in `complaint`, at `where` */
} arb_batch_fault;

/* A line of the file and its answer. */
typedef struct arb_batch_line {
    size_t number;    /* from 1 */
    const char *text; /* without its end */
    size_t size;
    bool alone;       /* there is no other line to be answered at the same time */
    arb_answer reply; /* a line with its end; with --json also where it is refused */
    arb_exit status;  /* ARB_EXIT_NO for a finding */

    arb_batch_fault fault;
    bool none; /* it is refused because what was asked for does not exist */
    arb_where where;
    uint32_t faults;
    arb_answer complaint; /* a sentence; where the line has no fault it is a remark on it */

    /* for batch.c alone */
    bool cut;
    arb_buf held;
} arb_batch_line;

typedef struct arb_batch {
    const arb_cli *cli;
    const arb_letters *letters; /* of the positions that are read */
    unsigned threads;           /* at least 1 */
    const char *refusal;        /* in the place of an answer that is none; NULL: "error" */
    void (*answer)(const struct arb_batch *batch, arb_batch_line *line); /* from any thread */
    const void *user;                                                    /* for `answer` */
} arb_batch;

/*
 * What the options say: --batch and `given`, a position on the command line, exclude each other,
 * and
 * --threads goes with a batch. False after a complaint.
 */
bool arb_batch_arg(arb_batch *out, const arb_args *args, bool given);

/*
 * Answers all lines of the file `path`, or of standard input for "-". The exit status is the worst
 * of the lines; ARB_EXIT_BAD for one that is unreadable or impossible.
 */
arb_exit arb_batch_run(const arb_batch *batch, const char *path);

/*
 * Reads the line as FEN or EPD. False where that cannot be done, which the line then knows. What
 * was read points into the line.
 */
bool arb_batch_read(arb_epd *out, const arb_batch *batch, arb_batch_line *line);

/* The same for a position that is to be played. `epd` may be NULL. */
bool arb_batch_position(arb_pos *out, arb_epd *epd, const arb_batch *batch, arb_batch_line *line);

/* Takes the line out: it is no position, at this place. */
void arb_batch_unreadable(arb_batch_line *line, arb_where where);

#endif
