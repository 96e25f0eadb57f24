/* SPDX-License-Identifier: MIT */
/*
 * A hall that hears of what others have done and cannot read it at once: its reading connection is
 * cut, and no other, or waits for a lock; or it is far behind. Nothing is lost, and who asks
 * meanwhile is answered.
 */
#define _GNU_SOURCE
#include <libpq-fe.h>
#include <signal.h>

#include "support/hall/house.h"
#include "support/store/postgres.h"

#define GAME "{\"mode\":\"tournament\",\"time\":\"3600\"}"

enum { BEHIND = 300, LINKS = 90, BOARDS = 300 };

static int setup(void **state)
{
    (void)state;
    postgres_empty();
    house_open(0);
    house_open_as(1, "second");
    return 0;
}

static void await_count(const char *text, long long count)
{
    const int64_t until = client_now() + CLIENT_PATIENCE_MS;
    long long found = -1;

    while (client_now() < until && found != count) {
        found = postgres_ask(postgres_address(), text);
        client_sleep(2);
    }
    if (found != count)
        fail_msg("there are %lld and not %lld: %s", found, count, text);
}

/* It connects again when it has something to read, and not before. */
static void cut_reader(void)
{
    await_count("SELECT count(*)" READER, 1);
    (void)postgres_ask(postgres_address(), "SELECT count(pg_terminate_backend(pid))" READER);
    await_count("SELECT count(*)" READER, 0);
}

/* Nobody reads links until it is closed. */
static PGconn *lock_links(void)
{
    PGconn *conn = PQconnectdb(postgres_address());

    assert_int_equal(PQstatus(conn), CONNECTION_OK);
    PQclear(PQexec(conn, "BEGIN; LOCK TABLE arbitro.tokens IN ACCESS EXCLUSIVE MODE"));
    return conn;
}

static client ask(unsigned where, const char *path, const char *token)
{
    client c = client_open(house[where].port);
    char request[512];

    (void)snprintf(request, sizeof request,
                   "GET %s HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer %s\r\n\r\n", path, token);
    assert_true(client_send(&c, request));
    return c;
}

static void assert_replied(client *c, unsigned status)
{
    reply r = { .status = 0 };

    assert_true(client_reply(&r, c, false));
    assert_int_equal(r.status, status);
    client_close(c);
}

static seats started_at(unsigned i)
{
    const seats s = hall_game(&house[i], GAME);

    assert_true(hall_do(&house[i], s.arbiter, "start"));
    json_decref(house_sees(1, s.spectator, 1));
    return s;
}

/* A new link for a seat. */
static void renew(char out[32], const seats *s, const char *seat)
{
    json_t *answer = NULL;
    char body[64];

    (void)snprintf(body, sizeof body, "{\"seat\":\"%s\"}", seat);
    const unsigned status = hall_ask(&answer, &house[0], "POST", "/api/seat", s->arbiter, body);
    if (status != 200)
        fail_msg("hall 0 answers %u, %s", status, text_at(answer, "error"));
    (void)snprintf(out, 32, "%s", text_at(answer, "token"));
    json_decref(answer);
}

/* Waits until the hall says of this link that it was replaced. */
static void assert_replaced(unsigned i, const char *token)
{
    const int64_t until = client_now() + CLIENT_PATIENCE_MS;
    unsigned status = 0;
    bool replaced = false;

    while (client_now() < until && !replaced) {
        json_t *answer = NULL;
        status = hall_ask(&answer, &house[i], "GET", "/api/game", token, NULL);
        const char *code = status == 401 ? text_at(answer, "error") : NULL;
        replaced = code && strcmp(code, "replaced") == 0;
        json_decref(answer);
        if (!replaced)
            client_sleep(5);
    }
    if (!replaced)
        fail_msg("hall %u answers %u to a link that was replaced", i, status);
}

static void test_cut__a_move_is_seen(void **state)
{
    const seats s = started_at(0);

    (void)state;
    cut_reader();
    assert_true(hall_do(&house[0], s.white, "play e4"));
    json_decref(house_sees(1, s.spectator, 2));
}

static void test_cut__a_link_is_replaced(void **state)
{
    const seats s = started_at(0);
    char fresh[32];

    (void)state;
    client page = hall_stream(&house[1], s.spectator, -1);
    cut_reader();
    renew(fresh, &s, "spectator");
    assert_replaced(0, s.spectator);
    assert_replaced(1, s.spectator);
    assert_true(client_expect(&page, "replaced", CLIENT_PATIENCE_MS));
    json_decref(hall_look(&house[1], fresh));
    client_close(&page);
}

/* Also when nobody tells of it: the listener's connection is made anew, and the reader's is lost.
 */
static void test_cut__a_link_is_replaced_unheard(void **state)
{
    const seats s = started_at(0);
    char fresh[32];

    (void)state;
    (void)kill(house[1].pid, SIGSTOP);
    renew(fresh, &s, "spectator");
    (void)postgres_ask(postgres_address(), "SELECT count(pg_terminate_backend(pid))" LISTENER);
    (void)postgres_ask(postgres_address(), "SELECT count(pg_terminate_backend(pid))" READER);
    (void)kill(house[1].pid, SIGCONT);
    assert_replaced(1, s.spectator);
    json_decref(hall_look(&house[1], fresh));
}

static void await_sequence(unsigned i, const char *token, long long sequence)
{
    const int64_t until = client_now() + CLIENT_PATIENCE_MS;
    long long seen = 0;

    while (client_now() < until && seen < sequence) {
        json_t *game = hall_look(&house[i], token);
        seen = number_at(game, "seq");
        json_decref(game);
        client_sleep(5);
    }
    if (seen != sequence)
        fail_msg("hall %u is at %lld and not at %lld", i, seen, sequence);
}

