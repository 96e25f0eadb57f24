/* SPDX-License-Identifier: MIT */
/*
 * Problems whose solutions are known, flawed variations of them, and the whole analysis of a few.
 * What can be tried out is tried out again (support/slow_problem.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/notation.h"
#include "arbitro/problem.h"
#include "support/assertions.h"
#include "support/problem_text.h"
#include "support/slow_problem.h"

/* Keys that two other programs found. */
static void test_problem__keys_that_are_known(void **state)
{
    static const known problems[] = {
        { "#2", "8/Q7/8/8/8/8/8/2k1K2R", "Qf2" },
        { "#3", "5Q2/8/2P1pP2/4k3/4P3/8/4N3/R3K2R", "Qe7" },
        { "#4", "3b4/8/8/8/1p1P1p1p/5P1p/8/RRBNK1k1", "Rb2" },
        { "#4", "2n1k2r/R2R2p1/2P1K2p/8/8/8/8/8", "Rd8+" },
        { "#2", "5r2/2P1p3/1K1k2N1/1bN1p1p1/2P1P1pB/6PB/5P2/5r1R", "f4" },
        { "#2", "2Q1b2K/2p3B1/1R6/4N1pp/2rk4/1pNp2P1/2pp2P1/8", "Qe6" },
        { "s#3", "2K3nr/1PPpp2p/3R3p/3pNPkP/3P4/3PP2Q/8/3B4", "f6" },
        { "s#4", "8/4B3/3Rp2p/2Nbk1pP/1Qp2pKn/1N3P1P/3R4/8", "Na5" },
        { "#2", "8/8/8/N7/8/7P/p1K5/k1n5", "h4" },
        { "#2", "8/8/7P/N7/8/8/p1K5/k1n5", "h7" },
        { "#2", "8/7k/7p/4K3/R7/6P1/8/7R", "Rg4" },
        { "#2", "2R5/7Q/1K6/p7/1k2N3/8/8/8", "Qh3" },
        { "#2", "2k5/1p6/8/1Q3K2/5N1R/3P4/8/8", "Rh7" },
        { "#2", "8/7k/5R2/7q/5N2/8/6K1/3R3R", "Rg6" },
        { "#2", "2K5/7R/B7/k7/p7/n7/2N5/1R6", "Kb7" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        arb_problem *p = solve(problems[i].stipulation, problems[i].fen, NULL);
        assert_string_equal(problems[i].keys, moves_of(p, 0, ARB_NODE_KEY));
        assert_int_equal(ARB_PROBLEM_SOUND, arb_problem_facts_of(p)->verdict);
        arb_problem_free(p);
    }
}

/* "Demolito": the Indian problem as it was first printed has nine keys, and no mate in three. */
static void test_problem__the_indian_problem_is_cooked(void **state)
{
    arb_problem *p = solve("#4", "8/8/1p5B/1p2p3/4k1P1/1P3n2/P4PB1/K2R4", NULL);

    (void)state;
    assert_int_equal(ARB_PROBLEM_COOKED, arb_problem_facts_of(p)->verdict);
    assert_string_equal("Kb1 Kb2 Rd6 Rd7 Rd8 Bh1 Bc1 Be3 Bg5", moves_of(p, 0, ARB_NODE_KEY));
    assert_int_equal(4, arb_problem_facts_of(p)->shortest);
    arb_problem_free(p);
}

static void test_problem__helpmates_that_are_known(void **state)
{
    static const known problems[] = {
        { "h#3", "8/4N3/2p1kB2/3b4/5P2/2K5/8/8", "Kd6 Ng8 Be6 Be7+ Kd5 Nf6#" },
    };
    arb_problem *p = solve(problems[0].stipulation, problems[0].fen, NULL);
    char line[256] = "";
    uint32_t at = 0;

    (void)state;
    while ((at = arb_problem_first(p, at, ARB_NODE_HELP)) != 0) {
        assert_int_equal(0, arb_problem_next(p, at, ARB_NODE_HELP)); /* the only solution */
        const arb_pos before = arb_problem_before(p, at);
        const size_t size = strlen(line);
        if (size)
            snprintf(line + size, sizeof line - size, " ");
        arb_san_write(line + strlen(line), sizeof line - strlen(line), &before,
                      arb_problem_node_at(p, at)->move);
    }
    assert_string_equal(problems[0].keys, line);
    arb_problem_free(p);
    p = solve("h#4", "8/7B/4br2/4kpp1/8/3P3K/8/8", NULL);
    assert_int_equal(1, arb_problem_facts_of(p)->keys);
    arb_problem_free(p);
}

typedef struct flawed {
    const char *fen;
    arb_problem_verdict verdict;
    const char *keys;
    unsigned duals; /* looked at where the problem is sound */
} flawed;

#define COOKED    ARB_PROBLEM_COOKED
#define INSOLUBLE ARB_PROBLEM_INSOLUBLE
#define SHORT     ARB_PROBLEM_SHORT
#define DUAL      ARB_PROBLEM_SOUND

/* Known two-movers with a man removed or shifted. */
static const flawed flawed_ones[] = {
    { "2k5/1p6/1Q6/5K2/5N1R/3P4/8/8", COOKED, "Ke6 Rh7", 1 },
    { "2K5/7R/B7/k7/p7/n7/1RN5/8", COOKED, "Kb7 Rh6 Ra7", 2 },
    { "2R5/8/1K5Q/p7/1k2N3/8/8/8", COOKED, "Qe3 Qh3", 0 },
    { "5r2/2P1p3/1K1k2N1/1bN1p1p1/2P1P1pB/7B/5PP1/5r1R", COOKED, "Bg3 f4", 2 },
    { "2R5/7Q/1K6/p7/1k6/8/8/8", COOKED, "Qd3 Qh3", 0 },
    { "2k5/1p6/8/1Q2NK2/7R/3P4/8/8", COOKED, "Rh7 Rh8+ Qc5+ Qb6", 0 },
    { "5r2/2P1p3/1K1k2N1/1bN1p1p1/2P1P1pB/7B/5P2/5r1R", COOKED, "Bg3 f4", 2 },
    { "2Q4K/2p3B1/1R6/4N1pp/2rk4/1pNp2P1/2pp2P1/8", COOKED, "Nxc4+ Ng4+ Qe6", 1 },
    { "2R5/7Q/1K6/p3N3/1k6/8/8/8", COOKED, "Qd3 Qh3", 0 },
    { "8/8/8/N7/8/8/p1K4P/k1n5", COOKED, "h3 h4", 0 },
    { "2k5/1p6/8/1Q2K3/5N1R/3P4/8/8", COOKED, "Rh7 Rh8+ Qe8+", 1 },
    { "5r2/2P1p3/1K1k3N/1bN1p1p1/2P1P1pB/6PB/5P2/5r1R", COOKED, "Nf5+ Nf7+ c8=N+ c8=Q", 2 },
    { "2R3Q1/8/1K6/p7/1k2N3/8/8/8", COOKED, "Nd2 Rc3 Qa2 Qg3", 0 },
    { "8/p7/5RR1/2K5/k7/7P/8/8", COOKED, "Rf3 Rg3", 0 },
    { "8/8/8/N7/8/8/p1K5/k1n5", INSOLUBLE, "", 0 },
    { "2k5/1p6/8/5K2/5N1R/3P4/8/8", INSOLUBLE, "", 0 },
    { "2K5/7R/B7/k7/p7/n7/1N6/1R6", INSOLUBLE, "", 0 },
    { "5r2/2P1p3/1K1k2N1/1bN1p1p1/4P1pB/3P2PB/5P2/5r1R", INSOLUBLE, "", 0 },
    { "2Q1b2K/6B1/1Rp5/4N1pp/2rk4/1pNp2P1/2pp2P1/8", INSOLUBLE, "", 0 },
    { "2Q2b1K/2p3B1/1R6/4N1pp/2rk4/1pNp2P1/2pp2P1/8", INSOLUBLE, "", 0 },
    { "2K5/7R/B7/k7/p7/8/1nN5/1R6", INSOLUBLE, "", 0 },
    { "2Q1b2K/2p5/1R6/4N1pp/2rk4/1pNp2P1/2pp2P1/8", INSOLUBLE, "", 0 },
    { "5r2/2P1p3/1K1k2N1/1bN1p1p1/2P3pB/5PPB/5P2/5r1R", INSOLUBLE, "", 0 },
    { "2Q1b2K/2p3B1/1R6/4N1pp/2rk4/1pNp2P1/2p3P1/8", INSOLUBLE, "", 0 },
    { "5r2/4p3/1KPk2N1/1bN1p1p1/2P1P1pB/6PB/5P2/5r1R", INSOLUBLE, "", 0 },
    { "2R5/7Q/1K6/p7/4N3/1k6/8/8", INSOLUBLE, "", 0 },
    { "8/7Q/1K6/p7/1k2N3/8/8/8", INSOLUBLE, "", 0 },
    { "2Q1b2K/2p3B1/1R6/4N1pp/2rk4/1pNp2P1/3p2P1/8", INSOLUBLE, "", 0 },
    { "8/Q7/8/8/8/8/8/2k1K2R w - -", INSOLUBLE, "", 0 }, /* without castling */
    { "8/8/8/N7/8/7P/p1K5/k7", SHORT, "Nb3#", 0 },
    { "5r2/2P1p3/1K1k2N1/1bN1pp2/2P1P1pB/6PB/5P2/5r1R", SHORT, "Rxf1 Bxe7# f4 c8=N+ c8=B c8=Q", 2 },
    { "2Q1b2K/6B1/1R1p4/4N1pp/2rk4/1pNp2P1/2pp2P1/8", SHORT, "Nxc4# Ng4# Qe6", 1 },
    { "8/8/8/N7/8/7P/p1K5/kn6", SHORT, "Nb3#", 0 },
    { "5r2/2P1p3/1K1k2N1/1bN1p1p1/2P1P2B/6PB/5P2/5r1R", SHORT, "Nb7# Bxg5 f4 c8=N+ c8=Q", 2 },
    { "2Q1b2K/6B1/1R6/4N1pp/2rk4/1pNp2P1/2pp2P1/8", SHORT, "Nxc4# Ng4# Qxc4+ Qe6", 2 },
    { "2K5/6R1/B7/k7/p7/n7/2N5/1R6", DUAL, "Kb7", 1 },
    { "2Q1b2K/2p3B1/1R4p1/4N2p/2rk4/1pNp2P1/2pp2P1/8", DUAL, "Qe6", 1 },
    { "8/2K4R/B7/k7/p7/n7/2N5/1R6", DUAL, "Kb7", 1 },
    { "2Q1b2K/2p3B1/1R6/4N1pp/2rk4/1p1p2P1/2pp2P1/8", DUAL, "Qe6", 1 },
    { "5r2/2P1p3/1K1k2N1/2N1p1p1/2P1P1pB/6PB/5P2/5r1R", DUAL, "Rxf1", 1 },
    { "5r2/2P1p3/1K1k2N1/1bN1p1p1/2P1P1pB/6PB/5P1R/5r2", DUAL, "f4", 1 },
};

/* The number of first moves that solve in two, by trying. */
static unsigned slow_keys(const arb_pos *pos)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);
    unsigned keys = 0;

    for (size_t i = 0; i < n; i++) {
        arb_pos after;
        arb_pos_play(&after, pos, moves[i]);
        keys += slow_holds(&after, ARB_PROBLEM_DIRECT, ARB_AIM_MATE, 2);
    }
    return keys;
}

