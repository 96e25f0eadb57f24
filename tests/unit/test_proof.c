/* SPDX-License-Identifier: MIT */
/*
 * Who can still mate, and which positions are dead: examples, random positions, and what happens
 * without memory. test_proof_families.c goes through all positions of few pieces,
 * test_proof_walls.c through what follows from blocked ones.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "arbitro/proof.h"
#include "support/assertions.h"
#include "support/failing_mem.h"
#include "support/random_positions.h"

#define NO      ARB_PROOF_NO
#define YES     ARB_PROOF_YES
#define UNKNOWN ARB_PROOF_UNKNOWN

typedef struct example {
    const char *fen;
    arb_proof white, black, dead;
} example;

static void assert_examples(const example *examples, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const example *e = &examples[i];
        const arb_pos pos = pos_of(e->fen);
        const arb_proof white = arb_proof_can_mate(&pos, ARB_WHITE, NULL);
        const arb_proof black = arb_proof_can_mate(&pos, ARB_BLACK, NULL);
        const arb_proof dead = arb_proof_is_dead(&pos, NULL);

        if (white != e->white || black != e->black || dead != e->dead)
            fail_msg("%s: White %d, Black %d, dead %d", e->fen, (int)white, (int)black, (int)dead);
    }
}

#define ASSERT_EXAMPLES(list) assert_examples(list, sizeof(list) / sizeof *(list))

/* Laws 5.2.2, 1.5 */
static void test_proof__too_few_pieces_are_dead(void **state)
{
    static const example examples[] = {
        { "8/8/4k3/8/8/4K3/8/8 w - -", NO, NO, YES },
        { "8/8/4k3/8/8/3BK3/8/8 b - -", NO, NO, YES },
        { "8/8/4k3/8/8/3NK3/8/8 b - -", NO, NO, YES },
        { "8/8/4k1b1/8/8/3BK3/8/8 w - -", NO, NO, YES },
        { "8/8/4k1b1/8/8/1B1BKB2/8/8 w - -", NO, NO, YES },
        { "8/8/4k3/8/8/2N1KN2/8/8 b - -", YES, NO, NO },
        { "8/8/4k1b1/8/8/2B1K3/8/8 w - -", YES, YES, NO },
    };
    (void)state;
    ASSERT_EXAMPLES(examples);
}

/* The material table: what one piece can do, here a black one, depends on what White has. */
/* Laws 5.2.2, 1.5 */
static void test_proof__one_piece_mates_with_the_help_of_the_right_pieces(void **state)
{
    static const example examples[] = {
        { "4k3/8/3n4/8/8/8/8/4K3 w - -", NO, NO, YES },
        { "4k3/8/3n4/8/8/8/8/Q3K3 w - -", YES, NO, NO },
        { "4k3/8/3n4/8/8/8/8/R3K3 w - -", YES, YES, NO },
        { "4k3/8/3n4/8/8/8/8/B3K3 w - -", YES, YES, NO },
        { "4k3/8/3n4/8/8/8/8/N3K3 w - -", YES, YES, NO },
        { "4k3/8/3n4/8/8/8/P7/4K3 w - -", YES, YES, NO },
        { "4k3/8/3b4/8/8/8/8/4K3 w - -", NO, NO, YES },
        { "4k3/8/3b4/8/8/8/8/Q3K3 w - -", YES, NO, NO },
        { "4k3/8/3b4/8/8/8/8/R3K3 w - -", YES, NO, NO },
        { "4k3/8/3b4/8/8/8/8/B3K3 w - -", NO, NO, YES },
        { "4k3/8/3b4/8/8/8/8/1B2K3 w - -", YES, YES, NO },
        { "4k3/8/3b4/8/8/8/8/N3K3 w - -", YES, YES, NO },
        { "4k3/8/3b4/8/8/8/P7/4K3 w - -", YES, YES, NO },
        { "8/1q6/4k3/8/8/8/3N4/4K3 w - -", NO, YES, NO },
        { "8/1r6/4k3/8/8/8/3N4/4K3 w - -", YES, YES, NO },
    };
    (void)state;
    ASSERT_EXAMPLES(examples);
}

/* Laws 5.2.2, 1.5 */
static void test_proof__walls_of_pawns_are_dead(void **state)
{
    static const example examples[] = {
        { "8/8/1k6/p1p1p1p1/P1P1P1P1/8/1K6/8 b - -", NO, NO, YES },
        { "8/3k4/8/1p1p1p1p/1P1P1P1P/8/3K4/8 w - -", NO, NO, YES },
        { "8/1p6/kPp5/2P5/p1P5/P1K5/8/8 w - -", NO, NO, YES },
        /* the same wall with a gap on the edge */
        { "8/3k4/8/1p1p1p2/1P1P1P2/8/3K4/8 w - -", YES, YES, NO },
    };
    (void)state;
    ASSERT_EXAMPLES(examples);
}

