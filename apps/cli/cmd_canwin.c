/* SPDX-License-Identifier: MIT */
/* `arbitro canwin`: can this side still mate by any series of legal moves (6.9)? */
#include <string.h>

#include "cli/language_arg.h"
#include "cli/proof_arg.h"

static const arb_example examples[] = {
    { "canwin white '8/1r6/4k3/8/8/8/3N4/4K3 w - - 0 1'", ARB_TEXT_EX_CANWIN },
    { "canwin black --witness '8/1q6/4k3/8/8/8/3N4/4K3 w - - 0 1'", ARB_TEXT_EX_CANWIN_WITNESS },
};

static const char sides[] = "white|black";

static arb_exit run(const arb_cli *cli, const arb_args *args)
{
    const int side = arb_args_choice(sides, args->operand[0]);
    arb_question question = { .cli = cli, .side = side == 1 ? ARB_BLACK : ARB_WHITE };

    if (side < 0)
        return arb_cli_complain_at(cli, NULL, 1, 1, ARB_TEXT_EXPECTED,
                                   arb_wanted_text(ARB_WANTED_COLOUR, cli->lang));
    return arb_proof_arg_run(&question, args, args->operands > 1 ? args->operand[1] : NULL);
}

const arb_cmd arb_cmd_canwin = {
    .name = "canwin",
    .summary = ARB_TEXT_CMD_CANWIN,
    .about = ARB_TEXT_ABOUT_CANWIN,
    .operands = ARB_TEXT_OPERANDS_CANWIN,
    .operands_min = 1,
    .operands_max = 2,
    .options = { arb_proof_arg_options, ARB_PROOF_ARG_COUNT },
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .lists = arb_language_arg_help,
    .run = run,
};
