/* SPDX-License-Identifier: MIT */
/* Time controls in and out (6.3.1), and what they add up to (A.1, B.1). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/clock.h"
#include "support/random_positions.h"

static arb_time_control control_of(const char *text)
{
    arb_time_control control = { .count = 99 };

    assert_int_equal(arb_time_control_read(&control, NULL, text, strlen(text)), ARB_OK);
    return control;
}

/* Laws 6.3.1 */
static void test_time_control__is_read_period_by_period(void **state)
{
    const arb_time_control control = control_of("40/5400+30:20/1800d2.5:900+3d");

    (void)state;
    assert_int_equal(control.count, 3);
    assert_int_equal(control.period[0].moves, 40);
    assert_int_equal(control.period[0].time, 5400000);
    assert_int_equal(control.period[0].kind, ARB_BONUS_INCREMENT);
    assert_int_equal(control.period[0].bonus, 30000);
    assert_int_equal(control.period[1].moves, 20);
    assert_int_equal(control.period[1].kind, ARB_BONUS_DELAY);
    assert_int_equal(control.period[1].bonus, 2500);
    assert_int_equal(control.period[2].moves, 0);
    assert_int_equal(control.period[2].kind, ARB_BONUS_DELAY);
    assert_int_equal(control.period[2].bonus, 3000);
    assert_int_equal(control_of("none").count, 0);
    assert_int_equal(control_of("-").count, 0);
}

/* Laws 6.3, 8.6: with how many moves a period ends. */
static void test_time_control__ends_of_periods(void **state)
{
    static const struct {
        const char *control;
        uint32_t moves, end;
    } ends[] = {
        { "40/7200:3600", 0, 40 },
        { "40/7200:3600", 39, 40 },
        { "40/7200:3600", 40, 0 },
        { "40/7200:20/3600:900", 40, 60 },
        { "40/7200:20/3600:900", 59, 60 },
        { "40/7200:20/3600:900", 60, 0 },
        { "40/7200:20/3600", 60, 80 },
        { "40/7200:20/3600", 79, 80 },
        { "40/7200", 0, 40 },
        { "40/7200", 40, 80 },
        { "40/7200", 119, 120 },
        { "7200", 12, 0 },
        { "none", 12, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const arb_time_control control = control_of(ends[i].control);
        assert_int_equal(arb_time_control_end(&control, ends[i].moves), ends[i].end);
    }
}

/* Laws 6.3.1 */
static void test_time_control__is_written_as_it_is_read(void **state)
{
    static const char *const texts[][2] = {
        { "40/5400+30:1800+30", "40/5400+30:1800+30" },
        { "900+10", "900+10" },
        { "300d3", "300d3" },
        { "300+3d", "300d3" },
        { "7200", "7200" },
        { "0.500+0.050", "0.5+0.05" },
        { "1.001", "1.001" },
        { "none", "none" },
        { "1/60:1/30:30", "1/60:1/30:30" },
        { "40/7200:20/3600:900", "40/7200:20/3600:900" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const arb_time_control control = control_of(texts[i][0]);
        char out[64], cut[4];
        assert_int_equal(arb_time_control_write(out, sizeof out, &control), strlen(texts[i][1]));
        assert_string_equal(out, texts[i][1]);
        assert_int_equal(arb_time_control_write(cut, sizeof cut, &control), strlen(texts[i][1]));
        assert_int_equal(strncmp(cut, texts[i][1], 3), 0);
    }
}

static void test_time_control__errors_are_told_in_place(void **state)
{
    static const struct {
        const char *text;
        size_t column;
        arb_wanted expected;
    } wrong[] = {
        { "", 1, ARB_WANTED_SECONDS },
        { "x", 1, ARB_WANTED_SECONDS },
        { "-5", 2, ARB_WANTED_END },
        { "0", 1, ARB_WANTED_SOME_TIME },
        { "40/300:0+0", 8, ARB_WANTED_SOME_TIME },
        { "300+", 5, ARB_WANTED_SECONDS },
        { "300d", 5, ARB_WANTED_SECONDS },
        { "300.", 5, ARB_WANTED_SECONDS },
        { "300.1234", 8, ARB_WANTED_END },
        { "0/300", 1, ARB_WANTED_MOVES_OF_PERIOD },
        { "40/", 4, ARB_WANTED_SECONDS },
        { "40/5400:", 9, ARB_WANTED_SECONDS },
        { "300:300", 5, ARB_WANTED_END },
        { "300 ", 4, ARB_WANTED_END },
        { "none:300", 5, ARB_WANTED_END },
        { "10000001", 1, ARB_WANTED_SECONDS },
        { "99999999999999999999999", 1, ARB_WANTED_SECONDS },
        { "1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1", 33, ARB_WANTED_PERIODS },
        { "300\xff", 4, ARB_WANTED_UTF8 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        arb_time_control control = { .count = 77 };
        arb_where where = { 0 };
        assert_int_equal(
            arb_time_control_read(&control, &where, wrong[i].text, strlen(wrong[i].text)),
            ARB_SYNTAX);
        assert_int_equal(control.count, 77);
        assert_int_equal(where.column, wrong[i].column);
        assert_int_equal(where.wanted, wrong[i].expected);
    }
}

/* Laws A.1, B.1 */
static void test_time_control__adds_up_sixty_moves(void **state)
{
    (void)state;
    assert_int_equal(arb_time_control_total(&(arb_time_control){ 0 }), 0);
    const struct {
        const char *text;
        arb_ms seconds;
    } sums[] = { { "600", 600 },
                 { "180+2", 300 },
                 { "540+1", 600 },
                 { "900+10", 1500 },
                 { "3600", 3600 },
                 { "300d5", 600 },
                 { "40/5400+30:1800+30", 5400 + 1800 + 1800 },
                 { "40/5400+30:1800", 5400 + 1800 + 1200 },
                 { "20/600", 600 },
                 { "1/1:1/2:1/3:1/4:1/5:1/6:1/7:8", 36 },
                 { "40/600:10/60+1", 600 + 60 + 20 } };
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        const arb_time_control control = control_of(sums[i].text);
        assert_int_equal(arb_time_control_total(&control), sums[i].seconds * 1000);
    }
}

static void test_time_control__survives_rubbish(void **state)
{
    static const char letters[] = "0123456789/+:d.none -x";
    chance luck = chance_begin(63);

    (void)state;
    for (unsigned i = 0; i < scaled(200000); i++) {
        char text[24], out[128], again[128];
        const unsigned size = chance_below(&luck, sizeof text);
        arb_time_control control, twice;

        for (unsigned j = 0; j < size; j++)
            text[j] = letters[chance_below(&luck, sizeof letters - 1)];
        if (arb_time_control_read(&control, NULL, text, size))
            continue;
        const size_t length = arb_time_control_write(out, sizeof out, &control);
        assert_int_equal(arb_time_control_read(&twice, NULL, out, length), ARB_OK);
        assert_int_equal(arb_time_control_write(again, sizeof again, &twice), length);
        assert_string_equal(again, out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_time_control__is_read_period_by_period),
        cmocka_unit_test(test_time_control__ends_of_periods),
        cmocka_unit_test(test_time_control__is_written_as_it_is_read),
        cmocka_unit_test(test_time_control__errors_are_told_in_place),
        cmocka_unit_test(test_time_control__adds_up_sixty_moves),
        cmocka_unit_test(test_time_control__survives_rubbish),
    };
    return cmocka_run_group_tests_name("time control", tests, NULL, NULL);
}
