/* SPDX-License-Identifier: MIT */
/* What finds mates quickly, against trying every move: the kernels and the mating net. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/problem.h"
#include "problem/help.h"
#include "problem/kernel.h"
#include "support/assertions.h"
#include "support/random_positions.h"
#include "support/slow_problem.h"
#include "support/slow_retro.h"
/* ---- kernels */

/* All kernels answer as plain trying does. */
static void test_problem_kernels__kernels_agree_with_trying(void **state)
{
    unsigned mates_met = 0, only_met = 0;

    (void)state;
    for (unsigned i = 0; i < scaled(4000); i++) {
        const arb_pos pos = slow_problem_position(8000000 + i, 1 + i % 5, i % 6);
        arb_move moves[ARB_MOVES_MAX];
        const size_t n = arb_pos_moves(moves, &pos);
        size_t mating = 0;
        bool is_mate[ARB_MOVES_MAX];
        for (size_t j = 0; j < n; j++) {
            arb_pos next;
            arb_pos_play(&next, &pos, moves[j]);
            is_mate[j] = arb_pos_is_checkmate(&next);
            mating += is_mate[j];
        }
        mates_met += mating > 0;
        only_met += n > 0 && mating == n;
        for (arb_kernel kernel = ARB_KERNEL_PORTABLE; kernel < ARB_KERNEL_COUNT; kernel++) {
            if (!arb_kernel_available(kernel))
                continue;
            const arb_problem_code *code = arb_problem_code_get(kernel);
            arb_move found[ARB_MOVES_MAX];
            assert_int_equal(mating, code->mates(found, &pos, ARB_WHITE));
            assert_int_equal(mating > 0,
                             code->mate(&pos, ARB_WHITE, ARB_PROBLEM_NO_MOVE).bits != 0);
            assert_int_equal(n > 0 && mating == n, code->only_mates(&pos, ARB_WHITE));
            assert_int_equal(n, code->moves(found, &pos, ARB_WHITE));
            for (size_t j = 0; j < n; j++) {
                const bool plain = arb_move_kind_of(moves[j]) <= ARB_MOVE_KING;
                assert_int_equal(plain, code->legal(&pos, ARB_WHITE, moves[j]));
                if (is_mate[j])
                    assert_int_equal(moves[j].bits, code->mate(&pos, ARB_WHITE, moves[j]).bits);
            }
        }
    }
    assert_true(mates_met > 0 || scaled(100) < 100);
    (void)only_met;
}

/*
 * White is in check from a pawn and can only step with his king, off the line of his rook: six
 * mates, two of them captures. With one pawn less he has a seventh step, along the line.
 */
