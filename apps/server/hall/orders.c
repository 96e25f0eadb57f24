/* SPDX-License-Identifier: MIT */
/*
 * An order of the desk at every board; see orders.h. Games that live in other halls are named
 * there, in one request to each: who is absent and whose device is to have the key of an envelope
 * is known, or to be known, where the game lives. Those whose hall does not answer are named again
 * to whoever has them then.
 */
#include "server/hall/orders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/envelopes.h"
#include "server/hall/rounds.h"

/* So many games are named in one request to another hall, and again for so long. */
enum { THERE_MAX = 1000, AGAIN_MS = 200, PATIENCE_MS = 9000 };

/* Games that another hall has. */
typedef struct arb_order_there {
    struct arb_order_there *next;
    arb_order *of;
    uint64_t member;
    json_t *games;
} there;

/* ---- the end */

static void finish(arb_order *o)
{
    if (--o->open > 0)
        return;
    if (o->hall->http)
        arb_api_give(
            o->exchange, 200,
            json_pack("{sO sO sO}", "done", o->done, "already", o->already, "failed", o->failed));
    json_decref(o->done);
    json_decref(o->already);
    json_decref(o->failed);
    json_decref(o->body);
    json_decref(o->waiting);
    free(o);
}

static void fail(arb_order *o, const arb_table *t, arb_api_error error)
{
    json_t *board = arb_round_board_json(t);

    board = arb_json_put(board, "error", json_string(arb_api_error_code(error)));
    (void)json_array_append_new(o->failed, arb_json_put(board, "text", arb_api_error_text(error)));
}

/* Somebody else has done it, as the hall of the game says. */
static bool is_past(const arb_order *o, const arb_submission *s)
{
    const char *needed = arb_phase_word(o->from);
    const json_t *state = json_object_get(s->elsewhere, "state");
    const char *phase = json_string_value(json_object_get(state, "phase"));

    if (s->elsewhere)
        return phase && strcmp(phase, needed) != 0;
    return s->table->game && s->table->phase != o->from;
}

static json_t *rulings_of(const arb_submission *s)
{
    return s->elsewhere ? json_incref(json_object_get(s->elsewhere, "rulings"))
                        : arb_api_verdict(s->table, &s->verdict, ARB_SEAT_DESK);
}

static void ended(arb_submission *s)
{
    arb_order *o = s->listener;
    const arb_table *t = s->table;

    if (s->is_taken && !s->verdict.refused)
        (void)json_array_append_new(o->done, json_integer((json_int_t)t->id));
    else if (s->is_taken && is_past(o, s))
        (void)json_array_append_new(o->already, json_integer((json_int_t)t->id));
    else if (s->is_taken && (t->game || s->elsewhere))
        (void)json_array_append_new(
            o->failed, arb_json_put(arb_round_board_json(t), "rulings", rulings_of(s)));
    else
        fail(o, t,
             o->hall->stopping  ? ARB_API_SHUTTING
             : t->damaged       ? ARB_API_DAMAGED
             : o->hall->trouble ? ARB_API_STORE
                                : ARB_API_BUSY);
    finish(o);
}

/* ---- the beginning */

/* Laws I.9: who has no page open is not there, where coming late is allowed for a while. */
static void note_absent(arb_table *t)
{
    unsigned absent = 0;

    if (!t->game || t->is_judging || arb_game_regulations(t->game)->default_time == 0)
        return;
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        absent |= (arb_table_is_present(t, c) ? 0u : 1u) << c;
    arb_table_note_absent(t, absent);
}

static void say(arb_order *o, arb_table *t)
{
    arb_submission *s = arb_submission_new(t, ARB_SEAT_DESK, o->text, strlen(o->text));

    if (s && o->continues)
        note_absent(t);
    if (o->key)
        (void)arb_devices_add(t, o->key);
    if (!s) {
        fail(o, t, ARB_API_MEMORY);
        return;
    }
    if (o->id)
        (void)snprintf(s->client, sizeof s->client, "d.%s", o->id);
    s->ended = ended;
    s->listener = o;
    o->open++;
    arb_table_submit(t, s);
    arb_table_wake(t, 0); /* what waits there is heard when the game has been read */
}

/* ---- games that live elsewhere */

static void on_again(void *user);

static void wait_again(arb_order *o)
{
    if (json_array_size(o->waiting) == 0 || o->again.set)
        return;
    o->again = (arb_timer){ .due = on_again, .user = o };
    arb_loop_set(o->hall->loop, &o->again, arb_boottime_ms() + AGAIN_MS);
    o->open++;
    o->next = o->hall->house.orders;
    o->hall->house.orders = o;
}

