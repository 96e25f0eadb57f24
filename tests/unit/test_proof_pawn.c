/* SPDX-License-Identifier: MIT */
/*
 * A bishop or a knight against a pawn, with all pieces in one corner of the board: every yes is
 * replayed to the mate, every no is proved once more by going everywhere that play can lead.
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

enum { SEEN_MAX = 60000, SLOTS = 131072 };

/* Tries of a family, and how many there may be until both answers have come up: a no is one in 370.
 */
enum { TRIES = 12000, TRIES_MAX = 10 * TRIES };

typedef struct closure {
    arb_pos seen[SEEN_MAX];
    unsigned slots[SLOTS]; /* an index plus one, 0 for none */
    unsigned count;
} closure;

/* Keeps the position unless it is known. */
static void visit(closure *c, const arb_pos *pos)
{
    unsigned at = (unsigned)(pos->key % SLOTS);

    for (; c->slots[at]; at = (at + 1) % SLOTS)
        if (arb_pos_same(&c->seen[c->slots[at] - 1], pos))
            return;
    assert_true(c->count < SEEN_MAX);
    c->seen[c->count++] = *pos;
    c->slots[at] = c->count;
}

/*
 * Does no line lead to a mate by `side`? A capture ends it: against the bare king a single bishop
 * or knight never mates (test_proof_families.c goes through that), and a bare king mates nobody.
 */
static bool never_mates(closure *c, const arb_pos *start, arb_colour side)
{
    const int pieces = __builtin_popcountll(start->side[0].all | start->side[1].all);

    c->count = 0;
    memset(c->slots, 0, sizeof c->slots);
    visit(c, start);
    for (unsigned i = 0; i < c->count; i++) {
        arb_move moves[ARB_MOVES_MAX];
        const arb_pos now = c->seen[i];
        const size_t n = arb_pos_moves(moves, &now);
        if (n == 0 && arb_pos_is_check(&now) && now.turn != side)
            return false;
        for (size_t k = 0; k < n; k++) {
            arb_pos next;
            arb_pos_play(&next, &now, moves[k]);
            if (__builtin_popcountll(next.side[0].all | next.side[1].all) == pieces)
                visit(c, &next);
        }
    }
    return true;
}

static bool is_replayed(const arb_pos *pos, const arb_proof_answer *answer, arb_colour side)
{
    arb_pos now = *pos;

    for (size_t i = 0; i < answer->count; i++) {
        if (!arb_pos_is_legal(&now, answer->line[i]))
            return false;
        arb_pos_play(&now, &now, answer->line[i]);
    }
    return arb_pos_is_checkmate(&now) && now.turn != side;
}

/* Asks about the side with the piece; tells whether it can mate. */
static bool assert_setup(closure *c, const arb_setup *setup, const arb_pos *pos, arb_colour side)
{
    arb_proof_answer answer;
    const arb_proof can = arb_proof_explain_mate(&answer, pos, side, NULL);

    if (can == ARB_PROOF_UNKNOWN)
        assert_no_difference("undecided", setup);
    if (can == ARB_PROOF_YES && !is_replayed(pos, &answer, side))
        assert_no_difference("the line does not end in mate", setup);
    if (can == ARB_PROOF_NO && !never_mates(c, pos, side))
        assert_no_difference("there is a mate", setup);
    return can == ARB_PROOF_YES;
}

/* A square among the first four files and the four ranks next to where Black's pawns are promoted.
 */
static arb_square corner(unsigned number)
{
    return arb_square_at(number % 4, number / 4);
}

/* White has the piece, Black the pawn; the other way round where `turned`. */
static arb_setup setup_of(const unsigned at[4], arb_role piece, unsigned turn, bool turned)
{
    const arb_colour us = turned ? ARB_BLACK : ARB_WHITE, them = arb_opponent(us);
    arb_setup setup = arb_setup_empty();
    arb_square square[4];

    for (int i = 0; i < 4; i++)
        square[i] = (arb_square)(corner(at[i]) ^ (turned ? 56 : 0));
    setup.piece[square[0]] = arb_piece_of(us, ARB_KING);
    setup.piece[square[1]] = arb_piece_of(us, piece);
    setup.piece[square[2]] = arb_piece_of(them, ARB_KING);
    setup.piece[square[3]] = arb_piece_of(them, ARB_PAWN);
    setup.turn = (uint8_t)(turn ? us : them);
    return setup;
}

static void assert_family(arb_role piece, uint64_t number)
{
    chance luck = chance_begin(number);
    closure *c = malloc(sizeof *c);
    unsigned can = 0, cannot = 0;

    assert_non_null(c);
    for (unsigned i = 0; i < scaled(TRIES) || ((!can || !cannot) && i < TRIES_MAX); i++) {
        const unsigned at[4] = { chance_below(&luck, 16), chance_below(&luck, 16),
                                 chance_below(&luck, 16), 4 + chance_below(&luck, 12) };
        const unsigned turn = chance_below(&luck, 2);
        const bool turned = chance_below(&luck, 2);
        const arb_setup setup = setup_of(at, piece, turn, turned);
        arb_pos pos;
        if (arb_pos_from_setup(&pos, &setup) != 0 ||
            __builtin_popcountll(pos.side[0].all | pos.side[1].all) != 4)
            continue;
        if (assert_setup(c, &setup, &pos, turned ? ARB_BLACK : ARB_WHITE))
            can++;
        else
            cannot++;
    }
    print_message("# can mate %u, cannot %u\n", can, cannot);
    assert_true(can > 0 && cannot > 0);
    free(c);
}

/* Laws 5.2.2, 6.9 */
static void test_proof_pawn__a_bishop_mates_with_its_help_or_not(void **state)
{
    (void)state;
    assert_family(ARB_BISHOP, 60);
}

/* Laws 5.2.2, 6.9 */
static void test_proof_pawn__a_knight_mates_with_its_help_or_not(void **state)
{
    (void)state;
    assert_family(ARB_KNIGHT, 61);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proof_pawn__a_bishop_mates_with_its_help_or_not),
        cmocka_unit_test(test_proof_pawn__a_knight_mates_with_its_help_or_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
