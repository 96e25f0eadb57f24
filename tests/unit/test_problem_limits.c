/* SPDX-License-Identifier: MIT */
/* What a solver may use: threads, memory, time and a tree that has its limit; and what it refuses.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/notation.h"
#include "arbitro/problem.h"
#include "support/assertions.h"
#include "support/failing_mem.h"
#include "support/problem_text.h"
static void assert_same_tree(const arb_problem *a, const arb_problem *b)
{
    assert_int_equal(arb_problem_node_count(a), arb_problem_node_count(b));
    for (uint32_t i = 0; i < arb_problem_node_count(a); i++) {
        const arb_problem_node *x = arb_problem_node_at(a, i), *y = arb_problem_node_at(b, i);
        assert_true(arb_move_equal(x->move, y->move) && x->kind == y->kind &&
                    x->length == y->length && x->ends == y->ends && x->checks == y->checks &&
                    x->parent == y->parent && x->child == y->child && x->next == y->next);
    }
}

/* Threads and memory change the time, nothing else. */
static void test_problem_limits__threads_and_memory_change_nothing(void **state)
{
    static const known problems[] = {
        { "#4", "3b4/8/8/8/1p1P1p1p/5P1p/8/RRBNK1k1", NULL },
        { "#3", "5Q2/8/2P1pP2/4k3/4P3/8/4N3/R3K2R", NULL },
        { "s#3", "2K3nr/1PPpp2p/3R3p/3pNPkP/3P4/3PP2Q/8/3B4", NULL },
        { "h#3*", "8/4N3/2p1kB2/3b4/5P2/2K5/8/8", NULL },
    };
    static const arb_problem_options ways[] = { { .threads = 3, .tries = true },
                                                { .memory = 1, .tries = true },
                                                { .memory = 1 << 16, .threads = 2, .tries = true },
                                                { .kernel = ARB_KERNEL_PORTABLE, .tries = true } };
    const arb_problem_options plain = { .tries = true };

    (void)state;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        arb_problem *one = solve(problems[i].stipulation, problems[i].fen, &plain);
        for (size_t j = 0; j < sizeof ways / sizeof *ways; j++) {
            arb_problem *other = solve(problems[i].stipulation, problems[i].fen, &ways[j]);
            assert_same_tree(one, other);
            assert_true(arb_problem_facts_of(other)->memory <= ((size_t)64 << 20));
            arb_problem_free(other);
        }
        arb_problem_free(one);
    }
}

/* A limit ends any search, and nothing that was not decided is claimed. */
static void test_problem_limits__limits_are_honest(void **state)
{
    const arb_problem_options few = { .nodes = 2000 }, some = { .nodes = 100000 };
    arb_problem *p = solve("#4", "6K1/kbP2R2/P5NP/1p1p1pN1/5B1p/2bp3Q/4B2r/8", &few);

    (void)state;
    assert_int_equal(ARB_PROBLEM_UNFINISHED, arb_problem_facts_of(p)->verdict);
    assert_false(arb_problem_facts_of(p)->every_first_move_decided);
    assert_true(arb_problem_facts_of(p)->nodes < 10000);
    arb_problem_free(p);
    p = solve("#50", "k7/8/8/3N4/8/8/8/K6N", &some);
    assert_int_equal(ARB_PROBLEM_UNFINISHED, arb_problem_facts_of(p)->verdict);
    arb_problem_free(p);
    p = solve("h#50", "k7/8/8/8/8/8/8/K6N", &some);
    assert_int_not_equal(ARB_PROBLEM_SOUND, arb_problem_facts_of(p)->verdict);
    arb_problem_free(p);
    p = solve("s#40", "8/4B3/3Rp2p/2Nbk1pP/1Qp2pKn/1N3P1P/3R4/8", &few);
    assert_int_equal(ARB_PROBLEM_UNFINISHED, arb_problem_facts_of(p)->verdict);
    arb_problem_free(p);
}

static bool stop_at_once(void *user, double done)
{
    unsigned *calls = user;

    assert_true(done >= 0 && done <= 1);
    ++*calls;
    return *calls < 3;
}

static void test_problem_limits__cancelling_ends_it(void **state)
{
    unsigned calls = 0;
    const arb_problem_options options = { .progress = stop_at_once, .user = &calls, .threads = 2 };
    arb_problem *p = solve("#5", "8/1R2PK2/3B1b2/8/2PP4/4B3/5p1p/6k1", &options);

    (void)state;
    assert_int_equal(ARB_PROBLEM_UNFINISHED, arb_problem_facts_of(p)->verdict);
    assert_true(calls >= 3);
    arb_problem_free(p);
}

static void test_problem_limits__a_tree_has_its_limit(void **state)
{
    const arb_problem_options small = { .tree_most = 20 };
    arb_problem *p = solve("#4", "3b4/8/8/8/1p1P1p1p/5P1p/8/RRBNK1k1", &small);

    (void)state;
    assert_true(arb_problem_facts_of(p)->truncated);
    assert_true(arb_problem_node_count(p) <= 20);
    assert_int_equal(ARB_PROBLEM_SOUND, arb_problem_facts_of(p)->verdict);
    arb_problem_free(p);
}

