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

/* Nobody, by a hall whose own signs of life are not answered, or were not a moment ago: also when
 * the leases can be read again. */
static void test_stall__nobody_is_dead_before_he_could_be_heard(void **state)
{
    stage *s = *state;
    arb_house *house = &s->hall->house;
    const int64_t now = arb_boottime_ms();

    atomic_store(&house->answered_ms, now);
    atomic_store(&house->steady_ms, now - ARB_LEASE_MS - 1);
    assert_false(arb_house_is_patient(s->hall));
    atomic_store(&house->answered_ms, now - ARB_SILENCE_MS - 1); /* away, and not noticed yet */
    assert_true(arb_house_is_patient(s->hall));
    atomic_store(&house->answered_ms, arb_boottime_ms());
    atomic_store(&house->steady_ms, arb_boottime_ms()); /* back */
    assert_true(arb_house_is_patient(s->hall));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_stall__time_stands_while_the_database_is_away, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_stall__what_stood_is_counted_once, setup, teardown),
        cmocka_unit_test_setup_teardown(test_stall__a_game_that_begins_meanwhile_stood_for_less,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(test_stall__who_waited_elsewhere_is_not_forgiven_twice,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(test_stall__nothing_stands_since_before_the_last_event,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(test_stall__nobody_is_dead_before_he_could_be_heard, setup,
                                        teardown),
    };

    return cmocka_run_group_tests_name("hall_stall", tests, NULL, NULL);
}
