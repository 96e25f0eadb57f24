/* SPDX-License-Identifier: MIT */
/* Limits that an adversary cannot empty: the tables of buckets, also against a slow model. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/hall/keys.h"
#include "server/hall/limits.h"
#include "support/hall/hall.h"

static arb_limits limits;

static int open_limits(void **state)
{
    (void)state;
    if (!arb_keys_begin())
        return -1;
    arb_limits_open(&limits);
    return 0;
}

static int close_limits(void **state)
{
    (void)state;
    arb_limits_close(&limits);
    return 0;
}

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *seed >> 33;
}

/* Wrong codes: so many at once, and then one in so long. */
enum { GUESSES = 60, GUESS_MS = 32000 };

/* ---- buckets */

static void test_limits__a_bucket_empties_and_fills(void **state)
{
    unsigned taken = 0;

    (void)state;
    while (taken < 1000 && arb_limits_take(&limits, ARB_LIMIT_GUESS, 5, 1, 1, 1000))
        taken++;
    assert_int_equal(taken, GUESSES);
    assert_true(arb_limits_take(&limits, ARB_LIMIT_GUESS, 6, 1, 1, 1000));
    assert_true(arb_limits_take(&limits, ARB_LIMIT_CREATE, 5, 1, 1, 1000));
    assert_int_equal(arb_limits_wait(&limits, ARB_LIMIT_GUESS, 5, 1000), GUESS_MS);
    assert_false(arb_limits_take(&limits, ARB_LIMIT_GUESS, 5, 1, 1, 999 + GUESS_MS));
    assert_int_equal(arb_limits_wait(&limits, ARB_LIMIT_GUESS, 5, 1000 + GUESS_MS), 0);
    assert_true(arb_limits_take(&limits, ARB_LIMIT_GUESS, 5, 1, 1, 1000 + GUESS_MS));
    assert_false(arb_limits_take(&limits, ARB_LIMIT_GUESS, 5, 1, 1, 1000 + GUESS_MS));
    for (taken = 0; arb_limits_take(&limits, ARB_LIMIT_CREATE, 9, 50, 1, 31000); taken++)
        ;
    assert_int_equal(taken, 1000); /* fifty times twenty */
    arb_limits_exhaust(&limits, ARB_LIMIT_WATCH, 9, 31000);
    assert_int_equal(arb_limits_wait(&limits, ARB_LIMIT_WATCH, 9, 31000), 1000);
}

/* What is given back can be taken again; nobody has more than a full bucket. */
static void test_limits__what_is_given_back_counts_for_nothing(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3 * GUESSES; i++) {
        assert_true(arb_limits_take(&limits, ARB_LIMIT_GUESS, 5, 1, 1, 1000));
        arb_limits_give_back(&limits, ARB_LIMIT_GUESS, 5, 1, 1, 1000);
    }
    arb_limits_give_back(&limits, ARB_LIMIT_GUESS, 5, 1, 1, 1000);
    arb_limits_give_back(&limits, ARB_LIMIT_GUESS, 6, 1, 1, 1000);
    for (unsigned who = 5; who <= 6; who++) {
        for (unsigned i = 0; i < GUESSES; i++)
            assert_true(arb_limits_take(&limits, ARB_LIMIT_GUESS, who, 1, 1, 1000));
        assert_false(arb_limits_take(&limits, ARB_LIMIT_GUESS, who, 1, 1, 1000));
    }
}

static void test_limits__what_costs_more_is_allowed_less_often(void **state)
{
    unsigned taken = 0;

    (void)state;
    while (taken < 1000 && arb_limits_take(&limits, ARB_LIMIT_READ, 5, 1, 20, 1000))
        taken++;
    assert_int_equal(taken, 3); /* of sixty */
    assert_false(arb_limits_take(&limits, ARB_LIMIT_READ, 5, 1, 20, 1900));
    assert_true(arb_limits_take(&limits, ARB_LIMIT_READ, 5, 1, 20, 2001));
    /* whatever it costs, it is possible once in a while */
    assert_false(arb_limits_take(&limits, ARB_LIMIT_READ, 5, 1, 100000, 3000));
    assert_true(arb_limits_take(&limits, ARB_LIMIT_READ, 5, 1, 100000, 10000));
}

