/* SPDX-License-Identifier: MIT */
/* Problems that visitors let the hall solve: what is told of them, and that what is told can be
 * played through. */
#define _GNU_SOURCE
#include "support/hall/fixture.h"
#include "support/hall/problems.h"

static void test_problems__a_block_is_told_in_all_its_phases(void **state)
{
    (void)state;
    told t = problem_solve(&h, PROBLEM_ASK("#2", PROBLEM_BLOCK));
    assert_string_equal(told_verdict(&t), "sound");
    assert_string_equal(text_at(t.solution, "text.it"), "corretto");
    assert_string_equal(text_at(t.solution, "manner.en"), "complete block");
    assert_string_equal(text_at(t.solution, "size.it"), "miniatura");
    assert_string_equal(text_at(t.solution, "fen"), PROBLEM_BLOCK " w - - 0 1");
    assert_string_equal(text_at(t.solution, "turn"), "white");
    assert_true(json_is_true(at(t.solution, "usual")));
    assert_true(json_is_null(at(t.solution, "limit")));
    assert_int_equal(number_at(t.solution, "keys"), 1);
    json_t *key = told_node(&t, "key", "h4");
    assert_non_null(key);
    assert_true(json_is_true(at(key, "zugzwang")));
    assert_string_equal(text_at(key, "squares.h4"), "P");
    assert_string_equal(text_at(key, "squares.h3"), "");
    assert_non_null(told_node(&t, "try", "Nb3+"));
    assert_non_null(told_node(&t, "refutation", "Nxb3"));
    assert_non_null(told_node(&t, "set", NULL));
    assert_non_null(told_node(&t, "continuation", "Nxb3#"));
    assert_int_equal(told_count(&t, "defence"), 6);
    assert_true(json_is_false(at(t.end, "cut")));
    assert_string_equal(json_string_value(at(t.end, "themes")), "whole");
    told_clear(&t);
}

static void test_problems__tries_and_set_play_are_told_when_they_are_wanted(void **state)
{
    (void)state;
    told t = problem_solve(&h, "{\"stipulation\":\"#3\",\"position\":\"" PROBLEM_BLOCK "\"}");
    assert_int_equal(told_count(&t, "try") + told_count(&t, "set"), 0);
    told_clear(&t);
}

/* What leaves a threat standing is counted, and not told; but the try Nxf8 threatens twice, and
 * three moves leave one of the two. */
static void test_problems__replies_are_counted(void **state)
{
    (void)state;
    told t =
        problem_solve(&h, PROBLEM_ASK("#2", "5r2/2P1p3/1K1k2N1/1bN1p1p1/2P1P1pB/6PB/5P2/5r1R"));
    assert_int_equal(number_at(told_node(&t, "key", "f4"), "replies"), 26);
    assert_int_equal(told_count(&t, "reply"), 3);
    assert_non_null(told_node(&t, "reply", "Bc6"));
    assert_non_null(told_node(&t, "reply", "e6"));
    assert_non_null(told_node(&t, "reply", "Bd7"));
    assert_non_null(told_node(&t, "threat", "fxe5#"));
    told_clear(&t);
}

