/* SPDX-License-Identifier: MIT */
/* The life of a code: until its seat is taken or the game is over, also after a restart. */
#define _GNU_SOURCE
#include "server/hall/keys.h"
#include "support/hall/fixture.h"

static const char casual[] = "{\"time\":\"300+3\"}";

static unsigned join(json_t **out, const char *code, const char *id)
{
    char body[256];

    if (id)
        (void)snprintf(body, sizeof body, "{\"code\":\"%s\",\"id\":\"%s\"}", code, id);
    else
        (void)snprintf(body, sizeof body, "{\"code\":\"%s\"}", code);
    return hall_ask(out, &h, "POST", "/api/join", NULL, body);
}

static const char id[] = "0123456789abcdef01234567";

static void test_door__a_join_can_be_asked_for_again(void **state)
{
    char code[16], token[32];
    json_t *first, *again, *other;
    seats s;

    (void)state;
    (void)code_of(code, casual, "black", &s);
    assert_int_equal(join(&first, code, id), 200);
    (void)snprintf(token, sizeof token, "%s", text_at(first, "token"));
    assert_string_equal(text_at(first, "role"), "black");
    json_decref(first);
    /* the answer was lost: the same code and id give the same link, now and after a restart */
    assert_int_equal(join(&again, code, id), 200);
    assert_string_equal(text_at(again, "token"), token);
    json_decref(again);
    assert_int_equal(join(NULL, code, "0123456789abcdef0123456X"), 404);
    assert_int_equal(join(NULL, code, NULL), 404);
    hall_kill(&h);
    fixture_start(NULL);
    assert_int_equal(join(&other, code, id), 200);
    assert_string_equal(text_at(other, "token"), token);
    assert_int_equal(number_at(other, "game"), s.game);
    json_decref(other);
    assert_int_equal(join(NULL, code, "0123456789abcdef0123456X"), 404);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game", token, NULL), 200);
    /* an id that others could guess is no id */
    (void)code_of(code, casual, "black", &s);
    assert_int_equal(join(NULL, code, "1"), 400);
    assert_int_equal(join(NULL, code, "0123456789012345678901234567890123456789012345678"), 400);
    assert_int_equal(join(NULL, code, NULL), 200);
}

/* Many at the same moment with one code: one has the seat. */
static void test_door__one_code_one_seat(void **state)
{
    enum { MANY = 24 };
    client c[MANY];
    static reply r;
    char code[16], head[512], body[128];
    unsigned taken = 0, refused = 0;
    seats s;

    (void)state;
    (void)code_of(code, casual, "white", &s);
    for (unsigned i = 0; i < MANY; i++)
        c[i] = client_open(h.port);
    for (unsigned i = 0; i < MANY; i++) {
        (void)snprintf(body, sizeof body, "{\"code\":\"%s\",\"id\":\"0123456789abcdef%08u\"}", code,
                       i / 2);
        (void)snprintf(head, sizeof head,
                       "POST /api/join HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
                       "Content-Length: %zu\r\n\r\n%s",
                       strlen(body), body);
        assert_true(client_send(&c[i], head));
    }
    for (unsigned i = 0; i < MANY; i++) {
        assert_true(client_reply(&r, &c[i], false));
        taken += r.status == 200;
        refused += r.status == 404;
        client_close(&c[i]);
    }
    /* the winner asked twice with one id, and was answered twice */
    assert_int_equal(taken, 2);
    assert_int_equal(taken + refused, MANY);
}

static void test_door__a_code_ends_when_its_seat_is_taken(void **state)
{
    char code[16];
    seats s;

    (void)state;
    /* a page with the link has opened the stream */
    (void)code_of(code, casual, "white", &s);
    client c = hall_stream(&h, s.white, -1);
    assert_int_equal(join(NULL, code, NULL), 404);
    /* the other seat is open still */
    assert_int_equal(join(NULL, s.code, NULL), 200);
    client_close(&c);
    assert_int_equal(join(NULL, code, NULL), 404);
    /* it has sent an event */
    (void)code_of(code, "{\"mode\":\"tournament\"}", "arbiter", &s);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game", s.arbiter, NULL), 200);
    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_int_equal(join(NULL, code, NULL), 404);
    /* the next start knows it too; White, whom nobody has seen, is open */
    char open[16];
    (void)code_of(open, casual, "white", &s);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game", s.white, NULL), 200);
    client_sleep(50);
    hall_kill(&h);
    fixture_start(NULL);
    assert_int_equal(join(NULL, code, NULL), 404);
    assert_int_equal(join(NULL, open, NULL), 200);
    assert_int_equal(join(NULL, open, NULL), 404);
    hall_kill(&h);
    fixture_start(NULL);
    assert_int_equal(join(NULL, open, NULL), 404);
}

