/* SPDX-License-Identifier: MIT */
/* Lots: the same again from the same seed, and no outcome likelier than another. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arbitro/chess960.h"
#include "arbitro/lot.h"

enum { LOTS = 96000 };

/* Laws 1.2 */
static void test_lot__colours_are_fair_and_stay(void **state)
{
    unsigned white = 0, alike = 0;

    (void)state;
    for (uint32_t seed = 0; seed < LOTS; seed++) {
        assert_int_equal(arb_lot_colour(seed), arb_lot_colour(seed));
        white += arb_lot_colour(seed) == ARB_WHITE;
        alike += arb_lot_colour(seed) == arb_lot_colour(seed + 1);
    }
    /* six standard deviations of a fair coin */
    assert_in_range(white, LOTS / 2 - 930, LOTS / 2 + 930);
    assert_in_range(alike, LOTS / 2 - 930, LOTS / 2 + 930);
    assert_int_equal(arb_lot_colour(1), ARB_BLACK); /* what was drawn once is drawn for good */
    assert_int_equal(arb_lot_colour(5), ARB_WHITE);
}

/* Laws II.2 */
static void test_lot__every_start_of_chess960_comes(void **state)
{
    static unsigned drawn[ARB_CHESS960_COUNT];

    (void)state;
    for (uint32_t seed = 0; seed < LOTS; seed++) {
        assert_in_range(arb_lot_start960(seed), 0, ARB_CHESS960_COUNT - 1);
        drawn[arb_lot_start960(seed)]++;
    }
    for (unsigned i = 0; i < ARB_CHESS960_COUNT; i++)
        assert_in_range(drawn[i], 100 - 60, 100 + 60);
}

/* What was drawn once is drawn for good, also where the first number would not have been fair. */
static void test_lot__starts_of_chess960_stay(void **state)
{
    (void)state;
    assert_int_equal(arb_lot_start960(0), 556);
    assert_int_equal(arb_lot_start960(1), 321);
    assert_int_equal(arb_lot_start960(7), 418);
    assert_int_equal(arb_lot_start960(10904186), 889);
    assert_int_equal(arb_lot_start960(80809148), 199);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lot__colours_are_fair_and_stay),
        cmocka_unit_test(test_lot__every_start_of_chess960_comes),
        cmocka_unit_test(test_lot__starts_of_chess960_stay),
    };

    return cmocka_run_group_tests_name("lot", tests, NULL, NULL);
}
