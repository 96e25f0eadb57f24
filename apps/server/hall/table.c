/* SPDX-License-Identifier: MIT */
/* One table: its queue of events, and what the hall does there by itself; see table.h. */
#define _GNU_SOURCE
#include "server/hall/table.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/appointing.h"
#include "server/hall/engine.h"
#include "server/hall/shadow.h"

/* After a store that failed, the hall tries again what it has to say itself. */
enum { RETRY_MS = 1000 };

static void on_timer(void *user)
{
    arb_table *t = user;

    if (t->game)
        arb_table_attend(t);
    else if (!t->is_over && !t->shadow && arb_house_has(t)) /* it sleeps, and its time runs */
        arb_table_wake(t, 0);
}

arb_table *arb_table_new(arb_hall *hall, uint64_t id, arb_game *game)
{
    arb_table *t = calloc(1, sizeof *t);

    if (!t)
        return NULL;
    t->hall = hall;
    t->id = id;
    t->game = game;
    t->computer = ARB_COLOUR_COUNT;
    t->last = &t->first;
    t->timer.due = on_timer;
    t->timer.user = t;
    t->used_ms = arb_boottime_ms();
    t->start960 = -1;
    if (game) {
        arb_table_summarise(t);
        arb_table_describe(t);
    }
    return t;
}

void arb_table_free(arb_table *t)
{
    if (!t)
        return;
    arb_loop_unset(t->hall->loop, &t->timer);
    arb_feed_forget(t);
    arb_engine_free(t->engine);
    arb_table_dismiss(t, ARB_STORE_OK);
    arb_loop_forget(t->hall->loop, &t->turn);
    while (t->first) {
        arb_submission *next = t->first->next;
        arb_submission_free(t->first);
        t->first = next;
    }
    while (t->viewers) {
        arb_viewer *next = t->viewers->next;
        free(t->viewers);
        t->viewers = next;
    }
    arb_log_clear(t);
    arb_budgets_free(t->budgets);
    arb_game_free(t->game);
    free(t->names.white);
    free(t->names.black);
    free(t->names.event);
    free(t->names.assistant[ARB_WHITE]);
    free(t->names.assistant[ARB_BLACK]);
    arb_table_free(t->delayed);
    if (t->shadow)
        arb_withholding_clear(&t->shadow->waits);
    free(t->shadow);
    free(t->told_before);
    free(t->checklist);
    free(t->tags);
    free(t->group);
    free(t->header);
    free(t);
}

void arb_table_summarise(arb_table *t)
{
    const arb_state *state = arb_game_state(t->game);

    t->known = true;
    t->phase = arb_state_phase(state);
    t->result = arb_state_result(state);
    t->moves = arb_game_plies(NULL, 0, t->game);
    t->moves_seen = t->moves + !arb_state_tells(state, ARB_SECRET_DISPLACEMENT);
    t->is_over = arb_state_is_over(state);
    arb_past_note(t);
}

void arb_table_describe(arb_table *t)
{
    const arb_regulations *regulations = arb_game_regulations(t->game);

    arb_regulations_describe(t->time, t->edition, regulations);
    t->per_arbiter = arb_regulations_per_arbiter(regulations);
    t->start960 = arb_regulations_start960(regulations, &arb_game_given(t->game)->setup);
}

/* ---- events on their way */

arb_submission *arb_submission_new(arb_table *t, arb_seat seat, const char *text, size_t size)
{
    arb_submission *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->table = t;
    s->seat = s->acts = seat;
    s->think_ms = s->rtt_ms = s->seen = -1;
    s->taken_us = arb_boottime_us();
    s->received_ms = s->taken_us / 1000;
    arb_buf_init(&s->transcript, NULL, ARB_STORE_VERDICT_MAX);
    s->text = strndup(text, size);
    if (!s->text) {
        free(s);
        return NULL;
    }
    return s;
}

void arb_submission_free(arb_submission *s)
{
    if (s->ended)
        s->ended(s);
    arb_appointing_free(s->appointing);
    json_decref(s->elsewhere);
    free(s->text);
    free(s->canonical);
    arb_buf_clear(&s->transcript);
    free(s);
}

