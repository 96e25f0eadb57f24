/* SPDX-License-Identifier: MIT */
/*
 * The desk is live: new games, and whatever changes at a board, come by one stream, once however
 * much happened; and what happened is told in words.
 */
#define _GNU_SOURCE
#include "support/hall/fixture.h"

static client desk_opened(void)
{
    client c = client_open(h.port);
    char head[256];
    reply r;

    (void)snprintf(head, sizeof head,
                   "GET /api/desk/stream HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer %s\r\n\r\n",
                   h.key);
    assert_true(client_send(&c, head) && client_stream_head(&r, &c));
    assert_int_equal(r.status, 200);
    assert_true(client_expect(&c, "event: hello", CLIENT_PATIENCE_MS));
    return c;
}

static void expect(client *c, const char *text)
{
    if (!client_expect(c, text, CLIENT_PATIENCE_MS))
        fail_msg("the stream has not told: %s", text);
}

static json_t *list_of(const char *query)
{
    char path[96];
    json_t *list;

    (void)snprintf(path, sizeof path, "/api/desk%s", query);
    assert_int_equal(hall_ask(&list, &h, "GET", path, h.key, NULL), 200);
    return list;
}

/* The tile of a game in the list; the list is kept until the next. */
static json_t *tile_of(int game)
{
    static json_t *list;
    json_t *tile;
    size_t i;

    json_decref(list);
    list = list_of("");
    json_array_foreach(at(list, "tiles"), i, tile)
    {
        if (number_at(tile, "game") == game)
            return tile;
    }
    fail_msg("there is no game %d", game);
    return NULL;
}

static bool has(json_t *list, const char *word)
{
    json_t *one;
    size_t i;

    json_array_foreach(list, i, one)
    {
        if (strcmp(json_string_value(one), word) == 0)
            return true;
    }
    return false;
}

static const char named[] = "{\"time\":\"5400+30\",\"mode\":\"tournament\","
                            "\"names\":{\"white\":\"Anna\",\"black\":\"Bruno\"}}";

static void test_desk__what_changes_is_told(void **state)
{
    client desk = desk_opened();

    (void)state;
    const seats s = hall_game(&h, named);
    expect(&desk, "event: tiles");
    expect(&desk, "\"white\":\"Anna\",\"black\":\"Bruno\"");
    assert_true(has(at(tile_of(s.game), "can"), "start"));
    client white = hall_stream(&h, s.white, -1);
    expect(&desk, "\"present\":{\"white\":true,\"black\":false}");
    assert_true(hall_do(&h, s.arbiter, "start"));
    expect(&desk, "\"phase\":\"playing\"");
    assert_true(hall_do(&h, s.white, "play e2e4"));
    expect(&desk, "\"last\":\"e4\"");
    json_t *tile = tile_of(s.game);
    assert_string_equal(text_at(tile, "turn"), "black");
    assert_int_equal(number_at(tile, "plies"), 1);
    assert_string_equal(text_at(tile, "clock.running"), "black");
    assert_int_equal(number_at(tile, "low"), 300000);
    assert_int_equal(number_at(tile, "illegal.white"), 0);
    assert_int_equal(json_array_size(at(tile, "observable")), 0);
    assert_true(json_is_null(at(tile, "call")));
    assert_true(has(at(tile, "can"), "stop"));
    assert_false(has(at(tile, "can"), "start"));
    assert_true(hall_do(&h, s.black, "resign"));
    expect(&desk, "\"result\":\"1-0\"");
    assert_true(has(at(tile_of(s.game), "can"), "reopen"));
    client_close(&white);
    expect(&desk, "\"present\":{\"white\":false,\"black\":false}");
    client_close(&desk);
}

