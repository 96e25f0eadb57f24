/* SPDX-License-Identifier: MIT */
/*
 * Games that are shown with a delay, where many are told at once and where nobody asks: lists, and
 * streams. What has just happened is told neither by what comes nor by what is missing.
 */
#define _GNU_SOURCE
#include "support/hall/fixture.h"

enum { GAMES = 3, DELAY_S = 2 };

#define PUBLIC                                                                                     \
    "{\"mode\":\"tournament\",\"time\":\"5400+30\",\"public\":true,\"names\":{\"white\":\"Anna\"," \
    "\"black\":\"Bruno\",\"event\":\"Club\"}}"

static void publish(const seats games[], size_t count, int delay)
{
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_pack("{si}", "game", games[i].game));
    assert_int_equal(
        fixture_post(NULL, "/api/publish",
                     json_pack("{ss si so}", "name", "club", "delay", delay, "games", list)),
        200);
}

/* ---- who is there */

/* Nothing of this kind comes for a while. */
static void assert_no_news(client *page, const char *text)
{
    const int64_t until = client_now() + 600;

    while (client_now() < until)
        (void)client_receive(page, 50);
    assert_null(memmem(page->bytes, page->size, text, strlen(text)));
}

/* Who looks on hears of nobody's coming and going before its time. */
static void test_delay_lists__who_comes_and_goes_is_no_news(void **state)
{
    const seats s = hall_game(&h, PUBLIC);

    (void)state;
    publish(&s, 1, 3600);
    client page = hall_stream(&h, s.spectator, -1);
    assert_true(client_expect(&page, "\"spectators\":1", CLIENT_PATIENCE_MS));
    client white = hall_stream(&h, s.white, -1), arbiter = hall_stream(&h, s.arbiter, -1);
    assert_true(client_expect(&white, "\"white\":true", CLIENT_PATIENCE_MS));
    assert_no_news(&page, "presence");
    client_close(&white);
    client_close(&arbiter);
    assert_no_news(&page, "presence");
    /* of others who look on he hears at once */
    client other = hall_stream(&h, s.spectator, -1);
    assert_true(client_expect(&page, "\"spectators\":2", CLIENT_PATIENCE_MS));
    client_close(&other);
    assert_true(client_expect(&page, "\"spectators\":1", CLIENT_PATIENCE_MS));
    client_close(&page);
}

/* ---- lists */

/* The list, without what changes with every look. */
static char *listed(const char *query)
{
    char path[64];
    json_t *list = NULL;

    (void)snprintf(path, sizeof path, "/api/hall%s", query);
    assert_int_equal(hall_ask(&list, &h, "GET", path, NULL, NULL), 200);
    char *text = json_dumps(at(list, "games"), JSON_SORT_KEYS);
    json_decref(list);
    return text;
}

static void assert_listed(const char *query, const char *expected)
{
    char *text = listed(query);

    assert_string_equal(text, expected);
    free(text);
}

/* Boards of all of them, for those who have no link. */
static char *boards(void)
{
    json_t *all = NULL;

    assert_int_equal(hall_ask(&all, &h, "GET", "/api/boards?games=1,2,3", NULL, NULL), 200);
    char *text = json_dumps(at(all, "boards"), JSON_SORT_KEYS);
    json_decref(all);
    return text;
}

/* Games that go on, in which nothing has happened within the delay, and nobody looks at them. */
static void begin_quiet(seats s[GAMES])
{
    for (unsigned i = 0; i < GAMES; i++)
        s[i] = hall_game(&h, PUBLIC);
    publish(s, GAMES, DELAY_S);
    for (unsigned i = 0; i < GAMES; i++)
        assert_true(hall_do(&h, s[i].arbiter, "start"));
    client_sleep(DELAY_S * 1000 + 500);
}

static void test_delay_lists__tell_of_nobody_who_has_just_come(void **state)
{
    seats s[GAMES];

    (void)state;
    begin_quiet(s);
    char *before = listed("");
    client white = hall_stream(&h, s[1].white, -1);
    assert_true(client_expect(&white, "\"white\":true", CLIENT_PATIENCE_MS));
    assert_listed("", before);
    /* it is told when somebody looks on for so long */
    client page = hall_stream(&h, s[1].spectator, -1);
    assert_listed("", before);
    assert_true(client_expect(&page, "\"white\":true", DELAY_S * 1000 + CLIENT_PATIENCE_MS));
    char *after = listed("");
    assert_non_null(strstr(after, "\"white\": true"));
    free(after);
    free(before);
    client_close(&white);
    client_close(&page);
}

