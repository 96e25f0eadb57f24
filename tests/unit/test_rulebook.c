/* SPDX-License-Identifier: MIT */
/* The rulebooks of the editions, laid side by side as in the table of their differences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/edition.h"
#include "arbitro/event.h"

enum { MINUTE = 60000 };

/* One row of the table: what each edition says. */
#define ROW(field)                                                                                 \
    {                                                                                              \
        (int64_t) arb_fide_2001.field, (int64_t)arb_fide_2018.field, (int64_t)arb_fide_2023.field, \
            (int64_t)arb_edisu_2024.field                                                          \
    }

typedef struct row {
    const char *topic;
    int64_t wanted[4]; /* 2001, 2018, 2023, EDISU */
    int64_t found[4];
} row;

static void check(const row *rows, size_t count)
{
    unsigned wrong = 0;

    for (size_t i = 0; i < count; i++)
        for (int edition = 0; edition < 4; edition++)
            if (rows[i].wanted[edition] != rows[i].found[edition]) {
                print_error("%s, column %d: %lld, not %lld\n", rows[i].topic, edition + 1,
                            (long long)rows[i].found[edition], (long long)rows[i].wanted[edition]);
                wrong++;
            }
    assert_int_equal(wrong, 0);
}

static void test_rulebook__is_found_by_its_name(void **state)
{
    bool seen[ARB_EDITION_COUNT] = { false };
    size_t count = 0;

    (void)state;
    for (const arb_rulebook *book; (book = arb_rulebook_get(count)); count++) {
        assert_ptr_equal(arb_rulebook_find(book->name, strlen(book->name)), book);
        assert_true(strlen(book->prefix) > 0);
        assert_false(seen[book->edition]);
        seen[book->edition] = true;
    }
    assert_int_equal(count, ARB_EDITION_COUNT);
    assert_ptr_equal(arb_rulebook_get(0), &arb_fide_2023); /* the one in force comes first */
    assert_ptr_equal(arb_rulebook_find("fide-2023", 9), &arb_fide_2023);
    assert_ptr_equal(arb_rulebook_find("edisu-2024", 10), &arb_edisu_2024);
    assert_null(arb_rulebook_find("fide-202", 8));
    assert_null(arb_rulebook_find("fide-20233", 10));
    assert_null(arb_rulebook_find("", 0));
    assert_null(arb_rulebook_get(count));
    assert_null(arb_rulebook_get(SIZE_MAX));
}

/* Laws 4.3.3, 4.4, 4.4.4, 6.2.5, 5.1.2, 5.2.2, 5.2.3 */
static void test_rulebook__touching_and_the_end_of_the_game(void **state)
{
    const int64_t any_order = ARB_BOTH_ANY_ORDER;
    const row rows[] = {
        { "adjusting on one's own time", { 0, 1, 1, 0 }, ROW(adjust_on_own_clock) },
        { "pieces of both colours", { 0, 0, 0, any_order }, ROW(both_touched) },
        { "castling by touch", { 1, 1, 1, 0 }, ROW(castling_by_touch) },
        { "promotion by touch", { 0, 1, 1, 0 }, ROW(promotion_by_touch) },
        { "touch-move on request", { 1, 0, 0, 0 }, ROW(touch_on_claim_only) },
        { "touched pieces before mate", { 0, 1, 1, 0 }, ROW(touch_before_mate) },
        { "resigning may draw", { 0, 0, 1, 0 }, ROW(resigning_may_draw) },
        { "dead by material", { 0, 0, 0, 1 }, ROW(dead_by_material_only) },
        { "moves before a draw", { 0, 1, 1, 0 }, ROW(moves_before_draw) },
    };

    (void)state;
    check(rows, sizeof rows / sizeof *rows);
}

/* Laws 9.2 to 9.6 */
static void test_rulebook__draws_and_claims(void **state)
{
    const int64_t moves = ARB_IDENTITY_MOVES, placement = ARB_IDENTITY_PLACEMENT;
    const int64_t touch = ARB_CLAIM_LOST_BY_TOUCH, move = ARB_CLAIM_LOST_BY_MOVE;
    const row rows[] = {
        { "identity", { moves, moves, moves, placement }, ROW(identity) },
        { "threefold", { 3, 3, 3, 3 }, ROW(repetitions_claim) },
        { "fivefold", { 0, 5, 5, 0 }, ROW(repetitions_end) },
        { "fifty moves", { 50, 50, 50, 50 }, ROW(quiet_moves_claim) },
        { "75 moves", { 0, 75, 75, 0 }, ROW(quiet_moves_end) },
        { "the right to claim", { move, touch, touch, move }, ROW(claim_lost) },
        { "fifty with a move", { 1, 1, 1, 0 }, ROW(fifty_with_move) },
        { "procedure of a claim", { 1, 1, 1, 0 }, ROW(claim_procedure) },
        { "wrong claim", { 3 * MINUTE, 2 * MINUTE, 2 * MINUTE, 0 }, ROW(claim_bonus[0]) },
        { "wrong claim, rapid", { 3 * MINUTE, 2 * MINUTE, MINUTE, 0 }, ROW(claim_bonus[1]) },
        { "wrong claim, blitz", { 3 * MINUTE, MINUTE, MINUTE, 0 }, ROW(claim_bonus[2]) },
        { "it costs", { 1, 0, 0, 0 }, ROW(claim_costs_time) },
        { "down to", { MINUTE, 0, 0, 0 }, ROW(claim_cost_floor) },
    };

    (void)state;
    check(rows, sizeof rows / sizeof *rows);
}

