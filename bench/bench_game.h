/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BENCH_BENCH_GAME_H
#define ARBITRO_BENCH_BENCH_GAME_H
/*
 * What it costs to judge an event, beside generating the legal moves of the same positions. Games
 * of legal moves chosen by chance, always the same ones, are played as moves and presses under the
 * Laws; the best run counts. Nothing is printed here.
 *
 * Whether a position is dead (5.2.2) is a question for the proof, whose cost is its own: that rule
 * is left out of the comparison, and what an event costs with it is told apart.
 */
#include "bench/bench_perft.h"

/* An event may cost so many generations of moves, and a state so many bytes. */
enum { ARB_BENCH_GAME_LIMIT = 20, ARB_BENCH_STATE_LIMIT = 4096 };

typedef struct arb_bench_game_row {
    unsigned games, events;
    double event_ns, moves_ns; /* for one event without the proof, and for one generation */
    double proved_ns;          /* for one event with it */
    size_t state_size;         /* bytes of a state beside its history */
} arb_bench_game_row;

/* Measures; of the options, runs, least_s and progress count. ARB_NOMEM, ARB_STOPPED. */
ARB_MUST_USE arb_err arb_bench_game(arb_bench_game_row *out, const arb_bench_options *options);

#endif
