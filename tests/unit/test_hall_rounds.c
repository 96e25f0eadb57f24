/* SPDX-License-Identifier: MIT */
/*
 * Rounds: all boards at once or none, their slips, one word for all of them, their results and
 * their games; and what is left of it when the server is killed.
 */
#define _GNU_SOURCE
#include "support/hall/fixture.h"

enum { TEXT_ROOM = 1 << 17 };

/* The pairings of so many boards. */
static const char *list_of(unsigned boards)
{
    static char text[TEXT_ROOM];
    size_t size = 0;

    text[0] = '\0';
    for (unsigned i = 1; i <= boards; i++)
        size +=
            (size_t)snprintf(text + size, sizeof text - size, "%u; White %u; Black %u\n", i, i, i);
    return text;
}

static json_t *request(const char *id, const char *list)
{
    return json_pack("{ss ss s{ss s{ss}}}", "id", id, "text", list, "game", "time", "5400+30",
                     "names", "event", "Club");
}

static json_t *made(const char *id, const char *list)
{
    json_t *round;

    assert_int_equal(fixture_post(&round, "/api/rounds", request(id, list)), 201);
    return round;
}

static json_t *board(json_t *round, size_t i)
{
    return json_array_get(at(round, "boards"), i);
}

static json_t *all(const char *word, long long round)
{
    json_t *answer;

    assert_int_equal(fixture_post(&answer, "/api/rounds/do",
                                  round
                                      ? json_pack("{ss sI}", "do", word, "round", (json_int_t)round)
                                      : json_pack("{ss}", "do", word)),
                     200);
    return answer;
}

static void assert_counts(json_t *answer, size_t done, size_t already, size_t failed)
{
    assert_int_equal(json_array_size(at(answer, "done")), done);
    assert_int_equal(json_array_size(at(answer, "already")), already);
    assert_int_equal(json_array_size(at(answer, "failed")), failed);
    json_decref(answer);
}

static unsigned join(json_t **out, const char *code)
{
    char body[64];

    (void)snprintf(body, sizeof body, "{\"code\":\"%s\"}", code);
    return hall_ask(out, &h, "POST", "/api/join", NULL, body);
}

/* A file as text; the client keeps it. */
static const char *file_of(client *c, const char *path)
{
    static reply r;
    char head[512];

    *c = client_open(h.port);
    (void)snprintf(head, sizeof head,
                   "GET %s HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer %s\r\n\r\n", path, h.key);
    assert_true(client_send(c, head) && client_reply(&r, c, false));
    assert_int_equal(r.status, 200);
    return r.body;
}

static const char id[] = "0123456789abcdef01234567";

static void test_rounds__a_list_is_understood_first(void **state)
{
    json_t *seen;

    (void)state;
    assert_int_equal(fixture_post(&seen, "/api/pairings",
                                  json_pack("{ss}", "text",
                                            "scacchiera;bianco;nero\n1;Anna;Bruno\n"
                                            "2;Carla;riposa\n3;Anna;Dino")),
                     200);
    assert_string_equal(text_at(seen, "format"), "table");
    assert_string_equal(text_at(seen, "separator"), ";");
    assert_int_equal(json_array_size(at(seen, "boards")), 2);
    assert_string_equal(text_at(board(seen, 0), "white"), "Anna");
    assert_int_equal(number_at(board(seen, 1), "line"), 4);
    assert_int_equal(json_array_size(at(seen, "byes")), 1);
    assert_string_equal(text_at(json_array_get(at(seen, "warnings"), 0), "code"), "name-twice");
    json_decref(seen);
    assert_int_equal(fixture_post(&seen, "/api/pairings",
                                  json_pack("{ss}", "text", "1;Anna;Bruno\nx;Carla;Dino")),
                     400);
    assert_string_equal(text_at(seen, "error"), "pairings");
    assert_int_equal(number_at(seen, "line"), 2);
    assert_int_equal(number_at(seen, "column"), 1);
    assert_non_null(strstr(text_at(seen, "expected.it"), "scacchiera"));
    json_decref(seen);
    /* bytes of a file, in Latin-1: 1;Nicolò;Bruno */
    assert_int_equal(
        fixture_post(&seen, "/api/pairings", json_pack("{ss}", "base64", "MTtOaWNvbPI7QnJ1bm8=")),
        200);
    assert_string_equal(text_at(seen, "encoding"), "latin-1");
    assert_string_equal(text_at(board(seen, 0), "white"), "Nicol\xC3\xB2");
    json_decref(seen);
    assert_int_equal(fixture_post(NULL, "/api/pairings", json_pack("{ss}", "base64", "***")), 400);
    assert_int_equal(fixture_post(NULL, "/api/pairings", json_object()), 400);
    assert_int_equal(fixture_post(NULL, "/api/pairings", json_pack("{sI}", "text", (json_int_t)7)),
                     400);
}