/* Laws 6.2.1.2, 6.3.2, 6.7.1, 6.8, 6.9, 7.5.3, A.5.3, A.5.5 */
static void test_rulebook__the_clock(void **state)
{
    const row rows[] = {
        { "a clock", { 1, 1, 1, 0 }, ROW(has_clock) },
        { "lateness", { 1, 1, 1, 0 }, ROW(lateness_loses) },
        { "default time", { 60 * MINUTE, 0, 0, 0 }, ROW(default_time) },
        { "increment after the move", { 1, 0, 0, 0 }, ROW(increment_after) },
        { "delay saves nothing", { 1, 0, 0, 0 }, ROW(delay_saves_nothing) },
        { "silence of the arbiter", { 1, 0, 0, 0 }, ROW(flag_by_players_only) },
        { "own flag up", { 1, 0, 0, 0 }, ROW(flag_claim_with_own_up) },
        { "a flag may draw", { 1, 1, 1, 1 }, ROW(flag_may_draw) },
        { "the next move completes", { 0, 1, 1, 0 }, ROW(next_move_completes) },
        { "press without a move", { 0, 1, 1, 0 }, ROW(press_without_move_fault) },
    };

    (void)state;
    check(rows, sizeof rows / sizeof *rows);
}

/* Laws 7.3, 7.5, A.3, A.5.1, A.5.2, A.5.4 */
static void test_rulebook__irregularities(void **state)
{
    const int64_t warned = ARB_TWO_HANDS_WARNED, illegal = ARB_TWO_HANDS_ILLEGAL;
    const row rows[] = {
        { "illegal limit", { 3, 2, 2, 0 }, ROW(illegal_limit[0]) },
        { "illegal limit, rapid", { 3, 2, 2, 0 }, ROW(illegal_limit[1]) },
        { "illegal limit, blitz", { 3, 2, 2, 0 }, ROW(illegal_limit[2]) },
        { "compensation", { 2 * MINUTE, 2 * MINUTE, 2 * MINUTE, 0 }, ROW(illegal_bonus[0]) },
        { "compensation, rapid", { 2 * MINUTE, 2 * MINUTE, MINUTE, 0 }, ROW(illegal_bonus[1]) },
        { "compensation, blitz", { 2 * MINUTE, MINUTE, MINUTE, 0 }, ROW(illegal_bonus[2]) },
        { "the last one may draw", { 0, 1, 1, 0 }, ROW(illegal_may_draw) },
        { "a pawn becomes a queen", { 0, 1, 1, 0 }, ROW(unpromoted_becomes_queen) },
        { "a claim wins", { 0, 0, 0, 0 }, ROW(illegal_claim_wins[0]) },
        { "a claim wins, rapid", { 0, 0, 0, 0 }, ROW(illegal_claim_wins[1]) },
        { "a claim wins, blitz", { 1, 0, 0, 0 }, ROW(illegal_claim_wins[2]) },
        { "found until a touch", { ARB_FOUND_UNTIL_TOUCHED, 0, 0, 0 }, ROW(found_until) },
        { "corrected by agreement", { 0, 1, 1, 0 }, ROW(players_may_correct) },
        { "illegal positions", { 0, 1, 1, 0 }, ROW(illegal_position_draws) },
        { "two hands", { warned, illegal, illegal, ARB_TWO_HANDS_ALLOWED }, ROW(two_hands) },
        { "not identified", { 0, 0, 0, ARB_UNIDENTIFIED_ANNUL }, ROW(unidentified) },
        { "reversed colours", { 0, 10, 10, 0 }, ROW(reversed_colours_moves) },
        { "made is enough", { 1, 0, 0, 0 }, ROW(setup_claim_made) },
        { "wrong set-up", { 3, 10, 10, 0 }, ROW(setup_claim_moves) },
    };

    (void)state;
    check(rows, sizeof rows / sizeof *rows);
}

