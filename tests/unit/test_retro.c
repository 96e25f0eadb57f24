/* SPDX-License-Identifier: MIT */
/*
 * Checks that no last move can have given: by hand, in play, where there must be none, and against
 * a second reading that tries every board which may have stood there before.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "arbitro/position.h"
#include "board/sides.h"
#include "support/assertions.h"
#include "support/data_file.h"
#include "support/random_positions.h"
#include "support/slow_retro.h"

enum { TOSSES = 60000, GAMES = 400, PLIES = 120, SETUPS = 8000 };

/* As retro.c sees it; a double check, and one after a known move, is a fault then. */
static bool impossible(const arb_setup *setup)
{
    const arb_colour us = (arb_colour)setup->turn, them = arb_opponent(us);
    const bool known = setup->en_passant != ARB_SQUARE_NONE && slow_passed(setup);
    const uint64_t checks = slow_attackers(setup, slow_king(setup, us), them);
    arb_side sides[2];

    arb_sides_of_setup(sides, setup);
    const bool found =
        !arb_retro_check_possible(sides, us, arb_setup_castling(sides, setup->castling),
                                  known ? setup->en_passant : ARB_SQUARE_NONE);
    const bool told = (arb_setup_faults(setup) & ARB_FAULT_IMPOSSIBLE_CHECK) != 0;
    if (__builtin_popcountll(checks) <= 2)
        assert_int_equal(told, found && (known || __builtin_popcountll(checks) == 2));
    return found;
}

static void check_all(const char *const *fens, size_t count, bool wanted)
{
    for (size_t i = 0; i < count; i++) {
        const arb_setup setup = setup_of(fens[i]);
        if (impossible(&setup) != wanted)
            fail_msg("%s: the check is %s", fens[i], wanted ? "impossible" : "possible");
        if (slow_retro_possible(&setup) == wanted)
            fail_msg("%s: the second reading differs", fens[i]);
    }
}

/* Laws 3.10.3 */
static void test_retro__checks_that_no_move_gives(void **state)
{
    static const char *const fens[] = {
        "4k3/2N3N1/8/8/8/8/8/4K3 b - - 0 1", /* two knights */
        "4k3/8/8/8/8/2n1n3/8/3K4 w - - 0 1", /* of Black */
        "4k3/3P1P2/8/8/8/8/8/4K3 b - - 0 1", /* two pawns */
        "8/8/8/8/4k3/3P1P2/8/4K3 b - - 0 1", /* that have moved */
        "4k3/3P4/8/7B/8/8/8/4K3 b - - 0 1",  /* the pawn did not come from the diagonal */
        "R3k2R/8/8/8/8/8/8/4K3 b - - 0 1",   /* one rank, from both sides */
        "8/8/8/R3k2R/8/8/8/4K3 b - - 0 1",   /* neither rook uncovered the other */
        "8/8/8/3k4/8/1B3B2/8/4K3 b - - 0 1", /* two diagonals, and no piece came from one */
        "8/8/8/8/8/4k3/3P4/7K b - - 0 1",    /* a pawn that has not moved */
        "R3k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", /* the last move was e2-e4 */
        "N7/ppk5/1p6/8/8/8/8/4K3 b - - 0 1", /* nowhere to come from, nor as a pawn */
        "N7/pPk5/1p6/8/8/8/8/4K3 b - - 0 1", /* the same */
        "7k/8/8/8/8/8/8/4K2R b K - 0 1",     /* the rook has not moved, nor did anything else */
    };

    (void)state;
    check_all(fens, sizeof fens / sizeof *fens, true);
}

