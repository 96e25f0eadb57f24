/* SPDX-License-Identifier: MIT */
/* The games of a file, announced; see announce.h. */
#include <stdio.h>

#include "cli/announce.h"
#include "common/interrupt.h"
#include "pgn/pgn.h"

/* Where the reader is. */
typedef struct walk {
    arb_announce *announce;
    const char *path;
    arb_pgn_bar bar;
    arb_findings findings;
    arb_exit status;
    uint64_t games; /* that were met */
    uint64_t told;  /* and announced */
    arb_err err;
} walk;

static arb_pgn_next go_on(const walk *w)
{
    return w->err || arb_interrupt_pending() || ferror(stdout) ? ARB_PGN_STOP : ARB_PGN_GO_ON;
}

/* An empty line parts the games. */
static arb_pgn_next on_begin(void *user, const arb_pgn *pgn)
{
    walk *w = user;
    const unsigned wanted = w->announce->game;

    w->games = arb_pgn_where(pgn).game;
    if (wanted > 0 && w->games != wanted)
        return ARB_PGN_SKIP;
    if (w->told++ > 0 && !w->announce->cli->json)
        putchar('\n');
    return go_on(w);
}

static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    walk *w = user;
    arb_pos before;

    arb_pgn_before(&before, pgn);
    w->announce->variant = arb_pgn_variant(pgn);
    if (move->kind == ARB_PGN_MOVE_LEGAL)
        arb_announce_move(w->announce, &before, move->move, arb_pgn_where(pgn).ply);
    return go_on(w);
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    walk *w = user;
    arb_pos pos;

    if (summary->skipped)
        return go_on(w);
    if (summary->broken)
        w->status = arb_exit_worse(w->status, ARB_EXIT_NO);
    arb_pgn_position(&pos, pgn);
    if (w->announce->position && !summary->broken)
        arb_announce_position(w->announce, &pos);
    return w->announce->game > 0 ? ARB_PGN_STOP : go_on(w);
}

static arb_pgn_next on_finding(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding)
{
    walk *w = user;
    const arb_cli *cli = w->announce->cli;

    if (arb_pgn_fault_weight(finding->fault) != ARB_PGN_ERROR)
        return go_on(w);
    w->err = arb_findings_add_fault(&w->findings, pgn, finding, cli);
    arb_findings_tell(&w->findings, &(arb_findings_file){ cli, stderr, w->path, 0, 0 });
    return go_on(w);
}

static arb_exit read_games(walk *w, arb_pgn *pgn)
{
    static const arb_pgn_handler listener = {
        .begin = on_begin, .move = on_move, .end = on_end, .finding = on_finding
    };
    const arb_cli *cli = w->announce->cli;
    arb_pgn_input *input = arb_pgn_input_open(cli, w->path, &w->bar);

    if (!input)
        return ARB_EXIT_BAD;
    const arb_err err = arb_pgn_read(pgn, arb_pgn_input_read, input, &listener, w);
    if (arb_interrupt_pending())
        w->status = arb_cli_interrupted(cli);
    else if (w->err)
        w->status = arb_cli_failed(cli, w->err);
    else if (err && err != ARB_STOPPED)
        w->status = arb_pgn_input_complain(input, cli, err);
    else if (w->announce->game > 0 && w->told == 0)
        w->status = (arb_cli_complain_at(cli, w->path, 0, 0, ARB_TEXT_AFTER_NO_GAME,
                                         w->announce->game, (unsigned long long)w->games),
                     ARB_EXIT_NO);
    arb_pgn_input_close(input);
    return w->status;
}

arb_exit arb_announce_pgn(arb_announce *announce, const char *path)
{
    const arb_pgn_options options = { .language = announce->style.language,
                                      .skip_variations = true };
    walk w = { .announce = announce, .path = path, .status = ARB_EXIT_YES };
    arb_pgn *pgn;

    const arb_err err = arb_pgn_new(&pgn, NULL, &options);
    if (err)
        return arb_cli_failed(announce->cli, err);
    arb_findings_init(&w.findings);
    const arb_exit status = read_games(&w, pgn);
    arb_findings_clear(&w.findings);
    arb_pgn_free(pgn);
    return status;
}
