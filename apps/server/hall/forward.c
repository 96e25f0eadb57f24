/* SPDX-License-Identifier: MIT */
/*
 * What is asked of a game that lives in another hall is handed to it, and its answer back: requests
 * one by one over connections that are kept for the next, streams for as long as they last.
 *
 * The other hall is told who asked, when, and what is known of the way to him, so that an event
 * counts there as it would have counted here; links go along as they came. Halls know each other by
 * a pass that is made of the secret in their database. When a hall does not answer, or says that
 * the game is elsewhere, the request waits until it is known where: whoever sent it notices
 * nothing. What must not be done twice is handed on once.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/hall/forward.h"
#include "server/hall/hall_internal.h"

enum {
    PATIENCE_MS = 9000, /* for a game to be somewhere */
    RETRY_MS = 50,
    ANSWER_MS = 10000,
    HEAD_MAX = 16384,
    ANSWER_MAX = 16 << 20,
    OUT_MAX = 1 << 20
};

typedef enum relay_state { WAITING, CONNECTING, SENDING, READING, STREAMING, ENDED } relay_state;

struct arb_forward {
    arb_forward *next, **previous;
    arb_hall *hall;
    arb_table *table; /* NULL: a hall is asked, and not a game */
    relay_state state;
    bool may_repeat;
    bool reused; /* the connection */
    arb_member to;
    int64_t until;

    /* who waits: one of these */
    arb_http_exchange *exchange;
    arb_http_request *request;
    int64_t arrived_ms;
    arb_submission *submission;
    arb_forward_fn *done;
    void *user;

    arb_loop_fd watch;
    arb_timer timer;
    arb_loop_task end;
    arb_buf out, in;
    size_t sent;
    arb_wire_head head;
    bool has_head;
    arb_stream *stream;
};

/* ---- life */

static void on_end(void *user)
{
    arb_forward *r = user;

    if (r->watch.fd >= 0)
        close(r->watch.fd);
    arb_buf_clear(&r->out);
    arb_buf_clear(&r->in);
    free(r->request);
    free(r);
}

/* Ends the connection; `ready` may still be called in this round, so it is closed later. */
static void hang_up(arb_forward *r, bool keep)
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

static void finish(arb_forward *r)
{
    if (r->state == ENDED)
        return;
    r->state = ENDED;
    hang_up(r, false);
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
    finish(r); /* first: whoever hears of it may close all that is under way */
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
    arb_buf_init(&r->out, NULL, OUT_MAX);
    arb_buf_init(&r->in, NULL, ANSWER_MAX);
    r->next = hall->house.relays;
    r->previous = &hall->house.relays;
    if (r->next)
        r->next->previous = &r->next;
    hall->house.relays = r;
    return r;
}

/* Waits until it is known where the game is. */
static void wait_for_game(arb_forward *r)
{
    hang_up(r, false);
    arb_buf_cut(&r->in, 0);
    r->sent = 0;
    r->has_head = false;
    r->state = WAITING;
    r->hall->house.counts.retried++;
    arb_loop_set(r->hall->loop, &r->timer, arb_boottime_ms() + RETRY_MS);
}

/* The other hall did not answer. */
static void broken(arb_forward *r)
{
    const bool unheard = r->state == CONNECTING || (r->reused && arb_buf_size(&r->in) == 0);

    if (r->state == STREAMING) {
        arb_stream_end(r->stream); /* its page comes again */
        hang_up(r, false);
        arb_loop_unset(r->hall->loop, &r->timer);
    } else if (r->table && (unheard || r->may_repeat) && arb_boottime_ms() < r->until) {
        arb_house_scan_soon(r->hall); /* it may have handed its games on */
        wait_for_game(r);
    } else {
        fail(r, ARB_API_ELSEWHERE);
    }
}

/* ---- what is said to the other hall */

