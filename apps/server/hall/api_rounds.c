/* SPDX-License-Identifier: MIT */
/*
 * POST /api/rounds: all boards of a round at once, under the same regulations; either all of them
 * are durable, or there is none. POST /api/rounds/slips: fresh links for its players.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/api_pairings.h"
#include "server/hall/fresh.h"
#include "server/hall/opening.h"
#include "server/hall/rounds.h"

/* A round on its way into the store. */
typedef struct making {
    arb_committer_job job; /* first */
    arb_hall *hall;
    arb_http_exchange *exchange;
    arb_pairings pairings;
    arb_round round;
    arb_round_numbers others; /* what is known of the numbers of other rounds, */
    uint64_t known;           /* of all up to this one */
    bool is_taken;            /* one of them has the number of this one */
    arb_round again;          /* one of them is this one, made elsewhere; its number 0: none */
    arb_opening **boards;     /* as many as there are pairings */
    size_t count;             /* of those that are there */
} making;

static void making_free(making *m)
{
    for (size_t i = 0; i < m->count; i++)
        arb_opening_free(m->boards[i]);
    m->hall->is_making_round = false;
    arb_round_clear(&m->round);
    arb_round_clear(&m->again);
    arb_pairings_clear(&m->pairings);
    free(m->boards);
    free(m);
}

/* ---- the store */

/* Rounds that other halls have made a moment ago count; one of them may be the answer to the same
 * request, of which its sender has not heard. */
static arb_store_err look_at_others(making *m, arb_store *store)
{
    uint64_t rounds;
    arb_store_err err = arb_rounds_count(&rounds, store);

    for (uint64_t id = m->known + 1; id <= rounds && !err && m->again.id == 0; id++) {
        arb_round r = { .id = 0 };
        err = arb_round_fetch(&r, store, id);
        if (!err && strcmp(r.client, m->round.client) == 0) {
            m->again = r;
            r = (arb_round){ .id = 0 };
        } else if (!err) {
            arb_round_numbers_add(&m->others, &m->round, &r);
        }
        arb_round_clear(&r);
    }
    return err;
}

/* A round without a name is called by its number. */
static bool name_round(arb_round *r)
{
    return r->name || asprintf(&r->name, "%u", r->number) >= 0;
}

static arb_store_err work(arb_committer_job *job, arb_store *store)
{
    making *m = (making *)job;
    arb_store_err err = look_at_others(m, store);

    m->is_taken = !err && m->again.id == 0 && !arb_round_number_settle(&m->round, &m->others);
    if (err || m->is_taken || m->again.id != 0)
        return err;
    err = name_round(&m->round) ? arb_round_store(&m->round, store) : ARB_STORE_NOMEM;
    for (size_t i = 0; i < m->count && !err; i++) {
        m->boards[i]->round = m->round.id;
        err = arb_opening_store(m->boards[i], store);
        arb_committer_goes_on(m->hall->committer);
    }
    return err;
}

static void give_again(arb_http_exchange *exchange, const arb_hall *hall, const arb_round *again)
{
    arb_api_give(exchange, 200, arb_json_put(arb_round_json(hall, again), "again", json_true()));
}

/* Boards in memory with their links; NULL without memory. */
static json_t *seat_boards(making *m)
{
    json_t *boards = json_array();

    for (size_t i = 0; i < m->count; i++) {
        arb_opening *o = m->boards[i];
        const arb_table *t = arb_opening_seat(o);
        json_t *board = t ? arb_json_join(arb_round_board_json(t), arb_opening_links(o)) : NULL;
        boards = arb_json_add(boards, board);
        m->hall->counts.created += t != NULL;
    }
    return boards;
}

static void done(arb_committer_job *job, arb_store_err err)
{
    making *m = (making *)job;
    arb_hall *hall = m->hall;
    const uint64_t id = m->round.id;

    arb_hall_note(hall, err);
    if (err) {
        arb_api_fail_store(m->exchange, err);
    } else if (m->again.id != 0) {
        const arb_round *known = arb_round_get(hall, m->again.id);
        if (known)
            give_again(m->exchange, hall, known);
        else /* it is being read here: with all its boards when it is asked for once more */
            arb_api_fail(m->exchange, ARB_API_BUSY);
        arb_lists_look(hall);
    } else if (m->is_taken) {
        arb_api_fail(m->exchange, ARB_API_ROUND_TAKEN);
    } else if (arb_round_keep(hall, &m->round) != ARB_OK) {
        arb_api_fail(m->exchange, ARB_API_MEMORY);
    } else {
        json_t *boards = seat_boards(m);
        const arb_round *r = arb_round_get(hall, id);
        arb_feed_new_round(hall);
        arb_hall_log(hall, "info", "round", "{sI sI}", "round", (json_int_t)id, "boards",
                     (json_int_t)m->count);
        arb_api_give(m->exchange, 201,
                     boards && r ? json_pack("{sI sI ss? ss? ss? so so so}", "round",
                                             (json_int_t)id, "number", (json_int_t)r->number,
                                             "name", r->name, "group", r->group, "event", r->event,
                                             "boards", boards, "byes", arb_api_byes(&m->pairings),
                                             "warnings", arb_api_slips(&m->pairings))
                                 : NULL);
    }
    making_free(m);
}

