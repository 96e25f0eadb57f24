/* SPDX-License-Identifier: MIT */
/*
 * A game as a fold over its events: judge, then commit.
 */
#include "arbitro/game.h"

#include <assert.h>
#include <string.h>

#include "arbitro/event_make.h"
#include "arbitro/mem.h"
#include "board/history.h"
#include "game/game.h"
#include "laws/adjourned.h"
#include "laws/boards.h"
#include "laws/hands.h"

arb_given arb_given_nothing(void)
{
    return (arb_given){ .setup = arb_setup_initial(),
                        .clock = { -1, -1 },
                        .counter = { -1, -1 },
                        .offer = ARB_COLOUR_COUNT };
}

/* The reading when the clock starts, which tells what was used before (I.2.3). */
static void start_at(arb_clock *clock, const arb_clock_setting *setting, arb_colour c, arb_ms left)
{
    const arb_ms given = arb_clock_given(setting, c, clock->moves[c]);

    arb_clock_correct(clock, setting, c, left, 0);
    clock->used[c] = given > left ? given - left : 0;
}

/* What happened before the first event is as if the program had seen it. */
static void take_given(arb_state *s, const arb_given *given)
{
    const arb_clock_setting *setting = &s->regulations->clock;

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        if (given->counter[c] >= 0)
            arb_clock_recount(&s->clock, setting, c, (uint32_t)given->counter[c]);
        if (given->clock[c] >= 0)
            start_at(&s->clock, setting, c, given->clock[c]);
        s->illegal[c] = given->illegal[c];
        s->sheet_requests[c] = given->sheet_requests[c];
    }
    s->offer = given->offer;
}

arb_err arb_game_new(arb_game **out, const arb_mem *mem, const arb_regulations *regulations,
                     const arb_given *given)
{
    arb_setup setup = given->setup;
    arb_pos pos;

    if (regulations->variant == ARB_STANDARD)
        arb_setup_castle_as_usual(&setup); /* Laws A.5.1.2: whatever was written down */
    if (arb_faults_hard(arb_pos_from_setup(&pos, &setup)))
        return ARB_STATE;
    arb_game *game = arb_mem_new_array(mem, 1, sizeof *game);
    if (!game)
        return ARB_NOMEM;
    *game =
        (arb_game){ .mem = mem, .regulations = *regulations, .given = *given, .without = SIZE_MAX };
    game->given.setup = setup;
    if (arb_given_keep(game, given) || arb_history_new(&game->history, mem, &setup)) {
        arb_given_forget(game);
        arb_mem_free(mem, game, sizeof *game);
        return ARB_NOMEM;
    }
    arb_state_begin(&game->begin, &game->regulations, &pos);
    take_given(&game->begin, given);
    game->state = game->begin;
    game->plies_kept = arb_history_size(game->history);
    *out = game;
    return ARB_OK;
}

void arb_game_free(arb_game *game)
{
    if (!game)
        return;
    arb_journal_free(game);
    arb_given_forget(game);
    arb_history_free(game->history);
    arb_mem_free(game->mem, game, sizeof *game);
}

void arb_game_without(arb_game *game, size_t rule)
{
    game->without = rule;
}

/* Hears what comes next on `s`: judges it, or takes it as it was judged before, when `said` tells
 * what was said then. */
static void begin_hearing(arb_game *game, arb_state *s, const arb_verdict *said)
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

/* Laws 6.8: where the arbiter notices every flag at once, it falls before the event comes. */
static void pass_time(arb_verdict *v, arb_game *game, arb_state *s, arb_ms until)
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

/* Puts what the step adds into the record, where the state expects it. */
static arb_err record(arb_game *game, const arb_state *s)
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
    const arb_err err = record(game, s);
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
        const arb_err err = record(game, s);
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
        const arb_err err = record(game, s);
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

/* Judges one event on `s`, which becomes the state after it; or takes it as it was judged before.
 * ARB_STATE when what was said then does not fit. */
