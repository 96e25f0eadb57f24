/* SPDX-License-Identifier: MIT */
/*
 * Who is at the board (Laws 6.7). Where the regulations name a default time, a player is absent
 * until he opens his page, or does something with his link: that is his arrival, and an event of
 * his like any other.
 */
#include <string.h>

#include "arbitro/can.h"
#include "server/hall/envelopes.h"

/* Is his arrival on its way already? */
static bool is_arriving(const arb_table *t, arb_seat seat)
{
    if (t->inflight && t->inflight->seat == seat && t->inflight->event.verb == ARB_VERB_ARRIVE)
        return true;
    for (const arb_submission *s = t->first; s; s = s->next) {
        if (s->seat == seat && strcmp(s->text, "arrive") == 0)
            return true;
    }
    return false;
}

/* Is somebody away from the resumption of an adjourned game (I.9)? */
static unsigned missing(const arb_state *state)
{
    const bool resumed =
        arb_state_phase(state) == ARB_PHASE_ADJOURNED || arb_state_is_continued(state);

    return arb_state_absent(state) | (resumed ? 3u & ~arb_state_present(state) : 0);
}

static bool is_awaited(const arb_table *t, arb_seat seat)
{
    const arb_state *state = arb_game_state(t->game);

    return (missing(state) >> seat & 1u) && !is_arriving(t, seat) &&
           arb_state_can(state, arb_game_history(t->game), arb_seat_actor(seat), ARB_VERB_ARRIVE,
                         arb_table_now(t));
}

void arb_table_arrive(const arb_api_call *call)
{
    static const char word[] = "arrive";
    arb_table *t = call->table;

    if (!t || call->seat > ARB_SEAT_BLACK || !t->game || t->is_judging || t->is_over ||
        t->hall->stopping || !is_awaited(t, call->seat))
        return;
    arb_submission *s = arb_submission_new(t, call->seat, word, sizeof word - 1);
    if (!s)
        return;
    s->received_ms = arb_http_exchange_arrived(call->exchange);
    arb_table_submit(t, s);
}
