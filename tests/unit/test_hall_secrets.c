/* SPDX-License-Identifier: MIT */
/*
 * What the arbiter knows and nobody tells the players, nor those who look on: what spectators
 * reported, how many moves are completed, that a clock was not pressed, that a position cannot be.
 * Looked for in everything that the hall sends: the game, the answers, the streams and the file.
 */
#include "server/hall/api.h"
#include "server/hall/budgets.h"
#include "server/hall/limits.h"
#include "support/hall/fixture.h"

enum { WHITE, BLACK, SPECTATOR, ARBITER, DESK, WHO_COUNT };

static const char *token_of(const seats *s, unsigned who)
{
    const char *const tokens[WHO_COUNT] = { s->white, s->black, s->spectator, s->arbiter, h.key };

    return tokens[who];
}

static bool is_arbiter(unsigned who)
{
    return who >= ARBITER;
}

/* The game as this one sees it; to be freed. */
static json_t *look(const seats *s, unsigned who)
{
    char path[48];
    json_t *game = NULL;

    (void)snprintf(path, sizeof path, "/api/game?game=%d", s->game);
    assert_int_equal(hall_ask(&game, &h, "GET", path, token_of(s, who), NULL), 200);
    return game;
}

/* Does this stand anywhere in what this one is told of the game? */
static bool finds(const seats *s, unsigned who, const char *text)
{
    json_t *game = look(s, who);
    char *all = json_dumps(game, 0);
    const bool found = strstr(all, text) != NULL;

    free(all);
    json_decref(game);
    return found;
}

/* Does the list of games have it? */
static bool list_has(const seats *s, unsigned who, const char *text)
{
    json_t *list = NULL;

    assert_int_equal(hall_ask(&list, &h, "GET", "/api/hall", token_of(s, who), NULL), 200);
    char *all = json_dumps(list, 0);
    const bool found = strstr(all, text) != NULL;
    free(all);
    json_decref(list);
    return found;
}

/* Does the file of the game have it? */
static bool file_has(const seats *s, unsigned who, const char *text)
{
    static reply r;
    char head[256];
    client c = client_open(h.port);

    (void)snprintf(head, sizeof head,
                   "GET /api/case?game=%d HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\n\r\n",
                   s->game, token_of(s, who));
    assert_true(client_send(&c, head));
    assert_true(client_reply(&r, &c, false));
    assert_int_equal(r.status, 200);
    const bool found = strstr(r.body, text) != NULL;
    client_close(&c);
    return found;
}

static seats tournament(const char *time)
{
    char body[128];

    (void)snprintf(body, sizeof body, "{\"mode\":\"tournament\",\"time\":\"%s\"}", time);
    return started(body);
}

static void finds_only_arbiter(const seats *s, const char *text)
{
    for (unsigned who = 0; who < WHO_COUNT; who++)
        if (finds(s, who, text) != is_arbiter(who))
            fail_msg("%u and \"%s\"", who, text);
}

static void finds_everybody(const seats *s, const char *text)
{
    for (unsigned who = 0; who < WHO_COUNT; who++)
        if (!finds(s, who, text))
            fail_msg("%u and \"%s\"", who, text);
}

/* Laws 12.7 */
static void test_hall__a_report_is_for_the_arbiter_alone(void **state)
{
    const seats s = tournament("5400+30");

    (void)state;
    assert_true(hall_do(&h, s.white, "play e2e4"));
    assert_true(hall_do(&h, s.spectator, "report Black has a telephone"));
    finds_only_arbiter(&s, "telephone");
    finds_only_arbiter(&s, "\"reported\"");
    for (unsigned who = 0; who < WHO_COUNT; who++)
        assert_int_equal(list_has(&s, who, "telephone"), who == DESK);
    for (unsigned who = 0; who < WHO_COUNT; who++) {
        assert_int_equal(file_has(&s, who, "telephone"), is_arbiter(who));
        assert_int_equal(file_has(&s, who, "spectator report withheld"), !is_arbiter(who));
    }
    /* nor when the game is over */
    assert_true(hall_do(&h, s.white, "resign"));
    finds_only_arbiter(&s, "telephone");
    assert_false(file_has(&s, BLACK, "telephone"));
    assert_true(file_has(&s, BLACK, "white resign"));
}

