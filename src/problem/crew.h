/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROBLEM_CREW_H
#define ARB_PROBLEM_CREW_H
/*
 * The threads that solve one problem, and how far they are. What they find does not depend on how
 * many they are: every question has one answer, and the answers are put together in order.
 */
#include "arbitro/jobs.h"
#include "problem/seeker.h"
#include "problem/tree.h"

struct arb_problem {
    const arb_mem *mem;
    arb_pos pos;
    arb_stipulation stipulation;
    arb_problem_facts facts;
    arb_problem_tree tree;
};

typedef struct arb_problem_crew {
    arb_problem_search search; /* first, so that the search is the crew */
    const arb_problem_options *options;
    arb_problem *problem;
    arb_jobs *jobs;
    arb_problem_seeker *seekers; /* one for each thread */
    unsigned threads;
    double from, to; /* the share of the whole that the present run is */
    size_t done, count;
} arb_problem_crew;

ARB_MUST_USE arb_err arb_problem_crew_init(arb_problem_crew *crew, arb_problem *problem,
                                           const arb_problem_options *options);
void arb_problem_crew_clear(arb_problem_crew *crew);

/* Does the job for every index; `to` is the share of the whole that is done then. */
void arb_problem_crew_run(arb_problem_crew *crew, size_t count, arb_job *job, void *user,
                          double to);

/* To be called at the end of every job. */
void arb_problem_crew_done(arb_problem_crew *crew);

static inline bool arb_problem_crew_stopped(const arb_problem_crew *crew)
{
    return atomic_load(&crew->search.stop);
}

/* A tree for a part of the work. */
void arb_problem_crew_tree(arb_problem_tree *out, const arb_problem_crew *crew);

/* ---- the two ways to solve */

ARB_MUST_USE arb_err arb_problem_solve_battle(arb_problem_crew *crew);
ARB_MUST_USE arb_err arb_problem_solve_help(arb_problem_crew *crew);

#endif
