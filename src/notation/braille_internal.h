/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_NOTATION_BRAILLE_INTERNAL_H
#define ARBITRO_NOTATION_BRAILLE_INTERNAL_H
/*
 * Cells, lines and letters of Braille. Inside, a cell is its character of BRF, in capitals: "NF3"
 * are the cells 1345, 124, 25.
 */
#include "arbitro/braille.h"

/* ---- cells (braille_cells.c) ---- */

/* The dots of a character of BRF, 0 to 63; -1 when it is none. */
int arb_braille_dots(char cell);

/* Lines that are being written. */
typedef struct arb_braille_out {
    arb_buf *buf;
    unsigned width, column;
    bool brf;
    bool fresh;  /* the line goes on from the one before, and has no word yet */
    arb_err err; /* the first failure; nothing is written after it */
} arb_braille_out;

/* ARB_RANGE when lines cannot have so many cells. */
arb_err arb_braille_begin(arb_braille_out *out, arb_buf *buf, const arb_braille *form);

/*
 * Adds cells, which must not hold blanks. A word is parted from the one before, unless it is a
 * further part of a long one; it goes on unless it `ends`.
 */
void arb_braille_part(arb_braille_out *out, const char *cells, size_t size, bool begins, bool ends);
void arb_braille_word(arb_braille_out *out, const char *cells);
void arb_braille_line_end(arb_braille_out *out);

/* Goes on to the next line when words of so many cells in all do not fit into this one. */
void arb_braille_keep(arb_braille_out *out, size_t cells);

/* What comes next in Braille that is read, beside a cell. */
enum { ARB_BRAILLE_END = -1, ARB_BRAILLE_LINE_END = -2, ARB_BRAILLE_NONE = -3 };

typedef struct arb_braille_in {
    const char *text;
    size_t size;
    size_t at, next; /* where the last cell began; what comes behind it */
    bool unicode;
    bool begun; /* the line has cells */
} arb_braille_in;

void arb_braille_open(arb_braille_in *in, const char *text, size_t size);

/*
 * The next cell as its character, ' ' once between words, or what else comes next: an end of line
 * is that of a paragraph, and ARB_BRAILLE_NONE stands for what is no cell.
 */
int arb_braille_next(arb_braille_in *in);

/* ARB_SYNTAX, at the last cell. */
arb_err arb_braille_fail(const arb_braille_in *in, arb_where *where, arb_wanted wanted);

/* ---- letters (braille_letters.c) ---- */

/* The most cells of one character: the sign of a capital, and those of its number. */
enum { ARB_BRAILLE_LETTER_CELLS = 12 };

/* Where numbers stand, and after what: the sign of a number goes before its first digit alone. */
typedef struct arb_braille_letters {
    bool number; /* the last cell was that of a digit */
} arb_braille_letters;

/* The cells of a character; how many they are. A blank has some too, for where it must be kept. */
size_t arb_braille_letter(char out[ARB_BRAILLE_LETTER_CELLS], arb_braille_letters *state,
                          uint32_t code);

/*
 * The character that begins with `cell`, which has just been read: ARB_SYNTAX when there is none,
 * with `where`. 0 when the cell stands for nothing by itself.
 */
arb_err arb_braille_letter_read(uint32_t *code, arb_braille_letters *state, int cell,
                                arb_braille_in *in, arb_where *where);

/* ---- texts (braille_text.c) ---- */

/* Writes the words of a text. */
void arb_braille_put_text(arb_braille_out *out, const char *text, size_t size);

/* Reads words to the end of the line, or until the character `stop`, which is not kept. */
arb_err arb_braille_take_text(arb_buf *out, arb_braille_in *in, int stop, int *last,
                              arb_where *where);

#endif
