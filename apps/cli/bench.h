/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_BENCH_H
#define ARBITRO_CLI_BENCH_H
/* The parts of `arbitro bench`: they show what bench/ measures. */
#include "bench/bench_pgn.h"
#include "bench/bench_proof.h"
#include "cli/cli.h"
#include "common/progress.h"

/* Shows it; no when something takes longer than it may. */
arb_exit arb_bench_pgn_show(const arb_cli *cli, const arb_bench_pgn_row *row, unsigned runs);

/* The same for proofs; no also where an answer is wrong or none. */
arb_exit arb_bench_proof_show(const arb_cli *cli, const char *path, const arb_bench_proof_row *row,
                              unsigned runs);

/* Measures and prints; no when an event was lost or a goal is missed. */
arb_exit arb_bench_serve_run(const arb_cli *cli, const arb_args *args, arb_progress *bar,
                             bool (*progress)(void *user, double done), void *user);

/* Measures and prints; no when a goal is missed. */
arb_exit arb_bench_solve_run(const arb_cli *cli, arb_bench_options *o, arb_progress *bar);

#endif
