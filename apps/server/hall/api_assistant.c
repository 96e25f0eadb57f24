/* SPDX-License-Identifier: MIT */
/*
 * POST /api/assistant: the link of somebody whom the arbiter has named to watch a game for him
 * (Laws 12.4). It is made of the name under the hall's secret, so that it is the same when it is
 * asked for again; who watches several games has one for each.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/fresh.h"

/* A link on its way into the store. */
typedef struct naming {
    arb_committer_job job; /* first */
    arb_hall *hall;
    arb_http_exchange *exchange;
    arb_key key;
    char token[ARB_TOKEN_SIZE];
} naming;

static arb_store_err work(arb_committer_job *job, arb_store *store)
{
    const naming *n = (const naming *)job;
    const arb_store_token token = {
        .hash = { (const char *)n->key.hash.bytes, sizeof n->key.hash.bytes },
        .game = n->key.game,
        .role = arb_key_role(&n->key),
    };
    const arb_store_err err = arb_store_token_add(store, &token);

    return err == ARB_STORE_EXISTS ? ARB_STORE_OK : err;
}

static void give(arb_http_exchange *exchange, const char *token, uint64_t game)
{
    arb_api_give(exchange, 200,
                 json_pack("{ss ss sI}", "token", token, "role", arb_seat_word(ARB_SEAT_ASSISTANT),
                           "game", (json_int_t)game));
}

static void done(arb_committer_job *job, arb_store_err err)
{
    naming *n = (naming *)job;

    arb_hall_note(n->hall, err);
    if (err)
        arb_api_fail_store(n->exchange, err);
    else if (arb_keys_add(&n->hall->keys, &n->key) != ARB_OK)
        arb_api_fail(n->exchange, ARB_API_MEMORY);
    else
        give(n->exchange, n->token, n->key.game);
    free(n);
}

const char *arb_assistant_name(const json_t *body)
{
    const char *name = json_string_value(json_object_get(body, "name"));

    return name && *name && strlen(name) <= ARB_NAME_MAX ? name : NULL;
}

void arb_assistant_purpose(char out[ARB_ASSISTANT_PURPOSE], const char *name)
{
    (void)snprintf(out, ARB_ASSISTANT_PURPOSE, "assistant.%s", name);
}

bool arb_assistant_is_named(const arb_table *t, const char *name)
{
    char text[ARB_NAME_MAX + 1];

    for (size_t i = 0; i < t->log_count && arb_state_assistants(arb_game_state(t->game)) > 0; i++) {
        bool refused;
        const arb_event *event = arb_game_event(t->game, i, &refused);
        if (event->verb == ARB_VERB_APPOINT_ASSISTANT && !refused &&
            arb_event_text(text, sizeof text, event) < sizeof text && strcmp(text, name) == 0)
            return true;
    }
    return false;
}

static void name_one(const arb_api_call *call, const char *name)
{
    char purpose[ARB_ASSISTANT_PURPOSE], token[ARB_TOKEN_SIZE], following[ARB_TOKEN_SIZE];
    arb_key key = { .game = call->table->id, .seat = ARB_SEAT_ASSISTANT };

    arb_assistant_purpose(purpose, name);
    if (!arb_link_of(token, following, call->hall, purpose, key.game)) {
        arb_api_fail(call->exchange, ARB_API_TOO_MANY);
        return;
    }
    (void)arb_token_hash(&key.hash, token, ARB_TOKEN_SIZE - 1);
    if (arb_keys_find(&call->hall->keys, &key.hash)) {
        give(call->exchange, token, key.game);
        return;
    }
    naming *n = calloc(1, sizeof *n);
    if (!n) {
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return;
    }
    n->hall = call->hall;
    n->exchange = call->exchange;
    n->key = key;
    memcpy(n->token, token, sizeof n->token);
    n->job.work = work;
    n->job.done = done;
    arb_committer_push(call->hall->committer, &n->job);
}

void arb_api_assistant(const arb_api_call *call)
{
    json_t *body;

    if (!arb_hall_allows(call, ARB_LIMIT_EVENT) || !(body = arb_api_body(call)))
        return;
    const char *name = arb_assistant_name(body);
    if (!name)
        arb_api_fail_field(call->exchange, "name");
    else if (!arb_assistant_is_named(call->table, name))
        arb_api_fail(call->exchange, ARB_API_NOT_NAMED);
    else
        name_one(call, name);
    json_decref(body);
}
