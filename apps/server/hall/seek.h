/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_SEEK_H
#define ARBITRO_SERVER_SEEK_H
/*
 * A link or a game that another hall has made, while it is looked for: who asked is the loop's
 * matter (seek.c), what the store has of it is read by the reader's thread (seek_read.c). What may
 * be asked of both stands in house.h.
 */
#include "server/hall/hall_internal.h"
#include "server/hall/rounds.h"

struct arb_seeking {
    arb_committer_job job; /* first */
    arb_seeking *next, **previous;
    arb_hall *hall;
    bool asked;                  /* it is for a request, which is answered whatever is found: */
    arb_http_exchange *exchange; /* NULL: nobody waits */
    arb_http_request *request;
    arb_caller caller; /* who it is */
    bool by_link;
    bool relinked;         /* links of the game, of all when its number is 0, were replaced */
    uint64_t changes;      /* of links that were known here when it was asked */
    bool again;            /* there was news meanwhile, which it may have missed */
    bool heard;            /* what this hall has made before was told before */
    arb_found_lease lease; /* by which it is ours; its epoch 0: it is not, as far as is known */
    arb_timer timer;       /* the next attempt, if the last one failed */
    arb_hash hash;
    uint64_t game;
    uint64_t lives_at; /* the hall that has it; 0: unknown */
    arb_table *found;  /* as the store has it */
    arb_key *keys;
    size_t key_count, key_room;
    bool unfinished; /* there was no memory for all of them */
    arb_round round; /* in which it is played; its number 0: none */
};

/* In the reader's thread: finds what is sought, with all that belongs to it. */
arb_store_err arb_seek_read(arb_committer_job *job, arb_store *store);

/* Is the game ours and not known here? Then it may be one that is being made: what the committer
 * has done is to be told first, as arb_seek_hear() sees to. */
bool arb_seek_is_unheard(const arb_seeking *it);
arb_store_err arb_seek_hear(arb_committer_job *job, arb_store *store);

/* What was found holds from now on. */
void arb_seek_take(arb_seeking *it);

/* What was found is not taken. */
void arb_seek_forget(arb_seeking *it);

#endif
