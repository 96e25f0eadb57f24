/* SPDX-License-Identifier: MIT */
/*
 * Who reads may have come to a standby, which may lack what is durable: the store says so, so that
 * nobody takes what he has read there for the latest.
 */
#define _GNU_SOURCE
#include "test_store_house.h"

#include "support/store/pair.h"

enum { PATIENCE_MS = 20000 };

static arb_store *follow(const char *address)
{
    const arb_store_options options = { .follow = true };
    arb_store *store = NULL;

    assert_fine(arb_store_open(&store, address, &options));
    return store;
}

static bool count_events(void *user, const arb_store_game *game)
{
    *(uint64_t *)user = game->events;
    return false;
}

static uint64_t events_of(arb_store *store, uint64_t game)
{
    uint64_t events = 0;

    assert_fine(arb_store_games(store, game - 1, false, 1, count_events, &events));
    return events;
}

/* The same of the game as it is read with others. */
static uint64_t gathered(arb_store *store, uint64_t game)
{
    arb_store_gather(store, &game, 1, NULL);
    const uint64_t events = events_of(store, game);
    arb_store_forget(store);
    return events;
}

static void await_events(arb_store *store, uint64_t game, uint64_t events)
{
    for (unsigned ms = 0; events_of(store, game) != events && ms < PATIENCE_MS; ms++)
        (void)usleep(1000);
    assert_int_equal(events_of(store, game), events);
}

static void append_durably(arb_store *store, uint64_t game, uint64_t epoch)
{
    assert_fine(arb_store_begin(store));
    assert_fine(append(store, game, epoch));
    assert_fine(arb_store_commit(store));
}

/* Until the server has said what it is by now. */
static void await_primary(arb_store *store, uint64_t game)
{
    for (unsigned ms = 0; arb_store_is_standby(store) && ms < PATIENCE_MS; ms++) {
        (void)events_of(store, game);
        (void)usleep(1000);
    }
    assert_false(arb_store_is_standby(store));
}

static void test_standby__what_it_lacks_is_known(void **state)
{
    uint64_t hall = 0;

    (void)state;
    if (!postgres_is_there())
        skip();
    arb_store *writer = join(pair_address(), "one", LONG_MS, &hall);
    assert_fine(arb_store_begin(writer));
    const uint64_t game = game_of(writer), epoch = take(writer, game);
    assert_fine(append(writer, game, epoch));
    assert_fine(arb_store_commit(writer));

    arb_store *primary = follow(pair_address()), *standby = follow(pair_standby());
    assert_false(arb_store_is_standby(primary));
    assert_true(arb_store_is_standby(standby));
    await_events(standby, game, 1);

    pair_replay(false);
    append_durably(writer, game, epoch);
    assert_int_equal(events_of(primary, game), 2);
    assert_int_equal(events_of(standby, game), 1);
    assert_int_equal(gathered(standby, game), 1);
    assert_true(arb_store_is_standby(standby));
    pair_replay(true);
    await_events(standby, game, 2);
    assert_int_equal(gathered(standby, game), 2);

    pair_kill();
    pair_promote();
    await_primary(standby, game);
    append_durably(writer, game, epoch);
    assert_int_equal(events_of(standby, game), 3);
    arb_store_close(standby);
    arb_store_close(primary);
    arb_store_close(writer);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_standby__what_it_lacks_is_known) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
