/* SPDX-License-Identifier: MIT */
/*
 * Batches on PostgreSQL that are begun ahead: in one trip, by whoever wrote last and often. When
 * others have written in between nothing is written, and it is done again.
 */
#define _GNU_SOURCE
#include "test_store_house.h"

#include <sys/wait.h>

/* So many batches that whoever writes them begins ahead, also among others. */
enum { OFTEN = 20, HALLS = 3, BURSTS = 6 };

static arb_store_err append_ahead(arb_store *store, uint64_t game, uint64_t epoch)
{
    arb_store_err err = arb_store_begin_ahead(store);

    if (!err)
        err = append(store, game, epoch);
    if (!err)
        return arb_store_commit(store);
    arb_store_rollback(store);
    return err;
}

/* Events that are durable, whoever wrote them. */
static uint64_t count_seen(arb_store *store)
{
    store_count seen = { 0, true };

    assert_fine(arb_store_events(store, 0, SIZE_MAX, store_count_one, &seen));
    return seen.count;
}

/* Whoever wrote last and often begins ahead; what the other wrote in between is found out, before
 * the commit and at it, and nothing is written then. */
static void test_store__what_is_begun_ahead_is_done_again(void **state)
{
    const folder *where = *state;
    uint64_t first = 0, second = 0;
    arb_store *one = join(where->file, "one", LONG_MS, &first),
              *two = join(where->file, "two", LONG_MS, &second);
    const uint64_t game = game_of(one);

    for (int i = 0; i < OFTEN; i++)
        assert_fine(batch_of(one, game, 2, arb_store_begin_ahead));
    assert_int_equal(count_seen(two), 2 * OFTEN);
    assert_fine(append(two, game, 0));
    assert_err(batch_of(one, game, 2, arb_store_begin_ahead), ARB_STORE_TURN);
    assert_int_equal(count_seen(two), 2 * OFTEN + 1);
    for (int i = 0; i < OFTEN; i++)
        assert_fine(batch_ahead(one, game, 1));
    assert_fine(append(two, game, 0));
    assert_fine(arb_store_begin_ahead(one));
    assert_err(arb_store_game_close(one, game, true), ARB_STORE_TURN);
    arb_store_rollback(one);
    assert_fine(batch_ahead(one, game, 1));
    assert_int_equal(count_seen(two), 3 * OFTEN + 3);
    assert_fine(arb_store_check(one));
    arb_store_close(one);
    arb_store_close(two);
}

/* What is known of other games stays known: the server is not asked for them again. */
static void test_store__a_batch_in_vain_costs_its_own_games_alone(void **state)
{
    enum { OWN = 8 };
    const folder *where = *state;
    uint64_t first = 0, second = 0, game[OWN], epoch[OWN];
    arb_store *one = join(where->file, "one", LONG_MS, &first),
              *two = join(where->file, "two", LONG_MS, &second);
    const uint64_t others = game_of(two);

    for (unsigned i = 0; i < OWN; i++) {
        game[i] = game_of(one);
        epoch[i] = take(one, game[i]);
        assert_fine(append(one, game[i], epoch[i]));
    }
    for (int i = 0; i < OFTEN; i++)
        assert_fine(append_ahead(one, game[0], epoch[0]));
    assert_fine(append(two, others, 0));
    assert_err(append_ahead(one, game[0], epoch[0]), ARB_STORE_TURN);
    /* somebody spoils what stands in the tables; it is found out where it is read again */
    run_sql(where->file, "UPDATE arbitro.heads SET events = events + 1000");
    assert_fine(arb_store_begin(one));
    for (unsigned i = 1; i < OWN; i++)
        assert_fine(append(one, game[i], epoch[i]));
    assert_fine(arb_store_commit(one));
    run_sql(where->file, "UPDATE arbitro.heads SET events = events - 1000 WHERE events > 1000");
    assert_fine(append(one, game[0], epoch[0]));
    assert_int_equal(count_seen(two), OFTEN + 2 * OWN + 1);
    assert_fine(arb_store_check(one));
    arb_store_close(one);
    arb_store_close(two);
}

/* Nobody waits for an answer to know that the connection is gone. */
static void test_store__what_is_begun_ahead_survives_a_cut(void **state)
{
    const folder *where = *state;
    uint64_t first = 0;
    arb_store *one = join(where->file, "one", LONG_MS, &first);
    const uint64_t game = game_of(one);

    for (int i = 0; i < 5; i++)
        assert_fine(batch_of(one, game, 1, arb_store_begin_ahead));
    run_sql(where->file, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                         " WHERE pid <> pg_backend_pid() AND datname = current_database()");
    assert_fine(batch_ahead(one, game, 1));
    assert_int_equal(store_count_all(one), 6);
    assert_fine(arb_store_check(one));
    arb_store_close(one);
}

/* In bursts, so that each of them begins ahead now and then while another one writes, too. */
static void hurry(const char *file, unsigned seed)
{
    uint64_t hall = 0;
    arb_store *store = join(file, "in a hurry", LONG_MS, &hall);

    srandom(seed);
    for (unsigned i = 0; i < BURSTS * 2 * OFTEN; i++) {
        if (i % (2 * OFTEN) == 0)
            (void)usleep((useconds_t)(random() % 20000));
        if (batch_ahead(store, 1, 1 + i % 3) != ARB_STORE_OK)
            _exit(2);
    }
    arb_store_close(store);
    _exit(0);
}

static void test_store__several_begin_ahead_at_once(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    pid_t child[HALLS];

    (void)game_of(store);
    arb_store_close(store);
    for (unsigned i = 0; i < HALLS; i++) {
        child[i] = fork();
        assert_true(child[i] >= 0);
        if (child[i] == 0)
            hurry(where->file, i);
    }
    for (unsigned i = 0; i < HALLS; i++) {
        int status = 0;
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        assert_int_equal(status, 0);
    }
    store = store_open(where->file);
    assert_int_equal(store_count_all(store), HALLS * BURSTS * 2 * OFTEN * 2);
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        POSTGRES_TEST(test_store__what_is_begun_ahead_is_done_again),
        POSTGRES_TEST(test_store__a_batch_in_vain_costs_its_own_games_alone),
        POSTGRES_TEST(test_store__what_is_begun_ahead_survives_a_cut),
        POSTGRES_TEST(test_store__several_begin_ahead_at_once),
    };

    return STORE_RUN(tests);
}
