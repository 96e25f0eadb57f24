/* SPDX-License-Identifier: MIT */
/* The parts of a solver: stipulations, conventions, keys of positions, Popeye's input. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "arbitro/popeye.h"
#include "arbitro/problem.h"
#include "arbitro/retro.h"
#include "problem/help.h"
#include "problem/kernel.h"
#include "problem/table.h"
#include "support/assertions.h"
#include "support/random_positions.h"
#include "support/slow_problem.h"
#include "support/slow_retro.h"

/* ---- stipulations */

static void test_problem_parts__stipulations_are_read_and_written(void **state)
{
    static const struct {
        const char *text, *written;
        arb_stipulation is;
    } good[] = {
        { "#2", "#2", { ARB_PROBLEM_DIRECT, ARB_AIM_MATE, 2, false, false } },
        { "=14", "=14", { ARB_PROBLEM_DIRECT, ARB_AIM_STALEMATE, 14, false, false } },
        { "s#3", "s#3", { ARB_PROBLEM_SELF, ARB_AIM_MATE, 3, false, false } },
        { "S#3", "s#3", { ARB_PROBLEM_SELF, ARB_AIM_MATE, 3, false, false } },
        { "r#99", "r#99", { ARB_PROBLEM_REFLEX, ARB_AIM_MATE, 99, false, false } },
        { "h#2.5", "h#2.5", { ARB_PROBLEM_HELP, ARB_AIM_MATE, 2, true, false } },
        { "h#0.5", "h#0.5", { ARB_PROBLEM_HELP, ARB_AIM_MATE, 0, true, false } },
        { "h=3*", "h=3*", { ARB_PROBLEM_HELP, ARB_AIM_STALEMATE, 3, false, true } },
        { "*#2", "#2*", { ARB_PROBLEM_DIRECT, ARB_AIM_MATE, 2, false, true } },
    };

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        arb_stipulation s;
        char text[ARB_STIPULATION_SIZE];
        assert_int_equal(ARB_OK,
                         arb_stipulation_read(&s, NULL, good[i].text, strlen(good[i].text)));
        assert_true(s.play == good[i].is.play && s.aim == good[i].is.aim &&
                    s.moves == good[i].is.moves && s.half == good[i].is.half &&
                    s.set == good[i].is.set);
        assert_int_equal(strlen(good[i].written), arb_stipulation_write(text, sizeof text, &s));
        assert_string_equal(good[i].written, text);
    }
}

static void test_problem_parts__stipulations_that_are_none(void **state)
{
    static const struct {
        const char *text;
        size_t column;
        arb_wanted wanted;
    } bad[] = {
        { "", 1, ARB_WANTED_STIPULATION },
        { "2", 1, ARB_WANTED_STIPULATION },
        { "#", 2, ARB_WANTED_STIPULATION_MOVES },
        { "#0", 2, ARB_WANTED_STIPULATION_MOVES },
        { "#100", 2, ARB_WANTED_STIPULATION_MOVES },
        { "#2x", 3, ARB_WANTED_STIPULATION_END },
        { "#2.5", 3, ARB_WANTED_STIPULATION_END },
        { "h#0", 3, ARB_WANTED_STIPULATION_MOVES },
        { "ser-h#3", 2, ARB_WANTED_STIPULATION },
        { "h#99999999999999999999", 3, ARB_WANTED_STIPULATION_MOVES },
        { "h#.5", 3, ARB_WANTED_STIPULATION_MOVES },
        { "#2**", 4, ARB_WANTED_STIPULATION_END },
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        arb_stipulation s = { .moves = 77 };
        arb_where where;
        assert_int_equal(ARB_SYNTAX,
                         arb_stipulation_read(&s, &where, bad[i].text, strlen(bad[i].text)));
        assert_int_equal(bad[i].column, where.column);
        assert_int_equal(bad[i].wanted, where.wanted);
        assert_int_equal(77, s.moves);
    }
}

