/* SPDX-License-Identifier: MIT */
/* Helpmates and helpstalemates; see help.h. */
#include "problem/help.h"

#include "problem/net.h"

/* Which lengths are known to have no solution, as bits of a value of the table. */
enum { FIRST_BIT = 8, KNOWN_PLIES = 40 };

static bool known_empty(uint64_t value, unsigned left)
{
    return left < KNOWN_PLIES && (value >> (FIRST_BIT + left) & 1);
}

/* The last ply: everything that reaches the aim is a solution. */
static bool last_ply(arb_problem_helper *h, const arb_pos *pos, arb_colour us)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_problem_list_at_once(h->seeker, moves, pos, us);

    for (size_t i = 0; i < n && !h->enough; i++) {
        h->line[h->plies - 1] = moves[i];
        h->enough = !h->found(h->user, h->line, h->plies);
    }
    return n > 0;
}

/* Where the moves of this ply must go, as far as the net tells it; nowhere: there is no mate. */
static arb_problem_net_targets targets_of_ply(const arb_problem_helper *h, const arb_pos *pos,
                                              arb_colour us, unsigned left)
{
    const arb_problem_net_code *net = h->seeker->search->code->net;
    arb_problem_net_targets targets = { ~UINT64_C(0), ~UINT64_C(0) };

    if (h->seeker->search->aim != ARB_AIM_MATE)
        return targets;
    if (left == 4)
        net->last_but_two(&targets, h->net, pos);
    else if (!net->possible(h->net, pos, us, left))
        targets = (arb_problem_net_targets){ 0, 0 };
    return targets;
}

/* The last ply but one, of the side that helps. */
static bool last_but_one(arb_problem_helper *h, const arb_pos *pos, arb_colour us)
{
    arb_problem_search *search = h->seeker->search;
    arb_problem_net_targets targets = { ~UINT64_C(0), ~UINT64_C(0) };
    arb_move moves[ARB_MOVES_MAX];
    bool any = false;

    if (search->aim == ARB_AIM_MATE)
        search->code->net->last(&targets, h->net, pos);
    if (!(targets.king | targets.others))
        return false;
    const size_t n = search->code->moves(moves, pos, us);
    for (size_t i = 0; i < n && !h->enough; i++) {
        arb_pos next;
        if (!arb_problem_net_allows(&targets, moves[i]))
            continue;
        advance(&next, pos, us, moves[i]);
        if (!arb_problem_at_once(h->seeker, &next, other(us), ARB_PROBLEM_NO_MOVE).bits)
            continue;
        h->line[h->plies - 2] = moves[i];
        any |= last_ply(h, &next, other(us));
    }
    return any;
}

bool arb_problem_help(arb_problem_helper *h, const arb_pos *pos, arb_colour us, unsigned left)
{
    arb_problem_search *search = h->seeker->search;
    arb_move moves[ARB_MOVES_MAX];
    bool any = false;

    if (problem_stopped(h->seeker))
        return false;
    if (left == 1)
        return last_ply(h, pos, us);
    if (left == 2)
        return last_but_one(h, pos, us);
    const arb_problem_key key = arb_problem_key_of(pos, us);
    const uint64_t known = arb_problem_table_get(&search->table, key);
    if (known_empty(known, left))
        return false;
    const arb_problem_net_targets targets = targets_of_ply(h, pos, us, left);
    if (!(targets.king | targets.others))
        return false;
    const size_t n = search->code->moves(moves, pos, us);
    for (size_t i = 0; i < n; i++) {
        arb_pos next;
        if (!arb_problem_net_allows(&targets, moves[i]))
            continue;
        advance(&next, pos, us, moves[i]);
        h->line[h->plies - left] = moves[i];
        any |= arb_problem_help(h, &next, other(us), left - 1);
        if (h->enough || problem_is_stopped(h->seeker))
            return any;
    }
    if (!any && left < KNOWN_PLIES)
        arb_problem_table_put(&search->table, key, known | UINT64_C(1) << (FIRST_BIT + left),
                              (uint8_t)(left > 255 ? 255 : left));
    return any;
}
