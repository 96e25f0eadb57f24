/* SPDX-License-Identifier: MIT */
/* Going through a database, copying it while it is open, and reading it beside whoever writes. */
#define _GNU_SOURCE
#include "test_store_common.h"

#include <sqlite3.h>
#include <sys/stat.h>

#include "store/inspect.h"
#include "support/store/disk.h"

static void append(arb_store *store, uint64_t game, const char *text)
{
    arb_store_event event = event_of(game, "");
    arb_store_receipt receipt;

    event.text = bytes(text);
    assert_fine(arb_store_append(&receipt, store, &event));
}

/* Three games with three events each; game N has the events 3N - 2 to 3N. */
static void make_database(const char *file)
{
    arb_store *store = store_open(file);

    for (int i = 0; i < 3; i++) {
        const uint64_t game = game_of(store);
        append(store, game, "0:00:00 arbiter start");
        append(store, game, "0:00:01 white play e4");
        append(store, game, "0:00:02 black play e5");
    }
    arb_store_close(store);
}

/* ---- findings ---- */

static bool note(void *user, const arb_store_finding *f)
{
    char *text = user;

    (void)snprintf(text + strlen(text), 500 - strlen(text), "%s %llu/%u/%llu ",
                   arb_store_fault_code(f->fault), (unsigned long long)f->game, f->number,
                   (unsigned long long)f->sequence);
    return true;
}

static void assert_findings(const char *file, bool judge, const char *expected, const char *what)
{
    const arb_store_options options = { .read_only = true };
    char text[500] = "";
    const arb_store_inspector inspector = { .judge = judge, .finding = note, .user = text };
    arb_store_figures figures;
    arb_store *store = NULL;

    assert_fine(arb_store_open(&store, file, &options));
    assert_fine(arb_store_inspect(&figures, store, &inspector));
    if (strcmp(text, expected) != 0)
        fail_msg("%s: found \"%s\", expected \"%s\"", what, text, expected);
    arb_store_close(store);
}

/* What was ruled says whether the game is over. */
static void test_store__a_game_that_is_marked_wrongly_is_found(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    arb_store_event event = event_of(game_of(store), "");
    arb_store_receipt receipt;

    event.text = bytes("0:00:00 arbiter start");
    event.verdict = bytes("||6.6 started white run|");
    assert_fine(arb_store_append(&receipt, store, &event));
    arb_store_close(store);
    assert_findings(where->file, false, "", "as it was");
    run_sql(where->file, "UPDATE games SET closed = 1");
    assert_findings(where->file, false, "closed 1/0/0 ", "closed");
}

/* What stands before a bar, or behind it, where there is one. */
static void found_by(char out[100], const char *found, bool postgres)
{
    const char *bar = strchr(found, '|');

    if (bar && postgres)
        (void)snprintf(out, 100, "%s", bar + 1);
    else
        (void)snprintf(out, 100, "%.*s", (int)(bar ? bar - found : (long)strlen(found)), found);
}

static void test_store__every_damage_has_its_finding(void **state)
{
    static const struct {
        const char *damage, *found; /* | and what PostgreSQL, where heads may lag behind, finds */
    } all[] = {
        { "SELECT 1", "" },
        { "DELETE FROM events WHERE sequence = 5", "sequence 0/0/5 number 2/3/6 head 2/0/0 " },
        { "DELETE FROM events WHERE sequence = 9", "head 3/0/0 |sequence 0/0/9 " },
        { "UPDATE events SET meta = 'other' WHERE sequence = 4", "chain 2/1/4 " },
        { "UPDATE events SET chain = zeroblob(32) WHERE sequence = 4",
          "chain 2/1/4 |chain 2/1/4 head 2/0/0 " },
        { "UPDATE events SET client = zeroblob(65) WHERE sequence = 4", "event 0/0/4 " },
        { "UPDATE events SET number = -1 WHERE sequence = 4",
          "event 0/0/4 |event 0/0/4 head 2/0/0 " },
        { "DELETE FROM heads WHERE game = 2", "game 2/0/0 " },
        { "UPDATE heads SET events = 2 WHERE game = 2", "head 2/0/0 " },
        { "UPDATE heads SET chain = zeroblob(32) WHERE game = 2", "head 2/0/0 " },
        { "UPDATE heads SET summary = CAST(x'ff' AS TEXT) WHERE game = 2", "game 2/0/0 " },
        { "INSERT INTO games VALUES (99999999, 1, 'case x', 0)",
          "stray 99999999/0/0 game 99999999/0/0 " },
        { "INSERT INTO games VALUES (5, 1, 'case x', 0)", "games 4/0/0 game 5/0/0 " },
        { "PRAGMA foreign_keys = OFF; UPDATE events SET game = 77 WHERE sequence = 9",
          "key 0/0/9 head 3/0/0 |key 0/0/9 " },
        { "PRAGMA foreign_keys = OFF; INSERT INTO tokens VALUES (x'01', 9, 1, 1)", "key 0/0/9 " },
        { "INSERT INTO tokens VALUES (zeroblob(65), 1, 1, 1)", "hall 0/0/1 " },
        { "INSERT INTO settings VALUES ('x', zeroblob(70000))", "hall 0/0/0 " },
    };
    const folder *where = *state;

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char found[100];
        found_by(found, all[i].found, on_postgres(where));
        if (on_postgres(where) && strstr(all[i].damage, "AS TEXT"))
            continue; /* which lets nothing in that is no text */
        folder_empty(where);
        make_database(where->file);
        run_sql(where->file, all[i].damage);
        assert_findings(where->file, false, found, all[i].damage);
        arb_store *store = store_open(where->file);
        assert_err(arb_store_check(store), found[0] ? ARB_STORE_CORRUPT : ARB_STORE_OK);
        arb_store_close(store);
    }
}

