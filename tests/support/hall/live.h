/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_LIVE_H
#define ARBITRO_TESTS_LIVE_H
/*
 * A game that goes on while somebody does harm elsewhere in the hall: two players who have their
 * pages open and make a move whenever the test asks whether they still can.
 */
#include "support/hall/hall.h"

typedef struct live {
    const hall *h;
    seats s;
    client page[2]; /* streams */
    client line[2]; /* connections that moves are sent over */
    unsigned plies;
} live;

/* Makes a casual game, opens both pages and waits until the clock runs. */
void live_open(live *l, const hall *h);
void live_close(live *l);

/*
 * The game goes on: the player who has the move makes one, it is taken, and it reaches the other
 * page. There are twenty moves in a game. `again` opens the lines anew: a deadline may have closed
 * them.
 */
void live_goes_on(live *l);
void live_goes_on_again(live *l);

/* The pages take in what has come and forget it, so that they are no slow readers. */
void live_listen(live *l);

/* How many events the journal of the game has. */
size_t live_events(const live *l);

#endif
