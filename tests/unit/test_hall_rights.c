/* SPDX-License-Identifier: MIT */
/* Every route of the hall with every seat and with none, as the table of rights says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hall/hall.h"

enum { NOBODY, STRANGER, WHITE, BLACK, ARBITER, SPECTATOR, DESK, DESK_OF_GAME, WHO_COUNT };

static const char *const who_words[WHO_COUNT] = {
    "nobody", "a stranger", "white", "black", "arbiter", "spectator", "desk", "desk of game"
};

typedef struct route {
    const char *method, *path, *body;
    unsigned status[WHO_COUNT];
} route;

/* nobody, stranger, white, black, arbiter, spectator, desk, desk with ?game= */
static const route routes[] = {
    { "GET", "/api/game", NULL, { 401, 401, 200, 200, 200, 200, 404, 200 } },
    { "GET", "/api/case", NULL, { 401, 401, 200, 200, 200, 200, 404, 200 } },
    { "GET", "/api/pgn", NULL, { 401, 401, 200, 200, 200, 200, 404, 200 } },
    { "HEAD", "/api/game", NULL, { 401, 401, 200, 200, 200, 200, 404, 200 } },
    { "GET", "/api/hall", NULL, { 200, 200, 200, 200, 200, 200, 200, 200 } },
    { "GET", "/api/ping", NULL, { 200, 200, 200, 200, 200, 200, 200, 200 } },
    { "GET", "/healthz", NULL, { 200, 200, 200, 200, 200, 200, 200, 200 } },
    { "GET", "/texts/en.json", NULL, { 200, 200, 200, 200, 200, 200, 200, 200 } },
    { "GET", "/api/explain?article=1.1", NULL, { 200, 200, 200, 200, 200, 200, 200, 200 } },
    { "GET", "/api/nothing", NULL, { 404, 404, 404, 404, 404, 404, 404, 404 } },
    { "GET", "/api/", NULL, { 404, 404, 404, 404, 404, 404, 404, 404 } },
    { "GET", "/api/events", NULL, { 405, 405, 405, 405, 405, 405, 405, 405 } },
    { "POST", "/api/game", NULL, { 405, 405, 405, 405, 405, 405, 405, 405 } },
    { "POST", "/api/stream", NULL, { 405, 405, 405, 405, 405, 405, 405, 405 } },
    { "POST", "/api/events", "{\"id\":\"1\"}", { 401, 401, 400, 400, 400, 403, 404, 400 } },
    { "POST", "/api/events", "{\"event\":\"resign\"}", { 401, 401, 400, 400, 403, 403, 404, 403 } },
    { "POST", "/api/join", "{\"code\":\"\"}", { 404, 404, 404, 404, 404, 404, 404, 404 } },
    { "POST", "/api/qr", "{}", { 400, 400, 400, 400, 400, 400, 400, 400 } },
};

/* Who may send which event; { 200 } also when the Laws refuse it. */
static const route events[] = {
    { "POST", "/api/events", "offer", { 401, 401, 200, 200, 403, 403, 404, 403 } },
    { "POST", "/api/events", "move e2e4", { 401, 401, 200, 200, 403, 403, 404, 403 } },
    { "POST", "/api/events", "claim repetition", { 401, 401, 200, 200, 403, 403, 404, 403 } },
    { "POST", "/api/events", "press", { 401, 401, 200, 200, 403, 403, 404, 403 } },
    { "POST", "/api/events", "start", { 401, 401, 403, 403, 200, 403, 404, 200 } },
    { "POST", "/api/events", "flag white", { 401, 401, 403, 403, 200, 403, 404, 200 } },
    { "POST", "/api/events", "award 1-0", { 401, 401, 403, 403, 200, 403, 404, 200 } },
    { "POST", "/api/events", "set-clock white 1", { 401, 401, 403, 403, 200, 403, 404, 200 } },
    { "POST", "/api/events", "  award 1-0", { 401, 401, 403, 403, 200, 403, 404, 200 } },
    { "POST", "/api/events", "stop", { 401, 401, 200, 200, 200, 403, 404, 200 } },
    { "POST", "/api/events", "nonsense", { 401, 401, 400, 400, 400, 403, 404, 400 } },
};

static const char *token_of(const hall *h, const seats *s, unsigned who)
{
    const char *const tokens[WHO_COUNT] = {
        NULL, "AAAAAAAAAAAAAAAAAAAAAA", s->white, s->black, s->arbiter, s->spectator, h->key, h->key
    };
    return tokens[who];
}

