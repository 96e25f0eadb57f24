/* SPDX-License-Identifier: MIT */
/*
 * Those who come without the desk's key, and the lists: how many games an address may open, when
 * the hall closes one that nobody plays, and how the list of games is turned over page by page.
 */
#include "support/hall/fixture.h"

/* ---- quotas */

static void start_small(unsigned per_address, unsigned all, uint64_t guests_max)
{
    arb_hall_config config = arb_hall_defaults();

    config.games_per_address = per_address;
    config.games_max = all;
    config.guests_max = guests_max;
    fixture_behind_proxy(&config);
    fixture_start(&config);
}

/* Makes a game from this address, with a token or none; returns the status. */
static unsigned make_from(json_t **out, const char *address, const char *token)
{
    client c = client_open(h.port);
    char head[400], bearer[96] = "";
    static reply r;

    if (token)
        (void)snprintf(bearer, sizeof bearer, "Authorization: Bearer %s\r\n", token);
    (void)snprintf(head, sizeof head,
                   "POST /api/games HTTP/1.1\r\nHost: hall.test\r\nX-Forwarded-For: %s\r\n%s"
                   "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
                   address, bearer);
    assert_true(client_send(&c, head));
    assert_true(client_reply(&r, &c, false));
    if (out)
        *out = json_loadb(r.body, r.size, 0, NULL);
    client_close(&c);
    return r.status;
}

static void test_hall__an_address_has_so_many_games_open(void **state)
{
    json_t *first, *answer;

    (void)state;
    start_small(3, 100, 0);
    assert_int_equal(make_from(&first, "192.0.2.1", NULL), 201);
    assert_int_equal(make_from(NULL, "192.0.2.1", NULL), 201);
    assert_int_equal(make_from(NULL, "192.0.2.1", NULL), 201);
    assert_int_equal(make_from(&answer, "192.0.2.1", NULL), 429);
    assert_string_equal(text_at(answer, "error"), "too-many-games");
    json_decref(answer);
    assert_int_equal(make_from(NULL, "192.0.2.2", NULL), 201);
    for (unsigned i = 0; i < 5; i++) /* the desk is not counted */
        assert_int_equal(make_from(NULL, "192.0.2.1", h.key), 201);
    assert_int_equal(hall_metric(&h, "games_of_guests"), 4);
    /* one is over: there is room for another; it is revoked: there is not */
    assert_true(hall_do(&h, text_at(first, "tokens.arbiter"), "award 1-0"));
    assert_int_equal(make_from(NULL, "192.0.2.1", NULL), 201);
    assert_true(hall_do(&h, text_at(first, "tokens.arbiter"), "revoke 1"));
    assert_int_equal(make_from(NULL, "192.0.2.1", NULL), 429);
    assert_true(hall_do(&h, text_at(first, "tokens.arbiter"), "award 1-0"));
    assert_int_equal(make_from(NULL, "192.0.2.1", NULL), 429); /* four were open */
    json_decref(first);
}

static void test_hall__a_full_hall_lets_the_desk_in(void **state)
{
    json_t *answer;
    char address[32];

    (void)state;
    start_small(50, 20, 0);
    for (unsigned i = 0; i < 20; i++) {
        (void)snprintf(address, sizeof address, "192.0.2.%u", i);
        assert_int_equal(make_from(NULL, address, NULL), 201);
    }
    assert_int_equal(make_from(&answer, "192.0.2.99", NULL), 503);
    assert_string_equal(text_at(answer, "error"), "full");
    json_decref(answer);
    assert_int_equal(make_from(NULL, "192.0.2.99", h.key), 201);
    (void)fixture_close(state);
    start_small(50, 20, 1); /* a database of more than a byte */
    assert_int_equal(make_from(NULL, "192.0.2.1", NULL), 503);
    assert_int_equal(make_from(NULL, "192.0.2.1", h.key), 201);
}

/* A request that makes no game takes no room. */
static void test_hall__what_was_refused_is_not_counted(void **state)
{
    (void)state;
    start_small(1, 10, 0);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(hall_ask(NULL, &h, "POST", "/api/games", NULL, "{\"time\":\"nonsense\"}"),
                         400);
    assert_int_equal(hall_metric(&h, "games_of_guests"), 0);
}

/* ---- games that nobody plays */

static bool phase_becomes(const seats *s, const char *phase)
{
    const int64_t until = client_now() + CLIENT_PATIENCE_MS;
    bool is_so = false;

    while (!is_so && client_now() < until) {
        json_t *game = hall_look(&h, s->arbiter);
        is_so = strcmp(text_at(game, "state.phase"), phase) == 0;
        json_decref(game);
        client_sleep(is_so ? 0 : 50);
    }
    return is_so;
}

