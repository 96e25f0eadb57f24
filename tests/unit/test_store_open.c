/* SPDX-License-Identifier: MIT */
/* Opening a database: what is not ours, newer, older, locked, read-only or damaged. */
#define _GNU_SOURCE
#include "test_store_common.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "support/random_positions.h"

static arb_store_err open_err(const char *file, bool create)
{
    const arb_store_options options = { .create = create };
    arb_store *store = NULL;
    const arb_store_err err = arb_store_open(&store, file, &options);

    arb_store_close(store);
    return err;
}

/* The file is refused, and not a byte of it changes. */
static void assert_left_alone(const char *file, bool create, arb_store_err expected)
{
    size_t before_size, after_size;

    if (arb_store_is_postgres(file)) {
        assert_err(open_err(file, create), expected);
        return;
    }
    char *before = read_file(file, &before_size);

    assert_err(open_err(file, create), expected);
    char *after = read_file(file, &after_size);
    assert_int_equal(before_size, after_size);
    assert_memory_equal(before, after, before_size);
    free(before);
    free(after);
}

/* A database with a game and three events. */
static void make_database(const char *file)
{
    arb_store *store = store_open(file);
    const uint64_t game = game_of(store);
    static const char *const clients[] = { "a", "b", "c" };

    for (size_t i = 0; i < 3; i++) {
        const arb_store_event event = event_of(game, clients[i]);
        arb_store_receipt receipt;
        assert_fine(arb_store_append(&receipt, store, &event));
    }
    arb_store_close(store);
}

