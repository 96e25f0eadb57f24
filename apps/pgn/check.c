/* SPDX-License-Identifier: MIT */
/* `arbitro pgn check`: what the reader finds fault with, one line a finding; see pgn.h. */
#include <inttypes.h>

#include "common/interrupt.h"
#include "pgn/pgn.h"

/* What is counted, by its name in text and JSON. */
enum {
    COUNT_GAMES = ARB_PGN_GAMES,
    COUNT_PLIES,
    COUNT_ILLEGAL,    /* moves that the Laws forbid */
    COUNT_WARNINGS,   /* what is only written oddly */
    COUNT_UNREADABLE, /* other errors: text, or a start, of which no game can be made */
    COUNT_VARIANTS,   /* games that are another game */
    COUNTS
};
static const char *const names[COUNTS] = { "games",    "plies",      "illegal",
                                           "warnings", "unreadable", "variants" };
enum { FINDINGS_ENOUGH = 1024 }; /* are told before the game ends */

static int kind_of(arb_pgn_fault fault)
{
    if (arb_pgn_fault_weight(fault) != ARB_PGN_ERROR)
        return COUNT_WARNINGS;
    return fault == ARB_PGN_ILLEGAL   ? COUNT_ILLEGAL
           : fault == ARB_PGN_VARIANT ? COUNT_VARIANTS
                                      : COUNT_UNREADABLE;
}

static arb_pgn_next on_finding(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding)
{
    arb_pgn_worker *worker = user;

    if (arb_pgn_worker_broke_off(worker, finding))
        return ARB_PGN_GO_ON;
    const int kind = kind_of(finding->fault);
    worker->out->count[kind]++;
    if (worker->task->cmd->cli->quiet || (worker->task->cmd->errors && kind == COUNT_WARNINGS))
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

static arb_exit tell_counts(const arb_cli *cli, const uint64_t count[ARB_PGN_COUNTS])
{
    json_t *object = cli->json ? json_object() : NULL;

    for (int i = 0; i < COUNTS; i++) {
        if (!cli->json)
            printf("%s%s %" PRIu64, i > 0 ? ", " : "", names[i], count[i]);
        else if (json_object_set_new(object, names[i], json_integer((json_int_t)count[i])) != 0) {
            json_decref(object);
            object = NULL; /* which says that there is no memory */
        }
    }
    if (cli->json)
        return arb_cli_json(cli, object);
    putchar('\n');
    return ARB_EXIT_YES;
}

arb_exit arb_pgn_check(const arb_pgn_cmd *cmd)
{
    const arb_pgn_task task = { .cmd = cmd, .handler = &listener };
    uint64_t count[ARB_PGN_COUNTS] = { 0 };
    arb_exit status = arb_pgn_run(&task, count);
    bool clean = true;

    if (status == ARB_EXIT_INTERRUPTED)
        return status;
    status = arb_exit_worse(status, tell_counts(cmd->cli, count));
    for (int i = COUNT_ILLEGAL; i < COUNTS; i++)
        clean = clean && count[i] == 0;
    return arb_exit_worse(status, clean ? ARB_EXIT_YES : ARB_EXIT_NO);
}
