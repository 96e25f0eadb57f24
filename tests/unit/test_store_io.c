/* SPDX-License-Identifier: MIT */
/*
 * A disk that fails at any one of its operations, for once or for good, and memory that runs out
 * inside SQLite: what was acknowledged is there, nothing is there twice, no number is missing, and
 * the store can be used further.
 *
 * SQLite is given a file system that counts what is asked of it. Nothing is really brought to the
 * disk here, because it is done a thousand times; a process that is really killed is the matter of
 * test_store_kill.c.
 */
#define _GNU_SOURCE
#include "test_store_common.h"

#include <sqlite3.h>

#include "support/random_positions.h"

/* ---- the failing file system ---- */

typedef enum fault_kind {
    FAULT_FULL, /* one write finds no room */
    FAULT_SYNC, /* one sync fails */
    FAULT_DEAD, /* from then on nothing works */
    FAULT_TORN, /* the same, and the first write that fails is half done */
    FAULT_COUNT
} fault_kind;

static struct {
    fault_kind kind;
    unsigned fail_at; /* which operation, from 1; 0 for none */
    unsigned done;    /* operations so far */
    bool failed;
} disk;

typedef struct failing_file {
    sqlite3_file base;
    sqlite3_file *real; /* lies behind this one */
} failing_file;

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((failing_file *)file)->real;
}

/* Does this operation fail? `counts` says whether it is of the kind that is looked at. */
static bool fails(bool counts)
{
    const bool for_good = disk.kind == FAULT_DEAD || disk.kind == FAULT_TORN;

    if (for_good && disk.failed)
        return true;
    if (!counts && !for_good)
        return false;
    if (++disk.done != disk.fail_at)
        return false;
    disk.failed = true;
    return true;
}

static int on_close(sqlite3_file *file)
{
    return real_of(file)->pMethods->xClose(real_of(file));
}

static int on_read(sqlite3_file *file, void *data, int size, sqlite3_int64 at)
{
    return real_of(file)->pMethods->xRead(real_of(file), data, size, at);
}

static int on_write(sqlite3_file *file, const void *data, int size, sqlite3_int64 at)
{
    const bool before = disk.failed;

    if (fails(disk.kind == FAULT_FULL)) {
        if (disk.kind == FAULT_TORN && !before)
            (void)real_of(file)->pMethods->xWrite(real_of(file), data, size / 2, at);
        return disk.kind == FAULT_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    }
    return real_of(file)->pMethods->xWrite(real_of(file), data, size, at);
}

static int on_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return fails(false) ? SQLITE_IOERR_TRUNCATE
                        : real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int on_sync(sqlite3_file *file, int flags)
{
    (void)file;
    (void)flags;
    return fails(disk.kind == FAULT_SYNC) ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int on_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int on_lock(sqlite3_file *file, int level)
{
    return real_of(file)->pMethods->xLock(real_of(file), level);
}

static int on_unlock(sqlite3_file *file, int level)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int on_reserved(sqlite3_file *file, int *out)
{
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), out);
}

static int on_control(sqlite3_file *file, int operation, void *argument)
{
    return real_of(file)->pMethods->xFileControl(real_of(file), operation, argument);
}

static int on_sector(sqlite3_file *file)
{
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int on_device(sqlite3_file *file)
{
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

/* Version 1: without shared memory, which the store does without, too. */
static const sqlite3_io_methods methods = {
    1,       on_close,  on_read,     on_write,   on_truncate, on_sync,   on_size,
    on_lock, on_unlock, on_reserved, on_control, on_sector,   on_device, NULL,
    NULL,    NULL,      NULL,        NULL,       NULL,
};

static sqlite3_vfs *real_system;

static int on_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    failing_file *made = (failing_file *)file;

    (void)vfs;
    made->base.pMethods = NULL;
    if (fails(false))
        return SQLITE_CANTOPEN;
    made->real = (sqlite3_file *)(made + 1);
    const int result = real_system->xOpen(real_system, name, made->real, flags, out);
    if (result == SQLITE_OK)
        made->base.pMethods = &methods;
    return result;
}

static int on_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs;
    (void)sync;
    return fails(false) ? SQLITE_IOERR_DELETE : real_system->xDelete(real_system, name, 0);
}

static void use_failing_system(void)
{
    static sqlite3_vfs system;

    real_system = sqlite3_vfs_find(NULL);
    system = *real_system;
    system.zName = "failing";
    system.szOsFile = (int)sizeof(failing_file) + real_system->szOsFile;
    system.xOpen = on_open;
    system.xDelete = on_delete;
    assert_int_equal(sqlite3_vfs_register(&system, 1), SQLITE_OK);
}

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
    disk.fail_at = memory_fail_at = 0;
    disk.failed = false;
    arb_store *store = store_open(it->file);
    (void)store_count_all(store);
    assert_fine(arb_store_check(store));
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

static void sweep(const folder *where, fault_kind kind)
{
    const bool for_good = kind == FAULT_DEAD || kind == FAULT_TORN;
    unsigned fail_at = 0, failures = 0;

    do {
        evening it = { .file = where->file };
        folder_empty(where);
        fail_at += scaled(10) == 1 ? 5u : 1u;
        disk.kind = kind;
        disk.fail_at = fail_at;
        disk.done = 0;
        disk.failed = false;
        const unsigned errors = spend(&it);
        const bool failed = disk.failed;
        assert_true(failed || errors == 0);
        failures += errors > 0;
        assert_kept(&it, !for_good);
        if (!failed)
            break;
    } while (fail_at < 10000);
    assert_true(fail_at < 10000);
    assert_true(failures > 0);
}

static void test_store__the_disk_is_full_for_a_while(void **state)
{
    sweep(*state, FAULT_FULL);
}

static void test_store__a_sync_fails(void **state)
{
    sweep(*state, FAULT_SYNC);
}

static void test_store__the_disk_dies(void **state)
{
    sweep(*state, FAULT_DEAD);
}

static void test_store__the_disk_dies_in_the_middle_of_a_page(void **state)
{
    sweep(*state, FAULT_TORN);
}

static void test_store__memory_runs_out_inside(void **state)
{
    const folder *where = *state;
    unsigned failures = 0, fail_at = 0;

    do {
        evening it = { .file = where->file };
        folder_empty(where);
        fail_at += scaled(10) == 1 ? 31u : 3u;
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
        STORE_TEST(test_store__the_disk_dies),
        STORE_TEST(test_store__the_disk_dies_in_the_middle_of_a_page),
        STORE_TEST(test_store__memory_runs_out_inside),
    };

    use_failing_memory();
    use_failing_system();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
