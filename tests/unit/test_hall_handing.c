/* SPDX-License-Identifier: MIT */
/*
 * What it costs that a game lives in another hall: the same events sent to its owner, to another
 * hall that hands them on, and to another hall that would say where the game is, after which they
 * are sent there. All over connections that are kept, as pages keep them, on PostgreSQL with its
 * disk. The figures are for docs/decisions/0029; what must hold is that each way leads there.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <time.h>

#include "support/hall/house.h"
#include "support/store/postgres.h"

enum { OWNER, HANDED, REDIRECTED, WAYS };
enum { PLIES = 12, GAMES = 4, GAMES_SOAK = 60, SAMPLES = PLIES * GAMES_SOAK };

static const char *const names[WAYS] = { "at its owner", "handed on", "redirected" };

static int64_t took[WAYS][SAMPLES];
static size_t count[WAYS];

static int64_t now_us(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* The answer to a question that needs no game is as far as one that says "elsewhere". */
static void send_by(unsigned way, client *owner, client *other, const char *token, const char *body)
{
    json_t *answer = NULL;
    const int64_t began = now_us();

    if (way == REDIRECTED)
        assert_int_equal(hall_ask_on(NULL, other, "GET", "/api/nowhere", token, NULL), 404);
    assert_int_equal(
        hall_ask_on(&answer, way == HANDED ? other : owner, "POST", "/api/events", token, body),
        200);
    took[way][count[way]++] = now_us() - began;
    assert_false(json_is_true(at(answer, "refused")));
    json_decref(answer);
}

static void play(unsigned way, client *owner, client *other)
{
    static const char *const moves[4] = { "g1f3", "g8f6", "f3g1", "f6g8" };
    const seats s = hall_game(&house[0], "{\"mode\":\"tournament\",\"time\":\"3600\"}");
    char body[96];

    assert_true(hall_do(&house[0], s.arbiter, "start"));
    for (unsigned i = 0; i < PLIES; i++) {
        (void)snprintf(body, sizeof body, "{\"id\":\"%u\",\"event\":\"play %s\"}", i, moves[i % 4]);
        send_by(way, owner, other, i % 2 ? s.black : s.white, body);
    }
    assert_int_equal(house_owner(s.game), 0);
}

static int compare(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

static void test_handing__every_way_leads_to_the_game(void **state)
{
    const unsigned games = getenv("ARB_TEST_SOAK") ? GAMES_SOAK : GAMES;
    client owner = client_open(house[0].port), other = client_open(house[1].port);

    (void)state;
    for (unsigned i = 0; i < games; i++)
        for (unsigned way = 0; way < WAYS; way++)
            play(way, &owner, &other);
    client_close(&owner);
    client_close(&other);
    for (unsigned way = 0; way < WAYS; way++) {
        qsort(took[way], count[way], sizeof took[way][0], compare);
        print_message("# %zu events %s: half of them within %lld us, 99 of 100 within %lld us\n",
                      count[way], names[way], (long long)took[way][count[way] / 2],
                      (long long)took[way][count[way] * 99 / 100]);
    }
    house_assert_journal(postgres_address());
}

static int setup(void **state)
{
    if (getenv("ARB_TEST_SOAK"))
        postgres_durable();
    return house_setup(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_handing__every_way_leads_to_the_game),
    };

    if (!postgres_is_there()) {
        puts("1..0 # SKIP PostgreSQL is not installed");
        return 0;
    }
    return cmocka_run_group_tests_name("hall_handing", tests, setup, house_teardown);
}
