/* SPDX-License-Identifier: MIT */
/* Exchanges: a request that was handed out and the answer that comes back, in order. */
#include <arpa/inet.h>
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "arbitro/mem.h"
#include "server/http/address.h"
#include "server/http/conn.h"

arb_http_exchange *arb_exchange_new(arb_http_conn *conn, bool head, bool ends)
{
    arb_http_exchange *x = arb_mem_new_array(conn->http->mem, 1, sizeof *x);

    if (x == NULL)
        return NULL;
    x->http = conn->http;
    x->conn = conn;
    x->peer = conn->peer;
    x->arrived_ms = conn->arrived_ms;
    x->head = head;
    x->ends = ends;
    x->previous = conn->last;
    if (conn->last != NULL)
        conn->last->next = x;
    else
        conn->first = x;
    conn->last = x;
    conn->waiting++;
    return x;
}

static void unlink_exchange(arb_http_exchange *x)
{
    arb_http_conn *conn = x->conn;

    if (x->previous != NULL)
        x->previous->next = x->next;
    else if (conn != NULL)
        conn->first = x->next;
    else
        x->http->orphans = x->next;
    if (x->next != NULL)
        x->next->previous = x->previous;
    else if (conn != NULL)
        conn->last = x->previous;
    if (conn != NULL)
        conn->waiting--;
    x->next = x->previous = NULL;
    x->conn = NULL;
}

void arb_exchange_free(arb_http_exchange *x)
{
    const arb_mem *mem = x->http->mem;

    unlink_exchange(x);
    arb_fifo_clear(&x->bytes, mem);
    arb_conn_release(&x->hold);
    arb_mem_free(mem, x, sizeof *x);
}

void arb_exchange_orphan_all(arb_http_conn *conn)
{
    while (conn->first != NULL) {
        arb_http_exchange *x = conn->first;

        if (x->answered) {
            arb_exchange_free(x);
            continue;
        }
        unlink_exchange(x);
        x->next = x->http->orphans;
        if (x->next != NULL)
            x->next->previous = x;
        x->http->orphans = x;
    }
}

arb_err arb_exchange_advance(arb_http_conn *conn)
{
    const arb_mem *mem = conn->http->mem;

    while (conn->first != NULL && conn->first->answered && conn->lasting == NULL) {
        arb_http_exchange *x = conn->first;
        const bool ends = x->ends;

        if (conn->out.size == 0) {
            arb_fifo_clear(&conn->out, mem);
            conn->out = x->bytes;
            x->bytes = (arb_fifo){ 0 };
        } else if (arb_fifo_add(&conn->out, mem, arb_fifo_bytes(&x->bytes), x->bytes.size)) {
            return ARB_NOMEM;
        }
        conn->lasting = x->lasting;
        conn->lasting_size = x->lasting_size;
        conn->hold = x->hold;
        x->hold = (arb_http_hold){ NULL, NULL };
        conn->replied = true;
        arb_exchange_free(x);
        if (ends) {
            conn->no_more = true;
            arb_exchange_orphan_all(conn);
        }
    }
    return ARB_OK;
}

/* ---- answering */

void arb_http_exchange_open(arb_http_exchange *x)
{
    x->is_open = true;
}

void arb_http_answer_give(arb_http_exchange *x, const arb_http_answer *answer)
{
    arb_http_conn *conn = x->conn;

    assert(!x->answered);
    x->hold = answer->hold;
    if (conn == NULL) {
        arb_exchange_free(x);
        return;
    }
    x->http->counts.answers[answer->status / 100 % ARB_HTTP_CLASSES]++;
    x->ends = x->ends || answer->close || (x->http->shutting && x->next == NULL);
    x->answered = true;
    if (arb_reply_write(x, answer) != ARB_OK) {
        arb_conn_close(conn, true);
        return;
    }
    if (answer->lasts && !x->head && arb_reply_has_body(answer->status) && answer->size > 0) {
        x->lasting = answer->body;
        x->lasting_size = answer->size;
    } else {
        arb_conn_release(&x->hold);
    }
    if (!conn->busy)
        arb_loop_later(x->http->loop, &conn->task);
}

void arb_http_answer_text(arb_http_exchange *x, unsigned status, const char *text)
{
    arb_http_answer_give(x, &(arb_http_answer){
                                .status = status,
                                .type = text != NULL ? "text/plain; charset=utf-8" : NULL,
                                .body = text,
                                .size = text != NULL ? strlen(text) : 0,
                            });
}

const arb_http_peer *arb_http_exchange_peer(const arb_http_exchange *x)
{
    return &x->peer;
}

int64_t arb_http_exchange_arrived(const arb_http_exchange *x)
{
    return x->arrived_ms;
}

bool arb_http_exchange_local(struct in6_addr *out, const arb_http_exchange *x)
{
    struct sockaddr_in6 here;
    socklen_t size = sizeof here;

    if (x->conn == NULL || getsockname(x->conn->watch.fd, (struct sockaddr *)&here, &size) != 0)
        return false;
    *out = arb_address_of_socket((const struct sockaddr *)&here);
    return true;
}

bool arb_http_exchange_alive(const arb_http_exchange *x)
{
    return x->conn != NULL && x->conn->state == ARB_CONN_OPEN;
}

/* ---- who asks */

size_t arb_http_peer_write(char *out, size_t size, const arb_http_peer *peer)
{
    char text[INET6_ADDRSTRLEN] = "?";
    const int written =
        IN6_IS_ADDR_V4MAPPED(&peer->address)
            ? inet_ntop(AF_INET, peer->address.s6_addr + 12, text, sizeof text) != NULL
            : inet_ntop(AF_INET6, &peer->address, text, sizeof text) != NULL;

    assert(written);
    (void)written;
    return (size_t)snprintf(out, size, "%s", text);
}

bool arb_http_peer_is_local(const arb_http_peer *peer)
{
    return arb_address_is_loopback(&peer->address);
}