static void test_problem__flaws_are_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof flawed_ones / sizeof *flawed_ones; i++) {
        const flawed *f = &flawed_ones[i];
        arb_problem *p = solve("#2", f->fen, NULL);
        const arb_problem_facts *facts = arb_problem_facts_of(p);
        const arb_pos pos = arb_problem_before(p, 0);
        if (facts->verdict != f->verdict || strcmp(f->keys, moves_of(p, 0, ARB_NODE_KEY)) != 0 ||
            (f->verdict == DUAL && facts->duals != f->duals))
            fail_msg("%s: %s %s", f->fen, arb_problem_verdict_word(facts->verdict),
                     moves_of(p, 0, ARB_NODE_KEY));
        assert_int_equal(slow_keys(&pos), facts->keys);
        assert_int_equal(slow_forces(&pos, ARB_PROBLEM_DIRECT, ARB_AIM_MATE, 1),
                         facts->verdict == SHORT);
        arb_problem_free(p);
    }
}

static void test_problem__illegal_positions_are_not_solved(void **state)
{
    static const struct {
        const char *fen;
        uint32_t fault;
    } illegal[] = {
        { "2Q1b2K/2p3B1/1R2N3/6pp/2rk4/1pNp2P1/2pp2P1/8", ARB_FAULT_OPPONENT_IN_CHECK },
        { "8/8/8/N7/8/7P/p1K5/1kn5", ARB_FAULT_KINGS_ADJACENT },
        { "2P2r2/4p3/1K1k2N1/1bN1p1p1/2P1P1pB/6PB/5P2/5r1R", ARB_FAULT_PAWN_ON_EDGE },
        { "8/8/8/8/8/8/8/K7", ARB_FAULT_BLACK_KINGS },
        { "8/8/8/8/8/8/8/8", ARB_FAULT_WHITE_KINGS },
        { "kk6/8/8/8/8/8/8/K7", ARB_FAULT_BLACK_KINGS },
    };
    const arb_stipulation two = { .moves = 2 };

    (void)state;
    for (size_t i = 0; i < sizeof illegal / sizeof *illegal; i++) {
        arb_pos pos;
        arb_setup setup;
        assert_int_equal(ARB_OK,
                         arb_fen_read(&setup, NULL, illegal[i].fen, strlen(illegal[i].fen), NULL));
        const uint32_t faults = arb_problem_position(&pos, &setup, &two, 0);
        assert_true(arb_problem_unplayable(faults) & illegal[i].fault);
    }
}

