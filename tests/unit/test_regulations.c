/* SPDX-License-Identifier: MIT */
/* What follows from edition, time control and the options that were named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/regulations.h"

/* Regulations under `book` with these times; the second NULL when both are equal. */
static arb_regulations regulations_under(const arb_rulebook *book, const char *white,
                                         const char *black)
{
    arb_regulations r;

    arb_regulations_init(&r, book);
    assert_int_equal(arb_regulations_time(&r, NULL, ARB_COLOUR_COUNT, white, strlen(white)),
                     ARB_OK);
    if (black)
        assert_int_equal(arb_regulations_time(&r, NULL, ARB_BLACK, black, strlen(black)), ARB_OK);
    return r;
}

static arb_regulations regulations_of(const char *white, const char *black)
{
    return regulations_under(&arb_fide_2023, white, black);
}

static void name(arb_regulations *r, const char *key, const char *value)
{
    assert_int_equal(
        arb_regulations_set(r, arb_option_find(key, strlen(key)), value, strlen(value)), ARB_OK);
}

static void settle(arb_regulations *r)
{
    arb_option wrong = ARB_OPTION_COUNT;

    assert_int_equal(arb_regulations_settle(r, &wrong), ARB_OK);
    assert_int_equal(wrong, ARB_OPTION_COUNT);
}

/* Laws A.1, B.1 */
static void test_regulations__the_longer_of_two_times_decides(void **state)
{
    arb_regulations r = regulations_of("300", "900");

    (void)state;
    settle(&r);
    assert_int_equal(r.play, ARB_PLAY_RAPID);
    r = regulations_of("7200", "180");
    settle(&r);
    assert_int_equal(r.play, ARB_PLAY_STANDARD);
}

/* Laws A.4, A.5, B.2, B.3, A.6, B.5 */
static void test_regulations__supervision_and_detection_follow_from_the_category(void **state)
{
    arb_regulations r = regulations_of("5400+30", NULL);

    (void)state;
    settle(&r);
    assert_int_equal(r.supervision, ARB_SUPERVISION_FULL);
    assert_int_equal(r.detection, ARB_DETECTION_AUTOMATIC);
    r = regulations_of("180+2", NULL);
    settle(&r);
    assert_int_equal(r.supervision, ARB_SUPERVISION_LIMITED);
    assert_int_equal(r.detection, ARB_DETECTION_MANUAL);
    r = regulations_of("900+10", NULL);
    name(&r, "supervision", "full");
    settle(&r);
    assert_int_equal(r.detection, ARB_DETECTION_AUTOMATIC);
    name(&r, "detection", "manual");
    settle(&r);
    assert_int_equal(r.detection, ARB_DETECTION_MANUAL);
    r = regulations_of("7200", NULL);
    name(&r, "play", "blitz");
    settle(&r);
    assert_int_equal(r.play, ARB_PLAY_BLITZ);
    assert_int_equal(r.supervision, ARB_SUPERVISION_LIMITED);
}

/* Laws A.4, B.2 */
static void test_regulations__standard_play_is_fully_supervised(void **state)
{
    arb_regulations r = regulations_of("5400+30", NULL);
    arb_option wrong = ARB_OPTION_COUNT;

    (void)state;
    name(&r, "supervision", "limited");
    const arb_regulations before = r;
    assert_int_equal(arb_regulations_settle(&r, &wrong), ARB_STATE);
    assert_int_equal(wrong, ARB_OPTION_SUPERVISION);
    assert_memory_equal(&r, &before, sizeof r);
    assert_int_equal(arb_regulations_settle(&r, NULL), ARB_STATE);
    name(&r, "play", "rapid");
    settle(&r);
}

