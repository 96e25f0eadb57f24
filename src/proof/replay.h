/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_REPLAY_H
#define ARB_PROOF_REPLAY_H
/* Lines of moves that were found for one position, tried in another. */
#include "arbitro/position.h"

/*
 * Are these moves, one after the other, legal from `pos`, and is the last one mate? Lines with
 * castling or a capture en passant are answered with false, whether they are legal or not.
 */
bool arb_replay_mates(const arb_pos *pos, const arb_move *line, size_t count);

#endif
