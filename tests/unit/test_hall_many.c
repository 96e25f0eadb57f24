/* SPDX-License-Identifier: MIT */
/*
 * Many games on one process (playing.h), on a file and on PostgreSQL. In a soak these are 4,000
 * games with a move every ten seconds, and then it must also be quick (p99 below 50 ms from sending
 * a move to the opponent's page) and small (less than 1 GB).
 */
#define _GNU_SOURCE
#include "support/hall/playing.h"
#include "support/store/postgres.h"

enum {
    GAMES_SMALL = 40,
    GAMES_SOAK = 4000,
    EVERY_SMALL_MS = 200,
    EVERY_SOAK_MS = 10000,
    MEMORY_MAX_KB = 1 << 20,
};

static const double p99_max_ms = 50;

static int begin(void **state)
{
    (void)state;
    playing_open();
    return 0;
}

static void play_many(void)
{
    const bool soak = hall_volume(1, 2) == 2;
    const unsigned games = soak ? GAMES_SOAK : GAMES_SMALL;
    playing_figures figures;

    playing_all(&figures, games, soak ? EVERY_SOAK_MS : EVERY_SMALL_MS);
    playing_print(&figures, games);
    if (soak && !hall_is_sanitized()) {
        assert_true(figures.best_p99 < p99_max_ms);
        assert_true(figures.memory_kb < MEMORY_MAX_KB);
    }
}

static void test_hall__many_games_are_played_at_once(void **state)
{
    (void)state;
    play_many();
}

static void test_hall__many_games_on_postgres(void **state)
{
    (void)state;
    if (!postgres_is_there())
        skip();
    postgres_empty();
    hall_init(&h);
    (void)snprintf(h.database, sizeof h.database, "%s", postgres_address());
    playing_open();
    play_many();
    (void)fixture_close(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__many_games_are_played_at_once, begin),
        cmocka_unit_test(test_hall__many_games_on_postgres),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
