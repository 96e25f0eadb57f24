/* SPDX-License-Identifier: MIT */
/* Reads links and games that another hall has made; see seek.h. */
#define _GNU_SOURCE
#include "server/hall/seek.h"

#include <stdlib.h>
#include <string.h>

/* Of one game: each that was replaced is there, too. */
enum { KEYS_FIRST = 16, KEYS_MAX = 1 << 20 };

static bool make_room(arb_seeking *it)
{
    const size_t room = it->key_room ? 2 * it->key_room : KEYS_FIRST;

    if (it->key_count < it->key_room)
        return true;
    arb_key *larger = realloc(it->keys, room * sizeof *larger);
    it->unfinished = !larger;
    if (!larger)
        return false;
    it->keys = larger;
    it->key_room = room;
    return true;
}

static bool note_key(void *user, const arb_store_token *token)
{
    arb_seeking *it = user;
    arb_key key = { .game = token->game, .expires_ms = token->expires_ms };

    if (it->game != 0 && it->key_count >= KEYS_MAX)
        return false;
    if (token->damaged || token->hash.size != ARB_HASH_SIZE || !arb_key_of_role(&key, token->role))
        return true;
    if (!make_room(it))
        return false;
    memcpy(key.hash.bytes, token->hash.text, ARB_HASH_SIZE);
    it->keys[it->key_count++] = key;
    return true;
}

/* The link that was asked for, whatever others the game has. */
static bool note_asked(void *user, const arb_store_token *token)
{
    arb_seeking *it = user;

    it->game = token->damaged ? 0 : token->game;
    (void)note_key(it, token);
    return false;
}

static bool note_table(void *user, const arb_store_game *game)
{
    arb_seeking *it = user;
    arb_table *t = game->id == it->game ? arb_table_new(it->hall, game->id, NULL) : NULL;

    if (!t)
        return false;
    t->created_ms = game->created_ms; /* when it was touched last is not known */
    t->is_over = game->closed;
    t->damaged = game->damaged;
    if (arb_table_read_header(t, game->header) == ARB_OK)
        arb_table_summary_read(t, game->summary.text, game->summary.size);
    t->unsure = false; /* whoever has it knows */
    it->found = t;
    return false;
}

/* Whoever asks about it goes there, before all leases are next read. */
static bool note_lease(void *user, const arb_store_lease *lease)
{
    arb_seeking *it = user;

    if (lease->game == it->game)
        it->lives_at = lease->hall;
    return false;
}

static arb_store_err seek_game(arb_seeking *it, arb_store *store)
{
    arb_store_err err = arb_store_games(store, it->game - 1, false, 1, note_table, it);

    if (!err && it->found)
        err = arb_store_tokens(store, it->game, note_key, it);
    if ((!err || err == ARB_STORE_UNKNOWN) && it->found)
        err = arb_table_introduce(it->found, store);
    if (!err && it->found && it->found->round > 0)
        err = arb_round_fetch(&it->round, store, it->found->round);
    if (!err && it->found && it->lives_at == 0)
        err = arb_store_leases(store, it->game - 1, 1, note_lease, it);
    return err;
}

arb_store_err arb_seek_read(arb_committer_job *job, arb_store *store)
{
    arb_seeking *it = (arb_seeking *)job;
    arb_store_err err = ARB_STORE_OK;

    if (it->by_link)
        err = arb_store_token_find(
            store, (arb_store_bytes){ (const char *)it->hash.bytes, sizeof it->hash.bytes },
            note_asked, it);
    if (!err && it->game > 0)
        err = seek_game(it, store);
    else if (!err && it->relinked)
        err = arb_store_tokens(store, 0, note_key, it);
    if (!err && it->unfinished)
        err = ARB_STORE_NOMEM;
    return err == ARB_STORE_UNKNOWN ? ARB_STORE_OK : err;
}

void arb_seek_forget(arb_seeking *it)
{
    arb_table_free(it->found);
    arb_round_clear(&it->round);
    free(it->keys);
    it->found = NULL;
    it->keys = NULL;
    it->key_count = it->key_room = 0;
    it->unfinished = false;
}
