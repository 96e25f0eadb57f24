/* SPDX-License-Identifier: MIT */
/*
 * A game as a fold over its events: judge, then commit.
 */
#include "arbitro/game.h"

#include <string.h>

#include "arbitro/event_make.h"
#include "arbitro/mem.h"
#include "board/history.h"
#include "game/game.h"
#include "game/hearing.h"

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
    arb_err err = arb_hearing_run(&v, game, s, &entry->event, NULL, recalled ? &said : NULL);
    if (!err)
        err = arb_hearing_record(game, s);
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
    arb_hearing_begin(game, &game->next, recalled ? &game->passed : NULL);
    arb_hearing_pass_time(&v, game, &game->next, game->judged.time);
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
    err = arb_hearing_run(&v, game, &game->next, event, revocable(game, event), NULL);
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
    err = arb_hearing_run(&v, game, &game->next, event, NULL, said);
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
    err = arb_hearing_record(game, &game->next);
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
