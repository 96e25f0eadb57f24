/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_LAWS_H
#define ARBITRO_CLI_LAWS_H
/* The parts of `arbitro laws`. */
#include "arbitro/rulebook.h"
#include "cli/cli.h"

/* What changed between two editions, article by article. */
arb_exit arb_edition_diff(const arb_cli *cli, const arb_rulebook *from, const arb_rulebook *to);

/* Name, title and source of an edition. */
void arb_edition_heading(const arb_cli *cli, const arb_rulebook *book);

#endif
