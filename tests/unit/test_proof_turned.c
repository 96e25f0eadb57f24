/* SPDX-License-Identifier: MIT */
/*
 * The same position seen in a mirror, or with the colours changed, has the same answers; and none
 * of them stays open. Closed positions, in which the way to a mate is long or there is none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "arbitro/proof.h"
#include "proof/abstract_closure.h"
#include "support/assertions.h"
#include "support/closed_positions.h"

static void assert_view(const char *fen, const char *who, unsigned way)
{
    const bool mirrored = way & 1, swapped = way & 2;
    const arb_pos straight = pos_of(fen);
    const arb_setup first = arb_pos_setup(&straight);
    const arb_setup setup = closed_twin(&first, mirrored, swapped);
    arb_pos pos;

    assert_false(arb_faults_hard(arb_pos_from_setup(&pos, &setup)));
    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        const arb_colour now = swapped ? arb_opponent((arb_colour)side) : (arb_colour)side;
        const arb_proof truth = who[side] == '-' ? ARB_PROOF_NO : ARB_PROOF_YES;
        const arb_proof can = arb_proof_can_mate(&pos, now, NULL);
        if (can != truth)
            fail_msg("%s, %s: mirrored %d, swapped %d, found %d", fen, who, mirrored, swapped,
                     (int)can);
    }
}

/* Laws 5.2.2, 6.9 */
static void test_proof_turned__answers_are_the_same(void **state)
{
    static const struct {
        const char *who, *fen;
    } list[] = {
        /* only a promotion to a rook lets the locked pieces go */
        { "WB", "8/2p5/8/1P6/pp6/kp6/rp5p/1K4nr w - -" },
        { "WB", "RN4k1/P5PR/6PK/6PP/6p1/8/5P2/8 w - -" },
        /* in check out of turn, and nothing to mate with but pawns behind a wall */
        { "W-", "1BK5/BpB5/1PpB4/k1P5/pBP5/P7/8/8 w - -" },
        /* walls */
        { "--", "8/3k4/8/1p1p1p1p/1P1P1P1P/8/3K4/8 w - -" },
        { "--", "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 b - -" },
        { "WB", "8/3k4/8/1p1p1p2/1P1P1P2/8/3K4/8 b - -" },
        /* many bishops that are in each other's way: found when only some of them move */
        { "WB", "k1b5/1p1b4/1P2b3/5bBb/5Bb1/1p2B2b/pP1B4/K1B5 w - -" },
        /* regions: what captures beside the king is captured; a move that mates ends the line */
        { "-B", "6Q1/8/4b2n/8/ppp5/qkp3r1/rnp5/n1K3n1 b - -" },
        { "-B", "bnbn2k1/1bp2p1b/2p2Pp1/1pKp1pP1/bP1P1P2/8/5B2/2B1B1B1 b - -" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        for (unsigned way = 0; way < 4; way++)
            assert_view(list[i].fen, list[i].who, way);
}

/* A closure that runs out of room for abstractions ends as unknown, and leaves nothing behind. */
static void test_proof_turned__a_closure_may_be_too_large(void **state)
{
    const arb_pos pos = pos_of("RN4k1/P5PR/6PK/6PP/6p1/8/5P2/8 w - -");
    arb_abstract_closure closure;

    (void)state;
    (void)arb_abstract_closure_map(&closure, &pos, ARB_BLACK, NULL, ARB_ABSTRACT_STATES_MAX);
    assert_int_equal(closure.states.abstractions, ARB_ABSTRACT_MAX);
    arb_abstract_closure_clear(&closure);
}

/* All stages together keep to what is allowed; a few regions may be asked for on the way. */
static void test_proof_turned__the_work_is_a_sum(void **state)
{
    static const uint64_t allowed[] = { 1, 100, 7000, 50000, 400000 };
    const arb_pos pos = pos_of("5b2/4bk2/7b/8/5p1p/p1pBpPbP/P1P1P1B1/6KB b - -");

    (void)state;
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        const arb_effort effort = { .nodes = allowed[i] };
        arb_proof_answer answer;
        assert_int_equal(arb_proof_explain_mate(&answer, &pos, ARB_BLACK, &effort),
                         ARB_PROOF_UNKNOWN);
        assert_int_equal(answer.reason, ARB_REASON_WORK);
        assert_in_range(answer.nodes, 1, allowed[i] + 40000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proof_turned__answers_are_the_same),
        cmocka_unit_test(test_proof_turned__a_closure_may_be_too_large),
        cmocka_unit_test(test_proof_turned__the_work_is_a_sum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
