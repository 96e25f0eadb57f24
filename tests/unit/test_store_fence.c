/* SPDX-License-Identifier: MIT */
/*
 * What is written beside events, and what is kept in mind of a game: who has lost it writes neither
 * summary nor end of it, and who has it again is not refused for what he knew before.
 */
#define _GNU_SOURCE
#include "test_store_house.h"

#include <sys/wait.h>

static void expire(const char *file, uint64_t hall)
{
    char text[100];

    (void)snprintf(text, sizeof text, "UPDATE halls SET until_ms = 1 WHERE id = %d", (int)hall);
    run_sql(file, text);
}

/* Two halls, of which the first has slept while the second took its game and wrote to it. */
typedef struct pair {
    arb_store *one, *two;
    uint64_t first, second, game, other;
} pair;

static pair sleep_and_lose(const char *file)
{
    pair it = { 0 };

    it.one = join(file, "one", LONG_MS, &it.first);
    it.two = join(file, "two", LONG_MS, &it.second);
    it.game = game_of(it.one);
    it.other = game_of(it.one);
    assert_int_equal(take(it.one, it.game), 1);
    assert_int_equal(take(it.one, it.other), 1);
    assert_fine(append(it.one, it.game, 1));
    assert_fine(append(it.one, it.other, 1));
    expire(file, it.first);
    assert_int_equal(take(it.two, it.game), 2);
    for (int i = 0; i < 4; i++)
        assert_fine(append(it.two, it.game, 2));
    assert_fine(arb_store_game_close(it.two, it.game, true));
    assert_fine(arb_store_hall_renew(it.one, LONG_MS));
    return it;
}

static void assert_as_written(const pair *it, const char *file)
{
    const arb_store_options read = { .read_only = true };
    arb_store *reader = NULL;

    assert_int_equal(postgres_ask(file, "SELECT events FROM heads WHERE game = 1"), 5);
    assert_int_equal(postgres_ask(file, "SELECT closed FROM games WHERE id = 1"), 1);
    assert_fine(arb_store_open(&reader, file, &read));
    assert_fine(arb_store_check(reader));
    arb_store_close(reader);
    arb_store_close(it->one);
    arb_store_close(it->two);
}

static arb_store_err summarise_ahead(arb_store *store, uint64_t game)
{
    arb_store_err err = arb_store_begin_ahead(store);

    if (!err)
        err = arb_store_game_summary(store, game, bytes("old"));
    if (!err)
        return arb_store_commit(store);
    arb_store_rollback(store);
    return err;
}

static void test_fence__who_has_lost_a_game_changes_no_head(void **state)
{
    const folder *where = *state;
    const pair it = sleep_and_lose(where->file);

    assert_err(arb_store_game_summary(it.one, it.game, bytes("old")), ARB_STORE_FENCED);
    assert_err(arb_store_game_close(it.one, it.game, false), ARB_STORE_FENCED);
    assert_fine(arb_store_game_summary(it.one, it.other, bytes("new")));
    assert_fine(arb_store_game_close(it.one, it.other, true));
    assert_fine(append(it.one, it.other, 1));
    assert_int_equal(postgres_ask(where->file, "SELECT events FROM heads WHERE game = 2"), 2);
    assert_as_written(&it, where->file);
}

/* The same of a batch that is begun ahead, by a hall that wrote often before it slept. */
static void test_fence__also_what_is_begun_ahead(void **state)
{
    const folder *where = *state;
    const pair it = sleep_and_lose(where->file);
    arb_store_err err = ARB_STORE_OK;

    for (int i = 0; i < 20; i++)
        assert_fine(batch_ahead(it.one, game_of(it.one), 1));
    err = summarise_ahead(it.one, it.game);
    assert_err(err, ARB_STORE_FENCED);
    /* and one that is not fenced there */
    assert_fine(summarise_ahead(it.one, it.other));
    assert_as_written(&it, where->file);
}

