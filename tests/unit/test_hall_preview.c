/* SPDX-License-Identifier: MIT */
/*
 * What an arbiter's word would do is told before he says it, and nothing changes by that; what he
 * revoked, and how a game ended, can be taken back.
 */
#define _GNU_SOURCE
#include "support/hall/fixture.h"
#include "support/hall/hard.h"

static unsigned preview(json_t **out, const char *token, const char *event)
{
    json_t *body = json_pack("{ss}", "event", event);
    char *text = json_dumps(body, 0);
    const unsigned status = hall_ask(out, &h, "POST", "/api/preview", token, text);

    free(text);
    json_decref(body);
    return status;
}

/* The preview, which must be had. */
static json_t *shown(const char *token, const char *event)
{
    json_t *seen;

    assert_int_equal(preview(&seen, token, event), 200);
    return seen;
}

/* Says it to the game as it was after this event. */
static unsigned say_seen(json_t **out, const char *token, const char *event, long long seen)
{
    static unsigned count;
    char text[256];

    (void)snprintf(text, sizeof text, "{\"id\":\"seen-%u\",\"event\":\"%s\",\"seen\":%lld}",
                   ++count, event, seen);
    return hall_ask(out, &h, "POST", "/api/events", token, text);
}

/* The knights go out and back, so many plies. */
static void shuffle(const seats *s, unsigned plies)
{
    static const char *const moves[] = { "play g1f3", "play g8f6", "play f3g1", "play f6g8" };

    for (unsigned i = 0; i < plies; i++)
        assert_true(hall_do(&h, i % 2 ? s->black : s->white, moves[i % 4]));
}

/* The whole game without what goes with time. */
static json_t *still(const char *token)
{
    json_t *game = hall_look(&h, token);

    json_object_del(game, "now");
    json_object_del(at(game, "state"), "clock");
    return game;
}

static void assert_unchanged(const char *token, json_t *before)
{
    json_t *after = still(token);

    assert_true(json_equal(before, after));
    json_decref(after);
    json_decref(before);
}

/* Laws 0.2 */
static void test_preview__revoking_the_start_takes_all_back(void **state)
{
    const seats s = started("{\"time\":\"5400+30\",\"mode\":\"tournament\","
                            "\"options\":{\"draws\":\"claimed\"}}");
    json_t *seen;

    (void)state;
    shuffle(&s, 6);
    client page = hall_stream(&h, s.white, -1);
    assert_true(client_expect(&page, "event: presence", CLIENT_PATIENCE_MS));
    json_t *before = still(s.arbiter);
    seen = shown(s.arbiter, "revoke 1");
    assert_false(json_is_true(at(seen, "refused")));
    assert_string_equal(text_at(json_array_get(at(seen, "rulings"), 0), "code"), "revoked");
    assert_int_equal(number_at(seen, "taken_back"), 6);
    assert_int_equal(number_at(seen, "added"), 0);
    assert_int_equal(number_at(seen, "before.plies"), 6);
    assert_int_equal(number_at(seen, "after.plies"), 0);
    assert_string_equal(text_at(seen, "before.phase"), "playing");
    assert_string_equal(text_at(seen, "after.phase"), "waiting");
    assert_int_equal(number_at(seen, "after.clock.white"), 5430000);
    assert_true(json_is_null(at(seen, "after.clock.running")));
    json_decref(seen);
    /* what is refused changes nothing, either */
    seen = shown(s.arbiter, "revoke 2");
    assert_true(json_is_true(at(seen, "refused")));
    assert_int_equal(number_at(seen, "taken_back"), 0);
    assert_int_equal(number_at(seen, "after.plies"), 6);
    json_decref(seen);
    assert_unchanged(s.arbiter, before);
    /* no page hears of it, and the game goes on */
    assert_true(hall_do(&h, s.white, "play f3g1"));
    assert_true(client_expect(&page, "event: event", CLIENT_PATIENCE_MS));
    assert_true(client_expect(&page, "\"number\":8,", CLIENT_PATIENCE_MS));
    client_close(&page);
}

