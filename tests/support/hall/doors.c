/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "support/hall/doors.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "server/hall/api.h"

enum { PATH_ROOM = 256, REQUEST_ROOM = 2048, OPENING_MS = 150 };

/* ---- one answer */

/* Part of a longer word, such as a token? */
static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-';
}

static bool has(const char *text, const char *secret)
{
    const size_t size = strlen(secret);

    for (const char *found = text; (found = strstr(found, secret)); found++) {
        const bool begins = !is_of_word(*secret) || found == text || !is_of_word(found[-1]);
        if (begins && !is_of_word(found[size]))
            return true;
    }
    return false;
}

static void assert_none(const char *text, const char *asked, const doors *d)
{
    for (const char *const *secret = d->secrets; *secret; secret++)
        if (has(text, *secret))
            fail_msg("%s tells %s: %.600s", asked, *secret, text);
}

static bool is_stream(const char *path)
{
    const char *end = strrchr(path, '/');

    return end && strncmp(end, "/stream", 7) == 0;
}

/* What a stream tells when it is opened; nobody waits for what never comes. */
static unsigned look_at_stream(client *c, const char *asked, const doors *d)
{
    reply r;

    assert_true(client_stream_head(&r, c));
    while (r.status == 200 && client_receive(c, OPENING_MS))
        ;
    char *text = strndup(c->bytes ? c->bytes : "", c->size);
    assert_none(text, asked, d);
    free(text);
    return r.status;
}

static unsigned ask(const hall *h, const char *method, const char *path, const char *token,
                    const char *body, const doors *d)
{
    char request[REQUEST_ROOM], bearer[96] = "";
    client c = client_open(h->port);
    reply r;

    if (token)
        (void)snprintf(bearer, sizeof bearer, "Authorization: Bearer %s\r\n", token);
    (void)snprintf(request, sizeof request,
                   "%s %s HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n%s%s", method, path, bearer,
                   body ? "" : "\r\n");
    if (body)
        (void)snprintf(request + strlen(request), sizeof request - strlen(request),
                       "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                       strlen(body), body);
    assert_true(client_send(&c, request));
    if (is_stream(path)) {
        r.status = look_at_stream(&c, path, d);
    } else {
        assert_true(client_reply(&r, &c, false));
        assert_none(r.head, path, d);
        assert_none(r.body, path, d);
    }
    client_close(&c);
    return r.status;
}

/* ---- everywhere */

/* What can be asked of a route beside its path: texts in which %d is the game. */
static const char *const queries[] = {
    "",
    "?game=%d",
    "?games=%d",
    "?event=club&round=1",
    "?open=yes",
    "?open=no",
    "?of=game",
    "?of=white",
    "?of=arbiter&game=%d",
    "?round=1",
    "?after=0&game=%d",
};

static const char *const bodies[] = {
    "{}",
    "{\"game\":%d}",
    "{\"id\":\"door\",\"event\":\"report \\\"I was here\\\"\"}",
    "{\"seat\":\"spectator\",\"game\":%d}",
    "{\"name\":\"club\",\"game\":%d}",
};

static const char *filled(char out[PATH_ROOM], const char *path, const char *format, int game)
{
    char tail[PATH_ROOM];
    const char *hole = strstr(format, "%d");

    if (hole)
        (void)snprintf(tail, sizeof tail, "%.*s%d%s", (int)(hole - format), format, game, hole + 2);
    else
        (void)snprintf(tail, sizeof tail, "%s", format);
    (void)snprintf(out, PATH_ROOM, "%s%s", path, tail);
    return out;
}

static unsigned ask_route(const hall *h, const arb_api_route *route, const char *token,
                          const doors *d)
{
    unsigned good = 0;
    char path[PATH_ROOM], body[PATH_ROOM];

    if (route->method == ARB_HTTP_GET) {
        for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++)
            good += ask(h, "GET", filled(path, route->path, queries[i], d->game->game), token, NULL,
                        d) == 200;
        return good;
    }
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++)
        good += ask(h, "POST", route->path, token, filled(body, "", bodies[i], d->game->game), d) ==
                200;
    return good;
}

static unsigned ask_files(const hall *h, const doors *d)
{
    static const char *const names[] = { "tournament.json",    "round-1",
                                         "round-1/games.pgn",  "round-1/games.pgn?form=faithful",
                                         "round-1/index.json", "round-1/game-1.json",
                                         "round-1/game-1.pgn", "round-1/game-1.pgn?form=faithful" };
    unsigned good = 0;
    char path[PATH_ROOM];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        (void)snprintf(path, sizeof path, "/live/%s/%s", d->slug, names[i]);
        good += ask(h, "GET", path, NULL, NULL, d) == 200;
    }
    return good;
}

unsigned doors_assert_silent(const hall *h, const doors *d)
{
    static const char *const pages[] = { "/embed?game=%d", "/embed/%d", "/wall", "/overlay?game=%d",
                                         "/game" };
    size_t count = 0;
    const arb_api_route *all = arb_routes_all(&count);
    unsigned good = ask_files(h, d);
    char path[PATH_ROOM];

    for (size_t i = 0; i < count; i++) {
        good += ask_route(h, &all[i], d->game->spectator, d);
        good += ask_route(h, &all[i], NULL, d);
    }
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++)
        good += ask(h, "GET", filled(path, "", pages[i], d->game->game), NULL, NULL, d) == 200;
    return good;
}
