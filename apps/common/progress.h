/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_PROGRESS_H
#define ARBITRO_COMMON_PROGRESS_H
/*
 * How far long work has come, on standard error. It shows itself only on a terminal, only when the
 * work takes long enough for somebody to wonder, and never wider than the terminal is. Whoever
 * shows progress also looks after the reader of the results, and is asked to stop when he went
 * away.
 *
 *     arb_progress bar = arb_progress_begin();
 *     while (work(&done) && !arb_interrupt_pending())
 *         arb_progress_show(&bar, done);
 *     arb_progress_clear(&bar);
 */
#include <stdbool.h>
#include <stdint.h>

typedef struct arb_progress {
    bool terminal;
    double next, look; /* it is not drawn, and the reader not looked after, before these times */
} arb_progress;

/* From now on nothing is shown, for users who want it quiet. */
void arb_progress_disable(void);

/* Starts counting the time; nothing is drawn yet. */
arb_progress arb_progress_begin(void);

/* Shows how much is done, from 0 to 1, as a bar. */
void arb_progress_show(arb_progress *progress, double done);

/* Shows what was done, where nobody knows how much there is to do: "1234 lines", "5.6 MB". */
void arb_progress_count(arb_progress *progress, uint64_t count, const char *what);
void arb_progress_bytes(arb_progress *progress, uint64_t bytes);

/* Wipes away what was drawn, so that other output can follow. */
void arb_progress_clear(arb_progress *progress);

/* The same for whoever speaks and does not know of any work; there is one terminal. */
void arb_progress_hide(void);

#endif
