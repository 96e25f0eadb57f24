/* SPDX-License-Identifier: MIT */
/* POST /api/games: a new game, its links and its codes. Answered when it is durable. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/engine.h"
#include "server/hall/hall_internal.h"

enum { NAME_MAX_BYTES = 200, HEADER_MAX = 65536, CODE_TRIES = 20 };

/* The seats that get a link and a code each. */
enum { LINKED = ARB_SEAT_DESK };

/* A game on its way into the store. */
typedef struct opening {
    arb_committer_job job; /* first */
    arb_hall *hall;
    arb_http_exchange *exchange;
    arb_game *game;
    arb_names names;
    bool casual, is_public;
    arb_colour computer;
    uint64_t owner; /* who pays for it; 0: nobody */
    int64_t created_ms;
    arb_buf header;
    char summary[ARB_SUMMARY_MAX];
    char token[LINKED][ARB_TOKEN_SIZE], code[LINKED][ARB_CODE_SIZE];
    uint64_t id;
} opening;

/* A game that has not come about does not count for whoever wanted it. */
static void opening_free(opening *o)
{
    if (o->owner)
        arb_quotas_shut(&o->hall->quotas, o->owner);
    arb_game_free(o->game);
    free(o->names.white);
    free(o->names.black);
    free(o->names.event);
    arb_buf_clear(&o->header);
    free(o);
}

/* The arbiter of the whole hall may make as many games as there is room for. */
static bool is_desk(const arb_api_call *call)
{
    return call->known && call->seat == ARB_SEAT_DESK;
}

static bool has_link(const opening *o, unsigned seat)
{
    return seat > ARB_SEAT_BLACK || (unsigned)o->computer != seat;
}

/* ---- what is asked for */

static bool is_plain(const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            return false;
    }
    return true;
}

static bool read_name(char **out, const json_t *names, const char *key)
{
    const json_t *value = json_object_get(names, key);
    const char *text = json_string_value(value);

    if (!text)
        return !value || json_is_null(value);
    if (strlen(text) > NAME_MAX_BYTES || !is_plain(text))
        return false;
    *out = *text ? strdup(text) : NULL;
    return true;
}

static bool read_names(opening *o, const json_t *body)
{
    const json_t *names = json_object_get(body, "names");

    return (!names || json_is_null(names) || json_is_object(names)) &&
           read_name(&o->names.white, names, "white") &&
           read_name(&o->names.black, names, "black") && read_name(&o->names.event, names, "event");
}

static bool read_computer(opening *o, const json_t *body)
{
    const json_t *value = json_object_get(body, "computer");
    const char *text = json_string_value(value);

    o->computer = ARB_COLOUR_COUNT;
    if (!text)
        return !value || json_is_null(value);
    if (strcmp(text, "white") != 0 && strcmp(text, "black") != 0)
        return false;
    o->computer = *text == 'w' ? ARB_WHITE : ARB_BLACK;
    /* In lists and in PGN it has a name, unless it was given another. */
    char **name = o->computer == ARB_WHITE ? &o->names.white : &o->names.black;
    if (!*name)
        *name = strdup("Computer");
    return true;
}

static bool read_mode(opening *o, const json_t *body)
{
    const json_t *value = json_object_get(body, "mode"), *shown = json_object_get(body, "public");
    const char *text = json_string_value(value);

    o->is_public = !json_is_false(shown);
    o->casual = !text || strcmp(text, "casual") == 0;
    return (!value || json_is_null(value) || text) &&
           (o->casual || strcmp(text, "tournament") == 0) && (!shown || json_is_boolean(shown));
}

/* The header of the case, with the name of the event: names of people stand elsewhere. */
static arb_err write_header(opening *o)
{
    arb_err err = arb_case_write(&o->header, "a game of the hall", o->game);

    if (err || !o->names.event)
        return err;
    err = arb_buf_add_text(&o->header, "tag       Event \"");
    for (const char *c = o->names.event; *c && !err; c++) {
        if (*c == '"' || *c == '\\')
            err = arb_buf_add_char(&o->header, '\\');
        if (!err)
            err = arb_buf_add_char(&o->header, *c);
    }
    return err ? err : arb_buf_add_text(&o->header, "\"\n");
}

/* ---- in the committer's thread */

static arb_store_err add_person(arb_store *store, uint64_t game, const char *seat, const char *name)
{
    uint64_t person = 0;

    if (!name)
        return ARB_STORE_OK;
    const arb_store_err err =
        arb_store_person_new(&person, store, &(arb_store_person){ .name = { name, strlen(name) } });
    if (err)
        return err;
    return arb_store_seat_set(
        store, &(arb_store_seat){ .game = game, .seat = { seat, strlen(seat) }, .person = person });
}

