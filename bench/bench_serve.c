/* SPDX-License-Identifier: MIT */
/* The order in which the hall is measured; see bench_serve.h. */
#define _GNU_SOURCE
#include "bench/bench_serve.h"

#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bench/bench_echo.h"
#include "bench/bench_postgres.h"
#include "bench/bench_serve_internal.h"

enum {
    PACED_CONNECTIONS = 64,
    KEPT = 640, /* descriptors for everything that is no stream */
    CALM_RATE = 1000,
    BUSY_RATE = 5000,
    RATE_OF_GAME = 10, /* events of one game in a second, so that moves last for all runs */
};

static const double echo_s = 0.25;

/* On a busy machine no round begins after these, so that all is done in a minute; for runs of one
 * second. */
static const double pushes_until_s = 18, scans_until_s = 42;

/* Everything that must be gone at the end. */
typedef struct session {
    const arb_bench_serve_options *options;
    arb_bench_serve_row *row;
    arb_bench_plan plan;
    char folder[ARB_BENCH_PATH], memory[ARB_BENCH_PATH]; /* "": none */
    arb_bench_hall quiet, calm, crowded, scanned;
    arb_bench_load *calm_load, *crowded_load, *scanned_load;
    arb_bench_dead dead;
    unsigned step, steps;
    double began_us;
} session;

/* Is there time for a further round? The first one is never left out. */
static bool has_time(const session *s, unsigned round, double limit_s)
{
    return round == 0 || arb_bench_now_us() - s->began_us < limit_s * s->options->seconds * 1e6;
}

static arb_err step(void *user)
{
    session *s = user;
    const double done = (double)s->step++ / s->steps;

    return s->options->progress(s->options->user, done < 1 ? done : 1) ? ARB_OK : ARB_STOPPED;
}

/* ---- at a given rate */

static void close_load(session *s, arb_bench_load **load, arb_bench_hall *hall)
{
    if (*load)
        arb_bench_load_count(*load, s->row);
    arb_bench_hall_kill(hall); /* first, lest it tells thousands of streams that others have gone */
    arb_bench_load_free(*load);
    *load = NULL;
    arb_bench_hall_end(hall);
}

/* A hall whose games have moves left for a run: the one that is there, or a new one. */
static arb_err open_load(session *s, arb_bench_load **load, arb_bench_hall *hall,
                         const char *folder, const char *name)
{
    if (*load && !arb_bench_load_is_used(*load))
        return ARB_OK;
    close_load(s, load, hall);
    const arb_err err = arb_bench_hall_start(hall, folder, name);
    return err ? err : arb_bench_load_new(load, hall, &s->plan, s->options);
}

/* The same, and streams that look on; what they cost the server is measured. */
static arb_err open_crowded(session *s)
{
    const arb_bench_load *before = s->crowded_load;
    arb_err err = open_load(s, &s->crowded_load, &s->crowded, s->folder, "crowded");

    if (err || s->crowded_load == before || s->row->streams == 0)
        return err;
    const double empty = arb_bench_hall_memory(&s->crowded);
    err = arb_bench_load_crowd(s->crowded_load, s->row->streams);
    s->row->stream_bytes = (arb_bench_hall_memory(&s->crowded) - empty) / s->row->streams;
    return err;
}

/* Plays at a rate; the better one of two runs is kept. */
static arb_err measure_push(session *s, unsigned which)
{
    const bool crowded = which == ARB_BENCH_PUSH_CROWDED;
    const unsigned rate = which == ARB_BENCH_PUSH_BUSY ? BUSY_RATE : CALM_RATE,
                   most = RATE_OF_GAME * s->options->games;
    arb_bench_push *best = &s->row->push[which];
    arb_bench_run run = { .connections = PACED_CONNECTIONS,
                          .rate = rate < most ? rate : most,
                          .seconds = s->options->seconds };
    double before = 0, after = 0;
    arb_err err = step(s);

    if (!err)
        err = crowded ? open_crowded(s) : open_load(s, &s->calm_load, &s->calm, s->folder, "calm");
    if (!err)
        err = arb_bench_disk(&before, s->folder);
    if (!err)
        err = arb_bench_load_play(crowded ? s->crowded_load : s->calm_load, &run);
    if (!err)
        err = arb_bench_disk(&after, s->folder);
    if (!err && run.p50_us > 0 && (best->p50_us <= 0 || run.p50_us < best->p50_us))
        *best = (arb_bench_push){ .asked = run.rate,
                                  .reached = run.per_second,
                                  .streams = 2 * s->row->games + (crowded ? s->row->streams : 0),
                                  .p50_us = run.p50_us,
                                  .p99_us = run.p99_us,
                                  .fsync_us = (before + after) / 2 };
    return err;
}

