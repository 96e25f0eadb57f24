/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_ROUNDS_H
#define ARBITRO_SERVER_ROUNDS_H
/*
 * Rounds: games that were made together, each with the number of its board. A game knows its round,
 * as the store does; the round knows its name. A game that is played in the place of an annulled
 * one has its board.
 */
#include "server/hall/hall_internal.h"

enum { ARB_ROUND_ID_MIN = 16, ARB_ROUND_ID_MAX = 48, ARB_ROUND_NAME_MAX = 100 };

struct arb_round {
    uint64_t id; /* from 1 */
    char *name;
    char *group, *event; /* NULL: none */
    char client[ARB_ROUND_ID_MAX + 1];
    int64_t created_ms;
    uint64_t *games;
    size_t count, room;
};

/* Writes the round into the store, with the next number. */
ARB_MUST_USE arb_store_err arb_round_store(arb_round *round, arb_store *store);

/* How many have been made, as the store says, which may be damaged. */
ARB_MUST_USE arb_store_err arb_rounds_count(uint64_t *out, arb_store *store);

/* Reads the round of this number, in any thread. The caller clears it. */
ARB_MUST_USE arb_store_err arb_round_fetch(arb_round *out, arb_store *store, uint64_t id);

/* Takes the round, whose contents it then owns, among those of the hall. ARB_NOMEM. */
ARB_MUST_USE arb_err arb_round_keep(arb_hall *hall, arb_round *round);
void arb_round_clear(arb_round *round);

/* The round of this number; NULL when there is none. */
arb_round *arb_round_get(const arb_hall *hall, uint64_t id);

/* A game of the round, which learns what its round is called. ARB_NOMEM. */
ARB_MUST_USE arb_err arb_round_add(arb_round *round, arb_table *table);

/* Board number `index` of the round as it is played now; NULL when another has its place. */
arb_table *arb_round_table(const arb_hall *hall, const arb_round *round, size_t index);

/* The number that its name has, or its own: "Round 3" is 3. */
unsigned long long arb_round_number(const arb_round *round);

/* The round that the query or the body of a request names; NULL, after an answer, when there is
 * none. */
arb_round *arb_round_asked(const arb_api_call *call, const json_t *body);

/* Is the board among those that the request names? All are when it names none. */
bool arb_round_is_named(const json_t *body, unsigned board);

/* What the desk is told of it. */
json_t *arb_round_json(const arb_hall *hall, const arb_round *round);
json_t *arb_rounds_json(const arb_hall *hall);

/* A board with its game and its players. */
json_t *arb_round_board_json(const arb_table *table);

/* Everything that the store knows of rounds, after the games. */
ARB_MUST_USE arb_store_err arb_rounds_restore(arb_hall *hall, arb_store *store);

#endif
