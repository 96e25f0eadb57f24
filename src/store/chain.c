/* SPDX-License-Identifier: MIT */
/*
 * The chain of events; see chain.h. The hash is BLAKE2b, from libsodium. Numbers enter as eight
 * bytes, the least first, and texts with their length before them, so that no two rows give the
 * same bytes. What is hashed here is never changed: stored chains must hold for ever.
 */
#include "store/chain.h"

#include <sodium.h>
#include <string.h>

typedef crypto_generichash_state hashing;

/* How many hashes stand for an erased event: of its text, and of its verdict. */
enum { ERASED_SIZE = 2 * ARB_STORE_HASH_SIZE };

static void add(hashing *it, const void *bytes, size_t size)
{
    (void)crypto_generichash_update(it, bytes, size); /* fails only when it is given NULL */
}

static void add_number(hashing *it, uint64_t number)
{
    unsigned char bytes[8];

    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(number >> (8 * i));
    add(it, bytes, sizeof bytes);
}

static void add_bytes(hashing *it, arb_store_bytes bytes)
{
    add_number(it, bytes.size);
    if (bytes.size > 0)
        add(it, bytes.text, bytes.size);
}

/* What is hashed says first what it is. */
static void begin(hashing *it, const char *what)
{
    (void)crypto_generichash_init(it, NULL, 0, ARB_STORE_HASH_SIZE);
    add_bytes(it, (arb_store_bytes){ what, strlen(what) });
}

static void end(arb_store_hash *out, hashing *it)
{
    (void)crypto_generichash_final(it, out->bytes, sizeof out->bytes);
}

static void add_hash_of(hashing *it, arb_store_bytes text)
{
    unsigned char hash[ARB_STORE_HASH_SIZE];

    (void)crypto_generichash(hash, sizeof hash, (const unsigned char *)text.text, text.size, NULL,
                             0);
    add(it, hash, sizeof hash);
}

void arb_store_chain_prepare(void)
{
    (void)!sodium_init();
}

void arb_store_chain_begin(arb_store_hash *out, uint64_t game, int64_t created_ms,
                           arb_store_bytes header)
{
    hashing it;

    begin(&it, "game");
    add_number(&it, game);
    add_number(&it, (uint64_t)created_ms);
    add_bytes(&it, header);
    end(out, &it);
}

void arb_store_chain_next(arb_store_hash *chain, const arb_store_event *event)
{
    hashing it;

    begin(&it, "event");
    add(&it, chain->bytes, sizeof chain->bytes);
    add_number(&it, event->game);
    add_number(&it, event->number);
    add_number(&it, event->sequence);
    add_number(&it, event->refused);
    add_number(&it, (uint64_t)event->stamp.monotonic_ms);
    add_number(&it, (uint64_t)event->stamp.wall_ms);
    add_bytes(&it, event->client);
    add_bytes(&it, event->actor);
    add_bytes(&it, event->meta);
    if (event->erased.size == ERASED_SIZE) {
        add(&it, event->erased.text, ERASED_SIZE);
    } else {
        add_hash_of(&it, event->text);
        add_hash_of(&it, event->verdict);
    }
    if (event->epoch > 0) /* those that were written before there were any have the hash of then */
        add_number(&it, event->epoch);
    end(chain, &it);
}

bool arb_store_chain_is(const arb_store_hash *chain, arb_store_bytes stored)
{
    return stored.size == sizeof chain->bytes &&
           memcmp(chain->bytes, stored.text, sizeof chain->bytes) == 0;
}

arb_store_bytes arb_store_chain_bytes(const arb_store_hash *chain)
{
    return (arb_store_bytes){ (const char *)chain->bytes, sizeof chain->bytes };
}

bool arb_store_chain_take(arb_store_hash *out, arb_store_bytes stored)
{
    if (stored.size != sizeof out->bytes)
        return false;
    memcpy(out->bytes, stored.text, sizeof out->bytes);
    return true;
}

/* ---- a way through a game ---- */

bool arb_store_walk_begin(arb_store_walk *out, const arb_store_game *game)
{
    *out = (arb_store_walk){ .count = game->events };
    if (game->damaged || !arb_store_chain_take(&out->head, game->chain))
        return false;
    arb_store_chain_begin(&out->chain, game->id, game->created_ms, game->header);
    return true;
}

bool arb_store_walk_next(arb_store_walk *walk, const arb_store_event *event)
{
    if (event->number != walk->events + 1)
        return false;
    walk->events = event->number;
    arb_store_chain_next(&walk->chain, event);
    return arb_store_chain_is(&walk->chain, event->chain);
}

bool arb_store_walk_ends(const arb_store_walk *walk)
{
    return walk->events == walk->count &&
           arb_store_chain_is(&walk->chain, arb_store_chain_bytes(&walk->head));
}
