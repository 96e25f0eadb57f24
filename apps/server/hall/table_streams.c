/* SPDX-License-Identifier: MIT */
/* The pages that look at a table, and what they are told; see table.h. */
#include <stdlib.h>

#include "server/hall/shadow.h"
#include "server/http/assets.h"

/* More than this is not told again event by event: the page reads the whole game anew. */
enum { MISSED_MAX = 64, STREAM_LIMIT = 1 << 20 };

/* ---- coming and going */

static void unlink_viewer(arb_viewer *v)
{
    *v->previous = v->next;
    if (v->next)
        v->next->previous = v->previous;
}

static void link_viewer(arb_viewer *v, arb_viewer **list)
{
    v->next = *list;
    v->previous = list;
    if (v->next)
        v->next->previous = &v->next;
    *list = v;
}

static void on_closed(void *user, arb_stream *stream)
{
    arb_viewer *v = user;
    arb_table *t = v->table;

    (void)stream;
    unlink_viewer(v);
    if (t) {
        t->present[v->seat]--;
        t->used_ms = arb_boottime_ms();
        if (!t->hall->stopping)
            arb_table_push_presence(t);
    }
    free(v);
}

/* ---- what is sent */

static void push_json(arb_viewer *v, uint64_t id, const char *name, json_t *data)
{
    arb_buf json, event;

    arb_buf_init(&json, NULL, STREAM_LIMIT);
    arb_buf_init(&event, NULL, STREAM_LIMIT);
    if (arb_api_write(&json, data) == ARB_OK &&
        arb_stream_write(&event, id, name, arb_buf_text(&json), arb_buf_size(&json)) == ARB_OK)
        (void)arb_stream_push(v->stream, arb_buf_text(&event), arb_buf_size(&event));
    arb_buf_clear(&json);
    arb_buf_clear(&event);
}

static json_t *event_json(const arb_table *t, size_t index, arb_seat seat, bool with_state)
{
    json_t *data = json_pack("{so}", "log", arb_api_log_entry(t, index, seat));

    if (with_state) {
        data = arb_json_put(data, "state", arb_api_state(t, seat));
        data = arb_json_put(data, "move", arb_api_last_move(t, seat));
    }
    if (seat == ARB_SEAT_DESK)
        data = arb_json_put(data, "game", json_integer((json_int_t)t->id));
    return data;
}

static json_t *presence_json(const arb_table *t, bool with_game)
{
    json_t *data = json_pack("{sb sb sI}", "white", arb_table_is_present(t, ARB_WHITE), "black",
                             arb_table_is_present(t, ARB_BLACK), "spectators",
                             (json_int_t)arb_table_spectators(t));

    return with_game ? arb_json_put(data, "game", json_integer((json_int_t)t->id)) : data;
}

static void push_presence(arb_table *t)
{
    if (t->shadow)
        t->shadow->spectators = arb_table_spectators(t);
    for (arb_viewer *v = t->viewers; v; v = v->next)
        push_json(v, 0, "presence", presence_json(t, false));
}

/* How many look on is the same at a table and at its shadow, whoever of them has come; at the
 * latter nothing is told of anybody else, not even that there is nothing new. */
void arb_table_push_presence(arb_table *t)
{
    if (t->shadow) {
        push_presence(t);
        if (t->shadow->ended)
            return;
        t = t->shadow->of;
    } else {
        arb_shadow_presence(t);
        if (t->delayed && t->delayed->shadow->spectators != arb_table_spectators(t))
            push_presence(t->delayed);
    }
    arb_feed_changed(t);
    push_presence(t);
    for (arb_viewer *v = t->hall->desk; v; v = v->next)
        push_json(v, 0, "presence", presence_json(t, true));
}

void arb_table_push_reload(arb_table *t)
{
    for (arb_viewer *v = t->viewers; v; v = v->next)
        push_json(v, 0, "reload", json_pack("{sI}", "seq", (json_int_t)t->sequence));
}

/* ---- the beginning of a stream */

/* What the page missed since event `after`; too much of it is read anew instead. */
static void push_missed(arb_viewer *v, const arb_table *t, uint64_t after)
{
    size_t missed[MISSED_MAX], count = 0;

    for (size_t i = t->log_count; i-- > 0 && t->log[i].sequence > after;) {
        if (!arb_log_is_visible(t, i, v->seat))
            continue;
        if (count == MISSED_MAX) {
            push_json(v, 0, "reload", json_pack("{sI}", "seq", (json_int_t)t->sequence));
            return;
        }
        missed[count++] = i;
    }
    while (count-- > 0)
        push_json(v, t->log[missed[count]].sequence, "event",
                  event_json(t, missed[count], v->seat, count == 0));
}

/* The desk looks at all games; whatever it missed, it asks for the list and for what it shows. */
static void push_missed_of_all(arb_viewer *v, const arb_hall *hall, uint64_t after)
{
    if (hall->last_sequence > after)
        push_json(v, 0, "reload", json_pack("{sI}", "seq", (json_int_t)hall->last_sequence));
}

void arb_table_end_lookers(arb_table *t)
{
    for (arb_viewer *v = t->viewers; v; v = v->next) {
        if (v->seat != ARB_SEAT_SPECTATOR)
            continue;
        push_json(v, 0, "reload", json_pack("{sI}", "seq", (json_int_t)t->sequence));
        arb_stream_end(v->stream);
    }
}

/* An event that the page does not know yet is passed over there; then the stream ends. */
void arb_table_end_replaced(arb_table *t)
{
    for (arb_viewer *v = t->viewers; v; v = v->next) {
        const arb_key *key = arb_keys_find(&t->hall->keys, &v->link);
        if (key && !key->is_gone)
            continue;
        push_json(v, 0, "replaced",
                  json_pack("{ss so}", "role", arb_seat_word(v->seat), "text",
                            arb_api_error_text(ARB_API_REPLACED)));
        arb_stream_end(v->stream);
    }
    if (t->delayed)
        arb_table_end_replaced(t->delayed);
}

void arb_viewer_open(const arb_api_call *call)
{
    arb_hall *hall = call->hall;
    const arb_seat seat = call->seat;
    arb_table *t = seat == ARB_SEAT_DESK ? NULL : call->table;
    arb_viewer *v = calloc(1, sizeof *v);
    uint64_t after = 0;
    const bool resumes = arb_stream_last_id(&after, call->request);

    if (!v) {
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return;
    }
    *v = (arb_viewer){ .hall = hall, .table = t, .seat = seat, .link = call->link };
    v->stream = arb_http_stream(call->exchange, on_closed, v);
    if (!v->stream) {
        free(v);
        return;
    }
    link_viewer(v, t ? &t->viewers : &hall->desk);
    push_json(v, 0, "hello",
              json_pack("{sI sI ss ss}", "seq", (json_int_t)(t ? t->sequence : hall->last_sequence),
                        "now", (json_int_t)arb_boottime_ms(), "role", arb_seat_word(seat), "pages",
                        arb_web_assets.tag));
    if (t)
        t->present[seat]++;
    if (resumes && t && t->restarted)
        push_json(v, 0, "restart", json_pack("{sI}", "seq", (json_int_t)t->sequence));
    if (resumes && t)
        push_missed(v, t, after);
    else if (resumes)
        push_missed_of_all(v, hall, after);
    if (t) {
        arb_table_push_presence(t);
        arb_table_attend(t);
    }
}
