/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_ENGINE_H
#define ARBITRO_SERVER_ENGINE_H
/*
 * A computer at the table: it makes its moves as events like anybody else, on its clock and under
 * the same rules. It sees the position and says nothing to anybody; no page can ask it anything.
 *
 * There may be more games against the computer than engines. An engine is lent to a game for one
 * move and then to the next one that waits (engine_room.h). One that does not answer, answers
 * something that is no move, says too much or dies is ended, and another one is asked; at the third
 * failure in a game the computer resigns it.
 */
#include "server/hall/table.h"

typedef enum arb_engine_answer {
    ARB_ENGINE_SITS,
    ARB_ENGINE_NONE,  /* the hall has no engine */
    ARB_ENGINE_BUSY,  /* too many games are being played against the computer */
    ARB_ENGINE_ENOUGH /* this address has as many of them as it may have */
} arb_engine_answer;

enum {
    ARB_ENGINE_GAMES = 4,      /* games for each engine: more would have to wait too long */
    ARB_ENGINE_PER_ADDRESS = 4 /* of those, of one address */
};

/* Can the computer sit down in one more game, of `owner`, who may have `times` as many? */
arb_engine_answer arb_engine_may_sit(const arb_hall *hall, uint64_t owner, unsigned times);

/* Can it in a game of somebody who has none yet? */
bool arb_engine_has_room(const arb_hall *hall);

/* The computer of this table, if it has one, takes its place among those that are playing. */
void arb_engine_sit(arb_table *table);

/* Lets the computer of the table do what is its turn to do, if it has one. */
void arb_engine_attend(arb_table *table);

/* It leaves the table. NULL is no engine. */
void arb_engine_free(arb_engine *engine);

#endif
