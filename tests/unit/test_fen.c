/* SPDX-License-Identifier: MIT */
/* Positions as text: what is read, what is written, and that one undoes the other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/chess960.h"
#include "arbitro/fen.h"
#include "support/assertions.h"
#include "support/data_file.h"
#include "support/random_positions.h"

#define INITIAL "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

static void assert_written(const char *expected, const arb_setup *setup, arb_fen_style style,
                           const arb_letters *letters)
{
    char text[ARB_FEN_SIZE];

    assert_int_equal(arb_fen_write(text, sizeof text, setup, style, letters), strlen(expected));
    assert_string_equal(text, expected);
}

/* Laws 2.3 */
static void test_fen__the_initial_position_both_ways(void **state)
{
    const arb_setup initial = arb_setup_initial();
    const arb_setup read = setup_of(INITIAL " w KQkq - 0 1");

    (void)state;
    assert_true(arb_setup_equal(&initial, &read));
    assert_written(INITIAL " w KQkq - 0 1", &initial, ARB_FEN_X, NULL);
    assert_written(INITIAL " w HAha - 0 1", &initial, ARB_FEN_SHREDDER, &arb_letters_en);
}

static void test_fen__every_field_is_read(void **state)
{
    const arb_setup setup = setup_of("4k2r/8/8/8/1Pp5/8/8/R3K3 b Qk b3 7 65535");

    (void)state;
    assert_int_equal(setup.piece[square_of("e8")], arb_piece_of(ARB_BLACK, ARB_KING));
    assert_int_equal(setup.piece[square_of("c4")], arb_piece_of(ARB_BLACK, ARB_PAWN));
    assert_int_equal(setup.piece[square_of("b4")], arb_piece_of(ARB_WHITE, ARB_PAWN));
    assert_int_equal(setup.piece[square_of("a8")], ARB_PIECE_NONE);
    assert_int_equal(setup.turn, ARB_BLACK);
    assert_int_equal(setup.castling, squares_of("a1 h8"));
    assert_int_equal(setup.en_passant, square_of("b3"));
    assert_int_equal(setup.quiet_plies, 7);
    assert_int_equal(setup.move_number, 65535);
}

static void test_fen__missing_trailing_fields_are_assumed(void **state)
{
    static const char *const shorter[] = { "4k3/8/8/8/8/8/8/R3K2R", "4k3/8/8/8/8/8/8/R3K2R w",
                                           "4k3/8/8/8/8/8/8/R3K2R w -",
                                           "4k3/8/8/8/8/8/8/R3K2R w - -",
                                           "4k3/8/8/8/8/8/8/R3K2R w - - 0" };
    const arb_setup whole = setup_of("4k3/8/8/8/8/8/8/R3K2R w - - 0 1");

    (void)state;
    for (size_t i = 0; i < sizeof shorter / sizeof shorter[0]; i++) {
        const arb_setup setup = setup_of(shorter[i]);

        if (!arb_setup_equal(&setup, &whole))
            fail_msg("%s is read as something else", shorter[i]);
    }
}

