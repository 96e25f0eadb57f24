/* SPDX-License-Identifier: MIT */
/*
 * The new game that follows one which was annulled, and what is left to a lot: colours, and the
 * starting position of Chess960.
 */
#define _GNU_SOURCE
#include "arbitro/chess960.h"
#include "arbitro/fen.h"
#include "arbitro/lot.h"
#include "support/hall/fixture.h"

static json_t *post(const char *path, const char *token, const char *body, unsigned status)
{
    json_t *answer;

    assert_int_equal(hall_ask(&answer, &h, "POST", path, token, body), status);
    return answer;
}

/* ---- the new game */

#define COLLEGE                                                                                    \
    "{\"mode\":\"tournament\",\"edition\":\"edisu-2024\",\"names\":{\"white\":\"Anna\",\"black\":" \
    "\"Bruno\",\"event\":\"A cup\"},\"options\":{\"draws\":\"automatic\",\"fifty\":\"75 "          \
    "KRB-KR\"}}"

/* Laws 7.2.1 */
static void test_hall__an_annulled_game_is_played_again(void **state)
{
    const seats s = hall_game(&h, COLLEGE);

    (void)state;
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/again", s.arbiter, NULL), 409);
    assert_true(hall_do(&h, s.white, "move e4"));
    assert_true(hall_do(&h, s.arbiter, "found wrong-setup d8 e8"));
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/again", s.white, NULL), 403);
    json_t *made = post("/api/again", s.arbiter, NULL, 201);
    const long long next = number_at(made, "game");
    assert_int_equal(number_at(made, "before"), s.game);
    /* the link of the old seat leads to that of the new one, and to no other */
    json_t *old = hall_look(&h, s.white);
    assert_int_equal(number_at(old, "next.game"), next);
    assert_string_equal(text_at(old, "next.token"), text_at(made, "tokens.white"));
    json_t *anew = hall_look(&h, text_at(old, "next.token"));
    assert_int_equal(number_at(anew, "before"), s.game);
    assert_string_equal(text_at(anew, "role"), "white");
    assert_string_equal(text_at(anew, "names.white"), "Anna");
    assert_string_equal(text_at(anew, "names.event"), "A cup");
    assert_string_equal(text_at(anew, "edition"), "edisu-2024");
    assert_string_equal(text_at(anew, "options.draws"), "automatic");
    assert_string_equal(text_at(anew, "options.fifty"), "75 KRB-KR");
    assert_int_equal(json_array_size(at(anew, "moves")), 0);
    assert_true(hall_do(&h, text_at(old, "next.token"), "move d4"));
    json_decref(made);
    json_decref(old);
    json_decref(anew);
}

/* Laws 7.2.1: one new game, however often it is asked for; it is known after a restart. */
static void test_hall__there_is_one_new_game(void **state)
{
    const seats s = hall_game(&h, COLLEGE);

    (void)state;
    assert_true(hall_do(&h, s.white, "move e4"));
    assert_true(hall_do(&h, s.arbiter, "annul"));
    json_t *first = post("/api/again", s.arbiter, NULL, 201);
    json_t *second = post("/api/again", s.arbiter, NULL, 200);
    assert_int_equal(number_at(second, "game"), number_at(first, "game"));
    assert_string_equal(text_at(second, "token"), text_at(first, "tokens.arbiter"));
    assert_int_equal(hall_stop(&h), 0);
    fixture_start(NULL);
    json_t *old = hall_look(&h, s.black);
    assert_int_equal(number_at(old, "next.game"), number_at(first, "game"));
    assert_true(hall_do(&h, text_at(first, "tokens.white"), "move e4"));
    assert_true(hall_do(&h, text_at(old, "next.token"), "move e5"));
    json_decref(first);
    json_decref(second);
    json_decref(old);
}

