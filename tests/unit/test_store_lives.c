/* SPDX-License-Identifier: MIT */
/*
 * Who lives among several halls, whatever the clock of the database server says and whatever it is
 * set to: a hall that has died is not kept alive, one that lives is not taken for dead.
 */
#define _GNU_SOURCE
#include "test_store_house.h"

#include <time.h>

#include "store/lives.h"

enum { LEASE_MS = 2500, WAIT_MS = 20000 };

/* ---- by what was seen */

/* One sight: at which time of this machine, what the row says, and what is left by the server. */
typedef struct sight {
    int64_t now_ms, until_ms, left_ms;
    int64_t expected;
} sight;

static void assert_seen(const sight *all, size_t count)
{
    arb_lives lives = { .count = 0 };

    for (size_t i = 0; i < count; i++) {
        const arb_life told = { .hall = 7,
                                .until_ms = all[i].until_ms,
                                .left_ms = all[i].left_ms,
                                .told_ms = all[i].now_ms };
        assert_int_equal(arb_lives_left(&lives, &told, LEASE_MS), all[i].expected);
    }
}

#define SEEN(...)                                                                                  \
    do {                                                                                           \
        const sight all[] = { __VA_ARGS__ };                                                       \
        assert_seen(all, sizeof all / sizeof all[0]);                                              \
    } while (0)

static void test_lives__by_what_was_seen(void **state)
{
    (void)state;
    /* signs of life, and none any more */
    SEEN({ 0, 2500, 2490, 2490 }, { 50, 2550, 2495, 2495 }, { 1050, 2550, 1495, 1495 },
         { 2600, 2550, -55, -55 });
    /* it has left */
    SEEN({ 0, 2500, 2490, 2490 }, { 50, 40, -10, -10 }, { 100, 40, -60, -60 });
    /* it had ended long ago */
    SEEN({ 0, -90000, -90000, -90000 }, { 50, -90000, -90050, -90050 });
    /* the clock is 20 s behind: a dead one is dead after its lease, a living one goes on */
    SEEN({ 0, 2500, 2490, 2490 }, { 50, 2500, 22440, 2440 }, { 2600, 2500, 19890, -110 });
    SEEN({ 0, 2500, 2490, 2490 }, { 50, 2500, 22440, 2440 }, { 100, -17400, 2490, 2490 });
    SEEN({ 0, 2500, 22440, 2500 }, { 2600, 2500, 19890, -100 });
    /* and 20 s ahead: a living one lives, also when its sign comes between the two */
    SEEN({ 0, 2500, 2490, 2490 }, { 50, 2500, -17560, 2440 }, { 100, 22600, 2490, 2490 });
    SEEN({ 0, 2500, 2490, 2490 }, { 50, 2550, -17510, 2500 }, { 100, 22600, 2490, 2490 });
    SEEN({ 0, 2500, 2490, 2490 }, { 50, 2500, -17560, 2440 }, { 2600, 2500, -20110, -110 });
}

/* More than there is room for: whoever was not told of for longest is forgotten. */
static void test_lives__of_many(void **state)
{
    enum { MANY = 3 * ARB_PULSE_HALLS };
    arb_lives lives = { .count = 0 };

    (void)state;
    for (int64_t i = 0; i < MANY; i++) {
        const arb_life told = {
            .hall = 1 + (uint64_t)i, .until_ms = i, .left_ms = 9000, .told_ms = i
        };
        const arb_life first = { .hall = 1, .until_ms = 0, .left_ms = 9000, .told_ms = i };
        assert_int_equal(arb_lives_left(&lives, &told, LEASE_MS), LEASE_MS);
        assert_int_equal(arb_lives_left(&lives, &first, LEASE_MS), LEASE_MS - i);
    }
    assert_int_equal(lives.count, ARB_PULSE_HALLS);
}

/* ---- by the rows of a database */

static int64_t now_ms(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

typedef struct told {
    uint64_t hall;
    int64_t left_ms;
} told;

static bool see(void *user, const arb_store_hall *hall)
{
    told *it = user;

    if (hall->id == it->hall)
        it->left_ms = hall->left_ms;
    return true;
}

static int64_t left_of(arb_store_pulse *pulse, uint64_t hall)
{
    told it = { .hall = hall, .left_ms = INT64_MIN };

    assert_fine(arb_store_pulse_beat(pulse, LEASE_MS, WAIT_MS, see, &it));
    assert_true(it.left_ms > INT64_MIN);
    return it.left_ms;
}

static void move_signs(const char *file, int ms)
{
    char text[100];

    (void)snprintf(text, sizeof text, "UPDATE halls SET until_ms = until_ms + %d", ms);
    run_sql(file, text);
}

/* The clock is set back by 20 s after one of them has died: its game is free after its lease. */
static void test_lives__the_dead_do_not_live_longer(void **state)
{
    const folder *where = *state;
    uint64_t first = 0, second = 0, epoch = 0;
    arb_store *one = join(where->file, "one", LEASE_MS, &first),
              *two = join(where->file, "two", LEASE_MS, &second);
    arb_store_pulse *pulse = NULL;
    const uint64_t game = game_of(one);

    (void)take(one, game);
    assert_fine(arb_store_pulse_new(&pulse, where->file, second));
    assert_true(left_of(pulse, first) > 0);
    move_signs(where->file, 20000);
    const int64_t began = now_ms();
    while (left_of(pulse, first) > 0)
        (void)usleep(20000);
    assert_in_range(now_ms() - began, 0, 3 * LEASE_MS);
    assert_fine(arb_store_lease_take(&epoch, two, game));
    assert_int_equal(epoch, 2);
    arb_store_pulse_free(pulse);
    arb_store_close(one);
    arb_store_close(two);
}

/* It is set forward: who lives does, also before the next sign, and by the rows themselves. */
static void test_lives__who_lives_is_not_taken_for_dead(void **state)
{
    const folder *where = *state;
    uint64_t first = 0, second = 0, epoch = 0;
    arb_store *one = join(where->file, "one", LEASE_MS, &first),
              *two = join(where->file, "two", LEASE_MS, &second);
    arb_store_pulse *pulse = NULL, *own = NULL;
    const uint64_t game = game_of(one);

    (void)take(one, game);
    assert_fine(arb_store_pulse_new(&pulse, where->file, second));
    assert_fine(arb_store_pulse_new(&own, where->file, first));
    assert_true(left_of(own, first) > 0);
    assert_true(left_of(pulse, first) > 0);
    move_signs(where->file, -20000);
    assert_true(left_of(pulse, first) > 0);
    assert_err(arb_store_lease_take(&epoch, two, game), ARB_STORE_TAKEN);
    assert_true(left_of(own, first) > 0);
    assert_true(left_of(pulse, first) > 0);
    arb_store_pulse_free(own);
    arb_store_pulse_free(pulse);
    arb_store_close(one);
    arb_store_close(two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lives__by_what_was_seen),
        cmocka_unit_test(test_lives__of_many),
        POSTGRES_TEST(test_lives__the_dead_do_not_live_longer),
        POSTGRES_TEST(test_lives__who_lives_is_not_taken_for_dead),
    };

    return STORE_RUN(tests);
}
