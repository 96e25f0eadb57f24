/* SPDX-License-Identifier: MIT */
/* Connections to another hall, and what it answers; see forward.h. */
#define _GNU_SOURCE
#include "server/hall/house.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { KEEP_MS = 5000 }; /* the other end closes what nobody uses after ten seconds */

static const char *const fields[ARB_WIRE_FIELDS] = {
    "ETag", "Content-Disposition", "Retry-After",  "Location", "Content-Encoding",
    "Vary", "Content-Language",    "Last-Modified"
};

/* ---- heads */

/* A line "Name: value" of the head. */
static void take_line(arb_wire_head *out, const char *line, size_t size)
{
    const char *colon = memchr(line, ':', size);
    const size_t name = colon ? (size_t)(colon - line) : 0;
    char value[ARB_WIRE_VALUE];

    if (!colon || size < name + 2 || size - name - 2 >= sizeof value)
        return;
    (void)snprintf(value, sizeof value, "%.*s", (int)(size - name - 2), colon + 2);
    if (name == 14 && strncasecmp(line, "Content-Length", name) == 0)
        out->body = (size_t)strtoull(value, NULL, 10);
    else if (name == 12 && strncasecmp(line, "Content-Type", name) == 0)
        (void)snprintf(out->type, sizeof out->type, "%.120s", value);
    else if (name == 13 && strncasecmp(line, "Cache-Control", name) == 0)
        (void)snprintf(out->cache, sizeof out->cache, "%.120s", value);
    else if (name == 10 && strncasecmp(line, "Connection", name) == 0)
        out->closes = strcasecmp(value, "close") == 0;
    for (size_t i = 0; i < ARB_WIRE_FIELDS; i++) {
        if (strlen(fields[i]) == name && strncasecmp(line, fields[i], name) == 0)
            memcpy(out->value[i], value, sizeof value);
    }
}

int arb_wire_head_read(arb_wire_head *out, const char *bytes, size_t size)
{
    static const char version[] = "HTTP/1.1 ";
    const char *end = size ? memmem(bytes, size, "\r\n\r\n", 4) : NULL;

    if (!end)
        return 0;
    if (strncmp(bytes, version, sizeof version - 1) != 0)
        return -1;
    *out = (arb_wire_head){ .status = (unsigned)strtoul(bytes + sizeof version - 1, NULL, 10),
                            .size = (size_t)(end - bytes) + 4 };
    for (const char *line = bytes; line < end;) {
        const char *stop = memmem(line, (size_t)(end + 2 - line), "\r\n", 2);
        take_line(out, line, (size_t)(stop - line));
        line = stop + 2;
    }
    if (out->status == 204 || out->status == 304)
        out->body = 0;
    out->streams = out->status == 200 && strcmp(out->type, "text/event-stream") == 0;
    return out->status >= 200 ? 1 : -1;
}

void arb_wire_pass_on(arb_http_exchange *exchange, const arb_wire_head *head, const char *body,
                      size_t size)
{
    arb_http_header headers[ARB_WIRE_FIELDS];
    size_t count = 0;

    for (size_t i = 0; i < ARB_WIRE_FIELDS; i++) {
        if (head->value[i][0])
            headers[count++] = (arb_http_header){ fields[i], head->value[i] };
    }
    arb_http_answer_give(exchange, &(arb_http_answer){ .status = head->status,
                                                       .type = head->type[0] ? head->type : NULL,
                                                       .cache = head->cache[0] ? head->cache : NULL,
                                                       .headers = headers,
                                                       .header_count = count,
                                                       .body = body,
                                                       .size = size });
}

/* ---- connections */

static bool read_address(struct sockaddr_in6 *out, const char *at)
{
    const char *colon = strrchr(at, ':');
    uint64_t port = 0;

    *out = (struct sockaddr_in6){ .sin6_family = AF_INET6 };
    if (!colon || !arb_address_read(&out->sin6_addr, at, (size_t)(colon - at)) ||
        !arb_http_number(&port, (arb_http_text){ colon + 1, strlen(colon + 1) }) || port == 0 ||
        port > UINT16_MAX)
        return false;
    out->sin6_port = htons((uint16_t)port);
    return true;
}

bool arb_house_can_reach(const char *at)
{
    struct sockaddr_in6 to;

    return strlen(at) < ARB_MEMBER_NAME && read_address(&to, at);
}

int arb_wire_open(const char *at)
{
    struct sockaddr_in6 to;
    const int yes = 1, no = 0;

    if (!read_address(&to, at))
        return -1;
    const int fd = socket(AF_INET6, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    (void)setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    (void)connect(fd, (const struct sockaddr *)&to,
                  sizeof to); /* what became of it is seen later */
    return fd;
}

static void drop(arb_wires *wires, size_t i)
{
    close(wires->idle[i].fd);
    wires->idle[i] = wires->idle[--wires->count];
}

void arb_wires_keep(arb_wires *wires, uint64_t member, int fd)
{
    if (wires->count == ARB_WIRES_MAX)
        drop(wires, 0);
    wires->idle[wires->count].member = member;
    wires->idle[wires->count].since_ms = arb_boottime_ms();
    wires->idle[wires->count++].fd = fd;
}

void arb_wires_forget(arb_wires *wires, uint64_t member)
{
    for (size_t i = wires->count; i-- > 0;) {
        if (wires->idle[i].member == member)
            drop(wires, i);
    }
}

bool arb_wires_take(int *out, arb_wires *wires, uint64_t member)
{
    for (size_t i = wires->count; i-- > 0;) {
        char byte;
        if (arb_boottime_ms() - wires->idle[i].since_ms > KEEP_MS) {
            drop(wires, i);
            continue;
        }
        if (wires->idle[i].member != member)
            continue;
        if (recv(wires->idle[i].fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0) { /* closed */
            drop(wires, i);
            continue;
        }
        *out = wires->idle[i].fd;
        wires->idle[i] = wires->idle[--wires->count];
        return true;
    }
    return false;
}

void arb_wires_close(arb_wires *wires)
{
    while (wires->count > 0)
        drop(wires, 0);
}
