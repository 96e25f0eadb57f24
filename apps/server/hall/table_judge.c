/* SPDX-License-Identifier: MIT */
/* From the words of a request to a judged event, and the answer to it; see table.h. */
#include <stdlib.h>
#include <string.h>

#include "arbitro/game_envelope.h"
#include "common/jot.h"
#include "server/hall/envelopes.h"
#include "server/hall/publish.h"

/* What a proof may cost in the loop, about a thousandth of a second; and from when on the next
 * event of the game is not even tried there. */
enum { NODES_HERE = 1000, LONG_MS = 5 };

/* Few events need more. */
enum { CANONICAL_ROOM = 256 };

/* How much earlier than now the event counts: the player's clock is not charged for its way. */
static arb_ms credit(const arb_table *t, const arb_submission *s, arb_ms now)
{
    const arb_state *state = arb_game_state(t->game);

    if (s->seat > ARB_SEAT_BLACK || arb_state_running(state) != (arb_colour)s->seat)
        return 0;
    return arb_lag_credit(&t->lag[s->seat], (uint32_t)t->moves, now - arb_state_now(state),
                          s->think_ms);
}

/* When it would have happened without its way here being counted. */
static arb_ms arrival(const arb_table *t, const arb_submission *s)
{
    const arb_ms last = arb_state_now(arb_game_state(t->game));
    const arb_ms received = t->begun ? arb_stall_ms(t->hall, s->received_ms) - t->origin : last;

    return received > last ? received : last;
}

/* When the event happens, in the time of the game. */
static arb_ms time_of(const arb_table *t, const arb_submission *s)
{
    if (s->restarts)
        return t->alive;
    if (s->elapses)
        return arb_state_wakeup(arb_game_state(t->game));
    const arb_ms last = arb_state_now(arb_game_state(t->game)), now = arrival(t, s);
    const arb_ms lag = credit(t, s, now);

    return now - lag > last ? now - lag : last;
}

/* What was known of the way here, for whoever asks later why the clock showed what it did. */
static void write_meta(arb_submission *s, arb_ms credited)
{
    arb_jot jot = arb_jot_begin(s->meta, sizeof s->meta);

    arb_jot_text(&jot, "{\"rtt\":");
    arb_jot_number(&jot, s->rtt_ms);
    arb_jot_text(&jot, ",\"think\":");
    arb_jot_number(&jot, s->think_ms);
    arb_jot_text(&jot, ",\"credit\":");
    arb_jot_number(&jot, credited);
    arb_jot_text(&jot, "}");
}

/* Settles by which clock the time of the game is told, and notes what was credited. */
static arb_ms settle_time(arb_table *t, arb_submission *s)
{
    const arb_ms time = time_of(t, s);

    if (s->seat <= ARB_SEAT_BLACK)
        arb_lag_spend(&t->lag[s->seat], credit(t, s, arrival(t, s)));
    if (t->halted)
        arb_table_date(t, arb_boottime_ms(), t->alive);
    else if (!t->begun)
        arb_table_date(t, s->received_ms, time);
    t->begun = t->begun || !t->halted;
    if (s->think_ms >= 0 || s->rtt_ms >= 0)
        write_meta(s, arrival(t, s) - time);
    return time;
}

bool arb_table_is_due(const arb_table *t, const arb_submission *s)
{
    const arb_ms wakeup = arb_state_wakeup(arb_game_state(t->game));
    const bool is_taken = !t->hall->stopping && (!t->halted || s->restarts);

    return is_taken && !s->elapses && wakeup != ARB_MS_NEVER && wakeup <= time_of(t, s);
}

static void answer_unreadable(const arb_submission *s, const arb_where *where)
{
    arb_api_fail_with(s->exchange, ARB_API_UNREADABLE,
                      json_pack("{sI so}", "column", (json_int_t)where->column, "expected",
                                arb_json_texts(arb_wanted_text(where->wanted, ARB_LANG_EN),
                                               arb_wanted_text(where->wanted, ARB_LANG_IT))));
}

/* Reads the words of the request; the time and the actor the hall knows. */
static bool read_event(arb_table *t, arb_submission *s)
{
    const arb_actor actor = s->elapses ? ARB_ACTOR_HALL : arb_seat_actor(s->acts);
    const arb_ms time = s->is_preview ? time_of(t, s) : settle_time(t, s);
    arb_where where = { 0 };

    if (!arb_event_read_words(&s->event, &where, s->text, strlen(s->text), actor, time,
                              arb_game_regulations(t->game)->language))
        return true;
    if (s->exchange)
        answer_unreadable(s, &where);
    return false;
}

/* As the game keeps it: what is sealed is not told by an opening that was refused (I.7). */
static bool write_canonical(arb_submission *s, const arb_table *t)
{
    char room[CANONICAL_ROOM];
    arb_event kept;

    arb_game_kept(&kept, t->game);
    const size_t size = arb_event_write(room, sizeof room, &kept);
    s->canonical = malloc(size + 1);
    if (s->canonical && size < sizeof room)
        memcpy(s->canonical, room, size + 1);
    else if (s->canonical) /* a long one is written once more */
        (void)arb_event_write(s->canonical, size + 1, &kept);
    return s->canonical != NULL;
}

