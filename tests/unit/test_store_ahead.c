/* SPDX-License-Identifier: MIT */
/*
 * Batches on PostgreSQL that are begun ahead: in one trip, by whoever wrote last and often. When
 * others have written in between nothing is written, and it is done again.
 */
#define _GNU_SOURCE
#include "test_store_house.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/prctl.h>
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

/* What is not known to be written is written again: connections are cut all the time. */
static arb_store_err batch_through_cuts(arb_store *store, unsigned count)
{
    arb_store_err err;

    do
        err = batch_ahead(store, 1, count);
    while (err == ARB_STORE_AWAY || err == ARB_STORE_TURN);
    return err;
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
        if (batch_through_cuts(store, 1 + i % 3) != ARB_STORE_OK)
            _exit(2);
    }
    arb_store_close(store);
    _exit(0);
}

static void await(const char *file, const char *question)
{
    for (int i = 0; postgres_ask(file, question) == 0; i++) {
        assert_true(i < 1000);
        (void)usleep(5000);
    }
}

/* Ends connections of those who write, one after the other, until all children have ended. */
static void cut_until_done(const char *file, const pid_t child[HALLS])
{
    unsigned ended = 0;

    await(file, "SELECT count(*) / 3 FROM arbitro.halls"); /* all have joined */
    while (ended < HALLS) {
        int status = 0;
        if (waitpid(child[ended], &status, WNOHANG) == child[ended]) {
            assert_int_equal(status, 0);
            ended++;
            continue;
        }
        run_sql(file, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                      " WHERE application_name LIKE 'arbitro %/%' ORDER BY random() LIMIT 1");
        (void)usleep(10000);
    }
}

/* Whether a batch was committed of whose commit nothing was heard is known also when others have
 * written since. */
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
    cut_until_done(where->file, child);
    store = store_open(where->file);
    assert_int_equal(store_count_all(store), HALLS * BURSTS * 2 * OFTEN * 2);
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

/* ---- a commit that is on the disk, and of which nobody hears */

/*
 * From now on commits wait for a standby that is not there, when they are on the disk already. The
 * server takes a while to hear of it: somebody commits until he waits, and goes on waiting.
 */
