/* SPDX-License-Identifier: MIT */
/*
 * Which boards those are shown who have no link, and under which numbers: all of a round, however
 * many and in however many groups; and of an event nothing that its desk has not made.
 */
#define _GNU_SOURCE
#include "support/hall/boards.h"
#include "support/hall/fixture.h"

/* Makes a round of the event "Open" of this list. NULL: it has no group. */
static json_t *make_round_of(const char *text, const char *name, const char *group, bool is_public)
{
    static char id[24];
    static unsigned count;
    json_t *made;

    (void)snprintf(id, sizeof id, "0123456789abcdef%u", count++);
    assert_int_equal(
        fixture_post(&made, "/api/rounds",
                     json_pack("{ss ss ss ss? s{ss sb s{ss}}}", "id", id, "text", text, "name",
                               name, "group", group, "game", "mode", "tournament", "public",
                               is_public, "names", "event", "Open")),
        201);
    return made;
}

/* The same of so many boards; its games are shown, or hidden. */
static json_t *make_round(const char *name, const char *group, unsigned boards, bool is_public)
{
    enum { ROOM = 1 << 13 };
    static char text[ROOM];
    size_t size = 0;

    for (unsigned i = 1; i <= boards; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "%u;White %s%u;Black %u\n", i,
                                 group ? group : "", i, i);
    return make_round_of(text, name, group, is_public);
}

static void publish(const char *body)
{
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/publish", h.key, body), 200);
}

/* Asserts that these boards are told, as "1A 2A 1B": number and group. */
static void assert_boards(const char *query, const char *expected)
{
    json_t *list = boards_of(query), *one;
    char told[512] = "";
    size_t i, size = 0;

    json_array_foreach(at(list, "boards"), i, one)
    {
        const char *group = json_string_value(json_object_get(one, "group"));
        size += (size_t)snprintf(told + size, sizeof told - size, "%s%lld%s", i > 0 ? " " : "",
                                 number_at(one, "board"), group ? group : "");
    }
    if (strcmp(told, expected) != 0)
        fail_msg("%s: %s, not %s", query, told, expected);
    json_decref(list);
}

/* ---- boards of a round */

static void test_boards_which__boards_are_those_of_the_latest_round(void **state)
{
    json_t *earlier = make_round("Round 1", NULL, 3, true),
           *later = make_round("Round 2", NULL, 2, true);

    (void)state;
    assert_boards("?event=Open&boards=2", "2");
    assert_boards("?event=Open&boards=3", ""); /* not that of the round before */
    assert_boards("?event=Open&boards=2-3", "2");
    assert_boards("?boards=3", "");
    assert_boards("?event=Open&round=1&boards=3", "3");
    json_decref(earlier);
    json_decref(later);
}

static void test_boards_which__the_head_tells_the_numbers(void **state)
{
    json_t *made = make_round("Round 1", "A", 3, true),
           *other = make_round("Round 1", "B", 2, true),
           *list = boards_of("?event=Open&boards=2-3"),
           *numbers = json_pack("[iii]", 2, 3, 2); /* of each game */

    (void)state;
    assert_int_equal(json_array_size(at(list, "games")), 3);
    assert_true(json_equal(at(list, "numbers"), numbers));
    json_decref(numbers);
    json_decref(list);
    json_decref(made);
    json_decref(other);
}

/* ---- more than a stream carries */

/* The boards of part of a round, as a stream tells it. */
static void assert_part(const char *query, unsigned first, unsigned last, unsigned all)
{
    client c = board_stream(query);
    json_t *hello = board_event(&c, "hello");

    assert_int_equal(json_array_size(at(hello, "games")), last + 1 - first);
    assert_int_equal(number_at(hello, "from"), first);
    assert_int_equal(number_at(hello, "all"), all);
    assert_true(json_is_true(at(hello, "more")) == (last < all));
    json_decref(hello);
    for (unsigned i = first; i <= last; i++) {
        json_t *board = board_event(&c, "board");
        assert_int_equal(number_at(board, "board"), i);
        json_decref(board);
    }
    client_close(&c);
}

