/* SPDX-License-Identifier: MIT */
/*
 * Two versions of the tables, open at once: halls are brought up to date one after the other. Who
 * is older never writes to what is newer, says so, and its games are free for the others.
 */
#define _GNU_SOURCE
#include "test_store_house.h"

#include <sys/wait.h>

#include "store/pulse.h"

/* The tables as they were one version before, under whoever has them open. */
static const char former[] = "ALTER TABLE turn DROP channel, DROP unheard;"
                             "DELETE FROM schema_version WHERE version > 4";

/* What a later program leaves behind that has brought them up to a version unknown here. */
static const char later[] = "INSERT INTO schema_version VALUES (99, 'later');"
                            "UPDATE turn SET writer = writer + 1; DELETE FROM halls";

static arb_store_err open_err(const char *file, arb_store_options options)
{
    arb_store *store = NULL;
    const arb_store_err err = arb_store_open(&store, file, &options);

    arb_store_close(store);
    return err;
}

static arb_store_err append_until_answered(arb_store *store, uint64_t game, uint64_t epoch)
{
    arb_store_err err = ARB_STORE_AWAY;

    for (int i = 0; i < 1000 && err == ARB_STORE_AWAY; i++) {
        err = append(store, game, epoch);
        if (err == ARB_STORE_AWAY)
            (void)usleep(10000);
    }
    return err;
}

static bool see_none(void *user, const arb_store_hall *hall)
{
    (void)user, (void)hall;
    return true;
}

/* A hall of the former version stays open while another one brings the tables up to date. */
static void test_upgrade__who_is_older_never_writes_again(void **state)
{
    const folder *where = *state;
    uint64_t first = 0, second = 0;
    arb_store *one = join(where->file, "one", LONG_MS, &first);
    const uint64_t game = game_of(one);
    const uint64_t epoch = take(one, game);
    arb_store_pulse *pulse = NULL;

    for (int i = 0; i < 5; i++) /* it begins ahead by now */
        assert_fine(batch_ahead(one, game_of(one), 1));
    assert_fine(append(one, game, epoch));
    assert_fine(arb_store_pulse_new(&pulse, where->file, first));
    assert_fine(arb_store_pulse_beat(pulse, LONG_MS, LONG_MS, see_none, NULL));
    run_sql(where->file, former);
    arb_store *two = join(where->file, "two", LONG_MS, &second);
    const long long written = postgres_ask(where->file, "SELECT count(*) FROM events");
    assert_err(append(one, game, epoch), ARB_STORE_LOCKED);
    assert_err(arb_store_game_close(one, game, true), ARB_STORE_LOCKED);
    assert_err(arb_store_pulse_beat(pulse, LONG_MS, LONG_MS, see_none, NULL), ARB_STORE_FENCED);
    postgres_cut();
    assert_err(append_until_answered(one, game, epoch), ARB_STORE_LOCKED);
    assert_int_equal(postgres_ask(where->file, "SELECT count(*) FROM events"), written);
    while (arb_store_begin(two) != ARB_STORE_OK)
        (void)usleep(10000);
    arb_store_rollback(two);
    assert_int_equal(take(two, game), epoch + 1); /* at once, however long its hall would live */
    assert_fine(append(two, game, epoch + 1));
    arb_store_pulse_free(pulse);
    arb_store_close(one);
    assert_fine(append(two, game, epoch + 1));
    assert_fine(arb_store_check(two));
    arb_store_close(two);
}

/* And who is older by his own lights says what is the matter. */
static void test_upgrade__who_is_older_says_so(void **state)
{
    const arb_store_options create = { .create = true, .shared = true },
                            follow = { .follow = true };
    const folder *where = *state;
    uint64_t first = 0, size = 0;
    arb_store *one = join(where->file, "one", LONG_MS, &first), *reader = NULL;
    const uint64_t game = game_of(one);

    assert_fine(arb_store_open(&reader, where->file, &follow));
    assert_fine(append(one, game, 0));
    run_sql(where->file, later);
    assert_err(append(one, game, 0), ARB_STORE_NEWER);
    assert_err(batch_of(one, game, 1, arb_store_begin_ahead), ARB_STORE_NEWER);
    assert_err(open_err(where->file, create), ARB_STORE_NEWER);
    postgres_cut();
    assert_err(append_until_answered(one, game, 0), ARB_STORE_NEWER);
    arb_store_err err = ARB_STORE_AWAY;
    for (int i = 0; i < 1000 && err == ARB_STORE_AWAY; i++) {
        (void)usleep(10000);
        err = arb_store_counted(&size, reader);
    }
    assert_err(err, ARB_STORE_NEWER);
    assert_int_equal(postgres_ask(where->file, "SELECT count(*) FROM events"), 1);
    arb_store_close(reader);
    arb_store_close(one);
}

