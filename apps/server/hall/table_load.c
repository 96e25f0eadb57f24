/* SPDX-License-Identifier: MIT */
/* A table's game from the store: header, events judged once more, names; see table.h. */
#define _GNU_SOURCE
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/hall_internal.h"

/* A reading under way. */
typedef struct loading {
    arb_table *table;
    arb_store_stamp stored; /* when the last event was, by the clocks of then */
} loading;

static bool copy_tag(arb_table *t, const arb_case_header *header)
{
    for (size_t i = 0; i < header->tag_count; i++) {
        const arb_case_tag *tag = &header->tag[i];
        char *value, *to;
        if (tag->name_size != 5 || memcmp(tag->name, "Event", 5) != 0)
            continue;
        value = to = strndup(tag->value, tag->value_size);
        if (!value)
            return false;
        for (const char *from = value; *from; from++) {
            if (*from == '\\' && from[1])
                from++;
            *to++ = *from;
        }
        *to = '\0';
        free(t->names.event);
        t->names.event = value;
    }
    return true;
}

static bool load_game(void *user, const arb_store_game *game, const arb_case_header *header)
{
    loading *it = user;

    it->table->created_ms = game->created_ms;
    return copy_tag(it->table, header);
}

static bool load_event(void *user, const arb_store_event *stored)
{
    loading *it = user;
    char client[ARB_STORE_WORD_MAX + 1];
    const bool by_hall = stored->actor.size == 4 && memcmp(stored->actor.text, "hall", 4) == 0;

    if (stored->client.size >= sizeof client) /* no store hands on such a thing */
        return false;
    if (stored->client.size > 0)
        memcpy(client, stored->client.text, stored->client.size);
    client[stored->client.size] = '\0';
    it->stored = stored->stamp;
    return arb_log_add(it->table, stored->sequence, client, by_hall) == ARB_OK;
}

/* ---- who sits there */

typedef struct seating {
    uint64_t person[2];
} seating;

static bool load_seat(void *user, const arb_store_seat *seat)
{
    seating *it = user;

    for (unsigned i = 0; i < 2; i++) {
        const char *word = arb_seat_word((arb_seat)i);
        if (seat->seat.size == strlen(word) && memcmp(seat->seat.text, word, strlen(word)) == 0)
            it->person[i] = seat->person;
    }
    return true;
}

static bool load_name(void *user, const arb_store_person *person)
{
    char **name = user;

    free(*name);
    *name = person->name.size > 0 ? strndup(person->name.text, person->name.size) : NULL;
    return false;
}

static arb_store_err load_names(arb_table *t, arb_store *store)
{
    seating it = { { 0, 0 } };
    arb_store_err err = arb_store_seats(store, t->id, load_seat, &it);

    for (unsigned i = 0; i < 2 && !err; i++) {
        char **name = i == ARB_WHITE ? &t->names.white : &t->names.black;
        if (it.person[i] == 0)
            continue;
        err = arb_store_person_get(store, it.person[i], load_name, name);
        if (err == ARB_STORE_UNKNOWN) /* erased: the game stays */
            err = ARB_STORE_OK;
    }
    return err;
}

/* How the game is played here; what a case does not know. */
static arb_store_err load_manner(arb_table *t, arb_store *store)
{
    char name[40];
    arb_buf text;
    const char *computer = NULL;
    int casual = 0, is_public = 0;

    (void)snprintf(name, sizeof name, "game.%llu", (unsigned long long)t->id);
    arb_buf_init(&text, NULL, ARB_STORE_VALUE_MAX);
    arb_store_err err = arb_store_setting_get(&text, store, name);
    json_t *manner = err ? NULL : json_loadb(arb_buf_text(&text), arb_buf_size(&text), 0, NULL);
    if (!err && !manner)
        err = ARB_STORE_CORRUPT;
    if (manner && json_unpack(manner, "{s?b s?b s?s}", "casual", &casual, "public", &is_public,
                              "computer", &computer) == 0) {
        t->casual = casual;
        t->is_public = is_public;
        if (computer)
            t->computer = strcmp(computer, "white") == 0 ? ARB_WHITE : ARB_BLACK;
    }
    json_decref(manner);
    arb_buf_clear(&text);
    return err == ARB_STORE_UNKNOWN ? ARB_STORE_OK : err;
}

/* A game that is not whole is not shown as if it were. Whoever runs the hall is told, once. */
static void set_aside(arb_table *t)
{
    if (!t->damaged)
        arb_hall_log(t->hall, "error", "damaged game; see arbitro store check", "{sI}", "game",
                     (json_int_t)t->id);
    t->damaged = true;
    t->is_over = true; /* nothing is expected of it */
}

arb_store_err arb_table_load(arb_table *t, arb_store *store)
{
    loading it = { .table = t };
    const arb_store_listener listener = { load_game, load_event, &it };
    size_t differs;
    arb_store_err err = arb_store_game_load(&t->game, &differs, store, t->id, &listener);

    if (!err)
        err = load_names(t, store);
    if (!err)
        err = load_manner(t, store);
    if (err) {
        arb_table_sleep(t);
        if (err == ARB_STORE_CORRUPT)
            set_aside(t);
        return err;
    }
    if (!t->begun) { /* the time of the game goes on from its last event */
        const arb_ms now = arb_state_now(arb_game_state(t->game));
        t->begun = t->log_count > 0;
        t->origin = arb_boottime_ms() - now;
        t->former = it.stored.monotonic_ms - now;
        t->former_wall_ms = it.stored.wall_ms;
    }
    t->touched_ms = it.stored.wall_ms > t->created_ms ? it.stored.wall_ms : t->created_ms;
    arb_table_summarise(t);
    if (differs > 0)
        arb_hall_log(t->hall, "warning", "judged otherwise", "{sI sI}", "game", (json_int_t)t->id,
                     "events", (json_int_t)differs);
    return ARB_STORE_OK;
}

static arb_store_err load_again(void *user, arb_store *store)
{
    return arb_table_load(user, store);
}

arb_store_err arb_table_wake(arb_table *t)
{
    t->used_ms = arb_boottime_ms();
    if (t->game)
        return ARB_STORE_OK;
    if (t->damaged)
        return ARB_STORE_CORRUPT;
    return arb_committer_call(t->hall->committer, load_again, t);
}

void arb_table_sleep(arb_table *t)
{
    arb_log_clear(t);
    arb_budgets_free(t->budgets);
    t->budgets = NULL;
    arb_game_free(t->game);
    t->game = NULL;
}
