/* SPDX-License-Identifier: MIT */
/* From the bytes of a connection to requests in the hands of the handler. */
#include "server/http/conn.h"

bool arb_requests_blocked(const arb_http_conn *conn)
{
    const arb_http_config *config = &conn->http->config;

    return conn->state != ARB_CONN_OPEN || conn->no_more || conn->lasting != NULL ||
           conn->waiting >= config->pipeline_max || conn->out.size >= config->queue_max;
}

/* ---- bytes that wait for the rest of their request */

arb_err arb_requests_keep(arb_http_conn *conn, const char *bytes, size_t size)
{
    arb_http *http = conn->http;
    const size_t room = conn->in.room;

    if (http->counts.input + size > http->config.input_max)
        return ARB_RANGE;
    const arb_err err = arb_fifo_add(&conn->in, http->mem, bytes, size);
    http->counts.input += conn->in.room - room;
    return err;
}

void arb_requests_drop(arb_http_conn *conn, size_t size)
{
    const size_t room = conn->in.room;

    arb_fifo_drop(&conn->in, conn->http->mem, size);
    conn->http->counts.input -= room - conn->in.room;
}

/* ---- requests */

void arb_requests_refuse(arb_http_conn *conn, arb_http_fault fault)
{
    arb_http_exchange *x = arb_exchange_new(conn, false, true);

    arb_http_note_refusal(conn->http, &conn->peer, fault);
    conn->no_more = true;
    if (x == NULL)
        arb_conn_close(conn, true);
    else
        arb_http_answer_text(x, arb_http_fault_status(fault), NULL);
}

/* Whether the body of this request may come. */
static bool body_fits(const arb_http *http, const arb_http_request *request)
{
    size_t limit = http->config.body_max;

    if (request->body_size == 0)
        return true;
    if (http->config.body_limit != NULL)
        limit = http->config.body_limit(http->config.user, request);
    return request->body_size <= limit;
}

/* Gives a whole request to the handler. */
static void dispatch(arb_http_conn *conn, const arb_http_request *request)
{
    arb_http *http = conn->http;
    arb_http_exchange *x = arb_exchange_new(conn, request->method == ARB_HTTP_HEAD, request->close);

    if (x == NULL) {
        arb_conn_close(conn, true);
        return;
    }
    conn->no_more = request->close;
    conn->scan = (arb_http_scan){ 0 };
    conn->wanted = 0;
    http->counts.requests++;
    http->config.handle(http->config.user, x, request);
}

/* Takes one request; returns its size, 0 when it is not whole, SIZE_MAX when it was refused. */
static size_t take_one(arb_http_conn *conn, const char *bytes, size_t size)
{
    arb_http_request request;
    arb_http_fault fault;

    if (size < conn->wanted)
        return 0;
    if (conn->wanted > 0)
        conn->scan = (arb_http_scan){ 0 }; /* its body is there at last: read the head once more */
    const arb_http_progress progress = arb_http_read(&request, &fault, &conn->scan, bytes, size);
    if (progress == ARB_HTTP_MORE)
        return 0;
    if (progress == ARB_HTTP_READY && !body_fits(conn->http, &request))
        fault = ARB_HTTP_FAULT_BODY_TOO_LARGE;
    else if (progress == ARB_HTTP_READY)
        fault = ARB_HTTP_FAULT_NONE;
    if (fault != ARB_HTTP_FAULT_NONE) {
        arb_requests_refuse(conn, fault);
        return SIZE_MAX;
    }
    conn->wanted = request.head_size + request.body_size;
    if (size < conn->wanted)
        return 0;
    const size_t taken = conn->wanted;
    request.body.size = request.body_size;
    dispatch(conn, &request);
    return taken;
}

size_t arb_requests_take(arb_http_conn *conn, const char *bytes, size_t size)
{
    size_t used = 0;

    while (used < size && !arb_requests_blocked(conn)) {
        const size_t taken = take_one(conn, bytes + used, size - used);

        if (taken == 0)
            break;
        if (taken == SIZE_MAX)
            return size;
        used += taken;
    }
    /* After a request that asked for the end, and on a stream, nobody listens. */
    if (conn->state == ARB_CONN_STREAM && used < size)
        arb_conn_close(conn, true);
    return conn->no_more || conn->state != ARB_CONN_OPEN ? size : used;
}
