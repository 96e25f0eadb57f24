/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_PROGRESS_H
#define ARBITRO_COMMON_PROGRESS_H
/*
 * A progress bar on standard error. It shows itself only on a terminal and only when the work
 * takes long enough for somebody to wonder.
 */
#include <stdbool.h>

typedef struct arb_progress {
    bool terminal, drawn;
    double next; /* the bar is not drawn again before this time */
} arb_progress;

/* Starts counting the time; nothing is drawn yet. */
arb_progress arb_progress_begin(void);

/* Shows how much is done, from 0 to 1. */
void arb_progress_show(arb_progress *progress, double done);

/* Wipes the bar away, so that other output can follow. */
void arb_progress_clear(arb_progress *progress);

#endif