/* Laws 3.9.1 */
static void test_retro__checks_that_a_move_gives(void **state)
{
    static const char *const fens[] = {
        "4k3/3P4/8/8/8/8/8/4R2K b - - 0 1",   /* e6xd7 */
        "8/8/3Pk3/8/2B5/8/8/4R1K1 b - - 0 1", /* e5xd6 en passant: two lines opened */
        "4k3/8/8/8/8/3n4/8/r3K3 w - - 0 1",   /* Nc1-d3 */
        "N7/2k5/1p6/8/8/8/8/4K3 b - - 0 1",   /* a7-a8, which became a knight */
        "N7/p1k5/1p6/8/8/8/8/4K3 b - - 0 1",  /* b7xa8 */
        "R3k3/8/8/8/4P3/8/8/4K3 b - - 0 1",   /* nobody says that e2-e4 was the last move */
        "7k/8/8/8/8/8/8/4K2R b - - 0 1",      /* the rook came along the rank */
        "8/8/8/3k4/4P3/8/8/4K3 b - e3 0 1",   /* the pawn that went two squares */
        "8/8/8/8/1k1pP2R/8/8/4K3 b - - 0 1",  /* a check that a pawn between would stop: none */
        "5k2/8/8/8/8/8/8/4BRK1 b - - 0 1",    /* the rook came from h1 */
    };

    (void)state;
    check_all(fens, sizeof fens / sizeof *fens, false);
}

/* Puts a piece of `them` where it gives check, if it finds such a square. */
static void add_checker(arb_setup *setup, chance *luck, arb_colour them)
{
    const arb_square king = slow_king(setup, arb_opponent(them));

    for (int tries = 0; tries < 200; tries++) {
        const arb_square at = (arb_square)chance_below(luck, 64);
        const arb_role role = (arb_role)chance_below(luck, ARB_KING);
        if (setup->piece[at] != ARB_PIECE_NONE || (role == ARB_PAWN && (at < 8 || at >= 56)))
            continue;
        setup->piece[at] = arb_piece_of(them, role);
        if (slow_attacks(setup, at, king))
            return;
        setup->piece[at] = ARB_PIECE_NONE;
    }
}

static void add_any(arb_setup *setup, chance *luck, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const arb_square at = (arb_square)chance_below(luck, 64);
        const arb_role role = (arb_role)chance_below(luck, ARB_KING);
        if (setup->piece[at] == ARB_PIECE_NONE && !(role == ARB_PAWN && (at < 8 || at >= 56)))
            setup->piece[at] = arb_piece_of((arb_colour)chance_below(luck, 2), role);
    }
}

/* Kings anywhere, so many pieces that give check, and others; sometimes a right or a pawn that
 * has just gone two squares. */
static arb_setup random_checked(chance *luck, unsigned checkers)
{
    arb_setup setup = arb_setup_empty();
    const arb_colour us = (arb_colour)chance_below(luck, 2), them = arb_opponent(us);
    const unsigned home = them == ARB_WHITE ? 0 : 56;
    const bool at_home = chance_below(luck, 4) == 0;
    const unsigned king = at_home ? home + 1 + chance_below(luck, 6) : chance_below(luck, 64);

    setup.turn = (uint8_t)us;
    setup.piece[king] = arb_piece_of(them, ARB_KING);
    if (at_home) {
        const unsigned rook = home + chance_below(luck, 8);
        if (rook != king)
            setup.piece[rook] = arb_piece_of(them, ARB_ROOK);
        if (rook != king && chance_below(luck, 2))
            setup.castling = UINT64_C(1) << rook;
    }
    unsigned prey = chance_below(luck, 64);
    while (setup.piece[prey] != ARB_PIECE_NONE)
        prey = chance_below(luck, 64);
    setup.piece[prey] = arb_piece_of(us, ARB_KING);
    for (unsigned i = 0; i < checkers; i++)
        add_checker(&setup, luck, them);
    add_any(&setup, luck, chance_below(luck, 24));
    if (chance_below(luck, 4) == 0)
        setup.en_passant = (arb_square)((them == ARB_WHITE ? 16 : 40) + chance_below(luck, 8));
    return setup;
}

