/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_TEXT_ARG_H
#define ARBITRO_CLI_TEXT_ARG_H
/*
 * Positions, and long texts such as the moves of a game, on the command line or from standard
 * input: read, checked, and complained about in one way everywhere.
 */
#include "arbitro/buf.h"
#include "arbitro/epd.h"
#include "arbitro/position.h"
#include "cli/cli.h"

/*
 * No position comes near this; what is longer need not be read to its end. A little more is looked
 * at, so that no character, square or number that begins within the limit is cut.
 */
enum { ARB_FEN_INPUT_MAX = 4096, ARB_FEN_INPUT_AHEAD = 4 };

/* The text of a position that was read. */
typedef struct arb_fen_text {
    const char *source; /* for complaints, NULL for an argument */
    const char *text;
    size_t size;
    char input[ARB_FEN_INPUT_MAX + ARB_FEN_INPUT_AHEAD];
} arb_fen_text;

/*
 * Reads a FEN or EPD, which is `text` itself or, for "-", what standard input holds. Returns false
 * after a complaint when it cannot be read. What is wrong with the diagram is left to the caller.
 * The operations point into `held`.
 */
bool arb_fen_arg_read(arb_epd *out, arb_fen_text *held, const arb_cli *cli, const char *text,
                      const arb_letters *letters);

/* The same without the operations, and every fault of the diagram is told as a warning. */
bool arb_fen_arg_setup(arb_setup *out, const arb_cli *cli, const char *text,
                       const arb_letters *letters);

/*
 * The same for a position that is to be played: a hard fault is a complaint as well. `text` NULL
 * means the initial position.
 */
bool arb_fen_arg_position(arb_pos *out, const arb_cli *cli, const char *text,
                          const arb_letters *letters);

typedef struct arb_text_arg {
    const char *source; /* for complaints, NULL for an argument */
    arb_buf text;       /* in UTF-8 */
} arb_text_arg;

/*
 * Joins `count` words with blanks; a single "-" is what standard input holds, up to 16 MB. Returns
 * false after a complaint, with nothing to clear, when that cannot be read or is not UTF-8. `name`
 * is the source for complaints about words, or NULL for an argument. The text is to be cleared.
 */
bool arb_text_arg_read(arb_text_arg *out, const arb_cli *cli, const char *const *words,
                       size_t count, const char *name);

#endif
