/* SPDX-License-Identifier: MIT */
/*
 * Each stage of the prover by itself, where others would answer before it: what it says is what
 * going everywhere finds, its line leads to mate, its certificate holds, and it is as strong as it
 * was.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "proof/abstract_closure.h"
#include "proof/exhaustion.h"
#include "proof/search.h"
#include "proof/walls.h"
#include "support/assertions.h"
#include "support/closed_positions.h"
#include "support/failing_mem.h"
#include "support/slow_certificate.h"
#include "support/slow_mates.h"

enum { EVERYWHERE = 2000, NODES = 4000, REGION_STATES = 500 };

/* A question that one stage is asked. */
typedef struct question {
    const arb_pos *pos;
    arb_search_task task;
    arb_proof_answer answer;
    arb_certificate certificate;
    slow_certificate kept;
} question;

typedef arb_proof stage(question *q);

/* Makes the task; the question stays where it is. */
static void begin(question *q, const arb_pos *pos, arb_colour side)
{
    *q = (question){ .pos = pos };
    q->kept.side = side;
    q->certificate =
        (arb_certificate){ .side = side, .tell = slow_certificate_keep, .user = &q->kept };
    q->task = (arb_search_task){
        .side = side, .nodes = NODES, .answer = &q->answer, .certificate = &q->certificate
    };
}

static arb_proof search_plainly(question *q)
{
    return arb_search(q->pos, &q->task);
}

/* As the long search is made. */
static arb_proof search_by_kind(question *q)
{
    q->task.by_kind = true;
    q->task.repeat = 4;
    return arb_search(q->pos, &q->task);
}

/* Regions are asked after the first moves that cannot be taken back. */
static arb_proof search_with_regions(question *q)
{
    q->task.closures = true;
    return arb_search(q->pos, &q->task);
}

static arb_proof search_corners(question *q)
{
    q->task.corners = UINT64_C(255) << 56;
    return arb_search(q->pos, &q->task);
}

/* Along the first plan of a map. */
static arb_proof search_with_a_plan(question *q)
{
    arb_abstract_closure closure;
    arb_proof found = ARB_PROOF_UNKNOWN;

    (void)arb_abstract_closure_map(&closure, q->pos, q->task.side, NULL, REGION_STATES);
    if (closure.plan_count && arb_abstract_graph_measure(&closure, 0)) {
        const arb_abstract_guide map = { &closure, &closure.plans[0] };
        q->task.map = &map;
        found = arb_search(q->pos, &q->task);
    } else {
        found = arb_search(q->pos, &q->task);
    }
    arb_abstract_closure_clear(&closure);
    return found;
}

static arb_proof exhaust(question *q)
{
    arb_exhaustion exhaustion;
    arb_proof found = ARB_PROOF_UNKNOWN;

    if (arb_exhaustion_begin(&exhaustion, q->pos, &q->task))
        found = arb_exhaustion_go(&exhaustion, UINT64_MAX);
    arb_exhaustion_clear(&exhaustion);
    return found;
}

/* In many turns, each of a few states more. */
static arb_proof exhaust_by_turns(question *q)
{
    arb_exhaustion exhaustion;
    arb_proof found = ARB_PROOF_UNKNOWN;

    assert_true(arb_exhaustion_begin(&exhaustion, q->pos, &q->task));
    for (uint64_t states = 1; states < 2 * NODES && found == ARB_PROOF_UNKNOWN;
         states += 1 + states / 3)
        found = arb_exhaustion_go(&exhaustion, states);
    arb_exhaustion_clear(&exhaustion);
    return found;
}

static const struct {
    const char *name;
    stage *ask;
    bool nearest; /* finds the mate that needs the fewest moves */
    bool dear;    /* asked of one position in four; what regions cost is told elsewhere */
} stages[] = {
    { "search", search_plainly, false, false },
    { "search by kind", search_by_kind, false, false },
    { "search for corners", search_corners, false, false },
    { "search with a plan", search_with_a_plan, false, false },
    { "exhaustion", exhaust, true, false },
    { "exhaustion by turns", exhaust_by_turns, true, false },
    { "search with regions", search_with_regions, false, true },
};

enum { STAGES = sizeof stages / sizeof *stages };

