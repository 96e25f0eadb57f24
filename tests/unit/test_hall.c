/* SPDX-License-Identifier: MIT */
/* The hall from outside: games, rulings, streams and files, as pages use them. */
#include "server/hall/lag.h"
#include "server/http/assets.h"
#include "support/hall/fixture.h"

static const char casual[] =
    "{\"time\":\"300+3\",\"names\":{\"white\":\"Ada\",\"black\":\"Bix\\\"\","
    "\"event\":\"Club \\\\ evening\"}}";

/* Is the state what it should be? */
static void assert_state(const char *token, const char *path, const char *expected)
{
    json_t *game = hall_look(&h, token);
    const char *found = text_at(game, path);

    assert_string_equal(found ? found : "(nothing)", expected);
    json_decref(game);
}

static void test_hall__two_people_play_to_checkmate(void **state)
{
    static const char *const moves[] = { "move f2f3", "move e7e5", "move g2g4", "move d8h4" };
    const seats s = hall_game(&h, casual);

    (void)state;
    assert_state(s.white, "state.phase", "waiting");
    client white = hall_stream(&h, s.white, -1);
    assert_state(s.white, "state.phase", "waiting");
    client black = hall_stream(&h, s.black, -1);
    assert_true(client_expect(&white, "\"event\":\"start\"", CLIENT_PATIENCE_MS));
    for (unsigned i = 0; i < 4; i++)
        assert_true(hall_do(&h, i % 2 ? s.black : s.white, moves[i]));
    assert_true(client_expect(&white, "checkmate", CLIENT_PATIENCE_MS));
    assert_true(client_expect(&black, "checkmate", CLIENT_PATIENCE_MS));
    json_t *game = hall_look(&h, s.spectator);
    assert_string_equal(text_at(game, "state.result"), "0-1");
    assert_string_equal(text_at(game, "state.articles.0"), "5.1.1");
    assert_string_equal(text_at(game, "moves.3.san"), "Qh4#");
    assert_string_equal(text_at(game, "moves.3.uci"), "d8h4");
    assert_string_equal(text_at(game, "names.black"), "Bix\"");
    assert_string_equal(text_at(game, "names.event"), "Club \\ evening");
    assert_null(at(game, "state.allowed"));
    json_decref(game);
    client_close(&white);
    client_close(&black);
}

static void test_hall__a_draw_is_offered_and_accepted(void **state)
{
    const seats s = started(NULL);

    (void)state;
    assert_true(hall_do(&h, s.white, "move e2e4"));
    assert_true(hall_do(&h, s.white, "offer"));
    assert_true(hall_do(&h, s.white, "press"));
    assert_state(s.black, "state.offer", "white");
    assert_false(hall_do(&h, s.black, "accept")); /* 5.2.3: before he has made a move */
    assert_true(hall_do(&h, s.black, "move e7e5"));
    assert_true(hall_do(&h, s.black, "offer"));
    assert_true(hall_do(&h, s.black, "press"));
    assert_true(hall_do(&h, s.white, "accept"));
    assert_state(s.spectator, "state.result", "1/2-1/2");
}

/* Laws 7.5.1, 7.5.5 */
static void test_hall__an_illegal_move_stands_and_is_penalised(void **state)
{
    const seats s = started(NULL);
    json_t *answer;

    (void)state;
    assert_true(hall_do(&h, s.white, "move e2e5"));
    assert_state(s.black, "state.board", "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR");
    assert_state(s.arbiter, "state.standing.from", "e2");
    assert_true(hall_event(&answer, &h, s.white, "press-1", "press"));
    assert_string_equal(text_at(answer, "rulings.0.article"), "7.5.1");
    assert_non_null(text_at(answer, "rulings.0.text.it"));
    assert_int_equal(number_at(answer, "state.illegal.white"), 1);
    assert_in_range(number_at(answer, "state.clock.black"), 5549999, 5550000);
    assert_string_equal(text_at(answer, "state.touched.0"), "e2");
    assert_int_equal(json_array_size(at(answer, "state.allowed")), 2);
    json_decref(answer);
    json_t *game = hall_look(&h, s.black);
    assert_int_equal(json_array_size(at(game, "state.touched")), 0);
    json_decref(game);
}

