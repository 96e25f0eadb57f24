/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROBLEM_BATTLE_H
#define ARB_PROBLEM_BATTLE_H
/*
 * Play in which one side wants the aim and the other does not: direct mates, selfmates and reflex
 * mates. Every answer is exact; order and memory only make it faster.
 */
#include "problem/seeker.h"

/*
 * Can the attacker, whose move it is, force the aim in at most `n` moves? The answer means nothing
 * when the seeker was stopped.
 */
bool arb_problem_attack(arb_problem_seeker *s, const arb_pos *pos, unsigned n);

/*
 * The attacker has moved and has used one of `n` moves: is the aim reached, or forced whatever the
 * other side plays? `refutation`, unless it is NULL, becomes a move that prevents it.
 */
bool arb_problem_holds(arb_problem_seeker *s, const arb_pos *pos, unsigned n, arb_move *refutation);

/* Does the attacker reach his aim in spite of this reply, with `n` - 1 moves left? */
bool arb_problem_reply_fails(arb_problem_seeker *s, const arb_pos *pos, arb_move reply, unsigned n);

#endif
