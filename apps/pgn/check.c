/* SPDX-License-Identifier: MIT */
/* `arbitro pgn check`: what the reader finds fault with, one line a finding; see pgn.h. */
#include <inttypes.h>

#include "common/interrupt.h"
#include "pgn/pgn.h"

enum { COUNT_GAMES = ARB_PGN_GAMES, COUNT_PLIES, COUNT_ILLEGAL, COUNT_WARNINGS };
enum { FINDINGS_ENOUGH = 1024 }; /* are told before the game ends */

static arb_pgn_next on_finding(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding)
{
    arb_pgn_worker *worker = user;
    const bool error = arb_pgn_fault_weight(finding->fault) == ARB_PGN_ERROR;

    if (arb_pgn_worker_broke_off(worker, finding))
        return ARB_PGN_GO_ON;
    worker->out->count[error ? COUNT_ILLEGAL : COUNT_WARNINGS]++;
    if (worker->task->cmd->cli->quiet || (worker->task->cmd->errors && !error))
        return ARB_PGN_GO_ON;
    /* another may follow in the same game, and the first failure is to be told */
    const arb_err err =
        arb_findings_add_fault(&worker->out->findings, pgn, finding, worker->task->cmd->cli);
    if (err)
        worker->out->err = err;
    if (worker->out->findings.count >= FINDINGS_ENOUGH)
        arb_pgn_worker_tell(worker);
    return worker->out->err || arb_interrupt_pending() ? ARB_PGN_STOP : ARB_PGN_GO_ON;
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    arb_pgn_worker *worker = user;

    (void)pgn;
    worker->out->count[COUNT_GAMES]++;
    worker->out->count[COUNT_PLIES] += summary->plies;
    arb_pgn_worker_tell(worker);
    return worker->live && ferror(stdout) ? ARB_PGN_STOP : ARB_PGN_GO_ON;
}

static const arb_pgn_handler listener = { .end = on_end, .finding = on_finding };

arb_exit arb_pgn_check(const arb_pgn_cmd *cmd)
{
    const arb_pgn_task task = { .cmd = cmd, .handler = &listener };
    uint64_t count[ARB_PGN_COUNTS] = { 0 };
    const arb_exit status = arb_pgn_run(&task, count);

    if (status == ARB_EXIT_INTERRUPTED)
        return status;
    if (cmd->cli->json)
        (void)arb_cli_json(cmd->cli,
                           json_pack("{sI sI sI sI}", "games", (json_int_t)count[COUNT_GAMES],
                                     "plies", (json_int_t)count[COUNT_PLIES], "illegal",
                                     (json_int_t)count[COUNT_ILLEGAL], "warnings",
                                     (json_int_t)count[COUNT_WARNINGS]));
    else
        printf("games %" PRIu64 ", plies %" PRIu64 ", illegal %" PRIu64 ", warnings %" PRIu64 "\n",
               count[COUNT_GAMES], count[COUNT_PLIES], count[COUNT_ILLEGAL], count[COUNT_WARNINGS]);
    const bool clean = count[COUNT_ILLEGAL] == 0 && count[COUNT_WARNINGS] == 0;
    return arb_exit_worse(status, clean ? ARB_EXIT_YES : ARB_EXIT_NO);
}
