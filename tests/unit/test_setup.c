/* SPDX-License-Identifier: MIT */
/* Diagrams and their faults (3.10.3): each alone, several at once, the hard and the tolerated. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/position.h"
#include "support/assertions.h"
#include "support/data_file.h"
#include "support/random_positions.h"

typedef struct example {
    const char *fen;
    uint32_t faults;
} example;

static void check_example(const example *shown)
{
    const arb_setup setup = setup_of(shown->fen);
    const uint32_t faults = arb_setup_faults(&setup);
    arb_pos pos, before;

    memset(&before, 0xa5, sizeof before);
    pos = before;
    if (faults != shown->faults)
        fail_msg("%s: faults 0x%x instead of 0x%x", shown->fen, (unsigned)faults,
                 (unsigned)shown->faults);
    assert_int_equal(arb_pos_from_setup(&pos, &setup), faults);
    if (arb_faults_hard(faults))
        assert_memory_equal(&pos, &before, sizeof pos);
    else
        assert_true(arb_pos_ok(&pos));
}

/* Laws 2.2, 2.3 */
static void test_setup__the_initial_position_has_no_fault(void **state)
{
    static const arb_role row[] = { ARB_ROOK, ARB_KNIGHT, ARB_BISHOP, ARB_QUEEN,
                                    ARB_KING, ARB_BISHOP, ARB_KNIGHT, ARB_ROOK };
    const arb_setup setup = arb_setup_initial();
    unsigned pieces[2][ARB_ROLE_COUNT] = { { 0 } };

    (void)state;
    assert_int_equal(arb_setup_faults(&setup), 0);
    for (unsigned file = 0; file < 8; file++) {
        assert_int_equal(setup.piece[file], arb_piece_of(ARB_WHITE, row[file]));
        assert_int_equal(setup.piece[56 + file], arb_piece_of(ARB_BLACK, row[file]));
    }
    for (unsigned square = 0; square < 64; square++)
        if (setup.piece[square] != ARB_PIECE_NONE)
            pieces[arb_piece_colour(setup.piece[square])][arb_piece_role(setup.piece[square])]++;
    for (unsigned colour = 0; colour < 2; colour++) {
        assert_int_equal(pieces[colour][ARB_KING], 1);
        assert_int_equal(pieces[colour][ARB_QUEEN], 1);
        assert_int_equal(pieces[colour][ARB_ROOK], 2);
        assert_int_equal(pieces[colour][ARB_BISHOP], 2);
        assert_int_equal(pieces[colour][ARB_KNIGHT], 2);
        assert_int_equal(pieces[colour][ARB_PAWN], 8);
    }
}

