/* SPDX-License-Identifier: MIT */
/* A whole database as another one: from a file to PostgreSQL and back, without a difference. */
#define _GNU_SOURCE
#include "test_store_common.h"

#include "store/inspect.h"
#include "store/lease.h"

enum { GAMES = 7, EVENTS = 2500 }; /* more than go into one batch */

/* Everything that a store keeps, and traces of what it kept once. */
static void furnish(arb_store *store)
{
    static const char hash[] = { 1, 0, 3 };
    const arb_store_heartbeat beat = { "boot", { 5, -6 } };
    uint64_t person = 0, epoch = 0;

    for (unsigned i = 0; i < GAMES; i++)
        (void)game_of(store);
    assert_fine(arb_store_begin(store));
    for (unsigned i = 0; i < EVENTS; i++) {
        char client[16] = "";
        if (i % 9)
            (void)snprintf(client, sizeof client, "client-%u", i);
        arb_store_event event = event_of(1 + i % GAMES, client);
        arb_store_receipt receipt;
        event.text = bytes(i % 4 ? "0:00:01 white offer" : "0:00:02 arbiter rule \xc3\xa8 \"x\"\\");
        event.verdict = bytes(i % 2 ? "|||" : "");
        event.summary = bytes(i % 3 ? "" : "a summary");
        event.refused = i % 7 == 0;
        event.stamp.wall_ms = (int64_t)i - 100;
        assert_fine(arb_store_append(&receipt, store, &event));
    }
    assert_fine(arb_store_commit(store));
    for (unsigned i = 0; i < 5; i++) {
        const arb_store_person one = { .name = bytes(i % 2 ? "Anna \"A\"" : ""),
                                       .contact = bytes("a\nb") };
        const arb_store_seat seat = { 1 + i, bytes("white"), i + 1,
                                      bytes(i == 2 ? "tag WhiteElo \"1\"\n" : "") };
        const arb_store_token token = { { hash, 1 + i % 3 }, 1 + i, i, -1, false };
        assert_fine(arb_store_person_new(&person, store, &one));
        assert_fine(arb_store_seat_set(store, &seat));
        if (i < 3)
            assert_fine(arb_store_token_add(store, &token));
    }
    assert_fine(arb_store_person_erase(store, 3));
    assert_fine(arb_store_person_erase(store, 5)); /* the last number, which nobody has any more */
    assert_fine(arb_store_setting_set(store, "hall.secret", (arb_store_bytes){ "a\0\xff", 3 }));
    assert_fine(arb_store_setting_set(store, "empty", bytes("")));
    assert_fine(arb_store_checklist_set(store, 2, bytes("a:desk")));
    assert_fine(arb_store_game_close(store, 4, true));
    assert_fine(arb_store_beat(store, &beat));
    assert_fine(arb_store_hall_join(&person, store, bytes("one"), 60000));
    assert_fine(arb_store_lease_take(&epoch, store, 2));
    assert_fine(arb_store_lease_take(&epoch, store, 2));
    arb_store_event event = event_of(2, "by epoch");
    arb_store_receipt receipt;
    event.epoch = epoch;
    assert_fine(arb_store_append(&receipt, store, &event));
    assert_fine(arb_store_hall_leave(store));
}

static arb_store *open_to_read(const char *file)
{
    const arb_store_options options = { .read_only = true };
    arb_store *store = NULL;

    assert_fine(arb_store_open(&store, file, &options));
    return store;
}

static unsigned shown;

static bool on_progress(void *user, double done)
{
    (void)user;
    shown++;
    assert_true(done >= 0 && done <= 1);
    return true;
}

static arb_store_err copy(const char *to, const char *from)
{
    arb_store *source = open_to_read(from), *target = store_open(to);
    const arb_store_err err = arb_store_transfer(target, source, on_progress, NULL);

    arb_store_close(target);
    arb_store_close(source);
    return err;
}

