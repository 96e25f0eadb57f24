/* SPDX-License-Identifier: MIT */
/* arbitro/buf.h: growing, the limit, and what remains after a failure. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include <cmocka.h>

#include "arbitro/buf.h"
#include "support/failing_mem.h"

enum { PLENTY = 1 << 20 };

/* Asserts what the buffer holds, and that a NUL comes after it. */
static void assert_holds(const arb_buf *buf, const char *expected)
{
    assert_int_equal(arb_buf_size(buf), strlen(expected));
    assert_string_equal(arb_buf_text(buf), expected);
}

static void test_buf__a_new_buffer_is_empty_and_allocates_nothing(void **state)
{
    (void)state;
    failing_mem failing;
    arb_buf buf;

    failing_mem_init(&failing, 0);
    arb_buf_init(&buf, &failing.mem, PLENTY);
    assert_holds(&buf, "");
    assert_int_equal(arb_buf_add(&buf, NULL, 0), ARB_OK);
    assert_int_equal(arb_buf_add_text(&buf, ""), ARB_OK);
    assert_int_equal(arb_buf_add_format(&buf, "%s", ""), ARB_OK);
    arb_buf_cut(&buf, 0);
    assert_holds(&buf, "");
    assert_int_equal(failing.allocations, 0);
    arb_buf_clear(&buf);
    failing_mem_assert_clean(&failing);
}

static void test_buf__appends_follow_one_another(void **state)
{
    (void)state;
    failing_mem failing;
    arb_buf buf;

    failing_mem_init(&failing, 0);
    arb_buf_init(&buf, &failing.mem, PLENTY);
    assert_int_equal(arb_buf_add(&buf, "1. e4xx", 5), ARB_OK);
    assert_int_equal(arb_buf_add_char(&buf, ' '), ARB_OK);
    assert_int_equal(arb_buf_add_text(&buf, "e5 "), ARB_OK);
    assert_int_equal(arb_buf_add_unsigned(&buf, 2), ARB_OK);
    assert_int_equal(arb_buf_add_format(&buf, ". %s %c%d", "Nf3", 'd', 6), ARB_OK);
    assert_int_equal(arb_buf_add_signed(&buf, -1), ARB_OK);
    assert_holds(&buf, "1. e4 e5 2. Nf3 d6-1");
    arb_buf_clear(&buf);
    failing_mem_assert_clean(&failing);
}

static void test_buf__null_memory_means_malloc(void **state)
{
    (void)state;
    arb_buf buf;

    arb_buf_init(&buf, NULL, PLENTY);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(arb_buf_add_text(&buf, "abc"), ARB_OK);
    assert_int_equal(arb_buf_size(&buf), 3000);
    arb_buf_clear(&buf);
}

static void test_buf__a_nul_is_a_byte_like_others(void **state)
{
    (void)state;
    arb_buf buf;

    arb_buf_init(&buf, NULL, PLENTY);
    assert_int_equal(arb_buf_add(&buf, "a\0b", 3), ARB_OK);
    assert_int_equal(arb_buf_add_char(&buf, '\0'), ARB_OK);
    assert_int_equal(arb_buf_add_format(&buf, "%c%s", '\0', "c"), ARB_OK);
    assert_int_equal(arb_buf_size(&buf), 6);
    assert_memory_equal(arb_buf_text(&buf), "a\0b\0\0c", 7);
    arb_buf_clear(&buf);
}

static void test_buf__numbers_are_written_in_full(void **state)
{
    (void)state;
    static const uint64_t unsigneds[] = { 0, 9, 10, 99, 100, INT64_MAX, UINT64_MAX };
    static const int64_t signeds[] = { 0, 9, -1, -9, -10, INT64_MAX, INT64_MIN, INT64_MIN + 1 };
    char expected[32];
    arb_buf buf;

    arb_buf_init(&buf, NULL, PLENTY);
    for (size_t i = 0; i < sizeof unsigneds / sizeof *unsigneds; i++) {
        arb_buf_cut(&buf, 0);
        assert_int_equal(arb_buf_add_unsigned(&buf, unsigneds[i]), ARB_OK);
        snprintf(expected, sizeof expected, "%ju", (uintmax_t)unsigneds[i]);
        assert_holds(&buf, expected);
    }
    for (size_t i = 0; i < sizeof signeds / sizeof *signeds; i++) {
        arb_buf_cut(&buf, 0);
        assert_int_equal(arb_buf_add_signed(&buf, signeds[i]), ARB_OK);
        snprintf(expected, sizeof expected, "%jd", (intmax_t)signeds[i]);
        assert_holds(&buf, expected);
    }
    arb_buf_clear(&buf);
}