/* Laws 6.11.2: who called stands there with his words until the arbiter has answered. */
static void test_desk__calls_stay_until_they_are_answered(void **state)
{
    client desk = desk_opened();
    const seats s = started(named);

    (void)state;
    assert_true(hall_do(&h, s.white, "stop my clock is wrong"));
    expect(&desk, "stop my clock is wrong");
    for (unsigned i = 0; i < 2; i++) {
        json_t *tile = tile_of(s.game);
        if (json_is_true(at(tile, "asleep"))) { /* after a restart it has to be read */
            client_close(&desk);
            desk = desk_opened();
            (void)tile_of(s.game);
            client_sleep(300);
            tile = tile_of(s.game);
        }
        assert_string_equal(text_at(tile, "call.event"), "stop my clock is wrong");
        assert_string_equal(text_at(tile, "call.calls"), "looks");
        assert_string_equal(text_at(tile, "call.words.it"),
                            "ferma gli orologi “my clock is wrong”");
        assert_string_equal(text_at(tile, "call.actor"), "white");
        if (i == 0) {
            hall_kill(&h);
            fixture_start(NULL);
        }
    }
    client_close(&desk);
    desk = desk_opened();
    assert_true(hall_do(&h, s.arbiter, "resume"));
    expect(&desk, "\"call\":null");
    client_close(&desk);
    /* after a crash it is the hall that has stopped the game */
    hall_kill(&h);
    fixture_start(NULL);
    (void)tile_of(s.game);
    client_sleep(200);
    assert_true(json_is_true(at(tile_of(s.game), "call.hall")));
}

/* Many moves at many boards are few tiles: what counts is how it stands then. */
static void test_desk__it_is_told_once(void **state)
{
    static const char *const moves[] = { "play g1f3", "play g8f6", "play f3g1", "play f6g8" };
    enum { MOVES = 60 };
    const seats s = started(named);
    client desk = desk_opened(), other = desk_opened();
    const int64_t began = client_now();
    unsigned told = 0;

    (void)state;
    for (unsigned i = 0; i < MOVES; i++)
        assert_true(hall_do(&h, i % 2 ? s.black : s.white,
                            i < 12  ? moves[i % 4]
                            : i % 2 ? "touch e7 accidental"
                                    : "write x"));
    while (client_expect(&desk, "event: tiles", 500))
        told++;
    assert_in_range(told, 1, (client_now() - began) / 100 + 1);
    expect(&other, "event: tiles");
    client_close(&desk);
    client_close(&other);
}

/* All boards of a large round are started, and every one is told. */
static void test_desk__a_large_round(void **state)
{
    enum { BOARDS = 300, ROOM = 1 << 16 };
    char *text = malloc(ROOM);
    size_t size = 0;
    json_t *body, *made, *list;

    (void)state;
    assert_non_null(text);
    for (unsigned i = 1; i <= BOARDS; i++)
        size += (size_t)snprintf(text + size, ROOM - size, "%u;White %u;Black %u\n", i, i, i);
    (void)started(named);
    client desk = desk_opened();
    body = json_pack("{ss ss ss}", "id", "0123456789abcdef", "text", text, "group", "A");
    char *sent = json_dumps(body, 0);
    assert_int_equal(hall_ask(&made, &h, "POST", "/api/rounds", h.key, sent), 201);
    json_decref(made);
    json_decref(body);
    free(sent);
    free(text);
    expect(&desk, "event: rounds");
    expect(&desk, "\"boards\":300");
    expect(&desk, "\"White 300\"");
    assert_int_equal(
        hall_ask(&made, &h, "POST", "/api/rounds/do", h.key, "{\"do\":\"start\",\"round\":1}"),
        200);
    json_decref(made);
    for (unsigned i = 0; i < BOARDS; i++)
        expect(&desk, "\"phase\":\"playing\"");
    /* the list, in pages, of the round alone */
    list = list_of("?round=1&limit=100");
    assert_int_equal(json_array_size(at(list, "tiles")), 100);
    assert_true(json_is_true(at(list, "more")));
    json_t *tile = json_array_get(at(list, "tiles"), 0);
    assert_int_equal(number_at(tile, "board"), 300);
    assert_string_equal(text_at(tile, "group"), "A");
    assert_int_equal(number_at(json_array_get(at(list, "rounds"), 0), "playing"), 300);
    json_decref(list);
    list = list_of("?open=no");
    assert_int_equal(json_array_size(at(list, "tiles")), 0);
    json_decref(list);
    client_close(&desk);
}

