/* SPDX-License-Identifier: MIT */
/*
 * What is asked of a game that lives in another hall is handed to it, and its answer back: requests
 * one by one over connections that are kept for the next, streams for as long as they last.
 *
 * The other hall is told who asked, when, and what is known of the way to him, so that an event
 * counts there as it would have counted here; links go along as they came, once the other one has
 * proved that it is that hall. When a hall does not answer, or says that the game is elsewhere, the
 * request waits until it is known where: whoever sent it notices nothing. What must not be done
 * twice is handed on once.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/hall/forward_internal.h"

enum {
    PATIENCE_MS = 9000, /* for a game to be somewhere */
    RETRY_MS = 50,
    ANSWER_MAX = 16 << 20,
    OUT_MAX = 1 << 20
};

/* ---- life */

static void on_end(void *user)
{
    arb_forward *r = user;

    if (r->watch.fd >= 0)
        close(r->watch.fd);
    arb_buf_clear(&r->head_said);
    arb_buf_clear(&r->body_said);
    arb_buf_clear(&r->out);
    arb_buf_clear(&r->in);
    free(r->request);
    free(r);
}

/* Ends the connection; `ready` may still be called in this round, so it is closed later. */
void arb_forward_hang_up(arb_forward *r, bool keep)
{
    if (r->watch.fd < 0)
        return;
    arb_loop_unwatch(r->hall->loop, &r->watch);
    if (keep)
        arb_wires_keep(&r->hall->house.wires, r->to.id, r->watch.fd);
    else
        close(r->watch.fd);
    r->watch.fd = -1;
}

void arb_forward_finish(arb_forward *r)
{
    if (r->state == ARB_FORWARD_ENDED)
        return;
    r->state = ARB_FORWARD_ENDED;
    arb_forward_hang_up(r, false);
    arb_loop_unset(r->hall->loop, &r->timer);
    *r->previous = r->next;
    if (r->next)
        r->next->previous = r->previous;
    r->end = (arb_loop_task){ .run = on_end, .user = r };
    arb_loop_later(r->hall->loop, &r->end);
}

static void fail(arb_forward *r, arb_api_error error)
{
    if (r->exchange)
        arb_api_fail(r->exchange, error);
    if (r->submission)
        arb_submission_free(r->submission);
    arb_forward_finish(r); /* first: whoever hears of it may close all that is under way */
    if (r->done)
        r->done(r->user, 0, NULL, 0);
}

static void on_timer(void *user);

static arb_forward *relay_new(arb_hall *hall, arb_table *table)
{
    arb_forward *r = calloc(1, sizeof *r);

    if (!r)
        return NULL;
    r->hall = hall;
    r->table = table;
    r->watch.fd = -1;
    r->timer = (arb_timer){ .due = on_timer, .user = r };
    r->until = arb_boottime_ms() + PATIENCE_MS;
    arb_buf_init(&r->head_said, NULL, OUT_MAX);
    arb_buf_init(&r->body_said, NULL, OUT_MAX);
    arb_buf_init(&r->out, NULL, 2 * OUT_MAX);
    arb_buf_init(&r->in, NULL, ANSWER_MAX);
    r->next = hall->house.relays;
    r->previous = &hall->house.relays;
    if (r->next)
        r->next->previous = &r->next;
    hall->house.relays = r;
    return r;
}

void arb_forward_wait(arb_forward *r)
{
    arb_forward_hang_up(r, false);
    arb_buf_cut(&r->in, 0);
    r->sent = 0;
    r->has_head = false;
    r->state = ARB_FORWARD_WAITING;
    r->hall->house.counts.retried++;
    arb_loop_set(r->hall->loop, &r->timer, arb_boottime_ms() + RETRY_MS);
}

void arb_forward_broken(arb_forward *r)
{
    const bool unheard =
        r->state == ARB_FORWARD_CONNECTING || r->greets || (r->reused && arb_buf_size(&r->in) == 0);

    if (r->state == ARB_FORWARD_STREAMING) {
        arb_stream_end(r->stream); /* its page comes again */
        arb_forward_hang_up(r, false);
        arb_loop_unset(r->hall->loop, &r->timer);
    } else if (r->table && (unheard || r->may_repeat) && arb_boottime_ms() < r->until) {
        arb_house_scan_soon(r->hall); /* it may have handed its games on */
        arb_forward_wait(r);
    } else {
        fail(r, ARB_API_ELSEWHERE);
    }
}

/* ---- the way there */

/* The game has come here. */
static void serve_here(arb_forward *r)
{
    arb_http_exchange *exchange = r->exchange;

    if (r->submission)
        arb_table_submit(r->table, r->submission);
    r->exchange = NULL;
    r->submission = NULL;
    if (exchange)
        arb_routes_handle(r->hall, exchange, r->request);
    arb_forward_finish(r);
}

/* Nobody is known to have it, or its hall has ended: that is looked up, and it is taken if it is
 * free. What is known here of a game that is followed is let go for that, but not before it can be
 * taken: it would be read in vain, again and again. */