/* What is wrong with a line to a mate by `side`, or NULL. */
static const char *fault_of_line(const question *q)
{
    arb_pos now = *q->pos;

    for (size_t i = 0; i < q->answer.count; i++) {
        if (!arb_pos_is_legal(&now, q->answer.line[i]))
            return "the line has a move that is not legal";
        arb_pos_play(&now, &now, q->answer.line[i]);
    }
    return arb_pos_is_checkmate(&now) && now.turn != q->task.side ? NULL
                                                                  : "the line ends without mate";
}

/* What is wrong with an exhausted search, or NULL. */
static const char *fault_of_no(question *q, const slow_mates *mates)
{
    slow_checked sum = { 0 };

    if (mates->found[q->task.side])
        return "there is a mate";
    q->kept.expanded = q->certificate.expanded;
    const char *fault = slow_certificate_fault(&q->kept, q->pos, &sum);
    if (!fault && q->certificate.expanded != sum.positions)
        fault = "fewer positions are gone on from than claimed";
    if (!fault && q->certificate.parts != q->kept.count)
        fault = "there are more parts than were told";
    if (!fault && mates->all && q->answer.nodes > mates->count)
        fault = "there are more states than positions";
    return fault;
}

static const char *fault_of(question *q, arb_proof found, bool nearest, const slow_mates *mates)
{
    const arb_colour side = q->task.side;

    if (found == ARB_PROOF_NO)
        return fault_of_no(q, mates);
    if (found == ARB_PROOF_UNKNOWN) {
        if (nearest && mates->found[side])
            return "a mate that is near is not found";
        return mates->all ? "undecided" : NULL;
    }
    if (mates->all && !mates->found[side])
        return "there is no mate";
    if (nearest && mates->found[side] && q->answer.count != mates->plies[side])
        return "the line is not the shortest";
    return q->answer.count > ARB_PROOF_LINE_MAX ? NULL : fault_of_line(q);
}

typedef struct tally {
    unsigned answers[3];
    uint64_t work[STAGES]; /* positions gone through where there was an answer */
} tally;

/* How much the stages did is what they did when this was written, or less. */
static void assert_work(const tally *sum, const uint64_t was[STAGES])
{
    print_message("# no %u, yes %u, unknown %u\n", sum->answers[ARB_PROOF_NO],
                  sum->answers[ARB_PROOF_YES], sum->answers[ARB_PROOF_UNKNOWN]);
    for (unsigned i = 0; i < STAGES; i++) {
        print_message("# %s: %llu of %llu positions\n", stages[i].name,
                      (unsigned long long)sum->work[i], (unsigned long long)was[i]);
        assert_true(stages[i].dear || sum->work[i] <= was[i] + was[i] / 4);
    }
}

/* Who has nothing to mate with is never asked for, nor is one whose game is over. */
static void assert_stages(const arb_setup *setup, slow_mates *mates, tally *sum)
{
    arb_pos pos;

    assert_false(arb_faults_hard(arb_pos_from_setup(&pos, setup)));
    if (arb_pos_count(&pos) == 0)
        return;
    slow_mates_find(mates, &pos);
    for (int side = 0; side < ARB_COLOUR_COUNT; side++)
        for (unsigned i = 0; i < STAGES && !slow_material_holds(&pos, (arb_colour)side); i++) {
            question q;
            if (stages[i].dear && pos.key % 4 != 0)
                continue;
            begin(&q, &pos, (arb_colour)side);
            const arb_proof found = stages[i].ask(&q);
            const char *fault = fault_of(&q, found, stages[i].nearest, mates);
            if (fault)
                print_message("# %s, %s\n", stages[i].name, side ? "black" : "white");
            assert_no_difference(fault, setup);
            slow_certificate_clear(&q.kept);
            sum->answers[found]++;
            sum->work[i] += found == ARB_PROOF_UNKNOWN ? 0 : q.answer.nodes;
        }
}

/* Laws 5.2.2, 6.9 */
static void test_proof_stages__closed_positions(void **state)
{
    chance luck = closed_begin(70);
    static const uint64_t was[STAGES] = { 47265, 57727, 73855, 53391, 9232, 9232 };
    tally sum = { 0 };
    slow_mates mates;

    (void)state;
    slow_mates_init(&mates, EVERYWHERE);
    for (unsigned i = 0; i < 4 * CLOSED_KIND_COUNT; i++) {
        const arb_setup setup = closed_setup(&luck, (closed_kind)(i % CLOSED_KIND_COUNT));
        assert_stages(&setup, &mates, &sum);
    }
    slow_mates_clear(&mates);
    assert_work(&sum, was);
    assert_true(sum.answers[ARB_PROOF_NO] > 0 && sum.answers[ARB_PROOF_YES] > 0);
}

