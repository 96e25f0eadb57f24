/* SPDX-License-Identifier: MIT */
/*
 * Every no has a certificate, and a second, slow reading of it finds nothing wrong: in closed
 * positions by chance, and in a file of positions that the environment names. Certificates that
 * are tampered with are refused.
 *
 * With ARB_TEST_SOAK all 200,000 questions of test_proof_generated.c, otherwise a few of each seed.
 * ARB_TEST_PROOF_SET names a file as `arbitro bench proof` reads it, to be gone through as well.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "support/assertions.h"
#include "support/closed_positions.h"
#include "support/slow_certificate.h"

/* Positions enough that every way of tampering and forging comes up, also in builds that are slow.
 */
enum { TAMPERED = 60, FORGERIES = 80 };

/* Looks at the certificate if there is one; counts the noes. */
static void assert_certificate(const arb_pos *pos, arb_colour side, slow_checked *sum,
                               unsigned *noes)
{
    arb_proof_answer answer, plain;
    slow_certificate c;
    const arb_setup setup = arb_pos_setup(pos);

    if (slow_certificate_make(&c, &answer, pos, side, NULL) == ARB_PROOF_NO) {
        ++*noes;
        assert_no_difference(slow_certificate_fault(&c, pos, sum), &setup);
        assert_int_equal(answer.parts, c.count);
        assert_int_equal(arb_proof_explain_mate(&plain, pos, side, NULL), ARB_PROOF_NO);
        assert_int_equal(plain.expanded, answer.expanded);
        assert_int_equal(plain.parts, answer.parts);
    } else {
        assert_int_equal(c.count, 0);
    }
    slow_certificate_clear(&c);
}

static void tell(const slow_checked *sum, unsigned noes)
{
    print_message("# %u certificates: %llu positions gone on from, ends by material %llu, walls "
                  "%llu, regions %llu with %llu states; not looked at %llu\n",
                  noes, (unsigned long long)sum->positions, (unsigned long long)sum->material,
                  (unsigned long long)sum->walls, (unsigned long long)sum->regions,
                  (unsigned long long)sum->states, (unsigned long long)sum->unchecked);
}

/* Laws 5.2.2, 6.9 */
static void test_proof_certificate__holds_for_generated_questions(void **state)
{
    const closed_volume volume = closed_volume_of();
    slow_checked sum = { 0 };
    unsigned noes = 0;

    (void)state;
    for (unsigned seed = volume.first; seed <= volume.last; seed++) {
        chance luck = closed_begin(seed);
        for (unsigned i = 0; i < volume.positions; i++) {
            const arb_setup setup =
                closed_setup(&luck, (closed_kind)((i + seed) % CLOSED_KIND_COUNT));
            arb_pos pos;
            assert_false(arb_faults_hard(arb_pos_from_setup(&pos, &setup)));
            assert_certificate(&pos, ARB_WHITE, &sum, &noes);
            assert_certificate(&pos, ARB_BLACK, &sum, &noes);
        }
    }
    tell(&sum, noes);
    assert_int_equal(sum.unchecked, 0);
}

/* Laws 5.2.2, 6.9 */
static void test_proof_certificate__holds_for_a_file(void **state)
{
    const char *path = getenv("ARB_TEST_PROOF_SET");
    FILE *file = path ? fopen(path, "r") : NULL;
    slow_checked sum = { 0 };
    unsigned noes = 0;
    char line[512];

    (void)state;
    if (!path)
        return;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '#' || strlen(line) < 4)
            continue;
        const arb_pos pos = pos_of(line + 3);
        assert_certificate(&pos, ARB_WHITE, &sum, &noes);
        assert_certificate(&pos, ARB_BLACK, &sum, &noes);
    }
    fclose(file);
    tell(&sum, noes);
    assert_int_equal(sum.unchecked, 0);
}

/* Every way to say no has its certificate. */
/* Laws 5.2.2, 6.9 */
static void test_proof_certificate__holds_for_every_argument(void **state)
{
    static const char *const dead[] = {
        "7k/8/8/8/8/8/8/K7 w - -",                         /* material */
        "kb6/2N5/1K6/8/8/8/8/8 b - -",                     /* forced */
        "7k/5Q2/6K1/8/8/8/8/8 b - -",                      /* stalemate */
        "4b2k/3pPp1p/3P1P1P/8/8/p1p1p3/P1PpP3/K2B4 w - -", /* forced, without end */
        "8/3k4/8/1p1p1p1p/1P1P1P1P/8/3K4/8 w - -",         /* walls */
        "8/1p2B1B1/1PpB1B2/k1P5/p1P5/P7/5K2/8 w - -",      /* regions */
        "B2b4/8/8/4k3/1p6/1Pp1p1pB/K1P1P1Pb/RB6 b - -",    /* regions with a jammed king */
        "8/6pp/1p4pk/1P4p1/1P4p1/KP4P1/PP6/8 w - -",       /* exhausted, with parts */
    };
    slow_checked sum = { 0 };
    unsigned noes = 0;

    (void)state;
    for (size_t i = 0; i < sizeof dead / sizeof *dead; i++) {
        const arb_pos pos = pos_of(dead[i]);
        assert_certificate(&pos, ARB_WHITE, &sum, &noes);
        assert_certificate(&pos, ARB_BLACK, &sum, &noes);
    }
    assert_int_equal(noes, 2 * sizeof dead / sizeof *dead);
    assert_int_equal(sum.unchecked, 0);
    tell(&sum, noes);
}

