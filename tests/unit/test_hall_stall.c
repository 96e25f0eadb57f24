/* SPDX-License-Identifier: MIT */
/*
 * The time of all games stands while the database is away, and what stood is counted once, however
 * often connections come and go meanwhile.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "server/hall/hall_internal.h"

enum { AWAY_MS = 30 };

static void pass(long ms)
{
    const struct timespec time = { .tv_nsec = ms * 1000000L };

    (void)nanosleep(&time, NULL);
}

typedef struct stage {
    arb_hall *hall;
    arb_table table, *tables[1];
} stage;

static int setup(void **state)
{
    stage *s = calloc(1, sizeof *s);

    if (!s || !(s->hall = calloc(1, sizeof *s->hall)))
        return -1;
    s->table = (arb_table){ .hall = s->hall, .id = 1, .begun = true };
    s->tables[0] = &s->table;
    s->hall->tables = s->tables;
    s->hall->table_count = 1;
    s->hall->house.shared = true;
    *state = s;
    return 0;
}

static int teardown(void **state)
{
    stage *s = *state;

    free(s->hall);
    free(s);
    return 0;
}

static void test_stall__time_stands_while_the_database_is_away(void **state)
{
    stage *s = *state;
    const int64_t began = arb_boottime_ms();

    atomic_store(&s->hall->house.answered_ms, began);
    pass(AWAY_MS);
    arb_stall_note(s->hall, ARB_STORE_AWAY, arb_boottime_ms());
    assert_int_equal(s->hall->stalled_ms, began); /* since it answered last */
    assert_int_equal(arb_stall_ms(s->hall, began + AWAY_MS), began);
    pass(AWAY_MS);
    arb_stall_note(s->hall, ARB_STORE_OK, 0);
    assert_in_range(s->table.origin, 2 * AWAY_MS, arb_boottime_ms() - began);
    assert_int_equal(arb_stall_ms(s->hall, began + AWAY_MS), began + AWAY_MS);
}

/* The sign of life is back, and what it says of itself is from before; the store is not yet. */
static void test_stall__what_stood_is_counted_once(void **state)
{
    stage *s = *state;
    const int64_t began = arb_boottime_ms();

    atomic_store(&s->hall->house.answered_ms, began);
    pass(AWAY_MS);
    for (unsigned i = 0; i < 3; i++) {
        arb_stall_note(s->hall, ARB_STORE_AWAY, arb_boottime_ms());
        pass(AWAY_MS);
        arb_stall_note(s->hall, ARB_STORE_OK, 0);
    }
    assert_in_range(s->table.origin, 4 * AWAY_MS, arb_boottime_ms() - began);
}

/* Of what has begun while it was away, only what was left of that. */
static void test_stall__a_game_that_begins_meanwhile_stood_for_less(void **state)
{
    stage *s = *state;
    const int64_t began = arb_boottime_ms();

    atomic_store(&s->hall->house.answered_ms, began);
    pass(AWAY_MS);
    arb_table_date(&s->table, arb_boottime_ms(), 0);
    arb_stall_note(s->hall, ARB_STORE_AWAY, arb_boottime_ms());
    pass(AWAY_MS);
    arb_stall_note(s->hall, ARB_STORE_OK, 0);
    assert_in_range(s->table.origin, began + 2 * (int64_t)AWAY_MS, arb_boottime_ms());
}

/* ---- what the sign of life knows */

/* One was not answered, and the last one before that was, then. */
static void lose(stage *s, int64_t answered)
{
    atomic_store(&s->hall->house.answered_ms, answered);
    atomic_store(&s->hall->house.lost_ms, answered);
    atomic_fetch_add(&s->hall->house.losses, 1);
    atomic_store(&s->hall->house.failed, true);
    atomic_store(&s->hall->house.state, ARB_STORE_AWAY);
}

/* The next one was. */
static void find_again(stage *s)
{
    atomic_fetch_add(&s->hall->house.losses, 1);
    atomic_store(&s->hall->house.state, ARB_STORE_OK);
    atomic_store(&s->hall->house.answered_ms, arb_boottime_ms());
}

