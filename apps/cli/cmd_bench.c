/* SPDX-License-Identifier: MIT */
/* `arbitro bench`: shows what bench/ measures. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/bench_game.h"
#include "bench/bench_perft.h"
#include "bench/bench_terms.h"
#include "bench/peer.h"
#include "cli/arguments.h"
#include "cli/bench.h"
#include "cli/cli.h"
#include "common/interrupt.h"
#include "common/progress.h"
#include "common/quote.h"

enum { RUNS_DEFAULT = 5, RUNS_MAX = 100, LESS_MAX = 4 };

static const double least_s = 0.5;

/* The bar moves on by one step for every position and one for the threads. */
typedef struct reporter {
    arb_progress bar;
    unsigned step, steps;
    double inside;
} reporter;

static bool on_progress(void *user, double done)
{
    reporter *r = user;

    if (done >= 0)
        r->inside = done;
    arb_progress_show(&r->bar, (r->step + r->inside) / r->steps);
    return !arb_interrupt_heeded(); /* processes are to be ended, and a folder removed */
}

static void print_title(const arb_cli *cli, const arb_bench_options *o)
{
    if (cli->json)
        return;
    arb_text_print(stdout, cli->lang, ARB_TEXT_BENCH_TITLE, arb_kernel_name(o->kernel), o->runs);
    if (o->peer) {
        fputs(", ", stdout);
        arb_text_print(stdout, cli->lang, ARB_TEXT_BENCH_PEER, o->peer);
    }
    printf("\n\n%s\n",
           arb_text(o->peer ? ARB_TEXT_BENCH_HEAD : ARB_TEXT_BENCH_HEAD_ALONE, cli->lang));
}

static void print_row(const arb_cli *cli, const arb_bench_position *p, const arb_bench_row *row)
{
    const bool peer = row->peer_mnps > 0;
    const double ratio = peer ? row->mnps / row->peer_mnps : 0;

    if (cli->json) {
        json_t *line =
            json_pack("{ss sb sI sI sf}", "position", p->name, "chess960", p->chess960, "depth",
                      (json_int_t)row->depth, "nodes", (json_int_t)row->nodes, "mnps", row->mnps);
        if (peer)
            line = arb_json_join(line,
                                 json_pack("{sf sf}", "peer_mnps", row->peer_mnps, "ratio", ratio));
        arb_cli_json(cli, line);
        return;
    }
    printf("%-13s %5u %12" PRIu64 " %9.1f", p->name, row->depth, row->nodes, row->mnps);
    if (peer)
        printf(" %11.1f %7.2f", row->peer_mnps, ratio);
    putchar('\n');
    fflush(stdout);
}

static void print_mean(const arb_cli *cli, bool chess960, double mean)
{
    if (cli->json)
        arb_cli_json(cli, json_pack("{sb sf}", "chess960", chess960, "mean", mean));
    else
        printf("%-54s%8.2f\n\n", arb_text(ARB_TEXT_BENCH_MEAN, cli->lang), mean);
    fflush(stdout);
}

/* Why a measurement ended early. */
static arb_exit fail(const arb_cli *cli, const arb_bench_options *o, arb_err err)
{
    arb_progress_clear(&((reporter *)o->user)->bar);
    if (err == ARB_IO)
        return arb_cli_complain(cli, ARB_TEXT_BENCH_PEER_FAILED,
                                arb_quote(o->peer ? o->peer : "arbitro").text);
    return arb_cli_failed(cli, err);
}

