/* SPDX-License-Identifier: MIT */
/* Measuring the reading of PGN files; see bench_pgn.h. */
#define _GNU_SOURCE
#include "bench/bench_pgn.h"

#include <fcntl.h>
#include <math.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arbitro/jobs.h"
#include "arbitro/pgn.h"
#include "common/stopwatch.h"

enum { WANTED = 80 * 1000 * 1000, PARTS_EACH = 8, REPEATS_MAX = 4096 };

static const char peer_name[] = "pgn-extract";

/* The file, so often that it is long enough. */
typedef struct subject {
    const char *path;
    char *text; /* of one time */
    size_t size;
    unsigned repeats;
} subject;

/* What one reader found. */
typedef struct tally {
    uint64_t games, plies, errors, remarks;
} tally;

/* A part of the text for each piece of work. */
typedef struct division {
    const subject *subject;
    arb_pgn **readers; /* by worker */
    tally *tallies;    /* by worker */
    size_t *begin;     /* of each part of one time; one more than there are parts */
    size_t parts;
} division;

bool arb_bench_pgn_peer(char *out, size_t size)
{
    const char *path = getenv("PATH");
    char places[4096];

    snprintf(places, sizeof places, "%s:/usr/games", path ? path : "");
    for (const char *place = places; *place;) {
        const size_t length = strcspn(place, ":");
        const int wanted = snprintf(out, size, "%.*s/%s", (int)length, place, peer_name);
        if (length > 0 && wanted > 0 && (size_t)wanted < size && access(out, X_OK) == 0)
            return true;
        place += length + (place[length] == ':');
    }
    return false;
}

static bool load(subject *s)
{
    FILE *file = fopen(s->path, "rb");
    size_t room = 1 << 20;

    if (!file)
        return false;
    s->text = malloc(room);
    while (s->text) {
        s->size += fread(s->text + s->size, 1, room - s->size, file);
        if (s->size < room)
            break;
        char *more = realloc(s->text, room *= 2);
        if (!more)
            free(s->text);
        s->text = more;
    }
    const bool ok = s->text && s->size > 0 && !ferror(file);
    fclose(file);
    return ok;
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    tally *t = user;

    (void)pgn;
    t->games++;
    t->plies += summary->plies;
    t->errors += summary->errors;
    t->remarks += summary->remarks;
    return ARB_PGN_GO_ON;
}

static const arb_pgn_handler handler = { .end = on_end };

/* Reads the whole once, on this thread. */
static arb_err run_ours(tally *out, double *seconds, const subject *s)
{
    const double start = arb_stopwatch_cpu();
    arb_pgn *pgn;
    tally t = { 0 };
    arb_err err = arb_pgn_new(&pgn, NULL, NULL);

    if (err)
        return err;
    for (unsigned i = 0; i < s->repeats && !err; i++)
        err = arb_pgn_read_text(pgn, s->text, s->size, &handler, &t);
    arb_pgn_free(pgn);
    *seconds = arb_stopwatch_cpu() - start;
    *out = t;
    return err;
}

