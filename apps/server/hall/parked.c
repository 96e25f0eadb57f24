/* SPDX-License-Identifier: MIT */
/*
 * Requests that wait until their game is at hand: while it is read from the store, while the judges
 * have it, and after a restart until it is stopped. The loop goes on meanwhile.
 */
#include <stdlib.h>

#include "server/hall/hall_internal.h"

/* A request takes up to 25 kB; so many wait in the whole hall. */
enum { PARKED_MAX = 2048 };

struct arb_parked {
    arb_parked *next;
    arb_http_exchange *exchange;
    arb_http_request *request;
};

bool arb_table_is_at_hand(const arb_table *t)
{
    const bool is_stopping = t->halted && !t->hall->trouble; /* otherwise nobody knows when it is */

    return t->game && !t->is_judging && !t->unsure && !is_stopping;
}

void arb_table_park(arb_table *t, arb_http_exchange *exchange, const arb_http_request *request)
{
    const bool has_room = t->hall->parked < PARKED_MAX;
    arb_parked *parked = has_room ? malloc(sizeof *parked) : NULL;
    arb_http_request *copy = parked ? arb_http_request_copy(request) : NULL;

    if (!copy) {
        free(parked);
        arb_api_fail(exchange, has_room ? ARB_API_MEMORY : ARB_API_BUSY);
        return;
    }
    *parked = (arb_parked){ .exchange = exchange, .request = copy };
    *(t->parked ? t->parked_end : &t->parked) = parked;
    t->parked_end = &parked->next;
    t->hall->parked++;
}

/* Takes the first of them out; NULL when none waits. */
static arb_parked *take(arb_parked **list, arb_hall *hall)
{
    arb_parked *parked = *list;

    if (parked) {
        *list = parked->next;
        hall->parked--;
    }
    return parked;
}

static void drop(arb_parked *parked)
{
    free(parked->request);
    free(parked);
}

void arb_table_unpark(arb_table *t)
{
    arb_parked *waiting = arb_table_is_at_hand(t) ? t->parked : NULL;

    if (!waiting)
        return;
    t->parked = NULL; /* some may be parked again */
    for (arb_parked *parked; (parked = take(&waiting, t->hall));) {
        arb_routes_handle(t->hall, parked->exchange, parked->request);
        drop(parked);
    }
}

void arb_table_dismiss(arb_table *t, arb_store_err err)
{
    for (arb_parked *parked; (parked = take(&t->parked, t->hall));) {
        if (t->hall->stopping)
            arb_api_fail(parked->exchange, ARB_API_SHUTTING);
        else if (t->damaged)
            arb_api_fail(parked->exchange, ARB_API_DAMAGED);
        else
            arb_api_fail_store(parked->exchange, err);
        drop(parked);
    }
}
