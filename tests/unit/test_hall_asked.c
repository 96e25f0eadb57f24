/* SPDX-License-Identifier: MIT */
/*
 * Games whose hall has ended, and which nobody has taken: who is asked for one has it soon, whoever
 * has looked at it before.
 */
#define _GNU_SOURCE
#include "support/hall/house.h"
#include "support/store/postgres.h"

enum { LEASE_MS = 2500, MOVING_MS = 5000 };

static int alone(void **state)
{
    const int failed = house_setup(state);

    for (unsigned i = 1; i < HALLS && !failed; i++)
        (void)hall_stop(&house[i]);
    return failed;
}

/* Until this player is answered about his game. */
static void assert_answered(unsigned i, const char *token)
{
    const int64_t until = client_now() + MOVING_MS;
    unsigned status = 0;

    while (status != 200 && client_now() < until)
        status = hall_ask(NULL, &house[i], "GET", "/api/game", token, NULL);
    assert_int_equal(status, 200);
    assert_true(client_now() < until);
}

/* Its lease is over when it opens again, and nobody else is there to be heard of: it looks for
 * games without an owner by itself, also when those who have no link look at them first. */
static void test_asked__a_hall_alone_goes_on_after_a_rest(void **state)
{
    char boards[64];

    (void)state;
    const seats one = hall_game(&house[0], "{\"mode\":\"tournament\",\"public\":true}"),
                other = hall_game(&house[0], "{\"mode\":\"tournament\",\"public\":true}");
    assert_true(hall_do(&house[0], one.arbiter, "start"));
    assert_true(hall_do(&house[0], one.white, "play e2e4"));
    assert_true(hall_do(&house[0], other.arbiter, "start"));
    hall_kill(&house[0]);
    client_sleep(2 * LEASE_MS);
    house_open(0);
    (void)snprintf(boards, sizeof boards, "/api/boards?games=%d", one.game);
    (void)hall_ask(NULL, &house[0], "GET", boards, NULL, NULL);
    assert_answered(0, one.black);
    assert_answered(0, other.white);
    assert_true(hall_do(&house[0], one.arbiter, "resume"));
    assert_true(hall_do(&house[0], one.black, "play e7e5"));
    house_assert_journal(postgres_address());
}

/* A game that is over stays where it was, and is taken when somebody asks for it; also by a hall in
 * which it is being looked at, as it was when its own hall ended. */
static void test_asked__a_game_that_is_over(void **state)
{
    char path[96];

    (void)state;
    for (unsigned killed = 0; killed < 2; killed++) {
        const seats s = hall_game(&house[0], "{\"mode\":\"tournament\",\"public\":true}");
        assert_true(hall_do(&house[0], s.arbiter, "start"));
        assert_true(hall_do(&house[0], s.white, "resign"));
        (void)snprintf(path, sizeof path,
                       "GET /api/stream?game=%d HTTP/1.1\r\nHost: localhost\r\n\r\n", s.game);
        client looks_on = client_open(house[1].port);
        assert_true(client_send(&looks_on, path));
        json_decref(house_sees(1, s.black, 2));
        if (killed)
            hall_kill(&house[0]);
        else
            assert_int_equal(hall_stop(&house[0]), 0);
        assert_answered(1, s.white);
        assert_true(hall_do(&house[1], s.white, "sign 0-1"));
        json_decref(house_sees(2, s.white, 3));
        client_close(&looks_on);
        house_open(0);
    }
    house_assert_journal(postgres_address());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_asked__a_hall_alone_goes_on_after_a_rest, alone,
                                        house_teardown),
        cmocka_unit_test_setup_teardown(test_asked__a_game_that_is_over, house_setup,
                                        house_teardown),
    };

    if (!postgres_is_there()) {
        puts("1..0 # SKIP PostgreSQL is not installed");
        return 0;
    }
    return cmocka_run_group_tests_name("hall_asked", tests, NULL, NULL);
}