/* In the middle of a batch with events of it: what it says of the game goes with these. */
static void test_fence__a_batch_with_events_and_their_end(void **state)
{
    const folder *where = *state;
    const pair it = sleep_and_lose(where->file);
    const uint64_t game = it.other;

    assert_fine(arb_store_begin(it.one));
    assert_fine(append(it.one, game, 1));
    assert_fine(arb_store_game_summary(it.one, game, bytes("new")));
    assert_fine(append(it.one, game, 1));
    assert_fine(arb_store_game_close(it.one, game, true));
    assert_fine(arb_store_commit(it.one));
    assert_int_equal(postgres_ask(where->file, "SELECT events FROM heads WHERE game = 2"), 3);
    assert_as_written(&it, where->file);
}

/* Who has slept, and gets the game back before he has written to it, has it. */
static void test_fence__who_has_it_again_is_not_refused(void **state)
{
    const folder *where = *state;
    const pair it = sleep_and_lose(where->file);
    arb_store_event event = event_of(it.game, "again");
    arb_store_receipt receipt;
    uint64_t epoch = 0;

    (void)game_of(it.one); /* it writes something else meanwhile */
    assert_fine(arb_store_game_close(it.two, it.game, false));
    assert_fine(arb_store_lease_release(it.two, it.game, 2));
    run_sql(where->file, "UPDATE leases SET epoch = 3, hall = 1 WHERE game = 1"); /* as handed */
    event.epoch = 3;
    assert_fine(arb_store_append(&receipt, it.one, &event));
    assert_int_equal(receipt.number, 6);
    event.epoch = 1;
    assert_err(arb_store_append(&receipt, it.one, &event), ARB_STORE_FENCED);
    assert_err(append(it.two, it.game, 2), ARB_STORE_FENCED);
    assert_err(arb_store_lease_take(&epoch, it.two, it.game), ARB_STORE_TAKEN);
    assert_int_equal(store_count_all(it.one), 7);
    assert_fine(arb_store_check(it.one));
    arb_store_close(it.one);
    arb_store_close(it.two);
}

/* ---- a connection that lives on */

/* Whoever has another role than the one by which it has logged in ends its former connections all
 * the same. */
static void test_fence__a_former_connection_is_ended_by_whatever_role(void **state)
{
    static const char former[] = "SELECT count(*) FROM pg_stat_activity"
                                 " WHERE application_name = 'arbitro 1/1' AND query LIKE '%sleep%'";
    const folder *where = *state;
    char address[400];

    run_sql(where->file, "DO $$ BEGIN CREATE ROLE keeper; CREATE ROLE clerk LOGIN;"
                         " EXCEPTION WHEN duplicate_object THEN NULL; END $$;"
                         "GRANT keeper TO clerk; ALTER ROLE clerk SET role = keeper;"
                         "GRANT CREATE ON DATABASE postgres TO keeper");
    (void)snprintf(address, sizeof address, "host=%s user=clerk dbname=postgres",
                   strstr(where->file, "?host=") + 6);
    arb_store *store = store_open(address);
    const uint64_t game = game_of(store);
    assert_fine(append(store, game, 0));
    const pid_t child = fork(); /* as a connection of ours that was lost, and is not ended */
    assert_true(child >= 0);
    if (child == 0) {
        run_sql(address, "SET application_name = 'arbitro 1/1'; SELECT pg_sleep(60)");
        _exit(0);
    }
    for (int i = 0; i < 1000 && postgres_ask(where->file, former) == 0; i++)
        (void)usleep(10000);
    assert_int_equal(postgres_ask(where->file, former), 1);
    run_sql(where->file, "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype ="
                         " 'advisory'");
    arb_store_err err = ARB_STORE_AWAY;
    for (int i = 0; i < 1000 && err == ARB_STORE_AWAY; i++) {
        err = append(store, game, 0);
        if (err)
            (void)usleep(10000);
    }
    assert_fine(err);
    for (int i = 0; i < 500 && postgres_ask(where->file, former) == 1; i++)
        (void)usleep(10000);
    assert_int_equal(postgres_ask(where->file, former), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    arb_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        POSTGRES_TEST(test_fence__who_has_lost_a_game_changes_no_head),
        POSTGRES_TEST(test_fence__also_what_is_begun_ahead),
        POSTGRES_TEST(test_fence__a_batch_with_events_and_their_end),
        POSTGRES_TEST(test_fence__who_has_it_again_is_not_refused),
        POSTGRES_TEST(test_fence__a_former_connection_is_ended_by_whatever_role),
    };

    return STORE_RUN(tests);
}
