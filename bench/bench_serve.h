/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BENCH_BENCH_SERVE_H
#define ARBITRO_BENCH_BENCH_SERVE_H
/*
 * What the hall does in a second, and how long a move takes to the opponent's page.
 *
 * The server is this very program, started as a process of its own on a temporary database. Games
 * are made over its interface, both players of each have a stream open, and one epoll loop in this
 * process plays them all: a move is sent, and the game goes on when it was acknowledged and the
 * opponent's stream has told of it. Every event must arrive once and in order on both streams.
 *
 * Figures mean something beside others of the same machine in the same minute: the server's bare
 * loop (bench_echo.h), the store alone and SQLite alone with as many rows to a commit
 * (bench_store.h), one fdatasync of a file that has its room already. Of several short runs the
 * best one counts. Nothing is printed here.
 */
#include <stdbool.h>
#include <stdint.h>

#include "arbitro/error.h"
#include "bench/bench_machine.h"

/* Numbers of connections that are measured: those of bench_echo.h. */
enum { ARB_BENCH_SCAN = 6, ARB_BENCH_AT_64 = 1 };

/* Runs of events at a given rate. */
enum {
    ARB_BENCH_PUSH_CALM,    /* 1,000 a second, nobody but the players there */
    ARB_BENCH_PUSH_CROWDED, /* the same, with streams that look on elsewhere */
    ARB_BENCH_PUSH_BUSY,    /* 5,000 a second, or what can be reached */
    ARB_BENCH_PUSH_COUNT
};

typedef struct arb_bench_serve_options {
    unsigned games;
    unsigned streams;     /* beside those of the players */
    unsigned seconds;     /* of a run at a given rate; runs without one take half of it */
    unsigned runs;        /* of each kind, fewer when time is short: the best one counts */
    const char *postgres; /* a database that is measured, too: empty before and after; NULL: none */
    /* Told now and then, from 0 to 1; answering false stops it. */
    bool (*progress)(void *user, double done);
    void *user;
} arb_bench_serve_options;

/* From a move that is sent to the opponent's page. */
typedef struct arb_bench_push {
    unsigned asked; /* events a second */
    double reached; /* events a second */
    unsigned streams;
    double p50_us, p99_us;
    double fsync_us; /* p50 of one fdatasync, just before and after */
} arb_bench_push;

typedef struct arb_bench_scan {
    unsigned connections;
    double events; /* durable, a second */
    double echo;   /* requests that the bare loop answers in a second */
} arb_bench_scan;

enum { ARB_BENCH_RUNS_MAX = 100 };

/* Of each run with what was measured beside it in the same seconds. */
typedef struct arb_bench_ratios {
    double of[ARB_BENCH_RUNS_MAX];
    unsigned count;
} arb_bench_ratios;

void arb_bench_ratios_add(arb_bench_ratios *ratios, double a, double b);

typedef struct arb_bench_serve_row {
    arb_bench_machine machine; /* when it was begun; */
    double load_after;         /* and how busy it was in the end */
    unsigned games, streams;   /* as measured: fewer streams where descriptors lack */
    uint64_t descriptors;      /* that the system allows this process */
    uint64_t events;           /* acknowledged in all runs */
    uint64_t lost;             /* of these, missing on a stream */
    uint64_t disorder;         /* told twice, or out of order */
    uint64_t limited;          /* requests that the hall put off because they came too often */

    arb_bench_push push[ARB_BENCH_PUSH_COUNT];
    arb_bench_scan scan[ARB_BENCH_SCAN];
    double flat_p50_us, flat_p99_us; /* of a push while as much as possible is sent */
    double fleeting; /* events a second at 64 connections, the database in memory; 0: no such */
    double echo_p50_us, echo_p99_us; /* at 64 connections */
    double hall_us;                  /* processor time of the hall for an event, then */
    double batch;                    /* events to a commit, when as much as possible is sent */
    double store, bare;              /* rows a second in such batches, just after that run */
    arb_bench_ratios to_store;       /* events to those rows */
    double stream_bytes;             /* of the server's memory, for each that looks on; 0: none */
    double closed_s;                 /* until the end of a closed stream is noticed */
    double cut_s;                    /* and of one whose network is cut; 0: could not be tried */
    double heartbeat_s;

    struct {
        bool asked;
        double events, batch; /* durable, a second, at 64 connections; to a commit */
        double hall_us;
        double flat_p50_us, flat_p99_us;
        double store, bare; /* rows a second in such batches: the store, libpq alone */
        arb_bench_ratios to_bare;
        /* until a row is committed by libpq alone, one a millisecond, beside the calm run */
        double commit_us, commit_p99_us; /* p50 and p99 */
        double one, two; /* events a second of one hall with 128 connections, two with 64 each */
        double calm_p50_us, calm_p99_us; /* of a push at 1,000 events a second */
    } postgres;
} arb_bench_serve_row;

/* What is hoped for: ratios of figures of the same run. */
typedef enum arb_bench_goal {
    ARB_BENCH_GOAL_CALM,        /* push p50 at 1,000 a second / fdatasync p50 */
    ARB_BENCH_GOAL_BUSY,        /* the same at 5,000 a second */
    ARB_BENCH_GOAL_CROWD,       /* push p50 with all streams / with those of the players */
    ARB_BENCH_GOAL_DURABLE,     /* durable / the database in memory, at 64 connections */
    ARB_BENCH_GOAL_CONNECTIONS, /* lowest / highest over all numbers of connections */
    ARB_BENCH_GOAL_STORE,       /* the hall at 64 connections / its store alone; of all runs the
                                   one in the middle */
    ARB_BENCH_GOAL_MEMORY,      /* bytes for each stream that looks on */
    ARB_BENCH_GOAL_CUT,         /* heartbeats until a stream without network is given up */
    ARB_BENCH_GOAL_POSTGRES,    /* the hall on PostgreSQL / libpq alone; in the middle, too */
    ARB_BENCH_GOAL_COMMITS,     /* push p99 at 1,000 a second there / one commit, p50 */
    ARB_BENCH_GOAL_TAIL,        /* the same / one commit, p99 */
    ARB_BENCH_GOAL_HALLS,       /* two halls / one; where there are cores for both */
    ARB_BENCH_GOAL_COUNT
} arb_bench_goal;

typedef struct arb_bench_verdict {
    bool measured;
    double value, limit;
    bool at_most; /* otherwise at least */
    bool reached;
} arb_bench_verdict;

arb_bench_verdict arb_bench_serve_judge(const arb_bench_serve_row *row, arb_bench_goal goal);

/*
 * Measures everything, which takes about 31 seconds and the runs that do not fit into that.
 * ARB_STOPPED, ARB_NOMEM, or ARB_IO when the server cannot be started or does not answer as it
 * should. Processes and files that were made are gone afterwards in any case.
 */
ARB_MUST_USE arb_err arb_bench_serve(arb_bench_serve_row *out,
                                     const arb_bench_serve_options *options);

#endif
