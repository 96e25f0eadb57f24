/* SPDX-License-Identifier: MIT */
/* Lines, pins, half-pins, batteries and interferences: known positions, and walking square by
 * square. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "support/random_positions.h"
#include "terms/battery.h"
#include "terms/interference.h"
#include "terms/lines.h"

enum { VOLUME = 3000 };

static arb_pos pos_of(const char *fen)
{
    arb_setup setup;
    arb_pos pos;

    assert_int_equal(ARB_OK, arb_fen_read(&setup, NULL, fen, strlen(fen), NULL));
    assert_int_equal(0, arb_faults_hard(arb_pos_from_setup(&pos, &setup)));
    return pos;
}

static arb_square sq(const char *name)
{
    return arb_square_read(name, 2);
}

static uint64_t set_of(const char *names)
{
    uint64_t set = 0;

    for (; *names; names += names[2] ? 3 : 2)
        set |= UINT64_C(1) << sq(names);
    return set;
}

static void test_terms_lines__lines_of_the_board(void **state)
{
    (void)state;
    assert_true(arb_terms_line(sq("a1"), sq("c3")) == set_of("a1 b2 c3 d4 e5 f6 g7 h8"));
    assert_true(arb_terms_line(sq("h1"), sq("h2")) == set_of("h1 h2 h3 h4 h5 h6 h7 h8"));
    assert_true(arb_terms_line(sq("a1"), sq("b3")) == 0);
    assert_true(arb_terms_line(sq("d4"), sq("d4")) == 0);
    assert_true(arb_terms_between(sq("a8"), sq("d5")) == set_of("b7 c6"));
    assert_true(arb_terms_between(sq("h8"), sq("h4")) == set_of("h5 h6 h7"));
    assert_true(arb_terms_between(sq("h8"), sq("a1")) == set_of("b2 c3 d4 e5 f6 g7"));
    assert_true(arb_terms_between(sq("e4"), sq("e5")) == 0);
    assert_true(arb_terms_between(sq("e4"), sq("f6")) == 0);
}

static void test_terms_lines__what_stands_and_acts(void **state)
{
    const arb_pos pos = pos_of("4k3/8/8/1b6/8/8/4P3/R2QK2N w - - 0 1");

    (void)state;
    assert_true(arb_terms_standing(&pos, sq("b5"), sq("f1")) == set_of("e2"));
    assert_true(arb_terms_standing(&pos, sq("a1"), sq("h1")) == set_of("d1 e1"));
    assert_true(arb_terms_acts(&pos, sq("b5"), sq("f1")));  /* over the pawn */
    assert_false(arb_terms_acts(&pos, sq("b5"), sq("b1"))); /* no rook */
    assert_true(arb_terms_acts(&pos, sq("d1"), sq("d8")) &&
                arb_terms_acts(&pos, sq("d1"), sq("h5")));
    assert_false(arb_terms_acts(&pos, sq("h1"), sq("g3"))); /* a knight has no lines */
    assert_false(arb_terms_acts(&pos, sq("e1"), sq("e2"))); /* nor has a king */
    assert_true(arb_terms_acting(&pos, ARB_WHITE, sq("h1")) == set_of("a1 d1"));
    assert_true(arb_terms_beyond(&pos, sq("a1"), sq("d1")) == set_of("e1"));
    assert_true(arb_terms_beyond(&pos, sq("a1"), sq("e1")) == 0); /* the queen is before him */
    assert_true(arb_terms_beyond(&pos, sq("b5"), sq("e2")) == set_of("f1"));
    assert_true(arb_terms_beyond(&pos, sq("b5"), sq("c6")) == set_of("d7 e8"));
}

