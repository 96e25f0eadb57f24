/* SPDX-License-Identifier: MIT */
/*
 * The feed of published rounds, as a broadcast reads it; and `arbitro relay`, which brings it to
 * one that waits for pushes. See support/hall/receiver.h for what broadcasts are known to do.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/hall/fixture.h"
#include "support/hall/readers.h"
#include "support/hall/receiver.h"

enum { BOARDS_MAX = 128, OUTPUT_ROOM = 1 << 16 };

static const char list[] =
    "board;white title;white;white elo;white fide id;white team;black;black fide id\n"
    "1;GM;\"N\xC3\xA8ri, Anna\";2415;900001;Club \"\"A\"\";Bruno;900002\n"
    "2;;Carla;;;;Dino;\n"
    "3;;Elena;;;;Franco;\n";

/* The seats of the round at hand. */
static seats at_board[BOARDS_MAX];

/* Makes round 3 of this list and publishes its event. */
static void open_round(const char *pairings, int delay)
{
    json_t *round, *one;
    size_t i;

    assert_int_equal(
        fixture_post(&round, "/api/rounds",
                     json_pack("{ss ss ss s{ss s{ss}}}", "id", "0123456789abcdef01234567", "text",
                               pairings, "name", "Round 3", "game", "time", "5400+30", "names",
                               "event", "Open \"2026\"")),
        201);
    json_array_foreach(at(round, "boards"), i, one)
    {
        at_board[i].game = (int)number_at(one, "game");
        (void)snprintf(at_board[i].white, 32, "%s", text_at(one, "tokens.white"));
        (void)snprintf(at_board[i].black, 32, "%s", text_at(one, "tokens.black"));
        (void)snprintf(at_board[i].arbiter, 32, "%s", text_at(one, "tokens.arbiter"));
    }
    json_decref(round);
    assert_int_equal(fixture_post(NULL, "/api/publish",
                                  json_pack("{ss ss si}", "name", "open", "event", "Open \"2026\"",
                                            "delay", delay)),
                     200);
}

static reply head_of(client *c, const char *method, const char *path, const char *lines)
{
    char text[512];
    reply r = { .status = 0 };

    *c = client_open(h.port);
    (void)snprintf(text, sizeof text, "%s %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n", method, path,
                   lines);
    assert_true(client_send(c, text) && client_reply(&r, c, strcmp(method, "HEAD") == 0));
    return r;
}

#define ROUND "/live/open/round-3"

/* Fetches the round, and asserts that a broadcast can show it. */
static board_list *shown(void)
{
    static board_list list_of;

    const char *why = receiver_fetch(&list_of, h.port, ROUND "/games.pgn", NULL);
    if (why)
        fail_msg("the broadcast shows nothing: %s", why);
    return &list_of;
}

/* ---- what it reads */

static void test_feed__a_round_as_broadcasts_read_it(void **state)
{
    (void)state;
    open_round(list, 0);
    board_list *all = shown();
    assert_int_equal(all->count, 3); /* not begun, and no game is an empty one */
    assert_true(hall_do(&h, at_board[0].arbiter, "start"));
    assert_true(hall_do(&h, at_board[0].white, "play e2e4"));
    assert_true(hall_do(&h, at_board[0].black, "play e7e5"));
    assert_true(hall_do(&h, at_board[1].arbiter, "start"));
    assert_true(hall_do(&h, at_board[1].white, "resign"));
    client_sleep(300); /* for so long the files are the same */
    all = shown();
    assert_int_equal(all->count, 3);
    const received *first = receiver_find(all, "N\xC3\xA8ri, Anna");
    assert_non_null(first);
    assert_string_equal(first->moves, "e4 e5 ");
    assert_int_equal(first->clocked, 2);
    assert_string_equal(first->ids[0], "900001");
    assert_string_equal(first->ids[1], "900002");
    assert_string_equal(first->round, "3.1");
    assert_string_equal(first->result, "*");
    assert_string_equal(receiver_find(all, "Carla")->result, "0-1");
    assert_string_equal(receiver_find(all, "Elena")->round, "3.3");
    /* time that the arbiter adds is seen before the next move */
    const received before = *first;
    assert_true(hall_do(&h, at_board[0].arbiter, "stop"));
    assert_true(hall_do(&h, at_board[0].arbiter, "set-clock white 6000"));
    client_sleep(300);
    first = receiver_find(shown(), "N\xC3\xA8ri, Anna");
    assert_string_equal(first->clocks[0], "1:40:00");
    assert_string_equal(first->moves, before.moves);
}

