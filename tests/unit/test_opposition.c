/* SPDX-License-Identifier: MIT */
/* Tattersall's numbers, the opposition of the kings, and the values of the pieces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/opposition.h"
#include "support/assertions.h"

/* The scheme as it is printed: the eighth rank first. */
static void test_opposition__numbers_of_the_scheme(void **state)
{
    static const char scheme[] = "12121212"
                                 "34343434"
                                 "12121212"
                                 "34343434"
                                 "12121212"
                                 "34343434"
                                 "12121212"
                                 "34343434";

    (void)state;
    for (unsigned rank = 0; rank < 8; rank++)
        for (unsigned file = 0; file < 8; file++)
            assert_int_equal(arb_tattersall(arb_square_at(file, rank)),
                             scheme[(7 - rank) * 8 + file] - '0');
    assert_int_equal(arb_tattersall(square_of("a1")), 3);
    assert_int_equal(arb_tattersall(square_of("h8")), 2);
}

static void test_opposition__kinds(void **state)
{
    static const struct {
        const char *one, *other;
        arb_opposition kind;
    } rows[] = {
        { "e4", "e6", ARB_OPPOSITION_FRONTAL },
        { "a1", "a3", ARB_OPPOSITION_FRONTAL },
        { "e4", "e8", ARB_OPPOSITION_DISTANT_FRONTAL },
        { "e2", "e8", ARB_OPPOSITION_DISTANT_FRONTAL },
        { "c5", "e5", ARB_OPPOSITION_LATERAL },
        { "a5", "e5", ARB_OPPOSITION_DISTANT_LATERAL },
        { "a5", "g5", ARB_OPPOSITION_DISTANT_LATERAL },
        { "d4", "f6", ARB_OPPOSITION_DIAGONAL },
        { "d4", "b6", ARB_OPPOSITION_DIAGONAL },
        { "a1", "e5", ARB_OPPOSITION_DISTANT_DIAGONAL },
        { "a1", "g7", ARB_OPPOSITION_DISTANT_DIAGONAL },
        { "h1", "d5", ARB_OPPOSITION_DISTANT_DIAGONAL },
        { "a1", "c5", ARB_OPPOSITION_RECTANGULAR },
        { "e1", "g7", ARB_OPPOSITION_RECTANGULAR },
        { "b2", "h6", ARB_OPPOSITION_RECTANGULAR },
        { "e4", "e5", ARB_OPPOSITION_NONE },
        { "e4", "e7", ARB_OPPOSITION_NONE },
        { "e4", "f6", ARB_OPPOSITION_NONE },
        { "d4", "g7", ARB_OPPOSITION_NONE },
        { "a1", "h8", ARB_OPPOSITION_NONE },
        { "e4", "e4", ARB_OPPOSITION_NONE },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const arb_square one = square_of(rows[i].one), other = square_of(rows[i].other);

        if (arb_opposition_of(one, other) != rows[i].kind)
            fail_msg("%s %s: %s", rows[i].one, rows[i].other,
                     arb_opposition_text(arb_opposition_of(one, other), ARB_LANG_EN));
    }
}

/* Equal numbers, differences that are even, corners of one colour: three ways to say the same. */
static void test_opposition__is_equal_numbers_everywhere(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 64 * 64; i++) {
        const arb_square one = (arb_square)(i / 64), other = (arb_square)(i % 64);
        const int files = (int)arb_square_file(one) - (int)arb_square_file(other);
        const int ranks = (int)arb_square_rank(one) - (int)arb_square_rank(other);
        const arb_opposition kind = arb_opposition_of(one, other);
        const bool stand = one != other && files % 2 == 0 && ranks % 2 == 0;

        assert_int_equal(kind != ARB_OPPOSITION_NONE, stand);
        assert_int_equal(arb_tattersall(one) == arb_tattersall(other), stand || one == other);
        assert_int_equal(arb_opposition_of(other, one), kind);
        if (stand)
            assert_int_equal(arb_square_is_light(one), arb_square_is_light(other));
        assert_int_equal(kind == ARB_OPPOSITION_RECTANGULAR,
                         stand && files != 0 && ranks != 0 && abs(files) != abs(ranks));
    }
}

static void test_opposition__every_kind_has_its_own_phrase(void **state)
{
    (void)state;
    for (unsigned lang = 0; lang < ARB_LANG_COUNT; lang++) {
        for (unsigned i = 0; i < ARB_OPPOSITION_COUNT; i++) {
            const char *text = arb_opposition_text((arb_opposition)i, (arb_lang)lang);

            assert_true(strlen(text) > 0);
            for (unsigned j = 0; j < i; j++)
                assert_string_not_equal(text,
                                        arb_opposition_text((arb_opposition)j, (arb_lang)lang));
        }
    }
}

static void test_opposition__values_of_the_pieces(void **state)
{
    (void)state;
    assert_int_equal(arb_role_value(ARB_QUEEN), 9);
    assert_int_equal(arb_role_value(ARB_ROOK), 5);
    assert_int_equal(arb_role_value(ARB_BISHOP), 3);
    assert_int_equal(arb_role_value(ARB_KNIGHT), 3);
    assert_int_equal(arb_role_value(ARB_PAWN), 1);
    assert_int_equal(arb_role_value(ARB_KING), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_opposition__numbers_of_the_scheme),
        cmocka_unit_test(test_opposition__kinds),
        cmocka_unit_test(test_opposition__is_equal_numbers_everywhere),
        cmocka_unit_test(test_opposition__every_kind_has_its_own_phrase),
        cmocka_unit_test(test_opposition__values_of_the_pieces),
    };
    return cmocka_run_group_tests_name("opposition", tests, NULL, NULL);
}
