/* SPDX-License-Identifier: MIT */
/* What is hoped for; see bench_serve.h. */
#include "bench/bench_serve.h"

#include <stdlib.h>

/* Two halls, the two threads that play with them, and the database: with fewer cores one hall takes
 * from the other what it needs. */
enum { CORES_MIN = 6 };

static double ratio(double a, double b)
{
    return b > 0 ? a / b : 0;
}

void arb_bench_ratios_add(arb_bench_ratios *ratios, double a, double b)
{
    if (ratios->count < ARB_BENCH_RUNS_MAX && b > 0)
        ratios->of[ratios->count++] = a / b;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The lower one of two; 0 of none. */
static double middle(arb_bench_ratios ratios)
{
    if (ratios.count == 0)
        return 0;
    qsort(ratios.of, ratios.count, sizeof ratios.of[0], by_value);
    return ratios.of[(ratios.count - 1) / 2];
}

static double lowest_to_highest(const arb_bench_serve_row *row)
{
    double lowest = row->scan[0].events, highest = lowest;

    for (unsigned i = 1; i < ARB_BENCH_SCAN; i++) {
        lowest = row->scan[i].events < lowest ? row->scan[i].events : lowest;
        highest = row->scan[i].events > highest ? row->scan[i].events : highest;
    }
    return ratio(lowest, highest);
}

static double value_of(const arb_bench_serve_row *row, arb_bench_goal goal)
{
    const arb_bench_push *push = row->push;
    const bool held_back = row->limited > 0; /* so few games do not show what the hall can do */

    switch (goal) {
    case ARB_BENCH_GOAL_CALM:
        return ratio(push[ARB_BENCH_PUSH_CALM].p50_us, push[ARB_BENCH_PUSH_CALM].fsync_us);
    case ARB_BENCH_GOAL_BUSY:
        return ratio(push[ARB_BENCH_PUSH_BUSY].p50_us, push[ARB_BENCH_PUSH_BUSY].fsync_us);
    case ARB_BENCH_GOAL_CROWD:
        return row->streams > 0
                   ? ratio(push[ARB_BENCH_PUSH_CROWDED].p50_us, push[ARB_BENCH_PUSH_CALM].p50_us)
                   : 0;
    case ARB_BENCH_GOAL_DURABLE:
        return held_back ? 0 : ratio(row->scan[ARB_BENCH_AT_64].events, row->fleeting);
    case ARB_BENCH_GOAL_CONNECTIONS:
        return held_back ? 0 : lowest_to_highest(row);
    case ARB_BENCH_GOAL_STORE:
        return held_back ? 0 : middle(row->to_store);
    case ARB_BENCH_GOAL_MEMORY:
        return row->stream_bytes;
    case ARB_BENCH_GOAL_CUT:
        return ratio(row->cut_s, row->heartbeat_s);
    case ARB_BENCH_GOAL_POSTGRES:
        return held_back ? 0 : middle(row->postgres.to_bare);
    case ARB_BENCH_GOAL_COMMITS:
        return ratio(row->postgres.calm_p99_us, row->postgres.commit_us);
    case ARB_BENCH_GOAL_TAIL:
        return ratio(row->postgres.calm_p99_us, row->postgres.commit_p99_us);
    case ARB_BENCH_GOAL_HALLS:
        return held_back || row->machine.cores < CORES_MIN
                   ? 0
                   : ratio(row->postgres.two, row->postgres.one);
    case ARB_BENCH_GOAL_COUNT:
        break;
    }
    return 0;
}

arb_bench_verdict arb_bench_serve_judge(const arb_bench_serve_row *row, arb_bench_goal goal)
{
    static const struct {
        double limit;
        bool at_most;
    } goals[ARB_BENCH_GOAL_COUNT] = {
        [ARB_BENCH_GOAL_CALM] = { 3, true },           [ARB_BENCH_GOAL_BUSY] = { 3, true },
        [ARB_BENCH_GOAL_CROWD] = { 1.5, true },        [ARB_BENCH_GOAL_DURABLE] = { 0.5, false },
        [ARB_BENCH_GOAL_CONNECTIONS] = { 0.7, false }, [ARB_BENCH_GOAL_STORE] = { 0.5, false },
        [ARB_BENCH_GOAL_MEMORY] = { 4096, true },      [ARB_BENCH_GOAL_CUT] = { 2, true },
        [ARB_BENCH_GOAL_POSTGRES] = { 0.5, false },    [ARB_BENCH_GOAL_COMMITS] = { 3, true },
        [ARB_BENCH_GOAL_TAIL] = { 2, true },           [ARB_BENCH_GOAL_HALLS] = { 1.6, false },
    };
    arb_bench_verdict v = { .value = value_of(row, goal),
                            .limit = goals[goal].limit,
                            .at_most = goals[goal].at_most };

    v.measured = v.value > 0;
    v.reached = v.measured && (v.at_most ? v.value <= v.limit : v.value >= v.limit);
    return v;
}
