/* SPDX-License-Identifier: MIT */
/* `arbitro judge`: the moot court, which judges case files (docs/CASES.md). */
#include <stdlib.h>

#include "cli/judge.h"

enum { OPT_CHECK };

static const arb_args_option options[] = {
    [OPT_CHECK] = { "check", NULL, ARB_TEXT_OPT_CHECK },
};

static const arb_example examples[] = {
    { "judge tests/cases/art05/5.1.1-checkmate.case", ARB_TEXT_EX_JUDGE },
    { "judge --check tests/cases", ARB_TEXT_EX_JUDGE_CHECK },
    { "judge --json tests/cases/art07", ARB_TEXT_EX_JUDGE_JSON },
};

static arb_exit run(const arb_cli *cli, const arb_args *args)
{
    const bool check = args->value[OPT_CHECK] != NULL;
    arb_judge judge = { .cli = cli, .speaker = &arb_judge_text };

    if (check && cli->json) {
        arb_cli_complain(cli, ARB_TEXT_JUDGE_BOTH);
        return arb_cli_see_help(cli);
    }
    if (check || cli->json)
        judge.speaker = check ? &arb_judge_check : &arb_judge_json;
    arb_buf_init(&judge.items, NULL, SIZE_MAX / 2);
    arb_buf_init(&judge.notes, NULL, SIZE_MAX / 2);
    for (size_t i = 0; i < args->operands && judge.status != ARB_EXIT_INTERRUPTED; i++)
        arb_judge_path(&judge, args->operand[i]);
    if (judge.speaker->finish && judge.status != ARB_EXIT_INTERRUPTED)
        judge.speaker->finish(&judge);
    arb_buf_clear(&judge.items);
    arb_buf_clear(&judge.notes);
    return judge.status;
}

const arb_cmd arb_cmd_judge = {
    .name = "judge",
    .summary = ARB_TEXT_CMD_JUDGE,
    .about = ARB_TEXT_ABOUT_JUDGE,
    .operands = ARB_TEXT_OPERANDS_JUDGE,
    .operands_min = 1,
    .operands_max = ARB_OPERANDS_MAX,
    .options = ARB_ARGS_OPTIONS(options),
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .run = run,
};
