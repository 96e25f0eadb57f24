/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_HALL_PLAYING_H
#define ARBITRO_TESTS_HALL_PLAYING_H
/*
 * Many games at once on the hall of the fixture, both players of each connected, one move in each
 * every so often: every move must arrive once on the page of the opponent, and in order.
 */
#include "support/hall/fixture.h"

/* How long that took, from sending a move to the opponent's page, in milliseconds. */
typedef struct playing_figures {
    size_t moves;
    double p50, p99;
    double best_p99; /* of the round, a move in each game, in which the machine was least busy */
    long memory_kb;  /* of the hall, when all was played */
} playing_figures;

/* Opens the hall with room for thousands of connections, and none of its limits for visitors. */
void playing_open(void);

/* Makes so many games, opens the pages of both players, and plays them to their last move. */
void playing_all(playing_figures *out, unsigned games, unsigned every_ms);

/* Prints them. */
void playing_print(const playing_figures *figures, unsigned games);

#endif
