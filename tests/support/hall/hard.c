/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "support/hall/hard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#include <cmocka.h>

static const struct {
    const char *before, *after;
} positions[] = {
#define TAIL " - - 0 1"
    { "k1b1b3/8/1B6/1pBpBpBp/1PbPbPbP/4q3/8/K1B1B3 w" TAIL,
      "k1b1b3/8/1B6/1pBpBpBp/1PbPbPbP/4B3/8/K3B3 b" TAIL },
    { "2b4B/1k6/4bB1B/1p1pBp1p/1PbP1PbP/4q3/b7/K1B1B3 w" TAIL,
      "2b4B/1k6/4bB1B/1p1pBp1p/1PbP1PbP/4B3/b7/K3B3 b" TAIL },
    { "k1b5/6B1/2b4B/1pBpBp1p/bP1P1PbP/B3qb2/8/K1B5 w" TAIL,
      "k1b5/6B1/2b4B/1pBpBp1p/bP1P1PbP/B3Bb2/8/K7 b" TAIL },
    { "2b4B/1k6/4bB1B/1pBp1p1p/1PbPbPbP/4q3/8/K1B1B3 w" TAIL,
      "2b4B/1k6/4bB1B/1pBp1p1p/1PbPbPbP/4B3/8/K3B3 b" TAIL },
    { "2b4B/1k6/2b2B1B/1p1pBp1p/1PbPbPbP/4q3/8/K1B1B3 w" TAIL,
      "2b4B/1k6/2b2B1B/1p1pBp1p/1PbPbPbP/4B3/8/K3B3 b" TAIL },
    { "2b1b2B/1k6/7B/1pBpBp1p/1PbP1PbP/4q3/8/KbB1B3 w" TAIL,
      "2b1b2B/1k6/7B/1pBpBp1p/1PbP1PbP/4B3/8/Kb2B3 b" TAIL },
    { "k1b3b1/8/1B6/1pBpBpBp/1PbPbPbP/2B1q3/8/K1B5 w" TAIL,
      "k1b3b1/8/1B6/1pBpBpBp/1PbPbPbP/2B1B3/8/K7 b" TAIL },
    { "k1b1b3/8/1B6/1pBpBpBp/1PbPbPbP/4q3/1B6/K1B5 w" TAIL,
      "k1b1b3/8/1B6/1pBpBpBp/1PbPbPbP/4B3/1B6/K7 b" TAIL },
    { "k1b1b3/6B1/7B/Bp1pBp1p/1P1PbPbP/4q3/2b4B/K1B5 w" TAIL,
      "k1b1b3/6B1/7B/Bp1pBp1p/1P1PbPbP/4B3/2b4B/K7 b" TAIL },
    { "k1b1b3/6B1/1B5B/1p1pBp1p/1PbPbPbP/4q3/7B/K1B5 w" TAIL,
      "k1b1b3/6B1/1B5B/1p1pBp1p/1PbPbPbP/4B3/7B/K7 b" TAIL },
    { "k1b5/4B1B1/4b2B/1pBp1p1p/1PbPbPbP/4q3/8/K1B1B3 w" TAIL,
      "k1b5/4B1B1/4b2B/1pBp1p1p/1PbPbPbP/4B3/8/K3B3 b" TAIL },
    { "k1bB4/1b4B1/1B6/1p1pBp1p/1P1PbPbP/4q3/8/K1B1B2b w" TAIL,
      "k1bB4/1b4B1/1B6/1p1pBp1p/1P1PbPbP/4B3/8/K3B2b b" TAIL },
#undef TAIL
};
enum { COUNT = sizeof positions / sizeof positions[0] };

const char *hard_to_be(unsigned i)
{
    return positions[i % COUNT].before;
}

const char *hard_already(unsigned i)
{
    return positions[i % COUNT].after;
}

client hard_send(const hall *h, unsigned address, const char *token, const char *id,
                 const char *event)
{
    char from[24], body[256], text[768];
    const int size = snprintf(body, sizeof body, "{\"id\":\"%s\",\"event\":\"%s\"}", id, event);

    (void)snprintf(from, sizeof from, "127.0.0.%u", 1 + address % 250);
    client c = client_open_from(h->port, from);
    (void)snprintf(text, sizeof text,
                   "POST /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
                   "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
                   token, size, body);
    assert_true(client_send(&c, text));
    return c;
}

unsigned hard_answer(client *c)
{
    char head[16] = "";
    const ssize_t got = recv(c->fd, head, sizeof head - 1, MSG_PEEK | MSG_DONTWAIT);

    return got >= 12 ? (unsigned)strtoul(head + 9, NULL, 10) : 0;
}

void hard_take(client *c, int64_t patience_ms)
{
    const int64_t until = client_now() + patience_ms;

    while (hard_answer(c) == 0 && client_now() < until)
        client_sleep(2);
    assert_int_equal(hard_answer(c), 200);
    assert_true(client_expect(c, "\"refused\":false", CLIENT_PATIENCE_MS));
    client_close(c);
}
