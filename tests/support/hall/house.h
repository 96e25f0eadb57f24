/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_HOUSE_H
#define ARBITRO_TESTS_HOUSE_H
/* Several halls on one PostgreSQL in a temporary folder. */
#include "support/hall/fixture.h"

enum { HALLS = 3 };

extern hall house[HALLS];

/* As the server knows the connections of a hall that was opened as "second" which only read, and
 * the one among them that reads on demand: the others listen, or give signs of life. */
#define LISTENS "query LIKE 'SELECT unheard %'"
#define READER                                                                                     \
    " FROM pg_stat_activity WHERE application_name = 'second' AND NOT " LISTENS                    \
    " AND query NOT LIKE 'WITH mine%'"
#define LISTENER " FROM pg_stat_activity WHERE application_name = 'second' AND " LISTENS

/* Opens one of them, perhaps under a name by which the server knows its connections; all at once;
 * all, one after the other, after the database was emptied. */
void house_open(unsigned i);
void house_open_as(unsigned i, const char *name);
void house_open_together(void);

/* One that the others find at this address. */
void house_open_reached(unsigned i, const char *reach);

/* One with the limits of every hall, and behind a proxy: whoever asks says who he is. */
void house_open_limited(unsigned i);
int house_setup(void **state);

/* Ends whatever still runs. */
int house_teardown(void **state);

/* Which of them has the game now by its lease, as the database says; HALLS: none that lives. */
unsigned house_owner(int game);

/* Waits until one other than `former` has it; returns which. */
unsigned house_moved(int game, unsigned former, int64_t patience_ms);

/*
 * What must hold of the journal whatever has happened: events of a game are numbered without a
 * hole, no client id is there twice, and epochs never go back, so that one hall at a time wrote.
 */
void house_assert_journal(const char *address);

/* The game as this token sees it at hall `i`, once it has so many events. */
json_t *house_sees(unsigned i, const char *token, size_t events);

#endif