static void test_problem_kernels__a_king_whose_every_step_mates(void **state)
{
    static const struct {
        const char *fen;
        bool only_mates;
        size_t mates;
    } cases[] = {
        { "3rkr2/3p1p2/5p2/3p4/4Kp2/8/8/4R3 w - -", true, 6 },
        { "3rkr2/3p1p2/8/3p4/4Kp2/8/8/4R3 w - -", false, 6 },
        { "3rkr2/3p1p2/5p2/3p4/4K3/8/8/4R3 w - -", false, 6 },
        { "3rkr2/3p1p2/5p2/3p4/4Kp2/8/8/8 w - -", false, 0 }, /* no line to step off */
        { "7k/5Q2/6K1/8/8/8/8/8 b - -", false, 0 },           /* no move at all */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (arb_kernel kernel = ARB_KERNEL_PORTABLE; kernel < ARB_KERNEL_COUNT; kernel++) {
            const arb_pos pos = pos_of(cases[i].fen);
            arb_move found[ARB_MOVES_MAX];
            if (!arb_kernel_available(kernel))
                continue;
            const arb_problem_code *code = arb_problem_code_get(kernel);
            assert_int_equal(cases[i].only_mates, code->only_mates(&pos, (arb_colour)pos.turn));
            assert_int_equal(cases[i].mates, code->mates(found, &pos, (arb_colour)pos.turn));
        }
}

/* White at home with pawns to push, to promote and to capture en passant, and a king in the middle
 * of it all: here moves of every kind give check. */
static bool lively_position(arb_setup *setup, chance *luck)
{
    static const arb_role pieces[] = { ARB_QUEEN, ARB_ROOK, ARB_BISHOP, ARB_BISHOP, ARB_KNIGHT };
    arb_pos pos;

    *setup = arb_setup_empty();
    setup->piece[chance_below(luck, 2) ? 4 : chance_below(luck, 64)] =
        arb_piece_of(ARB_WHITE, ARB_KING);
    setup->piece[chance_below(luck, 2) ? 0 : 7] = arb_piece_of(ARB_WHITE, ARB_ROOK);
    for (unsigned i = 0; i < 4; i++)
        setup->piece[8 + chance_below(luck, 8)] = arb_piece_of(ARB_WHITE, ARB_PAWN);
    setup->piece[48 + chance_below(luck, 8)] = arb_piece_of(ARB_WHITE, ARB_PAWN);
    for (unsigned i = 0; i < 3; i++)
        setup->piece[chance_below(luck, 64)] =
            arb_piece_of(ARB_WHITE, pieces[chance_below(luck, 5)]);
    const arb_square king = (arb_square)(16 + chance_below(luck, 48));
    setup->piece[king] = arb_piece_of(ARB_BLACK, ARB_KING);
    for (unsigned i = 0; i < 6; i++) {
        const unsigned at = (king + 55u + chance_below(luck, 3) * 8 + chance_below(luck, 3)) % 64;
        if (setup->piece[at] == ARB_PIECE_NONE && at > 7 && at < 56)
            setup->piece[at] = arb_piece_of(ARB_BLACK, (arb_role)chance_below(luck, ARB_QUEEN));
    }
    const unsigned file = chance_below(luck, 7);
    if (chance_below(luck, 4) && setup->piece[40 + file] == ARB_PIECE_NONE &&
        setup->piece[48 + file] == ARB_PIECE_NONE && 32 + file != king) {
        setup->piece[32 + file] = arb_piece_of(ARB_BLACK, ARB_PAWN);
        if (33 + file != king)
            setup->piece[33 + file] = arb_piece_of(ARB_WHITE, ARB_PAWN);
        setup->en_passant = (arb_square)(40 + file);
    }
    setup->castling = UINT64_C(0x81);
    return !arb_problem_unplayable(arb_pos_from_setup(&pos, setup));
}

/* The same position with the colours changed. */
static arb_setup turned(const arb_setup *setup)
{
    arb_setup out = arb_setup_empty();

    for (unsigned square = 0; square < 64; square++) {
        const arb_piece piece = setup->piece[square];
        if (piece != ARB_PIECE_NONE)
            out.piece[square ^ 56] =
                arb_piece_of(arb_opponent(arb_piece_colour(piece)), arb_piece_role(piece));
    }
    out.castling = __builtin_bswap64(setup->castling);
    out.en_passant = setup->en_passant == ARB_SQUARE_NONE ? ARB_SQUARE_NONE
                                                          : (arb_square)(setup->en_passant ^ 56);
    out.turn = (uint8_t)arb_opponent((arb_colour)setup->turn);
    return out;
}

static void compare_mates(const arb_setup *setup, unsigned met[])
{
    arb_move moves[ARB_MOVES_MAX], found[ARB_MOVES_MAX];
    arb_pos pos, next;

    assert_false(arb_problem_unplayable(arb_pos_from_setup(&pos, setup)));
    const size_t n = arb_pos_moves(moves, &pos);
    size_t mating = 0;
    for (size_t j = 0; j < n; j++) {
        arb_pos_play(&next, &pos, moves[j]);
        if (!arb_pos_is_checkmate(&next))
            continue;
        met[arb_move_kind_of(moves[j])]++;
        mating++;
        for (arb_kernel kernel = ARB_KERNEL_PORTABLE; kernel < ARB_KERNEL_COUNT; kernel++)
            if (arb_kernel_available(kernel))
                assert_int_equal(
                    moves[j].bits,
                    arb_problem_code_get(kernel)->mate(&pos, (arb_colour)pos.turn, moves[j]).bits);
    }
    for (arb_kernel kernel = ARB_KERNEL_PORTABLE; kernel < ARB_KERNEL_COUNT; kernel++)
        if (arb_kernel_available(kernel)) {
            const arb_problem_code *code = arb_problem_code_get(kernel);
            assert_int_equal(mating, code->mates(found, &pos, (arb_colour)pos.turn));
            assert_int_equal(n > 0 && mating == n, code->only_mates(&pos, (arb_colour)pos.turn));
        }
}

/* Mates by double steps, promotions, castling and en passant are found, of either colour. */
static void test_problem_kernels__mates_of_every_kind(void **state)
{
    chance luck = chance_begin(8300000);
    unsigned met[16] = { 0 };

    (void)state;
    for (unsigned i = 0; i < scaled(40000); i++) {
        arb_setup setup;
        if (!lively_position(&setup, &luck))
            continue;
        const arb_setup other = turned(&setup);
        compare_mates(&setup, met);
        compare_mates(&other, met);
    }
    assert_true((met[ARB_MOVE_DOUBLE_STEP] && met[ARB_MOVE_CASTLING] && met[ARB_MOVE_EN_PASSANT] &&
                 met[ARB_MOVE_PROMOTION] && met[ARB_MOVE_KING]) ||
                scaled(100) < 100);
}

/* ---- the mating net */

static arb_pos black_to_move(const arb_setup *setup)
{
    arb_setup made = *setup;
    arb_pos pos;

    made.turn = ARB_BLACK;
    made.en_passant = ARB_SQUARE_NONE;
    if (arb_problem_unplayable(arb_pos_from_setup(&pos, &made)))
        pos.turn = ARB_WHITE; /* not to be used */
    return pos;
}

/* What the net says of a position with Black to move, against what trying shows. */
static void compare_net(const arb_pos *pos, const arb_problem_net *net, unsigned plies,
                        unsigned *forbidden, unsigned *lines)
{
    const arb_problem_net_code *code = arb_problem_code_get(ARB_KERNEL_BEST)->net;
    arb_problem_net_targets targets;
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);
    bool any = false;

    if (plies == 2)
        code->last(&targets, net, pos);
    else
        code->last_but_two(&targets, net, pos);
    for (size_t i = 0; i < n; i++) {
        const bool allowed = arb_problem_net_allows(&targets, moves[i]);
        arb_pos next;
        arb_pos_play(&next, pos, moves[i]);
        const bool mates = slow_help(&next, ARB_AIM_MATE, plies - 1) > 0;
        if (mates && !(allowed && code->possible(net, &next, ARB_WHITE, plies - 1))) {
            char fen[ARB_FEN_SIZE];
            arb_pos_fen(fen, sizeof fen, pos);
            fail_msg("%s: the net forbids a move that leads to mate in %u plies", fen, plies);
        }
        *forbidden += !allowed;
        *lines += mates;
        any |= mates;
    }
    assert_true(!any || code->possible(net, pos, ARB_BLACK, plies));
}

