/* SPDX-License-Identifier: MIT */
/*
 * The solver and plain trying agree on positions by chance: on all first moves that solve, and on
 * every refutation of the others; in help play on the number of lines.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "arbitro/problem.h"
#include "support/assertions.h"
#include "support/random_positions.h"
#include "support/slow_problem.h"

static unsigned volume(unsigned count)
{
    return scaled(getenv("ARB_TEST_SOAK") ? 10 * count : count);
}

/* What was met on the way, so that a test cannot pass on positions without solutions. */
typedef struct tally {
    unsigned keys, tries, none, lines;
} tally;

/* A share of the volume need not meet everything. */
static void assert_met(bool met)
{
    assert_true(met || scaled(100) < 100);
}

static void differ(const arb_pos *pos, const arb_stipulation *s, const char *what)
{
    char fen[ARB_FEN_SIZE], text[ARB_STIPULATION_SIZE];

    arb_pos_fen(fen, sizeof fen, pos);
    arb_stipulation_write(text, sizeof text, s);
    fail_msg("%s %s: %s (seed %llu)", text, fen, what, (unsigned long long)chance_seed());
}

static bool has_child(const arb_problem *p, uint32_t parent, arb_problem_kind kind, arb_move move)
{
    for (uint32_t at = arb_problem_first(p, parent, kind); at; at = arb_problem_next(p, at, kind))
        if (arb_move_equal(arb_problem_node_at(p, at)->move, move))
            return true;
    return false;
}

static uint32_t find_child(const arb_problem *p, arb_problem_kind kind, arb_move move)
{
    for (uint32_t at = arb_problem_first(p, 0, kind); at; at = arb_problem_next(p, at, kind))
        if (arb_move_equal(arb_problem_node_at(p, at)->move, move))
            return at;
    return 0;
}

static void compare_try(const arb_problem *p, const arb_stipulation *s, const arb_pos *pos,
                        arb_move move, const arb_pos *after, tally *t)
{
    arb_move refutations[ARB_MOVES_MAX];
    const size_t n = slow_refutations(refutations, after, (arb_problem_play)s->play,
                                      (arb_problem_aim)s->aim, s->moves);
    const uint32_t node = find_child(p, ARB_NODE_TRY, move);

    if (!node)
        differ(pos, s, "a first move is missing");
    if (arb_problem_count(p, node, ARB_NODE_REFUTATION) != n)
        differ(pos, s, "another number of refutations");
    for (size_t i = 0; i < n; i++)
        if (!has_child(p, node, ARB_NODE_REFUTATION, refutations[i]))
            differ(pos, s, "another refutation");
    t->tries += n == 1;
}

static void compare_battle(const arb_pos *pos, const arb_stipulation *s, unsigned threads, tally *t)
{
    const arb_problem_options options = { .every_try = true,
                                          .threads = threads,
                                          .keys_only = true };
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);
    const bool obliged = s->play == ARB_PROBLEM_REFLEX &&
                         slow_forces(pos, ARB_PROBLEM_DIRECT, (arb_problem_aim)s->aim, 1);
    unsigned keys = 0;
    arb_problem *p;

    assert_int_equal(ARB_OK, arb_problem_new(&p, pos, s, &options));
    for (size_t i = 0; i < n && !obliged; i++) {
        arb_pos after;
        arb_pos_play(&after, pos, moves[i]);
        const bool key =
            slow_holds(&after, (arb_problem_play)s->play, (arb_problem_aim)s->aim, s->moves);
        if (key != (find_child(p, ARB_NODE_KEY, moves[i]) != 0))
            differ(pos, s, key ? "a key is missing" : "a key is none");
        if (!key)
            compare_try(p, s, pos, moves[i], &after, t);
        keys += key;
    }
    if (arb_problem_facts_of(p)->keys != keys)
        differ(pos, s, "another number of keys");
    t->keys += keys;
    t->none += keys == 0;
    arb_problem_free(p);
}

static void battles(const char *text, unsigned count, uint64_t number, unsigned white,
                    unsigned black, tally *t)
{
    arb_stipulation s;

    assert_int_equal(ARB_OK, arb_stipulation_read(&s, NULL, text, __builtin_strlen(text)));
    for (unsigned i = 0; i < volume(count); i++) {
        const arb_pos pos = slow_problem_position(number + i, 2 + (i % white), i % (black + 1));
        compare_battle(&pos, &s, 1 + i % 2, t);
    }
}

