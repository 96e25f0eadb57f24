/* SPDX-License-Identifier: MIT */
/*
 * A disk that fails at any one of its operations, for once or for good, and memory that runs out
 * inside SQLite: what was acknowledged is there, nothing is there twice, no number is missing, the
 * chain holds, and the store can be used further. The failing disk is support/store/disk.h; a
 * process that is really killed is the matter of test_store_kill.c.
 */
#define _GNU_SOURCE
#include "test_store_common.h"

#include <sqlite3.h>

#include "support/random_positions.h"
#include "support/store/disk.h"

/* ---- memory that runs out ---- */

static sqlite3_mem_methods real_memory;
static unsigned memory_fail_at, memory_done;

static bool memory_fails(void)
{
    return ++memory_done == memory_fail_at;
}

static void *on_malloc(int size)
{
    return memory_fails() ? NULL : real_memory.xMalloc(size);
}

static void *on_realloc(void *old, int size)
{
    return memory_fails() ? NULL : real_memory.xRealloc(old, size);
}

static void use_failing_memory(void)
{
    sqlite3_mem_methods memory;

    assert_int_equal(sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_memory), SQLITE_OK);
    memory = real_memory;
    memory.xMalloc = on_malloc;
    memory.xRealloc = on_realloc;
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &memory), SQLITE_OK);
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0), SQLITE_OK);
}

/* ---- an evening in the hall ---- */

enum { BATCHES = 8, BATCH_MAX = 6 };

/* What the clients know. */
typedef struct evening {
    const char *file;
    bool has_game;
    bool acknowledged[BATCHES];
    uint64_t sequence[BATCHES][BATCH_MAX];
    unsigned found[BATCHES]; /* events that are there in the end */
} evening;

static unsigned size_of_batch(unsigned batch)
{
    return 1 + batch % BATCH_MAX;
}

static arb_store_err send_batch(evening *it, arb_store *store, unsigned batch)
{
    uint64_t sequence[BATCH_MAX] = { 0 };
    static char text[3000]; /* long enough that pages fill up */
    arb_store_err err = arb_store_begin(store);

    if (err)
        return err;
    memset(text, 'x', sizeof text - 1);
    for (unsigned i = 0; i < size_of_batch(batch); i++) {
        char client[16];
        (void)snprintf(client, sizeof client, "%u.%u", batch, i);
        arb_store_event event = event_of(1, client);
        arb_store_receipt receipt = { 0 };
        event.meta = bytes(text);
        if (arb_store_append(&receipt, store, &event) == ARB_STORE_OK)
            sequence[i] = receipt.sequence;
    }
    err = arb_store_commit(store); /* tells whatever went wrong before */
    if (!err) {
        it->acknowledged[batch] = true;
        memcpy(it->sequence[batch], sequence, sizeof sequence);
    }
    return err;
}

/* What is not acknowledged is sent once more, as a client would do. Errors are counted. */
static unsigned spend(evening *it)
{
    const arb_store_options options = { .create = true };
    arb_store *store = NULL;
    unsigned errors = 0;

    for (unsigned attempt = 0; attempt < 2 && !store; attempt++)
        errors += arb_store_open(&store, it->file, &options) != ARB_STORE_OK;
    if (!store)
        return errors;
    for (unsigned attempt = 0; attempt < 2 && !it->has_game; attempt++) {
        uint64_t game = 0;
        const arb_store_err err =
            arb_store_game_new(&game, store, bytes(STORE_HEADER), 1000, bytes(""));
        it->has_game = err == ARB_STORE_OK && game == 1;
        errors += err != ARB_STORE_OK;
    }
    for (unsigned batch = 0; batch < BATCHES && it->has_game; batch++) {
        for (unsigned attempt = 0; attempt < 2 && !it->acknowledged[batch]; attempt++)
            errors += send_batch(it, store, batch) != ARB_STORE_OK;
    }
    arb_store_close(store);
    return errors;
}

static bool check_event(void *user, const arb_store_event *event)
{
    evening *it = user;
    unsigned batch = 99, number = 99;

    assert_int_equal(sscanf(event->client.text, "%1u.%1u", &batch, &number), 2);
    assert_true(batch < BATCHES && number < size_of_batch(batch));
    if (it->acknowledged[batch])
        assert_int_equal(event->sequence, it->sequence[batch][number]);
    it->sequence[batch][number] = 0; /* seen; a second time would not be equal */
    it->found[batch]++;
    return true;
}

/* Opens it again with a disk that works: everything that was acknowledged is there, once. */
static void assert_kept(evening *it, bool all)
{
    arb_game *game = NULL;

    memory_fail_at = 0;
    disk_fail(NULL);
    arb_store *store = store_open(it->file);
    (void)store_count_all(store);
    assert_fine(arb_store_check(store));
    if (it->has_game)
        assert_fine(arb_store_game_load(&game, NULL, store, 1, NULL));
    arb_game_free(game);
    assert_fine(arb_store_events(store, 0, SIZE_MAX, check_event, it));
    for (unsigned batch = 0; batch < BATCHES; batch++) {
        assert_true(it->acknowledged[batch] || !all);
        assert_true(it->found[batch] == size_of_batch(batch) ||
                    (it->found[batch] == 0 && !it->acknowledged[batch]));
        for (unsigned i = 0; i < BATCH_MAX; i++)
            assert_int_equal(it->sequence[batch][i], 0);
    }
    arb_store_close(store);
}

