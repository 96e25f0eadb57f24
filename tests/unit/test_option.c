/* SPDX-License-Identifier: MIT */
/* The options of an event, in and out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/regulations.h"

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
        { "quickplay", "yes", "yes" },
        { "quickplay", "no", "no" },
        { "arbiter", "absent", "absent" },
        { "electronics", "penalty", "penalty" },
        { "appeals", "no", "no" },
        { "leave-report", "yes", "yes" },
        { "device-in-bag", "yes", "yes" },
        { "draws", "automatic", "automatic" },
        { "fifty", "75 KRB-KR", "75 KRB-KR" },
        { "fifty", "100 KPQ-K  75 KNN-KP", "100 KQP-K 75 KNN-KP" },
        { "fifty", "none", "none" },
        { "colours", "lot 4294967295", "lot 4294967295" },
        { "colours", "given", "given" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        arb_regulations r;
        char text[64];
        const arb_option option = arb_option_find(rows[i][0], strlen(rows[i][0]));
        arb_regulations_init(&r, &arb_fide_2023);
        name(&r, rows[i][0], rows[i][1]);
        assert_int_equal(r.named, UINT64_C(1) << option);
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
    name(&r, "quickplay", "yes");
    assert_int_equal(r.quickplay, ARB_QUICKPLAY_YES);
    name(&r, "arbiter", "absent");
    assert_int_equal(r.arbiter, ARB_ARBITER_ABSENT);
    name(&r, "electronics", "penalty");
    assert_int_equal(r.electronics, ARB_ELECTRONICS_PENALTY);
    name(&r, "appeals", "no");
    assert_int_equal(r.appeals, ARB_APPEALS_NO);
    name(&r, "leave-report", "yes");
    assert_int_equal(r.leave_report, ARB_LEAVE_REPORT_YES);
    name(&r, "device-in-bag", "yes");
    assert_int_equal(r.device_in_bag, ARB_DEVICE_IN_BAG_YES);
    name(&r, "fifty", "75 KRB-KR");
    assert_int_equal(r.fifty.count, 1);
    assert_int_equal(r.fifty.limit[0].moves, 75);
    assert_int_equal(r.fifty.limit[0].side[0].count[ARB_BISHOP], 1);
    assert_int_equal(r.fifty.limit[0].side[1].count[ARB_BISHOP], 0);
    assert_int_equal(r.fifty.limit[0].side[1].count[ARB_ROOK], 1);
    name(&r, "colours", "lot 7");
    assert_true(r.colours.lot);
    assert_int_equal(r.colours.seed, 7);
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
        { "quickplay", "on" },
        { "arbiter", "none" },
        { "electronics", "loss penalty" },
        { "appeals", "" },
        { "leave-report", "maybe" },
        { "draws", "auto" },
        { "fifty", "" },
        { "fifty", "50 KRB-KR" },
        { "fifty", "1001 KRB-KR" },
        { "fifty", "75" },
        { "fifty", "75 KRB" },
        { "fifty", "75 KRB-" },
        { "fifty", "75 RB-KR" },
        { "fifty", "75 KRB-KR x" },
        { "fifty", "75 KRB-KRX" },
        { "fifty", "75 KK-K" },
        { "fifty", "75 KPPPPPPPPPPPPPPPP-K" },
        { "fifty", "none 75 KR-K" },
        { "fifty", "60 K-KP 60 K-KN 60 K-KB 60 K-KR 60 K-KQ 60 KP-KP 60 KN-KP 60 KB-KP 60 KR-KP" },
        { "colours", "" },
        { "colours", "lot" },
        { "colours", "lot x" },
        { "colours", "lot 4294967296" },
        { "colours", "lot 1 2" },
        { "colours", "given 1" },
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
    assert_int_equal(r.named, (UINT64_C(1) << ARB_OPTION_COUNT) - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_option__is_found_by_its_key),
        cmocka_unit_test(test_option__values_are_written_as_they_are_read),
        cmocka_unit_test(test_option__fields_have_their_meaning),
        cmocka_unit_test(test_option__other_values_change_nothing),
        cmocka_unit_test(test_option__what_is_got_can_be_set),
    };

    return cmocka_run_group_tests_name("option", tests, NULL, NULL);
}
