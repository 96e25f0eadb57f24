/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_BOARDS_H
#define ARBITRO_TESTS_BOARDS_H
/* Boards for those who have no link, as the tests follow them in the hall of the fixture. */
#include "support/hall/hall.h"

#define BOARD_NAMED                                                                                \
    "{\"time\":\"5400+30\",\"mode\":\"tournament\","                                               \
    "\"names\":{\"white\":\"Anna\",\"black\":\"Bruno\"}}"

/* Opens a stream for this query, from an address that a proxy tells, NULL: from here; false when it
 * is refused. Or asserts that it is opened. */
bool board_stream_from(client *out, const char *query, const char *from);
client board_stream(const char *query);

/* Waits until the stream has told this. */
void board_expect(client *c, const char *text);

/* The next event of this name, which the caller gives up. */
json_t *board_event(client *c, const char *name);

/* The list for this query. */
json_t *boards_of(const char *query);

/* Makes a round of the event "Open", as the desk does; and starts it, or whatever is to be done. */
json_t *boards_round(const char *name, unsigned boards);
void boards_do(json_t *made, const char *what);

#endif
