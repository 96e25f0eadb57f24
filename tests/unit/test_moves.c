/* SPDX-License-Identifier: MIT */
/*
 * Article 3 as a whole: in thousands of positions by chance, from games and from nonsense, the
 * library and the reference board agree on every move and every question. Single positions that
 * show one article each: test_position.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "arbitro/position.h"
#include "support/assertions.h"
#include "support/compare.h"
#include "support/data_file.h"
#include "support/random_positions.h"

typedef const char *comparison(const arb_pos *pos, const arb_setup *setup);

static void check_setup(const arb_setup *setup, comparison *compare)
{
    arb_pos pos;

    if (arb_faults_hard(arb_pos_from_setup(&pos, setup)))
        assert_no_difference("a hard fault was found", setup);
    assert_no_difference(compare_board(&pos, setup), setup);
    assert_no_difference(compare(&pos, setup), setup);
}

static void check_games(uint64_t number, unsigned games, bool chess960, comparison *compare)
{
    chance luck = chance_begin(number);

    for (unsigned i = 0; i < scaled(games); i++) {
        arb_setup setup = random_start(&luck, chess960);

        for (unsigned ply = 0; ply < 160; ply++) {
            check_setup(&setup, compare);
            if (!random_step(&setup, &luck))
                break;
        }
    }
}

static void check_nonsense(uint64_t number, unsigned positions, comparison *compare)
{
    chance luck = chance_begin(number);

    for (unsigned i = 0; i < scaled(positions); i++) {
        const arb_setup setup = random_nonsense(&luck);
        check_setup(&setup, compare);
    }
}

/* Laws 3.2, 3.3, 3.4, 3.5, 3.6, 3.7, 3.8, 3.9.2, 3.10, 3.10.1 */
static void test_moves__are_those_of_the_reference_board_in_games(void **state)
{
    (void)state;
    check_games(21, 60, false, compare_moves);
}

/* Laws 3.8.2, II.3, II.3.1 */
static void test_moves__are_those_of_the_reference_board_in_chess960(void **state)
{
    (void)state;
    check_games(22, 60, true, compare_moves);
}

/* Laws 1.4.1, 3.10.3 */
static void test_moves__are_those_of_the_reference_board_in_nonsense(void **state)
{
    (void)state;
    check_nonsense(23, 20000, compare_moves);
}

/* Laws 3.1.1, 3.7.3.1 */
static void test_moves__lead_where_the_reference_board_says(void **state)
{
    (void)state;
    check_games(24, 10, false, compare_plays);
    check_games(25, 10, true, compare_plays);
    check_nonsense(26, 2000, compare_plays);
}

/* Laws 3.1.2, 3.1.3, 3.9, 3.9.1, 3.8.2.2 */
static void test_moves__attacks_checks_pins_and_castling_agree(void **state)
{
    (void)state;
    check_games(27, 20, false, compare_queries);
    check_games(28, 20, true, compare_queries);
    check_nonsense(29, 10000, compare_queries);
}

static void test_moves__a_game_played_in_one_position_stays_right(void **state)
{
    chance luck = chance_begin(30);

    (void)state;
    for (unsigned i = 0; i < scaled(60); i++) {
        arb_setup setup = random_start(&luck, i % 2 == 1);
        arb_pos pos;

        assert_int_equal(arb_pos_from_setup(&pos, &setup), 0);
        for (unsigned ply = 0; ply < 200; ply++) {
            slow_move moves[ARB_MOVES_MAX];
            const size_t count = slow_moves(moves, &setup);
            arb_move move;

            assert_no_difference(compare_board(&pos, &setup), &setup);
            if (count == 0)
                break;
            const slow_move chosen = moves[chance_below(&luck, (unsigned)count)];
            if (!find_move(&move, &pos, chosen))
                assert_no_difference("a legal move is missing", &setup);
            arb_pos_play(&pos, &pos, move);
            setup = slow_play(&setup, chosen);
        }
    }
}

static void test_moves__no_other_bits_are_a_legal_move(void **state)
{
    chance luck = chance_begin(31);

    (void)state;
    for (unsigned i = 0; i < scaled(60); i++) {
        const arb_setup setup =
            i % 2 == 0 ? random_nonsense(&luck) : random_played(&luck, i % 4 == 1, 40);
        arb_pos pos;
        size_t legal = 0;

        assert_int_equal(arb_faults_hard(arb_pos_from_setup(&pos, &setup)), 0);
        for (unsigned bits = 0; bits <= UINT16_MAX; bits++)
            legal += arb_pos_is_legal(&pos, (arb_move){ (uint16_t)bits });
        if (legal != arb_pos_count(&pos))
            assert_no_difference("a move outside the list is called legal", &setup);
    }
}

static void test_moves__counters_stay_at_their_greatest_value(void **state)
{
    arb_setup setup = setup_of("4k3/8/8/8/8/8/8/4K2R b K - 65535 65535");

    (void)state;
    check_setup(&setup, compare_plays);
    setup.quiet_plies = 65534;
    setup.move_number = 65534;
    check_setup(&setup, compare_plays);
}

