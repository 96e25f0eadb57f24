/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROBLEM_SEEKER_H
#define ARB_PROBLEM_SEEKER_H
/* What a search carries along: the question, what is known, and when to give up. */
#include <stdatomic.h>

#include "arbitro/problem.h"
#include "board/advance.h"
#include "problem/kernel.h"
#include "problem/table.h"

/* One for a problem, shared by all threads. */
typedef struct arb_problem_search {
    const arb_problem_code *code;
    arb_problem_play play;
    arb_problem_aim aim;
    arb_colour attacker; /* in help play, the side that reaches the aim */
    arb_problem_table table;
    atomic_bool stop;
    atomic_uint_fast64_t nodes; /* of all threads, counted in portions */
    uint64_t nodes_most;        /* 0: no limit */
    void (*tick)(
        struct arb_problem_search *search); /* now and then, from any thread; may be NULL */
    void *user;                             /* for `tick` */
} arb_problem_search;

enum { ARB_PROBLEM_MRU = 4 };

/* One for each thread. */
typedef struct arb_problem_seeker {
    arb_problem_search *search;
    unsigned portion;                                /* nodes not yet counted for all */
    arb_move success[ARB_STIPULATION_MOVES_MAX + 1]; /* what last worked with so many moves left */
    arb_move mate;                                   /* what mated last */
    uint32_t habit[1 << 12]; /* how often a move, by its squares, was a refutation */
} arb_problem_seeker;

enum { ARB_PROBLEM_PORTION = 1024 };

/* Counts a node; true when the search is to be given up. */
bool arb_problem_account(arb_problem_seeker *s);

static inline bool problem_stopped(arb_problem_seeker *s)
{
    if (__builtin_expect(++s->portion >= ARB_PROBLEM_PORTION, 0))
        return arb_problem_account(s);
    return false;
}

static inline bool problem_is_stopped(const arb_problem_seeker *s)
{
    return atomic_load_explicit(&s->search->stop, memory_order_relaxed);
}

/* Can `us`, whose move it is, reach the aim at once? Answers with such a move, or with none. */
arb_move arb_problem_at_once(arb_problem_seeker *s, const arb_pos *pos, arb_colour us,
                             arb_move hint);

/* All such moves. */
size_t arb_problem_list_at_once(arb_problem_seeker *s, arb_move *out, const arb_pos *pos,
                                arb_colour us);

/* Has the side that moved before `us` reached the aim against him? */
bool arb_problem_reached(const arb_problem_seeker *s, const arb_pos *pos, arb_colour us);

#endif
