/* SPDX-License-Identifier: MIT */
/*
 * What a seat, a visitor and an address may do, counted without a server and with a clock that the
 * test turns: budgets of seats, credit for lag, quotas of guests, games that expire.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/event_make.h"
#include "server/hall/hall_internal.h"
#include "support/hall/hall.h"

enum { DAY_MS = ARB_QUOTA_DAY_MS, LONGEST = 17697 /* plies, under the rule of 75 moves */ };

static arb_hall place;

/* ---- a table without a server */

static arb_game *new_game(const arb_rulebook *book)
{
    const arb_given given = arb_given_nothing();
    arb_regulations regulations;
    arb_game *game = NULL;

    arb_regulations_init(&regulations, book);
    assert_int_equal(arb_regulations_time(&regulations, NULL, ARB_COLOUR_COUNT, "5400+30", 7),
                     ARB_OK);
    assert_int_equal(arb_regulations_settle(&regulations, NULL), ARB_OK);
    assert_int_equal(arb_game_new(&game, NULL, &regulations, &given), ARB_OK);
    return game;
}

static arb_table *table_of(const arb_rulebook *book)
{
    place.config = arb_hall_defaults();
    if (!place.loop)
        assert_int_equal(arb_loop_new(&place.loop, NULL), ARB_OK);
    arb_table *t = arb_table_new(&place, 1, new_game(book));
    assert_non_null(t);
    return t;
}

/* Somebody does something, and it is in the log; returns whether the Laws took it. */
static bool happens_by(arb_table *t, arb_actor actor, const char *words, bool by_hall)
{
    arb_event event;
    arb_verdict verdict;

    assert_int_equal(
        arb_event_read_words(&event, NULL, words, strlen(words), actor, (arb_ms)t->log_count, NULL),
        ARB_OK);
    assert_int_equal(arb_game_submit(&verdict, t->game, &event), ARB_OK);
    assert_int_equal(arb_log_add(t, t->log_count + 1, by_hall ? "" : "x.1", by_hall), ARB_OK);
    arb_table_summarise(t);
    return !verdict.refused;
}

static bool happens(arb_table *t, arb_actor actor, const char *words)
{
    return happens_by(t, actor, words, false);
}

/* What the table would say to this event of a seat. */
static arb_budget_answer asks(arb_table *t, arb_seat seat, const char *words)
{
    arb_submission s = { .table = t, .seat = seat, .visitor = 7, .received_ms = 1000 };

    assert_int_equal(
        arb_event_read_words(&s.event, NULL, words, strlen(words), arb_seat_actor(seat), 0, NULL),
        ARB_OK);
    return arb_budgets_room(t, &s);
}

/* ---- budgets */

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
        assert_int_equal(arb_budget_of(ARB_SEAT_ARBITER, (arb_verb)i), ARB_BUDGET_RULE);
        assert_int_equal(arb_budget_of(ARB_SEAT_SPECTATOR, (arb_verb)i), ARB_BUDGET_REPORT);
    }
    assert_true(talk > 10);
}

