/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_PROOF_H
#define ARBITRO_PROOF_H
/**
 * @file proof.h
 * Can a player still checkmate, and is the position dead (Laws, 1.5, 5.1.2, 5.2.2, 6.9, 7.5.5)?
 *
 * Both questions are about "any possible series of legal moves", with the opponent helping as much
 * as he can. They look at the board alone: the counters of 9.3 and 9.6 play no part. A position
 * that no legal game reaches is taken as it stands.
 *
 * YES and NO are proofs, never guesses. UNKNOWN says that the work allowed, or the memory, did not
 * suffice for either; it promises nothing about the position.
 */
#include "arbitro/mem.h"
#include "arbitro/position.h"

ARB_BEGIN_DECLS

typedef enum arb_proof { ARB_PROOF_NO, ARB_PROOF_YES, ARB_PROOF_UNKNOWN } arb_proof;

/** How much work a question may cost. */
typedef struct arb_effort {
    const arb_mem *mem; /* NULL means malloc; used during the call only */
    uint64_t nodes;     /* how many different positions may be gone through; 0: a default */
} arb_effort;

/**
 * Can `side` checkmate by any series of legal moves (5.1.2, 6.9, 7.5.5)? A side that has just
 * checkmated can; after stalemate nobody can. `effort` NULL allows a default that most positions
 * of real games need little of, and the worst ones some milliseconds.
 */
ARB_API arb_proof arb_proof_can_mate(const arb_pos *pos, arb_colour side, const arb_effort *effort);

/**
 * Is the position dead, so that neither side can checkmate by any series of legal moves (5.2.2)?
 * Made to be asked after every move: where pawns or pieces are free to move and more than five men
 * stand on the board, the answer is UNKNOWN at once, without a search and without memory. A
 * position that is checkmate is not dead; stalemate is.
 */
ARB_API arb_proof arb_proof_is_dead(const arb_pos *pos, const arb_effort *effort);

ARB_END_DECLS

#endif
