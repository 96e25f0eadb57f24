/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_SLOW_SELECT_H
#define ARBITRO_TEST_SLOW_SELECT_H
/*
 * The selection of games once more, slowly: over games that were pulled as a whole, with FENs
 * compared letter by letter, material counted by letters, and dates tried day by day.
 */
#include "arbitro/pgn_pull.h"
#include "arbitro/pgn_select.h"

typedef struct slow_condition {
    arb_pgn_criterion by;
    char text[192];
} slow_condition;

/* Does the game fit all of them? The texts are conditions that can be read, in ASCII. */
bool slow_select(const arb_pgn_game *game, const slow_condition *conditions, size_t count);

/* The squares of a placement, one letter each, a8 first; dots for empty ones. */
void slow_squares(char out[static 65], const char *placement);

#endif