/* However short that is, and although nobody has written anything meanwhile. */
static void test_stall__time_stands_from_the_first_sign_that_is_not_answered(void **state)
{
    stage *s = *state;
    const int64_t began = arb_boottime_ms();

    pass(AWAY_MS);
    lose(s, began);
    assert_int_equal(arb_stall_ms(s->hall, arb_boottime_ms()), began);
    assert_int_equal(arb_stall_ms(s->hall, began - 1), began - 1);
    find_again(s); /* and until that is counted it stands on */
    assert_int_equal(arb_stall_ms(s->hall, arb_boottime_ms()), began);
    arb_stall_note(s->hall, ARB_STORE_OK, 0);
    assert_in_range(s->table.origin, AWAY_MS, arb_boottime_ms() - began);
    assert_int_equal(arb_stall_ms(s->hall, INT64_MAX), INT64_MAX);
}

/* It answers again before the store has said that something could not be written. */
static void test_stall__the_store_tells_of_it_when_it_is_over(void **state)
{
    stage *s = *state;
    const int64_t began = arb_boottime_ms();

    lose(s, began);
    pass(AWAY_MS);
    find_again(s);
    arb_stall_note(s->hall, ARB_STORE_AWAY, arb_boottime_ms());
    assert_int_equal(s->hall->stalled_ms, began);
    arb_stall_note(s->hall, ARB_STORE_OK, 0);
    arb_stall_note(s->hall, ARB_STORE_OK, 0); /* the loop hears of it from the sign of life, too */
    assert_in_range(s->table.origin, AWAY_MS, arb_boottime_ms() - began);
}

/* The store is back before the sign of life: what is left of it is counted afterwards, once. */
static void test_stall__the_store_is_back_first(void **state)
{
    stage *s = *state;
    const int64_t began = arb_boottime_ms();

    lose(s, began);
    pass(AWAY_MS);
    arb_stall_note(s->hall, ARB_STORE_OK, 0);
    const int64_t half = s->hall->stall_ended_ms;
    assert_int_equal(s->table.origin, half - began);
    pass(AWAY_MS);
    assert_int_equal(arb_stall_ms(s->hall, arb_boottime_ms()), half);
    find_again(s);
    assert_int_equal(arb_stall_ms(s->hall, arb_boottime_ms()), half);
    arb_stall_note(s->hall, ARB_STORE_OK, 0);
    assert_in_range(s->table.origin, 2 * AWAY_MS, arb_boottime_ms() - began);
}

/* A server that stands still refuses nobody, and answers when it goes on. */
static void test_stall__time_stands_while_an_answer_is_late(void **state)
{
    stage *s = *state;
    const int64_t now = arb_boottime_ms(), answered = now - ARB_LATE_MS - ARB_PULSE_MS;

    atomic_store(&s->hall->house.answered_ms, answered);
    atomic_store(&s->hall->house.asked_ms, now);
    assert_int_equal(arb_stall_ms(s->hall, now), now);
    atomic_store(&s->hall->house.asked_ms, now - ARB_LATE_MS - 1);
    assert_int_equal(arb_stall_ms(s->hall, now), answered);
}

/* Who was told so later had tried since earlier. */
static void test_stall__the_earliest_instant_counts(void **state)
{
    stage *s = *state;
    const int64_t now = arb_boottime_ms();

    atomic_store(&s->hall->house.answered_ms, now);
    arb_stall_note(s->hall, ARB_STORE_AWAY, now);
    arb_stall_note(s->hall, ARB_STORE_AWAY, now - 300);
    arb_stall_note(s->hall, ARB_STORE_AWAY, now - 100);
    assert_int_equal(s->hall->stalled_ms, now - 300);
    arb_stall_note(s->hall, ARB_STORE_OK, 0);
    assert_in_range(s->table.origin, 300, 300 + arb_boottime_ms() - now);
    arb_stall_note(s->hall, ARB_STORE_AWAY, now - 300); /* that was counted */
    assert_int_equal(s->hall->stalled_ms, s->hall->stall_ended_ms);
}

/* ---- games of other halls */

