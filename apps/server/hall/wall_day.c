/* SPDX-License-Identifier: MIT */
/* Days and times of day; see wall_day.h. */
#define _GNU_SOURCE
#include "server/hall/wall_day.h"

#include <stdio.h>
#include <time.h>

void arb_wall_day(char out[ARB_WALL_ROOM], int64_t wall_ms, arb_wall_zone zone, char between)
{
    const time_t at = (time_t)(wall_ms / 1000);
    struct tm day;

    (void)snprintf(out, ARB_WALL_ROOM, "????%c??%c??", between, between);
    if (zone == ARB_WALL_UTC ? gmtime_r(&at, &day) : localtime_r(&at, &day))
        (void)strftime(out, ARB_WALL_ROOM, between == '.' ? "%Y.%m.%d" : "%Y-%m-%d", &day);
}

void arb_wall_clock(char out[ARB_WALL_ROOM], int64_t wall_ms)
{
    const time_t at = (time_t)(wall_ms / 1000);
    struct tm day;

    if (!gmtime_r(&at, &day) || strftime(out, ARB_WALL_ROOM, "%H:%M:%S", &day) == 0)
        out[0] = '\0';
}