static void test_moves__the_most_moves_fit_the_list(void **state)
{
    /* Fifteen queens; the tally of the header is never reached, but must never be passed. */
    const arb_setup setup = setup_of("Q6Q/2Q2Q2/4Q3/Q6Q/3Q4/1Q4Q1/Q2QQ1Q1/k3K2Q w - - 0 1");

    (void)state;
    check_setup(&setup, compare_moves);
    const arb_pos known = pos_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    assert_int_equal(arb_pos_count(&known), 218);
}

static uint64_t key_of(const char *fen)
{
    return pos_of(fen).key;
}

static void test_moves__key_tells_turn_pieces_and_rights_apart(void **state)
{
    const uint64_t key = key_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");

    (void)state;
    assert_int_not_equal(key, key_of("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"));
    assert_int_not_equal(key, key_of("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1"));
    assert_int_not_equal(key, key_of("r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1"));
    assert_int_not_equal(key, key_of("r3k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1"));
    assert_int_not_equal(key, key_of("r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1"));
    assert_int_not_equal(key, key_of("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"));
    assert_int_not_equal(key, key_of("r3k2r/8/8/8/8/8/8/R3K2B w Qkq - 0 1"));
    assert_int_not_equal(key, key_of("r3k2r/8/8/8/8/8/8/R3K2q w Qkq - 0 1"));
    /* The inner or the outer rook: another right, another position. */
    assert_int_not_equal(key_of("4k3/8/8/8/8/8/8/4K1RR w G - 0 1"),
                         key_of("4k3/8/8/8/8/8/8/4K1RR w H - 0 1"));
    assert_int_equal(key, key_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 40 99"));
}

static void test_moves__key_counts_en_passant_only_when_the_capture_is_legal(void **state)
{
    (void)state;
    /* 9.2.3.1: the capture is possible. */
    assert_int_not_equal(key_of("4k3/8/8/8/1Pp5/8/8/4K3 b - b3 0 1"),
                         key_of("4k3/8/8/8/1Pp5/8/8/4K3 b - - 0 1"));
    /* No pawn stands beside. */
    assert_int_equal(key_of("4k3/8/8/8/1P1p4/8/8/4K3 b - b3 0 1"),
                     key_of("4k3/8/8/8/1P1p4/8/8/4K3 b - - 0 1"));
    /* The capture would expose the king along the rank. */
    assert_int_equal(key_of("8/8/8/8/kPp4R/8/8/4K3 b - b3 0 1"),
                     key_of("8/8/8/8/kPp4R/8/8/4K3 b - - 0 1"));
    assert_int_equal(key_of("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1"),
                     key_of("8/8/8/K2pP2r/8/8/8/4k3 w - - 0 1"));
    /* The only captor is pinned; and a check that the capture does not answer. */
    assert_int_equal(key_of("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
                     key_of("4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 1"));
    assert_int_equal(key_of("4k3/8/8/3pP3/8/8/8/r3K3 w - d6 0 1"),
                     key_of("4k3/8/8/3pP3/8/8/8/r3K3 w - - 0 1"));
    /* Of two captors one is pinned, the other is not. */
    assert_int_not_equal(key_of("4r1k1/8/8/2PpP3/8/8/8/4K3 w - d6 0 1"),
                         key_of("4r1k1/8/8/2PpP3/8/8/8/4K3 w - - 0 1"));
}

static void test_moves__same_compares_as_the_key_does(void **state)
{
    const arb_pos a = pos_of("8/8/8/8/kPp4R/8/8/4K3 b - b3 0 1");
    const arb_pos b = pos_of("8/8/8/8/kPp4R/8/8/4K3 b - - 12 40");
    const arb_pos c = pos_of("4k3/8/8/8/1Pp5/8/8/4K3 b - b3 0 1");
    const arb_pos d = pos_of("4k3/8/8/8/1Pp5/8/8/4K3 b - - 0 1");

    (void)state;
    assert_true(arb_pos_same(&a, &b));
    assert_true(arb_pos_same(&c, &c));
    assert_false(arb_pos_same(&c, &d));
    assert_false(arb_pos_same(&a, &d));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves__are_those_of_the_reference_board_in_games),
        cmocka_unit_test(test_moves__are_those_of_the_reference_board_in_chess960),
        cmocka_unit_test(test_moves__are_those_of_the_reference_board_in_nonsense),
        cmocka_unit_test(test_moves__lead_where_the_reference_board_says),
        cmocka_unit_test(test_moves__attacks_checks_pins_and_castling_agree),
        cmocka_unit_test(test_moves__a_game_played_in_one_position_stays_right),
        cmocka_unit_test(test_moves__no_other_bits_are_a_legal_move),
        cmocka_unit_test(test_moves__counters_stay_at_their_greatest_value),
        cmocka_unit_test(test_moves__the_most_moves_fit_the_list),
        cmocka_unit_test(test_moves__key_tells_turn_pieces_and_rights_apart),
        cmocka_unit_test(test_moves__key_counts_en_passant_only_when_the_capture_is_legal),
        cmocka_unit_test(test_moves__same_compares_as_the_key_does),
    };
    printf("# seed %llu\n", (unsigned long long)chance_seed());
    return cmocka_run_group_tests_name("moves", tests, NULL, NULL);
}
