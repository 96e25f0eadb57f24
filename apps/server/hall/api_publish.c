/* SPDX-License-Identifier: MIT */
/*
 * GET /api/publications: the events that the world may see. POST /api/publish: one more, or another
 * one under its name. POST /api/unpublish: one less. All for the desk alone.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "server/hall/broadcasts.h"
#include "server/hall/live.h"
#include "server/hall/rounds.h"
#include "server/hall/shadow.h"

/* One that is on its way into the store. */
typedef struct publishing {
    arb_committer_job job; /* first */
    arb_hall *hall;
    arb_http_exchange *exchange;
    arb_broadcast publication; /* without a name: the place is freed */
    size_t place;
    char *text;
} publishing;

/* ---- what there is */

/* Is it in the list already? */
static bool has(const json_t *list, const char *name)
{
    const json_t *one;
    size_t i;

    json_array_foreach(list, i, one)
    {
        if (strcmp(json_string_value(one), name) == 0)
            return true;
    }
    return false;
}

/* The events of the hall's rounds, which can be published by their names. */
static json_t *events(const arb_hall *hall)
{
    json_t *list = json_array();

    for (size_t i = hall->round_count; i-- > 0;) {
        const arb_round *r = &hall->rounds[i];
        if (r->id != 0 && r->event && !has(list, r->event))
            list = arb_json_add(list, json_string(r->event));
    }
    return list;
}

static json_t *all(const arb_hall *hall)
{
    json_t *list = json_array();

    for (size_t i = 0; i < ARB_BROADCASTS_MAX; i++) {
        const arb_broadcast *p = &hall->broadcasts[i];
        if (p->slug[0])
            list = arb_json_add(
                list, arb_json_put(arb_broadcast_json(p), "rounds",
                                   json_integer((json_int_t)arb_broadcast_rounds(hall, p))));
    }
    return json_pack("{so so}", "publications", list, "events", events(hall));
}

void arb_api_publications(const arb_api_call *call)
{
    if (arb_hall_allows(call, ARB_LIMIT_READ))
        arb_api_give(call->exchange, 200, all(call->hall));
}

/* ---- one more or less */

static arb_store_err work(arb_committer_job *job, arb_store *store)
{
    const publishing *it = (const publishing *)job;

    return arb_broadcast_store(store, it->place, it->text);
}

static void done(arb_committer_job *job, arb_store_err err)
{
    publishing *it = (publishing *)job;
    arb_hall *hall = it->hall;

    hall->is_publishing = false;
    arb_hall_note(hall, err);
    if (!err) {
        arb_broadcast_clear(&hall->broadcasts[it->place]);
        hall->broadcasts[it->place] = it->publication;
        it->publication = (arb_broadcast){ .slug = "" };
        arb_live_forget(hall);
        arb_shadows_review(hall);
        arb_hall_log(hall, "info", "published events", "{sI}", "place", (json_int_t)it->place + 1);
        arb_api_give(it->exchange, 200, all(hall));
    } else {
        arb_api_fail_store(it->exchange, err);
    }
    arb_broadcast_clear(&it->publication);
    free(it->text);
    free(it);
}

/* Where the publication of this name stands, or a free place; ARB_BROADCASTS_MAX: none. */
static size_t find_place(const arb_hall *hall, const char *slug)
{
    size_t found = ARB_BROADCASTS_MAX;

    for (size_t i = ARB_BROADCASTS_MAX; i-- > 0;) {
        if (strcmp(hall->broadcasts[i].slug, slug) == 0)
            return i;
        if (!hall->broadcasts[i].slug[0])
            found = i;
    }
    return found;
}

/* Sends it on its way; the publication is given up. `text` NULL: there is no memory. */
static void begin(const arb_api_call *call, arb_broadcast *p, size_t place, char *text)
{
    publishing *it = text ? calloc(1, sizeof *it) : NULL;

    if (!it || call->hall->is_publishing) {
        arb_api_fail(call->exchange, it ? ARB_API_BUSY : ARB_API_MEMORY);
        arb_broadcast_clear(p);
        free(it);
        free(text);
        return;
    }
    call->hall->is_publishing = true;
    it->hall = call->hall;
    it->exchange = call->exchange;
    it->publication = *p;
    it->place = place;
    it->text = text;
    it->job.work = work;
    it->job.done = done;
    arb_committer_push(call->hall->committer, &it->job);
}

/* Are all the chosen games there? */
static bool are_there(const arb_hall *hall, const arb_broadcast *p)
{
    for (size_t i = 0; i < p->chosen_count; i++)
        if (!arb_hall_table(hall, p->chosen[i].game))
            return false;
    return true;
}

static char *text_of(const arb_broadcast *p)
{
    json_t *value = arb_broadcast_json(p);
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;

    json_decref(value);
    return text;
}

void arb_api_publish(const arb_api_call *call)
{
    json_t *body = arb_house_may_change(call) ? arb_api_body(call) : NULL;
    arb_broadcast p;

    if (!body)
        return;
    const char *wrong = arb_broadcast_read(&p, body);
    json_decref(body);
    if (!wrong && !are_there(call->hall, &p))
        wrong = "games";
    const size_t place = wrong ? 0 : find_place(call->hall, p.slug);
    char *text = wrong ? NULL : text_of(&p);
    if (!wrong && place < ARB_BROADCASTS_MAX && text && strlen(text) <= ARB_STORE_VALUE_MAX) {
        begin(call, &p, place, text);
        return;
    }
    if (wrong)
        arb_api_fail_field(call->exchange, wrong);
    else if (!text)
        arb_api_fail(call->exchange, ARB_API_MEMORY);
    else
        arb_api_fail(call->exchange,
                     place == ARB_BROADCASTS_MAX ? ARB_API_FULL_FEED : ARB_API_TOO_LONG);
    free(text);
    arb_broadcast_clear(&p);
}

void arb_api_unpublish(const arb_api_call *call)
{
    json_t *body = arb_house_may_change(call) ? arb_api_body(call) : NULL;
    arb_broadcast none = { .slug = "" };

    if (!body)
        return;
    const char *slug = json_string_value(json_object_get(body, "name"));
    const arb_broadcast *p = slug ? arb_broadcast_find(call->hall, slug, strlen(slug)) : NULL;
    json_decref(body);
    if (!p)
        arb_api_fail(call->exchange, ARB_API_NOT_PUBLISHED);
    else
        begin(call, &none, (size_t)(p - call->hall->broadcasts), strdup(""));
}