/* Laws 5.2.2, 1.5 */
static void test_proof__forced_captures_make_dead(void **state)
{
    static const example examples[] = {
        { "kb6/2N5/1K6/8/8/8/8/8 b - -", NO, NO, YES },
        { "8/8/8/8/8/8/5k1p/7K w - -", NO, NO, YES },
        { "k7/P7/2K5/8/8/8/8/8 b - -", NO, NO, YES },
        /* not dead to him who looks one move too far */
        { "k7/P7/2K5/8/8/8/8/8 w - -", YES, NO, NO },
        { "Bb2kb2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 b - -", YES, NO, NO },
    };
    (void)state;
    ASSERT_EXAMPLES(examples);
}

/* Laws 5.2.2, 1.5 */
static void test_proof__a_game_that_is_over_needs_no_moves(void **state)
{
    static const example examples[] = {
        { "R5k1/5ppp/8/8/8/8/8/K7 b - -", YES, NO, NO },
        { "8/8/8/8/8/1k6/2n5/KN6 w - -", NO, YES, NO },
        { "k7/2Q5/1K6/8/8/8/8/8 b - -", NO, NO, YES },
        { "rn2k3/8/8/8/8/8/5q2/7K w - -", NO, NO, YES },
        /* mate by fewer pieces than can give it */
        { "8/8/8/8/8/1k6/b1b5/RKR5 w - -", NO, YES, NO },
    };
    (void)state;
    ASSERT_EXAMPLES(examples);
}

/* The counters of 9.3 and 9.6.2 play no part. */
static void test_proof__counters_are_not_looked_at(void **state)
{
    static const example examples[] = {
        { "8/8/4k3/8/8/4K3/7R/8 w - - 400 300", YES, NO, NO },
    };
    (void)state;
    ASSERT_EXAMPLES(examples);
}

/* A position that no legal game reaches is taken as it stands. */
static void test_proof__impossible_positions_are_taken_as_they_stand(void **state)
{
    static const example examples[] = {
        /* in check out of turn: a second bishop checks, and no game knows such a mate */
        { "7K/8/3B4/8/r7/kr2B3/r7/8 w - -", YES, YES, NO },
        { "8/8/3B4/8/8/k3B3/8/7K w - -", NO, NO, YES },
        /* a pawn on the last rank stays there */
        { "P6k/8/8/8/8/8/8/K7 w - -", NO, NO, YES },
        { "8/8/8/8/3k4/3K4/8/8 w - -", NO, NO, YES },
    };
    (void)state;
    ASSERT_EXAMPLES(examples);
}

/* Without memory there is no answer, and nothing is lost; with enough there is the right one. */
static void test_proof__no_memory_is_unknown(void **state)
{
    const arb_pos wall = pos_of("4k3/8/8/8/8/8/8/1N1NK3 w - -");
    size_t allocations = 1;
    bool failed = true;

    (void)state;
    for (size_t fail_at = 1; failed; fail_at++) {
        failing_mem mem;
        failing_mem_init(&mem, fail_at);
        const arb_effort effort = { .mem = &mem.mem };
        const arb_proof dead = arb_proof_is_dead(&wall, &effort);
        failed = mem.failed;
        allocations = mem.allocations;
        assert_true(dead == NO || (failed && dead == UNKNOWN));
        failing_mem_assert_clean(&mem);
    }
    assert_true(allocations > 2);
    for (size_t fail_at = 1; fail_at <= allocations; fail_at++) {
        failing_mem mem;
        failing_mem_init(&mem, fail_at);
        const arb_effort effort = { .mem = &mem.mem };
        const arb_proof can = arb_proof_can_mate(&wall, ARB_WHITE, &effort);
        assert_true(can == YES || (mem.failed && can == UNKNOWN));
        failing_mem_assert_clean(&mem);
    }
}

/* Where material, walls or a mate that is near answer at once, no memory is asked for. */
static void test_proof__ordinary_positions_need_no_memory(void **state)
{
    static const struct {
        const char *fen;
        arb_proof dead;
    } examples[] = {
        { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", NO },
        { "8/5k2/8/3p1p2/3P1P2/4K3/6P1/8 w - -", NO },
        { "8/3k4/8/1p1p1p1p/1P1P1P1P/8/3K4/8 w - -", YES },
        { "8/8/4k3/8/8/3BK3/8/8 b - -", YES },
        { "8/8/8/8/8/8/5k1p/7K w - -", YES },
    };

    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const arb_pos pos = pos_of(examples[i].fen);
        failing_mem mem;
        failing_mem_init(&mem, 1);
        const arb_effort effort = { .mem = &mem.mem };
        assert_int_equal(arb_proof_is_dead(&pos, &effort), examples[i].dead);
        assert_int_equal(mem.allocations, 0);
        failing_mem_assert_clean(&mem);
    }
}

