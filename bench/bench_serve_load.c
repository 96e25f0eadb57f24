/* SPDX-License-Identifier: MIT */
/* The games and streams that a load opens in a hall; see bench_serve_internal.h. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "bench/bench_serve_load.h"

enum {
    AT_ONCE = 200,      /* streams that are opened before their greetings are waited for */
    CROWD_OF_TABLE = 20 /* within what one link may ask for at once */
};

static const double patience_us = 5e6;

/* ---- queues */

arb_err arb_bench_queue_new(arb_bench_queue *q, unsigned room)
{
    *q = (arb_bench_queue){ .at = calloc(room, sizeof *q->at), .room = room };
    return q->at ? ARB_OK : ARB_NOMEM;
}

void arb_bench_queue_put(arb_bench_queue *q, unsigned index)
{
    q->at[(q->first + q->count++) % q->room] = index;
}

unsigned arb_bench_queue_get(arb_bench_queue *q)
{
    const unsigned index = q->at[q->first];

    q->first = (q->first + 1) % q->room;
    q->count--;
    return index;
}

/* ---- streams */

arb_err arb_bench_load_watch(arb_bench_load *l, arb_bench_wire *wire)
{
    struct epoll_event event = { .events = EPOLLIN, .data = { .ptr = wire } };

    return epoll_ctl(l->epoll, EPOLL_CTL_ADD, wire->fd, &event) == 0 ? ARB_OK : ARB_IO;
}

static arb_err open_stream(arb_bench_load *l, const char *token, unsigned game, unsigned seat,
                           bool looks_on)
{
    arb_bench_wire *wire = &l->streams[l->stream_count];

    *wire = (arb_bench_wire){ .fd = arb_bench_connect(l->port),
                              .is_stream = true,
                              .looks_on = looks_on,
                              .seat = (uint8_t)seat,
                              .game = game };
    if (wire->fd < 0)
        return ARB_IO;
    l->stream_count++;
    const arb_err err = arb_bench_load_watch(l, wire);
    return err ? err : arb_bench_ask_stream(wire->fd, token) ? ARB_OK : ARB_IO;
}

/* Until all streams are there and have told what they are to tell. */
static arb_err await_streams(arb_bench_load *l)
{
    double until = arb_bench_now_us() + patience_us;
    unsigned greeted = l->greeted;
    arb_err err = ARB_OK;

    while (!err && (l->greeted < l->stream_count || l->news_due > 0)) {
        if (arb_bench_now_us() > until)
            return ARB_IO;
        err = arb_bench_load_turn(l);
        if (l->greeted > greeted)
            until = arb_bench_now_us() + patience_us;
        greeted = l->greeted;
    }
    return err;
}

static arb_err open_game(arb_bench_load *l, arb_bench_links *out, int fd)
{
    const bool goes_on = l->options->progress(l->options->user, -1);

    return goes_on ? arb_bench_hall_game(out, fd) : ARB_STOPPED;
}

static arb_err open_tables(arb_bench_load *l, int fd, const arb_bench_plan *plan)
{
    arb_err err = ARB_OK;

    for (unsigned i = 0; i < l->count && !err; i++) {
        arb_bench_links links;
        arb_bench_table *t = &l->tables[i];
        err = open_game(l, &links, fd);
        if (err)
            return err;
        memcpy(t->token[0], links.white, sizeof links.white);
        memcpy(t->token[1], links.black, sizeof links.black);
        t->moves = plan->move[i % ARB_BENCH_LINES];
        err = open_stream(l, t->token[0], i, 0, false);
        if (!err)
            err = open_stream(l, t->token[1], i, 1, false);
        l->news_due += ARB_BENCH_NEWS;
        arb_bench_queue_put(&l->ready, i);
        if (!err && i % (AT_ONCE / 2) == 0)
            err = await_streams(l);
    }
    return err ? err : await_streams(l);
}