/* Measures `count` positions of one kind and the mean of their ratios. */
static arb_exit run_rows(const arb_cli *cli, const arb_bench_options *o,
                         const arb_bench_position *positions, unsigned count)
{
    reporter *r = o->user;
    arb_exit status = ARB_EXIT_YES;
    double logarithms = 0;

    for (unsigned i = 0; i < count; i++, r->step++) {
        arb_bench_row row;
        const arb_err err = arb_bench_measure(&row, &positions[i], o);
        if (err != ARB_OK)
            return fail(cli, o, err);
        arb_progress_clear(&r->bar);
        r->inside = 0;
        print_row(cli, &positions[i], &row);
        if (!o->peer)
            continue;
        logarithms += log(row.mnps / row.peer_mnps);
        if (row.nodes != row.peer_nodes) {
            arb_cli_complain(cli, ARB_TEXT_BENCH_DISAGREE, positions[i].name, row.depth,
                             (unsigned long long)row.nodes, (unsigned long long)row.peer_nodes);
            status = ARB_EXIT_NO;
        }
    }
    if (o->peer)
        print_mean(cli, positions[0].chess960, exp(logarithms / count));
    return status;
}

static arb_exit run_threads(const arb_cli *cli, const arb_bench_options *o)
{
    reporter *r = o->user;
    arb_bench_threads t;

    if (arb_bench_cores() < 2) {
        if (!cli->json)
            puts(arb_text(ARB_TEXT_BENCH_ONE_CORE, cli->lang));
        return ARB_EXIT_YES;
    }
    const arb_err err = arb_bench_two_threads(&t, o);
    if (err != ARB_OK)
        return fail(cli, o, err);
    arb_progress_clear(&r->bar);
    const double times = t.seconds[0] / t.seconds[1];
    if (cli->json)
        return arb_cli_json(cli, json_pack("{ss sI sI sI s[ff] sf}", "position",
                                           arb_bench_deep.name, "depth", (json_int_t)t.depth,
                                           "nodes", (json_int_t)t.nodes, "threads", (json_int_t)2,
                                           "seconds", t.seconds[0], t.seconds[1], "ratio", times));
    arb_text_line(stdout, cli->lang, ARB_TEXT_BENCH_THREADS, arb_bench_deep.name, t.depth,
                  (unsigned long long)t.nodes, t.seconds[0], t.seconds[1], times);
    return ARB_EXIT_YES;
}

static arb_exit run_perft(const arb_cli *cli, arb_bench_options *o)
{
    char peer[4096];

    if (arb_peer_find(peer, sizeof peer, "stockfish")) {
        o->peer = peer;
        const arb_err err = arb_bench_peer_start(&o->peer_start_s, o);
        if (err != ARB_OK)
            return fail(cli, o, err);
    } else {
        arb_cli_complain(cli, ARB_TEXT_BENCH_NO_PEER);
    }
    print_title(cli, o);
    arb_exit status = run_rows(cli, o, arb_bench_positions, ARB_BENCH_STANDARD);
    if (status <= ARB_EXIT_NO)
        status = arb_exit_worse(
            status, run_rows(cli, o, arb_bench_positions + ARB_BENCH_STANDARD, ARB_BENCH_CHESS960));
    return status <= ARB_EXIT_NO ? arb_exit_worse(status, run_threads(cli, o)) : status;
}

/* What judging costs; no when it is more than it may. */
static arb_exit run_game(const arb_cli *cli, const arb_bench_options *o)
{
    reporter *r = o->user;
    arb_bench_game_row row;

    r->steps = 1;
    const arb_err err = arb_bench_game(&row, o);
    if (err != ARB_OK)
        return fail(cli, o, err);
    arb_progress_clear(&r->bar);
    const double ratio = row.event_ns / row.moves_ns;
    const bool within = ratio <= ARB_BENCH_GAME_LIMIT && row.state_size <= ARB_BENCH_STATE_LIMIT;
    if (cli->json)
        arb_cli_json(cli, json_pack("{sI sI sf sf sf sI sf sI sI}", "games", (json_int_t)row.games,
                                    "events", (json_int_t)row.events, "event_ns", row.event_ns,
                                    "moves_ns", row.moves_ns, "ratio", ratio, "limit",
                                    (json_int_t)ARB_BENCH_GAME_LIMIT, "proved_ns", row.proved_ns,
                                    "state_bytes", (json_int_t)row.state_size, "state_limit",
                                    (json_int_t)ARB_BENCH_STATE_LIMIT));
    else
        arb_text_line(stdout, cli->lang, ARB_TEXT_BENCH_GAME, row.games, row.events, o->runs,
                      row.event_ns, row.moves_ns, ratio, (unsigned)ARB_BENCH_GAME_LIMIT,
                      row.proved_ns, (unsigned)row.state_size, (unsigned)ARB_BENCH_STATE_LIMIT);
    return within ? ARB_EXIT_YES : ARB_EXIT_NO;
}

