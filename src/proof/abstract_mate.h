/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_ABSTRACT_MATE_H
#define ARB_PROOF_ABSTRACT_MATE_H
/* Does a mate fit into an abstraction? */
#include "proof/abstraction.h"

/* What the side that is to mate has just done, and where the kings stand after it. */
typedef struct arb_last_move {
    uint8_t king[2];
    uint64_t left;  /* the square that a king or pawn has left, which may uncover a line */
    uint64_t pawn;  /* the square where a pawn has arrived, which may give check itself */
    bool any_check; /* a piece has moved, or two pieces have left their lines */
} arb_last_move;

/* Could the move have been mate? If so, pieces of the king's own must stand on `blocked`. */
bool arb_abstract_mate_fits(uint64_t *blocked, const arb_abstraction *o, const arb_last_move *last);

#endif
