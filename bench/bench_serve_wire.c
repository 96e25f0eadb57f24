/* SPDX-License-Identifier: MIT */
/* What comes over a connection; see bench_serve_internal.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench/bench_serve_internal.h"

enum { ROOM = 65536 };

/* The number behind `name` within so many bytes; 0 when it is not there. */
static uint64_t number_after(const char *bytes, size_t size, const char *name)
{
    const char *at = memmem(bytes, size, name, strlen(name)), *end = bytes + size;
    uint64_t number = 0;

    for (at = at ? at + strlen(name) : end; at < end && *at >= '0' && *at <= '9'; at++)
        number = number * 10 + (uint64_t)(*at - '0');
    return number;
}

/*
 * How long everything is up to and with an empty line, whose end is so many bytes long; 0 when it
 * is not there yet. Line by line, which is quicker than to look for two ends: the players are on
 * the same processor as the hall.
 */
static size_t to_empty_line(const char *bytes, size_t size, size_t end)
{
    const char *at = bytes, *stop = bytes + size;

    while ((at = memchr(at, '\n', (size_t)(stop - at)))) {
        at++;
        if ((size_t)(stop - at) >= end && at[end - 1] == '\n' && (end == 1 || *at == '\r'))
            return (size_t)(at - bytes) + end;
    }
    return 0;
}

/* Each of these takes one thing and returns its size; 0 when it is not all there yet. */

static size_t take_head(arb_bench_wire *wire, const char *bytes, size_t size)
{
    const size_t head = to_empty_line(bytes, size, sizeof "\r\n" - 1);

    wire->open = head > 0;
    return head;
}

static size_t take_event(arb_bench_wire *wire, const arb_bench_wire_calls *calls, const char *bytes,
                         size_t size)
{
    static const char hello[] = "event: hello\n";
    const size_t taken = to_empty_line(bytes, size, sizeof "\n" - 1);

    if (taken > 4 && memcmp(bytes, "id: ", 4) == 0)
        calls->told(calls->user, wire, number_after(bytes, taken, "\"number\":"));
    else if (taken > sizeof hello && memcmp(bytes, hello, sizeof hello - 1) == 0)
        calls->greeted(calls->user, wire);
    return taken;
}

static size_t take_answer(arb_bench_wire *wire, const arb_bench_wire_calls *calls,
                          const char *bytes, size_t size)
{
    const size_t head = to_empty_line(bytes, size, sizeof "\r\n" - 1);

    if (head == 0)
        return 0;
    const size_t body = (size_t)number_after(bytes, head, "Content-Length: ");
    if (size < head + body)
        return 0;
    calls->answered(calls->user, wire, (unsigned)number_after(bytes, head, "HTTP/1.1 "),
                    bytes + head, body);
    return head + body;
}

static size_t take(arb_bench_wire *wire, const arb_bench_wire_calls *calls, const char *bytes,
                   size_t size)
{
    if (!wire->is_stream)
        return take_answer(wire, calls, bytes, size);
    return wire->open ? take_event(wire, calls, bytes, size) : take_head(wire, bytes, size);
}

static arb_err keep(arb_bench_wire *wire, const char *bytes, size_t size)
{
    free(wire->kept);
    wire->kept = size > 0 ? malloc(size) : NULL;
    wire->kept_size = wire->kept ? size : 0;
    if (wire->kept)
        memcpy(wire->kept, bytes, size);
    return size > 0 && !wire->kept ? ARB_NOMEM : ARB_OK;
}

arb_err arb_bench_wire_read(arb_bench_wire *wire, const arb_bench_wire_calls *calls)
{
    char bytes[ROOM];
    size_t size = wire->kept_size, used = 0, taken;

    if (size == sizeof bytes)
        return ARB_IO;
    if (size > 0)
        memcpy(bytes, wire->kept, size);
    const ssize_t got = recv(wire->fd, bytes + size, sizeof bytes - size, MSG_DONTWAIT);
    if (got <= 0)
        return got < 0 && (errno == EAGAIN || errno == EINTR) ? ARB_OK : ARB_IO;
    size += (size_t)got;
    while (used < size && (taken = take(wire, calls, bytes + used, size - used)) > 0)
        used += taken;
    return size == used && !wire->kept ? ARB_OK : keep(wire, bytes + used, size - used);
}

void arb_bench_wire_close(arb_bench_wire *wire)
{
    if (wire->fd >= 0)
        (void)close(wire->fd);
    wire->fd = -1;
    free(wire->kept);
    wire->kept = NULL;
    wire->kept_size = 0;
}
