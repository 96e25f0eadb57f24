/* SPDX-License-Identifier: MIT */
/*
 * Elo's formulas against the published tables, which stand here once more as they are printed: row
 * by row with both ends of each range; and against the curve from which they were made.
 */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "arbitro/rating.h"

/* FIDE Handbook B.02, 8.1.2: from, to, what the higher rated and the lower rated is expected to
 * score. */
static const struct {
    int from, to, higher, lower;
} expected[] = {
    { 0, 3, 50, 50 },     { 4, 10, 51, 49 },    { 11, 17, 52, 48 },    { 18, 25, 53, 47 },
    { 26, 32, 54, 46 },   { 33, 39, 55, 45 },   { 40, 46, 56, 44 },    { 47, 53, 57, 43 },
    { 54, 61, 58, 42 },   { 62, 68, 59, 41 },   { 69, 76, 60, 40 },    { 77, 83, 61, 39 },
    { 84, 91, 62, 38 },   { 92, 98, 63, 37 },   { 99, 106, 64, 36 },   { 107, 113, 65, 35 },
    { 114, 121, 66, 34 }, { 122, 129, 67, 33 }, { 130, 137, 68, 32 },  { 138, 145, 69, 31 },
    { 146, 153, 70, 30 }, { 154, 162, 71, 29 }, { 163, 170, 72, 28 },  { 171, 179, 73, 27 },
    { 180, 188, 74, 26 }, { 189, 197, 75, 25 }, { 198, 206, 76, 24 },  { 207, 215, 77, 23 },
    { 216, 225, 78, 22 }, { 226, 235, 79, 21 }, { 236, 245, 80, 20 },  { 246, 256, 81, 19 },
    { 257, 267, 82, 18 }, { 268, 278, 83, 17 }, { 279, 290, 84, 16 },  { 291, 302, 85, 15 },
    { 303, 315, 86, 14 }, { 316, 328, 87, 13 }, { 329, 344, 88, 12 },  { 345, 357, 89, 11 },
    { 358, 374, 90, 10 }, { 375, 391, 91, 9 },  { 392, 411, 92, 8 },   { 412, 432, 93, 7 },
    { 433, 456, 94, 6 },  { 457, 484, 95, 5 },  { 485, 517, 96, 4 },   { 518, 559, 97, 3 },
    { 560, 619, 98, 2 },  { 620, 735, 99, 1 },  { 736, 4000, 100, 0 },
};

static void test_rating__expected_scores_are_those_of_the_table(void **state)
{
    int next = 0;

    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_int_equal(expected[i].from, next);
        for (int d = expected[i].from; d <= expected[i].to; d++) {
            assert_int_equal(arb_rating_expected(d), expected[i].higher);
            assert_int_equal(arb_rating_expected(-d), expected[i].lower);
        }
        next = expected[i].to + 1;
    }
    assert_int_equal(arb_rating_expected(INT_MAX), 100);
    assert_int_equal(arb_rating_expected(INT_MIN), 0);
}

/* 8.1.1: 1.00, .99, ... .50 */
static void test_rating__differences_are_those_of_the_table(void **state)
{
    static const int table[] = {
        800, 677, 589, 538, 501, 470, 444, 422, 401, 383, 366, 351, 336, 322, 309, 296, 284,
        273, 262, 251, 240, 230, 220, 211, 202, 193, 184, 175, 166, 158, 149, 141, 133, 125,
        117, 110, 102, 95,  87,  80,  72,  65,  57,  50,  43,  36,  29,  21,  14,  7,   0,
    };

    (void)state;
    assert_int_equal(sizeof table / sizeof *table, 51);
    for (int i = 0; i <= 50; i++) {
        assert_int_equal(arb_rating_difference(100 - (unsigned)i), table[i]);
        assert_int_equal(arb_rating_difference((unsigned)i), -table[i]);
    }
    assert_int_equal(arb_rating_difference(101), 800);
}

/* 10^(1/400), multiplied up: the curve without a library of mathematics. */
static double odds(int difference)
{
    double value = 1;

    for (int i = 0; i < difference; i++)
        value *= 1.0057730630;
    return value;
}

/* The tables were made from a normal curve; the formula that everybody quotes comes close to them.
 */
static void test_rating__the_formula_is_near_the_table(void **state)
{
    (void)state;
    for (int d = 0; d <= 735; d++) {
        const double formula = 100 * odds(d) / (1 + odds(d)), table = arb_rating_expected(d);
        assert_true(formula - table < 2.0 && table - formula < 2.0);
    }
    /* and both tables agree with each other: a difference is worth the score for which it is given
     */
    for (unsigned p = 50; p < 100; p++)
        assert_int_equal(arb_rating_expected(arb_rating_difference(p)), p);
}

static void test_rating__four_hundred_is_the_most_that_counts(void **state)
{
    (void)state;
    assert_int_equal(arb_rating_counted(399), 399);
    assert_int_equal(arb_rating_counted(400), 400);
    assert_int_equal(arb_rating_counted(401), 400);
    assert_int_equal(arb_rating_counted(-400), -400);
    assert_int_equal(arb_rating_counted(-401), -400);
    assert_int_equal(arb_rating_counted(INT_MIN), -400);
}

static void test_rating__performance(void **state)
{
    static const int nine[] = { 2400, 2380, 2455, 2310, 2290, 2500, 2360, 2415, 2330 };
    static const int two[] = { 2000, 2001 }, none[] = { 0 };
    int out = 77;

    (void)state;
    /* 21440 / 9 = 2382.2; 6.5 / 9 = .722, .72, 166 */
    assert_int_equal(arb_rating_performance(&out, 13, nine, 9), ARB_OK);
    assert_int_equal(out, 2382 + 166);
    assert_int_equal(arb_rating_performance(&out, 18, nine, 9), ARB_OK);
    assert_int_equal(out, 2382 + 800);
    assert_int_equal(arb_rating_performance(&out, 0, nine, 9), ARB_OK);
    assert_int_equal(out, 2382 - 800);
    assert_int_equal(arb_rating_performance(&out, 2, two, 2), ARB_OK);
    assert_int_equal(out, 2001); /* 2000.5 */
    /* 1 / 8 = .125 is .13 */
    assert_int_equal(arb_rating_performance(&out, 2, nine, 8), ARB_OK);
    assert_int_equal(out, 2389 - 322);
    out = 77;
    assert_int_equal(arb_rating_performance(&out, 0, none, 0), ARB_RANGE);
    assert_int_equal(arb_rating_performance(&out, 5, two, 2), ARB_RANGE);
    assert_int_equal(out, 77);
}

/* K = 20: a win against somebody 200 points stronger brings 15.2 points. */
static void test_rating__changes(void **state)
{
    (void)state;
    assert_int_equal(arb_rating_change(20, 2, arb_rating_expected(-200)), 1520);
    assert_int_equal(arb_rating_change(20, 1, 50), 0);
    assert_int_equal(arb_rating_change(10, 0, 76), -760);
    assert_int_equal(arb_rating_change(40, 1, 24), 1040);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rating__expected_scores_are_those_of_the_table),
        cmocka_unit_test(test_rating__differences_are_those_of_the_table),
        cmocka_unit_test(test_rating__the_formula_is_near_the_table),
        cmocka_unit_test(test_rating__four_hundred_is_the_most_that_counts),
        cmocka_unit_test(test_rating__performance),
        cmocka_unit_test(test_rating__changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
