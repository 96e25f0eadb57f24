/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BENCH_BENCH_ECHO_H
#define ARBITRO_BENCH_BENCH_ECHO_H
/*
 * How fast the server's loop answers when the handler does nothing: small POST requests that come
 * back at once, over connections that stay open. What a server that does something reaches is to
 * be seen beside this. The server runs in a thread of its own on 127.0.0.1, the clients in the
 * caller's, each with one request under way. Nothing is printed here.
 */
#include "arbitro/error.h"

/* Numbers of connections worth measuring: multiples of 128 are among them, where others stall. */
extern const unsigned arb_bench_echo_connections[];
extern const unsigned arb_bench_echo_count;

typedef struct arb_bench_echo_row {
    unsigned connections;
    double per_second;
    double p50_us, p99_us; /* from sending a request to having its answer */
} arb_bench_echo_row;

/* Measures for so many seconds. ARB_NOMEM, or ARB_IO when the system lacks ports or descriptors. */
ARB_MUST_USE arb_err arb_bench_echo(arb_bench_echo_row *out, unsigned connections, double seconds);

#endif
