/* SPDX-License-Identifier: MIT */
/* POST /api/join: a short code is exchanged for a link of one's own. Answered when it is durable.
 */
#include <stdlib.h>
#include <string.h>

#include "server/hall/hall_internal.h"

/* A link on its way into the store. */
typedef struct joining {
    arb_committer_job job; /* first */
    arb_hall *hall;
    arb_http_exchange *exchange;
    arb_key key;
    char token[ARB_TOKEN_SIZE];
} joining;

static arb_store_err work(arb_committer_job *job, arb_store *store)
{
    const joining *j = (const joining *)job;
    const arb_store_token token = {
        .hash = { (const char *)j->key.hash.bytes, sizeof j->key.hash.bytes },
        .game = j->key.game,
        .role = arb_key_role(&j->key),
    };

    return arb_store_token_add(store, &token);
}

static void done(arb_committer_job *job, arb_store_err err)
{
    joining *j = (joining *)job;

    arb_hall_note(j->hall, err);
    if (err) {
        arb_api_fail_store(j->exchange, err);
    } else if (arb_keys_add(&j->hall->keys, &j->key) != ARB_OK) {
        arb_api_fail(j->exchange, ARB_API_MEMORY);
    } else {
        j->hall->counts.joined++;
        arb_api_give(j->exchange, 200,
                     json_pack("{ss ss sI}", "token", j->token, "role", arb_seat_word(j->key.seat),
                               "game", (json_int_t)j->key.game));
    }
    free(j);
}

static void join(const arb_api_call *call, const arb_key *code)
{
    joining *j = calloc(1, sizeof *j);

    if (!j) {
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return;
    }
    j->hall = call->hall;
    j->exchange = call->exchange;
    arb_token_make(j->token);
    j->key = (arb_key){ .game = code->game, .seat = code->seat };
    (void)arb_token_hash(&j->key.hash, j->token, ARB_TOKEN_SIZE - 1);
    j->job.work = work;
    j->job.done = done;
    arb_committer_push(call->hall->committer, &j->job);
}

void arb_api_join(const arb_api_call *call)
{
    const arb_key *key = NULL;
    arb_hash hash;
    json_t *body;

    if (!arb_hall_allows(call, ARB_LIMIT_JOIN) || !(body = arb_api_body(call)))
        return;
    const char *code = json_string_value(json_object_get(body, "code"));
    if (code && arb_join_code_hash(&hash, code, strlen(code)))
        key = arb_keys_find(&call->hall->keys, &hash);
    if (!code)
        arb_api_fail_field(call->exchange, "code");
    else if (!key || !key->is_code || key->expires_ms < arb_wall_ms())
        arb_api_fail(call->exchange, ARB_API_NO_CODE);
    else {
        arb_hall_forgives(call, ARB_LIMIT_JOIN); /* only guesses count: a club has one address */
        join(call, key);
    }
    json_decref(body);
}