/* Regions in which a check is answered at once, or a move that mates ends the line. */
/* Laws 5.2.2, 6.9 */
static void test_proof_certificate__holds_for_regions_with_checks(void **state)
{
    static const char *const no_mate_by_white[] = {
        "6Q1/8/4b2n/8/ppp5/qkp3r1/rnp5/n1K3n1 b - -",
        "6Q1/8/4b3/5p2/ppp5/qkp3b1/rnp5/n1K5 b - -",
        "bnbn2k1/1bp2p1b/2p2Pp1/1pKp1pP1/bP1P1P2/8/5B2/2B1B1B1 b - -",
        "8/2b4B/4k3/8/8/2p1p1p1/2PpP1P1/1B1K3n b - -",
    };
    slow_checked sum = { 0 };
    unsigned noes = 0;

    (void)state;
    for (size_t i = 0; i < sizeof no_mate_by_white / sizeof *no_mate_by_white; i++) {
        const arb_pos pos = pos_of(no_mate_by_white[i]);
        assert_certificate(&pos, ARB_WHITE, &sum, &noes);
    }
    assert_int_equal(noes, sizeof no_mate_by_white / sizeof *no_mate_by_white);
    assert_true(sum.regions >= noes && sum.states < 10000);
    tell(&sum, noes);
}

/* ---- certificates that somebody has tampered with */

static const char *fault_now(const slow_certificate *c, const arb_pos *pos)
{
    slow_checked sum = { 0 };

    return slow_certificate_fault(c, pos, &sum);
}

/* A unit by chance that is loose for a reason of its own, or NULL. */
static arb_proof_unit *some_unit(arb_proof_part *part, chance *luck)
{
    for (unsigned tries = 0; tries < 100; tries++) {
        arb_proof_unit *unit = &part->unit[chance_below(luck, part->units)];
        if (unit->role != ARB_KING && !unit->promotes && unit->loose)
            return unit;
    }
    return NULL;
}

/* Leaves out one of the squares that the unit gets to. */
static bool leave_out(arb_proof_unit *unit, chance *luck)
{
    const unsigned first = chance_below(luck, 64);

    for (unsigned i = 0; i < 64; i++) {
        const unsigned square = (first + i) % 64;
        if (square != unit->home && (unit->at >> square & 1)) {
            unit->at &= ~(UINT64_C(1) << square);
            unit->strayed &= unit->at;
            return true;
        }
    }
    return false;
}

enum { LEFT_OUT, BOUND, AWAY, MISSING, TWICE, ELSEWHERE, TAMPERINGS };

/* Tampers with one part; false when this is not possible here. */
static bool tamper(slow_certificate *c, size_t at, unsigned how, chance *luck)
{
    arb_proof_part *part = &c->parts[at];
    arb_proof_unit *unit = some_unit(part, luck);

    switch (how) {
    case LEFT_OUT:
        return unit && leave_out(unit, luck);
    case BOUND:
        if (unit)
            unit->loose = false;
        return unit != NULL;
    case AWAY:
        part->unit[0].home ^= 1u;
        return true;
    case MISSING:
        part->units--;
        return true;
    case TWICE:
        part->unit[0] = part->unit[1];
        return true;
    default:
        part->pos.turn ^= 1u;
        part->pos.key ^= UINT64_C(1);
        return true;
    }
}

static void assert_refused(const arb_pos *pos, arb_colour side, chance *luck, unsigned *refused)
{
    const arb_setup setup = arb_pos_setup(pos);
    arb_proof_answer answer;
    slow_certificate c;

    if (slow_certificate_make(&c, &answer, pos, side, NULL) == ARB_PROOF_NO && c.count > 0) {
        const size_t at = chance_below(luck, (unsigned)c.count);
        const arb_proof_part whole = c.parts[at];
        for (unsigned how = 0; how < TAMPERINGS; how++) {
            if (whole.argument == ARB_ARGUMENT_WALLS && tamper(&c, at, how, luck)) {
                if (!fault_now(&c, pos))
                    fail_msg("tampered with (%u), and not refused", how);
                refused[how]++;
            }
            c.parts[at] = whole;
        }
        assert_no_difference(fault_now(&c, pos), &setup);
    }
    slow_certificate_clear(&c);
}

