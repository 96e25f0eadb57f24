/* SPDX-License-Identifier: MIT */
/* Rounds in memory and in the store; see rounds.h. */
#define _GNU_SOURCE
#include "server/hall/rounds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The store has the number of rounds, and each of them under its own. */
static const char counter[] = "rounds";

static void name_of(char out[40], uint64_t id)
{
    (void)snprintf(out, 40, "round.%llu", (unsigned long long)id);
}

/* ---- the store */

arb_store_err arb_rounds_count(uint64_t *out, arb_store *store)
{
    arb_buf text;

    *out = 0;
    arb_buf_init(&text, NULL, ARB_STORE_VALUE_MAX);
    const arb_store_err err = arb_store_setting_get(&text, store, counter);
    if (!err && arb_buf_size(&text) < 20)
        *out = strtoull(arb_buf_text(&text), NULL, 10);
    arb_buf_clear(&text);
    return err == ARB_STORE_UNKNOWN ? ARB_STORE_OK : err;
}

static arb_store_err set(arb_store *store, const char *name, const char *value)
{
    return arb_store_setting_set(store, name, (arb_store_bytes){ value, strlen(value) });
}

arb_store_err arb_round_store(arb_round *r, arb_store *store)
{
    char name[40], count[24];
    uint64_t rounds;
    arb_store_err err = arb_rounds_count(&rounds, store);

    if (err)
        return err;
    r->id = rounds + 1;
    (void)snprintf(count, sizeof count, "%llu", (unsigned long long)r->id);
    name_of(name, r->id);
    json_t *value = json_pack("{ss? ss? ss? ss sI sI}", "name", r->name, "group", r->group, "event",
                              r->event, "id", r->client, "created", (json_int_t)r->created_ms,
                              "number", (json_int_t)r->number);
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
    err = text ? set(store, name, text) : ARB_STORE_NOMEM;
    if (!err)
        err = set(store, counter, count);
    free(text);
    json_decref(value);
    return err;
}

static bool copy(char **out, const char *text)
{
    *out = text ? strdup(text) : NULL;
    return *out || !text;
}

static bool read_round(arb_round *out, const json_t *value)
{
    const char *client = json_string_value(json_object_get(value, "id"));

    (void)snprintf(out->client, sizeof out->client, "%s", client ? client : "");
    out->created_ms = json_integer_value(json_object_get(value, "created"));
    const json_int_t number = json_integer_value(json_object_get(value, "number"));
    out->number = number >= 1 && number <= ARB_ROUND_NUMBER_MAX ? (unsigned)number : 0;
    return copy(&out->name, json_string_value(json_object_get(value, "name"))) &&
           copy(&out->group, json_string_value(json_object_get(value, "group"))) &&
           copy(&out->event, json_string_value(json_object_get(value, "event")));
}

/* A round that cannot be read has no name; its games are there all the same. */
arb_store_err arb_round_fetch(arb_round *out, arb_store *store, uint64_t id)
{
    arb_round r = { .id = id };
    char name[40];
    arb_buf text;

    name_of(name, id);
    arb_buf_init(&text, NULL, ARB_STORE_VALUE_MAX);
    const arb_store_err err = arb_store_setting_get(&text, store, name);
    json_t *value = err ? NULL : json_loadb(arb_buf_text(&text), arb_buf_size(&text), 0, NULL);
    const bool is_read = read_round(&r, value);
    json_decref(value);
    arb_buf_clear(&text);
    if (is_read && (!err || err == ARB_STORE_UNKNOWN)) {
        *out = r;
        return ARB_STORE_OK;
    }
    arb_round_clear(&r);
    return err && err != ARB_STORE_UNKNOWN ? err : ARB_STORE_NOMEM;
}

static arb_store_err restore_round(arb_hall *hall, arb_store *store, uint64_t id)
{
    arb_round r = { .id = 0 };
    arb_store_err err = arb_round_fetch(&r, store, id);

    if (!err && arb_round_keep(hall, &r) != ARB_OK)
        err = ARB_STORE_NOMEM;
    arb_round_clear(&r);
    return err;
}

arb_store_err arb_rounds_restore(arb_hall *hall, arb_store *store)
{
    uint64_t rounds;
    arb_store_err err = arb_rounds_count(&rounds, store);

    if (rounds > hall->table_count) /* each has a game at least */
        rounds = hall->table_count;
    for (uint64_t id = 1; id <= rounds && !err; id++)
        err = restore_round(hall, store, id);
    for (size_t i = 0; i < hall->table_count && !err; i++) {
        arb_table *t = hall->tables[i];
        arb_round *r = t ? arb_round_get(hall, t->round) : NULL;
        if (r && arb_round_add(r, t) != ARB_OK)
            err = ARB_STORE_NOMEM;
    }
    return err;
}

/* ---- memory */