/* Laws 3.9.1: whatever stands there, a legal move gives a check that is possible. */
static void test_retro__no_move_gives_an_impossible_check(void **state)
{
    chance luck = chance_begin(71);
    const uint32_t skipped = ~(uint32_t)(ARB_FAULT_WHITE_PROMOTED | ARB_FAULT_BLACK_PROMOTED |
                                         ARB_FAULT_IMPOSSIBLE_CHECK);
    unsigned checks = 0, doubles = 0;

    (void)state;
    for (unsigned i = 0; i < scaled(TOSSES); i++) {
        arb_setup setup = random_checked(&luck, 0);
        arb_move moves[ARB_MOVES_MAX];
        arb_pos pos, next;
        setup.turn = (uint8_t)arb_opponent((arb_colour)setup.turn);
        if (setup.en_passant != ARB_SQUARE_NONE) /* the other side's */
            setup.en_passant ^= 56;
        if (arb_pos_from_setup(&pos, &setup) & skipped)
            continue;
        const size_t count = arb_pos_moves(moves, &pos);
        for (size_t j = 0; j < count; j++) {
            arb_pos_play(&next, &pos, moves[j]);
            if (!arb_pos_is_check(&next))
                continue;
            arb_setup after = arb_pos_setup(&next);
            after.en_passant = next.passed;
            const arb_square king = slow_king(&after, (arb_colour)after.turn);
            doubles += __builtin_popcountll(
                           slow_attackers(&after, king, arb_opponent((arb_colour)after.turn))) == 2;
            checks++;
            if (impossible(&after))
                assert_no_difference("a legal move gave the check", &after);
            after.en_passant = ARB_SQUARE_NONE; /* as most programs write it */
            if (impossible(&after))
                assert_no_difference("a legal move gave the check", &after);
        }
    }
    print_message("# %u checks by a move, %u double ones\n", checks, doubles);
    assert_true(checks > scaled(TOSSES) / 2 && doubles > scaled(TOSSES) / 1000);
}

/* Games, also of Chess960: no position of them has a fault. */
static void test_retro__games_have_no_fault(void **state)
{
    chance luck = chance_begin(72);
    unsigned checks = 0;

    (void)state;
    for (unsigned i = 0; i < scaled(GAMES); i++) {
        const arb_setup start = random_start(&luck, i % 2 == 1);
        arb_pos pos;
        assert_int_equal(arb_pos_from_setup(&pos, &start), 0);
        for (unsigned ply = 0; ply < PLIES; ply++) {
            arb_move moves[ARB_MOVES_MAX];
            const size_t count = arb_pos_moves(moves, &pos);
            if (count == 0)
                break;
            arb_pos_play(&pos, &pos, moves[chance_below(&luck, (unsigned)count)]);
            const arb_setup setup = arb_pos_setup(&pos);
            checks += arb_pos_is_check(&pos);
            if (arb_setup_faults(&setup) != 0)
                assert_no_difference("a position of a game has a fault", &setup);
        }
    }
    print_message("# %u checks\n", checks);
}

/* Laws 3.10.3: both readings agree. */
static void test_retro__agrees_with_trying(void **state)
{
    chance luck = chance_begin(73);
    unsigned compared = 0, impossibles = 0, doubles = 0;

    (void)state;
    while (compared < scaled(SETUPS)) {
        const arb_setup setup = random_checked(&luck, chance_below(&luck, 4) > 0 ? 2 : 1);
        const uint32_t faults = arb_setup_faults(&setup);
        const arb_colour us = (arb_colour)setup.turn;
        if ((faults & ~(uint32_t)ARB_FAULT_IMPOSSIBLE_CHECK) || !slow_in_check(&setup, us))
            continue;
        const bool wanted = !slow_retro_possible(&setup);
        if (wanted != impossible(&setup))
            assert_no_difference(wanted ? "no move gave this check" : "a move gave this check",
                                 &setup);
        compared++;
        impossibles += wanted;
        doubles += __builtin_popcountll(
                       slow_attackers(&setup, slow_king(&setup, us), arb_opponent(us))) == 2;
    }
    print_message("# %u checks, %u double, %u impossible\n", compared, doubles, impossibles);
    assert_true(impossibles > compared / 10 && impossibles < compared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_retro__checks_that_no_move_gives),
        cmocka_unit_test(test_retro__checks_that_a_move_gives),
        cmocka_unit_test(test_retro__no_move_gives_an_impossible_check),
        cmocka_unit_test(test_retro__games_have_no_fault),
        cmocka_unit_test(test_retro__agrees_with_trying),
    };
    return cmocka_run_group_tests_name("retro", tests, NULL, NULL);
}
