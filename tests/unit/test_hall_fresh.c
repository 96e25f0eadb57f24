/* SPDX-License-Identifier: MIT */
/* A fresh link and code for a seat: the old ones are good for nothing from then on. */
#define _GNU_SOURCE
#include "support/hall/fixture.h"

static const char tournament[] = "{\"time\":\"5400+30\",\"mode\":\"tournament\"}";

typedef struct fresh {
    char token[32], code[16];
} fresh;

static unsigned ask_fresh(json_t **out, const char *token, int game, const char *body)
{
    char path[64];

    (void)snprintf(path, sizeof path, game ? "/api/seat?game=%d" : "/api/seat", game);
    return hall_ask(out, &h, "POST", path, token, body);
}

static fresh fresh_of(const char *token, int game, const char *seat)
{
    char body[64];
    json_t *made;
    fresh f = { 0 };

    (void)snprintf(body, sizeof body, "{\"seat\":\"%s\"}", seat);
    assert_int_equal(ask_fresh(&made, token, game, body), 200);
    assert_string_equal(text_at(made, "seat"), seat);
    (void)snprintf(f.token, sizeof f.token, "%s", text_at(made, "token"));
    if (json_is_string(at(made, "code")))
        (void)snprintf(f.code, sizeof f.code, "%s", text_at(made, "code"));
    json_decref(made);
    return f;
}

static unsigned join(json_t **out, const char *code)
{
    char body[128];

    (void)snprintf(body, sizeof body, "{\"code\":\"%s\",\"id\":\"0123456789abcdef-%s\"}", code,
                   code);
    return hall_ask(out, &h, "POST", "/api/join", NULL, body);
}

/* This link was good once, and says so. */
static void assert_replaced(const char *token)
{
    json_t *answer;

    assert_int_equal(hall_ask(&answer, &h, "GET", "/api/game", token, NULL), 401);
    assert_string_equal(text_at(answer, "error"), "replaced");
    json_decref(answer);
}

static void assert_opens(const char *token, const char *role)
{
    json_t *game = hall_look(&h, token);

    assert_string_equal(text_at(game, "role"), role);
    json_decref(game);
}

static void test_fresh__the_old_link_and_code_end(void **state)
{
    static const char *const words[] = { "white", "black", "arbiter", "spectator" };
    const seats s = hall_game(&h, tournament);
    const char *const old[] = { s.white, s.black, s.arbiter, s.spectator };

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        const fresh first = fresh_of(h.key, s.game, words[i]);
        const fresh f = fresh_of(h.key, s.game, words[i]);
        assert_replaced(old[i]);
        assert_replaced(first.token);
        assert_opens(f.token, words[i]);
        assert_int_equal(join(NULL, first.code), 404);
        json_t *joined;
        assert_int_equal(join(&joined, f.code), 200);
        assert_string_equal(text_at(joined, "role"), words[i]);
        assert_opens(text_at(joined, "token"), words[i]);
        json_decref(joined);
    }
    assert_int_equal(join(NULL, s.code), 404);
}

/* Whoever came by a code loses his link, too; and everything is so after the server was killed. */
static void test_fresh__it_lasts(void **state)
{
    const seats s = hall_game(&h, tournament);
    char joined_token[32];
    json_t *joined;

    (void)state;
    assert_int_equal(join(&joined, s.code), 200);
    (void)snprintf(joined_token, sizeof joined_token, "%s", text_at(joined, "token"));
    json_decref(joined);
    assert_opens(joined_token, "black");
    const fresh f = fresh_of(s.arbiter, 0, "black");
    for (unsigned i = 0; i < 2; i++) {
        assert_replaced(s.black);
        assert_replaced(joined_token);
        assert_int_equal(join(NULL, s.code), 404);
        assert_opens(f.token, "black");
        assert_opens(s.white, "white");
        hall_kill(&h);
        fixture_start(NULL);
    }
    assert_int_equal(join(NULL, f.code), 200);
    hall_kill(&h);
    fixture_start(NULL);
    assert_int_equal(join(&joined, f.code), 200); /* the same id again */
    assert_opens(text_at(joined, "token"), "black");
    json_decref(joined);
}

static void test_fresh__streams_of_the_old_link_are_told_and_end(void **state)
{
    const seats s = started(NULL);
    client white = hall_stream(&h, s.white, -1), black = hall_stream(&h, s.black, -1);

    (void)state;
    assert_true(client_expect(&black, "event: hello", CLIENT_PATIENCE_MS));
    const fresh f = fresh_of(s.arbiter, 0, "white");
    assert_true(client_expect(&white, "event: replaced", CLIENT_PATIENCE_MS));
    assert_true(client_expect(&white, "\"role\":\"white\"", CLIENT_PATIENCE_MS));
    assert_true(client_closed(&white, CLIENT_PATIENCE_MS) >= 0);
    client_close(&white);
    /* the others look on, and the game goes on with the new link */
    assert_true(client_expect(&black, "\"white\":false", CLIENT_PATIENCE_MS));
    assert_int_equal(hall_event(NULL, &h, s.white, "old", "play e2e4"), false);
    assert_true(hall_do(&h, f.token, "play e2e4"));
    assert_true(client_expect(&black, "\"event\":\"play e2e4\"", CLIENT_PATIENCE_MS));
    client_close(&black);
}

