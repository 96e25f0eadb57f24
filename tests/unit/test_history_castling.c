/* SPDX-License-Identifier: MIT */
/* Why castling is not possible: what only the record of the game can tell (3.8.2.1). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "arbitro/history.h"
#include "support/assertions.h"
#include "support/data_file.h"

/* Laws 3.8.2.1 */
static void test_history_castling__knows_why_castling_was_lost(void **state)
{
    static const char start[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1";
    static const struct {
        const char *moves;
        arb_castling white_king, white_queen, black_king, black_queen;
    } examples[] = {
        { "", ARB_CASTLING_ALLOWED, ARB_CASTLING_ALLOWED, ARB_CASTLING_LOST, ARB_CASTLING_ALLOWED },
        { "e1e2 a8b8 e2e1 b8a8", ARB_CASTLING_KING_MOVED, ARB_CASTLING_KING_MOVED,
          ARB_CASTLING_LOST, ARB_CASTLING_ROOK_MOVED },
        { "h1h2 e8d8 h2h1 d8e8", ARB_CASTLING_ROOK_MOVED, ARB_CASTLING_ALLOWED, ARB_CASTLING_LOST,
          ARB_CASTLING_KING_MOVED },
        { "a1a8", ARB_CASTLING_ALLOWED, ARB_CASTLING_ROOK_MOVED, ARB_CASTLING_LOST,
          ARB_CASTLING_ROOK_MOVED },
        { "e1g1 e8c8", ARB_CASTLING_KING_MOVED, ARB_CASTLING_KING_MOVED, ARB_CASTLING_LOST,
          ARB_CASTLING_KING_MOVED },
        { "e1f1 e8f8", ARB_CASTLING_KING_MOVED, ARB_CASTLING_KING_MOVED, ARB_CASTLING_LOST,
          ARB_CASTLING_KING_MOVED },
    };
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        arb_history *history = history_of(start);
        const arb_ply last = play_moves(history, 0, examples[i].moves);

        assert_int_equal(arb_history_castling(history, last, ARB_WHITE, ARB_KINGSIDE),
                         examples[i].white_king);
        assert_int_equal(arb_history_castling(history, last, ARB_WHITE, ARB_QUEENSIDE),
                         examples[i].white_queen);
        assert_int_equal(arb_history_castling(history, last, ARB_BLACK, ARB_KINGSIDE),
                         examples[i].black_king);
        assert_int_equal(arb_history_castling(history, last, ARB_BLACK, ARB_QUEENSIDE),
                         examples[i].black_queen);
        arb_history_free(history);
    }
}

/* Laws 3.8.2.2 */
static void test_history_castling__prevented_is_not_lost(void **state)
{
    arb_history *history = history_of("4k2r/8/8/8/8/8/7P/4K2R b Kk - 0 1");
    const arb_ply last = play_moves(history, 0, "h8f8 h2h3 f8f2");

    (void)state;
    assert_int_equal(arb_history_castling(history, 1, ARB_WHITE, ARB_KINGSIDE),
                     ARB_CASTLING_THROUGH_CHECK);
    assert_int_equal(arb_history_castling(history, 1, ARB_BLACK, ARB_KINGSIDE),
                     ARB_CASTLING_ROOK_MOVED);
    assert_int_equal(arb_history_castling(history, last, ARB_WHITE, ARB_KINGSIDE),
                     ARB_CASTLING_THROUGH_CHECK);
    arb_history_free(history);
}

/* Laws 3.8.2.1 */
static void test_history_castling__a_line_taken_back_loses_nothing(void **state)
{
    arb_history *history = history_of("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    const arb_ply moved = play_moves(history, 0, "e1e2 e8e7");
    const arb_ply other = play_moves(history, 0, "h1h2 e8e7");

    (void)state;
    assert_int_equal(arb_history_castling(history, moved, ARB_WHITE, ARB_QUEENSIDE),
                     ARB_CASTLING_KING_MOVED);
    assert_int_equal(arb_history_castling(history, other, ARB_WHITE, ARB_QUEENSIDE),
                     ARB_CASTLING_ALLOWED);
    assert_int_equal(arb_history_castling(history, other, ARB_WHITE, ARB_KINGSIDE),
                     ARB_CASTLING_ROOK_MOVED);
    assert_int_equal(arb_history_castling(history, 0, ARB_WHITE, ARB_KINGSIDE),
                     ARB_CASTLING_ALLOWED);
    arb_history_free(history);
}

/* Laws 3.8.2.1 */
static void test_history_castling__a_hand_loses_rights_too(void **state)
{
    arb_history *history = history_of("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    const arb_setup king = setup_of("4k3/8/8/8/8/4K3/8/R6R b - - 1 1");
    const arb_setup rook = setup_of("4k3/8/8/8/8/8/6R1/R3K3 b Q - 1 1");
    const arb_hand far_step = hand_of("e1e3"), aslant = hand_of("h1g2");
    const arb_ply_note clocks = { .clock_ms = { 0, 0 } };
    arb_ply ply;

    (void)state;
    assert_int_equal(arb_history_stand(&ply, history, 0, &far_step, &king, &clocks), ARB_OK);
    assert_int_equal(arb_history_castling(history, ply, ARB_WHITE, ARB_KINGSIDE),
                     ARB_CASTLING_KING_MOVED);
    assert_int_equal(arb_history_castling(history, ply, ARB_WHITE, ARB_QUEENSIDE),
                     ARB_CASTLING_KING_MOVED);
    assert_int_equal(arb_history_stand(&ply, history, 0, &aslant, &rook, &clocks), ARB_OK);
    assert_int_equal(arb_history_castling(history, ply, ARB_WHITE, ARB_KINGSIDE),
                     ARB_CASTLING_ROOK_MOVED);
    assert_int_equal(arb_history_castling(history, ply, ARB_WHITE, ARB_QUEENSIDE),
                     ARB_CASTLING_ALLOWED);
    arb_history_free(history);
}

static void test_history_castling__without_kings_there_is_nothing_to_castle(void **state)
{
    arb_history *history = history_of("8/8/8/8/8/8/8/R6R w AH - 0 1");

    (void)state;
    assert_int_equal(arb_history_castling(history, 0, ARB_WHITE, ARB_KINGSIDE), ARB_CASTLING_LOST);
    arb_history_free(history);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_history_castling__knows_why_castling_was_lost),
        cmocka_unit_test(test_history_castling__prevented_is_not_lost),
        cmocka_unit_test(test_history_castling__a_line_taken_back_loses_nothing),
        cmocka_unit_test(test_history_castling__a_hand_loses_rights_too),
        cmocka_unit_test(test_history_castling__without_kings_there_is_nothing_to_castle),
    };
    return cmocka_run_group_tests_name("history castling", tests, NULL, NULL);
}