/* Any square that is vacant. */
static unsigned vacant(const arb_setup *setup, chance *luck)
{
    unsigned square;

    do
        square = chance_below(luck, 64);
    while (setup->piece[square] != ARB_PIECE_NONE);
    return square;
}

/* White's king and rooks at home, with the right to castle, as in any of the starting positions. */
static void put_castling(arb_setup *setup, chance *luck)
{
    const unsigned king = 1 + chance_below(luck, 6);
    const unsigned left = chance_below(luck, king), right = king + 1 + chance_below(luck, 7 - king);

    setup->piece[king] = arb_piece_of(ARB_WHITE, ARB_KING);
    setup->piece[left] = setup->piece[right] = arb_piece_of(ARB_WHITE, ARB_ROOK);
    setup->castling = UINT64_C(1) << left | UINT64_C(1) << right;
}

/* White to move may capture a pawn en passant. */
static void put_en_passant(arb_setup *setup, chance *luck)
{
    const unsigned file = chance_below(luck, 7), left = chance_below(luck, 2);

    setup->piece[32 + file + left] = arb_piece_of(ARB_BLACK, ARB_PAWN);
    setup->piece[32 + file + 1 - left] = arb_piece_of(ARB_WHITE, ARB_PAWN);
    setup->en_passant = (arb_square)(40 + file + left);
}

/* Few pieces or many, a mate often near; castling and captures en passant among the moves. */
static arb_setup sharp(chance *luck, unsigned number)
{
    const unsigned pieces =
        number % 4 == 3 ? 14 + chance_below(luck, 10) : 2 + chance_below(luck, 5);
    arb_setup setup = arb_setup_empty();

    if (number % 3 == 1)
        put_castling(&setup, luck);
    else
        setup.piece[vacant(&setup, luck)] = arb_piece_of(ARB_WHITE, ARB_KING);
    if (number % 3 == 2)
        put_en_passant(&setup, luck);
    setup.piece[vacant(&setup, luck)] = arb_piece_of(ARB_BLACK, ARB_KING);
    for (unsigned i = 0; i < pieces; i++) {
        const unsigned square = vacant(&setup, luck);
        const bool edge = square < 8 || square >= 56;
        const arb_role role = (arb_role)(chance_below(luck, 5) + (edge ? 1 : 0));
        if (role != ARB_KING && square != setup.en_passant && square != setup.en_passant + 8u)
            setup.piece[square] = arb_piece_of((arb_colour)(i % 2), role);
    }
    return closed_twin(&setup, false, chance_below(luck, 2));
}

/* Laws 5.2.2, 6.9, 3.7.3, 3.8.2 */
static void test_proof_stages__sharp_positions(void **state)
{
    chance luck = closed_begin(71);
    static const uint64_t was[STAGES] = { 30916, 40500, 44718, 35005, 8468, 8468 };
    unsigned made = 0;
    tally sum = { 0 };
    slow_mates mates;

    (void)state;
    slow_mates_init(&mates, EVERYWHERE);
    for (unsigned i = 0; made < 40; i++) {
        const arb_setup setup = sharp(&luck, i);
        arb_pos pos;
        if (arb_faults_hard(arb_pos_from_setup(&pos, &setup)))
            continue;
        assert_stages(&setup, &mates, &sum);
        made++;
    }
    slow_mates_clear(&mates);
    assert_work(&sum, was);
    assert_true(sum.answers[ARB_PROOF_YES] > 100);
}

/* The argument that holds of a position by itself: tells its part, and counts it. */
static bool tell_argument(question *q, unsigned held[2])
{
    uint64_t spent = 0;

    if (arb_walls_hold(q->pos, q->task.side)) {
        held[ARB_ARGUMENT_WALLS]++;
        arb_certificate_add(&q->certificate, q->pos, ARB_ARGUMENT_WALLS);
    } else if (arb_abstract_closure_ask(q->pos, q->task.side, NULL, REGION_STATES, &spent) ==
               ARB_PROOF_NO) {
        held[ARB_ARGUMENT_REGIONS]++;
        arb_certificate_add(&q->certificate, q->pos, ARB_ARGUMENT_REGIONS);
    }
    return q->certificate.parts > 0;
}

