/* SPDX-License-Identifier: MIT */
/*
 * Every route of the hall and every event of the Laws, with every key there is and with none: who
 * may what is the table in docs/SERVER.md, and nobody can do more.
 */
#define _GNU_SOURCE
#include <time.h>

#include "server/hall/api.h"
#include "server/hall/keys.h"
#include "support/hall/fixture.h"

enum {
    NOBODY,       /* no key at all */
    MALFORMED,    /* something that cannot be one */
    FORGED,       /* a key that nobody was given */
    REVOKED,      /* one that was good once */
    CODE,         /* a code, which is to be exchanged for a key first */
    WHITE,        /* from here on, those who are known */
    BLACK,        /* */
    OTHER,        /* White of another game */
    ARBITER,      /* */
    ASSISTANT,    /* whom the arbiter has named (12.4) */
    SERVANT,      /* whom White has named (4.9) */
    SPECTATOR,    /* */
    DESK,         /* which does not say what game it means */
    DESK_OF_GAME, /* and does */
    WHO_COUNT
};

static const char *const who_words[WHO_COUNT] = { "nobody",
                                                  "a malformed key",
                                                  "a forged key",
                                                  "a revoked key",
                                                  "a code",
                                                  "White",
                                                  "Black",
                                                  "White elsewhere",
                                                  "the game's arbiter",
                                                  "his assistant",
                                                  "White's assistant",
                                                  "a spectator",
                                                  "the desk",
                                                  "the desk of the game" };

static seats seats_of, seats_elsewhere;
static char revoked[32], assistant[32], servant[32];

/* ---- a hall with two games and a key that is good no more */

static void revoke(const char *token)
{
    const arb_store_options options = { .create = false };
    arb_store *store;
    arb_hash hash;

    assert_true(arb_token_hash(&hash, token, strlen(token)));
    assert_int_equal(arb_store_open(&store, h.database, &options), ARB_STORE_OK);
    assert_int_equal(
        arb_store_token_remove(store, (arb_store_bytes){ (const char *)hash.bytes, ARB_HASH_SIZE }),
        ARB_STORE_OK);
    arb_store_close(store);
}

static int begin(void **state)
{
    char body[64];
    json_t *joined;

    (void)state;
    fixture_start(NULL);
    seats_of = hall_game(&h, "{\"mode\":\"tournament\"}");
    seats_elsewhere = hall_game(&h, "{\"mode\":\"tournament\"}");
    (void)snprintf(body, sizeof body, "{\"code\":\"%s\"}", seats_of.code);
    assert_int_equal(hall_ask(&joined, &h, "POST", "/api/join", NULL, body), 200);
    (void)snprintf(revoked, sizeof revoked, "%s", text_at(joined, "token"));
    json_decref(joined);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game", revoked, NULL), 200);
    assert_true(hall_do(&h, seats_of.arbiter, "appoint-assistant Helper"));
    assert_int_equal(
        hall_ask(&joined, &h, "POST", "/api/assistant", seats_of.arbiter, "{\"name\":\"Helper\"}"),
        200);
    (void)snprintf(assistant, sizeof assistant, "%s", text_at(joined, "token"));
    json_decref(joined);
    assert_true(hall_do(&h, seats_of.white, "appoint Helper move clock record"));
    assert_int_equal(hall_ask(&joined, &h, "POST", "/api/seat", seats_of.arbiter,
                              "{\"seat\":\"white-assistant\"}"),
                     200);
    (void)snprintf(servant, sizeof servant, "%s", text_at(joined, "token"));
    json_decref(joined);
    assert_int_equal(hall_stop(&h), 0);
    revoke(revoked);
    fixture_start(NULL);
    return 0;
}

static const char *token_of(const seats *s, unsigned who)
{
    const char *const tokens[WHO_COUNT] = { [MALFORMED] = "AAAAAAAAAAAAAAAAAAAAAB",
                                            [FORGED] = "AAAAAAAAAAAAAAAAAAAAAA",
                                            [REVOKED] = revoked,
                                            [CODE] = s->code,
                                            [WHITE] = s->white,
                                            [BLACK] = s->black,
                                            [OTHER] = seats_elsewhere.white,
                                            [ARBITER] = s->arbiter,
                                            [ASSISTANT] = assistant,
                                            [SERVANT] = servant,
                                            [SPECTATOR] = s->spectator,
                                            [DESK] = h.key,
                                            [DESK_OF_GAME] = h.key };

    return tokens[who];
}