/* A million others, of every kind, do not make the table forget one who is in debt. */
static void test_limits__no_crowd_frees_one_who_was_stopped(void **state)
{
    const unsigned crowd = hall_volume(1000000, 10000000);

    (void)state;
    for (unsigned i = 0; i < GUESSES; i++)
        assert_true(arb_limits_take(&limits, ARB_LIMIT_GUESS, 1, 1, 1, 1000));
    for (unsigned i = 0; i < crowd; i++) {
        const arb_limit kind = (arb_limit)(i % ARB_LIMIT_COUNT);
        (void)arb_limits_take(&limits, kind, 1000 + i / ARB_LIMIT_COUNT, 1, 1, 1000 + i / 1000);
        if (i % 10007 == 0)
            assert_false(arb_limits_take(&limits, ARB_LIMIT_GUESS, 1, 1, 1, 1000 + i / 1000));
    }
    for (unsigned i = 0; i < ARB_LIMIT_COUNT; i++) {
        assert_true(limits.buckets[i].count <= arb_limit_rate((arb_limit)i).room);
        assert_true(limits.buckets[i].size * sizeof(arb_bucket) <= 2u << 20);
    }
}

/* ---- against a slow model: a list, and the same arithmetic without any table */

enum { PEOPLE = 48 };

typedef struct model {
    bool own[PEOPLE];
    int64_t full_us[PEOPLE];
} model;

static bool model_take(model *m, unsigned who, int64_t interval_us, int64_t most_us, int64_t now_us)
{
    int64_t full = m->own[who] && m->full_us[who] > now_us ? m->full_us[who] : now_us;

    if (full > now_us + most_us)
        full = now_us + most_us;
    full += interval_us;
    if (full - now_us > most_us)
        return false;
    m->own[who] = true;
    m->full_us[who] = full;
    return true;
}

static void test_limits__are_those_of_a_slow_model(void **state)
{
    const unsigned steps = hall_volume(300000, 10000000);
    const arb_rate rate = arb_limit_rate(ARB_LIMIT_REPORT);
    static model m;
    uint64_t seed = 11;
    int64_t now = 1000;

    (void)state;
    memset(&m, 0, sizeof m);
    for (unsigned i = 0; i < steps; i++) {
        const unsigned who = (unsigned)(next_random(&seed) % PEOPLE);
        const uint64_t jump = next_random(&seed) % 1000;
        now += jump < 900 ? (int64_t)(jump % 40) : jump < 998 ? 2000 : 200000;
        const bool expected =
            model_take(&m, who, rate.interval_us, rate.interval_us * rate.burst, now * 1000);
        assert_int_equal(arb_limits_take(&limits, ARB_LIMIT_REPORT, who * 977, 1, 1, now),
                         expected);
        size_t indebted = 0;
        for (unsigned j = 0; j < PEOPLE; j++)
            indebted += m.own[j] && m.full_us[j] > now * 1000;
        assert_true(limits.buckets[ARB_LIMIT_REPORT].count >= indebted);
    }
}

/* ---- full of debtors */