void arb_round_clear(arb_round *r)
{
    free(r->name);
    free(r->group);
    free(r->event);
    free(r->games);
    *r = (arb_round){ 0 };
}

arb_err arb_round_keep(arb_hall *hall, arb_round *r)
{
    if (r->id > hall->round_room) {
        const size_t room = 2 * (size_t)r->id;
        arb_round *more = realloc(hall->rounds, room * sizeof *more);
        if (!more)
            return ARB_NOMEM;
        memset(more + hall->round_room, 0, (room - hall->round_room) * sizeof *more);
        hall->rounds = more;
        hall->round_room = room;
    }
    hall->rounds[r->id - 1] = *r;
    if (r->id > hall->round_count)
        hall->round_count = (size_t)r->id;
    *r = (arb_round){ 0 };
    return ARB_OK;
}

arb_round *arb_round_get(const arb_hall *hall, uint64_t id)
{
    return id > 0 && id <= hall->round_count && hall->rounds[id - 1].id == id
               ? &hall->rounds[id - 1]
               : NULL;
}

bool arb_rounds_have(const arb_hall *hall, const char *event)
{
    for (size_t i = 0; i < hall->round_count; i++) {
        const arb_round *r = &hall->rounds[i];
        if (r->id != 0 && r->event && strcmp(r->event, event) == 0)
            return true;
    }
    return false;
}

arb_err arb_round_add(arb_round *r, arb_table *t)
{
    if (r->count == r->room) {
        const size_t room = r->room ? 2 * r->room : 32;
        uint64_t *more = realloc(r->games, room * sizeof *more);
        if (!more)
            return ARB_NOMEM;
        r->games = more;
        r->room = room;
    }
    r->games[r->count++] = t->id;
    (void)snprintf(t->round_label, sizeof t->round_label, "%llu.%u", arb_round_number(r), t->board);
    return ARB_OK;
}

arb_table *arb_round_table(const arb_hall *hall, const arb_round *r, size_t index)
{
    arb_table *t = arb_hall_table(hall, r->games[index]);

    return t && t->next == 0 ? t : NULL;
}

unsigned long long arb_round_number(const arb_round *r)
{
    static const char digits[] = "0123456789";
    const char *found = r->name ? strpbrk(r->name, digits) : NULL;

    if (r->number > 0)
        return r->number;
    return found && strspn(found, digits) < 6 ? strtoull(found, NULL, 10) : r->id;
}

/* ---- requests */

arb_round *arb_round_asked(const arb_api_call *call, const json_t *body)
{
    const json_t *value = json_object_get(body, "round");
    const arb_http_text text = arb_http_query_get(call->request, "round");
    uint64_t id = json_is_integer(value) && json_integer_value(value) > 0
                      ? (uint64_t)json_integer_value(value)
                      : 0;

    if (!body && text.at && !arb_http_number(&id, text))
        id = 0;
    arb_round *found = arb_round_get(call->hall, id);
    if (!found)
        arb_api_fail(call->exchange, ARB_API_NO_ROUND);
    return found;
}

bool arb_round_is_named(const json_t *body, unsigned board)
{
    const json_t *boards = json_object_get(body, "boards"), *one;
    size_t i;

    if (!json_is_array(boards))
        return true;
    json_array_foreach(boards, i, one)
    {
        if (json_is_integer(one) && json_integer_value(one) == (json_int_t)board)
            return true;
    }
    return false;
}

/* ---- JSON */

json_t *arb_round_json(const arb_hall *hall, const arb_round *r)
{
    json_int_t boards = 0, waiting = 0, playing = 0, over = 0;

    for (size_t i = 0; i < r->count; i++) {
        const arb_table *t = arb_round_table(hall, r, i);
        if (!t)
            continue;
        boards++;
        over += t->is_over;
        waiting += !t->is_over && t->phase == ARB_PHASE_WAITING;
        playing += !t->is_over && t->phase == ARB_PHASE_PLAYING;
    }
    return json_pack("{sI sI ss? ss? ss? sI sI sI sI sI sI}", "round", (json_int_t)r->id, "number",
                     (json_int_t)arb_round_number(r), "name", r->name, "group", r->group, "event",
                     r->event, "created", (json_int_t)r->created_ms, "boards", boards, "waiting",
                     waiting, "playing", playing, "stopped", boards - over - waiting - playing,
                     "over", over);
}

json_t *arb_rounds_json(const arb_hall *hall)
{
    json_t *list = json_array();

    for (size_t i = hall->round_count; i-- > 0;) {
        if (hall->rounds[i].id != 0)
            list = arb_json_add(list, arb_round_json(hall, &hall->rounds[i]));
    }
    return list;
}

json_t *arb_round_board_json(const arb_table *t)
{
    return json_pack("{sI sI ss? so}", "board", (json_int_t)t->board, "game", (json_int_t)t->id,
                     "group", t->group, "names", arb_api_names(&t->names));
}
