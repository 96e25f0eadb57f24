/* SPDX-License-Identifier: MIT */
/*
 * What those may do who come without the desk's key, and when a game expires, by a clock that the
 * test turns.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hall/bare.h"

enum { DAY_MS = ARB_QUOTA_DAY_MS };

/* ---- quotas */

static const arb_quota_limits usual = { .per_address = 50, .per_day = 200, .all = 5000 };

static unsigned opens(arb_quotas *q, uint64_t who, unsigned wanted, int64_t now)
{
    unsigned granted = 0;

    for (unsigned i = 0; i < wanted; i++)
        granted += arb_quotas_take(q, &usual, who, 1, now) == ARB_QUOTA_GRANTED;
    return granted;
}

static void test_quotas__of_one_address(void **state)
{
    arb_quotas q;
    unsigned day = 0;

    (void)state;
    arb_quotas_init(&q);
    assert_int_equal(opens(&q, 1, 1000, 1000), 50);
    assert_int_equal(opens(&q, 2, 10, 1000), 10);
    arb_quotas_shut(&q, 1);
    assert_int_equal(opens(&q, 1, 1000, 1000), 1);
    for (unsigned i = 0; i < 50; i++)
        arb_quotas_shut(&q, 1);
    for (unsigned i = 0; i < 500; i++) { /* one after the other, each ended at once */
        const unsigned granted = opens(&q, 1, 1, 2000);
        if (granted)
            arb_quotas_shut(&q, 1);
        day += granted;
    }
    assert_int_equal(day, 200 - 51);
    assert_int_equal(opens(&q, 1, 1, 1000 + DAY_MS), 1);
    assert_int_equal(arb_quotas_take(&q, &usual, 3, 50, 1000), ARB_QUOTA_GRANTED);
    arb_quotas_clear(&q);
}

static void test_quotas__of_bytes(void **state)
{
    arb_quotas q;

    (void)state;
    arb_quotas_init(&q);
    arb_quotas_write(&q, 1, ARB_QUOTA_BYTES - 1, 1000);
    assert_false(arb_quotas_wrote_enough(&q, 1, 1000));
    assert_int_equal(opens(&q, 1, 1, 1000), 1);
    arb_quotas_write(&q, 1, 1, 1000);
    assert_true(arb_quotas_wrote_enough(&q, 1, 1000));
    assert_int_equal(opens(&q, 1, 1, 1000), 0);
    assert_false(arb_quotas_wrote_enough(&q, 1, 1000 + DAY_MS));
    assert_int_equal(opens(&q, 1, 1, 1000 + DAY_MS), 1);
    assert_false(arb_quotas_wrote_enough(&q, 2, 1000));
    arb_quotas_clear(&q);
}

/* Many addresses open all they can; one that comes then still finds a place, until it is full. */
static void test_quotas__a_crowd_leaves_room_for_one_more(void **state)
{
    arb_quotas q;
    unsigned all = 0;

    (void)state;
    arb_quotas_init(&q);
    for (uint64_t who = 1; who <= 300; who++)
        all += opens(&q, who, 100, 1000);
    assert_int_equal(all, q.open);
    assert_in_range(all, 2500, 4500);
    assert_int_equal(opens(&q, 1000, 10, 1000), 1);
    for (uint64_t who = 2000; who <= 9000; who++)
        (void)opens(&q, who, 1, 1000);
    assert_int_equal(q.open, usual.all);
    assert_int_equal(arb_quotas_take(&q, &usual, 1, 1, 1000), ARB_QUOTA_FULL);
    arb_quotas_clear(&q);
}

static void test_quotas__nobody_is_remembered_for_ever(void **state)
{
    arb_quotas q;

    (void)state;
    arb_quotas_init(&q);
    for (uint64_t who = 1; who <= 10000; who++) {
        assert_int_equal(opens(&q, who, 1, 1000), 1);
        if (who != 77)
            arb_quotas_shut(&q, who);
    }
    assert_int_equal(q.count, 10000);
    arb_quotas_sweep(&q, 1000 + DAY_MS);
    assert_int_equal(q.count, 1); /* whose game is still open */
    arb_quotas_shut(&q, 77);
    arb_quotas_shut(&q, 77);
    assert_int_equal(q.open, 0);
    arb_quotas_clear(&q);
}

/* ---- games that expire */