/* In the committer's thread, which sees nothing of the table. */
static arb_store_err store(arb_committer_job *job, arb_store *store_)
{
    arb_submission *s = (arb_submission *)job;

    s->stored_ms = arb_wall_ms();
    const arb_store_event event = {
        .game = s->job.game,
        .refused = s->verdict.refused,
        .client = { s->client, strlen(s->client) },
        .actor = { s->by_hall ? "hall" : arb_seat_word(s->seat),
                   strlen(s->by_hall ? "hall" : arb_seat_word(s->seat)) },
        .text = { s->canonical, strlen(s->canonical) },
        .meta = { s->meta, strlen(s->meta) },
        .verdict = { arb_buf_text(&s->transcript), arb_buf_size(&s->transcript) },
        .summary = { s->summary, strlen(s->summary) },
        .stamp = { .monotonic_ms = s->origin + s->event.time, .wall_ms = s->stored_ms },
        .epoch = s->epoch,
    };
    arb_store_err err = arb_store_append(&s->receipt, store_, &event);

    if (!err && !s->receipt.again && s->appointing && !s->verdict.refused)
        err = arb_appointing_store(s->appointing, store_);
    if (!err && !s->receipt.again && s->over != s->was_over)
        err = arb_store_game_close(store_, s->job.game, s->over);
    return err;
}

/* The event is durable: the game takes the step, and everybody hears of it. */
static arb_err take(arb_table *t, arb_submission *s)
{
    arb_err err = arb_game_commit(t->game);

    if (!err)
        err = arb_log_add(t, s->receipt.sequence, s->client, s->by_hall, s->stored_ms);
    if (!err && s->appointing && !s->verdict.refused && !s->receipt.again)
        err = arb_appointing_take(s->appointing, t);
    if (err)
        return err;
    if (s->restarts)
        t->halted = false;
    t->touched_ms = arb_wall_ms();
    arb_log_date(t);
    if (s->receipt.sequence > t->hall->last_sequence)
        t->hall->last_sequence = s->receipt.sequence;
    t->hall->counts.events++;
    t->hall->counts.refused += s->verdict.refused;
    arb_table_summarise(t);
    arb_call_note(t, t->log_count - 1);
    arb_quotas_note(t);
    arb_shadow_hear(t, s);
    return ARB_OK;
}

/* The journal is ahead of what is in memory: memory is made anew from it. Whoever sends the event
 * once more hears what became of it. */
static void reload(arb_table *t, const arb_submission *s)
{
    arb_hall_log(t->hall, "error", "reload", "{sI}", "game", (json_int_t)t->id);
    arb_table_sleep(t);
    arb_table_wake(t, 0);
    if (s->exchange)
        arb_api_fail(s->exchange, ARB_API_BUSY);
}

/* Takes out what waits first; NULL when nothing does. */
static arb_submission *pop(arb_table *t)
{
    arb_submission *s = t->first;

    if (!s)
        return NULL;
    t->first = s->next;
    if (!t->first)
        t->last = &t->first;
    t->queued--;
    return s;
}

void arb_table_give_up(arb_table *t, arb_store_err err)
{
    for (arb_submission *s; (s = pop(t));) {
        if (s->exchange)
            arb_api_fail_store(s->exchange, err);
        arb_submission_free(s);
    }
}

void arb_table_forward(arb_table *t)
{
    for (arb_submission *s; (s = pop(t));) {
        if (s->exchange || s->by_hall) {
            if (s->exchange)
                arb_api_fail(s->exchange, ARB_API_ELSEWHERE);
            arb_submission_free(s);
        } else {
            arb_forward_submission(s);
        }
    }
}

/*
 * This one does not go on. Nothing may come before what time has brought: when that fails, so does
 * the event for which it was to be said, and the timer tries it again.
 */
static void drop(arb_table *t, arb_submission *s, arb_store_err err)
{
    arb_submission *behind = s->elapses ? pop(t) : NULL;

    if (s->elapses && !t->hall->stopping)
        arb_loop_set(t->hall->loop, &t->timer, arb_boottime_ms() + RETRY_MS);
    arb_submission_free(s);
    if (!behind)
        return;
    if (behind->exchange)
        arb_api_fail_store(behind->exchange, err);
    arb_submission_free(behind);
}

static void advance(arb_table *t);

