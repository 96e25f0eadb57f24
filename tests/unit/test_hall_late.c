/* SPDX-License-Identifier: MIT */
/* Laws 6.7 in the hall: who has not opened his page is not at the board. */
#define _GNU_SOURCE
#include "support/hall/fixture.h"

static const char in_a_second[] = "{\"time\":\"5400+30\",\"mode\":\"tournament\","
                                  "\"options\":{\"default-time\":\"1\"}}";
static const char in_an_hour[] = "{\"time\":\"5400+30\",\"mode\":\"tournament\","
                                 "\"options\":{\"default-time\":\"3600\"}}";

static client opened(const char *token)
{
    client c = hall_stream(&h, token, -1);

    assert_true(client_expect(&c, "event: presence", CLIENT_PATIENCE_MS));
    return c;
}

/* How many events of the log begin with this word. */
static unsigned said(const char *token, const char *word)
{
    json_t *game = hall_look(&h, token), *entry;
    unsigned count = 0;
    size_t i;

    json_array_foreach(at(game, "log"), i, entry)
    {
        count += strncmp(text_at(entry, "event"), word, strlen(word)) == 0;
    }
    json_decref(game);
    return count;
}

static void assert_absent(const char *token, const char *one, const char *other)
{
    json_t *game = hall_look(&h, token), *absent = at(game, "state.absent");

    assert_int_equal(json_array_size(absent), (one != NULL) + (other != NULL));
    if (one)
        assert_string_equal(json_string_value(json_array_get(absent, 0)), one);
    if (other)
        assert_string_equal(json_string_value(json_array_get(absent, 1)), other);
    json_decref(game);
}

/* Laws 6.7.1 */
static void test_late__who_never_opened_his_page_loses(void **state)
{
    const seats s = hall_game(&h, in_a_second);

    (void)state;
    assert_absent(s.arbiter, "white", "black");
    client white = opened(s.white);
    assert_true(client_expect(&white, "\"event\":\"arrive\"", CLIENT_PATIENCE_MS));
    assert_absent(s.arbiter, "black", NULL);
    assert_true(hall_do(&h, s.arbiter, "start"));
    json_t *game = hall_look(&h, s.arbiter);
    const long long left = number_at(game, "state.late_at") - number_at(game, "now");
    assert_in_range(left, 1, 1001);
    json_decref(game);
    assert_true(client_expect(&white, "\"result\":\"+/-\"", CLIENT_PATIENCE_MS));
    client_close(&white);
    /* he comes too late, and finds it so */
    client black = opened(s.black);
    client_close(&black);
    assert_int_equal(said(s.arbiter, "arrive"), 1);
    assert_absent(s.arbiter, NULL, NULL);
    /* the arbiter decides otherwise */
    assert_true(hall_do(&h, s.arbiter, "waive black"));
}

/* Laws 6.7.2 */
static void test_late__nobody_is_there(void **state)
{
    const seats s = hall_game(&h, in_a_second), t = hall_game(&h, in_an_hour);
    json_t *game;

    (void)state;
    client desk = opened(s.arbiter);
    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_true(hall_do(&h, t.arbiter, "start"));
    assert_true(client_expect(&desk, "\"result\":\"-/-\"", CLIENT_PATIENCE_MS));
    client_close(&desk);
    /* White's time runs, and is his loss */
    game = hall_look(&h, t.arbiter);
    assert_string_equal(text_at(game, "state.clock.running"), "white");
    assert_true(number_at(game, "state.clock.white") < 5430000 - 900);
    json_decref(game);
    /* what he does with his link says that he is there, also without a page */
    assert_true(hall_do(&h, t.white, "play e2e4"));
    assert_absent(t.white, "black", NULL);
    assert_true(hall_do(&h, t.black, "play e7e5"));
    assert_absent(t.white, NULL, NULL);
    assert_int_equal(said(t.white, "arrive"), 2);
}

/* Pages come and go; one arrives once, and a crash makes nobody absent. */
static void test_late__one_arrives_once(void **state)
{
    const seats s = hall_game(&h, in_an_hour);

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        client white = opened(s.white), again = opened(s.white);
        client_close(&white);
        client_close(&again);
    }
    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_int_equal(said(s.white, "arrive"), 1);
    hall_kill(&h);
    fixture_start(NULL);
    assert_absent(s.arbiter, "black", NULL);
    client white = opened(s.white), black = opened(s.black);
    assert_true(client_expect(&black, "\"event\":\"arrive\"", CLIENT_PATIENCE_MS));
    assert_int_equal(said(s.white, "arrive"), 2);
    assert_true(hall_do(&h, s.arbiter, "resume"));
    assert_true(hall_do(&h, s.white, "play e2e4"));
    client_close(&white);
    client_close(&black);
    /* those who look on, and the arbiter, are no players */
    const seats t = hall_game(&h, in_an_hour);
    client looks = opened(t.spectator), arbiter = opened(t.arbiter);
    assert_absent(t.arbiter, "white", "black");
    client_close(&looks);
    client_close(&arbiter);
}

/* Where no default time was named nobody is late, and nothing is said of it. */
static void test_late__only_where_it_is_regulated(void **state)
{
    static const char *const bodies[] = {
        "{\"mode\":\"tournament\"}",
        "{\"mode\":\"casual\",\"options\":{\"default-time\":\"1\"}}",
        "{\"mode\":\"tournament\",\"options\":{\"default-time\":\"1\",\"absent\":\"none\"}}",
    };

    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        const seats s = hall_game(&h, bodies[i]);
        assert_absent(s.arbiter, NULL, NULL);
        client white = opened(s.white);
        assert_int_equal(said(s.white, "arrive"), 0);
        client_close(&white);
    }
    /* the options are taken, and told to the form */
    json_t *told;
    assert_int_equal(hall_ask(&told, &h, "POST", "/api/regulations", NULL,
                              "{\"mode\":\"tournament\",\"options\":{\"default-time\":\"900\","
                              "\"points\":\"3-1-0\",\"draw-offers\":\"after:30\"}}"),
                     200);
    assert_string_equal(text_at(told, "options.default-time"), "900");
    assert_string_equal(text_at(told, "options.absent"), "both");
    assert_string_equal(text_at(told, "options.points"), "3-1-0");
    assert_string_equal(text_at(told, "options.draw-offers"), "after:30");
    json_decref(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_late__who_never_opened_his_page_loses, fixture_hall),
        FIXTURE_TEST(test_late__nobody_is_there, fixture_hall),
        FIXTURE_TEST(test_late__one_arrives_once, fixture_hall),
        FIXTURE_TEST(test_late__only_where_it_is_regulated, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