static void test_proof__effort_is_a_limit(void **state)
{
    const arb_pos pos = pos_of("7k/8/8/1p1p4/1P1P4/8/8/B6K w - -");
    const arb_effort little = { .nodes = 10 }, much = { .nodes = 2000 };

    (void)state;
    assert_int_equal(arb_proof_can_mate(&pos, ARB_WHITE, &little), UNKNOWN);
    assert_int_equal(arb_proof_can_mate(&pos, ARB_WHITE, &much), YES);
}

/* Who mates at the end of up to `plies` random moves, or ARB_COLOUR_COUNT. */
static int random_mate(const arb_pos *pos, chance *luck, unsigned plies)
{
    arb_pos now = *pos;

    while (plies--) {
        arb_move moves[ARB_MOVES_MAX];
        const size_t n = arb_pos_moves(moves, &now);
        if (n == 0)
            return arb_pos_is_check(&now) ? (int)arb_opponent((arb_colour)now.turn)
                                          : ARB_COLOUR_COUNT;
        arb_pos_play(&now, &now, moves[chance_below(luck, (unsigned)n)]);
    }
    return ARB_COLOUR_COUNT;
}

/* The three answers about one position, which must fit together and what random play finds. */
static unsigned assert_consistent(const arb_setup *setup, chance *luck)
{
    arb_pos pos;

    assert_false(arb_faults_hard(arb_pos_from_setup(&pos, setup)));
    const arb_proof can[2] = { arb_proof_can_mate(&pos, ARB_WHITE, NULL),
                               arb_proof_can_mate(&pos, ARB_BLACK, NULL) };
    const arb_proof dead = arb_proof_is_dead(&pos, NULL);
    const char *difference = NULL;

    if (dead == YES && (can[0] == YES || can[1] == YES))
        difference = "dead, but one side can mate";
    if (dead == NO && can[0] == NO && can[1] == NO)
        difference = "not dead, but neither side can mate";
    for (int games = 0; games < 3; games++) {
        const int mates = random_mate(&pos, luck, 60);
        if (mates != ARB_COLOUR_COUNT && (can[mates] == NO || dead == YES))
            difference = "random moves mate, but no mate was to be possible";
    }
    assert_no_difference(difference, setup);
    return (can[0] != UNKNOWN ? 1u : 0u) + (can[1] != UNKNOWN ? 1u : 0u);
}

/* Positions of random games, the last ones with few pieces: almost all must be decided. */
static void test_proof__random_games_are_decided(void **state)
{
    chance luck = chance_begin(1);
    const unsigned count = scaled(1000);
    unsigned decided = 0;

    (void)state;
    for (unsigned i = 0; i < count; i++) {
        const arb_setup setup = random_played(&luck, i % 2, chance_below(&luck, 400));
        decided += assert_consistent(&setup, &luck);
    }
    print_message("# %u of %u questions decided\n", decided, 2 * count);
    assert_true(decided * 100 >= 2 * count * 99);
}

/* Pieces thrown on the board, also where no game leads. */
static void test_proof__nonsense_does_no_harm(void **state)
{
    chance luck = chance_begin(2);
    const unsigned count = scaled(500);

    (void)state;
    for (unsigned i = 0; i < count; i++) {
        const arb_setup setup = random_nonsense(&luck);
        assert_consistent(&setup, &luck);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proof__too_few_pieces_are_dead),
        cmocka_unit_test(test_proof__one_piece_mates_with_the_help_of_the_right_pieces),
        cmocka_unit_test(test_proof__walls_of_pawns_are_dead),
        cmocka_unit_test(test_proof__forced_captures_make_dead),
        cmocka_unit_test(test_proof__a_game_that_is_over_needs_no_moves),
        cmocka_unit_test(test_proof__counters_are_not_looked_at),
        cmocka_unit_test(test_proof__impossible_positions_are_taken_as_they_stand),
        cmocka_unit_test(test_proof__no_memory_is_unknown),
        cmocka_unit_test(test_proof__ordinary_positions_need_no_memory),
        cmocka_unit_test(test_proof__effort_is_a_limit),
        cmocka_unit_test(test_proof__random_games_are_decided),
        cmocka_unit_test(test_proof__nonsense_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
