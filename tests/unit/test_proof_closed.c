/* SPDX-License-Identifier: MIT */
/*
 * Closed positions by chance, each gone through completely: what the library says about walls,
 * regions and exhausted lines is what a plain closure finds. Then games that remember, and memory
 * that runs out.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/proof.h"
#include "support/assertions.h"
#include "support/failing_mem.h"
#include "support/random_positions.h"

enum { SEEN_MAX = 30000, SLOTS = 65536 };

typedef struct closure {
    arb_pos seen[SEEN_MAX];
    unsigned slots[SLOTS]; /* an index plus one, 0 for none */
    unsigned count;
    bool mates[2]; /* by the colour that mates */
} closure;

/* Keeps the position unless it is known; false when there is no room. */
static bool visit(closure *c, const arb_pos *pos)
{
    unsigned at = (unsigned)(pos->key % SLOTS);

    for (; c->slots[at]; at = (at + 1) % SLOTS)
        if (arb_pos_same(&c->seen[c->slots[at] - 1], pos))
            return true;
    if (c->count == SEEN_MAX)
        return false;
    c->seen[c->count++] = *pos;
    c->slots[at] = c->count;
    return true;
}

/* Goes everywhere from `start`; false when that is too far. */
static bool go_everywhere(closure *c, const arb_pos *start)
{
    c->count = 0;
    c->mates[0] = c->mates[1] = false;
    memset(c->slots, 0, sizeof c->slots);
    visit(c, start);
    for (unsigned i = 0; i < c->count; i++) {
        const arb_pos now = c->seen[i];
        arb_move moves[ARB_MOVES_MAX];
        const size_t n = arb_pos_moves(moves, &now);
        if (n == 0 && arb_pos_is_check(&now))
            c->mates[1 - now.turn] = true;
        for (size_t k = 0; k < n; k++) {
            arb_pos next;
            arb_pos_play(&next, &now, moves[k]);
            if (!visit(c, &next))
                return false;
        }
    }
    return true;
}

/* Is there a pawn of this colour on squares of the colour of `square`? */
static bool pawns_share(const arb_setup *setup, arb_colour colour, unsigned square)
{
    for (unsigned i = 0; i < 64; i++)
        if (setup->piece[i] == arb_piece_of(colour, ARB_PAWN) &&
            arb_square_is_light((arb_square)i) == arb_square_is_light((arb_square)square))
            return true;
    return false;
}

/* Puts a piece anywhere; most bishops on squares where the other side has no pawns to lose. */
static void put(arb_setup *setup, chance *luck, arb_colour colour, arb_role role)
{
    const bool choose = role == ARB_BISHOP && chance_below(luck, 8) > 0;

    for (int tries = 0; tries < 100; tries++) {
        const unsigned square = chance_below(luck, 64);
        if (setup->piece[square] != ARB_PIECE_NONE ||
            (choose && pawns_share(setup, arb_opponent(colour), square)))
            continue;
        setup->piece[square] = arb_piece_of(colour, role);
        return;
    }
}

/* Puts a king on its own side of the wall more often than not. */
static void put_king(arb_setup *setup, chance *luck, arb_colour colour)
{
    const arb_square square =
        (arb_square)(chance_below(luck, 8) + (colour == ARB_WHITE ? 0u : 56u));

    if (chance_below(luck, 8) > 0 && setup->piece[square] == ARB_PIECE_NONE)
        setup->piece[square] = arb_piece_of(colour, ARB_KING);
    else
        put(setup, luck, colour, ARB_KING);
}

static void put_pair(arb_setup *setup, unsigned file, unsigned rank)
{
    setup->piece[arb_square_at(file, rank)] = arb_piece_of(ARB_WHITE, ARB_PAWN);
    setup->piece[arb_square_at(file, rank + 1)] = arb_piece_of(ARB_BLACK, ARB_PAWN);
}

/* A chain of pawns that climbs or falls by one rank from file to file: none can be captured. */
static void put_chain(arb_setup *setup, chance *luck)
{
    unsigned rank = 1 + chance_below(luck, 5);

    for (unsigned file = 0; file < 8; file++) {
        if (chance_below(luck, 40) > 0)
            put_pair(setup, file, rank);
        rank = rank <= 1 ? 2 : rank >= 5 ? 4 : rank + 2 * chance_below(luck, 2) - 1;
    }
}

/* Pairs on every other file: kings cannot pass, because all squares between are attacked. */
static void put_fence(arb_setup *setup, chance *luck)
{
    const unsigned rank = 2 + chance_below(luck, 3), first = chance_below(luck, 2);

    for (unsigned file = 0; file < 8; file++)
        if (file % 2 == first || chance_below(luck, 12) == 0)
            put_pair(setup, file, rank);
}

