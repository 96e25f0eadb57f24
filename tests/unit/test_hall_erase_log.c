/* SPDX-License-Identifier: MIT */
/*
 * A person is erased from a database beside which its log still lies: after a crash, or because
 * somebody was reading when the hall closed. Nothing of that log comes into the new database, and
 * wherever the work is cut off there is a whole database, the old one or the new.
 */
#define _GNU_SOURCE
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/hall/fixture.h"
#include "support/hall/program.h"
#include "support/hall/traces.h"

enum { FILE_MAX = 1 << 22, STEPS_MAX = 2000, KILLED = -1 };

/* ---- a hall with a name in its file and in its log */

static void play(unsigned more)
{
    const seats s = hall_game(&h, "{\"mode\":\"tournament\",\"names\":{\"white\":\"" TRACES_NAME
                                  "\",\"black\":\"Bo\",\"event\":\"Cup\"}}");

    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_true(hall_do(&h, s.white, "play e2e4"));
    assert_true(hall_do(&h, s.spectator, "report \"" TRACES_NAME " has a telephone\""));
    for (unsigned i = 0; i < more; i++)
        assert_true(hall_do(&h, s.spectator, "report \"somebody else has one\""));
}

/* The path of the database, or of what lies beside it. */
static const char *beside(const char *ending)
{
    static char path[2][600];
    static unsigned turn;

    turn = !turn;
    (void)snprintf(path[turn], sizeof path[turn], "%s%s", h.database, ending);
    return path[turn];
}

static off_t size_of(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 ? info.st_size : -1;
}

/* A database whose log has most of it, as after a crash. */
static void leave_by_crash(void)
{
    play(0);
    assert_int_equal(hall_stop(&h), 0);
    assert_int_equal(size_of(beside("-wal")), -1);
    hall_start(&h, no_engine);
    play(8);
    hall_kill(&h);
    assert_true(size_of(beside("-wal")) > 0);
}

/* What somebody else sees of the database while it is open. */
static sqlite3 *begin_reading(void)
{
    sqlite3 *db = NULL;

    assert_int_equal(sqlite3_open_v2(h.database, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    assert_int_equal(sqlite3_exec(db, "BEGIN; SELECT count(*) FROM events", NULL, NULL, NULL),
                     SQLITE_OK);
    return db;
}

/* ---- what is left */

/* It is well, and has these events; nothing lies beside it that would be read into it. */
static void assert_whole(void)
{
    if (RUN("check", h.database) != 0)
        fail_msg("%s", said);
}

static void assert_gone(void)
{
    assert_int_equal(size_of(beside("-wal")), -1);
    assert_int_equal(size_of(beside("-shm")), -1);
    (void)traces_search(h.folder, NULL, false);
    assert_whole();
    (void)traces_search(h.folder, NULL, false);
}

static int erase(void)
{
    return RUN("erase", "--yes", h.database, TRACES_NAME, TRACES_LAST, TRACES_FIRST);
}

static void test_hall__a_log_of_a_crash_is_not_read_into_the_new_database(void **state)
{
    (void)state;
    traces_make();
    leave_by_crash();
    if (erase() != 0)
        fail_msg("%s", said);
    assert_gone();
    hall_start(&h, no_engine); /* and the hall goes on, with all that was acknowledged */
}

static void test_hall__a_log_that_a_reader_kept_is_not_read_into_the_new_database(void **state)
{
    (void)state;
    traces_make();
    play(8);
    sqlite3 *reader = begin_reading();
    assert_int_equal(hall_stop(&h), 0);
    assert_true(size_of(beside("-wal")) > 0);
    const off_t before = size_of(h.database);
    assert_int_equal(erase(), 2); /* he reads what would be taken from under him */
    assert_non_null(strstr(said, "open"));
    assert_int_equal(size_of(h.database), before);
    assert_int_equal(size_of(beside("-erasing")), -1);
    (void)sqlite3_close(reader);
    assert_true(size_of(beside("-wal")) > 0); /* he took nothing with him */
    if (erase() != 0)
        fail_msg("%s", said);
    assert_gone();
    hall_start(&h, no_engine);
}

/* ---- cut off at every step */

typedef struct kept {
    char bytes[FILE_MAX];
    size_t size;
} kept;

static void keep(kept *out, const char *path)
{
    FILE *file = fopen(path, "rb");

    assert_non_null(file);
    out->size = fread(out->bytes, 1, sizeof out->bytes, file);
    assert_true(out->size > 0 && out->size < sizeof out->bytes);
    (void)fclose(file);
}

static void put_back(const kept *of, const char *path)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(of->bytes, 1, of->size, file), of->size);
    assert_int_equal(fclose(file), 0);
}

/* The same files as after the crash, and no others. */
static void crash_again(const kept *file, const kept *log, const kept *beat)
{
    static const char *const others[] = {
        "-shm",         "-journal",      "-erasing",        "-erasing-wal",
        "-erasing-shm", "-erasing-lock", "-erasing-journal"
    };

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        (void)unlink(beside(others[i]));
    put_back(file, h.database);
    put_back(log, beside("-wal"));
    put_back(beat, beside("-beat"));
}

/* Erases, and is killed when it would change a file for the so manieth time. */
static int erase_until(unsigned step)
{
    char number[16];

    (void)snprintf(number, sizeof number, "%u", step);
    (void)setenv("LD_PRELOAD", getenv("ARB_FAULTS"), 1);
    (void)setenv("ARB_FAULT", "change", 1);
    (void)setenv("ARB_FAULT_AT", number, 1);
    const int status = erase();
    (void)unsetenv("LD_PRELOAD");
    (void)unsetenv("ARB_FAULT");
    return status;
}

/* The old one, in which everything is, or the new one, in which the name is not. */
static void assert_old_or_new(bool *seen_new)
{
    assert_whole();
    const bool named = RUN("erase", h.database, TRACES_NAME) == 0;
    if (!named && traces_in_file(h.database))
        fail_msg("the name is still there: %s", traces_in_file(h.database));
    if (*seen_new && named)
        fail_msg("the old database came back");
    *seen_new = !named;
}

static void test_hall__erasing_is_killed_at_every_step(void **state)
{
    static kept file, log, beat;
    bool is_new = false;
    unsigned step = 1;

    (void)state;
    if (hall_is_sanitized() || !getenv("ARB_FAULTS"))
        skip();
    traces_make();
    leave_by_crash();
    keep(&file, h.database);
    keep(&log, beside("-wal"));
    keep(&beat, beside("-beat"));
    for (; step < STEPS_MAX; step++) {
        crash_again(&file, &log, &beat);
        const int status = erase_until(step);
        if (status != KILLED) {
            assert_int_equal(status, 0);
            break;
        }
        assert_old_or_new(&is_new);
        const int again = erase();
        if (again != (is_new ? 1 : 0))
            fail_msg("step %u: %s", step, said);
        assert_gone();
    }
    print_message("# killed at %u steps\n", step - 1);
    assert_in_range(step, 20, STEPS_MAX - 1);
    assert_true(is_new);
    assert_gone();
    hall_start(&h, no_engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__a_log_of_a_crash_is_not_read_into_the_new_database,
                     fixture_program),
        FIXTURE_TEST(test_hall__a_log_that_a_reader_kept_is_not_read_into_the_new_database,
                     fixture_program),
        FIXTURE_TEST(test_hall__erasing_is_killed_at_every_step, fixture_program),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
