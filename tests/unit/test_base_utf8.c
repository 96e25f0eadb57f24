/* SPDX-License-Identifier: MIT */
/* base/utf8.h: everything that is UTF-8 is read, and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/utf8.h"

enum { UNTOUCHED = 0x12345678 };

static void assert_decodes(const char *bytes, size_t size, size_t length, uint32_t expected)
{
    uint32_t code = UNTOUCHED;

    assert_int_equal(arb_utf8_decode(&code, bytes, size), length);
    assert_int_equal(code, expected);
}

static void assert_invalid(const char *bytes, size_t size)
{
    assert_decodes(bytes, size, 0, UNTOUCHED);
    assert_true(arb_utf8_valid_size(bytes, size) < size);
}

static void test_utf8__known_characters_are_read(void **state)
{
    (void)state;
    assert_decodes("A", 1, 1, 'A');
    assert_decodes("\0", 1, 1, 0);
    assert_decodes("\x7f", 1, 1, 0x7F);
    assert_decodes("\xc2\x80", 2, 2, 0x80);
    assert_decodes("\xc3\xa8", 2, 2, 0xE8);
    assert_decodes("\xdf\xbf", 2, 2, 0x7FF);
    assert_decodes("\xe0\xa0\x80", 3, 3, 0x800);
    assert_decodes("\xe2\x99\x98", 3, 3, 0x2658); /* the white knight */
    assert_decodes("\xed\x9f\xbf", 3, 3, 0xD7FF);
    assert_decodes("\xee\x80\x80", 3, 3, 0xE000);
    assert_decodes("\xef\xbf\xbf", 3, 3, 0xFFFF);
    assert_decodes("\xf0\x90\x80\x80", 4, 4, 0x10000);
    assert_decodes("\xf4\x8f\xbf\xbf", 4, 4, 0x10FFFF);
}

static void test_utf8__only_the_first_character_is_read(void **state)
{
    (void)state;
    assert_decodes("AB", 2, 1, 'A');
    assert_decodes("\xc3\xa8\xff", 3, 2, 0xE8);
}

static void test_utf8__an_empty_text_has_no_character(void **state)
{
    (void)state;
    assert_decodes("A", 0, 0, UNTOUCHED);
    assert_int_equal(arb_utf8_valid_size("", 0), 0);
    assert_int_equal(arb_utf8_count("", 0), 0);
}

static void test_utf8__overlong_forms_are_invalid(void **state)
{
    (void)state;
    assert_invalid("\xc0\x80", 2);
    assert_invalid("\xc1\xbf", 2);
    assert_invalid("\xe0\x80\x80", 3);
    assert_invalid("\xe0\x9f\xbf", 3);
    assert_invalid("\xf0\x80\x80\x80", 4);
    assert_invalid("\xf0\x8f\xbf\xbf", 4);
}

static void test_utf8__surrogates_are_invalid(void **state)
{
    (void)state;
    assert_invalid("\xed\xa0\x80", 3);
    assert_invalid("\xed\xbf\xbf", 3);
}

static void test_utf8__numbers_above_the_last_are_invalid(void **state)
{
    (void)state;
    assert_invalid("\xf4\x90\x80\x80", 4);
    assert_invalid("\xf5\x80\x80\x80", 4);
    assert_invalid("\xf7\xbf\xbf\xbf", 4);
    assert_invalid("\xf8\x88\x80\x80\x80", 5);
    assert_invalid("\xfc\x84\x80\x80\x80\x80", 6);
    assert_invalid("\xfe", 1);
    assert_invalid("\xff", 1);
}

static void test_utf8__a_continuation_alone_is_invalid(void **state)
{
    (void)state;
    assert_invalid("\x80", 1);
    assert_invalid("\xbf\x80", 2);
}

static void test_utf8__a_character_cut_off_is_invalid(void **state)
{
    (void)state;
    static const char *const characters[] = { "\xc3\xa8", "\xe2\x99\x98", "\xf0\x9f\x98\x80" };

    for (size_t i = 0; i < sizeof characters / sizeof *characters; i++) {
        const size_t length = strlen(characters[i]);
        for (size_t size = 1; size < length; size++) {
            char next[ARB_UTF8_MAX] = "AAA";
            assert_invalid(characters[i], size);
            memcpy(next, characters[i], size);
            assert_invalid(next, sizeof next); /* a letter where a continuation belongs */
        }
    }
}

