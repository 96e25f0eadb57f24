/* SPDX-License-Identifier: MIT */
/* Connections that have become streams of server-sent events. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "server/http/conn.h"

/* What the system may hold for a client that does not read; beyond it our own queue begins. */
enum { SEND_BUFFER = 32768 };

/* So long may wait what its client knows already, and so many bytes of anything: nobody sees the
 * difference. */
enum { LATE_MS = 50, WAITING_MAX = 16384 };

/* When so many streams are to be sent something they are, also before the end of the round: of a
 * crowd nobody waits for all others. */
enum { GATHERED_MAX = 64 };

static const char heartbeat[] = ":\n\n";

bool arb_stream_last_id(uint64_t *out, const arb_http_request *request)
{
    return arb_http_number(out, arb_http_field_get(request, "Last-Event-ID"));
}

/* ---- writing events */

static arb_err add_line(arb_buf *out, const char *name, const char *value, size_t size)
{
    arb_err err = arb_buf_add_text(out, name);

    if (err == ARB_OK)
        err = arb_buf_add(out, value, size);
    if (err == ARB_OK)
        err = arb_buf_add_char(out, '\n');
    return err;
}

/* A line of data may hold neither CR nor LF: each ends a line for the client. */
static arb_err add_data(arb_buf *out, const char *data, size_t size)
{
    const char *end = data + size;
    arb_err err = ARB_OK;

    while (err == ARB_OK) {
        const char *const lf = memchr(data, '\n', (size_t)(end - data));
        const char *const before = lf != NULL ? lf : end;
        const char *const cr = memchr(data, '\r', (size_t)(before - data));
        const char *const stop = cr != NULL ? cr : before;

        err = add_line(out, "data: ", data, (size_t)(stop - data));
        if (stop == end)
            return err;
        data = stop + (stop[0] == '\r' && stop + 1 < end && stop[1] == '\n' ? 2 : 1);
    }
    return err;
}

arb_err arb_stream_write(arb_buf *out, uint64_t id, const char *name, const char *data, size_t size)
{
    const size_t before = arb_buf_size(out);
    arb_err err = ARB_OK;

    if (id != 0)
        err = arb_buf_add_format(out, "id: %llu\n", (unsigned long long)id);
    if (err == ARB_OK && name != NULL)
        err = add_line(out, "event: ", name, strlen(name));
    if (err == ARB_OK)
        err = add_data(out, data, size);
    if (err == ARB_OK)
        err = arb_buf_add_char(out, '\n');
    if (err != ARB_OK)
        arb_buf_cut(out, before);
    return err;
}

/* ---- the beginning */

/* Whether nothing else is under way on the connection, before this exchange or behind it. */
static bool is_alone(const arb_http_exchange *x)
{
    const arb_http_conn *conn = x->conn;

    /* While its requests are being read, whoever does that looks at what follows. */
    return conn->state == ARB_CONN_OPEN && !conn->eof && conn->waiting == 1 &&
           conn->lasting == NULL && (conn->busy || conn->in.size == 0);
}

arb_stream *arb_http_stream(arb_http_exchange *x, void (*closed)(void *user, arb_stream *stream),
                            void *user)
{
    static const int send_buffer = SEND_BUFFER;
    arb_http_conn *conn = x->conn;
    arb_http *http = x->http;

    if (conn == NULL) {
        arb_exchange_free(x);
        return NULL;
    }
    if (x->head || http->shutting) {
        arb_http_answer_give(x, &(arb_http_answer){ .status = x->head ? 200 : 503,
                                                    .type = "text/event-stream",
                                                    .close = true });
        return NULL;
    }
    if (!is_alone(x) || arb_reply_write_stream(&conn->out, http, x->is_open) != ARB_OK) {
        arb_conn_close(conn, true);
        arb_exchange_free(x);
        return NULL;
    }
    arb_exchange_free(x);
    setsockopt(conn->watch.fd, SOL_SOCKET, SO_SNDBUF, &send_buffer, sizeof send_buffer);
    conn->state = ARB_CONN_STREAM;
    conn->stream = true;
    conn->no_more = false; /* proxies ask for the end of the connection, and it does end */
    conn->closed = closed;
    conn->closed_user = user;
    http->counts.streams++;
    http->counts.streams_opened++;
    arb_conn_wait_until(conn, arb_loop_now(http->loop) + http->config.heartbeat_ms);
    if (!conn->busy)
        arb_loop_later(http->loop, &conn->task);
    return conn;
}

