/* SPDX-License-Identifier: MIT */
/*
 * GET /api/publications: the events that the world may see. POST /api/publish: one more, or another
 * one under its name. POST /api/unpublish: one less. All for the desk alone.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/broadcasts.h"
#include "server/hall/rounds.h"

enum { ROUNDS_LOOKED = 100000 }; /* at so many, the latest ones, in the store */

/* One that is on its way into the store. */
typedef struct publishing {
    arb_committer_job job; /* first */
    arb_hall *hall;
    arb_http_exchange *exchange;
    char slug[ARB_SLUG_MAX + 1];
    arb_broadcast publication; /* without a name: the place is freed */
    char *text;
    size_t missing;      /* which of the chosen games is not there, from 1; 0: all are */
    bool is_unheard;     /* no round of the store is of its event */
    bool may_replace;    /* whatever has its name */
    bool is_clash;       /* it cannot take the place of what has, */
    arb_api_error clash; /* for this reason; */
    json_t *there;       /* and that is there */
    size_t place;        /* where it was put; ARB_BROADCASTS_MAX: there is none */
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

/* Where the publication of this name stands, or, to `add` it, a free place; ARB_BROADCASTS_MAX:
 * none. */
static size_t find_place(const arb_broadcast *all, const char *slug, bool add)
{
    size_t found = ARB_BROADCASTS_MAX;

    for (size_t i = ARB_BROADCASTS_MAX; i-- > 0;) {
        if (strcmp(all[i].slug, slug) == 0)
            return i;
        if (add && !all[i].slug[0])
            found = i;
    }
    return found;
}

static bool note_game(void *user, const arb_store_game *game)
{
    *(uint64_t *)user = game->id;
    return false;
}

/* Is one of the chosen games not there? Another hall may have made it a moment ago. */
static arb_store_err find_missing(size_t *out, arb_store *store, const arb_broadcast *p)
{
    arb_store_err err = ARB_STORE_OK;

    *out = 0;
    for (size_t i = 0; i < p->chosen_count && !err && *out == 0; i++) {
        uint64_t found = 0;
        err = arb_store_games(store, p->chosen[i].game - 1, false, 1, note_game, &found);
        *out = found != p->chosen[i].game ? i + 1 : 0;
    }
    return err == ARB_STORE_UNKNOWN ? ARB_STORE_OK : err;
}

/* Is no round of this event? One that another hall has made a moment ago counts. */
static arb_store_err find_event(bool *is_unheard, arb_store *store, const char *event)
{
    uint64_t rounds = 0;
    arb_store_err err = event ? arb_rounds_count(&rounds, store) : ARB_STORE_OK;

    const uint64_t last = rounds > ROUNDS_LOOKED ? rounds - ROUNDS_LOOKED : 0;

    *is_unheard = event != NULL;
    for (uint64_t id = rounds; id > last && !err && *is_unheard; id--) {
        arb_round r = { .id = 0 };
        err = arb_round_fetch(&r, store, id);
        *is_unheard = err || !r.event || strcmp(r.event, event) != 0;
        arb_round_clear(&r);
    }
    return err;
}

static bool is_chosen(const arb_broadcast *p, uint64_t game)
{
    for (size_t i = 0; i < p->chosen_count; i++)
        if (p->chosen[i].game == game)
            return true;
    return false;
}

/* Is everything that is published there published by this one, too? */
static bool covers(const arb_broadcast *p, const arb_broadcast *there)
{
    bool all =
        p->event && there->event ? strcmp(p->event, there->event) == 0 : p->event == there->event;

    for (size_t i = 0; i < there->chosen_count && all; i++)
        all = is_chosen(p, there->chosen[i].game);
    return all;
}

/* What was to be seen later must not be seen sooner because somebody chose a name that is taken. */
static bool clashes(publishing *it, const arb_broadcast *there)
{
    const arb_broadcast *p = &it->publication;

    if (it->may_replace || !p->slug[0] || !there->slug[0])
        return false;
    if (!covers(p, there))
        it->clash = ARB_API_NAME_TAKEN;
    else if (p->delay_s < there->delay_s)
        it->clash = ARB_API_DELAY_SHORTER;
    else
        return false;
    it->there = arb_broadcast_json(there);
    return true;
}

/* In the committer's thread, where another hall cannot have changed it meanwhile. */
static arb_store_err work(arb_committer_job *job, arb_store *store)
{
    publishing *it = (publishing *)job;
    arb_broadcast *all = NULL;
    bool damaged = false;
    arb_store_err err = find_missing(&it->missing, store, &it->publication);

    if (!err && it->is_unheard)
        err = find_event(&it->is_unheard, store, it->publication.event);
    if (!err && it->missing == 0 && !it->is_unheard)
        err = arb_broadcasts_read(&all, &damaged, store);
    if (!all)
        return err;
    it->place = find_place(all, it->slug, it->publication.slug[0] != '\0');
    it->is_clash = it->place < ARB_BROADCASTS_MAX && clashes(it, &all[it->place]);
    arb_broadcasts_free(all);
    if (it->place == ARB_BROADCASTS_MAX || it->is_clash)
        return ARB_STORE_OK;
    err = arb_broadcast_store(store, it->place, it->text);
    return err ? err : arb_shared_change(it->hall, store);
}

/* ---- what is wrong */

static void fail_fault(arb_http_exchange *exchange, arb_publish_fault fault,
                       arb_publish_place where)
{
    static const struct {
        const char *member, *en, *it;
    } faults[ARB_PUBLISH_FAULT_COUNT] = {
#define PUBLISH_FAULT(id, member, en, it) [ARB_PUBLISH_##id] = { member, en, it },
#include "server/hall/publish_faults.def"
#undef PUBLISH_FAULT
    };
    const char *member = where.member ? where.member : faults[fault].member;
    json_t *more = json_pack("{ss}", "field", member);

    if (where.at > 0)
        more = arb_json_put(more, "at", json_integer((json_int_t)where.at));
    arb_api_fail_as(exchange, ARB_API_FIELD, arb_json_texts(faults[fault].en, faults[fault].it),
                    more);
}

/* The first member that is none of these; NULL when all are. */
static const char *unknown_member(const json_t *body, const char *const *known, size_t count)
{
    const char *name;
    json_t *value;

    json_object_foreach((json_t *)(uintptr_t)body, name, value)
    {
        size_t i = 0;
        while (i < count && strcmp(known[i], name) != 0)
            i++;
        if (i == count)
            return name;
    }
    return NULL;
}

/* ---- at the end */

/* A hall among others has it, or what is newer, before anybody is told: see house_shared.c. */
static void put(publishing *it)
{
    arb_hall *hall = it->hall;

    if (!hall->house.shared) {
        arb_broadcast_clear(&hall->broadcasts[it->place]);
        hall->broadcasts[it->place] = it->publication;
        it->publication = (arb_broadcast){ .slug = "" };
        arb_shared_changed(hall);
    }
    arb_hall_log(hall, "info", "published events", "{sI}", "place", (json_int_t)it->place + 1);
}

static void done(arb_committer_job *job, arb_store_err err)
{
    publishing *it = (publishing *)job;
    arb_hall *hall = it->hall;

    hall->is_publishing = false;
    arb_hall_note(hall, err);
    if (err) {
        arb_api_fail_store(it->exchange, err);
    } else if (it->missing > 0) {
        fail_fault(it->exchange, ARB_PUBLISH_NO_GAME, (arb_publish_place){ NULL, it->missing });
    } else if (it->is_unheard) {
        fail_fault(it->exchange, ARB_PUBLISH_NO_EVENT, (arb_publish_place){ NULL, 0 });
    } else if (it->place == ARB_BROADCASTS_MAX) {
        arb_api_fail(it->exchange,
                     it->publication.slug[0] ? ARB_API_FULL_FEED : ARB_API_NOT_PUBLISHED);
    } else if (it->is_clash) {
        arb_api_fail_with(it->exchange, it->clash, json_pack("{so}", "publication", it->there));
        it->there = NULL;
    } else {
        put(it);
        arb_api_give(it->exchange, 200, all(hall));
    }
    json_decref(it->there);
    arb_broadcast_clear(&it->publication);
    free(it->text);
    free(it);
}

/* Sends it on its way; the publication is given up. `text` NULL: there is no memory. */
static void begin(const arb_api_call *call, const char *slug, arb_broadcast *p, char *text,
                  bool may_replace)
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
    (void)snprintf(it->slug, sizeof it->slug, "%s", slug);
    it->publication = *p;
    it->may_replace = may_replace;
    it->text = text;
    it->is_unheard = p->event && !arb_rounds_have(call->hall, p->event);
    it->job.work = work;
    it->job.done = done;
    arb_committer_push(call->hall->committer, &it->job);
}

