/* SPDX-License-Identifier: MIT */
/* Results and points in and out (Laws, Article 10). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/result.h"
#include "support/random_positions.h"

static const arb_points usual = { { 2, 1, 0 } }, football = { { 6, 2, 0 } };

static arb_result result_of(const char *text)
{
    return arb_result_read(text, strlen(text));
}

static void test_result__every_result_is_read_as_it_is_written(void **state)
{
    (void)state;
    for (int i = 0; i < ARB_RESULT_COUNT; i++)
        assert_int_equal(result_of(arb_result_text((arb_result)i)), i);
    assert_string_equal(arb_result_text(ARB_RESULT_NONE), "*");
    assert_string_equal(arb_result_text(ARB_RESULT_WHITE_FORFEIT_WIN), "+/-");
    assert_string_equal(arb_result_points_text(ARB_RESULT_WHITE_FORFEIT_WIN), "1-0");
    assert_string_equal(arb_result_points_text(ARB_RESULT_BLACK_FORFEIT_WIN), "0-1");
    assert_string_equal(arb_result_points_text(ARB_RESULT_BOTH_FORFEIT), "0-0");
    assert_string_equal(arb_result_points_text(ARB_RESULT_BLACK_HALF), "0-1/2");
    assert_string_equal(arb_result_points_text(ARB_RESULT_VOID), "*");
    assert_string_equal(arb_result_points_text(ARB_RESULT_NONE), "*");
}

static void test_result__a_half_may_be_one_character(void **state)
{
    (void)state;
    assert_int_equal(result_of("½-½"), ARB_RESULT_DRAW);
    assert_int_equal(result_of("1/2-½"), ARB_RESULT_DRAW);
    assert_int_equal(result_of("½-0"), ARB_RESULT_WHITE_HALF);
    assert_int_equal(result_of("0-½"), ARB_RESULT_BLACK_HALF);
}

static void test_result__anything_else_is_none(void **state)
{
    static const char *const wrong[] = { "",         "1",       "1-1",   "1-0 ",
                                         " 1-0",     "1 - 0",   "VOID",  "1/2",
                                         "½-1",      "1-½",     "+/+",   "1/2-1/2-1/2-1/2-1/2",
                                         "½½½½½½½½", "0.5-0.5", "\xc2-0" };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(result_of(wrong[i]), ARB_RESULT_COUNT);
    assert_int_equal(arb_result_read("1-0\0", 4), ARB_RESULT_COUNT);
    assert_int_equal(arb_result_read(NULL, 0), ARB_RESULT_COUNT);
}

static void test_result__each_player_has_an_outcome(void **state)
{
    (void)state;
    assert_int_equal(arb_result_outcome(ARB_RESULT_WHITE_WINS, ARB_WHITE), ARB_OUTCOME_WIN);
    assert_int_equal(arb_result_outcome(ARB_RESULT_WHITE_WINS, ARB_BLACK), ARB_OUTCOME_LOSS);
    assert_int_equal(arb_result_outcome(ARB_RESULT_BLACK_HALF, ARB_WHITE), ARB_OUTCOME_LOSS);
    assert_int_equal(arb_result_outcome(ARB_RESULT_BLACK_HALF, ARB_BLACK), ARB_OUTCOME_DRAW);
    assert_int_equal(arb_result_outcome(ARB_RESULT_BOTH_FORFEIT, ARB_BLACK), ARB_OUTCOME_LOSS);
    assert_int_equal(arb_result_outcome(ARB_RESULT_NONE, ARB_WHITE), ARB_OUTCOME_NOTHING);
    assert_int_equal(arb_result_outcome(ARB_RESULT_VOID, ARB_BLACK), ARB_OUTCOME_NOTHING);
    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++) {
        const arb_result won = arb_result_win((arb_colour)colour);
        assert_int_equal(arb_result_outcome(won, (arb_colour)colour), ARB_OUTCOME_WIN);
        assert_true(arb_result_played(won));
    }
}

static void test_result__a_forfeit_was_not_played(void **state)
{
    (void)state;
    assert_true(arb_result_played(ARB_RESULT_DRAW));
    assert_true(arb_result_played(ARB_RESULT_BOTH_LOSE));
    assert_false(arb_result_played(ARB_RESULT_WHITE_FORFEIT_WIN));
    assert_false(arb_result_played(ARB_RESULT_BOTH_FORFEIT));
    assert_false(arb_result_played(ARB_RESULT_VOID));
}

/* Laws 10.2 */
static void test_result__scores_are_those_of_the_event_and_no_more_than_a_game_awards(void **state)
{
    (void)state;
    assert_int_equal(arb_points_maximum(&usual), 2);
    assert_int_equal(arb_points_maximum(&football), 6);
    for (int white = -2; white < 8; white++) {
        for (int black = -2; black < 8; black++) {
            const bool known = white >= 0 && white <= 2 && black >= 0 && black <= 2;
            assert_int_equal(arb_points_allowed(&usual, white, black), known && white + black <= 2);
        }
    }
    assert_true(arb_points_allowed(&football, 6, 0));
    assert_true(arb_points_allowed(&football, 2, 2));
    assert_true(arb_points_allowed(&football, 0, 2));
    assert_false(arb_points_allowed(&football, 6, 2));
    assert_false(arb_points_allowed(&football, 3, 3));
    assert_false(arb_points_allowed(&usual, ARB_SCORE_NONE, 0));
}

