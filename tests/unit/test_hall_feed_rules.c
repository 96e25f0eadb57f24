/* SPDX-License-Identifier: MIT */
/*
 * The feed before the rules of broadcasts, one after the other, with what is hardest for each. That
 * the reader here would refuse what breaks them is test_hall_receiver.c.
 */
#define _GNU_SOURCE
#include <unistd.h>

#include "support/hall/fixture.h"
#include "support/hall/readers.h"
#include "support/hall/receiver.h"

enum { BOARDS_MAX = 300 };

static seats at_board[BOARDS_MAX];
static board_list games, pairings;

static void take_seats(json_t *round)
{
    json_t *one;
    size_t i;

    json_array_foreach(at(round, "boards"), i, one)
    {
        at_board[i].game = (int)number_at(one, "game");
        (void)snprintf(at_board[i].white, 32, "%s", text_at(one, "tokens.white"));
        (void)snprintf(at_board[i].black, 32, "%s", text_at(one, "tokens.black"));
        (void)snprintf(at_board[i].arbiter, 32, "%s", text_at(one, "tokens.arbiter"));
    }
}

/* A round of this list under this event, published as "open". */
static void open_round(const char *list, const char *event)
{
    json_t *round = NULL;

    assert_int_equal(
        fixture_post(&round, "/api/rounds",
                     json_pack("{ss ss ss s{ss s{ss}}}", "id", "0123456789abcdef01234567", "text",
                               list, "name", "Round 3", "game", "time", "5400+30", "names", "event",
                               event)),
        201);
    take_seats(round);
    json_decref(round);
    assert_int_equal(
        fixture_post(NULL, "/api/publish", json_pack("{ss ss}", "name", "open", "event", event)),
        200);
}

#define ROUND "/live/open/round-3"

static void fetch(board_list *to, const char *path, const char *guess)
{
    memset(to, 0, sizeof *to);
    const char *why = receiver_fetch(to, h.port, path, NULL);
    if (why)
        fail_msg("%s shows nothing: %s", path, why);
    assert_string_equal(receiver_guessed(), guess);
}

/* As games, and as pairings with games beside them; another program reads the games, too. */
static void look(void)
{
    const char *text = NULL;

    client_sleep(300); /* for so long the files are the same */
    fetch(&games, ROUND, "");
    assert_null(receiver_fetch(&games, h.port, ROUND, &text));
    readers_take_pgn(h.folder, text, games.count);
    fetch(&pairings, ROUND "/index.json", "index.json");
    assert_int_equal(games.count, pairings.count);
}

static void play(unsigned board, const char *moves)
{
    char text[256], *rest = NULL;
    unsigned i = 0;

    (void)snprintf(text, sizeof text, "%s", moves);
    assert_true(hall_do(&h, at_board[board].arbiter, "start"));
    for (char *m = strtok_r(text, " ", &rest); m; m = strtok_r(NULL, " ", &rest), i++) {
        char event[32];
        (void)snprintf(event, sizeof event, "play %s", m);
        assert_true(hall_do(&h, i % 2 ? at_board[board].black : at_board[board].white, event));
    }
}

/* ---- addresses */

static void test_feed_rules__whichever_address_is_given(void **state)
{
    static const char *const list = "1; Anna; Bruno\n2; Carla; Dino\n";
    static const char *const paths[][2] = {
        { ROUND, "" },
        { ROUND "/", "" },
        { ROUND "/games.pgn", "" },
        { ROUND "/game-1.pgn", "" },
        { ROUND "/round.json", "round.json" },
        { ROUND "/index.json", "index.json" },
    };

    (void)state;
    open_round(list, "Open");
    play(0, "e2e4 e7e5");
    client_sleep(300);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        fetch(&games, paths[i][0], paths[i][1]);
        assert_int_equal(games.count, strstr(paths[i][0], "game-1") ? 1 : 2);
        assert_string_equal(games.games[0].white, "Anna");
        assert_string_equal(games.games[0].moves, "e4 e5 ");
        assert_string_equal(games.games[0].round, "3.1");
        assert_true(receiver_is_of_round(&games.games[0], 3));
    }
    /* what has not changed is not sent again */
    const unsigned spared = receiver_spared();
    fetch(&games, ROUND, "");
    assert_int_equal(receiver_spared(), spared + 1);
    assert_string_equal(receiver_fetch(&games, h.port, "/live/open/round-4", NULL),
                        "another status than 200");
}