static void test_buf__the_limit_is_reached_but_not_passed(void **state)
{
    (void)state;
    /* Around the first room that is allocated, and around its doubles. */
    static const size_t limits[] = { 1, 2, 62, 63, 64, 65, 126, 127, 128, 129, 1000 };

    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        failing_mem failing;
        arb_buf buf;
        failing_mem_init(&failing, 0);
        arb_buf_init(&buf, &failing.mem, limits[i]);
        for (size_t n = 0; n < limits[i]; n++)
            assert_int_equal(arb_buf_add_char(&buf, 'x'), ARB_OK);
        assert_int_equal(arb_buf_add_char(&buf, 'y'), ARB_RANGE);
        assert_int_equal(arb_buf_size(&buf), limits[i]);
        assert_int_equal(strspn(arb_buf_text(&buf), "x"), limits[i]);
        assert_int_equal(arb_buf_text(&buf)[limits[i]], '\0');
        assert_true(failing.live_bytes <= limits[i] + 1);
        arb_buf_clear(&buf);
        failing_mem_assert_clean(&failing);
    }
}

static void test_buf__every_append_respects_the_limit(void **state)
{
    (void)state;
    arb_buf buf;

    arb_buf_init(&buf, NULL, 5);
    assert_int_equal(arb_buf_add_text(&buf, "abc"), ARB_OK);
    assert_int_equal(arb_buf_add(&buf, "123", 3), ARB_RANGE);
    assert_int_equal(arb_buf_add_text(&buf, "123"), ARB_RANGE);
    assert_int_equal(arb_buf_add_unsigned(&buf, 123), ARB_RANGE);
    assert_int_equal(arb_buf_add_signed(&buf, -12), ARB_RANGE);
    assert_int_equal(arb_buf_add_format(&buf, "%d%s", 1, "23"), ARB_RANGE);
    assert_int_equal(arb_buf_add(&buf, "", SIZE_MAX), ARB_RANGE);
    assert_holds(&buf, "abc");
    /* What is short enough still fits. */
    assert_int_equal(arb_buf_add_format(&buf, "%d", 12), ARB_OK);
    assert_holds(&buf, "abc12");
    assert_int_equal(arb_buf_add_char(&buf, 'x'), ARB_RANGE);
    assert_int_equal(arb_buf_add_text(&buf, ""), ARB_OK);
    assert_holds(&buf, "abc12");
    arb_buf_clear(&buf);
}

static void test_buf__a_limit_of_zero_holds_nothing(void **state)
{
    (void)state;
    failing_mem failing;
    arb_buf buf;

    failing_mem_init(&failing, 0);
    arb_buf_init(&buf, &failing.mem, 0);
    assert_int_equal(arb_buf_add_char(&buf, 'x'), ARB_RANGE);
    assert_int_equal(arb_buf_add(&buf, NULL, 0), ARB_OK);
    assert_holds(&buf, "");
    assert_int_equal(failing.allocations, 0);
    failing_mem_assert_clean(&failing);
}

static void test_buf__the_largest_limit_does_not_overflow(void **state)
{
    (void)state;
    failing_mem failing;
    arb_buf buf;

    failing_mem_init(&failing, 0);
    arb_buf_init(&buf, &failing.mem, SIZE_MAX);
    assert_int_equal(arb_buf_add_text(&buf, "abc"), ARB_OK);
    /* Both sizes are refused before a byte is read. */
    assert_int_equal(arb_buf_add(&buf, "", SIZE_MAX), ARB_RANGE);
    assert_int_equal(arb_buf_add(&buf, "", SIZE_MAX / 2), ARB_NOMEM);
    assert_holds(&buf, "abc");
    arb_buf_clear(&buf);
    failing_mem_assert_clean(&failing);
}

static void test_buf__what_cannot_be_printed_changes_nothing(void **state)
{
    (void)state;
    arb_buf buf;

    arb_buf_init(&buf, NULL, PLENTY);
    assert_int_equal(arb_buf_add_text(&buf, "abc"), ARB_OK);
    /* No locale has a character with this number. */
    assert_int_equal(arb_buf_add_format(&buf, "def%lc", (wint_t)0x7FFFFFFF), ARB_RANGE);
    assert_holds(&buf, "abc");
    arb_buf_clear(&buf);
}

static void test_buf__cutting_keeps_the_beginning_and_the_memory(void **state)
{
    (void)state;
    failing_mem failing;
    arb_buf buf;

    failing_mem_init(&failing, 0);
    arb_buf_init(&buf, &failing.mem, PLENTY);
    assert_int_equal(arb_buf_add_text(&buf, "abcdef"), ARB_OK);
    arb_buf_cut(&buf, 6);
    assert_holds(&buf, "abcdef");
    arb_buf_cut(&buf, 2);
    assert_holds(&buf, "ab");
    assert_int_equal(arb_buf_add_text(&buf, "XY"), ARB_OK);
    assert_holds(&buf, "abXY");
    arb_buf_cut(&buf, 0);
    assert_holds(&buf, "");
    assert_int_equal(failing.allocations, 1);
    assert_int_equal(failing.live_blocks, 1);
    arb_buf_clear(&buf);
    failing_mem_assert_clean(&failing);
}

