/* SPDX-License-Identifier: MIT */
/* What the feed says of time: days, and clocks of a game in which something is not told. */
#define _GNU_SOURCE
#include <time.h>

#include "support/hall/fixture.h"

#define ROUND "/live/open/round-3"

static const char list[] = "1; Anna; Bruno\n2; Carla; Dino\n";

static seats at_board[2];

/* A round under these rules, published with this delay. */
static void open_round(const char *time, const char *play, int delay)
{
    json_t *made = NULL, *one;
    size_t i;

    assert_int_equal(
        fixture_post(&made, "/api/rounds",
                     json_pack("{ss ss ss s{ss s{ss} s{ss}}}", "id", "0123456789abcdef01234567",
                               "text", list, "name", "Round 3", "game", "time", time, "names",
                               "event", "Open", "options", "play", play)),
        201);
    json_array_foreach(at(made, "boards"), i, one)
    {
        at_board[i].game = (int)number_at(one, "game");
        (void)snprintf(at_board[i].white, 32, "%s", text_at(one, "tokens.white"));
        (void)snprintf(at_board[i].black, 32, "%s", text_at(one, "tokens.black"));
        (void)snprintf(at_board[i].arbiter, 32, "%s", text_at(one, "tokens.arbiter"));
    }
    json_decref(made);
    assert_int_equal(
        fixture_post(NULL, "/api/publish",
                     json_pack("{ss ss si}", "name", "open", "event", "Open", "delay", delay)),
        200);
}

/* The file as it is now; it stays until the next but one. */
static const char *file_of(const char *path, const char *token)
{
    static char bodies[2][1 << 16];
    static unsigned next;
    char *body = bodies[next++ % 2];
    reply r;
    client c = client_open(h.port);
    char text[256];

    client_sleep(300); /* for so long the files are the same */
    (void)snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: localhost\r\n%s%s%s\r\n", path,
                   token ? "Authorization: Bearer " : "", token ? token : "", token ? "\r\n" : "");
    assert_true(client_send(&c, text) && client_reply(&r, &c, false));
    assert_int_equal(r.status, 200);
    (void)snprintf(body, sizeof bodies[0], "%s", r.body);
    client_close(&c);
    return body;
}

static void tag_of(char out[32], const char *pgn, const char *name)
{
    char begin[32];

    (void)snprintf(begin, sizeof begin, "[%s \"", name);
    const char *found = strstr(pgn, begin);
    if (!found)
        fail_msg("no %s in %s", name, pgn);
    found += strlen(begin);
    (void)snprintf(out, 32, "%.*s", (int)strcspn(found, "\""), found);
}

/* ---- days */

/* The hall keeps the time of a place where it is another day than in UTC. */
static int open_far_away(void **state)
{
    const time_t now = time(NULL);
    struct tm day;

    (void)gmtime_r(&now, &day);
    (void)setenv("TZ", day.tm_hour >= 12 ? "HERE-14" : "HERE+12", 1);
    tzset();
    return fixture_hall(state);
}

static void days_of(char here[11], char there[11], time_t at, char between)
{
    const char *form = between == '.' ? "%Y.%m.%d" : "%Y-%m-%d";
    struct tm day;

    (void)localtime_r(&at, &day);
    (void)strftime(here, 11, form, &day);
    (void)gmtime_r(&at, &day);
    (void)strftime(there, 11, form, &day);
}

/* The time of day in UTC, as the tag says it, and the days beside it, which fit. */
static long seconds_of(const char *pgn)
{
    char date[32], utc[32], clock[32], here[11], there[11];
    int hours = 0, minutes = 0, seconds = 0;

    tag_of(date, pgn, "Date");
    tag_of(utc, pgn, "UTCDate");
    tag_of(clock, pgn, "UTCTime");
    days_of(here, there, time(NULL), '.');
    assert_string_equal(date, here);
    assert_string_equal(utc, there);
    assert_string_not_equal(date, utc);
    assert_int_equal(sscanf(clock, "%d:%d:%d", &hours, &minutes, &seconds), 3);
    return hours * 3600L + minutes * 60 + seconds;
}

