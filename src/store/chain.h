/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STORE_CHAIN_H
#define ARBITRO_STORE_CHAIN_H
/*
 * The chain of a game's events. The first link is the hash of the game's header, every further one
 * that of the link before and of one event with all that stands in its row. Of text and verdict
 * only their hashes enter, so that these can be erased and the chain still be gone through.
 */
#include "store/store.h"

typedef struct arb_store_hash {
    unsigned char bytes[ARB_STORE_HASH_SIZE];
} arb_store_hash;

/* Chooses the fastest hash that this machine can run; without it another one does the same. */
void arb_store_chain_prepare(void);

/* The link before the first event. */
void arb_store_chain_begin(arb_store_hash *out, uint64_t game, int64_t created_ms,
                           arb_store_bytes header);

/* Goes on from the link in `chain` to that of this event, which has all its numbers. */
void arb_store_chain_next(arb_store_hash *chain, const arb_store_event *event);

/* Is this the link? */
bool arb_store_chain_is(const arb_store_hash *chain, arb_store_bytes stored);

/* The link as bytes, which live as long as it does. */
arb_store_bytes arb_store_chain_bytes(const arb_store_hash *chain);

/* Takes a stored link; false when it has not the size of one. */
bool arb_store_chain_take(arb_store_hash *out, arb_store_bytes stored);

/* A way through the events of one game, from its header to what its head says. */
typedef struct arb_store_walk {
    arb_store_hash chain, head; /* gone through so far; as the head says */
    uint32_t events, count;     /* in the same way */
} arb_store_walk;

/* Begins; false when the game cannot be read. */
bool arb_store_walk_begin(arb_store_walk *out, const arb_store_game *game);

/* Goes on; false when the event does not follow upon those before it. */
bool arb_store_walk_next(arb_store_walk *walk, const arb_store_event *event);

/* Have all been there? */
bool arb_store_walk_ends(const arb_store_walk *walk);

#endif
