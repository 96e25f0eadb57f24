/* SPDX-License-Identifier: MIT */
/* One connection: what comes in, what goes out, how long it may take, and how it ends. */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "arbitro/mem.h"
#include "server/http/conn.h"

/* A client that is being refused may go on talking so much before it is cut off. */
enum { DISCARD_MAX = 262144 };

/* ---- the end */

void arb_conn_close(arb_http_conn *conn, bool reset)
{
    if (conn->state == ARB_CONN_CLOSED)
        return;
    conn->state = ARB_CONN_CLOSED;
    conn->reset = reset;
    arb_exchange_orphan_all(conn);
    arb_stream_hurry(conn);
    arb_loop_unset(conn->http->loop, &conn->timer);
    arb_loop_later(conn->http->loop, &conn->task);
}

void arb_conn_release(arb_http_hold *hold)
{
    if (hold->release != NULL)
        hold->release(hold->user);
    *hold = (arb_http_hold){ NULL, NULL };
}

void arb_conn_bury(arb_http_conn *conn)
{
    arb_http *http = conn->http;

    arb_conn_close(conn, true);
    arb_stream_ungather(conn);
    arb_loop_forget(http->loop, &conn->task);
    if (conn->reset) {
        /* What the client has not taken is not kept for it. */
        const struct linger none = { .l_onoff = 1, .l_linger = 0 };

        setsockopt(conn->watch.fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    }
    arb_loop_unwatch(http->loop, &conn->watch);
    close(conn->watch.fd);
    if (conn->stream) {
        http->counts.streams--;
        conn->closed(conn->closed_user, conn);
    }
    if (conn->counted)
        arb_peers_remove(&http->peers, arb_peers_key(&conn->peer.address));
    arb_requests_drop(conn, conn->in.size);
    arb_fifo_clear(&conn->out, http->mem);
    arb_conn_release(&conn->hold);
    if (conn->previous != NULL)
        conn->previous->next = conn->next;
    else
        http->conns = conn->next;
    if (conn->next != NULL)
        conn->next->previous = conn->previous;
    arb_mem_free(http->mem, conn, sizeof *conn);
    http->counts.connections--;
    arb_http_note_burial(http);
}

void arb_conn_linger(arb_http_conn *conn)
{
    if (shutdown(conn->watch.fd, SHUT_WR) != 0) {
        arb_conn_close(conn, true);
        return;
    }
    conn->state = ARB_CONN_LINGER;
    arb_requests_drop(conn, conn->in.size);
    arb_conn_wait_until(conn, arb_loop_now(conn->http->loop) + conn->http->config.linger_ms);
    arb_loop_await(conn->http->loop, &conn->watch, EPOLLIN);
}

static void on_linger_ready(arb_http_conn *conn)
{
    arb_http *http = conn->http;
    const ssize_t got = recv(conn->watch.fd, http->scratch, ARB_SCRATCH_SIZE, 0);

    if (got > 0)
        conn->discarded += (size_t)got;
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        arb_conn_close(conn, false);
    if (conn->discarded > DISCARD_MAX)
        arb_conn_close(conn, true);
}

/* ---- going out */

bool arb_conn_flush(arb_http_conn *conn)
{
    while (conn->out.size > 0 || conn->lasting != NULL) {
        struct iovec parts[2] = {
            { .iov_base = (void *)(uintptr_t)arb_fifo_bytes(&conn->out),
              .iov_len = conn->out.size },
            { .iov_base = (void *)(uintptr_t)conn->lasting, .iov_len = conn->lasting_size },
        };
        const struct msghdr message = { .msg_iov = parts, .msg_iovlen = conn->lasting ? 2 : 1 };
        const ssize_t sent = sendmsg(conn->watch.fd, &message, MSG_NOSIGNAL);

        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return errno == EAGAIN;
        size_t left = (size_t)sent;
        const size_t bytes = left < conn->out.size ? left : conn->out.size;
        arb_fifo_drop(&conn->out, conn->http->mem, bytes);
        left -= bytes;
        if (conn->lasting != NULL) {
            conn->lasting += left;
            conn->lasting_size -= left;
            if (conn->lasting_size == 0) {
                conn->lasting = NULL;
                arb_conn_release(&conn->hold);
            }
        }
    }
    return true;
}

/* ---- deadlines */

void arb_conn_wait_until(arb_http_conn *conn, int64_t at)
{
    conn->deadline = at;
    if (!conn->timer.set || at < conn->timer.at)
        arb_loop_set(conn->http->loop, &conn->timer, at);
}

/* The timer is not moved with every answer: it looks when it is due whether it still is. */
static void on_timer(void *user)
{
    arb_http_conn *conn = user;

    if (arb_loop_now(conn->http->loop) < conn->deadline) {
        if (conn->deadline != INT64_MAX)
            arb_loop_set(conn->http->loop, &conn->timer, conn->deadline);
    } else if (conn->state == ARB_CONN_STREAM) {
        arb_stream_on_timer(conn);
    } else if (conn->state == ARB_CONN_OPEN && conn->waits == ARB_WAITS_REQUEST &&
               conn->in.size > 0 && !conn->no_more) {
        arb_requests_refuse(conn, ARB_HTTP_FAULT_TOO_SLOW);
        arb_requests_drop(conn, conn->in.size);
        arb_conn_attend(conn);
    } else {
        arb_conn_close(conn, conn->state == ARB_CONN_OPEN && conn->waits == ARB_WAITS_WRITE);
    }
}

static void set_deadline(arb_http_conn *conn)
{
    const arb_http_config *config = &conn->http->config;
    const int64_t now = arb_loop_now(conn->http->loop);
    const arb_conn_waits waits = conn->out.size > 0 || conn->lasting ? ARB_WAITS_WRITE
                                 : conn->waiting > 0                 ? ARB_WAITS_ANSWER
                                                                     : ARB_WAITS_REQUEST;
    const bool begins = waits != conn->waits || (waits == ARB_WAITS_REQUEST && conn->replied);

    conn->waits = waits;
    conn->replied = false;
    if (!begins)
        return;
    switch (waits) {
    case ARB_WAITS_REQUEST:
        arb_conn_wait_until(conn, now + config->request_ms);
        break;
    case ARB_WAITS_WRITE:
        arb_conn_wait_until(conn, now + config->write_ms);
        break;
    case ARB_WAITS_ANSWER: /* that is the application's time, not the client's */
        conn->deadline = INT64_MAX;
        break;
    }
}

/* ---- the middle */

/* What to wait for now, or how to end. */
static void settle(arb_http_conn *conn)
{
    const bool writing = conn->out.size > 0 || conn->lasting != NULL;

    if (!writing && conn->waiting == 0 && (conn->no_more || conn->eof)) {
        if (conn->eof)
            arb_conn_close(conn, false);
        else
            arb_conn_linger(conn);
        return;
    }
    set_deadline(conn);
    arb_loop_await(conn->http->loop, &conn->watch,
                   (conn->eof || arb_requests_blocked(conn) ? 0u : (uint32_t)EPOLLIN) |
                       (writing ? (uint32_t)EPOLLOUT : 0u));
}

/* Whether an answer waits that could go out: one did, behind a body that has gone out now. */
static bool has_answer(const arb_http_conn *conn)
{
    return conn->first != NULL && conn->first->answered && conn->lasting == NULL;
}

void arb_conn_attend(arb_http_conn *conn)
{
    size_t used = 0;

    do {
        if (conn->state == ARB_CONN_CLOSED || conn->state == ARB_CONN_LINGER)
            return;
        if (arb_exchange_advance(conn) != ARB_OK || !arb_conn_flush(conn)) {
            arb_conn_close(conn, true);
            return;
        }
        used = 0;
        if (conn->in.size > 0 && !arb_requests_blocked(conn)) {
            conn->busy = true;
            used = arb_requests_take(conn, arb_fifo_bytes(&conn->in), conn->in.size);
            conn->busy = false;
            arb_requests_drop(conn, used);
        }
    } while (used > 0 || has_answer(conn));
    if (conn->state == ARB_CONN_STREAM)
        arb_stream_settle(conn);
    else if (conn->state == ARB_CONN_OPEN)
        settle(conn);
}

/* Takes what can be taken right from where it was received, and keeps the rest. */
static void feed(arb_http_conn *conn, const char *bytes, size_t size)
{
    const size_t used = conn->in.size == 0 && !arb_requests_blocked(conn)
                            ? arb_requests_take(conn, bytes, size)
                            : 0;

    if (used == size || conn->state != ARB_CONN_OPEN)
        return;
    if (arb_requests_keep(conn, bytes + used, size - used) != ARB_OK) {
        arb_requests_drop(conn, conn->in.size);
        arb_requests_refuse(conn, ARB_HTTP_FAULT_NO_ROOM);
    }
}

static void receive(arb_http_conn *conn)
{
    arb_http *http = conn->http;
    const ssize_t got =
        arb_arrival_receive(&conn->arrived_ms, conn->watch.fd, http->scratch, ARB_SCRATCH_SIZE);

    if (got > 0) {
        conn->busy = true;
        feed(conn, http->scratch, (size_t)got);
        conn->busy = false;
    } else if (got == 0) {
        conn->eof = true;
    } else if (errno != EAGAIN && errno != EINTR) {
        arb_conn_close(conn, true);
    }
}

static void on_ready(void *user, uint32_t events)
{
    arb_http_conn *conn = user;

    if (conn->state == ARB_CONN_CLOSED)
        return;
    if ((events & (EPOLLERR | EPOLLHUP)) != 0) {
        /* When both have said goodbye, the last answer may still be on its way. */
        arb_conn_close(conn, conn->state != ARB_CONN_LINGER);
        return;
    }
    switch (conn->state) {
    case ARB_CONN_STREAM:
        arb_stream_on_ready(conn, events);
        break;
    case ARB_CONN_LINGER:
        on_linger_ready(conn);
        break;
    case ARB_CONN_OPEN:
        if ((events & EPOLLIN) != 0)
            receive(conn);
        arb_conn_attend(conn);
        break;
    case ARB_CONN_CLOSED:
        break;
    }
}

static void on_task(void *user)
{
    arb_http_conn *conn = user;

    if (conn->state == ARB_CONN_CLOSED)
        arb_conn_bury(conn);
    else
        arb_conn_attend(conn);
}

/* ---- the beginning */

arb_err arb_conn_new(arb_http *http, int fd, const arb_http_peer *peer)
{
    arb_http_conn *conn = arb_mem_new_array(http->mem, 1, sizeof *conn);

    if (conn == NULL)
        return ARB_NOMEM;
    conn->http = http;
    conn->peer = *peer;
    conn->watch = (arb_loop_fd){ .ready = on_ready, .user = conn, .fd = fd };
    conn->timer = (arb_timer){ .due = on_timer, .user = conn };
    conn->task = (arb_loop_task){ .run = on_task, .user = conn };
    if (arb_loop_watch(http->loop, &conn->watch, EPOLLIN) != ARB_OK) {
        arb_mem_free(http->mem, conn, sizeof *conn);
        return ARB_IO;
    }
    arb_arrival_watch(fd);
    conn->next = http->conns;
    if (conn->next != NULL)
        conn->next->previous = conn;
    http->conns = conn;
    http->counts.connections++;
    arb_conn_wait_until(conn, arb_loop_now(http->loop) + http->config.request_ms);
    return ARB_OK;
}