/* ---- what is asked for */

/* A text of the body that names something; false, after an answer, when it cannot be used. */
static bool read_name(char **out, const arb_api_call *call, const json_t *body, const char *key)
{
    const json_t *value = json_object_get(body, key);
    const char *text = json_string_value(value);
    bool plain = !value || json_is_null(value) || text;

    for (const char *c = text ? text : ""; *c; c++)
        plain = plain && (unsigned char)*c >= ' ' && *c != 0x7f;
    if (!plain || json_string_length(value) > ARB_ROUND_NAME_MAX) {
        arb_api_fail_field(call->exchange, key);
        return false;
    }
    *out = text && *text ? strdup(text) : NULL;
    return true;
}

/* What the desk says that it is; 0: nothing. */
static bool read_number(unsigned *out, const arb_api_call *call, const json_t *body)
{
    const json_t *value = json_object_get(body, "number");
    const json_int_t number = json_integer_value(value);

    *out = (unsigned)number;
    if (!value || json_is_null(value) || (number >= 1 && number <= ARB_ROUND_NUMBER_MAX))
        return true;
    arb_api_fail_field(call->exchange, "number");
    return false;
}

static bool read_round(making *m, const arb_api_call *call, const json_t *body)
{
    const json_t *id = json_object_get(body, "id");
    const size_t size = json_string_length(id);

    if (!json_is_string(id) || size < ARB_ROUND_ID_MIN || size > ARB_ROUND_ID_MAX) {
        arb_api_fail_field(call->exchange, "id");
        return false;
    }
    (void)snprintf(m->round.client, sizeof m->round.client, "%s", json_string_value(id));
    m->round.created_ms = arb_wall_ms();
    return read_name(&m->round.name, call, body, "name") &&
           read_name(&m->round.group, call, body, "group") &&
           read_number(&m->round.number, call, body) &&
           arb_api_read_pairings(&m->pairings, call, body);
}

static bool names_players(const arb_opening *o)
{
    return o->names.white || o->names.black || o->computer != ARB_COLOUR_COUNT ||
           arb_game_regulations(o->game)->colours.lot;
}

/* What every board is to be; NULL, after an answer, when that cannot be had. The colours stand in
 * the pairings. */
static arb_opening *read_pattern(const arb_api_call *call, const json_t *body)
{
    const json_t *wanted = json_object_get(body, "game");
    json_t *game = json_is_object(wanted) ? json_copy((json_t *)wanted) : json_object();
    arb_opening *o = arb_opening_new(call);

    if (!json_object_get(game, "mode"))
        (void)json_object_set_new(game, "mode", json_string("tournament"));
    bool good = o && (!wanted || json_is_null(wanted) || json_is_object(wanted));
    if (o && !good)
        arb_api_fail_field(call->exchange, "game");
    good = good && arb_opening_read(o, call, game);
    if (good && names_players(o)) {
        arb_api_fail_field(call->exchange, "game");
        good = false;
    }
    json_decref(game);
    if (o && !good)
        arb_opening_free(o);
    return good ? o : NULL;
}

static bool copy(char **out, const char *text)
{
    *out = text ? strdup(text) : NULL;
    return *out || !text;
}

/* What the list says of a player, as lines of tags. */
static bool copy_facts(char **out, const arb_particulars *facts, arb_colour player)
{
    arb_buf lines;

    arb_buf_init(&lines, NULL, ARB_STORE_TAGS_MAX);
    const bool written = arb_particulars_write(&lines, facts, player) == ARB_OK;
    *out = written && arb_buf_size(&lines) > 0 ? strdup(arb_buf_text(&lines)) : NULL;
    const bool good = written && (*out || arb_buf_size(&lines) == 0);
    arb_buf_clear(&lines);
    return good;
}

/* One board after the pattern; false without memory. */
static bool add_board(making *m, const arb_api_call *call, const arb_opening *pattern,
                      const arb_pairing *pairing)
{
    arb_opening *o = calloc(1, sizeof *o);
    const char *group = pairing->group ? pairing->group : m->round.group;

    if (!o)
        return false;
    *o = (arb_opening){ .hall = call->hall,
                        .casual = pattern->casual,
                        .is_public = pattern->is_public,
                        .is_desks = true,
                        .computer = ARB_COLOUR_COUNT,
                        .asker = ARB_SEAT_DESK,
                        .drawn = pattern->drawn,
                        .created_ms = pattern->created_ms,
                        .board = pairing->board };
    arb_buf_init(&o->header, NULL, ARB_STORE_HEADER_MAX);
    m->boards[m->count++] = o;
    return copy(&o->names.white, pairing->white) && copy(&o->names.black, pairing->black) &&
           copy(&o->names.event, m->round.event) && copy(&o->group, group) &&
           copy_facts(&o->tags[ARB_WHITE], &pairing->about[ARB_WHITE], ARB_WHITE) &&
           copy_facts(&o->tags[ARB_BLACK], &pairing->about[ARB_BLACK], ARB_BLACK) &&
           arb_game_new(&o->game, NULL, arb_game_regulations(pattern->game),
                        arb_game_given(pattern->game)) == ARB_OK &&
           arb_opening_prepare(o);
}