/* The duals that a defence avoids, with blanks between them. */
static const char *avoided_by(const arb_problem *p, uint32_t defence)
{
    static char text[256];
    const arb_pos after = arb_problem_after(p, defence);
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_problem_avoided(moves, p, defence);
    size_t size = 0;

    text[0] = 0;
    for (size_t i = 0; i < n; i++) {
        char move[ARB_MOVE_TEXT_SIZE];
        arb_san_write(move, sizeof move, &after, moves[i]);
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%s", size ? " " : "", move);
    }
    return text;
}

/* Threat, block, set play, tries: the vectors P1 to P9 of the analysis. */
static void test_problem__complete_block(void **state)
{
    const arb_problem_options all = { .tries = true, .set = true };
    arb_problem *p = solve("#2", "8/8/8/N7/8/7P/p1K5/k1n5", &all);
    const uint32_t set = arb_problem_first(p, 0, ARB_NODE_SET);
    const uint32_t first_try = arb_problem_first(p, 0, ARB_NODE_TRY);
    const uint32_t key = arb_problem_first(p, 0, ARB_NODE_KEY);

    (void)state;
    assert_int_equal(ARB_PROBLEM_MANNER_COMPLETE_BLOCK, arb_problem_facts_of(p)->manner);
    assert_int_equal(ARB_PROBLEM_SIZE_MINIATURE, arb_problem_facts_of(p)->size);
    assert_string_equal("Ne2 Nb3 Nd3", moves_of(p, set, ARB_NODE_DEFENCE));
    assert_string_equal("Nb3#", moves_of(p, child(p, set, "Ne2"), ARB_NODE_CONTINUATION));
    assert_string_equal("Nxb3#", moves_of(p, child(p, set, "Nb3"), ARB_NODE_CONTINUATION));
    assert_string_equal("Nb3+", moves_of(p, 0, ARB_NODE_TRY));
    assert_string_equal("Nxb3", moves_of(p, first_try, ARB_NODE_REFUTATION));
    assert_string_equal("", moves_of(p, key, ARB_NODE_THREAT));
    assert_string_equal("Ne2 Nb3 Nd3", moves_of(p, key, ARB_NODE_DEFENCE));
    assert_int_equal(ARB_PROBLEM_KEY_WAITS, arb_problem_key_marks(p, key));
    arb_problem_changed c = { .change = ARB_CHANGE_NONE };
    assert_false(arb_problem_changes(&c, p));
    arb_problem_free(p);
}

