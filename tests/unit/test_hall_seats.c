/* SPDX-License-Identifier: MIT */
/* What a seat may send, counted at a table without a server: nobody's flood takes another's room.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hall/bare.h"
#include "support/hall/hall.h"

enum { LONGEST = 17697 /* plies, under the rule of 75 moves */ };

/* What the table would say to this event of a seat. */
static arb_budget_answer asks(arb_table *t, arb_seat seat, const char *words)
{
    arb_submission s = { .table = t, .seat = seat, .visitor = 7, .received_ms = 1000 };

    assert_int_equal(
        arb_event_read_words(&s.event, NULL, words, strlen(words), arb_seat_actor(seat), 0, NULL),
        ARB_OK);
    return arb_budgets_room(t, &s);
}

/* Whoever plays by move and press, and writes both moves down, never lacks room. */
static void test_budgets__the_longest_game_has_room(void **state)
{
    (void)state;
    for (uint32_t turns = 0; turns <= LONGEST; turns++) {
        const uint32_t own = turns / 2 + 1; /* moves of this player, the next one included */
        assert_true(arb_budget_total(ARB_BUDGET_PLAY, turns) >= 2 * own);
        assert_true(arb_budget_total(ARB_BUDGET_TALK, turns) >= 2 * own);
        assert_true(arb_budget_total(ARB_BUDGET_CALL, turns) >= 100 + (own - 1) / 2);
        assert_true(arb_budget_refusals(turns) < arb_budget_total(ARB_BUDGET_PLAY, turns));
    }
    assert_true((uint32_t)ARB_TURNS_MAX > (uint32_t)LONGEST);
    /* what has no end is bounded all the same */
    assert_int_equal(arb_budget_total(ARB_BUDGET_PLAY, UINT32_MAX),
                     arb_budget_total(ARB_BUDGET_PLAY, ARB_TURNS_MAX));
}

static void test_budgets__every_verb_has_a_kind(void **state)
{
    static const char *const open[] = { "move e2e4", "play e2e4", "press",  "release e4",
                                        "resign",    "accept",    "decline" };
    unsigned talk = 0;

    (void)state;
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++)
        assert_true(arb_budget_of(ARB_SEAT_WHITE, arb_rights_verb(open[i], strlen(open[i]))) <
                    ARB_BUDGET_TALK);
    for (unsigned i = 0; i <= ARB_VERB_COUNT; i++) {
        talk += arb_budget_of(ARB_SEAT_BLACK, (arb_verb)i) == ARB_BUDGET_TALK;
        const bool rules =
            i == ARB_VERB_COUNT || arb_actor_has_verb(ARB_ACTOR_ARBITER, (arb_verb)i);
        assert_int_equal(arb_budget_of(ARB_SEAT_ARBITER, (arb_verb)i),
                         rules ? ARB_BUDGET_RULE : ARB_BUDGET_SPEECH);
        assert_int_equal(arb_budget_of(ARB_SEAT_SPECTATOR, (arb_verb)i), ARB_BUDGET_REPORT);
    }
    assert_true(talk > 10);
}

/* White writes as much as he may: he can write no more, and everything else is as before. */
static void test_budgets__a_flood_fills_its_own_room_alone(void **state)
{
    arb_table *t = bare_table(&arb_fide_2023);
    const uint32_t most = arb_budget_total(ARB_BUDGET_TALK, 0);

    (void)state;
    assert_true(happens(t, ARB_ACTOR_ARBITER, "start"));
    for (uint32_t i = 0; i < most; i++) {
        assert_int_equal(asks(t, ARB_SEAT_WHITE, "write x"), ARB_BUDGET_GRANTED);
        assert_true(happens(t, ARB_ACTOR_WHITE, "write x"));
    }
    assert_int_equal(asks(t, ARB_SEAT_WHITE, "write x"), ARB_BUDGET_SPENT);
    assert_int_equal(asks(t, ARB_SEAT_WHITE, "touch e2"), ARB_BUDGET_SPENT);
    assert_int_equal(asks(t, ARB_SEAT_WHITE, "play e2e4"), ARB_BUDGET_GRANTED);
    assert_int_equal(asks(t, ARB_SEAT_WHITE, "resign"), ARB_BUDGET_GRANTED);
    assert_int_equal(asks(t, ARB_SEAT_BLACK, "write x"), ARB_BUDGET_GRANTED);
    assert_int_equal(asks(t, ARB_SEAT_BLACK, "play e7e5"), ARB_BUDGET_GRANTED);
    assert_int_equal(asks(t, ARB_SEAT_ARBITER, "rule x"), ARB_BUDGET_GRANTED);
    assert_int_equal(asks(t, ARB_SEAT_SPECTATOR, "report x"), ARB_BUDGET_GRANTED);
    /* a turn later there is room for one more */
    assert_true(happens(t, ARB_ACTOR_WHITE, "play e2e4"));
    assert_int_equal(asks(t, ARB_SEAT_WHITE, "write x"), ARB_BUDGET_GRANTED);
    arb_table_free(t);
}