/* An arbiter's assistants have links by their names: one is renewed, the other stays. */
static void test_fresh__an_assistant_by_his_name(void **state)
{
    const seats s = started(NULL);
    char tokens[2][32];
    json_t *made;

    (void)state;
    assert_true(hall_do(&h, s.arbiter, "appoint-assistant Aldo"));
    assert_true(hall_do(&h, s.arbiter, "appoint-assistant Bice"));
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(hall_ask(&made, &h, "POST", "/api/assistant", s.arbiter,
                                  i ? "{\"name\":\"Bice\"}" : "{\"name\":\"Aldo\"}"),
                         200);
        (void)snprintf(tokens[i], sizeof tokens[i], "%s", text_at(made, "token"));
        json_decref(made);
    }
    assert_int_equal(ask_fresh(NULL, s.arbiter, 0, "{\"seat\":\"assistant\"}"), 400);
    assert_int_equal(ask_fresh(NULL, s.arbiter, 0, "{\"seat\":\"assistant\",\"name\":\"Carlo\"}"),
                     409);
    assert_int_equal(ask_fresh(&made, s.arbiter, 0, "{\"seat\":\"assistant\",\"name\":\"Aldo\"}"),
                     200);
    assert_true(json_is_null(at(made, "code")));
    assert_replaced(tokens[0]);
    assert_opens(tokens[1], "assistant");
    assert_opens(text_at(made, "token"), "assistant");
    (void)snprintf(tokens[0], sizeof tokens[0], "%s", text_at(made, "token"));
    json_decref(made);
    hall_kill(&h);
    fixture_start(NULL);
    assert_int_equal(
        hall_ask(&made, &h, "POST", "/api/assistant", s.arbiter, "{\"name\":\"Aldo\"}"), 200);
    assert_string_equal(text_at(made, "token"), tokens[0]);
    json_decref(made);
}

/* Whoever looks on at a public game is given the link that is good now. */
static void test_fresh__spectators_come_by_the_new_link(void **state)
{
    const seats s = hall_game(&h, tournament);
    char body[32];
    json_t *made;

    (void)state;
    const fresh f = fresh_of(s.arbiter, 0, "spectator");
    (void)snprintf(body, sizeof body, "{\"game\":%d}", s.game);
    assert_int_equal(hall_ask(&made, &h, "POST", "/api/watch", NULL, body), 200);
    assert_string_equal(text_at(made, "token"), f.token);
    json_decref(made);
}

static void test_fresh__nonsense_is_refused(void **state)
{
    static const char *const bodies[] = { "{}", "{\"seat\":\"desk\"}", "{\"seat\":7}",
                                          "{\"seat\":\"\"}", "{\"seat\":\"white\\u0000\"}" };
    const seats s = hall_game(&h, tournament);

    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++)
        assert_int_equal(ask_fresh(NULL, s.arbiter, 0, bodies[i]), 400);
    assert_int_equal(ask_fresh(NULL, s.white, 0, "{\"seat\":\"white\"}"), 403);
    assert_int_equal(ask_fresh(NULL, h.key, 0, "{\"seat\":\"white\"}"), 404);
    assert_opens(s.white, "white");
    /* a game that is over has seats, but no code that would open one */
    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_true(hall_do(&h, s.arbiter, "award 1-0"));
    const fresh f = fresh_of(s.arbiter, 0, "white");
    assert_string_equal(f.code, "");
    assert_opens(f.token, "white");
}

/* Many at once: the last answer has the seat, and nothing is left of the others. */
static void test_fresh__many_at_once(void **state)
{
    enum { MANY = 40 };
    const seats s = hall_game(&h, tournament);
    fresh last = { 0 };
    char before[32];

    (void)state;
    (void)snprintf(before, sizeof before, "%s", s.white);
    for (unsigned i = 0; i < MANY; i++) {
        last = fresh_of(s.arbiter, 0, "white");
        assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game", before, NULL), 401);
        (void)snprintf(before, sizeof before, "%s", last.token);
    }
    hall_kill(&h);
    fixture_start(NULL);
    assert_opens(last.token, "white");
    assert_int_equal(join(NULL, last.code), 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_fresh__the_old_link_and_code_end, fixture_hall),
        FIXTURE_TEST(test_fresh__it_lasts, fixture_hall),
        FIXTURE_TEST(test_fresh__streams_of_the_old_link_are_told_and_end, fixture_hall),
        FIXTURE_TEST(test_fresh__an_assistant_by_his_name, fixture_hall),
        FIXTURE_TEST(test_fresh__spectators_come_by_the_new_link, fixture_hall),
        FIXTURE_TEST(test_fresh__nonsense_is_refused, fixture_hall),
        FIXTURE_TEST(test_fresh__many_at_once, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