static void test_hall__the_same_id_counts_once(void **state)
{
    const seats s = started(NULL);
    json_t *first, *second, *other;

    (void)state;
    assert_true(hall_event(&first, &h, s.white, "one", "play e2e4"));
    assert_true(hall_event(&second, &h, s.white, "one", "play e2e4"));
    assert_int_equal(number_at(first, "seq"), number_at(second, "seq"));
    assert_int_equal(number_at(first, "number"), number_at(second, "number"));
    assert_false(json_is_true(at(first, "again")));
    assert_true(json_is_true(at(second, "again")));
    /* the same id of another person is another id */
    assert_true(hall_event(&other, &h, s.black, "one", "play e7e5"));
    assert_true(number_at(other, "seq") > number_at(first, "seq"));
    json_decref(first);
    json_decref(second);
    json_decref(other);
    json_t *game = hall_look(&h, s.arbiter);
    assert_int_equal(json_array_size(at(game, "log")), 3);
    assert_int_equal(json_array_size(at(game, "moves")), 2);
    json_decref(game);
}

static void test_hall__a_stream_goes_on_where_it_stopped(void **state)
{
    const seats s = started(NULL);
    json_t *answer;
    char text[64];

    (void)state;
    assert_true(hall_event(&answer, &h, s.white, "a", "play e2e4"));
    const long long seen = number_at(answer, "seq");
    json_decref(answer);
    assert_false(hall_do(&h, s.white, "press")); /* refused: nobody else sees that */
    assert_true(hall_do(&h, s.black, "play c7c5"));
    client c = hall_stream(&h, s.spectator, seen);
    assert_true(client_expect(&c, "event: hello", CLIENT_PATIENCE_MS));
    (void)snprintf(text, sizeof text, "\"pages\":\"%s\"", arb_web_assets.tag);
    assert_true(client_expect(&c, text, CLIENT_PATIENCE_MS));
    assert_true(client_expect(&c, "event: event", CLIENT_PATIENCE_MS));
    assert_true(client_expect(&c, "play c7c5", CLIENT_PATIENCE_MS));
    assert_true(hall_do(&h, s.white, "play g1f3"));
    assert_true(client_expect(&c, "play g1f3", CLIENT_PATIENCE_MS));
    client_close(&c);
}

static void test_hall__what_was_tried_in_vain_is_nobody_elses_business(void **state)
{
    const seats s = started(NULL);
    json_t *white, *black, *arbiter;

    (void)state;
    assert_false(hall_do(&h, s.black, "move e7e5"));
    assert_true(hall_do(&h, s.white, "write \"1. e4\""));
    white = hall_look(&h, s.white);
    black = hall_look(&h, s.black);
    arbiter = hall_look(&h, s.arbiter);
    assert_int_equal(json_array_size(at(white, "log")), 2);
    assert_int_equal(json_array_size(at(black, "log")), 2);
    assert_int_equal(json_array_size(at(arbiter, "log")), 3);
    json_decref(white);
    json_decref(black);
    json_decref(arbiter);
}

/* Laws 6.8 */
static void test_hall__flags_fall_by_themselves_in_casual_games(void **state)
{
    const seats s = hall_game(&h, "{\"time\":\"1\"}");
    client white = hall_stream(&h, s.white, -1), black = hall_stream(&h, s.black, -1);

    (void)state;
    assert_true(client_expect(&black, "time-loss", CLIENT_PATIENCE_MS));
    assert_state(s.white, "state.result", "0-1");
    client_close(&white);
    client_close(&black);
}

/* Asks as a player's page does; through a proxy when `far` says so. */
static unsigned ask_from(bool far, json_t **out, const char *token, const char *path,
                         const char *body)
{
    client c = client_open(h.port);
    char head[512];
    static reply r;

    (void)snprintf(head, sizeof head,
                   "%s %s HTTP/1.1\r\nHost: hall.test\r\nAuthorization: Bearer %s\r\n%s"
                   "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
                   body ? "POST" : "GET", path, token, far ? "X-Forwarded-For: 192.0.2.7\r\n" : "",
                   body ? strlen(body) : 0);
    assert_true(client_send(&c, head) && (!body || client_send(&c, body)));
    assert_true(client_reply(&r, &c, false));
    if (out)
        *out = json_loadb(r.body, r.size, 0, NULL);
    client_close(&c);
    return r.status;
}

