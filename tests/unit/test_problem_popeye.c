/* SPDX-License-Identifier: MIT */
/* Popeye's input: its words in three languages, twins, and what is wrong with it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "arbitro/popeye.h"
#include "arbitro/problem.h"
#include "support/assertions.h"
static void read_popeye(arb_popeye *r, const char *text)
{
    arb_popeye_init(r, text, strlen(text));
}

static void assert_item(const arb_popeye_item *it, const char *stipulation, const char *placement)
{
    char text[ARB_FEN_SIZE], fen[ARB_FEN_SIZE];

    assert_int_equal(ARB_OK, it->err);
    arb_stipulation_write(text, sizeof text, &it->stipulation);
    assert_string_equal(stipulation, text);
    arb_fen_write(fen, sizeof fen, &it->setup, ARB_FEN_X, NULL);
    *strchr(fen, ' ') = 0;
    assert_string_equal(placement, fen);
}

static void test_problem_popeye__in_three_languages(void **state)
{
    static const char *const texts[] = {
        "BeginProblem\npieces white Kc2 Sa5 Ph3 black Ka1 Sc1 Pa2\nstipulation #2\nEndProblem\n",
        "DebutProbleme\npieces blanc Rc2 Ca5 Ph3 noir Ra1 Cc1 Pa2\nenonce #2\nFinProbleme\n",
        "AnfangProblem\nSteine Weiss Kc2 Sa5 Bh3 Schwarz Ka1 Sc1 Ba2\nForderung #2\nEndeProblem",
        "begin piec whi kc2 sa5 ph3 bla ka1 sc1 pa2 stip #2 end",
        "beginproblem forsyth 8/8/8/S7/8/7P/p1K5/k1s5 stipulation #2 endproblem",
        "beginproblem forsyth 8/8/8/N7/8/7P/p1K5/k1n5 stipulation #2 endproblem",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        arb_popeye r;
        arb_popeye_item it;
        read_popeye(&r, texts[i]);
        assert_true(arb_popeye_looks(texts[i], strlen(texts[i])));
        assert_true(arb_popeye_next(&it, &r));
        assert_item(&it, "#2", "8/8/8/N7/8/7P/p1K5/k1n5");
        assert_false(arb_popeye_next(&it, &r));
    }
    assert_false(arb_popeye_looks("8/8/8 w", 7));
}

static void test_problem_popeye__options_and_words(void **state)
{
    arb_popeye r;
    arb_popeye_item it;

    (void)state;
    read_popeye(&r, "BeginProblem\n  author A. Name \ntitle The one\nremark pieces are below\n"
                    "pieces white Ke1 Pa2b2c3 black Ke8\nstipulation h#2\n"
                    "option setplay try defence 3 variation whitetoplay maxsolutions 5 noboard\n"
                    "EndProblem");
    assert_true(arb_popeye_next(&it, &r));
    assert_item(&it, "h#1.5", "4k3/8/8/8/8/2P5/PP6/4K3"); /* White begins: half a move less */
    assert_true(it.set && it.tries);
    assert_int_equal(3, it.refutations);
    assert_int_equal(0, it.fields);
    assert_int_equal(7, it.author_size);
    assert_memory_equal("A. Name", it.author, 7);
    assert_int_equal(7, it.title_size);
    assert_false(arb_popeye_next(&it, &r));
}

static void test_problem_popeye__twins(void **state)
{
    arb_popeye r;
    arb_popeye_item it;

    (void)state;
    /* White begins, and a twin that replaces a man */
    read_popeye(&r, "AnfangProblem Forderung h#2.5 Steine Weiss Ke1 Schwarz Ke8 Ld5 Option Weiss\n"
                    "Zwilling Hinzu Schwarz Bd5 WeiteresProblem Forderung #2 Option Weiss\n"
                    "Steine Weiss Ke1 Schwarz Ke8 EndeProblem");
    assert_true(arb_popeye_next(&it, &r));
    assert_item(&it, "h#2.5", "4k3/8/8/3b4/8/8/8/4K3");
    assert_true(arb_popeye_next(&it, &r));
    assert_item(&it, "h#2.5", "4k3/8/8/3p4/8/8/8/4K3");
    assert_true(arb_popeye_next(&it, &r));
    assert_item(&it, "#2", "4k3/8/8/8/8/8/8/4K3");
    assert_int_equal(ARB_PROBLEM_TURN, it.fields);
    assert_int_equal(ARB_WHITE, it.setup.turn);
    assert_false(arb_popeye_next(&it, &r));
    read_popeye(&r, "BeginProblem pieces white Ke1 Ra1 black Ke8 stipulation #2\n"
                    "twin move a1 b1 twin continued exchange e1 e8 twin remove a1 add black Qh8\n"
                    "twin stipulation h#3 substitute r q\n"
                    "NextProblem pieces white Ka1 black Ka8 stipulation #1 zeroposition move a8 h8 "
                    "twin move a8 g8 EndProblem");
    assert_true(arb_popeye_next(&it, &r));
    assert_item(&it, "#2", "4k3/8/8/8/8/8/8/R3K3");
    assert_int_equal('a', it.twin);
    assert_true(arb_popeye_next(&it, &r));
    assert_item(&it, "#2", "4k3/8/8/8/8/8/8/1R2K3");
    assert_int_equal('b', it.twin);
    assert_true(arb_popeye_next(&it, &r));
    assert_item(&it, "#2", "4K3/8/8/8/8/8/8/1R2k3");
    assert_int_equal('c', it.twin);
    assert_true(arb_popeye_next(&it, &r));
    assert_item(&it, "#2", "4k2q/8/8/8/8/8/8/4K3");
    assert_true(arb_popeye_next(&it, &r));
    assert_item(&it, "h#3", "4k3/8/8/8/8/8/8/Q3K3");
    assert_true(arb_popeye_next(&it, &r));
    assert_item(&it, "#1", "7k/8/8/8/8/8/8/K7");
    assert_int_equal('a', it.twin);
    assert_true(arb_popeye_next(&it, &r));
    assert_item(&it, "#1", "6k1/8/8/8/8/8/8/K7");
    assert_int_equal('b', it.twin);
    assert_false(arb_popeye_next(&it, &r));
}

