/* SPDX-License-Identifier: MIT */
/*
 * POST /api/join: a short code is exchanged for a link of one's own, once; POST /api/watch: a link
 * to look on at a public game.
 *
 * A join is answered when it is durable. Whoever does not get the answer asks again with the same
 * id and is given the same link, because it is made of the code and the id: nobody else has both.
 * Spectators all have the same link, so that however many join, nothing has to be kept.
 */
#include <stdlib.h>
#include <string.h>

#include "server/hall/door.h"
#include "server/hall/fresh.h"
#include "server/hall/publish.h"

/* An id that can be guessed would let others who know the code have the link. */
enum { ID_MIN = 16, ID_MAX = 48 };

/* A link on its way into the store, and its code on the way out. */
struct arb_joining {
    arb_committer_job job; /* first */
    arb_joining *next, **previous;
    arb_hall *hall;
    arb_http_exchange *exchange;
    arb_hash code;
    arb_key key;
    char token[ARB_TOKEN_SIZE];
    bool too_late;
};

static void give(arb_http_exchange *exchange, const char *token, const arb_key *key)
{
    arb_api_give(exchange, 200,
                 json_pack("{ss ss sI}", "token", token, "role", arb_seat_word(key->seat), "game",
                           (json_int_t)key->game));
}

/* ---- the store */

static arb_store_err work(arb_committer_job *job, arb_store *store)
{
    arb_joining *j = (arb_joining *)job;
    const arb_store_token token = {
        .hash = { (const char *)j->key.hash.bytes, sizeof j->key.hash.bytes },
        .game = j->key.game,
        .role = arb_key_role(&j->key),
    };
    const arb_store_err err = arb_store_token_remove(
        store, (arb_store_bytes){ (const char *)j->code.bytes, sizeof j->code.bytes });
    const arb_store_err added =
        err && err != ARB_STORE_UNKNOWN ? err : arb_store_token_add(store, &token);

    /* the same request twice, one right behind the other, is one link */
    j->too_late = err == ARB_STORE_UNKNOWN && added == ARB_STORE_OK;
    if (j->too_late) /* the code has ended meanwhile: the seat was taken, or has a new link */
        return arb_store_token_remove(store, token.hash);
    return added == ARB_STORE_EXISTS ? ARB_STORE_OK : added;
}

static void unlink_joining(const arb_joining *j)
{
    *j->previous = j->next;
    if (j->next)
        j->next->previous = j->previous;
}

static void done(arb_committer_job *job, arb_store_err err)
{
    arb_joining *j = (arb_joining *)job;
    arb_table *t = arb_hall_table(j->hall, j->key.game);

    unlink_joining(j);
    arb_hall_note(j->hall, err);
    if (err) {
        arb_api_fail_store(j->exchange, err);
    } else if (j->too_late) {
        arb_api_fail(j->exchange, ARB_API_NO_CODE);
    } else if (arb_keys_add(&j->hall->keys, &j->key) != ARB_OK) {
        arb_api_fail(j->exchange, ARB_API_MEMORY);
    } else {
        arb_keys_remove(&j->hall->keys, &j->code);
        if (t)
            t->taken |= (uint8_t)(1u << j->key.seat);
        j->hall->counts.joined++;
        give(j->exchange, j->token, &j->key);
    }
    free(j);
}

/* ---- joining */

/* Does somebody else take the seat with this code just now? */
static bool is_being_taken(const arb_hall *hall, const arb_hash *code, const arb_hash *token)
{
    for (const arb_joining *j = hall->joining; j; j = j->next) {
        if (memcmp(&j->code, code, sizeof *code) == 0 &&
            memcmp(&j->key.hash, token, sizeof *token) != 0)
            return true;
    }
    return false;
}

