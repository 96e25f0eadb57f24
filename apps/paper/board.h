/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_PAPER_BOARD_H
#define ARBITRO_PAPER_BOARD_H
/*
 * The board as a drawing in SVG, with the pieces of the pages, for printing in black and white:
 * presentation attributes only, so that it needs no style sheet, no script and no font of ours.
 */
#include "arbitro/fen.h"
#include "arbitro/pgn.h"
#include "common/ink.h"

enum { ARB_ARROWS_MAX = ARB_PGN_MARKS_MAX };

typedef struct arb_board {
    const arb_setup *setup;
    arb_lang lang;    /* of the description */
    bool flip;        /* from Black's side */
    bool bare;        /* without coordinates and the sign of who has the move */
    bool hatched;     /* dark squares are lines instead of grey: nothing but black and white */
    unsigned size_mm; /* width of the whole; 0: as wide as the room that it gets */
    uint64_t ringed;  /* squares with a ring */
    uint64_t crossed; /* squares with a cross */
    const uint8_t (*arrow)[2]; /* from, to: arb_square */
    size_t arrows;
} arb_board;

/*
 * Writes the drawing. `shared`: it stands in a document that has arb_board_shared() once, and that
 * is where its pieces are; otherwise it is a file of its own.
 */
void arb_board_svg(arb_ink *ink, const arb_board *board, bool shared);

/* The pieces of all drawings of a document, invisible where they stand. */
void arb_board_shared(arb_ink *ink);

/* "White Kg1, Qd1, f2; Black Kg8. White has the move.", for those who cannot see the drawing. */
void arb_board_describe(arb_ink *ink, const arb_setup *setup, arb_lang lang);

/* How high a drawing is when it is so wide. */
unsigned arb_board_height(const arb_board *board, unsigned width);

#endif
