/* SPDX-License-Identifier: MIT */
/* Boards for those who have no link: many of them in one stream, within limits. */
#define _GNU_SOURCE
#include "support/hall/boards.h"
#include "support/hall/fixture.h"

/* ---- many boards */

static void test_boards__a_round_in_one_stream(void **state)
{
    enum { BOARDS = 20 };
    json_t *made = boards_round("Round 3", BOARDS), *event;
    client c = board_stream("");

    (void)state;
    event = board_event(&c, "hello");
    assert_int_equal(json_array_size(at(event, "games")), BOARDS);
    assert_int_equal(number_at(event, "round.number"), 3);
    assert_string_equal(text_at(event, "round.event"), "Open");
    assert_true(json_is_false(at(event, "more")));
    assert_int_equal(strlen(text_at(event, "pages")), 16);
    json_decref(event);
    for (unsigned i = 1; i <= BOARDS; i++) { /* in the order of their numbers */
        event = board_event(&c, "board");
        assert_int_equal(number_at(event, "board"), i);
        assert_string_equal(text_at(event, "phase"), "waiting");
        json_decref(event);
    }
    boards_do(made, "start");
    for (unsigned i = 1; i <= BOARDS; i++)
        board_expect(&c, "\"phase\":\"playing\"");
    json_t *seventh = json_array_get(at(made, "boards"), 6);
    assert_true(hall_do(&h, text_at(seventh, "tokens.white"), "play e2e4"));
    event = board_event(&c, "board");
    assert_int_equal(number_at(event, "board"), 7);
    assert_string_equal(text_at(event, "last.san"), "e4");
    assert_string_equal(text_at(event, "last.uci"), "e2e4");
    assert_string_equal(text_at(event, "turn"), "black");
    assert_string_equal(text_at(event, "clock.running"), "black");
    json_decref(event);
    assert_true(hall_do(&h, text_at(seventh, "tokens.black"), "resign"));
    event = board_event(&c, "board");
    assert_string_equal(text_at(event, "result"), "1-0");
    json_decref(event);
    client_close(&c);
    json_decref(made);
}

static void test_boards__which_are_told(void **state)
{
    static const struct {
        const char *query;
        size_t count;
        long long first; /* number of the first board */
    } rows[] = {
        { "", 5, 1 },
        { "?round=1", 3, 1 },
        { "?round=2", 5, 1 },
        { "?round=3", 0, 0 },
        { "?event=Open", 5, 1 },
        { "?event=Open&round=7", 3, 1 },
        { "?event=Open&round=8", 5, 1 },
        { "?event=Open&round=1", 0, 0 },
        { "?event=open", 0, 0 },
        { "?event=Club+evening", 1, 0 },
        { "?event=Club%20evening", 1, 0 },
        { "?boards=2-3", 2, 2 },
        { "?boards=5,1-2", 3, 1 },
        { "?round=1&boards=4", 0, 0 },
        { "?games=1,2,9999", 2, 1 },
        { "?games=1,1,1", 1, 1 },
        { "?games=9999", 0, 0 },
    };
    json_t *one = boards_round("Round 7", 3), *two = boards_round("Round 8", 5);

    (void)state;
    assert_int_equal(
        hall_ask(NULL, &h, "POST", "/api/games", h.key, "{\"names\":{\"event\":\"Club evening\"}}"),
        201);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        json_t *list = boards_of(rows[i].query), *boards = at(list, "boards");
        const json_t *first = json_object_get(json_array_get(boards, 0), "board");

        if (json_array_size(boards) != rows[i].count || json_integer_value(first) != rows[i].first)
            fail_msg("%s: %zu boards, from %lld", rows[i].query, json_array_size(boards),
                     (long long)json_integer_value(first));
        json_decref(list);
    }
    json_decref(one);
    json_decref(two);
}

/* What is known of players stands beside their names. */
static void test_boards__titles_and_ratings(void **state)
{
    static const char round[] =
        "{\"id\":\"0123456789abcdeft\",\"text\":\"board;white title;white;white rating;black\\n"
        "1;GM;Anna;2500;Bruno\",\"game\":{\"time\":\"5400+30\",\"mode\":\"tournament\"}}";
    json_t *made, *list;

    (void)state;
    assert_int_equal(hall_ask(&made, &h, "POST", "/api/rounds", h.key, round), 201);
    list = boards_of("");
    json_t *board = json_array_get(at(list, "boards"), 0);
    assert_string_equal(text_at(board, "titles.white"), "GM");
    assert_string_equal(text_at(board, "ratings.white"), "2500");
    assert_true(json_is_null(at(board, "titles.black")));
    assert_true(json_is_null(at(board, "ratings.black")));
    json_decref(list);
    json_decref(made);
}

