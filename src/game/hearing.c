/* SPDX-License-Identifier: MIT */
/*
 * How a game hears one event: time passes, hands and replies become moves, the Laws judge. See
 * hearing.h.
 */
#include "game/hearing.h"

#include "arbitro/event_make.h"
#include "board/history.h"
#include "laws/adjourned.h"
#include "laws/boards.h"
#include "laws/hands.h"

void arb_hearing_begin(arb_game *game, arb_state *s, const arb_verdict *said)
{
    game->hearing = (arb_hearing){
        .look = { .history = game->history,
                  .entries = game->entries,
                  .proof = &game->proof,
                  .regulations = &game->regulations,
                  .book = game->regulations.book,
                  .unsaid = game->unsaid },
        .after = s,
        .next_ply = arb_history_size(game->history),
        .without = game->without,
        .said = said,
        .until = said ? said->by_time : 0,
    };
}

void arb_hearing_pass_time(arb_verdict *v, arb_game *game, arb_state *s, arb_ms until)
{
    const arb_clock_setting *setting = &game->regulations.clock;
    const arb_ms white = arb_clock_flag(&s->clock, setting, ARB_WHITE);
    const arb_ms black = arb_clock_flag(&s->clock, setting, ARB_BLACK);
    const arb_ms first = white <= black ? white : black;

    if (!arb_flags_are_called(&game->regulations) || s->phase != ARB_PHASE_PLAYING || first > until)
        return;
    const arb_event flag = { .time = first > s->now ? first : s->now,
                             .actor = ARB_ACTOR_ARBITER,
                             .verb = ARB_VERB_FLAG,
                             .colours = (uint8_t)(white <= black ? 1u : 2u) };
    arb_laws_judge(v, &game->hearing, &flag);
}

/* Move and press are one event: it takes place as a whole or not at all. */
static void move_and_press(arb_verdict *v, arb_game *game, arb_state *s, const arb_event *event)
{
    const arb_event press = { .time = event->time, .actor = event->actor, .verb = ARB_VERB_PRESS };
    const arb_state before = *s;
    const size_t said = v->count;
    arb_event move = *event;

    move.verb = ARB_VERB_MOVE;
    if (game->hearing.said)
        game->hearing.until = game->hearing.said->by_hand;
    arb_laws_judge(v, &game->hearing, &move);
    v->by_hand = v->count;
    if (v->refused || arb_state_is_over(s) || !arb_needs_press(s))
        return;
    if (game->hearing.said)
        game->hearing.until = game->hearing.said->by_event;
    arb_laws_judge(v, &game->hearing, &press);
    if (v->refused) {
        *s = before;
        arb_laws_pass(s, event->time);
        v->count = v->by_hand = said;
    }
}

/* It was refused, and is again. */
static void refuse_again(arb_verdict *v, const arb_verdict *said, arb_state *s, arb_ms now)
{
    v->refused = true;
    v->refusal = said->refusal;
    arb_laws_pass(s, now);
}

arb_err arb_hearing_record(arb_game *game, const arb_state *s)
{
    const arb_added *added = &game->hearing.added;
    arb_ply ply;

    if (s->ply != game->hearing.next_ply)
        return ARB_OK;
    if (added->kind == ARB_PLY_MOVE)
        return arb_history_append(&ply, game->history, added->before, added->move, &added->hand,
                                  &s->pos, &added->note);
    return arb_history_stand(&ply, game->history, added->before,
                             added->kind == ARB_PLY_HAND ? &added->hand : NULL, &added->setup,
                             &added->note);
}

/* Laws 4.7: what a hand does may be the last of a move, which is made by it. */
static void hear_hand(arb_verdict *v, arb_game *game, arb_state *s, const arb_event *event)
{
    arb_event move;

    if (!arb_hands_are_move(&move, &game->hearing.hand_move, s, event)) {
        arb_laws_judge(v, &game->hearing, event);
        return;
    }
    game->hearing.hand = event;
    arb_laws_judge(v, &game->hearing, &move);
    game->hearing.hand = NULL;
}

