/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_SERVE_LIMITS_H
#define ARBITRO_CLI_SERVE_LIMITS_H
/* The limits of `arbitro serve`: the file that sets them, and the list of their names. */
#include "cli/cli.h"
#include "server/hall/hall.h"

/* Reads the file, if one is named. False after a complaint. */
bool arb_limits_arg(arb_hall_config *config, const arb_cli *cli);
void arb_limits_help(arb_lang lang);

#endif