/* Everybody but the desk names another game too, which must not help. */
static unsigned ask(json_t **out, const seats *s, const char *method, const char *path,
                    unsigned who, const char *body)
{
    char whole[128];
    const int game = who == DESK_OF_GAME || who == OTHER ? s->game : seats_elsewhere.game;

    (void)snprintf(whole, sizeof whole, "%s%cgame=%d", path, strchr(path, '?') ? '&' : '?', game);
    return hall_ask(out, &h, method, who == DESK ? path : whole, token_of(s, who), body);
}

/* ---- routes */

/* OF_ARBITERS and OF_THOSE_WHO_OPEN: other seats are turned away (403) before anything is looked
 * at. */
typedef enum kind {
    PUBLIC,
    OF_A_SEAT,
    OF_THE_DESK,
    OF_A_GAME,
    OF_ITS_ARBITER,
    OF_ARBITERS,
    OF_THOSE_WHO_OPEN,
    OF_THOSE_WHO_WRITE, /* scoresheets, or watch them */
    OF_THOSE_WHO_SEAL,  /* or open what was sealed */
    OF_THE_TABLE,       /* where moves are announced */
    OF_THOSE_WHO_WATCH,
    AN_EVENT
} kind;

typedef struct row {
    const char *method, *path, *body;
    kind kind;
    unsigned status; /* for whoever may */
} row;

