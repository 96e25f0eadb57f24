/* SPDX-License-Identifier: MIT */
/* GET and POST /api/door: what is closed to newcomers, and the desk closes or opens it. */
#include <stdlib.h>
#include <string.h>

#include "server/hall/door.h"

/* A change on its way into the store. */
typedef struct changing {
    arb_committer_job job; /* first */
    arb_hall *hall;
    arb_http_exchange *exchange;
    char event[ARB_DOOR_NAME_MAX + 1]; /* empty: the hall itself */
    bool closed, too_many;
    json_t *door; /* afterwards */
} changing;

/* ---- what is told */

/* One more event, with its games, unless it stands in the list. */
static json_t *add_event(json_t *list, const arb_hall *hall, const char *event, bool live)
{
    json_t *one;
    size_t i;

    json_array_foreach(list, i, one)
    {
        if (strcmp(json_string_value(json_object_get(one, "event")), event) != 0)
            continue;
        json_t *count = json_object_get(one, "live");
        (void)json_integer_set(count, json_integer_value(count) + live);
        return list;
    }
    if (json_array_size(list) >= ARB_DOOR_EVENTS_MAX)
        return list;
    return arb_json_add(list,
                        json_pack("{ss sb sI}", "event", event, "closed",
                                  arb_door_event_is_closed(hall, event), "live", (json_int_t)live));
}

/* Events that are closed, and those of games that are not over; the latest come first. */
static json_t *told(const arb_hall *hall)
{
    const json_t *closed = json_object_get(hall->door, "events"), *one;
    json_t *list = json_array();
    size_t i;

    json_array_foreach(closed, i, one)
    {
        list = add_event(list, hall, json_string_value(one), false);
    }
    for (size_t n = hall->table_count; n-- > 0;) {
        const arb_table *t = hall->tables[n];
        if (t && t->names.event && !t->is_over)
            list = add_event(list, hall, t->names.event, true);
    }
    return json_pack("{sb so}", "closed", arb_door_is_closed(hall), "events", list);
}

void arb_api_door(const arb_api_call *call)
{
    if (arb_hall_allows(call, ARB_LIMIT_READ))
        arb_api_give(call->exchange, 200, told(call->hall));
}

/* ---- a change */

/* In the committer's thread, so that of two changes at once neither undoes the other. */
static arb_store_err work(arb_committer_job *job, arb_store *store)
{
    changing *c = (changing *)job;
    json_t *before = NULL;
    arb_store_err err = arb_door_read(&before, store);

    json_decref(c->door); /* of a batch that failed */
    c->door = err ? NULL : arb_door_changed(before, c->event[0] ? c->event : NULL, c->closed);
    c->too_many = !err && !c->door;
    if (!err && c->door)
        err = arb_door_write(store, c->door);
    if (!err && c->door)
        err = arb_shared_change(c->hall, store);
    json_decref(before);
    return err;
}

static void done(arb_committer_job *job, arb_store_err err)
{
    changing *c = (changing *)job;

    arb_hall_note(c->hall, err);
    if (err) {
        arb_api_fail_store(c->exchange, err);
        json_decref(c->door);
    } else if (c->too_many) {
        arb_api_fail_field(c->exchange, "event");
    } else {
        if (c->hall->house.shared) { /* it is in force, or one that is newer */
            json_decref(c->door);
        } else {
            json_decref(c->hall->door);
            c->hall->door = c->door;
        }
        arb_hall_log(c->hall, "info", c->closed ? "door closed" : "door opened", "{sb}", "of_event",
                     c->event[0] != '\0');
        arb_api_give(c->exchange, 200, told(c->hall));
    }
    free(c);
}

static void begin(const arb_api_call *call, const char *event, bool closed)
{
    changing *c = calloc(1, sizeof *c);

    if (!c) {
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return;
    }
    *c = (changing){ .job = { .work = work, .done = done },
                     .hall = call->hall,
                     .exchange = call->exchange,
                     .closed = closed };
    if (event)
        memcpy(c->event, event, strlen(event) + 1);
    arb_committer_push(call->hall->committer, &c->job);
}

void arb_api_door_set(const arb_api_call *call)
{
    json_t *body;

    if (!arb_hall_allows(call, ARB_LIMIT_EVENT) || !(body = arb_api_body(call)))
        return;
    const json_t *event = json_object_get(body, "event"), *closed = json_object_get(body, "closed");
    const bool named = event && !json_is_null(event);
    if (!json_is_boolean(closed))
        arb_api_fail_field(call->exchange, "closed");
    else if (named && (!json_is_string(event) || json_string_length(event) == 0 ||
                       json_string_length(event) > ARB_DOOR_NAME_MAX))
        arb_api_fail_field(call->exchange, "event");
    else
        begin(call, named ? json_string_value(event) : NULL, json_is_true(closed));
    json_decref(body);
}