/* Laws 6.2.1 */
static void test_regulations__without_a_clock_a_move_is_completed_when_made(void **state)
{
    arb_regulations r = regulations_of("none", NULL);
    arb_option wrong = ARB_OPTION_COUNT;

    (void)state;
    assert_false(arb_regulations_timed(&r));
    settle(&r);
    assert_int_equal(r.completion, ARB_COMPLETION_MOVE);
    name(&r, "completion", "press");
    assert_int_equal(arb_regulations_settle(&r, &wrong), ARB_STATE);
    assert_int_equal(wrong, ARB_OPTION_COMPLETION);
    r = regulations_of("300", NULL);
    assert_true(arb_regulations_timed(&r));
    settle(&r);
    assert_int_equal(r.completion, ARB_COMPLETION_PRESS);
    name(&r, "completion", "move");
    settle(&r);
    assert_int_equal(r.completion, ARB_COMPLETION_MOVE);
}

/* Laws 6.7.1, 6.3.2, III.3 */
static void test_regulations__clock_and_default_time_follow_the_book(void **state)
{
    arb_regulations r;

    (void)state;
    arb_regulations_init(&r, &arb_fide_2001);
    name(&r, "freeze", "yes");
    settle(&r);
    assert_int_equal(r.default_time, 3600000);
    assert_true(r.clock.increment_after && r.clock.delay_saves_nothing && r.clock.freeze);
    name(&r, "default-time", "1800");
    settle(&r);
    assert_int_equal(r.default_time, 1800000);
    arb_regulations_init(&r, &arb_fide_2023);
    settle(&r);
    assert_int_equal(r.default_time, 0);
    assert_false(r.clock.increment_after || r.clock.delay_saves_nothing || r.clock.freeze);
}

/* Laws 4.3: in 2001 the arbiter of fast games acts on request alone, unless the event says so. */
static void test_regulations__touch_move_follows_from_edition_and_play(void **state)
{
    static const struct {
        const arb_rulebook *book;
        const char *control;
        int touch_move;
    } rows[] = {
        { &arb_fide_2001, "7200", ARB_TOUCH_MOVE_REFUSE },
        { &arb_fide_2001, "1500", ARB_TOUCH_MOVE_CLAIM },
        { &arb_fide_2001, "300", ARB_TOUCH_MOVE_CLAIM },
        { &arb_fide_2018, "1500", ARB_TOUCH_MOVE_REFUSE },
        { &arb_fide_2023, "300", ARB_TOUCH_MOVE_REFUSE },
        { &arb_edisu_2024, "none", ARB_TOUCH_MOVE_REFUSE },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        arb_regulations r = regulations_under(rows[i].book, rows[i].control, NULL);
        settle(&r);
        assert_int_equal(r.touch_move, rows[i].touch_move);
        name(&r, "touch-move", "refuse");
        settle(&r);
        assert_int_equal(r.touch_move, ARB_TOUCH_MOVE_REFUSE);
    }
}

/* Laws III.2.1, III.2.2: announced by the event, or, in 2001, by the Laws themselves. */
static void test_regulations__quickplay_follows_from_edition_and_control(void **state)
{
    static const struct {
        const arb_rulebook *book;
        const char *white, *black;
        int quickplay;
    } rows[] = {
        { &arb_fide_2001, "40/7200:3600", NULL, ARB_QUICKPLAY_YES },
        { &arb_fide_2001, "1500", NULL, ARB_QUICKPLAY_YES },
        { &arb_fide_2001, "40/7200:3600+30", NULL, ARB_QUICKPLAY_NO },
        { &arb_fide_2001, "7200", "7200d5", ARB_QUICKPLAY_NO },
        { &arb_fide_2001, "none", NULL, ARB_QUICKPLAY_NO },
        { &arb_fide_2018, "7200", NULL, ARB_QUICKPLAY_NO },
        { &arb_fide_2023, "7200", NULL, ARB_QUICKPLAY_NO },
        { &arb_edisu_2024, "7200", NULL, ARB_QUICKPLAY_NO },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        arb_regulations r = regulations_under(rows[i].book, rows[i].white, rows[i].black);
        settle(&r);
        assert_int_equal(r.quickplay, rows[i].quickplay);
        name(&r, "quickplay", rows[i].quickplay == ARB_QUICKPLAY_YES ? "no" : "yes");
        settle(&r);
        assert_int_not_equal(r.quickplay, rows[i].quickplay);
    }
}

