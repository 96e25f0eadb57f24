/* SPDX-License-Identifier: MIT */
/*
 * Positions that problemists made, where it takes long to prove whether anybody can still win: they
 * hold up their own game and no other.
 */
#define _GNU_SOURCE
#include "support/hall/fixture.h"
#include "support/hall/hard.h"

enum { HARD_GAMES = 2, LONGEST_MS = 250 };

/* Sends without waiting for the answer. */
static client ask_hard(const seats *s, const char *id, const char *event)
{
    client c = client_open(h.port);
    char body[256], text[768];
    const int size = snprintf(body, sizeof body, "{\"id\":\"%s\",\"event\":\"%s\"}", id, event);

    (void)snprintf(text, sizeof text,
                   "POST /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n"
                   "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
                   s->arbiter, size, body);
    assert_true(client_send(&c, text));
    return c;
}

static const char *look_request(const seats *s)
{
    static char text[256];

    (void)snprintf(text, sizeof text,
                   "GET /api/game HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n\r\n",
                   s->white);
    return text;
}

static void take_answer(client *c)
{
    assert_true(hard_expect(&h, c, "HTTP/1.1 200 "));
    assert_true(client_expect(c, "\"refused\":false", CLIENT_PATIENCE_MS));
    client_close(c);
}

/* How long it takes to make a move in the other game while proofs are sought here. */
static int64_t move_meanwhile(void)
{
    const int64_t began = client_now();

    live_goes_on_again(&live_game);
    return client_now() - began;
}

/* Laws 5.2.2 */
static void test_hall__a_long_proof_holds_up_no_other_game(void **state)
{
    char body[256], event[128];
    client waiting[HARD_GAMES];
    seats s[HARD_GAMES];
    int64_t longest = 0;

    (void)state;
    (void)snprintf(body, sizeof body, "{\"position\":\"%s\",\"time\":\"none\"}", hard_already(0));
    (void)snprintf(event, sizeof event, "set-position %s", hard_already(0));
    for (unsigned i = 0; i < HARD_GAMES; i++)
        s[i] = hall_game(&h, i % 2 ? body : "{\"mode\":\"tournament\"}");
    for (unsigned i = 0; i < HARD_GAMES; i++) {
        if (i % 2 == 0)
            assert_true(hall_do(&h, s[i].arbiter, "start"));
        waiting[i] = ask_hard(&s[i], "hard", i % 2 ? "start" : event);
    }
    client_sleep(20);
    /* the list of the desk does without; whoever looks at the game waits for it, and nobody else */
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/hall", h.key, NULL), 200);
    client looks = client_open(h.port);
    assert_true(client_send(&looks, look_request(&s[1])));
    for (unsigned i = 0; i < 6; i++) {
        const int64_t took = move_meanwhile();
        longest = took > longest ? took : longest;
    }
    if (!hall_is_sanitized() && longest > LONGEST_MS)
        fail_msg("a move took %lld ms", (long long)longest);
    assert_true(hard_expect(&h, &looks, "HTTP/1.1 200 "));
    client_close(&looks);
    for (unsigned i = 0; i < HARD_GAMES; i++) {
        take_answer(&waiting[i]);
        json_t *now = hall_look(&h, s[i].white);
        if (i % 2)
            assert_string_equal(text_at(now, "state.phase"), "playing");
        json_decref(now);
    }
}

/* The hall is closed while a proof is sought, and does not wait for it: nobody has heard that the
 * event was taken, and whoever sends it once more is heard. */
static void test_hall__closes_before_a_long_proof_ends(void **state)
{
    enum { CLOSED_MS = 5000 };
    char body[256];

    (void)state;
    (void)snprintf(body, sizeof body, "{\"position\":\"%s\",\"time\":\"none\"}", hard_already(0));
    const seats s = hall_game(&h, body);
    client c = ask_hard(&s, "hard", "start");
    client_sleep(20);
    const int64_t began = client_now();
    assert_int_equal(hall_stop(&h), 0);
    assert_true(client_now() - began < CLOSED_MS);
    assert_true(client_expect(&c, "HTTP/1.1 503 ", CLIENT_PATIENCE_MS));
    client_close(&c);
    hall_start(&h, NULL);
    c = ask_hard(&s, "hard", "start");
    take_answer(&c);
    json_t *now = hall_look(&h, s.arbiter);
    assert_string_equal(text_at(now, "log.0.event"), "start");
    assert_null(at(now, "log.1"));
    json_decref(now);
}

/* After a crash nobody sees a clock run that nobody has started, not even in the list. */
static void test_hall__games_that_ran_are_stopped_before_the_door_opens(void **state)
{
    json_t *list = NULL;

    (void)state;
    const seats s = started(NULL);
    assert_true(hall_do(&h, s.white, "play e2e4"));
    hall_kill(&h);
    hall_start(&h, no_engine);
    assert_int_equal(hall_ask(&list, &h, "GET", "/api/hall", h.key, NULL), 200);
    assert_string_equal(text_at(list, "games.0.phase"), "stopped");
    assert_int_equal(number_at(list, "games.0.moves"), 1);
    json_decref(list);
}

/* Sends a request for the whole game, in one of its forms. */
static client ask_whole(const seats *s, const char *path)
{
    client c = client_open(h.port);
    char text[256];

    (void)snprintf(text, sizeof text,
                   "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n\r\n", path,
                   s->arbiter);
    assert_true(client_send(&c, text));
    return c;
}

/* A game with many events is written beside the loop, and goes on all the same: those who play come
 * before those who look. */
static void test_hall__a_long_game_is_written_while_it_goes_on(void **state)
{
    enum { ROUNDS = 80, LOOKS = 24, MOVE_MS = 1000 };
    static const char *const there[] = { "play g1f3", "play g8f6", "play f3g1", "play f6g8" };
    static const char *const paths[] = { "/api/game",  "/api/pgn",       "/api/case",
                                         "/api/sheet", "/sheet?of=game", "/report" };
    const seats s =
        hall_game(&h, "{\"edition\":\"fide-2001\",\"mode\":\"tournament\",\"time\":\"5400\"}");

    (void)state;
    assert_true(hall_do(&h, s.arbiter, "start"));
    for (unsigned i = 0; i < 4 * ROUNDS; i++)
        assert_true(hall_do(&h, i % 2 ? s.black : s.white, there[i % 4]));
    for (unsigned round = 0; round < 8; round++) {
        client looks[LOOKS];
        for (unsigned i = 0; i < LOOKS; i++)
            looks[i] = ask_whole(&s, paths[i % 6]);
        const int64_t began = client_now();
        assert_true(hall_do(&h, round % 2 ? s.black : s.white, there[round % 4]));
        assert_true(hall_is_sanitized() || client_now() - began < MOVE_MS);
        for (unsigned i = 0; i < LOOKS; i++) {
            assert_true(hard_expect(&h, &looks[i], "HTTP/1.1 200 "));
            client_close(&looks[i]);
        }
    }
    json_t *now = hall_look(&h, s.white);
    assert_int_equal(json_array_size(at(now, "moves")), 4 * ROUNDS + 8);
    json_decref(now);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__a_long_proof_holds_up_no_other_game, fixture_game),
        FIXTURE_TEST(test_hall__closes_before_a_long_proof_ends, fixture_game),
        FIXTURE_TEST(test_hall__games_that_ran_are_stopped_before_the_door_opens, fixture_program),
        FIXTURE_TEST(test_hall__a_long_game_is_written_while_it_goes_on, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