/* Runs the peer over the file, named as often as it is to be read; false when it fails. */
static bool run_peer(double *seconds, const char *peer, const subject *s)
{
    char *words[REPEATS_MAX + 8] = { (char *)peer_name, "-r", "-s" };
    posix_spawn_file_actions_t actions;
    struct rusage used;
    int status = 0;
    pid_t pid;

    for (unsigned i = 0; i < s->repeats; i++)
        words[3 + i] = (char *)s->path;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    const bool ok =
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
        posix_spawn(&pid, peer, &actions, NULL, words, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    if (!ok)
        return false;
    while (wait4(pid, &status, 0, &used) < 0)
        continue;
    *seconds = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
               (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool report(const arb_bench_options *options, double done)
{
    return !options->progress || options->progress(options->user, done);
}

static arb_err measure(arb_bench_pgn_row *row, const subject *s, const arb_bench_options *options)
{
    for (unsigned i = 0; i < options->runs; i++) {
        double seconds;
        tally t;
        const arb_err err = run_ours(&t, &seconds, s);
        if (err)
            return err;
        row->seconds = fmin(row->seconds, seconds);
        row->games = t.games;
        row->plies = t.plies;
        row->errors = t.errors;
        row->remarks = t.remarks;
        if (options->peer && !run_peer(&seconds, options->peer, s))
            return report(options, -1) ? ARB_IO : ARB_STOPPED;
        if (options->peer)
            row->peer_seconds = fmin(row->peer_seconds, seconds);
        if (!report(options, (i + 1.0) / (options->runs + 1.0)))
            return ARB_STOPPED;
    }
    return ARB_OK;
}

/* Binds this thread, and what it starts, to the last core it may use. */
static arb_err measure_on_one_core(arb_bench_pgn_row *row, const subject *s,
                                   const arb_bench_options *options)
{
    cpu_set_t before, one;
    size_t last = 0;

    const bool known = sched_getaffinity(0, sizeof before, &before) == 0;
    for (size_t i = 0; known && i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &before))
            last = i;
    CPU_ZERO(&one);
    CPU_SET(last, &one);
    const bool pinned = known && sched_setaffinity(0, sizeof one, &one) == 0;
    row->seconds = row->peer_seconds = HUGE_VAL;
    const arb_err err = measure(row, s, options);
    if (pinned)
        sched_setaffinity(0, sizeof before, &before);
    if (!options->peer)
        row->peer_seconds = 0;
    return err;
}

static void read_part(void *user, size_t index, unsigned worker)
{
    const division *d = user;
    const size_t begin = d->begin[index % d->parts], end = d->begin[index % d->parts + 1];

    (void)!arb_pgn_read_text(d->readers[worker], d->subject->text + begin, end - begin, &handler,
                             &d->tallies[worker]);
}

/* The time that so many threads take for the whole; negative when there is no memory. */
static double run_threads(division *d, unsigned threads)
{
    arb_jobs *jobs;

    if (arb_jobs_new(&jobs, NULL, threads) != ARB_OK)
        return -1;
    const double start = arb_stopwatch_wall();
    const arb_err err = arb_jobs_run(jobs, d->parts * d->subject->repeats, read_part, d);
    const double seconds = arb_stopwatch_wall() - start;
    arb_jobs_free(jobs);
    return err ? -1 : seconds;
}

/* Cuts the text where games begin. */
static void divide(division *d, size_t wanted)
{
    const subject *s = d->subject;

    d->parts = 0;
    d->begin[0] = 0;
    for (size_t i = 1; i <= wanted; i++) {
        const size_t at =
            i == wanted ? s->size : arb_pgn_boundary(s->text, s->size, s->size / wanted * i);
        if (at > d->begin[d->parts])
            d->begin[++d->parts] = at;
    }
}

static arb_err compare(arb_bench_pgn_row *row, division *d, const arb_bench_options *options)
{
    row->one_s = row->threads_s = HUGE_VAL;
    for (unsigned i = 0; i < options->runs; i++) {
        const double one = run_threads(d, 1), several = run_threads(d, row->threads);
        if (one < 0 || several < 0)
            return ARB_NOMEM;
        row->one_s = fmin(row->one_s, one);
        row->threads_s = fmin(row->threads_s, several);
        if (!report(options, -1))
            return ARB_STOPPED;
    }
    return ARB_OK;
}

static arb_err measure_threads(arb_bench_pgn_row *row, const subject *s, unsigned threads,
                               const arb_bench_options *options)
{
    const size_t wanted = (size_t)threads * PARTS_EACH;
    division d = { .subject = s };
    arb_err err = ARB_OK;

    row->threads = threads;
    if (threads < 2)
        return ARB_OK;
    d.readers = calloc(threads, sizeof(arb_pgn *));
    d.tallies = calloc(threads, sizeof *d.tallies);
    d.begin = calloc(wanted + 1, sizeof *d.begin);
    if (!d.readers || !d.tallies || !d.begin)
        err = ARB_NOMEM;
    for (unsigned i = 0; i < threads && !err; i++)
        err = arb_pgn_new(&d.readers[i], NULL, NULL);
    if (!err) {
        divide(&d, wanted);
        err = compare(row, &d, options);
    }
    for (unsigned i = 0; d.readers && i < threads; i++)
        arb_pgn_free(d.readers[i]);
    free(d.readers);
    free(d.tallies);
    free(d.begin);
    return err;
}

arb_err arb_bench_pgn(arb_bench_pgn_row *out, const char *path, unsigned threads,
                      const arb_bench_options *options)
{
    subject s = { .path = path, .repeats = 1 };
    arb_bench_pgn_row row = { 0 };
    arb_err err = load(&s) ? ARB_OK : ARB_STATE;

    if (!err && options->less == 0)
        s.repeats = (unsigned)fmin(REPEATS_MAX, ceil((double)WANTED / (double)s.size));
    row.bytes = (uint64_t)s.size * s.repeats;
    if (!err)
        err = measure_on_one_core(&row, &s, options);
    if (!err)
        err = measure_threads(&row, &s, threads, options);
    free(s.text);
    if (!err)
        *out = row;
    return err;
}