static void look_for(arb_table *t)
{
    const bool is_free = t->lives_at == 0 || !arb_house_is_patient(t->hall, t->lives_at, 0);

    if (t->game && t->epoch == 0 && is_free) {
        t->lives_at = 0;
        t->stale = true;
        arb_house_let_go(t);
    }
    if (!t->game && !t->is_loading)
        arb_table_wake(t, 0);
}

static void attempt(arb_forward *r)
{
    arb_table *t = r->table;
    const arb_member *to = arb_house_member(r->hall, t->lives_at);

    if (r->hall->stopping) {
        fail(r, ARB_API_SHUTTING);
    } else if (arb_boottime_ms() >= r->until) {
        if (r->exchange && r->hall->house.away) {
            arb_api_fail_store(r->exchange, ARB_STORE_AWAY);
            arb_forward_finish(r);
        } else {
            fail(r, ARB_API_ELSEWHERE);
        }
    } else if (arb_house_acts(t) || (arb_house_has(t) && r->hall->stalled_ms > 0)) {
        serve_here(r);
    } else if (to && to->id == r->hall->house.mirrored) {
        fail(r, ARB_API_ELSEWHERE);
    } else if (to && to->id != r->hall->house.id) {
        arb_forward_start(r, to);
    } else {
        if (!r->hall->house.away)
            look_for(t);
        r->state = ARB_FORWARD_WAITING;
        arb_loop_set(r->hall->loop, &r->timer, arb_boottime_ms() + RETRY_MS);
    }
}

static void on_timer(void *user)
{
    arb_forward *r = user;

    if (r->state == ARB_FORWARD_WAITING)
        attempt(r);
    else
        arb_forward_broken(r);
}

void arb_forward_request(const arb_api_call *call, arb_table *t, bool may_repeat)
{
    arb_forward *r = relay_new(call->hall, t);

    if (!r || !(r->request = arb_http_request_copy(call->request))) {
        if (r)
            arb_forward_finish(r);
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return;
    }
    r->exchange = call->exchange;
    r->may_repeat = may_repeat;
    r->arrived_ms = arb_http_exchange_arrived(call->exchange);
    if (arb_forward_write(r) != ARB_OK)
        fail(r, ARB_API_MEMORY);
    else
        attempt(r);
}

void arb_forward_ask(arb_hall *hall, const arb_member *to, const char *path, const char *token,
                     const char *body, arb_forward_fn *done, void *user)
{
    arb_forward *r = relay_new(hall, NULL);

    if (!r) {
        done(user, 0, NULL, 0);
        return;
    }
    r->done = done;
    r->user = user;
    if (arb_forward_write_ask(r, path, token, body) != ARB_OK)
        fail(r, ARB_API_MEMORY);
    else
        arb_forward_start(r, to);
}

void arb_forward_submission(arb_submission *s)
{
    arb_forward *r = relay_new(s->table->hall, s->table);
    char key[ARB_TOKEN_SIZE], id[ARB_TOKEN_SIZE], path[64];

    if (!r) {
        arb_submission_free(s);
        return;
    }
    r->submission = s;
    r->may_repeat = true;
    arb_hall_key(key, s->table->hall);
    arb_token_make(id);
    (void)snprintf(path, sizeof path, "/api/events?game=%llu", (unsigned long long)s->table->id);
    json_t *body =
        json_pack("{ss ss}", "event", s->text, "id", strlen(s->client) > 2 ? s->client + 2 : id);
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    json_decref(body);
    if (!text || arb_forward_write_ask(r, path, key, text) != ARB_OK)
        fail(r, ARB_API_MEMORY);
    else
        attempt(r);
    free(text);
}

/* Does it wait for a hall that has ended, or that has the game no more? One that stands still would
 * let it wait for long. */
static bool waits_in_vain(const arb_forward *r)
{
    if (r->state == ARB_FORWARD_WAITING || r->state == ARB_FORWARD_ENDED)
        return false;
    return (!arb_house_member(r->hall, r->to.id) && !arb_house_is_patient(r->hall, r->to.id, 0)) ||
           (r->table && r->may_repeat && r->state != ARB_FORWARD_STREAMING &&
            (arb_house_has(r->table) ||
             (r->table->lives_at != 0 && r->table->lives_at != r->to.id)));
}

void arb_forward_go_on(arb_hall *hall)
{
    arb_forward *next;

    for (arb_forward *r = hall->house.relays; r; r = next) {
        next = r->next;
        if (waits_in_vain(r))
            arb_forward_broken(r);
        if (r->state == ARB_FORWARD_WAITING && r->table &&
            (arb_house_has(r->table) || arb_house_member(hall, r->table->lives_at)))
            arb_loop_set(hall->loop, &r->timer, arb_boottime_ms());
    }
}

void arb_forward_close(arb_hall *hall)
{
    arb_forward *next;

    for (arb_forward *r = hall->house.relays; r; r = next) {
        next = r->next;
        if (r->state == ARB_FORWARD_STREAMING) {
            static const char farewell[] = "event: closing\ndata: {}\n\n";
            (void)arb_stream_push(r->stream, farewell, sizeof farewell - 1);
            arb_forward_broken(r);
        } else if (r->state != ARB_FORWARD_ENDED) {
            fail(r, ARB_API_SHUTTING);
        }
    }
    arb_wires_close(&hall->house.wires);
}