/* Moves that no opponent answers make no room. */
static void test_budgets__nobody_makes_room_alone(void **state)
{
    arb_table *t = bare_table(&arb_fide_2023);

    (void)state;
    assert_true(happens(t, ARB_ACTOR_ARBITER, "start"));
    assert_true(happens(t, ARB_ACTOR_WHITE, "move e2e4"));
    assert_true(happens(t, ARB_ACTOR_WHITE, "press"));
    assert_int_equal(arb_budgets_turns(arb_budgets_of(t)), 1);
    assert_true(happens(t, ARB_ACTOR_BLACK, "play e7e5"));
    assert_int_equal(arb_budgets_turns(arb_budgets_of(t)), 2);
    arb_table_free(t);
}

/* Resigning and accepting have room when all else is used up; so have moves. */
static void test_budgets__there_is_always_an_end(void **state)
{
    arb_table *t = bare_table(&arb_fide_2023);
    arb_submission s = { .table = t,
                         .seat = ARB_SEAT_WHITE,
                         .exchange = (arb_http_exchange *)t,
                         .verdict = { .refused = true } };

    (void)state;
    assert_true(happens(t, ARB_ACTOR_ARBITER, "start"));
    for (uint32_t i = 0; i < arb_budget_refusals(0); i++) {
        assert_true(arb_budgets_keep_refusal(t, &s));
        assert_false(happens(t, ARB_ACTOR_WHITE, "claim flag"));
    }
    assert_false(arb_budgets_keep_refusal(t, &s));
    s.seat = ARB_SEAT_BLACK;
    assert_true(arb_budgets_keep_refusal(t, &s));
    s.seat = ARB_SEAT_WHITE;
    s.verdict.count = 1; /* it has consequences: it is kept whatever came before */
    assert_true(arb_budgets_keep_refusal(t, &s));
    assert_int_equal(asks(t, ARB_SEAT_WHITE, "play e2e4"), ARB_BUDGET_GRANTED);
    assert_int_equal(asks(t, ARB_SEAT_WHITE, "resign"), ARB_BUDGET_GRANTED);
    arb_table_free(t);
}

static void test_budgets__long_texts_take_from_the_bytes(void **state)
{
    arb_table *t = bare_table(&arb_fide_2023);
    static char text[1100] = "write \"";
    unsigned taken = 0;

    (void)state;
    memset(text + 7, 'x', 1024);
    strcat(text, "\"");
    assert_true(happens(t, ARB_ACTOR_ARBITER, "start"));
    while (taken < 1000 && asks(t, ARB_SEAT_WHITE, text) == ARB_BUDGET_GRANTED) {
        assert_true(happens(t, ARB_ACTOR_WHITE, text));
        taken++;
    }
    assert_int_equal(taken, 64); /* of a kilobyte each */
    assert_int_equal(asks(t, ARB_SEAT_WHITE, "write e4"), ARB_BUDGET_GRANTED);
    assert_int_equal(asks(t, ARB_SEAT_BLACK, text), ARB_BUDGET_GRANTED);
    arb_table_free(t);
}

