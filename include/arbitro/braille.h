/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BRAILLE_H
#define ARBITRO_BRAILLE_H
/**
 * @file braille.h
 * Scoresheets, positions and texts in six-dot Braille, and read back (Laws D.2.7).
 *
 * The table is our own and stands in docs/decisions/0018-announcements-and-braille.md: a square is
 * two cells, the letter of its file and the lowered digit of its rank, and a bishop is L, because B
 * is a file. It is the same in every language. Written are Unicode cells (U+2800 to U+283F) for a
 * display, or BRF, the ASCII form of files for Braille printers; both are read, in either case of
 * letters. Lines have at most the cells that are asked for: a line that goes on is followed by one
 * that begins with two blanks, and a word that is too long ends with dot 5 where it is parted.
 *
 * Texts go into the caller's buffer, behind what it holds; when something fails it is as it was.
 */
#include "arbitro/buf.h"
#include "arbitro/position.h"

ARB_BEGIN_DECLS

/** The fewest and most cells of a line: a diagram needs 26. */
enum { ARB_BRAILLE_CELLS_MIN = 26, ARB_BRAILLE_CELLS_MAX = 200 };

typedef struct arb_braille {
    unsigned cells; /* of a line; 0 is 40 */
    bool brf;       /* ASCII instead of Unicode */
} arb_braille;

/** The character of BRF for a cell: dot 1 is worth 1, dot 2 is worth 2, up to 32 for dot 6. */
ARB_API char arb_braille_brf(unsigned dots);

/**
 * Writes a text of any language, a paragraph for each line. ARB_RANGE for a wrong number of cells,
 * or what the buffer answers. What is not UTF-8 is taken for Latin-1.
 */
ARB_API ARB_MUST_USE arb_err arb_braille_text_write(arb_buf *out, const char *text, size_t size,
                                                    const arb_braille *form);

/** Reads such a text. ARB_SYNTAX, with the place in `where`, when it is none. */
ARB_API ARB_MUST_USE arb_err arb_braille_text_read(arb_buf *out, arb_where *where, const char *text,
                                                   size_t size);

/** Writes a diagram, eight lines and one of files, and the other fields of its FEN below it. */
ARB_API ARB_MUST_USE arb_err arb_braille_position_write(arb_buf *out, const arb_setup *setup,
                                                        const arb_braille *form);

/** Reads such a diagram. */
ARB_API ARB_MUST_USE arb_err arb_braille_position_read(arb_setup *out, arb_where *where,
                                                       const char *text, size_t size);

/**
 * Writes the games of a PGN text as scoresheets: tags, moves, draw offers and results; comments and
 * variations are left out. ARB_SYNTAX, with the place in the PGN, when a game cannot be read, or
 * when something stood on the board that was no legal move.
 */
ARB_API ARB_MUST_USE arb_err arb_braille_games_write(arb_buf *out, arb_where *where,
                                                     const arb_mem *mem, const char *pgn,
                                                     size_t size, const arb_braille *form);

/** Reads such scoresheets and appends them to `out` as PGN in export format. */
ARB_API ARB_MUST_USE arb_err arb_braille_games_read(arb_buf *out, arb_where *where,
                                                    const arb_mem *mem, const char *text,
                                                    size_t size);

ARB_END_DECLS

#endif