/* Does it tell moves, because the board is not seen? */
static bool tells_moves(const arb_game *game, const arb_event *event)
{
    return arb_writes(event) && game->regulations.board == ARB_BOARD_WRITTEN;
}

/* Laws D.2.9: how far the scoresheets lead, when they have another game than the one that was
 * announced; 0 otherwise. */
static uint32_t reach(const arb_game *game, const arb_state *s, const arb_event *event)
{
    if (event->verb != ARB_VERB_OBSERVE_BOARDS_DIFFER || !arb_has_two_boards(s))
        return 0;
    const arb_agreed said = arb_sheets_say(&game->hearing.look, s);
    return said.parts < said.count ? said.count : 0;
}

/* What somebody does, with nothing left over from before. */
static void hear_deed(arb_verdict *v, arb_game *game, arb_state *s, const arb_event *event)
{
    if (game->hearing.said)
        game->hearing.until = tells_moves(game, event) || game->hearing.look.reach > 0
                                  ? game->hearing.said->by_hand
                                  : game->hearing.said->by_event;
    if (event->verb == ARB_VERB_PLAY)
        move_and_press(v, game, s, event);
    else
        hear_hand(v, game, s, event);
}

/* Is it a move, or the first displacement of one? A touch alone changes nothing on the board. */
static bool displaces(const arb_event *event)
{
    return event->verb == ARB_VERB_MOVE || event->verb == ARB_VERB_PLAY ||
           event->verb == ARB_VERB_LIFT || event->verb == ARB_VERB_REMOVE ||
           event->verb == ARB_VERB_RELEASE;
}

/* Does somebody move in reply to a displacement that is no legal move, and that nobody pressed? */
static bool is_reply(const arb_state *s, const arb_event *event)
{
    const arb_colour replies = arb_opponent((arb_colour)s->turn);

    return displaces(event) && arb_is_played(s) && s->regulations->board == ARB_BOARD_SEEN &&
           arb_actor_colour((arb_actor)event->actor) == replies &&
           !arb_has_colour(s->expelled, replies) && /* of whom nothing is heard (12.9.9) */
           arb_hands_await_reply(s) && arb_is_there(s, replies) &&
           arb_state_must_seal(s) == ARB_COLOUR_COUNT;
}

/* The Laws are silent (0.2): the displacement counts as completed. When that is found at once, or
 * ends the game, the reply is not made; false then. */
static bool complete_by_reply(arb_verdict *v, arb_game *game, arb_state *s, arb_ms time)
{
    const arb_colour offender = (arb_colour)s->turn;
    const arb_event press = arb_event_simple(
        time, offender == ARB_WHITE ? ARB_ACTOR_WHITE : ARB_ACTOR_BLACK, ARB_VERB_PRESS);

    if (game->hearing.said)
        game->hearing.until = game->hearing.said->by_reply;
    game->hearing.look.by_reply = true;
    arb_laws_judge(v, &game->hearing, &press);
    game->hearing.look.by_reply = false;
    v->by_reply = v->by_hand = v->count;
    return !v->refused && s->turn != offender && !arb_state_is_over(s);
}

static arb_err hear_reply(arb_verdict *v, arb_game *game, arb_state *s, const arb_event *event)
{
    const arb_state before = *s;
    const arb_ply plies = arb_history_size(game->history);
    const size_t said = v->count;

    if (!complete_by_reply(v, game, s, event->time))
        return ARB_OK;
    const arb_err err = arb_hearing_record(game, s);
    if (err)
        return err;
    game->hearing.added = (arb_added){ .kind = ARB_PLY_START };
    game->hearing.next_ply = arb_history_size(game->history);
    hear_deed(v, game, s, event);
    if (v->refused) { /* then nothing was a reply */
        *s = before;
        arb_laws_pass(s, event->time);
        arb_history_cut(game->history, plies);
        game->hearing.next_ply = plies;
        v->count = v->by_reply = v->by_hand = said;
    }
    return ARB_OK;
}

