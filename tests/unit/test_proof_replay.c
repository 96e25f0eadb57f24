/* SPDX-License-Identifier: MIT */
/*
 * What was known of one position, used for another: each answer against the same moves played one
 * by one with the rules of the game alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/proof.h"
#include "board/move.h"
#include "proof/replay.h"
#include "support/assertions.h"
#include "support/random_positions.h"

static bool play_legal(arb_pos *pos, arb_move move)
{
    if (!arb_pos_is_legal(pos, move))
        return false;
    arb_pos_play(pos, pos, move);
    return true;
}

static arb_move reversed(arb_move move)
{
    return move_make(move_to(move), move_from(move), move_code(move));
}

/* A move of a piece or king that can be taken back: no capture, no castling. */
static bool is_calm(const arb_pos *pos, arb_move move)
{
    const unsigned code = move_code(move);
    const uint64_t all = pos->side[0].all | pos->side[1].all;

    return code != ARB_MOVE_PAWN && code <= ARB_MOVE_KING && !(all >> move_to(move) & 1);
}

static bool comes_back(const arb_pos *before, arb_pos pos, arb_move last, arb_move wait)
{
    return is_calm(&pos, wait) && play_legal(&pos, wait) && play_legal(&pos, reversed(last)) &&
           play_legal(&pos, reversed(wait)) &&
           memcmp(pos.side, before->side, sizeof pos.side) == 0 && pos.castling == before->castling;
}

/* The same waits in the same order: the one that is given, and then the first four. */
static bool slow_returns(const arb_pos *before, const arb_pos *pos, arb_move last, arb_move wait)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);
    unsigned tried = 0;

    if (before->en_passant != ARB_SQUARE_NONE || !is_calm(before, last))
        return false;
    if (comes_back(before, *pos, last, wait))
        return true;
    for (size_t i = 0; i < n && tried < 4; i++) {
        if (!is_calm(pos, moves[i]))
            continue;
        tried++;
        if (comes_back(before, *pos, last, moves[i]))
            return true;
    }
    return false;
}

/* A wait to begin with: a legal move, one that was legal for the other side, or none at all. */
static arb_move any_wait(chance *luck, const arb_pos *pos, const arb_pos *before)
{
    const arb_pos *of = chance_below(luck, 4) ? pos : before;
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, of);

    return n && chance_below(luck, 3) ? moves[chance_below(luck, (unsigned)n)]
                                      : move_make(chance_below(luck, 64), chance_below(luck, 64),
                                                  ARB_MOVE_KNIGHT + chance_below(luck, 5));
}

typedef struct tally {
    unsigned yes, no;
} tally;

/* Asks after each of some moves of the position. */
static void check_returns(tally *t, chance *luck, const arb_setup *setup)
{
    arb_move moves[ARB_MOVES_MAX];
    arb_pos before;

    if (arb_faults_hard(arb_pos_from_setup(&before, setup)))
        return;
    const size_t n = arb_pos_moves(moves, &before);
    for (unsigned i = 0; i < 4 && n > 0; i++) {
        const arb_move last = moves[chance_below(luck, (unsigned)n)];
        arb_pos pos;
        arb_pos_play(&pos, &before, last);
        const arb_move first = any_wait(luck, &pos, &before);
        arb_move wait = first;
        const bool said = arb_replay_returns(&wait, &pos, &before);
        if (said != slow_returns(&before, &pos, last, first) ||
            (said && !comes_back(&before, pos, last, wait)))
            assert_no_difference("going back", setup);
        t->yes += said;
        t->no += !said;
    }
}

/* Laws 3.9.2, 5.2.2 */
static void test_proof_replay__going_back(void **state)
{
    chance luck = chance_begin(81);
    tally t = { 0 };

    (void)state;
    for (unsigned game = scaled(150); game > 0; game--) {
        arb_setup setup = random_start(&luck, game % 2);
        for (unsigned ply = 0; ply < 150 && random_step(&setup, &luck); ply++)
            check_returns(&t, &luck, &setup);
    }
    for (unsigned i = scaled(20000); i > 0; i--) {
        const arb_setup setup = random_nonsense(&luck);
        check_returns(&t, &luck, &setup);
    }
    assert_true(t.yes > t.no / 4 && t.no > t.yes / 4);
}

/* Lines with castling or en passant are answered with false. */
static bool slow_mates(arb_pos pos, const arb_move *line, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const unsigned code = move_code(line[i]);
        if (code == ARB_MOVE_CASTLING || code == ARB_MOVE_EN_PASSANT || !play_legal(&pos, line[i]))
            return false;
    }
    return count > 0 && arb_pos_is_checkmate(&pos);
}

