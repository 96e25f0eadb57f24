/* SPDX-License-Identifier: MIT */
/* Rulebooks, options of an event, and what follows from edition and time control. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/regulations.h"

/* Regulations under the Laws of 2023 with these times; the second NULL when both are equal. */
static arb_regulations regulations_of(const char *white, const char *black)
{
    arb_regulations r;

    arb_regulations_init(&r, &arb_fide_2023);
    if (!black)
        black = white;
    assert_int_equal(arb_time_control_read(&r.clock.control[ARB_WHITE], NULL, white, strlen(white)),
                     ARB_OK);
    assert_int_equal(arb_time_control_read(&r.clock.control[ARB_BLACK], NULL, black, strlen(black)),
                     ARB_OK);
    return r;
}

static arb_err set(arb_regulations *r, const char *key, const char *value)
{
    const arb_option option = arb_option_find(key, strlen(key));

    assert_int_not_equal(option, ARB_OPTION_COUNT);
    return arb_regulations_set(r, option, value, strlen(value));
}

static void name(arb_regulations *r, const char *key, const char *value)
{
    assert_int_equal(set(r, key, value), ARB_OK);
}

static void settle(arb_regulations *r)
{
    arb_option wrong = ARB_OPTION_COUNT;

    assert_int_equal(arb_regulations_settle(r, &wrong), ARB_OK);
    assert_int_equal(wrong, ARB_OPTION_COUNT);
}

static void test_rulebook__is_found_by_its_name(void **state)
{
    size_t count = 0;

    (void)state;
    for (const arb_rulebook *book; (book = arb_rulebook_get(count)); count++) {
        assert_ptr_equal(arb_rulebook_find(book->name, strlen(book->name)), book);
        assert_true(strlen(book->in_force) == 10 && strlen(book->source) > 0);
    }
    assert_true(count >= 1);
    assert_ptr_equal(arb_rulebook_find("fide-2023", 9), &arb_fide_2023);
    assert_null(arb_rulebook_find("fide-202", 8));
    assert_null(arb_rulebook_find("fide-20233", 10));
    assert_null(arb_rulebook_find("", 0));
    assert_null(arb_rulebook_get(count));
    assert_null(arb_rulebook_get(SIZE_MAX));
}

/* Laws 7.5.5, 9.2, 9.3, 9.5.3, 9.6.1, 9.6.2, A.3: the numbers of 2023. */
static void test_rulebook__the_numbers_of_2023(void **state)
{
    const arb_rulebook *book = &arb_fide_2023;

    (void)state;
    for (int play = 0; play < ARB_PLAY_COUNT; play++) {
        const arb_ms bonus = play == ARB_PLAY_STANDARD ? 120000 : 60000;
        assert_int_equal(book->illegal_limit[play], 2);
        assert_int_equal(book->illegal_bonus[play], bonus);
        assert_int_equal(book->claim_bonus[play], bonus);
    }
    assert_int_equal(book->repetitions_claim, 3);
    assert_int_equal(book->repetitions_end, 5);
    assert_int_equal(book->quiet_moves_claim, 50);
    assert_int_equal(book->quiet_moves_end, 75);
    assert_int_equal(book->moves_before_draw, 1);
    assert_int_equal(book->reversed_colours_moves, 10);
    assert_int_equal(book->recording_below, 300000);
    assert_int_equal(book->recording_bonus_below, 30000);
}

