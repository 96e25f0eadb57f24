/* SPDX-License-Identifier: MIT */
/*
 * When does the hall notice that a stream has ended? A witness at the same game is told how many
 * look on. One spectator closes the connection; of another everything that arrives is thrown away
 * before TCP sees it, as if the cable were cut: nothing is acknowledged and nothing refused.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench/bench_serve_internal.h"
#include "server/http/server.h"

enum { ROOM = 16384, LOOK_MS = 100, QUIET_MS = 300 };

static const double heartbeats_max = 3;

/* What a spectator's page needs to be found missing. */
typedef struct witness {
    const arb_bench_dead *dead;
    int fd;
    char bytes[ROOM];
    size_t size;
} witness;

/* The number of spectators that the witness was told last; -1: none yet. */
static int spectators(const witness *w)
{
    static const char name[] = "\"spectators\":";
    const char *at = w->bytes, *found = NULL;

    for (const char *next; (next = strstr(at, name)) != NULL; at = found)
        found = next + sizeof name - 1;
    return found ? (int)strtol(found, NULL, 10) : -1;
}

/* Reads until so many look on; false when that takes too long, or is not wanted any more. */
static bool await(witness *w, int wanted, double limit_s)
{
    const double until = arb_bench_now_us() + limit_s * 1e6;

    while (spectators(w) != wanted) {
        if (w->dead->stop || arb_bench_now_us() > until || w->size + 1 >= sizeof w->bytes)
            return false;
        const ssize_t got = recv(w->fd, w->bytes + w->size, sizeof w->bytes - 1 - w->size, 0);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
            return false;
        w->size += got > 0 ? (size_t)got : 0;
        w->bytes[w->size] = '\0';
    }
    return true;
}

static bool cut(int fd)
{
    struct sock_filter nothing[] = { BPF_STMT(BPF_RET | BPF_K, 0) };
    const struct sock_fprog program = { .len = 1, .filter = nothing };

    return setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program) == 0;
}

static bool observe(arb_bench_dead *dead, witness *w, int closing, int cutting)
{
    const double limit_s = heartbeats_max * dead->heartbeat_s;

    if (!await(w, 2, limit_s))
        return false;
    double began = arb_bench_now_us();
    (void)shutdown(closing, SHUT_RDWR);
    if (!await(w, 1, limit_s))
        return false;
    dead->closed_s = (arb_bench_now_us() - began) / 1e6;
    /* what the other page was told of that is acknowledged before its cable is cut */
    (void)usleep(QUIET_MS * 1000);
    began = arb_bench_now_us();
    if (!cut(cutting))
        return true;
    if (!await(w, 0, limit_s))
        return false;
    dead->cut_s = (arb_bench_now_us() - began) / 1e6;
    return true;
}

static arb_err find_out(arb_bench_dead *dead, witness *w)
{
    const struct timeval look = { .tv_usec = LOOK_MS * 1000 };
    const int game = arb_bench_connect(dead->port), closing = arb_bench_connect(dead->port),
              cutting = arb_bench_connect(dead->port);
    arb_bench_links links;
    arb_err err = ARB_IO;

    w->fd = arb_bench_connect(dead->port);
    if (game >= 0 && closing >= 0 && cutting >= 0 && w->fd >= 0 &&
        setsockopt(w->fd, SOL_SOCKET, SO_RCVTIMEO, &look, sizeof look) == 0)
        err = arb_bench_hall_game(&links, game);
    if (!err &&
        (!arb_bench_ask_stream(w->fd, links.arbiter) ||
         !arb_bench_ask_stream(closing, links.spectator) ||
         !arb_bench_ask_stream(cutting, links.spectator) || !observe(dead, w, closing, cutting)))
        err = ARB_IO;
    const int all[] = { game, closing, cutting, w->fd };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i] >= 0)
            (void)close(all[i]);
    }
    return err;
}

static void *run(void *user)
{
    arb_bench_dead *dead = user;
    witness *w = calloc(1, sizeof *w);

    dead->err = ARB_NOMEM;
    if (w) {
        w->dead = dead;
        dead->err = find_out(dead, w);
    }
    free(w);
    dead->finished = true;
    return NULL;
}

arb_err arb_bench_dead_begin(arb_bench_dead *dead, const arb_bench_hall *hall)
{
    *dead = (arb_bench_dead){ .port = hall->port,
                              .heartbeat_s = (double)arb_http_defaults().heartbeat_ms / 1e3 };
    dead->started = pthread_create(&dead->thread, NULL, run, dead) == 0;
    return dead->started ? ARB_OK : ARB_IO;
}

void arb_bench_dead_end(arb_bench_dead *dead, bool stop)
{
    if (!dead->started)
        return;
    if (stop)
        dead->stop = true;
    (void)pthread_join(dead->thread, NULL);
    dead->started = false;
}
