/* SPDX-License-Identifier: MIT */
/*
 * Games that are shown with a delay. Of two published games one is played to its end and in the
 * other nothing happens: whoever looks on must not be able to tell which is which, wherever he
 * looks, before its time; and when that has come he sees everything, once and in order.
 */
#define _GNU_SOURCE
#include <time.h>
#include <unistd.h>

#include "support/hall/doors.h"
#include "support/hall/fixture.h"

#define TOURNAMENT                                                                                 \
    "{\"mode\":\"tournament\",\"time\":\"5400+30\",\"public\":true,\"names\":{\"white\":\"Anna\"," \
    "\"black\":\"Bruno\",\"event\":\"Club\"}}"

/* Publishes two games, with a delay in seconds. */
static void publish(int first, int second, int delay)
{
    assert_int_equal(
        fixture_post(NULL, "/api/publish",
                     json_pack("{ss si s[{si si} {si si}]}", "name", "club", "delay", delay,
                               "games", "game", first, "round", 1, "game", second, "round", 1)),
        200);
}

/* ---- the same form */

/* What differs between two games in which the same has happened. */
static bool is_particular(const char *key)
{
    static const char *const keys[] = { "game", "now", "at", "seq", "token", "spectators", "id" };

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return false;
}

/* A clock that runs shows another time with every look, in both games alike. */
static void reduce(json_t *value)
{
    const char *key;
    json_t *one;
    void *next;
    size_t i;

    json_array_foreach(value, i, one) reduce(one);
    json_object_foreach_safe(value, next, key, one)
    {
        if (is_particular(key))
            json_object_set_new(value, key, json_true());
        else if (strcmp(key, "clock") == 0 && json_is_object(one)) {
            json_object_set_new(one, "white", json_true());
            reduce(one);
        } else if (strcmp(key, "time") == 0 && json_is_real(one)) {
            json_object_set_new(value, key, json_true());
        } else {
            reduce(one);
        }
    }
}

static char *form(json_t *value)
{
    reduce(value);
    char *text = json_dumps(value, JSON_SORT_KEYS);
    json_decref(value);
    return text;
}

/* An answer with its status, in this form; other files than JSON without their digits. */
static char *asked(const char *method, const char *path, const char *token, const char *body)
{
    char head[1024];
    client c = client_open(h.port);
    reply r;

    (void)snprintf(head, sizeof head,
                   "%s %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n%s"
                   "Content-Length: %zu\r\n\r\n%s",
                   method, path, token, body ? "Content-Type: application/json\r\n" : "",
                   body ? strlen(body) : 0, body ? body : "");
    if (!body)
        (void)snprintf(head, sizeof head,
                       "%s %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n",
                       method, path, token);
    assert_true(client_send(&c, head) && client_reply(&r, &c, false));
    json_t *json = json_loads(r.body, 0, NULL);
    char *told = json ? form(json) : strdup(r.body), *whole = NULL;
    for (char *at = told; !json && *at; at++)
        if (*at >= '0' && *at <= '9')
            *at = '0';
    assert_true(asprintf(&whole, "%u %s", r.status, told) > 0);
    free(told);
    client_close(&c);
    return whole;
}

static void assert_alike(const char *method, const char *path, const char *first,
                         const char *second, const char *body)
{
    char *a = asked(method, path, first, body), *b = asked(method, path, second, body);

    assert_string_equal(a, b);
    free(a);
    free(b);
}

/* The game in the list that anybody may ask for; NULL: it is not there. */
static char *listed(const seats *s, const char *query)
{
    json_t *list = NULL;
    char *found = NULL, path[64];

    (void)snprintf(path, sizeof path, "/api/hall%s", query);
    assert_int_equal(hall_ask(&list, &h, "GET", path, NULL, NULL), 200);
    json_t *games = at(list, "games");
    for (size_t i = 0; i < json_array_size(games) && !found; i++)
        if (number_at(json_array_get(games, i), "game") == s->game)
            found = form(json_deep_copy(json_array_get(games, i)));
    json_decref(list);
    return found;
}

