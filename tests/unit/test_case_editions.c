/* SPDX-License-Identifier: MIT */
/* Cases of several editions: what their headers mean, how they are written, whose numbers count. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "game/game.h"
#include "support/case_game.h"

static void assert_unmet(const case_game *it, const char *expectation)
{
    char found[512];

    if (case_game_meets(found, it, expectation))
        fail_msg("%s is met", expectation);
}

/* Laws A.1, 6.3.1: the edition is known before its line is read, and gives what is not named. */
static void test_case_editions__the_edition_may_stand_last(void **state)
{
    static const struct {
        const char *header, *book;
        arb_play play;
        bool timed;
    } rows[] = {
        { "time 3600\n", "fide-2023", ARB_PLAY_STANDARD, true },
        { "time 3600\nedition fide-2018\n", "fide-2018", ARB_PLAY_STANDARD, true },
        { "time 3600\noption points 3-1-0\nedition fide-2001\n", "fide-2001", ARB_PLAY_RAPID,
          true },
        { "edition fide-2001\n", "fide-2001", ARB_PLAY_STANDARD, true },
        { "edition edisu-2024\n", "edisu-2024", ARB_PLAY_STANDARD, false },
        { "time 300\nedition edisu-2024\n", "edisu-2024", ARB_PLAY_STANDARD, true },
        { "time 300\noption play blitz\nedition edisu-2024\n", "edisu-2024", ARB_PLAY_BLITZ, true },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[256];
        snprintf(text, sizeof text, "case a\n%s", rows[i].header);
        case_game it = case_game_of(text);
        const arb_regulations *regulations = arb_game_regulations(it.game);
        assert_string_equal(regulations->book->name, rows[i].book);
        assert_int_equal(regulations->play, rows[i].play);
        assert_int_equal(arb_regulations_timed(regulations), rows[i].timed);
        case_game_free(&it);
    }
}

/* Laws A.4.3: what happened before the first event counts. */
static void test_case_editions__requests_of_the_past_are_given(void **state)
{
    case_game it = case_game_of("case a\ntime 900+10\noption supervision full\n"
                                "given sheet-requests white 4\n0 arbiter start\n"
                                "+1 white request sheet\n");

    (void)state;
    case_game_assert_met(&it, "ruling A.4.3");
    assert_unmet(&it, "warning white");
    case_game_event(&it, "+1 white request sheet");
    case_game_assert_met(&it, "warning white");
    assert_int_equal(arb_game_state(it.game)->sheet_requests[ARB_WHITE], 6);
    assert_int_equal(arb_game_state(it.game)->sheet_requests[ARB_BLACK], 0);
    case_game_free(&it);
}

static const char rapid[] =
    "case      a\nedition   fide-2018\ntime      900+10\noption    supervision full\n"
    "option    electronics penalty\noption    appeals no\n"
    "given     sheet-requests white 2\ngiven     sheet-requests black 255\n\n"
    "0:00:00 arbiter start\n0:00:01 black leave venue\n0:00:02 arbiter allow leave black\n"
    "0:00:03 white request sheet\n0:00:04 white ask A.4.3\n0:00:05 white appeal no reason\n"
    "0:00:06 spectator report a telephone\n0:00:07 spectator enter\n0:00:08 arbiter device white\n"
    "0:00:09 black return\n0:00:10 white resign\n0:00:11 black sign 0-1\n";

static const char hurried[] =
    "case      a\nedition   fide-2001\ntime      100\noption    play standard\n"
    "option    arbiter absent\n\n"
    "0:00:00 arbiter start\n0:00:05 white claim cannot-win\n0:00:06 arbiter decide defer 0:01:00\n"
    "0:00:07 black request count\n0:00:08 arbiter decide reject\n";

static const char watched[] =
    "case      a\nedition   fide-2023\ntime      180+2\n"
    "position  P3k2r/4R3/8/8/8/8/4r3/p3K2R b - - 0 40\n\n"
    "0:00:00 arbiter start\n0:00:01 arbiter observe both-checked\n"
    "0:00:02 arbiter observe last-rank-pawn\n0:00:03 black agree correct\n"
    "0:00:04 black request increment\n0:00:05 black claim no-effort\n0:00:06 black play h8h7\n";

static const char students[] =
    "case      a\nedition   edisu-2024\ntime      none\noption    quickplay yes\n\n"
    "0:00:00 arbiter start\n0:00:01 white move e2e5\n0:00:02 arbiter restore unknown\n";

static void test_case_editions__what_is_written_reads_back(void **state)
{
    static const char *const games[] = { rapid, hurried, watched, students };

    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        case_game it = case_game_of(games[i]);
        arb_buf text;
        arb_buf_init(&text, NULL, 1 << 20);
        assert_int_equal(arb_case_write(&text, "a", it.game), ARB_OK);
        assert_string_equal(arb_buf_text(&text), games[i]);
        arb_buf_clear(&text);
        case_game_free(&it);
    }
}

/* An article is named by its number of 2023, by that of the edition, or with the edition before. */
static void test_case_editions__articles_by_their_own_numbers(void **state)
{
    case_game it = case_game_of("case a\nedition fide-2001\ntime 7200\n0 arbiter start\n"
                                "+1 white move e2e5\n+1 white press\n");

    (void)state;
    case_game_assert_met(&it, "ruling 7.5.5");
    case_game_assert_met(&it, "ruling 7.4b");
    case_game_assert_met(&it, "ruling 2001:7.4b");
    case_game_assert_met(&it, "ruling 7.4");
    assert_unmet(&it, "ruling 7.2");
    assert_unmet(&it, "ruling edisu:9.1");
    case_game_free(&it);
    it = case_game_of("case a\nedition fide-2001\ntime 300\n0 arbiter start\n+1 white move e2e5\n"
                      "+1 white press\n+1 black claim illegal\n");
    case_game_assert_met(&it, "result 0-1 2001:C3");
    case_game_assert_met(&it, "result 0-1 C3");
    case_game_free(&it);
    it = case_game_of("case a\nedition edisu-2024\n0 arbiter start\n+1 white move e2e5\n");
    case_game_assert_met(&it, "ruling edisu:9.1");
    case_game_assert_met(&it, "illegal white 0");
    case_game_free(&it);
}

/* Laws III.4, III.5, 11.2.3: what waits for the arbiter has a word of its own. */
static void test_case_editions__what_waits_has_its_word(void **state)
{
    case_game it = case_game_of("case a\ntime 100\noption play standard\noption quickplay yes\n"
                                "0 arbiter start\n+1 black leave venue\n");

    (void)state;
    case_game_assert_met(&it, "pending consent");
    case_game_event(&it, "+1 white request increment");
    case_game_assert_met(&it, "pending increment");
    case_game_assert_met(&it, "phase claim");
    case_game_event(&it, "+1 black decline");
    case_game_event(&it, "+1 arbiter decide reject");
    case_game_assert_met(&it, "pending consent");
    case_game_event(&it, "+1 arbiter deny leave");
    case_game_assert_met(&it, "pending none");
    case_game_event(&it, "+1 white claim no-effort");
    case_game_assert_met(&it, "pending quickplay");
    case_game_free(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_case_editions__the_edition_may_stand_last),
        cmocka_unit_test(test_case_editions__requests_of_the_past_are_given),
        cmocka_unit_test(test_case_editions__what_is_written_reads_back),
        cmocka_unit_test(test_case_editions__articles_by_their_own_numbers),
        cmocka_unit_test(test_case_editions__what_waits_has_its_word),
    };

    return cmocka_run_group_tests_name("case editions", tests, NULL, NULL);
}