/* How far away the page is, as the server measures it: the page answers after `ms`. */
static void measure_way(bool far, const char *token, int64_t ms)
{
    json_t *answer;
    char path[64];

    assert_int_equal(ask_from(far, &answer, token, "/api/ping", NULL), 200);
    (void)snprintf(path, sizeof path, "/api/ping?seen=%lld", number_at(answer, "now"));
    json_decref(answer);
    client_sleep(ms);
    assert_int_equal(ask_from(far, NULL, token, path, NULL), 200);
}

/*
 * The time that a move took, by the journal, when the page says that it took `think`. A page that
 * is `far` sits behind a proxy, where the server knows nothing but its pings.
 */
static double time_of_move(bool far, int64_t way_ms, int64_t took_ms, int think)
{
    const seats s = hall_game(&h, "{\"mode\":\"tournament\"}");
    char body[96];

    if (way_ms > 0)
        measure_way(far, s.white, way_ms);
    assert_true(hall_do(&h, s.arbiter, "start"));
    client_sleep(took_ms);
    (void)snprintf(body, sizeof body, "{\"id\":\"1\",\"event\":\"play e2e4\",\"think\":%d}", think);
    assert_int_equal(ask_from(far, NULL, s.white, "/api/events", body), 200);
    json_t *game = hall_look(&h, s.arbiter);
    const double time = json_number_value(at(game, "log.1.time"));
    json_decref(game);
    return time;
}

static int behind_proxy(void **state)
{
    arb_hall_config config = arb_hall_defaults();

    (void)state;
    fixture_behind_proxy(&config);
    fixture_start(&config);
    return 0;
}

/* Is time credited as it should be, on a machine that is in time itself? */
static bool lag_is_credited(void)
{
    const double plain = time_of_move(true, 0, 300, 0);
    const double far = time_of_move(true, 200, 300, 0);
    const double honest = time_of_move(true, 200, 300, 250);
    const double long_ago = time_of_move(true, 200, 300, 5000);

    assert_true(plain >= 0.299 && long_ago >= 0.299);
    assert_true(far >= 0.150 && honest >= 0.199); /* half of the way is 100 ms, and no more */
    return far <= plain - 0.060 && honest <= 0.299;
}

/* A page on a short way gains nothing by dawdling with its pings; one far away, not for ever. */
static void assert_dawdling_does_not_pay(void)
{
    assert_true(time_of_move(false, 1000, 300, 0) >= 0.280);
    assert_true(time_of_move(true, 1000, 300, 0) >= 0.299 - ARB_LAG_PAGE_MS / 1000.0);
}

/* A press counts as much earlier as its way was long, within what was measured. A busy machine may
 * be late itself now and then, but not always. */
static void test_hall__lag_is_credited_within_what_was_measured(void **state)
{
    unsigned tries = 1;

    (void)state;
    while (!lag_is_credited() && tries < 8)
        tries++;
    assert_true(tries < 8);
    assert_dawdling_does_not_pay();
    /* what the page claims to have seen counts only when it was told so */
    const seats s = started(NULL);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/ping?seen=1", s.white, NULL), 200);
}

/* What time has brought is said before what comes too late, also while the hall still waits for a
 * press that may be on its way. */
static void test_hall__time_speaks_before_what_comes_too_late(void **state)
{
    const seats s = hall_game(&h, "{\"time\":\"1\"}");

    (void)state;
    measure_way(true, s.white, 900);
    client black = hall_stream(&h, s.black, -1), white = starting(s.white);
    client_sleep(1050);
    assert_false(hall_do(&h, s.black, "resign"));
    json_t *game = hall_look(&h, s.spectator);
    assert_string_equal(text_at(game, "state.result"), "0-1");
    assert_int_equal(json_array_size(at(game, "log")), 2);
    assert_string_equal(text_at(game, "log.1.event"), "elapse");
    json_decref(game);
    game = hall_look(&h, s.arbiter);
    assert_string_equal(text_at(game, "log.2.event"), "resign");
    assert_int_equal(json_array_size(at(game, "log.2.rulings")), 1);
    json_decref(game);
    client_close(&white);
    client_close(&black);
}