/* Laws 3.9.2 */
static void test_terms_lines__pins(void **state)
{
    const arb_pos pos = pos_of("4k3/4r3/8/b7/4R2b/2N5/5P2/4K3 w - - 0 1");
    arb_terms_pin pins[ARB_TERMS_PINS_MAX], pin;

    (void)state;
    assert_int_equal(3, arb_terms_pins(pins, &pos, ARB_WHITE));
    assert_true(arb_terms_pin_of(&pin, &pos, sq("e4")));
    assert_int_equal(sq("e7"), pin.by);
    assert_int_equal(sq("e1"), pin.target);
    assert_true(arb_terms_pin_of(&pin, &pos, sq("e7"))); /* and the other way round */
    assert_int_equal(sq("e4"), pin.by);
    assert_true(arb_terms_pin_of(&pin, &pos, sq("f2")));
    assert_false(arb_terms_pin_of(&pin, &pos, sq("a5")));
    /* bound to another target than a king */
    assert_int_equal(1, arb_terms_bound(pins, &pos, ARB_WHITE, sq("d2")));
    assert_int_equal(sq("c3"), pins[0].man);
    /* two men, or one of the other side, are no pin */
    const arb_pos two = pos_of("4k3/4r3/4p3/4n3/4R3/8/8/K7 w - - 0 1");
    assert_int_equal(0, arb_terms_pins(pins, &two, ARB_BLACK));
}

static void test_terms_lines__half_pins(void **state)
{
    arb_terms_half_pin half[ARB_TERMS_PINS_MAX];
    const arb_pos pos = pos_of("4k3/4r3/8/4n3/8/8/8/K3R3 w - - 0 1");
    const arb_pos up = pos_of("4R3/8/4n3/4b3/8/4k3/8/K7 w - - 0 1");

    (void)state;
    assert_int_equal(1, arb_terms_half_pins(half, &pos, ARB_BLACK));
    assert_int_equal(sq("e7"), half[0].man[0]);
    assert_int_equal(sq("e5"), half[0].man[1]);
    assert_int_equal(sq("e1"), half[0].by);
    assert_int_equal(sq("e8"), half[0].king);
    assert_int_equal(1, arb_terms_half_pins(half, &up, ARB_BLACK));
    assert_int_equal(sq("e5"), half[0].man[0]);
    assert_int_equal(0, arb_terms_half_pins(half, &pos, ARB_WHITE));
    /* three men, two of different colours, or a line of another kind */
    const arb_pos three = pos_of("4k3/4r3/4p3/4n3/8/8/8/K3R3 w - - 0 1");
    const arb_pos mixed = pos_of("4k3/4r3/8/4N3/8/8/8/K3R3 w - - 0 1");
    const arb_pos bishop = pos_of("4k3/4r3/8/4n3/8/8/8/K3B3 w - - 0 1");
    assert_int_equal(0, arb_terms_half_pins(half, &three, ARB_BLACK));
    assert_int_equal(0, arb_terms_half_pins(half, &mixed, ARB_BLACK));
    assert_int_equal(0, arb_terms_half_pins(half, &bishop, ARB_BLACK));
}

static void test_terms_lines__batteries(void **state)
{
    arb_terms_battery found[ARB_TERMS_PINS_MAX];
    const arb_pos pos = pos_of("4k3/8/8/4p3/7B/8/4N3/K3R3 w - - 0 1");
    const arb_pos free = pos_of("4k3/8/8/8/7B/6P1/4N3/K3R3 w - - 0 1");

    (void)state;
    assert_int_equal(1, arb_terms_batteries(found, &free, ARB_WHITE, sq("e8")));
    assert_int_equal(sq("e1"), found[0].rear);
    assert_int_equal(sq("e2"), found[0].front);
    assert_int_equal(sq("e8"), found[0].target);
    assert_int_equal(ARB_SQUARE_NONE, found[0].mask);
    assert_int_equal(1, arb_terms_batteries(found, &free, ARB_WHITE, sq("f2")));
    assert_int_equal(0, arb_terms_batteries(found, &free, ARB_BLACK, sq("e1")));
    assert_int_equal(0, arb_terms_batteries(found, &pos, ARB_WHITE, sq("e8")));
    assert_int_equal(1, arb_terms_masked_batteries(found, &pos, ARB_WHITE, sq("e8")));
    assert_int_equal(sq("e5"), found[0].mask);
    assert_int_equal(sq("e2"), found[0].front);
    assert_int_equal(0, arb_terms_masked_batteries(found, &free, ARB_WHITE, sq("e8")));
}

