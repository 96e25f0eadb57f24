/* SPDX-License-Identifier: MIT */
/*
 * The log beside the file: one that belongs to another file is not read into this one, and a file
 * that is to be replaced has none. A database is the same by each of its names.
 */
#define _GNU_SOURCE
#include "test_store_common.h"

#include <sys/stat.h>

#include "store/inspect.h"

enum { EVENTS = 20, NAME_ROOM = 400 };

static void name_beside(char out[NAME_ROOM], const char *path, const char *ending)
{
    assert_in_range(snprintf(out, NAME_ROOM, "%s%s", path, ending), 1, NAME_ROOM - 1);
}

static bool is_there(const char *path, const char *ending)
{
    char name[NAME_ROOM];

    name_beside(name, path, ending);
    return access(name, F_OK) == 0;
}

static void append(arb_store *store, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const arb_store_event event = event_of(1, "");
        arb_store_receipt receipt;
        assert_fine(arb_store_append(&receipt, store, &event));
    }
}

static arb_store_err open_err(const char *file, bool read_only)
{
    const arb_store_options options = { .create = !read_only, .read_only = read_only };
    arb_store *store = NULL;
    const arb_store_err err = arb_store_open(&store, file, &options);

    arb_store_close(store);
    return err;
}

static arb_store_err backup(const char *from, const char *to)
{
    const arb_store_options options = { .read_only = true };
    arb_store *store = NULL;

    assert_fine(arb_store_open(&store, from, &options));
    const arb_store_err err = arb_store_backup(store, to, NULL, NULL);
    arb_store_close(store);
    return err;
}

/* A database whose hall was killed: its log has its last events. A copy of it was made before. */
static void leave_by_crash(const folder *where, const char *copy)
{
    char log[NAME_ROOM];
    size_t file_size, log_size;
    arb_store *store = store_open(where->file);

    (void)game_of(store);
    append(store, EVENTS);
    assert_fine(backup(where->file, copy));
    append(store, EVENTS);
    name_beside(log, where->file, "-wal");
    char *file_data = read_file(where->file, &file_size), *log_data = read_file(log, &log_size);
    assert_true(log_size > 0);
    arb_store_close(store);
    write_file(where->file, file_data, file_size);
    write_file(log, log_data, log_size);
    free(file_data), free(log_data);
}

static void put_in_place(const char *file, const char *copy)
{
    size_t size;
    char *data = read_file(copy, &size);

    write_file(file, data, size);
    free(data);
}

static void test_store__a_log_of_another_file_is_not_read(void **state)
{
    const folder *where = *state;
    char copy[NAME_ROOM], log[NAME_ROOM];
    size_t before, after;

    name_beside(copy, where->file, ".copy");
    name_beside(log, where->file, "-wal");
    leave_by_crash(where, copy);
    assert_fine(open_err(where->file, true)); /* its own one is */
    put_in_place(where->file, copy);
    char *file_before = read_file(where->file, &before);
    assert_err(open_err(where->file, false), ARB_STORE_FOREIGN_LOG);
    assert_err(open_err(where->file, true), ARB_STORE_FOREIGN_LOG);
    char *file_after = read_file(where->file, &after);
    assert_int_equal(before, after);
    assert_memory_equal(file_before, file_after, before);
    free(file_before), free(file_after);
    assert_true(is_there(where->file, "-wal")); /* it may be all that somebody has */

    assert_int_equal(unlink(log), 0);
    arb_store *store = store_open(where->file);
    assert_int_equal(store_count_all(store), EVENTS);
    append(store, 1);
    arb_store_close(store);
    assert_fine(open_err(where->file, false));
}

static void test_store__a_copy_is_not_made_beside_a_log(void **state)
{
    static const char *const endings[] = { "-wal", "-shm", "-journal" };
    const folder *where = *state;
    char copy[NAME_ROOM], log[NAME_ROOM];

    name_beside(copy, where->file, ".copy");
    arb_store *store = store_open(where->file);
    (void)game_of(store);
    append(store, 1);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        name_beside(log, copy, endings[i]);
        write_file(log, "anything", 8);
        assert_err(backup(where->file, copy), ARB_STORE_EXISTS);
        assert_false(is_there(copy, ""));
        assert_false(is_there(copy, "-part"));
        assert_int_equal(unlink(log), 0);
    }
    assert_fine(backup(where->file, copy));
    arb_store_close(store);
}

static void test_store__a_file_without_its_log_is_the_whole(void **state)
{
    const folder *where = *state;
    const arb_store_options options = { .read_only = true };
    char copy[NAME_ROOM];
    arb_store *reader = NULL;

    name_beside(copy, where->file, ".copy");
    leave_by_crash(where, copy);
    arb_store *store = store_open(where->file);
    append(store, 1);
    assert_fine(arb_store_open(&reader, where->file, &options));
    assert_err(arb_store_join_log(store), ARB_STORE_LOCKED); /* he reads what is in it */
    assert_int_equal(store_count_all(store), 2 * EVENTS + 1);
    arb_store_close(reader);
    assert_fine(arb_store_join_log(store));
    assert_false(is_there(where->file, "-wal"));
    assert_false(is_there(where->file, "-shm"));
    assert_false(is_there(where->file, "-journal"));
    assert_int_equal(store_count_all(store), 2 * EVENTS + 1);
    put_in_place(copy, where->file);
    arb_store_close(store);
    store = store_open(copy);
    assert_int_equal(store_count_all(store), 2 * EVENTS + 1);
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

/* The lock is one, whichever name the database is opened by. */
static void test_store__a_link_leads_to_the_same_lock(void **state)
{
    const folder *where = *state;
    char link[NAME_ROOM];

    name_beside(link, where->file, ".link");
    arb_store *store = store_open(where->file);
    assert_int_equal(symlink(where->file, link), 0);
    assert_err(open_err(link, false), ARB_STORE_LOCKED);
    arb_store_close(store);
    store = store_open(link);
    assert_err(open_err(where->file, false), ARB_STORE_LOCKED);
    assert_false(is_there(link, "-lock"));
    arb_store_close(store);
}

/* What root makes beside the database of somebody else is his, who could not open it otherwise. */
static void test_store__a_lock_belongs_to_whom_the_database_belongs(void **state)
{
    const folder *where = *state;
    char lock[NAME_ROOM];
    struct stat info;

    if (geteuid() != 0)
        skip();
    arb_store_close(store_open(where->file));
    name_beside(lock, where->file, "-lock");
    assert_int_equal(unlink(lock), 0);
    assert_int_equal(chown(where->file, 4321, 5432), 0);
    arb_store_close(store_open(where->file));
    assert_int_equal(stat(lock, &info), 0);
    assert_int_equal(info.st_uid, 4321);
    assert_int_equal(info.st_gid, 5432);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FILE_TEST(test_store__a_log_of_another_file_is_not_read),
        FILE_TEST(test_store__a_copy_is_not_made_beside_a_log),
        FILE_TEST(test_store__a_file_without_its_log_is_the_whole),
        FILE_TEST(test_store__a_link_leads_to_the_same_lock),
        FILE_TEST(test_store__a_lock_belongs_to_whom_the_database_belongs),
    };

    return STORE_RUN(tests);
}
