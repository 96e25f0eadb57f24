/* SPDX-License-Identifier: MIT */
#ifndef ARB_NOTATION_WRITTEN_INTERNAL_H
#define ARB_NOTATION_WRITTEN_INTERNAL_H
/* What the readers of written moves share. */
#include "arbitro/notation.h"
#include "base/cursor.h"

/*
 * Reads one move and what may follow it; on an error the cursor stays. A move that is `alone` may
 * be two squares after a name ("knight g1 f3"); among others, the second is a move of its own.
 */
ARB_MUST_USE arb_err arb_written_take(arb_written *out, arb_cursor *cur, arb_where *where,
                                      const arb_language *language, bool alone);

/* Reads a move in words; false, and nothing moved or changed, when it is none. */
bool arb_words_take(arb_written *w, arb_cursor *cur, const arb_language *language, bool alone);

/* Reads what may follow a move, each kind of mark once; nothing is an answer too. */
void arb_marks_take(arb_written *w, arb_cursor *cur, const arb_language *language);

/* Reads the words for check, mate or en passant behind a move in letters. */
bool arb_words_take_mark(arb_written *w, arb_cursor *cur, const arb_language *language);

/* The next character as a file or a rank, or ARB_UNSAID. */
uint8_t arb_written_take_file(arb_cursor *cur);
uint8_t arb_written_take_rank(arb_cursor *cur);

/* Moves past the first of these texts that comes next; the list ends with NULL. */
bool arb_written_take_any(arb_cursor *cur, const char *const *texts);

/* Moves past a sign of capture. */
bool arb_written_take_cross(arb_cursor *cur);

/* Does a word end here: at the end, or before anything but a letter or a digit? */
bool arb_written_boundary(const arb_cursor *cur);

/* The figurine of a piece. */
const char *arb_figurine(arb_colour colour, arb_role role);

/* Does what was written, whatever it leaves open, fit this legal move? */
bool arb_written_fits(const arb_written *w, const arb_pos *pos, arb_move move);

/* What was written in the position, castling shown on the rook included. */
arb_reading arb_written_reading(const arb_written *written, const arb_pos *pos);

/* How much of its origin a move must tell in the short form (C.9.3, C.10). */
typedef struct arb_origin {
    bool file, rank;
} arb_origin;

arb_origin arb_origin_needed(const arb_pos *pos, arb_move move);

/* As arb_move_write(), of a move that is known to give check or mate; `pos` needs no key. */
size_t arb_move_write_known(char *out, size_t size, const arb_pos *pos, arb_move move,
                            const arb_style *style, bool check, bool mate);

#endif
