/* SPDX-License-Identifier: MIT */
/*
 * What those see of boards who have no link: what a spectator sees and never more, when it is
 * published; and the one page that others may put into frames.
 */
#define _GNU_SOURCE
#include "server/http/assets.h"
#include "support/hall/boards.h"
#include "support/hall/fixture.h"

/* ---- nothing of what is hidden */

static void test_boards_shown__a_hidden_game_is_as_one_that_is_not_there(void **state)
{
    const seats s = hall_game(&h, "{\"mode\":\"tournament\",\"public\":false,\"names\":{\"white\":"
                                  "\"Secret\",\"event\":\"Hidden\"}}");
    const seats open = hall_game(&h, BOARD_NAMED);
    char query[64], hidden[512], missing[512];
    client c;

    (void)state;
    assert_int_equal(s.game, 1);
    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_true(hall_do(&h, s.white, "play e2e4"));
    assert_int_equal(
        client_once(h.port, "GET", "/api/boards/moves?game=1", NULL, hidden, sizeof hidden), 404);
    assert_int_equal(
        client_once(h.port, "GET", "/api/boards/moves?game=999", NULL, missing, sizeof missing),
        404);
    assert_string_equal(hidden, missing);
    static const char *const queries[] = { "?games=1", "?event=Hidden" };
    for (unsigned i = 0; i < 2; i++) {
        json_t *list = boards_of(queries[i]);
        assert_int_equal(json_array_size(at(list, "boards")), 0);
        assert_int_equal(json_array_size(at(list, "games")), 0);
        json_decref(list);
    }
    (void)snprintf(query, sizeof query, "?games=1,%d", open.game);
    c = board_stream(query);
    json_t *hello = board_event(&c, "hello");
    assert_int_equal(json_array_size(at(hello, "games")), 1);
    json_decref(hello);
    board_expect(&c, "\"white\":\"Anna\"");
    assert_true(hall_do(&h, s.black, "play e7e5"));
    assert_true(hall_do(&h, open.arbiter, "start"));
    while (!memmem(c.bytes, c.size, "playing", 7))
        assert_true(client_receive(&c, CLIENT_PATIENCE_MS));
    assert_null(memmem(c.bytes, c.size, "Secret", 6));
    assert_null(memmem(c.bytes, c.size, "\"game\":1,", 9));
    client_close(&c);
}

/* Nobody is sent to look for boards that he may not see. */
static void test_boards_shown__a_hidden_game_is_made_in_silence(void **state)
{
    enum { RELOADS_MS = 1000 };
    const seats open = hall_game(&h, BOARD_NAMED);
    client c = board_stream("");
    const int64_t began = client_now();
    unsigned told = 0;

    (void)state;
    (void)hall_game(&h, "{\"public\":false}");
    assert_true(hall_do(&h, open.arbiter, "start"));
    while (client_now() - began < 2 * RELOADS_MS || told < 2) {
        assert_true(hall_do(&h, open.white, "touch e2 accidental"));
        json_t *event = board_event(&c, "board");
        told += number_at(event, "game") == open.game;
        json_decref(event);
        assert_null(memmem(c.bytes, c.size, "reload", 6));
    }
    client_close(&c);
}

/* The same as a spectator's page is told, whatever stands on the board (Laws 6.12.1, 7.5.1). */
static void test_boards_shown__a_board_is_what_a_spectator_sees(void **state)
{
    static const char *const events[][2] = {
        { "arbiter", "start" },   { "white", "move e2e4" }, { "white", "press" },
        { "black", "move e8e6" }, /* no move, and not yet found */
        { "black", "press" },     { "black", "play e7e5" }, { "white", "play d1h5" },
        { "arbiter", "stop" },    { "arbiter", "resume" },  { "black", "play a7a6" },
        { "white", "play f1c4" }, { "black", "play a6a5" }, { "white", "play h5f7" },
    };
    static const char *const alike[] = { "fen", "turn", "plies", "check", "phase", "result" };
    const seats s = hall_game(&h, BOARD_NAMED);
    char query[64];

    (void)state;
    (void)snprintf(query, sizeof query, "?games=%d", s.game);
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        const char *who = events[i][0];
        (void)hall_do(&h, *who == 'a' ? s.arbiter : *who == 'w' ? s.white : s.black, events[i][1]);
        json_t *game = hall_look(&h, s.spectator), *list = boards_of(query);
        json_t *board = json_array_get(at(list, "boards"), 0), *seen = at(game, "state");
        json_t *moves = at(game, "moves");
        for (size_t j = 0; j < sizeof alike / sizeof alike[0]; j++) {
            if (!json_equal(at(board, alike[j]), at(seen, alike[j])))
                fail_msg("after %s: %s", events[i][1], alike[j]);
        }
        assert_string_equal(text_at(board, "placement"), text_at(seen, "board"));
        assert_true(json_equal(at(board, "clock.running"), at(seen, "clock.running")));
        const json_t *last = json_array_get(moves, json_array_size(moves) - 1);
        if (last)
            assert_true(json_equal(json_object_get(last, "san"), at(board, "last.san")));
        else
            assert_true(json_is_null(at(board, "last")));
        assert_null(at(board, "standing.from"));
        json_decref(game);
        json_decref(list);
    }
    json_t *moves, *game = hall_look(&h, s.spectator);
    (void)snprintf(query, sizeof query, "/api/boards/moves?game=%d", s.game);
    assert_int_equal(hall_ask(&moves, &h, "GET", query, NULL, NULL), 200);
    assert_true(json_equal(at(moves, "moves"), at(game, "moves")));
    assert_true(json_equal(at(moves, "start"), at(game, "start")));
    assert_int_equal(json_array_size(at(moves, "moves")), 7);
    json_decref(moves);
    json_decref(game);
}

