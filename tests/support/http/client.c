/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "support/http/client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

int64_t client_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void client_sleep(int64_t ms)
{
    const struct timespec t = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };

    nanosleep(&t, NULL);
}

client client_open_from(uint16_t port, const char *from)
{
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(port) };
    struct sockaddr_in source = { .sin_family = AF_INET };
    client c = { .fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0) };

    assert_true(c.fd >= 0);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (from != NULL) {
        assert_int_equal(inet_pton(AF_INET, from, &source.sin_addr), 1);
        assert_int_equal(bind(c.fd, (struct sockaddr *)&source, sizeof source), 0);
    }
    assert_int_equal(connect(c.fd, (struct sockaddr *)&to, sizeof to), 0);
    /* or the system would hold a body back until the head is acknowledged */
    (void)setsockopt(c.fd, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, sizeof(int));
    return c;
}

client client_open(uint16_t port)
{
    return client_open_from(port, NULL);
}

void client_close(client *c)
{
    if (c->fd >= 0)
        close(c->fd);
    free(c->bytes);
    free(c->body);
    *c = (client){ .fd = -1 };
}

bool client_send_bytes(client *c, const void *bytes, size_t size)
{
    const char *at = bytes;

    while (size > 0) {
        const ssize_t sent = send(c->fd, at, size, MSG_NOSIGNAL);

        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

bool client_send(client *c, const char *text)
{
    return client_send_bytes(c, text, strlen(text));
}

bool client_ask(client *c, const char *method, const char *path, const char *body)
{
    char head[1024];

    if (body == NULL)
        snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nHost: localhost\r\n\r\n", method, path);
    else
        snprintf(head, sizeof head,
                 "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %zu\r\n\r\n", method, path,
                 strlen(body));
    return client_send(c, head) && (body == NULL || client_send(c, body));
}

/* Waits for more bytes: 1 some came, 0 the server has closed, -1 nothing came in time. */
static int more(client *c, int64_t until)
{
    struct pollfd p = { .fd = c->fd, .events = POLLIN };
    const int64_t left = until - client_now();

    if (c->bytes == NULL)
        c->bytes = malloc(CLIENT_ROOM + 1);
    assert_non_null(c->bytes);
    assert_true(c->size < CLIENT_ROOM);
    if (poll(&p, 1, left > 0 ? (int)left : 0) <= 0)
        return -1;
    const ssize_t got = recv(c->fd, c->bytes + c->size, CLIENT_ROOM - c->size, 0);
    if (got <= 0)
        return 0;
    c->size += (size_t)got;
    c->bytes[c->size] = '\0';
    return 1;
}

static void take_off(client *c, size_t size)
{
    memmove(c->bytes, c->bytes + size, c->size - size);
    c->size -= size;
    c->bytes[c->size] = '\0';
}

bool client_expect(client *c, const char *text, int64_t patience_ms)
{
    const int64_t until = client_now() + patience_ms;

    for (;;) {
        const char *found = c->size > 0 ? memmem(c->bytes, c->size, text, strlen(text)) : NULL;

        if (found != NULL) {
            take_off(c, (size_t)(found - c->bytes) + strlen(text));
            return true;
        }
        if (more(c, until) <= 0)
            return false;
    }
}

bool client_receive(client *c, int64_t patience_ms)
{
    return more(c, client_now() + patience_ms) > 0;
}

bool client_stream_head(reply *out, client *c)
{
    const int64_t until = client_now() + CLIENT_PATIENCE_MS;
    const char *end;

    *out = (reply){ 0 };
    while (c->size == 0 || (end = memmem(c->bytes, c->size, "\r\n\r\n", 4)) == NULL)
        if (more(c, until) <= 0)
            return false;
    const size_t size = (size_t)(end - c->bytes) + 4;
    assert_true(size < sizeof out->head);
    memcpy(out->head, c->bytes, size);
    assert_int_equal(sscanf(out->head, "HTTP/1.1 %u ", &out->status), 1);
    take_off(c, size);
    return true;
}

bool client_reply(reply *out, client *c, bool head_only)
{
    const int64_t until = client_now() + CLIENT_PATIENCE_MS;
    char length[32];

    if (!client_stream_head(out, c))
        return false;
    if (head_only || !client_header(length, sizeof length, out, "Content-Length"))
        return true;
    out->size = (size_t)strtoul(length, NULL, 10);
    while (c->size < out->size)
        if (more(c, until) <= 0)
            return false;
    free(c->body);
    c->body = malloc(out->size + 1);
    assert_non_null(c->body);
    memcpy(c->body, c->bytes, out->size);
    c->body[out->size] = '\0';
    out->body = c->body;
    take_off(c, out->size);
    return true;
}

int64_t client_closed(client *c, int64_t patience_ms)
{
    const int64_t begin = client_now();
    int got;

    do {
        c->size = 0;
        got = more(c, begin + patience_ms);
    } while (got > 0);
    return got == 0 ? client_now() - begin : -1;
}

unsigned client_once(uint16_t port, const char *method, const char *path, const char *body,
                     char *out, size_t room)
{
    client c = client_open(port);
    reply r = { 0 };

    if (client_ask(&c, method, path, body) && client_reply(&r, &c, strcmp(method, "HEAD") == 0) &&
        out != NULL)
        snprintf(out, room, "%s", r.size > 0 ? r.body : "");
    client_close(&c);
    return r.status;
}

long client_count(uint16_t port, const char *name)
{
    char text[4096] = "", key[64];
    unsigned status = 0;

    /* Where places are few, the one just left may not be free yet. */
    for (unsigned i = 0; i < 20 && status != 200; i++) {
        client_sleep(status == 0 ? 0 : 50);
        status = client_once(port, "GET", "/counts", NULL, text, sizeof text);
    }
    assert_int_equal(status, 200);
    snprintf(key, sizeof key, "%s ", name);
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, key, strlen(key)) == 0)
            return strtol(line + strlen(key), NULL, 10);
    }
    fail_msg("no count of %s", name);
    return -1;
}

bool client_count_becomes(uint16_t port, const char *name, long value, int64_t patience_ms)
{
    const int64_t until = client_now() + patience_ms;

    while (client_count(port, name) != value) {
        if (client_now() > until)
            return false;
        client_sleep(10);
    }
    return true;
}

bool client_header(char *out, size_t room, const reply *r, const char *name)
{
    char key[128];

    snprintf(key, sizeof key, "\r\n%s: ", name);
    const char *found = strcasestr(r->head, key);
    if (found == NULL)
        return false;
    found += strlen(key);
    snprintf(out, room, "%.*s", (int)strcspn(found, "\r"), found);
    return true;
}

void client_assert_reply(client *c, unsigned status, const char *body)
{
    reply r;

    assert_true(client_reply(&r, c, false));
    assert_int_equal(r.status, status);
    if (body != NULL)
        assert_string_equal(r.size > 0 ? r.body : "", body);
}

void client_assert_header(const reply *r, const char *name, const char *expected)
{
    char value[1024];

    if (!client_header(value, sizeof value, r, name))
        fail_msg("no %s", name);
    assert_string_equal(value, expected);
}
