/* SPDX-License-Identifier: MIT */
/* What stands in the tree of a solution, and how large a problem is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/problem_text.h"
#include "support/slow_problem.h"

/* Seven men are a miniature, eight to twelve a Meredith. */
static void test_problem_trees__sizes(void **state)
{
    static const struct {
        const char *fen;
        arb_problem_size size;
    } cases[] = {
        { "k7/8/8/8/8/8/8/K4NNN", ARB_PROBLEM_SIZE_MINIATURE },
        { "k7/8/8/8/8/8/PP6/K4NNN", ARB_PROBLEM_SIZE_MINIATURE },
        { "k7/8/8/8/8/8/PPP5/K4NNN", ARB_PROBLEM_SIZE_MEREDITH },
        { "k7/8/8/8/8/8/PPPPPPP1/K4NNN", ARB_PROBLEM_SIZE_MEREDITH },
        { "k7/8/8/8/8/8/PPPPPPPP/K4NNN", ARB_PROBLEM_SIZE_HEAVY },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arb_problem *p = solve("#1", cases[i].fen, NULL);
        assert_int_equal(cases[i].size, arb_problem_facts_of(p)->size);
        arb_problem_free(p);
    }
}

/* Every reply to every move of the attacker stands in the tree of a longer problem. */
static void test_problem_trees__trees_of_longer_problems_are_whole(void **state)
{
    static const known problems[] = {
        { "#3", "5Q2/8/2P1pP2/4k3/4P3/8/4N3/R3K2R", NULL },
        { "#4", "2n1k2r/R2R2p1/2P1K2p/8/8/8/8/8", NULL },
        { "s#3", "2K3nr/1PPpp2p/3R3p/3pNPkP/3P4/3PP2Q/8/3B4", NULL },
    };

    (void)state;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        arb_problem *p = solve(problems[i].stipulation, problems[i].fen, NULL);
        for (uint32_t at = 1; at < arb_problem_node_count(p); at++) {
            const arb_problem_node *n = arb_problem_node_at(p, at);
            arb_move replies[ARB_MOVES_MAX];
            if (n->kind == ARB_NODE_DEFENCE)
                assert_true(n->ends || arb_problem_first(p, at, ARB_NODE_CONTINUATION));
            if ((n->kind != ARB_NODE_KEY && n->kind != ARB_NODE_CONTINUATION) || n->ends)
                continue;
            const arb_pos after = arb_problem_after(p, at);
            assert_int_equal(arb_pos_moves(replies, &after),
                             arb_problem_count(p, at, ARB_NODE_DEFENCE) +
                                 arb_problem_count(p, at, ARB_NODE_REPLY));
        }
        arb_problem_free(p);
    }
}

/* A reply that leaves the threat standing has what is threatened behind it, where that is a mate.
 */
static void test_problem_trees__threats_are_carried_out(void **state)
{
    arb_problem *p = solve("#2", "7k/p7/4K3/8/8/8/8/2R5", NULL);
    const uint32_t key = child(p, 0, "Kf7");

    (void)state;
    assert_string_equal(moves_of(p, key, ARB_NODE_THREAT), "Rh1#");
    assert_string_equal(moves_of(p, key, ARB_NODE_REPLY), "Kh7 a6 a5");
    assert_string_equal(moves_of(p, child(p, key, "a5"), ARB_NODE_CONTINUATION), "Rh1#");
    arb_problem_free(p);
}

/* As many lines as are counted, and what two have in common stands there once. */
static void test_problem_trees__lines_of_help_play(void **state)
{
    static const known problems[] = {
        { "h#1.5", "7k/8/6K1/8/8/8/8/R7", NULL },
        { "h#2", "7k/8/5K2/8/8/8/6p1/R7", NULL },
        { "h=2", "7k/8/5K2/8/8/8/8/R7", NULL },
        { "h=1.5", "7k/8/5K2/8/8/8/p7/5Q2", NULL },
    };
    unsigned all = 0;

    (void)state;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        arb_problem *p = solve(problems[i].stipulation, problems[i].fen, NULL);
        const arb_stipulation *s = arb_problem_stipulation(p);
        const arb_pos pos = arb_problem_before(p, 0);
        unsigned lines = 0;
        for (uint32_t at = 1; at < arb_problem_node_count(p); at++) {
            const arb_problem_node *n = arb_problem_node_at(p, at);
            lines += n->ends;
            for (uint32_t other = n->next; other; other = arb_problem_node_at(p, other)->next)
                assert_false(arb_move_equal(n->move, arb_problem_node_at(p, other)->move));
        }
        assert_int_equal(slow_help(&pos, (arb_problem_aim)s->aim, arb_stipulation_plies(s)), lines);
        assert_int_equal(lines, arb_problem_facts_of(p)->keys);
        all += lines;
        arb_problem_free(p);
    }
    assert_true(all > 10);
}

/* There is no set play when White stands in check, nor of a mate in one. */
static void test_problem_trees__no_set_play(void **state)
{
    const arb_problem_options set = { .set = true };
    arb_problem *p = solve("#2", "7k/8/5K2/8/8/8/8/R4r2", &set);

    (void)state;
    assert_int_equal(0, arb_problem_first(p, 0, ARB_NODE_SET));
    arb_problem_free(p);
    p = solve("#1", "7k/8/6K1/8/8/8/8/R7", &set);
    assert_int_equal(0, arb_problem_first(p, 0, ARB_NODE_SET));
    arb_problem_free(p);
    p = solve("#2", "kbK5/pp6/1P6/8/8/8/8/R7", &set);
    assert_true(arb_problem_first(p, 0, ARB_NODE_SET) != 0);
    assert_false(arb_problem_node_at(p, arb_problem_first(p, 0, ARB_NODE_KEY))->ends);
    arb_problem_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_problem_trees__sizes),
        cmocka_unit_test(test_problem_trees__trees_of_longer_problems_are_whole),
        cmocka_unit_test(test_problem_trees__threats_are_carried_out),
        cmocka_unit_test(test_problem_trees__lines_of_help_play),
        cmocka_unit_test(test_problem_trees__no_set_play),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