static bool fail(arb_submission *s, arb_api_error error)
{
    if (s->exchange)
        arb_api_fail(s->exchange, error);
    return false;
}

/* Who looks on with a delay does not learn from an answer that the game has gone on. */
static bool is_delayed(const arb_submission *s)
{
    return s->seat == ARB_SEAT_SPECTATOR && arb_table_delay_ms(s->table) > 0;
}

/* Has the seat something left to send? What the hall and the computer do is not counted. */
static bool has_room(arb_table *t, arb_submission *s)
{
    const bool counts = s->exchange && !s->is_preview;
    const arb_budget_answer answer = counts ? arb_budgets_room(t, s) : ARB_BUDGET_GRANTED;

    return answer == ARB_BUDGET_GRANTED || fail(s, arb_api_error_of(answer));
}

/* Guidelines I: what is sealed in plain words is stored nowhere, not even as refused; nor is it on
 * the scoresheet of who sealed it. */
static bool may_be_kept(const arb_table *t, arb_submission *s)
{
    const arb_event *event = &s->event;
    const bool writes = event->verb == ARB_VERB_WRITE || event->verb == ARB_VERB_REWRITE;

    if (t->is_over && arb_seat_served(s->seat) < ARB_COLOUR_COUNT)
        return fail(s, ARB_API_NO_ASSISTANT);              /* whoever served a player has done so */
    if (event->verb == ARB_VERB_APPOINT && !s->appointing) /* names are kept elsewhere */
        return fail(s, ARB_API_UNREADABLE);
    if (event->verb == ARB_VERB_SEAL && !arb_seal_may_be_kept(event->text, event->size))
        return fail(s, ARB_API_PLAIN_SEAL);
    const arb_colour player = arb_actor_colour((arb_actor)event->actor);
    if (writes && player < ARB_COLOUR_COUNT && arb_table_is_sealing(t, player))
        return fail(s, ARB_API_SEALED_ROW);
    return true;
}

bool arb_table_read(arb_table *t, arb_submission *s)
{
    const size_t known = s->client[0] ? arb_log_find(t, s->client) : 0;

    if (known > 0) {
        s->is_taken = true;
        arb_game_verdict(&s->verdict, t->game, known - 1);
        arb_table_answer(t, s, known, true);
        return false;
    }
    if (t->hall->stopping)
        return fail(s, ARB_API_SHUTTING);
    if (t->hall->stalled_ms > 0 && s->exchange && !s->is_preview) {
        arb_api_fail_store(s->exchange, ARB_STORE_AWAY);
        return false;
    }
    if (s->restarts && t->is_over) { /* a flag had fallen before the server ended */
        t->halted = false;
        return false;
    }
    if (t->halted && !s->restarts && !s->elapses) {
        if (s->exchange)
            arb_api_fail_store(s->exchange, t->hall->trouble);
        return false;
    }
    if (s->seen >= 0 && !is_delayed(s) && arb_log_went_on(t, (uint64_t)s->seen))
        return fail(s, ARB_API_MOVED_ON);
    return read_event(t, s) && may_be_kept(t, s) && has_room(t, s);
}

/*
 * Whether a position is dead can take a second to prove; here a thousandth is allowed. To revoke an
 * event is to judge all that followed once more, which is too much in any case.
 */
bool arb_table_judge_here(arb_table *t, arb_submission *s)
{
    if (t->is_hard || s->event.verb == ARB_VERB_REVOKE)
        return false;
    arb_game_effort(t->game, &(arb_effort){ .nodes = NODES_HERE });
    s->judged = arb_game_judge(&s->verdict, t->game, &s->event);
    return s->judged != ARB_STOPPED;
}

void arb_table_judge(arb_table *t, arb_submission *s)
{
    const int64_t began = arb_boottime_ms();

    arb_game_effort(t->game, &(arb_effort){ .mem = arb_judges_mem(t->hall->judges) });
    s->judged = arb_game_judge(&s->verdict, t->game, &s->event);
    arb_game_effort(t->game, NULL);
    s->is_hard = arb_boottime_ms() - began >= LONG_MS;
}

/* What is kept with the event: its text, what was said to it, the table as it is then. */
static bool write_down(arb_table *t, arb_submission *s)
{
    if (!write_canonical(s, t) || arb_game_transcript(&s->transcript, t->game) != ARB_OK)
        return false;
    if (arb_summary_is_news(t->game))
        arb_summary_write_next(s->summary, t->game);
    return true;
}

bool arb_table_conclude(arb_table *t, arb_submission *s)
{
    t->is_hard = s->is_hard;
    if (arb_judges_are_ending(t->hall->judges) && s->judged_aside)
        return fail(s, ARB_API_SHUTTING); /* for want of memory, perhaps: nobody knows */
    if (s->judged != ARB_OK || (!s->is_preview && !write_down(t, s)))
        return fail(s, ARB_API_MEMORY);
    if (s->is_preview)
        return true;
    if (s->verdict.refused && !arb_budgets_keep_refusal(t, s))
        return s->exchange && arb_table_receive(s, false) ? false : fail(s, ARB_API_TOO_MANY);
    s->over = arb_state_is_over(arb_game_next(t->game));
    return true;
}