/* Every verdict, and every state of a position. */
static void test_problems__every_verdict_is_told(void **state)
{
    static const struct {
        const char *body, *verdict;
        bool is_faulty, cannot_arise;
    } rows[] = {
        { PROBLEM_ASK("#2", "8/8/8/N7/8/8/p1K4P/k1n5"), "cooked", false, false },
        { PROBLEM_ASK("#2", "8/8/8/N7/8/8/p1K5/k1n5"), "insoluble", false, false },
        { PROBLEM_ASK("#2", "8/8/8/N7/8/7P/p1K5/k7"), "short", false, false },
        { PROBLEM_ASK("#2", "k7/8/K7/8/8/8/8/8 b"), "insoluble", false, false },
        { PROBLEM_ASK("#2", "7k/5Q2/6K1/8/8/8/8/8 b"), "ended", false, false },
        { PROBLEM_ASK("#2", "8/8/8/N7/8/7P/p1K5/1kn5"), "illegal", true, false },
        { PROBLEM_ASK("#2", "8/8/8/8/8/8/8/8"), "illegal", true, false },
        { PROBLEM_ASK("#2", "KQ6/8/8/8/8/8/8/8"), "illegal", true, false },
        { PROBLEM_ASK("#1", "rnbqkbnr/pppppppp/8/8/P7/P7/P2PPPPP/RNBQKBNR"), "insoluble", false,
          true },
        { PROBLEM_ASK("h#2", "7k/8/6K1/8/8/8/8/R7"), "short", false, false },
        { PROBLEM_ASK("h#3", "8/4N3/2p1kB2/3b4/5P2/2K5/8/8"), "sound", false, false },
        { PROBLEM_ASK("s#2", "8/8/8/8/8/5k2/8/4K2R"), "insoluble", false, false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        told t = problem_solve(&h, rows[i].body);
        if (strcmp(told_verdict(&t), rows[i].verdict) != 0)
            fail_msg("%s: %s", rows[i].body, told_verdict(&t));
        assert_int_equal(json_array_size(at(t.solution, "faults")) > 0, rows[i].is_faulty);
        assert_int_equal(json_is_object(at(t.solution, "cannot_arise")), rows[i].cannot_arise);
        assert_non_null(t.end);
        told_clear(&t);
    }
}

static void test_problems__what_cannot_be_read_is_told_where(void **state)
{
    static const struct {
        const char *body, *error, *field;
        bool has_place;
    } rows[] = {
        { "", "not-json", NULL, false },
        { "[]", "not-json", NULL, false },
        { "{}", "field", "stipulation", false },
        { "{\"stipulation\":\"#2\"}", "field", "position", false },
        { "{\"stipulation\":2,\"position\":\"" PROBLEM_BLOCK "\"}", "field", "stipulation", false },
        { PROBLEM_ASK("#2.5", PROBLEM_BLOCK), "problem", "stipulation", true },
        { PROBLEM_ASK("", PROBLEM_BLOCK), "problem", "stipulation", true },
        { PROBLEM_ASK("#100", PROBLEM_BLOCK), "problem", "stipulation", true },
        { PROBLEM_ASK("#2", "8/8/8/N7/8/7P/p1K5"), "problem", "position", true },
        { PROBLEM_ASK("#2", ""), "problem", "position", true },
        { PROBLEM_ASK("#2", "8/8/8/8/8/8/8/8 x"), "problem", "position", true },
        { "{\"stipulation\":\"#2\",\"position\":\"" PROBLEM_BLOCK "\",\"set\":1}", "field", "set",
          false },
        { "{\"stipulation\":\"#2\",\"position\":\"" PROBLEM_BLOCK "\",\"tries\":\"\"}", "field",
          "tries", false },
    };
    char wide[600] = "{\"stipulation\":\"#2\",\"position\":\"";

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        json_t *answer = NULL;
        assert_int_equal(hall_ask(&answer, &h, "POST", "/api/solve", NULL, rows[i].body), 400);
        assert_string_equal(text_at(answer, "error"), rows[i].error);
        if (rows[i].field)
            assert_string_equal(text_at(answer, "field"), rows[i].field);
        assert_int_equal(json_is_string(at(answer, "expected.it")), rows[i].has_place);
        assert_int_equal(number_at(answer, "column") > 0, rows[i].has_place);
        json_decref(answer);
    }
    memset(wide + strlen(wide), '8', 300);
    (void)snprintf(wide + strlen(wide), 4, "\"}");
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/solve", NULL, wide), 400);
    assert_int_equal(hall_metric(&h, "problems_waiting"), 0);
}

static void test_problems__what_is_told_can_be_played_through(void **state)
{
    static const char *const bodies[] = {
        PROBLEM_ASK("#2", PROBLEM_BLOCK),
        PROBLEM_ASK("#2", "5r2/2P1p3/1K1k2N1/1bN1p1p1/2P1P1pB/6PB/5P2/5r1R"),
        PROBLEM_ASK("#2", "8/Q7/8/8/8/8/8/2k1K2R"),
        /* themes shown with replies that leave a threat */
        PROBLEM_ASK("#2", "3K4/5kp1/5N1B/3N4/6Q1/8/8/8"),
        PROBLEM_ASK("#2", "1K6/3kp3/R2N4/8/8/2B1Q3/8/8"),
        PROBLEM_ASK("#2", "1K3N1k/2Q5/7P/7B/8/8/8/1b4r1"),
        PROBLEM_ASK("#3", "3b4/8/8/8/1p1P1p1p/5P1p/8/RRBNK1k1"),
        PROBLEM_ASK("#3", "2K5/7R/B7/k7/p7/n7/2N5/1R6"),
        PROBLEM_ASK("h#3*", "8/4N3/2p1kB2/3b4/5P2/2K5/8/8"),
        PROBLEM_ASK("h#2.5", "8/4N3/2p1kB2/3b4/5P2/2K5/8/8"),
        PROBLEM_ASK("h=2", "8/8/8/8/8/p1k5/8/K7"),
        PROBLEM_ASK("s#2", "8/8/8/8/1p6/kP6/p1K5/R7"),
        PROBLEM_ASK("=2", "7k/5K2/8/8/8/8/8/6Q1"),
    };

    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        told t = problem_solve(&h, bodies[i]);
        told_assert_playable(&t);
        told_assert_themes(&t);
        told_clear(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_problems__a_block_is_told_in_all_its_phases, fixture_hall),
        FIXTURE_TEST(test_problems__tries_and_set_play_are_told_when_they_are_wanted, fixture_hall),
        FIXTURE_TEST(test_problems__replies_are_counted, fixture_hall),
        FIXTURE_TEST(test_problems__every_verdict_is_told, fixture_hall),
        FIXTURE_TEST(test_problems__what_cannot_be_read_is_told_where, fixture_hall),
        FIXTURE_TEST(test_problems__what_is_told_can_be_played_through, fixture_hall),
    };

    return cmocka_run_group_tests_name("problems", tests, NULL, NULL);
}
