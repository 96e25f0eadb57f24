/* SPDX-License-Identifier: MIT */
/* Games that are played over a hall by one loop; see bench_serve_internal.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "bench/bench_serve_load.h"

enum { EVENTS_MAX = 512, WAIT_MS = 100 };

static const double rest_us = 1e5, patience_us = 5e6;

/* ---- what comes */

static void free_post(arb_bench_load *l, const arb_bench_wire *wire)
{
    arb_bench_queue_put(&l->idle, (unsigned)(wire - l->posts));
}

static void finish(arb_bench_load *l, unsigned game)
{
    arb_bench_table *t = &l->tables[game];

    if (!t->acked || !t->seen)
        return;
    l->flying--;
    l->done++;
    if (t->ply < ARB_BENCH_PLIES)
        arb_bench_queue_put(&l->ready, game);
}

/* The hall asks to wait: the same move is sent again a little later. */
static void rest(arb_bench_load *l, unsigned game)
{
    arb_bench_table *t = &l->tables[game];

    l->limited++;
    l->flying--;
    t->ply--;
    l->news_due -= ARB_BENCH_NEWS;
    t->rests_until_us = arb_bench_now_us() + rest_us;
    arb_bench_queue_put(&l->ready, game);
}

static bool has(const char *body, size_t size, const char *text)
{
    return memmem(body, size, text, strlen(text)) != NULL;
}

static void on_answered(void *user, arb_bench_wire *wire, unsigned status, const char *body,
                        size_t size)
{
    arb_bench_load *l = user;

    free_post(l, wire);
    if (status == 429) {
        rest(l, wire->game);
    } else if (status != 200 || !has(body, size, "\"refused\":false,\"again\":false")) {
        l->err = ARB_IO;
    } else {
        l->events++;
        l->tables[wire->game].acked = true;
        finish(l, wire->game);
    }
}

static void on_greeted(void *user, arb_bench_wire *wire)
{
    arb_bench_load *l = user;

    (void)wire;
    l->greeted++;
}

/* The first event is the start; the move after which there are `ply` is number `ply` + 1. */
static void on_told(void *user, arb_bench_wire *wire, uint64_t number)
{
    arb_bench_load *l = user;
    arb_bench_table *t = &l->tables[wire->game];

    if (wire->looks_on)
        return;
    l->disorder += number != t->told[wire->seat] + 1;
    t->told[wire->seat] = number;
    l->news_due--;
    if (number == 1 || number != t->ply + 1 || wire->seat != t->ply % 2)
        return;
    l->samples[l->sample_count++ % ARB_BENCH_SAMPLES_MAX] =
        (float)(arb_bench_now_us() - t->sent_us);
    t->seen = true;
    finish(l, wire->game);
}

/* ---- what is sent */

static bool send_event(arb_bench_load *l, arb_bench_wire *wire, unsigned game)
{
    arb_bench_table *t = &l->tables[game];
    char id[ARB_BENCH_CLIENT], body[128], request[512];

    t->ply++;
    arb_bench_client(id, (uint64_t)t->ply << 32 | game);
    const int length = snprintf(body, sizeof body, "{\"id\":\"%s\",\"event\":\"move %s\"}", id,
                                t->moves[t->ply - 1]);
    const int size = snprintf(request, sizeof request,
                              "POST /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                              "Authorization: Bearer %s\r\nContent-Type: application/json\r\n"
                              "Content-Length: %d\r\n\r\n%s",
                              t->token[(t->ply - 1) % 2], length, body);
    wire->game = game;
    t->acked = t->seen = false;
    t->sent_us = arb_bench_now_us();
    l->flying++;
    l->news_due += ARB_BENCH_NEWS;
    return send(wire->fd, request, (size_t)size, MSG_NOSIGNAL) == size;
}

/* A game that may move now: the first that does not rest; or none. */
static bool find_ready(unsigned *out, arb_bench_load *l)
{
    for (unsigned i = l->ready.count; i > 0; i--) {
        const unsigned game = arb_bench_queue_get(&l->ready);
        const arb_bench_table *t = &l->tables[game];
        if (t->rests_until_us <= 0 || t->rests_until_us <= arb_bench_now_us()) {
            *out = game;
            return true;
        }
        arb_bench_queue_put(&l->ready, game);
    }
    return false;
}

static arb_err send_all(arb_bench_load *l, bool paced)
{
    unsigned game;

    while (!l->draining && l->idle.count > 0 && (!paced || l->credit > 0) && find_ready(&game, l)) {
        l->credit -= paced;
        if (!send_event(l, &l->posts[arb_bench_queue_get(&l->idle)], game))
            return ARB_IO;
    }
    return ARB_OK;
}

/* ---- the loop */

static void on_timer(arb_bench_load *l)
{
    uint64_t times;

    if (read(l->timer, &times, sizeof times) == (ssize_t)sizeof times)
        l->credit += times;
}

/* Waits once and takes what has come. */
arb_err arb_bench_load_turn(arb_bench_load *l)
{
    const arb_bench_wire_calls calls = { on_answered, on_greeted, on_told, l };
    struct epoll_event events[EVENTS_MAX];
    const int count = epoll_wait(l->epoll, events, EVENTS_MAX, WAIT_MS);

    if (count < 0 && errno != EINTR)
        return ARB_IO;
    for (int i = 0; i < count && !l->err; i++) {
        if (events[i].data.ptr == l)
            on_timer(l);
        else
            l->err = arb_bench_wire_read(events[i].data.ptr, &calls);
    }
    return l->err ? l->err : l->options->progress(l->options->user, -1) ? ARB_OK : ARB_STOPPED;
}

