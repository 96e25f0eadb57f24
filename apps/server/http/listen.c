/* SPDX-License-Identifier: MIT */
/* Listening: addresses, accepting, and what to do when there is no room. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "arbitro/mem.h"
#include "server/http/conn.h"

/* Without descriptors we look again when a connection has ended, or after so long. */
enum { ACCEPTS_MAX = 64, BACKLOG = 1024, PAUSE_MS = 500 };

typedef union any_address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
} any_address;

static int open_spare(void)
{
    return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

/* ---- no room */

/* A few words for whom there is no place; whether they arrive is not our care. */
static void turn_away(arb_http *http, int fd)
{
    static char first[] = "HTTP/1.1 503 Service Unavailable\r\n", last[] =
                                                                      "Retry-After: 5\r\n"
                                                                      "Content-Length: 0\r\n"
                                                                      "Connection: close\r\n\r\n";
    struct iovec parts[] = { { first, sizeof first - 1 },
                             { http->safety, strlen(http->safety) },
                             { last, sizeof last - 1 } };
    const struct msghdr message = { .msg_iov = parts, .msg_iovlen = 3 };

    /* Closing with unread bytes would overtake the words. */
    while (recv(fd, http->scratch, ARB_SCRATCH_SIZE, MSG_DONTWAIT) == ARB_SCRATCH_SIZE)
        ;
    if (sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT) > 0)
        shutdown(fd, SHUT_WR);
    close(fd);
}

static void await_all(arb_http *http, uint32_t events)
{
    for (size_t i = 0; i < http->listener_count; i++)
        arb_loop_await(http->loop, &http->listeners[i].watch, events);
}

void arb_listen_resume(arb_http *http)
{
    if (http->spare < 0)
        http->spare = open_spare();
    if (!http->paused)
        return;
    if (http->spare < 0) {
        arb_loop_set(http->loop, &http->resume, arb_loop_now(http->loop) + PAUSE_MS);
        return;
    }
    http->paused = false;
    arb_loop_unset(http->loop, &http->resume);
    await_all(http, EPOLLIN);
}

static void on_resume(void *user)
{
    arb_listen_resume(user);
}

/* The one who is first in the queue is told, with the spare descriptor; then nobody is let in. */
static void pause_accepting(arb_http *http, int listener)
{
    if (http->spare >= 0) {
        close(http->spare);
        const int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0)
            turn_away(http, fd);
        http->spare = open_spare();
    }
    arb_http_note_refusal(http, NULL, ARB_HTTP_FAULT_NO_ROOM);
    http->counts.paused++;
    http->paused = true;
    await_all(http, 0);
    arb_loop_set(http->loop, &http->resume, arb_loop_now(http->loop) + PAUSE_MS);
}

/* ---- accepting */

static arb_http_peer peer_of(const any_address *address)
{
    arb_http_peer peer = { .port = 0 };

    peer.address = arb_address_of_socket(&address->any);
    peer.port =
        ntohs(address->any.sa_family == AF_INET6 ? address->v6.sin6_port : address->v4.sin_port);
    return peer;
}

/* Lets the client in, or says why not. */
static arb_http_fault admit(arb_http *http, int fd, const arb_http_peer *peer)
{
    const uint64_t key = arb_peers_key(&peer->address);
    const bool counted =
        !arb_networks_have(http->config.proxies, http->config.proxy_count, &peer->address);

    if (http->counts.connections >= http->capacity.connections)
        return ARB_HTTP_FAULT_TOO_MANY;
    if (counted && arb_peers_count(&http->peers, key) >= http->config.per_address_max)
        return ARB_HTTP_FAULT_ADDRESS_TOO_MANY;
    if (arb_conn_new(http, fd, peer) != ARB_OK)
        return ARB_HTTP_FAULT_NO_ROOM;
    http->conns->counted = counted;
    if (counted)
        arb_peers_add(&http->peers, key);
    http->counts.accepted++;
    return ARB_HTTP_FAULT_NONE;
}

static void on_listener_ready(void *user, uint32_t events)
{
    arb_listener *listener = user;
    arb_http *http = listener->http;

    (void)events;
    for (unsigned i = 0; i < ACCEPTS_MAX && !http->paused && !http->shutting; i++) {
        any_address address;
        socklen_t size = sizeof address;
        const int fd =
            accept4(listener->watch.fd, &address.any, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);

        if (fd < 0) {
            if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
                pause_accepting(http, listener->watch.fd);
            else if (errno == ECONNABORTED || errno == EINTR)
                continue;
            return;
        }
        const arb_http_peer peer = peer_of(&address);
        const arb_http_fault fault = admit(http, fd, &peer);
        if (fault != ARB_HTTP_FAULT_NONE) {
            arb_http_note_refusal(http, &peer, fault);
            turn_away(http, fd);
        }
    }
}