static void test_store__what_is_not_there_is_made_only_when_asked(void **state)
{
    const folder *where = *state;
    struct stat info;

    assert_err(open_err(where->file, false), ARB_STORE_MISSING);
    assert_fine(open_err(where->file, true));
    assert_fine(open_err(where->file, false));
    assert_int_equal(stat(where->file, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_err(open_err("", true), ARB_STORE_CANNOT_OPEN);
    assert_err(open_err(":memory:", true), ARB_STORE_CANNOT_OPEN);
    assert_err(open_err(where->path, true), ARB_STORE_CANNOT_OPEN);
    char nowhere[400];
    (void)snprintf(nowhere, sizeof nowhere, "%s/no/folder", where->path);
    assert_err(open_err(nowhere, true), ARB_STORE_CANNOT_OPEN);
    assert_err(open_err(nowhere, false), ARB_STORE_MISSING);
}

static void test_store__what_is_not_ours_is_left_alone(void **state)
{
    const folder *where = *state;

    write_file(where->file, "", 0);
    assert_left_alone(where->file, false, ARB_STORE_NOT_OURS);
    assert_fine(open_err(where->file, true)); /* an empty file is as good as none */
    folder_empty(where);

    char junk[5000];
    memset(junk, 'j', sizeof junk);
    write_file(where->file, junk, sizeof junk);
    assert_left_alone(where->file, true, ARB_STORE_NOT_OURS);
    folder_empty(where);

    run_sql(where->file, "CREATE TABLE games (x); INSERT INTO games VALUES (1)");
    assert_left_alone(where->file, true, ARB_STORE_NOT_OURS);
    run_sql(where->file, "PRAGMA journal_mode = WAL; INSERT INTO games VALUES (2)");
    assert_left_alone(where->file, true, ARB_STORE_NOT_OURS);
    folder_empty(where);

    run_sql(where->file, "PRAGMA application_id = 12345");
    assert_left_alone(where->file, true, ARB_STORE_NOT_OURS);
}

static void test_store__what_is_newer_is_left_alone(void **state)
{
    const folder *where = *state;

    make_database(where->file);
    run_sql(where->file, "INSERT INTO schema_version VALUES (99, '9.9.9')");
    assert_left_alone(where->file, true, ARB_STORE_NEWER);
}

static void test_store__ours_without_its_tables_is_damaged(void **state)
{
    const folder *where = *state;

    make_database(where->file);
    run_sql(where->file, "DELETE FROM schema_version");
    assert_left_alone(where->file, true, ARB_STORE_CORRUPT);
    run_sql(where->file, "DROP TABLE schema_version");
    assert_left_alone(where->file, true, ARB_STORE_CORRUPT);
}

/* The first version, as it was; it must be understood for ever. */
static const char version_1[] =
    "PRAGMA application_id = 1098015348;"
    "CREATE TABLE schema_version (version INTEGER PRIMARY KEY, program TEXT NOT NULL) STRICT;"
    "CREATE TABLE games ("
    " id INTEGER PRIMARY KEY, created_ms INTEGER NOT NULL, header TEXT NOT NULL) STRICT;"
    "CREATE TABLE events ("
    " sequence INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games (id),"
    " number INTEGER NOT NULL, client BLOB, actor TEXT NOT NULL, refused INTEGER NOT NULL,"
    " text TEXT NOT NULL, meta TEXT NOT NULL,"
    " monotonic_ms INTEGER NOT NULL, wall_ms INTEGER NOT NULL) STRICT;"
    "CREATE UNIQUE INDEX events_client ON events (game, client);"
    "CREATE TABLE people ("
    " id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, contact TEXT NOT NULL) STRICT;"
    "INSERT INTO schema_version VALUES (1, '0.0.9');"
    "INSERT INTO games VALUES (1, 1000, 'case an old game');"
    "INSERT INTO events VALUES (1, 1, 1, x'61', 'arbiter', 0, '0:00:00 arbiter start', '', 1, 2);"
    "INSERT INTO people VALUES (7, 'Anna', 'a@b.example');";

static bool see_any(void *user, const arb_store_person *person)
{
    assert_int_equal(person->id, 7);
    *(bool *)user = true;
    return true;
}

static void test_store__an_older_version_is_brought_up_to_date(void **state)
{
    const folder *where = *state;
    const arb_store_heartbeat beat = { "b", { 1, 2 } };
    arb_store_event event = event_of(1, "a");
    arb_store_receipt receipt;
    bool any = false;

    run_sql(where->file, version_1);
    for (int round = 0; round < 2; round++) {
        arb_store *store = store_open(where->file);
        assert_int_equal(store_count_all(store), 1);
        assert_fine(arb_store_append(&receipt, store, &event));
        assert_true(receipt.again);
        assert_fine(arb_store_people(store, 0, SIZE_MAX, see_any, &any));
        assert_true(any);
        assert_fine(arb_store_beat(store, &beat));
        assert_fine(arb_store_game_close(store, 1, true));
        assert_fine(arb_store_check(store));
        arb_store_close(store);
    }
    event.client = bytes("b");
    arb_store *store = store_open(where->file);
    assert_fine(arb_store_append(&receipt, store, &event));
    assert_int_equal(receipt.sequence, 2);
    assert_int_equal(receipt.number, 2);
    arb_store_close(store);
}

/* A step that cannot be taken leaves the older version as it was. */
static void test_store__a_failed_migration_changes_nothing(void **state)
{
    const folder *where = *state;

    run_sql(where->file, version_1);
    run_sql(where->file, "CREATE TABLE tokens (in_the_way)");
    assert_err(open_err(where->file, true), ARB_STORE_CORRUPT);
    run_sql(where->file, "SELECT * FROM games; DROP TABLE tokens");
    assert_fine(open_err(where->file, false));
}

/* ---- locks and rights ---- */

/* Runs a function in a process of its own, as nobody in particular; returns what it answered. */
static int in_child(int (*function)(const folder *where), const folder *where)
{
    const pid_t child = fork();
    int status = 0;

    assert_true(child >= 0);
    if (child == 0) {
        if (geteuid() == 0 && seteuid(65534) != 0)
            _exit(99);
        _exit(function(where));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static int open_in_child(const folder *where)
{
    return (int)open_err(where->file, true);
}

static void test_store__only_one_has_it_open(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    const uint64_t game = game_of(store);
    const arb_store_event event = event_of(game, "");
    arb_store_receipt receipt;
    static const char *const ends[] = { "-lock", "-wal", "-shm" };
    char name[400];

    assert_int_equal(chmod(where->path, 0777), 0);
    assert_int_equal(chmod(where->file, 0666), 0);
    for (size_t i = 0; i < 3; i++) {
        (void)snprintf(name, sizeof name, "%s%s", where->file, ends[i]);
        assert_int_equal(chmod(name, 0666), 0);
    }
    assert_err(open_err(where->file, true), ARB_STORE_LOCKED);
    assert_int_equal(in_child(open_in_child, where), ARB_STORE_LOCKED);
    assert_fine(arb_store_begin(store));
    assert_fine(arb_store_append(&receipt, store, &event));
    assert_int_equal(in_child(open_in_child, where), ARB_STORE_LOCKED);
    assert_fine(arb_store_commit(store));
    assert_err(open_err(where->file, true), ARB_STORE_LOCKED);
    arb_store_close(store);
    assert_fine(open_err(where->file, false));
}

static void test_store__read_only_is_said(void **state)
{
    const folder *where = *state;

    make_database(where->file);
    assert_int_equal(chmod(where->path, 0777), 0);
    assert_int_equal(chmod(where->file, 0444), 0);
    assert_int_equal(in_child(open_in_child, where), ARB_STORE_READ_ONLY);
    assert_int_equal(chmod(where->file, 0000), 0);
    assert_int_equal(in_child(open_in_child, where), ARB_STORE_CANNOT_OPEN);
    assert_int_equal(chmod(where->file, 0666), 0); /* the log cannot be made beside it */
    assert_int_equal(chmod(where->path, 0555), 0);
    assert_int_equal(in_child(open_in_child, where), ARB_STORE_READ_ONLY);
    assert_int_equal(chmod(where->path, 0755), 0);

    arb_store *store = store_open(where->file);
    assert_int_equal(store_count_all(store), 3);
    arb_store_close(store);
}

/* ---- damage ---- */

/* Goes through everything that can be read; the first error. */
static arb_store_err read_all(const char *file)
{
    const arb_store_options options = { .create = false };
    arb_store *store = NULL;
    store_count count = { 0, true };
    arb_game *game = NULL;
    arb_store_err err = arb_store_open(&store, file, &options);

    if (!err)
        err = arb_store_events(store, 0, SIZE_MAX, store_count_one, &count);
    if (!err && (!count.whole || count.count != arb_store_last(store)))
        err = ARB_STORE_CORRUPT;
    if (!err)
        err = arb_store_game_load(&game, NULL, store, 1, NULL);
    if (!err)
        err = arb_store_check(store);
    arb_game_free(game);
    arb_store_close(store);
    return err;
}

static void test_store__damage_is_found(void **state)
{
    const folder *where = *state;
    size_t size;

    make_database(where->file);
    char *whole = read_file(where->file, &size);
    assert_true(size > 2 * 4096);
    write_file(where->file, whole, size / 2 / 4096 * 4096);
    assert_err(read_all(where->file), ARB_STORE_CORRUPT);
    write_file(where->file, whole, 4096);
    assert_err(read_all(where->file), ARB_STORE_CORRUPT);
    write_file(where->file, whole, 100);
    assert_int_not_equal(read_all(where->file), ARB_STORE_OK);
    char *zeros = calloc(size, 1);
    assert_non_null(zeros);
    memcpy(zeros, whole, 4096);
    write_file(where->file, zeros, size);
    assert_err(read_all(where->file), ARB_STORE_CORRUPT);
    free(zeros);
    write_file(where->file, whole, size);
    assert_fine(read_all(where->file));
    free(whole);
}

static void test_store__a_missing_number_is_found(void **state)
{
    static const char *const wrong[] = { "DELETE FROM events WHERE sequence = 2",
                                         "DELETE FROM events WHERE sequence = 1",
                                         "UPDATE events SET number = 7 WHERE sequence = 2",
                                         "UPDATE events SET game = 5 WHERE sequence = 2" };
    const folder *where = *state;

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        make_database(where->file);
        run_sql(where->file, wrong[i]);
        arb_store *store = store_open(where->file);
        assert_err(arb_store_check(store), ARB_STORE_CORRUPT);
        arb_store_close(store);
        folder_empty(where);
    }
}

/* Bytes changed anywhere: an error or not, but nothing worse. */
static void test_store__damaged_bytes_do_no_harm(void **state)
{
    const folder *where = *state;
    chance luck = chance_begin(61);
    size_t size;

    make_database(where->file);
    char *whole = read_file(where->file, &size);
    char *damaged = malloc(size);
    assert_non_null(damaged);
    for (unsigned i = 0; i < scaled(1500); i++) {
        memcpy(damaged, whole, size);
        for (unsigned count = 1 + chance_below(&luck, 8); count > 0; count--) {
            const size_t page = chance_below(&luck, (unsigned)(size / 4096)) * (size_t)4096;
            const unsigned near = chance_below(&luck, 2) ? 64 : 4096; /* headers matter most */
            damaged[page + chance_below(&luck, near)] = (char)chance_bits(&luck);
        }
        folder_empty(where);
        write_file(where->file, damaged, size);
        (void)read_all(where->file);
    }
    free(damaged);
    free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FILE_TEST(test_store__what_is_not_there_is_made_only_when_asked),
        FILE_TEST(test_store__what_is_not_ours_is_left_alone),
        STORE_TEST(test_store__what_is_newer_is_left_alone),
        STORE_TEST(test_store__ours_without_its_tables_is_damaged),
        FILE_TEST(test_store__an_older_version_is_brought_up_to_date),
        FILE_TEST(test_store__a_failed_migration_changes_nothing),
        FILE_TEST(test_store__only_one_has_it_open),
        FILE_TEST(test_store__read_only_is_said),
        FILE_TEST(test_store__damage_is_found),
        STORE_TEST(test_store__a_missing_number_is_found),
        FILE_TEST(test_store__damaged_bytes_do_no_harm),
    };

    return STORE_RUN(tests);
}
