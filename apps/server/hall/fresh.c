/* SPDX-License-Identifier: MIT */
/* Fresh links and codes for seats; see fresh.h. */
#include "server/hall/fresh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CODE_TRIES = 20,
    GONE_MAX = 16,    /* links of a seat that were replaced and are remembered */
    RENEWED_MAX = 99, /* how often a link that is made of a purpose can be renewed */
    PURPOSE_ROOM = 256
};

/* ---- links that are made of a purpose */

bool arb_link_of(char out[ARB_TOKEN_SIZE], char following[ARB_TOKEN_SIZE], const arb_hall *hall,
                 const char *purpose, uint64_t game)
{
    char renewed[PURPOSE_ROOM];
    arb_hash hash;

    arb_token_derive(out, hall->secret, purpose, game);
    for (unsigned i = 1; i <= RENEWED_MAX; i++) {
        (void)snprintf(renewed, sizeof renewed, "renewed.%u.%s", i, purpose);
        arb_token_derive(following, hall->secret, renewed, game);
        (void)arb_token_hash(&hash, out, ARB_TOKEN_SIZE - 1);
        const arb_key *key = arb_keys_find(&hall->keys, &hash);
        if (!key || !key->is_gone)
            return true;
        memcpy(out, following, ARB_TOKEN_SIZE);
    }
    return false;
}

void arb_link_watch(char out[ARB_TOKEN_SIZE], const arb_hall *hall, uint64_t game)
{
    char following[ARB_TOKEN_SIZE];

    (void)arb_link_of(out, following, hall, "watch", game);
}

/* ---- in the committer's thread */

static arb_store_token stored(const arb_key *key)
{
    return (arb_store_token){
        .hash = { (const char *)key->hash.bytes, sizeof key->hash.bytes },
        .game = key->game,
        .role = arb_key_role(key),
        .expires_ms = key->expires_ms,
    };
}

static bool add_ending(arb_fresh_seat *s, const arb_key *key)
{
    if (s->ending_count == s->ending_room) {
        const size_t room = s->ending_room ? 2 * s->ending_room : 8;
        arb_ending *more = realloc(s->ending, room * sizeof *more);
        if (!more)
            return false;
        s->ending = more;
        s->ending_room = room;
    }
    s->ending[s->ending_count++] = (arb_ending){ .key = *key };
    return true;
}

typedef struct search {
    arb_fresh_seat *seat;
    bool failed;
} search;

static bool find_ending(void *user, const arb_store_token *token)
{
    search *it = user;
    arb_key key = { .game = token->game, .expires_ms = token->expires_ms };

    if (token->damaged || token->hash.size != ARB_HASH_SIZE ||
        !arb_key_of_role(&key, token->role) || key.seat != it->seat->seat)
        return true;
    memcpy(key.hash.bytes, token->hash.text, ARB_HASH_SIZE);
    if (it->seat->is_named && memcmp(&key.hash, &it->seat->named, sizeof key.hash) != 0)
        return true;
    it->failed = !add_ending(it->seat, &key);
    return !it->failed;
}

/* Codes are forgotten, links are remembered as replaced; but not any number of them. What is made
 * of a purpose must be remembered, and is not renewed any number of times. */
static void sort_endings(arb_fresh_seat *s)
{
    const bool made = s->seat == ARB_SEAT_SPECTATOR || s->seat == ARB_SEAT_ASSISTANT;
    size_t links = 0;

    for (size_t i = 0; i < s->ending_count; i++)
        links += !s->ending[i].key.is_code;
    for (size_t i = 0; i < s->ending_count; i++) {
        arb_ending *e = &s->ending[i];
        const bool too_many = e->key.is_gone && links > GONE_MAX && !made;
        e->forgotten = e->key.is_code || too_many;
        links -= too_many;
    }
}

static arb_store_err end_one(arb_store *store, arb_ending *e)
{
    if (e->key.is_gone && !e->forgotten)
        return ARB_STORE_OK;
    const arb_store_bytes hash = { (const char *)e->key.hash.bytes, ARB_HASH_SIZE };
    const arb_store_err err = arb_store_token_remove(store, hash);
    if (err || e->forgotten)
        return err;
    e->key.is_gone = true;
    const arb_store_token token = stored(&e->key);
    return arb_store_token_add(store, &token);
}

static arb_key link_key(const arb_fresh_seat *s)
{
    arb_key key = { .game = s->game, .seat = s->seat };

    (void)arb_token_hash(&key.hash, s->token, ARB_TOKEN_SIZE - 1);
    return key;
}

static arb_key code_key(const arb_fresh_seat *s)
{
    arb_key key = { .game = s->game, .seat = s->seat, .is_code = true };

    (void)arb_join_code_hash(&key.hash, s->code, ARB_CODE_SIZE - 1);
    return key;
}