/* A verdict of then that today's Laws would not give. */
static void test_store__what_would_be_judged_otherwise_is_listed(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    const uint64_t game = game_of(store);
    arb_store_event event = event_of(game, "");
    arb_store_receipt receipt;

    append(store, game, "0:00:00 arbiter start");
    event.text = bytes("0:00:01 white play e4");
    event.refused = true; /* it is not */
    assert_fine(arb_store_append(&receipt, store, &event));
    arb_store_close(store);
    assert_findings(where->file, false, "", "not judged");
    assert_findings(where->file, true, "judged 1/2/2 ", "judged");
}

/* What the Laws cannot read is told, although nothing is missing. */
static void test_store__texts_are_read(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    const uint64_t game = game_of(store);

    append(store, game, "0:00:05 arbiter start");
    append(store, game, "nothing that anybody knows");
    append(store, game, "0:00:01 white play e4");
    assert_fine(arb_store_check(store));
    arb_store_close(store);
    assert_findings(where->file, false, "text 1/2/2 time 1/3/3 ", "texts");
}

/* ---- reading beside somebody who writes ---- */

static void test_store__a_reader_sees_one_moment(void **state)
{
    const arb_store_options options = { .read_only = true };
    const folder *where = *state;
    arb_store *store = store_open(where->file), *reader = NULL;
    const uint64_t game = game_of(store);
    uint64_t other;

    append(store, game, "0:00:00 arbiter start");
    assert_fine(arb_store_open(&reader, where->file, &options));
    append(store, game, "0:00:01 white play e4"); /* nobody waits for the reader */
    assert_int_equal(store_count_all(reader), 1);
    assert_int_equal(store_count_all(store), 2);
    assert_fine(arb_store_check(reader));
    assert_err(arb_store_begin(reader), ARB_STORE_READ_ONLY);
    assert_err(arb_store_game_new(&other, reader, bytes(STORE_HEADER), 1, bytes("")),
               ARB_STORE_READ_ONLY);
    arb_store_close(reader);
    assert_fine(arb_store_open(&reader, where->file, &options));
    assert_int_equal(store_count_all(reader), 2);
    arb_store_close(reader);
    arb_store_close(store);
}

/* An older database is not changed by whoever only reads it. */
static void test_store__an_older_one_can_be_read(void **state)
{
    const arb_store_options options = { .read_only = true };
    const folder *where = *state;
    arb_store *store = NULL;
    arb_game *game = NULL;
    struct stat before, after;

    make_database(where->file);
    run_sql(where->file, "DROP TABLE leases; DROP TABLE halls;"
                         "ALTER TABLE events DROP COLUMN epoch;"
                         "DROP TABLE heads; ALTER TABLE events DROP COLUMN verdict;"
                         "ALTER TABLE events DROP COLUMN erased;"
                         "ALTER TABLE events DROP COLUMN chain;"
                         "DELETE FROM schema_version WHERE version >= 3;");
    assert_int_equal(stat(where->file, &before), 0);
    assert_fine(arb_store_open(&store, where->file, &options));
    assert_int_equal(store_count_all(store), 9);
    assert_fine(arb_store_check(store));
    assert_fine(arb_store_game_load(&game, NULL, store, 2, NULL));
    arb_game_free(game);
    arb_store_close(store);
    assert_int_equal(stat(where->file, &after), 0);
    assert_int_equal(before.st_size, after.st_size);
    assert_memory_equal(&before.st_mtim, &after.st_mtim, sizeof before.st_mtim);
}

