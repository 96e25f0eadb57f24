/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_OPENING_H
#define ARBITRO_SERVER_OPENING_H
/*
 * A game on its way into the store, with its links and its codes: one that somebody asks for, or
 * the new game that follows one which was annulled (Laws 7.2.1). Answered when it is durable.
 */
#include "server/hall/hall_internal.h"

/* The seats that get a link and a code each. */
enum { ARB_LINKED = ARB_SEAT_DESK };

/* What was drawn by lot. */
typedef struct arb_drawn {
    bool start960;   /* the starting position of Chess960, */
    unsigned number; /* with this number, */
    uint32_t seed;   /* from this seed */
    bool swapped;    /* the player who was named as White has Black */
} arb_drawn;

typedef struct arb_opening {
    arb_committer_job job; /* first */
    arb_hall *hall;
    arb_http_exchange *exchange;
    arb_game *game;
    arb_names names;
    bool casual, is_public;
    bool is_desks; /* it is the desk that makes it */
    arb_colour computer;
    uint64_t owner;       /* who pays for it; 0: nobody */
    uint64_t before;      /* the game in whose place it is played; 0: none */
    uint64_t predecessor; /* and the one before that */
    uint64_t round;       /* in which it is played, 0: none; with the number of its board, */
    unsigned board;       /* */
    char *group;          /* and its group; NULL: none */
    char *tags[2];        /* what is known of White and Black, as lines of tags; NULL: nothing */
    arb_seat asker;       /* who asked for it there: he is told the links that are his */
    arb_drawn drawn;
    arb_colours_lot drawn_colours;
    int64_t created_ms;
    arb_buf header;
    char summary[ARB_SUMMARY_MAX];
    char token[ARB_LINKED][ARB_TOKEN_SIZE], code[ARB_LINKED][ARB_CODE_SIZE];
    uint64_t id;
    uint64_t epoch; /* by which it lives here, where there are several halls */
} arb_opening;

/* An opening for whoever calls; NULL, after an answer, without memory. */
arb_opening *arb_opening_new(const arb_api_call *call);

/* A game that has not come about does not count for whoever wanted it. */
void arb_opening_free(arb_opening *opening);

/* Is there room for one more game of whoever asks? Otherwise the call is answered. */
bool arb_opening_may(arb_opening *opening, const arb_api_call *call);

/* Sends the opening, which has its game, on its way. False, after an answer, without memory. */
bool arb_opening_begin(arb_opening *opening);

/* Reads what a request wants of a game; false, after an answer, when it cannot be had. */
bool arb_opening_read(arb_opening *opening, const arb_api_call *call, const json_t *body);

/*
 * The same in three steps, for many games at once: what the store is to have is made ready, false
 * without memory; the committer's thread stores it; the loop's seats it, NULL without memory. Then
 * its links and codes are told: "game", "tokens" and "codes".
 */
bool arb_opening_prepare(arb_opening *opening);
ARB_MUST_USE arb_store_err arb_opening_store(arb_opening *opening, arb_store *store);
arb_table *arb_opening_seat(arb_opening *opening);
json_t *arb_opening_links(const arb_opening *opening);

/* The link of a seat in a game that follows an annulled one: whoever had the seat there has it
 * here. */
void arb_opening_link(char out[ARB_TOKEN_SIZE], const arb_hall *hall, arb_seat seat, uint64_t game);

/* The arbiter of the whole hall may make as many games as there is room for. */
bool arb_opening_is_desk(const arb_api_call *call);

#endif