static void digest(unsigned char out[ARB_STORE_HASH_SIZE], const char *file)
{
    arb_store *store = open_to_read(file);

    assert_fine(arb_store_digest(out, store));
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

static void name_beside(char out[400], const folder *where, const char *name)
{
    (void)snprintf(out, 400, "%s/%s", where->path, name);
}

/* There, and back again; and both go on as the first would have. */
static void test_store__a_copy_has_everything(void **state)
{
    const folder *where = *state;
    unsigned char before[ARB_STORE_HASH_SIZE], there[ARB_STORE_HASH_SIZE],
        back[ARB_STORE_HASH_SIZE];
    char first[400], last[400];

    name_beside(first, where, "first");
    name_beside(last, where, "last");
    arb_store *store = store_open(first);
    furnish(store);
    arb_store_close(store);
    shown = 0;
    assert_fine(copy(where->file, first));
    assert_true(shown > 2);
    assert_fine(copy(last, where->file));
    digest(before, first);
    digest(there, where->file);
    digest(back, last);
    assert_memory_equal(before, there, sizeof before);
    assert_memory_equal(before, back, sizeof before);

    const char *const all[] = { first, where->file, last };
    for (size_t i = 0; i < 3; i++) {
        const arb_store_person person = { .name = bytes("Carlo") };
        const arb_store_event again = event_of(2, "client-1"), next = event_of(1, "new");
        arb_store_receipt receipt;
        uint64_t id = 0;
        store = store_open(all[i]);
        assert_fine(arb_store_person_new(&id, store, &person));
        assert_int_equal(id, 6);
        assert_fine(arb_store_append(&receipt, store, &again));
        assert_true(receipt.again);
        assert_fine(arb_store_append(&receipt, store, &next));
        assert_int_equal(receipt.sequence, EVENTS + 2);
        assert_int_equal(game_of(store), GAMES + 1);
        assert_fine(arb_store_hall_join(&id, store, bytes("two"), 1000));
        assert_fine(arb_store_lease_take(&id, store, 2));
        assert_int_equal(id, 3); /* an epoch is never had twice */
        arb_store_close(store);
    }
    digest(before, first);
    digest(there, where->file);
    assert_memory_equal(before, there, sizeof before);
}

/* ---- whatever the server is set to */

static const char *const strange_settings[] = {
    "default_transaction_isolation = 'serializable'",
    "default_transaction_deferrable = on",
    "statement_timeout = '300ms'",
    "lock_timeout = '1ms'",
    "idle_in_transaction_session_timeout = '300ms'",
    "idle_session_timeout = '300ms'",
    "search_path = pg_catalog",
    "client_encoding = 'LATIN1'",
    "DateStyle = 'SQL, DMY'",
    "IntervalStyle = 'iso_8601'",
    "TimeZone = 'Asia/Kathmandu'",
    "bytea_output = 'escape'",
    "extra_float_digits = -15",
    "standard_conforming_strings = off",
    "array_nulls = off",
    "transform_null_equals = on",
    "quote_all_identifiers = on",
    "synchronous_commit = off",
    "plan_cache_mode = force_generic_plan",
    "enable_indexscan = off",
    "jit_above_cost = 0",
    "check_function_bodies = off",
};

static int set_strangely(void **state)
{
    char text[4000] = "";
    size_t size = 0;

    if (!postgres_is_there())
        return folder_new(state);
    const int failed = folder_new_postgres(state);
    for (size_t i = 0; i < sizeof strange_settings / sizeof strange_settings[0]; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "ALTER ROLE arbitro SET %s;",
                                 strange_settings[i]);
    if (!failed) /* at once: whoever connects then has them, too */
        postgres_sql(postgres_address(), text);
    return failed;
}

static int set_back(void **state)
{
    if (postgres_is_there())
        postgres_sql(postgres_address(), "ALTER ROLE arbitro RESET ALL");
    return folder_free(state);
}

static bool take_slowly(void *user, const arb_store_event *event)
{
    (void)user, (void)event;
    (void)usleep(500000); /* longer than any of the limits above */
    return false;
}

/* Also when the program takes its time in the middle. */
static void test_store__settings_of_the_role_change_nothing(void **state)
{
    const folder *where = *state;
    const arb_store_options follow = { .follow = true };
    arb_store *store = NULL;

    if (!postgres_is_there())
        store_skipped(state);
    test_store__a_copy_has_everything(state);
    assert_fine(arb_store_open(&store, where->file, &follow));
    (void)usleep(500000);
    assert_fine(arb_store_events(store, 0, 10, take_slowly, NULL));
    assert_int_equal(store_count_all(store), EVENTS + 2);
    arb_store_close(store);
    store = open_to_read(where->file);
    assert_fine(arb_store_events(store, 0, 10, take_slowly, NULL));
    (void)usleep(500000);
    assert_int_equal(store_count_all(store), EVENTS + 2);
    arb_store_close(store);
    store = store_open(where->file);
    assert_fine(arb_store_begin(store));
    (void)usleep(500000);
    const arb_store_event event = event_of(1, "slow");
    arb_store_receipt receipt;
    assert_fine(arb_store_append(&receipt, store, &event));
    assert_fine(arb_store_commit(store));
    (void)usleep(500000);
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

/* Nothing is written over, not even a single setting. */
static void test_store__a_target_must_be_empty(void **state)
{
    const folder *where = *state;
    char other[400];
    uint64_t person;

    name_beside(other, where, "other");
    for (unsigned kind = 0; kind < 4; kind++) {
        folder_empty(where);
        arb_store *source = store_open(other), *target = store_open(where->file);
        const arb_store_heartbeat beat = { "b", { 1, 2 } };
        const arb_store_person one = { .name = bytes("x") };
        if (kind == 0)
            assert_int_equal(game_of(target), 1);
        else if (kind == 1)
            assert_fine(arb_store_setting_set(target, "x", bytes("")));
        else if (kind == 2)
            assert_fine(arb_store_beat(target, &beat));
        else
            assert_fine(arb_store_person_new(&person, target, &one));
        assert_err(arb_store_transfer(target, source, NULL, NULL), ARB_STORE_STATE);
        arb_store_close(source);
        arb_store_close(target);
        assert_err(copy(where->file, other), ARB_STORE_EXISTS);
    }
}

/* What is damaged is not copied as if it were whole, and what was begun is known as such. */
static void test_store__a_damaged_database_is_not_copied(void **state)
{
    static const char *const wrong[] = {
        "DELETE FROM events WHERE sequence = 2",
        "DELETE FROM games WHERE id = 1",
        "UPDATE events SET meta = 'other' WHERE sequence = 3",
        "UPDATE heads SET events = 2 WHERE game = 1",
        "UPDATE events SET number = 9 WHERE sequence = 3",
    };
    const folder *where = *state;
    char target[400];

    name_beside(target, where, "target");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        folder_empty(where);
        arb_store *store = store_open(where->file);
        for (unsigned n = 0; n < 4; n++) {
            arb_store_receipt receipt;
            const arb_store_event event = event_of(n ? 1 : game_of(store), "");
            assert_fine(arb_store_append(&receipt, store, &event));
        }
        assert_int_equal(game_of(store), 2);
        arb_store_close(store);
        run_sql(where->file, wrong[i]);
        const arb_store_err err = copy(target, where->file);
        assert_true(err == ARB_STORE_CORRUPT || err == ARB_STORE_LOSS);
        const arb_store_options options = { .create = true };
        assert_err(arb_store_open(&store, target, &options), ARB_STORE_UNFINISHED);
    }
}

/* ---- one that is stopped */

/* So many calls are answered with true. */
static bool go_on_so_often(void *user, double done)
{
    unsigned *left = user;

    (void)done;
    return *left > 0 && --*left > 0;
}

/* Nothing of it is there, not even beside it. */
static void assert_gone(const folder *where, const char *file)
{
    static const char *const ends[] = { "", "-wal", "-shm", "-journal", "-lock" };
    char name[420];

    if (on_postgres(where)) {
        assert_int_equal(
            postgres_ask(where->file,
                         "SELECT count(*) FROM pg_namespace WHERE nspname = 'arbitro'"),
            0);
        return;
    }
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        (void)snprintf(name, sizeof name, "%s%s", file, ends[i]);
        assert_int_not_equal(access(name, F_OK), 0);
    }
}

