/* SPDX-License-Identifier: MIT */
/* What a service tells systemd; see serve_notify.h. */
#define _GNU_SOURCE
#include "cli/serve_notify.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static int channel = -1;
static struct sockaddr_un where;
static socklen_t where_size;
static int64_t every_us, said_us; /* 0: nobody watches */

static int64_t now_us(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* How often a sign of life is wanted; it may be meant for another process. */
static int64_t read_watchdog(void)
{
    const char *us = getenv("WATCHDOG_USEC"), *pid = getenv("WATCHDOG_PID");

    if (!us || (pid && strtoll(pid, NULL, 10) != (long long)getpid()))
        return 0;
    const int64_t wanted = strtoll(us, NULL, 10);
    return wanted > 0 ? wanted / 2 : 0;
}

void arb_notify_begin(void)
{
    const char *name = getenv("NOTIFY_SOCKET");
    const size_t size = name ? strlen(name) : 0;

    /* a path, or a name that begins with @ and is in no folder */
    if (size > 1 && size < sizeof where.sun_path && (name[0] == '/' || name[0] == '@')) {
        where.sun_family = AF_UNIX;
        memcpy(where.sun_path, name, size);
        if (name[0] == '@')
            where.sun_path[0] = '\0';
        where_size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + size);
        channel = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        every_us = read_watchdog();
    }
    (void)unsetenv("NOTIFY_SOCKET");
    (void)unsetenv("WATCHDOG_USEC");
    (void)unsetenv("WATCHDOG_PID");
}

void arb_notify(const char *text)
{
    const int before = errno;

    if (channel >= 0)
        (void)sendto(channel, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT,
                     (const struct sockaddr *)&where, where_size);
    errno = before;
}

void arb_notify_alive(void *unused)
{
    const int64_t now = now_us();

    (void)unused;
    if (every_us == 0 || now - said_us < every_us)
        return;
    said_us = now;
    arb_notify("WATCHDOG=1");
}