static void test_boards_which__all_of_a_large_round(void **state)
{
    static const char *const wrong[] = { "?from=0", "?from=x", "?from=", "?from=-1",
                                         "?games=1&from=2" };
    json_t *made = make_round("Round 1", NULL, 230, true);

    (void)state;
    assert_part("", 1, 100, 230);
    assert_part("?from=101", 101, 200, 230);
    assert_part("?round=1&from=201", 201, 230, 230);
    publish("{\"name\":\"open\",\"event\":\"Open\"}");
    assert_part("?event=open&from=101", 101, 200, 230);
    assert_part("?event=open&from=225", 225, 230, 230);
    json_t *list = boards_of("?event=open&boards=51-180&from=101");
    assert_int_equal(number_at(list, "all"), 130);
    assert_int_equal(number_at(json_array_get(at(list, "boards"), 0), "board"), 151);
    assert_int_equal(json_array_size(at(list, "boards")), 30);
    json_decref(list);
    list = boards_of("?event=open&from=231");
    assert_int_equal(json_array_size(at(list, "boards")), 0);
    assert_int_equal(number_at(list, "all"), 230);
    assert_true(json_is_false(at(list, "more")));
    json_decref(list);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "/api/boards%s", wrong[i]);
        assert_int_equal(hall_ask(NULL, &h, "GET", path, NULL, NULL), 400);
    }
    json_decref(made);
}

/* ---- groups */

static void test_boards_which__groups_of_a_round(void **state)
{
    json_t *a = make_round("Round 2", "A", 2, true), *b = make_round("Round 2", "B", 2, true),
           *earlier = make_round("Round 1", "A", 3, true);

    (void)state;
    assert_boards("?event=Open&round=2", "1A 2A 1B 2B");
    assert_boards("?event=Open&round=2&boards=2", "2A 2B");
    assert_boards("?round=2", "1B 2B"); /* the hall's own */
    assert_boards("", "1A 2A 3A");      /* the latest that was made */
    json_t *list = boards_of("?event=Open&round=2");
    assert_string_equal(text_at(list, "round.name"), "Round 2");
    assert_true(json_is_null(at(list, "round.group")));
    assert_true(json_is_true(at(list, "round.grouped")));
    json_decref(list);
    list = boards_of("?round=2");
    assert_string_equal(text_at(list, "round.group"), "B");
    assert_true(json_is_false(at(list, "round.grouped")));
    json_decref(list);
    json_decref(a);
    json_decref(b);
    json_decref(earlier);
}

/* A published event has the numbers of its files, and one board has each of them. */
static void test_boards_which__published_groups_follow_one_another(void **state)
{
    json_t *a = make_round("Round 1", "A", 2, true), *b = make_round("Round 1", "B", 2, true),
           *game;

    (void)state;
    publish("{\"name\":\"open\",\"event\":\"Open\"}");
    assert_boards("?event=open", "1A 2A 3B 4B");
    assert_boards("?event=open&boards=3", "3B");
    json_t *list = boards_of("?event=open&boards=3");
    assert_true(json_is_false(at(list, "round.grouped")));
    assert_string_equal(text_at(json_array_get(at(list, "boards"), 0), "names.white"), "White B1");
    assert_int_equal(hall_ask(&game, &h, "GET", "/live/open/round-1/game-3.json", NULL, NULL), 200);
    json_decref(game);
    json_decref(list);
    /* also on a stream, and there one text serves those who count otherwise */
    client published = board_stream("?event=open&boards=3"),
           own = board_stream("?round=2&boards=1");
    json_t *one = board_event(&published, "board"), *other = board_event(&own, "board");
    assert_int_equal(number_at(one, "board"), 3);
    assert_int_equal(number_at(other, "board"), 1);
    assert_int_equal(number_at(one, "game"), number_at(other, "game"));
    json_decref(one);
    json_decref(other);
    boards_do(b, "start");
    one = board_event(&published, "board");
    assert_int_equal(number_at(one, "board"), 3);
    assert_string_equal(text_at(one, "phase"), "playing");
    json_decref(one);
    client_close(&published);
    client_close(&own);
    json_decref(a);
    json_decref(b);
}