static void test_problem_limits__over_before_it_begins(void **state)
{
    static const known ended[] = { { "#2", "7k/5Q2/6K1/8/8/8/8/8 b", NULL },
                                   { "h#2", "R6k/8/6K1/8/8/8/8/8 b", NULL },
                                   { "s#2", "R6k/8/6K1/8/8/8/8/8 b", NULL } };

    (void)state;
    for (size_t i = 0; i < sizeof ended / sizeof *ended; i++) {
        arb_problem *p = solve(ended[i].stipulation, ended[i].fen, NULL);
        assert_int_equal(ARB_PROBLEM_ENDED, arb_problem_facts_of(p)->verdict);
        arb_problem_free(p);
    }
}

/* In a reflex mate White must mate when he can, and then nothing is left to be solved. */
static void test_problem_limits__reflex_mates_oblige(void **state)
{
    arb_problem *p = solve("r#2", "7k/8/6K1/8/8/8/8/R7 w - -", NULL);

    (void)state;
    assert_int_equal(ARB_PROBLEM_INSOLUBLE, arb_problem_facts_of(p)->verdict);
    arb_problem_free(p);
}

static void test_problem_limits__one_move_more(void **state)
{
    const arb_problem_options longer = { .longer = true };
    arb_problem *p = solve("#3", "3b4/8/8/8/1p1P1p1p/5P1p/8/RRBNK1k1", &longer);

    (void)state;
    assert_int_equal(ARB_PROBLEM_INSOLUBLE, arb_problem_facts_of(p)->verdict);
    assert_int_equal(4, arb_problem_facts_of(p)->longer);
    assert_int_equal(0, arb_problem_facts_of(p)->keys);
    arb_problem_free(p);
}

static void test_problem_limits__only_whether_it_is_unique(void **state)
{
    const arb_problem_options unique = { .unique_only = true, .keys_only = true };
    arb_problem *p = solve("#4", "8/8/1p5B/1p2p3/4k1P1/1P3n2/P4PB1/K2R4", &unique);

    (void)state;
    assert_int_equal(ARB_PROBLEM_COOKED, arb_problem_facts_of(p)->verdict);
    arb_problem_free(p);
    p = solve("#2", "8/8/8/N7/8/7P/p1K5/k1n5", &unique);
    assert_int_equal(ARB_PROBLEM_SOUND, arb_problem_facts_of(p)->verdict);
    arb_problem_free(p);
}

static void test_problem_limits__nonsense_is_refused(void **state)
{
    const arb_pos pos = arb_pos_initial();
    const arb_stipulation bad[] = { { .moves = 0 },
                                    { .moves = 100 },
                                    { .play = ARB_PROBLEM_PLAY_COUNT, .moves = 2 },
                                    { .aim = ARB_AIM_COUNT, .moves = 2 },
                                    { .moves = 2, .half = true } };
    arb_problem *p = NULL;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(ARB_RANGE, arb_problem_new(&p, &pos, &bad[i], NULL));
    assert_null(p);
    arb_problem_free(NULL);
}

static arb_err solve_in(const arb_mem *mem, void *user)
{
    const known *k = user;
    const arb_problem_options options = { .mem = mem, .tries = true, .set = true };
    const arb_pos pos = pos_of(k->fen);
    arb_stipulation wanted;
    arb_problem *p;

    assert_int_equal(ARB_OK,
                     arb_stipulation_read(&wanted, NULL, k->stipulation, strlen(k->stipulation)));
    const arb_err err = arb_problem_new(&p, &pos, &wanted, &options);
    if (!err)
        arb_problem_free(p);
    return err;
}

static void test_problem_limits__without_memory(void **state)
{
    known problems[] = { { "#2", "2k5/1p6/8/1Q3K2/5N1R/3P4/8/8 w - -", NULL },
                         { "h#1.5", "8/8/8/8/8/5n2/4R1K1/6bk w - -", NULL },
                         { "s#1", "8/8/8/8/8/8/5k1p/7K w - -", NULL } };

    (void)state;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++)
        assert_true(failing_mem_sweep(solve_in, &problems[i]) > 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_problem_limits__threads_and_memory_change_nothing),
        cmocka_unit_test(test_problem_limits__limits_are_honest),
        cmocka_unit_test(test_problem_limits__cancelling_ends_it),
        cmocka_unit_test(test_problem_limits__a_tree_has_its_limit),
        cmocka_unit_test(test_problem_limits__over_before_it_begins),
        cmocka_unit_test(test_problem_limits__reflex_mates_oblige),
        cmocka_unit_test(test_problem_limits__one_move_more),
        cmocka_unit_test(test_problem_limits__only_whether_it_is_unique),
        cmocka_unit_test(test_problem_limits__nonsense_is_refused),
        cmocka_unit_test(test_problem_limits__without_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