static json_t *json_of(const char *path)
{
    client c;
    const reply r = head_of(&c, "GET", path, "");

    assert_int_equal(r.status, 200);
    client_assert_header(&r, "Content-Type", "application/json; charset=utf-8");
    json_t *json = json_loads(r.body, 0, NULL);
    assert_non_null(json);
    client_close(&c);
    return json;
}

/* The folder of files that electronic boards made common: index.json and game-N.json beside it. */
static void test_feed__the_same_as_json(void **state)
{
    (void)state;
    open_round(list, 0);
    assert_true(hall_do(&h, at_board[0].arbiter, "start"));
    assert_true(hall_do(&h, at_board[0].white, "play e2e4"));
    json_t *index = json_of(ROUND "/index.json"), *game = json_of(ROUND "/game-1.json"),
           *all = json_of("/live/open/tournament.json");
    json_t *first = json_array_get(at(index, "pairings"), 0);
    assert_int_equal(json_array_size(at(index, "pairings")), 3);
    assert_string_equal(text_at(first, "white.lname"), "N\xC3\xA8ri");
    assert_string_equal(text_at(first, "white.fname"), "Anna");
    assert_string_equal(text_at(first, "white.title"), "GM");
    assert_int_equal(number_at(first, "white.fideid"), 900001);
    assert_string_equal(text_at(first, "black.lname"), "Bruno");
    assert_string_equal(text_at(first, "result"), "*");
    assert_true(json_is_true(at(first, "live")));
    assert_int_equal(json_array_size(at(game, "moves")), 1);
    assert_int_equal(strncmp(json_string_value(json_array_get(at(game, "moves"), 0)), "e4 54", 5),
                     0);
    assert_true(json_is_false(at(game, "clock.run"))); /* Black's runs */
    assert_int_equal(number_at(game, "chess960"), 518);
    assert_string_equal(text_at(all, "id"), "open");
    assert_string_equal(text_at(all, "name"), "Open \"2026\"");
    assert_int_equal(json_array_size(at(all, "rounds")), 3);
    assert_int_equal(number_at(json_array_get(at(all, "rounds"), 2), "count"), 3);
    json_decref(index);
    json_decref(game);
    json_decref(all);
}

static void test_feed__is_fetched_again_for_little(void **state)
{
    char tag[64], lines[128];
    client c;

    (void)state;
    open_round(list, 0);
    reply r = head_of(&c, "GET", ROUND "/games.pgn", "");
    assert_int_equal(r.status, 200);
    client_assert_header(&r, "Content-Type", "application/x-chess-pgn; charset=utf-8");
    client_assert_header(&r, "Access-Control-Allow-Origin", "*");
    assert_true(client_header(tag, sizeof tag, &r, "ETag"));
    const size_t size = strlen(r.body);
    client_close(&c);
    r = head_of(&c, "HEAD", ROUND "/games.pgn", "");
    char length[24], expected[24];
    (void)snprintf(expected, sizeof expected, "%zu", size);
    assert_true(client_header(length, sizeof length, &r, "Content-Length"));
    assert_string_equal(length, expected);
    client_close(&c);
    (void)snprintf(lines, sizeof lines, "If-None-Match: %s\r\n", tag);
    r = head_of(&c, "GET", ROUND "/games.pgn", lines);
    assert_int_equal(r.status, 304);
    client_close(&c);
    assert_true(hall_do(&h, at_board[0].arbiter, "start"));
    assert_true(hall_do(&h, at_board[0].white, "play e2e4"));
    client_sleep(300);
    r = head_of(&c, "GET", ROUND "/games.pgn", lines);
    assert_int_equal(r.status, 200);
    client_close(&c);
    static const struct {
        const char *method, *path;
        unsigned status;
    } others[] = {
        { "GET", "/live/other/round-3/games.pgn", 404 },
        { "GET", ROUND "/game-4.pgn", 404 },
        { "GET", ROUND "/game-4.json", 404 },
        { "GET", "/live/open/round-4", 404 },
        { "GET", "/live/open", 404 },
        { "GET", ROUND, 200 },
        { "GET", ROUND "/game-2.pgn", 200 },
        { "GET", ROUND "/games.pgn?form=x", 400 },
        { "GET", ROUND "/games.pgn?form=relay", 200 },
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        r = head_of(&c, others[i].method, others[i].path, "");
        assert_int_equal(r.status, others[i].status);
        client_close(&c);
    }
    assert_int_equal(hall_ask(NULL, &h, "POST", ROUND "/games.pgn", NULL, "{}"), 413);
}