/* It comes with its time while the database is away, and is read when it is back. */
static void test_stall__a_game_that_is_handed_over_stands(void **state)
{
    stage *s = *state;
    const int64_t began = arb_boottime_ms();

    lose(s, began);
    s->table.begun = false;
    s->table.handed = true;
    s->table.handed_ms = began;
    pass(AWAY_MS);
    find_again(s);
    arb_stall_note(s->hall, ARB_STORE_OK, 0);
    assert_in_range(s->table.handed_ms, began + AWAY_MS, arb_boottime_ms());
}

/* A hall dies when the database was away, and before the next event of a game. */
static void test_stall__what_others_have_seen_is_remembered(void **state)
{
    stage *s = *state;
    const int64_t began = arb_boottime_ms();

    lose(s, began);
    pass(AWAY_MS);
    find_again(s);
    arb_stall_note(s->hall, ARB_STORE_OK, 0);
    const int64_t ended = s->hall->stall_ended_ms;
    assert_int_equal(arb_stall_between(s->hall, 0, ended + 1000), ended - began);
    assert_int_equal(arb_stall_between(s->hall, began + 10, ended), ended - began - 10);
    assert_int_equal(arb_stall_between(s->hall, began, ended - 10), ended - began - 10);
    assert_int_equal(arb_stall_between(s->hall, ended, ended + 1000), 0);
    assert_int_equal(arb_stall_between(s->hall, 0, began), 0);
    arb_stall_note(s->hall, ARB_STORE_AWAY, ended); /* a trifle of this hall alone */
    pass(1);
    arb_stall_note(s->hall, ARB_STORE_OK, 0);
    assert_int_equal(arb_stall_between(s->hall, 0, INT64_MAX), ended - began);
}

/* ---- what an event finds that comes late */

/* A game that nobody has started: the time of its last event is 0. */
static arb_game *game_of(arb_table *t)
{
    const arb_given given = arb_given_nothing();
    arb_regulations regulations;

    arb_regulations_init(&regulations, &arb_fide_2023);
    assert_int_equal(arb_regulations_settle(&regulations, NULL), ARB_OK);
    assert_int_equal(arb_game_new(&t->game, NULL, &regulations, &given), ARB_OK);
    return t->game;
}

/* It came to another hall while the database was away, and to this one when it was back: what stood
 * is not forgiven once more, or the game would be ahead of the clock, and stand until it is not. */
static void test_stall__who_waited_elsewhere_is_not_forgiven_twice(void **state)
{
    stage *s = *state;
    const int64_t began = arb_boottime_ms();

    arb_game *game = game_of(&s->table);
    arb_table_date(&s->table, began, 0);
    atomic_store(&s->hall->house.answered_ms, began);
    pass(2 * AWAY_MS);
    s->hall->stopping = true; /* nobody sees to what is due */
    arb_stall_note(s->hall, ARB_STORE_AWAY, arb_boottime_ms());
    pass(2 * AWAY_MS);
    arb_stall_note(s->hall, ARB_STORE_OK, 0);
    pass(1);
    arb_table_forgive(&s->table, began, ARB_WHITE); /* the clock of White ran, and no longer does */
    assert_in_range(s->table.origin, began + 4 * (int64_t)AWAY_MS, arb_boottime_ms());
    s->table.told_ms = began;
    s->table.stood_ms = 1000000;
    arb_table_forgive(&s->table, began, ARB_WHITE);
    assert_in_range(s->table.origin, began + 4 * (int64_t)AWAY_MS, arb_boottime_ms());
    s->table.game = NULL;
    arb_game_free(game);
}

/* Nor does it stand since before its last event, whatever the sign of life says. */
static void test_stall__nothing_stands_since_before_the_last_event(void **state)
{
    stage *s = *state;
    const int64_t began = arb_boottime_ms();

    arb_game *game = game_of(&s->table);
    atomic_store(&s->hall->house.answered_ms, 1); /* as long ago as can be */
    arb_table_date(&s->table, began, 0);
    s->table.dated_ms = 0; /* for longer than anybody knows */
    s->hall->stopping = true;
    arb_stall_note(s->hall, ARB_STORE_AWAY, arb_boottime_ms());
    pass(AWAY_MS);
    arb_stall_note(s->hall, ARB_STORE_OK, 0);
    assert_in_range(s->table.origin, began + AWAY_MS, arb_boottime_ms());
    s->table.game = NULL;
    arb_game_free(game);
}

