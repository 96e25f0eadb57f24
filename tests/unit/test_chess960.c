/* SPDX-License-Identifier: MIT */
/* Chess960 (Guidelines II): the starting positions, their numbers, and the manners of castling. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/chess960.h"
#include "arbitro/hand.h"
#include "support/assertions.h"
#include "support/compare.h"
#include "support/data_file.h"

/* White's pieces from a1 to h1 in English letters. */
static void row_of(char row[9], const arb_setup *setup)
{
    for (unsigned file = 0; file < 8; file++)
        row[file] = arb_piece_letter(setup->piece[file]);
    row[8] = '\0';
}

/*
 * The number by its usual rule: light bishop, dark bishop, queen among the six squares left, then
 * the knights among five, in the order of this list.
 */
static unsigned number_of(const char *row)
{
    static const char *const knights[] = { "NN---", "N-N--", "N--N-", "N---N", "-NN--",
                                           "-N-N-", "-N--N", "--NN-", "--N-N", "---NN" };
    unsigned light = 0, dark = 0, queen = 0, pair = 0, left = 0, five = 0;
    char pattern[9] = "";

    for (unsigned file = 0; file < 8; file++) {
        if (row[file] == 'B') {
            *(file % 2 == 1 ? &light : &dark) = file / 2;
            continue;
        }
        if (row[file] == 'Q')
            queen = left;
        else
            pattern[five++] = row[file] == 'N' ? 'N' : '-';
        left++;
    }
    while (pair < 10 && strcmp(knights[pair], pattern) != 0)
        pair++;
    return light + 4 * dark + 16 * queen + 96 * pair;
}

/* Laws 1.2, II.1, II.2, II.2.1, II.2.2, II.2.3 */
static void test_chess960__every_start_obeys_the_rules(void **state)
{
    (void)state;
    for (unsigned number = 0; number < ARB_CHESS960_COUNT; number++) {
        const arb_setup setup = arb_chess960_setup(number);
        char row[9];

        row_of(row, &setup);
        const char *rook = strchr(row, 'R'), *king = strchr(row, 'K'), *bishop = strchr(row, 'B');
        assert_true(rook < king && king < strrchr(row, 'R'));  /* II.2.1 */
        assert_int_equal((strrchr(row, 'B') - bishop) % 2, 1); /* II.2.2 */
        assert_true(strchr(row, 'N') != strrchr(row, 'N') && strchr(row, 'Q') != NULL);
        for (unsigned file = 0; file < 8; file++) {
            assert_int_equal(setup.piece[56 + file], setup.piece[file] + 8); /* II.2.3 */
            assert_int_equal(setup.piece[8 + file], arb_piece_of(ARB_WHITE, ARB_PAWN));
            assert_int_equal(setup.piece[48 + file], arb_piece_of(ARB_BLACK, ARB_PAWN));
            assert_int_equal(setup.castling >> file & 1, row[file] == 'R');
            assert_int_equal(setup.castling >> (56 + file) & 1, row[file] == 'R');
            for (unsigned rank = 2; rank < 6; rank++)
                assert_int_equal(setup.piece[8 * rank + file], ARB_PIECE_NONE);
        }
        assert_int_equal(setup.turn, ARB_WHITE);
        assert_int_equal(setup.en_passant, ARB_SQUARE_NONE);
        assert_int_equal(setup.quiet_plies, 0);
        assert_int_equal(setup.move_number, 1);
        assert_int_equal(arb_setup_faults(&setup), 0);
    }
}

/* Laws II.2 */
static void test_chess960__numbers_go_both_ways_and_differ(void **state)
{
    (void)state;
    for (unsigned number = 0; number < ARB_CHESS960_COUNT; number++) {
        const arb_setup setup = arb_chess960_setup(number);
        char row[9];

        row_of(row, &setup);
        assert_int_equal(number_of(row), number);
        assert_int_equal(arb_chess960_number(&setup), number);
    }
}

/* Laws II.2 */
static void test_chess960__known_numbers(void **state)
{
    static const struct {
        unsigned number;
        const char *row;
    } known[] = {
        { 0, "BBQNNRKR" },   { 959, "RKRNNQBB" }, { 518, "RNBQKBNR" },
        { 423, "RNBQNKRB" }, { 1, "BQNBNRKR" },   { 4, "QBBNNRKR" },
    };
    const arb_setup standard = arb_chess960_setup(ARB_CHESS960_STANDARD);
    const arb_setup initial = arb_setup_initial();

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const arb_setup setup = arb_chess960_setup(known[i].number);
        char row[9];

        row_of(row, &setup);
        assert_string_equal(row, known[i].row);
    }
    assert_true(arb_setup_equal(&standard, &initial));
}