/* Laws 8.4, A.4.3, III.2 to III.5, 11.3.2.2, 12.9 */
static void test_rulebook__recording_quickplay_and_penalties(void **state)
{
    const int64_t all = (1 << ARB_PENALTY_COUNT) - 1;
    const int64_t old = all & ~(1 << ARB_PENALTY_FINE | 1 << ARB_PENALTY_EXCLUDE);
    const row rows[] = {
        { "recording", { 1, 1, 1, 0 }, ROW(recording_required) },
        { "under five minutes", { 5 * MINUTE, 5 * MINUTE, 5 * MINUTE, 0 }, ROW(recording_below) },
        { "for the rest of the period", { 0, 1, 1, 0 }, ROW(recording_free_period) },
        { "unless there is a bonus", { 30000, 30000, 30000, 0 }, ROW(recording_bonus_below) },
        { "requests for the record", { 0, 5, 5, 0 }, ROW(sheet_requests_granted) },
        { "quickplay without being asked", { 1, 0, 0, 0 }, ROW(quickplay_announced) },
        { "only on the move", { 0, 1, 1, 0 }, ROW(quickplay_on_move) },
        { "two minutes", { 2 * MINUTE, 2 * MINUTE, 2 * MINUTE, 0 }, ROW(quickplay_below) },
        { "two minutes more", { 2 * MINUTE, 2 * MINUTE, 2 * MINUTE, 0 }, ROW(quickplay_bonus) },
        { "five seconds", { 0, 5000, 5000, 0 }, ROW(quickplay_increment) },
        { "the claim is an offer", { 1, 0, 0, 0 }, ROW(quickplay_is_offer) },
        { "no appeal", { 1, 0, 0, 0 }, ROW(quickplay_final) },
        { "disrepute", { 0, 1, 1, 0 }, ROW(disrepute_penalised) },
        { "devices", { 0, 1, 1, 0 }, ROW(devices_lose) },
        { "penalties", { old, all, all, 0 }, ROW(penalties) },
    };

    (void)state;
    check(rows, sizeof rows / sizeof *rows);
}

/* Of 2018 only few differences from 2023 are known: no other field may drift away. */
static void test_rulebook__2018_is_2023_but_for_what_is_known(void **state)
{
    static const char *const known[] = { "resigning_may_draw", "claim_bonus", "illegal_bonus" };
    size_t differences = 0;

    (void)state;
    for (size_t i = 0; i < arb_edition_field_count(); i++) {
        const char *name = arb_edition_field_name(i);
        bool expected = false;
        for (size_t j = 0; j < sizeof known / sizeof *known; j++)
            expected |= strcmp(name, known[j]) == 0;
        if (arb_edition_field_is_same(i, &arb_fide_2018, &arb_fide_2023) == expected)
            fail_msg("%s", name);
        differences += expected;
    }
    assert_int_equal(differences, sizeof known / sizeof *known);
}

/* Laws A.1, B.1: where a category ends, to the millisecond. */
static void test_rulebook__the_category_follows_from_the_time(void **state)
{
    const arb_play blitz = ARB_PLAY_BLITZ, rapid = ARB_PLAY_RAPID, standard = ARB_PLAY_STANDARD;
    const struct {
        const char *control;
        arb_play in_2001, in_2023; /* and in 2018 */
    } rows[] = {
        { "180+2", blitz, blitz },
        { "300d3", blitz, blitz },
        { "300d6", blitz, rapid },
        { "540+1", blitz, blitz },
        { "600", blitz, blitz },
        { "600.001", blitz, rapid },
        { "600+1", blitz, rapid },
        { "899.999", blitz, rapid },
        { "840+1", rapid, rapid },
        { "900", rapid, rapid },
        { "1500+10", rapid, rapid },
        { "40/1200:600", rapid, rapid },
        { "3599.999", rapid, rapid },
        { "3540+1", rapid, standard },
        { "3600", rapid, standard },
        { "1800+30", rapid, standard },
        { "3600.001", standard, standard },
        { "none", standard, standard },
        { "40/5400:900", standard, standard },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        arb_time_control control;
        assert_int_equal(
            arb_time_control_read(&control, NULL, rows[i].control, strlen(rows[i].control)),
            ARB_OK);
        assert_int_equal(arb_rulebook_play(&arb_fide_2001, &control), rows[i].in_2001);
        assert_int_equal(arb_rulebook_play(&arb_fide_2018, &control), rows[i].in_2023);
        assert_int_equal(arb_rulebook_play(&arb_fide_2023, &control), rows[i].in_2023);
        assert_int_equal(arb_rulebook_play(&arb_edisu_2024, &control), standard);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rulebook__is_found_by_its_name),
        cmocka_unit_test(test_rulebook__touching_and_the_end_of_the_game),
        cmocka_unit_test(test_rulebook__draws_and_claims),
        cmocka_unit_test(test_rulebook__the_clock),
        cmocka_unit_test(test_rulebook__irregularities),
        cmocka_unit_test(test_rulebook__recording_quickplay_and_penalties),
        cmocka_unit_test(test_rulebook__2018_is_2023_but_for_what_is_known),
        cmocka_unit_test(test_rulebook__the_category_follows_from_the_time),
    };

    return cmocka_run_group_tests_name("rulebook", tests, NULL, NULL);
}