static arb_err add_from(arb_forward *r)
{
    char address[INET6_ADDRSTRLEN] = "::1";
    const arb_api_call call = { .hall = r->hall, .exchange = r->exchange, .request = r->request };
    const arb_caller who = r->exchange
                               ? arb_caller_of(arb_http_exchange_peer(r->exchange), r->request,
                                               r->hall->config.proxies, r->hall->config.proxy_count)
                               : (arb_caller){ .address = in6addr_loopback };
    arb_api_call known = call;

    known.caller = who;
    const arb_rtt way = r->exchange ? arb_rtt_of(&known) : (arb_rtt){ -1, -1 };
    (void)inet_ntop(AF_INET6, &who.address, address, sizeof address);
    return arb_buf_add_format(&r->out,
                              "Arbitro-Hall: %s\r\nArbitro-From: %s %d %lld %lld %lld %s\r\n",
                              r->hall->house.pass, address, who.is_local, (long long)r->arrived_ms,
                              (long long)way.usual, (long long)way.shortest, r->hall->beat.boot);
}

static arb_err add_field(arb_buf *out, const arb_http_request *request, const char *name)
{
    const arb_http_text value = arb_http_field_get(request, name);

    return value.at ? arb_buf_add_format(out, "%s: %.*s\r\n", name, (int)value.size, value.at)
                    : ARB_OK;
}

static arb_err write_request(arb_forward *r)
{
    static const char *const passed[] = { "Authorization", "Last-Event-ID",   "Content-Type",
                                          "Accept",        "Accept-Language", "If-None-Match" };
    const arb_http_request *q = r->request;
    const bool posts = q->method == ARB_HTTP_POST;

    arb_buf_cut(&r->out, 0);
    arb_err err = arb_buf_add_format(&r->out, "%s %.*s%s%.*s HTTP/1.1\r\nHost: house\r\n",
                                     posts ? "POST" : "GET", (int)q->path.size, q->path.at,
                                     q->query.at ? "?" : "", (int)q->query.size,
                                     q->query.at ? q->query.at : "");
    for (size_t i = 0; i < sizeof passed / sizeof passed[0] && !err; i++)
        err = add_field(&r->out, q, passed[i]);
    if (!err)
        err = add_from(r);
    if (!err && posts)
        err = arb_buf_add_format(&r->out, "Content-Length: %zu\r\n", q->body.size);
    if (!err)
        err = arb_buf_add_text(&r->out, "\r\n");
    return err || !posts ? err : arb_buf_add(&r->out, q->body.at, q->body.size);
}

static arb_err write_ask(arb_forward *r, const char *path, const char *token, const char *body)
{
    arb_err err = arb_buf_add_format(&r->out,
                                     "POST %s HTTP/1.1\r\nHost: house\r\n"
                                     "Content-Type: application/json\r\nContent-Length: %zu\r\n",
                                     path, strlen(body));

    if (!err && token)
        err = arb_buf_add_format(&r->out, "Authorization: Bearer %s\r\n", token);
    if (!err)
        err = add_from(r);
    if (!err)
        err = arb_buf_add_text(&r->out, "\r\n");
    return err ? err : arb_buf_add_text(&r->out, body);
}

bool arb_forward_read(arb_forwarded *out, const arb_hall *hall, const arb_http_request *request)
{
    const arb_http_text pass = arb_http_field_get(request, "Arbitro-Hall");
    const arb_http_text from = arb_http_field_get(request, "Arbitro-From");
    char text[256], address[64], boot[ARB_BOOT_SIZE];
    long long arrived, usual, shortest;
    int local;

    if (!hall->house.shared || !pass.at || pass.size != ARB_TOKEN_SIZE - 1 ||
        sodium_memcmp(pass.at, hall->house.pass, ARB_TOKEN_SIZE - 1) != 0 || !from.at)
        return false;
    (void)snprintf(text, sizeof text, "%.*s", (int)from.size, from.at);
    *out = (arb_forwarded){ .address = in6addr_loopback };
    if (sscanf(text, "%63s %d %lld %lld %lld %39s", address, &local, &arrived, &usual, &shortest,
               boot) != 6 ||
        inet_pton(AF_INET6, address, &out->address) != 1)
        return false;
    out->is_local = local != 0;
    out->arrived_ms = strcmp(boot, hall->beat.boot) == 0 ? arrived : 0;
    out->way = (arb_rtt){ usual, shortest };
    return true;
}

/* ---- the answer */

static bool is_elsewhere(const arb_forward *r)
{
    return r->head.status == 503 && r->table &&
           memmem(arb_buf_text(&r->in), arb_buf_size(&r->in), "\"elsewhere\"", 11) != NULL;
}