/* Makes room for so many further streams; what is there moves, so the system is told again. */
static arb_err make_room(arb_bench_load *l, unsigned more)
{
    arb_bench_wire *streams = realloc(l->streams, (l->stream_count + more) * sizeof *streams);

    if (!streams)
        return ARB_NOMEM;
    l->streams = streams;
    l->stream_room = l->stream_count + more;
    for (unsigned i = 0; i < l->stream_count; i++) {
        struct epoll_event event = { .events = EPOLLIN, .data = { .ptr = &streams[i] } };
        if (epoll_ctl(l->epoll, EPOLL_CTL_MOD, streams[i].fd, &event) != 0)
            return ARB_IO;
    }
    return ARB_OK;
}

arb_err arb_bench_load_crowd(arb_bench_load *l, unsigned streams)
{
    arb_bench_links links;
    const int fd = arb_bench_connect(l->port);
    arb_err err = fd < 0 ? ARB_IO : make_room(l, streams);

    for (unsigned i = 0; i < streams && !err; i++) {
        if (i % CROWD_OF_TABLE == 0)
            err = open_game(l, &links, fd);
        if (!err)
            err = open_stream(l, links.arbiter, 0, 0, true);
        if (!err && i % AT_ONCE == 0)
            err = await_streams(l);
    }
    if (fd >= 0)
        (void)close(fd);
    return err ? err : await_streams(l);
}

static arb_err begin(arb_bench_load *l, const arb_bench_plan *plan)
{
    struct epoll_event event = { .events = EPOLLIN, .data = { .ptr = l } };

    l->tables = calloc(l->count, sizeof *l->tables);
    l->samples = calloc(ARB_BENCH_SAMPLES_MAX, sizeof *l->samples);
    arb_err err = l->tables && l->samples ? arb_bench_queue_new(&l->ready, l->count) : ARB_NOMEM;
    if (!err)
        err = make_room(l, 2 * l->count);
    l->epoll = epoll_create1(EPOLL_CLOEXEC);
    l->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (!err &&
        (l->epoll < 0 || l->timer < 0 || epoll_ctl(l->epoll, EPOLL_CTL_ADD, l->timer, &event) != 0))
        err = ARB_IO;
    if (err)
        return err;
    const int fd = arb_bench_connect(l->port);
    err = fd < 0 ? ARB_IO : open_tables(l, fd, plan);
    if (fd >= 0)
        (void)close(fd);
    return err;
}

arb_err arb_bench_load_new(arb_bench_load **out, const arb_bench_hall *hall,
                           const arb_bench_plan *plan, const arb_bench_serve_options *options)
{
    arb_bench_load *l = calloc(1, sizeof *l);

    if (!l)
        return ARB_NOMEM;
    l->options = options;
    l->hall = hall->pid;
    l->port = hall->port;
    l->count = options->games;
    l->epoll = l->timer = -1;
    const arb_err err = begin(l, plan);
    if (err)
        arb_bench_load_free(l);
    else
        *out = l;
    return err;
}

void arb_bench_load_free(arb_bench_load *l)
{
    if (!l)
        return;
    arb_bench_load_close_posts(l);
    for (unsigned i = 0; i < l->stream_count; i++)
        arb_bench_wire_close(&l->streams[i]);
    if (l->timer >= 0)
        (void)close(l->timer);
    if (l->epoll >= 0)
        (void)close(l->epoll);
    free(l->streams);
    free(l->tables);
    free(l->ready.at);
    free(l->samples);
    free(l);
}

void arb_bench_load_count(const arb_bench_load *l, arb_bench_serve_row *row)
{
    row->events += l->events;
    row->lost += l->lost;
    row->disorder += l->disorder;
    row->limited += l->limited;
}

uint64_t arb_bench_load_plies(const arb_bench_load *l)
{
    uint64_t plies = 0;

    for (unsigned i = 0; i < l->count; i++)
        plies += l->tables[i].ply;
    return plies;
}

bool arb_bench_load_is_used(const arb_bench_load *l)
{
    return arb_bench_load_plies(l) > (uint64_t)l->count * ARB_BENCH_PLIES / 2;
}
