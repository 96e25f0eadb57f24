/* SPDX-License-Identifier: MIT */
/* Reading what others tell of their batches; see notice.h. */
#include "store/notice.h"

/* One number, digits alone; false: none stands there, or one too large. */
static bool take_number(uint64_t *out, const char **at)
{
    const char *from = *at;

    *out = 0;
    for (; **at >= '0' && **at <= '9'; ++*at) {
        const unsigned digit = (unsigned)(**at - '0');
        if (*out > ((uint64_t)INT64_MAX - digit) / 10)
            return false;
        *out = 10 * *out + digit;
    }
    return *at != from;
}

static bool take_game(uint64_t *out, const char **at)
{
    if (**at != ' ')
        return false;
    ++*at;
    return take_number(out, at);
}

/* Goes over one list of games; false: it is none, or an empty one. */
static bool pass_list(const char **at)
{
    uint64_t game;

    do {
        if (!take_game(&game, at))
            return false;
    } while (**at == ' ');
    return true;
}

/* Whether it is a notice from its first byte to its last. Events have numbers from 1. */
static bool is_notice(uint64_t *sequence, const char *text)
{
    const char *at = text;

    if (!take_number(sequence, &at))
        return false;
    const bool events = *at != ';';
    if (events && (*sequence == 0 || !pass_list(&at)))
        return false;
    if (*at == ';') {
        at++;
        if (!pass_list(&at))
            return false;
    }
    return *at == '\0';
}

bool arb_store_notice_read(const char *text, arb_store_heard_fn *fn, void *user)
{
    const char *at = text;
    uint64_t sequence, game;
    bool more = true;

    if (!is_notice(&sequence, text))
        return fn(user, 0, 1) && fn(user, 0, 0);
    (void)take_number(&sequence, &at);
    while (more && take_game(&game, &at))
        more = fn(user, game, sequence);
    at += *at == ';';
    while (more && take_game(&game, &at))
        more = fn(user, game, 0);
    return more;
}

uint64_t arb_store_notice_sequence(const char *text)
{
    uint64_t sequence;

    return is_notice(&sequence, text) ? sequence : 0;
}
