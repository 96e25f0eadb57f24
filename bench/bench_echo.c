/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "bench/bench_echo.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "server/http/server.h"

const unsigned arb_bench_echo_connections[] = { 16, 64, 128, 256, 384, 512 };
const unsigned arb_bench_echo_count =
    sizeof arb_bench_echo_connections / sizeof arb_bench_echo_connections[0];

enum { SAMPLES_MAX = 1 << 20, EVENTS_MAX = 512 };

static const char request[] = "POST /echo HTTP/1.1\r\n"
                              "Host: 127.0.0.1\r\n"
                              "Content-Type: application/json\r\n"
                              "Content-Length: 24\r\n\r\n"
                              "{\"press\":\"white\",\"n\":1}\n";

/* ---- the server */

typedef struct echo_server {
    arb_loop *loop;
    arb_http *http;
    arb_wake stop;
    pthread_t thread;
} echo_server;

static void echo(void *user, arb_http_exchange *exchange, const arb_http_request *r)
{
    (void)user;
    arb_http_answer_give(exchange, &(arb_http_answer){ .status = 200,
                                                       .type = "application/json",
                                                       .body = r->body.at,
                                                       .size = r->body.size });
}

static void on_stop(void *user)
{
    arb_loop_stop(((echo_server *)user)->loop);
}

static void *run(void *user)
{
    /* When it ends early the clients find out. */
    return arb_loop_run(((echo_server *)user)->loop) == ARB_OK ? user : NULL;
}

static void free_server(echo_server *server)
{
    arb_http_free(server->http);
    if (server->loop != NULL)
        arb_wake_close(&server->stop, server->loop);
    arb_loop_free(server->loop);
}

static arb_err start_server(echo_server *server, unsigned connections)
{
    const arb_http_listen here = { "127.0.0.1", 0 };
    arb_http_config config = arb_http_defaults();

    *server = (echo_server){ .stop = { .watch = { .fd = -1 } } };
    config.listen = &here;
    config.listen_count = 1;
    config.handle = echo;
    config.per_address_max = config.connections_max = connections + 1;
    arb_err err = arb_loop_new(&server->loop, NULL);
    if (err == ARB_OK)
        err = arb_http_new(&server->http, NULL, server->loop, &config, NULL);
    if (err == ARB_OK)
        err = arb_wake_open(&server->stop, server->loop, on_stop, server);
    if (err == ARB_OK && pthread_create(&server->thread, NULL, run, server) != 0)
        err = ARB_IO;
    if (err != ARB_OK)
        free_server(server);
    return err;
}

/* ---- the clients */

typedef struct echo_client {
    int fd;
    size_t got; /* bytes of the answer under way */
    double sent_at;
} echo_client;

typedef struct crowd {
    echo_client *clients;
    unsigned count;
    int epoll;
    size_t answer_size; /* all answers are equally long */
    float *samples;
    uint64_t answers;
} crowd;

static double now_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static bool ask(echo_client *client)
{
    client->got = 0;
    client->sent_at = now_us();
    return send(client->fd, request, sizeof request - 1, MSG_NOSIGNAL) ==
           (ssize_t)sizeof request - 1;
}

static bool connect_client(echo_client *client, uint16_t port)
{
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(port) };
    const int yes = 1;

    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    client->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return client->fd >= 0 && connect(client->fd, (struct sockaddr *)&to, sizeof to) == 0 &&
           setsockopt(client->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes) == 0;
}

/* One request by itself tells how long an answer is. */
static bool learn_size(crowd *c)
{
    char bytes[4096];
    size_t size = 0;

    if (!ask(&c->clients[0]))
        return false;
    while (size < sizeof bytes) {
        const ssize_t got = recv(c->clients[0].fd, bytes + size, sizeof bytes - size, 0);

        if (got <= 0)
            return false;
        size += (size_t)got;
        const char *end = memmem(bytes, size, "\r\n\r\n", 4);
        c->answer_size = end != NULL ? (size_t)(end - bytes) + 4 + 24 : 0;
        if (end != NULL && size >= c->answer_size)
            return size == c->answer_size;
    }
    return false;
}

