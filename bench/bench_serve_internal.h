/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BENCH_BENCH_SERVE_INTERNAL_H
#define ARBITRO_BENCH_BENCH_SERVE_INTERNAL_H
/* What the files of bench_serve share. */
#include <pthread.h>
#include <stddef.h>
#include <sys/types.h>

#include "bench/bench_serve.h"
#include "bench/bench_store.h"

/* ---- bench_serve_hall.c: the server as a process, and simple questions to it */

enum { ARB_BENCH_PATH = 480, ARB_BENCH_TOKEN = 32 };

/* A folder for databases: on a disk, or in memory, where nothing becomes durable. ARB_IO. */
ARB_MUST_USE arb_err arb_bench_folder_new(char out[ARB_BENCH_PATH], bool in_memory);
void arb_bench_folder_free(const char *folder);

typedef struct arb_bench_hall {
    pid_t pid; /* 0: none */
    uint16_t port;
    char database[ARB_BENCH_PATH + 32];
} arb_bench_hall;

/* Starts a hall on a database of this name in the folder, or at this address. ARB_IO. */
ARB_MUST_USE arb_err arb_bench_hall_start(arb_bench_hall *hall, const char *folder,
                                          const char *name);

/* Ends it at once, without waiting for that; and does wait and removes its database. */
void arb_bench_hall_kill(const arb_bench_hall *hall);
void arb_bench_hall_end(arb_bench_hall *hall);

/* The memory of the process, in bytes; 0 when the system does not tell. */
double arb_bench_hall_memory(const arb_bench_hall *hall);

/* The processor time that the process has had, in microseconds; 0 when the system does not tell. */
double arb_bench_hall_cpu_us(pid_t pid);

/* A figure of /metrics without its "arbitro_"; 0 when there is none. */
double arb_bench_hall_figure(const arb_bench_hall *hall, const char *name);

/* A connection to this port of this machine; -1. */
int arb_bench_connect(uint16_t port);

/* Links of a game. */
typedef struct arb_bench_links {
    char white[ARB_BENCH_TOKEN], black[ARB_BENCH_TOKEN];
    char arbiter[ARB_BENCH_TOKEN], spectator[ARB_BENCH_TOKEN];
} arb_bench_links;

/* Makes a game over a connection that stays open. */
ARB_MUST_USE arb_err arb_bench_hall_game(arb_bench_links *out, int fd);

/* Sends the request for a stream. */
bool arb_bench_ask_stream(int fd, const char *token);

/* ---- bench_serve_plan.c: the moves */

enum { ARB_BENCH_LINES = 16, ARB_BENCH_PLIES = 400 };

/* Games of legal moves that none of the Laws ends. */
typedef struct arb_bench_plan {
    char move[ARB_BENCH_LINES][ARB_BENCH_PLIES][8];
} arb_bench_plan;

ARB_MUST_USE arb_err arb_bench_plan_make(arb_bench_plan *out);

/* ---- bench_serve_wire.c: what comes over a connection, cut into answers and events */

typedef struct arb_bench_wire {
    int fd;
    bool is_stream;
    bool open;     /* a stream whose head has come */
    bool looks_on; /* a stream from which nothing is expected */
    uint8_t seat;  /* of the stream: 0 White, 1 Black */
    unsigned game; /* that it belongs to, or whose event is under way */
    char *kept;    /* the beginning of something whose end has not come yet */
    size_t kept_size;
} arb_bench_wire;

typedef struct arb_bench_wire_calls {
    void (*answered)(void *user, arb_bench_wire *wire, unsigned status, const char *body,
                     size_t size);
    void (*greeted)(void *user, arb_bench_wire *wire);               /* the stream is there */
    void (*told)(void *user, arb_bench_wire *wire, uint64_t number); /* of an event of the game */
    void *user;
} arb_bench_wire_calls;