/* Laws 6.7.1: who is late, and until when. */
static void test_desk__lateness(void **state)
{
    const seats s = hall_game(&h, "{\"time\":\"5400+30\",\"mode\":\"tournament\","
                                  "\"options\":{\"default-time\":\"900\"}}");
    json_t *tile = tile_of(s.game);

    (void)state;
    assert_int_equal(json_array_size(at(tile, "late.players")), 2);
    assert_true(json_is_null(at(tile, "late.until")));
    assert_int_equal(number_at(tile, "late.grace"), 900000);
    assert_true(hall_do(&h, s.arbiter, "start"));
    client white = hall_stream(&h, s.white, -1);
    assert_true(client_expect(&white, "\"event\":\"arrive\"", CLIENT_PATIENCE_MS));
    tile = tile_of(s.game);
    assert_true(has(at(tile, "late.players"), "black"));
    assert_int_equal(json_array_size(at(tile, "late.players")), 1);
    json_t *list = list_of("");
    assert_in_range(number_at(tile, "late.until") - number_at(list, "now"), 890000, 900001);
    json_decref(list);
    client_close(&white);
}

/* Laws 9.1.2.1, 11.5: among friends nobody warns, and nobody is told that one is due. */
static void test_desk__friends_are_not_warned(void **state)
{
    static const char *const bodies[] = { "{\"mode\":\"casual\"}", "{\"mode\":\"tournament\"}" };

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        const seats s = started(bodies[i]);
        json_t *answer;
        assert_true(hall_event(&answer, &h, s.black, "t", "touch e7"));
        json_t *ruling = json_array_get(at(answer, "rulings"), 0);
        assert_string_equal(text_at(ruling, "code"), "contact-out-of-turn");
        assert_int_equal(json_is_true(at(ruling, "warning")), i);
        assert_int_equal(strstr(text_at(ruling, "text.en"), "warning") != NULL, i);
        assert_int_equal(strstr(text_at(ruling, "text.it"), "ammonizione") != NULL, i);
        assert_int_equal(json_is_null(at(tile_of(s.game), "call")), !i);
        json_decref(answer);
    }
}

/* What happened, as people say it; what a seat may not know stays unsaid. */
static void test_desk__the_log_has_words(void **state)
{
    static const struct {
        const char *event, *en, *it;
    } said[] = {
        { "start", "starts the game", "dà inizio alla partita" },
        { "stop", "stops the clocks", "ferma gli orologi" },
        { "set-clock white 1:02:03 moves 7", "sets a clock: White 1:02:03 with 7 completed moves",
          "regola un orologio: Bianco 1:02:03 con 7 mosse completate" },
        { "penalty black own-time 120", "imposes a penalty: Black, less time for the player: 120 s",
          "infligge una penalità: Nero, meno tempo al giocatore: 120 s" },
        { "rule white is right", "records a decision: “white is right”",
          "annota una decisione: “white is right”" },
        { "award 1-0", "declares the result 1-0", "dichiara il risultato 1-0" },
        { "reopen", "opens the game again", "riapre la partita" },
    };
    const seats s = hall_game(&h, "{\"time\":\"40/5400:1800\",\"mode\":\"tournament\"}");

    (void)state;
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++)
        assert_true(hall_do(&h, s.arbiter, said[i].event));
    json_t *game = hall_look(&h, s.arbiter), *seen = hall_look(&h, s.white);
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        json_t *entry = json_array_get(at(game, "log"), i);
        assert_string_equal(text_at(entry, "words.en"), said[i].en);
        assert_string_equal(text_at(entry, "words.it"), said[i].it);
        assert_string_equal(text_at(entry, "calls"), "answers");
    }
    json_t *entry = json_array_get(at(seen, "log"), 2);
    assert_string_equal(text_at(entry, "words.en"), "sets a clock: White 1:02:03");
    assert_null(at(entry, "calls"));
    json_decref(game);
    json_decref(seen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_desk__what_changes_is_told, fixture_hall),
        FIXTURE_TEST(test_desk__calls_stay_until_they_are_answered, fixture_hall),
        FIXTURE_TEST(test_desk__it_is_told_once, fixture_hall),
        FIXTURE_TEST(test_desk__a_large_round, fixture_hall),
        FIXTURE_TEST(test_desk__lateness, fixture_hall),
        FIXTURE_TEST(test_desk__friends_are_not_warned, fixture_hall),
        FIXTURE_TEST(test_desk__the_log_has_words, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
