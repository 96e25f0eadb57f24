/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_REPLAY_H
#define ARB_PROOF_REPLAY_H
/* What was known of one position, used for another of the same game. */
#include "arbitro/position.h"

/*
 * Are these moves, one after the other, legal from `pos`, and is the last one mate? Lines with
 * castling or a capture en passant are answered with false, whether they are legal or not.
 */
typedef bool arb_replay_mates_fn(const arb_pos *pos, const arb_move *line, size_t count);
arb_replay_mates_fn arb_replay_mates;

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
typedef bool arb_replay_along_fn(arb_replay *out, const arb_pos *pos, arb_colour side,
                                 const arb_move *line, size_t count);
arb_replay_along_fn arb_replay_along;

/*
 * Can the move that led from `before` to `pos` be taken back by playing on: one side waits, the
 * other goes back, and the first goes back as well? Then whatever can follow `before` can follow
 * `pos`. `wait` is tried first; where it does not serve, it becomes the one
 * that does. False says nothing.
 */
typedef bool arb_replay_returns_fn(arb_move *wait, const arb_pos *pos, const arb_pos *before);
arb_replay_returns_fn arb_replay_returns;

/* The same for one kind of processor: replay.c is compiled for several, as board/step.c is. */
extern arb_replay_mates_fn arb_replay_mates_portable;
extern arb_replay_along_fn arb_replay_along_portable;
extern arb_replay_returns_fn arb_replay_returns_portable;
#ifdef ARB_HAVE_X86_KERNELS
extern arb_replay_mates_fn arb_replay_mates_bmi;
extern arb_replay_along_fn arb_replay_along_bmi;
extern arb_replay_returns_fn arb_replay_returns_bmi;
#endif

#endif