static void test_boards__bad_questions(void **state)
{
    static const char *const rows[][2] = {
        { "?games=", "games" },
        { "?games=x", "games" },
        { "?games=1,", NULL },
        { "?games=1,-2", "games" },
        { "?games=1&round=1", "games" },
        { "?games=1&boards=1", "games" },
        { "?games=1.5", "games" },
        { "?games=99999999999999999999", "games" },
        { "?round=", "round" },
        { "?round=0", "round" },
        { "?round=one", "round" },
        { "?round=-1", "round" },
        { "?boards=", "boards" },
        { "?boards=0", "boards" },
        { "?boards=3-1", "boards" },
        { "?boards=1-", "boards" },
        { "?boards=-3", "boards" },
        { "?boards=1-2-3", "boards" },
        { "?boards=1000000", "boards" },
        { "?boards=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17", "boards" },
        { "?event=", "event" },
        { "?event=%00", "event" },
        { "?event=%zz", "event" },
    };
    char long_list[1200] = "?games=1", long_name[512] = "?event=";

    (void)state;
    for (size_t i = 0; i < 100; i++)
        strcat(long_list, ",1");
    memset(long_name + 7, 'x', 201);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] + 2; i++) {
        const size_t count = sizeof rows / sizeof rows[0];
        const char *query = i < count ? rows[i][0] : i == count ? long_list : long_name;
        const char *wrong = i < count ? rows[i][1] : i == count ? "games" : "event";
        static const char *const paths[] = { "/api/boards", "/api/boards/stream" };
        for (unsigned j = 0; j < 2; j++) {
            char path[1400];
            json_t *body;
            (void)snprintf(path, sizeof path, "%s%s", paths[j], query);
            const unsigned status = hall_ask(&body, &h, "GET", path, NULL, NULL);
            if (status != (wrong ? 400 : 200) ||
                (wrong && strcmp(text_at(body, "field"), wrong) != 0))
                fail_msg("%s: %u", path, status);
            json_decref(body);
        }
    }
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/boards/moves", NULL, NULL), 400);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/boards/moves?game=a", NULL, NULL), 400);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/boards/moves?game=7", NULL, NULL), 404);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/boards", NULL, NULL), 405);
}

/* ---- limits */

static int begin_behind_proxy(void **state)
{
    arb_hall_config config = arb_hall_defaults();

    (void)state;
    hall_init(&h);
    config.unlimited = true;
    fixture_behind_proxy(&config);
    fixture_start(&config);
    return 0;
}

static void test_boards__streams_of_an_address(void **state)
{
    enum { MOST = 64 };
    client all[MOST], more;

    (void)state;
    (void)hall_game(&h, BOARD_NAMED);
    for (unsigned i = 0; i < MOST; i++)
        assert_true(board_stream_from(&all[i], "", "198.51.100.7"));
    assert_false(board_stream_from(&more, "", "198.51.100.7"));
    assert_true(board_stream_from(&more, "", "198.51.100.8"));
    client_close(&more);
    assert_true(hall_metric_becomes(&h, "boards_streams", MOST, CLIENT_PATIENCE_MS));
    assert_int_equal(hall_metric(&h, "boards_refused_total"), 1);
    client_close(&all[0]);
    assert_true(hall_metric_becomes(&h, "boards_streams", MOST - 1, CLIENT_PATIENCE_MS));
    assert_true(board_stream_from(&all[0], "", "198.51.100.7"));
    for (unsigned i = 0; i < MOST; i++)
        client_close(&all[i]);
    assert_true(hall_metric_becomes(&h, "boards_streams", 0, CLIENT_PATIENCE_MS));
}

/* A hundred boards at most; the others are asked for by their numbers. */
static void test_boards__boards_of_a_stream(void **state)
{
    json_t *made = boards_round("Round 1", 120), *event;
    client c = board_stream("?round=1"), rest = board_stream("?round=1&boards=101-120");

    (void)state;
    event = board_event(&c, "hello");
    assert_int_equal(json_array_size(at(event, "games")), 100);
    assert_true(json_is_true(at(event, "more")));
    json_decref(event);
    event = board_event(&rest, "hello");
    assert_int_equal(json_array_size(at(event, "games")), 20);
    assert_true(json_is_false(at(event, "more")));
    json_decref(event);
    for (unsigned i = 1; i <= 120; i++) {
        event = board_event(i <= 100 ? &c : &rest, "board");
        assert_int_equal(number_at(event, "board"), i);
        json_decref(event);
    }
    client_close(&c);
    client_close(&rest);
    json_decref(made);
}

/* Who does not read is not dropped, and is not told everything: how it stands in the end. */
static void test_boards__a_slow_reader_is_told_the_latest(void **state)
{
    static const char *const moves[] = { "play g1f3", "play g8f6", "play f3g1", "play f6g8" };
    enum { STREAMS = 40, MOVES = 60 };
    const seats s = started(BOARD_NAMED);
    client slow[STREAMS], quick = board_stream("");

    (void)state;
    for (unsigned i = 0; i < STREAMS; i++)
        slow[i] = board_stream("");
    for (unsigned i = 0; i < MOVES; i++)
        (void)hall_do(&h, i % 2 ? s.black : s.white,
                      i < 8   ? moves[i % 4]
                      : i % 2 ? "touch e7 accidental"
                              : "write x");
    assert_true(hall_do(&h, s.black, "resign"));
    board_expect(&quick, "\"result\":\"1-0\"");
    for (unsigned i = 0; i < STREAMS; i++) {
        board_expect(&slow[i], "\"result\":\"1-0\"");
        client_close(&slow[i]);
    }
    assert_int_equal(hall_metric(&h, "http_streams_dropped_total"), 0);
    client_close(&quick);
}