static void assert_file(const char *path, const char *tag)
{
    client c = client_open(h.port);
    char request[128];
    reply r;

    (void)snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path);
    assert_true(client_send(&c, request) && client_reply(&r, &c, false));
    assert_int_equal(r.status, 200);
    if (!strstr(r.body, tag))
        fail_msg("no %s in %s", tag, r.body);
    client_close(&c);
}

/* A board that stands in the hall under 21 is 21 wherever it is published, though it is the first
 * of its file; a second group that begins lower counts on. */
static void test_boards_which__published_boards_have_the_numbers_of_the_hall(void **state)
{
    (void)state;
    json_decref(make_round_of("21;Anna;Bruno\n24;Carla;Dino\n", "Round 1", "A", true));
    publish("{\"name\":\"open\",\"event\":\"Open\"}");
    assert_boards("?event=open", "21A 24A");
    json_decref(make_round_of("1;Elena;Fabio\n30;Gino;Ida\n", "Round 1", "B", true));
    assert_boards("?event=open", "21A 24A 25B 30B");
    assert_boards("?event=open&boards=24-25", "24A 25B");
    assert_file("/live/open/round-1/game-1.pgn", "[Round \"1.21\"]");
    assert_file("/live/open/round-1/game-2.pgn", "[Board \"24\"]");
    assert_file("/live/open/round-1/game-3.pgn", "[Round \"1.25\"]");
}

/* ---- whose games */

#define CITY "\"time\":\"5400+30\",\"public\":true,\"names\":{\"event\":\"City\"}"

/* Anybody may call the event of his game what he likes; that does not make it one of the event. */
static void test_boards_which__a_stranger_is_not_of_the_event(void **state)
{
    static const char round[] =
        "{\"id\":\"0123456789abcdefx\",\"text\":\"1;Anna;Bruno\",\"game\":{\"public\":%s,"
        "\"mode\":\"tournament\",\"names\":{\"event\":\"City\"}}}";
    char body[256];

    (void)state;
    (void)hall_game(&h, "{" CITY "}");
    assert_boards("?event=City", "");
    /* one that the desk has made is shown, also when the hall was opened again */
    assert_int_equal(
        hall_ask(NULL, &h, "POST", "/api/games", h.key, "{\"mode\":\"tournament\"," CITY "}"), 201);
    for (unsigned i = 0; i < 2; i++) {
        json_t *list = boards_of("?event=City");
        assert_int_equal(json_array_size(at(list, "games")), 1);
        assert_int_equal(json_integer_value(json_array_get(at(list, "games"), 0)), 2);
        json_decref(list);
        hall_kill(&h);
        fixture_start(NULL);
    }
    /* once there is a round of the event only rounds count, and this one is not to be seen yet */
    (void)snprintf(body, sizeof body, round, "false");
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/rounds", h.key, body), 201);
    assert_boards("?event=City", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_boards_which__boards_are_those_of_the_latest_round, fixture_hall),
        FIXTURE_TEST(test_boards_which__the_head_tells_the_numbers, fixture_hall),
        FIXTURE_TEST(test_boards_which__all_of_a_large_round, fixture_hall),
        FIXTURE_TEST(test_boards_which__groups_of_a_round, fixture_hall),
        FIXTURE_TEST(test_boards_which__published_groups_follow_one_another, fixture_hall),
        FIXTURE_TEST(test_boards_which__published_boards_have_the_numbers_of_the_hall,
                     fixture_hall),
        FIXTURE_TEST(test_boards_which__a_stranger_is_not_of_the_event, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
