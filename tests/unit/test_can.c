/* SPDX-License-Identifier: MIT */
/* What somebody can do, and that it gives nothing away. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/can.h"
#include "support/case_game.h"

enum { LIST_SIZE = 4096 };

static bool can(const case_game *it, arb_actor actor, arb_verb verb)
{
    const arb_state *s = arb_game_state(it->game);
    return arb_state_can(s, arb_game_history(it->game), actor, verb, arb_state_now(s));
}

/* All that an actor can do, as one text. */
static void list(char out[LIST_SIZE], const case_game *it, arb_actor actor)
{
    size_t used = 0;

    out[0] = '\0';
    for (int verb = 0; verb < ARB_VERB_COUNT; verb++)
        if (can(it, actor, (arb_verb)verb))
            used += (size_t)snprintf(out + used, LIST_SIZE - used, "%s, ",
                                     arb_verb_get((arb_verb)verb)->words);
}

static case_game game_of(const char *header, const char *events)
{
    char text[1024];

    (void)snprintf(text, sizeof text, "case a game\n%s\n%s\n", header, events);
    return case_game_of(text);
}

/* Two games that begin with the same header and differ in their events. */
typedef struct pair {
    const char *name, *header, *one, *other;
} pair;

static void assert_same_lists(const pair *p)
{
    static const arb_actor actors[] = { ARB_ACTOR_WHITE, ARB_ACTOR_BLACK, ARB_ACTOR_SPECTATOR,
                                        ARB_ACTOR_WHITE_ASSISTANT };
    case_game one = game_of(p->header, p->one), other = game_of(p->header, p->other);

    for (size_t i = 0; i < sizeof actors / sizeof *actors; i++) {
        char a[LIST_SIZE], b[LIST_SIZE];
        list(a, &one, actors[i]);
        list(b, &other, actors[i]);
        if (strcmp(a, b) != 0)
            fail_msg("%s: %s can %s or %s", p->name, arb_actor_word(actors[i]), a, b);
    }
    case_game_free(&one);
    case_game_free(&other);
}

