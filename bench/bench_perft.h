/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BENCH_BENCH_PERFT_H
#define ARBITRO_BENCH_BENCH_PERFT_H
/*
 * How fast moves are counted, beside a peer (peer.h) that counts the same. Everything is measured
 * on one processor core, ours and theirs in turn, by processor time; the best run counts, because
 * disturbances only ever slow a run down. Nothing is printed here.
 */
#include "arbitro/perft.h"

typedef struct arb_bench_position {
    const char *name, *fen;
    unsigned depth;
    bool chess960;
} arb_bench_position;

/* The positions of ordinary chess, then those of Chess960. */
enum { ARB_BENCH_STANDARD = 5, ARB_BENCH_CHESS960 = 3 };
extern const arb_bench_position arb_bench_positions[ARB_BENCH_STANDARD + ARB_BENCH_CHESS960];

/* The count for which several threads are worth while. */
extern const arb_bench_position arb_bench_deep;

typedef struct arb_bench_options {
    unsigned runs;
    unsigned less;  /* plies to take from every depth */
    double least_s; /* short counts are repeated until a run takes so long */
    arb_kernel kernel;
    const char *peer; /* program to compare with, NULL for none */
    double peer_start_s;
    /* Told after every step, from 0 to 1 of this measurement; answering false stops it. */
    bool (*progress)(void *user, double done);
    void *user;
} arb_bench_options;

typedef struct arb_bench_row {
    unsigned depth;
    uint64_t nodes, peer_nodes;
    double mnps, peer_mnps; /* peer_mnps is 0 without a peer */
} arb_bench_row;

typedef struct arb_bench_threads {
    unsigned depth;
    uint64_t nodes;
    double seconds[2]; /* with one thread, with two */
} arb_bench_threads;

/* The time that the peer takes to start and end. ARB_IO when it cannot be run. */
ARB_MUST_USE arb_err arb_bench_peer_start(double *out, const arb_bench_options *options);

/* Measures one position. ARB_IO when the peer failed, ARB_STOPPED. */
ARB_MUST_USE arb_err arb_bench_measure(arb_bench_row *out, const arb_bench_position *position,
                                       const arb_bench_options *options);

/* Measures arb_bench_deep with one thread and with two, by the clock on the wall. */
ARB_MUST_USE arb_err arb_bench_two_threads(arb_bench_threads *out,
                                           const arb_bench_options *options);

/* How many processor cores this process may use. */
unsigned arb_bench_cores(void);

#endif