/* A day is that of the place; a game has that on which play began, whenever it was paired. */
static void test_feed_times__of_the_day_on_which_play_begins(void **state)
{
    char day[32], here[11], there[11];

    (void)state;
    open_round("5400", "standard", 0);
    const long made = seconds_of(file_of(ROUND "/game-1.pgn", NULL));
    client_sleep(3000);
    assert_true(hall_do(&h, at_board[0].arbiter, "start"));
    assert_true(hall_do(&h, at_board[0].white, "play e2e4"));
    const long began = seconds_of(file_of(ROUND "/game-1.pgn", NULL));
    assert_in_range(began - made, 2, 60); /* not over midnight: the zone sees to that by 12 h */
    assert_int_equal(seconds_of(file_of(ROUND "/game-2.pgn", NULL)), made);
    days_of(here, there, time(NULL), '-');
    assert_non_null(strstr(file_of(ROUND "/index.json", NULL), here));
    /* elsewhere it is the same day */
    days_of(here, there, time(NULL), '.');
    tag_of(day, file_of("/api/pgn", at_board[0].arbiter), "Date");
    assert_string_equal(day, here);
    hall_kill(&h);
    fixture_start(NULL);
    tag_of(day, file_of("/api/rounds/pgn?round=1", h.key), "Date");
    assert_string_equal(day, here);
    assert_int_equal(seconds_of(file_of(ROUND "/game-1.pgn", NULL)), began);
    /* who sees it later hears of the same instant */
    assert_int_equal(
        fixture_post(NULL, "/api/publish",
                     json_pack("{ss ss si}", "name", "open", "event", "Open", "delay", 2)),
        200);
    client_sleep(2500);
    assert_int_equal(seconds_of(file_of(ROUND "/game-1.pgn", NULL)), began);
}

/* With a delay nobody sees that play has begun before he sees the game begin. */
static void test_feed_times__of_a_game_that_is_shown_later(void **state)
{
    (void)state;
    open_round("5400", "standard", 4);
    const long made = seconds_of(file_of(ROUND "/game-1.pgn", NULL));
    client_sleep(2000);
    assert_true(hall_do(&h, at_board[0].arbiter, "start"));
    assert_int_equal(seconds_of(file_of(ROUND "/game-1.pgn", NULL)), made);
    client_sleep(4500);
    assert_in_range(seconds_of(file_of(ROUND "/game-1.pgn", NULL)) - made, 2, 60);
}

/* ---- clocks */

static json_t *json_of(const char *path)
{
    json_t *json = json_loads(file_of(path, NULL), 0, NULL);

    assert_non_null(json);
    return json;
}

/* Laws A.5.2: an illegal move that nobody has found is not told, neither by what is in the files
 * nor by the clocks in them: he who had the move thinks. */
static void test_feed_times__nothing_goes_on_while_an_illegal_move_stands(void **state)
{
    static const char *const later[] = { "g1g3", "b8c6", "f1c4", "g8f6" };
    static char games[1 << 16], game[1 << 16];

    (void)state;
    open_round("180+2", "blitz", 0);
    assert_true(hall_do(&h, at_board[0].arbiter, "start"));
    assert_true(hall_do(&h, at_board[0].white, "play e2e4"));
    assert_true(hall_do(&h, at_board[0].black, "play e7e5"));
    (void)snprintf(games, sizeof games, "%s", file_of(ROUND "/games.pgn", NULL));
    (void)snprintf(game, sizeof game, "%s", file_of(ROUND "/game-1.json", NULL));
    assert_non_null(strstr(game, "\"run\":true")); /* White's */
    for (unsigned i = 0; i < 4; i++) {
        char event[32];
        client_sleep(1100); /* more than clocks show */
        (void)snprintf(event, sizeof event, "play %s", later[i]);
        assert_true(hall_do(&h, i % 2 ? at_board[0].black : at_board[0].white, event));
        assert_string_equal(file_of(ROUND "/games.pgn", NULL), games);
        assert_string_equal(file_of(ROUND "/games.pgn?form=faithful", NULL), games);
        assert_string_equal(file_of(ROUND "/game-1.json", NULL), game);
    }
    assert_true(hall_do(&h, at_board[0].white, "resign")); /* then all of it is told */
    assert_string_not_equal(file_of(ROUND "/games.pgn", NULL), games);
    assert_non_null(strstr(file_of(ROUND "/game-1.pgn?form=faithful", NULL), "Nf6"));
}

/* All that is told of a board. */
typedef struct told {
    char json[1 << 14], relay[1 << 14], faithful[1 << 14];
} told;

static void look_at_board(told *out, unsigned board)
{
    char path[64];

    (void)snprintf(path, sizeof path, ROUND "/game-%u.json", board);
    (void)snprintf(out->json, sizeof out->json, "%s", file_of(path, NULL));
    (void)snprintf(path, sizeof path, ROUND "/game-%u.pgn", board);
    (void)snprintf(out->relay, sizeof out->relay, "%s", file_of(path, NULL));
    (void)snprintf(path, sizeof path, ROUND "/game-%u.pgn?form=faithful", board);
    (void)snprintf(out->faithful, sizeof out->faithful, "%s", file_of(path, NULL));
}

