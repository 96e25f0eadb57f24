/* SPDX-License-Identifier: MIT */
/* The life of a code: until its seat is taken or the game is over, also after a restart. */
#define _GNU_SOURCE
#include "support/hall/fixture.h"

static const char casual[] = "{\"time\":\"300+3\"}";

static unsigned join(json_t **out, const char *code, const char *id)
{
    char body[256];

    if (id)
        (void)snprintf(body, sizeof body, "{\"code\":\"%s\",\"id\":\"%s\"}", code, id);
    else
        (void)snprintf(body, sizeof body, "{\"code\":\"%s\"}", code);
    return hall_ask(out, &h, "POST", "/api/join", NULL, body);
}

static const char id[] = "0123456789abcdef01234567";

static void test_door__a_join_can_be_asked_for_again(void **state)
{
    char code[16], token[32];
    json_t *first, *again, *other;
    seats s;

    (void)state;
    (void)code_of(code, casual, "black", &s);
    assert_int_equal(join(&first, code, id), 200);
    (void)snprintf(token, sizeof token, "%s", text_at(first, "token"));
    assert_string_equal(text_at(first, "role"), "black");
    json_decref(first);
    /* the answer was lost: the same code and id give the same link, now and after a restart */
    assert_int_equal(join(&again, code, id), 200);
    assert_string_equal(text_at(again, "token"), token);
    json_decref(again);
    assert_int_equal(join(NULL, code, "0123456789abcdef0123456X"), 404);
    assert_int_equal(join(NULL, code, NULL), 404);
    hall_kill(&h);
    fixture_start(NULL);
    assert_int_equal(join(&other, code, id), 200);
    assert_string_equal(text_at(other, "token"), token);
    assert_int_equal(number_at(other, "game"), s.game);
    json_decref(other);
    assert_int_equal(join(NULL, code, "0123456789abcdef0123456X"), 404);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game", token, NULL), 200);
    /* an id that others could guess is no id */
    (void)code_of(code, casual, "black", &s);
    assert_int_equal(join(NULL, code, "1"), 400);
    assert_int_equal(join(NULL, code, "0123456789012345678901234567890123456789012345678"), 400);
    assert_int_equal(join(NULL, code, NULL), 200);
}

/* Many at the same moment with one code: one has the seat. */
static void test_door__one_code_one_seat(void **state)
{
    enum { MANY = 24 };
    client c[MANY];
    static reply r;
    char code[16], head[512], body[128];
    unsigned taken = 0, refused = 0;
    seats s;

    (void)state;
    (void)code_of(code, casual, "white", &s);
    for (unsigned i = 0; i < MANY; i++)
        c[i] = client_open(h.port);
    for (unsigned i = 0; i < MANY; i++) {
        (void)snprintf(body, sizeof body, "{\"code\":\"%s\",\"id\":\"0123456789abcdef%08u\"}", code,
                       i / 2);
        (void)snprintf(head, sizeof head,
                       "POST /api/join HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
                       "Content-Length: %zu\r\n\r\n%s",
                       strlen(body), body);
        assert_true(client_send(&c[i], head));
    }
    for (unsigned i = 0; i < MANY; i++) {
        assert_true(client_reply(&r, &c[i], false));
        taken += r.status == 200;
        refused += r.status == 404;
        client_close(&c[i]);
    }
    /* the winner asked twice with one id, and was answered twice */
    assert_int_equal(taken, 2);
    assert_int_equal(taken + refused, MANY);
}

static void test_door__a_code_ends_when_its_seat_is_taken(void **state)
{
    char code[16];
    seats s;

    (void)state;
    /* a page with the link has opened the stream */
    (void)code_of(code, casual, "white", &s);
    client c = hall_stream(&h, s.white, -1);
    assert_int_equal(join(NULL, code, NULL), 404);
    /* the other seat is open still */
    assert_int_equal(join(NULL, s.code, NULL), 200);
    client_close(&c);
    assert_int_equal(join(NULL, code, NULL), 404);
    /* it has sent an event */
    (void)code_of(code, "{\"mode\":\"tournament\"}", "arbiter", &s);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game", s.arbiter, NULL), 200);
    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_int_equal(join(NULL, code, NULL), 404);
    /* the next start knows it too; White, whom nobody has seen, is open */
    char open[16];
    (void)code_of(open, casual, "white", &s);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game", s.white, NULL), 200);
    client_sleep(50);
    hall_kill(&h);
    fixture_start(NULL);
    assert_int_equal(join(NULL, code, NULL), 404);
    assert_int_equal(join(NULL, open, NULL), 200);
    assert_int_equal(join(NULL, open, NULL), 404);
    hall_kill(&h);
    fixture_start(NULL);
    assert_int_equal(join(NULL, open, NULL), 404);
}

static void test_door__a_code_ends_with_the_game(void **state)
{
    char code[16], watch[16];
    json_t *answer;
    seats s, other;

    (void)state;
    (void)code_of(watch, "{\"mode\":\"tournament\"}", "spectator", &s);
    (void)code_of(code, "{\"mode\":\"tournament\"}", "spectator", &other);
    /* spectators join as often as they like, and all have the same link */
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(join(&answer, watch, i % 2 ? id : NULL), 200);
        assert_string_equal(text_at(answer, "token"), s.spectator);
        assert_string_equal(text_at(answer, "role"), "spectator");
        json_decref(answer);
    }
    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_true(hall_do(&h, s.white, "resign"));
    assert_int_equal(join(NULL, watch, NULL), 404);
    assert_int_equal(join(NULL, s.code, NULL), 404);
    assert_int_equal(join(NULL, code, NULL), 200);
    assert_int_equal(hall_stop(&h), 0);
    fixture_start(NULL);
    assert_int_equal(join(NULL, watch, NULL), 404);
    assert_int_equal(join(NULL, s.code, NULL), 404);
    assert_int_equal(join(NULL, code, NULL), 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_door__a_join_can_be_asked_for_again, fixture_hall),
        FIXTURE_TEST(test_door__one_code_one_seat, fixture_hall),
        FIXTURE_TEST(test_door__a_code_ends_when_its_seat_is_taken, fixture_hall),
        FIXTURE_TEST(test_door__a_code_ends_with_the_game, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