static arb_table *made(bool casual, int64_t at)
{
    arb_table *t = bare_table(&arb_fide_2023);

    t->casual = casual;
    t->created_ms = t->touched_ms = at;
    return t;
}

static void test_expiry__a_game_that_never_began(void **state)
{
    arb_table *t = made(true, DAY_MS);

    (void)state;
    assert_int_equal(arb_expiry_of(t, 2 * (int64_t)DAY_MS - 1), ARB_EXPIRY_NOT);
    assert_int_equal(arb_expiry_of(t, 2 * (int64_t)DAY_MS), ARB_EXPIRY_DUE);
    t->viewers = (arb_viewer *)t; /* somebody is there */
    assert_int_equal(arb_expiry_of(t, 2 * (int64_t)DAY_MS), ARB_EXPIRY_NOT);
    t->viewers = NULL;
    t->casual = false; /* of a tournament: the round may be tomorrow */
    assert_int_equal(arb_expiry_of(t, 400 * (int64_t)DAY_MS), ARB_EXPIRY_NOT);
    t->computer = ARB_BLACK;
    assert_int_equal(arb_expiry_of(t, 2 * (int64_t)DAY_MS), ARB_EXPIRY_DUE);
    arb_table_free(t);
}

static void test_expiry__a_game_that_was_left(void **state)
{
    arb_table *t = made(true, DAY_MS);

    (void)state;
    assert_true(happens(t, ARB_ACTOR_ARBITER, "start"));
    t->touched_ms = 2 * (int64_t)DAY_MS;
    assert_int_equal(arb_expiry_of(t, 31 * (int64_t)DAY_MS), ARB_EXPIRY_NOT);
    assert_int_equal(arb_expiry_of(t, 32 * (int64_t)DAY_MS), ARB_EXPIRY_DUE);
    /* what the hall stopped when it was restarted was left, too */
    assert_true(happens_by_hall(t, "stop"));
    assert_int_equal(arb_expiry_of(t, 32 * (int64_t)DAY_MS), ARB_EXPIRY_DUE);
    arb_table_free(t);
}

static void test_expiry__an_adjourned_game_never(void **state)
{
    arb_table *t = made(true, DAY_MS);

    (void)state;
    assert_true(happens(t, ARB_ACTOR_ARBITER, "start"));
    assert_true(happens(t, ARB_ACTOR_ARBITER, "stop"));
    assert_int_equal(arb_expiry_of(t, 4000 * (int64_t)DAY_MS), ARB_EXPIRY_NOT);
    assert_true(happens(t, ARB_ACTOR_ARBITER, "resume"));
    assert_int_equal(arb_expiry_of(t, 4000 * (int64_t)DAY_MS), ARB_EXPIRY_DUE);
    assert_true(happens(t, ARB_ACTOR_WHITE, "resign"));
    assert_int_equal(arb_expiry_of(t, 4000 * (int64_t)DAY_MS), ARB_EXPIRY_NOT);
    arb_table_free(t);
}

/* Of a game that sleeps since the start of the server only its age is known. */
static void test_expiry__a_game_that_sleeps_is_looked_at(void **state)
{
    arb_table *t = made(true, DAY_MS);

    (void)state;
    arb_game_free(t->game);
    t->game = NULL;
    assert_int_equal(arb_expiry_of(t, 2 * (int64_t)DAY_MS - 1), ARB_EXPIRY_NOT);
    assert_int_equal(arb_expiry_of(t, 2 * (int64_t)DAY_MS), ARB_EXPIRY_UNKNOWN);
    t->edition[0] = '\0';
    t->touched_ms = 0;
    assert_int_equal(arb_expiry_of(t, 2 * (int64_t)DAY_MS), ARB_EXPIRY_UNKNOWN);
    arb_table_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quotas__of_one_address),
        cmocka_unit_test(test_quotas__of_bytes),
        cmocka_unit_test(test_quotas__a_crowd_leaves_room_for_one_more),
        cmocka_unit_test(test_quotas__nobody_is_remembered_for_ever),
        cmocka_unit_test(test_expiry__a_game_that_never_began),
        cmocka_unit_test(test_expiry__a_game_that_was_left),
        cmocka_unit_test(test_expiry__an_adjourned_game_never),
        cmocka_unit_test(test_expiry__a_game_that_sleeps_is_looked_at),
    };

    return cmocka_run_group_tests(tests, NULL, bare_end);
}
