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
static void take_for_move(arb_state *s)
{
    s->uncompleted |= (uint8_t)(1u << s->turn);
    if (arb_has_spoken(s, (arb_colour)s->turn))
        s->boards.spoken.said = ARB_SAID_MOVE;
    s->boards.changed = ~(uint64_t)0;
    s->boards.executed = s->boards.ahead;
    s->turn = (uint8_t)arb_opponent((arb_colour)s->turn);
    s->standing.on_board = false;
    arb_hands_forget(s);
    arb_forget_touches(s);
    arb_hands_go_on_replying(s);
}

static arb_verb_set set_of(arb_verb verb)
{
    return (arb_verb_set)1 << verb;
}

/* What the regulations leave no ground for: what cannot stand, or is called at once, nobody claims.
 */
static arb_verb_set groundless(const arb_regulations *r)
{
    const bool illegal =
        r->illegal_moves == ARB_ILLEGAL_STAND && r->detection == ARB_DETECTION_MANUAL;
    const bool touch = r->touch_move == ARB_TOUCH_MOVE_CLAIM;

    return (illegal ? 0 : set_of(ARB_VERB_CLAIM_ILLEGAL)) |
           (touch ? 0 : set_of(ARB_VERB_CLAIM_TOUCH)) |
           (arb_flags_are_called(r) ? set_of(ARB_VERB_CLAIM_FLAG) : 0);
}

/* The verbs that the actor has and that mean something under the regulations. */
static arb_verb_set verbs_of(arb_actor actor, const arb_regulations *regulations)
{
    return arb_actor_verbs(actor) & ~groundless(regulations);
}

/* To play is to move, and to press, for which an assistant must have been named, too. */
static bool may_play(const arb_state *state, arb_actor actor)
{
    const arb_colour player = arb_actor_colour(actor);
    const bool own = actor == ARB_ACTOR_WHITE || actor == ARB_ACTOR_BLACK;

    return own || player == NOBODY || arb_has_task(state, player, ARB_TASK_CLOCK);
}

/* Which of the verbs would be heard of the actor at `now`? `later`: which others, but for what a
 * clock shows then. */
static arb_verb_set allowed(arb_verb_set *later, const arb_state *state, const arb_history *history,
                            arb_actor actor, arb_verb_set verbs, arb_ms now)
{
    const arb_event event = arb_event_simple(now, actor, ARB_VERB_MOVE);
    arb_state s = *state;
    const bool as_made = takes_for_move(state, actor);
    const arb_look look = { .before = &s,
                            .after = &s,
                            .event = &event,
                            .history = history,
                            .as_made = as_made,
                            .regulations = s.regulations,
                            .book = s.regulations->book,
                            .player = arb_actor_colour(actor) };
    const arb_verb_set play = set_of(ARB_VERB_PLAY), move = set_of(ARB_VERB_MOVE);

    if (as_made)
        take_for_move(&s);
    s.now = now;
    const arb_verb_set heard =
        arb_rules_allow(later, &look, verbs & play ? (verbs & ~play) | move : verbs);
    *later &= verbs;
    return verbs & (heard & move && may_play(state, actor) ? heard | play : heard);
}

bool arb_state_can(const arb_state *state, const arb_history *history, arb_actor actor,
                   arb_verb verb, arb_ms now)
{
    const arb_verb_set asked = verbs_of(actor, state->regulations) & set_of(verb);
    arb_verb_set later;

    return asked != 0 && allowed(&later, state, history, actor, asked, now) != 0;
}

/* Between two instants at which it is not and is possible: when it becomes so. */
static arb_ms first_possible(const arb_state *state, const arb_history *history, arb_actor actor,
                             arb_verb_set verb, arb_ms not_yet, arb_ms possible)
{
    arb_verb_set later;

    while (possible - not_yet > 1) {
        const arb_ms middle = not_yet + (possible - not_yet) / 2;
        if (allowed(&later, state, history, actor, verb, middle))
            possible = middle;
        else
            not_yet = middle;
    }
    return possible;
}

/* Only the running down of a clock makes something possible, and its flag is the end of that. */
void arb_state_can_all(arb_ms from[ARB_VERB_COUNT], const arb_state *state,
                       const arb_history *history, arb_actor actor, arb_ms now)
{
    const arb_colour running = arb_state_running(state);
    const arb_ms flag =
        running != NOBODY ? arb_clock_flag(&state->clock, setting(state), running) : ARB_MS_NEVER;
    arb_verb_set later, never, soon = 0;
    const arb_verb_set can =
        allowed(&later, state, history, actor, verbs_of(actor, state->regulations), now);

    if (later && flag != ARB_MS_NEVER && flag - 1 > now)
        soon = allowed(&never, state, history, actor, later, flag - 1);
    for (int i = 0; i < ARB_VERB_COUNT; i++)
        from[i] = ARB_MS_NEVER;
    for (arb_verb_set left = can; left; left &= left - 1)
        from[arb_lowest_verb(left)] = now;
    for (arb_verb_set left = soon; left; left &= left - 1)
        from[arb_lowest_verb(left)] =
            first_possible(state, history, actor, left & -left, now, flag - 1);
}