/* ---- results */

static void test_feed_rules__every_result(void **state)
{
    static const char *const list = "1; A1; B1\n2; A2; B2\n3; A3; B3\n4; A4; B4\n5; A5; B5\n"
                                    "6; A6; B6\n7; A7; B7\n8; A8; B8\n9; A9; B9\n";
    static const char *const said[][2] = {
        { "award 1/2-0", "1/2-0" },     { "award 0-1/2", "0-1/2" }, { "award 0-0", "0-0" },
        { "award +/-", "1-0" },         { "award -/+", "0-1" },     { "award -/-", "0-0" },
        { "award 1/2-1/2", "1/2-1/2" }, { "annul", "*" },
    };

    (void)state;
    open_round(list, "Open");
    for (unsigned i = 0; i < 8; i++) {
        play(i, i % 2 ? "e2e4" : ""); /* without a move, too */
        assert_true(hall_do(&h, at_board[i].arbiter, said[i][0]));
    }
    play(8, "f2f3 e7e5 g2g4 d8h4");
    look();
    for (unsigned i = 0; i < 8; i++) {
        if (strcmp(games.games[i].result, said[i][1]) != 0)
            fail_msg("%s is shown as %s", said[i][0], games.games[i].result);
        assert_string_equal(pairings.games[i].result, said[i][1]);
    }
    assert_true(games.games[8].is_mate);
    assert_string_equal(games.games[8].result, "0-1");
}

/* What is no move ends what is told, and whatever the arbiter then decides is told all the same. */
static void test_feed_rules__a_result_after_what_is_no_move(void **state)
{
    static const char blitz[] = "{\"mode\":\"tournament\",\"time\":\"180+2\",\"names\":{\"white\":"
                                "\"Anna\",\"black\":\"Bruno\"}}";
    const seats s = started(blitz);

    (void)state;
    assert_int_equal(fixture_post(NULL, "/api/publish",
                                  json_pack("{ss s[{si si}]}", "name", "open", "games", "game",
                                            s.game, "round", 3)),
                     200);
    assert_true(hall_do(&h, s.white, "play e2e4"));
    assert_true(hall_do(&h, s.black, "play e7e5"));
    assert_true(hall_do(&h, s.white, "play g1g3"));
    assert_true(hall_do(&h, s.black, "play b8c6"));
    look();
    assert_string_equal(games.games[0].moves, "e4 e5 ");
    assert_string_equal(pairings.games[0].moves, "e4 e5 ");
    assert_true(hall_do(&h, s.arbiter, "award 0-1/2"));
    look();
    assert_string_equal(games.games[0].moves, "e4 e5 ");
    assert_string_equal(games.games[0].result, "0-1/2");
    assert_string_equal(pairings.games[0].result, "0-1/2");
    /* the whole of it is what they cannot read */
    assert_string_equal(receiver_fetch(&games, h.port, ROUND "/games.pgn?form=faithful", NULL),
                        "a move that cannot be played");
}

/* ---- players */

/* A game of these people alone, published in round 3 beside those before. */
static int game_of(json_t *chosen, json_t *names, int start960, const char *fen)
{
    json_t *body = json_pack("{ss ss so}", "mode", "tournament", "time", "5400", "names", names);

    if (start960 >= 0)
        json_object_set_new(body, "start960", json_integer(start960));
    if (fen)
        json_object_set_new(body, "position", json_string(fen));
    char *text = json_dumps(body, 0);
    const size_t i = json_array_size(chosen);
    at_board[i] = started(text);
    free(text);
    json_decref(body);
    json_array_append_new(chosen, json_pack("{si si}", "game", at_board[i].game, "round", 3));
    return at_board[i].game;
}