/* Nor is it found out whether anything has just happened there by asking for a list first. */
static void test_delay_lists__make_no_board_another_one(void **state)
{
    seats s[GAMES];

    (void)state;
    begin_quiet(s);
    char *before = boards();
    assert_true(hall_do(&h, s[1].white, "play e2e4"));
    for (unsigned i = 0; i < 3; i++) {
        free(listed(""));
        client_sleep(200);
        char *after = boards();
        assert_string_equal(after, before);
        free(after);
    }
    free(before);
}

/* On a stream of boards nothing comes before its time. */
static void test_delay_lists__streams_say_nothing(void **state)
{
    seats s[GAMES];
    reply r;

    (void)state;
    begin_quiet(s);
    client page = client_open(h.port);
    assert_true(client_ask(&page, "GET", "/api/boards/stream?games=1,2,3", NULL));
    assert_true(client_stream_head(&r, &page));
    for (unsigned i = 0; i < GAMES; i++)
        assert_true(client_expect(&page, "\"placement\"", CLIENT_PATIENCE_MS));
    assert_true(client_expect(&page, "\n\n", CLIENT_PATIENCE_MS));
    client_sleep(DELAY_S * 1000 + 500); /* who was there before is not known */
    while (client_receive(&page, 50))
        page.size = 0;
    assert_true(hall_do(&h, s[1].white, "play e2e4"));
    client white = hall_stream(&h, s[2].white, -1);
    assert_no_news(&page, "event:");
    client_close(&white);
    client_close(&page);
}

/* A game in which something has just happened is listed like the others. */
static void test_delay_lists__leave_nothing_out(void **state)
{
    static const char *const queries[] = { "", "?open=yes", "?open=no" };
    char *before[3];
    seats s[GAMES];

    (void)state;
    begin_quiet(s);
    for (unsigned i = 0; i < 3; i++)
        before[i] = listed(queries[i]);
    assert_non_null(strstr(before[0], "\"phase\": \"playing\""));
    assert_true(hall_do(&h, s[1].white, "play e2e4"));
    for (unsigned i = 0; i < 3; i++)
        assert_listed(queries[i], before[i]);
    assert_true(hall_do(&h, s[2].white, "resign"));
    for (unsigned i = 0; i < 3; i++)
        assert_listed(queries[i], before[i]);
    /* and what has happened is told in its time */
    client_sleep(DELAY_S * 1000 + 500);
    char *over = listed("?open=no");
    assert_non_null(strstr(over, "\"result\": \"0-1\""));
    assert_true(hall_do(&h, s[2].white, "sign 0-1"));
    assert_listed("?open=no", over);
    free(over);
    char *open = listed("?open=yes");
    assert_non_null(strstr(open, "\"moves\": 1"));
    free(open);
    for (unsigned i = 0; i < 3; i++)
        free(before[i]);
}

/* What is over in the files of the event stays over, whatever is done there afterwards. */
static void test_delay_lists__what_is_over_stays_over(void **state)
{
    static const char file[] = "/live/club/tournament.json";
    static char before[1 << 12], after[1 << 12];
    seats s[GAMES];

    (void)state;
    begin_quiet(s);
    for (unsigned i = 0; i < GAMES; i++)
        assert_true(hall_do(&h, s[i].white, "resign"));
    client_sleep(DELAY_S * 1000 + 500);
    assert_int_equal(client_once(h.port, "GET", file, NULL, before, sizeof before), 200);
    assert_non_null(strstr(before, "\"live\":false"));
    assert_true(hall_do(&h, s[0].white, "sign 0-1"));
    assert_int_equal(client_once(h.port, "GET", file, NULL, after, sizeof after), 200);
    assert_string_equal(after, before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_delay_lists__who_comes_and_goes_is_no_news, fixture_hall),
        FIXTURE_TEST(test_delay_lists__tell_of_nobody_who_has_just_come, fixture_hall),
        FIXTURE_TEST(test_delay_lists__make_no_board_another_one, fixture_hall),
        FIXTURE_TEST(test_delay_lists__streams_say_nothing, fixture_hall),
        FIXTURE_TEST(test_delay_lists__leave_nothing_out, fixture_hall),
        FIXTURE_TEST(test_delay_lists__what_is_over_stays_over, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
