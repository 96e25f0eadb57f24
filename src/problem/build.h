/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROBLEM_BUILD_H
#define ARB_PROBLEM_BUILD_H
/* Variations: what a search has decided, written down in a tree. */
#include "problem/seeker.h"
#include "problem/tree.h"

/* Moves that solve in the same number of moves, the fewest. */
typedef struct arb_problem_answers {
    size_t count;
    unsigned length;
    arb_move move[ARB_MOVES_MAX];
} arb_problem_answers;

/* All moves of the attacker that solve in the fewest moves, at most `n`; none when he fails. */
void arb_problem_find_answers(arb_problem_answers *out, arb_problem_seeker *s, const arb_pos *pos,
                              unsigned n);

/* What the attacker threatens when the defender, to move in `pos`, has `n` moves against him left.
 */
void arb_problem_find_threats(arb_problem_answers *out, arb_problem_seeker *s, const arb_pos *pos,
                              unsigned n);

/* The defender's moves that are looked at: in a reflex mate only those that he must choose from. */
size_t arb_problem_list_replies(arb_problem_seeker *s, arb_move *out, const arb_pos *pos);

/*
 * Adds one move of the defender and all that follows, as a child of `parent`; the attacker has `n`
 * moves left behind it. Returns what it is: DEFENCE, REPLY or REFUTATION.
 */
arb_problem_kind arb_problem_add_reply(arb_problem_tree *tree, uint32_t parent,
                                       arb_problem_seeker *s, const arb_pos *pos, arb_move reply,
                                       unsigned n, const arb_problem_answers *threats);

/* Adds the threats, with what follows them, as children of `parent`. */
void arb_problem_add_threats(arb_problem_tree *tree, uint32_t parent, arb_problem_seeker *s,
                             const arb_pos *pos, const arb_problem_answers *threats);

#endif