static void test_limits__a_table_full_of_debtors(void **state)
{
    enum { ROOM = 1000 };
    unsigned taken = 0;

    (void)state;
    limits.buckets[ARB_LIMIT_GUESS].room = ROOM;
    for (unsigned i = 0; i < ROOM; i++)
        for (unsigned j = 0; j < GUESSES; j++)
            assert_true(arb_limits_take(&limits, ARB_LIMIT_GUESS, i, 1, 1, 1000));
    /* all who come now share one bucket, and nobody who has one loses it */
    for (unsigned i = 0; i < 5000; i++)
        taken += arb_limits_take(&limits, ARB_LIMIT_GUESS, 100000 + i, 1, 1, 1000);
    assert_int_equal(taken, GUESSES);
    for (unsigned i = 0; i < ROOM; i++)
        assert_false(arb_limits_take(&limits, ARB_LIMIT_GUESS, i, 1, 1, 1000));
    assert_int_equal(limits.buckets[ARB_LIMIT_GUESS].count, ROOM);
    for (unsigned i = 0; i < 200; i++)
        taken += arb_limits_take(&limits, ARB_LIMIT_GUESS, 100000, 1, 1, 1000 + 2 * GUESS_MS);
    assert_int_equal(taken, GUESSES + 2);
    /* when there is room, one who drank from the shared one does not get a full one of his own */
    limits.buckets[ARB_LIMIT_GUESS].room = ROOM + 1;
    for (unsigned i = 0; i < 200; i++)
        taken += arb_limits_take(&limits, ARB_LIMIT_GUESS, 100000, 1, 1, 1000 + 3 * GUESS_MS);
    assert_int_equal(taken, GUESSES + 3);
    assert_int_equal(limits.buckets[ARB_LIMIT_GUESS].count, ROOM + 1);
    /* and when all debts are paid, all is as it was */
    for (unsigned i = 0; i < 4 * ROOM; i++)
        (void)arb_limits_take(&limits, ARB_LIMIT_GUESS, 200000 + i % 3, 1, 1, 10000000);
    taken = 0;
    for (unsigned i = 0; i < 100; i++)
        taken += arb_limits_take(&limits, ARB_LIMIT_GUESS, 300000, 1, 1, 10000000);
    assert_int_equal(taken, GUESSES);
    assert_true(limits.buckets[ARB_LIMIT_GUESS].count < 10);
}

static void test_limits__a_clock_that_jumps(void **state)
{
    unsigned taken = 0;

    (void)state;
    while (arb_limits_take(&limits, ARB_LIMIT_GUESS, 1, 1, 1, 5000000))
        taken++;
    assert_int_equal(taken, GUESSES);
    /* back: still in debt, and not for longer than an empty bucket needs */
    assert_false(arb_limits_take(&limits, ARB_LIMIT_GUESS, 1, 1, 1, 1000));
    assert_int_equal(arb_limits_wait(&limits, ARB_LIMIT_GUESS, 1, 1000), GUESS_MS);
    /* far ahead: full, and not fuller */
    for (taken = 0; arb_limits_take(&limits, ARB_LIMIT_GUESS, 1, 1, 1, INT64_C(1) << 50); taken++)
        ;
    assert_int_equal(taken, GUESSES);
}

/* The place in the table depends on a key that nobody knows: every start has another order. */
static void test_limits__the_hash_is_keyed(void **state)
{
    unsigned char first[ARB_LIMITS_KEY_SIZE];

    (void)state;
    memcpy(first, limits.key, sizeof first);
    arb_limits_close(&limits);
    arb_limits_open(&limits);
    assert_memory_not_equal(first, limits.key, sizeof first);
    /* names that differ in a few high bits, as addresses of one owner do, are spread all the same
     */
    size_t longest = 0, run = 0;
    for (uint64_t i = 0; i < 20000; i++)
        assert_true(arb_limits_take(&limits, ARB_LIMIT_GUESS, i << 44, 1, 1, 1000));
    const arb_buckets *b = &limits.buckets[ARB_LIMIT_GUESS];
    for (size_t i = 0; i < b->size; i++) {
        run = b->slots[i].full_us ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    assert_int_equal(b->count, 20000);
    assert_true(longest < 200);
}

#define LIMITS_TEST(f) cmocka_unit_test_setup_teardown(f, open_limits, close_limits)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LIMITS_TEST(test_limits__a_bucket_empties_and_fills),
        LIMITS_TEST(test_limits__what_is_given_back_counts_for_nothing),
        LIMITS_TEST(test_limits__what_costs_more_is_allowed_less_often),
        LIMITS_TEST(test_limits__no_crowd_frees_one_who_was_stopped),
        LIMITS_TEST(test_limits__are_those_of_a_slow_model),
        LIMITS_TEST(test_limits__a_table_full_of_debtors),
        LIMITS_TEST(test_limits__a_clock_that_jumps),
        LIMITS_TEST(test_limits__the_hash_is_keyed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