/* A line as it is, and with faults. */
static void check_mates(tally *t, chance *luck, const arb_setup *setup)
{
    arb_proof_answer answer;
    arb_pos pos;

    if (arb_faults_hard(arb_pos_from_setup(&pos, setup)) ||
        arb_proof_explain_mate(&answer, &pos, (arb_colour)chance_below(luck, 2), NULL) !=
            ARB_PROOF_YES)
        return;
    for (unsigned i = 0; i < 12; i++) {
        const bool said = arb_replay_mates(&pos, answer.line, answer.count);
        if (said != slow_mates(pos, answer.line, answer.count))
            assert_no_difference("a line", setup);
        t->yes += said;
        t->no += !said;
        if (answer.count == 0)
            break;
        /* somewhere another move, or the end is missing */
        arb_move *one = &answer.line[chance_below(luck, (unsigned)answer.count)];
        if (i % 4 == 3)
            answer.count--;
        else if (i % 4 == 2)
            *one =
                move_make(chance_below(luck, 64), chance_below(luck, 64), chance_below(luck, 13));
        else
            *one = move_make(move_from(*one), chance_below(luck, 64), move_code(*one));
    }
}

/* Laws 3.10.1 */
static void test_proof_replay__lines(void **state)
{
    chance luck = chance_begin(82);
    tally t = { 0 };

    (void)state;
    for (unsigned game = scaled(40); game > 0; game--) {
        arb_setup setup = random_start(&luck, false);
        for (unsigned ply = 0; ply < 200 && random_step(&setup, &luck); ply++)
            check_mates(&t, &luck, &setup);
    }
    assert_true(t.yes > 100 && t.no > t.yes);
}

/* What can still be played of a line after a few other moves: all of it is legal, and if it is said
 * to mate, it does. */
static void check_along(tally *t, chance *luck, arb_setup setup)
{
    const arb_colour side = (arb_colour)chance_below(luck, 2);
    arb_proof_answer answer;
    arb_replay replay;
    arb_pos pos;

    if (arb_faults_hard(arb_pos_from_setup(&pos, &setup)) ||
        arb_proof_explain_mate(&answer, &pos, side, NULL) != ARB_PROOF_YES || answer.count == 0)
        return;
    for (unsigned i = chance_below(luck, 4); i > 0; i--)
        if (!random_step(&setup, luck))
            return;
    assert_false(arb_faults_hard(arb_pos_from_setup(&pos, &setup)));
    const bool said = arb_replay_along(&replay, &pos, side, answer.line, answer.count);
    assert_true(replay.count <= ARB_REPLAY_MAX);
    if (said &&
        (!slow_mates(pos, replay.line, replay.count) || (pos.turn + replay.count) % 2 == side))
        assert_no_difference("a line to a mate", &setup);
    for (size_t i = 0; i < replay.count && !said; i++)
        if (!play_legal(&pos, replay.line[i]))
            assert_no_difference("a part of a line", &setup);
    if (!said &&
        (memcmp(pos.side, replay.end.side, sizeof pos.side) != 0 || pos.turn != replay.end.turn))
        assert_no_difference("where it ends", &setup);
    t->yes += said;
    t->no += !said;
}

/* Laws 3.10.1, 5.2.2 */
static void test_proof_replay__along_a_line(void **state)
{
    chance luck = chance_begin(83);
    tally t = { 0 };

    (void)state;
    for (unsigned game = scaled(80); game > 0; game--) {
        arb_setup setup = random_start(&luck, false);
        for (unsigned ply = 0; ply < 200 && random_step(&setup, &luck); ply++)
            check_along(&t, &luck, setup);
    }
    assert_true(t.yes > 10 && t.no > 10);
}

/* Knights that go to and fro for longer than there is room: it ends where the room does. */
static void test_proof_replay__a_line_that_is_too_long(void **state)
{
    const arb_pos pos = pos_of("7k/8/8/8/8/8/8/KN4n1 w - -");
    arb_move line[2 * ARB_REPLAY_MAX];
    arb_replay replay;

    (void)state;
    for (size_t i = 0; i < sizeof line / sizeof *line; i += 4) {
        line[i] = move_make(1, 18, ARB_MOVE_KNIGHT);
        line[i + 1] = move_make(6, 23, ARB_MOVE_KNIGHT);
        line[i + 2] = move_make(18, 1, ARB_MOVE_KNIGHT);
        line[i + 3] = move_make(23, 6, ARB_MOVE_KNIGHT);
    }
    assert_false(arb_replay_along(&replay, &pos, ARB_BLACK, line, sizeof line / sizeof *line));
    assert_int_equal(replay.count, ARB_REPLAY_MAX);
}

