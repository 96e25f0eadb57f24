/* SPDX-License-Identifier: MIT */
/* A computer at the table: it plays its moves like anybody, and nobody waits for a broken one. */
#include <signal.h>
#include <unistd.h>

#include "server/hall/engine.h"
#include "support/hall/fixture.h"

static char command[512];

/* A hall whose engine plays these moves, and then dies. */
static void start(const char *moves)
{
    const char *const more[] = { "--engine", command, NULL };

    (void)snprintf(command, sizeof command, "%s/support/hall/engine.sh %s", getenv("ARB_TEST_DATA"),
                   moves);
    hall_init(&h);
    hall_start(&h, more);
}

static void test_hall__the_computer_plays_on_its_turn(void **state)
{
    (void)state;
    start("e7e5 d8h4");
    const seats s = hall_game(&h, "{\"time\":\"60\",\"computer\":\"black\"}");
    assert_string_equal(s.black, ""); /* its seat has no link */
    client c = starting(s.white);
    assert_true(hall_do(&h, s.white, "move f2f3"));
    assert_true(client_expect(&c, "move e7e5", CLIENT_PATIENCE_MS));
    assert_true(hall_do(&h, s.white, "move g2g4"));
    assert_true(client_expect(&c, "checkmate", CLIENT_PATIENCE_MS));
    client_close(&c);
}

static void test_hall__the_computer_presses_where_moves_are_completed_so(void **state)
{
    (void)state;
    start("e2e4 d2d4");
    const seats s =
        hall_game(&h, "{\"time\":\"60\",\"mode\":\"tournament\",\"computer\":\"white\"}");
    client c = starting(s.black); /* there is no arbiter who would start */
    assert_true(client_expect(&c, "play e2e4", CLIENT_PATIENCE_MS));
    json_t *game = hall_look(&h, s.black);
    assert_string_equal(text_at(game, "names.white"), "Computer");
    assert_string_equal(text_at(game, "state.clock.running"), "black");
    json_decref(game);
    assert_true(hall_do(&h, s.black, "play e7e5"));
    assert_true(client_expect(&c, "play d2d4", CLIENT_PATIENCE_MS));
    client_close(&c);
}

static void test_hall__an_offer_is_answered(void **state)
{
    (void)state;
    start("e7e5");
    const seats s = hall_game(&h, "{\"time\":\"60\",\"computer\":\"black\"}");
    client c = starting(s.white);
    assert_true(hall_do(&h, s.white, "move e2e4"));
    assert_true(client_expect(&c, "move e7e5", CLIENT_PATIENCE_MS));
    assert_true(hall_do(&h, s.white, "offer"));
    assert_true(client_expect(&c, "\"event\":\"decline\"", CLIENT_PATIENCE_MS));
    client_close(&c);
}

static void test_hall__an_engine_that_does_not_work_resigns(void **state)
{
    (void)state;
    start("");
    const seats s = hall_game(&h, "{\"time\":\"60\",\"computer\":\"black\"}");
    client c = starting(s.white);
    assert_true(hall_do(&h, s.white, "move e2e4"));
    assert_true(client_expect(&c, "\"event\":\"resign\"", CLIENT_PATIENCE_MS));
    json_t *game = hall_look(&h, s.white);
    assert_string_equal(text_at(game, "state.result"), "1-0");
    json_decref(game);
    client_close(&c);
}

static void test_hall__the_computer_sits_down_again_after_a_restart(void **state)
{
    const char *const more[] = { "--engine", command, NULL };
    (void)state;
    start("e7e5 g8f6");
    const seats s = hall_game(&h, "{\"time\":\"60\",\"computer\":\"black\"}");
    client c = starting(s.white);
    assert_true(hall_do(&h, s.white, "move e2e4"));
    assert_true(client_expect(&c, "move e7e5", CLIENT_PATIENCE_MS));
    hall_kill(&h);
    client_close(&c);
    (void)snprintf(command, sizeof command, "%s/support/hall/engine.sh g8f6",
                   getenv("ARB_TEST_DATA"));
    hall_start(&h, more);
    c = hall_stream(&h, s.white, -1);
    assert_true(client_expect(&c, "\"event\":\"resume\"", CLIENT_PATIENCE_MS));
    assert_true(hall_do(&h, s.white, "move g1f3"));
    assert_true(client_expect(&c, "move g8f6", CLIENT_PATIENCE_MS));
    client_close(&c);
}

