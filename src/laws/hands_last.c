/* SPDX-License-Identifier: MIT */
/*
 * The last of a move: with what a hand does now, a legal move is made (Laws, 4.7, 4.4.1).
 */
#include "laws/boards.h"
#include "laws/hands.h"

static bool is_among(const arb_move *moves, size_t count, arb_move move)
{
    for (size_t i = 0; i < count; i++)
        if (arb_move_equal(moves[i], move))
            return true;
    return false;
}

/* Laws 4.4.1: is there a move that must be made, of which this is only a part? */
static bool is_part(const arb_state *s, const arb_state *after, arb_move move)
{
    const arb_men men = arb_men_of(after);
    arb_move allowed[ARB_MOVES_MAX];
    const size_t count = arb_state_allowed(allowed, NULL, s);

    if (is_among(allowed, count, move))
        return false;
    for (size_t i = 0; i < count; i++)
        if (arb_hands_fit(after, &men, allowed[i]))
            return true;
    return false;
}

/* Laws D.2.3.3: was a move announced before? */
static bool is_announced(const arb_state *after)
{
    arb_move move;

    return arb_has_spoken(after, (arb_colour)after->turn) &&
           arb_is_made_by(&move, after, &after->boards.spoken);
}

bool arb_hands_are_move(arb_event *out, arb_move *move, const arb_state *s, const arb_event *event)
{
    if ((event->verb != ARB_VERB_RELEASE && event->verb != ARB_VERB_REMOVE &&
         event->verb != ARB_VERB_LIFT) ||
        arb_actor_colour((arb_actor)event->actor) != s->turn)
        return false;
    arb_state after = *s;
    if (!arb_hands_take(&after, event) || !arb_hands_made(move, &after) ||
        is_part(s, &after, *move) ||
        (arb_is_blind(s, (arb_colour)s->turn) && !is_announced(&after)))
        return false;
    *out = *event;
    out->verb = s->standing.on_board ? ARB_VERB_REPLACE : ARB_VERB_MOVE;
    return true;
}
