/* SPDX-License-Identifier: MIT */
/* A player names an assistant; see appointing.h. */
#define _GNU_SOURCE
#include "server/hall/appointing.h"

#include <stdlib.h>
#include <string.h>

#include "common/deeds.h"

struct arb_appointing {
    uint64_t game;
    arb_colour player;
    char *name;
    bool follows; /* somebody else was named before */
    arb_fresh_seat links;
};

arb_appointing *arb_appointing_new(const arb_table *t, arb_colour player, const char *name)
{
    arb_appointing *a = calloc(1, sizeof *a);

    if (!a || !(a->name = strdup(name))) {
        free(a);
        return NULL;
    }
    a->game = t->id;
    a->player = player;
    a->links = (arb_fresh_seat){ .game = t->id, .seat = arb_seat_assisting(player) };
    return a;
}

void arb_appointing_free(arb_appointing *a)
{
    if (!a)
        return;
    free(a->links.ending);
    free(a->name);
    free(a);
}

/* ---- in the committer's thread */

typedef struct seated {
    const char *seat, *name;
    uint64_t person;
    bool is_same; /* it is whom the event names */
} seated;

static bool find_person(void *user, const arb_store_seat *seat)
{
    seated *it = user;

    if (seat->seat.size == strlen(it->seat) &&
        memcmp(seat->seat.text, it->seat, seat->seat.size) == 0)
        it->person = seat->person;
    return true;
}

static bool compare(void *user, const arb_store_person *person)
{
    seated *it = user;

    it->is_same = person->name.size == strlen(it->name) &&
                  memcmp(person->name.text, it->name, person->name.size) == 0;
    return false;
}

/* Somebody else who sat there is forgotten: he was known for nothing else. */
static arb_store_err make_room(bool *is_same, arb_store *store, const arb_appointing *a,
                               const char *seat)
{
    seated it = { .seat = seat, .name = a->name };
    arb_store_err err = arb_store_seats(store, a->game, find_person, &it);

    if (!err && it.person != 0)
        err = arb_store_person_get(store, it.person, compare, &it);
    if (!err && it.person != 0 && !it.is_same)
        err = arb_store_person_erase(store, it.person);
    *is_same = it.is_same;
    return err == ARB_STORE_UNKNOWN ? ARB_STORE_OK : err;
}

arb_store_err arb_appointing_store(arb_appointing *a, arb_store *store)
{
    const char *word = arb_seat_word(arb_seat_assisting(a->player));
    const arb_store_person person = { .name = { a->name, strlen(a->name) } };
    arb_store_seat seat = { .game = a->game, .seat = { word, strlen(word) } };
    bool is_same;

    arb_store_err err = make_room(&is_same, store, a, word);
    a->follows = !is_same;
    if (err || is_same)
        return err;
    err = arb_store_person_new(&seat.person, store, &person);
    if (!err)
        err = arb_store_seat_set(store, &seat);
    return err ? err : arb_links_end(store, &a->links);
}

/* ---- durable */

arb_err arb_appointing_take(arb_appointing *a, arb_table *t)
{
    if (!a->follows)
        return ARB_OK;
    free(t->names.assistant[a->player]);
    t->names.assistant[a->player] = a->name;
    a->name = NULL;
    return arb_links_ended(t->hall, &a->links);
}

/* ---- words */

arb_err arb_appointing_read(char **name, arb_buf *out, const arb_table *t, const char *text,
                            size_t size)
{
    arb_event event;
    char words[256];

    *name = NULL;
    if (arb_event_read_words(&event, NULL, text, size, ARB_ACTOR_WHITE, 0,
                             arb_game_regulations(t->game)->language) != ARB_OK)
        return ARB_SYNTAX;
    char *called = malloc(event.size + 1);
    if (!called)
        return ARB_NOMEM;
    (void)arb_event_text(called, event.size + 1, &event);
    event.text = ARB_NAMELESS;
    event.size = sizeof ARB_NAMELESS - 1;
    event.flags &= (uint16_t)~ARB_EVENT_ESCAPED;
    (void)arb_event_write_words(words, sizeof words, &event);
    const arb_err err = arb_buf_add_text(out, words);
    if (err)
        free(called);
    else
        *name = called;
    return err;
}
