/* SPDX-License-Identifier: MIT */
/*
 * GET /api/checklist, POST /api/checklist/done: the points of Appendix D that were seen to at a
 * table. They are kept in the store beside the journal.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "server/hall/checklist.h"
#include "server/hall/hall_internal.h"

enum { MS = 1000 };

/* A point on its way into the store. */
typedef struct checking {
    arb_committer_job job; /* first */
    arb_hall *hall;
    arb_http_exchange *exchange;
    uint64_t game;
    const arb_checklist_point *point;
    bool done; /* else it is to be seen to again */
    arb_checked checked;
    arb_buf line; /* then */
} checking;

static json_t *point_json(const arb_checklist_point *point, const char *line)
{
    arb_checked checked;
    json_t *done = arb_checklist_look(&checked, line, point->id)
                       ? json_pack("{sI ss}", "at", (json_int_t)(checked.at * MS), "by",
                                   arb_seat_word(checked.by))
                       : json_null();

    return json_pack(
        "{ss ss so so so}", "id", point->id, "part", arb_checklist_part_word(point->part),
        "articles", arb_json_words(point->articles), "text",
        arb_json_texts(point->text[ARB_LANG_EN], point->text[ARB_LANG_IT]), "done", done);
}

static json_t *texts(arb_text_id id)
{
    return arb_json_texts(arb_text(id, ARB_LANG_EN), arb_text(id, ARB_LANG_IT));
}

static void give(arb_http_exchange *exchange, const arb_table *t)
{
    size_t count;
    const arb_checklist_point *all = arb_checklist(&count);
    json_t *list = json_array(), *parts = json_array();

    for (size_t i = 0; i < count; i++)
        list = arb_json_add(list, point_json(&all[i], t->checklist));
    for (unsigned i = 0; i < ARB_CHECKLIST_PARTS; i++)
        parts = arb_json_add(
            parts, json_pack("{ss so}", "part", arb_checklist_part_word((arb_checklist_part)i),
                             "heading", texts(arb_checklist_heading((arb_checklist_part)i))));
    arb_api_give(exchange, 200,
                 json_pack("{sI so so so so}", "game", (json_int_t)t->id, "names",
                           arb_api_names(&t->names), "title", texts(ARB_TEXT_CHECKLIST_APP_D),
                           "parts", parts, "points", list));
}

void arb_api_checklist(const arb_api_call *call)
{
    if (arb_hall_allows(call, ARB_LIMIT_READ))
        give(call->exchange, call->table);
}

/* In the committer's thread, so that of two who tick at once neither undoes the other. */
static arb_store_err work(arb_committer_job *job, arb_store *store)
{
    checking *c = (checking *)job;
    arb_buf before;

    arb_buf_init(&before, NULL, ARB_STORE_VALUE_MAX);
    arb_buf_cut(&c->line, 0);
    arb_store_err err = arb_store_checklist_get(&before, store, c->game);
    if (!err && arb_checklist_change(&c->line, arb_buf_text(&before), c->point->id,
                                     c->done ? &c->checked : NULL) != ARB_OK)
        err = ARB_STORE_NOMEM;
    if (!err)
        err = arb_store_checklist_set(
            store, c->game, (arb_store_bytes){ arb_buf_text(&c->line), arb_buf_size(&c->line) });
    arb_buf_clear(&before);
    return err;
}

static void done(arb_committer_job *job, arb_store_err err)
{
    checking *c = (checking *)job;
    arb_table *t = arb_hall_table(c->hall, c->game);
    char *line = strndup(arb_buf_text(&c->line), arb_buf_size(&c->line));

    arb_hall_note(c->hall, err);
    if (err) {
        arb_api_fail_store(c->exchange, err);
        free(line);
    } else if (!t || !line) {
        arb_api_fail(c->exchange, ARB_API_MEMORY);
        free(line);
    } else {
        free(t->checklist);
        t->checklist = line;
        give(c->exchange, t);
    }
    arb_buf_clear(&c->line);
    free(c);
}

static void begin(const arb_api_call *call, const arb_checklist_point *point, bool is_done)
{
    checking *c = calloc(1, sizeof *c);

    if (!c) {
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return;
    }
    *c = (checking){ .job = { .work = work, .done = done },
                     .hall = call->hall,
                     .exchange = call->exchange,
                     .game = call->table->id,
                     .point = point,
                     .done = is_done,
                     .checked = { arb_wall_ms() / MS, call->seat } };
    arb_buf_init(&c->line, NULL, ARB_STORE_VALUE_MAX);
    arb_committer_push(call->hall->committer, &c->job);
}

void arb_api_check(const arb_api_call *call)
{
    json_t *body;

    if (!arb_hall_allows(call, ARB_LIMIT_EVENT) || !(body = arb_api_body(call)))
        return;
    const json_t *id = json_object_get(body, "point"), *is_done = json_object_get(body, "done");
    const arb_checklist_point *point =
        json_is_string(id) ? arb_checklist_find(json_string_value(id), json_string_length(id))
                           : NULL;
    if (!point)
        arb_api_fail_field(call->exchange, "point");
    else if (!json_is_boolean(is_done))
        arb_api_fail_field(call->exchange, "done");
    else
        begin(call, point, json_is_true(is_done));
    json_decref(body);
}