static void join(const arb_api_call *call, const arb_key *code, const char *token,
                 const arb_hash *hash)
{
    arb_joining *j = calloc(1, sizeof *j);

    if (!j) {
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return;
    }
    j->hall = call->hall;
    j->exchange = call->exchange;
    j->code = code->hash;
    j->key = (arb_key){ .hash = *hash, .game = code->game, .seat = code->seat };
    memcpy(j->token, token, sizeof j->token);
    j->job.work = work;
    j->job.done = done;
    j->next = call->hall->joining;
    j->previous = &call->hall->joining;
    if (j->next)
        j->next->previous = &j->next;
    call->hall->joining = j;
    arb_committer_push(call->hall->committer, &j->job);
}

static void give_watch(const arb_api_call *call, uint64_t game)
{
    char token[ARB_TOKEN_SIZE];

    arb_link_watch(token, call->hall, game);
    give(call->exchange, token, &(arb_key){ .seat = ARB_SEAT_SPECTATOR, .game = game });
}

/* The code is written as one; is it one? `id` may be NULL: then the answer cannot be had again. */
static void try_code(const arb_api_call *call, const arb_hash *hash, const char *id)
{
    const arb_keys *keys = &call->hall->keys;
    const arb_key *code = arb_keys_find(keys, hash);
    char token[ARB_TOKEN_SIZE];
    arb_hash token_hash;

    if (id)
        arb_token_of_joining(token, call->hall->secret, hash, id, strlen(id));
    else
        arb_token_make(token);
    (void)arb_token_hash(&token_hash, token, ARB_TOKEN_SIZE - 1);
    const arb_key *known = arb_keys_find(keys, &token_hash);
    if (!known && (!code || !arb_hall_table(call->hall, code->game)) &&
        (arb_seek(call, hash) || (id && arb_seek(call, &token_hash))))
        return; /* another hall may have given it */
    if (known && !known->is_gone) {
        give(call->exchange, token, known);
    } else if (!arb_codes_is_good(call->hall, code) ||
               is_being_taken(call->hall, hash, &token_hash)) {
        arb_hall_guessed_wrong(call);
        arb_api_fail(call->exchange, ARB_API_NO_CODE);
    } else if (code->seat == ARB_SEAT_SPECTATOR) {
        if (arb_door_lets_watch(call, arb_hall_table(call->hall, code->game)))
            give_watch(call, code->game);
    } else {
        join(call, code, token, &token_hash);
    }
}

/* The id, if there is one; false when it cannot be used. */
static bool read_id(const char **out, const json_t *body)
{
    const json_t *value = json_object_get(body, "id");
    const size_t size = json_string_length(value);

    *out = json_string_value(value);
    return !value || json_is_null(value) || (*out && size >= ID_MIN && size <= ID_MAX);
}

void arb_api_join(const arb_api_call *call)
{
    json_t *body = arb_api_body(call);
    const char *id = NULL;
    arb_hash hash;

    if (!body)
        return;
    const char *code = json_string_value(json_object_get(body, "code"));
    if (!code)
        arb_api_fail_field(call->exchange, "code");
    else if (!read_id(&id, body))
        arb_api_fail_field(call->exchange, "id");
    else if (!arb_join_code_hash(&hash, code, strlen(code)))
        arb_api_fail(call->exchange, ARB_API_BAD_CODE); /* cannot be one: no guess */
    else if (arb_hall_may_guess(call))
        try_code(call, &hash, id);
    json_decref(body);
}

/* ---- looking on */

void arb_api_watch(const arb_api_call *call)
{
    json_t *body;

    if (!arb_hall_allows(call, ARB_LIMIT_WATCH) || !(body = arb_api_body(call)))
        return;
    const json_t *game = json_object_get(body, "game");
    const json_int_t number = json_integer_value(game);
    const arb_table *t = number > 0 ? arb_hall_table(call->hall, (uint64_t)number) : NULL;
    if (!json_is_integer(game))
        arb_api_fail_field(call->exchange, "game");
    else if (!t || !t->is_public || !arb_table_is_shown(t))
        arb_api_fail(call->exchange, ARB_API_NO_GAME);
    else if (arb_door_lets_watch(call, t))
        give_watch(call, t->id);
    json_decref(body);
}
