/* SPDX-License-Identifier: MIT */
/* Days of the year, as people write them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/almanac.h"

static arb_day_fault read_day(arb_day *out, const char *text)
{
    return arb_day_read(out, text, strlen(text));
}

static void test_day__every_way_of_writing(void **state)
{
    static const struct {
        const char *text;
        arb_day day;
    } list[] = {
        { "2026-02-28", { 2026, 2, 28 } },
        { "02-28", { 0, 2, 28 } },
        { "2-28", { 0, 2, 28 } },
        { "28/2", { 0, 2, 28 } },
        { "28/02/2026", { 2026, 2, 28 } },
        { "28.2.", { 0, 2, 28 } },
        { "28.2.2026", { 2026, 2, 28 } },
        { "28 February", { 0, 2, 28 } },
        { "28 february 2026", { 2026, 2, 28 } },
        { "February 28", { 0, 2, 28 } },
        { "February 28 2026", { 2026, 2, 28 } },
        { "28 feb", { 0, 2, 28 } },
        { "28 febbraio", { 0, 2, 28 } },
        { "28 febbraio 2026", { 2026, 2, 28 } },
        { "  1 GEN  ", { 0, 1, 1 } },
        { "1-gen", { 0, 1, 1 } },
        { "31 dic", { 0, 12, 31 } },
        { "31 dec", { 0, 12, 31 } },
        { "1 May", { 0, 5, 1 } },
        { "1 maggio", { 0, 5, 1 } },
        { "1 mag", { 0, 5, 1 } },
        { "1 mar", { 0, 3, 1 } },
        { "1 lug", { 0, 7, 1 } },
        { "1 july", { 0, 7, 1 } },
        { "1 set", { 0, 9, 1 } },
        { "1 sett", { 0, 9, 1 } },
        { "1 ott", { 0, 10, 1 } },
        { "1 aug", { 0, 8, 1 } },
        { "1 ago", { 0, 8, 1 } },
        { "1 giu", { 0, 6, 1 } },
        { "marzo", { 0, 3, 0 } },
        { "March", { 0, 3, 0 } },
        { "March 2026", { 2026, 3, 0 } },
        { "29/2", { 0, 2, 29 } },
        { "2024-02-29", { 2024, 2, 29 } },
        { "2000-02-29", { 2000, 2, 29 } },
        { "1548-05-08", { 1548, 5, 8 } },
    };

    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        arb_day day = { 1, 1, 1 };
        if (read_day(&day, list[i].text) != ARB_DAY_GOOD)
            fail_msg("%s cannot be read", list[i].text);
        if (day.year != list[i].day.year || day.month != list[i].day.month ||
            day.day != list[i].day.day)
            fail_msg("%s is %u-%u-%u", list[i].text, day.year, day.month, day.day);
    }
}

static void test_day__what_is_none_leaves_all_untouched(void **state)
{
    static const struct {
        const char *text;
        arb_day_fault fault;
    } list[] = {
        { "", ARB_DAY_UNREADABLE },
        { " ", ARB_DAY_UNREADABLE },
        { "28", ARB_DAY_UNREADABLE },
        { "2026", ARB_DAY_UNREADABLE },
        { "28 2", ARB_DAY_UNREADABLE },
        { "28//2", ARB_DAY_UNREADABLE },
        { "28/", ARB_DAY_UNREADABLE },
        { "/28/2", ARB_DAY_UNREADABLE },
        { "-02-28", ARB_DAY_UNREADABLE },
        { "28/2/26", ARB_DAY_UNREADABLE },
        { "28/2/0000", ARB_DAY_UNREADABLE },
        { "28/2/2026/1", ARB_DAY_UNREADABLE },
        { "28 fe", ARB_DAY_UNREADABLE },
        { "28 februaryx", ARB_DAY_UNREADABLE },
        { "february march", ARB_DAY_UNREADABLE },
        { "28 february march", ARB_DAY_UNREADABLE },
        { "128 february", ARB_DAY_UNREADABLE },
        { "28-02-2026", ARB_DAY_UNREADABLE },
        { "20266-02-28", ARB_DAY_UNREADABLE },
        { "2026-002-28", ARB_DAY_UNREADABLE },
        { "2026-feb-28", ARB_DAY_UNREADABLE },
        { "tomorrow", ARB_DAY_UNREADABLE },
        { "28/2\xff", ARB_DAY_UNREADABLE },
        { "13-01", ARB_DAY_NO_MONTH },
        { "00-01", ARB_DAY_NO_MONTH },
        { "1/13", ARB_DAY_NO_MONTH },
        { "0/2", ARB_DAY_NO_DAY },
        { "30/2", ARB_DAY_NO_DAY },
        { "31/4", ARB_DAY_NO_DAY },
        { "32/1", ARB_DAY_NO_DAY },
        { "99/1", ARB_DAY_NO_DAY },
        { "february 0", ARB_DAY_NO_DAY },
        { "2026-02-29", ARB_DAY_NO_LEAP },
        { "1900-02-29", ARB_DAY_NO_LEAP },
        { "29 febbraio 2025", ARB_DAY_NO_LEAP },
    };

    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        arb_day day = { 7, 8, 9 };
        if (read_day(&day, list[i].text) != list[i].fault)
            fail_msg("%s: %d", list[i].text, read_day(&day, list[i].text));
        assert_int_equal(day.year, 7);
        assert_int_equal(day.month, 8);
        assert_int_equal(day.day, 9);
    }
}

/* Every day of a leap year, written in four ways, and the first that is too much of each month. */
static void test_day__every_day_of_the_year(void **state)
{
    unsigned days = 0;

    (void)state;
    for (unsigned month = 1; month <= 12; month++) {
        for (unsigned day = 1; day <= arb_day_count(2024, month); day++, days++)
            for (unsigned way = 0; way < 4; way++) {
                char text[64];
                arb_day read;
                if (way < 2)
                    snprintf(text, sizeof text, way == 0 ? "2024-%02u-%02u" : "%u/%u/2024",
                             way == 0 ? month : day, way == 0 ? day : month);
                else
                    snprintf(text, sizeof text, "%u %s 2024", day,
                             arb_day_month(month, way == 2 ? ARB_LANG_EN : ARB_LANG_IT));
                assert_int_equal(read_day(&read, text), ARB_DAY_GOOD);
                assert_int_equal(read.year, 2024);
                assert_int_equal(read.month, month);
                assert_int_equal(read.day, day);
            }
        assert_int_equal(arb_day_count(0, month), arb_day_count(2024, month));
        assert_int_equal(arb_day_count(2023, month), arb_day_count(2024, month) - (month == 2));
    }
    assert_int_equal(days, 366);
    assert_int_equal(arb_day_count(2024, 0), 0);
    assert_int_equal(arb_day_count(2024, 13), 0);
    assert_string_equal(arb_day_month(0, ARB_LANG_EN), "");
    assert_string_equal(arb_day_month(13, ARB_LANG_EN), "");
    assert_string_equal(arb_day_month(12, ARB_LANG_IT), "dicembre");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_day__every_way_of_writing),
        cmocka_unit_test(test_day__what_is_none_leaves_all_untouched),
        cmocka_unit_test(test_day__every_day_of_the_year),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