/* Copies the source into where->file, and ends it after so many signs. */
static arb_store_err copy_in_part(const folder *where, const char *from, unsigned signs, bool tidy)
{
    const arb_store_options options = { .create = true, .anew = true };
    arb_store *source = open_to_read(from), *target = NULL;

    assert_fine(arb_store_open(&target, where->file, &options));
    const arb_store_err err = arb_store_transfer(target, source, go_on_so_often, &signs);
    if (err && tidy)
        assert_fine(arb_store_give_up(target, where->file));
    else
        arb_store_close(target);
    arb_store_close(source);
    return err;
}

static void make_source(char name[400], const folder *where)
{
    name_beside(name, where, "source");
    arb_store *store = store_open(name);
    furnish(store);
    arb_store_close(store);
}

/* Wherever it is stopped: among the games, in a page of events, when both are compared. */
static void test_store__a_copy_that_is_stopped_leaves_nothing(void **state)
{
    const folder *where = *state;
    unsigned signs = 1;
    char source[400];

    make_source(source, where);
    for (arb_store_err err = ARB_STORE_STOPPED; err; signs += signs < 3 ? 1 : signs / 2) {
        err = copy_in_part(where, source, signs, true);
        if (err) {
            assert_err(err, ARB_STORE_STOPPED);
            assert_gone(where, where->file);
        }
    }
    assert_true(signs > 40); /* it asks more often than once in a page */
}