/* All of it is read, however much it is, when nothing further happens. */
static void test_cut__far_behind(void **state)
{
    const seats s = started_at(0);
    client c = client_open(house[0].port);
    char body[64];

    (void)state;
    (void)kill(house[1].pid, SIGSTOP);
    for (unsigned i = 0; i < BEHIND; i++) {
        (void)snprintf(body, sizeof body,
                       "{\"id\":\"behind-%u\",\"event\":\"set-clock white 3000\"}", i);
        assert_int_equal(hall_ask_on(NULL, &c, "POST", "/api/events", s.arbiter, body), 200);
    }
    (void)postgres_ask(postgres_address(), "SELECT count(pg_terminate_backend(pid))" LISTENER);
    (void)kill(house[1].pid, SIGCONT);
    json_t *there = hall_look(&house[0], s.spectator);
    await_sequence(1, s.spectator, number_at(there, "seq"));
    json_decref(there);
    client_close(&c);
}

/* A game may have any number of links; each that was replaced is known to have been. */
static void test_cut__many_links(void **state)
{
    const seats s = hall_game(&house[0], GAME);
    char token[LINKS + 1][32];

    (void)state;
    (void)snprintf(token[0], sizeof token[0], "%s", s.spectator);
    for (unsigned i = 1; i <= LINKS; i++)
        renew(token[i], &s, "spectator");
    for (unsigned i = 0; i < LINKS; i++)
        assert_replaced(1, token[i]);
    json_decref(hall_look(&house[1], token[LINKS]));
    json_decref(hall_look(&house[1], s.white));
}

/* The links of all games are read anew: who comes with another one is not told to come again. */
static void test_cut__links_of_many_games(void **state)
{
    char text[BOARDS * 16] = "";
    size_t size = 0;

    (void)state;
    for (unsigned i = 1; i <= BOARDS; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "%u;A%u;B%u\n", i, i, i);
    json_t *body =
        json_pack("{ss ss s{ss}}", "id", "0123456789abcdef", "text", text, "game", "time", "5400");
    char *written = json_dumps(body, 0);
    assert_int_equal(hall_ask(NULL, &house[0], "POST", "/api/rounds", house[0].key, written), 201);
    free(written);
    json_decref(body);
    assert_int_equal(hall_stop(&house[1]), 0);
    house_open_as(1, "second");
    json_decref(hall_look(&house[1], hall_game(&house[0], GAME).spectator));

    PGconn *lock = lock_links();
    (void)postgres_ask(postgres_address(), "SELECT count(pg_terminate_backend(pid))" LISTENER);
    await_count("SELECT count(*)" READER " AND wait_event_type = 'Lock'", 1);
    client c = ask(1, "/api/game", "AAAAAAAAAAAAAAAAAAAAAA");
    client_sleep(50); /* it is there before anybody reads again */
    PQfinish(lock);
    assert_replied(&c, 401);
}

static void stop_reader(void)
{
    await_count("SELECT count(*)" READER, 1);
    const pid_t reader = (pid_t)postgres_ask(postgres_address(), "SELECT pid" READER);
    assert_int_equal(kill(reader, SIGSTOP), 0);
}

/* Somebody waits for a game that is being looked for, and the database goes: he is told so. */
static void test_cut__away_while_somebody_waits(void **state)
{
    char path[64];

    (void)state;
    stop_reader();
    const seats s = hall_game(&house[0], GAME);
    (void)snprintf(path, sizeof path, "/api/game?game=%d", s.game);
    client c = ask(1, path, house[1].key);
    client_sleep(50); /* it has heard so, too */
    postgres_kill();
    assert_replied(&c, 503);
    postgres_start();
    const int64_t until = client_now() + 2 * CLIENT_PATIENCE_MS;
    while (!hall_event(NULL, &house[1], s.arbiter, "start", "start") && client_now() < until)
        client_sleep(10);
    json_decref(house_sees(1, s.arbiter, 1));
    house_assert_journal(postgres_address());
}

/* A connection on which nobody answers any more does not keep a hall from taking over. */
static void test_cut__a_mute_reader(void **state)
{
    (void)state;
    const seats s = hall_game(&house[0], GAME);
    assert_true(hall_event(NULL, &house[0], s.arbiter, "start", "start"));
    stop_reader();
    hall_kill(&house[0]);
    assert_int_equal(house_moved(s.game, 0, 3 * CLIENT_PATIENCE_MS), 1);
    json_decref(house_sees(1, s.arbiter, 1));
}

/* One that was stopped by a test that failed. */
static int wake(void **state)
{
    (void)state;
    (void)kill(house[1].pid, SIGCONT);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_cut__a_move_is_seen, wake),
        cmocka_unit_test_teardown(test_cut__a_link_is_replaced, wake),
        cmocka_unit_test_teardown(test_cut__a_link_is_replaced_unheard, wake),
        cmocka_unit_test_teardown(test_cut__far_behind, wake),
        cmocka_unit_test_teardown(test_cut__many_links, wake),
        cmocka_unit_test_teardown(test_cut__links_of_many_games, wake),
        cmocka_unit_test_teardown(test_cut__away_while_somebody_waits, wake),
        cmocka_unit_test_teardown(test_cut__a_mute_reader, wake), /* ends the first hall */
    };

    if (!postgres_is_there()) {
        puts("1..0 # SKIP PostgreSQL is not installed");
        return 0;
    }
    return cmocka_run_group_tests_name("hall_cut", tests, setup, house_teardown);
}
