/* SPDX-License-Identifier: MIT */
/* The measuring clocks; see stopwatch.h. */
#define _POSIX_C_SOURCE 200809L
#include "common/stopwatch.h"

#include <time.h>

static double read_clock(clockid_t id)
{
    struct timespec now;

    if (clock_gettime(id, &now) != 0)
        return 0;
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double arb_stopwatch_wall(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double arb_stopwatch_cpu(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

double arb_stopwatch_mnps(double nodes, double seconds)
{
    return nodes / (seconds > 1e-9 ? seconds : 1e-9) / 1e6;
}
