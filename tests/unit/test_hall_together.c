/* SPDX-License-Identifier: MIT */
/* Halls that open at the same moment, on a database in which there is nothing yet. */
#define _GNU_SOURCE
#include "support/hall/house.h"
#include "support/store/postgres.h"

enum { ROUNDS = 4 };

/* They are one house: the desk has one link, and what one hands on the other one takes. */
static void test_together__on_a_new_database(void **state)
{
    (void)state;
    for (unsigned n = 0; n < ROUNDS; n++) {
        postgres_empty();
        house_open_together();
        for (unsigned i = 1; i < HALLS; i++)
            assert_string_equal(house[i].key, house[0].key);
        const seats s = hall_game(&house[n % HALLS], "{\"mode\":\"tournament\",\"time\":\"3600\"}");
        for (unsigned i = 0; i < HALLS; i++) {
            char path[64];
            (void)snprintf(path, sizeof path, "/api/game?game=%d", s.game);
            assert_int_equal(hall_ask(NULL, &house[i], "GET", "/api/game", s.arbiter, NULL), 200);
            assert_int_equal(hall_ask(NULL, &house[i], "GET", path, house[0].key, NULL), 200);
        }
        assert_true(hall_do(&house[(n + 1) % HALLS], s.arbiter, "start"));
        for (unsigned i = 0; i < HALLS; i++)
            hall_kill(&house[i]);
    }
}

/* What is damaged is replaced once, and by the same for all. */
static void test_together__where_the_secret_is_damaged(void **state)
{
    (void)state;
    postgres_empty();
    house_open(0);
    hall_kill(&house[0]);
    postgres_sql(postgres_address(), "UPDATE settings SET value = 'x' WHERE name = 'hall.secret'");
    house_open_together();
    for (unsigned i = 1; i < HALLS; i++)
        assert_string_equal(house[i].key, house[0].key);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_together__on_a_new_database),
        cmocka_unit_test(test_together__where_the_secret_is_damaged),
    };

    if (!postgres_is_there()) {
        puts("1..0 # SKIP PostgreSQL is not installed");
        return 0;
    }
    return cmocka_run_group_tests_name("hall_together", tests, NULL, house_teardown);
}