static void test_problem_random__two_movers(void **state)
{
    tally t = { 0 };

    (void)state;
    battles("#2", 2000, 1000000, 3, 4, &t);
    assert_met(t.none > 0 && t.keys > 100 && t.tries > 100);
}

static void test_problem_random__three_movers(void **state)
{
    tally t = { 0 };

    (void)state;
    battles("#3", 200, 2000000, 2, 2, &t);
    assert_met(t.keys > 0);
}

static void test_problem_random__stalemates(void **state)
{
    tally t = { 0 };

    (void)state;
    battles("=1", 300, 3000000, 2, 1, &t);
    battles("=2", 300, 3100000, 2, 1, &t);
    assert_met(t.keys > 0);
}

static void test_problem_random__selfmates(void **state)
{
    tally t = { 0 };

    (void)state;
    battles("s#1", 600, 4000000, 3, 5, &t);
    battles("s#2", 150, 4100000, 3, 3, &t);
    battles("s=2", 100, 4200000, 2, 2, &t);
}

/* White could mate with his second move, and then must: that decides a first move here. */
static const char *const obliging[] = {
    "5k2/3P4/8/4Q3/8/2P1q1p1/6K1/8 w - - 0 1",
    "8/1qk1P3/8/3P4/8/K7/p7/1Q6 w - - 0 1",
    "8/2P5/2k5/8/4P3/1Q4pK/5q2/8 w - - 0 1",
    "8/8/3Q1p2/3P1k2/7K/5P2/8/2q5 w - - 0 1",
};

static void test_problem_random__reflex_mates(void **state)
{
    const arb_stipulation two = { .play = ARB_PROBLEM_REFLEX, .moves = 2 };
    tally t = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof obliging / sizeof *obliging; i++) {
        const arb_pos pos = pos_of(obliging[i]);
        compare_battle(&pos, &two, 1, &t);
    }
    battles("r#1", 600, 5000000, 3, 6, &t);
    battles("r#2", 250, 5100000, 3, 4, &t);
    battles("r=1", 100, 5200000, 2, 2, &t);
    assert_met(t.keys > 0);
}

/* ---- the tree of a two-mover, node by node */

/* The moves that mate, by trying. */
static size_t slow_mates(arb_move *out, const arb_pos *pos)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);
    size_t mates = 0;
    arb_pos next;

    for (size_t i = 0; i < n; i++) {
        arb_pos_play(&next, pos, moves[i]);
        if (arb_pos_is_checkmate(&next))
            out[mates++] = moves[i];
    }
    return mates;
}

static arb_pos passed(const arb_pos *pos)
{
    arb_setup setup = arb_pos_setup(pos);
    arb_pos out = *pos;

    setup.turn = (uint8_t)arb_opponent((arb_colour)pos->turn);
    setup.en_passant = ARB_SQUARE_NONE;
    (void)arb_pos_from_setup(&out, &setup);
    return out;
}

static bool are_children(const arb_problem *p, uint32_t parent, arb_problem_kind kind,
                         const arb_move *moves, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!has_child(p, parent, kind, moves[i]))
            return false;
    return arb_problem_count(p, parent, kind) == count;
}

static bool meet(const arb_move *a, size_t count_a, const arb_move *b, size_t count_b)
{
    for (size_t i = 0; i < count_a; i++)
        for (size_t j = 0; j < count_b; j++)
            if (arb_move_equal(a[i], b[j]))
                return true;
    return false;
}

static void compare_phase(const arb_problem *p, const arb_stipulation *s, const arb_pos *diagram,
                          uint32_t phase, tally *t)
{
    const bool set = arb_problem_node_at(p, phase)->kind == ARB_NODE_SET;
    const arb_pos pos = arb_problem_after(p, phase), quiet = passed(&pos);
    arb_move threats[ARB_MOVES_MAX], replies[ARB_MOVES_MAX], mates[ARB_MOVES_MAX];
    const size_t threat_count = set || arb_pos_is_check(&pos) ? 0 : slow_mates(threats, &quiet);
    const size_t n = arb_pos_moves(replies, &pos);
    size_t answered = 0;

    if (!are_children(p, phase, ARB_NODE_THREAT, threats, threat_count))
        differ(diagram, s, "other threats");
    for (size_t i = 0; i < n; i++) {
        arb_pos after;
        arb_pos_play(&after, &pos, replies[i]);
        const size_t count = slow_mates(mates, &after);
        const arb_problem_kind kind = !count ? ARB_NODE_REFUTATION
                                      : meet(mates, count, threats, threat_count)
                                          ? ARB_NODE_REPLY
                                          : ARB_NODE_DEFENCE;
        uint32_t node = arb_problem_first(p, phase, kind);
        while (node && !arb_move_equal(arb_problem_node_at(p, node)->move, replies[i]))
            node = arb_problem_next(p, node, kind);
        if (!node)
            differ(diagram, s, "a reply is missing, or another kind of reply");
        if (!are_children(p, node, ARB_NODE_CONTINUATION, mates, count))
            differ(diagram, s, "other mates");
        answered += count > 0;
        t->lines++;
    }
    if (arb_problem_count(p, phase, ARB_NODE_DEFENCE) +
            arb_problem_count(p, phase, ARB_NODE_REPLY) +
            arb_problem_count(p, phase, ARB_NODE_REFUTATION) !=
        n)
        differ(diagram, s, "a reply too many");
    if (set && arb_problem_facts_of(p)->set_complete != (n > 0 && answered == n))
        differ(diagram, s, "another block");
}