/* ---- who is taken for dead */

enum { OTHER = 9 }; /* the number of another hall */

/* Nobody, by a hall whose own signs of life are not answered, or were not a moment ago: also when
 * the leases can be read again. */
static void test_stall__nobody_is_dead_before_he_could_be_heard(void **state)
{
    stage *s = *state;
    arb_house *house = &s->hall->house;
    const int64_t now = arb_boottime_ms();

    atomic_store(&house->answered_ms, now);
    atomic_store(&house->steady_ms, now - ARB_LEASE_MS - 1);
    assert_false(arb_house_is_patient(s->hall, OTHER, -1));
    atomic_store(&house->answered_ms, now - ARB_SILENCE_MS - 1); /* away, and not noticed yet */
    assert_true(arb_house_is_patient(s->hall, OTHER, -1));
    atomic_store(&house->answered_ms, arb_boottime_ms());
    atomic_store(&house->steady_ms, arb_boottime_ms()); /* back */
    assert_true(arb_house_is_patient(s->hall, OTHER, -1));
    assert_true(arb_house_is_patient(s->hall, OTHER, -10000));
}

/* But who was silent before, while others were answered, need not be waited for as long again. */
static void test_stall__who_died_before_is_dead_sooner(void **state)
{
    stage *s = *state;
    arb_house *house = &s->hall->house;
    const int64_t now = arb_boottime_ms();

    atomic_store(&house->answered_ms, now);
    atomic_store(&house->steady_ms, now - 500);
    atomic_store(&house->unsteady_ms, now - 1500);             /* for a second */
    assert_true(arb_house_is_patient(s->hall, OTHER, -900));   /* silent for 2.4 s beside that */
    assert_false(arb_house_is_patient(s->hall, OTHER, -1000)); /* for 2.5 */
    atomic_store(&house->unsteady_ms, now - 3000);             /* for longer */
    assert_true(arb_house_is_patient(s->hall, OTHER, -1000));  /* for 1 s */
    assert_false(arb_house_is_patient(s->hall, OTHER, -2500));
}

/* Nor by a clock of the server that was set, while he is heard. */
static void test_stall__nobody_is_dead_who_is_heard(void **state)
{
    stage *s = *state;
    arb_house *house = &s->hall->house;

    atomic_store(&house->answered_ms, arb_boottime_ms());
    atomic_store(&house->steady_ms, arb_boottime_ms() - ARB_LEASE_MS - 1);
    house->heard = (arb_members){ .of[0] = { .id = OTHER, .left_ms = 2400 }, .count = 1 };
    assert_true(arb_house_is_patient(s->hall, OTHER, -20000));
    assert_false(arb_house_is_patient(s->hall, OTHER + 1, -20000));
    house->heard.of[0].left_ms = -1;
    assert_false(arb_house_is_patient(s->hall, OTHER, -20000));
    house->heard.count = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_stall__time_stands_while_the_database_is_away, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_stall__what_stood_is_counted_once, setup, teardown),
        cmocka_unit_test_setup_teardown(test_stall__a_game_that_begins_meanwhile_stood_for_less,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(
            test_stall__time_stands_from_the_first_sign_that_is_not_answered, setup, teardown),
        cmocka_unit_test_setup_teardown(test_stall__the_store_tells_of_it_when_it_is_over, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_stall__the_store_is_back_first, setup, teardown),
        cmocka_unit_test_setup_teardown(test_stall__time_stands_while_an_answer_is_late, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_stall__the_earliest_instant_counts, setup, teardown),
        cmocka_unit_test_setup_teardown(test_stall__a_game_that_is_handed_over_stands, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_stall__what_others_have_seen_is_remembered, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_stall__who_waited_elsewhere_is_not_forgiven_twice,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(test_stall__nothing_stands_since_before_the_last_event,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(test_stall__nobody_is_dead_before_he_could_be_heard, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_stall__who_died_before_is_dead_sooner, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_stall__nobody_is_dead_who_is_heard, setup, teardown),
    };

    return cmocka_run_group_tests_name("hall_stall", tests, NULL, NULL);
}
