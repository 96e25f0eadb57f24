/* SPDX-License-Identifier: MIT */
/*
 * One problem, solved within limits of time and memory, in a thread for problems; see solving.h.
 * What is too much with everything is tried again with less: a solution without tries is better
 * than none.
 */
#include <stdlib.h>

#include "server/hall/solving.h"

enum {
    TABLE_MAX = 32 << 20, /* bytes for what is remembered of positions */
    TREE_MAX = 100000,    /* nodes; more than an answer can hold */
    WHOLE = 1000          /* thousandths */
};

/* ---- limits */

static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    arb_solving_work *w = user;

    if (new_size == 0) {
        free(old);
        w->used -= old ? old_size : 0;
        return NULL;
    }
    if (arb_judges_are_ending(w->judges) || w->used - old_size + new_size > w->memory_max)
        return NULL;
    void *block = realloc(old, new_size);
    if (block)
        w->used += new_size - old_size;
    return block;
}

static bool stop(arb_solving_work *w, arb_solving_end why)
{
    w->end = why;
    return false;
}

static bool is_given_up(const arb_solving_work *w)
{
    return atomic_load(&w->given_up) || arb_judges_are_ending(w->judges);
}

static bool is_time_up(const arb_solving_work *w)
{
    const int64_t took = arb_boottime_ms() - atomic_load(&w->began_ms);

    return took >= (atomic_load(&w->others_wait) ? w->shared_ms : w->alone_ms);
}

static bool on_progress(void *user, double done)
{
    arb_solving_work *w = user;

    atomic_store(&w->done, (unsigned)(done * WHOLE));
    if (is_given_up(w))
        return stop(w, ARB_SOLVING_GIVEN_UP);
    return !is_time_up(w) || stop(w, ARB_SOLVING_TIME);
}

bool arb_solver_goes_on(void *user, double done)
{
    (void)done; /* it is solved: the page is told nothing more */
    return !is_given_up(user) && !is_time_up(user);
}

/* ---- attempts */

/* How much is asked for at once. */
typedef struct attempt {
    bool tries, set, variations;
} attempt;

static arb_err try_it(arb_problem **out, const arb_solved *s, arb_solving_work *w, attempt a)
{
    const arb_problem_options options = { .mem = &w->mem,
                                          .memory = TABLE_MAX,
                                          .tree_most = TREE_MAX,
                                          .set = a.set && s->wish->set,
                                          .tries = a.tries && s->wish->tries,
                                          .keys_only = !a.variations,
                                          .progress = on_progress,
                                          .user = w };

    return arb_problem_new(out, &s->pos, &s->wish->stipulation, &options);
}

/* Keys stand behind tries and set play: did the tree end before them? */
static bool lacks_keys(const arb_problem *p)
{
    const arb_problem_facts *f = arb_problem_facts_of(p);

    return f->truncated && arb_problem_stipulation(p)->play != ARB_PROBLEM_HELP &&
           arb_problem_count(p, 0, ARB_NODE_KEY) < f->keys;
}

static void solve(arb_solved *s, arb_solving_work *w)
{
    static const attempt attempts[] = { { true, true, true },
                                        { false, false, true },
                                        { false, false, false } };
    const bool more = s->wish->tries || s->wish->set; /* something can be left out */
    arb_err err = ARB_NOMEM;

    for (size_t i = 0; i < sizeof attempts / sizeof attempts[0]; i++) {
        if (i == 1 && !more)
            continue; /* the same again */
        err = try_it(&s->problem, s, w, attempts[i]);
        s->left_out = i > 0 && more;
        s->keys_alone = !attempts[i].variations;
        if (w->end != ARB_SOLVING_WHOLE || (err && err != ARB_NOMEM) ||
            (!err && !lacks_keys(s->problem)))
            break;
        if (i + 1 < sizeof attempts / sizeof attempts[0]) {
            arb_problem_free(s->problem);
            s->problem = NULL;
        }
    }
    s->end = w->end == ARB_SOLVING_WHOLE && err ? ARB_SOLVING_MEMORY : w->end;
}

void arb_solver_run(arb_solved *out, const arb_solving_wish *wish, arb_solving_work *w)
{
    const int64_t began = arb_boottime_ms();

    *out = (arb_solved){ .wish = wish };
    w->mem = (arb_mem){ .resize = resize, .user = w };
    w->used = 0;
    w->end = ARB_SOLVING_WHOLE;
    atomic_store(&w->began_ms, began);
    out->faults = arb_problem_position(&out->pos, &wish->setup, &wish->stipulation, wish->fields);
    if (!arb_problem_unplayable(out->faults)) {
        out->cannot_arise =
            !out->faults && arb_problem_cannot_arise(&out->why, &out->pos, wish->fields);
        solve(out, w);
    }
    out->took_ms = arb_boottime_ms() - began;
}