static arb_err run(arb_verdict *v, arb_game *game, arb_state *s, const arb_event *event,
                   const arb_event *target, const arb_verdict *said)
{
    arb_new_entries new;
    arb_err err = arb_sheets_prepare(&new, game, s, event);

    if (err)
        return err;
    begin_hearing(game, s, said);
    game->hearing.look.new = new;
    game->hearing.look.target = target;
    if (said && event->verb == ARB_VERB_ELAPSE)
        game->hearing.until = said->by_event;
    pass_time(v, game, s, event->time);
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
            pass_time(v, game, s, event->time); /* a penalty may have brought a flag down */
    }
    return said && (game->hearing.unfit || v->count != said->count) ? ARB_STATE : ARB_OK;
}

/* Judges entry `index` once more on `s`, and notes what differs from what holds of it; or takes it
 * as the revocation found it then. */
static arb_err run_again(arb_game *game, arb_state *s, size_t index, bool recalled)
{
    arb_journal_entry *entry = &game->journal[index];
    char room[ARB_VERDICT_TEXT_MAX], now[ARB_VERDICT_TEXT_MAX];
    arb_verdict v = { 0 }, said;
    const char *before = arb_journal_holds(room, game, index);
    const char *holds = recalled && entry->renewed ? entry->renewed : before;

    if (recalled && !arb_verdict_read(&said, holds, strlen(holds), entry->event.time))
        return ARB_SYNTAX;
    arb_err err = run(&v, game, s, &entry->event, NULL, recalled ? &said : NULL);
    if (!err)
        err = record(game, s);
    if (err)
        return err;
    if (game->hearing.adds_entries)
        arb_sheets_commit(game, entry->event.text, entry->event.text);
    entry->replayed = v.refused ? ARB_PLY_NONE : s->ply;
    (void)arb_verdict_write(now, sizeof now, &v, entry->event.time);
    return !recalled && strcmp(now, before) != 0 ? arb_journal_replace(game, &entry->renewed, now)
                                                 : ARB_OK;
}

/* Laws 0.2: which events do not count, because one that counts has revoked them; the last word goes
 * first, so that a revocation may be revoked itself. */
static void mark_gone(arb_game *game)
{
    for (size_t i = game->journal_count; i-- > 0;) {
        const arb_journal_entry *entry = &game->journal[i];
        if (entry->event.verb == ARB_VERB_REVOKE && !entry->refused && !entry->gone)
            game->journal[entry->event.number - 1].gone = true;
    }
}

/* Laws 0.2: the game anew without event `skip`. What it needed to stand falls with it. */
static arb_err replay(arb_game *game, size_t skip, bool recalled)
{
    arb_state s = game->begin;

    game->renews = true;
    for (size_t i = 0; i < game->journal_count; i++)
        game->journal[i].gone = i == skip;
    mark_gone(game);
    for (size_t i = 0; i < game->journal_count; i++) {
        const arb_journal_entry *entry = &game->journal[i];
        if (entry->refused || entry->gone || entry->event.verb == ARB_VERB_REVOKE)
            continue;
        const arb_err err = run_again(game, &s, i, recalled);
        if (err)
            return err;
    }
    game->next = s;
    arb_verdict v = { 0 }; /* a flag may have come down before an event that was refused for it */
    begin_hearing(game, &game->next, recalled ? &game->passed : NULL);
    pass_time(&v, game, &game->next, game->judged.time);
    if (recalled && (game->hearing.unfit || v.count != game->passed.count))
        return ARB_STATE;
    v.by_time = v.by_hand = v.by_event = v.count;
    game->passed = v;
    game->next.now = game->judged.time;
    return ARB_OK;
}

/* What was judged and not committed leaves nothing behind. */
static void forget_judged(arb_game *game)
{
    arb_history_cut(game->history, game->plies_kept);
    game->entry_count = game->entries_kept;
    arb_journal_forget(game);
}

/* Each revocation judges the whole game anew, and keeps what was: nobody needs so much of that. */
enum { REVOCATIONS_MAX = 256, REVOCATION_PLIES_MAX = 65536 };

