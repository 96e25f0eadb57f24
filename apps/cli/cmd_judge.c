/* SPDX-License-Identifier: MIT */
/* `arbitro judge`: the moot court, which judges case files (docs/CASES.md). */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

#include "cli/judge.h"

arb_exit arb_cmd_judge(const arb_cli *cli, const arb_args *args)
{
    const bool check = args->value[ARB_OPT_CHECK] != NULL;
    arb_judge judge = { .cli = cli, .speaker = &arb_judge_text, .bar = arb_progress_begin() };

    if (check && cli->json)
        return arb_cli_misused(cli, ARB_TEXT_JUDGE_BOTH);
    if (check || cli->json)
        judge.speaker = check ? &arb_judge_check : &arb_judge_json;
    /* on a terminal the results themselves show how far it is */
    if (isatty(STDOUT_FILENO))
        judge.bar.terminal = false;
    arb_buf_init(&judge.items, NULL, SIZE_MAX / 2);
    arb_buf_init(&judge.notes, NULL, SIZE_MAX / 2);
    for (size_t i = 0; i < args->operands && judge.status != ARB_EXIT_INTERRUPTED; i++)
        arb_judge_path(&judge, args->operand[i]);
    arb_progress_clear(&judge.bar);
    if (judge.speaker->finish && judge.status != ARB_EXIT_INTERRUPTED)
        judge.speaker->finish(&judge);
    arb_buf_clear(&judge.items);
    arb_buf_clear(&judge.notes);
    return judge.status;
}