/* Laws 0.2: a revocation is revoked, and the game is as it was. */
static void test_preview__a_revocation_can_be_revoked(void **state)
{
    const seats s = started(NULL);

    (void)state;
    shuffle(&s, 4);
    json_t *before = still(s.white);
    assert_true(hall_do(&h, s.arbiter, "revoke 1"));
    json_t *seen = shown(s.arbiter, "revoke 6");
    assert_int_equal(number_at(seen, "taken_back"), 0);
    assert_int_equal(number_at(seen, "added"), 4);
    assert_string_equal(text_at(seen, "after.phase"), "playing");
    json_decref(seen);
    assert_true(hall_do(&h, s.arbiter, "revoke 6"));
    for (unsigned i = 0; i < 2; i++) {
        json_t *after = still(s.white);
        assert_true(json_equal(at(before, "moves"), at(after, "moves")));
        assert_string_equal(text_at(before, "state.fen"), text_at(after, "state.fen"));
        assert_string_equal(text_at(after, "state.phase"), i ? "stopped" : "playing");
        json_decref(after);
        if (i == 0) {
            hall_kill(&h);
            fixture_start(NULL);
        }
    }
    json_decref(before);
    /* neither is revoked twice */
    assert_false(hall_do(&h, s.arbiter, "revoke 6"));
    assert_true(hall_do(&h, s.arbiter, "resume"));
    shuffle(&s, 4);
}