/* Twenty named boards from a list, started: everybody finds his seat, and the files are right. */
static void test_rounds__twenty_boards(void **state)
{
    enum { BOARDS = 20 };
    json_t *round = made(id, list_of(BOARDS)), *joined, *list;
    char white[32], black[32];
    client c;

    (void)state;
    assert_int_equal(number_at(round, "round"), 1);
    assert_int_equal(json_array_size(at(round, "boards")), BOARDS);
    assert_int_equal(number_at(board(round, 6), "board"), 7);
    assert_string_equal(text_at(board(round, 6), "names.white"), "White 7");
    assert_string_equal(text_at(board(round, 6), "names.event"), "Club");
    assert_counts(all("start", 1), BOARDS, 0, 0);
    assert_counts(all("start", 1), 0, BOARDS, 0);
    for (unsigned i = 0; i < BOARDS; i++) {
        assert_int_equal(join(&joined, text_at(board(round, i), "codes.black")), 200);
        assert_string_equal(text_at(joined, "role"), "black");
        assert_int_equal(number_at(joined, "game"), number_at(board(round, i), "game"));
        if (i == 1)
            (void)snprintf(black, sizeof black, "%s", text_at(joined, "token"));
        json_decref(joined);
    }
    (void)snprintf(white, sizeof white, "%s", text_at(board(round, 1), "tokens.white"));
    assert_true(hall_do(&h, white, "play e2e4"));
    assert_true(hall_do(&h, black, "resign"));
    const char *csv = file_of(&c, "/api/rounds/results?round=1");
    assert_non_null(strstr(csv, "Round,Group,Board,White,Result,Black,Game\r\n"));
    assert_non_null(strstr(csv, "\"1\",\"\",2,\"White 2\",\"1-0\",\"Black 2\",2\r\n"));
    assert_non_null(strstr(csv, "\"1\",\"\",20,\"White 20\",\"*\",\"Black 20\",20\r\n"));
    client_close(&c);
    csv = file_of(&c, "/api/rounds/results?round=1&lang=it");
    assert_non_null(strstr(csv, "Turno;Girone;Scacchiera;Bianco;Risultato;Nero;Partita\r\n"));
    client_close(&c);
    const char *pgn = file_of(&c, "/api/rounds/pgn?round=1");
    assert_non_null(strstr(pgn, "[Round \"1.2\"]"));
    assert_non_null(strstr(pgn, "[Board \"20\"]"));
    assert_non_null(strstr(pgn, "1. e4"));
    unsigned games = 0;
    for (const char *at = pgn; (at = strstr(at, "[Event \"Club\"]")); at++)
        games++;
    assert_int_equal(games, BOARDS);
    client_close(&c);
    /* they stand in the list of all games, too */
    assert_int_equal(hall_ask(&list, &h, "GET", "/api/hall", NULL, NULL), 200);
    assert_int_equal(json_array_size(at(list, "games")), BOARDS);
    json_decref(list);
    json_decref(round);
}

