/* SPDX-License-Identifier: MIT */
/* `arbitro bench solve`: shows what bench/bench_solve.h measures. */
#include <stdio.h>

#include "bench/bench_solve.h"
#include "bench/peer.h"
#include "cli/bench.h"

/* How many times faster than the reference; 0 when that was not measured. */
static double ratio_of(const arb_bench_solve_class *c, const arb_bench_solve_row *row, double scale)
{
    return c->reference_s > 0 && row->seconds > 0
               ? c->reference_s * scale / (row->seconds / row->problems)
               : 0;
}

static void show_row(const arb_cli *cli, const arb_bench_solve_class *c,
                     const arb_bench_solve_row *row, double scale)
{
    const double ratio = ratio_of(c, row, scale), mean = row->seconds / row->problems;

    if (cli->json) {
        json_t *line = json_pack("{ss sI sf sf sf sI sI}", "class", c->stipulation, "problems",
                                 (json_int_t)row->problems, "seconds", row->seconds, "mean_ms",
                                 mean * 1e3, "worst_ms", row->worst_s * 1e3, "nodes",
                                 (json_int_t)row->nodes, "memory", (json_int_t)row->memory);
        if (ratio > 0)
            line = arb_json_join(line, json_pack("{sf sf}", "ratio", ratio, "goal", c->goal));
        (void)arb_cli_json(cli, line);
        return;
    }
    printf("%-6s %8u %10.2f %10.3f %10.3f %9zu", c->stipulation, row->problems, row->seconds * 1e3,
           mean * 1e3, row->worst_s * 1e3, row->memory >> 10);
    if (ratio > 0)
        printf(" %11.2f %7.1f %5.0f", c->reference_s * scale * 1e3, ratio, c->goal);
    putchar('\n');
    fflush(stdout);
}

static arb_exit show_threads(const arb_cli *cli, const arb_bench_options *o)
{
    double seconds[2];

    if (arb_bench_cores() < 2) {
        if (!cli->json)
            puts(arb_text(ARB_TEXT_BENCH_ONE_CORE, cli->lang));
        return ARB_EXIT_YES;
    }
    const arb_err err = arb_bench_solve_threads(seconds, o);
    if (err)
        return arb_cli_failed(cli, err);
    if (cli->json)
        return arb_cli_json(cli,
                            json_pack("{sI s[ff] sf}", "threads", (json_int_t)2, "seconds",
                                      seconds[0], seconds[1], "ratio", seconds[0] / seconds[1]));
    arb_text_line(stdout, cli->lang, ARB_TEXT_BENCH_SOLVE_THREADS, seconds[0], seconds[1],
                  seconds[0] / seconds[1]);
    return ARB_EXIT_YES;
}

arb_exit arb_bench_solve_run(const arb_cli *cli, arb_bench_options *o, arb_progress *bar)
{
    arb_exit status = ARB_EXIT_YES;
    char peer[4096];
    double scale;

    if (arb_peer_find(peer, sizeof peer, "stockfish"))
        o->peer = peer;
    arb_err err = o->peer ? arb_bench_peer_start(&o->peer_start_s, o) : ARB_OK;
    if (!err)
        err = arb_bench_solve_scale(&scale, o);
    if (err)
        return arb_cli_failed(cli, err);
    arb_progress_clear(bar);
    if (!cli->json)
        arb_text_line(stdout, cli->lang, ARB_TEXT_BENCH_SOLVE, o->runs, scale);
    for (unsigned i = 0; i < ARB_BENCH_SOLVE_CLASSES; i++) {
        const arb_bench_solve_class *c = &arb_bench_solve_classes[i];
        arb_bench_solve_row row;
        err = arb_bench_solve(&row, i, o);
        arb_progress_clear(bar);
        if (err)
            return arb_cli_failed(cli, err);
        show_row(cli, c, &row, scale);
        if (c->goal > 0 && ratio_of(c, &row, scale) < c->goal)
            status = ARB_EXIT_NO;
    }
    return arb_exit_worse(status, show_threads(cli, o));
}