/* The number by which it may write is that of before: whoever brought them up to date forgot it. */
static void test_upgrade__the_version_is_asked_with_a_new_connection(void **state)
{
    const folder *where = *state;
    uint64_t first = 0;
    arb_store *one = join(where->file, "one", LONG_MS, &first);
    const uint64_t game = game_of(one);

    assert_fine(append(one, game, 0));
    run_sql(where->file, "INSERT INTO schema_version VALUES (99, 'later')");
    postgres_cut();
    assert_err(append_until_answered(one, game, 0), ARB_STORE_NEWER);
    arb_store_close(one);
}

/* Who may not open it changes nothing of it. */
static void test_upgrade__who_is_kept_out_changes_nothing(void **state)
{
    const arb_store_options alone = { .create = true };
    const folder *where = *state;
    uint64_t first = 0;
    arb_store *one = join(where->file, "one", LONG_MS, &first);
    const uint64_t game = game_of(one);

    run_sql(where->file, former);
    assert_err(open_err(where->file, alone), ARB_STORE_LOCKED);
    assert_int_equal(postgres_ask(where->file, "SELECT max(version) FROM schema_version"), 4);
    assert_fine(append(one, game, 0));
    arb_store_close(one);
}

/* Several that bring them up to date at once: each of them writes afterwards. */
static void test_upgrade__several_at_once(void **state)
{
    enum { HALLS = 6, EVENTS = 5 };
    const folder *where = *state;
    pid_t child[HALLS];
    int start[2];

    arb_store *store = store_open(where->file);
    const uint64_t game = game_of(store);
    arb_store_close(store);
    run_sql(where->file, former);
    assert_int_equal(pipe(start), 0);
    for (int i = 0; i < HALLS; i++) {
        child[i] = fork();
        assert_true(child[i] >= 0);
        if (child[i] > 0)
            continue;
        uint64_t hall = 0;
        char byte;
        (void)close(start[1]);
        (void)!read(start[0], &byte, 1); /* it ends for all at once */
        arb_store *mine = join(where->file, "one of many", LONG_MS, &hall);
        for (int k = 0; k < EVENTS; k++)
            if (append(mine, game, 0) != ARB_STORE_OK)
                _exit(2);
        arb_store_close(mine);
        _exit(0);
    }
    (void)close(start[0]);
    (void)close(start[1]);
    for (int i = 0; i < HALLS; i++) {
        int status = 0;
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        assert_int_equal(status, 0);
    }
    store = store_open(where->file);
    assert_int_equal(store_count_all(store), HALLS * EVENTS);
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

/* Batches go on all the time while the tables are changed: nobody waits for the other in turn. */
static void test_upgrade__while_others_write(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    const uint64_t game = game_of(store);

    arb_store_close(store);
    run_sql(where->file, former);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const arb_store_options shared = { .shared = true };
        arb_store_err err = arb_store_open(&store, where->file, &shared);
        if (!err) /* all that it asks is known to the server now */
            err = batch_ahead(store, game, 2);
        run_sql(where->file, former);
        run_sql(where->file, "INSERT INTO settings VALUES ('ready', '')");
        while (!err)
            err = batch_ahead(store, game, 2);
        arb_store_close(store);
        _exit(err == ARB_STORE_LOCKED ? 0 : 1);
    }
    for (int i = 0; i < 1000 && postgres_ask(where->file, "SELECT count(*) FROM settings") == 0;
         i++)
        (void)usleep(10000);
    uint64_t hall = 0;
    int status = 0;
    store = join(where->file, "new", LONG_MS, &hall);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_fine(append(store, game, 0));
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        POSTGRES_TEST(test_upgrade__who_is_older_never_writes_again),
        POSTGRES_TEST(test_upgrade__who_is_older_says_so),
        POSTGRES_TEST(test_upgrade__the_version_is_asked_with_a_new_connection),
        POSTGRES_TEST(test_upgrade__who_is_kept_out_changes_nothing),
        POSTGRES_TEST(test_upgrade__several_at_once),
        POSTGRES_TEST(test_upgrade__while_others_write),
    };

    return STORE_RUN(tests);
}
