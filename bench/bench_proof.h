/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BENCH_BENCH_PROOF_H
#define ARBITRO_BENCH_BENCH_PROOF_H
/*
 * What it costs to prove who can still mate, per question, and as a multiple of listing the legal
 * moves of the same positions. Processor time on whatever core there is; of several runs the best
 * one of each question counts. Nothing is printed here.
 *
 * A file of positions has one in each line, as a FEN after two letters that tell who can mate:
 * "WB", "W-", "-B" or "--"; lines that begin with # are left out. A file whose name ends in ".pgn"
 * has games: there the question is whether the position is dead, after each move, with what the
 * last answer left behind.
 */
#include "arbitro/error.h"

#include <stdbool.h>
#include <stdint.h>

/* How many lists of legal moves questions may cost, and how much memory. */
enum {
    ARB_BENCH_PROOF_MEAN = 20000, /* of positions, which are hard ones */
    ARB_BENCH_PROOF_WORST = 3000000,
    ARB_BENCH_PROOF_GAME_MEAN = 10 /* of "dead?" after every move of a game */
};

typedef struct arb_bench_proof_row {
    bool games;                    /* a file of games, and the question after each move */
    uint64_t questions;            /* two for each position, one for each move */
    uint64_t wrong, undecided;     /* answers that differ from the file, and those that are none */
    uint64_t dead;                 /* of games: dead positions */
    double mean_s, p99_s, worst_s; /* of a question */
    double moves_s;                /* listing the legal moves of one position */
    size_t memory;                 /* the most that a question held, in bytes */
} arb_bench_proof_row;

/*
 * Measures the file at `path` in so many runs, at least one. ARB_STATE when it cannot be read,
 * ARB_SYNTAX when a line of positions cannot be, ARB_NOMEM. `progress`, unless it is NULL, is told
 * from 0 to 1; answering false stops with ARB_STOPPED.
 */
ARB_MUST_USE arb_err arb_bench_proof(arb_bench_proof_row *out, const char *path, unsigned runs,
                                     bool (*progress)(void *user, double done), void *user);

#endif
