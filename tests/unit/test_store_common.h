/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_STORE_COMMON_H
#define ARBITRO_TEST_STORE_COMMON_H
/* What the tests of the store share: a folder of its own for each test, and a few short words. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "store/store.h"
#include "support/store/postgres.h"

typedef struct folder {
    char path[256];
    char file[300]; /* of the database, or its address */
} folder;

static inline int folder_new(void **state)
{
    const char *parent = getenv("TMPDIR");
    folder *made = calloc(1, sizeof *made);

    if (!made)
        return -1;
    (void)snprintf(made->path, sizeof made->path, "%s/arbitro-store-XXXXXX",
                   parent ? parent : "/tmp");
    if (!mkdtemp(made->path))
        return -1;
    (void)snprintf(made->file, sizeof made->file, "%s/hall.arbitro", made->path);
    *state = made;
    return 0;
}

static inline void folder_empty(const folder *it)
{
    DIR *all = opendir(it->path);

    for (struct dirent *entry = all ? readdir(all) : NULL; entry; entry = readdir(all)) {
        char name[600];
        (void)snprintf(name, sizeof name, "%s/%s", it->path, entry->d_name);
        (void)unlink(name);
    }
    if (all)
        (void)closedir(all);
    if (arb_store_is_postgres(it->file))
        postgres_empty();
}

/* The same, with a database of PostgreSQL in the place of the file. */
static inline int folder_new_postgres(void **state)
{
    const int failed = folder_new(state);
    folder *made = *state;

    if (!failed)
        (void)snprintf(made->file, sizeof made->file, "%s", postgres_address());
    if (!failed)
        postgres_empty();
    return failed;
}

static inline int folder_new_file(void **state)
{
    return folder_new(state);
}

static inline bool on_postgres(const folder *it)
{
    return arb_store_is_postgres(it->file);
}

static inline int folder_free(void **state)
{
    folder *it = *state;

    folder_empty(it);
    (void)rmdir(it->path);
    free(it);
    return 0;
}

/* A test of the store runs on every database; one of files, or of PostgreSQL, on that alone. */
#define STORE_TEST(name)    cmocka_unit_test_setup_teardown(name, folder_new, folder_free)
#define FILE_TEST(name)     cmocka_unit_test_setup_teardown(name, folder_new_file, folder_free)
#define POSTGRES_TEST(name) cmocka_unit_test_setup_teardown(name, folder_new_postgres, folder_free)

static inline void store_skipped(void **state)
{
    (void)state;
    print_message("# PostgreSQL is not installed (Debian: postgresql), or was not built in\n");
    skip();
}

/* The test on PostgreSQL; without it, it is skipped. */
static inline struct CMUnitTest store_on_postgres(struct CMUnitTest test)
{
    char *name = malloc(strlen(test.name) + 20);

    if (name)
        (void)sprintf(name, "%s, PostgreSQL", test.name);
    test.name = name;
    test.setup_func = folder_new_postgres;
    if (!postgres_is_there()) {
        test.setup_func = folder_new;
        test.test_func = store_skipped;
    }
    return test;
}

/* Runs those for every database twice. */
static inline int store_run(const struct CMUnitTest *tests, size_t count, CMFixtureFunction setup,
                            CMFixtureFunction teardown)
{
    struct CMUnitTest *all = calloc(2 * count, sizeof *all);
    size_t used = 0;

    if (!all)
        return 1;
    for (size_t i = 0; i < count; i++) {
        if (tests[i].setup_func != folder_new_postgres)
            all[used++] = tests[i];
        if (tests[i].setup_func == folder_new || tests[i].setup_func == folder_new_postgres)
            all[used++] = store_on_postgres(tests[i]);
    }
    const int failed = _cmocka_run_group_tests("tests", all, used, setup, teardown);
    for (size_t i = 0; i < used; i++)
        if (strstr(all[i].name, ", PostgreSQL"))
            free((char *)all[i].name);
    free(all);
    return failed;
}

#define STORE_RUN(tests) store_run(tests, sizeof(tests) / sizeof *(tests), NULL, NULL)

/* Fails with the phrase, not only with a number. */
static inline void assert_err(arb_store_err found, arb_store_err expected)
{
    if (found != expected)
        fail_msg("expected \"%s\", found \"%s\"", arb_store_err_text(expected, ARB_LANG_EN),
                 arb_store_err_text(found, ARB_LANG_EN));
}

static inline void assert_fine(arb_store_err found)
{
    assert_err(found, ARB_STORE_OK);
}

static inline arb_store_bytes bytes(const char *text)
{
    return (arb_store_bytes){ text, strlen(text) };
}

static inline arb_store *store_open(const char *file)
{
    const arb_store_options options = { .create = true };
    arb_store *store = NULL;

    assert_fine(arb_store_open(&store, file, &options));
    return store;
}

#define STORE_HEADER "case      a game\nedition   fide-2023\ntime      5400+30\n"

static inline uint64_t game_of(arb_store *store)
{
    uint64_t game = 0;

    assert_fine(arb_store_game_new(&game, store, bytes(STORE_HEADER), 1000, bytes("")));
    return game;
}

/* An event of White's with this client id; "" is none. */
static inline arb_store_event event_of(uint64_t game, const char *client)
{
    return (arb_store_event){ .game = game,
                              .client = bytes(client),
                              .actor = bytes("white"),
                              .text = bytes("0:00:01 white offer"),
                              .meta = bytes("rtt 12"),
                              .stamp = { 5, 7 } };
}

/* Every sequence number of the store from 1 on, without a hole? Returns how many there are. */
typedef struct store_count {
    uint64_t count;
    bool whole;
} store_count;

static inline bool store_count_one(void *user, const arb_store_event *event)
{
    store_count *it = user;

    it->count++;
    it->whole = it->whole && event->sequence == it->count;
    return true;
}

static inline uint64_t store_count_all(arb_store *store)
{
    store_count it = { 0, true };

    assert_fine(arb_store_events(store, 0, SIZE_MAX, store_count_one, &it));
    assert_true(it.whole);
    assert_int_equal(it.count, arb_store_last(store));
    return it.count;
}

/* ---- the files of a database, by other hands ---- */

static inline void run_sql(const char *file, const char *text)
{
    sqlite3 *db = NULL;
    char *message = NULL;

    if (arb_store_is_postgres(file)) {
        postgres_sql(file, text);
        return;
    }
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    if (sqlite3_exec(db, text, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", text, message);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static inline char *read_file(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");

    assert_non_null(file);
    (void)fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *data = malloc(*size + 1);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, *size, file), *size);
    (void)fclose(file);
    return data;
}

static inline void write_file(const char *name, const void *data, size_t size)
{
    FILE *file = fopen(name, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

#endif
