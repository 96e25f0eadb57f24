/* SPDX-License-Identifier: MIT */
/* Small parts of the prover by themselves, each against a plainer way to the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/proof.h"
#include "proof/forced.h"
#include "proof/matching.h"
#include "proof/reachability.h"
#include "proof/search.h"
#include "proof/table.h"
#include "support/assertions.h"
#include "support/closed_positions.h"
#include "support/slow_mates.h"

/* Is there a piece of its own for each square? All ways are tried. */
static bool slow_matching(const uint32_t *wanted, unsigned squares, uint32_t used)
{
    if (squares == 0)
        return true;
    for (unsigned piece = 0; piece < 32; piece++)
        if ((wanted[0] & ~used) >> piece & 1 &&
            slow_matching(wanted + 1, squares - 1, used | UINT32_C(1) << piece))
            return true;
    return false;
}

static void test_proof_parts__matching_is_what_trying_everything_finds(void **state)
{
    chance luck = chance_begin(80);
    unsigned answers[2] = { 0 };

    (void)state;
    for (unsigned i = 0; i < 3000; i++) {
        uint32_t wanted[ARB_MATCHING_MAX];
        const unsigned squares = chance_below(&luck, ARB_MATCHING_MAX + 1);
        for (unsigned k = 0; k < squares; k++) {
            wanted[k] = 0;
            for (unsigned n = 1 + chance_below(&luck, 3); n > 0; n--)
                wanted[k] |= UINT32_C(1) << (31 - chance_below(&luck, 10));
        }
        const bool exists = arb_matching_exists(wanted, squares);
        assert_int_equal(exists, slow_matching(wanted, squares, 0));
        answers[exists]++;
    }
    assert_true(answers[0] > 500 && answers[1] > 500);
}

/* Is there a unit that may stand there as this piece? */
static bool may_stand(const arb_reachability *reach, arb_square at, arb_piece piece)
{
    for (unsigned i = 0; i < reach->count; i++) {
        const arb_reach_unit *unit = &reach->piece[i];
        if (unit->colour == arb_piece_colour(piece) && (unit->at >> at & 1) &&
            (unit->role == arb_piece_role(piece) || unit->wild))
            return true;
    }
    return false;
}

/* What is wrong with the reachability, seen from a position that follows, or NULL. */
static const char *fault_seen(const arb_reachability *reach, const arb_pos *later)
{
    for (arb_square at = 0; at < 64; at++) {
        const arb_piece piece = arb_pos_piece(later, at);
        if (piece != ARB_PIECE_NONE && !may_stand(reach, at, piece))
            return "a piece stands where it was never to stand";
    }
    for (unsigned i = 0; i < reach->count; i++) {
        const arb_reach_unit *unit = &reach->piece[i];
        const arb_square home = (arb_square)__builtin_ctzll(unit->home);
        if (!unit->loose && arb_pos_piece(later, home) !=
                                arb_piece_of((arb_colour)unit->colour, (arb_role)unit->role))
            return "a piece has left that was never to move";
    }
    return NULL;
}

/* Also after captures en passant that only later moves make possible, and after castling. */
/* Laws 5.2.2 */
static void test_proof_parts__nobody_gets_out_of_reach(void **state)
{
    static const char *const fens[] = {
        "8/8/1k6/8/p1p1p1p1/8/P1PPP1PP/1K6 w - -",
        "4k3/p1p1pppp/8/P1P1P1P1/8/8/8/4K3 b - -",
        "r3k2r/p1p1p1p1/P1P1P1P1/8/8/8/8/4K3 b kq -",
        "4k3/8/8/8/8/p1p1p1p1/P1P1P1P1/R3K2R w KQ -",
        "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb -",
        "8/8/8/1k6/2pP4/8/8/K7 b - d3",
        "k7/8/8/3pP3/8/8/8/K7 w - d6",
    };
    chance luck = closed_begin(81);
    slow_mates mates;

    (void)state;
    slow_mates_init(&mates, 600);
    for (unsigned i = 0; i < 200; i++) {
        const size_t known = sizeof fens / sizeof *fens;
        arb_setup setup;
        arb_pos pos = pos_of(fens[i % known]);
        if (i >= known) {
            setup = closed_setup(&luck, i % 3 ? CLOSED_DOUBLE_STEPS
                                              : (closed_kind)(i / 3 % CLOSED_KIND_COUNT));
            assert_false(arb_faults_hard(arb_pos_from_setup(&pos, &setup)));
        }
        setup = arb_pos_setup(&pos);
        arb_reachability reach;
        arb_reachability_all(&reach, &pos);
        slow_mates_find(&mates, &pos);
        for (unsigned k = 0; k < mates.count; k++)
            assert_no_difference(fault_seen(&reach, &mates.seen[k]), &setup);
    }
    slow_mates_clear(&mates);
}

