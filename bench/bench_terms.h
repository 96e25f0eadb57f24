/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BENCH_TERMS_H
#define ARBITRO_BENCH_TERMS_H
/*
 * What it costs to look for the words of players in a game: all detectors after every move, without
 * those that try moves out. Two famous games, reckoned for forty moves; processor time, the best of
 * several runs. Nothing is printed here.
 */
#include "bench/bench_perft.h"

/* A game of forty moves may take so many milliseconds. */
static const double arb_bench_terms_limit_ms = 2.0;

typedef struct arb_bench_terms_row {
    unsigned games, plies;
    unsigned seen;  /* what appeared in all */
    double game_ms; /* for forty moves of both sides */
    double ply_us;
} arb_bench_terms_row;

/* Measures; of the options, runs and progress count. ARB_NOMEM, ARB_STOPPED. */
ARB_MUST_USE arb_err arb_bench_terms(arb_bench_terms_row *out, const arb_bench_options *options);

#endif
