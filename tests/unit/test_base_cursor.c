/* SPDX-License-Identifier: MIT */
/* base/cursor.h: moving through a text, and telling where one stands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/cursor.h"

static arb_cursor cursor_of(const char *text)
{
    arb_cursor cursor;

    arb_cursor_init(&cursor, text, strlen(text));
    return cursor;
}

/* Asserts where a cursor `offset` bytes into the text says it stands, and what it expects there. */
static void assert_expected(const char *text, size_t size, size_t offset, size_t line,
                            size_t column, arb_wanted expected)
{
    arb_cursor cursor;
    arb_where where = { 0 };

    arb_cursor_init(&cursor, text, size);
    cursor.at += offset;
    assert_int_equal(arb_cursor_fail(&cursor, &where, ARB_WANTED_NUMBER), ARB_SYNTAX);
    assert_int_equal(where.line, line);
    assert_int_equal(where.column, column);
    assert_int_equal(where.wanted, expected);
}

static void assert_where(const char *text, size_t size, size_t offset, size_t line, size_t column)
{
    assert_expected(text, size, offset, line, column, ARB_WANTED_NUMBER);
}

static void test_cursor__an_empty_text_is_at_its_end(void **state)
{
    (void)state;
    const char *word = NULL;
    uint64_t number = 7;
    arb_cursor cursor;

    arb_cursor_init(&cursor, NULL, 0);
    assert_true(arb_cursor_at_end(&cursor));
    assert_int_equal(arb_cursor_peek(&cursor), ARB_CURSOR_END);
    assert_int_equal(arb_cursor_next(&cursor), ARB_CURSOR_END);
    assert_false(arb_cursor_take(&cursor, '\0'));
    assert_false(arb_cursor_take_text(&cursor, "a"));
    assert_int_equal(arb_cursor_skip_blanks(&cursor), 0);
    assert_int_equal(arb_cursor_read_number(&number, &cursor, 9), ARB_SYNTAX);
    assert_int_equal(number, 7);
    assert_int_equal(arb_cursor_read_until(&word, &cursor, " "), 0);
    assert_where(NULL, 0, 0, 1, 1);
}

static void test_cursor__bytes_are_unsigned(void **state)
{
    (void)state;
    arb_cursor cursor;

    arb_cursor_init(&cursor, "\xff\0z", 3);
    assert_int_equal(arb_cursor_peek(&cursor), 255);
    assert_int_equal(arb_cursor_next(&cursor), 255);
    assert_int_equal(arb_cursor_peek(&cursor), 0);
    assert_int_equal(arb_cursor_next(&cursor), 0);
    assert_false(arb_cursor_at_end(&cursor));
    assert_int_equal(arb_cursor_next(&cursor), 'z');
    assert_true(arb_cursor_at_end(&cursor));
    assert_int_equal(arb_cursor_next(&cursor), ARB_CURSOR_END);
}

static void test_cursor__a_byte_is_taken_only_when_it_comes_next(void **state)
{
    (void)state;
    arb_cursor cursor = cursor_of("ab");

    assert_false(arb_cursor_take(&cursor, 'b'));
    assert_int_equal(arb_cursor_peek(&cursor), 'a');
    assert_true(arb_cursor_take(&cursor, 'a'));
    assert_true(arb_cursor_take(&cursor, 'b'));
    assert_false(arb_cursor_take(&cursor, 'b'));
}

static void test_cursor__a_text_is_taken_only_in_full(void **state)
{
    (void)state;
    arb_cursor cursor = cursor_of("\xe2\x99\x98"
                                  "f3");

    assert_false(arb_cursor_take_text(&cursor, "\xe2\x99\x97"));
    assert_int_equal(arb_cursor_peek(&cursor), 0xE2);
    assert_true(arb_cursor_take_text(&cursor, "\xe2\x99\x98"));
    assert_false(arb_cursor_take_text(&cursor, "f3+"));
    assert_int_equal(arb_cursor_peek(&cursor), 'f');
    assert_true(arb_cursor_take_text(&cursor, "f3"));
    assert_true(arb_cursor_at_end(&cursor));
}

