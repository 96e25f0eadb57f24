/* SPDX-License-Identifier: MIT */
/*
 * Positions with their truth: each way in which tables of material go wrong, walls that hold and
 * walls with a hole, and positions in which quick arguments have failed. Every line is replayed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "arbitro/proof.h"
#include "support/assertions.h"

typedef struct truth {
    const char *who; /* who can mate: "WB", "W-", "-B", "--" */
    const char *fen;
} truth;

static void assert_line(const arb_pos *pos, const arb_proof_answer *answer, const char *fen)
{
    arb_pos now = *pos;

    if (answer->count > ARB_PROOF_LINE_MAX)
        fail_msg("%s: the line has %zu moves", fen, answer->count);
    for (size_t i = 0; i < answer->count; i++) {
        if (!arb_pos_is_legal(&now, answer->line[i]))
            fail_msg("%s: move %zu of the line is not legal", fen, i + 1);
        arb_pos_play(&now, &now, answer->line[i]);
    }
    if (!arb_pos_is_checkmate(&now) || now.turn == answer->mates)
        fail_msg("%s: the line does not end in mate", fen);
}

static void assert_truth(const truth *t)
{
    const arb_pos pos = pos_of(t->fen);
    arb_proof_answer answer;

    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        const arb_proof truth_of_side = t->who[side] == '-' ? ARB_PROOF_NO : ARB_PROOF_YES;
        const arb_proof found = arb_proof_explain_mate(&answer, &pos, (arb_colour)side, NULL);
        if (found != truth_of_side || answer.verdict != found)
            fail_msg("%s: %s, found %d: %s", t->fen, t->who, (int)found,
                     arb_proof_reason_text(answer.reason, ARB_LANG_EN));
        if (found == ARB_PROOF_YES)
            assert_line(&pos, &answer, t->fen);
    }
    const bool dead = t->who[0] == '-' && t->who[1] == '-';
    const arb_proof found = arb_proof_explain_dead(&answer, &pos, NULL);
    if (found != (dead ? ARB_PROOF_YES : ARB_PROOF_NO))
        fail_msg("%s: dead is %d", t->fen, (int)found);
    if (!dead)
        assert_line(&pos, &answer, t->fen);
}

static void assert_truths(const truth *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_truth(&list[i]);
}

#define ASSERT_TRUTHS(list) assert_truths(list, sizeof(list) / sizeof *(list))

/* Laws 5.2.2, 6.9 */
static void test_proof_positions__little_material(void **state)
{
    static const truth list[] = {
        { "--", "8/8/3k4/8/8/3K4/8/8 w - -" },
        { "--", "8/8/3k4/8/8/3KN3/8/8 w - -" },
        { "--", "8/8/3kb3/8/8/3K4/8/8 w - -" },
        /* two knights mate with help */
        { "W-", "8/8/3k4/8/8/3KNN2/8/8 w - -" },
        /* a knight with a pawn, bishop, knight or rook of the opponent, but not with queens */
        { "WB", "8/p7/3k4/8/8/3KN3/8/8 w - -" },
        { "WB", "8/b7/3k4/8/8/3KN3/8/8 w - -" },
        { "WB", "8/n7/3k4/8/8/3KN3/8/8 w - -" },
        { "WB", "8/r7/3k4/8/8/3KN3/8/8 w - -" },
        { "-B", "8/q7/3k4/8/8/3KN3/8/8 w - -" },
        { "-B", "8/qq6/3k4/8/8/3KN3/8/8 w - -" },
        { "WB", "8/qr6/3k4/8/8/3KN3/8/8 w - -" },
        /* a bishop with a pawn, a knight, or a bishop of the other colour, but not with rooks */
        { "WB", "8/p7/3k4/8/8/3KB3/8/8 w - -" },
        { "WB", "8/n7/3k4/8/8/3KB3/8/8 w - -" },
        { "--", "8/b7/3k4/8/8/3KB3/8/8 w - -" },
        { "WB", "b7/8/3k4/8/8/3KB3/8/8 w - -" },
        { "-B", "8/r7/3k4/8/8/3KB3/8/8 w - -" },
        { "-B", "8/qr6/3k4/8/8/3KB3/8/8 w - -" },
        /* any number of bishops on squares of one colour are one bishop */
        { "--", "8/b1b5/3k4/8/8/3KB1B1/8/8 w - -" },
        { "WB", "8/b1b5/3k4/8/8/3KBB2/8/8 w - -" },
    };
    (void)state;
    ASSERT_TRUTHS(list);
}

/* Laws 5.2.2, 6.9 */
static void test_proof_positions__enough_material_but_no_mate(void **state)
{
    static const truth list[] = {
        /* walls of pawns without a hole, with nothing to break them */
        { "--", "8/3k4/8/1p1p1p1p/1P1P1P1P/8/3K4/8 w - -" },
        { "--", "8/2k5/8/p1p1p1p1/P1P1P1P1/8/5K2/8 b - -" },
        { "--", "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -" },
        { "--", "8/4k3/8/1p1p1p1p/1P1P1P1P/8/4K3/2B5 w - -" },
        { "--", "4k3/4b3/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -" },
        /* the same with a hole on the edge, a bishop that takes pawns, or a knight that jumps */
        { "WB", "8/3k4/8/1p1p1p2/1P1P1P2/8/3K4/8 w - -" },
        { "WB", "8/4k3/8/1p1p1p1p/1P1P1P1P/8/2B1K3/2B5 w - -" },
        { "WB", "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2N1K3 w - -" },
        { "WB", "2n1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - -" },
        /* kings that hold one another and their pawns */
        { "--", "8/1p6/kPp5/2P5/p1P5/P1K5/8/8 w - -" },
        { "--", "8/8/1k6/p1p1p1p1/P1P1P1P1/8/1K6/8 b - -" },
        { "WB", "8/8/1k6/p1p1p3/P1P1P3/8/1K6/8 b - -" },
    };
    (void)state;
    ASSERT_TRUTHS(list);
}