/* Laws II.3 */
static void test_fen__rights_in_x_fen_and_shredder_fen(void **state)
{
    static const struct {
        const char *fen, *rooks;
    } examples[] = {
        { INITIAL " w KQkq - 0 1", "a1 h1 a8 h8" },
        { INITIAL " w HAha - 0 1", "a1 h1 a8 h8" },
        { INITIAL " w Kq - 0 1", "h1 a8" },
        { "4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1", "a1 h1" },
        { "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1", "b1 g1" },
        { "4k3/8/8/8/8/8/8/RR2K1RR w HB - 0 1", "b1 h1" },
        { "4k3/8/8/8/8/8/8/RR2K1RR w KB - 0 1", "b1 h1" },
        { "4k3/8/8/8/8/8/8/1R1RK1RR w Q - 0 1", "b1" },
        { "1rk3r1/8/8/8/8/8/8/5K2 b kq - 0 1", "b8 g8" },
        { "1rk3r1/8/8/8/8/8/8/5K2 b gb - 0 1", "b8 g8" },
        { "4k3/8/8/8/8/8/8/RK4R1 w KQ - 0 1", "a1 g1" },
        { "4k3/8/8/8/8/8/8/R3K1R1 w K - 0 1", "g1" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const arb_setup setup = setup_of(examples[i].fen);

        if (setup.castling != squares_of(examples[i].rooks))
            fail_msg("%s: the rights are not those of %s", examples[i].fen, examples[i].rooks);
    }
}

static void test_fen__writes_file_letters_only_where_they_are_needed(void **state)
{
    static const struct {
        const char *read, *x, *shredder;
    } examples[] = {
        { "4k3/8/8/8/8/8/8/RR2K1RR w AH - 0 1", "KQ", "HA" },
        { "4k3/8/8/8/8/8/8/RR2K1RR w BG - 0 1", "GB", "GB" },
        { "4k3/8/8/8/8/8/8/RR2K1RR w AG - 0 1", "GQ", "GA" },
        { "4k3/8/8/8/8/8/8/RK4R1 w KQ - 0 1", "KQ", "GA" },
        { "rk4r1/8/8/8/8/8/8/4K3 w kq - 0 1", "kq", "ga" },
        { "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "-", "-" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const arb_setup setup = setup_of(examples[i].read);
        const size_t board = strcspn(examples[i].read, " ");
        char expected[ARB_FEN_SIZE];

        snprintf(expected, sizeof expected, "%.*s w %s - 0 1", (int)board, examples[i].read,
                 examples[i].x);
        assert_written(expected, &setup, ARB_FEN_X, NULL);
        snprintf(expected, sizeof expected, "%.*s w %s - 0 1", (int)board, examples[i].read,
                 examples[i].shredder);
        assert_written(expected, &setup, ARB_FEN_SHREDDER, NULL);
    }
}

/* Laws 2.2 */
static void test_fen__italian_letters(void **state)
{
    static const char italian[] = "tcadract/pppppppp/8/8/8/8/PPPPPPPP/TCADRACT w KQkq - 0 1";
    const arb_setup initial = arb_setup_initial();
    arb_where where;
    arb_setup setup;

    (void)state;
    assert_int_equal(arb_fen_read(&setup, &where, italian, strlen(italian), &arb_letters_it),
                     ARB_OK);
    assert_true(arb_setup_equal(&setup, &initial));
    assert_written(italian, &initial, ARB_FEN_X, &arb_letters_it);
    /* R is a king in Italian and a rook in English; Q is no Italian piece. */
    assert_int_equal(arb_fen_read(&setup, &where, "8/8/8/8/8/8/8/R6Q", 17, &arb_letters_it),
                     ARB_SYNTAX);
    assert_int_equal(where.column, 17);
    assert_int_equal(where.wanted, ARB_WANTED_PIECE_OR_COUNT);
    assert_int_equal(arb_fen_read(&setup, NULL, "8/8/8/8/8/8/8/R6D", 17, &arb_letters_it), ARB_OK);
    assert_int_equal(setup.piece[0], arb_piece_of(ARB_WHITE, ARB_KING));
}

/* Figures as letters: three bytes each, one column each. */
static const arb_letters figures = {
    .white = { "♙", "♘", "♗", "♖", "♕", "♔" },
    .black = { "♟", "♞", "♝", "♜", "♛", "♚" },
};

static void test_fen__letters_of_several_bytes(void **state)
{
    static const char text[] = "♜♞♝♛♚♝♞♜/♟♟♟♟♟♟♟♟/8/8/8/8/♙♙♙♙♙♙♙♙/♖♘♗♕♔♗♘♖ w KQkq - 0 1";
    static const char wrong[] = "♜♞♝♛♚♝♞♜/♟♟♟♟♟♟♟♟/8/8/8/8/♙♙♙♙♙♙♙♙/♖♘♗♕♔♗♘x w KQkq - 0 1";
    const arb_setup initial = arb_setup_initial();
    char written[512];
    arb_setup setup;
    arb_where where;

    (void)state;
    assert_int_equal(arb_fen_read(&setup, NULL, text, strlen(text), &figures), ARB_OK);
    assert_true(arb_setup_equal(&setup, &initial));
    assert_int_equal(arb_fen_write(written, sizeof written, &initial, ARB_FEN_X, &figures),
                     strlen(text));
    assert_string_equal(written, text);
    assert_int_equal(arb_fen_read(&setup, &where, wrong, strlen(wrong), &figures), ARB_SYNTAX);
    assert_int_equal(where.column, 43);
}

static void check_round_trip(const arb_setup *setup, arb_fen_style style,
                             const arb_letters *letters)
{
    char text[512];
    arb_setup again;
    const size_t size = arb_fen_write(text, sizeof text, setup, style, letters);

    assert_int_equal(size, strlen(text));
    if (letters != &figures)
        assert_true(size < ARB_FEN_SIZE);
    if (arb_fen_read(&again, NULL, text, size, letters) != ARB_OK)
        fail_msg("%s was written and cannot be read", text);
    if (!arb_setup_equal(&again, setup))
        fail_msg("%s is read as something else than was written", text);
}

static void test_fen__what_is_written_reads_back(void **state)
{
    chance luck = chance_begin(51);

    (void)state;
    for (unsigned i = 0; i < scaled(60000); i++) {
        const arb_setup setup = i % 4 == 3 ? random_nonsense(&luck) : random_diagram(&luck);

        check_round_trip(&setup, ARB_FEN_X, NULL);
        check_round_trip(&setup, ARB_FEN_SHREDDER, &arb_letters_it);
        check_round_trip(&setup, i % 2 == 0 ? ARB_FEN_X : ARB_FEN_SHREDDER, &figures);
    }
}

/* Letters that only look like the usual ones are written in the way of all others. */
static void test_fen__the_usual_letters_are_no_exception(void **state)
{
    const arb_letters alike = arb_letters_en;
    chance luck = chance_begin(52);

    (void)state;
    for (unsigned i = 0; i < scaled(60000); i++) {
        const arb_setup setup = i % 2 == 0 ? random_nonsense(&luck) : random_diagram(&luck);
        const size_t size = i % 3 == 0 ? chance_below(&luck, ARB_FEN_SIZE) : ARB_FEN_SIZE;
        char usual[ARB_FEN_SIZE] = "", other[ARB_FEN_SIZE] = "";

        assert_int_equal(arb_fen_write(usual, size, &setup, ARB_FEN_X, NULL),
                         arb_fen_write(other, size, &setup, ARB_FEN_X, &alike));
        assert_memory_equal(usual, other, sizeof usual);
    }
}

static void test_fen__extreme_diagrams_read_back(void **state)
{
    arb_setup setup = arb_setup_empty();

    (void)state;
    check_round_trip(&setup, ARB_FEN_X, NULL);
    for (unsigned square = 0; square < 64; square++)
        setup.piece[square] = arb_piece_of(ARB_WHITE, ARB_QUEEN);
    check_round_trip(&setup, ARB_FEN_X, NULL);
    for (unsigned square = 0; square < 64; square += 2)
        setup.piece[square] = ARB_PIECE_NONE;
    setup.castling = UINT64_C(0xff000000000000ff);
    setup.en_passant = square_of("h6");
    setup.turn = ARB_BLACK;
    setup.quiet_plies = setup.move_number = UINT16_MAX;
    check_round_trip(&setup, ARB_FEN_X, NULL);
    check_round_trip(&setup, ARB_FEN_SHREDDER, NULL);
    for (unsigned number = 0; number < ARB_CHESS960_COUNT; number++) {
        setup = arb_chess960_setup(number);
        check_round_trip(&setup, ARB_FEN_X, NULL);
        check_round_trip(&setup, ARB_FEN_SHREDDER, NULL);
    }
}

static void test_fen__cuts_off_like_snprintf(void **state)
{
    const arb_setup initial = arb_setup_initial();
    static const char whole[] = INITIAL " w KQkq - 0 1";
    char text[ARB_FEN_SIZE];

    (void)state;
    assert_int_equal(arb_fen_write(NULL, 0, &initial, ARB_FEN_X, NULL), strlen(whole));
    for (size_t size = 1; size < sizeof text; size++) {
        const size_t length = size - 1 < strlen(whole) ? size - 1 : strlen(whole);

        memset(text, '#', sizeof text);
        assert_int_equal(arb_fen_write(text, size, &initial, ARB_FEN_X, NULL), strlen(whole));
        assert_int_equal(strlen(text), length);
        assert_memory_equal(text, whole, length);
        for (size_t i = size; i < sizeof text; i++)
            assert_int_equal(text[i], '#');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fen__the_initial_position_both_ways),
        cmocka_unit_test(test_fen__every_field_is_read),
        cmocka_unit_test(test_fen__missing_trailing_fields_are_assumed),
        cmocka_unit_test(test_fen__rights_in_x_fen_and_shredder_fen),
        cmocka_unit_test(test_fen__writes_file_letters_only_where_they_are_needed),
        cmocka_unit_test(test_fen__italian_letters),
        cmocka_unit_test(test_fen__letters_of_several_bytes),
        cmocka_unit_test(test_fen__what_is_written_reads_back),
        cmocka_unit_test(test_fen__the_usual_letters_are_no_exception),
        cmocka_unit_test(test_fen__extreme_diagrams_read_back),
        cmocka_unit_test(test_fen__cuts_off_like_snprintf),
    };
    printf("# seed %llu\n", (unsigned long long)chance_seed());
    return cmocka_run_group_tests_name("fen", tests, NULL, NULL);
}
