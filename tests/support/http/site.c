/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "support/http/site.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "server/http/conn.h"

static char big[SITE_BIG];

/* ---- streams */

static void on_closed(void *user, arb_stream *stream)
{
    site *s = user;

    for (unsigned i = 0; i < s->stream_count; i++) {
        if (s->streams[i] == stream) {
            s->streams[i] = s->streams[--s->stream_count];
            break;
        }
    }
    atomic_fetch_add(&s->closed_streams, 1);
}

static void open_stream(site *s, arb_http_exchange *x, const arb_http_request *request)
{
    uint64_t last = 0;
    char text[64];
    const bool known = arb_stream_last_id(&last, request);
    arb_stream *stream = arb_http_stream(x, on_closed, s);

    if (stream == NULL)
        return;
    s->streams[s->stream_count++] = stream;
    snprintf(text, sizeof text, "retry: 1000\ndata: after %lld\n\n", known ? (long long)last : -1);
    arb_stream_push(stream, text, strlen(text));
}

static unsigned push_all(site *s, const char *data, size_t size, uint64_t id,
                         bool (*by)(arb_stream *, const void *, size_t))
{
    unsigned took = 0;
    arb_buf event;

    arb_buf_init(&event, NULL, 1 << 20);
    assert_int_equal(arb_stream_write(&event, id, "test", data, size), ARB_OK);
    for (unsigned i = 0; i < s->stream_count; i++)
        took += by(s->streams[i], arb_buf_text(&event), arb_buf_size(&event));
    atomic_store(&s->first_waits, s->stream_count > 0 && s->streams[0]->out.size > 0);
    arb_buf_clear(&event);
    return took;
}

/* The ways to push: a text, or so many blocks in one round. */
static const struct {
    const char *path, *flood;
    unsigned id;
    bool (*push)(arb_stream *stream, const void *bytes, size_t size);
} ways[] = {
    { "/push", "/flood", 7, arb_stream_push },
    { "/soon", "/soon-flood", 5, arb_stream_push_soon },
    { "/late", "/late-flood", 6, arb_stream_push_late },
};

/* False when it is no such request. */
static bool push(site *s, arb_http_exchange *x, const arb_http_request *request)
{
    static char block[4096];
    uint64_t times = 0;
    unsigned took = 0;
    char text[32];

    memset(block, 'x', sizeof block);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const bool flood = arb_http_text_is(request->path, ways[i].flood);
        if (!flood && !arb_http_text_is(request->path, ways[i].path))
            continue;
        if (!flood)
            took = push_all(s, request->body.at, request->body.size, ways[i].id, ways[i].push);
        else if (arb_http_number(&times, request->body))
            while (times-- > 0)
                took = push_all(s, block, sizeof block, 0, ways[i].push);
        snprintf(text, sizeof text, "%u", took);
        arb_http_answer_text(x, 200, text);
        return true;
    }
    return false;
}

/* ---- answers that come later */

/* As a thread that writes to a disk: it takes a while, then says that all up to now is done. */
static void *commit(void *user)
{
    site *s = user;
    unsigned done = 0;

    while (!atomic_load(&s->stop)) {
        const struct timespec moment = { .tv_nsec = 20000000 };
        const unsigned asked = atomic_load(&s->asked);

        nanosleep(&moment, NULL);
        if (asked != done)
            arb_wake_signal(&s->wake);
        done = asked;
    }
    return NULL;
}

static void on_wake(void *user)
{
    site *s = user;

    if (atomic_load(&s->stop)) {
        arb_loop_stop(s->loop);
        return;
    }
    while (s->later_count > 0) {
        s->later_count--;
        arb_http_answer_text(s->later[s->later_count].exchange, 200, s->later[s->later_count].body);
    }
}

static void keep(site *s, arb_http_exchange *x, const arb_http_request *request)
{
    const unsigned i = s->later_count++;

    s->later[i].exchange = x;
    snprintf(s->later[i].body, sizeof s->later[i].body, "%.*s", (int)request->body.size,
             request->body.at);
    atomic_fetch_add(&s->asked, 1);
}

/* ---- what is seen */

static void show(arb_http_exchange *x, const arb_http_request *request)
{
    const arb_http_text test = arb_http_field_get(request, "x-test");
    const arb_http_text host = arb_http_field_get(request, "HOST");
    char text[4096], peer[64];

    arb_http_peer_write(peer, sizeof peer, arb_http_exchange_peer(x));
    snprintf(text, sizeof text, "%d %.*s ?%.*s x-test=%.*s host=%.*s peer=%s fields=%zu body=%.*s",
             (int)request->method, (int)request->path.size, request->path.at,
             (int)request->query.size, request->query.at ? request->query.at : "", (int)test.size,
             test.at ? test.at : "", (int)host.size, host.at, peer, request->field_count,
             (int)request->body.size, request->body.at);
    arb_http_answer_text(x, 200, text);
}