static void stored(arb_committer_job *job, arb_store_err err)
{
    arb_submission *s = (arb_submission *)job;
    arb_table *t = s->table;

    if (t->reading > 0) {
        t->late = s;
        return;
    }
    const arb_colour ran = arb_state_running(arb_game_state(t->game));
    if (err == ARB_STORE_AWAY) /* what nobody could do stood while it was tried */
        arb_stall_note(t->hall, err, arb_boottime_ms() - arb_committer_waited_ms(job));
    if (err != ARB_STORE_FENCED)
        arb_hall_note(t->hall, err);
    t->inflight = NULL;
    if (err) {
        arb_table_stood(t, t->stood_ms);
        t->stood_ms = 0;
        if (s->exchange)
            arb_api_fail_store(s->exchange, err);
        if (err == ARB_STORE_FENCED && s->epoch == t->epoch)
            arb_house_lost(t);
        else
            arb_loop_set(t->hall->loop, &t->timer, arb_boottime_ms() + RETRY_MS);
    } else if (s->receipt.again) {
        s->is_taken = true;
        s->verdict.refused = s->receipt.refused;
        arb_table_answer(t, s, s->receipt.number, true);
    } else if (take(t, s) != ARB_OK) {
        reload(t, s);
    } else {
        arb_table_forgive(t, s->received_ms, ran);
        s->is_taken = true;
        arb_table_tell(t, s);
        arb_histogram_add(&t->hall->event_times, (uint64_t)(arb_boottime_us() - s->taken_us));
    }
    if (err)
        drop(t, s, err);
    else
        arb_submission_free(s);
    arb_house_let_go(t);
    advance(t);
    if (!err)
        arb_table_attend(t);
    arb_hall_settle(t);
    arb_table_unpark(t);
    arb_hall_end_settling(t->hall);
}

/* ---- judging */

static arb_submission *submission_of(arb_judges_job *job)
{
    return (arb_submission *)((char *)job - offsetof(arb_submission, judging));
}

/* In a judge's thread, which has the game until it is done. */
static void judge(arb_judges_job *job)
{
    arb_submission *s = submission_of(job);

    arb_table_judge(s->table, s);
}

/* What was judged goes to the store; false when it does not. */
static bool conclude(arb_table *t, arb_submission *s)
{
    if (!arb_table_conclude(t, s)) {
        t->inflight = NULL;
        drop(t, s, ARB_STORE_NOMEM);
        return false;
    }
    if (s->is_preview) {
        arb_preview_answer(t, s);
        arb_game_forget(t->game);
        t->inflight = NULL;
        arb_submission_free(s);
        return false;
    }
    s->epoch = t->epoch;
    s->origin = t->origin;
    s->was_over = t->is_over;
    s->job.game = t->id;
    s->job.work = store;
    s->job.done = stored;
    arb_committer_push(t->hall->committer, &s->job);
    return true;
}

static void judged(arb_judges_job *job)
{
    arb_submission *s = submission_of(job);
    arb_table *t = s->table;

    t->is_judging = false;
    if (!conclude(t, s)) {
        arb_house_let_go(t);
        arb_table_go_on(t);
    }
    arb_table_unpark(t);
}

/* The judges have the game until they are done. */
static void hand_over(arb_table *t, arb_submission *s)
{
    t->is_judging = s->judged_aside = true;
    s->judging.work = judge;
    s->judging.done = judged;
    s->judging.is_long = s->event.verb == ARB_VERB_REVOKE;
    s->judging.owner = s->visitor ? s->visitor : t->owner ? t->owner : t->id;
    arb_judges_push(t->hall->judges, &s->judging);
}

/* Puts it before whatever waits. */
static void push_front(arb_table *t, arb_submission *s)
{
    s->next = t->first;
    if (!t->first)
        t->last = &s->next;
    t->first = s;
    t->queued++;
}

/* What the hall itself says; NULL without memory. */
static arb_submission *words_of_hall(arb_table *t, const char *text)
{
    arb_submission *s = arb_submission_new(t, ARB_SEAT_ARBITER, text, strlen(text));

    if (s)
        s->by_hall = true;
    return s;
}

/* Time has brought something by itself: that is said before anything else. */
static void elapse(arb_table *t)
{
    arb_submission *s = words_of_hall(t, "elapse");

    if (!s)
        return;
    s->elapses = true;
    push_front(t, s);
}

/* Judges what waits until something is on its way. */
static void advance(arb_table *t)
{
    while (t->game && !t->reading && !t->inflight && t->first && arb_house_has(t)) {
        if (arb_table_is_due(t, t->first))
            elapse(t);
        arb_submission *s = pop(t);
        if (!arb_table_read(t, s)) {
            drop(t, s, t->hall->trouble);
            continue;
        }
        t->inflight = s;
        if (arb_table_judge_here(t, s))
            (void)conclude(t, s);
        else
            hand_over(t, s);
    }
}