static void publish(json_t *chosen)
{
    assert_int_equal(
        fixture_post(NULL, "/api/publish", json_pack("{ss so}", "name", "open", "games", chosen)),
        200);
}

static void test_feed_rules__whatever_they_are_called(void **state)
{
    static const struct {
        const char *name, *shown;
    } all[] = {
        { "A", "A." }, /* or nobody would be there */
        { "\xE6\x9D\x8E", "\xE6\x9D\x8E." },
        { "Bye", "" },
        { "unknown", "" },
        { "Anna \"the Rook\" Rossi", "Anna \"the Rook\" Rossi" },
        { "back\\slash \\", "back\\slash \\" },
        { "\xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD, 1. e4 *", NULL },
        { "[White \"x\"]", "[White \"x\"]" },
    };
    const size_t count = sizeof all / sizeof all[0];
    json_t *chosen = json_array();

    (void)state;
    for (size_t i = 0; i < count; i++)
        (void)game_of(chosen, json_pack("{ss ss}", "white", all[i].name, "black", "Bo"), -1, NULL);
    (void)game_of(chosen, json_object(), -1, NULL); /* nobody yet */
    publish(chosen);
    look();
    assert_int_equal(games.count, count + 1);
    for (size_t i = 0; i < count; i++) {
        const char *shown = all[i].shown ? all[i].shown : all[i].name;
        if (strcmp(games.games[i].white, shown) != 0)
            fail_msg("%s is shown as %s", all[i].name, games.games[i].white);
        assert_string_equal(games.games[i].black, "Bo");
        if (all[i].shown)
            assert_string_equal(pairings.games[i].white, shown);
    }
    assert_string_equal(games.games[count].white, "");
    /* a board without names is found again by its place, and nothing is doubled */
    assert_true(hall_do(&h, at_board[count].white, "play e2e4"));
    client_sleep(300);
    assert_null(receiver_fetch(&games, h.port, ROUND, NULL));
    assert_string_equal(games.games[count].moves, "e4 ");
    /* the other form has the name as it is */
    client c = client_open(h.port);
    reply r;
    assert_true(client_ask(&c, "GET", ROUND "/game-1.pgn?form=faithful", NULL) &&
                client_reply(&r, &c, false));
    assert_non_null(strstr(r.body, "[White \"A\"]"));
    client_close(&c);
    /* lines in a name would be tags of their own */
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/games", h.key,
                              "{\"mode\":\"tournament\",\"time\":\"60\",\"names\":{\"white\":"
                              "\"A\\n\\n[Event \\\"x\\\"]\",\"black\":\"B\"}}"),
                     400);
}

