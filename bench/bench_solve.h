/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BENCH_SOLVE_H
#define ARBITRO_BENCH_SOLVE_H
/*
 * What it costs to solve problems, key and all variations, by classes. Processor time of one
 * thread, the best of several runs of each problem; then two threads against one by the clock on
 * the wall, of the problems that take longest. Nothing is printed here.
 *
 * The reference is Popeye 4.104, measured once on another machine: processor seconds a problem, its
 * start not counted, where Stockfish took 0.8 s for perft 6 from the initial position. Where
 * Stockfish is here, the reference is scaled by what it takes now.
 */
#include "arbitro/problem.h"
#include "bench/bench_perft.h"

typedef struct arb_bench_solve_class {
    const char *stipulation;
    double reference_s; /* mean of a problem; 0: not measured */
    double goal;        /* so many times faster than that */
} arb_bench_solve_class;

enum { ARB_BENCH_SOLVE_CLASSES = 10 };
extern const arb_bench_solve_class arb_bench_solve_classes[ARB_BENCH_SOLVE_CLASSES];

typedef struct arb_bench_solve_row {
    unsigned problems;
    double seconds; /* of all */
    double worst_s; /* of one */
    uint64_t nodes;
    size_t memory; /* of the one that took most */
} arb_bench_solve_row;

/* Measures one class. ARB_NOMEM, ARB_STOPPED. */
ARB_MUST_USE arb_err arb_bench_solve(arb_bench_solve_row *out, unsigned class,
                                     const arb_bench_options *options);

/* The hardest problems with one thread and with two, by the wall. */
ARB_MUST_USE arb_err arb_bench_solve_threads(double seconds[2], const arb_bench_options *options);

/* By how much this machine is slower than that of the reference; 1 when nobody can tell. */
ARB_MUST_USE arb_err arb_bench_solve_scale(double *out, const arb_bench_options *options);

#endif