static void test_terms_lines__interferences(void **state)
{
    arb_terms_shut shut[ARB_TERMS_SHUT_MAX];
    const arb_pos pos = pos_of("3r3k/8/8/b7/3p4/8/8/K6Q w - - 0 1");

    (void)state;
    assert_int_equal(1, arb_terms_shut_off(shut, &pos, ARB_BLACK, sq("d4")));
    assert_int_equal(sq("d8"), shut[0].piece);
    assert_true(shut[0].lost == set_of("d3 d2 d1"));
    assert_int_equal(0, arb_terms_shut_off(shut, &pos, ARB_WHITE, sq("d4")));
    assert_int_equal(0,
                     arb_terms_shut_off(shut, &pos, ARB_BLACK, sq("e1"))); /* the end of a line */
    /* rook and bishop cross at d2 only when the pawn does not stand before it */
    const arb_pos open = pos_of("3r3k/8/8/b7/8/8/8/K6Q w - - 0 1");
    assert_true(arb_terms_crossings(&pos, ARB_BLACK) == 0);
    assert_true(arb_terms_crossings(&open, ARB_BLACK) == set_of("d2"));
    const arb_pos queen = pos_of("3q3k/8/8/b7/8/8/8/K6Q w - - 0 1");
    assert_true(arb_terms_crossings(&queen, ARB_BLACK) == 0);
}

/* ---- walking square by square */

/* The squares from one on in a direction, up to the edge. */
static unsigned walk(arb_square out[8], arb_square from, int file, int rank)
{
    unsigned n = 0;
    int f = (int)arb_square_file(from), r = (int)arb_square_rank(from);

    for (;;) {
        f += file;
        r += rank;
        if (f < 0 || f > 7 || r < 0 || r > 7)
            return n;
        out[n++] = arb_square_at((unsigned)f, (unsigned)r);
    }
}

static bool goes(arb_piece piece, int file, int rank)
{
    const arb_role role = piece ? arb_piece_role(piece) : ARB_KING;

    return role == ARB_QUEEN || (role == ARB_ROOK && (file == 0) != (rank == 0)) ||
           (role == ARB_BISHOP && file != 0 && rank != 0);
}

/* What is found on the lines that lead to the king of `colour`, as counts. */
typedef struct tally {
    unsigned pins, half, batteries, masked;
    uint64_t men;
} tally;

static tally count_lines(const arb_setup *setup, arb_colour colour)
{
    const arb_square king = slow_king(setup, colour);
    tally t = { .men = 0 };

    for (int file = -1; file <= 1; file++)
        for (int rank = -1; rank <= 1; rank++) {
            arb_square way[8];
            const unsigned n = file || rank ? walk(way, king, file, rank) : 0;
            unsigned own = 0, opp = 0;
            arb_square man = ARB_SQUARE_NONE;
            for (unsigned i = 0; i < n; i++) {
                const arb_piece piece = setup->piece[way[i]];
                if (!piece)
                    continue;
                const bool friend = arb_piece_colour(piece) == colour;
                if (!friend && goes(piece, file, rank)) {
                    t.pins += own == 1 && opp == 0;
                    t.half += own == 2 && opp == 0;
                    t.batteries += own == 0 && opp == 1;
                    t.masked += own == 1 && opp == 1;
                    if (own == 1 && opp == 0)
                        t.men |= UINT64_C(1) << man;
                }
                own += friend;
                opp += !friend;
                man = way[i];
            }
        }
    return t;
}

static void compare_lines(const arb_setup *setup, const arb_pos *pos, arb_colour colour)
{
    const tally t = count_lines(setup, colour);
    const arb_square king = slow_king(setup, colour);
    arb_terms_pin pins[ARB_TERMS_PINS_MAX], pin;
    arb_terms_half_pin half[ARB_TERMS_PINS_MAX];
    arb_terms_battery found[ARB_TERMS_PINS_MAX];

    assert_int_equal(t.pins, arb_terms_pins(pins, pos, colour));
    assert_int_equal(t.half, arb_terms_half_pins(half, pos, colour));
    assert_int_equal(t.batteries, arb_terms_batteries(found, pos, arb_opponent(colour), king));
    assert_int_equal(t.masked, arb_terms_masked_batteries(found, pos, arb_opponent(colour), king));
    for (arb_square at = 0; at < 64; at++)
        if (setup->piece[at] && arb_piece_colour(setup->piece[at]) == colour)
            assert_int_equal(t.men >> at & 1, arb_terms_pin_of(&pin, pos, at));
    assert_true(t.men == arb_pos_pinned(pos, colour));
}