static arb_store_err add_key(arb_store *store, const arb_key *key)
{
    const arb_store_token token = {
        .hash = { (const char *)key->hash.bytes, sizeof key->hash.bytes },
        .game = key->game,
        .role = arb_key_role(key),
        .expires_ms = key->expires_ms,
    };

    return arb_store_token_add(store, &token);
}

static arb_key link_key(const opening *o, unsigned seat)
{
    arb_key key = { .game = o->id, .seat = (arb_seat)seat };

    (void)arb_token_hash(&key.hash, o->token[seat], ARB_TOKEN_SIZE - 1);
    return key;
}

static arb_key code_key(const opening *o, unsigned seat)
{
    arb_key key = { .game = o->id, .seat = (arb_seat)seat, .is_code = true };

    (void)arb_join_code_hash(&key.hash, o->code[seat], ARB_CODE_SIZE - 1);
    return key;
}

/* The link of a spectator is one that can be made again for whoever may look on. */
static void make_links(opening *o)
{
    for (unsigned i = 0; i < LINKED; i++)
        arb_token_make(o->token[i]);
    arb_token_derive(o->token[ARB_SEAT_SPECTATOR], o->hall->secret, "watch", o->id);
}

static arb_store_err add_manner(arb_store *store, const opening *o)
{
    char name[40], value[128];
    const int size = snprintf(value, sizeof value, "{\"casual\":%s,\"public\":%s%s%s%s}",
                              o->casual ? "true" : "false", o->is_public ? "true" : "false",
                              o->computer < ARB_COLOUR_COUNT ? ",\"computer\":\"" : "",
                              o->computer < ARB_COLOUR_COUNT ? arb_colour_word(o->computer) : "",
                              o->computer < ARB_COLOUR_COUNT ? "\"" : "");

    (void)snprintf(name, sizeof name, "game.%llu", (unsigned long long)o->id);
    return arb_store_setting_set(store, name, (arb_store_bytes){ value, (size_t)size });
}

/* A code is short: now and then one comes that somebody has already. */
static arb_store_err add_code(arb_store *store, opening *o, unsigned seat)
{
    arb_store_err err = ARB_STORE_EXISTS;

    for (unsigned i = 0; i < CODE_TRIES && err == ARB_STORE_EXISTS; i++) {
        arb_join_code_make(o->code[seat]);
        const arb_key code = code_key(o, seat);
        err = add_key(store, &code);
    }
    return err;
}

static arb_store_err work(arb_committer_job *job, arb_store *store)
{
    opening *o = (opening *)job;
    const arb_store_bytes header = { arb_buf_text(&o->header), arb_buf_size(&o->header) };
    arb_store_err err = arb_store_game_new(&o->id, store, header, o->created_ms,
                                           (arb_store_bytes){ o->summary, strlen(o->summary) });

    if (!err)
        err = add_manner(store, o);
    if (!err)
        err = add_person(store, o->id, "white", o->names.white);
    if (!err)
        err = add_person(store, o->id, "black", o->names.black);
    make_links(o);
    for (unsigned i = 0; i < LINKED && !err; i++) {
        const arb_key link = link_key(o, i);
        if (!has_link(o, i))
            continue;
        err = add_key(store, &link);
        if (!err)
            err = add_code(store, o, i);
    }
    return err;
}

/* ---- durable */

static arb_table *seat_table(opening *o)
{
    if (arb_hall_reserve(o->hall, o->id) != ARB_OK)
        return NULL;
    arb_table *t = arb_table_new(o->hall, o->id, o->game);
    if (!t)
        return NULL;
    o->game = NULL;
    t->header = strndup(arb_buf_text(&o->header), arb_buf_size(&o->header));
    t->names = o->names;
    o->names = (arb_names){ 0 };
    t->casual = o->casual;
    t->is_public = o->is_public;
    t->computer = o->computer;
    t->created_ms = t->touched_ms = o->created_ms;
    t->owner = o->owner;
    t->charged = o->owner != 0;
    o->owner = 0;
    o->hall->tables[o->id - 1] = t;
    for (unsigned i = 0; i < LINKED; i++) {
        const arb_key link = link_key(o, i), code = code_key(o, i);
        if (has_link(o, i) && (arb_keys_add(&o->hall->keys, &link) != ARB_OK ||
                               arb_keys_add(&o->hall->keys, &code) != ARB_OK))
            return NULL;
    }
    return t;
}