static void test_store__a_copy_that_was_not_finished_is_begun_anew(void **state)
{
    const folder *where = *state;
    unsigned char before[ARB_STORE_HASH_SIZE], after[ARB_STORE_HASH_SIZE];
    const arb_store_options options = { .create = true };
    arb_store *store = NULL;
    char source[400];

    make_source(source, where);
    assert_err(copy_in_part(where, source, 20, false),
               ARB_STORE_STOPPED); /* as if it were killed */
    assert_err(arb_store_open(&store, where->file, &options), ARB_STORE_UNFINISHED);
    assert_fine(copy_in_part(where, source, 100000, false));
    digest(before, source);
    digest(after, where->file);
    assert_memory_equal(before, after, sizeof before);
    /* one that has something else in it is not taken for it */
    assert_err(copy_in_part(where, source, 100000, true), ARB_STORE_EXISTS);
    digest(after, where->file);
    assert_memory_equal(before, after, sizeof before);
}

/* What was there before the copy, and had nothing in it, is there again, and has nothing in it. */
static void test_store__a_target_that_was_there_is_empty_again(void **state)
{
    const folder *where = *state;
    char source[400];

    make_source(source, where);
    arb_store_close(store_open(where->file));
    assert_err(copy_in_part(where, source, 20, true), ARB_STORE_STOPPED);
    if (!on_postgres(where))
        assert_int_equal(access(where->file, F_OK), 0);
    arb_store *store = store_open(where->file);
    assert_fine(arb_store_is_empty(store));
    arb_store_close(store);
    assert_fine(copy_in_part(where, source, 100000, true));
}

