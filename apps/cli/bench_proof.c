/* SPDX-License-Identifier: MIT */
/* What proofs cost, shown beside what they may cost; see bench.h. */
#include <stdio.h>

#include "arbitro/proof.h"
#include "cli/bench.h"
#include "common/quote.h"

static const double megabyte = 1024 * 1024;

/* The figures in lists of legal moves, and their limits. */
typedef struct figures {
    double mean, worst;
    unsigned mean_limit, worst_limit;
    bool mean_reached, worst_reached, memory_reached;
} figures;

static figures figures_of(const arb_bench_proof_row *row)
{
    figures f = { .mean = row->mean_s / row->moves_s,
                  .worst = row->worst_s / row->moves_s,
                  .mean_limit = row->games ? ARB_BENCH_PROOF_GAME_MEAN : ARB_BENCH_PROOF_MEAN,
                  .worst_limit = ARB_BENCH_PROOF_WORST };

    f.mean_reached = f.mean <= f.mean_limit;
    f.worst_reached = f.worst <= f.worst_limit;
    f.memory_reached = row->memory <= ARB_PROOF_BYTES;
    return f;
}

static json_t *row_json(const char *path, const arb_bench_proof_row *row, const figures *f)
{
    json_t *object = json_pack(
        "{so sb sI sI sI sI sf sf sf sf}", "file", arb_json_argument(path), "games", row->games,
        "questions", (json_int_t)row->questions, "wrong", (json_int_t)row->wrong, "undecided",
        (json_int_t)row->undecided, "dead", (json_int_t)row->dead, "mean_us", row->mean_s * 1e6,
        "p99_us", row->p99_s * 1e6, "worst_us", row->worst_s * 1e6, "moves_us", row->moves_s * 1e6);

    return arb_json_join(object, json_pack("{sf sI sf sI sI sI}", "ratio", f->mean, "limit",
                                           (json_int_t)f->mean_limit, "worst_ratio", f->worst,
                                           "worst_limit", (json_int_t)f->worst_limit, "memory",
                                           (json_int_t)row->memory, "memory_limit",
                                           (json_int_t)ARB_PROOF_BYTES));
}

static void print_row(const arb_cli *cli, const char *path, const arb_bench_proof_row *row,
                      const figures *f, unsigned runs)
{
    const char *said[2] = { arb_text(ARB_TEXT_BENCH_GOAL_MISSED, cli->lang),
                            arb_text(ARB_TEXT_BENCH_GOAL_REACHED, cli->lang) };
    arb_quoted room;

    arb_text_line(stdout, cli->lang, row->games ? ARB_TEXT_BENCH_PROOF_GAMES : ARB_TEXT_BENCH_PROOF,
                  arb_quote_path(&room, path), (unsigned long long)row->questions,
                  (unsigned long long)(row->games ? row->dead : row->wrong),
                  (unsigned long long)row->undecided, runs, row->mean_s * 1e6, row->p99_s * 1e6,
                  row->worst_s * 1e6, row->moves_s * 1e6);
    arb_text_line(stdout, cli->lang, ARB_TEXT_BENCH_PROOF_LIMITS, f->mean, f->mean_limit,
                  said[f->mean_reached], f->worst, f->worst_limit, said[f->worst_reached],
                  (double)row->memory / megabyte, (double)ARB_PROOF_BYTES / megabyte,
                  said[f->memory_reached]);
}

arb_exit arb_bench_proof_show(const arb_cli *cli, const char *path, const arb_bench_proof_row *row,
                              unsigned runs)
{
    const figures f = figures_of(row);
    const bool right = row->wrong == 0 && row->undecided == 0;

    if (cli->json)
        arb_cli_json(cli, row_json(path, row, &f));
    else
        print_row(cli, path, row, &f, runs);
    return right && f.mean_reached && f.worst_reached && f.memory_reached ? ARB_EXIT_YES
                                                                          : ARB_EXIT_NO;
}