/* Nothing is no line, even where mate stands on the board. */
static void test_proof_replay__a_line_of_nothing(void **state)
{
    const arb_pos mate = pos_of("R5k1/5ppp/8/8/8/8/8/6K1 b - -"),
                  none = pos_of("7k/8/8/8/8/8/8/K6R w - -");

    (void)state;
    assert_false(arb_replay_mates(&mate, NULL, 0));
    assert_false(arb_replay_mates(&none, NULL, 0));
}

/* Is the line that is kept for a side legal from `pos`, and does it end in mate by that side? */
static bool is_kept_mate(const arb_proof_memory *memory, const arb_pos *pos, arb_colour side)
{
    arb_pos end = *pos;

    for (unsigned i = 0; i < memory->kept[side].count; i++)
        if (!play_legal(&end, memory->kept[side].line[i]))
            return false;
    return arb_pos_is_checkmate(&end) && end.turn != side;
}

/* Laws 5.2.2: a game of which nothing is known begins with the mates of the first moves; what they
 * have become in a position is played move by move. */
static void test_proof_replay__the_first_moves(void **state)
{
    chance luck = chance_begin(64);
    unsigned kept = 0;

    (void)state;
    for (unsigned i = 0; i < scaled(8000); i++) {
        const arb_setup setup = random_played(&luck, i % 8 == 0, 1 + i % 6);
        arb_proof_memory memory = { .is_alive = false };
        arb_pos pos;

        if (arb_faults_hard(arb_pos_from_setup(&pos, &setup)) || arb_pos_count(&pos) == 0)
            continue;
        assert_int_equal(arb_proof_is_dead_now(&memory, &pos, NULL), ARB_PROOF_NO);
        for (arb_colour side = ARB_WHITE; side <= ARB_BLACK; side++) {
            if (memory.kept[side].count > 0)
                assert_true(is_kept_mate(&memory, &pos, side));
            kept += memory.kept[side].count > 0;
        }
    }
    assert_true(kept > scaled(8000) / 4);
}

/* Laws 5.2.2, 6.9: in games that are played down to the kings, what is remembered answers as a
 * question without a memory does, of each side. */
static void test_proof_replay__memory_changes_no_answer(void **state)
{
    const arb_effort effort = { .nodes = 20000 };
    chance luck = chance_begin(65);
    unsigned answers[ARB_PROOF_UNKNOWN + 1] = { 0 };

    (void)state;
    for (unsigned game = 0; game < scaled(40); game++) {
        arb_setup setup = random_start(&luck, false);
        arb_proof_memory memory = { .is_alive = false };
        for (unsigned ply = 0; ply < 400 && random_step(&setup, &luck); ply++) {
            arb_pos pos;
            (void)arb_pos_from_setup(&pos, &setup);
            const arb_colour side = (arb_colour)chance_below(&luck, 2);
            const arb_proof fresh = arb_proof_can_mate(&pos, side, &effort);
            const arb_proof now = arb_proof_can_mate_now(&memory, &pos, side, &effort);
            answers[now]++;
            if (fresh != ARB_PROOF_UNKNOWN && now != ARB_PROOF_UNKNOWN)
                assert_int_equal(now, fresh);
        }
    }
    assert_true(answers[ARB_PROOF_YES] > 0 && answers[ARB_PROOF_NO] > 0);
}

/* Laws 6.9: at the end of an old line the other side mates at once, which says nothing of this
 * one: king and knight never mate against a queen. */
static void test_proof_replay__the_mate_of_the_other(void **state)
{
    const arb_pos pos = pos_of("N7/8/8/8/8/6k1/1q6/7K b - - 0 1");
    const arb_move gone = move_make(square_of("a1"), square_of("a2"), ARB_MOVE_ROOK);
    arb_proof_memory memory = { .kept = { { 2, { gone, gone } }, { 2, { gone, gone } } } };

    (void)state;
    assert_int_equal(arb_proof_can_mate_now(&memory, &pos, ARB_WHITE, NULL), ARB_PROOF_NO);
    assert_int_equal(arb_proof_can_mate_now(&memory, &pos, ARB_BLACK, NULL), ARB_PROOF_YES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proof_replay__going_back),
        cmocka_unit_test(test_proof_replay__lines),
        cmocka_unit_test(test_proof_replay__along_a_line),
        cmocka_unit_test(test_proof_replay__a_line_that_is_too_long),
        cmocka_unit_test(test_proof_replay__a_line_of_nothing),
        cmocka_unit_test(test_proof_replay__the_first_moves),
        cmocka_unit_test(test_proof_replay__the_mate_of_the_other),
        cmocka_unit_test(test_proof_replay__memory_changes_no_answer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