static void test_cursor__blanks_are_spaces_and_tabs(void **state)
{
    (void)state;
    arb_cursor cursor = cursor_of(" \t \nx  ");

    assert_int_equal(arb_cursor_skip_blanks(&cursor), 3);
    assert_int_equal(arb_cursor_skip_blanks(&cursor), 0);
    assert_true(arb_cursor_take(&cursor, '\n'));
    assert_true(arb_cursor_take(&cursor, 'x'));
    assert_int_equal(arb_cursor_skip_blanks(&cursor), 2);
    assert_true(arb_cursor_at_end(&cursor));
}

static void assert_number(const char *text, uint64_t max, uint64_t expected, char next)
{
    uint64_t number = ~expected;
    arb_cursor cursor = cursor_of(text);

    assert_int_equal(arb_cursor_read_number(&number, &cursor, max), ARB_OK);
    assert_true(number == expected);
    assert_int_equal(arb_cursor_peek(&cursor), next ? next : ARB_CURSOR_END);
}

static void assert_no_number(const char *text, uint64_t max, arb_err expected)
{
    uint64_t number = 77;
    arb_cursor cursor = cursor_of(text);

    assert_int_equal(arb_cursor_read_number(&number, &cursor, max), expected);
    assert_true(number == 77);
    assert_ptr_equal(cursor.at, text);
}

static void test_cursor__a_number_is_read_up_to_its_maximum(void **state)
{
    (void)state;
    assert_number("0", 0, 0, 0);
    assert_number("000", 0, 0, 0);
    assert_number("0065535 w", 65535, 65535, ' ');
    assert_number("9", 9, 9, 0);
    assert_number("12.", 99, 12, '.');
    assert_number("18446744073709551615", UINT64_MAX, UINT64_MAX, 0);
    assert_number("18446744073709551614x", UINT64_MAX - 1, UINT64_MAX - 1, 'x');
}

static void test_cursor__a_number_too_large_is_out_of_range(void **state)
{
    (void)state;
    assert_no_number("1", 0, ARB_RANGE);
    assert_no_number("9", 8, ARB_RANGE);
    assert_no_number("10", 9, ARB_RANGE);
    assert_no_number("65536", 65535, ARB_RANGE);
    assert_no_number("065536", 65535, ARB_RANGE);
    assert_no_number("18446744073709551615", UINT64_MAX - 1, ARB_RANGE);
    assert_no_number("18446744073709551616", UINT64_MAX, ARB_RANGE);
    assert_no_number("99999999999999999999999999", UINT64_MAX, ARB_RANGE);
}

static void test_cursor__what_has_no_digit_is_no_number(void **state)
{
    (void)state;
    assert_no_number("", 9, ARB_SYNTAX);
    assert_no_number("-1", 9, ARB_SYNTAX);
    assert_no_number("+1", 9, ARB_SYNTAX);
    assert_no_number(" 1", 9, ARB_SYNTAX);
    assert_no_number("x", 9, ARB_SYNTAX);
    assert_no_number("/", 9, ARB_SYNTAX); /* the neighbours of the digits */
    assert_no_number(":", 9, ARB_SYNTAX);
}

static void test_cursor__a_number_ends_with_the_text(void **state)
{
    (void)state;
    uint64_t number = 0;
    arb_cursor cursor;

    arb_cursor_init(&cursor, "1234", 2);
    assert_int_equal(arb_cursor_read_number(&number, &cursor, 9999), ARB_OK);
    assert_int_equal(number, 12);
    assert_true(arb_cursor_at_end(&cursor));
}

static void test_cursor__reading_until_stops_before_the_stop(void **state)
{
    (void)state;
    static const char text[] = "ab\0c;d";
    const char *word = NULL;
    arb_cursor cursor;

    arb_cursor_init(&cursor, text, 6);
    assert_int_equal(arb_cursor_read_until(&word, &cursor, ".;"), 4);
    assert_ptr_equal(word, text);
    assert_int_equal(arb_cursor_peek(&cursor), ';');
    assert_int_equal(arb_cursor_read_until(&word, &cursor, ".;"), 0);
    assert_ptr_equal(word, text + 4);
    assert_true(arb_cursor_take(&cursor, ';'));
    assert_int_equal(arb_cursor_read_until(&word, &cursor, ".;"), 1);
    assert_ptr_equal(word, text + 5);
    assert_true(arb_cursor_at_end(&cursor));
}