static void test_problem__block_threat(void **state)
{
    arb_problem *p = solve("#2", "8/8/7P/N7/8/8/p1K5/k1n5", NULL);
    const uint32_t key = arb_problem_first(p, 0, ARB_NODE_KEY);

    (void)state;
    assert_int_equal(ARB_PROBLEM_MANNER_BLOCK_THREAT, arb_problem_facts_of(p)->manner);
    assert_string_equal("h8=B# h8=Q#", moves_of(p, key, ARB_NODE_THREAT));
    assert_string_equal("Nb3#", moves_of(p, child(p, key, "Ne2"), ARB_NODE_CONTINUATION));
    arb_problem_free(p);
}

static void test_problem__threat_with_a_reply(void **state)
{
    const arb_problem_options tries = { .tries = true };
    arb_problem *p = solve("#2", "2k5/1p6/8/1Q3K2/5N1R/3P4/8/8", &tries);
    const uint32_t key = arb_problem_first(p, 0, ARB_NODE_KEY);

    (void)state;
    assert_int_equal(ARB_PROBLEM_MANNER_THREAT, arb_problem_facts_of(p)->manner);
    assert_string_equal("Qe8#", moves_of(p, key, ARB_NODE_THREAT));
    assert_string_equal("b6", moves_of(p, key, ARB_NODE_REPLY));
    assert_string_equal("Kb8 Kd8", moves_of(p, key, ARB_NODE_DEFENCE));
    assert_string_equal("Qd7#", moves_of(p, child(p, key, "Kd8"), ARB_NODE_CONTINUATION));
    assert_string_equal("Qxb7#", moves_of(p, child(p, key, "Kb8"), ARB_NODE_CONTINUATION));
    assert_string_equal("Rh8+ Qb6 Qxb7+ Qe8+", moves_of(p, 0, ARB_NODE_TRY));
    assert_string_equal("Kc7", moves_of(p, child(p, 0, "Rh8+"), ARB_NODE_REFUTATION));
    assert_string_equal("Kd7", moves_of(p, child(p, 0, "Qb6"), ARB_NODE_REFUTATION));
    assert_string_equal("Kxb7", moves_of(p, child(p, 0, "Qxb7+"), ARB_NODE_REFUTATION));
    assert_string_equal("Kc7", moves_of(p, child(p, 0, "Qe8+"), ARB_NODE_REFUTATION));
    arb_problem_free(p);
}

