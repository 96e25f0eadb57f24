/* SPDX-License-Identifier: MIT */
/*
 * What is said to the hall in which a game lives, and its answer; see forward.c. The other one is
 * told who asked, when, and what is known of the way to him.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/hall/forward_internal.h"

enum { ANSWER_MS = 10000, HEAD_MAX = 16384 };

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
    return arb_buf_add_format(&r->head_said, "Arbitro-From: %s %d %lld %lld %lld %s\r\n", address,
                              who.is_local, (long long)r->arrived_ms, (long long)way.usual,
                              (long long)way.shortest, r->hall->beat.boot);
}

static arb_err add_field(arb_buf *out, const arb_http_request *request, const char *name)
{
    const arb_http_text value = arb_http_field_get(request, name);

    return value.at ? arb_buf_add_format(out, "%s: %.*s\r\n", name, (int)value.size, value.at)
                    : ARB_OK;
}

arb_err arb_forward_write(arb_forward *r)
{
    static const char *const passed[] = { "Authorization", "Last-Event-ID",   "Content-Type",
                                          "Accept",        "Accept-Language", "If-None-Match" };
    const arb_http_request *q = r->request;
    const bool posts = q->method == ARB_HTTP_POST;

    arb_err err = arb_buf_add_format(&r->head_said, "%s %.*s%s%.*s HTTP/1.1\r\nHost: house\r\n",
                                     posts ? "POST" : "GET", (int)q->path.size, q->path.at,
                                     q->query.at ? "?" : "", (int)q->query.size,
                                     q->query.at ? q->query.at : "");
    for (size_t i = 0; i < sizeof passed / sizeof passed[0] && !err; i++)
        err = add_field(&r->head_said, q, passed[i]);
    if (!err)
        err = add_from(r);
    if (!err && posts)
        err = arb_buf_add_format(&r->head_said, "Content-Length: %zu\r\n", q->body.size);
    return err || !posts ? err : arb_buf_add(&r->body_said, q->body.at, q->body.size);
}

arb_err arb_forward_write_ask(arb_forward *r, const char *path, const char *token, const char *body)
{
    arb_err err = arb_buf_add_format(&r->head_said,
                                     "POST %s HTTP/1.1\r\nHost: house\r\n"
                                     "Content-Type: application/json\r\nContent-Length: %zu\r\n",
                                     path, strlen(body));

    if (!err && token)
        err = arb_buf_add_format(&r->head_said, "Authorization: Bearer %s\r\n", token);
    if (!err)
        err = add_from(r);
    return err ? err : arb_buf_add_text(&r->body_said, body);
}

/* All of it, with the pass of the hall to which it goes. */
static arb_err put_together(arb_forward *r)
{
    char pass[ARB_TOKEN_SIZE];

    arb_house_pass(pass, r->hall, r->to.id);
    arb_buf_cut(&r->out, 0);
    arb_err err = arb_buf_add(&r->out, arb_buf_text(&r->head_said), arb_buf_size(&r->head_said));
    if (!err)
        err = arb_buf_add_format(&r->out, "Arbitro-Hall: %s\r\n\r\n", pass);
    return err || arb_buf_size(&r->body_said) == 0
               ? err
               : arb_buf_add(&r->out, arb_buf_text(&r->body_said), arb_buf_size(&r->body_said));
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
    s->elsewhere = answer;
    arb_submission_free(s);
}

/* It has come as a whole. */
static void answered(arb_forward *r)
{
    const char *body = arb_buf_text(&r->in) + r->head.size;
    const size_t size = r->head.body;

    arb_forward_hang_up(r, !r->head.closes);
    if (is_elsewhere(r) && arb_boottime_ms() < r->until) {
        if (r->table->lives_at == r->to.id)
            r->table->lives_at = 0;
        arb_forward_wait(r);
        return;
    }
    if (r->exchange)
        arb_wire_pass_on(r->exchange, &r->head, body, size);
    if (r->submission)
        give_submission(r, body, size);
    arb_forward_finish(r);
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
    arb_forward_finish(user);
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
    r->state = ARB_FORWARD_STREAMING;
    r->stream = arb_http_stream(r->exchange, on_stream_closed, r);
    r->exchange = NULL;
    if (!r->stream)
        arb_forward_finish(r);
}

/* Whoever is there has said who he is: a hall that was started anew at the address of one that has
 * died is another one, too. */
