/* SPDX-License-Identifier: MIT */
/* The server's life: beginning, capacity, counting, and a good end. */
#define _GNU_SOURCE
#include "server/http/server.h"

#include <assert.h>
#include <sys/resource.h>

#include "arbitro/mem.h"
#include "server/http/conn.h"

arb_http_config arb_http_defaults(void)
{
    return (arb_http_config){
        .connections_max = 10000,
        .per_address_max = 256,
        .descriptors_kept = 64,
        .pipeline_max = 16,
        .body_max = 16384,
        .queue_max = 65536,
        .input_max = 64u << 20,
        .request_ms = 10000,
        .write_ms = 30000,
        .linger_ms = 1000,
        .heartbeat_ms = 15000,
        .policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                  "media-src 'self'; font-src 'self'; connect-src 'self'; worker-src 'self'; "
                  "manifest-src 'self'; form-action 'self'; base-uri 'none'; "
                  "frame-ancestors 'none'",
        /* Of the same kind, and what is framed sends no form and plays nothing. Of who frames it
         * nothing is said: `frame-ancestors *` would leave out pages that were opened from a file.
         */
        .framed_policy = "default-src 'none'; script-src 'self'; style-src 'self'; "
                         "img-src 'self'; connect-src 'self'; form-action 'none'; "
                         "base-uri 'none'",
    };
}

/* ---- what the system allows */

static arb_http_capacity find_capacity(const arb_http_config *config)
{
    struct rlimit limit = { .rlim_cur = 0 };
    arb_http_capacity capacity = { .connections = config->connections_max };

    getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur < limit.rlim_max) {
        const struct rlimit more = { .rlim_cur = limit.rlim_max, .rlim_max = limit.rlim_max };

        if (setrlimit(RLIMIT_NOFILE, &more) == 0)
            limit = more;
    }
    capacity.descriptors = (uint64_t)limit.rlim_cur;
    const uint64_t room = capacity.descriptors > config->descriptors_kept
                              ? capacity.descriptors - config->descriptors_kept
                              : 1;
    const uint64_t most =
        room > config->descriptors_each ? room / (1 + config->descriptors_each) : 1;
    if (most < capacity.connections)
        capacity.connections = (unsigned)most;
    return capacity;
}

arb_http_capacity arb_http_capacity_get(const arb_http *http)
{
    return http->capacity;
}

const arb_http_counts *arb_http_counts_get(const arb_http *http)
{
    return &http->counts;
}

void arb_http_note_refusal(arb_http *http, const arb_http_peer *peer, arb_http_fault fault)
{
    static const arb_http_peer nobody;

    http->counts.refused[fault]++;
    if (http->config.refused != NULL)
        http->config.refused(http->config.user, peer != NULL ? peer : &nobody, fault);
}

/* ---- the end */

static void on_finish(void *user)
{
    arb_http *http = user;
    void (*done)(void *) = http->done;

    arb_loop_unset(http->loop, &http->limit);
    http->done = NULL;
    if (done != NULL)
        done(http->done_user);
}

void arb_http_note_burial(arb_http *http)
{
    if (!http->shutting)
        arb_listen_resume(http);
    else if (http->counts.connections == 0)
        arb_loop_later(http->loop, &http->finish);
}

static void on_limit(void *user)
{
    arb_http *http = user;

    for (arb_http_conn *conn = http->conns; conn != NULL; conn = conn->next)
        arb_conn_close(conn, true);
}

void arb_http_shut(arb_http *http, const void *farewell, size_t size, int64_t limit_ms,
                   void (*done)(void *user), void *user)
{
    if (http->shutting)
        return;
    http->shutting = true;
    http->done = done;
    http->done_user = user;
    arb_listen_close(http);
    for (arb_http_conn *conn = http->conns; conn != NULL; conn = conn->next) {
        if (conn->state == ARB_CONN_STREAM) {
            if (size > 0)
                arb_stream_push(conn, farewell, size);
            arb_stream_end(conn);
        } else if (conn->state == ARB_CONN_OPEN) {
            conn->no_more = true;
            if (!conn->busy)
                arb_loop_later(http->loop, &conn->task);
        }
    }
    if (http->counts.connections == 0)
        arb_loop_later(http->loop, &http->finish);
    else
        arb_loop_set(http->loop, &http->limit, arb_loop_now(http->loop) + limit_ms);
}

void arb_http_free(arb_http *http)
{
    if (http == NULL)
        return;
    http->shutting = true;
    while (http->conns != NULL)
        arb_conn_bury(http->conns);
    while (http->orphans != NULL)
        arb_exchange_free(http->orphans);
    arb_listen_close(http);
    arb_loop_unset(http->loop, &http->limit);
    arb_loop_unset(http->loop, &http->late);
    arb_loop_forget(http->loop, &http->sending);
    arb_loop_forget(http->loop, &http->finish);
    if (http->listeners != NULL)
        arb_mem_free(http->mem, http->listeners,
                     http->config.listen_count * sizeof *http->listeners);
    if (http->peers.slots != NULL)
        arb_peers_clear(&http->peers);
    arb_mem_free(http->mem, http->safety, http->safety_size);
    arb_mem_free(http->mem, http->framed_safety, http->framed_safety_size);
    arb_mem_free(http->mem, http, sizeof *http);
}

/* ---- the beginning */

arb_err arb_http_new(arb_http **out, arb_http_trouble *trouble, arb_loop *loop,
                     const arb_http_config *config, const arb_mem *mem)
{
    arb_http *http = arb_mem_new_array(mem, 1, sizeof *http);

    assert(config->handle != NULL && config->listen_count > 0 && config->pipeline_max > 0);
    if (http == NULL)
        return ARB_NOMEM;
    http->loop = loop;
    http->mem = mem;
    http->config = *config;
    http->spare = -1;
    http->date_second = -1;
    http->limit = (arb_timer){ .due = on_limit, .user = http };
    http->late = (arb_timer){ .due = arb_stream_on_late, .user = http };
    http->sending = (arb_loop_task){ .run = arb_stream_send_gathered, .user = http };
    http->finish = (arb_loop_task){ .run = on_finish, .user = http };
    http->capacity = find_capacity(config);
    arb_err err = arb_reply_safety(http);
    if (err == ARB_OK)
        err = arb_peers_init(&http->peers, mem, http->capacity.connections);
    if (err == ARB_OK)
        err = arb_listen_open(http, trouble);
    http->config.listen = NULL;
    if (err != ARB_OK) {
        arb_http_free(http);
        return err;
    }
    *out = http;
    return ARB_OK;
}