static void test_problem_parts__plies_and_who_begins(void **state)
{
    const arb_stipulation direct = { .moves = 3 }, self = { .play = ARB_PROBLEM_SELF, .moves = 3 },
                          help = { .play = ARB_PROBLEM_HELP, .moves = 3 },
                          half = { .play = ARB_PROBLEM_HELP, .moves = 3, .half = true };

    (void)state;
    assert_int_equal(5, arb_stipulation_plies(&direct));
    assert_int_equal(6, arb_stipulation_plies(&self));
    assert_int_equal(6, arb_stipulation_plies(&help));
    assert_int_equal(7, arb_stipulation_plies(&half));
    assert_int_equal(ARB_WHITE, arb_stipulation_begins(&direct));
    assert_int_equal(ARB_WHITE, arb_stipulation_begins(&self));
    assert_int_equal(ARB_BLACK, arb_stipulation_begins(&help));
    assert_int_equal(ARB_WHITE, arb_stipulation_begins(&half));
}

/* ---- conventions */

static arb_pos position(const char *stipulation, const char *fen)
{
    arb_stipulation s;
    arb_setup setup;
    arb_pos pos;

    assert_int_equal(ARB_OK, arb_stipulation_read(&s, NULL, stipulation, strlen(stipulation)));
    assert_int_equal(ARB_OK, arb_fen_read(&setup, NULL, fen, strlen(fen), NULL));
    assert_int_equal(0, arb_problem_unplayable(arb_problem_position(
                            &pos, &setup, &s, arb_problem_fields(fen, strlen(fen)))));
    return pos;
}

static void assert_position(const char *stipulation, const char *fen, const char *expected)
{
    const arb_pos pos = position(stipulation, fen);
    char text[ARB_FEN_SIZE];

    arb_pos_fen(text, sizeof text, &pos);
    assert_string_equal(expected, text);
}

