/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_FRESH_H
#define ARBITRO_SERVER_FRESH_H
/*
 * Fresh links and codes for seats, in one durable step: whatever opened the seat before is good for
 * nothing from then on. A link that was replaced is remembered, so that whoever still has it is
 * told why it opens nothing; a code is forgotten.
 */
#include "server/hall/hall_internal.h"

/* A link or code that ends, and what is known of it from then on. */
typedef struct arb_ending {
    arb_key key;
    bool forgotten;
} arb_ending;

/* One seat of one game. */
typedef struct arb_fresh_seat {
    uint64_t game;
    arb_seat seat;
    char token[ARB_TOKEN_SIZE], code[ARB_CODE_SIZE]; /* the code may be empty: none is wanted */
    bool wants_code;
    bool is_named;  /* an assistant's: nothing ends but the link below */
    arb_hash named; /* which need not be there */
    arb_ending *ending;
    size_t ending_count, ending_room;
} arb_fresh_seat;

typedef struct arb_fresh arb_fresh;
struct arb_fresh {
    arb_committer_job job; /* first */
    arb_hall *hall;
    arb_http_exchange *exchange;
    void (*give)(arb_fresh *fresh); /* answers when all of it is so */
    void *user;
    size_t count;
    arb_fresh_seat seats[];
};

/* Room for so many seats, for whoever calls; NULL, after an answer, without memory. */
arb_fresh *arb_fresh_new(const arb_api_call *call, size_t count);
void arb_fresh_free(arb_fresh *fresh);

/* Fills in a seat, with a link; false when that seat is being renewed just now. */
bool arb_fresh_add(arb_fresh *fresh, arb_table *table, arb_seat seat);

/* Ends whatever opens a seat, in the committer's thread and in a batch of its own; and, when that
 * is durable, in memory: pages are told. ARB_NOMEM. */
ARB_MUST_USE arb_store_err arb_links_end(arb_store *store, arb_fresh_seat *seat);
ARB_MUST_USE arb_err arb_links_ended(arb_hall *hall, const arb_fresh_seat *seat);

/* Sends it on its way. */
void arb_fresh_begin(arb_fresh *fresh);

/*
 * The link for this purpose that is good now, of those that follow one another when they are
 * renewed; `following` is the one that would be next. False when so many were that there is none.
 */
bool arb_link_of(char out[ARB_TOKEN_SIZE], char following[ARB_TOKEN_SIZE], const arb_hall *hall,
                 const char *purpose, uint64_t game);

/* The link of those who look on at this game. */
void arb_link_watch(char out[ARB_TOKEN_SIZE], const arb_hall *hall, uint64_t game);

#endif