#define HOME "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static const row rows[] = {
    { "POST", "/api/games", "{\"time\":\"5 minutes\"}", PUBLIC, 400 },
    { "POST", "/api/games", "{}", PUBLIC, 201 },
    { "POST", "/api/join", "{\"code\":\"33333333\"}", PUBLIC, 404 },
    { "POST", "/api/watch", "{\"game\":1}", PUBLIC, 200 },
    { "POST", "/api/watch", "{\"game\":99999}", PUBLIC, 404 },
    { "GET", "/api/editions", NULL, PUBLIC, 200 },
    { "POST", "/api/regulations", "{\"edition\":\"fide-2001\"}", PUBLIC, 200 },
    { "POST", "/api/regulations", "{\"edition\":\"fide-1851\"}", PUBLIC, 400 },
    { "GET", "/api/hall", NULL, PUBLIC, 200 },
    { "GET", "/api/boards", NULL, PUBLIC, 200 },
    { "GET", "/api/boards?games=none", NULL, PUBLIC, 400 },
    { "GET", "/api/boards/stream", NULL, PUBLIC, 200 },
    { "GET", "/api/boards/stream?boards=0", NULL, PUBLIC, 400 },
    { "GET", "/api/boards/moves?game=1", NULL, PUBLIC, 200 },
    { "GET", "/api/boards/moves?game=99999", NULL, PUBLIC, 404 },
    { "GET", "/api/game", NULL, OF_A_GAME, 200 },
    { "GET", "/api/case", NULL, OF_A_GAME, 200 },
    { "GET", "/api/pgn", NULL, OF_ITS_ARBITER, 200 },
    { "GET", "/api/sheet", NULL, OF_THOSE_WHO_WRITE, 200 },
    { "GET", "/api/table", NULL, OF_THE_TABLE, 200 },
    { "GET", "/api/checklist", NULL, OF_THOSE_WHO_WATCH, 200 },
    { "POST", "/api/checklist/done", "{\"point\":\"board\",\"done\":true}", OF_THOSE_WHO_WATCH,
      200 },
    { "POST", "/api/checklist/done", "{\"point\":\"boar\",\"done\":true}", OF_THOSE_WHO_WATCH,
      400 },
    { "POST", "/api/checklist/done", "{\"point\":\"board\",\"done\":1}", OF_THOSE_WHO_WATCH, 400 },
    { "GET", "/api/envelope", NULL, OF_THOSE_WHO_SEAL, 200 },
    { "POST", "/api/envelope/key", "{\"key\":\"\"}", OF_ARBITERS, 400 },
    { "POST", "/api/envelope/key", "{\"key\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}",
      OF_ARBITERS, 200 },
    { "POST", "/api/envelope/absent", "{\"absent\":[]}", OF_ARBITERS, 409 },
    { "GET", "/sheet?blank=yes&paper=a5&lang=it", NULL, OF_A_GAME, 200 },
    { "GET", "/sheet?of=game", NULL, OF_ITS_ARBITER, 200 },
    { "GET", "/sheet?of=nobody", NULL, OF_A_GAME, 400 },
    { "GET", "/sheet?paper=a6", NULL, OF_A_GAME, 400 },
    { "GET", "/report?lang=it", NULL, OF_ARBITERS, 200 },
    { "GET", "/report?lang=fr", NULL, OF_ARBITERS, 400 },
    { "POST", "/api/again", NULL, OF_THOSE_WHO_OPEN, 409 },
    { "POST", "/api/assistant", "{\"name\":\"Helper\"}", OF_ARBITERS, 200 },
    { "POST", "/api/assistant", "{\"name\":\"Nobody\"}", OF_ARBITERS, 409 },
    { "POST", "/api/assistant", "{\"name\":\"\"}", OF_ARBITERS, 400 },
    { "POST", "/api/preview", "{\"event\":\"start\"}", OF_ARBITERS, 200 },
    { "POST", "/api/preview", "{\"event\":\"start now\"}", OF_ARBITERS, 400 },
    { "POST", "/api/preview", "{\"event\":\"resign\"}", OF_ARBITERS, 403 },
    { "POST", "/api/preview", "{}", OF_ARBITERS, 400 },
    { "POST", "/api/seat", "{\"seat\":\"nobody\"}", OF_ARBITERS, 400 },
    { "POST", "/api/seat", "[]", OF_ARBITERS, 400 },
    { "GET", "/api/desk", NULL, OF_THE_DESK, 200 },
    { "GET", "/api/desk?round=x", NULL, OF_THE_DESK, 400 },
    { "GET", "/api/desk/stream", NULL, OF_THE_DESK, 200 },
    { "POST", "/api/pairings", "{\"text\":\"1;Anna;Bruno\"}", OF_THE_DESK, 200 },
    { "POST", "/api/pairings", "{\"text\":\"Anna\"}", OF_THE_DESK, 400 },
    { "GET", "/api/publications", NULL, OF_THE_DESK, 200 },
    { "POST", "/api/publish", "{\"name\":\"x\",\"event\":\"x\"}", OF_THE_DESK, 400 },
    { "POST", "/api/unpublish", "{\"name\":\"y\"}", OF_THE_DESK, 404 },
    { "POST", "/api/rounds", "{\"text\":\"1;Anna;Bruno\"}", OF_THE_DESK, 400 },
    { "POST", "/api/rounds/slips", "{\"round\":1}", OF_THE_DESK, 404 },
    { "POST", "/api/rounds/do", "{\"do\":\"start\",\"round\":1}", OF_THE_DESK, 404 },
    { "POST", "/api/rounds/do", "{\"do\":\"award\"}", OF_THE_DESK, 400 },
    { "GET", "/api/rounds/results?round=1", NULL, OF_THE_DESK, 404 },
    { "GET", "/api/door", NULL, OF_THE_DESK, 200 },
    { "POST", "/api/door/set", "{\"closed\":\"yes\"}", OF_THE_DESK, 400 },
    { "POST", "/api/door/set", "{\"event\":\"\",\"closed\":true}", OF_THE_DESK, 400 },
    { "POST", "/api/door/set", "{\"event\":\"Elsewhere\",\"closed\":true}", OF_THE_DESK, 200 },
    { "GET", "/api/rounds/pgn?round=1", NULL, OF_THE_DESK, 404 },
    { "GET", "/api/stream", NULL, OF_A_SEAT, 200 },
    { "POST", "/api/events", "{\"id\":\"1\"}", AN_EVENT, 400 },
    { "POST", "/api/events", "[]", AN_EVENT, 400 },
    { "GET", "/api/explain?article=1.1", NULL, PUBLIC, 200 },
    { "POST", "/api/hear", "{\"text\":\"e4\",\"fen\":\"" HOME "\",\"language\":\"it\"}", PUBLIC,
      200 },
    { "POST", "/api/hear", "{\"text\":\"e4\"}", PUBLIC, 400 },
    { "POST", "/api/qr", "{\"text\":\"x\"}", PUBLIC, 200 },
    { "POST", "/api/solve", "{\"stipulation\":\"#1\",\"position\":\"8/8/8/8/8/8/8/8\"}", PUBLIC,
      200 },
    { "POST", "/api/solve", "{\"stipulation\":\"#0\",\"position\":\"8/8/8/8/8/8/8/8\"}", PUBLIC,
      400 },
    { "GET", "/api/ping", NULL, PUBLIC, 200 },
    { "GET", "/healthz", NULL, PUBLIC, 200 },
    { "GET", "/metrics", NULL, PUBLIC, 200 },
    { "POST", "/hall/take", "{\"games\":[]}", PUBLIC, 404 }, /* for other halls alone */
    { "GET", "/hall/proof", NULL, PUBLIC, 404 },
    { "GET", "/api/nothing", NULL, PUBLIC, 404 },
    { "GET", "/api/", NULL, PUBLIC, 404 },
    { "GET", "/api/games/1", NULL, PUBLIC, 404 },
    { "GET", "//api/game", NULL, PUBLIC, 404 },
    { "GET", "/api/%67ame", NULL, PUBLIC, 404 },
};

