/* SPDX-License-Identifier: MIT */
/* How far long work has come; see progress.h. */
#define _POSIX_C_SOURCE 200809L
#include "common/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arbitro/utf8.h"
#include "common/interrupt.h"
#include "common/stopwatch.h"
#include "common/terminal.h"

/* "[#] 100%" is the least; a bar longer than BAR_WIDTH says no more. */
enum { BAR_WIDTH = 40, AROUND_BAR = 7, NARROWEST = 10, USUAL = 80, LINE_SIZE = 128 };

static const double patience_s = 0.5, pause_s = 0.1;

static bool disabled, drawn; /* there is one standard error */

void arb_progress_disable(void)
{
    disabled = true;
}

arb_progress arb_progress_begin(void)
{
    const char *term = getenv("TERM");
    const bool can_wipe = term && *term && strcmp(term, "dumb") != 0;
    const double now = arb_stopwatch_wall();

    return (arb_progress){ .terminal = !disabled && can_wipe && isatty(STDERR_FILENO),
                           .next = now + patience_s,
                           .look = now + pause_s };
}

/* How many characters may be drawn; the last column stays free, where terminals begin a new line.
 */
static size_t room(void)
{
    const size_t columns = arb_terminal_columns(STDERR_FILENO), told = arb_terminal_told();
    const size_t width = columns ? columns : told ? told : USUAL;

    return width < NARROWEST ? 0 : width - 1;
}

/* Is it time to draw? Looks after the reader in any case. */
static bool is_due(arb_progress *progress)
{
    const double now = arb_stopwatch_wall();

    if (now >= progress->look) {
        arb_interrupt_look();
        progress->look = now + pause_s;
    }
    if (!progress->terminal || now < progress->next || arb_interrupt_pending())
        return false;
    progress->next = now + pause_s;
    return true;
}

static void draw(const char *line)
{
    if (arb_utf8_count(line, strlen(line)) > room()) {
        arb_progress_hide();
        return;
    }
    drawn = true;
    fprintf(stderr, "\r%s\033[K", line);
    fflush(stderr);
}

void arb_progress_show(arb_progress *progress, double done)
{
    if (!is_due(progress))
        return;
    const double part = done < 0 ? 0 : done > 1 ? 1 : done;
    const size_t space = room() > AROUND_BAR ? room() - AROUND_BAR : 0;
    const size_t width = space < BAR_WIDTH ? space : BAR_WIDTH;
    char bar[BAR_WIDTH + 1], line[LINE_SIZE];
    for (size_t i = 0; i < width; i++)
        bar[i] = i < (size_t)(part * (double)width) ? '#' : '.';
    bar[width] = '\0';
    snprintf(line, sizeof line, "[%s] %3d%%", bar, (int)(part * 100));
    draw(line);
}

void arb_progress_count(arb_progress *progress, uint64_t count, const char *what)
{
    char line[LINE_SIZE];

    if (!is_due(progress))
        return;
    snprintf(line, sizeof line, "%" PRIu64 " %s", count, what);
    draw(line);
}

void arb_progress_bytes(arb_progress *progress, uint64_t bytes)
{
    char line[LINE_SIZE];

    if (!is_due(progress))
        return;
    snprintf(line, sizeof line, "%.1f MB", (double)bytes / 1e6);
    draw(line);
}

void arb_progress_hide(void)
{
    if (!drawn)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    drawn = false;
}

void arb_progress_clear(arb_progress *progress)
{
    (void)progress;
    arb_progress_hide();
}
