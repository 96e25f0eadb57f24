/* SPDX-License-Identifier: MIT */
/* Who only reads: also where nothing may be written, and without leaving anything behind. */
#define _GNU_SOURCE
#include "test_store_common.h"

#include <sys/stat.h>
#include <sys/wait.h>

#include "store/inspect.h"

static const arb_store_options reading = { .read_only = true };
static const char *const ends[] = { "-wal", "-shm", "-lock" };

static void beside(char out[440], const char *file, const char *end)
{
    (void)snprintf(out, 440, "%s%s", file, end);
}

/* A database with three events, which no hall has open. */
static void make_database(const char *file)
{
    arb_store *store = store_open(file);
    const uint64_t game = game_of(store);
    char name[440];

    for (size_t i = 0; i < 3; i++) {
        const arb_store_event event = event_of(game, "");
        arb_store_receipt receipt;
        assert_fine(arb_store_append(&receipt, store, &event));
    }
    arb_store_close(store);
    beside(name, file, "-lock");
    assert_int_equal(unlink(name), 0);
}

/* 0: all of it can be read, checked and copied elsewhere. */
static arb_store_err read_all(const char *file, const char *elsewhere)
{
    arb_store *store = NULL;
    arb_store_err err = arb_store_open(&store, file, &reading);

    if (!err && arb_store_last(store) != 3)
        err = ARB_STORE_LOSS;
    if (!err)
        err = arb_store_check(store);
    if (!err)
        err = arb_store_backup(store, elsewhere, NULL, NULL);
    (void)unlink(elsewhere);
    arb_store_close(store);
    return err;
}

/* The same by somebody who is not the system's master, and to whom rights say something. */
static arb_store_err read_by_another(const char *file, const char *elsewhere)
{
    const pid_t child = fork();
    int status = 0;

    assert_true(child >= 0);
    if (child == 0) {
        if (geteuid() == 0 && seteuid(65534) != 0)
            _exit(99);
        _exit((int)read_all(file, elsewhere));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return (arb_store_err)WEXITSTATUS(status);
}

/* A folder within that of the test, which all may read, and its name for a copy elsewhere. */
static void make_folder(char folder_name[400], char elsewhere[420], const struct folder *where)
{
    assert_int_equal(chmod(where->path, 0777), 0);
    (void)snprintf(folder_name, 400, "%s/100%%?a=b#c", where->path);
    (void)snprintf(elsewhere, 420, "%s/copy", where->path);
    assert_int_equal(mkdir(folder_name, 0755), 0);
}

static void remove_folder(const char *folder_name)
{
    char command[500];

    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder_name);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): the shell's own tools do it */
}

static void test_store__it_is_read_where_nothing_may_be_written(void **state)
{
    char folder_name[400], elsewhere[420], file[420], name[440];

    make_folder(folder_name, elsewhere, *state);
    (void)snprintf(file, sizeof file, "%s/hall%%20.arbitro", folder_name);
    make_database(file);
    assert_int_equal(chmod(file, 0444), 0);
    assert_int_equal(chmod(folder_name, 0555), 0);
    assert_fine(read_by_another(file, elsewhere));
    assert_int_equal(chmod(file, 0666), 0);
    assert_fine(read_by_another(file, elsewhere));
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        beside(name, file, ends[i]);
        assert_int_not_equal(access(name, F_OK), 0);
    }
    /* an empty log says nothing; one that is not empty is part of the database */
    assert_int_equal(chmod(folder_name, 0755), 0);
    beside(name, file, "-wal");
    write_file(name, "", 0);
    assert_int_equal(chmod(name, 0444), 0);
    assert_int_equal(chmod(folder_name, 0555), 0);
    assert_fine(read_by_another(file, elsewhere));
    write_file(name, "something", 9);
    assert_err(read_by_another(file, elsewhere), ARB_STORE_LOG);
    remove_folder(folder_name);
}

/* What a hall writes meanwhile, as another user, is seen as far as it was written. */
static void test_store__a_hall_of_another_user_is_read_by_its_log(void **state)
{
    char folder_name[400], elsewhere[420], file[420], name[440];

    make_folder(folder_name, elsewhere, *state);
    (void)snprintf(file, sizeof file, "%s/hall", folder_name);
    arb_store *store = store_open(file);
    const uint64_t game = game_of(store);
    for (size_t i = 0; i < 3; i++) {
        const arb_store_event event = event_of(game, "");
        arb_store_receipt receipt;
        assert_fine(arb_store_append(&receipt, store, &event));
    }
    assert_int_equal(chmod(file, 0644), 0);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        beside(name, file, ends[i]);
        assert_int_equal(chmod(name, 0644), 0);
    }
    assert_fine(read_by_another(file, elsewhere));
    arb_store_close(store);
    remove_folder(folder_name);
}

/* A hall that is closed has one file, and a lock; it has no more when it was looked at. */
static void test_store__reading_leaves_nothing_behind(void **state)
{
    const folder *where = *state;
    char name[440], elsewhere[400];

    make_database(where->file);
    (void)snprintf(elsewhere, sizeof elsewhere, "%s/copy", where->path);
    assert_fine(read_all(where->file, elsewhere));
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        beside(name, where->file, ends[i]);
        assert_int_not_equal(access(name, F_OK), 0);
    }
    /* two at once, the first of whom ends first; and one who writes keeps what is his */
    arb_store *one = NULL, *two = NULL;
    assert_fine(arb_store_open(&one, where->file, &reading));
    assert_fine(arb_store_open(&two, where->file, &reading));
    arb_store_close(one);
    assert_int_equal(store_count_all(two), 3);
    arb_store_close(two);
    assert_fine(arb_store_open(&one, where->file, &reading));
    two = store_open(where->file);
    (void)game_of(two);
    arb_store_close(one);
    assert_fine(arb_store_look(two));
    (void)game_of(two);
    arb_store_close(two);
    assert_fine(arb_store_open(&one, where->file, &reading));
    assert_fine(arb_store_check(one));
    arb_store_close(one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FILE_TEST(test_store__it_is_read_where_nothing_may_be_written),
        FILE_TEST(test_store__a_hall_of_another_user_is_read_by_its_log),
        FILE_TEST(test_store__reading_leaves_nothing_behind),
    };

    return STORE_RUN(tests);
}
