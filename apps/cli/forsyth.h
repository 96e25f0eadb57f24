/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_FORSYTH_H
#define ARBITRO_CLI_FORSYTH_H
/* Positions from the letters of one language to those of another, all else as it stands. */
#include "arbitro/fen.h"
#include "cli/text_arg.h"

/* Is the text a position and not moves: seven slashes before the first blank? */
bool arb_forsyth_is(const arb_buf *text);

/*
 * Appends the text to `out` with its placement in the letters `to`; what stands around the
 * placement is kept. Returns false after a complaint when the placement cannot be read.
 */
bool arb_forsyth_convert(arb_buf *out, const arb_cli *cli, const arb_text_arg *text,
                         const arb_letters *from, const arb_letters *to);

#endif