static void test_cursor__reading_until_nothing_takes_the_rest(void **state)
{
    (void)state;
    const char *word = NULL;
    arb_cursor cursor = cursor_of("a b");

    assert_int_equal(arb_cursor_read_until(&word, &cursor, ""), 3);
    assert_true(arb_cursor_at_end(&cursor));
}

static void test_cursor__columns_count_characters(void **state)
{
    (void)state;
    static const char text[] = "\xc3\xa8 \xe2\x99\x98"
                               "f3";

    assert_where(text, 8, 0, 1, 1);
    assert_where(text, 8, 2, 1, 2);
    assert_where(text, 8, 3, 1, 3);
    assert_where(text, 8, 6, 1, 4);
    assert_where(text, 8, 7, 1, 5);
    assert_where(text, 8, 8, 1, 6);
}

static void test_cursor__inside_a_character_stands_at_it(void **state)
{
    (void)state;
    assert_where("\xc3\xa8", 2, 1, 1, 1);
    assert_where("a\xe2\x99\x98", 4, 2, 1, 2);
    assert_where("a\xe2\x99\x98", 4, 3, 1, 2);
}

static void test_cursor__a_byte_that_is_not_utf8_is_one_column(void **state)
{
    (void)state;
    assert_where("\xff\xfe\x80z", 4, 3, 1, 4);
    assert_expected("\xe2\x99", 2, 1, 1, 2, ARB_WANTED_UTF8);
    assert_expected("\xe2\x99", 2, 0, 1, 1, ARB_WANTED_UTF8);
    assert_expected("a\n\xff", 3, 2, 2, 1, ARB_WANTED_UTF8);
    assert_where("\xe2\x99", 2, 2, 1, 3);
    assert_where("a\0b", 3, 2, 1, 3);
}

static void test_cursor__lines_end_with_a_line_feed(void **state)
{
    (void)state;
    static const char text[] = "ab\r\n\n\xc3\xa8"
                               "c\rd";

    assert_where(text, 10, 3, 1, 4); /* the line feed belongs to the line that it ends */
    assert_where(text, 10, 4, 2, 1);
    assert_where(text, 10, 5, 3, 1);
    assert_where(text, 10, 7, 3, 2);
    assert_where(text, 10, 9, 3, 4);
    assert_where(text, 10, 10, 3, 5);
    assert_where("\n", 1, 1, 2, 1);
}

static void test_cursor__failing_needs_no_place_to_tell(void **state)
{
    (void)state;
    arb_cursor cursor = cursor_of("x");

    assert_int_equal(arb_cursor_fail(&cursor, NULL, ARB_WANTED_END), ARB_SYNTAX);
}

static void test_cursor__a_copy_is_a_way_back(void **state)
{
    (void)state;
    arb_cursor cursor = cursor_of("abc"), before = cursor;

    assert_true(arb_cursor_take_text(&cursor, "ab"));
    cursor = before;
    assert_int_equal(arb_cursor_peek(&cursor), 'a');
}

/* The text in a block of exactly its size, so that a sanitizer sees one byte read too many. */
static void test_cursor__nothing_beyond_the_text_is_read(void **state)
{
    (void)state;
    static const char *const texts[] = { "12", " \t", "ab", "\xe2\x99", "\xf0", "x\n" };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const size_t size = strlen(texts[i]);
        const char *word = NULL;
        uint64_t number = 0;
        arb_where where;
        arb_cursor cursor;
        char *exact = malloc(size);
        assert_non_null(exact);
        memcpy(exact, texts[i], size);
        arb_cursor_init(&cursor, exact, size);
        const arb_cursor start = cursor;
        assert_false(arb_cursor_take_text(&cursor, "12345"));
        (void)arb_cursor_skip_blanks(&cursor);
        cursor = start;
        const arb_err err = arb_cursor_read_number(&number, &cursor, 99);
        assert_true(err == (i == 0 ? ARB_OK : ARB_SYNTAX));
        cursor = start;
        assert_int_equal(arb_cursor_read_until(&word, &cursor, "!"), size);
        assert_int_equal(arb_cursor_fail(&cursor, &where, ARB_WANTED_END), ARB_SYNTAX);
        free(exact);
    }
}