/* A pawn that may be promoted can become anything: then it is not worth going on. */
static void test_proof_parts__a_pawn_that_promotes_ends_it(void **state)
{
    const arb_pos pos = pos_of("8/8/1k6/8/7P/8/1K6/8 w - -");
    arb_reachability reach;

    (void)state;
    assert_false(arb_reachability_make(&reach, &pos, ARB_WHITE));
    assert_true(arb_reachability_make(&reach, &pos, ARB_BLACK));
}

/* Both kings go to and fro, and nothing else can move: four positions, again and again. */
/* Laws 5.2.2 */
static void test_proof_parts__only_moves_go_round(void **state)
{
    const arb_pos pos = pos_of("4b2k/3pPp1p/3P1P1P/8/8/p1p1p3/P1PpP3/K2B4 w - -");
    arb_proof_answer answer;
    arb_forced forced;

    (void)state;
    arb_forced_play(&forced, &pos);
    assert_true(forced.is_circle);
    assert_int_equal(forced.distinct, 4);
    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        assert_int_equal(arb_proof_explain_mate(&answer, &pos, (arb_colour)side, NULL),
                         ARB_PROOF_NO);
        assert_int_equal(answer.reason, ARB_REASON_FORCED);
        assert_int_equal(answer.expanded, 4);
    }
}

/* Nobody knows whether it is dead as long as one side is not decided. */
/* Laws 5.2.2 */
static void test_proof_parts__one_side_undecided_is_not_dead(void **state)
{
    static const char *const fens[] = { "8/8/3k4/8/8/3KNN2/8/8 w - -",
                                        "8/8/3KNN2/8/8/3k4/8/8 b - -",
                                        "8/8/3knn2/8/8/3K4/8/8 w - -" };
    const arb_effort little = { .nodes = 5 };

    (void)state;
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        const arb_pos pos = pos_of(fens[i]);
        arb_proof_answer answer;
        assert_int_equal(arb_proof_explain_dead(&answer, &pos, &little), ARB_PROOF_UNKNOWN);
        assert_int_equal(answer.reason, ARB_REASON_WORK);
        assert_int_equal(arb_proof_is_dead(&pos, NULL), ARB_PROOF_NO);
    }
}

/* Where only some units may move, all that they can do is no proof. */
/* Laws 5.2.2 */
static void test_proof_parts__who_stands_still_proves_nothing(void **state)
{
    static const char *const fens[ARB_COLOUR_COUNT] = { "7k/8/8/8/8/8/R7/K7 w - -",
                                                        "k7/r7/8/8/8/8/8/7K b - -" };

    (void)state;
    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        const arb_pos pos = pos_of(fens[side]);
        arb_proof_answer answer = { 0 };
        arb_certificate certificate = { .side = (arb_colour)side };
        arb_search_task task = { .side = (arb_colour)side,
                                 .nodes = 100000,
                                 .answer = &answer,
                                 .certificate = &certificate };
        assert_int_equal(arb_search(&pos, &task), ARB_PROOF_YES);
        task.still[side] = pos.side[side].straight;
        answer = (arb_proof_answer){ 0 };
        assert_int_equal(arb_search(&pos, &task), ARB_PROOF_UNKNOWN);
        assert_in_range(answer.nodes, 1000, 99999);
        assert_int_equal(certificate.expanded, 0);
    }
}