/* Laws 6.8, A.5.5, 2001:B6: whether every flag is called at once. */
static void test_regulations__flags_are_called_where_the_arbiter_may(void **state)
{
    static const char *const controls[] = { "7200", "1500", "300" };

    (void)state;
    for (size_t b = 0; arb_rulebook_get(b); b++)
        for (size_t i = 0; i < 3; i++) {
            arb_regulations r = regulations_under(arb_rulebook_get(b), controls[i], NULL);
            settle(&r);
            assert_false(arb_flags_are_called(&r));
            name(&r, "flags", "automatic");
            settle(&r);
            const bool silent = arb_rulebook_get(b) == &arb_fide_2001 && i > 0;
            assert_int_equal(arb_flags_are_called(&r), !silent);
        }
}

/* Laws A.4.1, B.2.1 */
static void test_regulations__games_for_one_arbiter(void **state)
{
    static const struct {
        const arb_rulebook *book;
        const char *time, *supervision;
        unsigned games;
    } rows[] = {
        { &arb_fide_2023, "5400+30", "full", 0 },   { &arb_fide_2023, "900+10", "full", 3 },
        { &arb_fide_2023, "900+10", "limited", 0 }, { &arb_fide_2023, "180+2", "full", 1 },
        { &arb_fide_2023, "180+2", "limited", 0 },  { &arb_fide_2018, "900+10", "full", 3 },
        { &arb_fide_2018, "180+2", "full", 1 },     { &arb_fide_2001, "1800", "full", 0 },
    };
    static const unsigned needed[][3] = { { 0, 0, 0 }, { 1, 0, 1 }, { 3, 0, 1 }, { 4, 0, 2 },
                                          { 6, 0, 2 }, { 7, 0, 3 }, { 0, 1, 1 }, { 0, 5, 5 },
                                          { 3, 1, 2 }, { 1, 1, 2 } };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        arb_regulations r;
        arb_regulations_init(&r, rows[i].book);
        assert_int_equal(
            arb_regulations_time(&r, NULL, ARB_COLOUR_COUNT, rows[i].time, strlen(rows[i].time)),
            ARB_OK);
        name(&r, "supervision", rows[i].supervision);
        assert_int_equal(arb_regulations_settle(&r, NULL), ARB_OK);
        assert_int_equal(arb_regulations_per_arbiter(&r), rows[i].games);
    }
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        assert_int_equal(arb_arbiters_needed(needed[i][0], needed[i][1]), needed[i][2]);
}

/* Only EDISU leaves open how such draws come about (1, 12.3, 12.4). */
static void test_regulations__draws_left_open(void **state)
{
    static const char *const rows[][2] = { { "draws", "automatic" }, { "fifty", "75 KRB-KR" } };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        const arb_option option = arb_option_find(rows[i][0], strlen(rows[i][0]));
        arb_option wrong = ARB_OPTION_COUNT;
        arb_regulations r;
        arb_regulations_init(&r, &arb_fide_2023);
        name(&r, rows[i][0], rows[i][1]);
        assert_int_equal(arb_regulations_settle(&r, &wrong), ARB_STATE);
        assert_int_equal(wrong, option);
        assert_false(arb_option_applies(&r, option));
        arb_regulations_init(&r, &arb_edisu_2024);
        name(&r, rows[i][0], rows[i][1]);
        assert_int_equal(arb_regulations_settle(&r, &wrong), ARB_OK);
        assert_true(arb_option_applies(&r, option));
    }
}

/* Laws 6.3.1 */
static void test_regulations__periods_of_either_side_count(void **state)
{
    (void)state;
    arb_regulations r = regulations_of("5400+30", NULL);
    assert_false(arb_regulations_has_periods(&r));
    r = regulations_of("40/5400:900", NULL);
    assert_true(arb_regulations_has_periods(&r));
    r = regulations_of("5400", "1/5400:900");
    assert_true(arb_regulations_has_periods(&r));
    r = regulations_of("40/5400:900", "5400");
    assert_true(arb_regulations_has_periods(&r));
    arb_regulations_init(&r, &arb_fide_2023);
    assert_false(arb_regulations_has_periods(&r));
    assert_false(arb_regulations_timed(&r));
    assert_int_equal(arb_regulations_time(&r, NULL, ARB_BLACK, "600", 3), ARB_OK);
    assert_true(arb_regulations_timed(&r));
}

