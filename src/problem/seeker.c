/* SPDX-License-Identifier: MIT */
/* What all searches share; see seeker.h. */
#include "problem/seeker.h"

bool arb_problem_account(arb_problem_seeker *s)
{
    arb_problem_search *search = s->search;
    const uint64_t nodes = atomic_fetch_add(&search->nodes, s->portion) + s->portion;

    s->portion = 0;
    if (search->nodes_most && nodes >= search->nodes_most)
        atomic_store(&search->stop, true);
    else if (search->tick)
        search->tick(search);
    return problem_is_stopped(s);
}

static bool reaches(const arb_problem_search *search, const arb_pos *pos, arb_colour us,
                    arb_move move)
{
    const arb_problem_end wanted =
        search->aim == ARB_AIM_MATE ? ARB_PROBLEM_END_MATE : ARB_PROBLEM_END_STALEMATE;
    arb_pos next;

    advance(&next, pos, us, move);
    return search->code->end(&next, other(us)) == wanted;
}

size_t arb_problem_list_at_once(arb_problem_seeker *s, arb_move *out, const arb_pos *pos,
                                arb_colour us)
{
    arb_problem_search *search = s->search;
    size_t found = 0;

    if (search->aim == ARB_AIM_MATE)
        return search->code->mates(out, pos, us);
    const size_t n = search->code->moves(out, pos, us);
    for (size_t i = 0; i < n; i++)
        if (reaches(search, pos, us, out[i]))
            out[found++] = out[i];
    return found;
}

arb_move arb_problem_at_once(arb_problem_seeker *s, const arb_pos *pos, arb_colour us,
                             arb_move hint)
{
    const arb_problem_search *search = s->search;
    arb_move moves[ARB_MOVES_MAX];

    if (search->aim == ARB_AIM_MATE)
        return search->code->mate(pos, us, hint);
    const size_t n = search->code->moves(moves, pos, us);
    for (size_t i = 0; i < n; i++)
        if (reaches(search, pos, us, moves[i]))
            return moves[i];
    return ARB_PROBLEM_NO_MOVE;
}

bool arb_problem_reached(const arb_problem_seeker *s, const arb_pos *pos, arb_colour us)
{
    const arb_problem_end end = s->search->code->end(pos, us);

    return end ==
           (s->search->aim == ARB_AIM_MATE ? ARB_PROBLEM_END_MATE : ARB_PROBLEM_END_STALEMATE);
}