static bool add_boards(making *m, const arb_api_call *call, const arb_opening *pattern)
{
    const arb_pairings *p = &m->pairings;
    const char *event = pattern->names.event ? pattern->names.event : p->event;

    m->boards = calloc(p->count, sizeof *m->boards);
    bool good = m->boards && copy(&m->round.event, event) &&
                (m->round.group || copy(&m->round.group, arb_api_group(p)));
    for (size_t i = 0; i < p->count && good; i++)
        good = add_board(m, call, pattern, &p->boards[i]);
    if (!good)
        arb_api_fail(call->exchange, ARB_API_MEMORY);
    return good;
}

/* The number that is said, and what is known of the others: the rest is decided in the store. */
static void begin(making *m)
{
    arb_round *r = &m->round;

    if (r->number == 0)
        r->number = arb_round_number_said(r->name, m->pairings.round);
    m->known = arb_round_numbers_look(&m->others, m->hall, r);
    arb_committer_push(m->hall->committer, &m->job);
}

/* The round that was made with this id before; NULL. */
static const arb_round *find_again(const arb_hall *hall, const json_t *body)
{
    const char *id = json_string_value(json_object_get(body, "id"));

    for (size_t i = 0; id && *id && i < hall->round_count; i++) {
        if (strcmp(hall->rounds[i].client, id) == 0)
            return &hall->rounds[i];
    }
    return NULL;
}

static void make(const arb_api_call *call, const json_t *body)
{
    making *m = calloc(1, sizeof *m);

    if (!m) {
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return;
    }
    m->hall = call->hall;
    m->exchange = call->exchange;
    m->job.work = work;
    m->job.done = done;
    m->hall->is_making_round = true;
    arb_opening *pattern = read_round(m, call, body) ? read_pattern(call, body) : NULL;
    const bool good = pattern && add_boards(m, call, pattern);
    if (pattern)
        arb_opening_free(pattern);
    if (good)
        begin(m);
    else
        making_free(m);
}

void arb_api_rounds(const arb_api_call *call)
{
    json_t *body;

    if (!arb_hall_allows(call, ARB_LIMIT_READ) || !(body = arb_api_body(call)))
        return;
    const arb_round *again = find_again(call->hall, body);
    if (again)
        give_again(call->exchange, call->hall, again);
    else if (call->hall->is_making_round || atomic_load(&call->hall->house.leaving))
        arb_api_fail(call->exchange, ARB_API_BUSY);
    else
        make(call, body);
    json_decref(body);
}

/* ---- slips */

/* The boards of the round with what their players were given: White and Black follow one another.
 */
static void give_slips(arb_fresh *f)
{
    json_t *boards = json_array();

    for (size_t i = 0; i + 1 < f->count; i += 2) {
        const arb_fresh_seat *white = &f->seats[i], *black = &f->seats[i + 1];
        const arb_table *t = arb_hall_table(f->hall, white->game);
        json_t *links =
            json_pack("{s{ss ss} s{ss? ss?}}", "tokens", "white", white->token, "black",
                      black->token, "codes", "white", white->wants_code ? white->code : NULL,
                      "black", black->wants_code ? black->code : NULL);
        boards = arb_json_add(boards, t ? arb_json_join(arb_round_board_json(t), links) : links);
    }
    arb_api_give(f->exchange, 200,
                 json_pack("{sI so}", "round", (json_int_t)(uintptr_t)f->user, "boards", boards));
}

void arb_api_slip(const arb_api_call *call)
{
    json_t *body;

    if (!arb_hall_allows(call, ARB_LIMIT_READ) || !(body = arb_api_body(call)))
        return;
    const arb_round *r = arb_round_asked(call, body);
    arb_fresh *f = r ? arb_fresh_new(call, 2 * r->count) : NULL;
    bool good = f != NULL;
    for (size_t i = 0; good && i < r->count; i++) {
        arb_table *t = arb_round_table(call->hall, r, i);
        if (t && arb_round_is_named(body, t->board))
            good = arb_fresh_add(f, t, ARB_SEAT_WHITE) && arb_fresh_add(f, t, ARB_SEAT_BLACK);
    }
    if (good) {
        f->give = give_slips;
        f->user = (void *)(uintptr_t)r->id;
        arb_fresh_begin(f);
    } else if (f) {
        arb_api_fail(call->exchange, ARB_API_BUSY);
        arb_fresh_free(f);
    }
    json_decref(body);
}
