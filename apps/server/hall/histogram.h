/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_HISTOGRAM_H
#define ARBITRO_SERVER_HISTOGRAM_H
/* How long something took, how often: counts by bounds that grow, in the way of Prometheus. */
#include <stdint.h>

enum { ARB_HISTOGRAM_BOUNDS = 12 };

typedef struct arb_histogram {
    uint64_t count[ARB_HISTOGRAM_BOUNDS + 1]; /* up to each bound, and beyond the last */
    uint64_t sum_us;
} arb_histogram;

/* Bound number `i`, in microseconds: a quarter of a millisecond to five seconds. */
uint64_t arb_histogram_bound(unsigned i);

void arb_histogram_add(arb_histogram *histogram, uint64_t us);

#endif