static void test_chess960__other_diagrams_have_no_number(void **state)
{
    static const char *const others[] = {
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1", /* Black does not mirror White */
        "knrbqbnr/pppppppp/8/8/8/8/PPPPPPPP/KNRBQBNR w - - 0 1", /* the king is outside */
        "rbnqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w - - 0 1", /* bishops on one colour */
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w - - 0 1", /* a rook is missing */
        "rnqqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNQQKBNR w - - 0 1", /* two queens */
        "rnbqkbnr/pppppppp/7N/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/8/8/8/8/8/8/8 w - - 0 1",
    };
    arb_setup initial = arb_setup_initial();

    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const arb_setup setup = setup_of(others[i]);

        if (arb_chess960_number(&setup) != ARB_CHESS960_COUNT)
            fail_msg("%s has a number", others[i]);
    }
    /* Only what stands on the board is compared. */
    initial.castling = 0;
    initial.turn = ARB_BLACK;
    initial.move_number = 40;
    assert_int_equal(arb_chess960_number(&initial), ARB_CHESS960_STANDARD);
}

/* Laws II.3.2, II.3.2.1, II.3.2.2, II.3.2.3, II.3.2.4 */
static void test_chess960__manner_of_castling(void **state)
{
    static const struct {
        const char *king, *rook;
        arb_manner manner;
    } examples[] = {
        { "e1", "h1", ARB_MANNER_BOTH_MOVE },     { "e1", "a1", ARB_MANNER_BOTH_MOVE },
        { "b1", "a1", ARB_MANNER_BOTH_MOVE },     { "f1", "g1", ARB_MANNER_TRANSPOSITION },
        { "d1", "c1", ARB_MANNER_TRANSPOSITION }, { "e1", "f1", ARB_MANNER_KING_ONLY },
        { "b1", "f1", ARB_MANNER_KING_ONLY },     { "e1", "d1", ARB_MANNER_KING_ONLY },
        { "g1", "h1", ARB_MANNER_ROOK_ONLY },     { "c1", "a1", ARB_MANNER_ROOK_ONLY },
        { "c8", "b8", ARB_MANNER_ROOK_ONLY },     { "f8", "g8", ARB_MANNER_TRANSPOSITION },
        { "f8", "d8", ARB_MANNER_KING_ONLY },     { "g8", "a8", ARB_MANNER_BOTH_MOVE },
        { "d8", "e8", ARB_MANNER_BOTH_MOVE },
    };
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++)
        if (arb_castling_manner(square_of(examples[i].king), square_of(examples[i].rook)) !=
            examples[i].manner)
            fail_msg("king %s, rook %s: another manner", examples[i].king, examples[i].rook);
}

