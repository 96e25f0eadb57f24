/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_FORSYTH_H
#define ARBITRO_CLI_FORSYTH_H
/* Positions from the letters of one language to those of another, all else as it stands. */
#include "arbitro/buf.h"
#include "arbitro/fen.h"

/*
 * Are these positions and not moves? They are when a line begins with more than two slashes before
 * its first blank, unless a comment has begun before: no move and no result has so many.
 */
bool arb_forsyth_is(const char *text, size_t size);

/*
 * Appends a line to `out` with its placement in the letters `to`; what stands around the placement
 * is kept. ARB_SYNTAX, with its place in `where`, when the line has no placement that can be read,
 * or a second one; `out` is then as it was.
 */
ARB_MUST_USE arb_err arb_forsyth_convert(arb_buf *out, arb_where *where, const char *line,
                                         size_t size, const arb_letters *from,
                                         const arb_letters *to);

#endif
