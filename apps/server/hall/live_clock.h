/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_LIVE_CLOCK_H
#define ARBITRO_SERVER_LIVE_CLOCK_H
/* Clocks as the feed tells them. */
#include "server/hall/api.h"

typedef struct arb_live_clock {
    arb_ms left[2];
    arb_colour running; /* ARB_COLOUR_COUNT: neither */
    arb_ms at;          /* when they showed this, in the time of the game */
} arb_live_clock;

/*
 * What they showed after the last event that was more than hands on the board: whether a move that
 * is not completed is legal is not told (Laws 7.5.1). While an illegal move stands of which those
 * who look on are not told (A.5.2), that is the last one before it: the player whose move it was
 * thinks on.
 */
arb_live_clock arb_live_clock_of(const arb_game *game);

/* May those who look on be told of every move that stands? */
bool arb_live_is_whole(const arb_game *game);

#endif
