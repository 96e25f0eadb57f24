/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_WATCH_H
#define ARBITRO_TESTS_WATCH_H
/*
 * Somebody who does nothing but ask the hall for a sign of life, and beside him two who ask each
 * other: what these two wait for one another is what the machine itself lets everybody wait for.
 */
#include "support/hall/hall.h"

typedef struct watch_figures watch_figures;

typedef struct watch {
    watch_figures *shared; /* with the processes that watch */
    pid_t pinger, asker;
} watch;

/* Begins to watch the hall; it may end meanwhile, and then nothing more is counted. */
watch watch_begin(const hall *h);

/* Ends it and tells the longest that a ping took, and how many there were; frees everything. */
int64_t watch_end(watch *w, unsigned *pings);

/*
 * The same, and asserts that no ping took longer than 50 ms; than 300 ms where the machine itself
 * lets others wait, and twice as long as these did where that is even more.
 */
void watch_end_quick(watch *w);

/* What is quick enough for the watch that ended last. */
int64_t watch_limit_ms(void);

#endif
