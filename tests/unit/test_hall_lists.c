/* SPDX-License-Identifier: MIT */
/*
 * Rounds, lists and orders to many boards, asked of whichever hall: where the games live makes no
 * difference, and what was acknowledged before is there.
 */
#define _GNU_SOURCE
#include <jansson.h>

#include "support/hall/house.h"
#include "support/store/postgres.h"

enum { BOARDS = 120, TEXT_ROOM = 8192 };

static json_t *asked(unsigned i, const char *method, const char *path, json_t *body,
                     unsigned expected)
{
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    json_t *answer = NULL;

    assert_int_equal(hall_ask(&answer, &house[i], method, path, house[i].key, text), expected);
    free(text);
    json_decref(body);
    return answer;
}

static json_t *request(const char *id, const char *name)
{
    static char text[TEXT_ROOM];
    size_t size = 0;

    for (unsigned board = 1; board <= BOARDS; board++)
        size += (size_t)snprintf(text + size, sizeof text - size, "%u; White %u; Black %u\n", board,
                                 board, board);
    return json_pack("{ss ss ss s{ss s{ss}}}", "id", id, "name", name, "text", text, "game", "time",
                     "5400+30", "names", "event", "Club");
}

static json_t *made(unsigned i, const char *id, const char *name)
{
    return asked(i, "POST", "/api/rounds", request(id, name), 201);
}

static void assert_done(unsigned i, const char *word, long long round, size_t done, size_t already)
{
    json_t *answer = asked(i, "POST", "/api/rounds/do",
                           json_pack("{ss sI}", "do", word, "round", (json_int_t)round), 200);

    if (json_array_size(at(answer, "done")) != done ||
        json_array_size(at(answer, "already")) != already ||
        json_array_size(at(answer, "failed")) != 0)
        fail_msg("hall %u: %s is done at %zu, was already at %zu, failed at %zu", i, word,
                 json_array_size(at(answer, "done")), json_array_size(at(answer, "already")),
                 json_array_size(at(answer, "failed")));
    json_decref(answer);
}

/* Each order at another hall, right behind the last. */
static void test_lists__orders_to_a_round(void **state)
{
    (void)state;
    json_t *round = made(0, "lists-orders-0001", "Round 1");
    const long long id = number_at(round, "round");
    assert_done(1, "start", id, BOARDS, 0);
    assert_done(2, "start", id, 0, BOARDS);
    assert_done(2, "stop", id, BOARDS, 0);
    assert_done(0, "resume", id, BOARDS, 0);
    assert_done(1, "stop", id, BOARDS, 0);
    assert_done(1, "resume", id, BOARDS, 0);
    json_decref(round);
    house_assert_journal(postgres_address());
}

/* A board at which somebody looks in another hall is followed there. */
static void test_lists__orders_to_boards_that_are_looked_at(void **state)
{
    (void)state;
    json_t *round = made(0, "lists-looked-0001", "Round 1");
    const long long id = number_at(round, "round");
    for (unsigned k = 0; k < 10; k++) {
        client looks_on = hall_stream(
            &house[1], text_at(json_array_get(at(round, "boards"), k), "tokens.white"), -1);
        client_close(&looks_on);
    }
    assert_done(0, "start", id, BOARDS, 0);
    assert_done(1, "stop", id, BOARDS, 0);
    assert_done(0, "resume", id, BOARDS, 0);
    assert_done(1, "stop", id, BOARDS, 0);
    json_decref(round);
}

/* After a crash one press at any hall resumes the rest. */
static void test_lists__a_round_whose_hall_was_killed(void **state)
{
    (void)state;
    json_t *round = made(0, "lists-killed-0001", "Round 1");
    const long long id = number_at(round, "round");
    const int last = (int)number_at(json_array_get(at(round, "boards"), BOARDS - 1), "game");
    assert_done(0, "start", id, BOARDS, 0);
    hall_kill(&house[0]);
    for (int game = last - BOARDS + 1; game <= last; game++)
        assert_true(house_moved(game, 0, 10000) < HALLS);
    const int64_t until = client_now() + 10000;
    size_t stopped = 0;
    while (stopped < BOARDS && client_now() < until) { /* each is stopped when it has been read */
        json_t *desk = asked(1, "GET", "/api/desk", NULL, 200);
        stopped = (size_t)number_at(json_array_get(at(desk, "rounds"), 0), "stopped");
        json_decref(desk);
    }
    assert_int_equal(stopped, BOARDS);
    assert_done(2, "resume", id, BOARDS, 0);
    assert_done(1, "resume", id, 0, BOARDS);
    json_decref(round);
}

static void test_lists__results(void **state)
{
    static const char *const results[] = { "0-1", "1-0", "*" };

    (void)state;
    json_t *round = made(0, "lists-results-001", "Round 1");
    assert_done(0, "start", number_at(round, "round"), BOARDS, 0);
    for (unsigned k = 0; k < 2; k++)
        assert_true(hall_do(
            &house[0],
            text_at(json_array_get(at(round, "boards"), k), k ? "tokens.black" : "tokens.white"),
            "resign"));
    for (unsigned i = 0; i < HALLS; i++) {
        char text[256];
        (void)snprintf(text, sizeof text,
                       "GET /api/rounds/results?round=%lld HTTP/1.1\r\nHost: localhost\r\n"
                       "Authorization: Bearer %s\r\n\r\n",
                       number_at(round, "round"), house[i].key);
        client c = client_open(house[i].port);
        reply r;
        assert_true(client_send(&c, text));
        assert_true(client_reply(&r, &c, false));
        assert_int_equal(r.status, 200);
        const char *line = r.body;
        for (unsigned k = 0; k < BOARDS; k++) {
            line = strchr(line, '\n');
            assert_non_null(line);
            const char *end = strchr(++line, '\n');
            assert_non_null(end);
            if (!memmem(line, (size_t)(end - line), results[k < 2 ? k : 2],
                        strlen(results[k < 2 ? k : 2])))
                fail_msg("hall %u: %.*s", i, (int)(end - line), line);
        }
        client_close(&c);
    }
    json_decref(round);
}