/* In the list, once both are read. */
static void assert_listed_alike(const seats *first, const seats *second, const char *query)
{
    char *a = listed(first, query), *b = listed(second, query);

    for (unsigned i = 0; i < 500 && (!a || !b); i++) {
        free(a);
        free(b);
        (void)usleep(10000);
        a = listed(first, query);
        b = listed(second, query);
    }
    assert_non_null(a);
    assert_non_null(b);
    assert_string_equal(a, b);
    free(a);
    free(b);
}

/* What those who look on are told of both games. */
static void assert_untold(const seats *played, const seats *still)
{
    static const char *const paths[] = {
        "/api/game",       "/api/case",         "/api/pgn",   "/sheet?of=game",
        "/sheet?of=white", "/sheet?of=arbiter", "/api/sheet", "/sheet?of=game&blank=yes",
    };

    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        assert_alike("GET", paths[i], played->spectator, still->spectator, NULL);
    assert_listed_alike(played, still, "");
    assert_listed_alike(played, still, "?open=yes");
    char *over = listed(played, "?open=no");
    assert_null(over);
}

static const char *const moves[] = { "play e2e4", "play e7e5", "play g1f3", "play b8c6" };

static void play(const seats *s, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        assert_true(hall_do(&h, i % 2 ? s->black : s->white, moves[i]));
}

static void test_delay__nothing_is_told_before_its_time(void **state)
{
    char code[2][16];
    seats s[2];
    json_t *made, *answer;

    (void)state;
    for (unsigned i = 0; i < 2; i++)
        (void)code_of(code[i], TOURNAMENT, "spectator", &s[i]);
    publish(s[0].game, s[1].game, 3600);
    assert_true(hall_do(&h, s[0].arbiter, "start"));
    assert_true(hall_do(&h, s[1].arbiter, "start"));
    client page = hall_stream(&h, s[0].white, -1); /* who is there is news, too */
    play(&s[0], 4);
    assert_untold(&s[0], &s[1]);
    assert_true(hall_do(&h, s[0].white, "resign"));
    assert_untold(&s[0], &s[1]);
    /* the players, and the arbiter, know better */
    made = hall_look(&h, s[0].black);
    assert_string_equal(text_at(made, "state.result"), "0-1");
    json_decref(made);
    /* a report comes to the arbiter, and its answer tells nothing of the game */
    assert_alike("POST", "/api/events", s[0].spectator, s[1].spectator,
                 "{\"id\":\"r\",\"event\":\"report \\\"it rains\\\"\"}");
    /* nor does it when he says what he has seen, nor however often it is refused */
    json_t *look = hall_look(&h, s[0].spectator);
    assert_int_equal(number_at(look, "seq"), 0);
    json_decref(look);
    for (unsigned i = 0; i < 15; i++) {
        char body[96];
        (void)snprintf(body, sizeof body,
                       "{\"id\":\"s%u\",\"event\":\"report \\\"x\\\"\",\"seen\":3}", i);
        assert_alike("POST", "/api/events", s[0].spectator, s[1].spectator, body);
    }
    /* the code of those who look on is as good as before */
    for (unsigned i = 0; i < 2; i++) {
        char body[64];
        (void)snprintf(body, sizeof body, "{\"code\":\"%s\"}", code[i]);
        assert_int_equal(hall_ask(&answer, &h, "POST", "/api/join", NULL, body), 200);
        json_decref(answer);
    }
    client_close(&page);
    /* nor does a restart tell, or a killed hall */
    hall_kill(&h);
    fixture_start(NULL);
    assert_untold(&s[0], &s[1]);
}