/* ---- published, and with a delay */

static void publish(const char *body)
{
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/publish", h.key, body), 200);
}

static void test_boards_shown__what_the_desk_publishes_is_shown(void **state)
{
    const seats s = hall_game(&h, "{\"mode\":\"tournament\",\"public\":false}");
    client c = board_stream("?games=1"), by_name;

    (void)state;
    assert_int_equal(s.game, 1);
    publish("{\"name\":\"open\",\"title\":\"The Open\",\"games\":[{\"game\":1,\"round\":4}]}");
    board_expect(&c, "event: reload");
    client_close(&c);
    c = board_stream("?games=1");
    by_name = board_stream("?event=open");
    board_expect(&c, "event: board");
    json_t *hello = board_event(&by_name, "hello");
    assert_int_equal(json_array_size(at(hello, "games")), 1);
    assert_int_equal(number_at(hello, "round.number"), 4);
    assert_string_equal(text_at(hello, "round.event"), "The Open");
    json_decref(hello);
    static const char *const none[] = { "?event=open&round=3", "?event=open&boards=2",
                                        "?event=open&round=99999", "?event=opens" };
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++) {
        json_t *list = boards_of(none[i]);
        assert_int_equal(json_array_size(at(list, "boards")), 0);
        json_decref(list);
    }
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/unpublish", h.key, "{\"name\":\"open\"}"),
                     200);
    board_expect(&c, "event: reload");
    board_expect(&by_name, "event: reload");
    client_close(&c);
    client_close(&by_name);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/boards/moves?game=1", NULL, NULL), 404);
    json_t *list = boards_of("?games=1");
    assert_int_equal(json_array_size(at(list, "games")), 0);
    json_decref(list);
}

/* Nothing of the last hour is told: not the move, not the result, not that anything happened. */
static void test_boards_shown__a_delay_holds(void **state)
{
    const seats s = started(BOARD_NAMED), other = started(BOARD_NAMED);
    client c;

    (void)state;
    assert_int_equal(s.game, 1);
    publish("{\"name\":\"slow\",\"delay\":3600,\"games\":[{\"game\":1}]}");
    c = board_stream("?games=1,2");
    for (bool is_read = false, other_told = false; !is_read || !other_told;) {
        json_t *event = board_event(&c, "board");
        const bool first = number_at(event, "game") == 1;
        if (first)
            assert_string_equal(text_at(event, "phase"), "waiting");
        is_read = is_read || (first && !at(event, "asleep"));
        other_told = other_told || !first;
        json_decref(event);
    }
    assert_true(hall_do(&h, s.white, "play e2e4"));
    assert_true(hall_do(&h, s.black, "resign"));
    assert_true(hall_do(&h, other.white, "play d2d4"));
    json_t *event = board_event(&c, "board");
    assert_int_equal(number_at(event, "game"), 2);
    json_decref(event);
    assert_true(hall_do(&h, other.black, "resign"));
    event = board_event(&c, "board");
    assert_int_equal(number_at(event, "game"), 2);
    json_decref(event);
    json_t *list = boards_of("?games=1"), *moves;
    json_t *board = json_array_get(at(list, "boards"), 0);
    assert_string_equal(text_at(board, "result"), "*");
    assert_int_equal(number_at(board, "plies"), 0);
    json_decref(list);
    assert_int_equal(hall_ask(&moves, &h, "GET", "/api/boards/moves?game=1", NULL, NULL), 200);
    assert_int_equal(json_array_size(at(moves, "moves")), 0);
    json_decref(moves);
    client_close(&c);
}

