/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_STOPWATCH_H
#define ARBITRO_COMMON_STOPWATCH_H
/* Time for measuring, in seconds; only differences mean anything. */

/* Time as it passes in the room. */
double arb_stopwatch_wall(void);

/* Processor time of this process, all threads together. */
double arb_stopwatch_cpu(void);

/* Millions of nodes a second; a time too short to measure counts as a nanosecond. */
double arb_stopwatch_mnps(double nodes, double seconds);

#endif
