/* SPDX-License-Identifier: MIT */
/* A dry run of the rules that say who may act; see can.h. */
#include "arbitro/can.h"

#include "arbitro/event_make.h"
#include "arbitro/silence.h"
#include "laws/laws.h"

/* The state as players and spectators see it: what stands on the board is a move that was made. */
static arb_state as_seen(const arb_state *state, arb_actor actor)
{
    arb_state s = *state;

    if (actor == ARB_ACTOR_ARBITER || arb_state_tells(state, ARB_SECRET_DISPLACEMENT))
        return s;
    s.uncompleted |= (uint8_t)(1u << s.turn);
    s.turn = (uint8_t)arb_opponent((arb_colour)s.turn);
    s.standing.on_board = false;
    arb_forget_touches(&s);
    return s;
}

/* Do the regulations leave ground for it? What cannot stand, or is called at once, nobody claims.
 */
static bool could_hold(const arb_regulations *r, arb_verb verb)
{
    if (verb == ARB_VERB_CLAIM_ILLEGAL)
        return r->illegal_moves == ARB_ILLEGAL_STAND && r->detection == ARB_DETECTION_MANUAL;
    if (verb == ARB_VERB_CLAIM_TOUCH)
        return r->touch_move == ARB_TOUCH_MOVE_CLAIM;
    return verb != ARB_VERB_CLAIM_FLAG || !arb_flags_are_called(r);
}

bool arb_state_can(const arb_state *state, const arb_history *history, arb_actor actor,
                   arb_verb verb, arb_ms now)
{
    const arb_event event =
        arb_event_simple(now, actor, verb == ARB_VERB_PLAY ? ARB_VERB_MOVE : verb);
    arb_state s = as_seen(state, actor);
    const arb_look look = { .before = &s,
                            .after = &s,
                            .event = &event,
                            .history = history,
                            .regulations = s.regulations,
                            .book = s.regulations->book,
                            .player = arb_actor_colour(actor) };

    s.now = now;
    return arb_actor_has_verb(actor, verb) && could_hold(s.regulations, verb) &&
           arb_rules_allow(&look);
}

/* Only the running down of a clock makes something possible, and its flag is the end of that. */
arb_ms arb_state_can_from(const arb_state *state, const arb_history *history, arb_actor actor,
                          arb_verb verb, arb_ms now)
{
    const arb_colour running = arb_state_running(state);
    const arb_ms flag =
        running != NOBODY ? arb_clock_flag(&state->clock, setting(state), running) : ARB_MS_NEVER;
    arb_ms not_yet = now, possible = flag - 1;

    if (arb_state_can(state, history, actor, verb, now))
        return now;
    if (flag == ARB_MS_NEVER || possible <= now ||
        !arb_state_can(state, history, actor, verb, possible))
        return ARB_MS_NEVER;
    while (possible - not_yet > 1) {
        const arb_ms middle = not_yet + (possible - not_yet) / 2;
        if (arb_state_can(state, history, actor, verb, middle))
            possible = middle;
        else
            not_yet = middle;
    }
    return possible;
}
