/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_PROBLEM_TEXT_H
#define ARBITRO_TEST_PROBLEM_TEXT_H
/* Problems and their solutions as texts. */
#include "arbitro/problem.h"

typedef struct known {
    const char *stipulation, *fen, *keys;
} known;

/* A problem read from texts, as the conventions have it, and solved. */
arb_problem *solve(const char *stipulation, const char *fen, const arb_problem_options *options);

/* The moves of the children of a kind, with blanks between them; good for four calls. */
const char *moves_of(const arb_problem *p, uint32_t parent, arb_problem_kind kind);

/* The child with that move; 0: there is none. */
uint32_t child(const arb_problem *p, uint32_t parent, const char *move);

#endif