/* ---- copies ---- */

static bool see_progress(void *user, double done)
{
    double *last = user;

    assert_true(done >= *last && done <= 1);
    *last = done;
    return true;
}

static void test_store__a_copy_is_the_same(void **state)
{
    const arb_store_options options = { .read_only = true };
    const folder *where = *state;
    char copy[400];
    double done = 0;
    struct stat info;
    arb_store *store = NULL, *writer = NULL;

    make_database(where->file);
    (void)snprintf(copy, sizeof copy, "%s/copy", where->path);
    writer = store_open(where->file); /* somebody else has it open */
    append(writer, 1, "0:00:03 white play d4");
    assert_err(arb_store_backup(writer, copy, NULL, NULL), ARB_STORE_STATE);
    assert_fine(arb_store_open(&store, where->file, &options));
    assert_fine(arb_store_backup(store, copy, see_progress, &done));
    assert_true(done == 1);
    assert_err(arb_store_backup(store, copy, NULL, NULL), ARB_STORE_EXISTS);
    assert_err(arb_store_backup(store, "/nowhere/at/all", NULL, NULL), ARB_STORE_CANNOT_OPEN);
    const arb_store_mark mark = arb_store_mark_get(store);
    arb_store_close(store);
    arb_store_close(writer);
    assert_int_equal(stat(copy, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_findings(copy, true, "", "the copy");
    store = store_open(copy);
    arb_store_loss loss;
    assert_fine(arb_store_mark_check(&loss, store, &mark));
    append(store, 1, "0:00:04 black play d5");
    arb_store_close(store);
}

/* ---- what is missing at the end ---- */

static void test_store__a_mark_finds_what_is_missing(void **state)
{
    const folder *where = *state;
    arb_store_loss loss;

    make_database(where->file);
    arb_store *store = store_open(where->file);
    arb_store_mark mark = arb_store_mark_get(store);
    const arb_store_mark nothing = { .sequence = 0 };
    uint64_t counted = 0;
    assert_int_equal(mark.sequence, 9);
    assert_fine(arb_store_mark_check(&loss, store, &mark));
    assert_fine(arb_store_mark_check(&loss, store, &nothing));
    append(store, 1, "0:00:03 white play d4"); /* more than that is fine */
    assert_fine(arb_store_mark_check(&loss, store, &mark));
    mark.chain[0] ^= 1;
    assert_err(arb_store_mark_check(&loss, store, &mark), ARB_STORE_LOSS);
    assert_int_equal(loss.events, 0);
    mark.sequence = 14;
    assert_err(arb_store_mark_check(&loss, store, &mark), ARB_STORE_LOSS);
    assert_int_equal(loss.events, 4);
    assert_int_equal(loss.last_wall_ms, 7);
    assert_fine(arb_store_counted(&counted, store));
    assert_int_equal(counted, 10);
    arb_store_close(store);
}

/* ---- a file that goes away ---- */

static void test_store__a_file_that_goes_away_is_missed(void **state)
{
    static const char *const ends[] = { "", "-wal" };
    const folder *where = *state;

    for (size_t i = 0; i < 2; i++) {
        char name[400];
        folder_empty(where);
        make_database(where->file);
        arb_store *store = store_open(where->file);
        const arb_store_event event = event_of(1, "");
        arb_store_receipt receipt;
        append(store, 1, "0:00:03 white play d4");
        assert_fine(arb_store_look(store));
        (void)snprintf(name, sizeof name, "%s%s", where->file, ends[i]);
        assert_int_equal(unlink(name), 0);
        assert_err(arb_store_append(&receipt, store, &event), ARB_STORE_GONE);
        assert_err(arb_store_append(&receipt, store, &event), ARB_STORE_GONE);
        assert_err(arb_store_look(store), ARB_STORE_GONE);
        assert_int_equal(arb_store_last(store), 10); /* what was acknowledged */
        arb_store_close(store);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_store__a_game_that_is_marked_wrongly_is_found),
        STORE_TEST(test_store__every_damage_has_its_finding),
        STORE_TEST(test_store__what_would_be_judged_otherwise_is_listed),
        STORE_TEST(test_store__texts_are_read),
        STORE_TEST(test_store__a_reader_sees_one_moment),
        FILE_TEST(test_store__an_older_one_can_be_read),
        FILE_TEST(test_store__a_copy_is_the_same),
        STORE_TEST(test_store__a_mark_finds_what_is_missing),
        FILE_TEST(test_store__a_file_that_goes_away_is_missed),
    };

    disk_use();
    return STORE_RUN(tests);
}