static void test_proof_certificate__what_is_tampered_with_is_refused(void **state)
{
    chance luck = closed_begin(11);
    unsigned refused[TAMPERINGS] = { 0 };

    (void)state;
    for (unsigned i = 0; i < TAMPERED; i++) {
        const arb_setup setup = closed_setup(&luck, (closed_kind)(i % CLOSED_KIND_COUNT));
        arb_pos pos;
        assert_false(arb_faults_hard(arb_pos_from_setup(&pos, &setup)));
        assert_refused(&pos, ARB_WHITE, &luck, refused);
        assert_refused(&pos, ARB_BLACK, &luck, refused);
    }
    for (unsigned how = 0; how < TAMPERINGS; how++)
        assert_true(refused[how] > 0);
}

/* What is claimed of the side that can mate: by its own parts, or by regions made up for it. */
static void assert_forgery_refused(const arb_pos *pos, arb_colour can, unsigned *refused)
{
    const arb_setup setup = arb_pos_setup(pos);
    arb_proof_part part = { .pos = *pos, .argument = ARB_ARGUMENT_REGIONS, .states = 100 };
    slow_certificate c = { .side = can, .parts = &part, .count = 1 }, other;
    arb_proof_answer answer;

    if (!fault_now(&c, pos))
        assert_no_difference("regions are told of a side that can mate, and not refused", &setup);
    refused[0]++;
    if (slow_certificate_make(&other, &answer, pos, arb_opponent(can), NULL) == ARB_PROOF_NO) {
        other.side = can;
        if (!fault_now(&other, pos))
            assert_no_difference("told of the wrong side, and not refused", &setup);
        refused[1]++;
    }
    slow_certificate_clear(&other);
}

static void test_proof_certificate__forgeries_are_refused(void **state)
{
    chance luck = closed_begin(12);
    unsigned refused[2] = { 0 };

    (void)state;
    for (unsigned i = 0; i < FORGERIES; i++) {
        const arb_setup setup = closed_setup(&luck, (closed_kind)(i % CLOSED_KIND_COUNT));
        arb_pos pos;
        assert_false(arb_faults_hard(arb_pos_from_setup(&pos, &setup)));
        for (int side = 0; side < ARB_COLOUR_COUNT; side++)
            if (arb_proof_can_mate(&pos, (arb_colour)side, NULL) == ARB_PROOF_YES)
                assert_forgery_refused(&pos, (arb_colour)side, refused);
    }
    assert_true(refused[0] > 0 && refused[1] > 0);
}

/* One position fewer than needed, a part that nobody meets, and the same for the other side. */
static void test_proof_certificate__wrong_claims_are_refused(void **state)
{
    const arb_pos pos = pos_of("k4r2/Pp1p1p2/1P1P1Pp1/6P1/6p1/5pP1/5P1K/6BN b - -");
    const arb_pos mate = pos_of("6k1/5ppp/8/8/8/8/8/R3K3 w - -");
    const arb_pos walls = pos_of("8/3k4/8/1p1p1p1p/1P1P1P1P/8/3K4/8 w - -");
    arb_proof_answer answer;
    slow_certificate c, other;

    (void)state;
    assert_int_equal(slow_certificate_make(&c, &answer, &pos, ARB_WHITE, NULL), ARB_PROOF_NO);
    assert_null(fault_now(&c, &pos));
    assert_true(c.expanded > 1 && c.count > 0);
    c.expanded--;
    assert_string_equal(fault_now(&c, &pos), "more positions are gone on from than claimed");
    c.expanded++;
    c.count--;
    assert_non_null(fault_now(&c, &pos));
    c.count++;
    assert_int_equal(slow_certificate_make(&other, &answer, &walls, ARB_WHITE, NULL), ARB_PROOF_NO);
    assert_string_equal(fault_now(&other, &pos), "more positions are gone on from than claimed");
    c.expanded = 1000;
    assert_string_equal(fault_now(&c, &walls), "more positions are gone on from than claimed");
    c.count = 0;
    c.expanded = 100000;
    assert_string_equal(fault_now(&c, &mate), "there is a mate");
    c.side = ARB_BLACK;
    assert_string_equal(fault_now(&c, &pos), "there is a mate");
    slow_certificate_clear(&c);
    slow_certificate_clear(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proof_certificate__holds_for_generated_questions),
        cmocka_unit_test(test_proof_certificate__holds_for_a_file),
        cmocka_unit_test(test_proof_certificate__holds_for_every_argument),
        cmocka_unit_test(test_proof_certificate__holds_for_regions_with_checks),
        cmocka_unit_test(test_proof_certificate__what_is_tampered_with_is_refused),
        cmocka_unit_test(test_proof_certificate__forgeries_are_refused),
        cmocka_unit_test(test_proof_certificate__wrong_claims_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