static bool applies(const char *control, const char *quickplay, arb_option option)
{
    arb_regulations r = regulations_of(control, NULL);

    name(&r, "quickplay", quickplay);
    settle(&r);
    return arb_option_applies(&r, option);
}

/* Laws III.2.1, III.2.2, III.6, A.4, B.2 */
static void test_regulations__options_apply_where_they_make_a_difference(void **state)
{
    (void)state;
    assert_true(applies("7200", "no", ARB_OPTION_QUICKPLAY));
    assert_true(applies("1500", "no", ARB_OPTION_QUICKPLAY));
    assert_false(applies("300", "no", ARB_OPTION_QUICKPLAY));
    assert_false(applies("7200+30", "no", ARB_OPTION_QUICKPLAY));
    assert_true(applies("7200", "yes", ARB_OPTION_ARBITER));
    assert_false(applies("7200", "no", ARB_OPTION_ARBITER));
    assert_false(applies("300", "yes", ARB_OPTION_ARBITER));
    assert_false(applies("7200", "no", ARB_OPTION_SUPERVISION));
    assert_true(applies("1500", "no", ARB_OPTION_SUPERVISION));
    assert_true(applies("7200", "no", ARB_OPTION_FREEZE));
    assert_true(applies("7200", "no", ARB_OPTION_POINTS));
    arb_regulations r = regulations_under(&arb_edisu_2024, "7200", NULL);
    settle(&r);
    assert_false(
        arb_regulations_may_be_quickplay(&r)); /* a quickplay finish has no threshold there */
    assert_false(arb_option_applies(&r, ARB_OPTION_ELECTRONICS));
    assert_false(arb_option_applies(&r, ARB_OPTION_SEALING)); /* nothing is sealed there (9.3) */
    arb_regulations_init(&r, &arb_fide_2023);
    settle(&r);
    assert_true(arb_option_applies(&r, ARB_OPTION_SEALING));
    static const arb_rulebook *const books[] = { &arb_fide_2023, &arb_fide_2018, &arb_fide_2001,
                                                 &arb_edisu_2024 };
    for (size_t i = 0; i < sizeof books / sizeof books[0]; i++) { /* 8.1.1.2 came in 2018 */
        arb_regulations sheets = regulations_under(books[i], "7200", NULL);
        arb_option wrong = ARB_OPTION_COUNT;
        name(&sheets, "scoresheet", "electronic");
        const bool taken = arb_regulations_settle(&sheets, &wrong) == ARB_OK;
        assert_int_equal(taken, i < 2);
        assert_int_equal(wrong, taken ? ARB_OPTION_COUNT : ARB_OPTION_SCORESHEET);
    }
    assert_false(arb_option_applies(&r, ARB_OPTION_FLAGS));
    assert_true(arb_option_applies(&r, ARB_OPTION_DETECTION));
    name(&r, "illegal-moves", "refuse");
    assert_false(arb_option_applies(&r, ARB_OPTION_DETECTION));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_regulations__the_longer_of_two_times_decides),
        cmocka_unit_test(test_regulations__supervision_and_detection_follow_from_the_category),
        cmocka_unit_test(test_regulations__games_for_one_arbiter),
        cmocka_unit_test(test_regulations__draws_left_open),
        cmocka_unit_test(test_regulations__standard_play_is_fully_supervised),
        cmocka_unit_test(test_regulations__without_a_clock_a_move_is_completed_when_made),
        cmocka_unit_test(test_regulations__clock_and_default_time_follow_the_book),
        cmocka_unit_test(test_regulations__touch_move_follows_from_edition_and_play),
        cmocka_unit_test(test_regulations__quickplay_follows_from_edition_and_control),
        cmocka_unit_test(test_regulations__flags_are_called_where_the_arbiter_may),
        cmocka_unit_test(test_regulations__periods_of_either_side_count),
        cmocka_unit_test(test_regulations__options_apply_where_they_make_a_difference),
    };

    return cmocka_run_group_tests_name("regulations", tests, NULL, NULL);
}