/* Among friends either player opens it, and is told his own link alone. */
static void test_hall__friends_open_it_themselves(void **state)
{
    const seats s = hall_game(&h, "{\"time\":\"none\"}");

    (void)state;
    assert_true(hall_do(&h, s.arbiter, "annul"));
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/again", s.spectator, NULL), 403);
    json_t *made = post("/api/again", s.black, NULL, 201);
    assert_non_null(text_at(made, "tokens.black"));
    assert_null(at(made, "tokens.white"));
    assert_null(at(made, "tokens.arbiter"));
    json_t *old = hall_look(&h, s.spectator);
    json_t *anew = hall_look(&h, text_at(old, "next.token"));
    assert_string_equal(text_at(anew, "role"), "spectator");
    json_decref(made);
    json_decref(old);
    json_decref(anew);
}

/* Laws 12.9.9: who was expelled has no seat in the new game. */
static void test_hall__an_expelled_player_is_not_seated_again(void **state)
{
    const seats s = started("{\"mode\":\"tournament\",\"time\":\"900+10\"}");

    (void)state;
    assert_true(hall_do(&h, s.arbiter, "penalty black expel"));
    assert_true(hall_do(&h, s.arbiter, "annul"));
    json_decref(post("/api/again", s.arbiter, NULL, 201));
    json_t *white = hall_look(&h, s.white), *black = hall_look(&h, s.black);
    assert_non_null(text_at(white, "next.token"));
    assert_null(text_at(black, "next.token"));
    json_decref(white);
    json_decref(black);
}

/* What guests may open is not more by this way. */
static void test_hall__a_new_game_counts_like_any(void **state)
{
    arb_hall_config config = arb_hall_defaults();

    (void)state;
    assert_int_equal(hall_stop(&h), 0);
    config.games_per_address = 1;
    fixture_behind_proxy(&config);
    fixture_start(&config);
    client c = client_open(h.port);
    json_t *made;
    assert_int_equal(hall_ask_with(&made, &c, "POST", "/api/games",
                                   "X-Forwarded-For: 192.0.2.7\r\n", "{\"time\":\"none\"}"),
                     201);
    char lines[160], line[160];
    (void)snprintf(lines, sizeof lines,
                   "X-Forwarded-For: 192.0.2.7\r\nAuthorization: Bearer %s\r\n",
                   text_at(made, "tokens.arbiter"));
    (void)snprintf(line, sizeof line, "%s", lines);
    assert_int_equal(
        hall_ask_with(NULL, &c, "POST", "/api/events", line, "{\"id\":\"1\",\"event\":\"annul\"}"),
        200);
    /* the old game is over and counts no more: one new game, and no second one beside it */
    assert_int_equal(hall_ask_with(NULL, &c, "POST", "/api/again", line, ""), 201);
    assert_int_equal(hall_ask_with(NULL, &c, "POST", "/api/games", "X-Forwarded-For: 192.0.2.7\r\n",
                                   "{\"time\":\"none\"}"),
                     429);
    client_close(&c);
    json_decref(made);
}

/* ---- lots */

/* Laws 1.2 */
static void test_hall__colours_by_lot(void **state)
{
    (void)state;
    for (unsigned seed = 0; seed < 12; seed++) {
        char body[200];
        const bool swapped = arb_lot_colour(seed) == ARB_BLACK;
        (void)snprintf(
            body, sizeof body,
            "{\"names\":{\"white\":\"Anna\",\"black\":\"Bruno\"},\"options\":{\"colours\":"
            "\"lot %u\"}}",
            seed);
        json_t *made = post("/api/games", NULL, body, 201);
        assert_int_equal(number_at(made, "lot.seed"), seed);
        assert_int_equal(json_is_true(at(made, "lot.swapped")), swapped);
        json_t *game = hall_look(&h, text_at(made, "tokens.white"));
        assert_string_equal(text_at(game, "names.white"), swapped ? "Bruno" : "Anna");
        assert_string_equal(text_at(game, "names.black"), swapped ? "Anna" : "Bruno");
        (void)snprintf(body, sizeof body, "lot %u", seed);
        assert_string_equal(text_at(game, "options.colours"), body); /* kept with the game */
        json_decref(made);
        json_decref(game);
    }
}

