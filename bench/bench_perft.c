/* SPDX-License-Identifier: MIT */
/* Measuring the counting of moves; see bench_perft.h. */
#define _GNU_SOURCE
#include "bench/bench_perft.h"

#include <assert.h>
#include <math.h>
#include <sched.h>
#include <string.h>

#include "arbitro/fen.h"
#include "bench/peer.h"
#include "common/stopwatch.h"

const arb_bench_position arb_bench_positions[ARB_BENCH_STANDARD + ARB_BENCH_CHESS960] = {
    { "start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, false },
    { "kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5,
      false },
    { "position-3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, false },
    { "position-4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, false },
    { "position-6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5,
      false },
    { "chess960-1", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 6, true },
    { "chess960-2", "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 5, true },
    { "chess960-3", "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 6, true },
};

const arb_bench_position arb_bench_deep = {
    "start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 7, false
};

unsigned arb_bench_cores(void)
{
    cpu_set_t set;

    return sched_getaffinity(0, sizeof set, &set) == 0 ? (unsigned)CPU_COUNT(&set) : 1;
}

/*
 * Binds this thread, and what it starts, to one core and tells what was allowed before. The last
 * core is taken, because the first is where systems like to do their own work. Where binding is
 * not possible the measurement is noisier but not wrong.
 */
static bool pin(cpu_set_t *before)
{
    cpu_set_t one;
    size_t last = CPU_SETSIZE;

    if (sched_getaffinity(0, sizeof *before, before) != 0)
        return false;
    for (size_t i = 0; i < CPU_SETSIZE; i++) {
        if (CPU_ISSET(i, before))
            last = i;
    }
    if (last == CPU_SETSIZE)
        return false;
    CPU_ZERO(&one);
    CPU_SET(last, &one);
    return sched_setaffinity(0, sizeof one, &one) == 0;
}

static bool report(const arb_bench_options *options, double done)
{
    return !options->progress || options->progress(options->user, done);
}

/* Long counts must be stoppable in their midst as well, without moving the bar. */
static bool on_count(void *user, size_t done, size_t total)
{
    (void)done;
    (void)total;
    return report(user, -1);
}

static arb_perft_options how(const arb_bench_options *options, unsigned threads)
{
    return (arb_perft_options){ .threads = threads,
                                .kernel = options->kernel,
                                .progress = options->progress ? on_count : NULL,
                                .user = (void *)(uintptr_t)options };
}

static arb_pos read_position(const arb_bench_position *position)
{
    arb_pos pos = arb_pos_initial();
    const arb_err err = arb_pos_from_fen(&pos, NULL, NULL, position->fen, strlen(position->fen));

    assert(err == ARB_OK);
    (void)err;
    return pos;
}

static unsigned depth_of(const arb_bench_position *position, const arb_bench_options *options)
{
    assert(options->less < position->depth);
    return position->depth - options->less;
}

static unsigned repeats_for(double seconds, double least)
{
    if (seconds >= least)
        return 1;
    return (unsigned)ceil(least / fmax(seconds, 1e-4));
}

/* Our own count, `repeats` times; `seconds` is for one of them. */
static arb_err run_ours(uint64_t *nodes, double *seconds, const arb_pos *pos, unsigned depth,
                        unsigned repeats, const arb_bench_options *options)
{
    const arb_perft_options options_of_count = how(options, 1);
    const double start = arb_stopwatch_cpu();

    for (unsigned i = 0; i < repeats; i++) {
        const arb_err err = arb_perft(nodes, pos, depth, &options_of_count);
        if (err != ARB_OK)
            return err;
    }
    *seconds = (arb_stopwatch_cpu() - start) / repeats;
    return ARB_OK;
}

/* The peer's count in the same way, without the time it takes to start and end. */
static arb_err run_peer(uint64_t *nodes, double *seconds, const arb_bench_position *position,
                        unsigned repeats, const arb_bench_options *options)
{
    const arb_peer_job job = { .fen = position->fen,
                               .depth = depth_of(position, options),
                               .chess960 = position->chess960,
                               .repeats = repeats };
    arb_peer_answer answer;

    if (!arb_peer_run(&answer, options->peer, &job))
        return report(options, -1) ? ARB_IO : ARB_STOPPED;
    *nodes = answer.nodes;
    *seconds = fmax(answer.seconds - options->peer_start_s, 1e-6) / repeats;
    return ARB_OK;
}

/* The state of one measurement: the best times so far and how often to repeat. */
typedef struct best {
    double ours, peer;
    unsigned ours_repeats, peer_repeats;
} best;

/* One run of each. */
static arb_err run_both(arb_bench_row *row, best *b, const arb_bench_position *position,
                        const arb_pos *pos, const arb_bench_options *options)
{
    double seconds;
    arb_err err = run_ours(&row->nodes, &seconds, pos, row->depth, b->ours_repeats, options);

    if (err != ARB_OK)
        return err;
    b->ours = fmin(b->ours, seconds);
    if (!options->peer)
        return ARB_OK;
    err = run_peer(&row->peer_nodes, &seconds, position, b->peer_repeats, options);
    if (err != ARB_OK)
        return err;
    b->peer = fmin(b->peer, seconds);
    return ARB_OK;
}

/* Learns from the first run how often short counts must be repeated; was it too short to count? */
static bool calibrate(best *b, const arb_bench_options *options)
{
    b->ours_repeats = repeats_for(b->ours, options->least_s);
    b->peer_repeats = options->peer ? repeats_for(b->peer, options->least_s) : 1;
    if (b->ours_repeats == 1 && b->peer_repeats == 1)
        return false;
    b->ours = b->peer = HUGE_VAL;
    return true;
}

static arb_err measure(arb_bench_row *row, const arb_bench_position *position,
                       const arb_bench_options *options)
{
    const arb_pos pos = read_position(position);
    best b = { .ours = HUGE_VAL, .peer = HUGE_VAL, .ours_repeats = 1, .peer_repeats = 1 };
    bool first = true;

    for (unsigned done = 0; done < options->runs; first = false) {
        const arb_err err = run_both(row, &b, position, &pos, options);
        if (err != ARB_OK)
            return err;
        if (!first || !calibrate(&b, options))
            done++;
        if (!report(options, (double)done / options->runs))
            return ARB_STOPPED;
    }
    row->mnps = arb_stopwatch_mnps((double)row->nodes, b.ours);
    row->peer_mnps = options->peer ? arb_stopwatch_mnps((double)row->peer_nodes, b.peer) : 0;
    return ARB_OK;
}

arb_err arb_bench_measure(arb_bench_row *out, const arb_bench_position *position,
                          const arb_bench_options *options)
{
    arb_bench_row row = { .depth = depth_of(position, options) };
    cpu_set_t before;

    const bool pinned = pin(&before);
    const arb_err err = measure(&row, position, options);
    if (pinned)
        sched_setaffinity(0, sizeof before, &before);
    if (err == ARB_OK)
        *out = row;
    return err;
}

arb_err arb_bench_peer_start(double *out, const arb_bench_options *options)
{
    const arb_peer_job job = { .fen = arb_bench_deep.fen };
    double seconds = HUGE_VAL;
    arb_err err = ARB_OK;
    cpu_set_t before;

    const bool pinned = pin(&before);
    for (unsigned i = 0; i < options->runs + 2 && err == ARB_OK; i++) {
        arb_peer_answer answer;
        if (arb_peer_run(&answer, options->peer, &job))
            seconds = fmin(seconds, answer.seconds);
        else
            err = report(options, -1) ? ARB_IO : ARB_STOPPED;
    }
    if (pinned)
        sched_setaffinity(0, sizeof before, &before);
    if (err == ARB_OK)
        *out = seconds;
    return err;
}

arb_err arb_bench_two_threads(arb_bench_threads *out, const arb_bench_options *options)
{
    const arb_pos pos = read_position(&arb_bench_deep);
    arb_bench_threads result = { .depth = depth_of(&arb_bench_deep, options),
                                 .seconds = { HUGE_VAL, HUGE_VAL } };

    for (unsigned i = 0; i < 2 * options->runs; i++) {
        const unsigned threads = 1 + i % 2;
        const arb_perft_options options_of_count = how(options, threads);
        const double start = arb_stopwatch_wall();
        const arb_err err = arb_perft(&result.nodes, &pos, result.depth, &options_of_count);
        if (err != ARB_OK)
            return err;
        const double seconds = arb_stopwatch_wall() - start;
        result.seconds[threads - 1] = fmin(result.seconds[threads - 1], seconds);
        if (!report(options, (double)(i + 1) / (2 * options->runs)))
            return ARB_STOPPED;
    }
    *out = result;
    return ARB_OK;
}
