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
    { "k7/PpBp3p/1P1PpPbP/B3Pp1p/1B3P1P/2K1q3/8/2B5 w" TAIL,
      "k7/PpBp3p/1P1PpPbP/B3Pp1p/1B3P1P/2K1B3/8/8 b" TAIL },
    { "k6B/Pp1p1b1p/1P1PpP1P/B3PpBp/5P1P/2K1q3/8/2B5 w" TAIL,
      "k6B/Pp1p1b1p/1P1PpP1P/B3PpBp/5P1P/2K1B3/8/8 b" TAIL },
    { "k2B4/PpBp1b1p/1P1PpP1P/B3Pp1p/1K3P1P/4q3/8/2B5 w" TAIL,
      "k2B4/PpBp1b1p/1P1PpP1P/B3Pp1p/1K3P1P/4B3/8/8 b" TAIL },
    { "k7/PpBp1b1p/1P1PpP1P/B3PpBp/K4P1P/4q3/8/2B5 w" TAIL,
      "k7/PpBp1b1p/1P1PpP1P/B3PpBp/K4P1P/4B3/8/8 b" TAIL },
    { "k7/PpBp1b1p/1P1PpP1P/B3PpBp/1K3P1P/4q3/8/2B5 w" TAIL,
      "k7/PpBp1b1p/1P1PpP1P/B3PpBp/1K3P1P/4B3/8/8 b" TAIL },
    { "k7/PpBp3p/1P1PpPbP/B3PpBp/5P1P/2K1q3/8/2B5 w" TAIL,
      "k7/PpBp3p/1P1PpPbP/B3PpBp/5P1P/2K1B3/8/8 b" TAIL },
    { "k7/PpBp3p/1P1PpPbP/4PpBp/5P1P/4q3/2K5/2B3B1 w" TAIL,
      "k7/PpBp3p/1P1PpPbP/4PpBp/5P1P/4B3/2K5/6B1 b" TAIL },
    { "k4B2/Pp1p1b1p/1P1PpP1P/4Pp1p/2K2P1P/4q3/7B/2B1B3 w" TAIL,
      "k4B2/Pp1p1b1p/1P1PpP1P/4Pp1p/2K2P1P/4B3/7B/4B3 b" TAIL },
    { "k7/PpBp1b1p/1P1PpP1P/4PpBp/2K2P1P/4q3/8/2B1B3 w" TAIL,
      "k7/PpBp1b1p/1P1PpP1P/4PpBp/2K2P1P/4B3/8/4B3 b" TAIL },
    { "k7/PpBp1b1p/1P1PpP1P/B3PpBp/5P1P/2K1q3/8/2B5 w" TAIL,
      "k7/PpBp1b1p/1P1PpP1P/B3PpBp/5P1P/2K1B3/8/8 b" TAIL },
    { "k7/Pp1pBb1p/1P1PpP1P/2B1Pp1p/3K1P1P/4q3/8/B1B5 w" TAIL,
      "k7/Pp1pBb1p/1P1PpP1P/2B1Pp1p/3K1P1P/4B3/8/B7 b" TAIL },
    { "k6B/Pp1p1b1p/1P1PpP1P/2K1PpBp/5P1P/4q3/8/2B1B3 w" TAIL,
      "k6B/Pp1p1b1p/1P1PpP1P/2K1PpBp/5P1P/4B3/8/4B3 b" TAIL },
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