/* A backup of a file that is stopped leaves nothing either. */
static void test_store__a_backup_that_is_stopped_leaves_nothing(void **state)
{
    static const char *const names[] = { "backup", "backup-part", "backup-part-journal",
                                         "backup-part-wal", "backup-part-lock" };
    const folder *where = *state;
    unsigned signs = 1;
    char file[400];

    arb_store *store = store_open(where->file);
    furnish(store);
    arb_store_close(store);
    store = open_to_read(where->file);
    name_beside(file, where, "backup");
    assert_err(arb_store_backup(store, file, go_on_so_often, &signs), ARB_STORE_STOPPED);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        name_beside(file, where, names[i]);
        assert_int_not_equal(access(file, F_OK), 0);
    }
    arb_store_close(store);
}

/* ---- one whose source is in use */

/* Who reads a database alone finds out whether somebody writes, and leaves nothing beside it. */
static void test_store__who_reads_alone_keeps_writers_out(void **state)
{
    const arb_store_options alone = { .read_only = true, .alone = true }, write = { 0 };
    const folder *where = *state;
    arb_store *writer = store_open(where->file), *reader = NULL;
    char lock[420];

    (void)game_of(writer);
    assert_err(arb_store_open(&reader, where->file, &alone), ARB_STORE_LOCKED);
    arb_store_close(writer);
    (void)snprintf(lock, sizeof lock, "%s-lock", where->file);
    (void)unlink(lock);
    assert_fine(arb_store_open(&reader, where->file, &alone));
    assert_err(arb_store_open(&writer, where->file, &write), ARB_STORE_LOCKED);
    arb_store_close(reader);
    if (!on_postgres(where))
        assert_int_not_equal(access(lock, F_OK), 0);
    assert_fine(arb_store_open(&writer, where->file, &write));
    arb_store_close(writer);
}

/* Several halls that share a database, too. */
static void test_store__who_reads_alone_hears_of_halls_that_share(void **state)
{
    const arb_store_options alone = { .read_only = true, .alone = true },
                            shared = { .create = true, .shared = true };
    const folder *where = *state;
    arb_store *hall = NULL, *reader = NULL;

    assert_fine(arb_store_open(&hall, where->file, &shared));
    assert_err(arb_store_open(&reader, where->file, &alone), ARB_STORE_LOCKED);
    arb_store_close(hall);
    assert_fine(arb_store_open(&reader, where->file, &alone));
    arb_store_close(reader);
}

/* A backup is a file, whatever it is a backup of. */
static void test_store__a_backup_is_a_file(void **state)
{
    const folder *where = *state;
    unsigned char before[ARB_STORE_HASH_SIZE], after[ARB_STORE_HASH_SIZE];
    char file[400];

    name_beside(file, where, "backup");
    arb_store *store = store_open(where->file);
    furnish(store);
    arb_store_close(store);
    store = open_to_read(where->file);
    assert_fine(arb_store_backup(store, file, on_progress, NULL));
    assert_err(arb_store_backup(store, file, NULL, NULL), ARB_STORE_EXISTS);
    arb_store_close(store);
    digest(before, where->file);
    digest(after, file);
    assert_memory_equal(before, after, sizeof before);
    name_beside(file, where, "backup-part");
    assert_int_not_equal(access(file, F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_store__a_copy_has_everything),
        { "test_store__settings_of_the_role_change_nothing",
          test_store__settings_of_the_role_change_nothing, set_strangely, set_back, NULL },
        STORE_TEST(test_store__a_target_must_be_empty),
        STORE_TEST(test_store__a_damaged_database_is_not_copied),
        STORE_TEST(test_store__a_copy_that_is_stopped_leaves_nothing),
        STORE_TEST(test_store__a_copy_that_was_not_finished_is_begun_anew),
        STORE_TEST(test_store__a_target_that_was_there_is_empty_again),
        STORE_TEST(test_store__a_backup_that_is_stopped_leaves_nothing),
        STORE_TEST(test_store__who_reads_alone_keeps_writers_out),
        POSTGRES_TEST(test_store__who_reads_alone_hears_of_halls_that_share),
        STORE_TEST(test_store__a_backup_is_a_file),
    };

    return STORE_RUN(tests);
}
