/* SPDX-License-Identifier: MIT */
/* POST /api/events: what somebody at the table does; GET /api/stream and /api/ping. */
#include <stdio.h>
#include <string.h>

#include "server/hall/hall_internal.h"

/* A think time or a round trip beyond this is no measurement. */
enum { MEASURE_MAX_MS = 10000 };

/* Anybody may look on: what he tells the arbiter is short. */
enum { REPORT_MAX = 500 };

static bool read_id(arb_submission *s, const json_t *body)
{
    static const char letters[ARB_SEAT_COUNT] = { 'w', 'b', 'a', 's', 'd' };
    const char *id = json_string_value(json_object_get(body, "id"));

    if (!id || !*id || strlen(id) > ARB_CLIENT_MAX)
        return false;
    (void)snprintf(s->client, sizeof s->client, "%c.%s", letters[s->seat], id);
    return true;
}

/* What the server knows of the way to this page: the better of what the system and it measured. */
static int64_t round_trip(const arb_api_call *call)
{
    const int64_t system = arb_rtt_of(call->exchange);
    const int64_t page = call->seat <= ARB_SEAT_BLACK ? call->table->rtt[call->seat] : -1;

    return page > system ? page : system;
}

static void submit(const arb_api_call *call, const json_t *body, const char *text, size_t size)
{
    const json_t *think = json_object_get(body, "think");
    arb_submission *s = arb_submission_new(call->table, call->seat, text, size);

    if (!s) {
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return;
    }
    if (!read_id(s, body)) {
        arb_submission_free(s);
        arb_api_fail_field(call->exchange, "id");
        return;
    }
    if (json_is_number(think) && json_number_value(think) >= 0 &&
        json_number_value(think) < 86400000.0)
        s->think_ms = (int64_t)json_number_value(think);
    s->rtt_ms = round_trip(call);
    s->exchange = call->exchange;
    arb_codes_retire(call);
    arb_table_submit(call->table, s);
}

void arb_api_events(const arb_api_call *call)
{
    const bool spectator = call->seat == ARB_SEAT_SPECTATOR;
    json_t *body;

    if (!arb_hall_allows(call, spectator ? ARB_LIMIT_REPORT : ARB_LIMIT_EVENT) ||
        !(body = arb_api_body(call)))
        return;
    const char *text = json_string_value(json_object_get(body, "event"));
    const size_t size = json_string_length(json_object_get(body, "event"));
    if (!text || size == 0)
        arb_api_fail_field(call->exchange, "event");
    else if (size > (spectator ? REPORT_MAX : ARB_EVENT_TEXT_MAX))
        arb_api_fail(call->exchange, ARB_API_TOO_LONG);
    else if (!arb_rights_may_send(call->seat, text, size))
        arb_api_fail(call->exchange, ARB_API_NOT_YOURS);
    else if (call->table->queued >= ARB_QUEUE_MAX)
        arb_api_fail(call->exchange, ARB_API_TOO_OFTEN);
    else
        submit(call, body, text, size);
    json_decref(body);
}

void arb_api_stream(const arb_api_call *call)
{
    if (!arb_hall_allows(call, ARB_LIMIT_READ) || !arb_api_at_hand(call))
        return;
    arb_codes_retire(call);
    arb_viewer_open(call->hall, call->seat == ARB_SEAT_DESK ? NULL : call->table, call->seat,
                    call->exchange, call->request);
}

/*
 * A page that asks again at once, and says which `now` it was told last, lets the server measure
 * the whole round trip by its own clock. The smallest of the last ones counts: a page that dawdles
 * makes its way longer, but not for long and never by much.
 */
static void measure(arb_table *t, arb_seat seat, int64_t now, arb_http_text seen)
{
    int64_t *rtt = &t->rtt[seat];
    uint64_t then = 0;

    if (seen.at && arb_http_number(&then, seen) && then != 0 && (int64_t)then == t->pinged[seat] &&
        now - (int64_t)then <= MEASURE_MAX_MS) {
        const int64_t sample = now - (int64_t)then;
        *rtt = *rtt < 0 || sample < *rtt ? sample : *rtt + (sample - *rtt) / 8;
    }
    t->pinged[seat] = now;
}

void arb_api_ping(const arb_api_call *call)
{
    const int64_t now = arb_boottime_ms();

    if (call->known && call->table && call->seat <= ARB_SEAT_BLACK)
        measure(call->table, call->seat, now, arb_http_query_get(call->request, "seen"));
    arb_api_give(call->exchange, 200, json_pack("{sI}", "now", (json_int_t)now));
}