static unsigned ask(const hall *h, const seats *s, const route *r, unsigned who, const char *body)
{
    char path[128];

    (void)snprintf(path, sizeof path, "%s", r->path);
    if (who == DESK_OF_GAME)
        (void)snprintf(path, sizeof path, "%s%cgame=%d", r->path, strchr(r->path, '?') ? '&' : '?',
                       s->game);
    if (strcmp(r->method, "HEAD") != 0)
        return hall_ask(NULL, h, r->method, path, token_of(h, s, who), body);
    static reply answer;
    client c = client_open(h->port);
    char head[512];
    const char *token = token_of(h, s, who);
    (void)snprintf(head, sizeof head, "HEAD %s HTTP/1.1\r\nHost: a\r\n%s%s%s\r\n", path,
                   token ? "Authorization: Bearer " : "", token ? token : "", token ? "\r\n" : "");
    assert_true(client_send(&c, head));
    assert_true(client_reply(&answer, &c, true));
    client_close(&c);
    return answer.status;
}

static void test_hall__every_route_knows_who_may(void **state)
{
    hall h;

    (void)state;
    hall_init(&h);
    hall_start(&h, NULL);
    const seats s = hall_game(&h, "{\"mode\":\"tournament\"}");
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        for (unsigned who = 0; who < WHO_COUNT; who++) {
            const unsigned status = ask(&h, &s, &routes[i], who, routes[i].body);
            if (status != routes[i].status[who])
                fail_msg("%s %s by %s: %u, expected %u", routes[i].method, routes[i].path,
                         who_words[who], status, routes[i].status[who]);
        }
    }
    assert_int_equal(hall_stop(&h), 0);
    hall_clear(&h);
}

static void test_hall__a_page_can_do_what_its_seat_may(void **state)
{
    hall h;
    unsigned count = 0;

    (void)state;
    hall_init(&h);
    hall_start(&h, NULL);
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        const seats s = hall_game(&h, "{\"mode\":\"tournament\"}");
        for (unsigned who = 0; who < WHO_COUNT; who++) {
            char body[128];
            (void)snprintf(body, sizeof body, "{\"id\":\"%u\",\"event\":\"%s\"}", ++count,
                           events[i].body);
            const unsigned status = ask(&h, &s, &events[i], who, body);
            if (status != events[i].status[who])
                fail_msg("\"%s\" by %s: %u, expected %u", events[i].body, who_words[who], status,
                         events[i].status[who]);
        }
    }
    assert_int_equal(hall_stop(&h), 0);
    hall_clear(&h);
}

static void test_hall__streams_are_for_those_who_belong(void **state)
{
    hall h;

    (void)state;
    hall_init(&h);
    hall_start(&h, NULL);
    const seats s = hall_game(&h, "{}");
    for (unsigned who = 0; who < WHO_COUNT; who++) {
        const char *token = token_of(&h, &s, who);
        if (who <= STRANGER) {
            assert_int_equal(hall_ask(NULL, &h, "GET", "/api/stream", token, NULL), 401);
            continue;
        }
        client c = hall_stream(&h, token, -1);
        assert_true(client_expect(&c, "event: hello", CLIENT_PATIENCE_MS));
        client_close(&c);
    }
    assert_int_equal(hall_stop(&h), 0);
    hall_clear(&h);
}

/* A token of one game says nothing about another; a code is no token. */
static void test_hall__links_open_their_game_only(void **state)
{
    hall h;

    (void)state;
    hall_init(&h);
    hall_start(&h, NULL);
    const seats a = hall_game(&h, "{}"), b = hall_game(&h, "{}");
    json_t *game = NULL;

    assert_int_equal(hall_ask(&game, &h, "GET", "/api/game?game=2", a.arbiter, NULL), 200);
    assert_int_equal(number_at(game, "game"), 1);
    json_decref(game);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game?game=3", h.key, NULL), 404);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game?game=x", h.key, NULL), 404);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game", b.code, NULL), 401);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game", "AAAAAAAAAAAAAAAAAAAAA", NULL), 401);
    assert_int_equal(hall_stop(&h), 0);
    hall_clear(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hall__every_route_knows_who_may),
        cmocka_unit_test(test_hall__a_page_can_do_what_its_seat_may),
        cmocka_unit_test(test_hall__streams_are_for_those_who_belong),
        cmocka_unit_test(test_hall__links_open_their_game_only),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
