/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_HTTP_SITE_H
#define ARBITRO_TESTS_HTTP_SITE_H
/*
 * A small server for tests, on a port of 127.0.0.1 that the system chooses.
 *
 *   POST /echo     the body comes back at once; /large takes larger ones
 *   POST /later    the body comes back when another thread has rung, the last asked first answered
 *   GET  /show     the request as the server sees it
 *   GET  /counts   the counts of the server, "name number" a line
 *   GET  /split    an answer with headers that nobody should be sent
 *   GET  /big      a constant body of SITE_BIG bytes
 *   GET  /stream   a stream that begins with the Last-Event-ID it was asked for
 *   POST /push     the body as an event to all streams; answers how many took it
 *   POST /soon, /late   the same at the end of the round, and with what comes next
 *   POST /flood, /soon-flood, /late-flood   the body is a number: so many events of 4 kB, as above
 *   POST /end      ends all streams
 *   POST /shut     a graceful end: "farewell" to the streams, at most a second
 *
 * Everything else is looked up in `assets`, or not found.
 */
#include <pthread.h>
#include <stdatomic.h>

#include "server/http/assets.h"
#include "server/http/server.h"

enum { SITE_BIG = 1 << 20, SITE_STREAMS_MAX = 16384, SITE_LATER_MAX = 256, SITE_BODY_MAX = 1024 };

typedef struct site {
    arb_http_config config; /* site_init() fills it; change it before site_start() */
    const arb_mem *mem;
    const arb_asset_table *assets;
    uint16_t port;
    arb_loop *loop;
    arb_http *http;
    arb_wake wake;
    pthread_t thread, committer;
    arb_stream **streams;
    unsigned stream_count;
    struct {
        arb_http_exchange *exchange;
        char body[64];
    } later[SITE_LATER_MAX];
    unsigned later_count;
    atomic_uint asked; /* by the server's thread, for the committer */
    atomic_bool stop;
    atomic_uint closed_streams, finished; /* for the tests to look at */
    atomic_bool first_waits; /* the first stream was pushed something that it has not sent yet */
} site;

void site_init(site *s);

/* Opens the port, and asserts that it can. */
void site_open(site *s);

/* Runs the server in this thread until it is stopped or shut. */
void site_run(site *s);

/* Frees what site_open() made. */
void site_close(site *s);

/* The same in a thread of its own, from beginning to end. */
void site_start(site *s);
void site_stop(site *s);

/* Both for cmocka, where the state before the test is the site, with what holds unless changed. */
int site_setup(void **state);
int site_teardown(void **state);

/* Waits for a server that was asked to shut, and frees it. */
void site_join(site *s);

#endif
