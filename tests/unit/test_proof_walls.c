/* SPDX-License-Identifier: MIT */
/*
 * Who can still mate with many pieces that can do little: more of the pieces that do not suffice,
 * and walls of pawns, worked out forwards on the reference board.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/proof.h"
#include "support/assertions.h"
#include "support/random_positions.h"

/* A square next to `king` more often than not. */
static unsigned near_or_far(chance *luck, unsigned king)
{
    if (chance_below(luck, 4) == 0)
        return chance_below(luck, 64);
    for (;;) {
        const unsigned file = king % 8 + chance_below(luck, 3) - 1;
        const unsigned rank = king / 8 + chance_below(luck, 3) - 1;
        if (file < 8 && rank < 8)
            return rank * 8 + file;
    }
}

/* Puts a piece on a vacant square; one of `light` or dark squares only when it is a bishop. */
static void put(arb_setup *setup, chance *luck, arb_piece piece, unsigned king, bool light)
{
    for (int tries = 0; tries < 50; tries++) {
        const arb_square square = (arb_square)near_or_far(luck, king);
        if (setup->piece[square] != ARB_PIECE_NONE ||
            (arb_piece_role(piece) == ARB_BISHOP && arb_square_is_light(square) != light))
            continue;
        setup->piece[square] = piece;
        return;
    }
}

/* The rules about material hold for any number of pieces: no single check by them is ever mate. */
/* Laws 5.2.2 */
static void test_proof_walls__more_pieces_of_the_same_kind_change_nothing(void **state)
{
    chance luck = chance_begin(30);
    unsigned checks = 0;

    (void)state;
    for (unsigned i = scaled(400000); i > 0; i--) {
        const bool knight = chance_below(&luck, 2), light = chance_below(&luck, 2);
        const unsigned king = chance_below(&luck, 64);
        arb_setup setup = arb_setup_empty();
        arb_pos pos;
        setup.piece[king] = arb_piece_of(ARB_WHITE, ARB_KING);
        put(&setup, &luck, arb_piece_of(ARB_BLACK, knight ? ARB_KNIGHT : ARB_BISHOP), 27, light);
        for (unsigned pieces = 2 + chance_below(&luck, 4); pieces > 0; pieces--)
            put(&setup, &luck,
                arb_piece_of(ARB_WHITE,
                             knight ? ARB_QUEEN : (arb_role)(ARB_BISHOP + chance_below(&luck, 3))),
                king, light);
        for (unsigned pieces = knight ? 0 : chance_below(&luck, 3); pieces > 0; pieces--)
            put(&setup, &luck, arb_piece_of(ARB_BLACK, ARB_BISHOP), king, light);
        /* last, two or three steps away, where it takes squares */
        put(&setup, &luck, arb_piece_of(ARB_BLACK, ARB_KING), near_or_far(&luck, king), light);
        if (arb_faults_hard(arb_pos_from_setup(&pos, &setup)))
            continue;
        const uint64_t by = arb_pos_checkers(&pos, ARB_WHITE);
        if (__builtin_popcountll(by) != 1 || (by & pos.side[ARB_BLACK].king))
            continue;
        checks++;
        assert_no_difference(arb_pos_is_checkmate(&pos) ? "mate by too little" : NULL, &setup);
    }
    assert_true(checks > 100);
}

/* Everything that legal moves lead to on the reference board, up to some thousand positions. */
enum { SEEN_MAX = 3000, SLOTS = 8192 };

typedef struct journey {
    arb_setup seen[SEEN_MAX];
    unsigned slots[SLOTS]; /* an index plus one, 0 for none */
    unsigned count;
    bool mates[2]; /* by the colour that mates */
} journey;

