/* SPDX-License-Identifier: MIT */
/* What a player's clock is given back for the way of his moves: pages that are honest, and others.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/hall/lag.h"

/* A page that lies about its thinking: it says that it took no time at all. */
static int64_t earns(arb_lag *lag, unsigned moves, unsigned ran_ms)
{
    int64_t all = 0;

    for (unsigned i = 0; i < moves; i++) {
        const int64_t credit = arb_lag_credit(lag, 2 * i, ran_ms, 0);
        arb_lag_spend(lag, credit);
        all += credit;
    }
    return all;
}

/* On a connection of a millisecond, pings that come a second late earn nothing. */
static void test_lag__dawdling_with_pings_earns_nothing(void **state)
{
    arb_lag lag = { 0 };

    (void)state;
    for (unsigned i = 0; i < 100; i++)
        arb_lag_ping(&lag, 1001);
    arb_lag_connection(&lag, (arb_rtt){ 1, 1 });
    assert_int_equal(earns(&lag, 60, 3000), 0);
}

/* Behind a proxy only the pings are known: then it earns a little, and not half a second a move. */
static void test_lag__behind_a_proxy_it_earns_little(void **state)
{
    arb_lag lag = { 0 };

    (void)state;
    assert_int_equal(arb_lag_most(&lag, 0), 0); /* nothing was measured */
    for (unsigned i = 0; i < 100; i++)
        arb_lag_ping(&lag, 1001);
    arb_lag_connection(&lag, (arb_rtt){ -1, -1 });
    assert_int_equal(arb_lag_most(&lag, 0), ARB_LAG_PAGE_MS);
    assert_true(earns(&lag, 60, 3000) <= 60 * ARB_LAG_PAGE_MS);
}

/* One honest ping among the last eight is enough to know the way. */
static void test_lag__the_shortest_ping_counts(void **state)
{
    arb_lag lag = { 0 };

    (void)state;
    arb_lag_ping(&lag, 40);
    for (unsigned i = 1; i < ARB_LAG_SAMPLES; i++)
        arb_lag_ping(&lag, 1000);
    assert_int_equal(arb_lag_round_trip(&lag), 40);
    arb_lag_ping(&lag, 300); /* the one of 40 is forgotten */
    assert_int_equal(arb_lag_round_trip(&lag), 300);
    arb_lag_ping(&lag, 70000);
    arb_lag_ping(&lag, -5);
    assert_int_equal(arb_lag_round_trip(&lag), 300);
}

/* A connection whose answers are delayed for the time of a game is not believed. */
static void test_lag__a_way_is_not_much_longer_than_its_shortest(void **state)
{
    arb_lag lag = { 0 };

    (void)state;
    arb_lag_connection(&lag, (arb_rtt){ 900, 20 });
    assert_int_equal(arb_lag_round_trip(&lag), 20 + ARB_LAG_JITTER_MS);
}

/* An honest player at 200 ms is never charged for his way, however long the game. */
static void test_lag__an_honest_player_is_credited_all_along(void **state)
{
    arb_lag lag = { 0 };

    (void)state;
    arb_lag_connection(&lag, (arb_rtt){ 200, 190 });
    for (uint32_t move = 0; move < 300; move++) {
        const int64_t credit = arb_lag_credit(&lag, 2 * move, 5100, 5000);
        assert_int_equal(credit, 100);
        arb_lag_spend(&lag, credit);
    }
}

/* Whoever can make his connection look slow has a quota, and then a tenth of a second a move. */
static void test_lag__a_game_has_a_quota(void **state)
{
    arb_lag lag = { 0 };

    (void)state;
    arb_lag_connection(&lag, (arb_rtt){ 2000, 1900 });
    assert_int_equal(arb_lag_most(&lag, 0), ARB_LAG_EVENT_MS);
    assert_int_equal(earns(&lag, 9, 3000), 9 * ARB_LAG_EVENT_MS);
    lag.spent_ms = 0;
    assert_true(earns(&lag, 100, 3000) <= ARB_LAG_GAME_MS + 100 * 2 * ARB_LAG_TURN_MS);
    lag.spent_ms = 0;
    /* however often it is tried within one turn */
    int64_t all = 0;
    for (unsigned i = 0; i < 1000; i++) {
        const int64_t credit = arb_lag_credit(&lag, 0, 3000, 0);
        arb_lag_spend(&lag, credit);
        all += credit;
    }
    assert_int_equal(all, ARB_LAG_GAME_MS);
}

static void test_lag__thinking_time_is_never_credited(void **state)
{
    arb_lag lag = { 0 };

    (void)state;
    arb_lag_connection(&lag, (arb_rtt){ 400, 400 });
    assert_int_equal(arb_lag_credit(&lag, 0, 3000, 2950), 50);
    assert_int_equal(arb_lag_credit(&lag, 0, 3000, 3000), 0);
    assert_int_equal(arb_lag_credit(&lag, 0, 3000, 5000), 0);
    assert_int_equal(arb_lag_credit(&lag, 0, 3000, -1), 0);
    assert_int_equal(arb_lag_credit(&lag, 0, 3000, 0), 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lag__dawdling_with_pings_earns_nothing),
        cmocka_unit_test(test_lag__behind_a_proxy_it_earns_little),
        cmocka_unit_test(test_lag__the_shortest_ping_counts),
        cmocka_unit_test(test_lag__a_way_is_not_much_longer_than_its_shortest),
        cmocka_unit_test(test_lag__an_honest_player_is_credited_all_along),
        cmocka_unit_test(test_lag__a_game_has_a_quota),
        cmocka_unit_test(test_lag__thinking_time_is_never_credited),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
