/* SPDX-License-Identifier: MIT */
/* A table's game from the store: header, events judged once more, names; see table.h. */
#define _GNU_SOURCE
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/hall_internal.h"

/* A reading under way; errors are kept until the store has ended it. */
typedef struct loading {
    arb_table *table;
    arb_err err;
    size_t differs;
    int64_t origin; /* of the last event, by the clock of then */
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

static bool load_game(void *user, const arb_store_game *game)
{
    loading *it = user;
    arb_case_header header;
    arb_case_reader reader;
    arb_case_item item;

    arb_case_reader_init(&reader, game->header.text, game->header.size);
    it->err = arb_case_next(&item, &header, &reader, NULL);
    if (!it->err && !copy_tag(it->table, &header))
        it->err = ARB_NOMEM;
    if (!it->err)
        it->err = arb_game_new(&it->table->game, NULL, &header.regulations, &header.given);
    it->table->created_ms = game->created_ms;
    return false;
}

static bool load_event(void *user, const arb_store_event *stored)
{
    loading *it = user;
    arb_table *t = it->table;
    char client[ARB_STORE_WORD_MAX + 1];
    arb_verdict verdict;
    arb_event event;

    it->err = arb_event_read(&event, NULL, stored->text.text, stored->text.size,
                             arb_state_now(arb_game_state(t->game)),
                             arb_game_regulations(t->game)->language);
    if (!it->err)
        it->err = arb_game_submit(&verdict, t->game, &event);
    if (it->err)
        return false;
    if (stored->client.size > 0)
        memcpy(client, stored->client.text, stored->client.size);
    client[stored->client.size] = '\0';
    it->err = arb_log_add(t, stored->sequence, client,
                          stored->actor.size == 4 && memcmp(stored->actor.text, "hall", 4) == 0,
                          &verdict);
    it->differs += verdict.refused != stored->refused;
    it->origin = stored->stamp.monotonic_ms - event.time;
    return it->err == ARB_OK;
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

arb_store_err arb_table_load(arb_table *t, arb_store *store)
{
    loading it = { .table = t };
    arb_store_err err = arb_store_game_get(store, t->id, load_game, &it);

    if (!err && !it.err)
        err = arb_store_events_of(store, t->id, 0, SIZE_MAX, load_event, &it);
    if (!err && it.err)
        err = it.err == ARB_NOMEM ? ARB_STORE_NOMEM : ARB_STORE_CORRUPT;
    if (!err)
        err = load_names(t, store);
    if (!err)
        err = load_manner(t, store);
    if (err) {
        arb_table_sleep(t);
        return err;
    }
    if (!t->begun) { /* the time of the game goes on from its last event */
        t->begun = t->log_count > 0;
        t->origin = arb_boottime_ms() - arb_state_now(arb_game_state(t->game));
        t->former = it.origin;
    }
    arb_table_summarise(t);
    if (it.differs > 0)
        arb_hall_log(t->hall, "warning", "judged otherwise", "{sI sI}", "game", (json_int_t)t->id,
                     "events", (json_int_t)it.differs);
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
    return arb_committer_call(t->hall->committer, load_again, t);
}

void arb_table_sleep(arb_table *t)
{
    arb_log_clear(t);
    arb_game_free(t->game);
    t->game = NULL;
}