static void answered(void *user, unsigned status, const char *body, size_t size)
{
    there *it = user;
    arb_order *o = it->of;
    json_t *answer = status == 200 ? json_loadb(body, size, 0, NULL) : NULL;

    if (answer) {
        (void)json_array_extend(o->done, json_object_get(answer, "done"));
        (void)json_array_extend(o->already, json_object_get(answer, "already"));
        (void)json_array_extend(o->failed, json_object_get(answer, "failed"));
    } else /* whoever has them by then; what was done before is done once */
        (void)json_array_extend(o->waiting, it->games);
    json_decref(answer);
    json_decref(it->games);
    free(it);
    wait_again(o);
    finish(o);
}

/* Each other hall hears of its games at once. */
static void ask_others(arb_order *o)
{
    char key[ARB_TOKEN_SIZE];

    arb_hall_key(key, o->hall);
    for (there *it; (it = o->elsewhere);) {
        const arb_member *to = arb_house_member(o->hall, it->member);
        json_t *body = json_copy(o->body);
        (void)json_object_del(body, "round");
        (void)json_object_del(body, "boards");
        (void)json_object_set(body, "games", it->games);
        char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
        o->elsewhere = it->next;
        o->open++;
        if (to && text)
            arb_forward_ask(o->hall, to, "/api/rounds/do", key, text, answered, it);
        else
            answered(it, 0, NULL, 0);
        free(text);
        json_decref(body);
    }
}

/* Is it named to its hall? That is asked when all are. */
static bool put_there(arb_order *o, const arb_table *t)
{
    there *it = o->elsewhere;

    if (o->relayed || arb_house_has(t) || !arb_house_member(o->hall, t->lives_at))
        return false;
    while (it && (it->member != t->lives_at || json_array_size(it->games) == THERE_MAX))
        it = it->next;
    if (!it && (it = calloc(1, sizeof *it))) {
        *it = (there){ o->elsewhere, o, t->lives_at, json_array() };
        o->elsewhere = it;
    }
    return it && json_array_append_new(it->games, json_integer((json_int_t)t->id)) == 0;
}

/* Where it is known by now, where it can be known yet, or nowhere. */
static void act_again(arb_order *o, arb_table *t)
{
    if (o->hall->stopping)
        fail(o, t, ARB_API_SHUTTING);
    else if (arb_house_has(t))
        say(o, t);
    else if (arb_boottime_ms() >= o->until)
        fail(o, t, ARB_API_ELSEWHERE);
    else if (!put_there(o, t))
        (void)json_array_append_new(o->waiting, json_integer((json_int_t)t->id));
}

static void on_again(void *user)
{
    arb_order *o = user, **link = &o->hall->house.orders;
    json_t *games = o->waiting, *one;
    size_t i;

    while (*link != o)
        link = &(*link)->next;
    *link = o->next;
    o->waiting = json_array();
    json_array_foreach(games, i, one)
    {
        arb_table *t = arb_hall_table(o->hall, (uint64_t)json_integer_value(one));
        if (t)
            act_again(o, t);
    }
    json_decref(games);
    ask_others(o);
    wait_again(o);
    finish(o);
}

void arb_orders_close(arb_hall *hall)
{
    while (hall->house.orders) {
        arb_loop_unset(hall->loop, &hall->house.orders->again);
        on_again(hall->house.orders);
    }
}

/* ---- every board */

/* What could not be read is for the hall of the game to say. */
static bool is_past_already(const arb_order *o, const arb_table *t)
{
    const bool is_known = arb_house_has(t) || !o->hall->house.lists_old;

    return is_known && (t->is_over || t->phase != o->from);
}

void arb_order_act(arb_order *o, arb_table *t)
{
    if (t->damaged || !t->known)
        fail(o, t, t->damaged ? ARB_API_DAMAGED : ARB_API_BUSY);
    else if (is_past_already(o, t))
        (void)json_array_append_new(o->already, json_integer((json_int_t)t->id));
    else if (o->relayed || arb_house_has(t))
        say(o, t);
    else if (!put_there(o, t))
        (void)json_array_append_new(o->waiting, json_integer((json_int_t)t->id));
}

/* ---- the order as a whole */

arb_order *arb_order_new(const arb_api_call *call, const json_t *body)
{
    arb_order *o = calloc(1, sizeof *o);

    if (!o)
        return NULL;
    *o = (arb_order){ .hall = call->hall,
                      .exchange = call->exchange,
                      .body = json_incref((json_t *)(uintptr_t)body),
                      .relayed = call->relayed,
                      .id = json_string_value(json_object_get(body, "id")),
                      .key = json_string_value(json_object_get(body, "key")),
                      .waiting = json_array(),
                      .until = arb_boottime_ms() + PATIENCE_MS,
                      .open = 1,
                      .done = json_array(),
                      .already = json_array(),
                      .failed = json_array() };
    return o;
}

void arb_order_go(arb_order *o)
{
    ask_others(o);
    wait_again(o);
    finish(o);
}