static void test_problem__incomplete_block_with_a_dual(void **state)
{
    arb_problem *p = solve("#2", "2K5/7R/B7/k7/p7/n7/2N5/1R6", NULL);
    const uint32_t key = arb_problem_first(p, 0, ARB_NODE_KEY);

    (void)state;
    assert_int_equal(ARB_PROBLEM_MANNER_INCOMPLETE_BLOCK, arb_problem_facts_of(p)->manner);
    assert_int_equal(1, arb_problem_facts_of(p)->duals);
    assert_string_equal("Rb5# Rh5#", moves_of(p, child(p, key, "Nxc2"), ARB_NODE_CONTINUATION));
    assert_string_equal("Rh5#", moves_of(p, child(p, key, "Nxb1"), ARB_NODE_CONTINUATION));
    assert_int_equal(ARB_PROBLEM_KEY_TAKES_FLIGHT | ARB_PROBLEM_KEY_WAITS,
                     arb_problem_key_marks(p, key));
    arb_problem_free(p);
}

/*
 * 1.Kb7 and the knight must leave a3, which lets both rooks mate. On c4 it can go back to e5 and
 * shut the rank: only the near rook mates. On b5 it stands in the way itself. On b1 it has taken
 * the near rook, so that there is nothing to choose.
 */
static void test_problem__duals_that_are_avoided(void **state)
{
    static const struct {
        const char *defence, *avoided;
    } cases[] = {
        { "Nc4", "Rh5+" }, { "Nb5", "Rh5" }, { "Nxb1", "" }, { "Nxc2", "" } /* this is a dual */
    };
    arb_problem *p = solve("#2", "2K5/7R/B7/k7/p7/n7/2N5/1R6", NULL);
    const uint32_t key = arb_problem_first(p, 0, ARB_NODE_KEY);

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(cases[i].avoided, avoided_by(p, child(p, key, cases[i].defence)));
    assert_int_equal(0, arb_problem_avoided((arb_move[ARB_MOVES_MAX]){ { 0 } }, p, key));
    arb_problem_free(p);
}

