/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_BARE_H
#define ARBITRO_TESTS_BARE_H
/* A table without a server, at which things happen one after the other when the test says so. */
#include "server/hall/hall_internal.h"

/* Makes a table with a game of 90 minutes under this edition. */
arb_table *bare_table(const arb_rulebook *book);

/* A table with this game, which is its own then. */
arb_table *bare_table_of(arb_game *game);

/* Somebody does something, and it is in the log; returns whether the Laws took it. */
bool happens(arb_table *t, arb_actor actor, const char *words);

/* The hall does it in the arbiter's place. */
bool happens_by_hall(arb_table *t, const char *words);

/* For cmocka: the last table is gone. */
int bare_end(void **state);

#endif
