/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BENCH_BENCH_PGN_H
#define ARBITRO_BENCH_BENCH_PGN_H
/*
 * How fast files of games are checked, rewritten and reported on, beside pgn-extract, which plays
 * the same games (`pgn-extract -r -s`) and rewrites them (`pgn-extract -s`). The file is taken so
 * often that it makes eighty megabytes. Every run is a process of its own on one processor core,
 * ours and theirs in turn; processor time, the best run counts. Then several threads are compared
 * with one by the clock on the wall, and the memory for a quarter of the file with that for all of
 * it. Then games are selected by each kind of condition, beside pgn-extract, which writes what it
 * finds anew. Nothing is printed here.
 */
#include "bench/bench_perft.h"

/* What is done with the file: by us, and by the peer. */
typedef enum arb_bench_pgn_action {
    ARB_BENCH_PGN_CHECK,
    ARB_BENCH_PGN_CONVERT,
    ARB_BENCH_PGN_REPORT,
    ARB_BENCH_PGN_COUNT,
    ARB_BENCH_PGN_PEERS = ARB_BENCH_PGN_REPORT /* the peer checks and rewrites */
} arb_bench_pgn_action;

/* By what games are selected. */
typedef enum arb_bench_pgn_choice {
    ARB_BENCH_BY_PLAYER,
    ARB_BENCH_BY_DATE,
    ARB_BENCH_BY_RESULT,
    ARB_BENCH_BY_RATING,
    ARB_BENCH_BY_LENGTH,
    ARB_BENCH_BY_POSITION,
    ARB_BENCH_BY_MATERIAL,
    ARB_BENCH_BY_COUNT
} arb_bench_pgn_choice;

/* The option of arbitro and its value. */
extern const char *const arb_bench_pgn_choices[ARB_BENCH_BY_COUNT][2];

/* How many times as fast as the peer each should be. */
enum { ARB_BENCH_SELECT_GOAL = 5 };

/* How many times as long as checking each may take, and should; 0 for checking itself. */
extern const unsigned arb_bench_pgn_limit[ARB_BENCH_PGN_COUNT];
extern const unsigned arb_bench_pgn_goal[ARB_BENCH_PGN_COUNT];

typedef struct arb_bench_pgn_row {
    uint64_t bytes, games, plies; /* of the whole file */
    uint64_t errors, remarks;
    double seconds[ARB_BENCH_PGN_COUNT];
    double peer_seconds[ARB_BENCH_PGN_PEERS]; /* 0 without a peer */
    long quarter_kb[ARB_BENCH_PGN_COUNT];     /* the most memory, for a quarter of the file */
    long whole_kb[ARB_BENCH_PGN_COUNT];       /* and for all of it */
    double select_seconds[ARB_BENCH_BY_COUNT];
    double select_peer_seconds[ARB_BENCH_BY_COUNT]; /* 0 without a peer */
    long select_kb[ARB_BENCH_BY_COUNT];
    unsigned threads;
    double one_s, threads_s; /* by the clock on the wall; 0 when nothing was compared */
} arb_bench_pgn_row;

/*
 * Measures the file at `path`; of the options, runs, less (then the file is taken four times), peer
 * and progress count. ARB_IO when a program failed, ARB_STATE when the file cannot be read or there
 * is no memory for it, ARB_STOPPED.
 */
ARB_MUST_USE arb_err arb_bench_pgn(arb_bench_pgn_row *out, const char *path, unsigned threads,
                                   const arb_bench_options *options);

#endif
