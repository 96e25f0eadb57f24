/* SPDX-License-Identifier: MIT */
/* What an arbiter sees and keeps to himself, and what he may then say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/silence.h"
#include "support/case_game.h"

#define RAPID "case x\ntime 900\n0:00 arbiter start\n"
#define FULL                                                                                       \
    "case x\ntime 900\noption supervision full\noption detection manual\n0:00 arbiter start\n"

static arb_secret of_line(const char *line)
{
    arb_event event;

    assert_int_equal(arb_event_read(&event, NULL, line, strlen(line), 0, NULL), ARB_OK);
    return arb_secret_of_event(&event);
}

/* Laws 12.7, A.5.4 */
static void test_silence__events_that_are_for_the_arbiter_alone(void **state)
{
    (void)state;
    assert_int_equal(of_line("0:01 spectator report he touched it"), ARB_SECRET_REPORT);
    assert_int_equal(of_line("0:01 arbiter observe both-checked"), ARB_SECRET_WATCH);
    assert_int_equal(of_line("0:01 arbiter observe last-rank-pawn"), ARB_SECRET_WATCH);
    assert_int_equal(of_line("0:01 arbiter observe illegal"), ARB_SECRET_NONE);
    assert_int_equal(of_line("0:01 white press"), ARB_SECRET_NONE);
}

static void test_silence__rulings_that_are_for_the_arbiter_alone(void **state)
{
    (void)state;
    assert_int_equal(arb_secret_of_ruling(&(arb_ruling){ .code = ARB_CODE_REPORTED }),
                     ARB_SECRET_REPORT);
    assert_int_equal(arb_secret_of_ruling(&(arb_ruling){ .code = ARB_CODE_ARBITER_WAITS }),
                     ARB_SECRET_WATCH);
    assert_int_equal(arb_secret_of_ruling(&(arb_ruling){ .code = ARB_CODE_NEXT_MOVE_COMPLETES }),
                     ARB_SECRET_PRESS);
    assert_int_equal(arb_secret_of_ruling(&(arb_ruling){ .code = ARB_CODE_RESIGNED }),
                     ARB_SECRET_NONE);
}

static bool tells(const char *game, arb_secret secret)
{
    case_game it = case_game_of(game);
    const bool told = arb_state_tells(arb_game_state(it.game), secret);

    case_game_free(&it);
    return told;
}

/* Laws 12.6, 12.7 */
static void test_silence__what_is_told_and_when(void **state)
{
    static const char periods[] = "case x\ntime 2/60:600\n0:00 arbiter start\n+9 white play e4";

    (void)state;
    assert_true(tells(RAPID, ARB_SECRET_NONE));
    assert_false(tells(RAPID, ARB_SECRET_REPORT));
    assert_false(tells(RAPID "+9 white resign", ARB_SECRET_REPORT));
    assert_true(tells(RAPID, ARB_SECRET_COUNT)); /* no period ends with a number of moves */
    assert_false(tells(periods, ARB_SECRET_COUNT));
    assert_true(
        tells("case x\ntime 2/60:600\n0:00 arbiter start\n+9 white resign", ARB_SECRET_COUNT));
    assert_true(
        tells("case x\ntime 2/60:600\n0:00 arbiter start\n+70 black offer", ARB_SECRET_COUNT));
    assert_false(tells(RAPID, ARB_SECRET_PRESS));
    assert_false(tells(RAPID, ARB_SECRET_WATCH));
    assert_false(tells(RAPID, ARB_SECRET_ILLEGAL));
    assert_true(tells(RAPID "+9 white resign", ARB_SECRET_ILLEGAL));
    assert_true(tells(RAPID, ARB_SECRET_DISPLACEMENT));
    assert_false(tells(RAPID "+9 white move e2e5", ARB_SECRET_DISPLACEMENT));
    assert_true(tells("case x\ntime none\n0:00 white move e2e5", ARB_SECRET_DISPLACEMENT));
}

static unsigned observable(const char *game)
{
    case_game it = case_game_of(game);
    const unsigned found = arb_state_observable(arb_game_state(it.game), arb_game_history(it.game));

    case_game_free(&it);
    return found;
}

/* Laws A.5.2, A.5.4 */
static void test_silence__what_can_be_observed(void **state)
{
    (void)state;
    assert_int_equal(observable(RAPID), 0);
    assert_int_equal(observable(RAPID "+9 white play e4"), 0);
    assert_int_equal(observable(RAPID "+9 white play e2e5"), ARB_OBSERVABLE_ILLEGAL);
    assert_int_equal(observable(RAPID "+9 white play e2e5\n+9 black play a6"), 0); /* too late */
    assert_int_equal(observable(FULL "+9 white play e2e5\n+9 black play a6"),
                     ARB_OBSERVABLE_ILLEGAL);
    assert_int_equal(observable(RAPID "+9 white play e2e5\n+9 black resign"), 0);
    assert_int_equal(observable("case x\nedition fide-2001\ntime 180\n0:00 arbiter start\n"
                                "+9 white play e2e5"),
                     0); /* there only the opponent claims it */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_silence__events_that_are_for_the_arbiter_alone),
        cmocka_unit_test(test_silence__rulings_that_are_for_the_arbiter_alone),
        cmocka_unit_test(test_silence__what_is_told_and_when),
        cmocka_unit_test(test_silence__what_can_be_observed),
    };

    return cmocka_run_group_tests_name("silence", tests, NULL, NULL);
}
