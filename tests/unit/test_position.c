/* SPDX-License-Identifier: MIT */
/*
 * Single positions that show one article each: the board, the pieces' moves, check, checkmate,
 * stalemate, castling verdicts, and what a move consists of.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/hand.h"
#include "support/assertions.h"
#include "support/data_file.h"
#include "support/random_positions.h"

static const char initial_fen[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/* The squares to which the piece on `from` may go. */
static uint64_t targets(const char *fen, const char *from)
{
    const arb_pos pos = pos_of(fen);
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, &pos);
    uint64_t squares = 0;

    for (size_t i = 0; i < count; i++)
        if (arb_move_from(moves[i]) == square_of(from))
            squares |= UINT64_C(1) << arb_move_to(moves[i]);
    return squares;
}

/* Laws 2.1, 2.4 */
static void test_position__the_board(void **state)
{
    (void)state;
    assert_true(arb_square_is_light(square_of("h1")));
    assert_true(arb_square_is_light(square_of("a8")));
    assert_false(arb_square_is_light(square_of("a1")));
    for (arb_square square = 0; square < 63; square++)
        if (arb_square_file(square) < 7)
            assert_true(arb_square_is_light(square) != arb_square_is_light(square + 1));
    assert_int_equal(arb_square_file(square_of("c5")), 2);
    assert_int_equal(arb_square_rank(square_of("c5")), 4);
    assert_int_equal(arb_square_diagonal(square_of("c1"), false), squares_of("c1 d2 e3 f4 g5 h6"));
    assert_int_equal(arb_square_diagonal(square_of("c1"), true), squares_of("c1 b2 a3"));
    assert_int_equal(arb_square_diagonal(square_of("d4"), false),
                     squares_of("a1 b2 c3 d4 e5 f6 g7 h8"));
    assert_int_equal(arb_square_diagonal(square_of("h8"), true), squares_of("h8"));
}

/* Laws 3.2, 3.3, 3.4, 3.5, 3.6, 3.1, 3.1.1 */
static void test_position__lines_and_leaps(void **state)
{
    (void)state;
    assert_int_equal(targets("7k/8/1p3P2/8/3B4/8/8/K7 w - - 0 1", "d4"),
                     squares_of("b2 c3 e5 c5 b6 e3 f2 g1"));
    assert_int_equal(targets("7k/3p4/8/8/1P1R4/8/8/K7 w - - 0 1", "d4"),
                     squares_of("c4 e4 f4 g4 h4 d1 d2 d3 d5 d6 d7"));
    assert_int_equal(targets("7k/3p4/1p3P2/8/1P1Q4/8/8/K7 w - - 0 1", "d4"),
                     squares_of("c4 e4 f4 g4 h4 d1 d2 d3 d5 d6 d7 b2 c3 e5 c5 b6 e3 f2 g1"));
    assert_int_equal(targets("7k/8/2P1p3/8/3N4/8/8/K7 w - - 0 1", "d4"),
                     squares_of("b3 b5 c2 e2 e6 f3 f5"));
    assert_int_equal(targets(initial_fen, "g1"), squares_of("f3 h3"));
    assert_int_equal(targets(initial_fen, "f1"), 0);
}

/* Laws 3.7, 3.7.1, 3.7.2, 3.7.3 */
static void test_position__pawns(void **state)
{
    (void)state;
    assert_int_equal(targets(initial_fen, "e2"), squares_of("e3 e4"));
    assert_int_equal(targets("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3"), squares_of("e4"));
    assert_int_equal(targets("4k3/8/8/8/4p3/3p1p2/4P3/K7 w - - 0 1", "e2"), squares_of("e3 d3 f3"));
    assert_int_equal(targets("4k3/8/8/8/8/4n3/4P3/K7 w - - 0 1", "e2"), 0);
    assert_int_equal(targets("4k3/4p3/3P1P2/8/8/8/8/K7 b - - 0 1", "e7"),
                     squares_of("e6 e5 d6 f6"));
    /* A pawn left on the last rank cannot move; one on the first rank has a single step. */
    assert_int_equal(targets("4P2k/8/8/8/8/8/8/K7 w - - 0 1", "e8"), 0);
    assert_int_equal(targets("7k/8/8/8/8/8/8/K3P3 w - - 0 1", "e1"), squares_of("e2"));
}

