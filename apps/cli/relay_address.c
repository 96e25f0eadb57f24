/* SPDX-License-Identifier: MIT */
/* Addresses of rounds and their files; see relay.h. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "cli/relay.h"

/* A piece of an address between two slashes. */
typedef struct segment {
    const char *at;
    size_t size;
} segment;

/* Takes the last segment off the end; slashes behind it count for nothing. Empty where none is
 * left. */
static segment last_segment(const char *from, size_t *size)
{
    const size_t site = arb_relay_site_size(from);
    size_t end = *size;

    while (end > site && from[end - 1] == '/')
        end--;
    *size = end;
    while (*size > site && from[*size - 1] != '/')
        --*size;
    return (segment){ from + *size, end - *size };
}

static bool is(segment s, const char *text)
{
    return s.size == strlen(text) && memcmp(s.at, text, s.size) == 0;
}

static bool ends_with(segment s, const char *text)
{
    const size_t size = strlen(text);

    return s.size > size && memcmp(s.at + s.size - size, text, size) == 0;
}

/* "round-3", as a hall writes it. */
static bool is_number(segment s)
{
    static const char before[] = "round-";
    const size_t size = sizeof before - 1;

    if (s.size <= size || memcmp(s.at, before, size) != 0 || s.at[size] == '0')
        return false;
    for (size_t i = size; i < s.size; i++)
        if (s.at[i] < '0' || s.at[i] > '9')
            return false;
    return true;
}

bool arb_relay_is_round(const char *from)
{
    size_t size = strlen(from);
    const segment last = last_segment(from, &size);

    if (ends_with(last, ".pgn") || is(last, "index.json"))
        return true;
    (void)last_segment(from, &size); /* an event may have any name, also that of a round */
    return is_number(last) && is(last_segment(from, &size), "live");
}

bool arb_relay_has_query(const char *from)
{
    return strpbrk(from, "?#") != NULL;
}

char *arb_relay_games_of(const char *from)
{
    size_t size = strlen(from), before = size;
    const segment last = last_segment(from, &before);
    char *out = NULL;

    size = (size_t)(last.at + last.size - from);
    if (is(last, "index.json"))
        size = before - 1;
    if (asprintf(&out, "%.*s%s", (int)size, from, ends_with(last, ".pgn") ? "" : "/games.pgn") < 0)
        return NULL;
    return out;
}

char *arb_relay_games_of_round(const char *event, unsigned round)
{
    size_t size = strlen(event);
    const segment last = last_segment(event, &size);
    char *out = NULL;

    size = (size_t)(last.at + last.size - event);
    if (asprintf(&out, "%.*s/round-%u/games.pgn", (int)size, event, round) < 0)
        return NULL;
    return out;
}