static void sweep(const folder *where, disk_fault fault)
{
    unsigned failures = 0;

    do {
        evening it = { .file = where->file };
        folder_empty(where);
        fault.at += getenv("ARB_TEST_SOAK") ? 1u : scaled(10) == 1 ? 3u : 1u + fault.at / 40;
        disk_promise(fault.at % 2 == 0);
        disk_fail(&fault);
        const unsigned errors = spend(&it);
        const bool failed = disk_failed();
        assert_true(failed || errors == 0);
        failures += errors > 0;
        assert_kept(&it, !fault.for_good);
        if (!failed)
            break;
    } while (fault.at < 10000);
    assert_true(fault.at < 10000);
    assert_true(failures > 0);
}

static void test_store__the_disk_is_full_for_a_while(void **state)
{
    sweep(*state, (disk_fault){ .operations = DISK_WRITE, .code = SQLITE_FULL });
}

static void test_store__a_sync_fails(void **state)
{
    sweep(*state, (disk_fault){ .operations = DISK_SYNC });
}

static void test_store__a_file_cannot_be_read_for_once(void **state)
{
    sweep(*state, (disk_fault){ .operations = DISK_READ });
}

static void test_store__a_file_cannot_be_opened_for_once(void **state)
{
    sweep(*state, (disk_fault){ .operations = DISK_OPEN });
}

static void test_store__a_lock_fails_for_once(void **state)
{
    sweep(*state, (disk_fault){ .operations = DISK_LOCK | DISK_SHARE | DISK_SIZE });
}

static void test_store__the_disk_dies(void **state)
{
    sweep(*state, (disk_fault){ .operations = DISK_ALL, .for_good = true });
}

static void test_store__the_disk_dies_in_the_middle_of_a_page(void **state)
{
    sweep(*state, (disk_fault){ .operations = DISK_WRITE | DISK_SYNC | DISK_TRUNCATE,
                                .for_good = true,
                                .torn = true });
}

/*
 * A batch for which SQLite has not memory enough writes its pages before it is committed, and reads
 * many of them again: clients are looked for all over their index.
 */
static arb_store_err send_long_batch(arb_store *store, unsigned count)
{
    arb_store_err err = arb_store_begin(store);
    arb_store_receipt receipt;

    for (unsigned i = 0; i < count && !err; i++) {
        char client[64];
        (void)snprintf(client, sizeof client, "%08x.%050u", i * 0x9E3779B1u, i);
        const arb_store_event event = event_of(1, client);
        err = arb_store_append(&receipt, store, &event);
        assert_true(err || receipt.sequence == i + 1);
    }
    if (!err)
        return arb_store_commit(store);
    arb_store_rollback(store);
    return err;
}

static void test_store__a_long_batch_is_whole_or_not_there(void **state)
{
    enum { COUNT = 28000 };
    static const unsigned fail_at[] = { 250, 500, 0 };
    const folder *where = *state;

    for (size_t i = 0; i < sizeof fail_at / sizeof fail_at[0]; i++) {
        const disk_fault fault = { .operations = DISK_WRITE,
                                   .at = fail_at[i],
                                   .code = SQLITE_FULL };
        uint64_t game;
        folder_empty(where);
        arb_store *store = store_open(where->file);
        assert_fine(arb_store_game_new(&game, store, bytes(STORE_HEADER), 1000, bytes("")));
        disk_promise(true);
        disk_fail(&fault);
        const arb_store_err err = send_long_batch(store, COUNT);
        assert_int_equal(disk_failed(), fault.at > 0);
        assert_err(err, fault.at > 0 ? ARB_STORE_FULL : ARB_STORE_OK);
        disk_fail(NULL);
        assert_int_equal(store_count_all(store), err ? 0 : COUNT);
        arb_store_close(store);
        store = store_open(where->file);
        assert_int_equal(store_count_all(store), err ? 0 : COUNT);
        assert_fine(arb_store_check(store));
        arb_store_close(store);
    }
}

static void test_store__memory_runs_out_inside(void **state)
{
    const folder *where = *state;
    unsigned failures = 0, fail_at = 0;

    do {
        evening it = { .file = where->file };
        folder_empty(where);
        fail_at += getenv("ARB_TEST_SOAK") ? 1u : scaled(10) == 1 ? 61u : 11u;
        memory_done = 0;
        memory_fail_at = fail_at;
        failures += spend(&it) > 0;
        const bool failed = memory_done >= fail_at;
        assert_kept(&it, true);
        if (!failed)
            break;
    } while (fail_at < 100000);
    assert_true(failures > 0);
    assert_true(fail_at < 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_store__the_disk_is_full_for_a_while),
        STORE_TEST(test_store__a_sync_fails),
        STORE_TEST(test_store__a_file_cannot_be_read_for_once),
        STORE_TEST(test_store__a_file_cannot_be_opened_for_once),
        STORE_TEST(test_store__a_lock_fails_for_once),
        STORE_TEST(test_store__the_disk_dies),
        STORE_TEST(test_store__the_disk_dies_in_the_middle_of_a_page),
        STORE_TEST(test_store__a_long_batch_is_whole_or_not_there),
        STORE_TEST(test_store__memory_runs_out_inside),
    };

    use_failing_memory();
    disk_use();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
