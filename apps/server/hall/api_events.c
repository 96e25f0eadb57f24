/* SPDX-License-Identifier: MIT */
/* POST /api/events: what somebody at the table does; GET /api/stream and /api/ping. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "common/jot.h"
#include "server/hall/appointing.h"
#include "server/hall/sent.h"

/* A round trip beyond this is no measurement. */
enum { MEASURE_MAX_MS = 10000 };

/* Anybody may look on: what he tells the arbiter is short. */
enum { REPORT_MAX = 500 };

static bool read_id(arb_submission *s, arb_http_text id)
{
    static const char letters[ARB_SEAT_COUNT] = { 'w', 'b', 'a', 's', 'd', 't', 'x', 'y' };

    if (!id.at || id.size == 0 || id.size > ARB_CLIENT_MAX)
        return false;
    arb_jot jot = arb_jot_begin(s->client, sizeof s->client);
    arb_jot_bytes(&jot, (const char[]){ letters[s->seat], '.' }, 2);
    arb_jot_bytes(&jot, id.at, id.size);
    return true;
}

/* What the server knows of the way to this page by now. */
static int64_t round_trip(const arb_api_call *call)
{
    if (call->seat > ARB_SEAT_BLACK)
        return -1;
    arb_lag *lag = &call->table->lag[call->seat];
    arb_lag_connection(lag, arb_rtt_of(call));
    return arb_lag_round_trip(lag);
}

/* The words without the name take the place of those with it. */
static bool replace_words(const arb_api_call *call, arb_submission *s, const char *words,
                          const char *name)
{
    char *text = strdup(words);

    if (!text)
        return false;
    free(s->text);
    s->text = text;
    s->appointing =
        arb_appointing_new(call->table, arb_actor_colour(arb_seat_actor(s->acts)), name);
    return s->appointing != NULL;
}

/* Names an assistant: his name is no part of the event. False, after an answer, when it is too
 * long, or there is no memory. What cannot be read is read once more, which tells where. */
static bool take_name(const arb_api_call *call, arb_submission *s)
{
    arb_buf words;
    char *name;
    bool taken = false;

    arb_buf_init(&words, NULL, ARB_EVENT_TEXT_MAX);
    const arb_err err = arb_appointing_read(&name, &words, call->table, s->text, strlen(s->text));
    if (err == ARB_SYNTAX)
        taken = true;
    else if (!err && strlen(name) > ARB_NAME_MAX)
        arb_api_fail(call->exchange, ARB_API_TOO_LONG);
    else if (err || !replace_words(call, s, arb_buf_text(&words), name))
        arb_api_fail(call->exchange, ARB_API_MEMORY);
    else
        taken = true;
    arb_buf_clear(&words);
    free(name);
    return taken;
}

/* Whose event it is: of whoever sends it, or of the player for whom it is entered. */
static bool read_acts(arb_seat *out, const arb_api_call *call, const arb_sent *sent)
{
    *out = call->seat;
    if (!sent->is_for)
        return true;
    for (unsigned i = 0; i <= ARB_SEAT_BLACK; i++) {
        if (arb_http_text_is(sent->acts, arb_seat_word((arb_seat)i))) {
            *out = (arb_seat)i;
            return true;
        }
    }
    return false;
}

static void submit(const arb_api_call *call, const arb_sent *sent, arb_verb verb, arb_seat acts)
{
    arb_submission *s =
        arb_submission_new(call->table, call->seat, sent->event.at, sent->event.size);

    if (!s) {
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return;
    }
    s->acts = acts;
    if (verb == ARB_VERB_APPOINT && !take_name(call, s)) {
        arb_submission_free(s);
        return;
    }
    const bool is_named = read_id(s, sent->id);
    if (!is_named || sent->is_seen_wrong) {
        arb_submission_free(s);
        arb_api_fail_field(call->exchange, is_named ? "seen" : "id");
        return;
    }
    s->seen = sent->seen;
    s->think_ms = sent->think_ms;
    s->rtt_ms = round_trip(call);
    s->visitor = arb_hall_caller(call);
    s->exchange = call->exchange;
    s->received_ms = call->relayed && call->from.arrived_ms > 0
                         ? call->from.arrived_ms
                         : arb_http_exchange_arrived(call->exchange);
    arb_codes_retire(call);
    arb_table_arrive(call);
    arb_table_submit(call->table, s);
}