static void test_hall__a_code_opens_a_seat(void **state)
{
    const seats s = hall_game(&h, casual);
    char body[64];
    json_t *joined;

    (void)state;
    (void)snprintf(body, sizeof body, "{\"code\":\"%.3s %s\"}", s.code, s.code + 3);
    assert_int_equal(hall_ask(&joined, &h, "POST", "/api/join", NULL, body), 200);
    assert_string_equal(text_at(joined, "role"), "black");
    assert_state(text_at(joined, "token"), "role", "black");
    json_decref(joined);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/join", NULL, "{\"code\":\"33333333\"}"), 404);
    /* guessing is slow */
    unsigned status = 404;
    for (unsigned i = 0; i < 80 && status == 404; i++)
        status = hall_ask(NULL, &h, "POST", "/api/join", NULL, "{\"code\":\"44444444\"}");
    assert_int_equal(status, 429);
}

static void test_hall__bad_requests_are_told_what_is_wrong(void **state)
{
    static const struct {
        const char *body, *path, *expected;
    } bad[] = {
        { "{\"time\":\"5 minutes\"}", "option", "time" },
        { "{\"edition\":\"fide-1850\"}", "option", "edition" },
        { "{\"options\":{\"flag\":\"automatic\"}}", "option", "flag" },
        { "{\"options\":{\"flags\":\"never\"}}", "option", "flags" },
        { "{\"position\":\"8/8/8/8/8/8/8/8 w - -\"}", "option", "position" },
        { "{\"position\":\"rnbqk\"}", "option", "position" },
        { "{\"time\":\"5400\",\"options\":{\"supervision\":\"limited\"}}", "option",
          "supervision" },
        { "{\"start960\":960}", "field", "start960" },
        { "{\"names\":{\"white\":\"a\\nb\"}}", "field", "names" },
        { "{\"mode\":\"correspondence\"}", "field", "mode" },
        { "{\"computer\":\"both\"}", "field", "computer" },
        { "[1]", "error", "not-json" },
        { "{\"time\"", "error", "not-json" },
        { "{\"time\":\"300\",\"time\":\"300\"}", "error", "not-json" },
    };
    const seats s = hall_game(&h, casual);
    json_t *answer;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(hall_ask(&answer, &h, "POST", "/api/games", NULL, bad[i].body), 400);
        assert_string_equal(text_at(answer, bad[i].path), bad[i].expected);
        assert_non_null(text_at(answer, "text.it"));
        json_decref(answer);
    }
    assert_false(hall_event(&answer, &h, s.white, "x", "move"));
    assert_string_equal(text_at(answer, "error"), "unreadable");
    assert_true(number_at(answer, "column") >= 5);
    json_decref(answer);
    assert_int_equal(hall_ask(&answer, &h, "POST", "/api/games", NULL, "{\"computer\":\"black\"}"),
                     409);
    json_decref(answer);
}

static void test_hall__files_and_small_things(void **state)
{
    const seats s = hall_game(&h, casual);
    char text[4096];
    json_t *answer;

    (void)state;
    client white = hall_stream(&h, s.white, -1), black = hall_stream(&h, s.black, -1);
    assert_true(client_expect(&black, "\"event\":\"start\"", CLIENT_PATIENCE_MS));
    assert_true(hall_do(&h, s.white, "move e4"));
    client_close(&white);
    client_close(&black);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/pgn", s.spectator, NULL), 409);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/pgn", s.arbiter, NULL), 200);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/case", s.spectator, NULL), 200);
    assert_int_equal(hall_ask(&answer, &h, "GET", "/api/explain?article=7.5.2", NULL, NULL), 200);
    assert_string_equal(text_at(answer, "article"), "7.5.2");
    json_decref(answer);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/explain?article=99", NULL, NULL), 404);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/qr", NULL, "{\"text\":\"http://a/\"}"), 200);
    assert_int_equal(client_once(h.port, "GET", "/healthz", NULL, text, sizeof text), 200);
    assert_string_equal(text, "ok");
    /* A page of another version asks for a script that is not there, and is loaded anew. */
    assert_int_equal(
        client_once(h.port, "GET", "/js/game.0123456789abcdef.js", NULL, text, sizeof text), 200);
    assert_non_null(strstr(text, "location.reload"));
    assert_int_equal(
        client_once(h.port, "GET", "/css/base.0123456789abcdef.css", NULL, text, sizeof text), 404);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/metrics", NULL, NULL), 200);
    assert_int_equal(hall_ask(&answer, &h, "GET", "/api/hall", NULL, NULL), 200);
    assert_string_equal(text_at(answer, "games.0.names.white"), "Ada");
    assert_null(at(answer, "games.0.watch"));
    json_decref(answer);
    (void)snprintf(text, sizeof text, "{\"game\":%d}", s.game);
    assert_int_equal(hall_ask(&answer, &h, "POST", "/api/watch", NULL, text), 200);
    assert_string_equal(text_at(answer, "token"), s.spectator);
    assert_state(text_at(answer, "token"), "role", "spectator");
    json_decref(answer);
}

