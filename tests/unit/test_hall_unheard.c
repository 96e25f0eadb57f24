/* SPDX-License-Identifier: MIT */
/*
 * Games of which the other halls have not heard when they get them: made a moment before their hall
 * was killed, or closed. Whoever asks any hall for one is answered when its lease is another one's,
 * and not when that looks at all leases the next time.
 */
#define _GNU_SOURCE
#include "server/hall/keys.h"
#include "support/hall/house.h"
#include "support/store/postgres.h"

enum {
    ASKED = 6,
    FLOOD = 600,
    GOOD = 80,         /* more than an address may send that are not known */
    MOVING_MS = 5000,  /* after a kill */
    HANDING_MS = 1500, /* after a hall has left */
    LOOKED_MS = 200    /* who hears of a new hall has looked at the leases by then */
};

/* A player who waits for the answer to one event. */
typedef struct asking {
    client c;
    unsigned where;
    int64_t began;
} asking;

/* Opens the first hall, if it is gone. All others look at the leases then, and not again for four
 * seconds unless there is cause: its former self must have ended as a lease does before. */
static void open_first(void)
{
    if (house[0].pid == 0)
        house_open(0);
    client_sleep(LOOKED_MS);
}

static void ask(asking *out, unsigned where, const char *token, const char *id, const char *event)
{
    char body[128], request[512];

    *out = (asking){ client_open(house[where].port), where, client_now() };
    (void)snprintf(body, sizeof body, "{\"id\":\"%s\",\"event\":\"%s\"}", id, event);
    (void)snprintf(request, sizeof request,
                   "POST /api/events HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer %s\r\n"
                   "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                   token, strlen(body), body);
    assert_true(client_send(&out->c, request));
}

/* It was taken, so many milliseconds after it was sent at most. */
static void assert_answered(asking *it, int64_t within_ms)
{
    reply r = { .status = 0 };
    const bool came = client_reply(&r, &it->c, false);
    const int64_t took = client_now() - it->began;

    if (!came || r.status != 200 || took > within_ms)
        fail_msg("hall %u answers %u after %lld ms: %.300s", it->where, came ? r.status : 0,
                 (long long)took, came && r.body ? r.body : "");
    client_close(&it->c);
}

/* One game alone: where there are others that nobody has taken yet, all look again at once. */
static seats make_game(void)
{
    return hall_game(&house[0], "{\"mode\":\"tournament\",\"time\":\"3600\"}");
}

/* Those who are left share the games by their numbers, as they came: who gets this one? */
static unsigned heir(const seats *s)
{
    return s->game % 2 ? 2 : 1;
}

/* The other one is asked at once. It hears of the game then, and hands it on when it has changed
 * hands, to a hall that has got it without having heard of it; unless it is quicker itself. */
static void test_unheard__the_other_one_is_asked(void **state)
{
    asking one;

    (void)state;
    open_first();
    const seats s = make_game();
    hall_kill(&house[0]);
    ask(&one, 3 - heir(&s), s.arbiter, "start", "start");
    assert_answered(&one, MOVING_MS);
    for (unsigned i = 1; i < HALLS; i++)
        assert_true(hall_do(&house[i], i % 2 ? s.white : s.black, i % 2 ? "play e4" : "play e5"));
    house_assert_journal(postgres_address());
}

/* Both are asked at once and again: whatever waits there counts once. */
static void test_unheard__both_are_asked(void **state)
{
    asking of[ASKED];

    (void)state;
    open_first();
    const seats s = make_game();
    hall_kill(&house[0]);
    for (unsigned i = 0; i < ASKED; i++) {
        ask(&of[i], 1 + i % 2, s.arbiter, "start", "start");
        client_sleep(20);
    }
    for (unsigned i = 0; i < ASKED; i++)
        assert_answered(&of[i], MOVING_MS);
    house_assert_journal(postgres_address());
}

/* Nobody asks before it has changed hands. */
static void test_unheard__nobody_has_asked_before(void **state)
{
    asking one;

    (void)state;
    open_first();
    const seats s = make_game();
    hall_kill(&house[0]);
    const unsigned owner = house_moved(s.game, 0, MOVING_MS);
    ask(&one, 3 - owner, s.arbiter, "start", "start");
    assert_answered(&one, HANDING_MS);
    house_assert_journal(postgres_address());
}

/* A hall that leaves tells another one of a game that it has just made. */
static void test_unheard__handed_over_by_one_that_leaves(void **state)
{
    asking one;

    (void)state;
    open_first();
    const seats s = make_game();
    assert_int_equal(hall_stop(&house[0]), 0);
    const unsigned owner = house_moved(s.game, 0, HANDING_MS);
    ask(&one, 3 - owner, s.arbiter, "start", "start");
    assert_answered(&one, HANDING_MS);
    house_assert_journal(postgres_address());
}

/* The desk finds a game by its number at any hall, from its first moment on. */
static void test_unheard__the_desk_asks_for_it(void **state)
{
    char path[64];

    (void)state;
    open_first();
    const seats s = make_game();
    for (unsigned i = 0; i < HALLS; i++) {
        json_t *game = NULL;
        (void)snprintf(path, sizeof path, "/api/game?game=%d", s.game);
        assert_int_equal(hall_ask(&game, &house[i], "GET", path, house[i].key, NULL), 200);
        json_decref(game);
        (void)snprintf(path, sizeof path, "/api/game?game=%d", s.game + 1000);
        assert_int_equal(hall_ask(NULL, &house[i], "GET", path, house[i].key, NULL), 404);
    }
}

/* A link that could not be looked for is not taken for one that is not there. */
static void test_unheard__a_link_while_the_database_is_away(void **state)
{
    (void)state;
    open_first();
    const seats s = make_game();
    const int64_t until = client_now() + 2 * MOVING_MS;
    unsigned status = 0;

    postgres_kill();
    assert_int_equal(hall_ask(NULL, &house[1], "GET", "/api/game", s.arbiter, NULL), 503);
    postgres_start();
    while (status != 200 && client_now() < until) {
        status = hall_ask(NULL, &house[1], "GET", "/api/game", s.arbiter, NULL);
        if (status != 200 && status != 503)
            fail_msg("the hall answers %u", status);
        client_sleep(10);
    }
    assert_int_equal(status, 200);
}

/* A link sent to the second hall from there; `token` NULL: one that nobody has given. */
static unsigned knock(client *c, const char *from, const char *token)
{
    char lines[160], made[ARB_TOKEN_SIZE];

    if (!token)
        arb_token_make(made);
    (void)snprintf(lines, sizeof lines, "X-Forwarded-For: %s\r\nAuthorization: Bearer %.22s\r\n",
                   from, token ? token : made);
    return hall_ask_with(NULL, c, "GET", "/api/game", lines, NULL);
}

/* How often links were looked up in the database, as the server learns once a second from whoever
 * has asked. */
static long long count_looks(client *c)
{
    client_sleep(1100);
    (void)knock(c, "203.0.113.9", NULL);
    client_sleep(100);
    return postgres_ask(postgres_address(), "SELECT (sum(idx_scan) + sum(seq_scan))::bigint FROM"
                                            " pg_stat_user_tables WHERE relname = 'tokens'");
}

static void write_hash(char out[2 * ARB_HASH_SIZE + 1], const char *token)
{
    arb_hash hash;

    assert_true(arb_token_hash(&hash, token, strlen(token)));
    for (unsigned i = 0; i < ARB_HASH_SIZE; i++)
        (void)snprintf(out + (size_t)2 * i, 3, "%02x", hash.bytes[i]);
}

/* A link that opens the same as this one, of which no hall has heard. */
static void give_unheard(char out[ARB_TOKEN_SIZE], const char *like)
{
    char fresh[2 * ARB_HASH_SIZE + 1], known[2 * ARB_HASH_SIZE + 1], text[512];

    arb_token_make(out);
    write_hash(fresh, out);
    write_hash(known, like);
    (void)snprintf(text, sizeof text,
                   "INSERT INTO tokens (hash, game, role, expires_ms) SELECT decode('%s', 'hex'),"
                   " game, role, expires_ms FROM tokens WHERE hash = decode('%s', 'hex')",
                   fresh, known);
    postgres_sql(postgres_address(), text);
}

/* Links that nobody has given are looked for in the database as often as an address may send them,
 * and no more. Meanwhile those that another hall has given are good, however many of them come from
 * one address. */
static void test_unheard__links_that_nobody_has_given(void **state)
{
    static const char flood[] = "192.0.2.7", club[] = "198.51.100.1";
    char token[GOOD][ARB_TOKEN_SIZE];
    unsigned refused = 0;

    (void)state;
    assert_true(arb_keys_begin());
    open_first();
    const seats s = make_game();
    assert_int_equal(hall_stop(&house[1]), 0);
    house_open_limited(1);
    for (unsigned i = 0; i < GOOD; i++)
        give_unheard(token[i], s.spectator);
    client c = client_open(house[1].port);
    const long long before = count_looks(&c);
    for (unsigned i = 0; i < FLOOD; i++)
        refused += knock(&c, flood, NULL) == 429;
    assert_true(refused > FLOOD - 100);
    const long long looks = count_looks(&c) - before;
    if (looks > 150)
        fail_msg("%lld were looked for", looks);
    for (unsigned i = 0; i < GOOD; i++) {
        assert_int_equal(knock(&c, club, token[i]), 200);
        client_sleep(30); /* twenty a second may be read */
    }
    assert_int_equal(knock(&c, flood, token[0]), 200); /* known by now */
    client_close(&c);
    assert_int_equal(hall_stop(&house[1]), 0);
    house_open(1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unheard__the_other_one_is_asked),
        cmocka_unit_test(test_unheard__both_are_asked),
        cmocka_unit_test(test_unheard__nobody_has_asked_before),
        cmocka_unit_test(test_unheard__the_desk_asks_for_it),
        cmocka_unit_test(test_unheard__handed_over_by_one_that_leaves),
        cmocka_unit_test(test_unheard__links_that_nobody_has_given),
        cmocka_unit_test(test_unheard__a_link_while_the_database_is_away),
    };

    if (!postgres_is_there()) {
        puts("1..0 # SKIP PostgreSQL is not installed");
        return 0;
    }
    return cmocka_run_group_tests_name("hall_unheard", tests, house_setup, house_teardown);
}