static unsigned expected_status(const row *r, unsigned who)
{
    if (r->kind == PUBLIC)
        return r->status;
    if (who < WHITE)
        return 401;
    const bool arbiter = who == ARBITER || who == DESK || who == DESK_OF_GAME;
    if (r->kind == OF_ARBITERS && !arbiter)
        return 403;
    if (r->kind == OF_THOSE_WHO_OPEN && !arbiter) /* in a tournament players do not, either */
        return 403;
    if (r->kind == OF_THOSE_WHO_WRITE && who == SPECTATOR)
        return 403;
    if (r->kind == OF_THOSE_WHO_SEAL && (who == SPECTATOR || who == ASSISTANT || who == SERVANT))
        return 403;
    if (r->kind == OF_THE_TABLE && !arbiter && who != SERVANT)
        return 403;
    if (r->kind == OF_THOSE_WHO_WATCH && !arbiter && who != ASSISTANT)
        return 403;
    if (r->kind == OF_THE_DESK)
        return who == DESK || who == DESK_OF_GAME ? r->status : 403;
    if (r->kind != OF_A_SEAT && who == DESK)
        return 404;
    if (r->kind == OF_ITS_ARBITER && !arbiter && who != ASSISTANT)
        return 409;
    return r->status;
}

static void test_hall__every_route_knows_who_may(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (unsigned who = 0; who < WHO_COUNT; who++) {
            const unsigned expected = expected_status(&rows[i], who);
            const unsigned status =
                ask(NULL, &seats_of, rows[i].method, rows[i].path, who, rows[i].body);
            if (status != expected)
                fail_msg("%s %s with %s: %u, expected %u", rows[i].method, rows[i].path,
                         who_words[who], status, expected);
        }
    }
}

static bool is_row_of(const row *r, const arb_api_route *route)
{
    const size_t size = strcspn(r->path, "?");

    return strlen(route->path) == size && memcmp(route->path, r->path, size) == 0 &&
           (strcmp(r->method, "POST") == 0) == (route->method == ARB_HTTP_POST);
}

/* A route that is added to the program must be added here, with what it is for. */
static void test_hall__every_route_is_tested(void **state)
{
    size_t count;
    const arb_api_route *all = arb_routes_all(&count);

    (void)state;
    for (size_t i = 0; i < count; i++) {
        const row *found = NULL;
        for (size_t j = 0; j < sizeof rows / sizeof rows[0] && !found; j++)
            found = is_row_of(&rows[j], &all[i]) ? &rows[j] : NULL;
        if (!found)
            fail_msg("%s has no row", all[i].path);
        assert_int_equal(found->kind == PUBLIC, all[i].who == ARB_WHO_ANYONE);
        assert_int_equal(found->kind >= OF_A_GAME, all[i].of_game);
        assert_int_equal(found->kind == AN_EVENT, all[i].handler == arb_api_events);
        const bool post = all[i].method == ARB_HTTP_POST;
        for (unsigned who = 0; who < WHO_COUNT; who++)
            assert_int_equal(ask(NULL, &seats_of, post ? "GET" : "POST", all[i].path, who, NULL),
                             405);
    }
}

/* HEAD is GET without a body: it tells nobody more. */
static void test_hall__heads_are_answered_as_the_whole(void **state)
{
    (void)state;
    for (unsigned who = 0; who < WHO_COUNT; who++) {
        const char *token = token_of(&seats_of, who);
        const row r = { "GET", "/api/game", NULL, OF_A_GAME, 200 };
        client c = client_open(h.port);
        static reply answer;
        char head[512];
        (void)snprintf(head, sizeof head, "HEAD /api/game%s HTTP/1.1\r\nHost: a\r\n%s%s%s\r\n",
                       who == DESK_OF_GAME ? "?game=1" : "", token ? "Authorization: Bearer " : "",
                       token ? token : "", token ? "\r\n" : "");
        assert_true(client_send(&c, head));
        assert_true(client_reply(&answer, &c, true));
        assert_int_equal(answer.status, expected_status(&r, who));
        client_close(&c);
    }
}

/* ---- keys */

