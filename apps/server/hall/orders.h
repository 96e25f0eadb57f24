/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_ORDERS_H
#define ARBITRO_SERVER_ORDERS_H
/*
 * An order of the desk at many boards, wherever the games live. It is answered when all of it is
 * durable, with the games at which it was done, at which it was so already, and at which it failed.
 */
#include "server/hall/hall_internal.h"

/* When and where play is resumed: so many bytes, and what the event has around and within. */
enum { ARB_RESUME_MAX = 200, ARB_ORDER_TEXT = 2 * ARB_RESUME_MAX + 32 };

typedef struct arb_order arb_order;
struct arb_order {
    arb_order *next; /* of those with games that wait */
    arb_hall *hall;
    arb_http_exchange *exchange;
    arb_phase from;            /* in which a game needs it */
    bool continues;            /* an adjourned game: who is not there is noted (I.9) */
    char text[ARB_ORDER_TEXT]; /* with its arguments */
    json_t *body;              /* as it was asked for: */
    const char *id, *key;      /* of the request; of the arbiter's device (I) */
    bool relayed;              /* another hall has named the games */
    struct arb_order_there *elsewhere;
    json_t *waiting; /* games of which it is not known where they are */
    arb_timer again;
    int64_t until;
    size_t open; /* boards, and halls, of which nothing is known yet */
    json_t *done, *already, *failed;
};

/* Begins one; `from`, `continues` and `text` are the caller's to fill. NULL without memory. */
arb_order *arb_order_new(const struct arb_api_call *call, const json_t *body);

/* Gives it at this board. */
void arb_order_act(arb_order *order, arb_table *table);

/* That were all boards: it is answered when they are done. */
void arb_order_go(arb_order *order);

#endif