/* ---- opening */

static socklen_t read_address(any_address *out, const arb_http_listen *listen_on)
{
    *out = (any_address){ .v6 = { .sin6_family = AF_UNSPEC } };
    if (inet_pton(AF_INET, listen_on->host, &out->v4.sin_addr) == 1) {
        out->v4.sin_family = AF_INET;
        out->v4.sin_port = htons(listen_on->port);
        return sizeof out->v4;
    }
    if (inet_pton(AF_INET6, listen_on->host, &out->v6.sin6_addr) == 1) {
        out->v6.sin6_family = AF_INET6;
        out->v6.sin6_port = htons(listen_on->port);
        return sizeof out->v6;
    }
    return 0;
}

/*
 * Connections inherit these from the socket that listens. Patience ends before the next heartbeat
 * but one is due, so that a client without network is given up within two of them.
 */
static int set_options(int fd, int family, int64_t heartbeat_ms)
{
    const int yes = 1, patience = (int)(heartbeat_ms - heartbeat_ms / 10);

    if (family == AF_INET6 && setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes) != 0)
        return -1;
    if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes) != 0)
        return -1;
    return setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &patience, sizeof patience);
}

/* Returns NULL, or the call that failed. The listener has its descriptor when it is not -1. */
static const char *open_one(arb_listener *listener, const any_address *address, socklen_t size)
{
    arb_http *http = listener->http;
    const int family = address->any.sa_family;
    any_address got;
    socklen_t got_size = sizeof got;
    const int fd = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    listener->watch = (arb_loop_fd){ .ready = on_listener_ready, .user = listener, .fd = fd };
    if (fd < 0)
        return "socket";
    if (set_options(fd, family, http->config.heartbeat_ms) != 0)
        return "setsockopt";
    if (bind(fd, &address->any, size) != 0)
        return "bind";
    if (listen(fd, BACKLOG) != 0)
        return "listen";
    if (getsockname(fd, &got.any, &got_size) != 0)
        return "getsockname";
    listener->port = ntohs(family == AF_INET6 ? got.v6.sin6_port : got.v4.sin_port);
    return arb_loop_watch(http->loop, &listener->watch, EPOLLIN) != ARB_OK ? "epoll_ctl" : NULL;
}

arb_err arb_listen_open(arb_http *http, arb_http_trouble *trouble)
{
    const arb_http_config *config = &http->config;

    http->resume = (arb_timer){ .due = on_resume, .user = http };
    http->spare = open_spare();
    http->listeners = arb_mem_new_array(http->mem, config->listen_count, sizeof *http->listeners);
    if (http->listeners == NULL)
        return ARB_NOMEM;
    for (size_t i = 0; i < config->listen_count; i++) {
        any_address address;
        const socklen_t size = read_address(&address, &config->listen[i]);
        const char *what = "address";

        errno = EINVAL;
        if (size > 0) {
            http->listeners[i].http = http;
            http->listener_count = i + 1;
            what = open_one(&http->listeners[i], &address, size);
        }
        if (what != NULL) {
            if (trouble != NULL)
                *trouble = (arb_http_trouble){ .listen = i, .what = what, .code = errno };
            return size > 0 ? ARB_IO : ARB_RANGE;
        }
    }
    return ARB_OK;
}

/* The listeners' memory stays: this round may still speak of them. */
void arb_listen_close(arb_http *http)
{
    arb_loop_unset(http->loop, &http->resume);
    http->paused = false;
    for (size_t i = 0; i < http->listener_count; i++) {
        if (http->listeners[i].watch.fd < 0)
            continue;
        arb_loop_unwatch(http->loop, &http->listeners[i].watch);
        close(http->listeners[i].watch.fd);
    }
    http->listener_count = 0;
    if (http->spare >= 0)
        close(http->spare);
    http->spare = -1;
}

uint16_t arb_http_port(const arb_http *http, size_t listen_on)
{
    return listen_on < http->config.listen_count ? http->listeners[listen_on].port : 0;
}