/* What is no move ends what the relay's form tells of a game, and the result is told all the same;
 * the faithful form has it once it may be told. */
static void test_feed__what_is_no_move(void **state)
{
    static const char blitz[] = "{\"mode\":\"tournament\",\"time\":\"180+2\",\"names\":{\"white\":"
                                "\"Anna\",\"black\":\"Bruno\"}}";
    const seats s = started(blitz);
    const char *text;
    board_list *all = calloc(1, sizeof *all);

    (void)state;
    json_t *why = NULL; /* one game is one board */
    assert_int_equal(fixture_post(&why, "/api/publish",
                                  json_pack("{ss s[{si}{si}]}", "name", "open", "games", "game",
                                            s.game, "game", s.game)),
                     400);
    assert_string_equal(text_at(why, "field"), "games");
    json_decref(why);
    assert_int_equal(
        fixture_post(NULL, "/api/publish",
                     json_pack("{ss s[{si}]}", "name", "open", "games", "game", s.game)),
        200);
    assert_true(hall_do(&h, s.white, "play e2e4"));
    assert_true(hall_do(&h, s.black, "play e7e5"));
    assert_true(hall_do(&h, s.white, "play g1g3"));
    assert_true(hall_do(&h, s.black, "play b8c6"));
    for (unsigned i = 0; i < 2; i++) {
        const char *path =
            i == 0 ? "/live/open/round-1/games.pgn?form=faithful" : "/live/open/round-1/games.pgn";
        assert_null(receiver_fetch(all, h.port, path, &text));
        assert_string_equal(receiver_find(all, "Anna")->moves, "e4 e5 ");
        assert_null(strstr(text, "illegal"));
    }
    assert_true(hall_do(&h, s.white, "resign"));
    client_sleep(300);
    assert_null(receiver_fetch(all, h.port, "/live/open/round-1", &text));
    assert_string_equal(receiver_find(all, "Anna")->moves, "e4 e5 ");
    assert_string_equal(receiver_find(all, "Anna")->result, "0-1");
    readers_take_pgn(h.folder, text, 1);
    client c;
    const reply r = head_of(&c, "GET", "/live/open/round-1/games.pgn?form=faithful", "");
    assert_non_null(strstr(r.body, "[%arb illegal g1g3]"));
    assert_non_null(strstr(r.body, "Nc6"));
    client_close(&c);
    free(all);
}

/* Names as people have them, the longest that there may be, and games from other positions: other
 * programs read every file. */
static void test_feed__whatever_people_are_called(void **state)
{
    static const char *const files[] = { "games.pgn",         "games.pgn?form=faithful",
                                         "game-1.pgn",        "game-2.pgn?form=faithful",
                                         "game-3.pgn",        "index.json",
                                         "game-1.json",       "game-2.json",
                                         "../tournament.json" };
    char longest[201];
    json_t *games = json_array();

    (void)state;
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    const char *const names[][2] = { { "Anna \"the Rook\" Rossi", "back\\slash \\\" end\\" },
                                     { "Jörg Müller, Ñandú; % {x} [y] <z>", "李 Łukasz '--'" },
                                     { longest, "1. e4 *" } };
    for (size_t i = 0; i < 3; i++) {
        json_t *body =
            json_pack("{ss ss s{ss ss ss}}", "mode", "tournament", "time", "5400", "names", "white",
                      names[i][0], "black", names[i][1], "event", "Öpen \"\\\"");
        if (i == 1)
            json_object_set_new(body, "start960", json_integer(0));
        char *text = json_dumps(body, 0);
        const seats s = started(text);
        assert_true(hall_do(&h, s.white, "play e2e4"));
        if (i == 0)
            assert_true(hall_do(&h, s.black, "resign"));
        json_array_append_new(games, json_pack("{si}", "game", s.game));
        free(text);
        json_decref(body);
    }
    assert_int_equal(
        fixture_post(NULL, "/api/publish", json_pack("{ss so}", "name", "open", "games", games)),
        200);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[96];
        client c;
        (void)snprintf(path, sizeof path, "/live/open/%s%s",
                       strncmp(files[i], "../", 3) == 0 ? "" : "round-1/",
                       strncmp(files[i], "../", 3) == 0 ? files[i] + 3 : files[i]);
        const reply r = head_of(&c, "GET", path, "");
        assert_int_equal(r.status, 200);
        if (strstr(path, "games.pgn"))
            assert_non_null(strstr(r.body, "[Variant \"Chess960\"]"));
        if (strstr(path, ".pgn"))
            readers_take_pgn(h.folder, r.body, strstr(path, "games.pgn") ? 3 : 1);
        else
            readers_take_json(h.folder, r.body);
        client_close(&c);
    }
}

