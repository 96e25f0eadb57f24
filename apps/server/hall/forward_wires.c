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

static bool is_called(const char *line, size_t size, const char *name)
{
    return strlen(name) == size && strncasecmp(line, name, size) == 0;
}

/* A length is said once, and no answer is longer than what is kept of one. */
static bool take_length(arb_wire_head *out, const char *value)
{
    const bool again = out->has_length;
    uint64_t length = 0;

    out->has_length = arb_http_number(&length, (arb_http_text){ value, strlen(value) });
    out->body = (size_t)length;
    return out->has_length && !again && length <= ARB_WIRE_BODY_MAX;
}

/* A line "Name: value" of the head, with nothing in it that could become a second one; false when
 * it is none. */
static bool take_line(arb_wire_head *out, const char *line, size_t size)
{
    const char *colon = memchr(line, ':', size);
    const size_t name = colon ? (size_t)(colon - line) : 0;
    char value[ARB_WIRE_VALUE];

    for (size_t i = 0; i < size; i++)
        if ((unsigned char)line[i] < ' ' || line[i] == 0x7f)
            return false;
    if (!colon)
        return false;
    if (size < name + 2 || size - name - 2 >= sizeof value)
        return !is_called(line, name, "Content-Length");
    (void)snprintf(value, sizeof value, "%.*s", (int)(size - name - 2), colon + 2);
    if (is_called(line, name, "Content-Length"))
        return take_length(out, value);
    if (is_called(line, name, "Content-Type"))
        (void)snprintf(out->type, sizeof out->type, "%.120s", value);
    else if (is_called(line, name, "Cache-Control"))
        (void)snprintf(out->cache, sizeof out->cache, "%.120s", value);
    else if (is_called(line, name, "Connection"))
        out->closes = strcasecmp(value, "close") == 0;
    for (size_t i = 0; i < ARB_WIRE_FIELDS; i++) {
        if (is_called(line, name, fields[i]))
            memcpy(out->value[i], value, sizeof value);
    }
    return true;
}

/* "HTTP/1.1 200 ", and whatever follows; 0 when it is something else. */
static unsigned read_status(const char *bytes, size_t size)
{
    static const char version[] = "HTTP/1.1 ";
    const size_t at = sizeof version - 1;
    uint64_t status = 0;

    if (size < at + 4 || memcmp(bytes, version, at) != 0 || bytes[at + 3] != ' ' ||
        !arb_http_number(&status, (arb_http_text){ bytes + at, 3 }))
        return 0;
    return (unsigned)status;
}

/* Whoever answers at the address of another hall is not known to be one: what no hall would say is
 * not passed on. */
int arb_wire_head_read(arb_wire_head *out, const char *bytes, size_t size)
{
    const char *end = size ? memmem(bytes, size, "\r\n\r\n", 4) : NULL;

    if (!end)
        return 0;
    *out = (arb_wire_head){ .status = read_status(bytes, (size_t)(end - bytes)),
                            .size = (size_t)(end - bytes) + 4 };
    const char *line = memmem(bytes, (size_t)(end + 2 - bytes), "\r\n", 2);
    for (line += 2; line < end;) {
        const char *stop = memmem(line, (size_t)(end + 2 - line), "\r\n", 2);
        if (!take_line(out, line, (size_t)(stop - line)))
            return -1;
        line = stop + 2;
    }
    const bool is_bare = out->status == 204 || out->status == 304;
    out->body = is_bare ? 0 : out->body;
    out->streams = out->status == 200 && strcmp(out->type, "text/event-stream") == 0;
    return out->status >= 200 && out->status < 600 && (out->has_length || is_bare || out->streams)
               ? 1
               : -1;
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
