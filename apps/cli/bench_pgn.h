/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_BENCH_PGN_H
#define ARBITRO_CLI_BENCH_PGN_H
/* `arbitro bench pgn`: shows what bench/bench_pgn.h measures. */
#include "bench/bench_pgn.h"
#include "cli/cli.h"

/* Shows it; no when something takes longer than it may. */
arb_exit arb_bench_pgn_show(const arb_cli *cli, const arb_bench_pgn_row *row, unsigned runs);

#endif
