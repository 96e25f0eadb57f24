/* SPDX-License-Identifier: MIT */
/* Names of files made from what stands in games: see parcel_name.h. */
#include "pgn/parcel_name.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "arbitro/utf8.h"

enum { VALUE_MAX = 100 };

/* Signs that no name has, in any of the usual file systems, or that mean something to a shell. */
static bool is_allowed(uint32_t code)
{
    return code >= ' ' && (code < 0x7f || code >= 0xa0) &&
           (code > 0x7f || !strchr("/\\:*?\"<>|", (int)code));
}

/* Names that mean something else: hidden files, parts of paths, options. */
static bool begins_well(char c)
{
    return c != '.' && c != '-' && c != ' ' && c != '~';
}

static uint32_t digest(const char *value, size_t size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)value[i]) * UINT64_C(0x100000001b3);
    return (uint32_t)(hash ^ hash >> 32);
}

void arb_parcel_name(char out[static ARB_PARCEL_NAME_MAX], const char *value, size_t size)
{
    size_t to = 0, at = 0;
    bool changed = false;
    uint32_t code;

    if (size == 0 || (size == 1 && *value == '?')) {
        snprintf(out, ARB_PARCEL_NAME_MAX, "unknown.pgn");
        return;
    }
    while (at < size && to + ARB_UTF8_MAX <= VALUE_MAX) {
        const size_t step = arb_utf8_decode(&code, value + at, size - at);
        const bool good = step > 0 && is_allowed(code) && (to > 0 || begins_well((char)code));
        memcpy(out + to, good ? value + at : "_", good ? step : 1);
        to += good ? step : 1;
        at += step > 0 ? step : 1;
        changed = changed || !good;
    }
    changed = changed || at < size || out[to - 1] == ' ' || out[to - 1] == '.' ||
              (size == 7 && memcmp(value, "unknown", 7) == 0);
    if (changed)
        snprintf(out + to, ARB_PARCEL_NAME_MAX - to, "~%08x.pgn", (unsigned)digest(value, size));
    else
        snprintf(out + to, ARB_PARCEL_NAME_MAX - to, ".pgn");
}