/* Laws 5.2.2, 1.5 */
static void test_proof_positions__only_moves(void **state)
{
    static const truth list[] = {
        { "--", "kb6/2N5/1K6/8/8/8/8/8 b - -" },
        { "--", "8/8/8/8/8/8/5k1p/7K w - -" },
        { "--", "k7/P7/2K5/8/8/8/8/8 b - -" },
        { "W-", "k7/P7/2K5/8/8/8/8/8 w - -" },
        /* the only move captures the last piece, or may leave it */
        { "--", "7k/6Q1/8/8/8/8/8/K7 b - -" },
        { "W-", "7k/6Q1/8/8/8/8/1B6/K7 b - -" },
        { "--", "k7/1R6/8/8/8/8/8/7K b - -" },
        { "--", "8/8/8/k7/8/8/6q1/7K w - -" },
        { "-B", "8/8/8/8/8/7k/6q1/7K w - -" },
        /* stalemate ends it, whatever there is */
        { "--", "k7/2Q5/1K6/8/8/8/8/8 b - -" },
        { "--", "7k/5Q2/8/8/8/8/8/R3K3 b Q -" },
        { "W-", "7k/5Q2/8/8/8/8/8/R3K3 w Q -" },
        { "-B", "7K/8/8/8/8/8/5r2/6rk b - -" },
    };
    (void)state;
    ASSERT_TRUTHS(list);
}

/* Mates by pieces that seem to be shut in, and the other way round: quick arguments fail here. */
/* Laws 5.2.2, 6.9 */
static void test_proof_positions__where_shortcuts_fail(void **state)
{
    static const truth list[] = {
        { "W-", "Bb2kb2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 b - -" },
        { "W-", "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - -" },
        { "WB", "1Bb5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 w - -" },
        { "--", "3k1b2/2p1pBp1/KpP1P1P1/1P3B2/4B1B1/5B2/8/8 w - -" },
    };
    (void)state;
    ASSERT_TRUTHS(list);
}

static void assert_can(const char *fen, arb_colour side)
{
    const arb_pos pos = pos_of(fen);
    arb_proof_answer answer;

    if (arb_proof_explain_mate(&answer, &pos, side, NULL) != ARB_PROOF_YES)
        fail_msg("%s: no mate found", fen);
    assert_line(&pos, &answer, fen);
}

/* Laws 5.2.2, 6.9 */
static void test_proof_positions__mates_that_others_deny(void **state)
{
    (void)state;
    assert_can("8/1p2p1p1/1P2P1P1/Bp2pBp1/1P2P1P1/7k/1P2P3/7K b - -", ARB_WHITE);
    assert_can("k7/1pK3p1/6Pb/1p4pB/bP4P1/Bp6/1P4P1/8 b - -", ARB_WHITE);
    assert_can("k7/1pK3p1/6Pb/1p4pB/bP4P1/Bp6/1P4P1/8 b - -", ARB_BLACK);
    assert_can("3b4/4p1p1/1p1pP1P1/1P1PpBp1/1pBpP1P1/1P1P4/4K1P1/2k5 w - -", ARB_WHITE);
}

/* Ordinary positions, Chess960 with castling, a capture en passant as the only move. */
/* Laws 5.2.2, 6.9, II.3 */
static void test_proof_positions__ordinary_play(void **state)
{
    static const truth list[] = {
        { "WB", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -" },
        { "WB", "r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - -" },
        { "WB", "8/5k2/8/3p1p2/3P1P2/4K3/6P1/8 w - -" },
        { "W-", "8/8/4k3/8/8/4K3/4P3/8 w - -" },
        { "W-", "8/8/4k3/8/8/4K3/7R/8 w - - 400 300" },
        { "WB", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -" },
        { "WB", "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb -" },
        { "W-", "4k3/8/8/8/8/8/8/1R1K2R1 w GB -" },
        { "WB", "6bk/7p/7P/8/8/8/8/5RKR w FH -" },
        { "WB", "8/8/8/3k4/3pP3/3K4/8/8 b - e3" },
    };
    (void)state;
    ASSERT_TRUTHS(list);
}

/* Positions that no game reaches are taken as they stand (A.5.2). */
/* Laws 5.2.2 */
static void test_proof_positions__tolerated_faults(void **state)
{
    static const truth list[] = {
        { "--", "P6k/8/8/8/8/8/8/K7 w - -" },       { "W-", "P6k/8/8/8/8/8/8/KQ6 w - -" },
        { "W-", "7k/8/8/8/8/8/P7/K6P w - -" },      { "--", "8/8/8/8/3k4/3K4/8/8 w - -" },
        { "WB", "7K/8/3B4/8/r7/kr2B3/r7/8 w - -" }, { "--", "8/8/3B4/8/8/k3B3/8/7K w - -" },
        { "W-", "k7/8/1K6/8/8/8/8/R7 w - -" },
    };
    (void)state;
    ASSERT_TRUTHS(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proof_positions__little_material),
        cmocka_unit_test(test_proof_positions__enough_material_but_no_mate),
        cmocka_unit_test(test_proof_positions__only_moves),
        cmocka_unit_test(test_proof_positions__where_shortcuts_fail),
        cmocka_unit_test(test_proof_positions__mates_that_others_deny),
        cmocka_unit_test(test_proof_positions__ordinary_play),
        cmocka_unit_test(test_proof_positions__tolerated_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
