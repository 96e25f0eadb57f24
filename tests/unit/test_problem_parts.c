/* SPDX-License-Identifier: MIT */
/* The parts of a solver: stipulations, conventions, keys of positions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "arbitro/problem.h"
#include "arbitro/retro.h"
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
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