/* What cannot be read is told at its place, and the next problem is read. */
static void test_problem_popeye__errors(void **state)
{
    static const struct {
        const char *inside;
        size_t column;
        arb_wanted wanted;
    } bad[] = {
        { "condition circe", 1, ARB_WANTED_POPEYE_ORTHODOX },
        { "pieces white Gd4", 14, ARB_WANTED_POPEYE_PIECE },
        { "pieces white K", 14, ARB_WANTED_POPEYE_PIECE },
        { "pieces white Kz9", 15, ARB_WANTED_POPEYE_SQUARE },
        { "pieces white Ka1 Qa1", 19, ARB_WANTED_POPEYE_SQUARE },
        { "pieces Ka1", 8, ARB_WANTED_POPEYE_COLOUR },
        { "sing", 1, ARB_WANTED_POPEYE_COMMAND },
        { "stipulation ser-h#4", 14, ARB_WANTED_STIPULATION },
        { "option duplex", 8, ARB_WANTED_POPEYE_OPTION },
        { "option defence x", 16, ARB_WANTED_NUMBER },
        { "forsyth 9/8", 9, ARB_WANTED_EIGHT_SQUARES },
        { "forsyth 8/8/8/8/8/8/8/8/8", 24, ARB_WANTED_EIGHT_RANKS },
        { "forsyth 8/x7", 11, ARB_WANTED_POPEYE_PIECE },
        { "stipulation #2", 1, ARB_WANTED_POPEYE_POSITION },
        { "pieces white Ka1 black Ka8", 1, ARB_WANTED_STIPULATION },
        { "pieces white Ka1 black Ka8 stip #2 twin move h8 g8", 46, ARB_WANTED_POPEYE_SQUARE },
        { "pieces white Ka1 black Ka8 stip #2 twin rotate 90", 41, ARB_WANTED_POPEYE_TWIN },
        { "pieces white Ka1 black Ka8 stip #2 twin substitute x q", 52, ARB_WANTED_POPEYE_PIECE },
        { "pieces white Ka1 black Ka8 stip #2 twin substitute q x", 54, ARB_WANTED_POPEYE_PIECE },
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[256];
        arb_popeye r;
        arb_popeye_item it;
        snprintf(text, sizeof text,
                 "BeginProblem\n%s\nNextProblem\npieces white Ka1 black Ka8\n"
                 "stipulation #3\nEndProblem",
                 bad[i].inside);
        read_popeye(&r, text);
        do
            assert_true(arb_popeye_next(&it, &r));
        while (it.err == ARB_OK);
        const bool at_the_end = it.where.line == 3;
        if (it.where.wanted != bad[i].wanted || it.where.column != bad[i].column ||
            it.where.line != (at_the_end ? 3u : 2u))
            fail_msg("%s: %zu:%zu %s", bad[i].inside, it.where.line, it.where.column,
                     arb_wanted_text(it.where.wanted, ARB_LANG_EN));
        assert_true(arb_popeye_next(&it, &r));
        assert_item(&it, "#3", "k7/8/8/8/8/8/8/K7");
        assert_false(arb_popeye_next(&it, &r));
    }
    arb_popeye r;
    arb_popeye_item it;
    read_popeye(&r, "");
    assert_true(arb_popeye_next(&it, &r) && it.err == ARB_SYNTAX);
    assert_int_equal(ARB_WANTED_POPEYE_BEGIN, it.where.wanted);
    assert_false(arb_popeye_next(&it, &r));
    read_popeye(&r, "BeginProblem pieces white Ka1 black Ka8 stip #2");
    assert_true(arb_popeye_next(&it, &r) && it.err == ARB_SYNTAX);
    assert_int_equal(ARB_WANTED_POPEYE_END, it.where.wanted);
    assert_false(arb_popeye_next(&it, &r));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_problem_popeye__in_three_languages),
        cmocka_unit_test(test_problem_popeye__options_and_words),
        cmocka_unit_test(test_problem_popeye__twins),
        cmocka_unit_test(test_problem_popeye__errors),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
