/* SPDX-License-Identifier: MIT */
/*
 * POST /api/preview: what an event of the arbiter would do. It goes the way of an event, waits its
 * turn and is judged like one; then, in the place of the store, whoever asked is told what would
 * have followed, and the game forgets it.
 */
#include <string.h>

#include "arbitro/fen.h"
#include "server/hall/hall_internal.h"

/* How a game stands at `now`: what an arbiter's word may change. */
static json_t *outcome(const arb_table *t, const arb_state *state, arb_ms now, size_t plies)
{
    const arb_regulations *regulations = arb_game_regulations(t->game);
    const arb_setup setup = arb_pos_setup(arb_state_position(state));
    json_t *clock = json_null();
    char fen[ARB_FEN_SIZE];

    (void)arb_fen_write(fen, sizeof fen, &setup, ARB_FEN_X, NULL);
    if (arb_regulations_timed(regulations))
        clock =
            json_pack("{sI sI so}", "white", (json_int_t)arb_state_clock_at(state, ARB_WHITE, now),
                      "black", (json_int_t)arb_state_clock_at(state, ARB_BLACK, now), "running",
                      arb_json_colour(arb_state_running(state)));
    return arb_json_state(state, json_pack("{so so ss sI so}", "turn",
                                           arb_json_colour(arb_state_turn(state)), "clock", clock,
                                           "fen", fen, "plies", (json_int_t)plies, "cited",
                                           arb_json_articles(state, regulations->book)));
}

void arb_preview_answer(arb_table *t, const arb_submission *s)
{
    const size_t before = arb_game_plies(NULL, 0, t->game);
    const size_t after = arb_game_next_plies(t->game), kept = arb_game_next_kept(t->game);
    const arb_ms now = s->event.time;

    arb_api_give(s->exchange, 200,
                 json_pack("{sb so so so sI sI sI sI}", "refused", s->verdict.refused, "rulings",
                           arb_api_verdict(t, &s->verdict, s->seat), "before",
                           outcome(t, arb_game_state(t->game), now, before), "after",
                           outcome(t, arb_game_next(t->game), now, after), "taken_back",
                           (json_int_t)(before - kept), "added", (json_int_t)(after - kept), "seq",
                           (json_int_t)t->sequence, "now", (json_int_t)arb_boottime_ms()));
}

static void submit(const arb_api_call *call, const char *text, size_t size)
{
    arb_submission *s = arb_submission_new(call->table, call->seat, text, size);

    if (!s) {
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return;
    }
    s->is_preview = true;
    s->visitor = arb_hall_caller(call);
    s->exchange = call->exchange;
    s->received_ms = arb_http_exchange_arrived(call->exchange);
    arb_table_submit(call->table, s);
}

/* May it be judged? Otherwise the call is answered. */
static bool admit(const arb_api_call *call, arb_verb verb)
{
    arb_budget_answer answer =
        arb_budgets_admit(call->table, call->seat, verb, arb_hall_caller(call), arb_boottime_ms());

    if (answer == ARB_BUDGET_GRANTED)
        answer = arb_budgets_preview(call->table, call->seat);
    if (answer == ARB_BUDGET_GRANTED)
        return true;
    call->hall->counts.limited++;
    arb_api_fail(call->exchange, arb_api_error_of(answer));
    return false;
}

void arb_api_preview(const arb_api_call *call)
{
    json_t *body;
    arb_verb verb;

    if (!arb_hall_allows(call, ARB_LIMIT_EVENT) || !(body = arb_api_body(call)))
        return;
    const char *text = json_string_value(json_object_get(body, "event"));
    const size_t size = json_string_length(json_object_get(body, "event"));
    if (!text || size == 0)
        arb_api_fail_field(call->exchange, "event");
    else if (size > ARB_EVENT_TEXT_MAX)
        arb_api_fail(call->exchange, ARB_API_TOO_LONG);
    else if (!arb_rights_may_send(call->seat, verb = arb_rights_verb(text, size)))
        arb_api_fail(call->exchange, ARB_API_NOT_YOURS);
    else if (admit(call, verb))
        submit(call, text, size);
    json_decref(body);
}
