/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_LISTING_H
#define ARBITRO_SERVER_LISTING_H
/* Pages of the lists of games, newest first: that of the hall and that of the desk. */
#include "server/hall/hall_internal.h"

/* Which games are asked for. */
typedef struct arb_listing {
    uint64_t before; /* those with smaller numbers */
    uint64_t limit;
    uint64_t round; /* of this one alone; 0: of any */
    bool desk, only_open, only_over;
} arb_listing;

/* Reads the query; false, after an answer, when it cannot be used. */
bool arb_listing_read(arb_listing *out, const arb_api_call *call);

/*
 * Adds a page of games, each as `entry` makes it; what it makes NULL of is left out. Returns the
 * number before which the next page begins; 0 when there is none. However many games are not
 * listed, only so many are passed over at a time.
 */
uint64_t arb_listing_write(json_t *games, arb_hall *hall, const arb_listing *of,
                           json_t *(*entry)(arb_table *table, void *user), void *user);

#endif