static void test_utf8__every_character_is_written_and_read_back(void **state)
{
    (void)state;
    for (uint32_t code = 0; code <= 0x10FFFF; code++) {
        char bytes[ARB_UTF8_MAX];
        uint32_t again = UNTOUCHED;
        const size_t length = arb_utf8_encode(bytes, code);
        if (code >= 0xD800 && code <= 0xDFFF) {
            assert_int_equal(length, 0);
            continue;
        }
        const size_t expected = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        if (length != expected || arb_utf8_decode(&again, bytes, length) != length || again != code)
            fail_msg("U+%04X", (unsigned)code);
    }
}

static void test_utf8__what_is_no_character_is_not_written(void **state)
{
    (void)state;
    static const uint32_t codes[] = { 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0x110000, UINT32_MAX };

    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        char bytes[ARB_UTF8_MAX] = { 1, 2, 3, 4 };
        assert_int_equal(arb_utf8_encode(bytes, codes[i]), 0);
        assert_memory_equal(bytes, "\1\2\3\4", 4);
    }
}

/* Fails when these bytes are read as a character that is written with other ones. */
static void check_only_form(const unsigned char bytes[ARB_UTF8_MAX])
{
    char text[ARB_UTF8_MAX], again[ARB_UTF8_MAX];
    uint32_t code;

    memcpy(text, bytes, sizeof text);
    const size_t length = arb_utf8_decode(&code, text, sizeof text);
    if (length == 0)
        return;
    if (arb_utf8_encode(again, code) != length || memcmp(again, text, length) != 0)
        fail_msg("%02x %02x %02x %02x", bytes[0], bytes[1], bytes[2], bytes[3]);
}

static void test_utf8__every_character_has_one_form_only(void **state)
{
    (void)state;
    static const unsigned char edges[] = { 0x00, 0x7F, 0x80, 0x8F, 0x90, 0xBF, 0xC0, 0xFF };

    for (unsigned first = 0; first < 0x100; first++) {
        for (unsigned second = 0; second < 0x100; second++) {
            for (size_t rest = 0; rest < sizeof edges * sizeof edges; rest++) {
                check_only_form((const unsigned char[ARB_UTF8_MAX]){
                    (unsigned char)first, (unsigned char)second, edges[rest / sizeof edges],
                    edges[rest % sizeof edges] });
            }
        }
    }
}

static void test_utf8__the_valid_beginning_is_measured(void **state)
{
    (void)state;
    assert_int_equal(arb_utf8_valid_size("e4 \xe2\x99\x98", 6), 6);
    assert_int_equal(arb_utf8_valid_size("e4\0e5", 5), 5);
    assert_int_equal(arb_utf8_valid_size("e4 \xe2\x99", 5), 3);
    assert_int_equal(arb_utf8_valid_size("\xff"
                                         "e4",
                                         3),
                     0);
    assert_int_equal(arb_utf8_valid_size("\xc3\xa8\x80\xc3\xa8", 5), 2);
}

static void test_utf8__an_invalid_byte_counts_as_one_character(void **state)
{
    (void)state;
    assert_int_equal(arb_utf8_count("citt\xc3\xa0", 6), 5);
    assert_int_equal(arb_utf8_count("\0\0", 2), 2);
    assert_int_equal(arb_utf8_count("\xff\xfe\x80", 3), 3);
    assert_int_equal(arb_utf8_count("\xe2\x99", 2), 2);     /* cut off */
    assert_int_equal(arb_utf8_count("\xed\xa0\x80", 3), 3); /* a surrogate */
    assert_int_equal(arb_utf8_count("\xe2\x99\xc3\xa0", 4), 3);
}

static void test_utf8__a_step_comes_to_the_next_character(void **state)
{
    (void)state;
    assert_int_equal(arb_utf8_step("A", 1), 1);
    assert_int_equal(arb_utf8_step("\xc3\xa0"
                                   "A",
                                   3),
                     2);
    assert_int_equal(arb_utf8_step("\xf0\x9f\x98\x80", 4), 4);
    assert_int_equal(arb_utf8_step("\xf0\x9f\x98\x80", 3), 1);
    assert_int_equal(arb_utf8_step("\x80\x80", 2), 1);
}

