/* SPDX-License-Identifier: MIT */
/*
 * The log: one JSON object a line, for programs to read. What happens in games is in the journal;
 * here stands what happens to the server. No token, no code and no name of a person ever does.
 */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

#include "server/hall/hall_internal.h"

int64_t arb_wall_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void arb_hall_log(const arb_hall *hall, const char *level, const char *what, const char *format,
                  ...)
{
    const int64_t now = arb_wall_ms();
    const time_t second = (time_t)(now / 1000);
    json_error_t ignored;
    struct tm utc;
    char stamp[32] = "", whole[48];
    va_list list;

    if (!hall->config.log)
        return;
    if (gmtime_r(&second, &utc))
        (void)strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &utc);
    (void)snprintf(whole, sizeof whole, "%s.%03dZ", stamp, (int)(now % 1000));
    json_t *line = json_pack("{ss ss ss}", "time", whole, "level", level, "event", what);
    va_start(list, format);
    json_t *more = format ? json_vpack_ex(&ignored, 0, format, list) : NULL;
    va_end(list);
    if (line && more)
        (void)json_object_update_missing(line, more); /* what every line has is never lost */
    char *text = line ? json_dumps(line, JSON_COMPACT) : NULL;
    if (text) {
        fprintf(hall->config.log, "%s\n", text);
        fflush(hall->config.log);
    }
    free(text);
    json_decref(line);
    json_decref(more);
}
