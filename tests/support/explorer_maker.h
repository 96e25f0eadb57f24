/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_EXPLORER_MAKER_H
#define ARBITRO_TEST_EXPLORER_MAKER_H
/* The inside of explorer_event(): a line in the making. */
#include "explorer.h"

typedef struct maker {
    char *line; /* room for EXPLORER_LINE_SIZE */
    size_t used;
    const arb_game *game;
    const arb_state *s;
    explorer_temper temper;
    chance *luck;
    arb_actor actor;
    arb_verb verb;
} maker;

/* Appends to the line. */
void maker_say(maker *m, const char *format, ...) ARB_FORMAT(2, 3);

/* Is it so, as it is once in `n` times? */
bool maker_one_in(const maker *m, unsigned n);

/* Mostly a square with one of the player's pieces, else one of the opponent, or any at all. */
arb_square maker_some_square(const maker *m);

/* Each appends a word: a square, a move, a text, an entry of a scoresheet. */
void maker_square(maker *m, arb_square square);
void maker_move(maker *m);
void maker_text(maker *m);
void maker_entry(maker *m);
void maker_announcement(maker *m);

/* Appends the last move, mostly as it was; false when there is none. */
bool maker_last_move(maker *m);

/* Appends what the slot of the verb may hold, sensible or not. */
void maker_fill(maker *m, arb_slot slot);

#endif
