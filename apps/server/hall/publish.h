/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_PUBLISH_H
#define ARBITRO_SERVER_PUBLISH_H
/*
 * What the world may see of the hall: events that the desk has published, each under a name, with
 * its rounds and boards, and with a delay.
 *
 * The delay holds for everybody who only looks on, wherever he looks: a game of an event with a
 * delay of 15 minutes is for him what it was 15 minutes ago. So whoever answers somebody without a
 * seat at the board asks for the game here first:
 *
 *     arb_table *seen = arb_table_seen(table);   the game that may be shown
 *     if (!arb_table_is_at_hand(seen)) ...       it is being read: park the request there, wake it
 *
 * What stands in `seen` (state, log, moves, clocks, sequence) may be shown as it is, at any delay.
 */
#include "server/hall/hall_internal.h"

enum {
    ARB_BROADCASTS_MAX = 32,
    ARB_PUBLISHED_GAMES_MAX = 4096, /* of one round */
    ARB_CHOSEN_MAX = 2000,
    ARB_PUBLISHED_ROUNDS_MAX = 9999, /* the highest number of a round */
    ARB_SLUG_MAX = 64,
    ARB_TITLE_MAX = 200,
    ARB_DELAY_MAX_S = 3600
};

/* A game that was chosen by itself, and the round in which it is shown. */
typedef struct arb_chosen {
    uint64_t game;
    unsigned round;
} arb_chosen;

/* An event that is published. */
struct arb_broadcast {
    char slug[ARB_SLUG_MAX + 1]; /* its name in addresses; "": the place is free */
    char *title;                 /* its name for people */
    char *event;                 /* the rounds of this event are published; NULL: none */
    arb_chosen *chosen;          /* and these games, in this order */
    size_t chosen_count;
    unsigned delay_s;
};

/* A board of a published round. */
typedef struct arb_published {
    arb_table *table; /* as it is played; see arb_table_seen() */
    unsigned board;   /* its number: what stands on it in the hall, as far as that is possible */
} arb_published;

/* The one of this name, which is a piece of an address; NULL when there is none. */
const arb_broadcast *arb_broadcast_find(const arb_hall *hall, const char *slug, size_t size);

/* What the event is called: by the desk, or by the tag of its games. */
const char *arb_broadcast_title(const arb_broadcast *broadcast);

/* Is this game published in it? In any of them? */
bool arb_broadcast_has(const arb_broadcast *broadcast, const arb_table *table);
bool arb_table_is_published(const arb_table *table);

/* How much later those who look on see it, in ms: the longest delay of those that publish it. */
int64_t arb_table_delay_ms(const arb_table *table);

/* The boards of a round, by their numbers; the caller frees `out`. No two have the same: whatever
 * would not be higher than the one before it, as in a second group or of games that were chosen, is
 * counted on from there. So a board stays under its number whatever is added, and a game that is
 * played in the place of an annulled one has its board. ARB_NOMEM. */
ARB_MUST_USE arb_err arb_broadcast_boards(arb_published **out, size_t *count, const arb_hall *hall,
                                          const arb_broadcast *broadcast, unsigned round);

/* What is told of a round without a look at its games one by one. */
typedef struct arb_round_summary {
    unsigned boards;
    bool live; /* one of them is being played, as far as those know who look on */
} arb_round_summary;

/* Of all rounds from 1 to `rounds`, `out` has one more place; in one walk over the boards. */
void arb_broadcast_summaries(arb_round_summary *out, unsigned rounds, const arb_hall *hall,
                             const arb_broadcast *broadcast);

/* The highest number of a round that has boards; 0: none. */
unsigned arb_broadcast_rounds(const arb_hall *hall, const arb_broadcast *broadcast);

/* ---- shadow.c: games as they were a while ago */

/*
 * The game as those see it who look on: the table itself or, when it is shown with a delay, one
 * that shows it as it stood that long ago, and that lives as long as somebody looks. NULL without
 * memory.
 */
arb_table *arb_table_seen(arb_table *table);

/* What lists tell of it to those who look on, where nobody waits: false when that is not known at
 * once, as after a restart, whatever has happened there; then it is being read. */
bool arb_table_listed(arb_past *out, arb_table *table);

/* Is this player there, as far as those know who look on? */
bool arb_table_is_present_seen(const arb_table *table, arb_colour colour);

/* Is there such a game for those who look on? That a game was annulled and is played anew is not
 * told before its time either. */
bool arb_table_is_shown(const arb_table *table);

/* Is it over for those who look on? */
bool arb_table_is_over_seen(const arb_table *table);

#endif
