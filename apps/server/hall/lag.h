/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_LAG_H
#define ARBITRO_SERVER_LAG_H
/*
 * What a player's clock is given back for the way of his events.
 *
 * Three bounds hold together. By the event: half of the round trip, which is the smaller of what
 * the system measures on the connection and what pings of the page show; a page that dawdles with
 * its pings cannot make that longer. Where a proxy stands between, only the pings are known, and
 * the bound is lower. By the game: a quota, which grows slowly with the moves.
 */
#include <stdbool.h>
#include <stdint.h>

enum {
    ARB_LAG_SAMPLES = 8,     /* pings that are remembered: the smallest counts */
    ARB_LAG_EVENT_MS = 500,  /* most for one event */
    ARB_LAG_PAGE_MS = 150,   /* the same where only the page was measured */
    ARB_LAG_JITTER_MS = 250, /* a round trip is never taken for longer than the shortest and this */
    ARB_LAG_GAME_MS = 5000,  /* most in a game, */
    ARB_LAG_TURN_MS = 50     /* and so much more with every turn: a tenth of a second a move */
};

/* The round trip as the system knows it, in ms: the usual one, and the shortest; -1: unknown. */
typedef struct arb_rtt {
    int64_t usual, shortest;
} arb_rtt;

/* What is known of the way to one player. */
typedef struct arb_lag {
    uint16_t sample[ARB_LAG_SAMPLES];
    uint8_t samples, next;
    bool by_system; /* `way` is known */
    arb_rtt way;    /* of the connection that was used last */
    int64_t spent_ms;
} arb_lag;

/* A page has answered after so long. */
void arb_lag_ping(arb_lag *lag, int64_t ms);

/* A connection of the player was used, of which the system knows this. */
void arb_lag_connection(arb_lag *lag, arb_rtt way);

/* The round trip that counts, in ms; -1: nothing was measured. */
int64_t arb_lag_round_trip(const arb_lag *lag);

/* What an event can be credited with now, at most, in a game that has had so many turns. */
int64_t arb_lag_most(const arb_lag *lag, uint32_t turns);

/*
 * What an event is credited with: as much as the page's own thinking time is shorter than the time
 * that ran here, within what is possible. Negative thinking times are unknown.
 */
int64_t arb_lag_credit(const arb_lag *lag, uint32_t turns, int64_t ran_ms, int64_t think_ms);

/* So much was credited. */
void arb_lag_spend(arb_lag *lag, int64_t ms);

#endif