/* Can walls and regions be asked of it? */
static bool is_asked(const arb_pos *pos, arb_colour side)
{
    return !slow_material_holds(pos, side) && arb_pos_count(pos) > 0 && !pos->castling &&
           !arb_pos_checkers(pos, arb_opponent((arb_colour)pos->turn));
}

/*
 * Where walls or regions hold there is no mate, which is read again slowly; and they hold as often
 * as they did when this was written, or more often.
 */
/* Laws 5.2.2, 6.9 */
static void test_proof_stages__walls_and_regions_are_as_strong_as_they_were(void **state)
{
    enum { POSITIONS = 500, WALLS = 130, REGIONS = 16 };
    chance luck = closed_begin(72);
    unsigned held[2] = { 0 };

    (void)state;
    for (unsigned i = 0; i < POSITIONS; i++) {
        /* regions are seldom needed, most often in known positions that were changed */
        const closed_kind kind = i % 2 ? CLOSED_CHANGED : (closed_kind)(i / 2 % CLOSED_KIND_COUNT);
        const arb_setup setup = closed_setup(&luck, kind);
        slow_checked sum = { 0 };
        arb_pos pos;
        assert_false(arb_faults_hard(arb_pos_from_setup(&pos, &setup)));
        for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
            question q;
            begin(&q, &pos, (arb_colour)side);
            if (is_asked(&pos, (arb_colour)side) && tell_argument(&q, held))
                assert_no_difference(slow_certificate_fault(&q.kept, &pos, &sum), &setup);
            slow_certificate_clear(&q.kept);
        }
    }
    print_message("# walls %u, regions %u\n", held[ARB_ARGUMENT_WALLS], held[ARB_ARGUMENT_REGIONS]);
    assert_true(held[ARB_ARGUMENT_WALLS] >= WALLS && held[ARB_ARGUMENT_REGIONS] >= REGIONS);
}

/* Pawns that are locked for ever are no part of a state, and walls end lines. */
/* Laws 5.2.2 */
static void test_proof_stages__exhaustion_leaves_out_what_never_moves(void **state)
{
    const arb_pos ordinary = pos_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    const arb_pos locked = pos_of("8/3k4/8/1p1p1p1p/1P1P1P1P/8/3K4/8 w - -");
    static const char *const ends[] = { "4k3/4p3/4P3/8/1p2p1p1/1P2PpP1/4KP2/8 w - -",
                                        "k7/1p5p/1p6/4p2p/1p1pP1pP/pPpP2P1/P1P5/4K3 w - -",
                                        "k7/1p2p3/1Pp5/2p1p3/2P1P1p1/5pP1/4KP2/8 b - -" };
    arb_exhaustion exhaustion;
    question q;

    (void)state;
    assert_false(arb_walls_hold(&ordinary, ARB_WHITE));
    begin(&q, &locked, ARB_WHITE);
    assert_true(arb_exhaustion_begin(&exhaustion, &locked, &q.task));
    assert_true(exhaustion.narrow);
    assert_true(exhaustion.fixed_all ==
                (locked.side[ARB_WHITE].pawns | locked.side[ARB_BLACK].pawns));
    arb_exhaustion_clear(&exhaustion);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const arb_pos pos = pos_of(ends[i]);
        const slow_mates nothing = { 0 };
        begin(&q, &pos, ARB_WHITE);
        assert_int_equal(exhaust(&q), ARB_PROOF_NO);
        assert_true(q.certificate.parts > 0);
        assert_null(fault_of_no(&q, &nothing));
        slow_certificate_clear(&q.kept);
    }
}

/* Twice it is not to go on, the second time in the midst of its states. */
static bool stop_twice(void *user, uint64_t nodes)
{
    unsigned *asked = user;

    (void)nodes;
    return ++*asked != 1 && *asked != 3;
}

/* Have both met the same states, in the same order? */
static bool is_same_way(const arb_exhaustion *a, const arb_exhaustion *b)
{
    bool same = a->store.count == b->store.count && a->store.words == b->store.words;

    for (uint32_t i = 0; i < a->store.count && same; i++)
        same = arb_position_same(&a->store, arb_position_words(&a->store, i),
                                 arb_position_words(&b->store, i));
    return same;
}

