/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_ROUNDS_H
#define ARBITRO_SERVER_ROUNDS_H
/*
 * Rounds: games that were made together, each with the number of its board. A game knows its round,
 * as the store does; the round knows its name. A game that is played in the place of an annulled
 * one has its board.
 */
#include "server/hall/hall_internal.h"

enum {
    ARB_ROUND_ID_MIN = 16,
    ARB_ROUND_ID_MAX = 48,
    ARB_ROUND_NAME_MAX = 100,
    ARB_ROUND_NUMBER_MAX = 999
};

struct arb_round {
    uint64_t id;     /* from 1 */
    unsigned number; /* within its event; 0: it is older than such numbers */
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

/* Does this hall have a round of the event? */
bool arb_rounds_have(const arb_hall *hall, const char *event);

/* A game of the round, which learns what its round is called. ARB_NOMEM. */
ARB_MUST_USE arb_err arb_round_add(arb_round *round, arb_table *table);

/* Board number `index` of the round as it is played now; NULL when another has its place. */
arb_table *arb_round_table(const arb_hall *hall, const arb_round *round, size_t index);

/* Its number within its event, by which it stands in addresses of the feed. One that was made
 * before rounds had such numbers keeps the one by which it was published: the first in its name, or
 * its id. */
unsigned long long arb_round_number(const arb_round *round);

/* ---- round_number.c: how that is decided for a round that is to be made */

/* What is known of the numbers of other rounds. */
typedef struct arb_round_numbers {
    unsigned highest; /* of the event and the group */
    bool is_taken;    /* another round of event and group has the number */
} arb_round_numbers;

/* The number that the name says, or else the list of pairings, 0: none; 0 when none is said. */
unsigned arb_round_number_said(const char *name, unsigned listed);

/* Looks at one other round, or at all that this hall knows: then the number up to which it knows
 * them without a hole. */
void arb_round_numbers_add(arb_round_numbers *all, const arb_round *made, const arb_round *other);
uint64_t arb_round_numbers_look(arb_round_numbers *all, const arb_hall *hall,
                                const arb_round *made);

/* Gives the round its number, the next one when none was said; false when another has it. */
bool arb_round_number_settle(arb_round *made, const arb_round_numbers *all);

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
