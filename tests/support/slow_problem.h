/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_SLOW_PROBLEM_H
#define ARBITRO_TEST_SLOW_PROBLEM_H
/*
 * A second reading of what problems ask for, without memory, order or cunning: every move is played
 * on the board and every reply looked at. It shares nothing with src/problem but its types.
 */
#include "arbitro/problem.h"

/* Can the side to move force the aim in at most `n` moves? Not for help play. */
bool slow_forces(const arb_pos *pos, arb_problem_play play, arb_problem_aim aim, unsigned n);

/* The attacker has moved, the first of `n`: is the aim reached, or forced? */
bool slow_holds(const arb_pos *pos, arb_problem_play play, arb_problem_aim aim, unsigned n);

/* The replies after which it is not forced any more; room for ARB_MOVES_MAX. */
size_t slow_refutations(arb_move *out, const arb_pos *pos, arb_problem_play play,
                        arb_problem_aim aim, unsigned n);

/* How many lines of exactly so many plies end with the aim. */
unsigned long slow_help(const arb_pos *pos, arb_problem_aim aim, unsigned plies);

/* A small position by chance, from the number of a sequence: White is strong, Black is not. */
arb_pos slow_problem_position(uint64_t number, unsigned white, unsigned black);

#endif
