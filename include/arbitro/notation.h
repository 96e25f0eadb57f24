/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_NOTATION_H
#define ARBITRO_NOTATION_H
/**
 * @file notation.h
 * Legal moves as text: the short algebraic notation of Appendix C with English letters, and the
 * coordinates that chess programs exchange.
 */
#include "arbitro/hand.h"

ARB_BEGIN_DECLS

/** Room enough for any move in these notations, with its final NUL. */
enum { ARB_MOVE_TEXT_SIZE = 16 };

/**
 * Writes `move`, legal in `pos`, as "Nf3", "exd8=Q+", "O-O-O#", cut off at `size` bytes with a NUL;
 * returns the length of the whole text. Origin by file, else rank, else both, and only when
 * another piece of the kind could legally move there (C.10).
 */
ARB_API size_t arb_san_write(char *out, size_t size, const arb_pos *pos, arb_move move);

/** Writes `move` as "e2e4", "e7e8q"; castling as "e1g1", in Chess960 as "e1h1". */
ARB_API size_t arb_uci_write(char *out, size_t size, arb_move move, arb_variant variant);

/**
 * Reads a displacement written as coordinates. On an error `out` is untouched and `where`, unless
 * it is NULL, tells the column.
 */
ARB_API ARB_MUST_USE arb_err arb_uci_read(arb_hand *out, arb_where *where, const char *text,
                                          size_t size);

ARB_END_DECLS

#endif