/* Mates that change between tries and solution; each can be played through. */
static void test_problem__changes_between_phases(void **state)
{
    const arb_problem_options tries = { .tries = true };
    arb_problem *p = solve("#2", "2k5/1p6/8/1Q3K2/5N1R/3P4/8/8", &tries);
    const uint32_t check = child(p, 0, "Qxb7+"), quiet = child(p, 0, "Qb6"),
                   key = child(p, 0, "Rh7");
    arb_problem_changed c = { .change = ARB_CHANGE_NONE };

    (void)state;
    assert_true(
        arb_problem_changes(&c, p)); /* 2.Rh8 mates after Kb8 in one try, Kd8 in the other */
    assert_int_equal(ARB_CHANGE_TRANSFERRED, c.change);
    assert_true(c.phase[0] == quiet && c.phase[1] == check);
    assert_true(arb_problem_changes(&c, p)); /* 1...Kb8: 2.Rh8, 2.Qxb7 */
    assert_int_equal(ARB_CHANGE_MATE, c.change);
    assert_true(c.phase[0] == quiet && c.phase[1] == key);
    assert_int_equal(c.defence[0], child(p, quiet, "Kb8"));
    assert_int_equal(c.defence[1], child(p, key, "Kb8"));
    assert_true(arb_problem_changes(&c, p)); /* 1...Kd8: 2.Rh8, 2.Qd7 */
    assert_int_equal(ARB_CHANGE_MATE, c.change);
    assert_true(c.phase[0] == check && c.phase[1] == key);
    assert_false(arb_problem_changes(&c, p));
    assert_int_equal(0,
                     arb_problem_zagoruiko(p, NULL)); /* never after two defences in three phases */
    arb_problem_free(p);
}

/* Morphy's problem: the rook takes on a7 from wherever it went, and that is no changed mate. */
static void test_problem__the_same_mate_from_another_square(void **state)
{
    const arb_problem_options all = { .tries = true, .set = true };
    arb_problem *p = solve("#2", "kbK5/pp6/1P6/8/8/8/8/R7", &all);
    arb_problem_changed c = { .change = ARB_CHANGE_NONE };

    (void)state;
    assert_string_equal("Ra6", moves_of(p, 0, ARB_NODE_KEY));
    assert_string_equal("Ra5 Rxa7+", moves_of(p, 0, ARB_NODE_TRY));
    assert_false(arb_problem_changes(&c, p));
    assert_int_equal(0, arb_problem_zagoruiko(p, NULL));
    arb_problem_free(p);
}

/* The variations that the notes give for it, with a capture en passant and four promotions. */
static void test_problem__variations_that_are_known(void **state)
{
    arb_problem *p = solve("#2", "5r2/2P1p3/1K1k2N1/1bN1p1p1/2P1P1pB/6PB/5P2/5r1R", NULL);
    const uint32_t key = arb_problem_first(p, 0, ARB_NODE_KEY);
    static const char *const variations[][2] = {
        { "R1xf4", "Rd1#" },           { "gxf3", "Nb7#" },   { "exf4", "e5#" },
        { "gxf4", "Bxe7#" },           { "R8xf4", "c8=N#" }, { "Rf5", "c8=N#" },
        { "Rb8+", "cxb8=B# cxb8=Q#" },
    };

    (void)state;
    assert_string_equal("fxe5#", moves_of(p, key, ARB_NODE_THREAT));
    assert_int_equal(sizeof variations / sizeof *variations,
                     arb_problem_count(p, key, ARB_NODE_DEFENCE));
    for (size_t i = 0; i < sizeof variations / sizeof *variations; i++)
        assert_string_equal(variations[i][1],
                            moves_of(p, child(p, key, variations[i][0]), ARB_NODE_CONTINUATION));
    arb_problem_free(p);
}

/* The right to capture en passant (3.7.3.1) is gone when the other side moves first or passes. */
static void test_problem__nobody_captures_after_a_pass(void **state)
{
    const arb_problem_options all = { .every_try = true, .set = true };

    (void)state;
    /* 1.d4 threatens nothing: 2.exd3 would open the file for mate, and take White's own pawn */
    arb_problem *p = solve("#2", "3rkr2/3p1p2/8/8/8/8/3PP3/K3R3", &all);
    assert_string_equal("", moves_of(p, child(p, 0, "d4"), ARB_NODE_THREAT));
    arb_problem_free(p);
    p = solve("#3", "3rkr2/3p1p2/8/8/8/8/3PP3/K3R3", &all);
    assert_string_equal("", moves_of(p, child(p, 0, "d4"), ARB_NODE_THREAT));
    arb_problem_free(p);
    /* Black has just played d7-d5; if it were his turn again, cxd6 would take his own pawn */
    p = solve("#2", "7k/2p5/5K2/3pP3/8/8/8/R7 w - d6", &all);
    uint32_t set = arb_problem_first(p, 0, ARB_NODE_SET);
    assert_int_equal(0, child(p, set, "cxd6"));
    assert_int_equal(ARB_SQUARE_NONE, arb_problem_after(p, set).passed);
    assert_true(child(p, 0, "exd6") != 0);
    assert_true(arb_problem_key_marks(p, child(p, 0, "exd6")) & ARB_PROBLEM_KEY_EN_PASSANT);
    arb_problem_free(p);
    /* White in the set play of a helpmate: fxe3 would mate, but takes his own pawn */
    p = solve("h#1*", "4rkr1/4p1p1/8/8/3pP3/8/5P2/K4R2 b - e3", &all);
    set = arb_problem_first(p, 0, ARB_NODE_SET);
    assert_true(set != 0);
    assert_string_equal("", moves_of(p, set, ARB_NODE_HELP));
    arb_problem_free(p);
}

