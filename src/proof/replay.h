/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_REPLAY_H
#define ARB_PROOF_REPLAY_H
/* What was known of one position, used for another of the same game. */
#include "arbitro/position.h"

/*
 * Are these moves, one after the other, legal from `pos`, and is the last one mate? Lines with
 * castling or a capture en passant are answered with false, whether they are legal or not.
 */
bool arb_replay_mates(const arb_pos *pos, const arb_move *line, size_t count);

/* The part of a line that could be played, and where it ends. */
enum { ARB_REPLAY_MAX = 96 };

typedef struct arb_replay {
    arb_pos end;
    size_t count;
    arb_move line[ARB_REPLAY_MAX];
} arb_replay;

/*
 * Plays from `pos` what is left of a line in which `side` mates: each side makes its own moves in
 * their order and leaves out those that are not legal; the other side waits when it has no more.
 */
void arb_replay_along(arb_replay *out, const arb_pos *pos, arb_colour side, const arb_move *line,
                      size_t count);

/*
 * Can the move that led from `before` to `pos` be taken back by playing on: one side waits, the
 * other goes back, and the first goes back as well? Then whatever can follow `before` can follow
 * `pos`. False says nothing.
 */
bool arb_replay_returns(const arb_pos *pos, const arb_pos *before);

#endif