static void test_hall__games_that_nobody_plays_are_closed(void **state)
{
    arb_hall_config config = arb_hall_defaults();

    (void)state;
    config.unbegun_ms = 400;
    config.idle_ms = 1200;
    config.unlimited = true;
    fixture_start(&config);
    const seats unbegun = hall_game(&h, "{}"), left = hall_game(&h, "{\"time\":\"none\"}"),
                adjourned = hall_game(&h, "{\"time\":\"none\"}"),
                tournament = hall_game(&h, "{\"mode\":\"tournament\"}");
    assert_true(hall_do(&h, left.arbiter, "start"));
    assert_true(hall_do(&h, adjourned.arbiter, "start"));
    assert_true(hall_do(&h, adjourned.arbiter, "stop"));
    assert_true(phase_becomes(&unbegun, "void"));
    assert_true(phase_becomes(&left, "void"));
    client_sleep(500);
    assert_true(phase_becomes(&adjourned, "stopped"));
    assert_true(phase_becomes(&tournament, "waiting"));
    json_t *game = hall_look(&h, left.arbiter);
    const size_t last = json_array_size(at(game, "log")) - 1;
    char path[32];
    (void)snprintf(path, sizeof path, "log.%zu.hall", last);
    assert_true(json_is_true(at(game, path))); /* the hall says so in the arbiter's place */
    json_decref(game);
    /* and the desk can take it back */
    (void)snprintf(path, sizeof path, "revoke %zu", last + 1);
    assert_true(hall_do(&h, left.arbiter, path));
}

/* ---- the list */

/* Reads the list page by page; returns how many games it had, each of them once. */
static unsigned turn_over(const char *token, const char *query, unsigned limit, unsigned *pages)
{
    long long before = 0;
    unsigned count = 0;

    *pages = 0;
    do {
        char path[96], from[40] = "";
        json_t *list, *entry;
        size_t i;
        if (before > 0)
            (void)snprintf(from, sizeof from, "&before=%lld", before);
        (void)snprintf(path, sizeof path, "/api/hall?limit=%u%s%s", limit, query, from);
        assert_int_equal(hall_ask(&list, &h, "GET", path, token, NULL), 200);
        assert_true(json_array_size(at(list, "games")) <= limit);
        json_array_foreach(at(list, "games"), i, entry)
        {
            const long long game = number_at(entry, "game");
            assert_true(before == 0 || game < before);
            before = game;
            count++;
        }
        const bool more = json_is_true(at(list, "more"));
        assert_int_equal(more, at(list, "next") != NULL);
        before = more ? number_at(list, "next") : 0;
        json_decref(list);
        ++*pages;
    } while (before > 0);
    return count;
}

static void test_hall__the_list_comes_in_pages(void **state)
{
    enum { GAMES = 230, OVER = 20, PRIVATE = 7 };
    static const char *const bad[] = { "limit=0",   "limit=101", "limit=x",     "before=0",
                                       "before=-1", "before=a",  "open=perhaps" };
    unsigned pages;

    (void)state;
    fixture_start(NULL);
    for (unsigned i = 0; i < GAMES; i++) {
        const seats s = hall_game(&h, i < PRIVATE ? "{\"public\":false}" : "{}");
        if (i % 11 == 5 && i / 11 < OVER)
            assert_true(hall_do(&h, s.arbiter, "award 1-0"));
    }
    assert_int_equal(turn_over(h.key, "", 100, &pages), GAMES);
    assert_int_equal(pages, 3);
    assert_int_equal(turn_over(NULL, "", 100, &pages), GAMES - PRIVATE);
    assert_int_equal(turn_over(h.key, "&open=no", 7, &pages), OVER);
    assert_int_equal(turn_over(h.key, "&open=yes", 100, &pages), GAMES - OVER);
    assert_int_equal(turn_over(h.key, "", GAMES / 10, &pages), GAMES);
    assert_int_equal(pages, 10); /* the last one is full, and nothing follows it */
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "/api/hall?%s", bad[i]);
        assert_int_equal(hall_ask(NULL, &h, "GET", path, NULL, NULL), 400);
    }
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/hall?before=999999999999999999", NULL, NULL),
                     200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__an_address_has_so_many_games_open, NULL),
        FIXTURE_TEST(test_hall__a_full_hall_lets_the_desk_in, NULL),
        FIXTURE_TEST(test_hall__what_was_refused_is_not_counted, NULL),
        FIXTURE_TEST(test_hall__games_that_nobody_plays_are_closed, NULL),
        FIXTURE_TEST(test_hall__the_list_comes_in_pages, NULL),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