/* Nothing of what is shown with a delay stands in the feed before its time. */
static void test_feed__holds_the_delay(void **state)
{
    static const char *const paths[] = { ROUND "/games.pgn",  ROUND "/games.pgn?form=faithful",
                                         ROUND "/index.json", ROUND "/game-1.json",
                                         ROUND "/game-1.pgn", "/live/open/tournament.json" };
    char tags[6][64];
    client c;

    (void)state;
    open_round(list, 3600);
    for (unsigned round = 0; round < 3; round++) {
        for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
            const reply r = head_of(&c, "GET", paths[i], "");
            char tag[64];
            assert_int_equal(r.status, 200);
            assert_true(client_header(tag, sizeof tag, &r, "ETag"));
            if (round == 0)
                (void)snprintf(tags[i], sizeof tags[i], "%s", tag);
            else if (i != 3 || round != 2) /* after a restart it has another `time` */
                assert_string_equal(tag, tags[i]);
            assert_null(strstr(r.body, "e4"));
            client_close(&c);
        }
        if (round == 0) {
            assert_true(hall_do(&h, at_board[0].arbiter, "start"));
            assert_true(hall_do(&h, at_board[0].white, "play e2e4"));
            assert_true(hall_do(&h, at_board[0].black, "resign"));
            for (unsigned i = 1; i < 3; i++) {
                assert_true(hall_do(&h, at_board[i].arbiter, "start"));
                assert_true(hall_do(&h, at_board[i].black, "resign"));
            }
            client_sleep(300);
        }
        if (round == 1) {
            hall_kill(&h);
            fixture_start(NULL);
        }
    }
}

/* A hall that dies is the same when it is back; numbers and names lead to the same boards. */
static void test_feed__goes_on_after_kills(void **state)
{
    static const char *const moves[] = { "play e2e4", "play e7e5", "play g1f3", "play b8c6" };
    static board_list gone;

    (void)state;
    open_round(list, 0);
    assert_true(hall_do(&h, at_board[1].arbiter, "start"));
    for (unsigned i = 0; i < 4; i++) {
        assert_true(hall_do(&h, i % 2 ? at_board[1].black : at_board[1].white, moves[i]));
        hall_kill(&h);
        fixture_start(NULL);
        board_list *all = shown();
        assert_int_equal(all->count, 3);
        assert_int_equal(receiver_find(all, "Carla")->count, i + 1);
        assert_true(hall_do(&h, at_board[1].arbiter, "resume"));
    }
    assert_int_equal(fixture_post(NULL, "/api/unpublish", json_pack("{ss}", "name", "open")), 200);
    assert_string_equal(receiver_fetch(&gone, h.port, ROUND, NULL), "another status than 200");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_feed__a_round_as_broadcasts_read_it, fixture_hall),
        FIXTURE_TEST(test_feed__the_same_as_json, fixture_hall),
        FIXTURE_TEST(test_feed__is_fetched_again_for_little, fixture_hall),
        FIXTURE_TEST(test_feed__what_is_no_move, fixture_hall),
        FIXTURE_TEST(test_feed__whatever_people_are_called, fixture_hall),
        FIXTURE_TEST(test_feed__holds_the_delay, fixture_hall),
        FIXTURE_TEST(test_feed__goes_on_after_kills, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