static void test_feed_rules__who_is_who(void **state)
{
    static const char list[] =
        "board;white;white fide id;black;black fide id;white title;white elo;white team\n"
        "1;Rossi, Anna;900001;Bo;900002;GM;2415;\"Club \"\"A\"\"\"\n" /* numbers on both sides */
        "2;Rossi, Anna;900003;Bo;900004;;;\n"                         /* others of these names */
        "3;Bo;;Rossi, Anna;;;;\n"                                     /* colours reversed */
        "4;Carla;900005;Dino;;;;\n"                                   /* a number on one side */
        "5;Elena;99999999999;Franco;;;;\n";                           /* one that is none */

    (void)state;
    open_round(list, "Open");
    look();
    assert_int_equal(games.count, 5);
    assert_string_equal(games.games[0].titles[0], "GM");
    assert_string_equal(games.games[0].elo[0], "2415");
    assert_string_equal(games.games[0].teams[0], "Club \"A\"");
    assert_string_equal(pairings.games[0].white, "Anna Rossi");
    assert_string_equal(pairings.games[0].titles[0], "GM");
    assert_string_equal(pairings.games[3].ids[0], "900005");
    assert_string_equal(pairings.games[3].ids[1], "");
    for (unsigned i = 0; i < 5; i++)
        play(i, i == 0 ? "e2e4" : i == 1 ? "d2d4" : i == 2 ? "c2c4" : i == 3 ? "g2g3" : "b2b3");
    client_sleep(300);
    assert_null(receiver_fetch(&games, h.port, ROUND, NULL)); /* the boards it knows, no others */
    assert_null(receiver_fetch(&pairings, h.port, ROUND "/index.json", NULL));
    for (const board_list *l = &games;; l = &pairings) {
        assert_int_equal(l->count, 5);
        assert_string_equal(l->games[0].moves, "e4 ");
        assert_string_equal(l->games[1].moves, "d4 ");
        assert_string_equal(l->games[2].moves, "c4 ");
        assert_string_equal(l->games[3].moves, "g3 ");
        assert_string_equal(l->games[4].moves, "b3 ");
        if (l == &pairings)
            break;
    }
}

/* ---- where games begin, and stop */