/* Takes what has come. ARB_IO when the connection ended or is not understood, ARB_NOMEM. */
ARB_MUST_USE arb_err arb_bench_wire_read(arb_bench_wire *wire, const arb_bench_wire_calls *calls);
void arb_bench_wire_close(arb_bench_wire *wire);

/* ---- bench_serve_load.c: games that are played over a hall */

typedef struct arb_bench_load arb_bench_load;

/* Makes games in the hall and opens the streams of their players; all have begun afterwards. */
ARB_MUST_USE arb_err arb_bench_load_new(arb_bench_load **out, const arb_bench_hall *hall,
                                        const arb_bench_plan *plan,
                                        const arb_bench_serve_options *options);
void arb_bench_load_free(arb_bench_load *load);

/* Opens streams that look on at games where nothing happens. */
ARB_MUST_USE arb_err arb_bench_load_crowd(arb_bench_load *load, unsigned streams);

typedef struct arb_bench_run {
    unsigned connections;
    unsigned rate; /* events a second; 0: as many as possible, each connection one at a time */
    double seconds;
    /* results */
    double per_second, p50_us, p99_us;
    double hall_us; /* processor time of the hall, for each event; 0: the system does not tell */
    unsigned games, before; /* that were played on, and how many events each had had */
} arb_bench_run;

/* Have the games come so far that others should be opened before the next run? */
bool arb_bench_load_is_used(const arb_bench_load *load);

/* Plays on. The run ends early when all games have come to the end of their moves. */
ARB_MUST_USE arb_err arb_bench_load_play(arb_bench_load *load, arb_bench_run *run);

/* The same, and how many events went into a commit of the hall. */
ARB_MUST_USE arb_err arb_bench_load_play_counted(double *batch, arb_bench_load *load,
                                                 const arb_bench_hall *hall, arb_bench_run *run);

/* Adds what has happened to the row. */
void arb_bench_load_count(const arb_bench_load *load, arb_bench_serve_row *row);

/* ---- bench_serve_postgres.c: the hall, and two halls, on a database elsewhere */

enum { ARB_BENCH_POSTGRES_STEPS = 3 }; /* of a run: `step` is called before each */

/* Needs options->postgres. ARB_IO, ARB_NOMEM, or what `step` says. */
ARB_MUST_USE arb_err arb_bench_serve_postgres(arb_bench_serve_row *row, const arb_bench_plan *plan,
                                              const arb_bench_serve_options *options,
                                              arb_err (*step)(void *user), void *user);

/* ---- bench_serve_dead.c: when is it noticed that a stream has ended? */

typedef struct arb_bench_dead {
    pthread_t thread;
    bool started;
    _Atomic bool stop;
    _Atomic bool finished;
    uint16_t port;
    double closed_s, cut_s, heartbeat_s;
    arb_err err;
} arb_bench_dead;

/* Begins to find out in a thread of its own, which takes two heartbeats and hardly any time. */
ARB_MUST_USE arb_err arb_bench_dead_begin(arb_bench_dead *dead, const arb_bench_hall *hall);

/* Waits for the answer, unless `stop`; `err` says whether there is one. */
void arb_bench_dead_end(arb_bench_dead *dead, bool stop);

/* ---- bench_serve_disk.c */

/*
 * The p50 of one fdatasync, in microseconds, after 4 kB were written over others of a file, once in
 * a millisecond.
 */
ARB_MUST_USE arb_err arb_bench_disk(double *out, const char *folder);

/* The store alone, and the database alone, with as many rows as the run had events, and as many to
 * a commit; the store with games of the same age. On PostgreSQL where that is given. */
ARB_MUST_USE arb_err arb_bench_beside(arb_bench_store_row *out, const char *folder,
                                      const char *postgres, const arb_bench_run *run, double batch);

/* ---- shared by them */

/* Microseconds; only differences mean anything. */
double arb_bench_now_us(void);

/* Sorts the samples; then those at which half, or 99 of 100, are not above. 0 for none. */
void arb_bench_quantiles(double *p50, double *p99, float *samples, size_t count);

#endif