/* What it costs to look for the words of players in a game. */
static arb_exit run_terms(const arb_cli *cli, arb_bench_options *o)
{
    reporter *r = o->user;
    arb_bench_terms_row row;

    r->steps = 1;
    const arb_err err = arb_bench_terms(&row, o);
    if (err != ARB_OK)
        return fail(cli, o, err);
    arb_progress_clear(&r->bar);
    if (cli->json)
        arb_cli_json(cli, json_pack("{sI sI sI sf sf sf}", "games", (json_int_t)row.games, "plies",
                                    (json_int_t)row.plies, "seen", (json_int_t)row.seen, "ply_us",
                                    row.ply_us, "game_ms", row.game_ms, "limit_ms",
                                    arb_bench_terms_limit_ms));
    else
        arb_text_line(stdout, cli->lang, ARB_TEXT_BENCH_TERMS, row.games, o->runs, row.ply_us,
                      row.game_ms, arb_bench_terms_limit_ms, row.seen);
    return row.game_ms <= arb_bench_terms_limit_ms ? ARB_EXIT_YES : ARB_EXIT_NO;
}

/* How fast games are checked, rewritten and reported on. */
static arb_exit run_pgn(const arb_cli *cli, arb_bench_options *o, const char *path,
                        unsigned threads)
{
    reporter *r = o->user;
    arb_bench_pgn_row row;
    char peer[4096];

    if (!path)
        return arb_cli_complain(cli, ARB_TEXT_BENCH_PGN_FILE);
    r->steps = 1;
    if (arb_peer_find(peer, sizeof peer, "pgn-extract"))
        o->peer = peer;
    else
        arb_cli_complain(cli, ARB_TEXT_BENCH_PGN_NO_PEER);
    const arb_err err = arb_bench_pgn(&row, path, threads, o);
    if (err == ARB_STATE) {
        arb_progress_clear(&r->bar);
        return arb_cli_complain(cli, ARB_TEXT_BENCH_PGN_UNREAD, arb_quote(path).text);
    }
    if (err != ARB_OK)
        return fail(cli, o, err);
    arb_progress_clear(&r->bar);
    return arb_bench_pgn_show(cli, &row, o->runs);
}

/* What it costs to prove who can still mate; no where an answer is wrong, or dearer than it may be.
 */
static arb_exit run_proof(const arb_cli *cli, const arb_bench_options *o, const arb_args *args)
{
    arb_exit status = ARB_EXIT_YES;
    reporter *r = o->user;

    if (args->operands < 2)
        return arb_cli_complain(cli, ARB_TEXT_BENCH_PROOF_FILE);
    r->steps = (unsigned)args->operands - 1;
    for (size_t i = 1; i < args->operands; i++, r->step++) {
        arb_bench_proof_row row;
        const char *path = args->operand[i];
        const arb_err err = arb_bench_proof(&row, path, o->runs, o->progress, o->user);
        arb_progress_clear(&r->bar);
        if (err == ARB_STATE || err == ARB_SYNTAX)
            return arb_cli_complain(cli, ARB_TEXT_BENCH_PROOF_UNREAD, arb_quote(path).text);
        if (err != ARB_OK)
            return arb_cli_failed(cli, err);
        status = arb_exit_worse(status, arb_bench_proof_show(cli, path, &row, o->runs));
    }
    return status;
}