static void test_cursor__words_know_their_place(void **state)
{
    arb_cursor cursor = cursor_of("è  due\ttre "), word;
    arb_where where = { .column = 2, .wanted = ARB_WANTED_SQUARE };

    (void)state;
    assert_true(arb_cursor_next_word(&word, &cursor));
    assert_true(arb_cursor_is(word, "è"));
    word = arb_cursor_take_word(&cursor);
    assert_int_equal(arb_cursor_choose(word, "uno due tre"), 1);
    assert_int_equal(arb_cursor_choose(word, "du duetto"), -1);
    assert_int_equal(arb_cursor_fail_within(&word, &where), ARB_SYNTAX);
    assert_int_equal(where.column, 5);
    assert_int_equal(where.wanted, ARB_WANTED_SQUARE);
    assert_int_equal(arb_cursor_fail_within(&word, NULL), ARB_SYNTAX);
    word = arb_cursor_take_rest(&cursor);
    assert_true(arb_cursor_is(word, "tre "));
    assert_false(arb_cursor_next_word(&word, &cursor));
}

static void test_cursor__what_cannot_be_seen_is_found(void **state)
{
    arb_where where;

    (void)state;
    assert_int_equal(arb_cursor_check_visible(cursor_of("a\tè"), &where), ARB_OK);
    assert_int_equal(arb_cursor_check_visible(cursor_of("aè\x01"), &where), ARB_SYNTAX);
    assert_int_equal(where.column, 3);
    assert_int_equal(where.wanted, ARB_WANTED_PRINTABLE);
    assert_int_equal(arb_cursor_check_visible(cursor_of("a\xff"), &where), ARB_SYNTAX);
    assert_int_equal(where.wanted, ARB_WANTED_UTF8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cursor__an_empty_text_is_at_its_end),
        cmocka_unit_test(test_cursor__bytes_are_unsigned),
        cmocka_unit_test(test_cursor__a_byte_is_taken_only_when_it_comes_next),
        cmocka_unit_test(test_cursor__a_text_is_taken_only_in_full),
        cmocka_unit_test(test_cursor__blanks_are_spaces_and_tabs),
        cmocka_unit_test(test_cursor__a_number_is_read_up_to_its_maximum),
        cmocka_unit_test(test_cursor__a_number_too_large_is_out_of_range),
        cmocka_unit_test(test_cursor__what_has_no_digit_is_no_number),
        cmocka_unit_test(test_cursor__a_number_ends_with_the_text),
        cmocka_unit_test(test_cursor__reading_until_stops_before_the_stop),
        cmocka_unit_test(test_cursor__reading_until_nothing_takes_the_rest),
        cmocka_unit_test(test_cursor__columns_count_characters),
        cmocka_unit_test(test_cursor__inside_a_character_stands_at_it),
        cmocka_unit_test(test_cursor__a_byte_that_is_not_utf8_is_one_column),
        cmocka_unit_test(test_cursor__lines_end_with_a_line_feed),
        cmocka_unit_test(test_cursor__failing_needs_no_place_to_tell),
        cmocka_unit_test(test_cursor__a_copy_is_a_way_back),
        cmocka_unit_test(test_cursor__nothing_beyond_the_text_is_read),
        cmocka_unit_test(test_cursor__words_know_their_place),
        cmocka_unit_test(test_cursor__what_cannot_be_seen_is_found),
    };
    return cmocka_run_group_tests_name("base_cursor", tests, NULL, NULL);
}
