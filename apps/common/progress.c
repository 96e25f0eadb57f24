/* SPDX-License-Identifier: MIT */
/* The progress bar; see progress.h. */
#define _POSIX_C_SOURCE 200809L
#include "common/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/stopwatch.h"

enum { BAR_WIDTH = 40 };

static const double patience_s = 0.5, pause_s = 0.1;

arb_progress arb_progress_begin(void)
{
    const char *term = getenv("TERM");
    const bool can_wipe = term && strcmp(term, "dumb") != 0;

    return (arb_progress){ .terminal = can_wipe && isatty(STDERR_FILENO),
                           .next = arb_stopwatch_wall() + patience_s };
}

void arb_progress_show(arb_progress *progress, double done)
{
    if (!progress->terminal)
        return;
    const double now = arb_stopwatch_wall();
    if (now < progress->next)
        return;
    progress->next = now + pause_s;
    progress->drawn = true;

    const double part = done < 0 ? 0 : done > 1 ? 1 : done;
    char bar[BAR_WIDTH + 1];
    for (int i = 0; i < BAR_WIDTH; i++)
        bar[i] = i < (int)(part * BAR_WIDTH) ? '#' : '.';
    bar[BAR_WIDTH] = '\0';
    fprintf(stderr, "\r[%s] %3d%%", bar, (int)(part * 100));
    fflush(stderr);
}

void arb_progress_clear(arb_progress *progress)
{
    if (!progress->drawn)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    progress->drawn = false;
}
