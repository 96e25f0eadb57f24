/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_DRAWING_H
#define ARBITRO_CLI_DRAWING_H
/* Boards drawn with characters, on standard output. */
#include "cli/cli.h"
#include "paper/drawing.h"

/* Prints whole boards beside each other, each line behind `indent` blanks. */
void arb_drawing_print_all(const arb_cli *cli, const arb_drawing *drawings, size_t count,
                           int indent);

/* Prints the whole board. */
void arb_drawing_print(const arb_cli *cli, const arb_drawing *drawing);

#endif
