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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_stall__time_stands_while_the_database_is_away, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_stall__what_stood_is_counted_once, setup, teardown),
        cmocka_unit_test_setup_teardown(test_stall__a_game_that_begins_meanwhile_stood_for_less,
                                        setup, teardown),
    };

    return cmocka_run_group_tests_name("hall_stall", tests, NULL, NULL);
}