/* How many checks fail because of more replies than a try may have. */
static unsigned slow_refuted_checks(const arb_pos *pos, size_t most)
{
    arb_move moves[ARB_MOVES_MAX], refutations[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);
    unsigned checks = 0;
    arb_pos next;

    for (size_t i = 0; i < n; i++) {
        arb_pos_play(&next, pos, moves[i]);
        checks += arb_pos_is_check(&next) &&
                  slow_refutations(refutations, &next, ARB_PROBLEM_DIRECT, ARB_AIM_MATE, 2) > most;
    }
    return checks;
}

/* Nothing but the refutations stands below it. */
static void compare_check(const arb_problem *p, const arb_stipulation *s, const arb_pos *diagram,
                          uint32_t node, tally *t)
{
    const arb_pos after = arb_problem_after(p, node);
    arb_move refutations[ARB_MOVES_MAX];
    const size_t n =
        slow_refutations(refutations, &after, ARB_PROBLEM_DIRECT, ARB_AIM_MATE, s->moves);

    if (!arb_pos_is_check(&after) || !are_children(p, node, ARB_NODE_REFUTATION, refutations, n) ||
        arb_problem_first(p, node, ARB_NODE_DEFENCE))
        differ(diagram, s, "another refuted check");
    t->tries++;
}

static void test_problem_random__trees(void **state)
{
    const arb_problem_options options = { .tries = true, .set = true, .refutations = 2 };
    const arb_stipulation two = { .moves = 2 };
    tally t = { 0 };

    (void)state;
    for (unsigned i = 0; i < volume(600); i++) {
        const arb_pos pos = slow_problem_position(9000000 + i, 3 + i % 4, i % 6);
        arb_problem *p;
        assert_int_equal(ARB_OK, arb_problem_new(&p, &pos, &two, &options));
        for (uint32_t at = arb_problem_node_at(p, 0)->child; at;
             at = arb_problem_node_at(p, at)->next)
            if (arb_problem_node_at(p, at)->kind == ARB_NODE_CHECK)
                compare_check(p, &two, &pos, at, &t);
            else if (arb_problem_node_at(p, at)->length != 1) /* a mate at once has no play */
                compare_phase(p, &two, &pos, at, &t);
        if (arb_problem_count(p, 0, ARB_NODE_CHECK) != slow_refuted_checks(&pos, 2))
            differ(&pos, &two, "another number of refuted checks");
        arb_problem_free(p);
    }
    assert_met(t.lines > 0 && t.tries > 0);
}

/* Compares the number of lines. */
static void compare_help(const arb_pos *pos, const arb_stipulation *s, unsigned threads, tally *t)
{
    const arb_problem_options options = { .threads = threads };
    const unsigned long lines = slow_help(pos, (arb_problem_aim)s->aim, arb_stipulation_plies(s));
    arb_problem *p;

    assert_int_equal(ARB_OK, arb_problem_new(&p, pos, s, &options));
    if (arb_problem_facts_of(p)->keys != lines)
        differ(pos, s, "another number of lines");
    t->lines += (unsigned)lines;
    arb_problem_free(p);
}

