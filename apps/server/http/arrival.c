/* SPDX-License-Identifier: MIT */
/*
 * When bytes came in. The system notes it for every packet; without that, a loop that was held up
 * would take its own delay for the sender's.
 */
#define _GNU_SOURCE
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "server/http/conn.h"

/* What is older than this was noted by a clock that somebody has set since. */
enum { AGE_MAX_MS = 60000 };

void arb_arrival_watch(int fd)
{
    const int yes = 1;

    /* where it is refused, bytes have come when they are read */
    (void)setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &yes, sizeof yes);
}

/* How long ago that was, by the clock on the wall. */
static int64_t age_of(const struct timespec *then)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    const int64_t age = ((int64_t)now.tv_sec - (int64_t)then->tv_sec) * 1000 +
                        (now.tv_nsec - then->tv_nsec) / 1000000;
    return age < 0 || age > AGE_MAX_MS ? 0 : age;
}

ssize_t arb_arrival_receive(int64_t *arrived_ms, int fd, void *bytes, size_t size)
{
    union {
        struct cmsghdr align;
        char room[CMSG_SPACE(sizeof(struct timespec))];
    } control;
    struct iovec part = { .iov_base = bytes, .iov_len = size };
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control
    };
    const ssize_t got = recvmsg(fd, &message, 0);
    struct timespec then;

    *arrived_ms = arb_boottime_ms();
    if (got <= 0)
        return got;
    for (struct cmsghdr *c = CMSG_FIRSTHDR(&message); c; c = CMSG_NXTHDR(&message, c)) {
        if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SO_TIMESTAMPNS)
            continue;
        memcpy(&then, CMSG_DATA(c), sizeof then);
        *arrived_ms -= age_of(&then);
    }
    return got;
}
