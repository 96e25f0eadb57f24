/* SPDX-License-Identifier: MIT */
/* Counting sequences of moves with one thread or several. */
#include "arbitro/perft.h"

#include "arbitro/jobs.h"
#include "arbitro/mem.h"
#include "board/advance.h"
#include "board/kernel.h"

/* The work is cut into the positions after two moves: enough pieces to keep all threads busy and
 * to tell how far the count is. */
typedef struct task {
    arb_pos pos;
    uint64_t nodes;
} task;

typedef struct crew {
    arb_perft_watch watch; /* first, so that the watch is the crew */
    const arb_perft_options *options;
    const arb_kernel_code *code;
    arb_jobs *jobs;
    task *tasks;
    size_t count, done; /* `done` and the progress callback belong to whoever has locked the jobs */
    unsigned depth;     /* of each task */
} crew;

/* Tells how much is done, and stops everybody when the answer is no. The jobs must be locked. */
static void tell(crew *c)
{
    if (!c->options->progress || atomic_load(&c->watch.stop) ||
        c->options->progress(c->options->user, c->done, c->count))
        return;
    atomic_store(&c->watch.stop, true);
    arb_jobs_stop(c->jobs);
}

static void tick(arb_perft_watch *watch)
{
    crew *c = (crew *)watch;

    if (!arb_jobs_try_lock(c->jobs))
        return; /* another thread is telling just now */
    tell(c);
    arb_jobs_unlock(c->jobs);
}

static void work(void *user, size_t index, unsigned worker)
{
    crew *c = user;
    (void)worker;

    c->tasks[index].nodes = c->code->perft(&c->tasks[index].pos, c->depth, &c->watch);
    arb_jobs_lock(c->jobs);
    c->done++;
    tell(c);
    arb_jobs_unlock(c->jobs);
}

/* Lists the positions after two moves into `out`, or only counts them when that is NULL. */
static size_t two_moves_on(task *out, const arb_pos *pos, const arb_kernel_code *code)
{
    arb_move first[ARB_MOVES_MAX], second[ARB_MOVES_MAX];
    const size_t n = code->moves(first, pos);
    size_t size = 0;

    for (size_t i = 0; i < n; i++) {
        arb_pos between;
        arb_pos_play(&between, pos, first[i]);
        if (!out) {
            size += code->count(&between);
            continue;
        }
        const size_t m = code->moves(second, &between);
        for (size_t j = 0; j < m; j++)
            arb_pos_play(&out[size++].pos, &between, second[j]);
    }
    return size;
}

static arb_err run_crew(uint64_t *nodes, crew *c)
{
    arb_err err = arb_jobs_new(&c->jobs, c->options->mem, c->options->threads);
    uint64_t sum = 0;

    if (err)
        return err;
    err = arb_jobs_run(c->jobs, c->count, work, c);
    if (!err && atomic_load(&c->watch.stop))
        err = ARB_STOPPED;
    arb_jobs_free(c->jobs);
    for (size_t i = 0; i < c->count; i++)
        sum += c->tasks[i].nodes;
    if (!err)
        *nodes = sum;
    return err;
}

static arb_err perft_in_parts(uint64_t *nodes, const arb_pos *pos, unsigned depth,
                              const arb_perft_options *options)
{
    crew c = { .watch = { .tick = tick },
               .options = options,
               .code = arb_kernel_get(options->kernel),
               .depth = depth - 2 };

    c.count = two_moves_on(NULL, pos, c.code);
    if (c.count == 0) {
        *nodes = 0;
        return ARB_OK;
    }
    c.tasks = arb_mem_new_array(options->mem, c.count, sizeof *c.tasks);
    if (!c.tasks)
        return ARB_NOMEM;
    two_moves_on(c.tasks, pos, c.code);
    const arb_err err = run_crew(nodes, &c);
    arb_mem_free(options->mem, c.tasks, c.count * sizeof *c.tasks);
    return err;
}

arb_err arb_perft(uint64_t *nodes, const arb_pos *pos, unsigned depth,
                  const arb_perft_options *options)
{
    static const arb_perft_options plain = { .threads = 1 };
    const arb_perft_options *opt = options ? options : &plain;

    if (depth > ARB_PERFT_DEPTH_MAX || !arb_kernel_available(opt->kernel))
        return ARB_RANGE;
    if (depth > 3 && (opt->threads > 1 || opt->progress))
        return perft_in_parts(nodes, pos, depth, opt);
    *nodes = depth == 0 ? 1 : arb_kernel_get(opt->kernel)->perft(pos, depth, NULL);
    return ARB_OK;
}
