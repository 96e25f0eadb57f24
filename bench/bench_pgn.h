/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BENCH_BENCH_PGN_H
#define ARBITRO_BENCH_BENCH_PGN_H
/*
 * How fast a file of games is read and every move of it played and checked, beside pgn-extract,
 * which plays the same games (`pgn-extract -r -s`). The file is taken so often that it makes eighty
 * megabytes. One processor core, ours and theirs in turn, processor time, the best run counts; then
 * several threads against one by the clock on the wall. Nothing is printed here.
 */
#include "bench/bench_perft.h"

typedef struct arb_bench_pgn_row {
    uint64_t bytes, games, plies; /* of all repeats */
    uint64_t errors, remarks;
    double seconds, peer_seconds; /* peer_seconds is 0 without a peer */
    unsigned threads;
    double one_s, threads_s; /* by the clock on the wall; 0 when nothing was compared */
} arb_bench_pgn_row;

/* Finds pgn-extract on the PATH or where Debian puts games; false when it is not there. */
bool arb_bench_pgn_peer(char *out, size_t size);

/*
 * Measures the file at `path`; of the options, runs, less (then the file is taken once), peer and
 * progress count. ARB_IO when the peer failed, ARB_STATE when the file cannot be read, ARB_NOMEM,
 * ARB_STOPPED.
 */
ARB_MUST_USE arb_err arb_bench_pgn(arb_bench_pgn_row *out, const char *path, unsigned threads,
                                   const arb_bench_options *options);

#endif
