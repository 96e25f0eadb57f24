/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_SCREENS_H
#define ARBITRO_SERVER_SCREENS_H
/*
 * Boards for those who look on from outside and have no link: a screen on the wall of the hall, a
 * board on somebody's site, an overlay of a broadcast (docs/SERVER.md, /api/boards).
 *
 * One stream carries many boards. It tells how a board stands and not what happened there: of a
 * board that somebody follows (a topic) there is one text, made when it is needed and the same for
 * all who follow it; whoever is slow is told of the latest, and nothing is kept for him. A game
 * that sleeps is read for its text, few at a time, and may sleep again at once.
 */
#include "server/hall/publish.h"

enum { ARB_SCREEN_BOARDS_MAX = 100 }; /* of one stream */

/* What it takes for other boards to be among those that were asked for. */
typedef enum arb_screen_kind {
    ARB_SCREEN_NAMED,    /* each by its number: that it is published, or no more */
    ARB_SCREEN_OF_ROUND, /* or that there is another board or round */
    ARB_SCREEN_LATEST    /* or that there is another game */
} arb_screen_kind;

/* A board that was chosen. */
typedef struct arb_screen_board {
    arb_table *table; /* as it is played; see arb_table_seen() */
    unsigned number;  /* as whoever chose it counts: of a published event by its files; 0: none */
} arb_screen_board;

/* Which boards an address asks for, in the order of their numbers: a part of them. */
typedef struct arb_screen_choice {
    arb_screen_board boards[ARB_SCREEN_BOARDS_MAX];
    size_t count;
    size_t from, all; /* the first of these among all that there are, from 1, and how many */
    arb_screen_kind kind;
    uint64_t number;                   /* of their round; 0: they are of no one round */
    const char *event, *round, *group; /* what the round is called; NULL */
    bool is_grouped;                   /* each group counts its boards by itself */
} arb_screen_choice;

/* ---- screens_choice.c: reads the query; false, after an answer, when it cannot be used. What is
 * not shown to the public is not there, as if there were no such game. */
bool arb_screen_choose(arb_screen_choice *out, const arb_api_call *call);

/* ---- api_boards.c */

/* May everybody look at this game? */
bool arb_screen_shows(const arb_table *table);

/* A board as everybody may see it, who has no link, but for its number; of a table that may be
 * shown as it is. */
json_t *arb_screen_board_json(const arb_table *seen);

/* What the boards of a choice have in common. */
json_t *arb_screen_head(const arb_screen_choice *choice);

/* ---- screens.c */

/* Makes a stream of the exchange, which is answered. */
void arb_screen_follow(const arb_api_call *call, const arb_screen_choice *choice);

#endif
