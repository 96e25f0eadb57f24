/* SPDX-License-Identifier: MIT */
/*
 * Closed positions of many kinds, made by chance: who can still mate is always decided; every yes
 * is replayed on the board, every answer is what going everywhere finds, where that comes to an
 * end, and seen in a mirror or with the colours changed it is the same.
 *
 * With ARB_TEST_SOAK 200,000 questions: for each of the seeds 1 to 10, 10,000 positions and both
 * sides. Otherwise a thousandth of that (closed_positions.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "arbitro/proof.h"
#include "support/assertions.h"
#include "support/closed_positions.h"
#include "support/slow_mates.h"

enum { EVERYWHERE = 5000 };

typedef struct tally {
    unsigned questions, no, yes, undecided, checked;
    unsigned reasons[ARB_REASON_COUNT];
    uint64_t worst; /* nodes of one question */
} tally;

/* A line that is not as it should be, or NULL. */
static const char *fault_of_line(const arb_pos *pos, const arb_proof_answer *answer)
{
    arb_pos now = *pos;

    if (answer->count > ARB_PROOF_LINE_MAX)
        return "the line is too long";
    for (size_t i = 0; i < answer->count; i++) {
        if (!arb_pos_is_legal(&now, answer->line[i]))
            return "the line has a move that is not legal";
        arb_pos_play(&now, &now, answer->line[i]);
    }
    return arb_pos_is_checkmate(&now) && now.turn != answer->mates ? NULL
                                                                   : "the line ends without mate";
}

/* What is wrong with the answer, or NULL. */
static const char *fault_of(const arb_proof_answer *answer, const arb_pos *pos, arb_colour side,
                            const slow_mates *mates)
{
    if (answer->verdict == ARB_PROOF_UNKNOWN)
        return NULL; /* counted and told elsewhere */
    if (answer->verdict == ARB_PROOF_NO)
        return mates->found[side] ? "there is a mate" : NULL;
    if (mates->all && !mates->found[side])
        return "there is no mate";
    return answer->mates == side ? fault_of_line(pos, answer) : "the other side mates";
}

static void tell_open(const arb_setup *setup, arb_colour side, closed_kind kind)
{
    char fen[ARB_FEN_SIZE];

    arb_fen_write(fen, sizeof fen, setup, ARB_FEN_SHREDDER, NULL);
    print_message("# undecided: %s, %s: %s\n", fen, side == ARB_WHITE ? "white" : "black",
                  closed_kind_text(kind));
}

/* The twin of a position, the `way` counting through the three that differ from it. */
static arb_proof ask_twin(const arb_setup *setup, arb_colour side, unsigned way)
{
    const bool swapped = way % 3 > 0;
    const arb_setup twin = closed_twin(setup, way % 3 != 1, swapped);
    arb_pos pos;

    assert_false(arb_faults_hard(arb_pos_from_setup(&pos, &twin)));
    return arb_proof_can_mate(&pos, swapped ? arb_opponent(side) : side, NULL);
}

static void assert_position(tally *sum, const arb_setup *setup, closed_kind kind, slow_mates *mates)
{
    arb_proof_answer answer;
    arb_pos pos;

    assert_false(arb_faults_hard(arb_pos_from_setup(&pos, setup)));
    slow_mates_find(mates, &pos);
    sum->checked += mates->all;
    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        const arb_proof found = arb_proof_explain_mate(&answer, &pos, (arb_colour)side, NULL);
        assert_int_equal(answer.verdict, found);
        assert_no_difference(fault_of(&answer, &pos, (arb_colour)side, mates), setup);
        sum->questions++;
        sum->no += found == ARB_PROOF_NO;
        sum->yes += found == ARB_PROOF_YES;
        sum->reasons[answer.reason]++;
        sum->worst = answer.nodes > sum->worst ? answer.nodes : sum->worst;
        const arb_proof twin = ask_twin(setup, (arb_colour)side, sum->questions);
        if (found == ARB_PROOF_UNKNOWN || twin == ARB_PROOF_UNKNOWN) {
            tell_open(setup, (arb_colour)side, kind);
            sum->undecided++;
        } else if (found != twin) {
            assert_no_difference("its twin is different", setup);
        }
    }
}

static void tell(const tally *sum, unsigned seed)
{
    print_message("# seed %u: %u questions, %u no, %u yes, %u undecided, %u positions gone through "
                  "everywhere, at most %llu nodes\n",
                  seed, sum->questions, sum->no, sum->yes, sum->undecided, sum->checked,
                  (unsigned long long)sum->worst);
    print_message("#   no: material %u, forced %u, walls %u, exhausted %u\n",
                  sum->reasons[ARB_REASON_MATERIAL], sum->reasons[ARB_REASON_FORCED],
                  sum->reasons[ARB_REASON_WALLS], sum->reasons[ARB_REASON_EXHAUSTED]);
}

