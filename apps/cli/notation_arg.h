/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_NOTATION_ARG_H
#define ARBITRO_CLI_NOTATION_ARG_H
/*
 * Notations on the command line: san, lan, uci, iccf, figurine, figurine-white; the code of a
 * language such as it, for the short notation of Appendix C with its letters; and that code with
 * -long or -words behind it.
 */
#include "arbitro/notation.h"
#include "cli/cli.h"

/* What help shows for a notation. */
#define ARB_NOTATION_ARG "NAME"

/*
 * The style that `name` stands for; NULL, not given, is san. Its language is never NULL and is the
 * one in which to read. Returns false after a complaint when there is no such notation: a language
 * of which only the names of the pieces are known has that of words alone.
 */
bool arb_notation_arg(arb_style *out, const arb_cli *cli, const char *name);

/*
 * The style without what it adds to the bare move, and not in full length: for moves in messages.
 */
arb_style arb_notation_brief(const arb_style *style);

/* Prints the lists of notations and of languages, each followed by an empty line. */
void arb_notation_arg_help(FILE *to, arb_lang lang);

#endif
