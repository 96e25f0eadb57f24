/* SPDX-License-Identifier: MIT */
/*
 * What the hall adds to the time of the database: 99 of 100 moves are on the page of the opponent
 * within three commits. On a real disk a hundredth of all commits takes longer than that by itself,
 * whoever asks for them; so the database of this test takes equally long for each. A move that
 * comes while one is under way waits for two.
 */
#define _GNU_SOURCE
#include "bench/bench_postgres.h"
#include "support/hall/playing.h"
#include "support/store/postgres.h"

enum {
    COMMIT_US = 2000,
    GAMES = 40,
    EVERY_MS = 50, /* a move in each game: 800 a second */
    COMMITS = 200,
    TRIES = 8 /* other tests are on the same cores */
};

static double one_commit_ms(void)
{
    double rows = 0;

    assert_int_equal(arb_bench_postgres_bare(&rows, postgres_address(), 1, COMMITS), 0);
    return 1e3 / rows;
}

static void test_hall__a_move_is_told_within_three_commits(void **state)
{
    const unsigned tries = hall_is_sanitized() ? 1 : TRIES; /* a sanitizer is slow by itself */
    double best = 1e9;

    if (!postgres_is_there())
        skip();
    postgres_steady(COMMIT_US);
    for (unsigned i = 0; i < tries && best >= 3; i++) {
        playing_figures figures;
        postgres_empty();
        hall_init(&h);
        (void)snprintf(h.database, sizeof h.database, "%s", postgres_address());
        playing_open();
        const double before = one_commit_ms();
        playing_all(&figures, GAMES, EVERY_MS);
        const double after = one_commit_ms(), commit = before < after ? before : after;
        playing_print(&figures, GAMES);
        print_message("# one commit %.2f ms: p99 in %.2f commits\n", commit, figures.p99 / commit);
        best = figures.p99 / commit < best ? figures.p99 / commit : best;
        (void)fixture_close(state);
    }
    assert_true(best < 3 || hall_is_sanitized());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hall__a_move_is_told_within_three_commits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