static void free_crowd(crowd *c)
{
    for (unsigned i = 0; c->clients != NULL && i < c->count; i++)
        if (c->clients[i].fd >= 0)
            close(c->clients[i].fd);
    if (c->epoll >= 0)
        close(c->epoll);
    free(c->clients);
    free(c->samples);
}

static arb_err open_crowd(crowd *c, unsigned count, uint16_t port)
{
    *c = (crowd){ .count = count, .epoll = epoll_create1(EPOLL_CLOEXEC) };
    c->clients = calloc(count, sizeof *c->clients);
    c->samples = calloc(SAMPLES_MAX, sizeof *c->samples);
    if (c->clients == NULL || c->samples == NULL)
        return ARB_NOMEM;
    for (unsigned i = 0; i < count; i++)
        c->clients[i].fd = -1;
    for (unsigned i = 0; i < count; i++) {
        struct epoll_event event = { .events = EPOLLIN, .data = { .ptr = &c->clients[i] } };

        if (!connect_client(&c->clients[i], port) ||
            epoll_ctl(c->epoll, EPOLL_CTL_ADD, c->clients[i].fd, &event) != 0)
            return ARB_IO;
    }
    return learn_size(c) ? ARB_OK : ARB_IO;
}

/* Takes what has come; asks again when the answer is whole. */
static bool attend(crowd *c, echo_client *client)
{
    char bytes[4096];
    const ssize_t got = recv(client->fd, bytes, sizeof bytes, MSG_DONTWAIT);

    if (got <= 0)
        return got < 0 && (errno == EAGAIN || errno == EINTR);
    client->got += (size_t)got;
    if (client->got < c->answer_size)
        return true;
    c->samples[c->answers++ % SAMPLES_MAX] = (float)(now_us() - client->sent_at);
    return client->got == c->answer_size && ask(client);
}

static arb_err run_crowd(crowd *c, double seconds, double *took_s)
{
    struct epoll_event events[EVENTS_MAX];
    const double began = now_us();

    for (unsigned i = 0; i < c->count; i++)
        if (!ask(&c->clients[i]))
            return ARB_IO;
    do {
        const int count = epoll_wait(c->epoll, events, EVENTS_MAX, 1000);

        if (count < 0 && errno != EINTR)
            return ARB_IO;
        for (int i = 0; i < count; i++)
            if (!attend(c, events[i].data.ptr))
                return ARB_IO;
        *took_s = (now_us() - began) / 1e6;
    } while (*took_s < seconds);
    return ARB_OK;
}

static int by_value(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;

    return (x > y) - (x < y);
}

arb_err arb_bench_echo(arb_bench_echo_row *out, unsigned connections, double seconds)
{
    echo_server server;
    crowd c;
    double took_s = 0;
    arb_err err = start_server(&server, connections);

    if (err != ARB_OK)
        return err;
    err = open_crowd(&c, connections, arb_http_port(server.http, 0));
    if (err == ARB_OK)
        err = run_crowd(&c, seconds, &took_s);
    arb_wake_signal(&server.stop);
    pthread_join(server.thread, NULL);
    if (err == ARB_OK) {
        const size_t samples = c.answers < SAMPLES_MAX ? (size_t)c.answers : SAMPLES_MAX;

        qsort(c.samples, samples, sizeof c.samples[0], by_value);
        *out = (arb_bench_echo_row){ .connections = connections,
                                     .per_second = (double)c.answers / took_s,
                                     .p50_us = samples > 0 ? (double)c.samples[samples / 2] : 0,
                                     .p99_us =
                                         samples > 0 ? (double)c.samples[samples * 99 / 100] : 0 };
    }
    free_crowd(&c);
    free_server(&server);
    return err;
}