/* ---- the middle */

void arb_stream_settle(arb_http_conn *conn)
{
    arb_stream_hurry(conn);
    if (conn->no_more && conn->out.size == 0) {
        arb_conn_linger(conn);
        return;
    }
    arb_loop_await(conn->http->loop, &conn->watch,
                   EPOLLIN | EPOLLRDHUP | (conn->out.size > 0 ? (uint32_t)EPOLLOUT : 0u));
}

/* Adds to what waits for the client. */
static bool keep(arb_http_conn *conn, const char *bytes, size_t size)
{
    arb_http *http = conn->http;

    if (conn->out.size + size <= http->config.queue_max &&
        arb_fifo_add(&conn->out, http->mem, bytes, size) == ARB_OK)
        return true;
    http->counts.streams_dropped++;
    arb_conn_close(conn, true);
    return false;
}

/* Sends what waits as far as the system takes it, and the rest when it can. */
static bool send_kept(arb_http_conn *conn)
{
    if (!arb_conn_flush(conn)) {
        arb_conn_close(conn, true);
        return false;
    }
    if (conn->out.size > 0)
        arb_loop_await(conn->http->loop, &conn->watch, EPOLLIN | EPOLLRDHUP | EPOLLOUT);
    return true;
}

/* To the system at once, without a copy; what it does not take is kept. */
static bool send_now(arb_http_conn *conn, const char *bytes, size_t size)
{
    ssize_t sent;

    do
        sent = send(conn->watch.fd, bytes, size, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    if (sent < 0 && errno != EAGAIN) {
        arb_conn_close(conn, true);
        return false;
    }
    const size_t taken = sent < 0 ? 0 : (size_t)sent;
    if (taken == size)
        return true;
    if (!keep(conn, bytes + taken, size - taken))
        return false;
    arb_loop_await(conn->http->loop, &conn->watch, EPOLLIN | EPOLLRDHUP | EPOLLOUT);
    return true;
}

/* May the stream be given more? Whatever waited for that waits no longer. */
static bool takes_more(arb_http_conn *conn)
{
    if (conn->state != ARB_CONN_STREAM || conn->no_more)
        return false;
    conn->deadline = arb_loop_now(conn->http->loop) + conn->http->config.heartbeat_ms;
    arb_stream_hurry(conn);
    return true;
}

bool arb_stream_push(arb_stream *conn, const void *bytes, size_t size)
{
    if (!takes_more(conn))
        return false;
    if ((conn->watch.events & EPOLLOUT) != 0) /* the client has not taken what was sent before */
        return keep(conn, bytes, size);
    if (conn->out.size + size > conn->http->config.queue_max && !send_kept(conn))
        return false; /* what was only gathered takes nobody's place */
    if (conn->out.size > 0)
        return keep(conn, bytes, size) && send_kept(conn);
    return send_now(conn, bytes, size);
}

/* ---- what may wait for the end of the round */

/* In the order in which they were first told something. */
void arb_stream_send_gathered(void *user)
{
    arb_http *http = user;

    while (http->gathered) {
        arb_http_conn *conn = http->gathered;
        arb_stream_ungather(conn);
        if (conn->state == ARB_CONN_STREAM)
            (void)send_kept(conn);
    }
}

bool arb_stream_push_soon(arb_stream *conn, const void *bytes, size_t size)
{
    arb_http *http = conn->http;

    if (conn->out.size + size > WAITING_MAX)
        return arb_stream_push(conn, bytes, size);
    if (!takes_more(conn) || !keep(conn, bytes, size))
        return false;
    if (conn->gathered || (conn->watch.events & EPOLLOUT) != 0)
        return true;
    conn->gathered = true;
    conn->gathered_next = NULL;
    *(http->gathered ? &http->gathered_last->gathered_next : &http->gathered) = conn;
    http->gathered_last = conn;
    if (++http->gathered_count == GATHERED_MAX)
        arb_stream_send_gathered(http);
    else
        arb_loop_later(http->loop, &http->sending);
    return true;
}

void arb_stream_ungather(arb_http_conn *conn)
{
    arb_http *http = conn->http;
    arb_http_conn **at = &http->gathered, *before = NULL;

    if (!conn->gathered)
        return;
    for (; *at != conn; at = &(*at)->gathered_next)
        before = *at;
    *at = conn->gathered_next;
    if (http->gathered_last == conn)
        http->gathered_last = before;
    http->gathered_count--;
    conn->gathered = false;
}

/* ---- what may wait for more */

bool arb_stream_push_late(arb_stream *conn, const void *bytes, size_t size)
{
    arb_http *http = conn->http;

    if (conn->late_ms == 0 ? conn->out.size > 0 /* it waits for the client, or goes soon */
                           : conn->out.size + size > WAITING_MAX)
        return arb_stream_push_soon(conn, bytes, size);
    if (conn->state != ARB_CONN_STREAM || conn->no_more || !keep(conn, bytes, size))
        return false;
    if (conn->late_ms != 0)
        return true;
    conn->late_ms = arb_loop_now(http->loop) + LATE_MS;
    conn->late_next = NULL;
    conn->late_previous = http->late_last;
    *(http->late_last ? &http->late_last->late_next : &http->late_first) = conn;
    http->late_last = conn;
    if (!http->late.set)
        arb_loop_set(http->loop, &http->late, conn->late_ms);
    return true;
}

void arb_stream_hurry(arb_http_conn *conn)
{
    arb_http *http = conn->http;

    if (conn->late_ms == 0)
        return;
    conn->late_ms = 0;
    *(conn->late_previous ? &conn->late_previous->late_next : &http->late_first) = conn->late_next;
    *(conn->late_next ? &conn->late_next->late_previous : &http->late_last) = conn->late_previous;
}

/* The timer is not moved with every stream: it looks when it is due who is the next. */
void arb_stream_on_late(void *user)
{
    arb_http *http = user;

    while (http->late_first && http->late_first->late_ms <= arb_loop_now(http->loop)) {
        arb_http_conn *conn = http->late_first;
        arb_stream_hurry(conn);
        (void)send_kept(conn);
    }
    if (http->late_first)
        arb_loop_set(http->loop, &http->late, http->late_first->late_ms);
}

size_t arb_stream_pending(const arb_stream *conn)
{
    return conn->out.size;
}

void arb_stream_on_timer(arb_http_conn *conn)
{
    if (arb_stream_push(conn, heartbeat, sizeof heartbeat - 1))
        arb_conn_wait_until(conn, conn->deadline);
    else
        arb_conn_close(conn, true);
}

void arb_stream_on_ready(arb_http_conn *conn, uint32_t events)
{
    /* A page that has a stream listens; whoever talks is not one of ours. */
    if ((events & (EPOLLIN | EPOLLRDHUP)) != 0 || !arb_conn_flush(conn))
        arb_conn_close(conn, true);
    else
        arb_stream_settle(conn);
}

/* ---- the end */

void arb_stream_end(arb_stream *conn)
{
    if (conn->state != ARB_CONN_STREAM)
        return;
    conn->no_more = true;
    arb_loop_later(conn->http->loop, &conn->task);
}
