/* SPDX-License-Identifier: MIT */
/* A game on its way into the store; see opening.h. */
#define _GNU_SOURCE
#include "server/hall/opening.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/engine.h"
#include "server/hall/envelopes.h"
#include "server/hall/rounds.h"

enum { HEADER_MAX = 65536, CODE_TRIES = 20 };

bool arb_opening_is_desk(const arb_api_call *call)
{
    return call->known && call->seat == ARB_SEAT_DESK;
}

void arb_opening_free(arb_opening *o)
{
    if (o->owner)
        arb_quotas_shut(&o->hall->quotas, o->owner);
    arb_game_free(o->game);
    free(o->names.white);
    free(o->names.black);
    free(o->names.event);
    free(o->group);
    free(o->tags[ARB_WHITE]);
    free(o->tags[ARB_BLACK]);
    arb_buf_clear(&o->header);
    free(o);
}

static bool has_link(const arb_opening *o, unsigned seat)
{
    return seat > ARB_SEAT_BLACK || (unsigned)o->computer != seat;
}

/* The header of the case, with the name of the event: names of people stand elsewhere. */
static arb_err write_header(arb_opening *o)
{
    arb_err err = arb_case_write(&o->header, "a game of the hall", o->game);

    if (!err && o->drawn.start960) /* whoever doubts the lot can draw it again */
        err = arb_buf_add_format(&o->header, "tag       Start960 \"%u\"\ntag       Lot \"%u\"\n",
                                 o->drawn.number, o->drawn.seed);
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

static arb_store_err add_person(arb_store *store, uint64_t game, const char *seat, const char *name,
                                const char *tags)
{
    uint64_t person = 0;

    if (!name)
        return ARB_STORE_OK;
    const arb_store_err err =
        arb_store_person_new(&person, store, &(arb_store_person){ .name = { name, strlen(name) } });
    if (err)
        return err;
    return arb_store_seat_set(store,
                              &(arb_store_seat){ .game = game,
                                                 .seat = { seat, strlen(seat) },
                                                 .person = person,
                                                 .tags = { tags, tags ? strlen(tags) : 0 } });
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

static arb_key link_key(const arb_opening *o, unsigned seat)
{
    arb_key key = { .game = o->id, .seat = (arb_seat)seat };

    (void)arb_token_hash(&key.hash, o->token[seat], ARB_TOKEN_SIZE - 1);
    return key;
}

static arb_key code_key(const arb_opening *o, unsigned seat)
{
    arb_key key = { .game = o->id, .seat = (arb_seat)seat, .is_code = true };

    (void)arb_join_code_hash(&key.hash, o->code[seat], ARB_CODE_SIZE - 1);
    return key;
}

void arb_opening_link(char out[ARB_TOKEN_SIZE], const arb_hall *hall, arb_seat seat, uint64_t game)
{
    char purpose[32];

    (void)snprintf(purpose, sizeof purpose, "again.%s", arb_seat_word(seat));
    arb_token_derive(out, hall->secret, purpose, game);
}

/* The link of a spectator is one that can be made again for whoever may look on; those of a game
 * that follows another, for whoever had them there. */
static void make_links(arb_opening *o)
{
    for (unsigned i = 0; i < ARB_LINKED; i++) {
        if (o->before)
            arb_opening_link(o->token[i], o->hall, (arb_seat)i, o->id);
        else
            arb_token_make(o->token[i]);
    }
    arb_token_derive(o->token[ARB_SEAT_SPECTATOR], o->hall->secret, "watch", o->id);
}

/* How a game is played here, which its case does not know. */
typedef struct manner {
    bool casual, is_public, is_desks;
    arb_colour computer;
    uint64_t before, next; /* the game in whose place it is played, and that in its place; 0 */
    uint64_t round;        /* 0: none */
    unsigned board;
    const char *group; /* NULL: none */
} manner;

static arb_store_err set_manner(arb_store *store, uint64_t id, const manner *m)
{
    char name[40];
    json_t *value = json_pack("{sb sb}", "casual", m->casual, "public", m->is_public);

    if (m->is_desks)
        value = arb_json_put(value, "desk", json_true());
    if (m->computer < ARB_COLOUR_COUNT)
        value = arb_json_put(value, "computer", arb_json_colour(m->computer));
    if (m->before)
        value = arb_json_put(value, "before", json_integer((json_int_t)m->before));
    if (m->next)
        value = arb_json_put(value, "next", json_integer((json_int_t)m->next));
    if (m->round)
        value = arb_json_join(value, json_pack("{sI sI}", "round", (json_int_t)m->round, "board",
                                               (json_int_t)m->board));
    if (m->group)
        value = arb_json_put(value, "group", json_string(m->group));
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;
    (void)snprintf(name, sizeof name, ARB_MANNER ".%llu", (unsigned long long)id);
    const arb_store_err err =
        text ? arb_store_setting_set(store, name, (arb_store_bytes){ text, strlen(text) })
             : ARB_STORE_NOMEM;
    free(text);
    json_decref(value);
    return err;
}

/* This game's, and that of the one before, which is told what follows it. Both are played alike. */
static arb_store_err add_manner(arb_store *store, const arb_opening *o)
{
    const manner mine = { o->casual, o->is_public, o->is_desks, o->computer, o->before,
                          0,         o->round,     o->board,    o->group };
    const manner theirs = { o->casual, o->is_public, o->is_desks, o->computer, o->predecessor,
                            o->id,     o->round,     o->board,    o->group };
    const arb_store_err err = set_manner(store, o->id, &mine);

    return err || !o->before ? err : set_manner(store, o->before, &theirs);
}

/* A code is short: now and then one comes that somebody has already. */
static arb_store_err add_code(arb_store *store, arb_opening *o, unsigned seat)
{
    arb_store_err err = ARB_STORE_EXISTS;

    for (unsigned i = 0; i < CODE_TRIES && err == ARB_STORE_EXISTS; i++) {
        arb_join_code_make(o->code[seat]);
        const arb_key code = code_key(o, seat);
        err = add_key(store, &code);
    }
    return err;
}

arb_store_err arb_opening_store(arb_opening *o, arb_store *store)
{
    const arb_store_bytes header = { arb_buf_text(&o->header), arb_buf_size(&o->header) };
    arb_store_err err = arb_store_game_new(&o->id, store, header, o->created_ms,
                                           (arb_store_bytes){ o->summary, strlen(o->summary) });

    if (!err && o->hall->house.shared)
        err = arb_store_lease_take(&o->epoch, store, o->id);
    if (!err)
        err = add_manner(store, o);
    if (!err)
        err = add_person(store, o->id, "white", o->names.white, o->tags[ARB_WHITE]);
    if (!err)
        err = add_person(store, o->id, "black", o->names.black, o->tags[ARB_BLACK]);
    make_links(o);
    for (unsigned i = 0; i < ARB_LINKED && !err; i++) {
        const arb_key link = link_key(o, i);
        if (!has_link(o, i))
            continue;
        err = add_key(store, &link);
        if (!err)
            err = add_code(store, o, i);
    }
    return err;
}

static arb_store_err work(arb_committer_job *job, arb_store *store)
{
    return arb_opening_store((arb_opening *)job, store);
}

/* ---- durable */

/* Without memory the table lacks them until it is read again. */
static void join_tags(arb_table *t, const arb_opening *o)
{
    const char *white = o->tags[ARB_WHITE], *black = o->tags[ARB_BLACK];

    if ((white || black) && asprintf(&t->tags, "%s%s", white ? white : "", black ? black : "") < 0)
        t->tags = NULL;
}

arb_table *arb_opening_seat(arb_opening *o)
{
    if (arb_hall_reserve(o->hall, o->id) != ARB_OK)
        return NULL;
    arb_table *t = arb_table_new(o->hall, o->id, o->game);
    if (!t)
        return NULL;
    o->game = NULL;
    t->last_told.since_ms = 1; /* nothing else was ever told of it */
    t->header = strndup(arb_buf_text(&o->header), arb_buf_size(&o->header));
    t->names = o->names;
    o->names = (arb_names){ 0 };
    arb_table_name_players(t);
    t->casual = o->casual;
    t->is_public = o->is_public;
    t->is_desks = o->is_desks;
    t->computer = o->computer;
    t->created_ms = t->touched_ms = o->created_ms;
    t->before = o->before;
    t->round = o->round;
    t->board = o->board;
    t->group = o->group;
    o->group = NULL;
    join_tags(t, o);
    arb_table *old = o->before ? arb_hall_table(o->hall, o->before) : NULL;
    if (old)
        old->next = o->id;
    arb_feed_changed(t);
    if (old)
        arb_feed_changed(old);
    t->owner = o->owner;
    t->charged = o->owner != 0;
    o->owner = 0;
    t->epoch = o->epoch;
    t->lives_at = o->hall->house.id;
    arb_table_free(o->hall->tables[o->id - 1]); /* which the journal told of a moment before */
    o->hall->tables[o->id - 1] = t;
    arb_round *round = arb_round_get(o->hall, o->round);
    if (round && arb_round_add(round, t) != ARB_OK)
        return NULL;
    for (unsigned i = 0; i < ARB_LINKED; i++) {
        const arb_key link = link_key(o, i), code = code_key(o, i);
        if (has_link(o, i) && (arb_keys_add(&o->hall->keys, &link) != ARB_OK ||
                               arb_keys_add(&o->hall->keys, &code) != ARB_OK))
            return NULL;
    }
    arb_screens_new_game(t);
    return t;
}

/* Is whoever asked told this link? Who opens the new game of an old one has had his own there. */
static bool is_told(const arb_opening *o, unsigned seat)
{
    const bool all = !o->before || o->asker == ARB_SEAT_ARBITER || o->asker == ARB_SEAT_DESK;

    return has_link(o, seat) && (all || seat == (unsigned)o->asker || seat == ARB_SEAT_SPECTATOR);
}

json_t *arb_opening_links(const arb_opening *o)
{
    json_t *tokens = json_object(), *codes = json_object();

    for (unsigned i = 0; i < ARB_LINKED; i++) {
        if (!is_told(o, i))
            continue;
        tokens = arb_json_put(tokens, arb_seat_word((arb_seat)i), json_string(o->token[i]));
        codes = arb_json_put(codes, arb_seat_word((arb_seat)i), json_string(o->code[i]));
    }
    return json_pack("{sI so so}", "game", (json_int_t)o->id, "tokens", tokens, "codes", codes);
}

static json_t *answer_of(const arb_opening *o)
{
    json_t *body = arb_opening_links(o);

    if (o->drawn.start960)
        body = arb_json_put(arb_json_put(body, "start960", json_integer(o->drawn.number)), "seed",
                            json_integer((json_int_t)o->drawn.seed));
    const arb_colours_lot *colours = &o->drawn_colours;
    if (colours->lot)
        body = arb_json_put(
            body, "lot",
            json_pack("{sI sb}", "seed", (json_int_t)colours->seed, "swapped", o->drawn.swapped));
    return o->before ? arb_json_put(body, "before", json_integer((json_int_t)o->before)) : body;
}

static void done(arb_committer_job *job, arb_store_err err)
{
    arb_opening *o = (arb_opening *)job;
    arb_table *old = o->before ? arb_hall_table(o->hall, o->before) : NULL;
    arb_table *t = err ? NULL : arb_opening_seat(o);

    arb_hall_note(o->hall, err);
    if (old)
        old->reopening = false;
    if (err)
        arb_api_fail_store(o->exchange, err);
    else
        arb_api_give(o->exchange, 201, t ? answer_of(o) : NULL);
    if (t) {
        o->hall->counts.created++;
        arb_hall_log(o->hall, "info", "game", "{sI ss sb}", "game", (json_int_t)o->id, "control",
                     t->time, "casual", t->casual);
        arb_engine_sit(t);
        arb_table_attend(t);
    }
    if (old && t)
        arb_table_push_reload(old);
    arb_opening_free(o);
}

static unsigned times_of(const arb_api_call *call)
{
    return call->caller.is_local ? ARB_LOCAL_TIMES : 1;
}

/* Can the computer sit down, where it is wanted? Otherwise the call is answered. */
static bool may_sit(const arb_opening *o, const arb_api_call *call)
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

bool arb_opening_may(arb_opening *o, const arb_api_call *call)
{
    static const arb_api_error errors[] = { [ARB_QUOTA_ENOUGH] = ARB_API_MANY_GAMES,
                                            [ARB_QUOTA_FULL] = ARB_API_FULL,
                                            [ARB_QUOTA_MEMORY] = ARB_API_MEMORY };
    arb_hall *hall = call->hall;
    const arb_quota_limits limits = { hall->config.games_per_address, hall->config.games_per_day,
                                      hall->config.games_max };

    if (atomic_load(&hall->house.leaving)) { /* nobody would be there to hand it over */
        arb_api_fail(call->exchange, ARB_API_SHUTTING);
        return false;
    }
    if (!may_sit(o, call))
        return false;
    if (arb_opening_is_desk(call) || hall->config.unlimited)
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

arb_opening *arb_opening_new(const arb_api_call *call)
{
    arb_opening *o = calloc(1, sizeof *o);

    if (!o) {
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return NULL;
    }
    o->hall = call->hall;
    o->exchange = call->exchange;
    o->asker = call->seat;
    o->is_desks = arb_opening_is_desk(call);
    o->computer = ARB_COLOUR_COUNT;
    o->created_ms = arb_wall_ms();
    o->job.work = work;
    o->job.done = done;
    arb_buf_init(&o->header, NULL, HEADER_MAX);
    return o;
}

bool arb_opening_prepare(arb_opening *o)
{
    o->drawn_colours = arb_game_regulations(o->game)->colours;
    arb_summary_write(o->summary, o->game);
    return write_header(o) == ARB_OK;
}

bool arb_opening_begin(arb_opening *o)
{
    if (!arb_opening_prepare(o)) {
        arb_api_fail(o->exchange, ARB_API_MEMORY);
        return false;
    }
    arb_committer_push(o->hall->committer, &o->job);
    return true;
}