static arb_err measure_pushes(session *s)
{
    arb_err err = ARB_OK;

    for (unsigned i = 0; i < s->options->runs && has_time(s, i, pushes_until_s) && !err; i++) {
        for (unsigned which = 0; which < ARB_BENCH_PUSH_COUNT && !err; which++)
            err = measure_push(s, which);
    }
    if (err)
        return err;
    close_load(s, &s->calm_load, &s->calm);
    close_load(s, &s->crowded_load, &s->crowded);
    return ARB_OK;
}

/* ---- as much as possible */

static double better(double a, double b)
{
    return a > b ? a : b;
}

/* As much as the connections can carry; and how many events went into a commit. */
static arb_err measure_flat(session *s, const char *folder, arb_bench_run *run, double *batch)
{
    arb_err err = step(s);

    run->seconds = s->options->seconds / 2.0;
    if (!err)
        err = open_load(s, &s->scanned_load, &s->scanned, folder, "scanned");
    if (err)
        return err;
    return arb_bench_load_play_counted(batch, s->scanned_load, &s->scanned, run);
}

/* The better run is kept, with the store of its own seconds. */
static arb_err measure_durable(session *s, unsigned index)
{
    arb_bench_scan *scan = &s->row->scan[index];
    arb_bench_run run = { .connections = arb_bench_echo_connections[index] };
    const bool paced = run.connections == PACED_CONNECTIONS;
    arb_bench_store_row beside;
    double batch;
    arb_err err = measure_flat(s, s->folder, &run, &batch);

    if (!err && paced)
        err = arb_bench_beside(&beside, s->folder, NULL, &run, batch);
    if (!err && paced)
        arb_bench_ratios_add(&s->row->to_store, run.per_second, beside.store);
    scan->connections = run.connections;
    if (err || run.per_second <= scan->events)
        return err;
    scan->events = run.per_second;
    if (paced) {
        s->row->store = beside.store;
        s->row->bare = beside.bare;
        s->row->flat_p50_us = run.p50_us;
        s->row->flat_p99_us = run.p99_us;
        s->row->hall_us = run.hall_us;
        s->row->batch = batch;
    }
    return ARB_OK;
}

/* The same in memory: all of the work, and nothing is durable. */
static arb_err measure_fleeting(session *s)
{
    arb_bench_run run = { .connections = PACED_CONNECTIONS };
    double batch;
    const arb_err err = s->memory[0] ? measure_flat(s, s->memory, &run, &batch) : step(s);

    if (err)
        return err;
    close_load(s, &s->scanned_load, &s->scanned);
    s->row->fleeting = better(s->row->fleeting, run.per_second);
    return ARB_OK;
}

/* Forth and back, because games grow longer meanwhile. */
static arb_err measure_round(session *s, bool back)
{
    arb_err err = ARB_OK;

    for (unsigned i = 0; i < ARB_BENCH_SCAN && !err; i++)
        err = measure_durable(s, back ? ARB_BENCH_SCAN - 1 - i : i);
    if (err)
        return err;
    close_load(s, &s->scanned_load, &s->scanned);
    return measure_fleeting(s);
}

static arb_err measure_scan(session *s)
{
    arb_err err = ARB_OK;

    for (unsigned i = 0; i < s->options->runs && has_time(s, i, scans_until_s) && !err; i++)
        err = measure_round(s, i % 2 == 1);
    return err;
}

/* ---- beside it */

static arb_err measure_echo(session *s)
{
    arb_err err = ARB_OK;

    for (unsigned i = 0; i < ARB_BENCH_SCAN && !err; i++) {
        arb_bench_echo_row row;
        err = step(s);
        if (!err)
            err = arb_bench_echo(&row, arb_bench_echo_connections[i], echo_s);
        if (err)
            return err;
        s->row->scan[i].echo = row.per_second;
        if (row.connections == PACED_CONNECTIONS) {
            s->row->echo_p50_us = row.p50_us;
            s->row->echo_p99_us = row.p99_us;
        }
    }
    return err;
}

