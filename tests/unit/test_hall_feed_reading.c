/* SPDX-License-Identifier: MIT */
/*
 * The feed while games are still being read, as after a restart on a slow machine: a game that has
 * a result is never told without it. The test holds the database, so that nothing can be read.
 */
#define _GNU_SOURCE
#include <sqlite3.h>

#include "support/hall/fixture.h"

enum { BOARDS = 12, GIVE_UP_MS = 5000 }; /* so long readers wait */

#define ROUND "/live/open/round-1"

static seats at_board[BOARDS];

/* A round that is over, published. */
static void open_round(void)
{
    char text[1024] = "";
    json_t *made = NULL, *one;
    size_t i;

    for (unsigned k = 1; k <= BOARDS; k++)
        (void)snprintf(text + strlen(text), sizeof text - strlen(text), "%u; W%u; B%u\n", k, k, k);
    assert_int_equal(
        fixture_post(&made, "/api/rounds",
                     json_pack("{ss ss ss s{ss s{ss}}}", "id", "0123456789abcdef01234567", "text",
                               text, "name", "Round 1", "game", "time", "5400", "names", "event",
                               "Open")),
        201);
    json_array_foreach(at(made, "boards"), i, one)
    {
        (void)snprintf(at_board[i].white, 32, "%s", text_at(one, "tokens.white"));
        (void)snprintf(at_board[i].arbiter, 32, "%s", text_at(one, "tokens.arbiter"));
        assert_true(hall_do(&h, at_board[i].arbiter, "start"));
        assert_true(hall_do(&h, at_board[i].white, "play e2e4"));
        assert_true(hall_do(&h, at_board[i].white, "resign"));
    }
    json_decref(made);
    assert_int_equal(
        fixture_post(NULL, "/api/publish", json_pack("{ss ss}", "name", "open", "event", "Open")),
        200);
}

static sqlite3 *hold(void)
{
    sqlite3 *db = NULL;

    assert_int_equal(sqlite3_open(h.database, &db), SQLITE_OK);
    (void)sqlite3_busy_timeout(db, CLIENT_PATIENCE_MS);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    return db;
}

static void let_go(sqlite3 *db)
{
    assert_int_equal(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    (void)sqlite3_close(db);
}

static void ask(client *c, const char *path)
{
    char text[256];

    *c = client_open(h.port);
    (void)snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path);
    assert_true(client_send(c, text));
}

/* Asserts that all results are there. */
static void assert_whole(client *c, unsigned boards)
{
    unsigned won = 0;
    reply r;

    assert_true(client_reply(&r, c, false));
    assert_int_equal(r.status, 200);
    for (const char *at = r.body; (at = strstr(at, "\n1. e4 {[%clk 1:")); at++)
        won++;
    assert_int_equal(won, boards);
    assert_null(strstr(r.body, "[Result \"*\"]"));
    client_close(c);
}

/* Nobody is told of games without what happened in them; who cannot wait longer comes back. */
static void test_feed_reading__tells_no_game_as_if_it_had_not_begun(void **state)
{
    static const char *const paths[] = { ROUND "/games.pgn", ROUND "/index.json",
                                         ROUND "/game-3.pgn", ROUND "/game-3.json" };
    enum { PATHS = sizeof paths / sizeof paths[0] };
    client readers[PATHS];
    char wait[16];
    reply r;

    (void)state;
    open_round();
    (void)hall_stop(&h);
    fixture_start(NULL);
    sqlite3 *db = hold();
    const int64_t began = client_now();
    for (size_t i = 0; i < PATHS; i++)
        ask(&readers[i], paths[i]);
    for (size_t i = 0; i < PATHS; i++) {
        assert_true(client_reply(&r, &readers[i], false));
        assert_int_equal(r.status, 503);
        assert_true(client_header(wait, sizeof wait, &r, "Retry-After"));
        assert_non_null(strstr(r.body, "\"reading\""));
        assert_in_range(client_now() - began, 4000, GIVE_UP_MS - 1);
        client_close(&readers[i]);
    }
    let_go(db);
    for (;;) { /* it goes on being read for whoever comes back */
        ask(&readers[0], ROUND "/games.pgn");
        assert_true(client_reply(&r, &readers[0], false));
        const bool is_there = r.status == 200;
        client_close(&readers[0]);
        if (is_there)
            break;
        assert_int_equal(r.status, 503);
        assert_true(client_now() - began < CLIENT_PATIENCE_MS);
    }
    ask(&readers[0], ROUND "/games.pgn");
    assert_whole(&readers[0], BOARDS);
}

