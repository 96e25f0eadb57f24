/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_PERFT_H
#define ARBITRO_CLI_PERFT_H
/* `arbitro perft --batch`: counts for many positions, and the suites that state theirs. */
#include "arbitro/perft.h"
#include "cli/batch.h"

typedef struct arb_perft_suite {
    unsigned depth;   /* as deep as is asked for, */
    bool depth_given; /* if it is; otherwise as deep as the operations of a line go */
    unsigned threads; /* for a line that is alone */
    arb_kernel kernel;
} arb_perft_suite;

/* Answers a line, `user` being the suite. From any thread. */
void arb_perft_answer(const arb_batch *batch, arb_batch_line *line);

#endif