static bool read_threads(unsigned *out, const arb_cli *cli, const char *value)
{
    *out = arb_bench_cores() < 2 ? 1 : 2;
    return arb_threads_arg(out, cli, value);
}

/* The options that several benchmarks share; false after a complaint. */
static bool read_options(arb_bench_options *o, const arb_cli *cli, const arb_args *args)
{
    o->runs = args->value[ARB_OPT_QUICK] ? 1 : RUNS_DEFAULT;
    if (!arb_cli_number(&o->runs, cli, args->value[ARB_OPT_RUNS], 1, RUNS_MAX,
                        ARB_TEXT_NAME_RUNS) ||
        !arb_cli_number(&o->less, cli, args->value[ARB_OPT_LESS], 0, LESS_MAX, ARB_TEXT_NAME_LESS))
        return false;
    o->least_s = o->less > 0 ? 0 : least_s;
    return arb_kernel_arg(&o->kernel, cli, args);
}

/* Complains of the first option that has no meaning for this benchmark. */
static bool fits(const arb_cli *cli, const arb_args *args, const char *what)
{
    static const arb_opt counting[] = { ARB_OPT_LESS, ARB_OPT_KERNEL, ARB_OPT_BENCH_THREADS };
    static const arb_opt serving[] = { ARB_OPT_BENCH_GAMES, ARB_OPT_BENCH_SECONDS,
                                       ARB_OPT_BENCH_STREAMS, ARB_OPT_BENCH_DB };
    const bool serves = strcmp(what, "serve") == 0;
    const arb_opt *foreign = serves ? counting : serving;
    const size_t count =
        serves ? sizeof counting / sizeof counting[0] : sizeof serving / sizeof serving[0];

    for (size_t i = 0; i < count; i++)
        if (args->value[foreign[i]]) {
            (void)arb_cli_misused(cli, ARB_TEXT_PGN_OPTION, arb_cli_options[foreign[i]].name, what);
            return false;
        }
    return true;
}

arb_exit arb_cmd_bench(const arb_cli *cli, const arb_args *args)
{
    const char *what = args->operands > 0 ? args->operand[0] : "perft";
    const bool game = strcmp(what, "game") == 0, pgn = strcmp(what, "pgn") == 0;
    reporter r = { .bar = arb_progress_begin(),
                   .steps = ARB_BENCH_STANDARD + ARB_BENCH_CHESS960 + 1 };
    unsigned threads;
    arb_bench_options o = { .progress = on_progress, .user = &r };

    if (!fits(cli, args, what))
        return ARB_EXIT_BAD;
    if (strcmp(what, "serve") == 0 && args->operands == 1)
        return arb_bench_serve_run(cli, args, &r.bar, on_progress, &r);
    const bool solve = strcmp(what, "solve") == 0, terms = strcmp(what, "terms") == 0;
    const bool proof = strcmp(what, "proof") == 0;
    if (!proof && ((!game && !pgn && !solve && !terms && strcmp(what, "perft") != 0) ||
                   args->operands > (pgn ? 2u : 1u)))
        return arb_cli_complain(cli, ARB_TEXT_BENCH_WHAT, arb_quote(what).text);
    if (!read_options(&o, cli, args) ||
        !read_threads(&threads, cli, args->value[ARB_OPT_BENCH_THREADS]))
        return ARB_EXIT_BAD;
    if (proof)
        return run_proof(cli, &o, args);
    if (terms)
        return run_terms(cli, &o);
    if (solve)
        return arb_bench_solve_run(cli, &o, &r.bar);
    if (pgn)
        return run_pgn(cli, &o, args->operands > 1 ? args->operand[1] : NULL, threads);
    return game ? run_game(cli, &o) : run_perft(cli, &o);
}
