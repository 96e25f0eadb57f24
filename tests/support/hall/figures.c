/* SPDX-License-Identifier: MIT */
/* What a hall says of itself, and what the system says of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hall/hall.h"

long hall_metric(const hall *h, const char *name)
{
    char text[65536] = "", key[96];

    assert_int_equal(client_once(h->port, "GET", "/metrics", NULL, text, sizeof text), 200);
    (void)snprintf(key, sizeof key, "\narbitro_%s ", name);
    const char *found = strstr(text, key);
    if (!found)
        fail_msg("no figure of %s", name);
    return strtol(found + strlen(key), NULL, 10);
}

bool hall_metric_becomes(const hall *h, const char *name, long value, int64_t patience_ms)
{
    const int64_t until = client_now() + patience_ms;

    while (hall_metric(h, name) != value) {
        if (client_now() > until)
            return false;
        client_sleep(10);
    }
    return true;
}

long hall_memory(const hall *h)
{
    char path[64], line[256];
    long kilobytes = -1;

    (void)snprintf(path, sizeof path, "/proc/%ld/status", (long)h->pid);
    FILE *status = fopen(path, "re");
    assert_non_null(status);
    while (kilobytes < 0 && fgets(line, sizeof line, status))
        (void)sscanf(line, "VmRSS: %ld kB", &kilobytes);
    (void)fclose(status);
    return kilobytes;
}

bool hall_is_sanitized(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return true;
#else
    const char *scale = getenv("ARB_TEST_SCALE");

    return scale && strcmp(scale, "1") != 0;
#endif
}

unsigned hall_volume(unsigned whole, unsigned soak)
{
    const char *scale = getenv("ARB_TEST_SCALE");
    const unsigned divisor = scale ? (unsigned)strtoul(scale, NULL, 10) : 1;

    if (getenv("ARB_TEST_SOAK") && divisor <= 1)
        return soak;
    return divisor > 1 ? whole / divisor + 1 : whole;
}