static void test_boards_shown__what_was_delayed_comes(void **state)
{
    const seats s = started(BOARD_NAMED);
    client c;

    (void)state;
    publish("{\"name\":\"slow\",\"delay\":1,\"games\":[{\"game\":1}]}");
    c = board_stream("?event=slow");
    board_expect(&c, "\"phase\":\"playing\"");
    const int64_t began = client_now();
    assert_true(hall_do(&h, s.white, "play e2e4"));
    board_expect(&c, "\"san\":\"e4\"");
    assert_true(client_now() - began >= 990);
    assert_true(hall_do(&h, s.black, "resign"));
    board_expect(&c, "\"result\":\"1-0\"");
    client_close(&c);
}

/* ---- frames */

static void assert_frame(const char *path, unsigned status, bool framable)
{
    static reply r;
    client c = client_open(h.port);
    char head[512], value[1024];

    (void)snprintf(head, sizeof head, "GET %s HTTP/1.1\r\nHost: h\r\nAccept: text/html\r\n\r\n",
                   path);
    assert_true(client_send(&c, head) && client_reply(&r, &c, false));
    if (r.status != status)
        fail_msg("%s: %u", path, r.status);
    assert_true(client_header(value, sizeof value, &r, "Content-Security-Policy"));
    if ((strstr(value, "frame-ancestors 'none'") != NULL) == framable ||
        (framable && strstr(value, "frame-ancestors")))
        fail_msg("%s: %s", path, value);
    assert_non_null(strstr(value, "default-src 'none'"));
    assert_null(strstr(value, "unsafe"));
    if (client_header(value, sizeof value, &r, "X-Frame-Options") == framable)
        fail_msg("%s: X-Frame-Options", path);
    client_assert_header(&r, "Cross-Origin-Resource-Policy",
                         framable ? "cross-origin" : "same-origin");
    client_assert_header(&r, "X-Content-Type-Options", "nosniff");
    client_assert_header(&r, "Referrer-Policy", "no-referrer");
    assert_false(client_header(value, sizeof value, &r, "Access-Control-Allow-Origin"));
    assert_false(client_header(value, sizeof value, &r, "Set-Cookie"));
    client_close(&c);
}

static void test_boards_shown__one_page_can_be_framed(void **state)
{
    static const struct {
        const char *path;
        unsigned status;
        bool framable;
    } rows[] = {
        { "/embed", 200, true },
        { "/embed/7", 200, true },
        { "/embed/7?theme=dark", 200, true },
        { "/embed?event=Open&board=1", 200, true },
        { "/embed/", 404, false },
        { "/embed/x", 404, false },
        { "/embed/7/", 404, false },
        { "/embed/7/8", 404, false },
        { "/embed/-7", 404, false },
        { "/embed/%37", 404, false },
        { "/embedded", 404, false },
        { "/embed/1234567890123456789", 404, false },
        { "//embed", 404, false },
        { "/embed/../game", 404, false },
        { "/", 200, false },
        { "/game", 200, false },
        { "/desk", 200, false },
        { "/wall", 200, false },
        { "/overlay", 200, false },
        { "/api/boards", 200, false },
        { "/api/boards?games=x", 400, false },
    };

    (void)state;
    for (size_t i = 0; i < arb_web_assets.count; i++) {
        const char *path = arb_web_assets.assets[i].path;
        assert_frame(path, 200, strcmp(path, "/embed.html") == 0);
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_frame(rows[i].path, rows[i].status, rows[i].framable);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_boards_shown__a_hidden_game_is_as_one_that_is_not_there, fixture_hall),
        FIXTURE_TEST(test_boards_shown__a_hidden_game_is_made_in_silence, fixture_hall),
        FIXTURE_TEST(test_boards_shown__a_board_is_what_a_spectator_sees, fixture_hall),
        FIXTURE_TEST(test_boards_shown__what_the_desk_publishes_is_shown, fixture_hall),
        FIXTURE_TEST(test_boards_shown__a_delay_holds, fixture_hall),
        FIXTURE_TEST(test_boards_shown__what_was_delayed_comes, fixture_hall),
        FIXTURE_TEST(test_boards_shown__one_page_can_be_framed, fixture_hall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
