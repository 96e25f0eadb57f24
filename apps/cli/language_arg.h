/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_LANGUAGE_ARG_H
#define ARBITRO_CLI_LANGUAGE_ARG_H
/* Languages on the command line: the option --letters, and the list of them in help. */
#include "arbitro/language.h"
#include "cli/cli.h"

/* What help shows for a language. */
#define ARB_LANGUAGE_ARG "LANG"

/*
 * The letters of the language whose code follows --letters; NULL, not given, means English. Returns
 * NULL after a complaint when there is no such language, or it has no letters.
 */
const arb_letters *arb_language_arg_letters(const arb_cli *cli, const char *value);

/* Prints the list of languages, with their letters, and an empty line. */
void arb_language_arg_help(FILE *to, arb_lang lang);

#endif