static arb_store_err add_new(arb_store *store, arb_fresh_seat *s)
{
    const arb_key link = link_key(s);
    const arb_store_token token = stored(&link);
    arb_store_err err = arb_store_token_add(store, &token);

    if (err || !s->wants_code)
        return err;
    err = ARB_STORE_EXISTS;
    for (unsigned i = 0; i < CODE_TRIES && err == ARB_STORE_EXISTS; i++) {
        arb_join_code_make(s->code);
        const arb_key code = code_key(s);
        const arb_store_token short_one = stored(&code);
        err = arb_store_token_add(store, &short_one);
    }
    return err;
}

arb_store_err arb_links_end(arb_store *store, arb_fresh_seat *s)
{
    search it = { .seat = s };

    s->ending_count = 0; /* a batch that failed is tried once more */
    arb_store_err err = arb_store_tokens(store, s->game, find_ending, &it);
    if (!err && it.failed)
        err = ARB_STORE_NOMEM;
    sort_endings(s);
    for (size_t i = 0; i < s->ending_count && !err; i++)
        err = end_one(store, &s->ending[i]);
    return err ? err : arb_store_tell_links(store, s->game); /* no hall takes the old ones */
}

static arb_store_err renew(arb_store *store, arb_fresh_seat *s)
{
    const arb_store_err err = arb_links_end(store, s);

    return err ? err : add_new(store, s);
}

static arb_store_err work(arb_committer_job *job, arb_store *store)
{
    arb_fresh *f = (arb_fresh *)job;
    arb_store_err err = ARB_STORE_OK;

    for (size_t i = 0; i < f->count && !err; i++)
        err = renew(store, &f->seats[i]);
    return err;
}

/* ---- durable */

/* The seat is open again: its code is good until somebody sits down. */
arb_err arb_links_ended(arb_hall *hall, const arb_fresh_seat *s)
{
    arb_table *t = arb_hall_table(hall, s->game);

    for (size_t i = 0; i < s->ending_count; i++) {
        const arb_key *key = &s->ending[i].key;
        if (s->ending[i].forgotten)
            arb_keys_remove(&hall->keys, &key->hash);
        else if (arb_keys_add(&hall->keys, key) != ARB_OK)
            return ARB_NOMEM;
    }
    if (t)
        t->taken &= (uint8_t) ~(1u << s->seat);
    if (t)
        t->retired &= (uint8_t) ~(1u << s->seat);
    if (t)
        arb_table_end_replaced(t);
    return ARB_OK;
}

static arb_err take(arb_hall *hall, const arb_fresh_seat *s)
{
    const arb_key link = link_key(s), code = code_key(s);
    arb_err err = arb_links_ended(hall, s);

    if (!err)
        err = arb_keys_add(&hall->keys, &link);
    if (!err && s->wants_code)
        err = arb_keys_add(&hall->keys, &code);
    return err;
}

static void done(arb_committer_job *job, arb_store_err err)
{
    arb_fresh *f = (arb_fresh *)job;
    arb_err taken = ARB_OK;

    arb_hall_note(f->hall, err);
    for (size_t i = 0; i < f->count && !err; i++) {
        const arb_err one = take(f->hall, &f->seats[i]);
        taken = one ? one : taken;
        arb_hall_log(f->hall, "info", "fresh link", "{sI ss}", "game", (json_int_t)f->seats[i].game,
                     "seat", arb_seat_word(f->seats[i].seat));
    }
    if (err)
        arb_api_fail_store(f->exchange, err);
    else if (taken)
        arb_api_fail(f->exchange, ARB_API_MEMORY);
    else
        f->give(f);
    arb_fresh_free(f);
}

/* ---- the way there */

arb_fresh *arb_fresh_new(const arb_api_call *call, size_t count)
{
    arb_fresh *f = calloc(1, sizeof *f + count * sizeof f->seats[0]);

    if (!f) {
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return NULL;
    }
    f->hall = call->hall;
    f->exchange = call->exchange;
    f->job.work = work;
    f->job.done = done;
    return f;
}

void arb_fresh_free(arb_fresh *f)
{
    for (size_t i = 0; i < f->count; i++) {
        arb_table *t = arb_hall_table(f->hall, f->seats[i].game);
        if (t)
            t->renewing &= (uint8_t) ~(1u << f->seats[i].seat);
        free(f->seats[i].ending);
    }
    free(f);
}

bool arb_fresh_add(arb_fresh *f, arb_table *t, arb_seat seat)
{
    arb_fresh_seat *s = &f->seats[f->count];

    if (t->renewing >> seat & 1u)
        return false;
    *s =
        (arb_fresh_seat){ .game = t->id,
                          .seat = seat,
                          .wants_code = !t->is_over && (seat < ARB_SEAT_DESK ||
                                                        arb_seat_served(seat) < ARB_COLOUR_COUNT) };
    arb_token_make(s->token);
    t->renewing |= (uint8_t)(1u << seat);
    f->count++;
    return true;
}

void arb_fresh_begin(arb_fresh *f)
{
    arb_committer_push(f->hall->committer, &f->job);
}
