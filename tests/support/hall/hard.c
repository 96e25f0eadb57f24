/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "support/hall/hard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

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
enum { COUNT = sizeof positions / sizeof positions[0], WORK_MS = 120000, LOOK_MS = 1000 };

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

/* Processor time that the hall has used so far; -1 when there is no such process. */
static int64_t work_ms(const hall *h)
{
    char path[64], text[1024] = "";
    unsigned long user = 0, system = 0;

    (void)snprintf(path, sizeof path, "/proc/%d/stat", (int)h->pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return -1;
    const size_t size = fread(text, 1, sizeof text - 1, file);
    (void)fclose(file);
    text[size] = '\0';
    const char *behind = strrchr(text, ')'); /* its name may hold anything */
    if (!behind || sscanf(behind + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
                          &system) != 2)
        return -1;
    return (int64_t)(user + system) * 1000 / sysconf(_SC_CLK_TCK);
}

bool hard_expect(const hall *h, client *c, const char *text)
{
    const int64_t begun = work_ms(h);
    const int64_t until = begun + (hall_is_sanitized() ? 6 : 1) * (int64_t)WORK_MS;

    for (int64_t now = begun; now >= 0 && now < until; now = work_ms(h)) {
        const int64_t asked = client_now();
        if (client_expect(c, text, LOOK_MS))
            return true;
        if (client_now() - asked < LOOK_MS / 2) /* nothing more comes */
            return false;
    }
    return false;
}

void hard_take(const hall *h, client *c)
{
    assert_true(hard_expect(h, c, "HTTP/1.1 200 "));
    assert_true(client_expect(c, "\"refused\":false", CLIENT_PATIENCE_MS));
    client_close(c);
}
