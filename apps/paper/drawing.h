/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_PAPER_DRAWING_H
#define ARBITRO_PAPER_DRAWING_H
/* The board drawn with characters, with its coordinates (2.1, 2.4). */
#include "arbitro/fen.h"
#include "common/ink.h"

/* The outlined figures of Unicode are the white pieces on paper, the filled ones the black. */
extern const arb_letters arb_figures;

typedef struct arb_drawing {
    const arb_setup *setup;
    const arb_letters *letters; /* for a drawing without figures */
    bool unicode, flip;
    bool bare;                /* without its edges, for narrow terminals */
    bool names;               /* the names of the squares instead of what stands there */
    uint64_t dotted, crossed; /* squares with a mark: in them when they are vacant, else before */
} arb_drawing;

/* Room for a rank: eight pieces of at most two characters, with a space each. */
enum { ARB_DRAWING_ROW_SIZE = 8 * 9 + 1 };

/* Writes one rank, pieces apart by spaces; `row` counts from the top of the drawing. */
void arb_drawing_row(char out[ARB_DRAWING_ROW_SIZE], const arb_drawing *drawing, unsigned row);

/* The sign of a dotted square. */
const char *arb_drawing_dot(bool unicode);

/* How many characters a line of the whole board takes. */
int arb_drawing_width(const arb_drawing *drawing);

/* Writes whole boards beside each other, each line behind `indent` blanks. */
void arb_drawing_write(arb_ink *ink, const arb_drawing *drawings, size_t count, int indent);

#endif