/* A wall, two kings, and up to three pieces. */
static arb_setup random_closed(chance *luck)
{
    static const arb_role roles[] = { ARB_BISHOP, ARB_BISHOP, ARB_BISHOP, ARB_BISHOP, ARB_BISHOP,
                                      ARB_BISHOP, ARB_BISHOP, ARB_BISHOP, ARB_ROOK,   ARB_KNIGHT };
    arb_setup setup = arb_setup_empty();

    if (chance_below(luck, 2))
        put_chain(&setup, luck);
    else
        put_fence(&setup, luck);
    put_king(&setup, luck, ARB_WHITE);
    put_king(&setup, luck, ARB_BLACK);
    for (unsigned pieces = chance_below(luck, 4); pieces > 0; pieces--)
        put(&setup, luck, chance_below(luck, 2) ? ARB_WHITE : ARB_BLACK,
            roles[chance_below(luck, 10)]);
    setup.turn = (uint8_t)chance_below(luck, 2);
    return setup;
}

/* Laws 5.2.2, 1.5, 6.9 */
static void test_proof_closed__agree_with_all_that_can_follow(void **state)
{
    chance luck = chance_begin(40);
    closure *c = malloc(sizeof *c);
    unsigned reasons[ARB_REASON_COUNT] = { 0 }, whole = 0;

    (void)state;
    assert_non_null(c);
    for (unsigned i = scaled(400); i > 0; i--) {
        const arb_setup setup = random_closed(&luck);
        arb_pos pos;
        arb_proof_answer answer;
        if (arb_pos_from_setup(&pos, &setup) != 0)
            continue;
        const bool all = go_everywhere(c, &pos);
        whole += all;
        for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
            const arb_effort some = { NULL, 40000 };
            const arb_proof can = arb_proof_explain_mate(&answer, &pos, (arb_colour)side, &some);
            reasons[answer.reason]++;
            if (can == ARB_PROOF_NO && c->mates[side])
                assert_no_difference("there is a mate", &setup);
            if (can == ARB_PROOF_YES && all && !c->mates[side])
                assert_no_difference("there is no mate", &setup);
            if (can == ARB_PROOF_UNKNOWN && all)
                assert_no_difference("undecided", &setup);
        }
    }
    print_message("# %u gone through, walls %u, exhausted %u, lines %u, unknown %u\n", whole,
                  reasons[ARB_REASON_WALLS], reasons[ARB_REASON_EXHAUSTED],
                  reasons[ARB_REASON_LINE], reasons[ARB_REASON_WORK]);
    assert_true(whole > 0 && reasons[ARB_REASON_WALLS] > 0);
    free(c);
}

/* The memory makes answers quicker, never different; it may come from anywhere. */
/* Laws 5.2.2, 1.5, 6.9 */
static void test_proof_closed__a_memory_changes_no_answer(void **state)
{
    chance luck = chance_begin(41);
    arb_proof_memory memory = { 0 };

    (void)state;
    for (unsigned game = scaled(40); game > 0; game--) {
        arb_setup setup = random_start(&luck, game % 2);
        for (unsigned ply = 0; ply < 300 && random_step(&setup, &luck); ply++) {
            arb_pos pos;
            assert_int_equal(arb_pos_from_setup(&pos, &setup), 0);
            if (arb_proof_is_dead_now(&memory, &pos, NULL) != arb_proof_is_dead(&pos, NULL))
                assert_no_difference("dead", &setup);
            for (int side = 0; side < ARB_COLOUR_COUNT && ply % 4 == 0; side++)
                if (arb_proof_can_mate_now(&memory, &pos, (arb_colour)side, NULL) !=
                    arb_proof_can_mate(&pos, (arb_colour)side, NULL))
                    assert_no_difference("who can mate", &setup);
        }
    }
}

/* Without memory the answer is the right one or none, and nothing is lost. */
static void test_proof_closed__every_stage_survives_without_memory(void **state)
{
    static const char *const fens[] = {
        "8/3k4/8/1p1p1p2/1P1P1P2/8/3K4/B6b w - -",
        "k1b1b3/8/8/1pBpBpBp/1PbPbPbP/8/8/K1B1B3 w - -",
    };

    (void)state;
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        const arb_pos pos = pos_of(fens[i]);
        const arb_proof truth = arb_proof_can_mate(&pos, ARB_WHITE, NULL);
        bool failed = true;
        for (size_t fail_at = 1; failed && fail_at < 60; fail_at++) {
            failing_mem mem;
            failing_mem_init(&mem, fail_at);
            const arb_effort effort = { &mem.mem, 0 };
            const arb_proof can = arb_proof_can_mate(&pos, ARB_WHITE, &effort);
            failed = mem.failed;
            assert_true(can == truth || (failed && can == ARB_PROOF_UNKNOWN));
            failing_mem_assert_clean(&mem);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proof_closed__agree_with_all_that_can_follow),
        cmocka_unit_test(test_proof_closed__a_memory_changes_no_answer),
        cmocka_unit_test(test_proof_closed__every_stage_survives_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
