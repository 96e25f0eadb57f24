/* SPDX-License-Identifier: MIT */
/* Threads; see crew.h. */
#include "problem/crew.h"

enum { MEMORY_DEFAULT = 64 << 20, TREE_DEFAULT = 1000000 };

static size_t tree_most(const arb_problem_options *options)
{
    return options->tree_most ? options->tree_most : (size_t)TREE_DEFAULT;
}

void arb_problem_crew_tree(arb_problem_tree *out, const arb_problem_crew *crew)
{
    arb_problem_tree_init(out, crew->options->mem, tree_most(crew->options));
}

/* Tells how much is done, and stops everybody when the answer is no. The jobs must be locked. */
static void tell(arb_problem_crew *c)
{
    if (!c->options->progress || arb_problem_crew_stopped(c))
        return;
    const double inside = c->count ? (double)c->done / (double)c->count : 0;
    if (!c->options->progress(c->options->user, c->from + (c->to - c->from) * inside))
        atomic_store(&c->search.stop, true);
}

static void tick(arb_problem_search *search)
{
    arb_problem_crew *c = (arb_problem_crew *)search;

    if (!arb_jobs_try_lock(c->jobs))
        return; /* another thread is telling just now */
    tell(c);
    arb_jobs_unlock(c->jobs);
}

void arb_problem_crew_done(arb_problem_crew *c)
{
    arb_jobs_lock(c->jobs);
    c->done++;
    tell(c);
    arb_jobs_unlock(c->jobs);
}

void arb_problem_crew_run(arb_problem_crew *c, size_t count, arb_job *job, void *user, double to)
{
    c->from = c->to;
    c->to = to;
    c->done = 0;
    c->count = count;
    if (arb_problem_crew_stopped(c))
        return;
    const arb_err err = arb_jobs_run(c->jobs, count, job, user);
    (void)err; /* nobody stops the jobs: a search that is stopped soon ends by itself */
}

/* Small problems are done before a thread has started; a limit of nodes must not depend on them. */
static unsigned threads_of(const arb_problem *problem, const arb_problem_options *options)
{
    const unsigned plies = arb_stipulation_plies(&problem->stipulation);

    return options->threads < 1 || options->nodes || plies < 5 ? 1 : options->threads;
}

static arb_err init_seekers(arb_problem_crew *c)
{
    c->threads = arb_jobs_threads(c->jobs);
    c->seekers = arb_mem_new_array(c->options->mem, c->threads, sizeof *c->seekers);
    if (!c->seekers)
        return ARB_NOMEM;
    for (unsigned i = 0; i < c->threads; i++)
        c->seekers[i].search = &c->search;
    return ARB_OK;
}

arb_err arb_problem_crew_init(arb_problem_crew *c, arb_problem *problem,
                              const arb_problem_options *options)
{
    const arb_stipulation *wanted = &problem->stipulation;
    const arb_colour turn = (arb_colour)problem->pos.turn;
    const bool last_is_other = wanted->play == ARB_PROBLEM_HELP && !wanted->half;

    *c = (arb_problem_crew){
        .search = { .code = arb_problem_code_get(options->kernel),
                    .play = (arb_problem_play)wanted->play,
                    .aim = (arb_problem_aim)wanted->aim,
                    .attacker = last_is_other ? arb_opponent(turn) : turn,
                    .nodes_most = options->nodes,
                    .tick = tick },
        .options = options,
        .problem = problem,
    };
    if (arb_problem_table_init(&c->search.table, options->mem,
                               options->memory ? options->memory : (size_t)MEMORY_DEFAULT))
        return ARB_NOMEM;
    if (!arb_jobs_new(&c->jobs, options->mem, threads_of(problem, options))) {
        if (!init_seekers(c))
            return ARB_OK;
        arb_jobs_free(c->jobs);
    }
    arb_problem_table_clear(&c->search.table);
    return ARB_NOMEM;
}

void arb_problem_crew_clear(arb_problem_crew *c)
{
    arb_jobs_free(c->jobs);
    for (unsigned i = 0; i < c->threads; i++)
        atomic_fetch_add(&c->search.nodes, c->seekers[i].portion);
    c->problem->facts.nodes = atomic_load(&c->search.nodes);
    c->problem->facts.memory = arb_problem_table_size(&c->search.table);
    arb_mem_free(c->options->mem, c->seekers, c->threads * sizeof *c->seekers);
    arb_problem_table_clear(&c->search.table);
}