/* Laws 3.7.3.1, 3.7.3.2 */
static void test_position__en_passant_is_for_the_next_move_only(void **state)
{
    static const char start[] = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    const arb_pos at_once = pos_after(start, "d7d5", ARB_STANDARD);
    const arb_pos late = pos_after(start, "d7d5 e1e2 e8f8", ARB_STANDARD);
    const arb_pos taken = pos_after(start, "d7d5 e5d6", ARB_STANDARD);
    const arb_move capture = move_of(&at_once, "e5d6", ARB_STANDARD);
    arb_move move;

    (void)state;
    assert_int_equal(at_once.en_passant, square_of("d6"));
    assert_int_equal(arb_move_kind_of(capture), ARB_MOVE_EN_PASSANT);
    assert_int_equal(arb_move_captured(&at_once, capture), square_of("d5"));
    assert_fen(&taken, "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2");
    assert_int_equal(late.en_passant, ARB_SQUARE_NONE);
    assert_int_equal(arb_pos_match(&move, &late, hand_of("e5d6"), ARB_STANDARD), ARB_ART_3_7_3_2);
    assert_int_equal(arb_pos_count(&at_once), 7);
}

/* Laws 3.7.3.3, 3.7.3.4, 3.7.3.5 */
static void test_position__promotion_is_free_and_acts_at_once(void **state)
{
    /* Nothing has been captured, and four pieces can be chosen. */
    const arb_pos full = pos_of("4k3/P7/8/8/8/8/1PPPPPPP/RNBQKBNR w KQ - 0 1");
    const arb_pos queen = pos_after("7k/P7/6K1/8/8/8/8/8 w - - 0 1", "a7a8q", ARB_STANDARD);
    const arb_pos rook = pos_after("7k/P7/6K1/8/8/8/8/8 w - - 0 1", "a7a8r", ARB_STANDARD);
    const arb_pos bishop = pos_after("7k/P7/6K1/8/8/8/8/8 w - - 0 1", "a7a8b", ARB_STANDARD);
    const arb_move knight = move_of(&full, "a7a8n", ARB_STANDARD);

    (void)state;
    assert_int_equal(arb_move_kind_of(knight), ARB_MOVE_PROMOTION);
    assert_int_equal(arb_move_promotion(knight), ARB_KNIGHT);
    assert_int_equal(arb_move_role(knight), ARB_PAWN);
    move_of(&full, "a7a8q", ARB_STANDARD);
    move_of(&full, "a7a8r", ARB_STANDARD);
    move_of(&full, "a7a8b", ARB_STANDARD);
    assert_true(arb_pos_is_checkmate(&queen));
    assert_true(arb_pos_is_checkmate(&rook));
    assert_fen(&rook, "R6k/8/6K1/8/8/8/8/8 b - - 0 1");
    assert_false(arb_pos_is_check(&bishop));
}