/* White's checks that fail have all their refutations; set play tells what it has no answer to. */
static void test_problem__refuted_checks_and_unprovided_moves(void **state)
{
    const arb_problem_options all = { .tries = true, .set = true, .keys_only = true };
    arb_problem *p = solve("#2", "2K5/7R/B7/k7/p7/n7/2N5/1R6", &all);
    const uint32_t set = arb_problem_first(p, 0, ARB_NODE_SET);
    const uint32_t near_rook = child(p, 0, "Rb5+"), far_rook = child(p, 0, "Rh5+");

    (void)state;
    assert_string_equal("Rb5+ Rh5+", moves_of(p, 0, ARB_NODE_CHECK));
    assert_string_equal("Kxa6 Nxb5", moves_of(p, near_rook, ARB_NODE_REFUTATION));
    assert_string_equal("Kxa6 Nb5", moves_of(p, far_rook, ARB_NODE_REFUTATION));
    assert_string_equal("", moves_of(p, far_rook, ARB_NODE_DEFENCE));
    assert_true(arb_problem_key_marks(p, near_rook) & ARB_PROBLEM_KEY_CHECKS);
    assert_string_equal("Kxa6 Nxb1 Nxc2 Nc4 Nb5", moves_of(p, set, ARB_NODE_REFUTATION));
    assert_int_equal(3, arb_problem_facts_of(p)->tries);
    assert_string_equal("", moves_of(p, arb_problem_first(p, 0, ARB_NODE_KEY), ARB_NODE_DEFENCE));
    arb_problem_free(p);
}

/* What may be in a key: neither the capture of a piece nor the parry of a check; a check or a
 * pawn's capture where the theme asks for it. */
static void test_problem__what_a_key_may_do(void **state)
{
    (void)state;
    assert_int_equal(ARB_PROBLEM_ADMISSION_ADMITTED, arb_problem_admission_of(0));
    assert_int_equal(ARB_PROBLEM_ADMISSION_ADMITTED,
                     arb_problem_admission_of(ARB_PROBLEM_KEY_TAKES_FLIGHT |
                                              ARB_PROBLEM_KEY_PROMOTES | ARB_PROBLEM_KEY_WAITS));
    assert_int_equal(ARB_PROBLEM_ADMISSION_TOLERATED,
                     arb_problem_admission_of(ARB_PROBLEM_KEY_CHECKS));
    assert_int_equal(ARB_PROBLEM_ADMISSION_TOLERATED,
                     arb_problem_admission_of(ARB_PROBLEM_KEY_TAKES_PAWN | ARB_PROBLEM_KEY_WAITS));
    assert_int_equal(
        ARB_PROBLEM_ADMISSION_REFUSED,
        arb_problem_admission_of(ARB_PROBLEM_KEY_TAKES_PIECE | ARB_PROBLEM_KEY_CHECKS));
    assert_int_equal(ARB_PROBLEM_ADMISSION_REFUSED,
                     arb_problem_admission_of(ARB_PROBLEM_KEY_PARRIES));
    assert_string_equal("",
                        arb_problem_admission_text(ARB_PROBLEM_ADMISSION_ADMITTED, ARB_LANG_IT));
    assert_string_equal("refused", arb_problem_admission_word(ARB_PROBLEM_ADMISSION_REFUSED));
}