static void test_budgets__what_is_counted_survives_sleep(void **state)
{
    arb_table *t = bare_table(&arb_fide_2023);

    (void)state;
    assert_true(happens(t, ARB_ACTOR_ARBITER, "start"));
    for (uint32_t i = 0; i < arb_budget_total(ARB_BUDGET_TALK, 0); i++)
        assert_true(happens(t, ARB_ACTOR_BLACK, "write x"));
    assert_int_equal(asks(t, ARB_SEAT_BLACK, "write x"), ARB_BUDGET_SPENT);
    arb_budgets_free(t->budgets);
    t->budgets = NULL;
    assert_int_equal(asks(t, ARB_SEAT_BLACK, "write x"), ARB_BUDGET_SPENT);
    arb_table_free(t);
}

static void test_budgets__a_seat_has_its_own_pace(void **state)
{
    arb_table *t = bare_table(&arb_fide_2023);
    arb_budgets *b = arb_budgets_of(t);
    unsigned talk = 0, moves = 0;

    (void)state;
    for (int64_t now = 1000; now < 11000; now++) { /* every millisecond, for ten seconds */
        talk += arb_budgets_pace(b, ARB_SEAT_WHITE, ARB_BUDGET_TALK, now);
        moves += arb_budgets_pace(b, ARB_SEAT_BLACK, ARB_BUDGET_PLAY, now);
    }
    assert_int_equal(talk, 40 + 49);
    assert_in_range(moves, 60 + 299, 60 + 300);
    assert_true(arb_budgets_pace(b, ARB_SEAT_WHITE, ARB_BUDGET_PLAY, 11000));
    /* a clock that jumps fills it, and no more */
    unsigned after = 0;
    while (after < 1000 && arb_budgets_pace(b, ARB_SEAT_WHITE, ARB_BUDGET_TALK, INT64_MAX / 2))
        after++;
    assert_int_equal(after, 40);
    arb_table_free(t);
}

/* Waits at the table until the one before is stored. */
static void waits(arb_table *t, arb_seat seat, uint64_t visitor)
{
    arb_submission *s = arb_submission_new(t, seat, "write x", 7);

    assert_non_null(s);
    s->visitor = visitor;
    *t->last = s;
    t->last = &s->next;
}

static arb_budget_answer admits(arb_table *t, arb_seat seat, arb_verb verb, uint64_t visitor)
{
    return arb_budgets_admit(t, seat, verb, visitor, 1000);
}

/* However much one seat sends, the other's move waits behind a few events and no more. */
static void test_budgets__few_events_of_a_seat_wait(void **state)
{
    arb_table *t = bare_table(&arb_fide_2023);
    unsigned talk = 0, moves = 0, reports = 0;

    (void)state;
    for (; admits(t, ARB_SEAT_WHITE, ARB_VERB_WRITE, 0) == ARB_BUDGET_GRANTED; talk++)
        waits(t, ARB_SEAT_WHITE, 0);
    assert_int_equal(talk, ARB_WAITING_TALK_MAX);
    for (; admits(t, ARB_SEAT_WHITE, ARB_VERB_MOVE, 0) == ARB_BUDGET_GRANTED; moves++)
        waits(t, ARB_SEAT_WHITE, 0);
    assert_int_equal(talk + moves, ARB_WAITING_MAX);
    for (; admits(t, ARB_SEAT_SPECTATOR, ARB_VERB_REPORT, reports) == ARB_BUDGET_GRANTED;
         reports++) {
        waits(t, ARB_SEAT_SPECTATOR, reports);
        assert_int_equal(admits(t, ARB_SEAT_SPECTATOR, ARB_VERB_REPORT, reports), ARB_BUDGET_LATER);
    }
    assert_int_equal(reports, ARB_WAITING_REPORTS_MAX);
    assert_int_equal(admits(t, ARB_SEAT_BLACK, ARB_VERB_MOVE, 0), ARB_BUDGET_GRANTED);
    assert_int_equal(admits(t, ARB_SEAT_BLACK, ARB_VERB_WRITE, 0), ARB_BUDGET_GRANTED);
    assert_int_equal(admits(t, ARB_SEAT_ARBITER, ARB_VERB_STOP, 0), ARB_BUDGET_GRANTED);
    arb_table_free(t);
}