static void test_feed_rules__other_positions(void **state)
{
    json_t *chosen = json_array();

    (void)state;
    (void)game_of(chosen, json_pack("{ss ss}", "white", "A1", "black", "B1"), 0, NULL);
    (void)game_of(chosen, json_pack("{ss ss}", "white", "A2", "black", "B2"), 959, NULL);
    (void)game_of(chosen, json_pack("{ss ss}", "white", "A3", "black", "B3"), -1,
                  "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
    publish(chosen);
    assert_true(hall_do(&h, at_board[0].white, "play e1d3"));
    assert_true(hall_do(&h, at_board[1].white, "play d1e3"));
    assert_true(hall_do(&h, at_board[2].black, "play e8d7"));
    look();
    assert_string_equal(games.games[0].moves, "Nd3 ");
    assert_string_equal(games.games[0].variant, "Chess960");
    assert_string_equal(games.games[1].moves, "Ne3 ");
    assert_string_equal(games.games[2].moves, "Kd7 ");
    assert_string_equal(pairings.games[0].moves, "Nd3 ");
    assert_string_equal(pairings.games[1].moves, "Ne3 ");
    /* JSON cannot say where that one began: what cannot be played is not told */
    assert_string_equal(pairings.games[2].white, "A3");
    assert_string_equal(pairings.games[2].moves, "");
}

/* Laws 7.1: what is played from a position that the arbiter has set cannot be played after the
 * moves before it. */
static void test_feed_rules__a_position_that_was_set(void **state)
{
    static const char back[] = "set-position rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq"
                               " - 0 2",
                      other[] = "set-position 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

    (void)state;
    open_round("1; A1; B1\n2; A2; B2\n", "Open");
    play(0, "e2e4 e7e5 d2d4");
    play(1, "");
    for (unsigned i = 0; i < 2; i++) {
        assert_true(hall_do(&h, at_board[i].arbiter, "stop"));
        assert_true(hall_do(&h, at_board[i].arbiter, i == 0 ? back : other));
        assert_true(hall_do(&h, at_board[i].arbiter, "resume"));
    }
    assert_true(hall_do(&h, at_board[0].white, "play g1f3"));
    assert_true(hall_do(&h, at_board[0].black, "play b8c6"));
    assert_true(hall_do(&h, at_board[1].white, "play e1d2"));
    look();
    assert_string_equal(games.games[0].moves, "e4 e5 d4 ");
    assert_string_equal(pairings.games[0].moves, "e4 e5 d4 ");
    assert_string_equal(games.games[1].moves, "");
    assert_string_equal(pairings.games[1].moves, "");
}

/* What is in an envelope is in no file. */
static void test_feed_rules__an_adjourned_game(void **state)
{
    (void)state;
    open_round("1; Anna; Bruno\n2; Carla; Dino\n", "Open");
    play(0, "e2e4 e7e5");
    assert_true(hall_do(&h, at_board[0].arbiter, "adjourn"));
    assert_true(hall_do(&h, at_board[0].arbiter, "seal")); /* on paper */
    look();
    assert_string_equal(games.games[0].moves, "e4 e5 ");
    assert_string_equal(games.games[0].result, "*");
    assert_string_equal(pairings.games[0].moves, "e4 e5 ");
    assert_int_equal(games.games[1].count, 0);
}

/* ---- clocks */

static void test_feed_rules__time_that_is_added(void **state)
{
    (void)state;
    open_round("1; Anna; Bruno\n2; Carla; Dino\n", "Open");
    play(0, "e2e4 e7e5");
    look();
    assert_int_equal(games.games[0].clocked, 2);
    const int before = games.games[0].last[1];
    assert_true(before > 5400 && before <= 5460);
    assert_true(hall_do(&h, at_board[0].arbiter, "stop"));
    assert_true(hall_do(&h, at_board[0].arbiter, "set-clock black 7000"));
    look();
    assert_int_equal(games.games[0].count, 2); /* before the next move */
    assert_int_equal(games.games[0].shown[1], 7000);
    assert_int_equal(pairings.games[0].last[1], 7000);
    /* clocks of a game that has not begun are known, too */
    assert_int_equal(games.games[1].shown[0], pairings.games[1].shown[0]);
    assert_true(games.games[1].shown[0] >= 5400);
}

/* ---- many boards, and events of any name */

static void test_feed_rules__three_hundred_boards(void **state)
{
    static char list[1 << 15];
    size_t size = 0;

    (void)state;
    for (unsigned i = 1; i <= BOARDS_MAX; i++)
        size +=
            (size_t)snprintf(list + size, sizeof list - size, "%u; White %u; Black %u\n", i, i, i);
    open_round(list, "Open");
    fetch(&games, ROUND, "");
    assert_int_equal(games.count, RECEIVER_READS); /* so many of a file, and no more */
    assert_string_equal(games.games[255].round, "3.256");
    fetch(&games, ROUND "/game-300.pgn", ""); /* the others stand alone */
    assert_string_equal(games.games[0].white, "White 300");
    assert_string_equal(games.games[0].round, "3.300");
}

static void test_feed_rules__events_of_any_name(void **state)
{
    static const char event[] = "A/B \xE2\x99\x9E \xF0\x9F\x8F\x86 \"2026\" \\ 100 %";

    (void)state;
    open_round("1; Anna; Bruno\n", event);
    look();
    assert_string_equal(games.games[0].event, event);
    json_t *all = NULL;
    assert_int_equal(hall_ask(&all, &h, "GET", "/live/open/tournament.json", NULL, NULL), 200);
    assert_string_equal(text_at(all, "name"), event);
    json_decref(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_feed_rules__whichever_address_is_given, fixture_hall_in_memory),
        FIXTURE_TEST(test_feed_rules__every_result, fixture_hall_in_memory),
        FIXTURE_TEST(test_feed_rules__a_result_after_what_is_no_move, fixture_hall_in_memory),
        FIXTURE_TEST(test_feed_rules__whatever_they_are_called, fixture_hall_in_memory),
        FIXTURE_TEST(test_feed_rules__who_is_who, fixture_hall_in_memory),
        FIXTURE_TEST(test_feed_rules__other_positions, fixture_hall_in_memory),
        FIXTURE_TEST(test_feed_rules__a_position_that_was_set, fixture_hall_in_memory),
        FIXTURE_TEST(test_feed_rules__an_adjourned_game, fixture_hall_in_memory),
        FIXTURE_TEST(test_feed_rules__time_that_is_added, fixture_hall_in_memory),
        FIXTURE_TEST(test_feed_rules__three_hundred_boards, fixture_hall_in_memory),
        FIXTURE_TEST(test_feed_rules__events_of_any_name, fixture_hall_in_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