/* ---- engines as they should not be */

enum {
    ANSWER_MS = 200,
    PATIENT_MS = 10000,
    ENDED_MS = 15000,
    PING_MS = 300,
    PING_SANITIZED_MS = 1500
};

static char left_behind[200];

/* Those who say too much are not waited for. */
static bool is_loud(const char *kind)
{
    return strcmp(kind, "flood") == 0 || strcmp(kind, "babbler") == 0 || strcmp(kind, "lines") == 0;
}

/* A hall with such an engine, of which so many may think at a time. */
static void start_bad(const char *kind, const char *move, unsigned engines, bool behind_proxy)
{
    arb_hall_config config = arb_hall_defaults();

    hall_init(&h);
    (void)snprintf(left_behind, sizeof left_behind, "%s/left", h.folder);
    (void)snprintf(command, sizeof command, "%s/support/hall/bad_engine.sh %s %s",
                   getenv("ARB_TEST_DATA"), kind, move ? move : left_behind);
    config.engine = command;
    config.engines_max = engines;
    config.engine_answer_ms = move || is_loud(kind) ? PATIENT_MS : ANSWER_MS;
    if (behind_proxy)
        fixture_behind_proxy(&config);
    fixture_start(&config);
}

/* How long the hall takes to say that it is there. */
static int64_t ping_ms(void)
{
    const int64_t began = client_now();

    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/ping", NULL, NULL), 200);
    return client_now() - began;
}

/* Is no process there any more whose number was written down? */
static bool all_are_gone(void)
{
    FILE *file = fopen(left_behind, "re");
    bool gone = true;
    long pid;

    assert_non_null(file);
    assert_int_equal(fscanf(file, "%ld", &pid), 1);
    do
        gone = gone && kill((pid_t)pid, 0) != 0;
    while (fscanf(file, "%ld", &pid) == 1);
    (void)fclose(file);
    return gone;
}

/* Every one of them loses the game, and nobody else notices. */
static void loses_by_resigning(const char *kind)
{
    start_bad(kind, NULL, 4, false);
    const seats s = hall_game(&h, "{\"time\":\"8\",\"computer\":\"black\"}");
    client c = starting(s.white);
    const int64_t began = client_now();
    int64_t longest = 0;
    assert_true(hall_do(&h, s.white, "move e2e4"));
    while (!client_expect(&c, "\"event\":\"resign\"", 20)) {
        const int64_t ping = ping_ms();
        longest = ping > longest ? ping : longest;
        if (client_now() - began > ENDED_MS)
            fail_msg("%s: the computer did not resign", kind);
    }
    if (longest > (hall_is_sanitized() ? PING_SANITIZED_MS : PING_MS))
        fail_msg("%s: a ping took %lld ms", kind, (long long)longest);
    json_t *game = hall_look(&h, s.white);
    assert_string_equal(text_at(game, "state.result"), "1-0");
    assert_int_equal(json_array_size(at(game, "moves")), 1);
    json_decref(game);
    if (!hall_metric_becomes(&h, "engine_processes", 0, ENDED_MS))
        fail_msg("%s: it has not ended", kind);
    client_close(&c);
}

static void test_hall__bad_engines_resign(void **state)
{
    static const char *const kinds[] = { "none", "null",  "empty",   "illegal", "words",
                                         "dead", "dies",  "killed",  "silent",  "mute",
                                         "deaf", "flood", "babbler", "lines" };

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        loses_by_resigning(kinds[i]);
        if (i + 1 < sizeof kinds / sizeof kinds[0])
            (void)fixture_close(state);
    }
}

/* What an engine started ends with it: in its process group, and outside. */
static void test_hall__children_of_an_engine_end_with_it(void **state)
{
    (void)state;
    loses_by_resigning("child");
    assert_true(all_are_gone());
    (void)fixture_close(state);
    loses_by_resigning("orphan");
    assert_true(all_are_gone());
}

static void test_hall__odd_engines_play(void **state)
{
    static const char *const kinds[] = { "slow", "long", "plays" };

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        start_bad(kinds[i], "e7e5", 1, false);
        const seats s = hall_game(&h, "{\"time\":\"60\",\"computer\":\"black\"}");
        client c = starting(s.white);
        assert_true(hall_do(&h, s.white, "move e2e4"));
        if (!client_expect(&c, "move e7e5", ENDED_MS))
            fail_msg("%s: no move", kinds[i]);
        client_close(&c);
        if (i + 1 < sizeof kinds / sizeof kinds[0])
            (void)fixture_close(state);
    }
}