/* Without a seed the hall draws one, and tells it. */
static void test_hall__the_hall_draws_a_seed(void **state)
{
    json_t *made = post("/api/games", NULL, "{\"options\":{\"colours\":\"lot\"}}", 201);
    char text[32];

    (void)state;
    (void)snprintf(text, sizeof text, "lot %lld", number_at(made, "lot.seed"));
    json_t *game = hall_look(&h, text_at(made, "tokens.black"));
    assert_string_equal(text_at(game, "options.colours"), text);
    assert_int_equal(json_is_true(at(made, "lot.swapped")),
                     arb_lot_colour((uint32_t)number_at(made, "lot.seed")) == ARB_BLACK);
    json_decref(made);
    json_decref(game);
    json_decref(post("/api/games", NULL, "{\"options\":{\"colours\":\"lot x\"}}", 400));
}

/* Laws II.2 */
static void test_hall__chess960_without_a_number_is_drawn(void **state)
{
    json_t *made =
        post("/api/games", NULL, "{\"options\":{\"variant\":\"chess960\"},\"seed\":7}", 201);
    char fen[ARB_FEN_SIZE];
    const arb_setup setup = arb_chess960_setup(arb_lot_start960(7));

    (void)state;
    assert_int_equal(number_at(made, "seed"), 7);
    assert_int_equal(number_at(made, "start960"), arb_lot_start960(7));
    json_t *game = hall_look(&h, text_at(made, "tokens.white"));
    (void)arb_fen_write(fen, sizeof fen, &setup, ARB_FEN_X, NULL);
    assert_string_equal(text_at(game, "state.fen"), fen);
    assert_int_equal(number_at(game, "start960"), arb_lot_start960(7));
    assert_string_equal(text_at(game, "variant"), "chess960");
    json_decref(game);
    json_decref(made);
    made = post("/api/games", NULL, "{\"options\":{\"variant\":\"chess960\"}}", 201);
    assert_int_equal(number_at(made, "start960"),
                     arb_lot_start960((uint32_t)number_at(made, "seed")));
    json_decref(made);
    made = post("/api/games", NULL, "{\"start960\":518}", 201); /* a number is no lot */
    assert_null(at(made, "seed"));
    json_decref(made);
    json_decref(post("/api/games", NULL,
                     "{\"options\":{\"variant\":\"chess960\"},\"seed\":4294967296}", 400));
    json_decref(
        post("/api/games", NULL, "{\"options\":{\"variant\":\"chess960\"},\"seed\":\"7\"}", 400));
}

/* What was drawn stands in the record of the game. */
static void test_hall__a_lot_is_recorded(void **state)
{
    json_t *made =
        post("/api/games", NULL, "{\"options\":{\"variant\":\"chess960\"},\"seed\":7}", 201);
    client c = client_open(h.port);
    char head[256], number[64];
    reply r;

    (void)state;
    (void)snprintf(head, sizeof head,
                   "GET /api/case HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n",
                   text_at(made, "tokens.arbiter"));
    assert_true(client_send(&c, head));
    assert_true(client_reply(&r, &c, false));
    assert_int_equal(r.status, 200);
    (void)snprintf(number, sizeof number, "Start960 \"%u\"", arb_lot_start960(7));
    assert_non_null(memmem(r.body, r.size, number, strlen(number)));
    assert_non_null(memmem(r.body, r.size, "Lot \"7\"", 7));
    client_close(&c);
    json_decref(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__an_annulled_game_is_played_again, fixture_hall),
        FIXTURE_TEST(test_hall__there_is_one_new_game, fixture_hall),
        FIXTURE_TEST(test_hall__friends_open_it_themselves, fixture_hall),
        FIXTURE_TEST(test_hall__an_expelled_player_is_not_seated_again, fixture_hall),
        FIXTURE_TEST(test_hall__a_new_game_counts_like_any, fixture_hall),
        FIXTURE_TEST(test_hall__colours_by_lot, fixture_hall),
        FIXTURE_TEST(test_hall__the_hall_draws_a_seed, fixture_hall),
        FIXTURE_TEST(test_hall__chess960_without_a_number_is_drawn, fixture_hall),
        FIXTURE_TEST(test_hall__a_lot_is_recorded, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
