/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROBLEM_NET_H
#define ARB_PROBLEM_NET_H
/*
 * Can a mate still come about in so few moves, even if both sides help? A cheap answer: "no" is a
 * proof, "yes" says nothing.
 *
 * When the king is mated on a square K, that square and all around it are attacked, but for those
 * that his own pieces fill. Attacks are counted as if no piece stood in the way, so that what is on
 * the board never hides one; a piece that moves adds at most what it could attack of those nine
 * squares from the best square that it reaches; and each move of the king's side brings the king a
 * step nearer to K or fills at most one square.
 */
#include "arbitro/position.h"

enum { ARB_PROBLEM_NET_MOVES = 4 }; /* with so many moves or more a piece gets everywhere */

typedef struct arb_problem_net {
    arb_colour mater;
    /* How many of the nine squares around [king] a piece of [role] on [square] attacks at best
     * after 1, 2, ... moves. */
    uint8_t best[64][ARB_ROLE_COUNT][ARB_PROBLEM_NET_MOVES][64];
    uint8_t most[ARB_ROLE_COUNT]; /* from any square, around any king; of pawns that stay pawns */
} arb_problem_net;

/* Where the moves of the king, and of the other pieces, must go. */
typedef struct arb_problem_net_targets {
    uint64_t king, others;
} arb_problem_net_targets;

/* net.c is compiled for several kinds of processor, as kernel.c is. */
typedef struct arb_problem_net_code {
    /* Fills the net for a side that is to mate. */
    void (*init)(arb_problem_net *net, arb_colour mater);
    /* `us` has the move, `left` plies are left, and the last of them is made by the mater. */
    bool (*possible)(const arb_problem_net *net, const arb_pos *pos, arb_colour us, unsigned left);
    /* Two plies are left: the helper's moves that go elsewhere leave no mate. */
    void (*last)(arb_problem_net_targets *out, const arb_problem_net *net, const arb_pos *pos);
    /* The same with four plies left: two moves of each side, the helper's first. */
    void (*last_but_two)(arb_problem_net_targets *out, const arb_problem_net *net,
                         const arb_pos *pos);
} arb_problem_net_code;

#endif
