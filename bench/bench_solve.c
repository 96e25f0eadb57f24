/* SPDX-License-Identifier: MIT */
/* Measuring the solver; see bench_solve.h. */
#include "bench/bench_solve.h"

#include <string.h>

#include "common/stopwatch.h"

static const struct {
    const char *stipulation, *placement;
} problems[] = {
#define PROBLEM(stipulation, placement) { stipulation, placement },
#include "bench/bench_solve.def"
#undef PROBLEM
};

enum { PROBLEMS = sizeof problems / sizeof problems[0] };

const arb_bench_solve_class arb_bench_solve_classes[ARB_BENCH_SOLVE_CLASSES] = {
    { "#2", 0.004, 10 },  { "#3", 0.045, 10 }, { "#4", 0.188, 10 }, { "#5", 2.4, 10 },
    { "s#3", 0.108, 10 }, { "s#4", 3.2, 10 },  { "h#2", 0, 0 },     { "h#2.5", 0, 0 },
    { "h#3", 0.013, 1 },  { "h#4", 0.038, 1 },
};

/* On the machine of the reference. */
static const double yardstick_s = 0.8, yardstick_nodes = 119060324;

static arb_err read_problem(arb_pos *pos, arb_stipulation *wanted, size_t i)
{
    const char *text = problems[i].stipulation, *fen = problems[i].placement;
    arb_setup setup;

    if (arb_stipulation_read(wanted, NULL, text, strlen(text)) != ARB_OK ||
        arb_fen_read(&setup, NULL, fen, strlen(fen), NULL) != ARB_OK ||
        arb_problem_unplayable(arb_problem_position(pos, &setup, wanted, 0)))
        return ARB_SYNTAX;
    return ARB_OK;
}

/* One problem once, with the time of a clock. */
static arb_err solve(double *seconds, arb_problem_facts *facts, size_t i, unsigned threads,
                     arb_kernel kernel, double (*clock_s)(void))
{
    const arb_problem_options options = { .threads = threads, .kernel = kernel };
    arb_stipulation wanted;
    arb_problem *problem;
    arb_pos pos;
    arb_err err = read_problem(&pos, &wanted, i);

    if (err)
        return err;
    const double begin = clock_s();
    err = arb_problem_new(&problem, &pos, &wanted, &options);
    *seconds = clock_s() - begin;
    if (err)
        return err;
    *facts = *arb_problem_facts_of(problem);
    arb_problem_free(problem);
    return ARB_OK;
}

arb_err arb_bench_solve(arb_bench_solve_row *out, unsigned class, const arb_bench_options *o)
{
    *out = (arb_bench_solve_row){ .problems = 0 };
    for (size_t i = 0; i < PROBLEMS; i++) {
        double best = 0;
        arb_problem_facts facts = { .keys = 0 };
        if (strcmp(problems[i].stipulation, arb_bench_solve_classes[class].stipulation) != 0)
            continue;
        for (unsigned run = 0; run < o->runs; run++) {
            double seconds;
            const arb_err err = solve(&seconds, &facts, i, 1, o->kernel, arb_stopwatch_cpu);
            if (err)
                return err;
            if (run == 0 || seconds < best)
                best = seconds;
        }
        if (!o->progress(o->user, (double)i / PROBLEMS))
            return ARB_STOPPED;
        out->problems++;
        out->seconds += best;
        out->worst_s = best > out->worst_s ? best : out->worst_s;
        out->nodes += facts.nodes;
        out->memory = facts.memory > out->memory ? facts.memory : out->memory;
    }
    return ARB_OK;
}

arb_err arb_bench_solve_threads(double seconds[2], const arb_bench_options *o)
{
    seconds[0] = seconds[1] = 0;
    for (size_t i = 0; i < PROBLEMS; i++) {
        if (strcmp(problems[i].stipulation, "#5") != 0 &&
            strcmp(problems[i].stipulation, "s#4") != 0)
            continue;
        for (unsigned threads = 1; threads <= 2; threads++) {
            double best = 0;
            for (unsigned run = 0; run < o->runs; run++) {
                arb_problem_facts facts;
                double one;
                const arb_err err = solve(&one, &facts, i, threads, o->kernel, arb_stopwatch_wall);
                if (err)
                    return err;
                if (run == 0 || one < best)
                    best = one;
            }
            seconds[threads - 1] += best;
        }
        if (!o->progress(o->user, (double)i / PROBLEMS))
            return ARB_STOPPED;
    }
    return ARB_OK;
}

arb_err arb_bench_solve_scale(double *out, const arb_bench_options *o)
{
    arb_bench_row row;

    *out = 1;
    if (!o->peer)
        return ARB_OK;
    const arb_err err = arb_bench_measure(&row, &arb_bench_positions[0], o);
    if (!err && row.peer_mnps > 0)
        *out = yardstick_nodes / (row.peer_mnps * 1e6) / yardstick_s;
    return err;
}
