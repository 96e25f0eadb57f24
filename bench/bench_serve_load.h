/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BENCH_BENCH_SERVE_LOAD_H
#define ARBITRO_BENCH_BENCH_SERVE_LOAD_H
/* What bench_serve_load.c, which opens, and bench_serve_play.c, which plays, know of a load. */
#include "bench/bench_serve_internal.h"

enum {
    ARB_BENCH_SAMPLES_MAX = 1 << 20,
    ARB_BENCH_NEWS = 2 /* of a move two pages hear */
};

typedef struct arb_bench_table {
    char token[2][ARB_BENCH_TOKEN];
    const char (*moves)[8];
    unsigned ply;     /* moves sent */
    uint64_t told[2]; /* number of the last event on each player's stream */
    bool acked, seen; /* the last move: by the server, on the opponent's page */
    double sent_us;
    double rests_until_us; /* the hall said: too often */
} arb_bench_table;

/* A queue of indexes in a ring. */
typedef struct arb_bench_queue {
    unsigned *at;
    unsigned first, count, room;
} arb_bench_queue;

struct arb_bench_load {
    const arb_bench_serve_options *options;
    pid_t hall;
    uint16_t port;
    int epoll, timer;
    arb_bench_table *tables;
    unsigned count;
    arb_bench_wire *streams, *posts;
    unsigned stream_count, stream_room, post_count;
    unsigned greeted;
    arb_bench_queue ready, idle; /* games that may move, connections that may send */
    float *samples;
    size_t sample_count;
    arb_err err;

    /* of the run */
    bool draining;
    uint64_t flying;   /* sent and not yet done */
    uint64_t done;     /* acknowledged, and seen by the opponent */
    uint64_t news_due; /* events that streams have not told yet */
    uint64_t credit;   /* that may be sent now, at a given rate */

    uint64_t events, lost, disorder, limited;
};

/* ARB_NOMEM. */
ARB_MUST_USE arb_err arb_bench_queue_new(arb_bench_queue *queue, unsigned room);
void arb_bench_queue_put(arb_bench_queue *queue, unsigned index);
unsigned arb_bench_queue_get(arb_bench_queue *queue);

/* Moves that were sent in all games. */
uint64_t arb_bench_load_plies(const arb_bench_load *load);

/* Has what comes over this connection taken by arb_bench_load_turn(). */
ARB_MUST_USE arb_err arb_bench_load_watch(arb_bench_load *load, arb_bench_wire *wire);

/* Waits once, for a tenth of a second at most, and takes what has come. ARB_IO, ARB_STOPPED. */
ARB_MUST_USE arb_err arb_bench_load_turn(arb_bench_load *load);

/* Ends the connections of a run. */
void arb_bench_load_close_posts(arb_bench_load *load);

#endif
