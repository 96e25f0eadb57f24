/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_EDITION_ARG_H
#define ARBITRO_CLI_EDITION_ARG_H
/* Editions of the Laws on the command line: the option --edition, and the list of them in help. */
#include "arbitro/rulebook.h"
#include "cli/cli.h"

/* What help shows for an edition. */
#define ARB_EDITION_ARG "EDITION"

/*
 * The rulebook of that name; NULL, not given, means the Laws in force. Returns NULL after a
 * complaint when there is no such edition.
 */
const arb_rulebook *arb_edition_arg(const arb_cli *cli, const char *value);

/* Prints the list of editions, with their titles, and an empty line. */
void arb_edition_arg_help(FILE *to, arb_lang lang);

#endif