/* What a key does. */
static void test_problem__marks_of_a_key(void **state)
{
    static const struct {
        const char *fen, *move;
        uint32_t has, has_not;
    } cases[] = {
        /* every first move is listed; none of these problems need be sound */
        { "7k/8/5K2/8/8/8/8/R5r1", "Rxg1", ARB_PROBLEM_KEY_TAKES_PIECE,
          ARB_PROBLEM_KEY_TAKES_PAWN },
        { "7k/8/5K2/p7/8/8/8/R7", "Rxa5", ARB_PROBLEM_KEY_TAKES_PAWN,
          ARB_PROBLEM_KEY_TAKES_PIECE | ARB_PROBLEM_KEY_CHECKS },
        { "7k/8/5K2/8/8/8/8/R7", "Ra8+", ARB_PROBLEM_KEY_CHECKS, ARB_PROBLEM_KEY_WAITS },
        { "7k/P7/5K2/8/8/8/8/8", "a8=Q+", ARB_PROBLEM_KEY_PROMOTES | ARB_PROBLEM_KEY_CHECKS, 0 },
        { "8/8/8/8/8/6k1/8/4K2R", "O-O", ARB_PROBLEM_KEY_CASTLES, ARB_PROBLEM_KEY_CHECKS },
        { "7k/8/4nK2/8/8/8/8/6Q1", "Qg7+", ARB_PROBLEM_KEY_SACRIFICES | ARB_PROBLEM_KEY_CHECKS, 0 },
        { "7k/7b/5K2/8/8/8/8/R7", "Rh1", ARB_PROBLEM_KEY_PINS, ARB_PROBLEM_KEY_UNPINS },
        { "7k/7b/5K2/8/8/8/8/7R", "Ra1", ARB_PROBLEM_KEY_UNPINS, ARB_PROBLEM_KEY_PINS },
        { "k7/8/8/8/r2R2K1/4N3/8/8", "Nd5", 0, ARB_PROBLEM_KEY_SELF_PINS },
        { "k7/8/8/8/r2NR1K1/8/8/8", "Nb3", ARB_PROBLEM_KEY_SELF_PINS, ARB_PROBLEM_KEY_SELF_UNPINS },
        { "k7/8/8/8/r2R2K1/8/8/8", "Kg3", ARB_PROBLEM_KEY_SELF_UNPINS, ARB_PROBLEM_KEY_SELF_PINS },
        { "7k/8/5K2/8/8/8/8/6R1", "Rf1", ARB_PROBLEM_KEY_GIVES_FLIGHT,
          ARB_PROBLEM_KEY_TAKES_FLIGHT },
        { "7k/8/5K2/8/8/8/8/5R2", "Rg1", ARB_PROBLEM_KEY_TAKES_FLIGHT,
          ARB_PROBLEM_KEY_GIVES_FLIGHT },
        { "k7/8/8/8/8/1r6/8/6K1", "Kg2", ARB_PROBLEM_KEY_PARRIES | ARB_PROBLEM_KEY_EXPOSES, 0 },
    };
    const arb_problem_options every = { .every_try = true };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arb_problem *p = solve("#2", cases[i].fen, &every);
        const uint32_t node = child(p, 0, cases[i].move);
        if (!node || (arb_problem_key_marks(p, node) & cases[i].has) != cases[i].has ||
            (arb_problem_key_marks(p, node) & cases[i].has_not))
            fail_msg("%s %s: %x", cases[i].fen, cases[i].move,
                     node ? arb_problem_key_marks(p, node) : 0);
        arb_problem_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_problem__keys_that_are_known),
        cmocka_unit_test(test_problem__the_indian_problem_is_cooked),
        cmocka_unit_test(test_problem__helpmates_that_are_known),
        cmocka_unit_test(test_problem__flaws_are_told),
        cmocka_unit_test(test_problem__illegal_positions_are_not_solved),
        cmocka_unit_test(test_problem__complete_block),
        cmocka_unit_test(test_problem__block_threat),
        cmocka_unit_test(test_problem__threat_with_a_reply),
        cmocka_unit_test(test_problem__incomplete_block_with_a_dual),
        cmocka_unit_test(test_problem__duals_that_are_avoided),
        cmocka_unit_test(test_problem__nobody_captures_after_a_pass),
        cmocka_unit_test(test_problem__refuted_checks_and_unprovided_moves),
        cmocka_unit_test(test_problem__changes_between_phases),
        cmocka_unit_test(test_problem__the_same_mate_from_another_square),
        cmocka_unit_test(test_problem__variations_that_are_known),
        cmocka_unit_test(test_problem__what_a_key_may_do),
        cmocka_unit_test(test_problem__marks_of_a_key),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
