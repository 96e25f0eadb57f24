/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_DRAWING_H
#define ARBITRO_CLI_DRAWING_H
/* The board drawn with characters, with its coordinates (2.1, 2.4). */
#include "arbitro/fen.h"

/* The outlined figures of Unicode are the white pieces on paper, the filled ones the black. */
extern const arb_letters arb_figures;

typedef struct arb_drawing {
    const arb_setup *setup;
    const arb_letters *letters; /* for a drawing without figures */
    bool unicode, flip;
} arb_drawing;

/* Room for a rank: eight pieces of at most two characters, with a space each. */
enum { ARB_DRAWING_ROW_SIZE = 8 * 9 + 1 };

/* Writes one rank, pieces apart by spaces; `row` counts from the top of the drawing. */
void arb_drawing_row(char out[ARB_DRAWING_ROW_SIZE], const arb_drawing *drawing, unsigned row);

/* Prints the whole board on standard output. */
void arb_drawing_print(const arb_drawing *drawing);

#endif