/* ---- runs */

static arb_err open_posts(arb_bench_load *l, unsigned count)
{
    l->posts = calloc(count, sizeof *l->posts);
    arb_err err = l->posts ? arb_bench_queue_new(&l->idle, count) : ARB_NOMEM;

    for (l->post_count = 0; l->post_count < count && !err; l->post_count++) {
        arb_bench_wire *wire = &l->posts[l->post_count];
        wire->fd = arb_bench_connect(l->port);
        err = wire->fd < 0 ? ARB_IO : arb_bench_load_watch(l, wire);
        arb_bench_queue_put(&l->idle, l->post_count);
    }
    return err;
}

void arb_bench_load_close_posts(arb_bench_load *l)
{
    for (unsigned i = 0; i < l->post_count; i++)
        arb_bench_wire_close(&l->posts[i]);
    free(l->posts);
    free(l->idle.at);
    l->posts = NULL;
    l->idle = (arb_bench_queue){ 0 };
    l->post_count = 0;
}

/* Lets the timer expire `rate` times a second; 0 stops it. */
static arb_err set_timer(const arb_bench_load *l, unsigned rate)
{
    const long each = rate > 0 ? 1000000000L / (long)rate : 0;
    const struct itimerspec spec = { .it_interval = { .tv_nsec = each < 1000000000L ? each : 0,
                                                      .tv_sec = each / 1000000000L },
                                     .it_value = { .tv_nsec = rate > 0 } };

    return timerfd_settime(l->timer, 0, &spec, NULL) == 0 ? ARB_OK : ARB_IO;
}

/* Until everything that was sent is acknowledged and told on both streams. */
static arb_err drain(arb_bench_load *l)
{
    const double until = arb_bench_now_us() + patience_us;
    arb_err err = ARB_OK;

    l->draining = true;
    while (!err && (l->flying > 0 || l->news_due > 0) && arb_bench_now_us() < until)
        err = arb_bench_load_turn(l);
    if (!err)
        l->lost += l->flying > l->news_due ? l->flying : l->news_due;
    l->draining = false;
    return err;
}

/* The time is over; on a disk that stands still, not before something came through. */
static bool is_over(const arb_bench_load *l, const arb_bench_run *run, double took_us)
{
    return took_us >= run->seconds * 1e6 && (l->done > 0 || took_us >= patience_us);
}

static arb_err play(arb_bench_load *l, arb_bench_run *run)
{
    const double began = arb_bench_now_us(), worked = arb_bench_hall_cpu_us(l->hall);
    double took = 0;
    arb_err err = set_timer(l, run->rate);

    run->games = l->count;
    run->before = (unsigned)(arb_bench_load_plies(l) / l->count) + 1; /* and the start */
    l->done = l->credit = 0;
    l->sample_count = 0;
    while (!err && !is_over(l, run, took) && (l->flying > 0 || l->ready.count > 0)) {
        err = send_all(l, run->rate > 0);
        if (!err)
            err = arb_bench_load_turn(l);
        took = arb_bench_now_us() - began;
    }
    run->per_second = took > 0 ? (double)l->done / took * 1e6 : 0;
    run->hall_us = l->done > 0 ? (arb_bench_hall_cpu_us(l->hall) - worked) / (double)l->done : 0;
    arb_bench_quantiles(&run->p50_us, &run->p99_us, l->samples,
                        l->sample_count < ARB_BENCH_SAMPLES_MAX ? l->sample_count
                                                                : ARB_BENCH_SAMPLES_MAX);
    if (!err)
        err = set_timer(l, 0);
    return err ? err : drain(l);
}

/*
 * Players are elsewhere; those of the bench are on the hall's processors. Where it is to do as much
 * as it can, one that is woken by what the hall sends does not push it aside for that.
 */
static bool change_policy(int from, int to)
{
    const struct sched_param none = { 0 };

    return sched_getscheduler(0) == from && sched_setscheduler(0, to, &none) == 0;
}

arb_err arb_bench_load_play(arb_bench_load *l, arb_bench_run *run)
{
    const bool stands_back = run->rate == 0 && change_policy(SCHED_OTHER, SCHED_BATCH);
    arb_err err = open_posts(l, run->connections);

    if (!err)
        err = play(l, run);
    arb_bench_load_close_posts(l);
    if (stands_back)
        (void)change_policy(SCHED_BATCH, SCHED_OTHER);
    return err;
}

arb_err arb_bench_load_play_counted(double *batch, arb_bench_load *l, const arb_bench_hall *hall,
                                    arb_bench_run *run)
{
    const double jobs = arb_bench_hall_figure(hall, "store_jobs_total"),
                 batches = arb_bench_hall_figure(hall, "store_batches_total");
    const arb_err err = arb_bench_load_play(l, run);
    const double made = arb_bench_hall_figure(hall, "store_batches_total") - batches;

    *batch = (arb_bench_hall_figure(hall, "store_jobs_total") - jobs) / (made > 1 ? made : 1);
    return err;
}
