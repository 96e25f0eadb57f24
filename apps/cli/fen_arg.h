/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_FEN_ARG_H
#define ARBITRO_CLI_FEN_ARG_H
/* Positions on the command line: read, checked, and complained about in one way everywhere. */
#include "arbitro/fen.h"
#include "arbitro/position.h"
#include "cli/cli.h"

/*
 * Reads a FEN, which is `text` itself or, for "-", what standard input holds. Returns false after a
 * complaint when it cannot be read. What is wrong with the diagram is left to the caller.
 */
bool arb_fen_arg_read(arb_setup *out, const arb_cli *cli, const char *text,
                      const arb_letters *letters);

/* The same, and every fault of the diagram is told as a warning. */
bool arb_fen_arg_setup(arb_setup *out, const arb_cli *cli, const char *text,
                       const arb_letters *letters);

/*
 * The same for a position that is to be played: a hard fault is a complaint as well. `text` NULL
 * means the initial position.
 */
bool arb_fen_arg_position(arb_pos *out, const arb_cli *cli, const char *text,
                          const arb_letters *letters);

#endif
