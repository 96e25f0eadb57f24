/* SPDX-License-Identifier: MIT */
/* See histogram.h. */
#include "server/hall/histogram.h"

uint64_t arb_histogram_bound(unsigned i)
{
    static const uint64_t bounds[ARB_HISTOGRAM_BOUNDS] = { 250,    500,    1000,    2000,
                                                           5000,   10000,  20000,   50000,
                                                           100000, 250000, 1000000, 5000000 };

    return bounds[i];
}

void arb_histogram_add(arb_histogram *histogram, uint64_t us)
{
    unsigned i = 0;

    while (i < ARB_HISTOGRAM_BOUNDS && us > arb_histogram_bound(i))
        i++;
    histogram->count[i]++;
    histogram->sum_us += us;
}
