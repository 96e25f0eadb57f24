/* SPDX-License-Identifier: MIT */
/*
 * POST /api/again: the new game that follows one which was annulled (Laws 7.2.1;
 * EDISU 9.1, 9.2, 9.4): the same regulations, the same names, and each link of the old game leads
 * to its own in the new one.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "server/hall/fresh.h"
#include "server/hall/opening.h"
#include "server/hall/particulars.h"
#include "server/hall/shadow.h"

/* Among friends each of the two may open it; where there is an arbiter, he does. */
static bool may_ask(const arb_api_call *call)
{
    const bool player = call->seat <= ARB_SEAT_BLACK;

    return !player || (call->table->casual && !arb_state_expelled(arb_game_state(call->table->game),
                                                                  (arb_colour)call->seat));
}

json_t *arb_api_next(const arb_table *t, arb_seat seat)
{
    const bool expelled =
        seat <= ARB_SEAT_BLACK && arb_state_expelled(arb_game_state(t->game), (arb_colour)seat);
    char token[ARB_TOKEN_SIZE];
    arb_hash hash;

    const arb_table *next = arb_hall_table(t->hall, t->shadow ? t->shadow->of->next : t->next);
    if (!next || (seat == ARB_SEAT_SPECTATOR && !arb_table_is_shown(next)))
        return json_null();
    if (seat == ARB_SEAT_SPECTATOR)
        arb_link_watch(token, t->hall, next->id);
    else
        arb_opening_link(token, t->hall, seat, next->id);
    (void)arb_token_hash(&hash, token, ARB_TOKEN_SIZE - 1);
    const arb_key *key =
        arb_keys_find(&t->hall->keys, &hash); /* that may have been renewed there */
    const bool good = (unsigned)seat < ARB_LINKED && !expelled && key && !key->is_gone;
    return json_pack("{sI ss?}", "game", (json_int_t)next->id, "token", good ? token : NULL);
}

static bool copy_name(char **out, const char *name)
{
    *out = name ? strdup(name) : NULL;
    return *out || !name;
}

/* The same once more; false, after an answer, when it cannot be had. */
static bool copy_table(arb_opening *o, const arb_api_call *call)
{
    const arb_table *t = call->table;

    o->casual = t->casual;
    o->is_public = t->is_public;
    o->is_desks = t->is_desks;
    o->computer = t->computer;
    o->before = t->id;
    o->predecessor = t->before;
    o->round = t->round;
    o->board = t->board;
    o->tags[ARB_WHITE] = arb_seat_tags_of(t->tags, "White");
    o->tags[ARB_BLACK] = arb_seat_tags_of(t->tags, "Black");
    if (!arb_opening_may(o, call))
        return false;
    if (copy_name(&o->names.white, t->names.white) && copy_name(&o->names.black, t->names.black) &&
        copy_name(&o->names.event, t->names.event) && copy_name(&o->group, t->group) &&
        arb_game_new(&o->game, NULL, arb_game_regulations(t->game), arb_game_given(t->game)) ==
            ARB_OK)
        return true;
    arb_api_fail(call->exchange, ARB_API_MEMORY);
    return false;
}

void arb_api_again(const arb_api_call *call)
{
    arb_table *t = call->table;

    if (!may_ask(call)) {
        arb_api_fail(call->exchange, ARB_API_NOT_YOURS);
        return;
    }
    if (!arb_opening_is_desk(call) && !arb_hall_allows(call, ARB_LIMIT_CREATE))
        return;
    if (arb_state_phase(arb_game_state(t->game)) != ARB_PHASE_VOID) {
        arb_api_fail(call->exchange, ARB_API_NOT_ANNULLED);
        return;
    }
    if (t->next != 0 || t->reopening) {
        if (t->next != 0)
            arb_api_give(call->exchange, 200, arb_api_next(t, call->seat));
        else
            arb_api_fail(call->exchange, ARB_API_BUSY);
        return;
    }
    arb_opening *o = arb_opening_new(call);
    if (!o)
        return;
    t->reopening = true;
    if (!copy_table(o, call) || !arb_opening_begin(o)) {
        t->reopening = false;
        arb_opening_free(o);
    }
}
