/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_LEDGER_H
#define ARBITRO_TESTS_LEDGER_H
/*
 * What one sender of events was told, in memory that its process shares with the test: it survives
 * the server, and the sender. Events are sent one after the other, each with an id of its own.
 */
#include <stdatomic.h>

#include "server/hall/keys.h"
#include "support/hall/hall.h"

enum { LEDGER_MAX = 8000, LEDGER_WORDS = 48 };

typedef struct ledger_line {
    arb_seat seat;
    char event[LEDGER_WORDS];
    long long sequence, number; /* as it was acknowledged */
    bool refused;
} ledger_line;

typedef struct ledger {
    seats s;
    atomic_uint sent, acknowledged; /* sent: at most one more */
    atomic_bool over;               /* the game has ended */
    char fen[96];                   /* of the position when an event was acknowledged last */
    ledger_line lines[LEDGER_MAX];
} ledger;

/* Room for so many, shared with all processes that are started from now on. */
ledger *ledger_new(unsigned count);

/* An empty one for this game. */
void ledger_begin(ledger *l, const seats *s);

/*
 * Sends an event and notes the answer; a line that was sent and not answered must be sent first,
 * and `event` NULL sends it alone. False when there was no answer.
 */
bool ledger_send(ledger *l, client *c, arb_seat seat, const char *event);

/*
 * Asserts that the hall has what was acknowledged, in that order, once, as it was told then; that
 * what is sent again is known; and that the case of the game judged anew comes to the same state.
 */
void ledger_assert(ledger *l, const hall *h);

/* That alone, of a game that this token opens; `events` receives how many it has. */
void ledger_assert_judged(const hall *h, const char *token, size_t *events);

#endif
