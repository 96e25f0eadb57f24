/* SPDX-License-Identifier: MIT */
/*
 * What a hand did, and whether it is a move: examples of every rule that a displacement can
 * break, and all displacements in positions by chance.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "arbitro/hand.h"
#include "support/assertions.h"
#include "support/compare.h"
#include "support/data_file.h"
#include "support/random_positions.h"

typedef struct example {
    const char *fen, *hand;
    arb_article article;
    const char *why;
} example;

#define INITIAL "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define CASTLE  "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"

static void check_examples(const example *examples, size_t count, arb_variant variant)
{
    for (size_t i = 0; i < count; i++) {
        const arb_setup setup = setup_of(examples[i].fen);
        const arb_pos pos = pos_of(examples[i].fen);
        const arb_hand hand = hand_of(examples[i].hand);
        const arb_move untouched = { 0xa5a5 };
        arb_move move = untouched;
        const arb_article article = arb_pos_match(&move, &pos, hand, variant);

        if (article != examples[i].article)
            fail_msg("%s %s: %s instead of %s (%s)", examples[i].fen, examples[i].hand,
                     arb_article_number(article), arb_article_number(examples[i].article),
                     examples[i].why);
        if (article == ARB_ART_NONE)
            continue;
        assert_true(arb_move_equal(move, untouched));
        if (!breaks_article(&setup, hand, variant, article))
            fail_msg("%s %s: %s is not broken by it", examples[i].fen, examples[i].hand,
                     arb_article_number(article));
    }
}

#define CHECK_EXAMPLES(list, variant) check_examples(list, sizeof list / sizeof list[0], variant)

/* Laws 3.10.2, 1.1 */
static void test_match__nothing_moved_or_the_wrong_piece(void **state)
{
    static const example examples[] = {
        { INITIAL, "e4e5", ARB_ART_3_10_2, "nothing stands there" },
        { INITIAL, "e3e4", ARB_ART_3_10_2, "nothing stands there" },
        { INITIAL, "e2e2", ARB_ART_3_10_2, "the piece was put back" },
        { INITIAL, "e7e7", ARB_ART_3_10_2, "the opponent's piece was put back" },
        { INITIAL, "e4e4", ARB_ART_3_10_2, "nothing at all" },
        { INITIAL, "e7e5", ARB_ART_1_1, "Black's pawn, White has the move" },
        { INITIAL, "b8c6", ARB_ART_1_1, "Black's knight" },
        { "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "e1e2", ARB_ART_1_1, "White's king" },
        { CASTLE, "e8g8", ARB_ART_1_1, "Black castles, White has the move" },
    };
    (void)state;
    CHECK_EXAMPLES(examples, ARB_STANDARD);
}

/* Laws 3.1, 1.4.1 */
static void test_match__own_pieces_and_kings_are_not_captured(void **state)
{
    static const example examples[] = {
        { INITIAL, "a1a2", ARB_ART_3_1, "rook on own pawn" },
        { INITIAL, "b1d2", ARB_ART_3_1, "knight on own pawn" },
        { INITIAL, "c1b2", ARB_ART_3_1, "bishop on own pawn" },
        { INITIAL, "d1e2", ARB_ART_3_1, "queen on own pawn" },
        { INITIAL, "e1f1", ARB_ART_3_1, "king on own bishop" },
        { "4k3/8/8/8/8/3P4/4P3/4K3 w - - 0 1", "e2d3", ARB_ART_3_1, "pawn on own pawn" },
        { "4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "e1e8", ARB_ART_1_4_1, "rook takes king" },
        { "8/3k4/8/8/8/8/8/B3K2B w - - 0 1", "h1e4", ARB_ART_NONE, "an ordinary move" },
        { "8/8/8/4k3/8/8/8/B3K3 w - - 0 1", "a1e5", ARB_ART_1_4_1, "bishop takes king" },
        { "8/8/8/8/8/4k3/6N1/K7 w - - 0 1", "g2e3", ARB_ART_1_4_1, "knight takes king" },
        { "8/8/8/4k3/3P4/8/8/K7 w - - 0 1", "d4e5", ARB_ART_1_4_1, "pawn takes king" },
        { "8/8/8/8/8/8/1k6/K7 w - - 0 1", "a1b2", ARB_ART_1_4_1, "king takes king" },
    };
    (void)state;
    CHECK_EXAMPLES(examples, ARB_STANDARD);
}

/* Laws 3.2, 3.3, 3.4, 3.5, 3.6 */
static void test_match__pieces_keep_to_their_lines(void **state)
{
    static const char open_board[] = "7k/8/8/8/2B2N2/8/1R3Q2/7K w - - 0 1";
    static const char closed[] = "7k/8/8/2p1p3/2QP4/8/1B1R4/6K1 w - - 0 1";
    static const example examples[] = {
        { open_board, "c4c5", ARB_ART_3_2, "bishop along the file" },
        { open_board, "c4e5", ARB_ART_3_2, "bishop like a knight" },
        { open_board, "c4g7", ARB_ART_3_2, "bishop beside its diagonal" },
        { open_board, "b2c3", ARB_ART_3_3, "rook along a diagonal" },
        { open_board, "b2d3", ARB_ART_3_3, "rook like a knight" },
        { open_board, "f2g4", ARB_ART_3_4, "queen like a knight" },
        { open_board, "f2c3", ARB_ART_3_4, "queen beside every line" },
        { open_board, "f2d7", ARB_ART_3_4, "queen far beside every line" },
        { open_board, "f4f5", ARB_ART_3_6, "knight along the file" },
        { open_board, "f4e5", ARB_ART_3_6, "knight along a diagonal" },
        { open_board, "f4c5", ARB_ART_3_6, "knight too far" },
        { closed, "c4c6", ARB_ART_3_5, "queen jumps along the file" },
        { closed, "c4e4", ARB_ART_3_5, "queen jumps along the rank" },
        { closed, "b2f6", ARB_ART_3_5, "bishop jumps" },
        { closed, "d2d5", ARB_ART_3_5, "rook jumps" },
        { closed, "d2a2", ARB_ART_3_5, "rook jumps over a bishop" },
        { INITIAL, "a1a5", ARB_ART_3_5, "rook jumps at the start" },
        { INITIAL, "g1f3", ARB_ART_NONE, "the knight may" },
    };
    (void)state;
    CHECK_EXAMPLES(examples, ARB_STANDARD);
}

/* Laws 3.7, 3.7.1, 3.7.2, 3.7.3 */
static void test_match__pawns_go_forward(void **state)
{
    static const char pieces[] = "4k3/8/3P4/8/1p2pp2/1P5P/1P2PP2/4K3 w - - 0 1";
    static const example examples[] = {
        { pieces, "b3b4", ARB_ART_3_7_1, "a piece stands in front" },
        { pieces, "h3h2", ARB_ART_3_7, "backwards" },
        { pieces, "h3g3", ARB_ART_3_7, "sideways" },
        { pieces, "d6d5", ARB_ART_3_7, "backwards" },
        { pieces, "h3h6", ARB_ART_3_7, "three squares" },
        { "4k3/8/8/8/8/2P5/8/4K3 b - - 0 1", "e8e7", ARB_ART_NONE, "an ordinary move" },
        { "4k3/8/8/8/4p3/8/8/4K3 b - - 0 1", "e4e5", ARB_ART_3_7, "backwards for Black" },
        { pieces, "h3h5", ARB_ART_3_7_2, "not from its original square" },
        { pieces, "b2b4", ARB_ART_3_7_2, "over its own piece, onto another" },
        { pieces, "f2f4", ARB_ART_3_7_2, "onto a piece" },
        { "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e4", ARB_ART_3_7_2, "over a piece" },
        { "4k3/8/4p3/8/8/8/8/4K3 b - - 0 1", "e6e4", ARB_ART_3_7_2, "not from its square" },
        { pieces, "e2d3", ARB_ART_3_7_3, "captures nothing" },
        { pieces, "h3g4", ARB_ART_3_7_3, "captures nothing" },
        { INITIAL, "e2f3", ARB_ART_3_7_3, "captures nothing" },
        { "4k3/8/8/8/8/3p4/8/4K3 b - - 0 1", "d3e2", ARB_ART_3_7_3, "Black captures nothing" },
        { pieces, "e2e3", ARB_ART_NONE, "one square" },
    };
    (void)state;
    CHECK_EXAMPLES(examples, ARB_STANDARD);
}

/* Laws 3.7.3.1, 3.7.3.2 */
static void test_match__en_passant_at_once_or_not_at_all(void **state)
{
    static const example examples[] = {
        { "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", ARB_ART_NONE, "at once" },
        { "5k2/8/8/3pP3/8/8/4K3/8 w - - 2 3", "e5d6", ARB_ART_3_7_3_2, "too late" },
        { "4k3/8/8/8/1Pp5/8/8/4K3 b - - 2 3", "c4b3", ARB_ART_3_7_3_2, "too late for Black" },
        { "4k3/8/8/2PpPp2/8/8/8/4K3 w - f6 0 3", "e5d6", ARB_ART_3_7_3_2, "the other pawn" },
        { "4k3/8/8/3nP3/8/8/8/4K3 w - - 0 2", "e5d6", ARB_ART_3_7_3, "a knight stands beside" },
        { "4k3/8/3pP3/8/8/8/8/4K3 w - - 0 2", "e6d7", ARB_ART_3_7_3, "on the sixth rank" },
        { "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6", ARB_ART_3_9_2, "uncovers the king" },
        { "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", ARB_ART_3_9_2, "the captor is pinned" },
    };
    (void)state;
    CHECK_EXAMPLES(examples, ARB_STANDARD);
}

/* Laws 3.7.3.3 */
static void test_match__promotion_needs_its_piece(void **state)
{
    static const char ready[] = "1n6/P6k/8/8/8/8/4P3/K7 w - - 0 1";
    static const example examples[] = {
        { ready, "a7a8", ARB_ART_3_7_3_3, "nothing was chosen" },
        { ready, "a7a8p", ARB_ART_3_7_3_3, "a pawn" },
        { ready, "a7a8k", ARB_ART_3_7_3_3, "a king" },
        { ready, "a7b8", ARB_ART_3_7_3_3, "nothing was chosen, with a capture" },
        { ready, "a7a8q", ARB_ART_NONE, "a queen" },
        { ready, "a7b8n", ARB_ART_NONE, "a knight" },
        { ready, "e2e4q", ARB_ART_3_7_3_3, "not on the last rank" },
        { ready, "e2e3p", ARB_ART_3_7_3_3, "a pawn that stays one is no promotion" },
        { ready, "a1b1q", ARB_ART_3_7_3_3, "a king does not promote" },
        { CASTLE, "e1g1q", ARB_ART_3_7_3_3, "castling does not promote" },
        { "7k/8/8/8/8/8/p7/7K b - - 0 1", "a2a1", ARB_ART_3_7_3_3, "nothing, for Black" },
    };
    (void)state;
    CHECK_EXAMPLES(examples, ARB_STANDARD);
}

/* Laws 3.8.1, 3.8.2, 3.8.2.1, 3.8.2.2 */
static void test_match__kings_step_or_castle(void **state)
{
    static const example examples[] = {
        { CASTLE, "e1e3", ARB_ART_3_8_1, "two squares forward" },
        { CASTLE, "e1g3", ARB_ART_3_8_1, "two squares aslant" },
        { CASTLE, "e1d3", ARB_ART_3_8_1, "like a knight" },
        { "4k3/8/8/8/4K3/8/8/7R w - - 0 1", "e4g4", ARB_ART_3_8_1, "two squares, not at home" },
        { CASTLE, "e1g1", ARB_ART_NONE, "castling" },
        { CASTLE, "e1c1", ARB_ART_NONE, "castling" },
        { "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "e1g1", ARB_ART_3_8_2_1, "right lost" },
        { "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1", "e1c1", ARB_ART_3_8_2_1, "right lost" },
        { "r3k2r/8/8/8/8/8/8/R3K2R b KQq - 0 1", "e8g8", ARB_ART_3_8_2_1, "right lost, Black" },
        { "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1g1", ARB_ART_3_8_2_1, "the rook is gone" },
        { "4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1", ARB_ART_3_8_2_2, "a piece on f1" },
        { "4k3/8/8/8/8/8/8/R2QK3 w Q - 0 1", "e1c1", ARB_ART_3_8_2_2, "a piece on d1" },
        { INITIAL, "e1g1", ARB_ART_3_1, "its own knight stands there" },
        { "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1c1", ARB_ART_3_8_2_2, "a piece on b1" },
        { "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", ARB_ART_3_8_2_2, "through check" },
        { "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", ARB_ART_NONE, "the other wing" },
        { "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", ARB_ART_NONE, "b1 attacked" },
        { "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", ARB_ART_3_8_2_2, "into check" },
        { "3kr3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", ARB_ART_3_8_2_2, "out of check" },
    };
    (void)state;
    CHECK_EXAMPLES(examples, ARB_STANDARD);
}

/* Laws 3.9.2, 1.4.1 */
static void test_match__the_own_king_is_never_left_in_check(void **state)
{
    static const example examples[] = {
        { "4k3/8/8/8/4r3/8/3P1N2/4K3 w - - 0 20", "d2d3", ARB_ART_3_9_2, "check is not answered" },
        { "4k3/8/8/8/4r3/8/3P1N2/4K3 w - - 0 20", "f2e4", ARB_ART_NONE, "captures the rook" },
        { "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", ARB_ART_3_9_2, "the knight is pinned" },
        { "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2d2", ARB_ART_3_9_2, "the rook is pinned" },
        { "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2e7", ARB_ART_NONE, "along the pin" },
        { "4k3/3r4/8/8/8/8/8/4K3 w - - 0 1", "e1d1", ARB_ART_3_9_2, "into check" },
        { "8/8/8/8/8/4k3/8/4K3 w - - 0 1", "e1e2", ARB_ART_3_9_2, "beside the other king" },
        { "4r1k1/8/8/7b/8/8/8/4K3 w - - 0 1", "e1d1", ARB_ART_3_9_2,
          "out of one check, into another" },
        { "4k3/8/8/8/8/5n2/8/R3K3 w - - 0 1", "a1a3", ARB_ART_3_9_2, "check is not answered" },
        { "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2", ARB_ART_NONE, "captures the pawn" },
        { "3rk3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2", ARB_ART_3_9_2, "the pawn is protected" },
    };
    (void)state;
    CHECK_EXAMPLES(examples, ARB_STANDARD);
}

/* Laws II.3, II.3.1, II.3.2.2, II.3.2.3, II.3.2.4, II.3.2.7 */
static void test_match__castling_by_hand_in_chess960(void **state)
{
    static const example examples[] = {
        { CASTLE, "e1h1", ARB_ART_NONE, "king on its rook" },
        { CASTLE, "e1g1", ARB_ART_NONE, "king on its final square" },
        { "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", ARB_ART_NONE, "transposition" },
        { "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", ARB_ART_NONE, "rook only" },
        { "4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", ARB_ART_NONE, "king only" },
        { "4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1g1", ARB_ART_NONE, "the same, final square" },
        { "4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", ARB_ART_NONE, "both move" },
        { "4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1c1", ARB_ART_NONE, "one file: only a king's step" },
        { "4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "c1b1", ARB_ART_3_8_2_2, "uncovers an attack" },
        { "4k3/8/8/8/8/8/8/rR2K1N1 w Q - 0 1", "e1b1", ARB_ART_3_8_2_2, "out of the shield" },
        { "4k3/8/8/8/8/8/8/R1N1K3 w A - 0 1", "e1a1", ARB_ART_3_8_2_2, "a piece on c1" },
        { "4k3/8/8/8/8/8/8/RN2K3 w A - 0 1", "e1c1", ARB_ART_3_8_2_2, "a piece on the rook's way" },
        { "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", "e1b1", ARB_ART_NONE, "the inner rook" },
        { "4k3/8/8/8/8/8/8/1R2K1RR w G - 0 1", "e1h1", ARB_ART_3_8_2_1, "a rook without right" },
        { "4k3/8/8/8/8/8/8/1R2K1RR w G - 0 1", "e1b1", ARB_ART_3_8_2_1, "the other wing's" },
        { "4k3/8/8/8/8/8/8/KR6 w B - 0 1", "a1c1", ARB_ART_3_8_1, "not where its rook leads it" },
        { "1k6/8/8/8/8/8/8/NR2K3 w B - 0 1", "e1c1", ARB_ART_NONE, "a1 may stay occupied" },
        { "rnbqnkrb/pppppppp/8/8/8/8/PPPPPPPP/RNBQNKRB w GAga - 0 1", "f1g1", ARB_ART_NONE,
          "on the first move" },
    };
    (void)state;
    CHECK_EXAMPLES(examples, ARB_CHESS960);
}

static void test_match__a_king_on_its_rook_is_no_castling_in_standard_chess(void **state)
{
    static const example examples[] = {
        { CASTLE, "e1h1", ARB_ART_3_1, "its own piece stands there" },
        { "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", ARB_ART_NONE, "they do not stand as usual" },
        { "4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1g1", ARB_ART_NONE, "on its final square" },
    };

    (void)state;
    CHECK_EXAMPLES(examples, ARB_STANDARD);
}

/* Laws II.3 */
static void test_match__rights_tell_the_variant(void **state)
{
    static const struct {
        const char *fen;
        arb_variant variant;
    } rows[] = { { CASTLE, ARB_STANDARD },
                 { "4k3/8/8/8/8/8/8/RK6 w - - 0 1", ARB_STANDARD },
                 { "4k3/8/8/8/8/8/8/RK6 w A - 0 1", ARB_CHESS960 },
                 { "4k3/8/8/8/8/8/8/4KR2 w F - 0 1", ARB_CHESS960 },
                 { "1k5r/8/8/8/8/8/8/4K2R w Kk - 0 1", ARB_CHESS960 } };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const arb_pos pos = pos_of(rows[i].fen);
        assert_int_equal(arb_pos_variant(&pos), rows[i].variant);
    }
}

static void check_hands(const arb_setup *setup, arb_variant variant)
{
    arb_pos pos;

    assert_int_equal(arb_faults_hard(arb_pos_from_setup(&pos, setup)), 0);
    assert_no_difference(compare_hands(&pos, setup, variant), setup);
}

/* Laws 3.10.1, 3.10.2 */
static void test_match__every_displacement_in_games(void **state)
{
    chance luck = chance_begin(41);

    (void)state;
    for (unsigned i = 0; i < scaled(1000); i++) {
        const bool chess960 = i % 2 == 1;
        const arb_setup setup = random_played(&luck, chess960, chance_below(&luck, 120));

        check_hands(&setup, chess960 ? ARB_CHESS960 : ARB_STANDARD);
    }
}

/* Laws 3.10.2, 3.10.3 */
static void test_match__every_displacement_in_nonsense(void **state)
{
    chance luck = chance_begin(42);

    (void)state;
    for (unsigned i = 0; i < scaled(1500); i++) {
        const arb_setup setup = random_nonsense(&luck);

        check_hands(&setup, i % 2 == 1 ? ARB_CHESS960 : ARB_STANDARD);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_match__nothing_moved_or_the_wrong_piece),
        cmocka_unit_test(test_match__own_pieces_and_kings_are_not_captured),
        cmocka_unit_test(test_match__pieces_keep_to_their_lines),
        cmocka_unit_test(test_match__pawns_go_forward),
        cmocka_unit_test(test_match__en_passant_at_once_or_not_at_all),
        cmocka_unit_test(test_match__promotion_needs_its_piece),
        cmocka_unit_test(test_match__kings_step_or_castle),
        cmocka_unit_test(test_match__the_own_king_is_never_left_in_check),
        cmocka_unit_test(test_match__castling_by_hand_in_chess960),
        cmocka_unit_test(test_match__a_king_on_its_rook_is_no_castling_in_standard_chess),
        cmocka_unit_test(test_match__rights_tell_the_variant),
        cmocka_unit_test(test_match__every_displacement_in_games),
        cmocka_unit_test(test_match__every_displacement_in_nonsense),
    };
    printf("# seed %llu\n", (unsigned long long)chance_seed());
    return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