/* A position comes back out of the table as it went in, and is known there; no other one is. */
static void test_proof_parts__a_table_keeps_positions_whole(void **state)
{
    chance luck = chance_begin(82);
    arb_proof_table table = { .limit = 3000 };
    unsigned kept = 0;

    (void)state;
    for (unsigned i = 0; i < 1200; i++) {
        const arb_setup setup =
            i % 2 ? random_nonsense(&luck) : random_played(&luck, i % 4, i % 60);
        arb_pos pos, back;
        assert_false(arb_faults_hard(arb_pos_from_setup(&pos, &setup)));
        bool known = false;
        for (uint32_t k = 0; k < table.count && !known; k++) {
            arb_proof_table_get(&back, &table, k);
            known = arb_pos_same(&back, &pos);
        }
        memset(&back, 0xa5, sizeof back);
        assert_int_equal(arb_proof_table_add(&table, &pos, 0, (arb_move){ 0 }),
                         known ? ARB_PROOF_TABLE_KNOWN : ARB_PROOF_TABLE_NEW);
        kept += !known;
        assert_int_equal(arb_proof_table_add(&table, &pos, 0, (arb_move){ 0 }),
                         ARB_PROOF_TABLE_KNOWN);
        assert_int_equal(table.count, kept);
        if (known)
            continue;
        arb_proof_table_get(&back, &table, table.count - 1);
        assert_true(arb_pos_same(&back, &pos) && back.key == pos.key && back.quiet_plies == 0);
    }
    assert_true(kept > 1000);
    table.limit = kept;
    const arb_pos more = pos_of("8/8/8/8/8/1k6/8/K1N5 w - -");
    assert_int_equal(arb_proof_table_add(&table, &more, 0, (arb_move){ 0 }), ARB_PROOF_TABLE_FULL);
    arb_proof_table_clear(&table);
}

/* What is remembered of one position, and of the moves after it, is taken to quite another. */
/* Laws 5.2.2, 6.9 */
static void test_proof_parts__a_memory_from_elsewhere_changes_no_answer(void **state)
{
    static const closed_kind kinds[] = { CLOSED_CHANGED, CLOSED_FORCED, CLOSED_FENCE };
    const arb_effort some = { .nodes = 3000 };
    chance luck = closed_begin(83);
    arb_proof_memory memory = { 0 };
    unsigned no = 0;

    (void)state;
    for (unsigned i = 0; i < 150; i++) {
        arb_setup setup = closed_setup(&luck, kinds[i % 3]);
        for (unsigned ply = 0; ply < 4; ply++) {
            arb_pos pos;
            assert_false(arb_faults_hard(arb_pos_from_setup(&pos, &setup)));
            for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
                const arb_proof can = arb_proof_can_mate(&pos, (arb_colour)side, &some);
                const arb_proof now =
                    arb_proof_can_mate_now(&memory, &pos, (arb_colour)side, &some);
                no += can == ARB_PROOF_NO;
                if (can != now && (can != ARB_PROOF_UNKNOWN || now == ARB_PROOF_NO))
                    assert_no_difference("who can mate", &setup);
            }
            const arb_proof dead = arb_proof_is_dead(&pos, &some);
            const arb_proof now = arb_proof_is_dead_now(&memory, &pos, &some);
            if (dead != now && (dead != ARB_PROOF_UNKNOWN || now == ARB_PROOF_YES))
                assert_no_difference("dead", &setup);
            if (!random_step(&setup, &luck))
                break;
        }
    }
    assert_true(no > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proof_parts__matching_is_what_trying_everything_finds),
        cmocka_unit_test(test_proof_parts__nobody_gets_out_of_reach),
        cmocka_unit_test(test_proof_parts__a_pawn_that_promotes_ends_it),
        cmocka_unit_test(test_proof_parts__only_moves_go_round),
        cmocka_unit_test(test_proof_parts__one_side_undecided_is_not_dead),
        cmocka_unit_test(test_proof_parts__who_stands_still_proves_nothing),
        cmocka_unit_test(test_proof_parts__a_table_keeps_positions_whole),
        cmocka_unit_test(test_proof_parts__a_memory_from_elsewhere_changes_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