/* Waits for what needs time and nothing else. */
static arb_err measure_dead(session *s)
{
    arb_err err = ARB_OK;

    while (!err && !s->dead.finished) {
        (void)usleep(50000);
        err = s->options->progress(s->options->user, -1) ? ARB_OK : ARB_STOPPED;
    }
    arb_bench_dead_end(&s->dead, err != ARB_OK);
    s->row->closed_s = s->dead.closed_s;
    s->row->cut_s = s->dead.cut_s;
    s->row->heartbeat_s = s->dead.heartbeat_s;
    return err ? err : s->dead.err;
}

/* ---- all of it */

/* Takes what the system allows, and is content with fewer streams where that is not enough. */
static void settle_size(session *s)
{
    arb_bench_serve_row *row = s->row;
    struct rlimit limit = { .rlim_cur = 0 };

    (void)getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur < limit.rlim_max) {
        const struct rlimit more = { .rlim_cur = limit.rlim_max, .rlim_max = limit.rlim_max };
        if (setrlimit(RLIMIT_NOFILE, &more) == 0)
            limit = more;
    }
    /* two halls with the streams of the players stand open at the same time */
    const uint64_t needed = KEPT + 4u * s->options->games;
    const uint64_t room = limit.rlim_cur > needed ? limit.rlim_cur - needed : 0;
    row->descriptors = (uint64_t)limit.rlim_cur;
    row->games = s->options->games;
    row->streams = s->options->streams < room ? s->options->streams : (unsigned)room;
}

static arb_err measure(session *s)
{
    arb_err err = arb_bench_plan_make(&s->plan);

    if (!err)
        err = arb_bench_hall_start(&s->quiet, s->folder, "quiet");
    if (!err)
        err = arb_bench_dead_begin(&s->dead, &s->quiet);
    if (!err)
        err = measure_pushes(s);
    if (!err)
        err = measure_echo(s);
    if (!err)
        err = measure_scan(s);
    if (!err)
        err = s->options->postgres ? arb_bench_serve_postgres(s->row, &s->plan, s->options, step, s)
                                   : ARB_OK;
    return err ? err : measure_dead(s);
}

/*
 * Ending thousands of connections takes its time, more than somebody who pressed Ctrl-C may have:
 * so the files go first.
 */
static void clean_up(session *s)
{
    arb_bench_hall *const halls[] = { &s->quiet, &s->calm, &s->crowded, &s->scanned };

    for (size_t i = 0; i < sizeof halls / sizeof halls[0]; i++)
        arb_bench_hall_kill(halls[i]);
    arb_bench_folder_free(s->folder);
    arb_bench_folder_free(s->memory);
    close_load(s, &s->calm_load, &s->calm);
    close_load(s, &s->crowded_load, &s->crowded);
    close_load(s, &s->scanned_load, &s->scanned);
    arb_bench_dead_end(&s->dead, true);
    arb_bench_hall_end(&s->quiet);
    if (s->options->postgres)
        arb_bench_postgres_clean(s->options->postgres);
    arb_bench_folder_free(s->folder); /* should a hall have written at the last moment */
    arb_bench_folder_free(s->memory);
}

arb_err arb_bench_serve(arb_bench_serve_row *out, const arb_bench_serve_options *options)
{
    session *s = calloc(1, sizeof *s);
    arb_bench_serve_row row = { 0 };

    if (!s)
        return ARB_NOMEM;
    s->options = options;
    s->row = &row;
    s->began_us = arb_bench_now_us();
    s->steps = options->runs * (ARB_BENCH_PUSH_COUNT + ARB_BENCH_SCAN + 1) + ARB_BENCH_SCAN +
               (options->postgres ? ARB_BENCH_POSTGRES_STEPS * options->runs : 0);
    row.machine = arb_bench_machine_now();
    settle_size(s);
    arb_err err = arb_bench_folder_new(s->folder, false);
    if (!err && arb_bench_folder_new(s->memory, true) != ARB_OK)
        s->memory[0] = '\0';
    if (!err)
        err = measure(s);
    /* what waits for the network fails when it is interrupted */
    if (err == ARB_IO && !options->progress(options->user, -1))
        err = ARB_STOPPED;
    clean_up(s);
    row.load_after = arb_bench_machine_now().load;
    if (!err)
        *out = row;
    free(s);
    return err;
}