/* ---- fewer engines than games */

static void test_hall__one_engine_plays_several_games_in_turn(void **state)
{
    enum { GAMES = ARB_ENGINE_GAMES };
    seats s[GAMES];
    client c[GAMES];

    (void)state;
    start_bad("plays", "e7e5", 1, false);
    for (unsigned i = 0; i < GAMES; i++) {
        s[i] = hall_game(&h, "{\"time\":\"60\",\"computer\":\"black\"}");
        c[i] = starting(s[i].white);
    }
    /* one more would have to wait too long: that is told before there is a game */
    json_t *answer;
    assert_int_equal(hall_ask(&answer, &h, "POST", "/api/games", NULL, "{\"computer\":\"white\"}"),
                     503);
    assert_string_equal(text_at(answer, "error"), "engines-busy");
    json_decref(answer);
    assert_int_equal(hall_metric(&h, "games"), GAMES);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/games", NULL, "{}"), 201);
    for (unsigned i = 0; i < GAMES; i++)
        assert_true(hall_do(&h, s[i].white, "move e2e4"));
    for (unsigned i = 0; i < GAMES; i++)
        assert_true(client_expect(&c[i], "move e7e5", CLIENT_PATIENCE_MS));
    assert_int_equal(hall_metric(&h, "engines"), 1);
    assert_true(hall_do(&h, s[0].white, "resign")); /* whose place is free again */
    for (unsigned i = 0; i < GAMES; i++)
        client_close(&c[i]);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/games", NULL, "{\"computer\":\"white\"}"),
                     201);
}

static unsigned new_game_from(const char *address)
{
    static const char body[] = "{\"computer\":\"white\"}";
    client c = client_open(h.port);
    char head[300];
    static reply r;

    (void)snprintf(head, sizeof head,
                   "POST /api/games HTTP/1.1\r\nHost: hall.test\r\nX-Forwarded-For: %s\r\n"
                   "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                   address, strlen(body), body);
    assert_true(client_send(&c, head));
    assert_true(client_reply(&r, &c, false));
    client_close(&c);
    return r.status;
}

static void test_hall__one_address_does_not_take_all_engines(void **state)
{
    (void)state;
    start_bad("plays", "e2e4", 10, true);
    for (unsigned i = 0; i < ARB_ENGINE_PER_ADDRESS; i++)
        assert_int_equal(new_game_from("192.0.2.1"), 201);
    assert_int_equal(new_game_from("192.0.2.1"), 429);
    assert_int_equal(new_game_from("192.0.2.2"), 201);
}

/* Whoever chatters while the computer thinks does not make it think anew. */
static void test_hall__chatter_does_not_disturb_the_computer(void **state)
{
    (void)state;
    start_bad("plays", "e7e5", 1, false);
    const seats s =
        hall_game(&h, "{\"time\":\"60\",\"mode\":\"tournament\",\"computer\":\"black\"}");
    client c = starting(s.white);
    assert_true(hall_do(&h, s.white, "play e2e4"));
    for (unsigned i = 0; i < 20; i++)
        assert_true(hall_do(&h, s.white, "write \"1. e4\""));
    assert_true(client_expect(&c, "play e7e5", CLIENT_PATIENCE_MS));
    client_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__the_computer_plays_on_its_turn, NULL),
        FIXTURE_TEST(test_hall__the_computer_presses_where_moves_are_completed_so, NULL),
        FIXTURE_TEST(test_hall__an_offer_is_answered, NULL),
        FIXTURE_TEST(test_hall__an_engine_that_does_not_work_resigns, NULL),
        FIXTURE_TEST(test_hall__the_computer_sits_down_again_after_a_restart, NULL),
        FIXTURE_TEST(test_hall__bad_engines_resign, NULL),
        FIXTURE_TEST(test_hall__children_of_an_engine_end_with_it, NULL),
        FIXTURE_TEST(test_hall__odd_engines_play, NULL),
        FIXTURE_TEST(test_hall__one_engine_plays_several_games_in_turn, NULL),
        FIXTURE_TEST(test_hall__one_address_does_not_take_all_engines, NULL),
        FIXTURE_TEST(test_hall__chatter_does_not_disturb_the_computer, NULL),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