/* After a crash one word brings all boards back, those that slept included. */
static void test_rounds__resumed_after_a_crash(void **state)
{
    enum { BOARDS = 30 };
    json_t *round = made(id, list_of(BOARDS)), *again;

    (void)state;
    assert_counts(all("start", 1), BOARDS, 0, 0);
    hall_kill(&h);
    fixture_start(NULL);
    assert_counts(all("resume", 0), BOARDS, 0, 0);
    for (unsigned i = 0; i < BOARDS; i += 7)
        assert_true(hall_do(&h, text_at(board(round, i), "tokens.white"), "play e2e4"));
    assert_counts(all("stop", 1), BOARDS, 0, 0);
    hall_kill(&h);
    fixture_start(NULL);
    /* all of them are in the store alone */
    assert_counts(all("resume", 1), BOARDS, 0, 0);
    /* the same id again makes nothing */
    assert_int_equal(fixture_post(&again, "/api/rounds", request(id, list_of(3))), 200);
    assert_true(json_is_true(at(again, "again")));
    assert_int_equal(number_at(again, "boards"), BOARDS);
    assert_int_equal(number_at(again, "playing"), BOARDS);
    json_decref(again);
    json_decref(round);
}

/* Some boards alone, by their numbers or by their games. */
static void test_rounds__some_of_the_boards(void **state)
{
    json_t *round = made(id, list_of(4)), *answer;

    (void)state;
    assert_int_equal(
        fixture_post(&answer, "/api/rounds/do",
                     json_pack("{ss si s[ii]}", "do", "start", "round", 1, "boards", 2, 3)),
        200);
    assert_counts(answer, 2, 0, 0);
    assert_int_equal(fixture_post(&answer, "/api/rounds/do",
                                  json_pack("{ss s[iii]}", "do", "start", "games", 1, 2, 99)),
                     200);
    assert_counts(answer, 1, 1, 0);
    /* the same words again are the same words */
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(
            fixture_post(&answer, "/api/rounds/do",
                         json_pack("{ss si ss}", "do", "stop", "round", 1, "id", "once")),
            200);
        assert_counts(answer, i ? 0 : 3, i ? 4 : 1, 0);
    }
    assert_int_equal(
        fixture_post(NULL, "/api/rounds/do", json_pack("{ss si}", "do", "stop", "round", 2)), 404);
    assert_int_equal(
        fixture_post(NULL, "/api/rounds/do", json_pack("{ss ss}", "do", "stop", "games", "1")),
        400);
    json_decref(round);
}

/* Two desks say the same in one instant: the later one has nothing to do, and nothing has failed.
 */
static void test_rounds__two_desks_at_once(void **state)
{
    static const char ask[] = "{\"do\":\"start\",\"round\":1}";
    json_t *round = made(id, list_of(20));
    client desk[2];
    char head[512];

    (void)state;
    (void)snprintf(head, sizeof head,
                   "POST /api/rounds/do HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
                   "Authorization: Bearer %s\r\nContent-Length: %zu\r\n\r\n%s",
                   h.key, sizeof ask - 1, ask);
    for (unsigned i = 0; i < 2; i++)
        desk[i] = client_open(h.port);
    for (unsigned i = 0; i < 2; i++)
        assert_true(client_send(&desk[i], head));
    for (unsigned i = 0; i < 2; i++) {
        assert_true(client_expect(&desk[i], "\"failed\":[]", CLIENT_PATIENCE_MS));
        client_close(&desk[i]);
    }
    assert_counts(all("stop", 1), 20, 0, 0);
    json_decref(round);
}

/* Five hundred boards, and who may sit there: well under a second. */
static void test_rounds__five_hundred_boards(void **state)
{
    enum { BOARDS = 500 };
    const int64_t began = client_now();
    json_t *round = made(id, list_of(BOARDS));
    const int64_t took = client_now() - began;

    (void)state;
    assert_int_equal(json_array_size(at(round, "boards")), BOARDS);
    if (!hall_is_sanitized())
        assert_true(took < 1000);
    const int64_t then = client_now();
    assert_counts(all("start", 1), BOARDS, 0, 0);
    if (!hall_is_sanitized())
        assert_true(client_now() - then < 1000);
    print_message("# 500 boards: %lld ms, started: %lld ms\n", (long long)took,
                  (long long)(client_now() - then));
    json_decref(round);
}

