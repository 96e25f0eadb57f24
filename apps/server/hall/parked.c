/* SPDX-License-Identifier: MIT */
/*
 * Requests that wait until their game is at hand: while it is read from the store, while the judges
 * have it, and after a restart until it is stopped. The loop goes on meanwhile.
 */
#include <stdlib.h>

#include "server/hall/hall_internal.h"

/* A request takes up to 25 kB. So many wait in the whole hall, for one game, and of one address
 * (addresses share places by chance, and then what they may have). */
enum { PARKED_MAX = 4096, TABLE_MAX = 256, ADDRESS_MAX = 64 };

enum {
    READERS_MAX = 2, /* answers about a long game that are written at a time: its players wait */
    TURN_MAX = 32    /* requests that go on in one round of the loop */
};

struct arb_parked {
    arb_parked *next;
    arb_http_exchange *exchange;
    arb_http_request *request;
    unsigned place; /* of the address */
};

/* After a restart nobody sees the game before it is stopped, unless that cannot be done. */
static bool is_open(const arb_table *t)
{
    return t->game && !t->unsure && !(t->halted && !t->hall->trouble);
}

bool arb_table_takes_events(const arb_table *t)
{
    return is_open(t);
}

/* Whoever plays comes before those who look. */
bool arb_table_is_at_hand(const arb_table *t)
{
    const bool is_wanted = t->reading > 0 && (t->first || t->late);

    return is_open(t) && !t->is_judging && t->reading < READERS_MAX && !is_wanted;
}

void arb_table_park(arb_table *t, const arb_api_call *call)
{
    arb_hall *hall = t->hall;
    const unsigned place = (unsigned)(arb_hall_caller(call) * UINT64_C(0x9E3779B97F4A7C15) >> 56);
    const bool has_room = hall->parked < PARKED_MAX && t->parked_count < TABLE_MAX &&
                          hall->parked_by[place] < ADDRESS_MAX;
    arb_parked *parked = has_room ? malloc(sizeof *parked) : NULL;
    arb_http_request *copy = parked ? arb_http_request_copy(call->request) : NULL;

    if (!copy) {
        free(parked);
        arb_api_fail(call->exchange, has_room ? ARB_API_MEMORY : ARB_API_BUSY);
        return;
    }
    *parked = (arb_parked){ .exchange = call->exchange, .request = copy, .place = place };
    *(t->parked ? t->parked_end : &t->parked) = parked;
    t->parked_end = &parked->next;
    t->parked_count++;
    hall->parked_by[place]++;
    hall->parked++;
}

/* Takes the first of them out; NULL when none waits. */
static arb_parked *take(arb_table *t)
{
    arb_parked *parked = t->parked;

    if (parked) {
        t->parked = parked->next;
        t->parked_count--;
        t->hall->parked_by[parked->place]--;
        t->hall->parked--;
    }
    return parked;
}

static void drop(arb_parked *parked)
{
    free(parked->request);
    free(parked);
}

static void on_turn(void *user)
{
    arb_table_unpark(user);
}

void arb_table_unpark(arb_table *t)
{
    unsigned left = TURN_MAX;

    for (; left > 0 && t->parked && arb_table_is_at_hand(t); left--) {
        arb_parked *parked = take(t);
        arb_routes_handle(t->hall, parked->exchange, parked->request);
        drop(parked);
    }
    if (left > 0 || !t->parked)
        return;
    t->turn.run = on_turn;
    t->turn.user = t;
    arb_loop_later(t->hall->loop, &t->turn);
}

void arb_table_dismiss(arb_table *t, arb_store_err err)
{
    for (arb_parked *parked; (parked = take(t));) {
        if (t->hall->stopping)
            arb_api_fail(parked->exchange, ARB_API_SHUTTING);
        else if (t->damaged)
            arb_api_fail(parked->exchange, ARB_API_DAMAGED);
        else
            arb_api_fail_store(parked->exchange, err);
        drop(parked);
    }
}
