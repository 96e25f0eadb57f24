/* SPDX-License-Identifier: MIT */
/*
 * Mates that one side makes alone while the other waits: what is found, and what is said to be
 * still good, is played move by move with the rules of the game alone. Then games near their end,
 * asked after every move with what they remember and without.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "arbitro/proof.h"
#include "board/move.h"
#include "proof/solo.h"
#include "support/assertions.h"
#include "support/data_file.h"
#include "support/random_positions.h"

static bool play_legal(arb_pos *pos, arb_move move)
{
    if (!arb_pos_is_legal(pos, move))
        return false;
    arb_pos_play(pos, pos, move);
    return true;
}

/* Is it a line of legal moves to a mate? */
static bool holds(const arb_proof_solo *solo, arb_pos pos, arb_colour side)
{
    arb_move wait = solo->wait;
    unsigned done = 0;

    while (done < solo->count) {
        if (pos.turn == side) {
            if (!play_legal(&pos, solo->moves[done++]))
                return false;
        } else {
            if (!play_legal(&pos, wait))
                return false;
            wait = move_make(move_to(wait), move_from(wait), move_code(wait));
        }
    }
    return solo->count > 0 && pos.turn != side && arb_pos_is_checkmate(&pos);
}

typedef struct tally {
    unsigned asked, found, kept;
} tally;

/* Asks about one position, with what was found for the one before it. */
static void check_position(tally *t, arb_proof_solo solo[ARB_COLOUR_COUNT], const arb_setup *setup)
{
    arb_pos pos;

    if (arb_faults_hard(arb_pos_from_setup(&pos, setup)))
        return;
    for (int i = 0; i < ARB_COLOUR_COUNT; i++) {
        const arb_colour side = (arb_colour)i;
        t->asked++;
        if (arb_solo_mates(&solo[side], &pos, side)) {
            if (!holds(&solo[side], pos, side))
                assert_no_difference("kept", setup);
            t->kept++;
        }
        if (arb_solo_find(&solo[side], &pos, side)) {
            if (!holds(&solo[side], pos, side))
                assert_no_difference("found", setup);
            t->found++;
        } else {
            assert_int_equal(solo[side].count, 0);
        }
    }
}

/* Laws 3.10.1, 5.2.2 */
static void test_proof_solo__every_mate_is_one(void **state)
{
    chance luck = chance_begin(71);
    tally t = { 0 };

    (void)state;
    for (unsigned game = scaled(150); game > 0; game--) {
        arb_setup setup = random_start(&luck, game % 2);
        arb_proof_solo solo[ARB_COLOUR_COUNT] = { 0 };
        for (unsigned ply = 0; ply < 120 && random_step(&setup, &luck); ply++)
            check_position(&t, solo, &setup);
    }
    print_message("# asked %u, found %u, kept %u\n", t.asked, t.found, t.kept);
    assert_true(t.found > t.asked / 4 && t.kept > t.asked / 8);
}

/* Positions that no game reaches: checks out of turn, pawns on the last rank. */
static void test_proof_solo__nonsense_is_no_exception(void **state)
{
    chance luck = chance_begin(72);
    tally t = { 0 };

    (void)state;
    for (unsigned i = scaled(20000); i > 0; i--) {
        const arb_setup setup = random_nonsense(&luck);
        arb_proof_solo solo[ARB_COLOUR_COUNT] = { 0 };
        check_position(&t, solo, &setup);
    }
    assert_true(t.found > 0);
}

/* A mate is good from any position or it is not said to be: the queen is
 * captured, something is in its way, the king can go, the own one is in check. */
static void test_proof_solo__what_is_not_good_is_not_kept(void **state)
{
    static const struct {
        const char *fen;
        bool mates;
    } list[] = {
        { "r2qkb2/pppp1ppp/8/8/2B5/5Q2/PPPP1PPP/4K3 w - -", true },
        { "r2qkb2/pppp1ppp/8/8/2B5/5Q2/PPPP1PPP/4K3 b - -", true },
        { "1n1qkb2/pppp1ppp/8/8/2B5/5Q2/PPPP1PPP/4K3 b - -", true },   /* another one waits */
        { "r2qkb2/pppp1ppp/8/8/8/5Q2/PPPP1PPP/4K3 w - -", false },     /* nobody guards the queen */
        { "r2qkb2/pppp1ppp/7n/8/2B5/5Q2/PPPP1PPP/4K3 w - -", false },  /* it is captured */
        { "r2qkb2/pppp1ppp/8/5n2/2B5/5Q2/PPPP1PPP/4K3 w - -", false }, /* something in the way */
        { "r3kb2/pppp1ppp/8/8/2B5/5Q2/PPPP1PPP/4K3 w - -", false },    /* the king goes to d8 */
        { "r2qkb2/pppp1ppp/8/8/2B5/4rQ2/PPPP1PPP/4K3 w - -", false },  /* White is in check */
    };
    const arb_proof_solo scholar = { .count = 1,
                                     .moves = { move_make(21, 53, ARB_MOVE_QUEEN) },
                                     .wait = move_make(56, 57, ARB_MOVE_ROOK) };

    (void)state;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        arb_proof_solo solo = scholar;
        const arb_pos pos = pos_of(list[i].fen);
        if (arb_solo_mates(&solo, &pos, ARB_WHITE) != list[i].mates)
            fail_msg("%s", list[i].fen);
    }
}

/* Games near their end, where positions die: the memory changes no answer. Laws 5.2.2 */
static void test_proof_solo__games_end_alike_with_a_memory(void **state)
{
    static const char *const fens[] = {
        "8/8/4k3/4n3/4K3/4B3/8/8 w - -",    "8/2p5/4k3/8/4K3/4B3/8/8 w - -",
        "8/8/4k3/4r3/4K3/4B3/8/8 b - -",    "8/8/2p1k3/4p3/4K3/4P3/8/8 w - -",
        "8/1p6/1P2k3/8/4K2b/8/8/2B5 w - -", "8/8/4k1p1/4q3/4K3/6P1/8/8 w - -",
    };
    const size_t n = sizeof fens / sizeof *fens;
    chance luck = chance_begin(73);
    unsigned dead = 0, alive = 0;

    (void)state;
    for (unsigned game = scaled(120); game > 0; game--) {
        arb_setup setup = setup_of(fens[game % n]);
        arb_proof_memory memory = { 0 };
        for (unsigned ply = 0; ply < 60 && random_step(&setup, &luck); ply++) {
            arb_pos pos;
            assert_int_equal(arb_pos_from_setup(&pos, &setup), 0);
            const arb_proof is = arb_proof_is_dead(&pos, NULL);
            if (arb_proof_is_dead_now(&memory, &pos, NULL) != is)
                assert_no_difference("dead", &setup);
            dead += is == ARB_PROOF_YES;
            alive += is == ARB_PROOF_NO;
        }
    }
    assert_true(dead > 0 && alive > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proof_solo__every_mate_is_one),
        cmocka_unit_test(test_proof_solo__nonsense_is_no_exception),
        cmocka_unit_test(test_proof_solo__what_is_not_good_is_not_kept),
        cmocka_unit_test(test_proof_solo__games_end_alike_with_a_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