/* All or none: a database that is full takes no half of a round. */
static void test_rounds__all_or_none(void **state)
{
    arb_hall_config config = arb_hall_defaults();
    json_t *answer, *list;

    (void)state;
    assert_int_equal(hall_stop(&h), 0);
    config.database_max = 400 << 10;
    config.unlimited = true;
    fixture_start(&config);
    assert_int_equal(fixture_post(&answer, "/api/rounds", request(id, list_of(900))), 503);
    assert_string_equal(text_at(answer, "error"), "store");
    json_decref(answer);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(hall_ask(&list, &h, "GET", "/api/hall", h.key, NULL), 200);
        assert_int_equal(json_array_size(at(list, "games")), 0);
        json_decref(list);
        hall_kill(&h);
        fixture_start(NULL);
    }
    json_t *round = made(id, list_of(3));
    assert_int_equal(number_at(round, "round"), 1);
    json_decref(round);
}

/* What was answered is durable, whatever happens in the next moment. */
static void test_rounds__killed_in_between(void **state)
{
    const unsigned kills = hall_volume(8, 60);
    unsigned rounds = 0;

    (void)state;
    for (unsigned i = 0; i < kills; i++) {
        char own[32];
        (void)snprintf(own, sizeof own, "0123456789abcdef-%u", i);
        /* without waiting for the answer: all of it is there afterwards, or nothing */
        json_t *body = request(own, list_of(40));
        char *text = json_dumps(body, 0);
        char *head = malloc(strlen(text) + 512);
        assert_non_null(head);
        (void)sprintf(head,
                      "POST /api/rounds HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
                      "Authorization: Bearer %s\r\nContent-Length: %zu\r\n\r\n%s",
                      h.key, strlen(text), text);
        client c = client_open(h.port);
        assert_true(client_send(&c, head));
        free(head);
        free(text);
        json_decref(body);
        client_sleep(i % 6 * 2);
        hall_kill(&h);
        client_close(&c);
        fixture_start(NULL);
        json_t *again;
        const unsigned status = fixture_post(&again, "/api/rounds", request(own, list_of(40)));
        assert_true(status == 200 || status == 201);
        rounds++;
        assert_int_equal(number_at(again, "round"), rounds);
        if (status == 200)
            assert_int_equal(number_at(again, "boards"), 40);
        json_decref(again);
    }
}

/* New slips for all players of a round: what was printed before opens nothing. */
static void test_rounds__slips(void **state)
{
    json_t *round = made(id, list_of(5)), *slips;

    (void)state;
    assert_int_equal(fixture_post(&slips, "/api/rounds/slips", json_pack("{si}", "round", 1)), 200);
    assert_int_equal(json_array_size(at(slips, "boards")), 5);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(number_at(board(slips, i), "board"), i + 1);
        assert_int_equal(join(NULL, text_at(board(round, i), "codes.white")), 404);
        assert_int_equal(
            hall_ask(NULL, &h, "GET", "/api/game", text_at(board(round, i), "tokens.black"), NULL),
            401);
        assert_int_equal(join(NULL, text_at(board(slips, i), "codes.white")), 200);
        assert_int_equal(
            hall_ask(NULL, &h, "GET", "/api/game", text_at(board(slips, i), "tokens.black"), NULL),
            200);
    }
    json_decref(slips);
    assert_int_equal(
        fixture_post(&slips, "/api/rounds/slips", json_pack("{si s[i]}", "round", 1, "boards", 4)),
        200);
    assert_int_equal(json_array_size(at(slips, "boards")), 1);
    json_decref(slips);
    json_decref(round);
}