static void give_submission(arb_forward *r, const char *body, size_t size)
{
    arb_submission *s = r->submission;
    json_t *answer = r->head.status == 200 ? json_loadb(body, size, 0, NULL) : NULL;

    s->is_taken = answer != NULL;
    s->verdict.refused = json_is_true(json_object_get(answer, "refused"));
    json_decref(answer);
    arb_submission_free(s);
}

/* It has come as a whole. */
static void answered(arb_forward *r)
{
    const char *body = arb_buf_text(&r->in) + r->head.size;
    const size_t size = r->head.body;

    hang_up(r, !r->head.closes);
    if (is_elsewhere(r) && arb_boottime_ms() < r->until) {
        if (r->table->lives_at == r->to.id)
            r->table->lives_at = 0;
        wait_for_game(r);
        return;
    }
    if (r->exchange)
        arb_wire_pass_on(r->exchange, &r->head, body, size);
    if (r->submission)
        give_submission(r, body, size);
    finish(r);
    if (r->done)
        r->done(r->user, r->head.status, body, size);
}

/* What stands at the beginning has been dealt with. */
static void take_off(arb_buf *buf, size_t size)
{
    const size_t left = arb_buf_size(buf) - size;
    char *rest = left ? malloc(left) : NULL;

    if (rest)
        memcpy(rest, arb_buf_text(buf) + size, left);
    arb_buf_cut(buf, 0);
    if (rest)
        (void)!arb_buf_add(buf, rest, left);
    free(rest);
}

static void on_stream_closed(void *user, arb_stream *stream)
{
    (void)stream;
    finish(user);
}

/* Events go on as a whole: others may be said between two of them. */
static void pass_stream(arb_forward *r)
{
    const char *bytes = arb_buf_text(&r->in);
    size_t whole = arb_buf_size(&r->in);

    while (whole >= 2 && !(bytes[whole - 1] == '\n' && bytes[whole - 2] == '\n'))
        whole--;
    if (whole < 2)
        return;
    (void)arb_stream_push(r->stream, bytes, whole);
    take_off(&r->in, whole);
}

static void begin_stream(arb_forward *r)
{
    take_off(&r->in, r->head.size);
    arb_loop_unset(r->hall->loop, &r->timer);
    r->state = STREAMING;
    r->stream = arb_http_stream(r->exchange, on_stream_closed, r);
    r->exchange = NULL;
    if (!r->stream)
        finish(r);
}

static void read_on(arb_forward *r)
{
    if (!r->has_head) {
        const int found = arb_wire_head_read(&r->head, arb_buf_text(&r->in), arb_buf_size(&r->in));
        if (found < 0 || (found == 0 && arb_buf_size(&r->in) > HEAD_MAX)) {
            broken(r);
            return;
        }
        r->has_head = found > 0;
        if (r->has_head && r->head.streams && r->exchange)
            begin_stream(r);
    }
    if (r->state == STREAMING)
        pass_stream(r);
    else if (r->state == READING && r->has_head &&
             arb_buf_size(&r->in) >= r->head.size + r->head.body)
        answered(r);
}

static void receive(arb_forward *r)
{
    char bytes[16384];
    const ssize_t got = recv(r->watch.fd, bytes, sizeof bytes, MSG_DONTWAIT);

    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0 || arb_buf_add(&r->in, bytes, (size_t)got) != ARB_OK)
        broken(r);
    else
        read_on(r);
}

static void send_on(arb_forward *r)
{
    const size_t left = arb_buf_size(&r->out) - r->sent;
    const ssize_t put =
        send(r->watch.fd, arb_buf_text(&r->out) + r->sent, left, MSG_DONTWAIT | MSG_NOSIGNAL);

    if (put < 0 && errno != EAGAIN && errno != EINTR) {
        broken(r);
        return;
    }
    r->sent += put > 0 ? (size_t)put : 0;
    if (r->sent == arb_buf_size(&r->out)) {
        r->state = READING;
        arb_loop_await(r->hall->loop, &r->watch, EPOLLIN);
    }
}