void arb_table_release(arb_table *t)
{
    arb_submission *late = t->late;

    if (--t->reading > 0) {
        arb_table_unpark(t);
        return;
    }
    t->late = NULL;
    if (late)
        stored(&late->job, late->job.err);
    arb_house_let_go(t);
    arb_table_go_on(t);
    arb_table_unpark(t);
}

void arb_table_go_on(arb_table *t)
{
    advance(t);
    arb_table_attend(t);
}

void arb_table_submit(arb_table *t, arb_submission *s)
{
    t->used_ms = arb_boottime_ms();
    if (t->hall->house.shared && !arb_house_has(t) && t->lives_at != 0) {
        arb_forward_submission(s);
        return;
    }
    if (s->restarts) { /* before whatever came meanwhile */
        push_front(t, s);
    } else {
        s->next = NULL;
        *t->last = s;
        t->last = &s->next;
        t->queued++;
    }
    advance(t);
}

void arb_table_say(arb_table *t, const char *text)
{
    arb_submission *s = words_of_hall(t, text);

    if (s)
        arb_table_submit(t, s);
}

/* ---- what the hall does by itself */

bool arb_table_is_present(const arb_table *t, arb_colour colour)
{
    return t->computer == colour || t->present[colour] > 0;
}

/* The game was being played when the server ended: what passed since is charged to nobody. */
static void halt(arb_table *t)
{
    arb_submission *s = words_of_hall(t, "stop \"the server was restarted\"");

    if (!s)
        return;
    s->restarts = true;
    arb_table_submit(t, s);
}

/* Was the last word of the arbiter the stop after a restart? */
static bool stopped_by_hall(const arb_table *t)
{
    for (size_t i = t->log_count; i-- > 0;) {
        const arb_event *event = arb_game_event(t->game, i, NULL);
        if (event->verb == ARB_VERB_STOP && !arb_log_is_refused(t, i))
            return t->log[i].by_hall;
    }
    return false;
}

/*
 * Casual games, and those against the computer, which has no arbiter at its side, begin and go on
 * after a restart when both players are there.
 */
static bool begin(arb_table *t)
{
    const bool by_itself = t->casual || t->computer != ARB_COLOUR_COUNT ||
                           (t->taken_over && t->phase == ARB_PHASE_STOPPED);

    if (!by_itself || !arb_table_is_present(t, ARB_WHITE) || !arb_table_is_present(t, ARB_BLACK))
        return false;
    if (t->phase == ARB_PHASE_WAITING)
        arb_table_say(t, "start");
    else if (t->phase == ARB_PHASE_STOPPED && stopped_by_hall(t))
        arb_table_say(t, "resume");
    else
        return false;
    return true;
}

/*
 * Laws 6.8: what happens without an event is awaited. A press that is still on its way may be
 * credited with its lag, so the hall waits as long as that can be.
 */
static bool watch_time(arb_table *t)
{
    const arb_state *state = arb_game_state(t->game);
    const arb_ms wakeup = arb_state_wakeup(state);
    const arb_colour running = arb_state_running(state);

    if (wakeup == ARB_MS_NEVER)
        return false;
    const arb_ms due =
        wakeup +
        (running < ARB_COLOUR_COUNT ? arb_lag_most(&t->lag[running], (uint32_t)t->moves) : 0);
    if (arb_table_now(t) < due) {
        arb_loop_set(t->hall->loop, &t->timer, arb_boottime_ms() + due - arb_table_now(t));
        return false;
    }
    elapse(t);
    advance(t);
    return true;
}

void arb_table_attend(arb_table *t)
{
    if (t->shadow) {
        arb_shadow_attend(t);
        return;
    }
    if (!t->game || t->reading || t->inflight || t->first || t->hall->stopping ||
        !arb_house_acts(t))
        return;
    arb_loop_unset(t->hall->loop, &t->timer);
    if (t->halted) {
        halt(t);
        return;
    }
    if (t->is_over) {
        arb_engine_free(t->engine);
        t->engine = NULL;
        return;
    }
    if (!begin(t) && !watch_time(t))
        arb_engine_attend(t);
}
