/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_EXPLORER_H
#define ARBITRO_TEST_EXPLORER_H
/*
 * Games by chance: where they start, what anybody may do next, and what must be so after every
 * event, whatever it was.
 *
 * Events are made as lines of a case, so that everything that happens can be written down and read
 * again. Most of them make sense in the game as it stands; the others are what a hall full of
 * people comes up with.
 */
#include "random_positions.h"

#include "arbitro/case.h"
#include "laws/laws.h"

enum { EXPLORER_LINE_SIZE = 512, EXPLORER_HEADER_SIZE = 512 };

/*
 * Writes the header of a case from which game `number` starts. Neighbours start differently, and
 * after one round of the starts comes the next edition.
 */
void explorer_start(char header[EXPLORER_HEADER_SIZE], size_t number);

/* How the players of one game are. */
typedef struct explorer_temper {
    bool shuffles; /* they like to go back where they came from */
    bool careless; /* they move against the Laws more often */
} explorer_temper;

/* Writes the next event after the present state of `game`; its time does not go back. */
void explorer_event(char line[EXPLORER_LINE_SIZE], const arb_game *game, explorer_temper temper,
                    chance *luck);

/*
 * Writes an event by which the game goes on: a move that is allowed, the start, a decision. False
 * where there is none, because the game is over or the board is not seen.
 */
bool explorer_way_out(char line[EXPLORER_LINE_SIZE], const arb_game *game, chance *luck);

/*
 * Says in which field two states differ, NULL when in none. What has no meaning, such as the
 * squares of a displacement that is not there, is not compared.
 */
const char *explorer_difference(const arb_state *a, const arb_state *b);

/* The same for two verdicts. */
const char *explorer_verdict_difference(const arb_verdict *a, const arb_verdict *b);

/* One event that was judged and committed. */
typedef struct explorer_step {
    const arb_state *before;
    const arb_game *game; /* after it */
    const arb_event *event;
    const arb_verdict *verdict;
} explorer_step;

/* Says what is wrong after the event; NULL when all is as it must be. */
const char *explorer_check(const explorer_step *step);

#endif