/* Laws A.1, B.1 */
static void test_rulebook__the_category_follows_from_the_time(void **state)
{
    static const struct {
        const char *control;
        arb_play play;
    } rows[] = {
        { "600", ARB_PLAY_BLITZ },         { "540+1", ARB_PLAY_BLITZ },
        { "600.001", ARB_PLAY_RAPID },     { "600+1", ARB_PLAY_RAPID },
        { "1500+10", ARB_PLAY_RAPID },     { "3599.999", ARB_PLAY_RAPID },
        { "3540+1", ARB_PLAY_STANDARD },   { "3600", ARB_PLAY_STANDARD },
        { "1800+30", ARB_PLAY_STANDARD },  { "180+2", ARB_PLAY_BLITZ },
        { "300d3", ARB_PLAY_BLITZ },       { "300d6", ARB_PLAY_RAPID },
        { "none", ARB_PLAY_STANDARD },     { "40/5400+30:1800+30", ARB_PLAY_STANDARD },
        { "40/1200:600", ARB_PLAY_RAPID },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        arb_regulations r = regulations_of(rows[i].control, NULL);
        assert_int_equal(arb_rulebook_play(&arb_fide_2023, &r.clock.control[0]), rows[i].play);
        settle(&r);
        assert_int_equal(r.play, rows[i].play);
    }
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
    arb_rulebook book = arb_fide_2023;
    arb_regulations r;

    (void)state;
    book.default_time = 3600000;
    book.increment_after = book.delay_saves_nothing = true;
    arb_regulations_init(&r, &book);
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

static void test_option__is_found_by_its_key(void **state)
{
    (void)state;
    for (int i = 0; i < ARB_OPTION_COUNT; i++) {
        const char *key = arb_option_key((arb_option)i);
        assert_int_equal(arb_option_find(key, strlen(key)), i);
        assert_true(strlen(arb_option_values((arb_option)i)) > 0);
        assert_true(strlen(arb_option_articles((arb_option)i)) > 0);
    }
    assert_int_equal(arb_option_find("", 0), ARB_OPTION_COUNT);
    assert_int_equal(arb_option_find("touch", 5), ARB_OPTION_COUNT);
    assert_int_equal(arb_option_find("Play", 4), ARB_OPTION_COUNT);
}

/* Laws 4.8, 6.7, 6.8, 7.5, 9.1.1, 10.1: each option takes its values, and shows them again. */
static void test_option__values_are_written_as_they_are_read(void **state)
{
    static const char *const rows[][3] = {
        { "play", "standard", "standard" },
        { "play", "blitz", "blitz" },
        { "supervision", "limited", "limited" },
        { "detection", "manual", "manual" },
        { "touch-move", "claim", "claim" },
        { "flags", "automatic", "automatic" },
        { "freeze", "yes", "yes" },
        { "freeze", "no", "no" },
        { "default-time", "3600", "3600" },
        { "default-time", "0.500", "0.5" },
        { "absent", "white", "white" },
        { "absent", "black", "black" },
        { "absent", "both", "both" },
        { "absent", "none", "none" },
        { "draw-offers", "free", "free" },
        { "draw-offers", "never", "never" },
        { "draw-offers", "after:30", "after:30" },
        { "points", "1-½-0", "1-1/2-0" },
        { "points", "3-1-0", "3-1-0" },
        { "notation", "it", "it" },
        { "variant", "chess960", "chess960" },
        { "board", "written", "written" },
        { "illegal-moves", "refuse", "refuse" },
        { "completion", "move", "move" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        arb_regulations r;
        char text[32];
        const arb_option option = arb_option_find(rows[i][0], strlen(rows[i][0]));
        arb_regulations_init(&r, &arb_fide_2023);
        name(&r, rows[i][0], rows[i][1]);
        assert_int_equal(r.named, 1u << option);
        assert_int_equal(arb_regulations_get(text, sizeof text, &r, option), strlen(rows[i][2]));
        assert_string_equal(text, rows[i][2]);
        assert_int_equal(arb_regulations_get(text, 2, &r, option), strlen(rows[i][2]));
        assert_true(text[0] == rows[i][2][0] && text[1] == '\0');
    }
}

static void test_option__fields_have_their_meaning(void **state)
{
    arb_regulations r;

    (void)state;
    arb_regulations_init(&r, &arb_fide_2023);
    name(&r, "absent", "black");
    assert_int_equal(r.absent, 1u << ARB_BLACK);
    name(&r, "absent", "both");
    assert_int_equal(r.absent, 3);
    name(&r, "draw-offers", "after:30");
    assert_int_equal(r.draw_offers.kind, ARB_OFFERS_AFTER);
    assert_int_equal(r.draw_offers.moves, 30);
    name(&r, "draw-offers", "never");
    assert_int_equal(r.draw_offers.kind, ARB_OFFERS_NEVER);
    name(&r, "variant", "chess960");
    assert_int_equal(r.variant, ARB_CHESS960);
    name(&r, "play", "rapid");
    assert_int_equal(r.play, ARB_PLAY_RAPID);
    name(&r, "illegal-moves", "refuse");
    assert_int_equal(r.illegal_moves, ARB_ILLEGAL_REFUSE);
    name(&r, "board", "written");
    assert_int_equal(r.board, ARB_BOARD_WRITTEN);
    name(&r, "touch-move", "claim");
    assert_int_equal(r.touch_move, ARB_TOUCH_MOVE_CLAIM);
    name(&r, "flags", "automatic");
    assert_int_equal(r.flags, ARB_FLAGS_AUTOMATIC);
    name(&r, "notation", "de");
    assert_string_equal(r.language->code, "de");
}

static void test_option__other_values_change_nothing(void **state)
{
    static const char *const rows[][2] = {
        { "play", "" },
        { "play", "standard rapid" },
        { "play", "rap" },
        { "play", "Rapid" },
        { "play", " " },
        { "freeze", "on" },
        { "default-time", "" },
        { "default-time", "-1" },
        { "default-time", "1.2345" },
        { "default-time", "1h" },
        { "default-time", "9999999999999" },
        { "absent", "arbiter" },
        { "draw-offers", "after" },
        { "draw-offers", "after:" },
        { "draw-offers", "after:0" },
        { "draw-offers", "after:65536" },
        { "draw-offers", "after:3x" },
        { "points", "1-0" },
        { "notation", "xx" },
        { "notation", "" },
        { "board", "seen " },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        arb_regulations r;
        arb_regulations_init(&r, &arb_fide_2023);
        const arb_regulations before = r;
        assert_int_equal(set(&r, rows[i][0], rows[i][1]), ARB_SYNTAX);
        assert_memory_equal(&r, &before, sizeof r);
    }
}

/* Whatever is set can be got, and setting it again changes nothing. */
static void test_option__what_is_got_can_be_set(void **state)
{
    arb_regulations r;

    (void)state;
    arb_regulations_init(&r, &arb_fide_2023);
    for (int i = 0; i < ARB_OPTION_COUNT; i++) {
        char text[32], again[32];
        const size_t size = arb_regulations_get(text, sizeof text, &r, (arb_option)i);
        assert_int_equal(arb_regulations_set(&r, (arb_option)i, text, size), ARB_OK);
        assert_int_equal(arb_regulations_get(again, sizeof again, &r, (arb_option)i), size);
        assert_string_equal(text, again);
    }
    assert_int_equal(r.named, (1u << ARB_OPTION_COUNT) - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rulebook__is_found_by_its_name),
        cmocka_unit_test(test_rulebook__the_numbers_of_2023),
        cmocka_unit_test(test_rulebook__the_category_follows_from_the_time),
        cmocka_unit_test(test_regulations__the_longer_of_two_times_decides),
        cmocka_unit_test(test_regulations__supervision_and_detection_follow_from_the_category),
        cmocka_unit_test(test_regulations__standard_play_is_fully_supervised),
        cmocka_unit_test(test_regulations__without_a_clock_a_move_is_completed_when_made),
        cmocka_unit_test(test_regulations__clock_and_default_time_follow_the_book),
        cmocka_unit_test(test_option__is_found_by_its_key),
        cmocka_unit_test(test_option__values_are_written_as_they_are_read),
        cmocka_unit_test(test_option__fields_have_their_meaning),
        cmocka_unit_test(test_option__other_values_change_nothing),
        cmocka_unit_test(test_option__what_is_got_can_be_set),
    };

    return cmocka_run_group_tests_name("regulations", tests, NULL, NULL);
}
