/* SPDX-License-Identifier: MIT */
/* arbitro/error.h and the version: every value has its phrase in every language. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/error.h"
#include "arbitro/utf8.h"

static void check_phrase(const char *phrase)
{
    assert_non_null(phrase);
    assert_true(strlen(phrase) > 0);
    assert_int_equal(arb_utf8_valid_size(phrase, strlen(phrase)), strlen(phrase));
}

static void test_error__no_error_is_zero(void **state)
{
    (void)state;
    assert_int_equal(ARB_OK, 0);
}

static void test_error__every_error_has_its_phrase(void **state)
{
    (void)state;
    for (int err = 0; err < ARB_ERR_COUNT; err++) {
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++)
            check_phrase(arb_err_text((arb_err)err, (arb_lang)lang));
    }
    assert_string_equal(arb_err_text(ARB_NOMEM, ARB_LANG_EN), "out of memory");
    assert_string_equal(arb_err_text(ARB_NOMEM, ARB_LANG_IT), "memoria esaurita");
    assert_string_equal(arb_err_text(ARB_STOPPED, ARB_LANG_EN), "stopped on request");
}

static void test_error__every_expectation_has_its_phrase(void **state)
{
    (void)state;
    for (int expect = 0; expect < ARB_WANTED_COUNT; expect++) {
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++)
            check_phrase(arb_wanted_text((arb_wanted)expect, (arb_lang)lang));
    }
    assert_string_equal(arb_wanted_text(ARB_WANTED_NUMBER, ARB_LANG_EN), "a number");
    assert_string_equal(arb_wanted_text(ARB_WANTED_NUMBER, ARB_LANG_IT), "un numero");
}

static void test_error__the_version_is_that_of_the_headers(void **state)
{
    (void)state;
    assert_string_equal(arb_version(), ARB_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_error__no_error_is_zero),
        cmocka_unit_test(test_error__every_error_has_its_phrase),
        cmocka_unit_test(test_error__every_expectation_has_its_phrase),
        cmocka_unit_test(test_error__the_version_is_that_of_the_headers),
    };
    return cmocka_run_group_tests_name("base_error", tests, NULL, NULL);
}