static void test_hall__a_key_opens_its_game_only(void **state)
{
    json_t *game = NULL;

    (void)state;
    for (unsigned who = WHITE; who < DESK; who++) {
        const int own = who == OTHER ? seats_elsewhere.game : seats_of.game;
        assert_int_equal(ask(&game, &seats_of, "GET", "/api/game", who, NULL), 200);
        assert_int_equal(number_at(game, "game"), own);
        json_decref(game);
    }
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game?game=99", h.key, NULL), 404);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game?game=x", h.key, NULL), 404);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game?game=-1", h.key, NULL), 404);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game?game=18446744073709551617", h.key, NULL),
                     404);
}

/* The key stands in one place, and in one way. */
static void test_hall__a_key_is_a_bearer_token(void **state)
{
    static const char *const ways[] = {
        "Authorization: Basic %s\r\n",
        "Authorization: %s\r\n",
        "Authorization: Bearer  %s\r\n",
        "Authorization: Bearer %s x\r\n",
        "Cookie: token=%s\r\n",
        "Proxy-Authorization: Bearer %s\r\n",
        "Authorization: Bearer x\r\nX: %s\r\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        client c = client_open(h.port);
        char head[512];
        reply r;
        int size = snprintf(head, sizeof head, "GET /api/game HTTP/1.1\r\nHost: a\r\n");
        size += snprintf(head + size, sizeof head - (size_t)size, ways[i], seats_of.white);
        (void)snprintf(head + size, sizeof head - (size_t)size, "\r\n");
        assert_true(client_send(&c, head));
        assert_true(client_reply(&r, &c, false));
        if (r.status != 401)
            fail_msg("%s: %u", ways[i], r.status);
        client_close(&c);
    }
}

/* Puts a code for a seat of game 1 into the database, good for so long. */
static void add_code(const char *code, arb_seat seat, int64_t life_ms)
{
    const arb_store_options options = { .create = false };
    arb_key key = { .game = 1, .seat = seat, .is_code = true };
    struct timespec now;
    arb_store *store;

    assert_true(arb_join_code_hash(&key.hash, code, strlen(code)));
    clock_gettime(CLOCK_REALTIME, &now);
    assert_int_equal(arb_store_open(&store, h.database, &options), ARB_STORE_OK);
    const arb_store_token token = {
        .hash = { (const char *)key.hash.bytes, ARB_HASH_SIZE },
        .game = 1,
        .role = arb_key_role(&key),
        .expires_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 + life_ms,
    };
    assert_int_equal(arb_store_token_add(store, &token), ARB_STORE_OK);
    arb_store_close(store);
}

static void test_hall__an_old_code_opens_nothing(void **state)
{
    enum { LIFE_MS = 2500 };

    (void)state;
    assert_int_equal(hall_stop(&h), 0);
    add_code("AAAAAAAA", ARB_SEAT_WHITE, -1000);
    add_code("CCCCCCCC", ARB_SEAT_WHITE, LIFE_MS);
    add_code("DDDDDDDD", ARB_SEAT_ARBITER, LIFE_MS);
    const int64_t until = client_now() + LIFE_MS;
    fixture_start(NULL);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/join", NULL, "{\"code\":\"AAAAAAAA\"}"), 404);
    if (client_now() < until - 200)
        assert_int_equal(hall_ask(NULL, &h, "POST", "/api/join", NULL, "{\"code\":\"CCCCCCCC\"}"),
                         200);
    client_sleep(until - client_now() + 100);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/join", NULL, "{\"code\":\"DDDDDDDD\"}"), 404);
}

/* Friends cannot freeze a game for which nobody would come; the maker's own link can. */
static void test_hall__where_no_arbiter_is_nobody_is_called(void **state)
{
    const char *const verbs[] = { "stop", "leave", "appeal unjust", "sign 1-0" };
    const seats s = hall_game(&h, "{}");
    char body[64];
    json_t *told;

    (void)state;
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        (void)snprintf(body, sizeof body, "{\"id\":\"n%zu\",\"event\":\"%s\"}", i, verbs[i]);
        assert_int_equal(hall_ask(&told, &h, "POST", "/api/events", s.black, body), 403);
        assert_string_equal(text_at(told, "error"), "no-arbiter");
        json_decref(told);
    }
    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_true(hall_do(&h, s.arbiter, "stop"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__every_route_knows_who_may, begin),
        FIXTURE_TEST(test_hall__every_route_is_tested, begin),
        FIXTURE_TEST(test_hall__heads_are_answered_as_the_whole, begin),
        FIXTURE_TEST(test_hall__a_key_opens_its_game_only, begin),
        FIXTURE_TEST(test_hall__a_key_is_a_bearer_token, begin),
        FIXTURE_TEST(test_hall__an_old_code_opens_nothing, begin),
        FIXTURE_TEST(test_hall__where_no_arbiter_is_nobody_is_called, begin),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