static char *text_of(const arb_broadcast *p)
{
    json_t *value = arb_broadcast_json(p);
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;

    json_decref(value);
    return text;
}

/* `rounds` is what GET tells beside these: whoever sends back what he was told is not refused. */
static arb_publish_fault read_body(arb_broadcast *out, arb_publish_place *where, const json_t *body)
{
    static const char *const known[] = { "name",  "title",  "event",  "games",
                                         "delay", "rounds", "replace" };
    const char *unknown = unknown_member(body, known, sizeof known / sizeof known[0]);
    const json_t *replace = json_object_get(body, "replace");
    const bool is_wrong = replace && !json_is_boolean(replace);

    if (!unknown && !is_wrong)
        return arb_broadcast_read(out, where, body);
    *out = (arb_broadcast){ .slug = "" };
    *where = (arb_publish_place){ unknown, 0 };
    return is_wrong ? ARB_PUBLISH_REPLACE : ARB_PUBLISH_UNKNOWN;
}

void arb_api_publish(const arb_api_call *call)
{
    json_t *body = arb_api_body(call);
    arb_publish_place where;
    arb_broadcast p;

    if (!body)
        return;
    const arb_publish_fault fault = read_body(&p, &where, body);
    char *text = fault ? NULL : text_of(&p);
    if (text && strlen(text) <= ARB_STORE_VALUE_MAX) {
        char slug[ARB_SLUG_MAX + 1];
        memcpy(slug, p.slug, sizeof slug);
        begin(call, slug, &p, text, json_is_true(json_object_get(body, "replace")));
        json_decref(body);
        return;
    }
    if (fault)
        fail_fault(call->exchange, fault, where);
    else
        arb_api_fail(call->exchange, text ? ARB_API_TOO_LONG : ARB_API_MEMORY);
    free(text);
    arb_broadcast_clear(&p);
    json_decref(body);
}

void arb_api_unpublish(const arb_api_call *call)
{
    static const char *const known[] = { "name" };
    json_t *body = arb_api_body(call);
    arb_broadcast none = { .slug = "" };

    if (!body)
        return;
    const char *slug = json_string_value(json_object_get(body, "name"));
    const char *unknown = unknown_member(body, known, 1);
    if (unknown)
        fail_fault(call->exchange, ARB_PUBLISH_UNKNOWN_BACK, (arb_publish_place){ unknown, 0 });
    else if (!slug || !arb_slug_is_good(slug))
        fail_fault(call->exchange, ARB_PUBLISH_NAME, (arb_publish_place){ NULL, 0 });
    else
        begin(call, slug, &none, strdup(""), true);
    json_decref(body);
}
