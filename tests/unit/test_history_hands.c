/* SPDX-License-Identifier: MIT */
/* What the record of a game keeps of each ply: enough to judge as if one had been there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "arbitro/chess960.h"
#include "arbitro/history.h"
#include "support/assertions.h"
#include "support/random_positions.h"

/* Laws 3.7.3.1, 3.7.3.2, 3.9.2 */
static void test_history_hands__en_passant_that_exposes_the_king_is_not_too_late(void **state)
{
    arb_history *history = history_of("4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1");
    const arb_ply last = play_moves(history, 0, "d7d5");
    arb_move move;
    arb_pos pos;

    (void)state;
    assert_true(arb_history_position(&pos, history, last));
    assert_int_equal(arb_pos_match(&move, &pos, hand_of("e5d6"), ARB_STANDARD), ARB_ART_3_9_2);
    assert_int_equal(arb_history_board(history, last).en_passant, ARB_SQUARE_NONE);
    assert_int_equal(pos.passed, square_of("d6"));
    arb_history_free(history);
}

/* Plays up to 60 random plies; the hand and the position of every ply must be as if played. */
static void check_random_game(chance *luck, bool chess960)
{
    const arb_variant variant = chess960 ? ARB_CHESS960 : ARB_STANDARD;
    const arb_setup start =
        chess960 ? arb_chess960_setup(chance_below(luck, ARB_CHESS960_COUNT)) : arb_setup_initial();
    arb_history *history = NULL;
    arb_ply ply = 0;
    arb_pos pos;

    assert_int_equal(arb_history_new(&history, NULL, &start), ARB_OK);
    assert_int_equal(arb_pos_from_setup(&pos, &start), 0);
    for (unsigned i = 0; i < 60; i++) {
        arb_move moves[ARB_MOVES_MAX], shown;
        const size_t n = arb_pos_moves(moves, &pos);
        if (n == 0)
            break;
        const arb_move move = moves[chance_below(luck, (unsigned)n)];
        assert_int_equal(arb_history_play(&ply, history, ply, move, NULL), ARB_OK);
        const arb_hand hand = arb_history_get(history, ply)->hand;
        assert_int_equal(arb_pos_match(&shown, &pos, hand, variant), ARB_ART_NONE);
        assert_true(arb_move_equal(shown, move));

        arb_pos recorded;
        arb_pos_play(&pos, &pos, move);
        assert_true(arb_history_position(&recorded, history, ply));
        assert_true(arb_pos_same(&pos, &recorded));
        assert_int_equal(pos.passed, recorded.passed);
        assert_int_equal(pos.quiet_plies, recorded.quiet_plies);
        assert_int_equal(pos.move_number, recorded.move_number);
    }
    arb_history_free(history);
}

/* Laws 3.10.1, II.3.2 */
static void test_history_hands__show_the_move_and_keep_the_position(void **state)
{
    chance luck = chance_begin(91);

    (void)state;
    for (unsigned i = 0; i < scaled(400); i++)
        check_random_game(&luck, i % 2 == 1);
}

/* Laws II.3.2.1, II.3.2.2, II.3.2.3, II.3.2.4 */
static void test_history_hands__show_every_manner_of_castling(void **state)
{
    static const struct {
        const char *fen, *hand;
    } examples[] = { { "4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1" },
                     { "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1" },
                     { "4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1" },
                     { "4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1" } };

    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        arb_history *history = history_of(examples[i].fen);
        const arb_pos pos = pos_of(examples[i].fen);
        const arb_hand wanted = hand_of(examples[i].hand);
        const arb_move castling = move_of(&pos, examples[i].hand, ARB_CHESS960);
        arb_ply ply = 0;
        arb_move again;

        assert_int_equal(arb_move_kind_of(castling), ARB_MOVE_CASTLING);
        assert_int_equal(arb_history_play(&ply, history, 0, castling, NULL), ARB_OK);
        const arb_hand hand = arb_history_get(history, ply)->hand;
        assert_int_equal(hand.from, wanted.from);
        assert_int_equal(hand.to, wanted.to);
        /* the standard variant, too, knows what was meant: no other move is shown so */
        assert_int_equal(arb_pos_match(&again, &pos, hand, ARB_STANDARD), ARB_ART_NONE);
        assert_true(arb_move_equal(again, castling));
        arb_history_free(history);
    }
}

/* Laws 3.8.2.1 */
static void test_history_hands__a_strange_hand_is_not_asked_why_castling_was_lost(void **state)
{
    static const arb_hand nowhere = { ARB_SQUARE_NONE, ARB_SQUARE_NONE, ARB_ROLE_NONE };
    arb_setup after = arb_setup_initial();
    arb_history *history = NULL;
    arb_ply ply = 0;

    (void)state;
    after.castling = 0;
    assert_int_equal(arb_history_new(&history, NULL, &(arb_setup){ 0 }), ARB_OK);
    arb_history_free(history);
    const arb_setup start = arb_setup_initial();
    assert_int_equal(arb_history_new(&history, NULL, &start), ARB_OK);
    assert_int_equal(arb_history_stand(&ply, history, 0, &nowhere, &after, NULL), ARB_OK);
    assert_int_equal(arb_history_castling(history, ply, ARB_WHITE, ARB_KINGSIDE),
                     ARB_CASTLING_LOST);
    arb_history_free(history);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_history_hands__en_passant_that_exposes_the_king_is_not_too_late),
        cmocka_unit_test(test_history_hands__show_the_move_and_keep_the_position),
        cmocka_unit_test(test_history_hands__show_every_manner_of_castling),
        cmocka_unit_test(test_history_hands__a_strange_hand_is_not_asked_why_castling_was_lost),
    };
    return cmocka_run_group_tests_name("history_hands", tests, NULL, NULL);
}