/* A game that is annulled and played anew: not even that. */
/* The last move is in no answer to anything that can be asked, by the table of routes itself. */
static void test_delay__no_door_tells_the_last_move(void **state)
{
    static const char *const secrets[] = { "Nc6", "b8c6", "/2n5", NULL };
    const seats s = hall_game(&h, TOURNAMENT);
    const doors d = { .game = &s, .slug = "club", .secrets = secrets };

    (void)state;
    assert_int_equal(fixture_post(NULL, "/api/publish",
                                  json_pack("{ss si s[{si}]}", "name", "club", "delay", 3600,
                                            "games", "game", s.game)),
                     200);
    assert_true(hall_do(&h, s.arbiter, "start"));
    play(&s, 4);
    assert_true(doors_assert_silent(&h, &d) > 20);
    assert_true(hall_do(&h, s.white, "resign"));
    assert_true(doors_assert_silent(&h, &d) > 20);
}

static void test_delay__a_new_game_is_news_too(void **state)
{
    static const char file[] = "/live/club/round-1/games.pgn";
    static char before[1 << 14], after[1 << 14];
    json_t *again;
    char body[32];
    seats s[2];

    (void)state;
    for (unsigned i = 0; i < 2; i++)
        s[i] = hall_game(&h, TOURNAMENT);
    publish(s[0].game, s[1].game, 3600);
    assert_true(hall_do(&h, s[0].arbiter, "start"));
    assert_true(hall_do(&h, s[1].arbiter, "start"));
    play(&s[0], 1);
    assert_int_equal(client_once(h.port, "GET", file, NULL, before, sizeof before), 200);
    client_sleep(1000); /* the new game is made in another second */
    assert_true(hall_do(&h, s[0].arbiter, "annul"));
    assert_int_equal(hall_ask(&again, &h, "POST", "/api/again", s[0].arbiter, "{}"), 201);
    const seats anew = { .game = (int)number_at(again, "game") };
    json_decref(again);
    assert_untold(&s[0], &s[1]);
    assert_null(listed(&anew, ""));
    assert_int_equal(client_once(h.port, "GET", file, NULL, after, sizeof after), 200);
    assert_string_equal(before, after);
    (void)snprintf(body, sizeof body, "{\"game\":%d}", anew.game);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/watch", NULL, body), 404);
}

/* ---- when its time has come */

