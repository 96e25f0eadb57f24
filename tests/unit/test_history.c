/* SPDX-License-Identifier: MIT */
/* What has stood on the board, and how often; lines that share a beginning. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/history.h"
#include "support/assertions.h"
#include "support/compare.h"
#include "support/data_file.h"
#include "support/failing_mem.h"
#include "support/random_positions.h"

static const arb_ply_note no_clock = { .clock_ms = { 0, 0 } };

static void test_history__begins_with_any_setup(void **state)
{
    arb_history *history = history_of("8/8/8/8/8/8/8/8 w - - 0 1");
    arb_pos pos;

    (void)state;
    const arb_ply_record *start = arb_history_get(history, 0);
    assert_int_equal(arb_history_size(history), 1);
    assert_int_equal(start->before, ARB_PLY_NONE);
    assert_int_equal(start->kind, ARB_PLY_START);
    assert_false(arb_history_position(&pos, history, 0));
    assert_int_equal(arb_history_occurrences(history, 0, ARB_IDENTITY_MOVES), 1);
    arb_history_free(history);
    arb_history_free(NULL);
}

static void test_history__records_moves_with_their_clocks(void **state)
{
    arb_history *history = history_of("r3k3/8/8/8/8/8/8/4K2R w K - 3 7");
    const arb_ply_note clocks = { .clock_ms = { 5400000, -250 } };
    arb_pos pos;
    arb_ply ply = 99;

    (void)state;
    arb_history_position(&pos, history, 0);
    const arb_move move = move_of(&pos, "e1g1", ARB_STANDARD);
    assert_int_equal(arb_history_play(&ply, history, 0, move, &clocks), ARB_OK);
    assert_int_equal(ply, 1);
    assert_int_equal(arb_history_size(history), 2);
    const arb_ply_record *record = arb_history_get(history, 1);
    assert_int_equal(record->before, 0);
    assert_int_equal(record->kind, ARB_PLY_MOVE);
    assert_true(arb_move_equal(record->move, move));
    assert_int_equal(record->hand.from, square_of("e1"));
    assert_int_equal(record->note.clock_ms[ARB_WHITE], 5400000);
    assert_int_equal(record->note.clock_ms[ARB_BLACK], -250);
    arb_pos_play(&pos, &pos, move);
    assert_true(arb_pos_same(&record->pos, &pos));
    const arb_setup after = setup_of("r3k3/8/8/8/8/8/8/5RK1 b - - 4 7");
    const arb_setup board = arb_history_board(history, 1);
    assert_true(arb_setup_equal(&board, &after));
    assert_int_equal(arb_history_turn(history, 1), ARB_BLACK);
    arb_history_free(history);
}

static void test_history__refuses_what_is_no_move(void **state)
{
    arb_history *history = history_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    arb_history *empty = history_of("8/8/8/8/8/8/8/8 w - - 0 1");
    const arb_pos other = pos_of("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    const arb_move move = move_of(&other, "a1a7", ARB_STANDARD);
    arb_ply ply = 99;

    (void)state;
    assert_int_equal(arb_history_play(&ply, history, 0, move, &no_clock), ARB_STATE);
    assert_int_equal(arb_history_play(&ply, empty, 0, move, &no_clock), ARB_STATE);
    assert_int_equal(ply, 99);
    assert_int_equal(arb_history_size(history), 1);
    arb_history_free(history);
    arb_history_free(empty);
}

static void check_occurrences(const char *fen, const char *moves, unsigned same_moves,
                              unsigned same_placement)
{
    arb_history *history = history_of(fen);
    const arb_ply last = play_moves(history, 0, moves);

    assert_int_equal(arb_history_occurrences(history, last, ARB_IDENTITY_MOVES), same_moves);
    assert_int_equal(arb_history_occurrences(history, last, ARB_IDENTITY_PLACEMENT),
                     same_placement);
    arb_history_free(history);
}

static void test_history__counts_repetitions(void **state)
{
    static const char initial[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    (void)state;
    check_occurrences(initial, "", 1, 1);
    check_occurrences(initial, "g1f3 g8f6 f3g1 f6g8", 2, 2);
    check_occurrences(initial, "g1f3 g8f6 f3g1 f6g8 b1c3 b8c6 c3b1 c6b8", 3, 3);
    /* The same pieces, but the other side has the move. */
    check_occurrences("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1 e8d8 d1e2 d8e8 e2e1", 1, 1);
    /* A pawn move in between makes what was before unreachable. */
    check_occurrences(initial, "g1f3 g8f6 f3g1 f6g8 e2e4", 1, 1);
    /* Five times (9.6.1). */
    check_occurrences("4k3/8/8/8/8/8/8/4K3 w - - 0 1",
                      "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8 "
                      "e1d1 e8d8 d1e1 d8e8",
                      5, 5);
}