/* One visitor, then twenty, then a thousand: whoever has said nothing yet is heard. */
static void test_budgets__a_visitor_cannot_silence_another(void **state)
{
    arb_table *t = bare_table(&arb_fide_2023);
    arb_budgets *b = arb_budgets_of(t);
    uint32_t reports = 0;

    (void)state;
    for (unsigned i = 0; i < 5000; i++)
        reports += arb_budgets_report(b, 1, reports, 1000) == ARB_BUDGET_GRANTED;
    assert_int_equal(reports, ARB_VISITOR_REPORTS);
    for (unsigned i = 0; i < 5000; i++) /* forty of them, in turn */
        reports += arb_budgets_report(b, 2 + i % 40, reports, 1000) == ARB_BUDGET_GRANTED;
    assert_in_range(reports, ARB_REPORTS_MAX / 2, ARB_REPORTS_MAX * 3 / 4);
    assert_int_equal(arb_budgets_report(b, 99, reports, 1000), ARB_BUDGET_GRANTED);
    reports++;
    for (unsigned i = 0; i < 5000; i++)
        reports += arb_budgets_report(b, 1000 + i, reports, 1000) == ARB_BUDGET_GRANTED;
    assert_int_equal(reports, ARB_REPORTS_MAX);
    assert_int_equal(arb_budgets_report(b, 98, reports, 1000), ARB_BUDGET_LATER);
    assert_int_equal(arb_budgets_report(b, 98, reports, 1000 + 60000), ARB_BUDGET_GRANTED);
    arb_table_free(t);
}

/* An edition without an end: both go on, until the hall has enough; then both can end it. */
static void test_budgets__a_game_without_end_is_bounded(void **state)
{
    static const char *const moves[] = { "play g1f3", "play g8f6", "play f3g1", "play f6g8" };
    arb_table *t = bare_table(&arb_fide_2001);
    const uint32_t most = 2 * arb_budget_total(ARB_BUDGET_PLAY, ARB_TURNS_MAX);
    const uint32_t turns = hall_volume(2000, most + 1000);
    uint32_t played = 0;

    (void)state;
    assert_true(happens(t, ARB_ACTOR_ARBITER, "start"));
    while (played < turns &&
           asks(t, (arb_seat)(played % 2), moves[played % 4]) == ARB_BUDGET_GRANTED) {
        assert_true(happens(t, played % 2 ? ARB_ACTOR_BLACK : ARB_ACTOR_WHITE, moves[played % 4]));
        played++;
    }
    assert_int_equal(played, turns < most ? turns : most);
    assert_int_equal(asks(t, ARB_SEAT_WHITE, "resign"), ARB_BUDGET_GRANTED);
    assert_int_equal(asks(t, ARB_SEAT_BLACK, "offer"), ARB_BUDGET_GRANTED);
    assert_int_equal(asks(t, ARB_SEAT_WHITE, "accept"), ARB_BUDGET_GRANTED);
    arb_table_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_budgets__the_longest_game_has_room),
        cmocka_unit_test(test_budgets__every_verb_has_a_kind),
        cmocka_unit_test(test_budgets__a_flood_fills_its_own_room_alone),
        cmocka_unit_test(test_budgets__nobody_makes_room_alone),
        cmocka_unit_test(test_budgets__there_is_always_an_end),
        cmocka_unit_test(test_budgets__long_texts_take_from_the_bytes),
        cmocka_unit_test(test_budgets__what_is_counted_survives_sleep),
        cmocka_unit_test(test_budgets__a_seat_has_its_own_pace),
        cmocka_unit_test(test_budgets__few_events_of_a_seat_wait),
        cmocka_unit_test(test_budgets__a_visitor_cannot_silence_another),
        cmocka_unit_test(test_budgets__a_game_without_end_is_bounded),
    };

    return cmocka_run_group_tests(tests, NULL, bare_end);
}
