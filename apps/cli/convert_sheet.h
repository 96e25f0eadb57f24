/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_CONVERT_SHEET_H
#define ARBITRO_CLI_CONVERT_SHEET_H
/* What `arbitro convert` does with the moves of a sheet: writes them anew, or compares two. */
#include "cli/playthrough.h"
#include "cli/text_arg.h"

/* A text and the notation in which it is written. */
typedef struct arb_written_sheet {
    arb_text_arg text;
    arb_style style;
} arb_written_sheet;

/*
 * Prints the sheet with its moves in the style `to`, all that stands between them as it is, and
 * warnings of what the moves say wrongly. Nothing is printed when a move cannot be read or played.
 * In JSON, one object a move, the last with an error if need be.
 */
arb_exit arb_convert_sheet(const arb_cli *cli, const arb_written_sheet *sheet, const arb_style *to,
                           const arb_pos *start);

/*
 * Tells where two sheets first differ, in their moves or else in their results; ARB_EXIT_NO when
 * they do. `show` is the style in which the
 * two moves are told, NULL for those of the sheets.
 */
arb_exit arb_convert_compare(const arb_cli *cli, const arb_written_sheet *one,
                             const arb_written_sheet *other, const arb_style *show,
                             const arb_pos *start);

#endif