static void test_history__castling_rights_tell_positions_apart(void **state)
{
    (void)state;
    /* The first time White could still castle. */
    check_occurrences("r3k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1g1 a8a7 g1h1 a7a8 h1g1 a8a7 g1h1 a7a8",
                      2, 3);
    /* A right that is only prevented for the moment is not lost. */
    check_occurrences("4kr2/8/8/8/8/8/P7/4K2R w K - 0 1", "a2a3 f8f7 a3a4 f7f8", 1, 1);
}

static void test_history__en_passant_tells_positions_apart_when_legal(void **state)
{
    (void)state;
    /* After 1 b4 Black could capture en passant. */
    check_occurrences("4k3/8/8/8/2p5/8/1P6/4K3 w - - 0 1",
                      "b2b4 e8e7 e1e2 e7e8 e2e1 e8e7 e1e2 e7e8 e2e1", 2, 3);
    /* The capture would have been illegal. */
    check_occurrences("8/8/8/8/k1p4R/8/1P6/4K3 w - - 0 1",
                      "b2b4 a4a3 e1e2 a3a4 e2e1 a4a3 e1e2 a3a4 e2e1", 3, 3);
    /* No pawn stands beside. */
    check_occurrences("4k3/8/8/8/3p4/8/1P6/4K3 w - - 0 1",
                      "b2b4 e8e7 e1e2 e7e8 e2e1 e8e7 e1e2 e7e8 e2e1", 3, 3);
}

static void test_history__a_move_about_to_be_played_counts(void **state)
{
    arb_history *history = history_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    const arb_ply last = play_moves(history, 0, "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1");
    arb_pos pos;

    (void)state;
    arb_history_position(&pos, history, last);
    const arb_move again = move_of(&pos, "d8e8", ARB_STANDARD);
    const arb_move fresh = move_of(&pos, "d8c8", ARB_STANDARD);
    assert_int_equal(arb_history_occurrences_after(history, last, again, ARB_IDENTITY_MOVES), 3);
    assert_int_equal(arb_history_occurrences_after(history, last, again, ARB_IDENTITY_PLACEMENT),
                     3);
    assert_int_equal(arb_history_occurrences_after(history, last, fresh, ARB_IDENTITY_MOVES), 1);
    assert_int_equal(arb_history_size(history), last + 1);
    /* Placement alone. */
    arb_history *rook = history_of("r3k3/8/8/8/8/8/8/4K2R w K - 0 1");
    const arb_ply end = play_moves(rook, 0, "h1g1 a8a7 g1h1 a7a8 h1g1 a8a7 g1h1");
    arb_history_position(&pos, rook, end);
    const arb_move back = move_of(&pos, "a7a8", ARB_STANDARD);
    assert_int_equal(arb_history_occurrences_after(rook, end, back, ARB_IDENTITY_MOVES), 2);
    assert_int_equal(arb_history_occurrences_after(rook, end, back, ARB_IDENTITY_PLACEMENT), 3);
    arb_history_free(history);
    arb_history_free(rook);
}

static void test_history__lines_share_their_beginning(void **state)
{
    arb_history *history = history_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    const arb_ply trunk = play_moves(history, 0, "e1d1 e8d8");
    const arb_ply one = play_moves(history, trunk, "d1e1 d8e8");
    const arb_ply two = play_moves(history, trunk, "d1c1 d8c8 c1d1 c8d8");
    const arb_ply three = play_moves(history, trunk, "d1e1 d8e8 e1d1 e8d8");

    (void)state;
    /* Each line counts its own plies alone. */
    assert_int_equal(arb_history_occurrences(history, one, ARB_IDENTITY_MOVES), 2);
    assert_int_equal(arb_history_occurrences(history, two, ARB_IDENTITY_MOVES), 2);
    assert_int_equal(arb_history_occurrences(history, three, ARB_IDENTITY_MOVES), 2);
    assert_int_equal(arb_history_occurrences(history, trunk, ARB_IDENTITY_MOVES), 1);
    assert_int_equal(arb_history_get(history, three)->before, three - 1);
    assert_int_equal(arb_history_get(history, trunk + 1)->before, trunk);
    assert_int_equal(arb_history_size(history), 1 + 2 + 2 + 4 + 4);
    arb_history_free(history);
}

