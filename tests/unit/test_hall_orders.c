/* SPDX-License-Identifier: MIT */
/*
 * Lists and orders to many boards while things go wrong: a hall stands still or closes, a
 * connection is mute, a game is damaged, and games are made while they are listed.
 */
#define _GNU_SOURCE
#include <jansson.h>
#include <signal.h>

#include "support/hall/house.h"
#include "support/store/postgres.h"

enum { BOARDS = 150, TEXT_ROOM = 8192, SOON_MS = 2500, LEASE_AND_MORE_MS = 6000 };

static json_t *made(unsigned i, const char *id)
{
    char text[TEXT_ROOM];
    size_t size = 0;
    json_t *answer;

    for (unsigned board = 1; board <= BOARDS; board++)
        size += (size_t)snprintf(text + size, sizeof text - size, "%u; White %u; Black %u\n", board,
                                 board, board);
    json_t *body = json_pack("{ss ss s{ss}}", "id", id, "text", text, "game", "time", "5400+30");
    char *written = json_dumps(body, 0);
    assert_int_equal(hall_ask(&answer, &house[i], "POST", "/api/rounds", house[i].key, written),
                     201);
    free(written);
    json_decref(body);
    return answer;
}

/* Sends the order and leaves the answer for later. */
static client order(unsigned i, const char *word, long long round)
{
    char body[96], request[512];
    client c = client_open(house[i].port);

    (void)snprintf(body, sizeof body, "{\"do\":\"%s\",\"round\":%lld}", word, round);
    (void)snprintf(request, sizeof request,
                   "POST /api/rounds/do HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
                   "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                   house[i].key, strlen(body), body);
    assert_true(client_send(&c, request));
    return c;
}

static void assert_all_done(client *c)
{
    const int64_t until = client_now() + 2 * LEASE_AND_MORE_MS;
    json_t *answer;
    reply r;

    while (c->size == 0 && client_now() < until)
        (void)client_receive(c, CLIENT_PATIENCE_MS);
    assert_true(client_reply(&r, c, false));
    assert_int_equal(r.status, 200);
    assert_non_null(answer = json_loads(r.body, 0, NULL));
    if (json_array_size(at(answer, "done")) + json_array_size(at(answer, "already")) != BOARDS)
        fail_msg("done at %zu, already at %zu, failed at %zu: %.300s",
                 json_array_size(at(answer, "done")), json_array_size(at(answer, "already")),
                 json_array_size(at(answer, "failed")), r.body);
    json_decref(answer);
    client_close(c);
}

/* All of it is done where the games are then, by the time that takes. */
static void order_while(void (*happens)(hall *one))
{
    json_t *round = made(0, "orders-0123456789");
    json_t *desk = NULL;

    (void)hall_ask(&desk, &house[1], "GET", "/api/desk", house[1].key, NULL);
    json_decref(desk);
    happens(&house[0]);
    const int64_t began = client_now();
    client c = order(1, "start", number_at(round, "round"));
    assert_all_done(&c);
    assert_true(client_now() - began < LEASE_AND_MORE_MS);
    json_decref(round);
}

static void stand_still(hall *one)
{
    assert_int_equal(kill(one->pid, SIGSTOP), 0);
}

static void begin_to_close(hall *one)
{
    assert_int_equal(kill(one->pid, SIGTERM), 0);
}

static int wake_all(void **state)
{
    for (unsigned i = 0; i < HALLS; i++)
        if (house[i].pid > 0)
            (void)kill(house[i].pid, SIGCONT);
    return house_teardown(state);
}

static void test_orders__a_hall_that_stands_still(void **state)
{
    (void)state;
    order_while(stand_still);
    house_assert_journal(postgres_address());
}

static void test_orders__a_hall_that_closes(void **state)
{
    (void)state;
    order_while(begin_to_close);
    house_assert_journal(postgres_address());
}

static void test_orders__a_hall_that_is_killed(void **state)
{
    (void)state;
    order_while(hall_kill);
    house_assert_journal(postgres_address());
}

/* It lives, and nobody can get there from here: whoever gives the order is told so in the end. */
static void test_orders__a_hall_that_cannot_be_reached(void **state)
{
    reply r;

    (void)state;
    (void)hall_stop(&house[0]);
    (void)hall_stop(&house[2]);
    house_open_reached(0, "127.0.0.1:1");
    json_t *round = made(0, "orders-0123456789");
    client c = order(1, "start", number_at(round, "round"));
    const int64_t until = client_now() + 3 * LEASE_AND_MORE_MS;
    while (c.size == 0 && client_now() < until)
        (void)client_receive(&c, CLIENT_PATIENCE_MS);
    assert_true(client_reply(&r, &c, false));
    assert_int_equal(r.status, 200);
    json_t *answer = json_loads(r.body, 0, NULL);
    assert_int_equal(json_array_size(at(answer, "failed")), BOARDS);
    json_decref(answer);
    json_decref(round);
    client_close(&c);
}

/* Nobody waits for a connection on which nobody answers: orders go where the games are. */
static void test_orders__a_mute_reader(void **state)
{
    (void)state;
    (void)hall_stop(&house[1]);
    house_open_as(1, "second");
    json_t *round = made(0, "orders-0123456789");
    client c = order(1, "start", number_at(round, "round"));
    assert_all_done(&c);
    assert_true(hall_metric_becomes(&house[1], "house_halls", 3, CLIENT_PATIENCE_MS));
    const long long reader = postgres_ask(postgres_address(), "SELECT pid" READER);
    assert_true(reader > 0);
    assert_int_equal(kill((pid_t)reader, SIGSTOP), 0);
    int64_t began = client_now();
    c = order(1, "stop", number_at(round, "round"));
    assert_all_done(&c);
    assert_true(client_now() - began < SOON_MS);
    began = client_now();
    assert_int_equal(hall_ask(NULL, &house[1], "GET", "/api/desk", house[1].key, NULL), 200);
    assert_true(client_now() - began < SOON_MS);
    (void)kill((pid_t)reader, SIGCONT);
    json_decref(round);
}

/* A game that cannot be read is set aside; all others are listed, and orders are given. */
static void test_orders__a_damaged_game(void **state)
{
    char text[160];

    (void)state;
    stand_still(&house[1]);
    const seats bad = hall_game(&house[0], "{\"mode\":\"tournament\"}");
    (void)snprintf(text, sizeof text,
                   "INSERT INTO settings (name, value) VALUES ('game.%d', '{')"
                   " ON CONFLICT (name) DO UPDATE SET value = '{'",
                   bad.game);
    postgres_sql(postgres_address(), text);
    json_t *round = made(0, "orders-0123456789");
    (void)kill(house[1].pid, SIGCONT);
    assert_true(hall_metric_becomes(&house[1], "house_halls", 3, CLIENT_PATIENCE_MS));
    client c = order(1, "start", number_at(round, "round"));
    assert_all_done(&c);
    json_decref(made(1, "orders-another-one"));
    json_decref(round);
}

/* What is being made by this very hall may be in the journal before the hall has heard so. */
static void test_orders__games_that_are_made_while_they_are_listed(void **state)
{
    enum { LISTS = 4 };
    const unsigned count = hall_volume(400, 2000);
    char game[256], desk[256];
    reply r;

    (void)state;
    (void)snprintf(game, sizeof game,
                   "POST /api/games HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
                   "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
                   house[0].key);
    (void)snprintf(desk, sizeof desk,
                   "GET /api/desk?limit=5 HTTP/1.1\r\nHost: localhost\r\n"
                   "Authorization: Bearer %s\r\n\r\n",
                   house[0].key);
    client maker[4], reader[4];
    for (unsigned i = 0; i < 4; i++) {
        maker[i] = client_open(house[0].port);
        reader[i] = client_open(house[0].port);
    }
    for (unsigned k = 0; k < count; k++) {
        for (unsigned i = 0; i < 4; i++) {
            assert_true(client_send(&maker[i], game));
            for (unsigned n = 0; n < LISTS; n++)
                assert_true(client_send(&reader[i], desk));
        }
        for (unsigned i = 0; i < 4; i++) {
            assert_true(client_reply(&r, &maker[i], false));
            assert_int_equal(r.status, 201);
            for (unsigned n = 0; n < LISTS; n++) {
                assert_true(client_reply(&r, &reader[i], false));
                assert_int_equal(r.status, 200);
            }
        }
    }
    for (unsigned i = 0; i < 4; i++) {
        client_close(&maker[i]);
        client_close(&reader[i]);
    }
}

#define ORDERS_TEST(f) cmocka_unit_test_setup_teardown(f, house_setup, wake_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ORDERS_TEST(test_orders__a_hall_that_stands_still),
        ORDERS_TEST(test_orders__a_hall_that_closes),
        ORDERS_TEST(test_orders__a_hall_that_is_killed),
        ORDERS_TEST(test_orders__a_hall_that_cannot_be_reached),
        ORDERS_TEST(test_orders__a_mute_reader),
        ORDERS_TEST(test_orders__a_damaged_game),
        ORDERS_TEST(test_orders__games_that_are_made_while_they_are_listed),
    };

    if (!postgres_is_there()) {
        puts("1..0 # SKIP PostgreSQL is not installed");
        return 0;
    }
    return cmocka_run_group_tests_name("hall_orders", tests, NULL, NULL);
}
