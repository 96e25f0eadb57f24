/* SPDX-License-Identifier: MIT */
/* Who sits at a table and how the game is played here, from the store; see table.h. */
#define _GNU_SOURCE
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/table.h"

enum { SEATS_TAGGED = 8 }; /* white, black, annotator, and some to spare */

typedef struct seating {
    uint64_t person[4]; /* the players, and their assistants */
    arb_buf tags;
    arb_err err;
} seating;

static bool load_seat(void *user, const arb_store_seat *seat)
{
    seating *it = user;

    for (unsigned i = 0; i < 4; i++) {
        const char *word =
            arb_seat_word(i < 2 ? (arb_seat)i : arb_seat_assisting((arb_colour)(i - 2)));
        if (seat->seat.size == strlen(word) && memcmp(seat->seat.text, word, strlen(word)) == 0)
            it->person[i] = seat->person;
    }
    it->err = arb_buf_add(&it->tags, seat->tags.text, seat->tags.size);
    return it->err == ARB_OK;
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
    seating it = { .err = ARB_OK };
    arb_buf_init(&it.tags, NULL, SEATS_TAGGED * (size_t)ARB_STORE_TAGS_MAX);
    arb_store_err err = arb_store_seats(store, t->id, load_seat, &it);
    if (!err && it.err)
        err = ARB_STORE_NOMEM;
    if (!err && arb_buf_size(&it.tags) > 0) {
        free(t->tags);
        t->tags = strndup(arb_buf_text(&it.tags), arb_buf_size(&it.tags));
        err = t->tags ? ARB_STORE_OK : ARB_STORE_NOMEM;
    }
    arb_buf_clear(&it.tags);

    char **const names[4] = { &t->names.white, &t->names.black, &t->names.assistant[ARB_WHITE],
                              &t->names.assistant[ARB_BLACK] };
    for (unsigned i = 0; i < 4 && !err; i++) {
        char **name = names[i];
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
    const char *computer = NULL, *group = NULL;
    int casual = 0, is_public = 0, is_desks = 0;
    json_int_t before = 0, next = 0, round = 0, board = 0;

    (void)snprintf(name, sizeof name, ARB_MANNER ".%llu", (unsigned long long)t->id);
    arb_buf_init(&text, NULL, ARB_STORE_VALUE_MAX);
    arb_store_err err = arb_store_setting_get(&text, store, name);
    json_t *manner = err ? NULL : json_loadb(arb_buf_text(&text), arb_buf_size(&text), 0, NULL);
    if (!err && !manner)
        err = ARB_STORE_CORRUPT;
    if (manner &&
        json_unpack(manner, "{s?b s?b s?b s?s s?I s?I s?I s?I s?s}", "casual", &casual, "public",
                    &is_public, "desk", &is_desks, "computer", &computer, "before", &before, "next",
                    &next, "round", &round, "board", &board, "group", &group) == 0) {
        t->round = round > 0 ? (uint64_t)round : 0;
        t->board = board > 0 ? (unsigned)board : 0;
        t->group = group ? strdup(group) : NULL;
        t->before = before > 0 ? (uint64_t)before : 0;
        t->next = next > 0 ? (uint64_t)next : 0;
        t->casual = casual;
        t->is_public = is_public;
        t->is_desks = is_desks;
        if (computer)
            t->computer = strcmp(computer, "white") == 0 ? ARB_WHITE : ARB_BLACK;
    }
    json_decref(manner);
    arb_buf_clear(&text);
    return err == ARB_STORE_UNKNOWN ? ARB_STORE_OK : err;
}

/* What was seen to before and while it is played. */
static arb_store_err load_checklist(arb_table *t, arb_store *store)
{
    arb_buf line;

    arb_buf_init(&line, NULL, ARB_STORE_VALUE_MAX);
    arb_store_err err = arb_store_checklist_get(&line, store, t->id);
    if (!err && arb_buf_size(&line) > 0) {
        free(t->checklist);
        t->checklist = strndup(arb_buf_text(&line), arb_buf_size(&line));
        err = t->checklist ? ARB_STORE_OK : ARB_STORE_NOMEM;
    }
    arb_buf_clear(&line);
    return err;
}

arb_store_err arb_table_introduce(arb_table *t, arb_store *store)
{
    arb_store_err err = load_names(t, store);

    if (!err)
        err = load_checklist(t, store);
    return err ? err : load_manner(t, store);
}
