/* SPDX-License-Identifier: MIT */
/*
 * POST /api/seat: a fresh link and a fresh code for a seat whose link was lost, or got into other
 * hands. The arbiter of the game asks for it, or the desk.
 */
#include <stdio.h>
#include <string.h>

#include "server/hall/fresh.h"

static void give(arb_fresh *f)
{
    const arb_fresh_seat *s = &f->seats[0];

    arb_api_give(f->exchange, 200,
                 json_pack("{sI ss ss ss?}", "game", (json_int_t)s->game, "seat",
                           arb_seat_word(s->seat), "token", s->token, "code",
                           s->wants_code ? s->code : NULL));
}

/* The seat of this word that has a link; ARB_SEAT_COUNT when there is none. */
static arb_seat read_seat(const arb_table *t, const json_t *body)
{
    const json_t *value = json_object_get(body, "seat");
    const char *word = json_string_value(value);

    for (unsigned i = 0; word && i < ARB_SEAT_COUNT; i++) {
        if (i != ARB_SEAT_DESK && (i > ARB_SEAT_BLACK || (unsigned)t->computer != i) &&
            strcmp(word, arb_seat_word((arb_seat)i)) == 0)
            return (arb_seat)i;
    }
    return ARB_SEAT_COUNT;
}

/* Links of those who look on and of assistants are made of what they are for, and so are those that
 * take their place. False, after an answer, when there is none. */
static bool follow(arb_fresh *f, const arb_api_call *call, const char *name)
{
    arb_fresh_seat *s = &f->seats[0];
    char purpose[ARB_ASSISTANT_PURPOSE], now[ARB_TOKEN_SIZE];

    if (s->seat == ARB_SEAT_ASSISTANT)
        arb_assistant_purpose(purpose, name);
    else
        (void)snprintf(purpose, sizeof purpose, "watch");
    if (!arb_link_of(now, s->token, call->hall, purpose, s->game)) {
        arb_api_fail(call->exchange, ARB_API_TOO_MANY);
        return false;
    }
    s->is_named = s->seat == ARB_SEAT_ASSISTANT;
    (void)arb_token_hash(&s->named, now, ARB_TOKEN_SIZE - 1);
    return true;
}

static void renew(const arb_api_call *call, arb_seat seat, const char *name)
{
    arb_fresh *f = arb_fresh_new(call, 1);

    if (!f)
        return;
    f->give = give;
    if (!arb_fresh_add(f, call->table, seat)) {
        arb_api_fail(call->exchange, ARB_API_BUSY);
        arb_fresh_free(f);
    } else if ((seat == ARB_SEAT_SPECTATOR || seat == ARB_SEAT_ASSISTANT) &&
               !follow(f, call, name)) {
        arb_fresh_free(f);
    } else {
        arb_fresh_begin(f);
    }
}

void arb_api_seat(const arb_api_call *call)
{
    json_t *body;

    if (!arb_hall_allows(call, ARB_LIMIT_EVENT) || !(body = arb_api_body(call)))
        return;
    const arb_seat seat = read_seat(call->table, body);
    const char *name = arb_assistant_name(body);
    if (seat == ARB_SEAT_COUNT)
        arb_api_fail_field(call->exchange, "seat");
    else if (seat == ARB_SEAT_ASSISTANT && !name)
        arb_api_fail_field(call->exchange, "name");
    else if (seat == ARB_SEAT_ASSISTANT && !arb_assistant_is_named(call->table, name))
        arb_api_fail(call->exchange, ARB_API_NOT_NAMED);
    else if (arb_seat_served(seat) < ARB_COLOUR_COUNT &&
             !arb_rights_assists(seat, call->table->game))
        arb_api_fail(call->exchange, ARB_API_NO_ASSISTANT);
    else
        renew(call, seat, name);
    json_decref(body);
}
