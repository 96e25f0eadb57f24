/* SPDX-License-Identifier: MIT */
/*
 * Closed positions by chance, each gone through completely: what the library says about walls,
 * regions and exhausted lines is what a plain closure finds. Then games that remember, and memory
 * that runs out.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "arbitro/proof.h"
#include "support/assertions.h"
#include "support/closed_positions.h"
#include "support/failing_mem.h"
#include "support/slow_mates.h"

enum { EVERYWHERE = 30000 };

/* Laws 5.2.2, 1.5, 6.9 */
static void test_proof_closed__agree_with_all_that_can_follow(void **state)
{
    chance luck = closed_begin(40);
    slow_mates mates;
    unsigned reasons[ARB_REASON_COUNT] = { 0 }, whole = 0;

    (void)state;
    slow_mates_init(&mates, EVERYWHERE);
    for (unsigned i = scaled(400); i > 0; i--) {
        const arb_setup setup = closed_setup(&luck, i % 2 ? CLOSED_CHAIN : CLOSED_FENCE);
        arb_pos pos;
        arb_proof_answer answer;
        assert_false(arb_faults_hard(arb_pos_from_setup(&pos, &setup)));
        slow_mates_find(&mates, &pos);
        whole += mates.all;
        for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
            const arb_effort some = { .nodes = 40000 };
            const arb_proof can = arb_proof_explain_mate(&answer, &pos, (arb_colour)side, &some);
            reasons[answer.reason]++;
            if (can == ARB_PROOF_NO && mates.found[side])
                assert_no_difference("there is a mate", &setup);
            if (can == ARB_PROOF_YES && mates.all && !mates.found[side])
                assert_no_difference("there is no mate", &setup);
            if (can == ARB_PROOF_UNKNOWN && mates.all)
                assert_no_difference("undecided", &setup);
        }
    }
    print_message("# %u gone through, walls %u, exhausted %u, lines %u, unknown %u\n", whole,
                  reasons[ARB_REASON_WALLS], reasons[ARB_REASON_EXHAUSTED],
                  reasons[ARB_REASON_LINE], reasons[ARB_REASON_WORK]);
    assert_true(whole > 0 && reasons[ARB_REASON_WALLS] > 0);
    slow_mates_clear(&mates);
}

/* The memory makes answers quicker, never different; it may come from anywhere. */
/* Laws 5.2.2, 1.5, 6.9 */
static void test_proof_closed__a_memory_changes_no_answer(void **state)
{
    chance luck = chance_begin(41);
    arb_proof_memory memory = { 0 };

    (void)state;
    for (unsigned game = scaled(40); game > 0; game--) {
        arb_setup setup = random_start(&luck, game % 2);
        for (unsigned ply = 0; ply < 300 && random_step(&setup, &luck); ply++) {
            arb_pos pos;
            assert_int_equal(arb_pos_from_setup(&pos, &setup), 0);
            if (arb_proof_is_dead_now(&memory, &pos, NULL) != arb_proof_is_dead(&pos, NULL))
                assert_no_difference("dead", &setup);
            for (int side = 0; side < ARB_COLOUR_COUNT && ply % 4 == 0; side++)
                if (arb_proof_can_mate_now(&memory, &pos, (arb_colour)side, NULL) !=
                    arb_proof_can_mate(&pos, (arb_colour)side, NULL))
                    assert_no_difference("who can mate", &setup);
        }
    }
}

/* Without memory the answer is the right one or none, and nothing is lost. */
static void test_proof_closed__every_stage_survives_without_memory(void **state)
{
    static const char *const fens[] = {
        "8/3k4/8/1p1p1p2/1P1P1P2/8/3K4/B6b w - -",
        "k1b1b3/8/8/1pBpBpBp/1PbPbPbP/8/8/K1B1B3 w - -",
    };

    (void)state;
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        const arb_pos pos = pos_of(fens[i]);
        const arb_proof truth = arb_proof_can_mate(&pos, ARB_WHITE, NULL);
        bool failed = true;
        for (size_t fail_at = 1; failed && fail_at < 60; fail_at++) {
            failing_mem mem;
            failing_mem_init(&mem, fail_at);
            const arb_effort effort = { .mem = &mem.mem };
            const arb_proof can = arb_proof_can_mate(&pos, ARB_WHITE, &effort);
            failed = mem.failed;
            assert_true(can == truth || (failed && can == ARB_PROOF_UNKNOWN));
            failing_mem_assert_clean(&mem);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proof_closed__agree_with_all_that_can_follow),
        cmocka_unit_test(test_proof_closed__a_memory_changes_no_answer),
        cmocka_unit_test(test_proof_closed__every_stage_survives_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