/* Keeps the position unless it is known; false when there is no room. */
static bool visit(journey *j, const arb_setup *setup)
{
    arb_setup normal = slow_normal(setup);
    uint64_t mix = normal.turn;

    normal.quiet_plies = normal.move_number = 0;
    for (unsigned square = 0; square < 64; square++)
        mix = (mix ^ normal.piece[square]) * UINT64_C(0x100000001b3);
    unsigned at = (unsigned)(mix >> 20) % SLOTS;
    for (; j->slots[at]; at = (at + 1) % SLOTS)
        if (arb_setup_equal(&j->seen[j->slots[at] - 1], &normal))
            return true;
    if (j->count == SEEN_MAX)
        return false;
    j->seen[j->count++] = normal;
    j->slots[at] = j->count;
    return true;
}

/* Goes everywhere from `start`; false when that is too far. */
static bool travel(journey *j, const arb_setup *start)
{
    memset(j, 0, sizeof *j);
    if (!visit(j, start))
        return false;
    for (unsigned i = 0; i < j->count; i++) {
        const arb_setup now = j->seen[i];
        slow_move moves[ARB_MOVES_MAX];
        const size_t n = slow_moves(moves, &now);
        if (n == 0 && slow_in_check(&now, (arb_colour)now.turn))
            j->mates[1 - now.turn] = true;
        for (size_t k = 0; k < n; k++) {
            const arb_setup next = slow_play(&now, moves[k]);
            if (!visit(j, &next))
                return false;
        }
    }
    return true;
}

/* Pawns that block one another on most files, two kings, and sometimes a bishop. */
static arb_setup random_wall(chance *luck)
{
    arb_setup setup = arb_setup_empty();
    const unsigned rank = 2 + chance_below(luck, 3), odd = chance_below(luck, 2);

    for (unsigned file = 0; file < 8; file++) {
        const unsigned up = rank + (chance_below(luck, 16) == 0);
        if (file % 2 == odd && chance_below(luck, 5) > 0)
            continue;
        setup.piece[arb_square_at(file, up)] = arb_piece_of(ARB_WHITE, ARB_PAWN);
        setup.piece[arb_square_at(file, up + 1)] = arb_piece_of(ARB_BLACK, ARB_PAWN);
    }
    put(&setup, luck, arb_piece_of(ARB_WHITE, ARB_KING), chance_below(luck, 8), false);
    put(&setup, luck, arb_piece_of(ARB_BLACK, ARB_KING), 56 + chance_below(luck, 8), false);
    if (chance_below(luck, 4) == 0)
        put(&setup, luck, arb_piece_of(ARB_BLACK, ARB_BISHOP), 59, chance_below(luck, 2));
    setup.turn = (uint8_t)chance_below(luck, 2);
    return setup;
}

/* Laws 5.2.2, 1.5 */
static void test_proof_walls__agree_with_all_that_can_follow(void **state)
{
    chance luck = chance_begin(31);
    journey *j = malloc(sizeof *j);
    unsigned dead = 0;

    (void)state;
    assert_non_null(j);
    for (unsigned i = scaled(60); i > 0; i--) {
        const arb_setup setup = random_wall(&luck);
        arb_pos pos;
        if (arb_pos_from_setup(&pos, &setup) != 0)
            continue;
        const bool whole = travel(j, &setup);
        for (int side = 0; side < 2; side++) {
            const arb_proof can = arb_proof_can_mate(&pos, (arb_colour)side, NULL);
            if (j->mates[side] ? can == ARB_PROOF_NO : whole && can != ARB_PROOF_NO)
                assert_no_difference("who can mate", &setup);
        }
        const bool alive = j->mates[0] || j->mates[1];
        const arb_proof is_dead = arb_proof_is_dead(&pos, NULL);
        if (is_dead == ARB_PROOF_YES ? alive : whole && !alive && is_dead == ARB_PROOF_NO)
            assert_no_difference("dead or not", &setup);
        dead += is_dead == ARB_PROOF_YES;
    }
    print_message("# %u dead walls\n", dead);
    free(j);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proof_walls__more_pieces_of_the_same_kind_change_nothing),
        cmocka_unit_test(test_proof_walls__agree_with_all_that_can_follow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
