/* SPDX-License-Identifier: MIT */
/*
 * What a hall believes of itself: one that the others have forgotten ends, so that it is started
 * again, and one that has a game by its lease believes that, also when it had lost it by the same.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

#include "support/hall/house.h"
#include "support/store/postgres.h"

enum { ENDING_MS = 5000, MOVING_MS = 5000, LEASE_MS = 2500, ELSEWHERE = 900 };

/* The number of this hall in the database. */
static long long number_of(unsigned i)
{
    char text[128];

    (void)snprintf(text, sizeof text,
                   "SELECT coalesce(max(id), 0) FROM halls WHERE name LIKE '127.0.0.1:%u %%'",
                   (unsigned)house[i].port);
    return postgres_ask(postgres_address(), text);
}

/* Its exit status, once it has ended by itself; -1: it has not. */
static int ended(unsigned i, int64_t patience_ms)
{
    const int64_t until = client_now() + patience_ms;
    int status = 0;

    while (waitpid(house[i].pid, &status, WNOHANG) != house[i].pid) {
        if (client_now() >= until)
            return -1;
        client_sleep(10);
    }
    house[i].pid = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Its machine was suspended for longer than the others remember those who have ended, and another
 * one has come meanwhile. Nobody could reach it any more: it ends, and begins anew. */
static void test_forgotten__a_hall_that_is_forgotten_ends(void **state)
{
    char text[128];

    (void)state;
    const seats s = hall_game(&house[0], "{\"mode\":\"tournament\"}");
    assert_true(hall_do(&house[0], s.arbiter, "start"));
    (void)kill(house[0].pid, SIGSTOP);
    const unsigned owner = house_moved(s.game, 0, MOVING_MS);
    (void)snprintf(text, sizeof text,
                   "UPDATE halls SET until_ms = until_ms - 660000 WHERE id = %lld", number_of(0));
    postgres_sql(postgres_address(), text);
    assert_int_equal(hall_stop(&house[3 - owner]), 0);
    house_open(3 - owner);
    assert_int_equal(number_of(0), 0);
    (void)kill(house[0].pid, SIGCONT);
    assert_int_equal(ended(0, ENDING_MS), 1);
    house_open(0);
    assert_int_equal(hall_ask(NULL, &house[0], "GET", "/healthz", NULL, NULL), 200);
    const seats fresh = hall_game(&house[0], "{\"mode\":\"tournament\"}");
    assert_true(hall_do(&house[1], fresh.arbiter, "start"));
    assert_true(hall_do(&house[0], s.arbiter, "resume"));
    house_assert_journal(postgres_address());
}

/* Whoever asks whether a hall is well is told that nobody can reach it, also while it can write. */
static void test_forgotten__a_hall_without_a_sign_of_life_is_not_well(void **state)
{
    const int64_t until = client_now() + ENDING_MS;
    unsigned status = 200;

    (void)state;
    /* signs of life wait for whoever has the table, and nothing else does */
    postgres_sql(postgres_address(), "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS"
                                     " 'BEGIN PERFORM pg_sleep(20); RETURN NEW; END';"
                                     " CREATE TRIGGER wait BEFORE UPDATE ON halls"
                                     " FOR EACH ROW EXECUTE FUNCTION wait()");
    while (status == 200 && client_now() < until) {
        status = hall_ask(NULL, &house[0], "GET", "/healthz", NULL, NULL);
        client_sleep(20);
    }
    assert_int_equal(status, 503);
    client_sleep(1500); /* it writes that it lives into the database, which succeeds */
    for (unsigned i = 0; i < 50; i++) {
        assert_int_equal(hall_ask(NULL, &house[0], "GET", "/healthz", NULL, NULL), 503);
        client_sleep(20);
    }
    postgres_sql(postgres_address(), "DROP TRIGGER wait ON halls; DROP FUNCTION wait()");
    const int64_t back = client_now() + ENDING_MS;
    while (status != 200 && client_now() < back)
        status = hall_ask(NULL, &house[0], "GET", "/healthz", NULL, NULL);
    assert_int_equal(status, 200);
}

static void give_to(int game, long long member)
{
    char text[128];

    (void)snprintf(text, sizeof text, "UPDATE leases SET hall = %lld WHERE game = %d", member,
                   game);
    postgres_sql(postgres_address(), text);
}

/* A hall was told that it has lost a game, and has it by a lease with the same number, which was
 * read afterwards: it goes on, and does not let the game stand. */
static void test_forgotten__a_lease_that_is_read_after_a_loss_holds(void **state)
{
    char text[160];
    json_t *answer = NULL;

    (void)state;
    const seats s = hall_game(&house[0], "{\"mode\":\"tournament\"}");
    const long long mine = number_of(0);
    assert_true(hall_do(&house[0], s.arbiter, "start"));
    (void)snprintf(text, sizeof text,
                   "INSERT INTO halls (id, name, until_ms) VALUES (%d, '127.0.0.1:1 there',"
                   " (extract(epoch FROM clock_timestamp()) * 1000)::bigint + 600000)",
                   ELSEWHERE);
    postgres_sql(postgres_address(), text);
    give_to(s.game, ELSEWHERE);
    const long lost = hall_metric(&house[0], "house_lost_total");
    (void)hall_game(&house[1], "{}"); /* who writes after others compares all leases */
    (void)hall_event(NULL, &house[0], s.white, "to-nobody", "play d4"); /* nobody answers there */
    assert_true(hall_metric(&house[0], "house_lost_total") > lost);
    give_to(s.game, mine);
    const int64_t began = client_now();
    assert_true(hall_event(&answer, &house[1], s.white, "it-holds", "play e4"));
    assert_true(client_now() - began < 6000);
    json_decref(answer);
    assert_int_equal(house_owner(s.game), 0);
    (void)snprintf(text, sizeof text, "DELETE FROM halls WHERE id = %d", ELSEWHERE);
    postgres_sql(postgres_address(), text);
    house_assert_journal(postgres_address());
}

/* The clock of White, who has moved once, says that he has used so much, to a fifth of a second. */
static void assert_used(const seats *s, int64_t ran)
{
    json_t *game = hall_look(&house[0], s->arbiter);
    const long long used = 3600000 - number_at(game, "state.clock.white");

    json_decref(game);
    if (used > ran + 200 || used < ran - 200)
        fail_msg("the clock says %lld and not %lld", used, (long long)ran);
}

/* One that lost a game while it slept, and has not written to it since, gets it back from the hall
 * that took it, which closes. Whatever becomes of the first event, the clock goes on. */
static void test_forgotten__the_clock_of_what_comes_back_runs(void **state)
{
    (void)state;
    assert_int_equal(hall_stop(&house[2]), 0);
    const seats s = hall_game(&house[0], "{\"mode\":\"tournament\",\"time\":\"3600\"}");
    assert_true(hall_do(&house[0], s.arbiter, "start"));
    const int64_t began = client_now();
    (void)kill(house[0].pid, SIGSTOP);
    assert_int_equal(house_moved(s.game, 0, MOVING_MS), 1);
    const int64_t stopped = client_now() - LEASE_MS;
    (void)kill(house[0].pid, SIGCONT);
    client_sleep(500);
    assert_true(hall_do(&house[1], s.arbiter, "resume"));
    const int64_t resumed = client_now();
    assert_int_equal(hall_stop(&house[1]), 0);
    (void)house_moved(s.game, 1, MOVING_MS);
    client_sleep(1000);
    const bool first = hall_event(NULL, &house[0], s.white, "the-first", "play e4");
    client_sleep(1500);
    if (!first)
        assert_true(hall_event(NULL, &house[0], s.white, "the-second", "play e4"));
    const int64_t ran = stopped - began + client_now() - resumed - (first ? 1500 : 0);
    assert_used(&s, ran);
    house_open(1);
    house_open(2);
    house_assert_journal(postgres_address());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forgotten__the_clock_of_what_comes_back_runs),
        cmocka_unit_test(test_forgotten__a_lease_that_is_read_after_a_loss_holds),
        cmocka_unit_test(test_forgotten__a_hall_without_a_sign_of_life_is_not_well),
        cmocka_unit_test(test_forgotten__a_hall_that_is_forgotten_ends),
    };

    if (!postgres_is_there()) {
        puts("1..0 # SKIP PostgreSQL is not installed");
        return 0;
    }
    return cmocka_run_group_tests_name("hall_forgotten", tests, house_setup, house_teardown);
}