/* Exhausts in spite of stops and of one refusal of memory; tells whether there was one. */
static bool assert_goes_on(const arb_exhaustion *whole, question *q, size_t fail_at)
{
    unsigned asked = 0;
    const arb_effort effort = { .goes_on = stop_twice, .user = &asked };
    arb_exhaustion exhaustion;
    arb_proof found = ARB_PROOF_UNKNOWN;
    failing_mem mem;

    failing_mem_init(&mem, fail_at);
    q->task.mem = &mem.mem;
    q->task.effort = &effort;
    const bool begun = arb_exhaustion_begin(&exhaustion, q->pos, &q->task);
    for (unsigned turns = 0; begun && turns < 8 && found == ARB_PROOF_UNKNOWN; turns++)
        found = arb_exhaustion_go(&exhaustion, UINT64_MAX);
    assert_true(begun || mem.failed);
    assert_true(!begun || is_same_way(&exhaustion, whole));
    if (found == ARB_PROOF_YES)
        assert_null(fault_of_line(q));
    arb_exhaustion_clear(&exhaustion);
    failing_mem_assert_clean(&mem);
    return mem.failed;
}

/* More states than a block holds: what was stopped goes on as if it had not been. */
static void test_proof_stages__exhaustion_goes_on_where_it_was_stopped(void **state)
{
    static const struct {
        arb_colour side;
        const char *fen;
    } list[] = {
        { ARB_WHITE, "k1b5/1p6/pPp3b1/P1Pp3p/3Pp1pP/4PpP1/2K2P2/8 b - -" },
        { ARB_BLACK, "8/8/p3p1k1/P1K1Pp1p/1p3PpP/1P6/1P6/8 w - -" },
        { ARB_BLACK, "1k6/8/7p/p5pP/pN1p1pP1/1PpPpP2/P1P1r3/5P1K w - -" },
    };
    slow_mates mates;

    (void)state;
    slow_mates_init(&mates, 40000);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        const arb_pos pos = pos_of(list[i].fen);
        const arb_colour side = list[i].side;
        arb_exhaustion whole;
        question q, again;
        slow_mates_find(&mates, &pos);
        begin(&q, &pos, side);
        q.task.nodes = UINT64_MAX;
        assert_true(arb_exhaustion_begin(&whole, &pos, &q.task));
        assert_int_equal(arb_exhaustion_go(&whole, UINT64_MAX),
                         mates.found[side] ? ARB_PROOF_YES : ARB_PROOF_NO);
        assert_true(mates.found[side] ? q.answer.count == mates.plies[side]
                                      : mates.all && whole.store.count == mates.count);
        for (size_t fail_at = 1, more = 1; more; fail_at++) {
            begin(&again, &pos, side);
            again.task.nodes = UINT64_MAX;
            more = assert_goes_on(&whole, &again, fail_at);
            slow_certificate_clear(&again.kept);
        }
        slow_certificate_clear(&q.kept);
        arb_exhaustion_clear(&whole);
    }
    slow_mates_clear(&mates);
}

/* Every piece of the board is a unit of a part, also where there are as many as can be. */
static void test_proof_stages__a_part_has_room_for_all_units(void **state)
{
    const arb_pos pos = pos_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    uint64_t homes = 0;
    question q;

    (void)state;
    begin(&q, &pos, ARB_WHITE);
    arb_certificate_add(&q.certificate, &pos, ARB_ARGUMENT_WALLS);
    assert_int_equal(q.kept.count, 1);
    assert_int_equal(q.kept.parts[0].units, ARB_PROOF_UNITS_MAX);
    for (unsigned i = 0; i < ARB_PROOF_UNITS_MAX; i++)
        homes |= UINT64_C(1) << q.kept.parts[0].unit[i].home;
    assert_true(homes == (pos.side[ARB_WHITE].all | pos.side[ARB_BLACK].all));
    slow_certificate_clear(&q.kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proof_stages__closed_positions),
        cmocka_unit_test(test_proof_stages__sharp_positions),
        cmocka_unit_test(test_proof_stages__walls_and_regions_are_as_strong_as_they_were),
        cmocka_unit_test(test_proof_stages__exhaustion_leaves_out_what_never_moves),
        cmocka_unit_test(test_proof_stages__exhaustion_goes_on_where_it_was_stopped),
        cmocka_unit_test(test_proof_stages__a_part_has_room_for_all_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
