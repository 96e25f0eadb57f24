/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_CONVERT_POSITION_H
#define ARBITRO_CLI_CONVERT_POSITION_H
/* What `arbitro convert` does with positions: their letters change, and nothing else. */
#include "arbitro/notation.h"
#include "cli/text_arg.h"

/*
 * Prints every line of the text, which is a position or blank, in the letters of the style `to`. A
 * line that cannot be read gives "error" in its place, and ARB_EXIT_BAD at the end.
 */
arb_exit arb_convert_positions(const arb_cli *cli, const arb_text_arg *text, const arb_style *from,
                               const arb_style *to);

#endif
