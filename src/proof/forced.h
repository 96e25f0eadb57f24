/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_FORCED_H
#define ARB_PROOF_FORCED_H
/* Moves without a choice. */
#include "arbitro/proof.h"

typedef struct arb_forced {
    arb_pos end; /* the first position with a choice, or without a move */
    size_t count;
    arb_move line[ARB_PROOF_LINE_MAX];
    bool is_circle;  /* there is neither: the moves go round for ever */
    size_t distinct; /* how many different positions there are in it, if so */
} arb_forced;

/*
 * Plays the only move for as long as there is only one. A line that is longer than there is room
 * ends where it ends.
 */
void arb_forced_play(arb_forced *out, const arb_pos *pos);

#endif