/* The streams: the move that comes later tells that what was to come before did not. */
static void test_hall__streams_keep_reports_back(void **state)
{
    const seats s = tournament("5400+30");
    client pages[WHO_COUNT];

    (void)state;
    for (unsigned who = 0; who < WHO_COUNT; who++)
        pages[who] = hall_stream(&h, token_of(&s, who), -1);
    assert_true(hall_do(&h, s.spectator, "report somebody whispers"));
    assert_true(hall_do(&h, s.white, "play e2e4"));
    for (unsigned who = 0; who < WHO_COUNT; who++) {
        assert_int_equal(client_expect(&pages[who], "whispers", is_arbiter(who) ? 5000 : 300),
                         is_arbiter(who));
        assert_true(client_expect(&pages[who], "play e2e4", 5000));
        client_close(&pages[who]);
    }
}

/* Laws 12.6: how many moves, while the time depends on it */
static void test_hall__moves_are_not_counted_aloud(void **state)
{
    const seats s = tournament("40/5400:1800");

    (void)state;
    assert_true(hall_do(&h, s.white, "play e2e4"));
    finds_only_arbiter(&s, "\"counter\"");
    assert_true(hall_do(&h, s.arbiter, "set-clock white 1:00:00 moves 12"));
    finds_only_arbiter(&s, "moves 12");
    finds_everybody(&s, "set-clock white 1:00:00");
    /* a flag has fallen: now everybody may know */
    assert_true(hall_do(&h, s.arbiter, "set-clock black 0:00"));
    finds_everybody(&s, "\"counter\"");
}

static void test_hall__one_period_needs_no_counting(void **state)
{
    const seats s = tournament("5400+30");

    (void)state;
    finds_everybody(&s, "\"counter\"");
}

/* Laws 12.6: nobody is reminded of his clock, and nobody is told of the other's */
static void test_hall__a_forgotten_press_is_not_told(void **state)
{
    const seats s = tournament("5400+30");

    (void)state;
    assert_true(hall_do(&h, s.white, "move e2e4"));
    finds_only_arbiter(&s, "\"uncompleted\"");
    assert_true(hall_do(&h, s.black, "move e7e5"));
    assert_true(hall_do(&h, s.white, "move g1f3"));
    finds_only_arbiter(&s, "\"next-move-completes\"");
    json_t *answer = NULL;
    assert_true(hall_event(&answer, &h, s.black, "n", "move b8c6"));
    assert_int_equal(json_array_size(at(answer, "rulings")), 0);
    assert_null(at(answer, "state.uncompleted"));
    json_decref(answer);
    assert_true(hall_do(&h, s.white, "resign"));
    finds_everybody(&s, "\"next-move-completes\"");
}

/* Laws 7.5.1: what is no move looks like one until the clock is pressed */
static void test_hall__an_illegal_move_is_not_told_before_the_press(void **state)
{
    const seats s = tournament("5400+30");
    json_t *answer = NULL;

    (void)state;
    assert_true(hall_event(&answer, &h, s.white, "n", "move e2e5"));
    assert_string_equal(json_string_value(at(answer, "state.turn")), "black");
    assert_string_equal(json_string_value(at(answer, "move.uci")), "e2e5");
    json_decref(answer);
    finds_only_arbiter(&s, "\"standing\": {");
    for (unsigned who = 0; who < WHO_COUNT; who++) {
        json_t *game = look(&s, who);
        const bool knows = is_arbiter(who);
        assert_string_equal(json_string_value(at(game, "state.turn")), knows ? "white" : "black");
        assert_int_equal(json_integer_value(at(game, "state.plies")), knows ? 0 : 1);
        assert_int_equal(json_array_size(at(game, "moves")), knows ? 0 : 1);
        assert_int_equal(json_array_size(at(game, "state.touched")), 0);
        json_decref(game);
    }
    assert_true(hall_do(&h, s.white, "replace e2e4"));
    assert_true(hall_do(&h, s.white, "press"));
    finds_everybody(&s, "\"e4\"");
}

/* Laws A.5.4: he waits, and says nothing */
static void test_hall__the_arbiter_watches_in_silence(void **state)
{
    const seats s = hall_game(&h, "{\"mode\":\"tournament\",\"time\":\"900+10\","
                                  "\"position\":\"8/P6k/8/8/8/8/8/K7 w - - 0 60\"}");

    (void)state;
    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_true(hall_do(&h, s.white, "play a7a8"));
    finds_only_arbiter(&s, "\"last-rank-pawn\"");
    finds_only_arbiter(&s, "\"observable\"");
    assert_true(hall_do(&h, s.arbiter, "observe last-rank-pawn"));
    finds_only_arbiter(&s, "observe last-rank-pawn");
    finds_only_arbiter(&s, "\"arbiter-waits\"");
    for (unsigned who = 0; who < WHO_COUNT; who++)
        assert_int_equal(file_has(&s, who, "observe last-rank-pawn"), is_arbiter(who));
    assert_true(hall_do(&h, s.black, "play h7g7"));
    finds_everybody(&s, "\"still-illegal\"");
}