/* May it wait its turn? Otherwise the call is answered. */
static bool admit(const arb_api_call *call, arb_verb verb)
{
    const arb_budget_answer answer =
        arb_budgets_admit(call->table, call->seat, verb, arb_hall_caller(call), arb_boottime_ms());

    if (answer == ARB_BUDGET_GRANTED)
        return true;
    call->hall->counts.limited++;
    arb_api_fail(call->exchange, arb_api_error_of(answer));
    return false;
}

/* What somebody enters for a player the Laws hear of the player. */
static bool may_send(const arb_api_call *call, arb_seat acts, arb_verb verb)
{
    return acts == call->seat ? arb_rights_may_send(acts, verb)
                              : arb_rights_may_enter(call->table, call->seat, verb);
}

/* What was sent; false after an answer. */
static bool read_sent(arb_sent *out, const arb_api_call *call)
{
    const arb_http_text body = call->request->body;

    if (arb_api_is_json(call->request) && body.at && arb_sent_read_plain(out, body))
        return true;
    json_t *tree = arb_api_body(call);
    if (!tree)
        return false;
    arb_sent_read_tree(out, tree);
    return true;
}

void arb_api_events(const arb_api_call *call)
{
    const bool spectator = call->seat == ARB_SEAT_SPECTATOR;
    arb_sent sent;
    arb_verb verb;
    arb_seat acts;

    if (!arb_hall_allows(call, spectator ? ARB_LIMIT_REPORT : ARB_LIMIT_EVENT) ||
        !read_sent(&sent, call))
        return;
    const arb_http_text text = sent.event;
    if (!text.at || text.size == 0)
        arb_api_fail_field(call->exchange, "event");
    else if (text.size > (spectator ? REPORT_MAX : ARB_EVENT_TEXT_MAX))
        arb_api_fail(call->exchange, ARB_API_TOO_LONG);
    else if (!read_acts(&acts, call, &sent))
        arb_api_fail_field(call->exchange, "for");
    else if (!may_send(call, acts, verb = arb_rights_verb(text.at, text.size)))
        arb_api_fail(call->exchange, ARB_API_NOT_YOURS);
    else if (arb_rights_calls_nobody(call->table, call->seat, verb))
        arb_api_fail(call->exchange, ARB_API_NO_ARBITER);
    else if (admit(call, verb))
        submit(call, &sent, verb, acts);
    json_decref(sent.tree);
}

void arb_api_stream(const arb_api_call *call)
{
    if (!arb_hall_allows(call, ARB_LIMIT_READ))
        return;
    arb_codes_retire(call);
    arb_table_arrive(call);
    arb_viewer_open(call);
}

/*
 * A page that asks again at once, and says which `now` it was told last, lets the server measure
 * the whole round trip by its own clock. What the system knows of the connection counts beside it.
 */
static void measure(const arb_api_call *call, int64_t now)
{
    arb_table *t = call->table;
    const arb_http_text seen = arb_http_query_get(call->request, "seen");
    uint64_t then = 0;

    arb_lag_connection(&t->lag[call->seat], arb_rtt_of(call));
    if (seen.at && arb_http_number(&then, seen) && then != 0 &&
        (int64_t)then == t->pinged[call->seat] && now - (int64_t)then <= MEASURE_MAX_MS)
        arb_lag_ping(&t->lag[call->seat], now - (int64_t)then);
    t->pinged[call->seat] = now;
}

void arb_api_ping(const arb_api_call *call)
{
    const int64_t now = arb_boottime_ms();

    if (call->known && call->table && call->seat <= ARB_SEAT_BLACK)
        measure(call, now);
    arb_api_give(call->exchange, 200, json_pack("{sI}", "now", (json_int_t)now));
}