static void test_problem_parts__castling_is_assumed(void **state)
{
    (void)state;
    assert_position("#2", "r3k2r/8/8/8/8/8/8/R3K2R", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_position("#2", "r3k2r/8/8/8/8/8/8/R3K2R w", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_position("#2", "r3k2r/8/8/8/8/8/8/R3K2R w -", "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1");
    assert_position("#2", "r3k2r/8/8/8/8/8/8/R3K2R w Kq", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1");
    assert_position("#2", "r2k3r/8/8/8/8/8/8/R3K2n", "r2k3r/8/8/8/8/8/8/R3K2n w Q - 0 1");
    /* Black moved last, and only his king or his rook can have: White's move, all pawns at home */
    assert_position("#2", "r3k3/p1ppp3/1p6/8/8/8/8/4K3",
                    "r3k3/p1ppp3/1p6/8/8/8/8/4K3 w q - 0 1"); /* the pawn may have moved */
    assert_position("#2", "r3k3/pppppppp/8/8/8/8/8/4K3", "r3k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1");
    assert_position("#2", "4k3/8/8/8/8/8/8/RR2K3 w B", "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1");
}

static void test_problem_parts__who_begins(void **state)
{
    (void)state;
    assert_position("h#2", "4k3/8/8/8/8/8/8/4K2Q", "4k3/8/8/8/8/8/8/4K2Q b - - 0 1");
    assert_position("h#2", "4k3/8/8/8/8/8/8/4K2Q w", "4k3/8/8/8/8/8/8/4K2Q w - - 0 1");
    assert_position("h#2.5", "4k3/8/8/8/8/8/8/4K2Q", "4k3/8/8/8/8/8/8/4K2Q w - - 0 1");
}

/* Black's king has no square to have come from, and his pawn none but d7: not d6, from where it
 * would have given check, and neither c6 nor e6. */
#define FORCED "kN6/BN6/2P1P3/2KpP3/8/8/8/8"

/* The double step must have been the last move, or there is no capture. */
static void test_problem_parts__en_passant_only_where_it_is_shown(void **state)
{
    (void)state;
    assert_position("#2", FORCED, FORCED " w - d6 0 1");
    assert_position("#2", FORCED " w", FORCED " w - d6 0 1");
    assert_position("#2", FORCED " w - -", FORCED " w - - 0 1");
    assert_position("#2", "kN6/BN6/2P1P3/3pP3/2K5/8/8/8 w",
                    "kN6/BN6/2P1P3/3pP3/2K5/8/8/8 w - - 0 1");
    assert_position("#2", "kN6/BN6/2P5/2KpP3/8/8/8/8", "kN6/BN6/2P5/2KpP3/8/8/8/8 w - - 0 1");
    assert_position("#2", "8/8/8/3pP3/8/8/8/K6k", "8/8/8/3pP3/8/8/8/K6k w - - 0 1");
    assert_position("#2", "8/8/8/3pP3/8/8/8/K6k w - d6", "8/8/8/3pP3/8/8/8/K6k w - d6 0 1");
}

/* Takes a man of the diagram away, or puts one there. */
static void disturb(arb_setup *setup, chance *luck)
{
    const arb_square at = (arb_square)chance_below(luck, 64);

    if (setup->piece[at] != ARB_PIECE_NONE) {
        if (arb_piece_role(setup->piece[at]) != ARB_KING)
            setup->piece[at] = ARB_PIECE_NONE;
    } else if (at > 7 && at < 56) {
        setup->piece[at] =
            arb_piece_of((arb_colour)chance_below(luck, 2), (arb_role)chance_below(luck, ARB_KING));
    }
}

/* Every last move that is possible is the double step over that square. */
static void assert_only_double_steps(const arb_setup *setup, arb_square passed)
{
    static arb_retro_move moves[ARB_RETRO_MOVES_MAX];
    const arb_retro_effort some = { .nodes = 20000, .reasons_only = true };
    const size_t n = arb_retro_last_moves(moves, setup, &some);

    for (size_t i = 0; i < n; i++)
        assert_true(moves[i].kind == ARB_MOVE_DOUBLE_STEP && moves[i].from == passed + 8);
}

/*
 * By chance, and with the slow board: where the convention allows the capture, no other last move
 * leads to the diagram. A white man on the square of origin leaves only those others.
 */
static void test_problem_parts__en_passant_by_chance(void **state)
{
    chance luck = chance_begin(990);
    const arb_stipulation two = { .moves = 2 };
    unsigned found = 0;

    (void)state;
    for (unsigned i = 0; i < scaled(1000); i++) {
        arb_setup setup;
        arb_pos pos;
        assert_int_equal(ARB_OK, arb_fen_read(&setup, NULL, FORCED, strlen(FORCED), NULL));
        for (unsigned j = 0; j < 1 + i % 3; j++)
            disturb(&setup, &luck);
        if (arb_problem_position(&pos, &setup, &two, 0) || pos.passed == ARB_SQUARE_NONE)
            continue;
        found++;
        arb_setup without = setup;
        without.piece[pos.passed + 8] = arb_piece_of(ARB_WHITE, ARB_KNIGHT);
        if (arb_setup_faults(&without) == 0 && slow_retro_possible(&without))
            assert_only_double_steps(&setup, pos.passed); /* it takes more than one move back */
    }
    assert_true(found > 10 || scaled(100) < 100);
}

/* ---- keys of positions */

static int compare_words(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

/* Positions that differ in one or two pieces have different keys, in both halves. */
static void test_problem_parts__keys_differ(void **state)
{
    enum { ROLES = 8, COUNT = ROLES * 64 };
    const size_t pairs = (size_t)COUNT * (COUNT - 1) / 2;
    uint64_t *keys[2] = { calloc(pairs, sizeof(uint64_t)), calloc(pairs, sizeof(uint64_t)) };
    const arb_pos empty = pos_of("7k/8/8/8/8/8/8/K7 w - -");
    size_t n = 0;

    (void)state;
    assert_true(keys[0] && keys[1]);
    for (unsigned i = 0; i < COUNT; i++)
        for (unsigned j = 0; j < i; j++) {
            arb_pos pos = empty;
            uint64_t *words[ROLES] = { &pos.side[0].pawns,    &pos.side[1].pawns,
                                       &pos.side[0].knights,  &pos.side[1].knights,
                                       &pos.side[0].diagonal, &pos.side[1].diagonal,
                                       &pos.side[0].straight, &pos.side[1].straight };
            *words[i / 64] |= UINT64_C(1) << (i % 64);
            *words[j / 64] |= UINT64_C(1) << (j % 64);
            const arb_problem_key key = arb_problem_key_of(&pos, ARB_WHITE);
            assert_true(key.place != key.check);
            keys[0][n] = key.place;
            keys[1][n++] = key.check;
        }
    for (unsigned half = 0; half < 2; half++) {
        qsort(keys[half], n, sizeof(uint64_t), compare_words);
        for (size_t i = 1; i < n; i++)
            assert_true(keys[half][i - 1] != keys[half][i]);
        free(keys[half]);
    }
    assert_true(arb_problem_key_of(&empty, ARB_WHITE).check !=
                arb_problem_key_of(&empty, ARB_BLACK).check);
}

/* A table forgets, and grows, but never answers for another position. */
static void test_problem_parts__a_table_keeps_what_it_can(void **state)
{
    arb_problem_table table;
    size_t kept = 0;

    (void)state;
    assert_int_equal(ARB_OK, arb_problem_table_init(&table, NULL, (size_t)1 << 18));
    for (uint64_t i = 1; i <= 20000; i++) {
        const arb_problem_key key = { .place = i * UINT64_C(0x9e3779b97f4a7c15), .check = i };
        assert_int_equal(0, arb_problem_table_get(&table, key));
        arb_problem_table_put(&table, key, i << 8, 1);
        assert_int_equal(i << 8 | 1, arb_problem_table_get(&table, key));
    }
    for (uint64_t i = 1; i <= 20000; i++) {
        const arb_problem_key key = { .place = i * UINT64_C(0x9e3779b97f4a7c15), .check = i };
        const uint64_t value = arb_problem_table_get(&table, key);
        assert_true(value == 0 || value == (i << 8 | 1));
        kept += value != 0;
    }
    assert_true(kept > 2000);
    assert_true(arb_problem_table_size(&table) <= (size_t)1 << 18);
    assert_true(arb_problem_table_size(&table) > (size_t)1 << 16);
    arb_problem_table_clear(&table);
}

/* ---- kernels */

/* All kernels answer as plain trying does. */
static void test_problem_parts__kernels_agree_with_trying(void **state)
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
static void test_problem_parts__a_king_whose_every_step_mates(void **state)
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
static void test_problem_parts__mates_of_every_kind(void **state)
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
static void test_problem_parts__the_net_forbids_no_mate(void **state)
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
static void test_problem_parts__moves_of_other_positions(void **state)
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

/* ---- Popeye */

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

static void test_problem_parts__popeye_in_three_languages(void **state)
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

static void test_problem_parts__popeye_options_and_words(void **state)
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

static void test_problem_parts__popeye_twins(void **state)
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
static void test_problem_parts__popeye_errors(void **state)
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
        cmocka_unit_test(test_problem_parts__stipulations_are_read_and_written),
        cmocka_unit_test(test_problem_parts__stipulations_that_are_none),
        cmocka_unit_test(test_problem_parts__plies_and_who_begins),
        cmocka_unit_test(test_problem_parts__castling_is_assumed),
        cmocka_unit_test(test_problem_parts__who_begins),
        cmocka_unit_test(test_problem_parts__en_passant_only_where_it_is_shown),
        cmocka_unit_test(test_problem_parts__en_passant_by_chance),
        cmocka_unit_test(test_problem_parts__keys_differ),
        cmocka_unit_test(test_problem_parts__a_table_keeps_what_it_can),
        cmocka_unit_test(test_problem_parts__kernels_agree_with_trying),
        cmocka_unit_test(test_problem_parts__a_king_whose_every_step_mates),
        cmocka_unit_test(test_problem_parts__mates_of_every_kind),
        cmocka_unit_test(test_problem_parts__the_net_forbids_no_mate),
        cmocka_unit_test(test_problem_parts__moves_of_other_positions),
        cmocka_unit_test(test_problem_parts__popeye_in_three_languages),
        cmocka_unit_test(test_problem_parts__popeye_options_and_words),
        cmocka_unit_test(test_problem_parts__popeye_twins),
        cmocka_unit_test(test_problem_parts__popeye_errors),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
