/* SPDX-License-Identifier: MIT */
/* The door of the hall and of its events; see door.h. It is {"closed":false,"events":["Cup"]}. */
#include "server/hall/door.h"

#include <stdlib.h>
#include <string.h>

static const char setting[] = "hall.door";

/* ---- the store */

static json_t *open_door(void)
{
    return json_pack("{sb s[]}", "closed", 0, "events");
}

static bool is_door(const json_t *door)
{
    const json_t *events = json_object_get(door, "events"), *one;
    size_t i;

    if (!json_is_boolean(json_object_get(door, "closed")) || !json_is_array(events) ||
        json_array_size(events) > ARB_DOOR_EVENTS_MAX)
        return false;
    json_array_foreach(events, i, one)
    {
        if (!json_is_string(one) || json_string_length(one) > ARB_DOOR_NAME_MAX)
            return false;
    }
    return true;
}

arb_store_err arb_door_read(json_t **out, arb_store *store)
{
    arb_buf text;

    arb_buf_init(&text, NULL, ARB_STORE_VALUE_MAX);
    const arb_store_err err = arb_store_setting_get(&text, store, setting);
    json_t *door = err ? NULL : json_loadb(arb_buf_text(&text), arb_buf_size(&text), 0, NULL);
    if (!is_door(door)) {
        json_decref(door);
        door = open_door();
    }
    arb_buf_clear(&text);
    *out = door;
    if (err && err != ARB_STORE_UNKNOWN)
        return err;
    return door ? ARB_STORE_OK : ARB_STORE_NOMEM;
}

arb_store_err arb_door_write(arb_store *store, const json_t *door)
{
    char *text = json_dumps(door, JSON_COMPACT);
    const arb_store_err err =
        text ? arb_store_setting_set(store, setting, (arb_store_bytes){ text, strlen(text) })
             : ARB_STORE_NOMEM;

    free(text);
    return err;
}

/* ---- what is closed */

static bool has_event(const json_t *door, const char *event)
{
    const json_t *events = json_object_get(door, "events"), *one;
    size_t i;

    json_array_foreach(events, i, one)
    {
        if (strcmp(json_string_value(one), event) == 0)
            return true;
    }
    return false;
}

json_t *arb_door_changed(const json_t *door, const char *event, bool closed)
{
    const bool hall = event ? json_is_true(json_object_get(door, "closed")) : closed;
    const json_t *events = json_object_get(door, "events"), *one;
    json_t *list = json_array();
    size_t i;

    json_array_foreach(events, i, one)
    {
        if (!event || strcmp(json_string_value(one), event) != 0)
            list = arb_json_add(list, json_string(json_string_value(one)));
    }
    if (event && closed)
        list = arb_json_add(list, json_string(event));
    json_t *changed = json_pack("{sb so}", "closed", hall, "events", list);
    if (is_door(changed))
        return changed;
    json_decref(changed);
    return NULL;
}

bool arb_door_is_closed(const arb_hall *hall)
{
    return json_is_true(json_object_get(hall->door, "closed"));
}

bool arb_door_event_is_closed(const arb_hall *hall, const char *event)
{
    return event && has_event(hall->door, event);
}

bool arb_door_shows(const arb_hall *hall, const arb_table *t)
{
    return !arb_door_is_closed(hall) && !arb_door_event_is_closed(hall, t->names.event);
}

/* ---- who comes */

static bool refuse(const arb_api_call *call)
{
    call->hall->counts.turned_away++;
    arb_api_fail(call->exchange, ARB_API_CLOSED);
    return false;
}

static bool is_desk(const arb_api_call *call)
{
    return call->known && call->seat == ARB_SEAT_DESK;
}

bool arb_door_lets_watch(const arb_api_call *call, const arb_table *t)
{
    return is_desk(call) || arb_door_shows(call->hall, t) || refuse(call);
}

bool arb_door_lets_open(const arb_api_call *call, const char *event)
{
    return is_desk(call) ||
           (!arb_door_is_closed(call->hall) && !arb_door_event_is_closed(call->hall, event)) ||
           refuse(call);
}