/* White writes as much as he may: he can write no more, and everything else is as before. */
static void test_budgets__a_flood_fills_its_own_room_alone(void **state)
{
    arb_table *t = table_of(&arb_fide_2023);
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
    arb_table *t = table_of(&arb_fide_2023);

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
    arb_table *t = table_of(&arb_fide_2023);
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
    arb_table *t = table_of(&arb_fide_2023);
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
    arb_table *t = table_of(&arb_fide_2023);

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
    arb_table *t = table_of(&arb_fide_2023);
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

/* One visitor, then twenty, then a thousand: whoever has said nothing yet is heard. */
static void test_budgets__a_visitor_cannot_silence_another(void **state)
{
    arb_table *t = table_of(&arb_fide_2023);
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
    arb_table *t = table_of(&arb_fide_2001);
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

/* ---- lag */

/* A page that lies about its thinking: it says that it took no time at all. */
static int64_t earns(arb_lag *lag, unsigned moves, unsigned ran_ms)
{
    int64_t all = 0;

    for (unsigned i = 0; i < moves; i++) {
        const int64_t credit = arb_lag_credit(lag, 2 * i, ran_ms, 0);
        arb_lag_spend(lag, credit);
        all += credit;
    }
    return all;
}

/* On a connection of a millisecond, pings that come a second late earn nothing. */
static void test_lag__dawdling_with_pings_earns_nothing(void **state)
{
    arb_lag lag = { 0 };

    (void)state;
    for (unsigned i = 0; i < 100; i++)
        arb_lag_ping(&lag, 1001);
    arb_lag_connection(&lag, (arb_rtt){ 1, 1 });
    assert_int_equal(earns(&lag, 60, 3000), 0);
}

/* Behind a proxy only the pings are known: then it earns a little, and not half a second a move. */
static void test_lag__behind_a_proxy_it_earns_little(void **state)
{
    arb_lag lag = { 0 };

    (void)state;
    assert_int_equal(arb_lag_most(&lag, 0), 0); /* nothing was measured */
    for (unsigned i = 0; i < 100; i++)
        arb_lag_ping(&lag, 1001);
    arb_lag_connection(&lag, (arb_rtt){ -1, -1 });
    assert_int_equal(arb_lag_most(&lag, 0), ARB_LAG_PAGE_MS);
    assert_true(earns(&lag, 60, 3000) <= 60 * ARB_LAG_PAGE_MS);
}

/* One honest ping among the last eight is enough to know the way. */
static void test_lag__the_shortest_ping_counts(void **state)
{
    arb_lag lag = { 0 };

    (void)state;
    arb_lag_ping(&lag, 40);
    for (unsigned i = 1; i < ARB_LAG_SAMPLES; i++)
        arb_lag_ping(&lag, 1000);
    assert_int_equal(arb_lag_round_trip(&lag), 40);
    arb_lag_ping(&lag, 300); /* the one of 40 is forgotten */
    assert_int_equal(arb_lag_round_trip(&lag), 300);
    arb_lag_ping(&lag, 70000);
    arb_lag_ping(&lag, -5);
    assert_int_equal(arb_lag_round_trip(&lag), 300);
}

/* A connection whose answers are delayed for the time of a game is not believed. */
static void test_lag__a_way_is_not_much_longer_than_its_shortest(void **state)
{
    arb_lag lag = { 0 };

    (void)state;
    arb_lag_connection(&lag, (arb_rtt){ 900, 20 });
    assert_int_equal(arb_lag_round_trip(&lag), 20 + ARB_LAG_JITTER_MS);
}

/* An honest player at 200 ms is never charged for his way, however long the game. */
static void test_lag__an_honest_player_is_credited_all_along(void **state)
{
    arb_lag lag = { 0 };

    (void)state;
    arb_lag_connection(&lag, (arb_rtt){ 200, 190 });
    for (uint32_t move = 0; move < 300; move++) {
        const int64_t credit = arb_lag_credit(&lag, 2 * move, 5100, 5000);
        assert_int_equal(credit, 100);
        arb_lag_spend(&lag, credit);
    }
}

/* Whoever can make his connection look slow has a quota, and then a tenth of a second a move. */
static void test_lag__a_game_has_a_quota(void **state)
{
    arb_lag lag = { 0 };

    (void)state;
    arb_lag_connection(&lag, (arb_rtt){ 2000, 1900 });
    assert_int_equal(arb_lag_most(&lag, 0), ARB_LAG_EVENT_MS);
    assert_int_equal(earns(&lag, 9, 3000), 9 * ARB_LAG_EVENT_MS);
    lag.spent_ms = 0;
    assert_true(earns(&lag, 100, 3000) <= ARB_LAG_GAME_MS + 100 * 2 * ARB_LAG_TURN_MS);
    lag.spent_ms = 0;
    /* however often it is tried within one turn */
    int64_t all = 0;
    for (unsigned i = 0; i < 1000; i++) {
        const int64_t credit = arb_lag_credit(&lag, 0, 3000, 0);
        arb_lag_spend(&lag, credit);
        all += credit;
    }
    assert_int_equal(all, ARB_LAG_GAME_MS);
}

static void test_lag__thinking_time_is_never_credited(void **state)
{
    arb_lag lag = { 0 };

    (void)state;
    arb_lag_connection(&lag, (arb_rtt){ 400, 400 });
    assert_int_equal(arb_lag_credit(&lag, 0, 3000, 2950), 50);
    assert_int_equal(arb_lag_credit(&lag, 0, 3000, 3000), 0);
    assert_int_equal(arb_lag_credit(&lag, 0, 3000, 5000), 0);
    assert_int_equal(arb_lag_credit(&lag, 0, 3000, -1), 0);
    assert_int_equal(arb_lag_credit(&lag, 0, 3000, 0), 200);
}

/* ---- quotas */

static const arb_quota_limits usual = { .per_address = 50, .per_day = 200, .all = 5000 };

static unsigned opens(arb_quotas *q, uint64_t who, unsigned wanted, int64_t now)
{
    unsigned granted = 0;

    for (unsigned i = 0; i < wanted; i++)
        granted += arb_quotas_take(q, &usual, who, 1, now) == ARB_QUOTA_GRANTED;
    return granted;
}

static void test_quotas__of_one_address(void **state)
{
    arb_quotas q;
    unsigned day = 0;

    (void)state;
    arb_quotas_init(&q);
    assert_int_equal(opens(&q, 1, 1000, 1000), 50);
    assert_int_equal(opens(&q, 2, 10, 1000), 10);
    arb_quotas_shut(&q, 1);
    assert_int_equal(opens(&q, 1, 1000, 1000), 1);
    for (unsigned i = 0; i < 50; i++)
        arb_quotas_shut(&q, 1);
    for (unsigned i = 0; i < 500; i++) { /* one after the other, each ended at once */
        const unsigned granted = opens(&q, 1, 1, 2000);
        if (granted)
            arb_quotas_shut(&q, 1);
        day += granted;
    }
    assert_int_equal(day, 200 - 51);
    assert_int_equal(opens(&q, 1, 1, 1000 + DAY_MS), 1);
    assert_int_equal(arb_quotas_take(&q, &usual, 3, 50, 1000), ARB_QUOTA_GRANTED);
    arb_quotas_clear(&q);
}

static void test_quotas__of_bytes(void **state)
{
    arb_quotas q;

    (void)state;
    arb_quotas_init(&q);
    arb_quotas_write(&q, 1, ARB_QUOTA_BYTES - 1, 1000);
    assert_false(arb_quotas_wrote_enough(&q, 1, 1000));
    assert_int_equal(opens(&q, 1, 1, 1000), 1);
    arb_quotas_write(&q, 1, 1, 1000);
    assert_true(arb_quotas_wrote_enough(&q, 1, 1000));
    assert_int_equal(opens(&q, 1, 1, 1000), 0);
    assert_false(arb_quotas_wrote_enough(&q, 1, 1000 + DAY_MS));
    assert_int_equal(opens(&q, 1, 1, 1000 + DAY_MS), 1);
    assert_false(arb_quotas_wrote_enough(&q, 2, 1000));
    arb_quotas_clear(&q);
}

/* Many addresses open all they can; one that comes then still finds a place, until it is full. */
static void test_quotas__a_crowd_leaves_room_for_one_more(void **state)
{
    arb_quotas q;
    unsigned all = 0;

    (void)state;
    arb_quotas_init(&q);
    for (uint64_t who = 1; who <= 300; who++)
        all += opens(&q, who, 100, 1000);
    assert_int_equal(all, q.open);
    assert_in_range(all, 2500, 4500);
    assert_int_equal(opens(&q, 1000, 10, 1000), 1);
    for (uint64_t who = 2000; who <= 9000; who++)
        (void)opens(&q, who, 1, 1000);
    assert_int_equal(q.open, usual.all);
    assert_int_equal(arb_quotas_take(&q, &usual, 1, 1, 1000), ARB_QUOTA_FULL);
    arb_quotas_clear(&q);
}

static void test_quotas__nobody_is_remembered_for_ever(void **state)
{
    arb_quotas q;

    (void)state;
    arb_quotas_init(&q);
    for (uint64_t who = 1; who <= 10000; who++) {
        assert_int_equal(opens(&q, who, 1, 1000), 1);
        if (who != 77)
            arb_quotas_shut(&q, who);
    }
    assert_int_equal(q.count, 10000);
    arb_quotas_sweep(&q, 1000 + DAY_MS);
    assert_int_equal(q.count, 1); /* whose game is still open */
    arb_quotas_shut(&q, 77);
    arb_quotas_shut(&q, 77);
    assert_int_equal(q.open, 0);
    arb_quotas_clear(&q);
}

/* ---- games that expire */

static arb_table *made(bool casual, int64_t at)
{
    arb_table *t = table_of(&arb_fide_2023);

    t->casual = casual;
    t->created_ms = t->touched_ms = at;
    return t;
}

static void test_expiry__a_game_that_never_began(void **state)
{
    arb_table *t = made(true, DAY_MS);

    (void)state;
    assert_int_equal(arb_expiry_of(t, 2 * (int64_t)DAY_MS - 1), ARB_EXPIRY_NOT);
    assert_int_equal(arb_expiry_of(t, 2 * (int64_t)DAY_MS), ARB_EXPIRY_DUE);
    t->viewers = (arb_viewer *)t; /* somebody is there */
    assert_int_equal(arb_expiry_of(t, 2 * (int64_t)DAY_MS), ARB_EXPIRY_NOT);
    t->viewers = NULL;
    t->casual = false; /* of a tournament: the round may be tomorrow */
    assert_int_equal(arb_expiry_of(t, 400 * (int64_t)DAY_MS), ARB_EXPIRY_NOT);
    t->computer = ARB_BLACK;
    assert_int_equal(arb_expiry_of(t, 2 * (int64_t)DAY_MS), ARB_EXPIRY_DUE);
    arb_table_free(t);
}

static void test_expiry__a_game_that_was_left(void **state)
{
    arb_table *t = made(true, DAY_MS);

    (void)state;
    assert_true(happens(t, ARB_ACTOR_ARBITER, "start"));
    t->touched_ms = 2 * (int64_t)DAY_MS;
    assert_int_equal(arb_expiry_of(t, 31 * (int64_t)DAY_MS), ARB_EXPIRY_NOT);
    assert_int_equal(arb_expiry_of(t, 32 * (int64_t)DAY_MS), ARB_EXPIRY_DUE);
    /* what the hall stopped when it was restarted was left, too */
    assert_true(happens_by(t, ARB_ACTOR_ARBITER, "stop", true));
    assert_int_equal(arb_expiry_of(t, 32 * (int64_t)DAY_MS), ARB_EXPIRY_DUE);
    arb_table_free(t);
}

static void test_expiry__an_adjourned_game_never(void **state)
{
    arb_table *t = made(true, DAY_MS);

    (void)state;
    assert_true(happens(t, ARB_ACTOR_ARBITER, "start"));
    assert_true(happens(t, ARB_ACTOR_ARBITER, "stop"));
    assert_int_equal(arb_expiry_of(t, 4000 * (int64_t)DAY_MS), ARB_EXPIRY_NOT);
    assert_true(happens(t, ARB_ACTOR_ARBITER, "resume"));
    assert_int_equal(arb_expiry_of(t, 4000 * (int64_t)DAY_MS), ARB_EXPIRY_DUE);
    assert_true(happens(t, ARB_ACTOR_WHITE, "resign"));
    assert_int_equal(arb_expiry_of(t, 4000 * (int64_t)DAY_MS), ARB_EXPIRY_NOT);
    arb_table_free(t);
}

/* Of a game that sleeps since the start of the server only its age is known. */
static void test_expiry__a_game_that_sleeps_is_looked_at(void **state)
{
    arb_table *t = made(true, DAY_MS);

    (void)state;
    arb_game_free(t->game);
    t->game = NULL;
    assert_int_equal(arb_expiry_of(t, 2 * (int64_t)DAY_MS - 1), ARB_EXPIRY_NOT);
    assert_int_equal(arb_expiry_of(t, 2 * (int64_t)DAY_MS), ARB_EXPIRY_UNKNOWN);
    t->edition[0] = '\0';
    t->touched_ms = 0;
    assert_int_equal(arb_expiry_of(t, 2 * (int64_t)DAY_MS), ARB_EXPIRY_UNKNOWN);
    arb_table_free(t);
}

static int end(void **state)
{
    (void)state;
    arb_loop_free(place.loop);
    return 0;
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
        cmocka_unit_test(test_budgets__a_visitor_cannot_silence_another),
        cmocka_unit_test(test_budgets__a_game_without_end_is_bounded),
        cmocka_unit_test(test_lag__dawdling_with_pings_earns_nothing),
        cmocka_unit_test(test_lag__behind_a_proxy_it_earns_little),
        cmocka_unit_test(test_lag__the_shortest_ping_counts),
        cmocka_unit_test(test_lag__a_way_is_not_much_longer_than_its_shortest),
        cmocka_unit_test(test_lag__an_honest_player_is_credited_all_along),
        cmocka_unit_test(test_lag__a_game_has_a_quota),
        cmocka_unit_test(test_lag__thinking_time_is_never_credited),
        cmocka_unit_test(test_quotas__of_one_address),
        cmocka_unit_test(test_quotas__of_bytes),
        cmocka_unit_test(test_quotas__a_crowd_leaves_room_for_one_more),
        cmocka_unit_test(test_quotas__nobody_is_remembered_for_ever),
        cmocka_unit_test(test_expiry__a_game_that_never_began),
        cmocka_unit_test(test_expiry__a_game_that_was_left),
        cmocka_unit_test(test_expiry__an_adjourned_game_never),
        cmocka_unit_test(test_expiry__a_game_that_sleeps_is_looked_at),
    };

    return cmocka_run_group_tests(tests, NULL, end);
}