/* Laws 12.6, 7.5.1, 4.8, 6.8, A.5.2 */
static void test_can__hidden_facts_change_nothing(void **state)
{
    static const pair pairs[] = {
        { "what was made and not pressed", "time 5400+30", "0 arbiter start\n5 white move e2e4",
          "0 arbiter start\n5 white move e2e5" },
        { "the same by Black", "time 5400+30",
          "0 arbiter start\n5 white play e4\n9 black move Nf6\n",
          "0 arbiter start\n5 white play e4\n9 black move g8g6\n" },
        { "the same after an offer", "time 5400+30",
          "0 arbiter start\n5 white move e2e4\n6 white offer",
          "0 arbiter start\n5 white move e2e5\n6 white offer" },
        { "the same in the first move of all, in rapid", "time 900+10",
          "0 arbiter start\n5 white move e2e4", "0 arbiter start\n5 white move e2e5" },
        { "a pawn left on the last rank", "time 5400+30\nposition 8/P6k/8/8/8/8/8/K7 w - - 0 60",
          "0 arbiter start\n5 white move a8=Q", "0 arbiter start\n5 white move a7a8" },
        { "an illegal move that nobody has found", "time 5400+30\noption detection manual",
          "0 arbiter start\n5 white play e2e4\n9 black play e5",
          "0 arbiter start\n5 white play e2e5\n9 black play d5" },
        { "the same in blitz", "time 180+2", "0 arbiter start\n5 white play e2e4\n9 black play d5",
          "0 arbiter start\n5 white play e2e5\n9 black play d5" },
        { "a touched piece", "time 5400+30\noption touch-move claim",
          "0 arbiter start\n5 white touch e2\n6 white play e4",
          "0 arbiter start\n5 white touch d2\n6 white play e4" },
        { "both hands", "time 5400+30\noption detection manual", "0 arbiter start\n5 white play e4",
          "0 arbiter start\n5 white play e4 two-hands" },
        { "a flag that nobody has seen", "time 5400\ngiven clock white 10",
          "0 arbiter start\n9 black ask 6.8", "0 arbiter start\n11 black ask 6.8" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_same_lists(&pairs[i]);
}

static void test_can__follows_the_game(void **state)
{
    case_game it = game_of("time 5400+30", "");

    (void)state;
    assert_false(can(&it, ARB_ACTOR_WHITE, ARB_VERB_MOVE));
    assert_true(can(&it, ARB_ACTOR_ARBITER, ARB_VERB_START));
    assert_false(can(&it, ARB_ACTOR_WHITE, ARB_VERB_START));
    case_game_event(&it, "0 arbiter start");
    assert_true(can(&it, ARB_ACTOR_WHITE, ARB_VERB_PLAY));
    assert_false(can(&it, ARB_ACTOR_BLACK, ARB_VERB_MOVE));
    assert_true(can(&it, ARB_ACTOR_WHITE, ARB_VERB_PRESS)); /* 7.5.3 awaits him */
    assert_false(can(&it, ARB_ACTOR_BLACK, ARB_VERB_PRESS));
    assert_false(can(&it, ARB_ACTOR_BLACK, ARB_VERB_ACCEPT));
    assert_true(can(&it, ARB_ACTOR_BLACK, ARB_VERB_CLAIM_FLAG));
    assert_false(can(&it, ARB_ACTOR_ARBITER, ARB_VERB_DECIDE));
    assert_false(can(&it, ARB_ACTOR_WHITE, ARB_VERB_REPLACE));
    case_game_event(&it, "5 white move e2e5");
    assert_true(can(&it, ARB_ACTOR_WHITE, ARB_VERB_REPLACE));
    assert_true(can(&it, ARB_ACTOR_BLACK, ARB_VERB_TOUCH));
    case_game_event(&it, "6 white replace e4");
    case_game_event(&it, "7 white offer");
    case_game_event(&it, "8 white press");
    assert_false(can(&it, ARB_ACTOR_BLACK, ARB_VERB_ACCEPT)); /* 5.2.3 */
    assert_true(can(&it, ARB_ACTOR_BLACK, ARB_VERB_DECLINE));
    case_game_event(&it, "9 black resign");
    assert_false(can(&it, ARB_ACTOR_WHITE, ARB_VERB_MOVE));
    assert_true(can(&it, ARB_ACTOR_WHITE, ARB_VERB_SIGN));
    case_game_free(&it);
}

static void test_can__without_a_clock_no_flag_falls(void **state)
{
    case_game it = game_of("time none", "0 white play e4");

    (void)state;
    assert_false(can(&it, ARB_ACTOR_WHITE, ARB_VERB_CLAIM_FLAG));
    assert_false(can(&it, ARB_ACTOR_ARBITER, ARB_VERB_FLAG));
    assert_false(can(&it, ARB_ACTOR_WHITE, ARB_VERB_PRESS));
    case_game_free(&it);
}

/* Laws III.5: less than two minutes */
static void test_can__time_alone_makes_a_claim_possible(void **state)
{
    const arb_verb verb = ARB_VERB_CLAIM_CANNOT_WIN;
    case_game it = game_of("time 1800\noption quickplay yes", "0 arbiter start\n10 white play e4");

    (void)state;
    const arb_state *s = arb_game_state(it.game);
    const arb_history *history = arb_game_history(it.game);
    arb_ms from[ARB_VERB_COUNT];
    arb_state_can_all(from, s, history, ARB_ACTOR_BLACK, 10000);
    assert_int_equal(from[verb], 1690001);
    assert_int_equal(from[ARB_VERB_PLAY], 10000);
    arb_state_can_all(from, s, history, ARB_ACTOR_BLACK, 1700000);
    assert_int_equal(from[verb], 1700000);
    arb_state_can_all(from, s, history, ARB_ACTOR_WHITE, 10000);
    assert_int_equal(from[verb], ARB_MS_NEVER);
    assert_int_equal(from[ARB_VERB_PLAY], ARB_MS_NEVER);
    case_game_free(&it);
}

static bool offered(const char *header, arb_verb verb)
{
    case_game it = game_of(header, "0:00 arbiter start\n+9 white play e4");
    const bool found = can(&it, ARB_ACTOR_BLACK, verb);

    case_game_free(&it);
    return found;
}

/* Laws 4.8, 6.8, 7.5: what the board refuses, or the arbiter sees at once, nobody need claim. */
static void test_can__claims_that_could_never_hold_are_not_offered(void **state)
{
    (void)state;
    assert_true(offered("time 900\noption detection manual", ARB_VERB_CLAIM_ILLEGAL));
    assert_false(offered("time 5400\noption detection automatic", ARB_VERB_CLAIM_ILLEGAL));
    assert_false(offered("time 900\noption detection manual\noption illegal-moves refuse",
                         ARB_VERB_CLAIM_ILLEGAL));
    assert_true(offered("time 900\noption touch-move claim", ARB_VERB_CLAIM_TOUCH));
    assert_false(offered("time 900\noption touch-move refuse", ARB_VERB_CLAIM_TOUCH));
    assert_true(offered("time 900", ARB_VERB_CLAIM_FLAG));
    assert_false(offered("time 5400\noption flags automatic", ARB_VERB_CLAIM_FLAG));
    assert_true(offered("time 900", ARB_VERB_RESIGN));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_can__hidden_facts_change_nothing),
        cmocka_unit_test(test_can__follows_the_game),
        cmocka_unit_test(test_can__without_a_clock_no_flag_falls),
        cmocka_unit_test(test_can__time_alone_makes_a_claim_possible),
        cmocka_unit_test(test_can__claims_that_could_never_hold_are_not_offered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
