/* SPDX-License-Identifier: MIT */
/* Measuring what is done with PGN files; see bench_pgn.h. */
#define _GNU_SOURCE
#include "bench/bench_pgn.h"

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/stopwatch.h"

enum { WANTED = 80 * 1000 * 1000, REPEATS_LEAST = 4, REPEATS_MAX = 1 << 16, WORDS_MAX = 8 };

const unsigned arb_bench_pgn_limit[ARB_BENCH_PGN_COUNT] = { 0, 3, 10 };
const unsigned arb_bench_pgn_goal[ARB_BENCH_PGN_COUNT] = { 0, 2, 5 };

/* A file of games in memory, by the name under which a process that inherits it opens it. */
typedef struct subject {
    int fd;
    char name[32];
} subject;

/* What a process used. */
typedef struct usage {
    double cpu, wall;
    long kb;
} usage;

static bool open_subject(subject *s)
{
    s->fd = memfd_create("games.pgn", 0);
    snprintf(s->name, sizeof s->name, "/dev/fd/%d", s->fd);
    return s->fd >= 0;
}

/* Adds the file at `path`; how many bytes it has, or -1. */
static int64_t add_file(const subject *s, const char *path)
{
    char piece[1 << 16];
    int64_t size = 0;
    ssize_t got = -1;
    const int from = open(path, O_RDONLY | O_CLOEXEC);

    while (from >= 0 && (got = read(from, piece, sizeof piece)) > 0) {
        if (write(s->fd, piece, (size_t)got) != got)
            break;
        size += got;
    }
    if (from >= 0)
        close(from);
    return got == 0 ? size : -1;
}

