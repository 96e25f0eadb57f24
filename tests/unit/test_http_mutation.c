/* SPDX-License-Identifier: MIT */
/*
 * Requests with random damage, over real connections: whatever comes, the server answers with
 * whole answers or closes, and goes on serving.
 */
#define _GNU_SOURCE
#include <sys/socket.h>

#include "support/http/fixture.h"

enum { ROUNDS = 2000, TEXT_MAX = 2048 };

static const char *const seeds[] = {
    "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello"
    "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nyo",
    "GET /show?a=1&b=%20 HTTP/1.1\r\nHost: h:80\r\nAccept: */*\r\nCookie: a=b\r\n\r\n",
    "HEAD /index.html HTTP/1.1\r\nHost: h\r\nIf-None-Match: \"a\"\r\nConnection: close\r\n\r\n",
    "POST /later HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc"
    "GET /big HTTP/1.1\r\nHost: h\r\n\r\n"
    "POST /large HTTP/1.1\r\nHost: h\r\nContent-Length: 0000\r\n\r\n",
    "GET /stream HTTP/1.1\r\nHost: h\r\nLast-Event-ID: 9\r\nAccept: text/event-stream\r\n\r\n",
};

static const char *const spices[] = {
    "\r\n",   "\n",    "\r",   " ",        ":",
    "\t",     "\0",    "\x7f", "\xff",     "Content-Length: 1\r\n",
    "Host: ", "GET ",  "/",    "HTTP/1.1", "\r\n\r\n",
    "0",      "99999", "-1",   "chunked"
};

static uint64_t seed_now;

static unsigned dice(unsigned sides)
{
    seed_now = seed_now * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(seed_now >> 33) % sides;
}

static size_t damage(char *text, size_t size)
{
    const size_t at = dice((unsigned)size);

    switch (dice(5)) {
    case 0:
        text[at] = (char)dice(256);
        break;
    case 1: { /* a part is left out */
        const size_t gone = 1 + dice((unsigned)(size - at));

        memmove(text + at, text + at + gone, size - at - gone);
        size -= gone;
        break;
    }
    case 2: { /* a part comes twice */
        const size_t more = 1 + dice((unsigned)(size - at));

        if (size + more <= TEXT_MAX) {
            memmove(text + at + more, text + at, size - at);
            size += more;
        }
        break;
    }
    case 3: { /* something is put in */
        const char *spice = spices[dice(sizeof spices / sizeof spices[0])];
        const size_t more = *spice == '\0' ? 1 : strlen(spice);

        if (size + more <= TEXT_MAX) {
            memmove(text + at + more, text + at, size - at);
            memcpy(text + at, spice, more);
            size += more;
        }
        break;
    }
    default: /* the rest is left out */
        size = at;
    }
    return size;
}

/* Whether these are whole answers one after the other, up to a stream if there is one. */
static bool are_whole(const char *at, size_t size)
{
    const char *end = size > 0 ? memmem(at, size, "\r\n\r\n", 4) : NULL;
    size_t length = 0;

    if (size == 0)
        return true;
    if (size < 13 || memcmp(at, "HTTP/1.1 ", 9) != 0 || end == NULL)
        return false;
    const size_t head = (size_t)(end - at) + 4;
    if (memmem(at, head, "Content-Type: text/event-stream", 31) != NULL)
        return true;
    const char *field = memmem(at, head, "Content-Length: ", 16);
    if (field != NULL)
        length = (size_t)strtoul(field + 16, NULL, 10);
    /* With its body, or without when HEAD was asked. */
    return (length <= size - head && are_whole(at + head + length, size - head - length)) ||
           (length > 0 && are_whole(at + head, size - head));
}

static void assert_whole_answers(client *c)
{
    static char bytes[8 << 20];
    size_t size = 0;
    ssize_t got;

    do {
        got = recv(c->fd, bytes + size, sizeof bytes - 1 - size, 0);
        size += got > 0 ? (size_t)got : 0;
    } while (got > 0);
    bytes[size] = '\0';
    /* When it was reset, what was on the way is lost. */
    if (got == 0 && !are_whole(bytes, size))
        fail_msg("not whole: %.2000s", bytes);
}

static void test_http_mutation__the_server_stands(void **state)
{
    const char *scale = getenv("ARB_TEST_SCALE"), *seed = getenv("ARB_TEST_SEED");
    const unsigned rounds = ROUNDS / (unsigned)(scale != NULL ? strtoul(scale, NULL, 10) : 1);

    (void)state;
    seed_now = seed != NULL ? strtoul(seed, NULL, 10) : 1;
    site_init(&s);
    s.config.linger_ms = 20;
    s.config.request_ms = 500;
    s.config.queue_max = 8192;
    site_start(&s);
    for (unsigned i = 0; i < rounds; i++) {
        char text[TEXT_MAX];
        client c = client_open(s.port);
        size_t size = strlen(seeds[i % (sizeof seeds / sizeof seeds[0])]);

        memcpy(text, seeds[i % (sizeof seeds / sizeof seeds[0])], size);
        for (unsigned n = 1 + dice(4); n > 0 && size > 0; n--)
            size = damage(text, size);
        /* In two portions, so that unfinished requests are met too. */
        const size_t first = size > 0 ? dice((unsigned)size) : 0;
        if (client_send_bytes(&c, text, first))
            client_send_bytes(&c, text + first, size - first);
        shutdown(c.fd, SHUT_WR);
        if (i % 4 != 0)
            assert_whole_answers(&c);
        client_close(&c);
        if (i % 100 == 0)
            assert_int_equal(client_once(s.port, "POST", "/echo", "x", NULL, 0), 200);
    }
    assert_true(client_count_becomes(s.port, "connections", 1, 3000));
    assert_int_equal(client_count(s.port, "input"), 0);
    assert_int_equal(client_count(s.port, "streams"), 0);
    site_stop(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_http_mutation__the_server_stands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