/* Laws 1.2, 1.3 */
static void test_setup__white_has_the_first_move(void **state)
{
    const arb_pos initial = arb_pos_initial();
    const arb_pos after =
        pos_after("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", ARB_STANDARD);

    (void)state;
    assert_int_equal(arb_setup_initial().turn, ARB_WHITE);
    assert_int_equal(arb_setup_empty().turn, ARB_WHITE);
    assert_int_equal(initial.turn, ARB_WHITE);
    assert_fen(&initial, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_int_equal(after.turn, ARB_BLACK);
}

/* Laws 3.10.3 */
static void test_setup__hard_faults(void **state)
{
    static const example examples[] = {
        { "8/8/8/8/8/8/8/8 w - - 0 1", ARB_FAULT_WHITE_KINGS | ARB_FAULT_BLACK_KINGS },
        { "4k3/8/8/8/8/8/8/8 w - - 0 1", ARB_FAULT_WHITE_KINGS },
        { "8/8/8/8/8/8/8/4K3 w - - 0 1", ARB_FAULT_BLACK_KINGS },
        { "4k3/8/8/8/8/8/8/K6K w - - 0 1", ARB_FAULT_WHITE_KINGS },
        { "k6k/8/8/8/8/8/8/K7 w - - 0 1", ARB_FAULT_BLACK_KINGS },
        /* The seventeenth piece is also a ninth pawn or a piece too many. */
        { "rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w - - 0 1",
          ARB_FAULT_WHITE_PIECES | ARB_FAULT_WHITE_PAWNS },
        { "rnbqkbnr/pppppppp/n7/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
          ARB_FAULT_BLACK_PIECES | ARB_FAULT_BLACK_PROMOTED },
    };
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        check_example(&examples[i]);
}

/* Laws 2.2, 3.10.3 */
static void test_setup__too_many_pawns_or_pieces(void **state)
{
    static const example examples[] = {
        { "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", ARB_FAULT_WHITE_PAWNS },
        { "4k3/pppppppp/7p/8/8/8/8/4K3 w - - 0 1", ARB_FAULT_BLACK_PAWNS },
        { "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", ARB_FAULT_WHITE_PROMOTED },
        { "4k3/8/8/8/8/8/PPPPPPP1/QQ2K3 w - - 0 1", 0 },
        { "4k3/8/8/8/8/8/PPPPPPP1/QQ2KNNN w - - 0 1", ARB_FAULT_WHITE_PROMOTED },
        { "rrr1k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", ARB_FAULT_BLACK_PROMOTED },
        { "rrr1k3/1ppppppp/8/8/8/8/8/4K3 w - - 0 1", 0 },
        { "1QQQQQ2/QQQQ4/8/7p/6pk/8/8/K7 b - - 0 1", 0 }, /* nine queens (3.7.3.4) */
    };
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        check_example(&examples[i]);
}

/* Laws 3.10.3, 3.9.1 */
static void test_setup__pawns_kings_and_checks(void **state)
{
    static const example examples[] = {
        { "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", ARB_FAULT_PAWN_ON_EDGE },
        { "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", ARB_FAULT_PAWN_ON_EDGE },
        { "4k2p/8/8/8/8/8/8/4K3 w - - 0 1", ARB_FAULT_PAWN_ON_EDGE },
        { "4k3/8/8/8/8/8/8/p3K3 w - - 0 1", ARB_FAULT_PAWN_ON_EDGE },
        { "4k3/8/8/8/8/8/8/K3R3 w - - 0 1", ARB_FAULT_OPPONENT_IN_CHECK },
        { "4k3/8/8/8/8/8/8/K3R3 b - - 0 1", 0 },
        { "4r3/8/8/8/8/8/8/k3K3 b - - 0 1", ARB_FAULT_OPPONENT_IN_CHECK },
        /* Adjoining kings attack each other. */
        { "8/8/8/8/8/8/1k6/K7 w - - 0 1", ARB_FAULT_KINGS_ADJACENT | ARB_FAULT_OPPONENT_IN_CHECK },
        { "8/8/8/3kK3/8/8/8/8 b - - 0 1", ARB_FAULT_KINGS_ADJACENT | ARB_FAULT_OPPONENT_IN_CHECK },
        /* h1 and a2 are neighbours as numbers, not on the board. */
        { "8/8/8/8/8/8/k7/7K w - - 0 1", 0 },
        { "4k3/8/8/8/8/3n1n2/8/r3K3 w - - 0 1", ARB_FAULT_TOO_MANY_CHECKS },
        { "4k3/8/8/8/8/3n4/8/r3K3 w - - 0 1", 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        check_example(&examples[i]);
}

/* Laws 3.10.3, 3.8.2.1, 3.7.3.1 */
static void test_setup__rights_and_en_passant_that_mean_nothing(void **state)
{
    static const example examples[] = {
        { "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 0 },
        { "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", ARB_FAULT_CASTLING },
        /* Two letters that mean one rook. */
        { "4k3/8/8/8/8/8/8/4K2R w KH - 0 1", ARB_FAULT_CASTLING },
        { "4k3/8/8/8/8/8/8/1R2K3 w QB - 0 1", ARB_FAULT_CASTLING },
        { "1r6/4k3/8/8/8/8/8/4K3 b kq - 0 1", ARB_FAULT_CASTLING },
        { "4k3/8/8/8/8/8/4K3/7R w KQ - 0 1", ARB_FAULT_CASTLING },
        { "4k3/8/8/8/8/8/8/4K2r w H - 0 1", ARB_FAULT_CASTLING },
        { "4k3/8/8/8/8/8/4K3/7R w H - 0 1", ARB_FAULT_CASTLING },
        { "4k3/8/8/8/8/8/8/4K2B w H - 0 1", ARB_FAULT_CASTLING },
        { "4k2R/8/8/8/8/8/8/4K3 b h - 0 1", ARB_FAULT_CASTLING },
        /* Two rooks on one wing cannot both have stood beside the king at the start. */
        { "4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", ARB_FAULT_CASTLING },
        { "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 0 },
        { "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", 0 }, /* passed over, though nobody can capture */
        { "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", ARB_FAULT_EN_PASSANT },
        { "4k3/8/8/3nP3/8/8/8/4K3 w - d6 0 1", ARB_FAULT_EN_PASSANT },
        { "4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", ARB_FAULT_EN_PASSANT },
        { "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", ARB_FAULT_EN_PASSANT },
        { "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", ARB_FAULT_EN_PASSANT },
        { "4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1", ARB_FAULT_EN_PASSANT },
        { "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", 0 },
        { "4k3/8/8/8/3Pp3/8/8/4K3 w - d3 0 1", ARB_FAULT_EN_PASSANT },
    };
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        check_example(&examples[i]);
}

/* Laws 3.10.3 */
static void test_setup__all_faults_are_told_at_once(void **state)
{
    static const example examples[] = {
        { "8/8/8/8/8/8/8/P7 w K e3 0 1", ARB_FAULT_WHITE_KINGS | ARB_FAULT_BLACK_KINGS |
                                             ARB_FAULT_PAWN_ON_EDGE | ARB_FAULT_CASTLING |
                                             ARB_FAULT_EN_PASSANT },
        { "4k2P/pppppppp/7p/8/8/8/PPPPPPPP/QQ2K3 w Kk e6 0 1",
          ARB_FAULT_BLACK_PAWNS | ARB_FAULT_WHITE_PAWNS | ARB_FAULT_PAWN_ON_EDGE |
              ARB_FAULT_WHITE_PROMOTED | ARB_FAULT_CASTLING | ARB_FAULT_EN_PASSANT },
        { "4k3/8/8/1B6/8/3n1n2/8/r3K3 w - - 0 1",
          ARB_FAULT_OPPONENT_IN_CHECK | ARB_FAULT_TOO_MANY_CHECKS },
        { "QQQQQQQQ/QQQQQQQQ/Q6k/8/8/8/8/K7 w - - 0 1",
          ARB_FAULT_WHITE_PIECES | ARB_FAULT_WHITE_PROMOTED | ARB_FAULT_OPPONENT_IN_CHECK },
    };
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        check_example(&examples[i]);
}

static void test_setup__hard_faults_are_those_of_kings_and_pieces(void **state)
{
    const uint32_t hard = ARB_FAULT_WHITE_KINGS | ARB_FAULT_BLACK_KINGS | ARB_FAULT_WHITE_PIECES |
                          ARB_FAULT_BLACK_PIECES;

    (void)state;
    assert_int_equal(arb_faults_hard(0), 0);
    for (unsigned bit = 0; bit < 14; bit++) {
        const arb_fault fault = (arb_fault)(1u << bit);

        assert_int_equal(arb_faults_hard(fault), fault & hard);
        assert_true(strlen(arb_fault_text(fault, ARB_LANG_EN)) > 0);
        assert_true(strlen(arb_fault_text(fault, ARB_LANG_IT)) > 0);
        assert_string_not_equal(arb_fault_text(fault, ARB_LANG_EN),
                                arb_fault_text(fault, ARB_LANG_IT));
    }
}

static void test_setup__any_diagram_is_judged(void **state)
{
    chance luck = chance_begin(61);

    (void)state;
    for (unsigned i = 0; i < scaled(50000); i++) {
        const arb_setup setup = random_diagram(&luck);
        const uint32_t faults = arb_setup_faults(&setup);
        unsigned kings[2] = { 0, 0 }, pieces[2] = { 0, 0 };
        arb_pos pos;

        for (unsigned square = 0; square < 64; square++)
            if (setup.piece[square] != ARB_PIECE_NONE) {
                const arb_colour colour = arb_piece_colour(setup.piece[square]);
                pieces[colour]++;
                kings[colour] += arb_piece_role(setup.piece[square]) == ARB_KING;
            }
        assert_int_equal((faults & ARB_FAULT_WHITE_KINGS) != 0, kings[ARB_WHITE] != 1);
        assert_int_equal((faults & ARB_FAULT_BLACK_KINGS) != 0, kings[ARB_BLACK] != 1);
        assert_int_equal((faults & ARB_FAULT_WHITE_PIECES) != 0, pieces[ARB_WHITE] > 16);
        assert_int_equal((faults & ARB_FAULT_BLACK_PIECES) != 0, pieces[ARB_BLACK] > 16);
        assert_int_equal(arb_pos_from_setup(&pos, &setup), faults);
    }
}

static void test_setup__equal_compares_every_field(void **state)
{
    const arb_setup initial = arb_setup_initial();
    arb_setup other = initial;

    (void)state;
    assert_true(arb_setup_equal(&initial, &other));
    other.piece[20] = arb_piece_of(ARB_WHITE, ARB_PAWN);
    assert_false(arb_setup_equal(&initial, &other));
    other = initial;
    other.castling ^= 1;
    assert_false(arb_setup_equal(&initial, &other));
    other = initial;
    other.en_passant = 20;
    assert_false(arb_setup_equal(&initial, &other));
    other = initial;
    other.turn = ARB_BLACK;
    assert_false(arb_setup_equal(&initial, &other));
    other = initial;
    other.quiet_plies = 1;
    assert_false(arb_setup_equal(&initial, &other));
    other = initial;
    other.move_number = 2;
    assert_false(arb_setup_equal(&initial, &other));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_setup__the_initial_position_has_no_fault),
        cmocka_unit_test(test_setup__white_has_the_first_move),
        cmocka_unit_test(test_setup__hard_faults),
        cmocka_unit_test(test_setup__too_many_pawns_or_pieces),
        cmocka_unit_test(test_setup__pawns_kings_and_checks),
        cmocka_unit_test(test_setup__rights_and_en_passant_that_mean_nothing),
        cmocka_unit_test(test_setup__all_faults_are_told_at_once),
        cmocka_unit_test(test_setup__hard_faults_are_those_of_kings_and_pieces),
        cmocka_unit_test(test_setup__any_diagram_is_judged),
        cmocka_unit_test(test_setup__equal_compares_every_field),
    };
    return cmocka_run_group_tests_name("setup", tests, NULL, NULL);
}
