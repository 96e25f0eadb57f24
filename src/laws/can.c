/* SPDX-License-Identifier: MIT */
/* A dry run of the rules that say who may act; see can.h. */
#include "arbitro/can.h"

#include "arbitro/event_make.h"
#include "laws/boards.h"
#include "laws/hands.h"

/* Is what stands on the board a move that was made, for all that the actor knows (7.5.1)? */
static bool takes_for_move(const arb_state *state, arb_actor actor)
{
    return actor != ARB_ACTOR_ARBITER && actor != ARB_ACTOR_ARBITER_ASSISTANT &&
           arb_is_taken_for_move(state);
}

/* The state as players and spectators see it: what stands on the board is a move that was made. */
static arb_state as_seen(const arb_state *state, arb_actor actor)
{
    arb_state s = *state;

    if (!takes_for_move(state, actor))
        return s;
    s.uncompleted |= (uint8_t)(1u << s.turn);
    if (arb_has_spoken(state, (arb_colour)s.turn))
        s.boards.spoken.said = ARB_SAID_MOVE;
    s.boards.changed = ~(uint64_t)0;
    s.boards.executed = s.boards.ahead;
    s.turn = (uint8_t)arb_opponent((arb_colour)s.turn);
    s.standing.on_board = false;
    arb_hands_forget(&s);
    arb_forget_touches(&s);
    arb_hands_go_on_replying(&s);
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

static arb_verb_set set_of(arb_verb verb)
{
    return (arb_verb_set)1 << verb;
}

/* To play is to move, and to press, for which an assistant must have been named, too. */
static bool may_play(const arb_state *state, arb_actor actor)
{
    const arb_colour player = arb_actor_colour(actor);
    const bool own = actor == ARB_ACTOR_WHITE || actor == ARB_ACTOR_BLACK;

    return own || player == NOBODY || arb_has_task(state, player, ARB_TASK_CLOCK);
}

/* Which of the verbs would be heard of the actor at `now`? */
static arb_verb_set allowed(const arb_state *state, const arb_history *history, arb_actor actor,
                            arb_verb_set verbs, arb_ms now)
{
    const arb_event event = arb_event_simple(now, actor, ARB_VERB_MOVE);
    arb_state s = as_seen(state, actor);
    const arb_look look = { .before = &s,
                            .after = &s,
                            .event = &event,
                            .history = history,
                            .as_made = takes_for_move(state, actor),
                            .regulations = s.regulations,
                            .book = s.regulations->book,
                            .player = arb_actor_colour(actor) };
    const arb_verb_set play = set_of(ARB_VERB_PLAY), move = set_of(ARB_VERB_MOVE);

    s.now = now;
    const arb_verb_set heard =
        arb_rules_allow(&look, verbs & play ? (verbs & ~play) | move : verbs);
    return verbs & (heard & move && may_play(state, actor) ? heard | play : heard);
}

/* Has the actor this verb, and does it mean something under the regulations? */
static bool has(arb_actor actor, arb_verb verb, const arb_regulations *regulations)
{
    return arb_actor_has_verb(actor, verb) && could_hold(regulations, verb);
}

bool arb_state_can(const arb_state *state, const arb_history *history, arb_actor actor,
                   arb_verb verb, arb_ms now)
{
    return has(actor, verb, state->regulations) &&
           allowed(state, history, actor, set_of(verb), now) != 0;
}

/* Only the running down of a clock makes something possible, and its flag is the end of that. */
void arb_state_can_all(arb_ms from[ARB_VERB_COUNT], const arb_state *state,
                       const arb_history *history, arb_actor actor, arb_ms now)
{
    const arb_colour running = arb_state_running(state);
    const arb_ms flag =
        running != NOBODY ? arb_clock_flag(&state->clock, setting(state), running) : ARB_MS_NEVER;
    arb_verb_set verbs = 0, soon = 0;

    for (int i = 0; i < ARB_VERB_COUNT; i++)
        if (has(actor, (arb_verb)i, state->regulations))
            verbs |= set_of((arb_verb)i);
    const arb_verb_set can = allowed(state, history, actor, verbs, now);
    if (flag != ARB_MS_NEVER && flag - 1 > now)
        soon = allowed(state, history, actor, verbs & ~can, flag - 1);
    for (int i = 0; i < ARB_VERB_COUNT; i++) {
        const arb_verb_set verb = set_of((arb_verb)i);
        arb_ms not_yet = now, possible = flag - 1;

        while (soon & verb && possible - not_yet > 1) {
            const arb_ms middle = not_yet + (possible - not_yet) / 2;
            if (allowed(state, history, actor, verb, middle))
                possible = middle;
            else
                not_yet = middle;
        }
        from[i] = can & verb ? now : soon & verb ? possible : ARB_MS_NEVER;
    }
}