static void count(site *s, arb_http_exchange *x)
{
    const arb_http_counts *c = arb_http_counts_get(s->http);
    char text[2048];
    size_t queued = 0;

    for (unsigned i = 0; i < s->stream_count; i++)
        queued += s->streams[i]->out.size;
    int size = snprintf(text, sizeof text,
                        "accepted %llu\nrequests %llu\ndropped %llu\npaused %llu\n"
                        "connections %u\nstreams %u\ninput %zu\nqueued %zu\n",
                        (unsigned long long)c->accepted, (unsigned long long)c->requests,
                        (unsigned long long)c->streams_dropped, (unsigned long long)c->paused,
                        c->connections, c->streams, c->input, queued);

    for (unsigned i = 1; i < ARB_HTTP_FAULT_COUNT; i++)
        size += snprintf(text + size, sizeof text - (size_t)size, "%s %llu\n",
                         arb_http_fault_word((arb_http_fault)i), (unsigned long long)c->refused[i]);
    arb_http_answer_text(x, 200, text);
}

/* Headers that would end the head if they were let through. */
static void split(arb_http_exchange *x)
{
    const arb_http_header headers[] = { { "X-Good", "yes" },
                                        { "X-Bad", "a\r\nSet-Cookie: b" },
                                        { "X\n", "c" } };

    arb_http_answer_give(
        x, &(arb_http_answer){ .status = 204, .headers = headers, .header_count = 3 });
}

static void on_done(void *user)
{
    site *s = user;

    atomic_fetch_add(&s->finished, 1);
    arb_loop_stop(s->loop);
}

static void other(site *s, arb_http_exchange *x, const arb_http_request *request)
{
    const arb_asset *asset = s->assets != NULL ? arb_asset_find(s->assets, request->path) : NULL;

    if (asset != NULL)
        arb_asset_answer(x, request, asset, false);
    else
        arb_http_answer_text(x, 404, "not found");
}

static void handle(void *user, arb_http_exchange *x, const arb_http_request *request)
{
    site *s = user;
    const arb_http_text path = request->path;

    if (arb_http_text_is(path, "/echo") || arb_http_text_is(path, "/large")) {
        arb_http_answer_give(x, &(arb_http_answer){ .status = 200,
                                                    .type = "application/octet-stream",
                                                    .body = request->body.at,
                                                    .size = request->body.size });
    } else if (arb_http_text_is(path, "/later")) {
        keep(s, x, request);
    } else if (arb_http_text_is(path, "/show")) {
        show(x, request);
    } else if (arb_http_text_is(path, "/split")) {
        split(x);
    } else if (arb_http_text_is(path, "/counts")) {
        count(s, x);
    } else if (arb_http_text_is(path, "/big")) {
        arb_http_answer_give(x, &(arb_http_answer){ .status = 200,
                                                    .type = "text/plain",
                                                    .body = big,
                                                    .size = sizeof big,
                                                    .lasts = true });
    } else if (arb_http_text_is(path, "/stream")) {
        open_stream(s, x, request);
    } else if (arb_http_text_is(path, "/end")) {
        for (unsigned i = 0; i < s->stream_count; i++)
            arb_stream_end(s->streams[i]);
        arb_http_answer_text(x, 204, NULL);
    } else if (arb_http_text_is(path, "/shut")) {
        arb_http_shut(s->http, "data: farewell\n\n", 16, 1000, on_done, s);
        arb_http_answer_text(x, 200, "goodbye");
    } else if (!push(s, x, request)) {
        other(s, x, request);
    }
}

static size_t body_limit(void *user, const arb_http_request *request)
{
    (void)user;
    return arb_http_text_is(request->path, "/large") ? 200000 : SITE_BODY_MAX;
}

/* ---- life */

void site_init(site *s)
{
    static const arb_http_listen here = { "127.0.0.1", 0 };

    *s = (site){ .config = arb_http_defaults() };
    s->config.listen = &here;
    s->config.listen_count = 1;
    s->config.handle = handle;
    s->config.body_limit = body_limit;
    s->config.user = s;
    memset(big, 'b', sizeof big);
}

void site_open(site *s)
{
    s->streams = calloc(SITE_STREAMS_MAX, sizeof(arb_stream *));
    assert_non_null(s->streams);
    assert_int_equal(arb_loop_new(&s->loop, s->mem), ARB_OK);
    assert_int_equal(arb_http_new(&s->http, NULL, s->loop, &s->config, s->mem), ARB_OK);
    assert_int_equal(arb_wake_open(&s->wake, s->loop, on_wake, s), ARB_OK);
    s->port = arb_http_port(s->http, 0);
}

void site_run(site *s)
{
    const arb_err err = arb_loop_run(s->loop);

    if (err != ARB_OK)
        abort();
}

void site_close(site *s)
{
    arb_http_free(s->http);
    arb_wake_close(&s->wake, s->loop);
    arb_loop_free(s->loop);
    free(s->streams);
}

static void *run_thread(void *user)
{
    site_run(user);
    return NULL;
}

void site_start(site *s)
{
    site_open(s);
    assert_int_equal(pthread_create(&s->committer, NULL, commit, s), 0);
    assert_int_equal(pthread_create(&s->thread, NULL, run_thread, s), 0);
}

void site_join(site *s)
{
    pthread_join(s->thread, NULL);
    atomic_store(&s->stop, true);
    pthread_join(s->committer, NULL);
    site_close(s);
}

void site_stop(site *s)
{
    atomic_store(&s->stop, true);
    arb_wake_signal(&s->wake);
    site_join(s);
}

int site_setup(void **state)
{
    site_init(*state);
    site_start(*state);
    return 0;
}

int site_teardown(void **state)
{
    site_stop(*state);
    return 0;
}