static void done(arb_committer_job *job, arb_store_err err)
{
    opening *o = (opening *)job;
    json_t *tokens = json_object(), *codes = json_object();
    arb_table *t = err ? NULL : seat_table(o);

    arb_hall_note(o->hall, err);
    for (unsigned i = 0; i < LINKED; i++) {
        if (!has_link(o, i))
            continue;
        json_object_set_new(tokens, arb_seat_word((arb_seat)i), json_string(o->token[i]));
        json_object_set_new(codes, arb_seat_word((arb_seat)i), json_string(o->code[i]));
    }
    json_t *body =
        json_pack("{sI so so}", "game", (json_int_t)o->id, "tokens", tokens, "codes", codes);
    if (err)
        arb_api_fail_store(o->exchange, err);
    else
        arb_api_give(o->exchange, 201, t ? json_incref(body) : NULL);
    json_decref(body);
    if (t) {
        o->hall->counts.created++;
        arb_hall_log(o->hall, "info", "game", "{sI ss sb}", "game", (json_int_t)o->id, "control",
                     t->time, "casual", t->casual);
        arb_engine_sit(t);
        arb_table_attend(t);
    }
    opening_free(o);
}

static unsigned times_of(const arb_api_call *call)
{
    return call->caller.is_local ? ARB_LOCAL_TIMES : 1;
}

/* Can the computer sit down, where it is wanted? Otherwise the call is answered. */
static bool may_sit(const opening *o, const arb_api_call *call)
{
    static const arb_api_error errors[] = { [ARB_ENGINE_NONE] = ARB_API_NO_ENGINE,
                                            [ARB_ENGINE_BUSY] = ARB_API_ENGINES_BUSY,
                                            [ARB_ENGINE_ENOUGH] = ARB_API_MANY_COMPUTERS };
    const arb_engine_answer answer =
        o->computer == ARB_COLOUR_COUNT
            ? ARB_ENGINE_SITS
            : arb_engine_may_sit(call->hall, arb_hall_caller(call), times_of(call));

    if (answer != ARB_ENGINE_SITS)
        arb_api_fail(call->exchange, errors[answer]);
    return answer == ARB_ENGINE_SITS;
}

/* Is there room for one more game of whoever asks? Otherwise the call is answered. */
static bool may_open(opening *o, const arb_api_call *call)
{
    static const arb_api_error errors[] = { [ARB_QUOTA_ENOUGH] = ARB_API_MANY_GAMES,
                                            [ARB_QUOTA_FULL] = ARB_API_FULL,
                                            [ARB_QUOTA_MEMORY] = ARB_API_MEMORY };
    arb_hall *hall = call->hall;
    const arb_quota_limits limits = { hall->config.games_per_address, hall->config.games_per_day,
                                      hall->config.games_max };

    if (!may_sit(o, call))
        return false;
    if (is_desk(call) || hall->config.unlimited)
        return true;
    const arb_quota_answer answer =
        hall->config.guests_max > 0 && hall->database_size >= hall->config.guests_max
            ? ARB_QUOTA_FULL
            : arb_quotas_take(&hall->quotas, &limits, arb_hall_caller(call), times_of(call),
                              arb_boottime_ms());
    if (answer != ARB_QUOTA_GRANTED)
        arb_api_fail(call->exchange, errors[answer]);
    else
        o->owner = arb_hall_caller(call);
    return answer == ARB_QUOTA_GRANTED;
}

/* What the body asks for; false, after an answer, when it cannot be had. */
static bool read_body(opening *o, const arb_api_call *call, const json_t *body)
{
    const char *wrong = !read_mode(o, body)       ? "mode"
                        : !read_names(o, body)    ? "names"
                        : !read_computer(o, body) ? "computer"
                                                  : NULL;

    if (wrong) {
        arb_api_fail_field(call->exchange, wrong);
        return false;
    }
    if (!may_open(o, call))
        return false;
    o->game = arb_api_game_of(call, body, o->casual);
    if (!o->game)
        return false;
    arb_summary_write(o->summary, o->game);
    const arb_err err = write_header(o);
    if (err)
        arb_api_fail(call->exchange, ARB_API_MEMORY);
    return err == ARB_OK;
}

void arb_api_games(const arb_api_call *call)
{
    json_t *body;
    opening *o;

    if ((!is_desk(call) && !arb_hall_allows(call, ARB_LIMIT_CREATE)) ||
        !(body = arb_api_body(call)))
        return;
    o = calloc(1, sizeof *o);
    if (!o) {
        arb_api_fail(call->exchange, ARB_API_MEMORY);
    } else {
        o->hall = call->hall;
        o->exchange = call->exchange;
        o->created_ms = arb_wall_ms();
        o->job.work = work;
        o->job.done = done;
        arb_buf_init(&o->header, NULL, HEADER_MAX);
        if (read_body(o, call, body))
            arb_committer_push(call->hall->committer, &o->job);
        else
            opening_free(o);
    }
    json_decref(body);
}