/* Runs a program to its end; its standard output goes to `to`, to nowhere if that is negative. */
static bool run(usage *out, const char *program, const char *const words[], int to)
{
    posix_spawn_file_actions_t actions;
    struct rusage used;
    int status = 0;
    pid_t pid;

    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    const double start = arb_stopwatch_wall();
    const bool ok =
        (to < 0
             ? posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
             : posix_spawn_file_actions_adddup2(&actions, to, STDOUT_FILENO)) == 0 &&
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
        posix_spawn(&pid, program, &actions, NULL, (char *const *)(uintptr_t)words, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    if (!ok)
        return false;
    while (wait4(pid, &status, 0, &used) < 0)
        continue;
    *out = (usage){ .cpu = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6,
                    .wall = arb_stopwatch_wall() - start,
                    .kb = used.ru_maxrss };
    /* 1 says that there was something to tell about the games */
    return WIFEXITED(status) && WEXITSTATUS(status) <= 1;
}

static bool run_ours(usage *out, arb_bench_pgn_action action, const subject *s, const char *threads,
                     int to)
{
    static const char *const names[ARB_BENCH_PGN_COUNT] = { "check", "convert", "report" };
    const char *words[WORDS_MAX] = { "arbitro", "pgn", names[action], s->name };
    size_t count = 4;

    if (action != ARB_BENCH_PGN_CONVERT)
        words[count++] = "--quiet";
    if (threads) {
        words[count++] = "--threads";
        words[count++] = threads;
    }
    return run(out, "/proc/self/exe", words, to);
}

static bool run_peer(usage *out, const char *peer, arb_bench_pgn_action action, const subject *s)
{
    const char *check[] = { "pgn-extract", "-s", "-r", s->name, NULL };
    const char *rewrite[] = { "pgn-extract", "-s", s->name, NULL };

    return run(out, peer, action == ARB_BENCH_PGN_CHECK ? check : rewrite, -1);
}

/* ---- games selected */

const char *const arb_bench_pgn_choices[ARB_BENCH_BY_COUNT][2] = {
    [ARB_BENCH_BY_PLAYER] = { "--player", "smith" },
    [ARB_BENCH_BY_DATE] = { "--since", "2019.10.13" },
    [ARB_BENCH_BY_RESULT] = { "--result", "0-1" },
    [ARB_BENCH_BY_RATING] = { "--elo-min", "2600" },
    [ARB_BENCH_BY_LENGTH] = { "--moves-min", "80" },
    [ARB_BENCH_BY_POSITION] = { "--reaches",
                                "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R" },
    [ARB_BENCH_BY_MATERIAL] = { "--material", "KRP/KR:2" },
};

/* The same for the peer: an option, or what stands in the file that it names. */
static const struct {
    const char *option, *file;
} peer_choices[ARB_BENCH_BY_COUNT] = {
    [ARB_BENCH_BY_PLAYER] = { "-Tpsmith", NULL },
    [ARB_BENCH_BY_DATE] = { "-t", "Date >= \"2019.10.13\"\n" },
    [ARB_BENCH_BY_RESULT] = { "-Tr0-1", NULL },
    [ARB_BENCH_BY_RATING] = { "-t", "WhiteElo >= \"2600\"\nBlackElo >= \"2600\"\n" },
    [ARB_BENCH_BY_LENGTH] = { "-bl80", NULL },
    [ARB_BENCH_BY_POSITION] = { "-t", "FENPattern "
                                      "\"r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R\""
                                      "\n" },
    [ARB_BENCH_BY_MATERIAL] = { "-z", "1 RP R\n" },
};

static bool select_ours(usage *out, unsigned by, const subject *s)
{
    const char *const *choice = arb_bench_pgn_choices[by];
    const char *words[] = { "arbitro", "pgn", "select", choice[0], choice[1], s->name, NULL };

    return run(out, "/proc/self/exe", words, -1);
}

static bool select_peer(usage *out, const char *peer, unsigned by, const subject *s)
{
    const char *text = peer_choices[by].file;
    char option[64];
    subject criteria = { .fd = -1 };

    if (text && (!open_subject(&criteria) ||
                 write(criteria.fd, text, strlen(text)) != (ssize_t)strlen(text)))
        return false;
    snprintf(option, sizeof option, "%s%s", peer_choices[by].option, text ? criteria.name : "");
    const char *words[] = { "pgn-extract", "-s", "--tagsubstr", option, s->name, NULL };
    const bool done = run(out, peer, words, -1);
    if (text)
        close(criteria.fd);
    return done;
}

static bool report(const arb_bench_options *options, double done)
{
    return !options->progress || options->progress(options->user, done);
}

/* Why a program did not come to its end. */
static arb_err failure(const arb_bench_options *options)
{
    return report(options, -1) ? ARB_IO : ARB_STOPPED;
}

/* One run of everything. */
static arb_err measure_once(arb_bench_pgn_row *row, const subject *whole,
                            const arb_bench_options *options)
{
    usage used;

    for (arb_bench_pgn_action a = ARB_BENCH_PGN_CHECK; a < ARB_BENCH_PGN_COUNT; a++) {
        if (!run_ours(&used, a, whole, NULL, -1))
            return failure(options);
        row->seconds[a] = fmin(row->seconds[a], used.cpu);
        row->whole_kb[a] = used.kb;
        if (!options->peer || a >= ARB_BENCH_PGN_PEERS)
            continue;
        if (!run_peer(&used, options->peer, a, whole))
            return failure(options);
        row->peer_seconds[a] = fmin(row->peer_seconds[a], used.cpu);
    }
    for (unsigned by = 0; by < ARB_BENCH_BY_COUNT; by++) {
        if (!select_ours(&used, by, whole))
            return failure(options);
        row->select_seconds[by] = fmin(row->select_seconds[by], used.cpu);
        row->select_kb[by] = used.kb;
        if (!options->peer)
            continue;
        if (!select_peer(&used, options->peer, by, whole))
            return failure(options);
        row->select_peer_seconds[by] = fmin(row->select_peer_seconds[by], used.cpu);
    }
    return ARB_OK;
}

static arb_err measure(arb_bench_pgn_row *row, const subject *quarter, const subject *whole,
                       const arb_bench_options *options)
{
    usage used;

    for (unsigned i = 0; i < ARB_BENCH_PGN_COUNT; i++)
        row->seconds[i] = HUGE_VAL;
    for (unsigned i = 0; i < ARB_BENCH_PGN_PEERS; i++)
        row->peer_seconds[i] = options->peer ? HUGE_VAL : 0;
    for (unsigned i = 0; i < ARB_BENCH_BY_COUNT; i++) {
        row->select_seconds[i] = HUGE_VAL;
        row->select_peer_seconds[i] = options->peer ? HUGE_VAL : 0;
    }
    for (arb_bench_pgn_action a = ARB_BENCH_PGN_CHECK; a < ARB_BENCH_PGN_COUNT; a++) {
        if (!run_ours(&used, a, quarter, NULL, -1))
            return failure(options);
        row->quarter_kb[a] = used.kb;
    }
    for (unsigned i = 0; i < options->runs; i++) {
        const arb_err err = measure_once(row, whole, options);
        if (err)
            return err;
        if (!report(options, (i + 1.0) / (options->runs + 1.0)))
            return ARB_STOPPED;
    }
    return ARB_OK;
}

/* Binds this thread, and what it starts, to the last core it may use. */
static arb_err measure_on_one_core(arb_bench_pgn_row *row, const subject *quarter,
                                   const subject *whole, const arb_bench_options *options)
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
    const arb_err err = measure(row, quarter, whole, options);
    if (pinned)
        sched_setaffinity(0, sizeof before, &before);
    return err;
}

