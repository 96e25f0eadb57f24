/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "support/hall/watch.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum {
    PAUSE_MS = 2,
    QUICK_MS = 50,
    BUSY_MS = 300,
    SANITIZED_MS = 1500,
    BUSY_ABOVE_MS = 2,
    BEGIN_MS = 2000
};

struct watch_figures {
    atomic_llong ping, jitter, asked_at; /* the longest of each, and since when one waits, or 0 */
    atomic_uint pings;
};

static int64_t limit_ms = QUICK_MS;

/* Have others more to do than there are cores for? */
static bool is_crowded(void)
{
    double load = 0;

    return getloadavg(&load, 1) == 1 && load > 1.0 + (double)sysconf(_SC_NPROCESSORS_ONLN);
}

static void note(atomic_llong *longest, int64_t took)
{
    if (took > atomic_load(longest))
        atomic_store(longest, took);
}

/* One ping after the other until the hall is gone. */
static void ping(watch_figures *shared, uint16_t port)
{
    client c = client_open(port);

    for (;;) {
        const int64_t began = client_now();
        atomic_store(&shared->asked_at, began);
        const unsigned status = hall_ask_on(NULL, &c, "GET", "/api/ping", NULL, NULL);
        atomic_store(&shared->asked_at, 0);
        if (status != 200)
            break;
        note(&shared->ping, client_now() - began);
        atomic_fetch_add(&shared->pings, 1);
        client_sleep(PAUSE_MS);
    }
}

/* Two processes that answer each other and do nothing else. */
static void answer_each_other(watch_figures *shared)
{
    int pair[2];
    char byte = 0;

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        return;
    const pid_t other = fork();
    if (other == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        while (read(pair[1], &byte, 1) == 1 && write(pair[1], &byte, 1) == 1)
            continue;
        _exit(0);
    }
    for (;;) {
        const int64_t began = client_now();
        if (write(pair[0], &byte, 1) != 1 || read(pair[0], &byte, 1) != 1)
            break;
        note(&shared->jitter, client_now() - began);
        client_sleep(PAUSE_MS);
    }
}

static pid_t begin(watch_figures *shared, uint16_t port)
{
    (void)fflush(NULL);
    const pid_t pid = fork();

    assert_true(pid >= 0);
    if (pid != 0)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (port)
        ping(shared, port);
    else
        answer_each_other(shared);
    _exit(0);
}

watch watch_begin(const hall *h)
{
    watch w;
    void *shared =
        mmap(NULL, sizeof *w.shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    assert_true(shared != MAP_FAILED);
    w.shared = shared;
    w.pinger = begin(w.shared, h->port);
    w.asker = begin(w.shared, 0);
    for (unsigned i = 0; i < BEGIN_MS && atomic_load(&w.shared->pings) == 0; i++)
        client_sleep(1);
    return w;
}

static void end(pid_t pid)
{
    kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) < 0)
        ;
}

int64_t watch_end(watch *w, unsigned *pings)
{
    /* one that still waits has waited so long already */
    const int64_t asked_at = atomic_load(&w->shared->asked_at);
    int64_t longest = asked_at ? client_now() - asked_at : 0;

    end(w->pinger);
    end(w->asker);
    note(&w->shared->ping, longest);
    longest = atomic_load(&w->shared->ping);
    const int64_t jitter = atomic_load(&w->shared->jitter);
    const bool busy = jitter > BUSY_ABOVE_MS || is_crowded();
    limit_ms = hall_is_sanitized() ? SANITIZED_MS : busy ? BUSY_MS : QUICK_MS;
    if (limit_ms < 2 * jitter)
        limit_ms = 2 * jitter;
    if (pings)
        *pings = atomic_load(&w->shared->pings);
    (void)munmap(w->shared, sizeof *w->shared);
    return longest;
}

int64_t watch_limit_ms(void)
{
    return limit_ms;
}

void watch_end_quick(watch *w)
{
    unsigned pings;
    const int64_t longest = watch_end(w, &pings);

    print_message("# %u pings, the longest took %lld ms, %lld are allowed\n", pings,
                  (long long)longest, (long long)limit_ms);
    assert_true(pings > 0);
    if (longest > limit_ms)
        fail_msg("a ping took %lld ms, and %lld are allowed", (long long)longest,
                 (long long)limit_ms);
}