/* Can the event that a revocation names be taken back? */
static bool is_revocable(const arb_game *game, const arb_event *event)
{
    if (event->verb != ARB_VERB_REVOKE || event->number == 0 || event->number > game->journal_count)
        return false;
    const arb_journal_entry *entry = &game->journal[event->number - 1];
    return !entry->refused && !entry->revoked &&
           (entry->event.actor == ARB_ACTOR_ARBITER ||
            entry->event.actor == ARB_ACTOR_ARBITER_ASSISTANT ||
            entry->event.verb == ARB_VERB_REPORT_TOUCH || /* what nobody else has seen (D.2.10.5) */
            entry->event.verb == ARB_VERB_CLAIM_BOARDS_DIFFER); /* with his assistance (D.2.9) */
}

static const arb_event *revocable(const arb_game *game, const arb_event *event)
{
    if (!is_revocable(game, event) || game->revocations == REVOCATIONS_MAX ||
        arb_history_size(game->history) > REVOCATION_PLIES_MAX)
        return NULL;
    return &game->journal[event->number - 1].event;
}

arb_err arb_game_admit(arb_game *game, const arb_event *event)
{
    game->has_judged = false;
    forget_judged(game);
    if (event->time < game->state.now)
        return ARB_RANGE;
    if (!arb_event_is_whole(event))
        return ARB_STATE;
    game->next = game->state;
    game->judged = *event;
    return ARB_OK;
}

/* Was a proof given up for want of the work that it was allowed? Then nobody knows. */
static bool fell_short(const arb_game *game)
{
    return game->effort.nodes > 0 && game->proof.fell_short;
}

arb_err arb_game_judge(arb_verdict *out, arb_game *game, const arb_event *event)
{
    arb_verdict v = { 0 };
    arb_err err = arb_game_admit(game, event);

    if (err)
        return err;
    game->proof.effort = game->effort;
    game->proof.fell_short = false;
    err = run(&v, game, &game->next, event, revocable(game, event), NULL);
    if (!err && event->verb == ARB_VERB_REVOKE && !v.refused)
        err = replay(game, event->number - 1, false);
    if (!err && fell_short(game))
        err = ARB_STOPPED;
    if (err)
        return err;
    game->has_judged = true;
    game->verdict = v;
    *out = v;
    return ARB_OK;
}

arb_err arb_game_recall(arb_game *game, const arb_event *event, const arb_verdict *said)
{
    arb_verdict v = { 0 };
    const bool revokes = event->verb == ARB_VERB_REVOKE && !said->refused;
    arb_err err = ARB_OK;

    if (revokes && !is_revocable(game, event))
        return ARB_STATE;
    err = run(&v, game, &game->next, event, NULL, said);
    if (!err && revokes)
        err = replay(game, event->number - 1, true);
    game->has_judged = !err;
    game->verdict = v;
    return err;
}

void arb_game_effort(arb_game *game, const arb_effort *effort)
{
    game->effort = effort ? *effort : (arb_effort){ 0 };
}

arb_err arb_game_elapse(arb_verdict *out, arb_game *game, arb_ms now)
{
    const arb_event elapse = arb_event_simple(now, ARB_ACTOR_HALL, ARB_VERB_ELAPSE);

    return arb_game_judge(out, game, &elapse);
}

arb_err arb_game_commit(arb_game *game)
{
    if (!game->has_judged)
        return ARB_STATE;
    arb_err err = arb_journal_add(game);
    if (err)
        return err;
    err = record(game, &game->next);
    if (err) {
        arb_journal_drop(game);
        return err;
    }
    if (game->hearing.adds_entries)
        arb_sheets_commit(game, game->judged.text,
                          game->journal[game->journal_count - 1].event.text);
    if (game->judged.verb == ARB_VERB_REVOKE && !game->verdict.refused) {
        for (size_t i = 0; i + 1 < game->journal_count; i++)
            game->journal[i].revoked = game->journal[i].gone;
        game->revocations++;
        arb_journal_renew(game);
    }
    game->state = game->next;
    game->plies_kept = arb_history_size(game->history);
    game->entries_kept = game->entry_count;
    game->has_judged = false;
    return ARB_OK;
}