static void greeted(arb_forward *r)
{
    if (!arb_forward_is_proven(r)) {
        arb_forward_broken(r);
        return;
    }
    arb_buf_cut(&r->in, 0);
    r->greets = r->has_head = false;
    r->sent = 0;
    r->state = ARB_FORWARD_SENDING;
    arb_loop_await(r->hall->loop, &r->watch, EPOLLOUT);
}

static void read_on(arb_forward *r)
{
    if (!r->has_head) {
        const int found = arb_wire_head_read(&r->head, arb_buf_text(&r->in), arb_buf_size(&r->in));
        if (found < 0 || (found == 0 && arb_buf_size(&r->in) > HEAD_MAX)) {
            arb_forward_broken(r);
            return;
        }
        r->has_head = found > 0;
        if (r->has_head && r->head.streams && r->exchange && !r->greets)
            begin_stream(r);
    }
    if (r->state == ARB_FORWARD_STREAMING)
        pass_stream(r);
    else if (r->state == ARB_FORWARD_READING && r->has_head &&
             arb_buf_size(&r->in) >= r->head.size + r->head.body) {
        if (r->greets)
            greeted(r);
        else
            answered(r);
    }
}

static void receive(arb_forward *r)
{
    char bytes[16384];
    const ssize_t got = recv(r->watch.fd, bytes, sizeof bytes, MSG_DONTWAIT);

    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0 || arb_buf_add(&r->in, bytes, (size_t)got) != ARB_OK)
        arb_forward_broken(r);
    else
        read_on(r);
}

static void send_on(arb_forward *r)
{
    const char *said = r->greets ? r->hello : arb_buf_text(&r->out);
    const size_t size = r->greets ? strlen(r->hello) : arb_buf_size(&r->out);
    const ssize_t put =
        send(r->watch.fd, said + r->sent, size - r->sent, MSG_DONTWAIT | MSG_NOSIGNAL);

    if (put < 0 && errno != EAGAIN && errno != EINTR) {
        arb_forward_broken(r);
        return;
    }
    r->sent += put > 0 ? (size_t)put : 0;
    if (r->sent == size) {
        r->state = ARB_FORWARD_READING;
        arb_loop_await(r->hall->loop, &r->watch, EPOLLIN);
    }
}

static void on_ready(void *user, uint32_t events)
{
    arb_forward *r = user;
    int error = 0;
    socklen_t size = sizeof error;

    if (r->watch.fd < 0 || r->state == ARB_FORWARD_ENDED || r->state == ARB_FORWARD_WAITING)
        return;
    if (r->state == ARB_FORWARD_CONNECTING) {
        if (getsockopt(r->watch.fd, SOL_SOCKET, SO_ERROR, &error, &size) != 0 || error != 0) {
            arb_forward_broken(r);
            return;
        }
        if (events & EPOLLOUT)
            r->state = ARB_FORWARD_SENDING;
    }
    if (r->state == ARB_FORWARD_SENDING)
        send_on(r);
    else if (r->state == ARB_FORWARD_READING || r->state == ARB_FORWARD_STREAMING)
        receive(r);
}

/* ---- the connection */

void arb_forward_start(arb_forward *r, const arb_member *to)
{
    r->to = *to;
    r->sent = 0;
    r->has_head = false;
    arb_buf_cut(&r->in, 0);
    r->greets = false;
    r->reused = r->may_repeat && arb_wires_take(&r->watch.fd, &r->hall->house.wires, to->id);
    if (!r->reused) {
        r->watch.fd = arb_wire_open(to->at);
        arb_forward_greet(r);
    }
    r->watch.ready = on_ready;
    r->watch.user = r;
    r->state = r->reused ? ARB_FORWARD_SENDING : ARB_FORWARD_CONNECTING;
    if (r->watch.fd < 0 || put_together(r) != ARB_OK ||
        arb_loop_watch(r->hall->loop, &r->watch, EPOLLOUT) != ARB_OK) {
        if (r->watch.fd >= 0)
            close(r->watch.fd);
        r->watch.fd = -1;
        r->state = ARB_FORWARD_CONNECTING;
        arb_forward_broken(r);
        return;
    }
    r->hall->house.counts.relayed++;
    arb_loop_set(r->hall->loop, &r->timer, arb_boottime_ms() + ANSWER_MS);
}
