/* SPDX-License-Identifier: MIT */
/* JSON as text: the same bytes as jansson writes, for anything that jansson can hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/hall/json_text.h"
#include "support/random_positions.h"

enum { ROUNDS = 4000, DEPTH_MAX = 5 };

static const size_t flags = JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15);

static void same_as_jansson(json_t *value)
{
    char *expected = json_dumps(value, flags);
    arb_buf out;

    arb_buf_init(&out, NULL, 1 << 24);
    assert_non_null(expected);
    assert_int_equal(arb_json_text_write(&out, value), ARB_OK);
    assert_int_equal(arb_buf_size(&out), strlen(expected));
    assert_memory_equal(arb_buf_text(&out), expected, strlen(expected));
    arb_buf_clear(&out);
    free(expected);
    json_decref(value);
}

static void test_json_text__every_byte_that_a_string_may_have(void **state)
{
    (void)state;
    for (int c = 0; c < 0x80; c++) {
        const char text[] = { 'a', (char)c, 'b' };
        same_as_jansson(json_stringn(text, sizeof text));
    }
    same_as_jansson(json_string("\xc3\xa8 \xe2\x99\x94 \xf0\x9f\x99\x82"));
    same_as_jansson(json_string(""));
}

static void test_json_text__the_ends_of_the_numbers(void **state)
{
    static const json_int_t whole[] = { 0, 1, -1, 9, 10, -10, INT64_MAX, INT64_MIN };
    static const double parts[] = { 0.5, -0.25, 8.759, 1e300, 1e-7, 100, 1.0 / 3 };

    (void)state;
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++)
        same_as_jansson(json_integer(whole[i]));
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        same_as_jansson(json_real(parts[i]));
}

static json_t *some_text(chance *luck)
{
    static const char letters[] = "abc\"\\/\n\t\x01\x1f\x7f xyz";
    char text[3000];
    const size_t size =
        chance_below(luck, chance_below(luck, 50) == 0 ? (unsigned)sizeof text : 30);

    for (size_t i = 0; i < size; i++)
        text[i] = letters[chance_below(luck, sizeof letters - 1)];
    return json_stringn(text, size);
}

static json_t *some_value(chance *luck, unsigned depth)
{
    const unsigned kind = chance_below(luck, depth < DEPTH_MAX ? 8 : 6);
    const unsigned count = chance_below(luck, 6);

    if (kind < 2)
        return kind ? json_true() : json_false();
    if (kind == 2)
        return json_null();
    if (kind == 3)
        return json_integer((json_int_t)chance_bits(luck));
    if (kind == 4)
        return json_real((double)chance_below(luck, 1000000) / 1000.0);
    if (kind == 5)
        return some_text(luck);
    json_t *all = kind == 6 ? json_array() : json_object();
    for (unsigned i = 0; i < count; i++) {
        char key[16];
        (void)snprintf(key, sizeof key, "k\"%u\n", chance_below(luck, 100));
        json_t *value = some_value(luck, depth + 1);
        assert_int_equal(kind == 6 ? json_array_append_new(all, value)
                                   : json_object_set_new(all, key, value),
                         0);
    }
    return all;
}

static void test_json_text__trees(void **state)
{
    chance luck = chance_begin(1);

    (void)state;
    for (unsigned i = 0; i < scaled(ROUNDS); i++)
        same_as_jansson(some_value(&luck, 0));
}

static void test_json_text__too_long_is_told(void **state)
{
    json_t *value = json_pack("[ss]", "0123456789", "0123456789");
    arb_buf out;

    (void)state;
    arb_buf_init(&out, NULL, 20);
    assert_int_not_equal(arb_json_text_write(&out, value), ARB_OK);
    assert_int_equal(arb_json_text_write(&out, NULL), ARB_NOMEM);
    arb_buf_clear(&out);
    json_decref(value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_text__every_byte_that_a_string_may_have),
        cmocka_unit_test(test_json_text__the_ends_of_the_numbers),
        cmocka_unit_test(test_json_text__trees),
        cmocka_unit_test(test_json_text__too_long_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