static void test_utf8__small_letters_of_capitals(void **state)
{
    static const struct {
        uint32_t capital, small;
    } pairs[] = {
        { 'A', 'a' },       { 'Z', 'z' },     { '@', '@' },     { '[', '[' },     { '5', '5' },
        { 0xc4, 0xe4 },     { 0xd7, 0xd7 },   { 0xde, 0xfe },   { 0xdf, 0xdf },   { 0xf7, 0xf7 },
        { 0x108, 0x109 },   { 0x109, 0x109 }, { 0x141, 0x142 }, { 0x142, 0x142 }, { 0x147, 0x148 },
        { 0x138, 0x138 },   { 0x14a, 0x14b }, { 0x160, 0x161 }, { 0x178, 0xff },  { 0x17d, 0x17e },
        { 0x17f, 0x17f },   { 0x218, 0x219 }, { 0x21a, 0x21b }, { 0x391, 0x3b1 }, { 0x3a9, 0x3c9 },
        { 0x401, 0x451 },   { 0x410, 0x430 }, { 0x42f, 0x44f }, { 0x44f, 0x44f }, { 0x490, 0x491 },
        { 0x2654, 0x2654 }, { 0x130, 0x130 }, { 0x386, 0x3ac }, { 0x388, 0x3ad }, { 0x38a, 0x3af },
        { 0x38c, 0x3cc },   { 0x38e, 0x3cd }, { 0x38f, 0x3ce }, { 0x3aa, 0x3ca }, { 0x390, 0x390 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_int_equal(arb_utf8_lower(pairs[i].capital), pairs[i].small);
    for (uint32_t code = 0; code < 0x600; code++) /* a small letter is its own small letter */
        assert_int_equal(arb_utf8_lower(arb_utf8_lower(code)), arb_utf8_lower(code));
}

static void test_utf8__letters_without_accents(void **state)
{
    static const char *const pairs[] = { "àa", "ée", "ìi", "õo", "üu", "čc", "łl", "ńn", "śs",
                                         "ýy", "žz", "øo", "řr", "ťt", "ğg", "đd", "ąa" };

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        uint32_t letter = 0;
        const size_t size = arb_utf8_decode(&letter, pairs[i], strlen(pairs[i]));
        assert_int_equal(arb_utf8_unaccented(letter), pairs[i][size]);
    }
    for (uint32_t code = 0; code < 0xc0; code++)
        assert_int_equal(arb_utf8_unaccented(code), code);
    assert_int_equal(arb_utf8_unaccented(0x43a), 0x43a); /* a Cyrillic letter */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_utf8__small_letters_of_capitals),
        cmocka_unit_test(test_utf8__known_characters_are_read),
        cmocka_unit_test(test_utf8__only_the_first_character_is_read),
        cmocka_unit_test(test_utf8__an_empty_text_has_no_character),
        cmocka_unit_test(test_utf8__overlong_forms_are_invalid),
        cmocka_unit_test(test_utf8__surrogates_are_invalid),
        cmocka_unit_test(test_utf8__numbers_above_the_last_are_invalid),
        cmocka_unit_test(test_utf8__a_continuation_alone_is_invalid),
        cmocka_unit_test(test_utf8__a_character_cut_off_is_invalid),
        cmocka_unit_test(test_utf8__every_character_is_written_and_read_back),
        cmocka_unit_test(test_utf8__what_is_no_character_is_not_written),
        cmocka_unit_test(test_utf8__every_character_has_one_form_only),
        cmocka_unit_test(test_utf8__the_valid_beginning_is_measured),
        cmocka_unit_test(test_utf8__an_invalid_byte_counts_as_one_character),
        cmocka_unit_test(test_utf8__a_step_comes_to_the_next_character),
        cmocka_unit_test(test_utf8__letters_without_accents),
    };
    return cmocka_run_group_tests_name("base_utf8", tests, NULL, NULL);
}