/* Laws 10.1 */
static void test_result__points_of_the_event_are_read(void **state)
{
    static const struct {
        const char *text;
        uint8_t half[3];
    } right[] = {
        { "1-1/2-0", { 2, 1, 0 } }, { "1-½-0", { 2, 1, 0 } },   { "1-0.5-0", { 2, 1, 0 } },
        { "3-1-0", { 6, 2, 0 } },   { "3-1.5-1", { 6, 3, 2 } }, { "1-1-0", { 2, 2, 0 } },
        { "2½-1-½", { 5, 2, 1 } },
    };

    (void)state;
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        arb_points points;
        assert_int_equal(arb_points_read(&points, right[i].text, strlen(right[i].text)), ARB_OK);
        assert_memory_equal(points.half, right[i].half, sizeof points.half);
    }
}

static void test_result__points_without_sense_are_refused(void **state)
{
    static const char *const wrong[] = { "",       "1",       "1-0",     "1-1/2-0-0", "1-2-0",
                                         "0-0-0",  "1-0-1",   "1--0",    "1-1/3-0",   "x",
                                         "-1-0-0", "1-½-0 ",  "128-1-0", "1-1/2- 0",  "1-0,5-0",
                                         "1-.5-0", "1-1/2-0x" };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        arb_points points = { { 9, 8, 7 } };
        assert_int_equal(arb_points_read(&points, wrong[i], strlen(wrong[i])), ARB_SYNTAX);
        assert_int_equal(points.half[0] + points.half[1] + points.half[2], 24);
    }
}

static void test_result__every_score_is_read_as_it_is_written(void **state)
{
    char text[8];
    int half;

    (void)state;
    for (int i = 0; i <= 255; i++) {
        const size_t size = arb_score_write(text, sizeof text, i);
        assert_int_equal(arb_score_read(&half, text, size), ARB_OK);
        assert_int_equal(half, i);
    }
    assert_int_equal(arb_score_write(text, sizeof text, 1), 3);
    assert_string_equal(text, "1/2");
    arb_score_write(text, sizeof text, 5);
    assert_string_equal(text, "2.5");
    arb_score_write(text, sizeof text, ARB_SCORE_NONE);
    assert_string_equal(text, "-");
    assert_int_equal(arb_score_write(text, 2, 1), 3);
    assert_string_equal(text, "1");
}

static void test_result__scores_are_read_in_several_spellings(void **state)
{
    static const struct {
        const char *text;
        int half;
    } right[] = { { "0", 0 }, { "½", 1 }, { "1/2", 1 }, { "0.5", 1 }, { "1.0", 2 }, { "1½", 3 } };
    static const char *const wrong[] = { "",    "-",  "-1", "1/4", "0.25",
                                         "0,5", ".5", "1 ", "½½",  "200" };

    (void)state;
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        int half = -9;
        assert_int_equal(arb_score_read(&half, right[i].text, strlen(right[i].text)), ARB_OK);
        assert_int_equal(half, right[i].half);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        int half = -9;
        assert_int_equal(arb_score_read(&half, wrong[i], strlen(wrong[i])), ARB_SYNTAX);
        assert_int_equal(half, -9);
    }
}

/* Random texts of the characters that results and points are made of. */
static void test_result__random_texts_do_no_harm(void **state)
{
    static const char alphabet[] = "0125/-.+*void \xc2\xbd";
    chance luck = chance_begin(101);

    (void)state;
    for (unsigned i = 0; i < scaled(100000); i++) {
        char text[24];
        arb_points points = usual;
        int half = 0;
        const size_t size = chance_below(&luck, sizeof text);
        for (size_t j = 0; j < size; j++)
            text[j] = alphabet[chance_below(&luck, sizeof alphabet - 1)];
        const arb_result result = arb_result_read(text, size);
        assert_true(result <= ARB_RESULT_COUNT);
        if (arb_points_read(&points, text, size) == ARB_OK)
            assert_true(points.half[0] >= points.half[1] && points.half[1] >= points.half[2]);
        if (arb_score_read(&half, text, size) == ARB_OK)
            assert_in_range(half, 0, 255);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_result__every_result_is_read_as_it_is_written),
        cmocka_unit_test(test_result__a_half_may_be_one_character),
        cmocka_unit_test(test_result__anything_else_is_none),
        cmocka_unit_test(test_result__each_player_has_an_outcome),
        cmocka_unit_test(test_result__a_forfeit_was_not_played),
        cmocka_unit_test(test_result__scores_are_those_of_the_event_and_no_more_than_a_game_awards),
        cmocka_unit_test(test_result__points_of_the_event_are_read),
        cmocka_unit_test(test_result__points_without_sense_are_refused),
        cmocka_unit_test(test_result__every_score_is_read_as_it_is_written),
        cmocka_unit_test(test_result__scores_are_read_in_several_spellings),
        cmocka_unit_test(test_result__random_texts_do_no_harm),
    };

    return cmocka_run_group_tests_name("result", tests, NULL, NULL);
}
