/* SPDX-License-Identifier: MIT */
/* `arbitro lot`: which of two players has White. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "arbitro/lot.h"
#include "cli/cli.h"
#include "common/quote.h"

arb_exit arb_cmd_lot(const arb_cli *cli, const arb_args *args)
{
    arb_quoted room[2];
    unsigned seed = 0;

    if (strcmp(args->operand[0], args->operand[1]) == 0)
        return arb_cli_complain(cli, ARB_TEXT_LOT_SAME);
    if (!arb_cli_number(&seed, cli, args->value[ARB_OPT_SEED], 0, UINT32_MAX, ARB_TEXT_NAME_SEED))
        return ARB_EXIT_BAD;
    if (!args->value[ARB_OPT_SEED] && getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        return arb_cli_complain(cli, ARB_TEXT_RANDOM_FAILED);
    const arb_colour first = arb_lot_colour(seed);
    const char *const white = args->operand[first], *const black = args->operand[1 - first];
    if (cli->json)
        return arb_cli_json(cli, json_pack("{so so sI}", "white", arb_json_argument(white), "black",
                                           arb_json_argument(black), "seed", (json_int_t)seed));
    printf("%s: %s\n%s: %s\n%s: %u\n", arb_text(ARB_TEXT_VALUE_WHITE, cli->lang),
           arb_quote_path(&room[0], white), arb_text(ARB_TEXT_VALUE_BLACK, cli->lang),
           arb_quote_path(&room[1], black), arb_text(ARB_TEXT_LOT_SEED, cli->lang), seed);
    return ARB_EXIT_YES;
}