/* What attacks more when the man on a square is taken off is what he shuts off. */
static void compare_shut(const arb_setup *setup, const arb_pos *pos, arb_square at)
{
    arb_setup without = *setup;

    without.piece[at] = ARB_PIECE_NONE;
    for (int colour = 0; colour < 2; colour++) {
        arb_terms_shut shut[ARB_TERMS_SHUT_MAX];
        const size_t n = arb_terms_shut_off(shut, pos, (arb_colour)colour, at);
        size_t seen = 0;
        for (arb_square from = 0; from < 64; from++) {
            uint64_t lost = 0;
            if (from == at || !setup->piece[from] ||
                arb_piece_colour(setup->piece[from]) != (arb_colour)colour)
                continue;
            for (arb_square to = 0; to < 64; to++)
                if (to != from && slow_attacks(&without, from, to) &&
                    !slow_attacks(setup, from, to))
                    lost |= UINT64_C(1) << to;
            for (size_t i = 0; i < n; i++)
                if (shut[i].piece == from) {
                    seen++;
                    assert_true(shut[i].lost == lost);
                    lost = 0;
                }
            assert_true(lost == 0);
        }
        assert_int_equal(n, seen);
    }
}

static void test_terms_lines__walking_agrees(void **state)
{
    chance luck = chance_begin(2301);

    (void)state;
    for (unsigned i = 0; i < scaled(VOLUME); i++) {
        const arb_setup setup =
            i % 2 ? random_nonsense(&luck) : random_played(&luck, false, chance_below(&luck, 120));
        arb_pos pos;
        if (arb_faults_hard(arb_pos_from_setup(&pos, &setup)))
            continue;
        compare_lines(&setup, &pos, ARB_WHITE);
        compare_lines(&setup, &pos, ARB_BLACK);
        const arb_square at = (arb_square)chance_below(&luck, 64);
        if (setup.piece[at])
            compare_shut(&setup, &pos, at);
    }
}

/* On an empty square of a crossing two of the pieces attack through it. */
static void test_terms_lines__crossings_by_trying(void **state)
{
    chance luck = chance_begin(2302);

    (void)state;
    for (unsigned i = 0; i < scaled(VOLUME / 10); i++) {
        const arb_setup setup = random_nonsense(&luck);
        arb_pos pos;
        if (arb_faults_hard(arb_pos_from_setup(&pos, &setup)))
            continue;
        const uint64_t found = arb_terms_crossings(&pos, ARB_BLACK);
        for (arb_square at = 0; at < 64; at++) {
            bool rook = false, bishop = false;
            arb_setup filled = setup;
            if (setup.piece[at]) {
                assert_false(found >> at & 1);
                continue;
            }
            filled.piece[at] = arb_piece_of(ARB_WHITE, ARB_PAWN);
            for (arb_square from = 0; from < 64; from++)
                for (arb_square to = 0; to < 64; to++)
                    if (from != to && slow_attacks(&setup, from, to) &&
                        !slow_attacks(&filled, from, to)) {
                        rook |= setup.piece[from] == arb_piece_of(ARB_BLACK, ARB_ROOK);
                        bishop |= setup.piece[from] == arb_piece_of(ARB_BLACK, ARB_BISHOP);
                    }
            assert_int_equal(rook && bishop, found >> at & 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terms_lines__lines_of_the_board),
        cmocka_unit_test(test_terms_lines__what_stands_and_acts),
        cmocka_unit_test(test_terms_lines__pins),
        cmocka_unit_test(test_terms_lines__half_pins),
        cmocka_unit_test(test_terms_lines__batteries),
        cmocka_unit_test(test_terms_lines__interferences),
        cmocka_unit_test(test_terms_lines__walking_agrees),
        cmocka_unit_test(test_terms_lines__crossings_by_trying),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
