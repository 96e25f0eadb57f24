/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROBLEM_HELP_H
#define ARB_PROBLEM_HELP_H
/*
 * Play in which both sides work together for the aim: every line of the stipulated length is found,
 * and none twice.
 */
#include "problem/net.h"
#include "problem/seeker.h"

enum { ARB_PROBLEM_PLIES_MAX = 2 * ARB_STIPULATION_MOVES_MAX + 1 };

typedef struct arb_problem_helper {
    arb_problem_seeker *seeker;
    const arb_problem_net *net; /* of the side that reaches the aim */
    /* Told each solution; false ends the search. */
    bool (*found)(void *user, const arb_move *line, unsigned plies);
    void *user;
    bool enough;    /* it was false */
    unsigned plies; /* of the whole line */
    arb_move line[ARB_PROBLEM_PLIES_MAX];
} arb_problem_helper;

/* Does the net leave the move a chance? */
static inline bool arb_problem_net_allows(const arb_problem_net_targets *targets, arb_move move)
{
    const uint64_t wanted = move_code(move) == ARB_MOVE_KING ? targets->king : targets->others;

    return wanted & bit(move_to(move));
}

/*
 * Finds the lines of `left` > 0 plies from `pos`, in which `us` has the move, after the plies that
 * are already in the line. True when there is one.
 */
bool arb_problem_help(arb_problem_helper *h, const arb_pos *pos, arb_colour us, unsigned left);

#endif
