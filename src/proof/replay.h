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

/*
 * Is that so after a move of a piece that plays no part in the line, and takes no square that it
 * needs? If so, that move is in `wait`.
 */
bool arb_replay_mates_later(arb_move *wait, const arb_pos *pos, const arb_move *line, size_t count);

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
 * True if that, perhaps with a wait before its end, leads to the mate: it is then part of the line.
 * Otherwise `end` is where it comes to before the move that was to mate.
 */
bool arb_replay_along(arb_replay *out, const arb_pos *pos, arb_colour side, const arb_move *line,
                      size_t count);

/*
 * Can the move that led from `before` to `pos` be taken back by playing on: one side waits, the
 * other goes back, and the first goes back as well? Then whatever can follow `before` can follow
 * `pos`, and `last` is that move. False says nothing.
 */
bool arb_replay_returns(arb_move *last, const arb_pos *pos, const arb_pos *before);

/* Takes back some moves, the last one first, by playing them in reverse; false if that is not legal
 * somewhere. */
bool arb_replay_back(arb_pos *out, arb_move *line, const arb_pos *pos, const arb_move *moves,
                     size_t count);

#endif