static void assert_told(const told *was, unsigned board)
{
    static told is;

    look_at_board(&is, board);
    assert_string_equal(is.json, was->json);
    assert_string_equal(is.relay, was->relay);
    assert_string_equal(is.faithful, was->faithful);
}

/* The same hands do the same at both boards, where it is a legal move and where it is none. */
static void assert_hands_untold(const char *const legal[], const char *const illegal[])
{
    static told was[2];

    for (unsigned i = 0; i < 2; i++)
        look_at_board(&was[i], i + 1);
    for (unsigned i = 0; legal[i]; i++) {
        client_sleep(1100); /* more than clocks show */
        assert_true(hall_do(&h, at_board[0].white, legal[i]));
        assert_true(hall_do(&h, at_board[1].white, illegal[i]));
        assert_told(&was[0], 1);
        assert_told(&was[1], 2);
    }
    client_sleep(1100);
    assert_true(hall_do(&h, at_board[0].white, "press"));
    assert_non_null(strstr(file_of(ROUND "/game-1.json", NULL), "Nf3"));
    assert_non_null(strstr(file_of(ROUND "/game-1.pgn", NULL), "Nf3"));
}

static void begin_both(const char *time, const char *play)
{
    open_round(time, play, 0);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(hall_do(&h, at_board[i].arbiter, "start"));
        assert_true(hall_do(&h, at_board[i].white, "play e2e4"));
        assert_true(hall_do(&h, at_board[i].black, "play e7e5"));
    }
}

/* Laws 7.5.1: whether a displacement is a legal move is not told before the press, neither by the
 * move nor by the clocks. */
static void test_feed_times__a_move_is_told_when_it_is_completed(void **state)
{
    static const char *const legal[] = { "move g1f3", NULL }, *const illegal[] = { "move g1g3",
                                                                                   NULL };

    (void)state;
    begin_both("5400+30", "standard");
    assert_hands_untold(legal, illegal);
}

/* Laws A.5.2: nor after it, where nobody finds it. */
static void test_feed_times__what_was_no_move_stays_untold(void **state)
{
    static const char *const legal[] = { "touch g1", "release f3", NULL }, *const illegal[] = {
        "touch g1", "release g3", NULL
    };
    static told was;

    (void)state;
    begin_both("180+2", "blitz");
    look_at_board(&was, 2);
    assert_hands_untold(legal, illegal);
    assert_true(hall_do(&h, at_board[1].white, "press"));
    assert_told(&was, 2);
    client_sleep(1100);
    assert_true(hall_do(&h, at_board[1].black, "move b8c6"));
    assert_told(&was, 2);
    hall_kill(&h);
    fixture_start(NULL);
    assert_told(&was, 2);
}

/* Clocks were so when the journal says, whoever reads it and whenever; what was refused after the
 * end changes nothing. */
static void test_feed_times__say_when_the_clocks_were_so(void **state)
{
    static char running[1 << 16], ended[1 << 16];

    (void)state;
    open_round("5400", "standard", 0);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(hall_do(&h, at_board[i].arbiter, "start"));
        assert_true(hall_do(&h, at_board[i].white, "play e2e4"));
    }
    const long long now = (long long)time(NULL) * 1000;
    assert_true(hall_do(&h, at_board[1].black, "resign"));
    (void)snprintf(running, sizeof running, "%s", file_of(ROUND "/game-1.json", NULL));
    (void)snprintf(ended, sizeof ended, "%s", file_of(ROUND "/game-2.json", NULL));
    json_t *one = json_of(ROUND "/game-1.json");
    assert_in_range(number_at(one, "clock.time") + 60000 - now, 0, 120000);
    json_decref(one);
    assert_false(hall_do(&h, at_board[1].white, "play d2d4"));
    assert_string_equal(file_of(ROUND "/game-1.json", NULL), running);
    assert_string_equal(file_of(ROUND "/game-2.json", NULL), ended);
    hall_kill(&h);
    client_sleep(1100);
    fixture_start(NULL);
    assert_string_equal(file_of(ROUND "/game-2.json", NULL), ended);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_feed_times__of_the_day_on_which_play_begins, open_far_away),
        FIXTURE_TEST(test_feed_times__of_a_game_that_is_shown_later, open_far_away),
        FIXTURE_TEST(test_feed_times__nothing_goes_on_while_an_illegal_move_stands,
                     fixture_hall_in_memory),
        FIXTURE_TEST(test_feed_times__a_move_is_told_when_it_is_completed, fixture_hall_in_memory),
        FIXTURE_TEST(test_feed_times__what_was_no_move_stays_untold, fixture_hall_in_memory),
        FIXTURE_TEST(test_feed_times__say_when_the_clocks_were_so, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