/* Laws 3.8, 3.8.1, 3.8.2 */
static void test_position__the_king_steps_and_castles(void **state)
{
    const arb_pos pos = pos_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    const arb_move castling = move_of(&pos, "e1g1", ARB_STANDARD);
    const arb_pos both =
        pos_after("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8", ARB_STANDARD);

    (void)state;
    assert_int_equal(targets("8/8/8/3K4/8/8/8/7k w - - 0 1", "d5"),
                     squares_of("c4 c5 c6 d4 d6 e4 e5 e6"));
    assert_int_equal(targets("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1"),
                     squares_of("c1 d1 d2 e2 f2 f1 g1"));
    assert_int_equal(arb_move_rook(castling), square_of("h1"));
    assert_int_equal(arb_move_to(castling), square_of("g1"));
    assert_int_equal(arb_move_promotion(castling), ARB_ROLE_NONE);
    assert_fen(&both, "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
}

/* Laws 3.8.2.1 */
static void test_position__rights_are_lost_for_good(void **state)
{
    static const char start[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const arb_pos king = pos_after(start, "e1e2 a8b8 e2e1 b8a8", ARB_STANDARD);
    const arb_pos rook = pos_after(start, "h1g1 e8d8 g1h1 d8e8", ARB_STANDARD);
    const arb_pos captured = pos_after(start, "a1a8", ARB_STANDARD);

    (void)state;
    assert_fen(&king, "r3k2r/8/8/8/8/8/8/R3K2R w k - 4 3");
    assert_fen(&rook, "r3k2r/8/8/8/8/8/8/R3K2R w Q - 4 3");
    assert_fen(&captured, "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
    assert_int_equal(arb_pos_castling(&king, ARB_WHITE, ARB_KINGSIDE), ARB_CASTLING_LOST);
    assert_int_equal(arb_pos_castling(&king, ARB_BLACK, ARB_KINGSIDE), ARB_CASTLING_ALLOWED);
    assert_int_equal(arb_pos_castling(&rook, ARB_WHITE, ARB_QUEENSIDE), ARB_CASTLING_ALLOWED);
}

/* Laws 3.8.2.2 */
static void test_position__castling_is_prevented_for_the_moment(void **state)
{
    static const struct {
        const char *fen;
        arb_castling kingside, queenside;
    } examples[] = {
        /* crossed squares matter, those of the rook do not */
        { "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", ARB_CASTLING_THROUGH_CHECK, ARB_CASTLING_ALLOWED },
        { "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ARB_CASTLING_ALLOWED, ARB_CASTLING_ALLOWED },
        { "r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", ARB_CASTLING_ALLOWED, ARB_CASTLING_ALLOWED },
        { "2r1k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", ARB_CASTLING_INTO_CHECK,
          ARB_CASTLING_INTO_CHECK },
        { "k3r3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ARB_CASTLING_IN_CHECK, ARB_CASTLING_IN_CHECK },
        { "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", ARB_CASTLING_BLOCKED, ARB_CASTLING_BLOCKED },
        { "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", ARB_CASTLING_LOST, ARB_CASTLING_LOST },
        /* A pinned piece attacks all the same (3.1.3). */
        { "3k4/3n4/8/8/8/8/3R2n1/R3K3 w Q - 0 1", ARB_CASTLING_LOST, ARB_CASTLING_IN_CHECK },
        /* It is asked whoever has the move. */
        { "4kr2/8/8/8/8/8/8/R3K2R b KQ - 0 1", ARB_CASTLING_THROUGH_CHECK, ARB_CASTLING_ALLOWED },
    };
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const arb_pos pos = pos_of(examples[i].fen);

        assert_int_equal(arb_pos_castling(&pos, ARB_WHITE, ARB_KINGSIDE), examples[i].kingside);
        assert_int_equal(arb_pos_castling(&pos, ARB_WHITE, ARB_QUEENSIDE), examples[i].queenside);
    }
}

static void test_position__castling_verdicts_have_texts(void **state)
{
    (void)state;
    for (arb_castling verdict = ARB_CASTLING_ALLOWED; verdict < ARB_CASTLING_COUNT; verdict++) {
        assert_true(strlen(arb_castling_text(verdict, ARB_LANG_EN)) > 0);
        assert_string_not_equal(arb_castling_text(verdict, ARB_LANG_EN),
                                arb_castling_text(verdict, ARB_LANG_IT));
    }
}

/* Laws 3.1.2, 3.1.3, 3.9, 3.9.1 */
static void test_position__a_pinned_piece_gives_check(void **state)
{
    const arb_pos pos = pos_of("4r3/8/8/7k/8/8/4B3/4K3 b - - 0 1");

    (void)state;
    assert_true(arb_pos_is_check(&pos));
    assert_int_equal(arb_pos_checkers(&pos, ARB_BLACK), squares_of("e2"));
    assert_int_equal(arb_pos_checkers(&pos, ARB_WHITE), 0);
    assert_int_equal(arb_pos_pinned(&pos, ARB_WHITE), squares_of("e2"));
    assert_int_equal(arb_pos_attackers(&pos, square_of("f3"), ARB_WHITE), squares_of("e2"));
    assert_int_equal(arb_pos_attackers(&pos, square_of("e2"), ARB_BLACK), squares_of("e8"));
    assert_int_equal(arb_pos_attackers(&pos, square_of("e2"), ARB_WHITE), squares_of("e1"));
}

/* Laws 3.9.2 */
static void test_position__check_must_be_answered(void **state)
{
    const arb_pos check = pos_of("4k3/8/8/8/4r3/8/3P1N2/4K3 w - - 0 20");
    const arb_pos twice = pos_of("4k3/8/8/8/8/5n2/8/R3K2r w - - 0 1");
    const arb_pos double_check = pos_of("4r2k/8/8/8/7b/8/8/R2QK2R w - - 0 1");
    arb_move moves[ARB_MOVES_MAX];

    (void)state;
    assert_int_equal(arb_pos_count(&check), 3); /* Nxe4, Kd1, Kf1 */
    assert_true(arb_pos_count(&twice) > 0);
    assert_int_equal(arb_pos_checkers(&double_check, ARB_WHITE), squares_of("e8 h4"));
    const size_t count = arb_pos_moves(moves, &double_check);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(arb_move_role(moves[i]), ARB_KING);
    assert_int_equal(count, 2); /* Kd2 and Kf1 */
}

/* Laws 1.4, 1.4.1, 1.4.2 */
static void test_position__checkmate(void **state)
{
    static const char *const mates[] = {
        "R6k/8/6K1/8/8/8/8/8 b - - 0 1",
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
        "6rk/5Npp/8/8/8/8/8/K7 b - - 0 1",
        "8/8/8/8/8/5k2/6q1/7K w - - 0 1",
    };
    (void)state;
    for (size_t i = 0; i < sizeof mates / sizeof mates[0]; i++) {
        const arb_pos pos = pos_of(mates[i]);

        if (!arb_pos_is_checkmate(&pos) || arb_pos_is_stalemate(&pos) || !arb_pos_is_check(&pos) ||
            arb_pos_count(&pos) != 0)
            fail_msg("%s is not seen as checkmate", mates[i]);
    }
}

static void test_position__no_checkmate(void **state)
{
    static const char *const others[] = {
        "R6k/1r6/6K1/8/8/8/8/8 b - - 0 1",         /* the rook can go between */
        "8/8/8/4k3/3Pp3/8/8/K7 b - d3 0 1",        /* the king can capture */
        "8/8/5k2/R6R/3pP2R/4R1R1/8/K7 b - e3 0 1", /* not in check */
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", /* stalemate */
        /* Check by a pawn that just made two steps, and only en passant captures it. */
        "3RR3/8/8/2k5/Q2Pp3/8/1R6/K7 b - d3 0 1",
    };
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        const arb_pos pos = pos_of(others[i]);

        if (arb_pos_is_checkmate(&pos))
            fail_msg("%s is seen as checkmate", others[i]);
    }
}

static void test_position__stalemate(void **state)
{
    static const char *const stalemates[] = {
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",
        "K7/P1k5/8/8/8/8/8/8 w - - 0 1",
    };
    (void)state;
    for (size_t i = 0; i < sizeof stalemates / sizeof stalemates[0]; i++) {
        const arb_pos pos = pos_of(stalemates[i]);

        if (!arb_pos_is_stalemate(&pos) || arb_pos_is_checkmate(&pos))
            fail_msg("%s is not seen as stalemate", stalemates[i]);
    }
}

/* Laws 5.2.1: it is what it is called, also where few pawns stand and most of them are pinned or
 * stopped. */
static void test_position__stalemate_is_no_check_and_no_move(void **state)
{
    chance luck = chance_begin(21);
    unsigned stalemates = 0;

    (void)state;
    for (unsigned i = 0; i < scaled(400000); i++) {
        arb_setup setup = arb_setup_empty();
        arb_pos pos;

        for (unsigned men = 3 + chance_below(&luck, 6); men-- > 0;)
            setup.piece[chance_below(&luck, 64)] =
                arb_piece_of((arb_colour)chance_below(&luck, 2),
                             men % 2 == 0 ? ARB_PAWN : (arb_role)chance_below(&luck, 5));
        setup.piece[chance_below(&luck, 24)] = arb_piece_of(ARB_WHITE, ARB_KING);
        setup.piece[40 + chance_below(&luck, 24)] = arb_piece_of(ARB_BLACK, ARB_KING);
        setup.turn = (uint8_t)chance_below(&luck, 2);
        if (arb_faults_hard(arb_pos_from_setup(&pos, &setup)))
            continue;
        const bool stalemate = !arb_pos_is_check(&pos) && arb_pos_count(&pos) == 0;
        assert_int_equal(arb_pos_is_stalemate(&pos), stalemate);
        stalemates += stalemate;
    }
    assert_true(stalemates > scaled(400000) / 10000);
}

/* Laws 3.10, 3.10.3, 1.4.1 */
static void test_position__play_goes_on_from_positions_no_game_reaches(void **state)
{
    (void)state;
    /* The king left in check may not be captured, neither by a piece nor by a pawn. */
    assert_int_equal(targets("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "e1"),
                     squares_of("b1 c1 d1 f1 g1 h1 e2 e3 e4 e5 e6 e7"));
    assert_int_equal(targets("8/3k4/2P5/8/8/8/8/K7 w - - 0 1", "c6"), squares_of("c7"));
    assert_int_equal(targets("8/8/8/8/8/8/1k6/K7 w - - 0 1", "a1"), 0);
}

/* Laws 1.1, 1.3 */
static void test_position__moves_alternate(void **state)
{
    arb_pos pos = arb_pos_initial();
    static const char *const moves[] = { "e2e4", "e7e5", "g1f3", "b8c6" };

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(pos.turn, i % 2 == 0 ? ARB_WHITE : ARB_BLACK);
        assert_int_equal(pos.move_number, 1 + i / 2);
        arb_pos_play(&pos, &pos, move_of(&pos, moves[i], ARB_STANDARD));
    }
    assert_fen(&pos, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_position__the_board),
        cmocka_unit_test(test_position__lines_and_leaps),
        cmocka_unit_test(test_position__pawns),
        cmocka_unit_test(test_position__en_passant_is_for_the_next_move_only),
        cmocka_unit_test(test_position__promotion_is_free_and_acts_at_once),
        cmocka_unit_test(test_position__the_king_steps_and_castles),
        cmocka_unit_test(test_position__rights_are_lost_for_good),
        cmocka_unit_test(test_position__castling_is_prevented_for_the_moment),
        cmocka_unit_test(test_position__castling_verdicts_have_texts),
        cmocka_unit_test(test_position__a_pinned_piece_gives_check),
        cmocka_unit_test(test_position__check_must_be_answered),
        cmocka_unit_test(test_position__checkmate),
        cmocka_unit_test(test_position__no_checkmate),
        cmocka_unit_test(test_position__stalemate),
        cmocka_unit_test(test_position__stalemate_is_no_check_and_no_move),
        cmocka_unit_test(test_position__play_goes_on_from_positions_no_game_reaches),
        cmocka_unit_test(test_position__moves_alternate),
    };
    return cmocka_run_group_tests_name("position", tests, NULL, NULL);
}