static arb_err measure_threads(arb_bench_pgn_row *row, const subject *whole, unsigned threads,
                               const arb_bench_options *options)
{
    char several[16];
    usage one, more;

    row->threads = threads;
    if (threads < 2)
        return ARB_OK;
    snprintf(several, sizeof several, "%u", threads);
    row->one_s = row->threads_s = HUGE_VAL;
    for (unsigned i = 0; i < options->runs; i++) {
        if (!run_ours(&one, ARB_BENCH_PGN_CHECK, whole, NULL, -1) ||
            !run_ours(&more, ARB_BENCH_PGN_CHECK, whole, several, -1))
            return failure(options);
        row->one_s = fmin(row->one_s, one.wall);
        row->threads_s = fmin(row->threads_s, more.wall);
        if (!report(options, -1))
            return ARB_STOPPED;
    }
    return ARB_OK;
}

/* What is in the file, by the summary of a check. */
static arb_err count(arb_bench_pgn_row *row, const subject *whole, const arb_bench_options *options)
{
    char line[256] = "";
    int ends[2];
    usage used;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return ARB_IO;
    bool ok = run_ours(&used, ARB_BENCH_PGN_CHECK, whole, NULL, ends[1]);
    close(ends[1]);
    ok =
        ok && read(ends[0], line, sizeof line - 1) > 0 &&
        sscanf(line, "games %" SCNu64 ", plies %" SCNu64 ", illegal %" SCNu64 ", warnings %" SCNu64,
               &row->games, &row->plies, &row->errors, &row->remarks) == 4;
    close(ends[0]);
    return ok ? ARB_OK : failure(options);
}

/* Fills both files: all of it four times as often as the quarter. */
static arb_err fill(uint64_t *bytes, const subject *quarter, const subject *whole, const char *path,
                    bool once)
{
    const int64_t size = add_file(quarter, path);
    unsigned repeats = REPEATS_LEAST;

    if (size <= 0)
        return ARB_STATE;
    if (!once)
        repeats = (unsigned)fmin(REPEATS_MAX, ceil((double)WANTED / (double)size));
    repeats += (REPEATS_LEAST - repeats % REPEATS_LEAST) % REPEATS_LEAST;
    for (unsigned i = 0; i < repeats; i++)
        if (add_file(whole, path) != size ||
            (i > 0 && i < repeats / REPEATS_LEAST && add_file(quarter, path) != size))
            return ARB_STATE;
    *bytes = (uint64_t)size * repeats;
    return ARB_OK;
}

arb_err arb_bench_pgn(arb_bench_pgn_row *out, const char *path, unsigned threads,
                      const arb_bench_options *options)
{
    subject quarter = { .fd = -1 }, whole = { .fd = -1 };
    arb_bench_pgn_row row = { 0 };
    arb_err err = open_subject(&quarter) && open_subject(&whole) ? ARB_OK : ARB_STATE;

    if (!err)
        err = fill(&row.bytes, &quarter, &whole, path, options->less > 0);
    if (!err)
        err = count(&row, &whole, options);
    if (!err)
        err = measure_on_one_core(&row, &quarter, &whole, options);
    if (!err)
        err = measure_threads(&row, &whole, threads, options);
    if (quarter.fd >= 0)
        close(quarter.fd);
    if (whole.fd >= 0)
        close(whole.fd);
    if (!err)
        *out = row;
    return err;
}
