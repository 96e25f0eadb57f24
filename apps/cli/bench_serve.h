/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_BENCH_SERVE_H
#define ARBITRO_CLI_BENCH_SERVE_H
/* `arbitro bench serve`: shows what bench/bench_serve.h measures. */
#include "cli/cli.h"
#include "common/progress.h"

/* Measures and prints; no when an event was lost or a goal is missed. */
arb_exit arb_bench_serve_run(const arb_cli *cli, const arb_args *args, arb_progress *bar,
                             bool (*progress)(void *user, double done), void *user);

#endif