void arb_game_forget(arb_game *game)
{
    game->has_judged = false;
    forget_judged(game);
    game->next = game->state;
    game->judged = (arb_event){ 0 };
}

arb_err arb_game_submit(arb_verdict *out, arb_game *game, const arb_event *event)
{
    arb_verdict verdict;
    const arb_err err = arb_game_judge(out ? out : &verdict, game, event);

    return err ? err : arb_game_commit(game);
}

const arb_state *arb_game_state(const arb_game *game)
{
    return &game->state;
}

const arb_state *arb_game_next(const arb_game *game)
{
    return &game->next;
}

const arb_regulations *arb_game_regulations(const arb_game *game)
{
    return &game->regulations;
}

const arb_history *arb_game_history(const arb_game *game)
{
    return game->history;
}

const arb_given *arb_game_given(const arb_game *game)
{
    return &game->given;
}

static bool is_move_ply(arb_ply_kind kind)
{
    return kind == ARB_PLY_MOVE || kind == ARB_PLY_HAND;
}

size_t arb_game_plies(arb_ply *out, size_t room, const arb_game *game)
{
    const size_t count = arb_half_moves(&game->state, game->history);
    size_t at = count;

    for (arb_ply ply = game->state.ply; ply != ARB_PLY_NONE;
         ply = arb_history_get(game->history, ply)->before) {
        if (is_move_ply(arb_history_get(game->history, ply)->kind) && --at < room)
            out[at] = ply;
    }
    return count;
}

size_t arb_game_next_plies(const arb_game *game)
{
    const arb_added *added = &game->hearing.added;
    const bool adds = game->next.ply >= arb_history_size(game->history);
    arb_ply ply = adds ? added->before : game->next.ply;
    size_t count = adds && is_move_ply(added->kind);

    for (; ply != ARB_PLY_NONE; ply = arb_history_get(game->history, ply)->before)
        count += is_move_ply(arb_history_get(game->history, ply)->kind);
    return count;
}

/* The move that leads to `ply` or an earlier one; ARB_PLY_NONE when there is none. */
static arb_ply last_move(const arb_history *history, arb_ply ply)
{
    while (ply != ARB_PLY_NONE && !is_move_ply(arb_history_get(history, ply)->kind))
        ply = arb_history_get(history, ply)->before;
    return ply;
}

static arb_ply move_before(const arb_history *history, arb_ply ply)
{
    return last_move(history, arb_history_get(history, ply)->before);
}

static bool is_same_move(const arb_history *history, arb_ply a, arb_ply b)
{
    const arb_ply_record *one = arb_history_get(history, a), *two = arb_history_get(history, b);

    return one->kind == two->kind && one->hand.from == two->hand.from &&
           one->hand.to == two->hand.to &&
           (one->kind != ARB_PLY_MOVE || arb_move_equal(one->move, two->move));
}

size_t arb_game_next_kept(const arb_game *game)
{
    const arb_history *history = game->history;
    const bool adds = game->next.ply >= arb_history_size(history);
    size_t now = arb_half_moves(&game->state, history);
    size_t then = arb_game_next_plies(game) - (adds && is_move_ply(game->hearing.added.kind));
    arb_ply here = last_move(history, game->state.ply);
    arb_ply there = last_move(history, adds ? game->hearing.added.before : game->next.ply);

    for (; now > then; now--)
        here = move_before(history, here);
    for (; then > now; then--)
        there = move_before(history, there);
    size_t kept = now;
    for (; now > 0 && here != there; now--) {
        if (!is_same_move(history, here, there))
            kept = now - 1;
        here = move_before(history, here);
        there = move_before(history, there);
    }
    return kept;
}

size_t arb_game_ply_write(char *out, size_t size, const arb_game *game, arb_ply ply)
{
    const arb_ply_record *record_ = arb_history_get(game->history, ply);
    arb_pos before;

    if (record_->kind == ARB_PLY_MOVE) {
        arb_history_position(&before, game->history, record_->before);
        return arb_san_write(out, size, &before, record_->move);
    }
    return arb_hand_write(out, size, record_->hand);
}