/* "No" is a proof: with two plies left and with four. Castling has no part in it, so that it must
 * not be asked where somebody can castle: it then allows everything. */
static void test_problem_kernels__the_net_forbids_no_mate(void **state)
{
    arb_problem_net *net = calloc(1, sizeof *net);
    chance luck = chance_begin(8400000);
    unsigned forbidden = 0, lines = 0, castling = 0;

    (void)state;
    assert_non_null(net);
    arb_problem_code_get(ARB_KERNEL_BEST)->net->init(net, ARB_WHITE);
    for (unsigned i = 0; i < scaled(6000); i++) {
        arb_setup setup;
        if (!lively_position(&setup, &luck))
            continue;
        if (i % 4)
            setup.castling = 0;
        const arb_pos pos = black_to_move(&setup);
        if (pos.turn == ARB_BLACK)
            compare_net(&pos, net, 2, &forbidden, &lines);
        castling += pos.castling != 0;
    }
    for (unsigned i = 0; i < scaled(250); i++) {
        const arb_pos white = slow_problem_position(8500000 + i, 1 + i % 3, i % 4);
        arb_setup setup = arb_pos_setup(&white);
        setup.castling = 0;
        const arb_pos pos = black_to_move(&setup);
        if (pos.turn == ARB_BLACK)
            compare_net(&pos, net, 4, &forbidden, &lines);
    }
    assert_true((forbidden > 1000 && lines > 100 && castling > 100) || scaled(100) < 100);
    free(net);
}

/* A move that is legal in one position is judged rightly in another. */
static void test_problem_kernels__moves_of_other_positions(void **state)
{
    const arb_problem_code *code = arb_problem_code_get(ARB_KERNEL_BEST);

    (void)state;
    for (unsigned i = 0; i < scaled(3000); i++) {
        const arb_pos one = slow_problem_position(8100000 + i, 3, 3);
        const arb_pos two = slow_problem_position(8200000 + i, 3, 3);
        arb_move moves[ARB_MOVES_MAX];
        const size_t n = arb_pos_moves(moves, &one);
        for (size_t j = 0; j < n; j++)
            if (arb_move_kind_of(moves[j]) <= ARB_MOVE_KING)
                assert_int_equal(arb_pos_is_legal(&two, moves[j]),
                                 code->legal(&two, ARB_WHITE, moves[j]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_problem_kernels__kernels_agree_with_trying),
        cmocka_unit_test(test_problem_kernels__a_king_whose_every_step_mates),
        cmocka_unit_test(test_problem_kernels__mates_of_every_kind),
        cmocka_unit_test(test_problem_kernels__the_net_forbids_no_mate),
        cmocka_unit_test(test_problem_kernels__moves_of_other_positions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
