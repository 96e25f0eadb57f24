/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_FEN_H
#define ARBITRO_FEN_H
/**
 * @file fen.h
 * Positions as text: Forsyth's placement with Edwards' five further fields.
 *
 * Read are the standard form, X-FEN (a K or Q means the outermost rook, a file letter an inner
 * one), Shredder-FEN (file letters only), and any of them with trailing fields missing: White to
 * move, no castling, no en passant, 0 and 1 are then assumed. What is written reads back
 * identically; castling rights off the first and the last rank, which mean nothing, are not
 * written.
 */
#include "arbitro/hand.h"

ARB_BEGIN_DECLS

/** Piece letters, as UTF-8, by role from pawn to king: White's and Black's. */
typedef struct arb_letters {
    const char *white[ARB_ROLE_COUNT];
    const char *black[ARB_ROLE_COUNT];
} arb_letters;

/** P N B R Q K. */
ARB_API extern const arb_letters arb_letters_en;
/** P C A T D R: pedone, cavallo, alfiere, torre, donna, re. */
ARB_API extern const arb_letters arb_letters_it;

/** How castling rights are written. Both forms are always read. */
typedef enum arb_fen_style {
    ARB_FEN_X,       /* KQkq, and file letters only where these would mean another rook */
    ARB_FEN_SHREDDER /* file letters throughout */
} arb_fen_style;

/** Room enough for any setup in one-byte letters, with its final NUL. */
enum { ARB_FEN_SIZE = 160 };

/**
 * Reads `size` bytes of `text`. Letters NULL means English. On an error `out` is untouched and
 * `where`, unless it is NULL, tells the column and what was expected there.
 */
ARB_API ARB_MUST_USE arb_err arb_fen_read(arb_setup *out, arb_where *where, const char *text,
                                          size_t size, const arb_letters *letters);

/**
 * Writes all six fields and a NUL, cut off at `size` bytes; returns the length of the whole text,
 * like snprintf. Letters NULL means English.
 */
ARB_API size_t arb_fen_write(char *out, size_t size, const arb_setup *setup, arb_fen_style style,
                             const arb_letters *letters);

/**
 * Makes a position from a FEN with English letters. ARB_SYNTAX when it cannot be read, as
 * arb_fen_read() says; ARB_STATE when no position can be made of it. `out` is then untouched.
 * `faults`, unless it is NULL, are those of arb_pos_from_setup(), 0 when the text is unreadable.
 *
 * @code
 * const char *fen = "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 2";
 * arb_pos pos;
 * char text[ARB_FEN_SIZE];
 * assert(arb_pos_from_fen(&pos, NULL, NULL, fen, strlen(fen)) == ARB_OK);
 * assert(pos.en_passant == arb_square_read("d6", 2));
 * arb_pos_fen(text, sizeof text, &pos);
 * assert(strcmp(text, fen) == 0);
 * @endcode
 */
ARB_API ARB_MUST_USE arb_err arb_pos_from_fen(arb_pos *out, arb_where *where, uint32_t *faults,
                                              const char *text, size_t size);

/** arb_fen_write() of the position, as X-FEN in English letters; room for ARB_FEN_SIZE is enough.
 */
ARB_API size_t arb_pos_fen(char *out, size_t size, const arb_pos *pos);

ARB_END_DECLS

#endif