/* A game in the place of an annulled one has its board. */
static void test_rounds__a_new_game_at_a_board(void **state)
{
    json_t *round = made(id, list_of(2)), *again;
    client c;

    (void)state;
    assert_true(hall_do(&h, text_at(board(round, 1), "tokens.arbiter"), "annul"));
    assert_int_equal(hall_ask(&again, &h, "POST", "/api/again",
                              text_at(board(round, 1), "tokens.arbiter"), "{}"),
                     201);
    assert_int_equal(number_at(again, "game"), 3);
    json_decref(again);
    for (unsigned i = 0; i < 2; i++) {
        const char *csv = file_of(&c, "/api/rounds/results?round=1");
        assert_non_null(strstr(csv, "2,\"White 2\",\"*\",\"Black 2\",3\r\n"));
        assert_null(strstr(csv, "Black 2\",2\r\n"));
        client_close(&c);
        hall_kill(&h);
        fixture_start(NULL);
    }
    json_decref(round);
}

static void test_rounds__nonsense_is_refused(void **state)
{
    static const char *const bodies[] = {
        "[]",
        "{}",
        "{\"id\":\"short\",\"text\":\"1;A;B\"}",
        "{\"id\":\"0123456789abcdef\"}",
        "{\"id\":\"0123456789abcdef\",\"text\":\"1;A;B\",\"game\":7}",
        "{\"id\":\"0123456789abcdef\",\"text\":\"1;A;B\",\"game\":{\"time\":\"soon\"}}",
        "{\"id\":\"0123456789abcdef\",\"text\":\"1;A;B\",\"game\":{\"computer\":\"white\"}}",
        "{\"id\":\"0123456789abcdef\",\"text\":\"1;A;B\",\"game\":{\"names\":{\"white\":\"C\"}}}",
        ("{\"id\":\"0123456789abcdef\",\"text\":\"1;A;B\",\"game\":{\"options\":{\"colours\":"
         "\"lot\"}}}"),
        "{\"id\":\"0123456789abcdef\",\"text\":\"1;A;B\",\"name\":\"a\\nb\"}",
        "{\"id\":\"0123456789abcdef\",\"text\":\"1;A;B\",\"round\":\"x\"}",
        "{\"id\":\"0123456789abcdef\",\"text\":\"1;A;B\",\"round\":100}",
    };
    json_t *list;

    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        const unsigned status = hall_ask(NULL, &h, "POST", "/api/rounds", h.key, bodies[i]);
        if (status != 400 && status != 409)
            fail_msg("%s: %u", bodies[i], status);
    }
    /* a formula in a name stays a name */
    json_t *round = made(id, "1;=cmd|x;\"Bruno \"\"B\"\"\"");
    client c;
    assert_non_null(strstr(file_of(&c, "/api/rounds/results?round=1"),
                           "\"'=cmd|x\",\"*\",\"Bruno \"\"B\"\"\""));
    client_close(&c);
    json_decref(round);
    assert_int_equal(hall_ask(&list, &h, "GET", "/api/hall", h.key, NULL), 200);
    assert_int_equal(json_array_size(at(list, "games")), 1);
    json_decref(list);
    /* who is not the desk has no room for a list */
    char *much = malloc(100000);
    assert_non_null(much);
    memset(much, 'x', 99999);
    much[99999] = '\0';
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/pairings", NULL, much), 413);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/pairings", h.key, much), 400);
    free(much);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_rounds__a_list_is_understood_first, fixture_hall),
        FIXTURE_TEST(test_rounds__twenty_boards, fixture_hall),
        FIXTURE_TEST(test_rounds__resumed_after_a_crash, fixture_hall),
        FIXTURE_TEST(test_rounds__some_of_the_boards, fixture_hall),
        FIXTURE_TEST(test_rounds__two_desks_at_once, fixture_hall),
        FIXTURE_TEST(test_rounds__five_hundred_boards, fixture_hall),
        FIXTURE_TEST(test_rounds__all_or_none, fixture_hall),
        FIXTURE_TEST(test_rounds__killed_in_between, fixture_hall),
        FIXTURE_TEST(test_rounds__slips, fixture_hall),
        FIXTURE_TEST(test_rounds__a_new_game_at_a_board, fixture_hall),
        FIXTURE_TEST(test_rounds__nonsense_is_refused, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
