/* SPDX-License-Identifier: MIT */
/* Positions in the games of a file; see after.h. */
#define _POSIX_C_SOURCE 200809L
#include <sys/stat.h>
#include <unistd.h>

#include "cli/after.h"
#include "common/interrupt.h"
#include "pgn/pgn.h"

/* Where the reader is. */
typedef struct walk {
    const arb_after *after;
    const char *path;
    arb_pgn_bar bar;
    arb_answer reply;
    arb_findings findings;
    arb_after_spot spot;
    bool done;    /* with this game: it is told, or what is wrong with it */
    bool reached; /* the game that was asked for */
    arb_exit status;
    arb_err err;
    arb_pgn_place last; /* of the last move that was played */
} walk;

static arb_pgn_next go_on(const walk *w)
{
    return w->err || arb_interrupt_pending() || ferror(stdout) ? ARB_PGN_STOP : ARB_PGN_GO_ON;
}

/* Prints what was added. */
static void print(walk *w)
{
    if (w->reply.err)
        w->err = w->reply.err;
    else
        (void)arb_answer_print(&w->reply, w->after->cli);
    arb_answer_reset(&w->reply);
}

static void tell(walk *w)
{
    arb_after_tell(&w->reply, w->after, &w->spot);
    print(w);
}

static arb_pgn_next on_begin(void *user, const arb_pgn *pgn)
{
    walk *w = user;

    w->spot = (arb_after_spot){ .game = arb_pgn_where(pgn).game };
    w->done = w->after->game > 0 && w->spot.game != w->after->game;
    w->reached = w->reached || !w->done;
    return w->done ? ARB_PGN_SKIP : go_on(w);
}

/* What comes after a position has been reached: the rest of the game is of no interest if it is the
 * one where to stop. */
static arb_pgn_next arrive(walk *w)
{
    const bool reached = arb_after_reached(w->after, &w->spot);

    if (reached || (w->after->each && w->spot.ply > 0))
        tell(w);
    w->done = reached;
    return reached && go_on(w) == ARB_PGN_GO_ON ? ARB_PGN_SKIP : go_on(w);
}

static arb_pgn_next on_start(void *user, const arb_pgn *pgn)
{
    walk *w = user;

    w->last = arb_pgn_where(pgn);
    w->spot.variant = w->after->chess960 ? ARB_CHESS960 : arb_pgn_variant(pgn);
    arb_pgn_position(&w->spot.pos, pgn);
    return arrive(w);
}

static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    walk *w = user;

    w->last = arb_pgn_where(pgn);
    w->spot.ply++;
    w->spot.legal = move->kind == ARB_PGN_MOVE_LEGAL;
    w->spot.move = move->move;
    arb_pgn_before(&w->spot.before, pgn);
    arb_pgn_position(&w->spot.pos, pgn);
    return arrive(w);
}

/* An error ends a game: what it is stands in the place of the position, and on standard error. */
static arb_pgn_next on_finding(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding)
{
    walk *w = user;
    const arb_cli *cli = w->after->cli;

    if (w->done || arb_pgn_fault_weight(finding->fault) != ARB_PGN_ERROR)
        return go_on(w);
    w->err = arb_findings_add_fault(&w->findings, pgn, finding, cli);
    if (!cli->json)
        arb_progress_clear(&w->bar.bar);
    arb_findings_tell(&w->findings, &(arb_findings_file){ cli, stderr, w->path, 0, 0 });
    return go_on(w);
}

/* The game ended before where to stop. */
static void tell_short(walk *w)
{
    const arb_cli *cli = w->after->cli;
    arb_answer words;

    w->status = arb_exit_worse(w->status, ARB_EXIT_NO);
    arb_answer_init(&words);
    arb_after_short(&words, w->after, w->spot.ply);
    arb_progress_clear(&w->bar.bar);
    arb_cli_complain_at(cli, w->path, w->last.line, w->last.column, ARB_TEXT_AFTER_GAME,
                        (unsigned long long)w->spot.game, arb_buf_text(&words.text));
    arb_answer_clear(&words);
    if (cli->json)
        arb_answer_json(&w->reply, json_pack("{sI ss sI}", "game", (json_int_t)w->spot.game,
                                             "error", "short", "ply", (json_int_t)w->spot.ply));
    else
        arb_answer_add(&w->reply, "none\n");
    print(w);
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    walk *w = user;
    const bool asked = w->after->game > 0 && w->spot.game == w->after->game;

    (void)pgn;
    if (!w->done && summary->broken) {
        w->status = arb_exit_worse(w->status, ARB_EXIT_NO);
        if (!w->after->cli->json)
            arb_answer_add(&w->reply, "error\n");
        print(w);
    } else if (!w->done && w->after->stop != ARB_AFTER_END) {
        tell_short(w);
    } else if (!w->done && !w->after->each) {
        tell(w);
    }
    w->done = true;
    return asked ? ARB_PGN_STOP : go_on(w);
}

static const arb_pgn_handler listener = {
    .begin = on_begin, .start = on_start, .move = on_move, .end = on_end, .finding = on_finding
};

static arb_exit read_games(walk *w, arb_pgn *pgn)
{
    const arb_cli *cli = w->after->cli;
    arb_pgn_input *input = arb_pgn_input_open(cli, w->path, &w->bar);

    if (!input)
        return ARB_EXIT_BAD;
    const arb_err err = arb_pgn_read(pgn, arb_pgn_input_read, input, &listener, w);
    arb_progress_clear(&w->bar.bar);
    if (arb_interrupt_pending())
        w->status = arb_cli_interrupted(cli);
    else if (w->err)
        w->status = arb_cli_failed(cli, w->err);
    else if (err && err != ARB_STOPPED)
        w->status = arb_pgn_input_complain(input, cli, err);
    else if (w->after->game > 0 && !w->reached)
        w->status = (arb_cli_complain_at(cli, w->path, 0, 0, ARB_TEXT_AFTER_NO_GAME, w->after->game,
                                         (unsigned long long)w->spot.game),
                     ARB_EXIT_NO);
    arb_pgn_input_close(input);
    return w->status;
}

/* The bar shows how much of a file has been read, unless the positions show themselves. */
static arb_pgn_bar make_bar(const char *path)
{
    arb_pgn_bar bar = { .bar = arb_progress_begin() };
    struct stat about;

    if (stat(path, &about) == 0 && S_ISREG(about.st_mode))
        bar.bytes = (uint64_t)about.st_size;
    if (isatty(STDOUT_FILENO))
        bar.bar.terminal = false;
    return bar;
}

arb_exit arb_after_pgn(const arb_after *after, const char *path)
{
    const arb_pgn_options options = { .language = after->style.language, .skip_variations = true };
    walk w = { .after = after, .path = path, .bar = make_bar(path), .status = ARB_EXIT_YES };
    arb_pgn *pgn;

    const arb_err err = arb_pgn_new(&pgn, NULL, &options);
    if (err)
        return arb_cli_failed(after->cli, err);
    arb_answer_init(&w.reply);
    arb_findings_init(&w.findings);
    const arb_exit status = read_games(&w, pgn);
    arb_findings_clear(&w.findings);
    arb_answer_clear(&w.reply);
    arb_pgn_free(pgn);
    return status;
}