static void let_commits_wait(const char *file)
{
    run_sql(file, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    run_sql(file, "SELECT pg_reload_conf()");
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (child == 0)
        run_sql(file, "INSERT INTO arbitro.settings VALUES (clock_timestamp()::text, 'trying')");
    await(file, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    (void)kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

/* Those that wait are not answered any more; others do not wait. */
static void lose_answers(const char *file)
{
    run_sql(file, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                  " WHERE wait_event = 'SyncRep'");
    run_sql(file, "ALTER SYSTEM RESET synchronous_standby_names");
    run_sql(file, "SELECT pg_reload_conf()");
}

/* A child with a store that has written often; it writes two batches when it is woken, by a byte.
 */
static pid_t write_when_woken(const char *file, const char *name, int wakes)
{
    const pid_t child = fork();
    uint64_t hall = 0;
    char byte;

    assert_true(child >= 0);
    if (child > 0)
        return child;
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    arb_store *store = join(file, name, LONG_MS, &hall);
    for (int i = 0; i < OFTEN; i++)
        if (batch_ahead(store, 1, 1) != ARB_STORE_OK)
            _exit(2);
    run_sql(file, "INSERT INTO arbitro.settings VALUES (clock_timestamp()::text, 'ready')");
    if (read(wakes, &byte, 1) != 1)
        _exit(3);
    arb_store_err err = batch_ahead(store, 1, 1);
    if (!err) /* nothing is left of what went wrong */
        err = batch_of(store, 1, 1, arb_store_begin);
    arb_store_close(store);
    _exit(err ? 4 : 0);
}

/* What is under way when the answer is lost: nothing, a batch of another store, or somebody who has
 * the turn for longer than anybody waits for it. */
enum { ALONE, OTHER_WRITES, TURN_IS_HELD, CASES };

static pid_t hold_turn(const char *file)
{
    const pid_t child = fork();

    assert_true(child >= 0);
    if (child > 0)
        return child;
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    run_sql(file, "BEGIN; SELECT 1 FROM arbitro.turn FOR UPDATE; SELECT pg_sleep(11); COMMIT");
    _exit(0);
}

static void wake(int wakes)
{
    assert_int_equal(write(wakes, "1", 1), 1);
}

static void await_child(pid_t child)
{
    int status = 0;

    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void commit_unheard(const char *file, int what)
{
    static const char waits[] = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
                                " AND application_name LIKE 'arbitro %'",
                      queues[] = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'tuple'"
                                 " OR wait_event = 'transactionid'";
    int first[2], second[2];
    pid_t holder = 0;

    assert_int_equal(pipe(first), 0);
    assert_int_equal(pipe(second), 0);
    const pid_t other = write_when_woken(file, "other", second[0]);
    await(file, "SELECT count(*) FROM arbitro.settings WHERE value = 'ready'");
    const pid_t one = write_when_woken(file, "one", first[0]);
    await(file, "SELECT count(*) - 1 FROM arbitro.settings WHERE value = 'ready'");
    let_commits_wait(file);
    wake(first[1]);
    await(file, waits);
    if (what == OTHER_WRITES)
        wake(second[1]);
    if (what == TURN_IS_HELD)
        holder = hold_turn(file);
    if (what != ALONE)
        await(file, queues);
    lose_answers(file);
    await_child(one);
    if (what != OTHER_WRITES)
        wake(second[1]);
    await_child(other);
    if (holder > 0)
        await_child(holder);
    for (int i = 0; i < 2; i++) {
        (void)close(first[i]);
        (void)close(second[i]);
    }
}

/* Each batch is there once, whoever has written since, and however long it takes to find out. */
static void test_store__a_commit_of_which_nobody_hears_counts_once(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);

    (void)game_of(store);
    arb_store_close(store);
    for (int what = ALONE; what < CASES; what++) {
        run_sql(where->file, "DELETE FROM arbitro.settings WHERE value = 'ready'");
        commit_unheard(where->file, what);
        store = store_open(where->file);
        assert_int_equal(store_count_all(store), (what + 1) * (2 * OFTEN + 4));
        assert_fine(arb_store_check(store));
        arb_store_close(store);
    }
}

/* ---- reading meanwhile */

typedef struct writing {
    arb_store *store;
    uint64_t game;
    _Atomic bool stop;
} writing;

static void *write_on(void *user)
{
    writing *it = user;

    for (int i = 0; i < 2000 && !it->stop; i++)
        if (batch_ahead(it->store, it->game, 1) != ARB_STORE_OK)
            return NULL;
    return it;
}

/* A game goes on while another store reads it: what comes between its head and its events is no
 * damage. */
static void test_store__a_game_is_read_while_it_goes_on(void **state)
{
    const folder *where = *state;
    uint64_t first = 0, second = 0;
    writing it = { .store = join(where->file, "one", LONG_MS, &first) };
    arb_store *two = join(where->file, "two", LONG_MS, &second);
    pthread_t thread;
    void *well = NULL;

    it.game = game_of(it.store);
    assert_int_equal(pthread_create(&thread, NULL, write_on, &it), 0);
    for (int i = 0; i < 200; i++) {
        arb_store_copy *copy = NULL;
        arb_game *game = NULL;
        assert_fine(arb_store_copy_new(&copy, two, it.game));
        assert_fine(arb_store_copy_load(&game, NULL, copy, NULL, NULL));
        arb_game_free(game);
        arb_store_copy_free(copy);
    }
    it.stop = true;
    assert_int_equal(pthread_join(thread, &well), 0);
    assert_non_null(well);
    arb_store_close(it.store);
    arb_store_close(two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        POSTGRES_TEST(test_store__what_is_begun_ahead_is_done_again),
        POSTGRES_TEST(test_store__a_batch_in_vain_costs_its_own_games_alone),
        POSTGRES_TEST(test_store__what_is_begun_ahead_survives_a_cut),
        POSTGRES_TEST(test_store__several_begin_ahead_at_once),
        POSTGRES_TEST(test_store__a_commit_of_which_nobody_hears_counts_once),
        POSTGRES_TEST(test_store__a_game_is_read_while_it_goes_on),
    };

    return STORE_RUN(tests);
}