/* Where the board is not seen, what was written may tell several moves: one after the other. */
static arb_err learn_on(arb_verdict *v, arb_game *game, arb_state *s, const arb_event *event)
{
    arb_move move;

    game->hearing.look.learns = true;
    if (game->hearing.said)
        game->hearing.until = v->count;
    while (s->ply == game->hearing.next_ply) {
        const arb_err err = arb_hearing_record(game, s);
        if (err)
            return err;
        game->hearing.added = (arb_added){ .kind = ARB_PLY_START };
        game->hearing.next_ply = arb_history_size(game->history);
        if (!arb_sheets_agree(&move, &game->hearing.look, s) &&
            !arb_sheets_illegal(&game->hearing.look, s))
            break;
        if (v->by_hand == v->by_reply)
            v->by_hand = v->count; /* what was said to the writing itself */
        arb_laws_judge(v, &game->hearing, event);
    }
    if (game->hearing.said && !game->hearing.unfit)
        arb_laws_say_again(v, &game->hearing, game->hearing.said->by_event);
    return ARB_OK;
}

/* Laws D.2.9: the moves of the scoresheets, one after the other, in the place of others. */
static arb_err correct_on(arb_verdict *v, arb_game *game, arb_state *s, const arb_event *event)
{
    v->by_hand = v->count;
    game->hearing.look.learns = true;
    if (game->hearing.said)
        game->hearing.until = v->count;
    while (s->half_moves < game->hearing.look.reach && !arb_state_is_over(s)) {
        game->hearing.added = (arb_added){ .kind = ARB_PLY_START };
        game->hearing.next_ply = arb_history_size(game->history);
        arb_laws_judge(v, &game->hearing, event);
        if (s->ply != game->hearing.next_ply)
            break;
        const arb_err err = arb_hearing_record(game, s);
        if (err)
            return err;
    }
    game->hearing.next_ply = arb_history_size(game->history);
    if (game->hearing.said && !game->hearing.unfit)
        arb_laws_say_again(v, &game->hearing, game->hearing.said->by_event);
    return ARB_OK;
}

/* What happens once time has passed: the event itself. */
static arb_err hear_event(arb_verdict *v, arb_game *game, arb_state *s, const arb_event *event)
{
    const arb_verdict *said = game->hearing.said;
    arb_err err = ARB_OK;

    v->by_reply = v->by_hand = v->count;
    game->hearing.look.reach = reach(game, s, event);
    if (said && said->refused)
        refuse_again(v, said, s, event->time);
    else if (is_reply(s, event))
        err = hear_reply(v, game, s, event);
    else
        hear_deed(v, game, s, event);
    if (!err && !v->refused && tells_moves(game, event))
        err = learn_on(v, game, s, event);
    if (!err && !v->refused && game->hearing.look.reach > 0)
        err = correct_on(v, game, s, event);
    v->by_event = v->count;
    return err;
}

arb_err arb_hearing_run(arb_verdict *v, arb_game *game, arb_state *s, const arb_event *event,
                        const arb_event *target, const arb_verdict *said)
{
    arb_new_entries new;
    arb_err err = arb_sheets_prepare(&new, game, s, event);

    if (err)
        return err;
    arb_hearing_begin(game, s, said);
    game->hearing.look.new = new;
    game->hearing.look.target = target;
    if (said && event->verb == ARB_VERB_ELAPSE)
        game->hearing.until = said->by_event;
    arb_hearing_pass_time(v, game, s, event->time);
    v->by_time = v->count;
    if (event->verb == ARB_VERB_ELAPSE && v->count > 0) {
        v->by_time = 0; /* it is all that this event is about */
        v->by_event = v->count;
        s->now = event->time;
    } else {
        err = hear_event(v, game, s, event);
        if (err)
            return err;
        if (said)
            game->hearing.until = said->count;
        if (!v->refused)
            arb_hearing_pass_time(v, game, s,
                                  event->time); /* a penalty may have brought a flag down */
    }
    return said && (game->hearing.unfit || v->count != said->count) ? ARB_STATE : ARB_OK;
}