static void on_ready(void *user, uint32_t events)
{
    arb_forward *r = user;
    int error = 0;
    socklen_t size = sizeof error;

    if (r->watch.fd < 0 || r->state == ENDED || r->state == WAITING)
        return;
    if (r->state == CONNECTING) {
        if (getsockopt(r->watch.fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error != 0) {
            broken(r);
            return;
        }
        if (events & EPOLLOUT)
            r->state = SENDING;
    }
    if (r->state == SENDING)
        send_on(r);
    else if (r->state == READING || r->state == STREAMING)
        receive(r);
}

/* ---- the way there */

static void start(arb_forward *r, const arb_member *to)
{
    r->to = *to;
    r->sent = 0;
    r->has_head = false;
    arb_buf_cut(&r->in, 0);
    r->reused = r->may_repeat && arb_wires_take(&r->watch.fd, &r->hall->house.wires, to->id);
    if (!r->reused)
        r->watch.fd = arb_wire_open(to->at);
    r->watch.ready = on_ready;
    r->watch.user = r;
    r->state = r->reused ? SENDING : CONNECTING;
    if (r->watch.fd < 0 || arb_loop_watch(r->hall->loop, &r->watch, EPOLLOUT) != ARB_OK) {
        if (r->watch.fd >= 0)
            close(r->watch.fd);
        r->watch.fd = -1;
        r->state = CONNECTING;
        broken(r);
        return;
    }
    r->hall->house.counts.relayed++;
    arb_loop_set(r->hall->loop, &r->timer, arb_boottime_ms() + ANSWER_MS);
}

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
    finish(r);
}

/* Nobody is known to have it: that is looked up, and it is taken if it is free. */
static void look_for(arb_table *t)
{
    if (t->game && t->epoch == 0 && t->lives_at == 0) {
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
            finish(r);
        } else {
            fail(r, ARB_API_ELSEWHERE);
        }
    } else if (arb_house_acts(t) || (arb_house_has(t) && r->hall->stalled_ms > 0)) {
        serve_here(r);
    } else if (to && to->id != r->hall->house.id) {
        start(r, to);
    } else {
        if (!r->hall->house.away)
            look_for(t);
        r->state = WAITING;
        arb_loop_set(r->hall->loop, &r->timer, arb_boottime_ms() + RETRY_MS);
    }
}

static void on_timer(void *user)
{
    arb_forward *r = user;

    if (r->state == WAITING)
        attempt(r);
    else
        broken(r);
}

void arb_forward_request(const arb_api_call *call, arb_table *t, bool may_repeat)
{
    arb_forward *r = relay_new(call->hall, t);

    if (!r || !(r->request = arb_http_request_copy(call->request))) {
        if (r)
            finish(r);
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return;
    }
    r->exchange = call->exchange;
    r->may_repeat = may_repeat;
    r->arrived_ms = arb_http_exchange_arrived(call->exchange);
    if (write_request(r) != ARB_OK)
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
    if (write_ask(r, path, token, body) != ARB_OK)
        fail(r, ARB_API_MEMORY);
    else
        start(r, to);
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
    if (!text || write_ask(r, path, key, text) != ARB_OK)
        fail(r, ARB_API_MEMORY);
    else
        attempt(r);
    free(text);
}

/* Does it wait for a hall that has ended, or that has the game no more? One that stands still would
 * let it wait for long. */
static bool waits_in_vain(const arb_forward *r)
{
    if (!r->table || r->state == WAITING || r->state == ENDED)
        return false;
    return (!arb_house_member(r->hall, r->to.id) && !arb_house_is_patient(r->hall, 0)) ||
           (r->may_repeat && r->state != STREAMING &&
            (arb_house_has(r->table) ||
             (r->table->lives_at != 0 && r->table->lives_at != r->to.id)));
}

void arb_forward_go_on(arb_hall *hall)
{
    arb_forward *next;

    for (arb_forward *r = hall->house.relays; r; r = next) {
        next = r->next;
        if (waits_in_vain(r))
            broken(r);
        if (r->state == WAITING && r->table &&
            (arb_house_has(r->table) || arb_house_member(hall, r->table->lives_at)))
            arb_loop_set(hall->loop, &r->timer, arb_boottime_ms());
    }
}

void arb_forward_close(arb_hall *hall)
{
    arb_forward *next;

    for (arb_forward *r = hall->house.relays; r; r = next) {
        next = r->next;
        if (r->state == STREAMING) {
            static const char farewell[] = "event: closing\ndata: {}\n\n";
            (void)arb_stream_push(r->stream, farewell, sizeof farewell - 1);
            broken(r);
        } else if (r->state != ENDED) {
            fail(r, ARB_API_SHUTTING);
        }
    }
    arb_wires_close(&hall->house.wires);
}