/* Every word of his has its preview: clocks, results, positions. */
static void test_preview__clocks_results_and_positions(void **state)
{
    const seats s = started(NULL);
    json_t *seen;

    (void)state;
    shuffle(&s, 4);
    assert_true(hall_do(&h, s.arbiter, "stop"));
    json_t *before = still(s.arbiter);
    seen = shown(s.arbiter, "set-clock white 0:42:00");
    assert_true(number_at(seen, "before.clock.white") > 5300000);
    assert_int_equal(number_at(seen, "after.clock.white"), 2520000);
    json_decref(seen);
    seen = shown(s.arbiter, "penalty black own-time 120");
    assert_int_equal(json_is_true(at(seen, "refused")), 0);
    assert_int_equal(number_at(seen, "before.clock.black") - number_at(seen, "after.clock.black"),
                     120000);
    json_decref(seen);
    seen = shown(s.arbiter, "award 1-0");
    assert_string_equal(text_at(seen, "after.result"), "1-0");
    assert_string_equal(text_at(seen, "after.phase"), "finished");
    json_decref(seen);
    seen = shown(s.arbiter, "restore 1");
    assert_int_equal(number_at(seen, "taken_back"), 3);
    assert_string_equal(text_at(seen, "after.turn"), "black");
    json_decref(seen);
    seen = shown(s.arbiter, "set-position 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert_string_equal(text_at(seen, "after.fen"), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    json_decref(seen);
    assert_unchanged(s.arbiter, before);
    /* the desk does it for any game */
    char path[64];
    (void)snprintf(path, sizeof path, "/api/preview?game=%d", s.game);
    assert_int_equal(hall_ask(&seen, &h, "POST", path, h.key, "{\"event\":\"resume\"}"), 200);
    assert_string_equal(text_at(seen, "after.phase"), "playing");
    json_decref(seen);
}

/* Laws 6.6: looking at what a start would do does not begin the time of the game. */
static void test_preview__the_time_of_the_game_does_not_begin(void **state)
{
    const seats s = hall_game(&h, "{\"mode\":\"tournament\"}");
    json_t *seen = shown(s.arbiter, "start"), *game;

    (void)state;
    assert_string_equal(text_at(seen, "before.phase"), "waiting");
    assert_string_equal(text_at(seen, "after.phase"), "playing");
    assert_string_equal(text_at(seen, "after.clock.running"), "white");
    json_decref(seen);
    client_sleep(300);
    assert_true(hall_do(&h, s.arbiter, "start"));
    game = hall_look(&h, s.arbiter);
    assert_true(json_number_value(at(json_array_get(at(game, "log"), 0), "time")) < 0.2);
    json_decref(game);
}

/* Laws 0.2: what ended by a word or a flag is opened again, with clocks and streams. */
static void test_preview__a_game_is_reopened(void **state)
{
    const seats s = started(NULL);
    json_t *game, *seen;

    (void)state;
    shuffle(&s, 2);
    client page = hall_stream(&h, s.black, -1);
    assert_true(hall_do(&h, s.white, "resign"));
    assert_true(client_expect(&page, "\"result\":\"0-1\"", CLIENT_PATIENCE_MS));
    game = hall_look(&h, s.arbiter);
    bool offered = false;
    for (size_t i = 0; i < json_array_size(at(game, "state.can")); i++)
        offered |= !strcmp(json_string_value(json_array_get(at(game, "state.can"), i)), "reopen");
    assert_true(offered);
    json_decref(game);
    seen = shown(s.arbiter, "reopen");
    assert_string_equal(text_at(seen, "before.result"), "0-1");
    assert_string_equal(text_at(seen, "after.result"), "*");
    assert_string_equal(text_at(seen, "after.phase"), "stopped");
    json_decref(seen);
    assert_true(hall_do(&h, s.arbiter, "reopen a slip of the mouse"));
    assert_true(client_expect(&page, "\"phase\":\"stopped\"", CLIENT_PATIENCE_MS));
    client_close(&page);
    hall_kill(&h);
    fixture_start(NULL);
    game = hall_look(&h, s.white);
    assert_string_equal(text_at(game, "state.phase"), "stopped");
    assert_string_equal(text_at(game, "state.result"), "*");
    assert_true(number_at(game, "state.clock.white") > 5390000);
    json_decref(game);
    assert_true(hall_do(&h, s.arbiter, "resume"));
    assert_true(hall_do(&h, s.white, "play e2e4"));
    /* the list has it among those that are being played */
    json_t *list;
    assert_int_equal(hall_ask(&list, &h, "GET", "/api/hall?open=yes", NULL, NULL), 200);
    assert_int_equal(json_array_size(at(list, "games")), 1);
    json_decref(list);
    /* what the board has ended nobody opens */
    assert_true(hall_do(&h, s.arbiter, "set-position 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"));
    assert_true(hall_do(&h, s.white, "play f7g7"));
    assert_false(hall_do(&h, s.arbiter, "reopen"));
}

/* A flag that was seen as it fell: the arbiter gives time back and the game goes on. */
static void test_preview__a_fallen_flag_is_reopened(void **state)
{
    const seats s = started("{\"time\":\"1\",\"mode\":\"tournament\","
                            "\"options\":{\"flags\":\"automatic\"}}");
    client page = hall_stream(&h, s.black, -1);

    (void)state;
    assert_true(client_expect(&page, "\"result\":\"0-1\"", CLIENT_PATIENCE_MS));
    client_close(&page);
    assert_true(hall_do(&h, s.arbiter, "reopen"));
    assert_true(hall_do(&h, s.arbiter, "set-clock white 0:10:00"));
    assert_true(hall_do(&h, s.arbiter, "resume"));
    json_t *game = hall_look(&h, s.white);
    assert_string_equal(text_at(game, "state.phase"), "playing");
    assert_true(number_at(game, "state.clock.white") > 590000);
    json_decref(game);
    assert_true(hall_do(&h, s.white, "play e2e4"));
}

/* An event that carries the number of what was shown is heard only while nothing has happened
 * since. */
static void test_preview__what_is_shown_is_what_is_done(void **state)
{
    const seats s = started(NULL);
    json_t *answer, *seen = shown(s.arbiter, "restore 0");

    (void)state;
    /* what was refused, and what others tell, keeps nobody from doing what he was shown */
    assert_false(hall_do(&h, s.white, "accept"));
    assert_true(hall_do(&h, s.spectator, "report noise"));
    assert_true(hall_do(&h, s.arbiter, "penalty white warning"));
    assert_int_equal(say_seen(&answer, s.arbiter, "award 1-0", number_at(seen, "seq")), 409);
    assert_string_equal(text_at(answer, "error"), "moved-on");
    json_decref(answer);
    json_decref(seen);
    seen = shown(s.arbiter, "award 1-0");
    const long long at_warning = number_at(seen, "seq");
    assert_false(hall_do(&h, s.white, "accept"));
    assert_true(hall_do(&h, s.spectator, "report more noise"));
    assert_int_equal(say_seen(&answer, s.arbiter, "penalty white own-time 60", at_warning), 200);
    json_decref(answer);
    /* another link gives the same penalty: it had seen a game without it */
    assert_int_equal(say_seen(NULL, s.arbiter, "penalty white own-time 60", at_warning), 409);
    json_decref(seen);
    seen = hall_look(&h, s.arbiter);
    assert_string_equal(text_at(seen, "state.result"), "*");
    assert_int_equal(say_seen(NULL, s.arbiter, "award 1-0", number_at(seen, "seq")), 200);
    json_decref(seen);
    assert_int_equal(say_seen(NULL, s.arbiter, "reopen", -1), 400);
}

/* It is for who may do it, of whom it is readable, and not without end. */
static void test_preview__limits(void **state)
{
    arb_hall_config config = arb_hall_defaults();
    json_t *answer;
    unsigned seen = 0, slowed = 0;

    (void)state;
    assert_int_equal(hall_stop(&h), 0);
    fixture_start(&config);
    const seats s = started(NULL);
    assert_int_equal(preview(NULL, s.white, "start"), 403);
    assert_int_equal(preview(NULL, s.spectator, "start"), 403);
    assert_int_equal(preview(NULL, s.arbiter, "play e2e4"), 403);
    assert_int_equal(preview(&answer, s.arbiter, "set-clock red 5"), 400);
    assert_int_equal(number_at(answer, "column"), 11);
    json_decref(answer);
    for (unsigned i = 0; i < 200; i++) {
        const unsigned status = preview(NULL, s.arbiter, "award 1-0");
        seen += status == 200;
        slowed += status == 429;
    }
    assert_int_equal(seen + slowed, 200);
    assert_true(seen >= 50 && slowed > 0);
    assert_true(hall_do(&h, s.white, "play e2e4"));
}

/* Hard ones and revocations are judged beside the loop: others do not wait. */
static void test_preview__others_do_not_wait(void **state)
{
    char body[512];

    (void)state;
    (void)snprintf(body, sizeof body, "{\"mode\":\"tournament\",\"position\":\"%s\"}",
                   hard_to_be(0));
    const seats s = started(body);
    client capture = hard_send(&h, 1, s.white, "capture", HARD_CAPTURE);
    hard_take(&h, &capture);
    client c = client_open(h.port);
    const char *ask = "{\"event\":\"revoke 1\"}";
    char head[512];
    (void)snprintf(head, sizeof head,
                   "POST /api/preview HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
                   "Authorization: Bearer %s\r\nContent-Length: %zu\r\n\r\n%s",
                   s.arbiter, strlen(ask), ask);
    assert_true(client_send(&c, head));
    const int64_t began = client_now();
    live_goes_on_again(&live_game); /* the lines may be too old by now */
    assert_true(client_now() - began < 2000);
    hard_take(&h, &c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_preview__revoking_the_start_takes_all_back, fixture_hall),
        FIXTURE_TEST(test_preview__a_revocation_can_be_revoked, fixture_hall),
        FIXTURE_TEST(test_preview__clocks_results_and_positions, fixture_hall),
        FIXTURE_TEST(test_preview__the_time_of_the_game_does_not_begin, fixture_hall),
        FIXTURE_TEST(test_preview__a_game_is_reopened, fixture_hall),
        FIXTURE_TEST(test_preview__a_fallen_flag_is_reopened, fixture_hall),
        FIXTURE_TEST(test_preview__what_is_shown_is_what_is_done, fixture_hall),
        FIXTURE_TEST(test_preview__limits, fixture_hall),
        FIXTURE_TEST(test_preview__others_do_not_wait, fixture_game),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
