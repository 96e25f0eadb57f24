/* SPDX-License-Identifier: MIT */
/*
 * The hall on PostgreSQL: as much as possible, at a given rate, and two halls beside one; libpq
 * alone in between, so that each sees the machine as it was for the others. See bench_serve.h.
 */
#define _GNU_SOURCE

#include "bench/bench_postgres.h"
#include "bench/bench_serve_internal.h"

enum {
    CONNECTIONS = 64, /* to each hall */
    CALM_RATE = 1000,
    RATE_OF_GAME = 10,
    HALLS = 2
};

typedef struct measurement {
    const arb_bench_serve_options *options;
    const arb_bench_plan *plan;
    arb_bench_serve_row *row;
    arb_bench_hall hall[HALLS];
    arb_bench_load *load[HALLS];
} measurement;

static double better(double a, double b)
{
    return a > b ? a : b;
}

/* Nothing is left of halls and games. */
static void close_all(measurement *m)
{
    for (unsigned i = 0; i < HALLS; i++)
        arb_bench_hall_kill(&m->hall[i]);
    for (unsigned i = 0; i < HALLS; i++) {
        if (m->load[i])
            arb_bench_load_count(m->load[i], m->row);
        arb_bench_load_free(m->load[i]);
        m->load[i] = NULL;
        arb_bench_hall_end(&m->hall[i]);
    }
    arb_bench_postgres_clean(m->options->postgres);
}

/* So many halls on a database with nothing in it, each with its own games. */
static arb_err open_halls(measurement *m, unsigned count)
{
    arb_err err = ARB_OK;

    close_all(m);
    for (unsigned i = 0; i < count && !err; i++) {
        err = arb_bench_hall_start(&m->hall[i], m->options->postgres, "");
        if (!err)
            err = arb_bench_load_new(&m->load[i], &m->hall[i], m->plan, m->options);
    }
    return err;
}

/* The better run is kept, with the others of its own seconds. */
static arb_err measure_flat(measurement *m)
{
    arb_bench_run run = { .connections = CONNECTIONS, .seconds = m->options->seconds / 2.0 };
    arb_bench_store_row beside;
    double batch = 0;
    arb_err err = open_halls(m, 1);

    if (!err)
        err = arb_bench_load_play_counted(&batch, m->load[0], &m->hall[0], &run);
    close_all(m);
    if (!err)
        err = arb_bench_beside(&beside, NULL, m->options->postgres, &run, batch);
    if (!err)
        arb_bench_ratios_add(&m->row->postgres.to_bare, run.per_second, beside.bare);
    if (err || run.per_second <= m->row->postgres.events)
        return err;
    m->row->postgres.events = run.per_second;
    m->row->postgres.batch = batch;
    m->row->postgres.flat_p50_us = run.p50_us;
    m->row->postgres.flat_p99_us = run.p99_us;
    m->row->postgres.hall_us = run.hall_us;
    m->row->postgres.store = beside.store;
    m->row->postgres.bare = beside.bare;
    return ARB_OK;
}

/* What the disk and the machine do to commits of one row, just before a run and just after it. */
typedef struct commits {
    double p50_us, p99_us;
} commits;

static arb_err measure_commits(commits *out, const measurement *m)
{
    const arb_store_err failed =
        arb_bench_postgres_commit(&out->p50_us, &out->p99_us, m->options->postgres);

    return failed ? ARB_IO : ARB_OK;
}

/* The better run is kept, with the commits of its own minute. */
static arb_err measure_calm(measurement *m)
{
    const unsigned most = RATE_OF_GAME * m->options->games;
    arb_bench_run run = { .connections = CONNECTIONS,
                          .rate = CALM_RATE < most ? CALM_RATE : most,
                          .seconds = m->options->seconds };
    commits before, after;
    arb_err err = open_halls(m, 1);

    if (!err)
        err = measure_commits(&before, m);
    if (!err)
        err = arb_bench_load_play(m->load[0], &run);
    if (!err)
        err = measure_commits(&after, m);
    if (err || (m->row->postgres.calm_p99_us > 0 && run.p99_us > m->row->postgres.calm_p99_us))
        return err;
    m->row->postgres.calm_p50_us = run.p50_us;
    m->row->postgres.calm_p99_us = run.p99_us;
    m->row->postgres.commit_us = (before.p50_us + after.p50_us) / 2;
    m->row->postgres.commit_p99_us = (before.p99_us + after.p99_us) / 2;
    return ARB_OK;
}

/* ---- two halls beside one */

typedef struct player {
    arb_bench_load *load;
    arb_bench_run run;
    arb_err err;
} player;

static void *play(void *user)
{
    player *p = user;

    p->err = arb_bench_load_play(p->load, &p->run);
    return NULL;
}

/* All halls at the same time, each with a thread that plays; events a second of all. */
static arb_err play_halls(double *out, const measurement *m, unsigned count, unsigned connections)
{
    const arb_bench_run run = { .connections = connections, .seconds = m->options->seconds };
    player other = { .load = m->load[HALLS - 1], .run = run },
           one = { .load = m->load[0], .run = run };
    pthread_t thread;

    if (count == HALLS && pthread_create(&thread, NULL, play, &other) != 0)
        return ARB_NOMEM;
    (void)play(&one);
    if (count == HALLS)
        (void)pthread_join(thread, NULL);
    *out = one.run.per_second + (count == HALLS ? other.run.per_second : 0);
    return one.err ? one.err : other.err;
}

/* One hall with as many connections as both of two have. */
static arb_err measure_halls(measurement *m)
{
    double one = 0, two = 0;
    arb_err err = open_halls(m, 1);

    if (!err)
        err = play_halls(&one, m, 1, HALLS * CONNECTIONS);
    if (!err)
        err = open_halls(m, HALLS);
    if (!err)
        err = play_halls(&two, m, HALLS, CONNECTIONS);
    m->row->postgres.one = better(m->row->postgres.one, one);
    m->row->postgres.two = better(m->row->postgres.two, two);
    return err;
}

arb_err arb_bench_serve_postgres(arb_bench_serve_row *row, const arb_bench_plan *plan,
                                 const arb_bench_serve_options *options,
                                 arb_err (*step)(void *user), void *user)
{
    static arb_err (*const parts[ARB_BENCH_POSTGRES_STEPS])(
        measurement *) = { measure_flat, measure_calm, measure_halls };
    measurement m = { .options = options, .plan = plan, .row = row };
    arb_err err = ARB_OK;

    row->postgres.asked = true;
    for (unsigned i = 0; i < options->runs && !err; i++) {
        for (unsigned part = 0; part < ARB_BENCH_POSTGRES_STEPS && !err; part++) {
            err = step(user);
            if (!err)
                err = parts[part](&m);
        }
    }
    close_all(&m);
    return err;
}
