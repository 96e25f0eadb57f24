/* SPDX-License-Identifier: MIT */
/* `arbitro pgn select`: the games that are wanted, byte for byte as they stand; see pgn.h. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <unistd.h>

#include "pgn/pgn.h"

enum { OUTPUT_ROOM = 1 << 16 };

/* Where the games go, and what they left there. */
typedef struct selection {
    arb_pgn_parcels *parcels; /* NULL: all to standard output */
    bool open_line;           /* the last game had no line end behind it */
    uint64_t file;            /* from which it came */
} selection;

/* One object a game, with its text. */
static arb_err add_json(arb_pgn_worker *worker, const arb_pgn_pick *pick)
{
    arb_finding line = { .line = pick->place.line,
                         .column = pick->place.column,
                         .game = pick->place.game };

    line.json = json_pack("{so}", "pgn", arb_pgn_json_text(pick->text, pick->size));
    const arb_err err = line.json ? arb_findings_add(&worker->out->findings, &line, "") : ARB_NOMEM;
    arb_pgn_worker_tell(worker);
    return err;
}

/*
 * Games of different files, and those between which others are missing, do not run into one
 * another. Where everything is copied nothing comes between.
 */
static arb_err write_game(selection *s, const arb_pgn_worker *worker, const arb_pgn_pick *pick)
{
    const uint64_t file = worker->task->gate->file;

    if (pick->size == 0)
        return ARB_OK;
    if (s->open_line && (worker->task->cmd->choice.asked || file != s->file))
        (void)fputs("\n\n", stdout);
    s->file = file;
    s->open_line = pick->text[pick->size - 1] != '\n' && pick->text[pick->size - 1] != '\r';
    /* a failure is told when the output is closed */
    return fwrite(pick->text, 1, pick->size, stdout) == pick->size ? ARB_OK : ARB_STOPPED;
}

static arb_err copy(arb_pgn_worker *worker, const arb_pgn_pick *pick)
{
    const arb_pgn_cmd *cmd = worker->task->cmd;
    selection *s = worker->task->user;

    if (pick->no_game) /* only where everything is wanted */
        return cmd->choice.asked || cmd->count || cmd->cli->json || s->parcels
                   ? ARB_OK
                   : write_game(s, worker, pick);
    worker->out->count[ARB_PGN_GAMES]++;
    if (cmd->count)
        return ARB_OK;
    if (cmd->cli->json)
        return add_json(worker, pick);
    if (!s->parcels)
        return write_game(s, worker, pick);
    return arb_pgn_parcels_add(s->parcels, pick->text, pick->size) ? ARB_OK : ARB_STOPPED;
}

/* Yes when there are any. */
static arb_exit run(const arb_pgn_cmd *cmd, selection *s)
{
    const arb_pgn_task task = { .cmd = cmd, .user = s, .copy = copy };
    uint64_t count[ARB_PGN_COUNTS] = { 0 };

    if (!isatty(STDOUT_FILENO))
        (void)setvbuf(stdout, NULL, _IOFBF, OUTPUT_ROOM);
    const arb_exit status = arb_pgn_run(&task, count);
    if (cmd->count && status != ARB_EXIT_INTERRUPTED) {
        if (cmd->cli->json)
            (void)arb_cli_json(cmd->cli, json_pack("{sI}", "games", (json_int_t)count[0]));
        else
            printf("%" PRIu64 "\n", count[ARB_PGN_GAMES]);
    }
    if (count[ARB_PGN_GAMES] == 0 && !cmd->count)
        arb_cli_say_nothing();
    return arb_exit_worse(status, count[ARB_PGN_GAMES] > 0 ? ARB_EXIT_YES : ARB_EXIT_NO);
}

static bool is_done(arb_exit status)
{
    return status == ARB_EXIT_YES || status == ARB_EXIT_NO;
}

static arb_exit into_parcels(const arb_pgn_cmd *cmd)
{
    selection s = { .parcels = arb_pgn_parcels_new(cmd) };

    if (!s.parcels)
        return ARB_EXIT_BAD;
    const arb_exit status = run(cmd, &s);
    return arb_pgn_parcels_finish(s.parcels, is_done(status))
               ? status
               : arb_exit_worse(status, ARB_EXIT_BAD);
}

arb_exit arb_pgn_select_games(const arb_pgn_cmd *cmd)
{
    const bool split = cmd->parcelling.games > 0 || cmd->parcelling.tag;
    selection s = { 0 };

    if (cmd->parcelling.games > 0 && cmd->parcelling.tag)
        return arb_cli_misused(cmd->cli, ARB_TEXT_PGN_SPLIT_BOTH);
    if (split && cmd->cli->output)
        return arb_cli_misused(cmd->cli, ARB_TEXT_PGN_SPLIT_OUTPUT);
    if (split && (cmd->count || cmd->cli->json))
        return arb_cli_misused(cmd->cli, ARB_TEXT_PGN_SPLIT_ALONE);
    return split ? into_parcels(cmd) : run(cmd, &s);
}