/* Castling and double steps mate now and then, and the mating net must know of both. */
static void test_problem_random__helpmates_from_home(void **state)
{
    static const arb_role black[] = { ARB_PAWN, ARB_KNIGHT, ARB_ROOK, ARB_BISHOP };
    const arb_stipulation half = { .play = ARB_PROBLEM_HELP, .moves = 1, .half = true },
                          two = { .play = ARB_PROBLEM_HELP, .moves = 2 };
    static const char *const castling[] = {
        /* castling mates where the net, which knows nothing of it, would see no mate */
        "8/4R3/7R/2pP2N1/2bk4/2p5/8/R3K3 b Q -",
        "8/8/8/3p4/5n2/4pk2/4n1R1/1B2K2R b K -",
    };
    const arb_stipulation one = { .play = ARB_PROBLEM_HELP, .moves = 1 };
    chance luck = chance_begin(9700000);
    tally t = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof castling / sizeof *castling; i++) {
        const arb_pos helper = pos_of(castling[i]), mater = passed(&helper);
        compare_help(&helper, &one, 1, &t);
        compare_help(&helper, &two, 1, &t);
        compare_help(&mater, &half, 1, &t);
    }
    for (unsigned i = 0; i < volume(1500); i++) {
        const bool last = i % 10 == 0; /* Black begins, which takes ten times as long */
        arb_setup setup = arb_setup_empty();
        arb_pos pos;
        setup.piece[4] = arb_piece_of(ARB_WHITE, ARB_KING);
        setup.piece[chance_below(&luck, 2) ? 0 : 7] = arb_piece_of(ARB_WHITE, ARB_ROOK);
        for (unsigned j = 0; j < 3; j++)
            setup.piece[8 + chance_below(&luck, 8)] = arb_piece_of(ARB_WHITE, ARB_PAWN);
        setup.piece[8 + chance_below(&luck, 40)] = arb_piece_of(ARB_WHITE, ARB_QUEEN - (i & 1));
        setup.piece[8 + chance_below(&luck, 32)] = arb_piece_of(ARB_BLACK, ARB_KING);
        for (unsigned j = 0; j < 3; j++) {
            const unsigned at = 8 + chance_below(&luck, 40);
            if (setup.piece[at] == ARB_PIECE_NONE)
                setup.piece[at] = arb_piece_of(ARB_BLACK, black[chance_below(&luck, 4)]);
        }
        setup.castling = i % 3 ? UINT64_C(0x81) : 0; /* without rights the net is looked at */
        setup.turn = last ? ARB_BLACK : ARB_WHITE;
        if (arb_problem_unplayable(arb_pos_from_setup(&pos, &setup)))
            continue;
        compare_help(&pos, last ? &two : &half, 1, &t);
    }
    assert_met(t.lines > 0);
}

static void helps(const char *text, unsigned count, uint64_t number, unsigned white, unsigned black,
                  tally *t)
{
    arb_stipulation s;

    assert_int_equal(ARB_OK, arb_stipulation_read(&s, NULL, text, __builtin_strlen(text)));
    for (unsigned i = 0; i < volume(count); i++) {
        arb_pos pos = slow_problem_position(number + i, 1 + (i % white), i % (black + 1));
        if (arb_stipulation_begins(&s) == ARB_BLACK) { /* the same diagram, Black to move */
            arb_setup setup = arb_pos_setup(&pos);
            setup.turn = ARB_BLACK;
            setup.en_passant = ARB_SQUARE_NONE;
            if (arb_problem_unplayable(arb_pos_from_setup(&pos, &setup)))
                continue;
        }
        compare_help(&pos, &s, 1 + i % 2, t);
    }
}

static void test_problem_random__helpmates(void **state)
{
    tally t = { 0 };

    (void)state;
    helps("h#1", 500, 6000000, 3, 5, &t);
    helps("h#1.5", 300, 6100000, 3, 4, &t);
    helps("h#2", 150, 6200000, 3, 4, &t);
    helps("h#2.5", 25, 6300000, 2, 2, &t);
    helps("h#3", 4, 6400000, 1, 1, &t);
    assert_met(t.lines > 0);
}

static void test_problem_random__helpstalemates(void **state)
{
    tally t = { 0 };

    (void)state;
    helps("h=1.5", 200, 7000000, 2, 1, &t);
    helps("h=2", 60, 7100000, 2, 1, &t);
    assert_met(t.lines > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_problem_random__two_movers),
        cmocka_unit_test(test_problem_random__three_movers),
        cmocka_unit_test(test_problem_random__stalemates),
        cmocka_unit_test(test_problem_random__selfmates),
        cmocka_unit_test(test_problem_random__reflex_mates),
        cmocka_unit_test(test_problem_random__trees),
        cmocka_unit_test(test_problem_random__helpmates),
        cmocka_unit_test(test_problem_random__helpmates_from_home),
        cmocka_unit_test(test_problem_random__helpstalemates),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