/* ---- what comes and goes */

static void test_boards__there_are_others(void **state)
{
    const seats first = hall_game(&h, BOARD_NAMED);
    char query[64];
    client latest = board_stream(""), single;

    (void)state;
    (void)snprintf(query, sizeof query, "?games=%d", first.game);
    single = board_stream(query);
    board_expect(&latest, "event: board");
    board_expect(&single, "event: board");
    (void)hall_game(&h, BOARD_NAMED); /* a game by itself */
    board_expect(&latest, "event: reload");
    assert_true(client_closed(&latest, CLIENT_PATIENCE_MS) >= 0);
    client_close(&latest);
    latest = board_stream("");
    json_t *hello = board_event(&latest, "hello");
    assert_int_equal(json_array_size(at(hello, "games")), 2);
    json_decref(hello);
    json_t *made = boards_round("Round 1", 2); /* a round takes their place */
    board_expect(&latest, "event: reload");
    client_close(&latest);
    latest = board_stream("");
    hello = board_event(&latest, "hello");
    assert_int_equal(json_array_size(at(hello, "games")), 2);
    assert_int_equal(number_at(hello, "round.number"), 1);
    json_decref(hello);
    /* whoever has named a game is not told of others */
    assert_true(hall_do(&h, first.arbiter, "start"));
    json_t *event = board_event(&single, "board");
    assert_string_equal(text_at(event, "phase"), "playing");
    json_decref(event);
    client_close(&latest);
    client_close(&single);
    json_decref(made);
}

/* A hall that was opened again has its games asleep: they are read for whoever looks, and those
 * that nobody plays do not stay in memory. */
static void test_boards__games_that_sleep_are_read(void **state)
{
    enum { BOARDS = 12 };
    json_t *made = boards_round("Round 1", BOARDS);

    (void)state;
    boards_do(made, "start");
    for (unsigned i = 0; i < BOARDS; i++) {
        json_t *board = json_array_get(at(made, "boards"), i);
        assert_true(hall_do(&h, text_at(board, "tokens.white"), "play e2e4"));
        assert_true(hall_do(&h, text_at(board, "tokens.black"), "resign"));
    }
    assert_int_equal(hall_stop(&h), 0);
    fixture_start(NULL);
    assert_int_equal(hall_metric(&h, "games_in_memory"), 0);
    client c = board_stream("?round=1"), twin = board_stream("?round=1");
    for (unsigned read = 0; read < BOARDS;) {
        json_t *event = board_event(&c, "board");
        assert_string_equal(text_at(event, "result"), "1-0");
        if (!at(event, "asleep")) {
            assert_string_equal(text_at(event, "last.san"), "e4");
            read++;
        }
        json_decref(event);
    }
    assert_true(hall_metric_becomes(&h, "games_in_memory", 0, 4 * CLIENT_PATIENCE_MS));
    /* who comes later is told at once */
    client late = board_stream("?round=1");
    json_t *event = board_event(&late, "board");
    assert_null(at(event, "asleep"));
    json_decref(event);
    client_close(&c);
    client_close(&twin);
    client_close(&late);
    assert_true(hall_metric_becomes(&h, "boards_streams", 0, CLIENT_PATIENCE_MS));
    json_decref(made);
}

/* Whoever goes while games are read for him leaves nothing behind. */
static void test_boards__who_goes_at_once(void **state)
{
    json_t *made = boards_round("Round 1", 30);

    (void)state;
    assert_int_equal(hall_stop(&h), 0);
    fixture_start(NULL);
    for (unsigned i = 0; i < 20; i++) {
        client c = board_stream("?round=1");
        client_close(&c);
    }
    assert_true(hall_metric_becomes(&h, "boards_streams", 0, CLIENT_PATIENCE_MS));
    client c = board_stream("?round=1&boards=30");
    for (json_t *event = NULL; !event || at(event, "asleep");) {
        json_decref(event);
        event = board_event(&c, "board");
        if (!at(event, "asleep")) {
            json_decref(event);
            break;
        }
    }
    client_close(&c);
    json_decref(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_boards__a_round_in_one_stream, fixture_hall),
        FIXTURE_TEST(test_boards__which_are_told, fixture_hall),
        FIXTURE_TEST(test_boards__titles_and_ratings, fixture_hall),
        FIXTURE_TEST(test_boards__bad_questions, fixture_hall),
        FIXTURE_TEST(test_boards__streams_of_an_address, begin_behind_proxy),
        FIXTURE_TEST(test_boards__boards_of_a_stream, fixture_hall),
        FIXTURE_TEST(test_boards__a_slow_reader_is_told_the_latest, fixture_hall),
        FIXTURE_TEST(test_boards__there_are_others, fixture_hall),
        FIXTURE_TEST(test_boards__games_that_sleep_are_read, fixture_hall),
        FIXTURE_TEST(test_boards__who_goes_at_once, fixture_hall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
