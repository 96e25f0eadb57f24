/* SPDX-License-Identifier: MIT */
/* The games of a file that is relayed; see relay.h. */
#define _GNU_SOURCE
#include <sodium.h>
#include <string.h>

#include "cli/relay.h"

/* A game begins with its tag Event, after an empty line or at the beginning of the file. */
static const char *next_game(const char *at, const char *end)
{
    static const char begin[] = "\n\n[Event \"";
    const char *found = at < end ? memmem(at, (size_t)(end - at), begin, sizeof begin - 1) : NULL;

    return found ? found + 2 : end;
}

bool arb_relay_has_games(const char *text, size_t size)
{
    static const char first[] = "[Event \"";

    return size >= sizeof first - 1 && memcmp(text, first, sizeof first - 1) == 0;
}

bool arb_relay_choose(const char **text, size_t *size, unsigned first, unsigned last)
{
    const char *at = *text, *end = at + *size;

    for (unsigned i = 1; i < first && at < end; i++)
        at = next_game(at, end);
    const char *stop = last == 0 ? end : at;
    for (unsigned i = first; i <= last && last > 0 && stop < end; i++)
        stop = next_game(stop, end);
    if (at == end)
        return false;
    *text = at;
    *size = (size_t)(stop - at);
    return true;
}

bool arb_relay_is_over(const char *text, size_t size)
{
    static const char open[] = "\n[Result \"*\"]";

    return !memmem(text, size, open, sizeof open - 1);
}

static void sum_up(arb_relay_part *part)
{
    unsigned char hash[(ARB_RELAY_SUM - 1) / 2];

    (void)crypto_generichash(hash, sizeof hash, (const unsigned char *)part->at, part->size, NULL,
                             0);
    (void)sodium_bin2hex(part->sum, sizeof part->sum, hash, sizeof hash);
}

size_t arb_relay_cut(arb_relay_part out[ARB_RELAY_PUSHES_MAX], const char *text, size_t size)
{
    const char *end = text + size;
    size_t count = 0;

    if (!arb_relay_has_games(text, size))
        return 0;
    for (const char *at = text; at < end;) {
        if (count == ARB_RELAY_PUSHES_MAX)
            return 0;
        arb_relay_part *part = &out[count++];
        *part = (arb_relay_part){ .at = at };
        while (at < end && part->games < ARB_RELAY_GAMES_MAX) {
            at = next_game(at, end);
            part->games++;
        }
        part->size = (size_t)(at - part->at);
        sum_up(part);
    }
    return count;
}
