/* SPDX-License-Identifier: MIT */
/*
 * Who waits for the files of a round; see live_round.h. They are answered in the order in which
 * they came, a little in each turn of the loop: a thousand who ask at once for a large file wait
 * for each other, and no player for them.
 */
#include <stdlib.h>

#include "server/hall/live_round.h"

enum {
    WAITS_MAX = 16384,      /* a wait is small, and 503 keeps readers away for a minute */
    TURN_BYTES = 256 << 10, /* that are given in a turn, which takes a part of a millisecond */
    TURN_ANSWERS = 256,
    NEXT_MS = 1,
    PATIENCE_MS = 4500, /* readers give up after five seconds, and then stay away for as long as
                           after a 503 */
    ENOUGH_MS = 2000    /* so long somebody waits for the latest who can be given what was before */
};

struct arb_live_wait {
    arb_live_wait *next;
    arb_http_exchange *exchange;
    arb_live_wish wish;
    int64_t asked_ms;
};

bool arb_live_waits_add(arb_live_round *r, arb_http_exchange *exchange, const arb_live_wish *wish,
                        int64_t now)
{
    arb_live_wait *w = r->wait_count < WAITS_MAX ? malloc(sizeof *w) : NULL;

    if (!w)
        return false;
    *w = (arb_live_wait){ NULL, exchange, *wish, now };
    if (r->last_wait)
        r->last_wait->next = w;
    else
        r->waits = w;
    r->last_wait = w;
    r->wait_count++;
    return true;
}

static arb_live_wait *take(arb_live_round *r)
{
    arb_live_wait *w = r->waits;

    r->waits = w->next;
    if (!r->waits)
        r->last_wait = NULL;
    r->wait_count--;
    return w;
}

void arb_live_waits_dismiss(arb_live_round *r, arb_api_error reason)
{
    while (r->waits) {
        arb_live_wait *w = take(r);
        if (r->hall->http) /* else it is closed: nobody can be answered any more */
            arb_api_fail(w->exchange, reason);
        free(w->wish.known);
        free(w);
    }
}

/* Takes the one that `at` leads to off the list. */
static arb_live_wait *take_at(arb_live_round *r, arb_live_wait **at, arb_live_wait *previous)
{
    arb_live_wait *w = *at;

    *at = w->next;
    if (!w->next)
        r->last_wait = previous;
    r->wait_count--;
    return w;
}

void arb_live_waits_hurry(arb_live_round *r, int64_t now)
{
    arb_live_wait *previous = NULL;
    size_t given = 0;

    for (arb_live_wait **at = &r->waits; *at && given < TURN_BYTES;) {
        const bool has = arb_live_has(r, &(*at)->wish);
        if (now - (*at)->asked_ms < (has ? ENOUGH_MS : PATIENCE_MS)) {
            previous = *at;
            at = &previous->next;
            continue;
        }
        arb_live_wait *w = take_at(r, at, previous);
        if (has)
            given += arb_live_give(r, &w->wish, w->exchange);
        else
            arb_api_fail(w->exchange, ARB_API_READING);
        free(w->wish.known);
        free(w);
    }
}

bool arb_live_waits_serve(arb_live_round *r)
{
    const int64_t latest = r->made_ms + ARB_LIVE_FRESH_MS;
    size_t given = 0;

    for (unsigned i = 0; r->waits && i < TURN_ANSWERS && given < TURN_BYTES; i++) {
        if (r->waits->asked_ms >= latest)
            return true; /* who came later is given what is so then */
        arb_live_wait *w = take(r);
        given += arb_live_give(r, &w->wish, w->exchange);
        free(w->wish.known);
        free(w);
    }
    if (r->waits)
        arb_loop_set(r->hall->loop, &r->timer, arb_boottime_ms() + NEXT_MS);
    return false;
}