/* Laws 3.8.2, II.3.1, II.3.2.1, II.3.2.2, II.3.2.3, II.3.2.4, II.3.2.6, II.3.2.7 */
static void test_chess960__castling_arrives_on_the_usual_squares(void **state)
{
    static const struct {
        const char *before, *hand, *after;
    } examples[] = {
        /* The four manners, and castling on the first move */
        { "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1" },
        { "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1" },
        { "4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1" },
        { "4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1" },
        { "rnbqnkrb/pppppppp/8/8/8/8/PPPPPPPP/RNBQNKRB w GAga - 0 1", "f1g1",
          "rnbqnkrb/pppppppp/8/8/8/8/PPPPPPPP/RNBQNRKB b ga - 1 1" },
        { "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9", "e1a1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 5 9" },
        { "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 4 9", "e8g8", "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 5 10" },
        { "1rk5/8/8/8/8/8/8/4K3 b b - 0 1", "c8b8", "2kr4/8/8/8/8/8/8/4K3 w - - 1 2" },
        { "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", "e1b1", "4k3/8/8/8/8/8/8/R1KR4 b - - 1 1" },
        { "1k6/8/8/8/8/8/8/1K4RN w G - 0 1", "b1g1", "1k6/8/8/8/8/8/8/5RKN b - - 1 1" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const arb_pos before = pos_of(examples[i].before);
        const arb_move move = move_of(&before, examples[i].hand, ARB_CHESS960);
        const arb_pos after = pos_after(examples[i].before, examples[i].hand, ARB_CHESS960);

        assert_int_equal(arb_move_kind_of(move), ARB_MOVE_CASTLING);
        assert_int_equal(arb_move_role(move), ARB_KING);
        assert_int_equal(arb_move_captured(&before, move), ARB_SQUARE_NONE);
        assert_fen(&after, examples[i].after);
    }
}

/* Laws II.3.2.7, 3.8.2.2 */
static void test_chess960__which_squares_must_be_vacant_and_safe(void **state)
{
    static const struct {
        const char *fen;
        arb_wing wing;
        arb_castling verdict;
    } examples[] = {
        { "4k3/8/8/8/8/8/8/rRK5 w B - 0 1", ARB_QUEENSIDE, ARB_CASTLING_INTO_CHECK },
        { "4k3/8/8/8/8/8/8/rR2K1N1 w B - 0 1", ARB_QUEENSIDE, ARB_CASTLING_INTO_CHECK },
        { "4k3/8/8/8/8/8/8/NR2K3 w B - 0 1", ARB_QUEENSIDE, ARB_CASTLING_ALLOWED },
        { "4k3/8/8/8/8/8/8/RN2K3 w A - 0 1", ARB_QUEENSIDE, ARB_CASTLING_BLOCKED },
        { "4k3/8/8/8/8/8/8/1RN1K3 w B - 0 1", ARB_QUEENSIDE, ARB_CASTLING_BLOCKED },
        { "4k3/8/8/8/8/8/8/R2K3R w HA - 0 1", ARB_KINGSIDE, ARB_CASTLING_ALLOWED },
        { "3qk3/8/8/8/8/8/8/R2K3R w HA - 0 1", ARB_KINGSIDE, ARB_CASTLING_IN_CHECK },
        { "k3q3/8/8/8/8/8/8/R2K3R w HA - 0 1", ARB_KINGSIDE, ARB_CASTLING_THROUGH_CHECK },
        { "k5q1/8/8/8/8/8/8/R2K3R w HA - 0 1", ARB_KINGSIDE, ARB_CASTLING_INTO_CHECK },
        { "k6q/8/8/8/8/8/8/R2K3R w HA - 0 1", ARB_KINGSIDE, ARB_CASTLING_ALLOWED },
        { "kq6/8/8/8/8/8/8/R2K3R w HA - 0 1", ARB_QUEENSIDE, ARB_CASTLING_ALLOWED },
        { "k7/8/8/8/8/8/8/R2K2NR w HA - 0 1", ARB_KINGSIDE, ARB_CASTLING_BLOCKED },
        { "k7/8/8/8/8/8/8/R2K3R w A - 0 1", ARB_KINGSIDE, ARB_CASTLING_LOST },
    };
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const arb_pos pos = pos_of(examples[i].fen);
        const arb_castling verdict = arb_pos_castling(&pos, ARB_WHITE, examples[i].wing);

        if (verdict != examples[i].verdict)
            fail_msg("%s: %s", examples[i].fen, arb_castling_text(verdict, ARB_LANG_EN));
    }
}

/* Laws II.1, II.3 */
static void test_chess960__first_moves_of_every_start(void **state)
{
    (void)state;
    for (unsigned number = 0; number < ARB_CHESS960_COUNT; number++) {
        const arb_setup setup = arb_chess960_setup(number);
        arb_pos pos;

        assert_int_equal(arb_pos_from_setup(&pos, &setup), 0);
        assert_no_difference(compare_moves(&pos, &setup), &setup);
        assert_no_difference(compare_queries(&pos, &setup), &setup);
    }
}

/* Laws II.2.3, A.5.1.2 */
static void test_chess960__a_wrong_set_up_is_no_starting_position(void **state)
{
    static const struct {
        const char *fen;
        arb_variant played;
        unsigned rights; /* left in ordinary chess */
    } rows[] = {
        { "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ARB_STANDARD, 4 },
        { "r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", ARB_CHESS960, 0 },
        { "r2k3r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ARB_STANDARD, 2 },
        { "r2k3r/8/8/8/8/8/8/R3K2R w kq - 0 1", ARB_CHESS960, 0 },
        { "r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1", ARB_STANDARD, 3 },
        { "r3k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1", ARB_STANDARD, 3 },
        { "r3k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1", ARB_STANDARD, 2 },
        { "r3k1r1/8/8/8/8/8/8/R3K3 w Qk - 0 1", ARB_CHESS960, 1 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        arb_setup setup = setup_of(rows[i].fen);
        arb_pos pos;
        assert_int_equal(arb_pos_from_setup(&pos, &setup), 0);
        assert_int_equal(arb_pos_game_variant(&pos), rows[i].played);
        arb_setup_castle_as_usual(&setup);
        assert_int_equal(__builtin_popcountll(setup.castling), rows[i].rights);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chess960__every_start_obeys_the_rules),
        cmocka_unit_test(test_chess960__numbers_go_both_ways_and_differ),
        cmocka_unit_test(test_chess960__known_numbers),
        cmocka_unit_test(test_chess960__other_diagrams_have_no_number),
        cmocka_unit_test(test_chess960__manner_of_castling),
        cmocka_unit_test(test_chess960__castling_arrives_on_the_usual_squares),
        cmocka_unit_test(test_chess960__which_squares_must_be_vacant_and_safe),
        cmocka_unit_test(test_chess960__a_wrong_set_up_is_no_starting_position),
        cmocka_unit_test(test_chess960__first_moves_of_every_start),
    };
    return cmocka_run_group_tests_name("chess960", tests, NULL, NULL);
}
