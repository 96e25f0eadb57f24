/* SPDX-License-Identifier: MIT */
/* Questions that pages ask a state: what waits, what stands on the board, which flags are down. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/case_game.h"

#define FINISH                                                                                     \
    "case x\ntime 3600\noption quickplay yes\nposition 8/8/4k3/3r4/8/8/4K2R/8 w - - 10 70\n"       \
    "given clock white 100\ngiven clock black 300\n0:00 arbiter start\n"

/* What waits after the game of this case: "quickplay white, leave black". */
static void assert_waits(const char *game, const char *expected)
{
    static const char *const players[] = { "white", "black", "nobody" };
    case_game it = case_game_of(game);
    arb_wait waits[ARB_WAITS_MAX];
    char found[256] = "";
    size_t used = 0;
    const size_t count = arb_state_waits(waits, arb_game_state(it.game));

    for (size_t i = 0; i < count; i++)
        used += (size_t)snprintf(found + used, sizeof found - used, "%s%s %s", i > 0 ? ", " : "",
                                 arb_wait_word(waits[i].kind), players[waits[i].player]);
    assert_string_equal(found, expected);
    case_game_free(&it);
}

/* Laws III.4, III.5, III.5.2, 9.1.1, 11.2.3 */
static void test_state__tells_all_that_waits(void **state)
{
    (void)state;
    assert_waits("case x\n0:00 arbiter start\n", "");
    assert_waits(FINISH "+9 white claim cannot-win", "quickplay white");
    assert_waits(FINISH "+9 white request increment", "increment white");
    assert_waits(FINISH "+9 white claim cannot-win\n+9 arbiter decide defer", "deferred white");
    assert_waits(FINISH "+9 white claim cannot-win\n+9 arbiter decide reject", "");
    assert_waits(FINISH "+9 black leave area\n+1 white claim cannot-win", "quickplay white");
    assert_waits("case x\n0:00 arbiter start\n+9 white leave area", "leave white");
    assert_waits("case x\n0:00 arbiter start\n+9 black leave venue", "leave black");
    assert_waits("case x\n0:00 arbiter start\n+9 white leave area\n+9 black leave venue\n"
                 "+9 spectator enter",
                 "leave white, leave black, enter nobody");
    assert_waits("case x\n0:00 arbiter start\n+9 white leave area\n+9 arbiter award 1-0", "");
    assert_waits("case x\noption draw-offers never\n0:00 arbiter start\n+9 white move e4\n"
                 "+0 white offer\n+0 white press",
                 "draw white");
    assert_waits("case x\noption draw-offers free\n0:00 arbiter start\n+9 white move e4\n"
                 "+0 white offer\n+0 white press",
                 "");
    assert_waits("case x\noption draw-offers never\n0:00 arbiter start\n+9 white move e4\n"
                 "+0 white offer\n+0 white press\n+1 arbiter allow draw",
                 "");
    assert_waits("case x\n0:00 arbiter start\n+9 arbiter award 1-0\n+9 black appeal why",
                 "appeal black");
    assert_waits("case x\n0:00 arbiter start\n+9 black appeal why\n+9 white appeal no",
                 "appeal black, appeal white");
}

/* Laws 7.5.1: an illegal move stands on the board until it is completed. */
static void test_state__an_illegal_move_stands_as_it_was_made(void **state)
{
    int64_t clocks[2] = { 7, 7 };
    arb_hand hand;

    (void)state;
    case_game it = case_game_of("case x\ntime 600\n0:00 arbiter start\n+9 white move e2e5");
    assert_true(arb_state_displacement(&hand, clocks, arb_game_state(it.game)));
    assert_int_equal(hand.from, 12);
    assert_int_equal(hand.to, 36);
    assert_int_equal(clocks[ARB_WHITE], 591000);
    assert_int_equal(clocks[ARB_BLACK], 600000);
    assert_true(arb_state_displacement(&hand, NULL, arb_game_state(it.game)));
    case_game_free(&it);
    it = case_game_of("case x\ntime 600\n0:00 arbiter start\n+9 white move e4");
    assert_false(arb_state_displacement(&hand, clocks, arb_game_state(it.game)));
    case_game_free(&it);
}

/* Laws 6.1, 6.8 */
static void test_state__a_flag_is_down_from_the_instant_of_its_fall(void **state)
{
    (void)state;
    case_game it = case_game_of("case x\ntime 600\n0:00 arbiter start\n+9 white play e4");
    const arb_state *s = arb_game_state(it.game);
    assert_false(arb_state_flag_at(s, ARB_BLACK, 608999));
    assert_true(arb_state_flag_at(s, ARB_BLACK, 609000));
    assert_false(arb_state_flag_at(s, ARB_WHITE, 10000000));
    assert_false(arb_state_flag(s, ARB_BLACK));
    case_game_free(&it);
}

static void assert_reason(const char *game, arb_code reason)
{
    case_game it = case_game_of(game);

    if (arb_state_reason(arb_game_state(it.game)) != reason)
        fail_msg("%s: %s, not %s", game, arb_code_word(arb_state_reason(arb_game_state(it.game))),
                 arb_code_word(reason));
    case_game_free(&it);
}

/* Laws 5.1.1, 5.1.2, 5.2.1, 5.2.3, 6.7.1, 6.9, 7.5.5, 9.5.2 */
static void test_state__why_the_game_ended(void **state)
{
#define ROOK                                                                                       \
    "case x\ntime 600+5\noption play standard\nposition 4k3/8/8/8/8/8/8/R3K3 w - - 0 1\n0:00 "     \
    "arbiter start\n"
    (void)state;
    assert_reason(ROOK "+9 white resign", ARB_CODE_RESIGNED_DRAW);
    assert_reason(ROOK "+9 black resign", ARB_CODE_RESIGNED);
    assert_reason(ROOK "700 arbiter flag white", ARB_CODE_TIME_DRAW);
    assert_reason(ROOK "+9 white play a1a2\n700 arbiter flag black", ARB_CODE_TIME_LOSS);
    assert_reason(ROOK "+9 white play a1b2\n+9 white play a1b2", ARB_CODE_ILLEGAL_DRAW);
    assert_reason(ROOK "+9 white play a1a2\n+9 black play e8e6\n+9 black play e8e6",
                  ARB_CODE_ILLEGAL_LOSS);
    assert_reason("case x\noption absent black\n0:00 arbiter start\n+9 arbiter default black",
                  ARB_CODE_LATE);
    assert_reason("case x\noption absent black\n0:00 arbiter start\n+9 arbiter default black\n"
                  "+9 arbiter waive black",
                  ARB_CODE_COUNT);
    assert_reason("case x\n0:00 arbiter start\n+9 white claim fifty", ARB_CODE_COUNT);
#undef ROOK
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_state__tells_all_that_waits),
        cmocka_unit_test(test_state__an_illegal_move_stands_as_it_was_made),
        cmocka_unit_test(test_state__a_flag_is_down_from_the_instant_of_its_fall),
        cmocka_unit_test(test_state__why_the_game_ended),
    };

    return cmocka_run_group_tests_name("state", tests, NULL, NULL);
}
