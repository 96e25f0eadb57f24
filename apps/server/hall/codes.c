/* SPDX-License-Identifier: MIT */
/*
 * When a code ends. That of a player or of an arbiter is good until his seat is taken: somebody has
 * joined by it, or a page with a link of that seat has opened the game's stream or sent an event.
 * Then it is removed from the store, so that the next start does not know it either. Those of
 * spectators are good as long as the game goes on, as all are at most.
 */
#include <stdlib.h>
#include <string.h>

#include "server/hall/publish.h"

/* A code on its way out of the store, which alone knows it by its seat. */
typedef struct retiring {
    arb_committer_job job; /* first */
    arb_hall *hall;
    uint64_t game;
    arb_seat seat;
    arb_hash code;
    bool found;
} retiring;

static bool find_code(void *user, const arb_store_token *token)
{
    retiring *r = user;
    arb_key key = { 0 };

    if (token->hash.size != ARB_HASH_SIZE || !arb_key_of_role(&key, token->role) || !key.is_code ||
        key.seat != r->seat)
        return true;
    memcpy(r->code.bytes, token->hash.text, ARB_HASH_SIZE);
    r->found = true;
    return false;
}

static arb_store_err work(arb_committer_job *job, arb_store *store)
{
    retiring *r = (retiring *)job;

    r->found = false;
    const arb_store_err err = arb_store_tokens(store, r->game, find_code, r);
    return err || !r->found ? err : arb_codes_remove(store, &r->code);
}

static void done(arb_committer_job *job, arb_store_err err)
{
    retiring *r = (retiring *)job;
    arb_table *t = arb_hall_table(r->hall, r->game);

    arb_hall_note(r->hall, err);
    if (!err && r->found)
        arb_keys_remove(&r->hall->keys, &r->code);
    if (err && t) /* it opens nothing all the same; whoever comes next tries again */
        t->retired &= (uint8_t) ~(1u << r->seat);
    free(r);
}

arb_store_err arb_codes_remove(arb_store *store, const arb_hash *code)
{
    const arb_store_bytes hash = { (const char *)code->bytes, sizeof code->bytes };
    const arb_store_err err = arb_store_token_remove(store, hash);

    return err == ARB_STORE_UNKNOWN ? ARB_STORE_OK : err;
}

void arb_codes_retire(const arb_api_call *call)
{
    arb_table *t = call->table;

    if (!t || (call->seat > ARB_SEAT_ARBITER && arb_seat_served(call->seat) == ARB_COLOUR_COUNT))
        return;
    if (t->renewing >> call->seat & 1u) /* it is another code that the store will find */
        return;
    t->taken |= (uint8_t)(1u << call->seat);
    retiring *r = t->retired >> call->seat & 1u ? NULL : calloc(1, sizeof *r);
    if (!r)
        return;
    t->retired |= (uint8_t)(1u << call->seat);
    r->hall = call->hall;
    r->game = t->id;
    r->seat = call->seat;
    r->job.work = work;
    r->job.done = done;
    arb_committer_push(call->hall->committer, &r->job);
}

void arb_codes_learn(arb_hall *hall, const arb_key *key, uint64_t changes)
{
    const bool is_new = key->is_code && !arb_keys_find(&hall->keys, &key->hash);

    (void)!arb_keys_add_read(&hall->keys, key, changes);
    arb_table *t =
        is_new && arb_keys_find(&hall->keys, &key->hash) ? arb_hall_table(hall, key->game) : NULL;
    if (!t)
        return;
    t->taken &= (uint8_t) ~(1u << key->seat);
    t->retired &= (uint8_t) ~(1u << key->seat);
}

bool arb_codes_is_good(const arb_hall *hall, const arb_key *code)
{
    const arb_table *t = code && code->is_code ? arb_hall_table(hall, code->game) : NULL;

    const bool is_over =
        t && (code->seat == ARB_SEAT_SPECTATOR ? arb_table_is_over_seen(t) : t->is_over);

    return t && !is_over && !(t->taken >> code->seat & 1u) &&
           (code->expires_ms == 0 || code->expires_ms >= arb_wall_ms());
}