static void ask_seed(unsigned seed, unsigned positions)
{
    chance luck = closed_begin(seed);
    tally sum = { 0 };
    slow_mates mates;

    slow_mates_init(&mates, EVERYWHERE);
    for (unsigned i = 0; i < positions; i++) {
        const closed_kind kind = (closed_kind)((i + seed) % CLOSED_KIND_COUNT);
        const arb_setup setup = closed_setup(&luck, kind);
        assert_position(&sum, &setup, kind, &mates);
    }
    slow_mates_clear(&mates);
    tell(&sum, seed);
    assert_int_equal(sum.undecided, 0);
}

/* Laws 5.2.2, 1.5, 6.9, A.5.2 */
static void test_proof_generated__every_question_is_decided(void **state)
{
    const closed_volume volume = closed_volume_of();

    (void)state;
    for (unsigned seed = volume.first; seed <= volume.last; seed++)
        ask_seed(seed, volume.positions);
}

/* Every kind is there with both answers, or nearly: else it shows nothing. */
static void test_proof_generated__kinds_are_closed(void **state)
{
    (void)state;
    for (int kind = 0; kind < CLOSED_KIND_COUNT; kind++) {
        chance luck = closed_begin(100 + (unsigned)kind);
        unsigned answers[3] = { 0 };
        for (unsigned i = 0; i < 300 && !(answers[ARB_PROOF_NO] && answers[ARB_PROOF_YES]); i++) {
            const arb_setup setup = closed_setup(&luck, (closed_kind)kind);
            arb_pos pos;
            assert_false(arb_faults_hard(arb_pos_from_setup(&pos, &setup)));
            answers[arb_proof_can_mate(&pos, (arb_colour)(i % 2), NULL)]++;
        }
        if (answers[ARB_PROOF_NO] == 0 || answers[ARB_PROOF_YES] == 0)
            fail_msg("%s: no %u, yes %u", closed_kind_text((closed_kind)kind),
                     answers[ARB_PROOF_NO], answers[ARB_PROOF_YES]);
    }
}

/* One seed, one sequence; a twin of a twin is the position itself. */
static void test_proof_generated__positions_are_the_same_for_one_seed(void **state)
{
    (void)state;
    for (int kind = 0; kind < CLOSED_KIND_COUNT; kind++) {
        chance one = closed_begin(7), two = closed_begin(7);
        for (unsigned i = 0; i < 4; i++) {
            const arb_setup setup = closed_setup(&one, (closed_kind)kind);
            const arb_setup again = closed_setup(&two, (closed_kind)kind);
            const arb_setup twin = closed_twin(&setup, i % 2, i >= 2);
            const arb_setup back = closed_twin(&twin, i % 2, i >= 2);
            assert_true(arb_setup_equal(&setup, &again));
            assert_true(arb_setup_equal(&setup, &back));
        }
    }
}

static bool count_and_stop(void *user, uint64_t nodes)
{
    (void)nodes;
    ++*(unsigned *)user;
    return false;
}

typedef struct waiting {
    uint64_t nodes;
    unsigned asked;
} waiting;

static bool count(void *user, uint64_t nodes)
{
    waiting *w = user;

    assert_true(nodes >= w->nodes);
    w->nodes = nodes;
    w->asked++;
    return true;
}

/* Who waits is told how far it is; when nobody waits any more there is no answer. */
static void test_proof_generated__a_question_ends_when_nobody_waits(void **state)
{
    const arb_pos pos = pos_of("k1b1b3/8/8/1pBpBpBp/1PbPbPbP/8/8/K1B1B3 w - -");
    unsigned asked = 0;
    waiting w = { 0 };
    const arb_effort nobody = { .goes_on = count_and_stop, .user = &asked };
    const arb_effort somebody = { .goes_on = count, .user = &w, .nodes = 100000 };

    (void)state;
    assert_int_equal(arb_proof_can_mate(&pos, ARB_WHITE, &nobody), ARB_PROOF_UNKNOWN);
    assert_true(asked > 0);
    (void)arb_proof_can_mate(&pos, ARB_WHITE, &somebody);
    assert_true(w.nodes > 0);
    assert_in_range(w.asked, 1, 400); /* now and then, not at every step */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proof_generated__every_question_is_decided),
        cmocka_unit_test(test_proof_generated__kinds_are_closed),
        cmocka_unit_test(test_proof_generated__positions_are_the_same_for_one_seed),
        cmocka_unit_test(test_proof_generated__a_question_ends_when_nobody_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
