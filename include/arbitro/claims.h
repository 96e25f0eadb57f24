/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLAIMS_H
#define ARBITRO_CLAIMS_H
/**
 * @file claims.h
 * What ends a game by itself, by what a draw can be claimed, and what a loss is worth (Laws, 5.1,
 * 5.2, 6.9, 9.2, 9.3, 9.6): decided from positions, the record and the numbers of a rulebook.
 *
 * The rules of a game and the review of a recorded one (review.h) both ask here. `memory` is where
 * proofs keep what they found for the next question, at first all zeros; only 5.2.2 and what a loss
 * is worth are proved, and need it.
 */
#include "arbitro/proof.h"
#include "arbitro/rulebook.h"
#include "arbitro/state.h"

ARB_BEGIN_DECLS

/**
 * Does `article`, one of 5.1.1, 5.2.1, 5.2.2, 9.6.1 and 9.6.2, end the game in `pos`? It stands on
 * the board for the `times`-th time, by the identity of `book`; only 9.6.1 looks at that.
 */
ARB_API bool arb_ends_by(arb_article article, const arb_rulebook *book, const arb_pos *pos,
                         unsigned times, arb_proof_memory *memory);

/** Is a draw claimed rightly by `article`, 9.2.2 or 9.3.2, in `pos`, there for the `times`-th time?
 */
ARB_API bool arb_claim_holds(arb_article article, const arb_rulebook *book, const arb_pos *pos,
                             unsigned times);

/** The same by 9.2.1 or 9.3.1 with `move`, which is legal after `ply` and not yet made. */
ARB_API bool arb_claim_holds_with(arb_article article, const arb_rulebook *book,
                                  const arb_history *history, arb_ply ply, arb_move move);

/**
 * The moves after `ply` with which a draw can be claimed by 9.2.1 or 9.3.1, room for ARB_MOVES_MAX;
 * returns how many. One that checkmates is not among them: nobody has to claim with it.
 */
ARB_API size_t arb_claim_moves(arb_move *out, arb_article article, const arb_rulebook *book,
                               const arb_history *history, arb_ply ply);

/**
 * What becomes of a game that `loser` loses by `article` (5.1.2 resigning, 6.9 time, 7.5.5 an
 * illegal move): a win of the opponent, or a draw where `book` grants it against one who cannot
 * checkmate. `unproved`, unless it is NULL, tells that it is a win because nobody knows whether he
 * can.
 */
ARB_API arb_result arb_loss_result(arb_article article, const arb_rulebook *book,
                                   const arb_pos *pos, arb_colour loser, arb_proof_memory *memory,
                                   bool *unproved);

/** A claim of a draw that would be upheld. */
typedef struct arb_claim {
    arb_article article; /* 9.2.1, 9.2.2, 9.3.1 or 9.3.2 */
    arb_colour player;   /* who could make it */
    size_t count;        /* 9.2.1, 9.3.1: with one of these moves */
    arb_move moves[ARB_MOVES_MAX];
} arb_claim;

enum { ARB_CLAIMS_MAX = 4 };

/** What could be claimed in a game now, room for ARB_CLAIMS_MAX; returns how many. */
ARB_API size_t arb_state_claims(arb_claim *out, const arb_state *state, const arb_history *history);

ARB_END_DECLS

#endif
