/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_BRAILLE_H
#define ARBITRO_CLI_BRAILLE_H
/* Ordinary text through liblouis, for `arbitro braille`. */
#include "arbitro/braille.h"
#include "cli/cli.h"

/*
 * Appends the text in the Braille of a table of liblouis, such as it.tbl or en-us-g2.ctb, in lines
 * of the form; a word that is longer than a line is parted. ARB_EXIT_BAD after a complaint when
 * lou_translate is not installed or does not know the table.
 */
arb_exit arb_braille_louis(arb_buf *out, const arb_cli *cli, const char *table, const char *text,
                           size_t size, const arb_braille *form);

#endif