static void test_door__a_code_ends_with_the_game(void **state)
{
    char code[16], watch[16];
    json_t *answer;
    seats s, other;

    (void)state;
    (void)code_of(watch, "{\"mode\":\"tournament\"}", "spectator", &s);
    (void)code_of(code, "{\"mode\":\"tournament\"}", "spectator", &other);
    /* spectators join as often as they like, and all have the same link */
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(join(&answer, watch, i % 2 ? id : NULL), 200);
        assert_string_equal(text_at(answer, "token"), s.spectator);
        assert_string_equal(text_at(answer, "role"), "spectator");
        json_decref(answer);
    }
    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_true(hall_do(&h, s.white, "resign"));
    assert_int_equal(join(NULL, watch, NULL), 404);
    assert_int_equal(join(NULL, s.code, NULL), 404);
    assert_int_equal(join(NULL, code, NULL), 200);
    assert_int_equal(hall_stop(&h), 0);
    fixture_start(NULL);
    assert_int_equal(join(NULL, watch, NULL), 404);
    assert_int_equal(join(NULL, s.code, NULL), 404);
    assert_int_equal(join(NULL, code, NULL), 200);
}

/* ---- sweeping ---- */

typedef struct counted {
    unsigned codes, links;
    uint64_t last;  /* game that has a code, */
    unsigned lasts; /* and how many */
} counted;

static bool count_token(void *user, const arb_store_token *token)
{
    counted *all = user;
    arb_key key = { 0 };

    assert_true(arb_key_of_role(&key, token->role));
    all->codes += key.is_code;
    all->links += !key.is_code;
    if (key.is_code && token->game > all->last) {
        all->last = token->game;
        all->lasts = 0;
    }
    all->lasts += key.is_code && token->game == all->last;
    return true;
}

static arb_store *open_store(void)
{
    const arb_store_options options = { .create = false };
    arb_store *store = NULL;

    assert_int_equal(arb_store_open(&store, h.database, &options), ARB_STORE_OK);
    return store;
}

static counted count_tokens(void)
{
    counted all = { 0 };
    arb_store *store = open_store();

    assert_int_equal(arb_store_tokens(store, 0, count_token, &all), ARB_STORE_OK);
    arb_store_close(store);
    return all;
}

/* Of 30 games that are over, and of one code whose time has come, nothing is left but links. */
static void test_codes__those_that_open_nothing_are_swept(void **state)
{
    enum { OVER = 30 };
    arb_hall_config config = arb_hall_defaults();
    char hash[ARB_HASH_SIZE] = { 1 };
    char code[16];
    seats s;

    (void)state;
    for (unsigned i = 0; i < OVER; i++) {
        s = hall_game(&h, "{\"mode\":\"tournament\"}");
        assert_true(hall_do(&h, s.arbiter, "start"));
        assert_true(hall_do(&h, s.white, "resign"));
    }
    (void)code_of(code, casual, "black", &s);
    assert_int_equal(hall_stop(&h), 0);
    arb_store *store = open_store();
    const arb_key late = { .seat = ARB_SEAT_WHITE, .is_code = true };
    const arb_store_token token = { .hash = { hash, sizeof hash },
                                    .game = (uint64_t)s.game,
                                    .role = arb_key_role(&late),
                                    .expires_ms = 1 };
    assert_int_equal(arb_store_token_add(store, &token), ARB_STORE_OK);
    arb_store_close(store);
    const counted before = count_tokens();
    /* within a day an arbiter may revoke the end: only what is too late goes */
    fixture_start(NULL);
    assert_true(hall_metric_becomes(&h, "codes_swept_total", 1, 20000));
    assert_int_equal(hall_stop(&h), 0);
    const counted day = count_tokens();
    assert_int_equal(day.codes, before.codes - 1);
    config.codes_kept_ms = 0;
    config.unlimited = true;
    fixture_start(&config);
    assert_int_equal(day.last, s.game); /* that one goes on */
    assert_true(hall_metric_becomes(&h, "codes_swept_total", (long)(day.codes - day.lasts), 20000));
    assert_int_equal(join(NULL, code, NULL), 200);
    assert_int_equal(hall_stop(&h), 0);
    const counted after = count_tokens();
    assert_int_equal(after.codes, day.lasts - 1); /* one was used just now */
    assert_int_equal(after.last, s.game);
    assert_int_equal(after.links, before.links + 1);
    fixture_start(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_door__a_join_can_be_asked_for_again, fixture_hall),
        FIXTURE_TEST(test_door__one_code_one_seat, fixture_hall),
        FIXTURE_TEST(test_door__a_code_ends_when_its_seat_is_taken, fixture_hall),
        FIXTURE_TEST(test_door__a_code_ends_with_the_game, fixture_hall),
        FIXTURE_TEST(test_codes__those_that_open_nothing_are_swept, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
