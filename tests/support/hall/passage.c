/* SPDX-License-Identifier: MIT */
/* A way that can be cut; see passage.h. */
#define _GNU_SOURCE
#include "support/hall/passage.h"

#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PAIRS = 256, SLICE_MS = 10 };

static struct {
    struct pollfd fd[1 + 2 * PAIRS]; /* who listens, and then both ends of each, side by side */
    nfds_t count;
    unsigned cuts;
} way;

static int connect_to(uint16_t port)
{
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(port) };
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (port != 0 && connect(fd, (struct sockaddr *)&to, sizeof to) == 0)
        return fd;
    close(fd);
    return -1;
}

static void end_pair(nfds_t first)
{
    close(way.fd[first].fd);
    close(way.fd[first + 1].fd);
    way.fd[first] = way.fd[way.count - 2];
    way.fd[first + 1] = way.fd[way.count - 1];
    way.count -= 2;
}

static void begin_pair(const passage *it)
{
    const int one = accept4(way.fd[0].fd, NULL, NULL, SOCK_CLOEXEC);
    const int other = one >= 0 && !atomic_load(&it->shut) && way.count + 2 <= 1 + 2 * PAIRS
                          ? connect_to(atomic_load(&it->to))
                          : -1;

    if (other < 0) {
        close(one);
        return;
    }
    way.fd[way.count++] = (struct pollfd){ .fd = one, .events = POLLIN };
    way.fd[way.count++] = (struct pollfd){ .fd = other, .events = POLLIN };
}

/* False: one end is gone. */
static bool carry(passage *it, int from, int to)
{
    char bytes[16384];
    const ssize_t got = read(from, bytes, sizeof bytes);

    for (ssize_t put = 0, now; put < got; put += now) {
        now = send(to, bytes + put, (size_t)(got - put), MSG_NOSIGNAL);
        if (now <= 0)
            return false;
    }
    if (got > 0)
        atomic_fetch_add(&it->passed, (unsigned)got);
    return got > 0;
}

static void carry_all(passage *it)
{
    for (nfds_t i = way.count - 2; way.count > 1 && i >= 1; i -= 2) {
        const bool fine = (!way.fd[i].revents || carry(it, way.fd[i].fd, way.fd[i + 1].fd)) &&
                          (!way.fd[i + 1].revents || carry(it, way.fd[i + 1].fd, way.fd[i].fd));
        if (!fine)
            end_pair(i);
        if (i < 2)
            break;
    }
}

static void run(passage *it)
{
    for (;;) {
        const int ready = poll(way.fd, way.count, SLICE_MS);
        const unsigned cuts = atomic_load(&it->cuts);
        if (cuts != way.cuts || atomic_load(&it->shut))
            while (way.count > 1)
                end_pair(1);
        else if (ready > 0)
            carry_all(it);
        way.cuts = cuts;
        if (ready > 0 && way.fd[0].revents)
            begin_pair(it);
    }
}

void passage_open(passage *it)
{
    struct sockaddr_in at = { .sin_family = AF_INET };
    socklen_t size = sizeof at;
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof at) != 0 || listen(fd, PAIRS) != 0 ||
        getsockname(fd, (struct sockaddr *)&at, &size) != 0)
        abort();
    it->port = ntohs(at.sin_port);
    const pid_t child = fork();
    if (child == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        way.fd[0] = (struct pollfd){ .fd = fd, .events = POLLIN };
        way.count = 1;
        run(it);
    }
    close(fd);
    if (child < 0)
        abort();
}

void passage_cut(passage *it)
{
    atomic_fetch_add(&it->cuts, 1);
}