static void test_history__hands_and_set_positions_stand(void **state)
{
    arb_history *history = history_of("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    const arb_setup after = setup_of("4k3/8/8/8/8/8/1R6/4K3 b - - 1 1");
    const arb_setup nobody = setup_of("8/8/8/8/8/8/8/8 b - - 0 1");
    const arb_hand hand = hand_of("a1b2");
    const arb_ply_note clocks = { .clock_ms = { 1, 2 } };
    arb_ply ply = 0, set = 0, again = 0;
    arb_pos pos;

    (void)state;
    assert_int_equal(arb_history_stand(&ply, history, 0, &hand, &after, &clocks), ARB_OK);
    const arb_ply_record *record = arb_history_get(history, ply);
    assert_int_equal(record->kind, ARB_PLY_HAND);
    assert_int_equal(record->hand.to, square_of("b2"));
    assert_int_equal(record->note.clock_ms[ARB_BLACK], 2);
    assert_true(record->playable);
    const arb_setup board = arb_history_board(history, ply);
    assert_true(arb_setup_equal(&board, &after));
    assert_int_equal(arb_history_stand(&set, history, ply, NULL, &nobody, &clocks), ARB_OK);
    assert_int_equal(arb_history_get(history, set)->kind, ARB_PLY_SET);
    assert_int_equal(arb_history_get(history, set)->before, ply);
    assert_false(arb_history_position(&pos, history, set));
    const arb_setup bare = arb_history_board(history, set);
    assert_true(arb_setup_equal(&bare, &nobody));
    assert_int_equal(arb_history_turn(history, set), ARB_BLACK);
    assert_int_equal(arb_history_stand(&again, history, set, NULL, &nobody, &clocks), ARB_OK);
    assert_int_equal(arb_history_occurrences(history, again, ARB_IDENTITY_MOVES), 2);
    assert_int_equal(arb_history_occurrences(history, again, ARB_IDENTITY_PLACEMENT), 2);
    assert_int_equal(arb_history_stand(&again, history, again, NULL, &after, &clocks), ARB_OK);
    assert_int_equal(arb_history_occurrences(history, again, ARB_IDENTITY_MOVES), 2);
    arb_history_free(history);
}

/* How often `wanted` has stood in the line up to `ply`, field by field. */
static unsigned naive_count(const arb_history *history, arb_ply ply, const arb_setup *normal,
                            const arb_setup *wanted, arb_identity identity)
{
    unsigned times = 0;

    for (arb_ply i = ply; i != ARB_PLY_NONE; i = arb_history_get(history, i)->before)
        times +=
            normal[i].turn == wanted->turn &&
            memcmp(normal[i].piece, wanted->piece, sizeof wanted->piece) == 0 &&
            (identity == ARB_IDENTITY_PLACEMENT || (normal[i].castling == wanted->castling &&
                                                    normal[i].en_passant == wanted->en_passant));
    return times;
}

static void assert_repeating(const arb_history *history, arb_ply ply, const arb_setup *normal,
                             unsigned times, arb_identity identity)
{
    arb_move moves[ARB_MOVES_MAX], found[ARB_MOVES_MAX];
    const size_t count = arb_history_repeating(found, history, ply, times, identity);
    size_t expected = 0;
    arb_pos pos, after;

    if (arb_history_position(&pos, history, ply)) {
        const size_t all = arb_pos_moves(moves, &pos);
        for (size_t i = 0; i < all; i++) {
            arb_pos_play(&after, &pos, moves[i]);
            const arb_setup wanted = arb_pos_setup(&after);
            const unsigned all_times = naive_count(history, ply, normal, &wanted, identity) + 1;
            assert_int_equal(all_times,
                             arb_history_occurrences_after(history, ply, moves[i], identity));
            if (all_times < times)
                continue;
            assert_true(expected < count && arb_move_equal(found[expected], moves[i]));
            expected++;
        }
    }
    assert_int_equal(count, expected);
}

static void assert_counts(const arb_history *history, arb_ply ply, const arb_setup *normal)
{
    for (arb_identity i = ARB_IDENTITY_MOVES; i <= ARB_IDENTITY_PLACEMENT; i++) {
        assert_int_equal(arb_history_occurrences(history, ply, i),
                         naive_count(history, ply, normal, &normal[ply], i));
        for (unsigned times = 1; times <= 4; times++)
            assert_repeating(history, ply, normal, times, i);
    }
}

/* Plays at random after `before` as ply number `next`; false when there is no legal move. */
static bool play_at_random(arb_history *history, arb_setup *normal, arb_ply before, arb_ply next,
                           chance *luck)
{
    slow_move moves[ARB_MOVES_MAX];
    const size_t count = slow_moves(moves, &normal[before]);
    arb_ply added;
    arb_move move;
    arb_pos pos;

    if (count == 0)
        return false;
    const slow_move chosen = moves[chance_below(luck, (unsigned)count)];
    const arb_setup after = slow_play(&normal[before], chosen);
    normal[next] = slow_normal(&after);
    arb_history_position(&pos, history, before);
    assert_true(find_move(&move, &pos, chosen));
    assert_int_equal(arb_history_play(&added, history, before, move, &no_clock), ARB_OK);
    assert_int_equal(added, next);
    assert_counts(history, added, normal);
    return true;
}

/* What stood there once comes back, or a piece goes anywhere, on the square of a king too. */
static void stand_at_random(arb_history *history, arb_setup *normal, arb_ply before, arb_ply next,
                            chance *luck)
{
    const bool set = chance_below(luck, 2) == 0;
    const arb_hand hand = { (arb_square)chance_below(luck, 64), (arb_square)chance_below(luck, 64),
                            ARB_ROLE_NONE };
    arb_setup after = normal[set ? chance_below(luck, next) : before];
    arb_ply added;

    if (!set) {
        arb_square from = hand.from;
        while (after.piece[from] == ARB_PIECE_NONE)
            from = (arb_square)((from + 1) % 64);
        const arb_piece piece = after.piece[from];
        after.piece[from] = ARB_PIECE_NONE;
        after.piece[hand.to] = piece;
        after.turn = (uint8_t)arb_opponent((arb_colour)after.turn);
        after.quiet_plies++;
    }
    normal[next] = arb_faults_hard(arb_setup_faults(&after)) ? after : slow_normal(&after);
    assert_int_equal(arb_history_stand(&added, history, before, set ? NULL : &hand, &after, NULL),
                     ARB_OK);
    assert_counts(history, added, normal);
}

/* Few pieces, so that much comes back; now and then moves are taken back. */
static void check_random_lines(const char *fen, chance *luck, unsigned hands)
{
    enum { PLIES = 120 };
    arb_history *history = history_of(fen);
    arb_setup normal[PLIES + 1] = { arb_history_board(history, 0) };
    bool more = true;

    for (arb_ply ply = 0; ply < PLIES && more; ply++) {
        const arb_ply before = chance_below(luck, 8) == 0 ? chance_below(luck, ply + 1) : ply;
        arb_pos pos;
        if (!arb_history_position(&pos, history, before) || chance_below(luck, 100) < hands)
            stand_at_random(history, normal, before, ply + 1, luck);
        else
            more = play_at_random(history, normal, before, ply + 1, luck);
    }
    arb_history_free(history);
}

/* Laws 9.2.1, 9.2.2, 9.2.3 */
static void test_history__random_lines_agree_with_a_naive_count(void **state)
{
    static const char *const fens[] = { "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
                                        "4k3/p1p5/8/1P6/8/8/8/4K3 b - - 0 1",
                                        "8/8/8/1k6/8/8/8/K7 w - - 40 9" };
    chance luck = chance_begin(71);

    (void)state;
    for (unsigned game = 0; game < scaled(300); game++)
        check_random_lines(fens[game % 3], &luck, game % 2 == 0 ? 0 : 8);
}

static arb_err record_a_game(const arb_mem *mem, void *user)
{
    const arb_setup start = setup_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    const arb_setup set = setup_of("8/8/8/8/8/8/8/8 w - - 0 1");
    static const char *const round[] = { "e1d1", "e8d8", "d1e1", "d8e8" };
    arb_history *history = NULL;
    arb_ply ply = 0;

    (void)user;
    arb_err err = arb_history_new(&history, mem, &start);
    if (err) {
        assert_null(history);
        return err;
    }
    for (unsigned i = 0; i < 400 && !err; i++) {
        const arb_ply before = ply;
        const arb_ply size = arb_history_size(history);
        arb_pos pos;

        arb_history_position(&pos, history, ply);
        err = arb_history_play(&ply, history, before, move_of(&pos, round[i % 4], ARB_STANDARD),
                               &no_clock);
        if (err) {
            assert_int_equal(ply, before);
            assert_int_equal(arb_history_size(history), size);
            assert_int_equal(arb_history_occurrences(history, ply, ARB_IDENTITY_MOVES), i / 4 + 1);
        }
    }
    if (!err)
        err = arb_history_stand(&ply, history, ply, NULL, &set, &no_clock);
    arb_history_free(history);
    return err;
}

static void test_history__survives_every_lack_of_memory(void **state)
{
    (void)state;
    assert_true(failing_mem_sweep(record_a_game, NULL) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_history__begins_with_any_setup),
        cmocka_unit_test(test_history__records_moves_with_their_clocks),
        cmocka_unit_test(test_history__refuses_what_is_no_move),
        cmocka_unit_test(test_history__counts_repetitions),
        cmocka_unit_test(test_history__castling_rights_tell_positions_apart),
        cmocka_unit_test(test_history__en_passant_tells_positions_apart_when_legal),
        cmocka_unit_test(test_history__a_move_about_to_be_played_counts),
        cmocka_unit_test(test_history__lines_share_their_beginning),
        cmocka_unit_test(test_history__hands_and_set_positions_stand),
        cmocka_unit_test(test_history__random_lines_agree_with_a_naive_count),
        cmocka_unit_test(test_history__survives_every_lack_of_memory),
    };
    return cmocka_run_group_tests_name("history", tests, NULL, NULL);
}