static void test_buf__a_cleared_buffer_can_be_used_again(void **state)
{
    (void)state;
    failing_mem failing;
    arb_buf buf;

    failing_mem_init(&failing, 0);
    arb_buf_init(&buf, &failing.mem, 4);
    assert_int_equal(arb_buf_add_text(&buf, "abcd"), ARB_OK);
    arb_buf_clear(&buf);
    assert_holds(&buf, "");
    assert_int_equal(failing.live_blocks, 0);
    arb_buf_clear(&buf);
    assert_int_equal(arb_buf_add_text(&buf, "efgh"), ARB_OK);
    assert_int_equal(arb_buf_add_char(&buf, 'i'), ARB_RANGE);
    assert_holds(&buf, "efgh");
    arb_buf_clear(&buf);
    failing_mem_assert_clean(&failing);
}

static void test_buf__many_appends_need_few_allocations(void **state)
{
    (void)state;
    failing_mem failing;
    arb_buf buf;

    failing_mem_init(&failing, 0);
    arb_buf_init(&buf, &failing.mem, PLENTY);
    for (int i = 0; i < PLENTY; i++)
        assert_int_equal(arb_buf_add_char(&buf, (char)('a' + i % 26)), ARB_OK);
    assert_true(failing.allocations <= 16); /* 64 bytes, doubled up to 1 MB */
    for (int i = 0; i < PLENTY; i++)
        assert_true(arb_buf_text(&buf)[i] == 'a' + i % 26);
    arb_buf_clear(&buf);
    failing_mem_assert_clean(&failing);
}

/* Appends in every way; after the first failure the buffer must hold what it held before. */
static arb_err fill(const arb_mem *mem, void *user)
{
    (void)user;
    static const char line[] = "0123456789012345678901234567890123456789012345678901234567890123";
    arb_err err = ARB_OK;
    arb_buf buf;

    arb_buf_init(&buf, mem, PLENTY);
    for (int round = 0; round < 40 && !err; round++) {
        char before[8192];
        const size_t size = arb_buf_size(&buf);
        memcpy(before, arb_buf_text(&buf), size + 1);
        switch (round % 4) {
        case 0:
            err = arb_buf_add_text(&buf, line);
            break;
        case 1:
            err = arb_buf_add_format(&buf, "%s|%s", line, line);
            break;
        case 2:
            err = arb_buf_add_unsigned(&buf, UINT64_MAX);
            break;
        case 3:
            err = arb_buf_add_char(&buf, '.');
            break;
        }
        if (err) {
            assert_int_equal(arb_buf_size(&buf), size);
            assert_memory_equal(arb_buf_text(&buf), before, size + 1);
            /* The shortage has passed, and the buffer goes on. */
            assert_int_equal(arb_buf_add_text(&buf, line), ARB_OK);
            assert_int_equal(arb_buf_size(&buf), size + strlen(line));
        }
    }
    arb_buf_clear(&buf);
    return err;
}

static void test_buf__every_failed_allocation_leaves_the_bytes(void **state)
{
    (void)state;
    assert_true(failing_mem_sweep(fill, NULL) >= 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_buf__a_new_buffer_is_empty_and_allocates_nothing),
        cmocka_unit_test(test_buf__appends_follow_one_another),
        cmocka_unit_test(test_buf__null_memory_means_malloc),
        cmocka_unit_test(test_buf__a_nul_is_a_byte_like_others),
        cmocka_unit_test(test_buf__numbers_are_written_in_full),
        cmocka_unit_test(test_buf__the_limit_is_reached_but_not_passed),
        cmocka_unit_test(test_buf__every_append_respects_the_limit),
        cmocka_unit_test(test_buf__a_limit_of_zero_holds_nothing),
        cmocka_unit_test(test_buf__the_largest_limit_does_not_overflow),
        cmocka_unit_test(test_buf__what_cannot_be_printed_changes_nothing),
        cmocka_unit_test(test_buf__cutting_keeps_the_beginning_and_the_memory),
        cmocka_unit_test(test_buf__a_cleared_buffer_can_be_used_again),
        cmocka_unit_test(test_buf__many_appends_need_few_allocations),
        cmocka_unit_test(test_buf__every_failed_allocation_leaves_the_bytes),
    };
    return cmocka_run_group_tests_name("base_buf", tests, NULL, NULL);
}