/* Who waits is answered as soon as they have been read. */
static void test_feed_reading__waits_for_what_comes_in_time(void **state)
{
    client reader;

    (void)state;
    open_round();
    (void)hall_stop(&h);
    fixture_start(NULL);
    sqlite3 *db = hold();
    ask(&reader, ROUND "/games.pgn");
    client_sleep(2500);
    let_go(db);
    assert_whole(&reader, BOARDS);
}

/* What was made stays good while other games cannot be read, and whatever else is published. */
static void test_feed_reading__gives_what_was_made_before(void **state)
{
    client reader;

    (void)state;
    open_round();
    ask(&reader, ROUND "/games.pgn");
    assert_whole(&reader, BOARDS);
    assert_int_equal(
        fixture_post(NULL, "/api/publish",
                     json_pack("{ss ss ss}", "name", "more", "title", "More", "event", "Open")),
        200);
    sqlite3 *db = hold();
    const int64_t began = client_now();
    ask(&reader, ROUND "/games.pgn");
    assert_whole(&reader, BOARDS);
    ask(&reader, ROUND "/game-3.pgn");
    assert_whole(&reader, 1);
    assert_true(client_now() - began < GIVE_UP_MS);
    let_go(db);
}

/* Stops the hall, damages this game in the database, and starts it again. */
static void damage(unsigned game)
{
    char line[160];
    sqlite3 *db = NULL;

    (void)hall_stop(&h);
    (void)snprintf(line, sizeof line,
                   "UPDATE events SET text = '0:00:00 arbiter void' WHERE game = %u AND number = 2",
                   game);
    assert_int_equal(sqlite3_open(h.database, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, line, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_changes(db), 1);
    (void)sqlite3_close(db);
    fixture_start(NULL);
}

/* A game that is not whole in the database holds no other up, and its result stands. */
static void test_feed_reading__a_damaged_game_keeps_its_result(void **state)
{
    client reader;
    reply r;

    (void)state;
    open_round();
    damage(2);
    ask(&reader, ROUND "/games.pgn");
    assert_whole(&reader, BOARDS - 1);
    ask(&reader, ROUND "/game-2.pgn");
    assert_true(client_reply(&r, &reader, false));
    assert_int_equal(r.status, 200);
    assert_non_null(strstr(r.body, "[White \"W2\"]"));
    assert_non_null(strstr(r.body, "[Result \"0-1\"]"));
    assert_null(strstr(r.body, "[Termination"));
    assert_non_null(strstr(r.body, "\n\n0-1\n"));
    client_close(&reader);
}

/* Nor is it waited for when it was annulled. */
static void test_feed_reading__a_damaged_game_stays_annulled(void **state)
{
    client reader;
    reply r;

    (void)state;
    open_round();
    assert_true(hall_do(&h, at_board[2].arbiter, "annul"));
    damage(3);
    ask(&reader, ROUND "/game-3.pgn");
    assert_true(client_reply(&r, &reader, false));
    assert_int_equal(r.status, 200);
    assert_null(strstr(r.body, "e4"));
    assert_non_null(strstr(r.body, "[Result \"*\"]\n"));
    assert_non_null(strstr(r.body, "[Termination \"abandoned\"]\n"));
    client_close(&reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_feed_reading__tells_no_game_as_if_it_had_not_begun, fixture_hall),
        FIXTURE_TEST(test_feed_reading__waits_for_what_comes_in_time, fixture_hall),
        FIXTURE_TEST(test_feed_reading__gives_what_was_made_before, fixture_hall),
        FIXTURE_TEST(test_feed_reading__a_damaged_game_keeps_its_result, fixture_hall),
        FIXTURE_TEST(test_feed_reading__a_damaged_game_stays_annulled, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
