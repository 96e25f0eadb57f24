/* SPDX-License-Identifier: MIT */
/* `arbitro dead`: is the position dead (5.2.2)? */
#include "cli/language_arg.h"
#include "cli/proof_arg.h"

static const arb_example examples[] = {
    { "dead '8/3k4/8/1p1p1p1p/1P1P1P1P/8/3K4/8 w - - 0 1'", ARB_TEXT_EX_DEAD },
    { "dead --witness 'kb6/2N5/1K6/8/8/8/8/8 b - - 0 1'", ARB_TEXT_EX_DEAD_WITNESS },
    { "start960 518 | arbitro dead --batch -", ARB_TEXT_EX_DEAD_BATCH },
};

static arb_exit run(const arb_cli *cli, const arb_args *args)
{
    arb_question question = { .cli = cli, .dead = true };

    return arb_proof_arg_run(&question, args, args->operands > 0 ? args->operand[0] : NULL);
}

const arb_cmd arb_cmd_dead = {
    .name = "dead",
    .summary = ARB_TEXT_CMD_DEAD,
    .about = ARB_TEXT_ABOUT_DEAD,
    .operands = ARB_TEXT_OPERANDS_DEAD,
    .operands_max = 1,
    .options = { arb_proof_arg_options, ARB_PROOF_ARG_COUNT },
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .lists = arb_language_arg_help,
    .run = run,
};