/* What was asked for once is made once, whichever hall is asked again. */
static void test_lists__the_same_round_again(void **state)
{
    (void)state;
    json_t *round = made(0, "lists-again-00001", "Round 7");
    for (unsigned i = 0; i < HALLS; i++) {
        json_t *again =
            asked(i, "POST", "/api/rounds", request("lists-again-00001", "Round 7"), 200);
        assert_int_equal(number_at(again, "round"), number_at(round, "round"));
        assert_int_equal(number_at(again, "boards"), BOARDS);
        assert_true(json_is_true(at(again, "again")));
        json_decref(again);
    }
    json_decref(asked(1, "POST", "/api/rounds", request("lists-again-00002", "Round 7"), 409));
    json_decref(round);
}

static void test_lists__slips_are_for_all_boards(void **state)
{
    (void)state;
    json_t *round = made(0, "lists-slips-00001", "Round 1");
    json_t *slips = asked(2, "POST", "/api/rounds/slips",
                          json_pack("{sI}", "round", (json_int_t)number_at(round, "round")), 200);
    assert_int_equal(json_array_size(at(slips, "boards")), BOARDS);
    json_decref(slips);
    json_decref(round);
}

static json_t *listed(unsigned i, int game)
{
    json_t *all = asked(i, "GET", "/api/desk", NULL, 200), *one, *found = NULL;
    size_t k;

    json_array_foreach(at(all, "tiles"), k, one) if (number_at(one, "game") == game) found = one;
    json_incref(found);
    json_decref(all);
    return found;
}

/* Also a game that has ended before the other halls have heard of it. */
static void test_lists__a_game_as_it_is(void **state)
{
    static const char *const events[] = { "start", "stop", "resume" }, *const phases[] = {
        "playing", "stopped", "playing"
    };

    (void)state;
    const seats s = hall_game(&house[0], "{\"mode\":\"tournament\",\"public\":true}");
    for (unsigned k = 0; k < 3; k++) {
        assert_true(hall_do(&house[0], s.arbiter, events[k]));
        for (unsigned i = 1; i < HALLS; i++) {
            json_t *one = listed(i, s.game);
            assert_string_equal(text_at(one, "phase"), phases[k]);
            json_decref(one);
        }
    }
    assert_true(hall_do(&house[0], s.white, "resign"));
    for (unsigned i = 0; i < HALLS; i++) {
        json_t *one = listed(i, s.game);
        assert_string_equal(text_at(one, "phase"), "finished");
        json_decref(one);
    }
}

/* Whose device is to have the key of the envelope, and who is there when play is resumed, is a
 * matter of the hall of the game (I.2.7, I.9). */
static void test_lists__a_session_is_adjourned_and_continued(void **state)
{
    (void)state;
    const seats s =
        hall_game(&house[0], "{\"time\":\"5400+30\",\"mode\":\"tournament\",\"options\":{"
                             "\"sealing\":\"paper\",\"default-time\":\"3600\"}}");
    assert_true(hall_do(&house[0], s.arbiter, "start"));
    json_t *answer =
        asked(1, "POST", "/api/rounds/do",
              json_pack("{ss ss ss}", "do", "adjourn", "resume", "tomorrow, \"Sala\" 2", "key",
                        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
              200);
    assert_int_equal(json_array_size(at(answer, "done")), 1);
    json_decref(answer);
    assert_true(hall_do(&house[0], s.arbiter, "seal"));
    assert_true(hall_do(&house[0], s.white, "stop"));
    assert_int_equal(hall_ask(&answer, &house[0], "GET", "/api/envelope", s.arbiter, NULL), 200);
    assert_string_equal(text_at(answer, "face.resumption"), "tomorrow, \"Sala\" 2");
    assert_int_equal(json_array_size(at(answer, "devices")), 1);
    json_decref(answer);
    json_decref(asked(2, "POST", "/api/rounds/do", json_pack("{ss}", "do", "continue"), 200));
    json_t *game = hall_look(&house[0], s.arbiter);
    assert_string_equal(text_at(game, "state.phase"), "playing"); /* nobody is there (I.11) */
    json_decref(game);
}

#define LISTS_TEST(f) cmocka_unit_test_setup_teardown(f, house_setup, house_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LISTS_TEST(test_lists__orders_to_a_round),
        LISTS_TEST(test_lists__orders_to_boards_that_are_looked_at),
        LISTS_TEST(test_lists__a_round_whose_hall_was_killed),
        LISTS_TEST(test_lists__results),
        LISTS_TEST(test_lists__the_same_round_again),
        LISTS_TEST(test_lists__slips_are_for_all_boards),
        LISTS_TEST(test_lists__a_game_as_it_is),
        LISTS_TEST(test_lists__a_session_is_adjourned_and_continued),
    };

    if (!postgres_is_there()) {
        puts("1..0 # SKIP PostgreSQL is not installed");
        return 0;
    }
    return cmocka_run_group_tests_name("hall_lists", tests, NULL, NULL);
}