static int64_t now_ms(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_BOOTTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The next event tells of so many moves; `id` receives its number. */
static bool tells(long long *id, client *page, unsigned plies)
{
    char text[32];

    if (!client_expect(page, "id: ", CLIENT_PATIENCE_MS))
        return false;
    *id = strtoll(page->bytes, NULL, 10);
    (void)snprintf(text, sizeof text, "\"plies\":%u", plies);
    return client_expect(page, "event: event\n", CLIENT_PATIENCE_MS) &&
           client_expect(page, text, CLIENT_PATIENCE_MS) &&
           client_expect(page, "\n\n", CLIENT_PATIENCE_MS);
}

static void test_delay__everything_comes_once_and_in_order(void **state)
{
    long long last = 0, id = 0;

    (void)state;
    const seats s = hall_game(&h, TOURNAMENT), other = hall_game(&h, TOURNAMENT);
    publish(s.game, other.game, 1);
    client page = hall_stream(&h, s.spectator, -1);
    const int64_t begun = now_ms();
    assert_true(hall_do(&h, s.arbiter, "start"));
    play(&s, 4);
    for (unsigned i = 0; i <= 4; i++) {
        assert_true(tells(&id, &page, i));
        assert_true(now_ms() - begun >= 1000);
        assert_true(id > last);
        last = id;
    }
    json_t *game = hall_look(&h, s.spectator);
    assert_int_equal(json_array_size(at(game, "moves")), 4);
    assert_int_equal(number_at(game, "seq"), last);
    json_decref(game);
    /* without the delay the game is seen as it is, and the page is sent there */
    assert_true(hall_do(&h, s.white, "resign"));
    assert_int_equal(fixture_post(NULL, "/api/unpublish", json_pack("{ss}", "name", "club")), 200);
    assert_true(client_expect(&page, "event: reload", CLIENT_PATIENCE_MS));
    assert_true(client_closed(&page, CLIENT_PATIENCE_MS) >= 0);
    game = hall_look(&h, s.spectator);
    assert_string_equal(text_at(game, "state.result"), "0-1");
    json_decref(game);
    client_close(&page);
}

/* After a restart what had not been seen yet comes at its time, not sooner and not never. */
static void test_delay__goes_on_after_kills(void **state)
{
    (void)state;
    const seats s = hall_game(&h, TOURNAMENT), other = hall_game(&h, TOURNAMENT);
    publish(s.game, other.game, 3);
    assert_true(hall_do(&h, s.arbiter, "start"));
    const int64_t begun = now_ms();
    play(&s, 2);
    hall_kill(&h);
    fixture_start(NULL);
    json_t *game = hall_look(&h, s.spectator);
    const bool in_time = now_ms() - begun < 3000; /* on a machine that is busy it may be late */
    if (in_time)
        assert_int_equal(json_array_size(at(game, "moves")), 0);
    json_decref(game);
    client page = hall_stream(&h, s.spectator, 0);
    assert_true(client_expect(&page, "\"plies\":2", CLIENT_PATIENCE_MS));
    assert_true(now_ms() - begun >= 3000);
    client_close(&page);
    /* and the stop after the restart, which the hall entered itself */
    for (unsigned i = 0; i < 500; i++) {
        game = hall_look(&h, s.spectator);
        const bool stopped = strcmp(text_at(game, "state.phase"), "stopped") == 0;
        json_decref(game);
        if (stopped)
            return;
        client_sleep(20);
    }
    fail_msg("the stop is never seen");
}

/* Who looks at a game while a delay is set for it sees nothing more of now. */
static void test_delay__holds_for_pages_that_are_open(void **state)
{
    (void)state;
    const seats s = hall_game(&h, TOURNAMENT), other = hall_game(&h, TOURNAMENT);
    client page = hall_stream(&h, s.spectator, -1);
    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_true(client_expect(&page, "event: event", CLIENT_PATIENCE_MS));
    publish(s.game, other.game, 3600);
    play(&s, 2);
    assert_true(client_closed(&page, CLIENT_PATIENCE_MS) >= 0);
    assert_null(memmem(page.bytes, page.size, "\"plies\":1", 9));
    client_close(&page);
    json_t *game = hall_look(&h, s.spectator);
    assert_int_equal(json_array_size(at(game, "moves")), 0);
    json_decref(game);
}

/* ---- the desk */

static void test_publishing__is_kept_and_taken_back(void **state)
{
    json_t *all;
    const seats s = hall_game(&h, TOURNAMENT), other = hall_game(&h, TOURNAMENT);

    (void)state;
    publish(s.game, other.game, 900);
    hall_kill(&h);
    fixture_start(NULL);
    assert_int_equal(hall_ask(&all, &h, "GET", "/api/publications", h.key, NULL), 200);
    json_t *one = json_array_get(at(all, "publications"), 0);
    assert_string_equal(text_at(one, "name"), "club");
    assert_int_equal(number_at(one, "delay"), 900);
    assert_int_equal(number_at(one, "rounds"), 1);
    json_decref(all);
    assert_int_equal(fixture_post(&all, "/api/unpublish", json_pack("{ss}", "name", "club")), 200);
    assert_int_equal(json_array_size(at(all, "publications")), 0);
    json_decref(all);
    assert_int_equal(fixture_post(NULL, "/api/unpublish", json_pack("{ss}", "name", "club")), 404);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/publications", s.arbiter, NULL), 403);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/publications", NULL, NULL), 401);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_delay__nothing_is_told_before_its_time, fixture_hall),
        FIXTURE_TEST(test_delay__no_door_tells_the_last_move, fixture_hall),
        FIXTURE_TEST(test_delay__a_new_game_is_news_too, fixture_hall),
        FIXTURE_TEST(test_delay__everything_comes_once_and_in_order, fixture_hall),
        FIXTURE_TEST(test_delay__goes_on_after_kills, fixture_hall),
        FIXTURE_TEST(test_delay__holds_for_pages_that_are_open, fixture_hall),
        FIXTURE_TEST(test_publishing__is_kept_and_taken_back, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