static void test_hall__chess960_and_given_positions(void **state)
{
    const seats a = hall_game(&h, "{\"start960\":0,\"time\":\"none\"}");
    const seats b = hall_game(&h, "{\"position\":\"8/P6k/8/8/8/8/8/K7 w - - 0 60\"}");

    (void)state;
    assert_state(a.white, "variant", "chess960");
    assert_state(a.white, "state.board", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR");
    assert_state(b.white, "state.fen", "8/P6k/8/8/8/8/8/K7 w - - 0 60");
    assert_state(b.white, "start", "8/P6k/8/8/8/8/8/K7 w - - 0 60");
    assert_state(a.white, "start", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    for (unsigned starts = 0; starts < 2;
         starts++) { /* the list knows it also of a game that sleeps */
        json_t *list = NULL;
        if (starts > 0)
            hall_kill(&h);
        if (starts > 0)
            hall_start(&h, NULL);
        assert_int_equal(hall_ask(&list, &h, "GET", "/api/hall?limit=2", NULL, NULL), 200);
        assert_int_equal(number_at(list, "games.1.start960"), 0);
        assert_null(at(list, "games.0.start960"));
        json_decref(list);
    }
}

static void test_hall__a_graceful_end_leaves_everything(void **state)
{
    const seats s = started(NULL);

    (void)state;
    assert_true(hall_do(&h, s.white, "play e2e4"));
    client c = hall_stream(&h, s.black, -1);
    assert_int_equal(hall_stop(&h), 0);
    assert_true(client_expect(&c, "event: closing", CLIENT_PATIENCE_MS));
    client_close(&c);
    hall_start(&h, NULL);
    json_t *game = hall_look(&h, s.black);
    assert_string_equal(text_at(game, "state.phase"), "stopped");
    assert_string_equal(text_at(game, "moves.0.san"), "e4");
    assert_true(json_is_true(at(game, "log.2.hall")));
    json_decref(game);
    assert_true(hall_do(&h, s.arbiter, "resume"));
    assert_state(s.black, "state.phase", "playing");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__two_people_play_to_checkmate, fixture_program),
        FIXTURE_TEST(test_hall__a_draw_is_offered_and_accepted, fixture_program),
        FIXTURE_TEST(test_hall__an_illegal_move_stands_and_is_penalised, fixture_program),
        FIXTURE_TEST(test_hall__the_same_id_counts_once, fixture_program),
        FIXTURE_TEST(test_hall__a_stream_goes_on_where_it_stopped, fixture_program),
        FIXTURE_TEST(test_hall__what_was_tried_in_vain_is_nobody_elses_business, fixture_program),
        FIXTURE_TEST(test_hall__flags_fall_by_themselves_in_casual_games, fixture_program),
        FIXTURE_TEST(test_hall__lag_is_credited_within_what_was_measured, behind_proxy),
        FIXTURE_TEST(test_hall__time_speaks_before_what_comes_too_late, behind_proxy),
        FIXTURE_TEST(test_hall__a_code_opens_a_seat, fixture_program),
        FIXTURE_TEST(test_hall__bad_requests_are_told_what_is_wrong, fixture_program),
        FIXTURE_TEST(test_hall__files_and_small_things, fixture_program),
        FIXTURE_TEST(test_hall__chess960_and_given_positions, fixture_program),
        FIXTURE_TEST(test_hall__a_graceful_end_leaves_everything, fixture_program),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