/* What one player asks about the Laws, or tries in vain, is not the other's business. */
static void test_hall__a_question_is_private(void **state)
{
    const seats s = tournament("5400+30");

    (void)state;
    assert_true(hall_do(&h, s.white, "ask 9.2"));
    assert_false(hall_do(&h, s.white, "claim flag"));
    assert_true(finds(&s, WHITE, "ask 9.2"));
    assert_true(finds(&s, ARBITER, "ask 9.2"));
    assert_false(finds(&s, BLACK, "ask 9.2"));
    assert_false(finds(&s, SPECTATOR, "ask 9.2"));
    assert_false(file_has(&s, BLACK, "ask 9.2"));
    assert_false(file_has(&s, BLACK, "claim flag"));
    assert_true(file_has(&s, WHITE, "claim flag"));
}

/* A flag may fall with the very event that is a secret: what follows is told all the same. */
static void test_hall__time_that_runs_out_with_a_report_is_told(void **state)
{
    const seats s = hall_game(
        &h, "{\"mode\":\"tournament\",\"time\":\"1\",\"options\":{\"flags\":\"automatic\","
            "\"completion\":\"move\"}}");
    char id[24];

    (void)state;
    assert_true(hall_do(&h, s.arbiter, "start"));
    for (unsigned i = 0; i < 200; i++) { /* one of them, or the hall itself, sees it fall */
        (void)snprintf(id, sizeof id, "r%u", i);
        (void)hall_event(NULL, &h, s.spectator, id, "report what a hurry");
        client_sleep(10);
    }
    finds_everybody(&s, "\"0-1\"");
    finds_everybody(&s, "\"time-loss\"");
    finds_only_arbiter(&s, "hurry");
}

static void test_hall__spectators_are_short_and_few(void **state)
{
    const seats s = tournament("5400+30");
    char text[600] = "{\"id\":\"long\",\"event\":\"report ", id[24];
    unsigned taken = 0;

    (void)state;
    memset(text + strlen(text), 'x', 520);
    strcat(text, "\"}");
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/events", s.spectator, text), 413);
    for (unsigned i = 0; i < 120; i++) {
        (void)snprintf(id, sizeof id, "s%u", i);
        taken += hall_event(NULL, &h, s.spectator, id, "report again");
    }
    assert_int_equal(taken, ARB_VISITOR_REPORTS);
    assert_true(hall_do(&h, s.white, "play e2e4"));
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/events", s.spectator,
                              "{\"id\":\"m\",\"event\":\"move e7e5\"}"),
                     403);
}

static void test_hall__reports_come_slowly(void **state)
{
    arb_limits limits;
    unsigned now = 0;

    (void)state;
    arb_limits_open(&limits);
    while (arb_limits_take(&limits, ARB_LIMIT_REPORT, 1, 1, 1, 1000))
        now++;
    assert_int_equal(now, 5);
    assert_false(arb_limits_take(&limits, ARB_LIMIT_REPORT, 1, 1, 1, 10000));
    assert_true(arb_limits_take(&limits, ARB_LIMIT_REPORT, 1, 1, 1, 12000));
    assert_true(arb_limits_take(&limits, ARB_LIMIT_REPORT, 2, 1, 1, 12000));
    arb_limits_close(&limits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__a_report_is_for_the_arbiter_alone, fixture_hall),
        FIXTURE_TEST(test_hall__streams_keep_reports_back, fixture_hall),
        FIXTURE_TEST(test_hall__moves_are_not_counted_aloud, fixture_hall),
        FIXTURE_TEST(test_hall__one_period_needs_no_counting, fixture_hall),
        FIXTURE_TEST(test_hall__a_forgotten_press_is_not_told, fixture_hall),
        FIXTURE_TEST(test_hall__an_illegal_move_is_not_told_before_the_press, fixture_hall),
        FIXTURE_TEST(test_hall__the_arbiter_watches_in_silence, fixture_hall),
        FIXTURE_TEST(test_hall__a_question_is_private, fixture_hall),
        FIXTURE_TEST(test_hall__time_that_runs_out_with_a_report_is_told, fixture_hall),
        FIXTURE_TEST(test_hall__spectators_are_short_and_few, fixture_hall),
        cmocka_unit_test(test_hall__reports_come_slowly),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
