/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "server/http/loop.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "arbitro/mem.h"
#include "server/http/urgent.h"

/* A wait does not count the time that the machine slept: so it looks at the clock once a second. */
enum { EVENTS_MAX = 256, WAIT_MAX_MS = 1000 };

/* A round of so many ms is one that people can notice. */
enum { STALL_MS = 50 };

struct arb_loop {
    const arb_mem *mem;
    int epoll;
    bool stop;
    int64_t now;
    arb_loop_stalls stalls;
    arb_timers timers;
    arb_loop_task *tasks, **tasks_end;
    struct epoll_event events[EVENTS_MAX];
};

int64_t arb_boottime_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_BOOTTIME, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t arb_boottime_ms(void)
{
    return arb_boottime_us() / 1000;
}

arb_err arb_loop_new(arb_loop **out, const arb_mem *mem)
{
    arb_loop *loop = arb_mem_new_array(mem, 1, sizeof *loop);

    if (loop == NULL)
        return ARB_NOMEM;
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (loop->epoll < 0) {
        arb_mem_free(mem, loop, sizeof *loop);
        return ARB_IO;
    }
    loop->mem = mem;
    loop->tasks_end = &loop->tasks;
    loop->now = arb_boottime_ms();
    *out = loop;
    return ARB_OK;
}

void arb_loop_free(arb_loop *loop)
{
    if (loop == NULL)
        return;
    close(loop->epoll);
    arb_mem_free(loop->mem, loop, sizeof *loop);
}

arb_loop_stalls arb_loop_stalls_get(const arb_loop *loop)
{
    return loop->stalls;
}

int64_t arb_loop_now(const arb_loop *loop)
{
    return loop->now;
}

void arb_loop_stop(arb_loop *loop)
{
    loop->stop = true;
}

/* ---- one round */

static int wait_ms(const arb_loop *loop)
{
    if (loop->tasks != NULL || loop->stop)
        return 0;
    if (loop->timers.earliest == NULL)
        return WAIT_MAX_MS;
    const int64_t left = loop->timers.earliest->at - arb_boottime_ms();
    if (left <= 0)
        return 0;
    return left < WAIT_MAX_MS ? (int)left : WAIT_MAX_MS;
}

/* Those that are put off meanwhile stay for the next round. */
static void run_tasks(arb_loop *loop)
{
    arb_loop_task **end = loop->tasks_end;

    while (loop->tasks != NULL) {
        arb_loop_task *task = loop->tasks;
        const bool last = end == &task->next;

        loop->tasks = task->next;
        if (loop->tasks == NULL)
            loop->tasks_end = &loop->tasks;
        task->next = NULL;
        task->queued = false;
        task->run(task->user);
        if (last)
            return;
    }
}

/* The watchdog: how long has this round kept everybody waiting? */
static void watch_round(arb_loop *loop)
{
    const int64_t took = arb_boottime_ms() - loop->now;

    loop->stalls.count += took >= STALL_MS;
    if (took > loop->stalls.longest_ms)
        loop->stalls.longest_ms = took;
    if (took >= STALL_MS)
        loop->stalls.last_ms = took;
}

static arb_err run_round(arb_loop *loop)
{
    const int count = epoll_wait(loop->epoll, loop->events, EVENTS_MAX, wait_ms(loop));

    if (count < 0 && errno != EINTR)
        return ARB_IO;
    loop->now = arb_boottime_ms();
    for (int i = 0; i < count; i++) {
        arb_loop_fd *watch = loop->events[i].data.ptr;

        watch->ready(watch->user, loop->events[i].events);
    }
    for (arb_timer *timer; (timer = arb_timers_take(&loop->timers, loop->now)) != NULL;)
        timer->due(timer->user);
    run_tasks(loop);
    watch_round(loop);
    return ARB_OK;
}

arb_err arb_loop_run(arb_loop *loop)
{
    arb_err err = ARB_OK;

    arb_urgent_thread();
    do
        err = run_round(loop);
    while (err == ARB_OK && !loop->stop);
    loop->stop = false;
    return err;
}

/* ---- descriptors */

arb_err arb_loop_watch(arb_loop *loop, arb_loop_fd *watch, uint32_t events)
{
    struct epoll_event event = { .events = events, .data = { .ptr = watch } };

    if (epoll_ctl(loop->epoll, EPOLL_CTL_ADD, watch->fd, &event) != 0)
        return ARB_IO;
    watch->events = events;
    return ARB_OK;
}

void arb_loop_await(arb_loop *loop, arb_loop_fd *watch, uint32_t events)
{
    struct epoll_event event = { .events = events, .data = { .ptr = watch } };

    if (watch->events == events)
        return;
    watch->events = events;
    const int failed = epoll_ctl(loop->epoll, EPOLL_CTL_MOD, watch->fd, &event);
    assert(!failed);
    (void)failed;
}

void arb_loop_unwatch(arb_loop *loop, arb_loop_fd *watch)
{
    epoll_ctl(loop->epoll, EPOLL_CTL_DEL, watch->fd, NULL);
}

/* ---- timers and tasks */

void arb_loop_set(arb_loop *loop, arb_timer *timer, int64_t at)
{
    arb_timers_set(&loop->timers, timer, at);
}

void arb_loop_unset(arb_loop *loop, arb_timer *timer)
{
    arb_timers_unset(&loop->timers, timer);
}

void arb_loop_later(arb_loop *loop, arb_loop_task *task)
{
    if (task->queued)
        return;
    task->queued = true;
    task->next = NULL;
    *loop->tasks_end = task;
    loop->tasks_end = &task->next;
}

void arb_loop_forget(arb_loop *loop, arb_loop_task *task)
{
    arb_loop_task **at = &loop->tasks;

    if (!task->queued)
        return;
    while (*at != task)
        at = &(*at)->next;
    *at = task->next;
    if (loop->tasks_end == &task->next)
        loop->tasks_end = at;
    task->next = NULL;
    task->queued = false;
}

/* ---- the bell */

static void on_ring(void *user, uint32_t events)
{
    arb_wake *wake = user;
    uint64_t rings;

    (void)events;
    if (read(wake->watch.fd, &rings, sizeof rings) == (ssize_t)sizeof rings)
        wake->woken(wake->user);
}

arb_err arb_wake_open(arb_wake *wake, arb_loop *loop, void (*woken)(void *user), void *user)
{
    *wake = (arb_wake){ .watch = { .ready = on_ring, .user = wake }, .woken = woken, .user = user };
    wake->watch.fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (wake->watch.fd < 0)
        return ARB_IO;
    if (arb_loop_watch(loop, &wake->watch, EPOLLIN) != ARB_OK) {
        close(wake->watch.fd);
        wake->watch.fd = -1;
        return ARB_IO;
    }
    return ARB_OK;
}

void arb_wake_signal(arb_wake *wake)
{
    const uint64_t one = 1;
    const int kept = errno;

    /* It fails only when the counter is full, and then the bell is ringing. */
    if (write(wake->watch.fd, &one, sizeof one) < 0)
        errno = kept;
}

void arb_wake_close(arb_wake *wake, arb_loop *loop)
{
    if (wake->watch.fd < 0)
        return;
    arb_loop_unwatch(loop, &wake->watch);
    close(wake->watch.fd);
    wake->watch.fd = -1;
}
