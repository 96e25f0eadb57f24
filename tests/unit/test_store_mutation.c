/* SPDX-License-Identifier: MIT */
/*
 * A mutator of databases. A small database with real games is damaged, in its rows or in its bytes,
 * and then opened, read, checked, exported and copied. Whatever was done to it, nothing crashes,
 * and no game comes out otherwise than it went in: it is the same, or an error. What is gone
 * without leaving a trace, a game or the end of all, is missed by the check, or by the mark of the
 * last event that was kept elsewhere.
 *
 * Hundreds of mutations, fifteen thousand with ARB_TEST_SOAK.
 */
#define _GNU_SOURCE
#include "test_store_common.h"

#include <sqlite3.h>
#include <time.h>

#include "store/inspect.h"
#include "support/random_positions.h"
#include "support/store/disk.h"

enum { GAMES_MAX = 64, NAME_ROOM = 400 };

/* A database as it was, with and without a log, and what is in it. */
static struct {
    char *file, *log, *loose; /* bytes; `loose` has tables that take anything */
    size_t file_size, log_size, loose_size;
    char *text[GAMES_MAX];
    size_t games;
    arb_store_mark mark;
} whole;

static unsigned volume(unsigned count)
{
    return getenv("ARB_TEST_SOAK") ? 20 * count : scaled(count);
}

/* ---- files ---- */

static void log_name(char out[NAME_ROOM], const folder *where)
{
    (void)snprintf(out, NAME_ROOM, "%s-wal", where->file);
}

/* ---- the database ---- */

static void import(arb_store *store, const char *path)
{
    const char *data = getenv("ARB_TEST_DATA");
    const arb_store_stamp stamp = { 1000, 2000 };
    arb_case_reader reader;
    char name[NAME_ROOM];
    uint64_t game;
    size_t size;

    (void)snprintf(name, sizeof name, "%s/%s", data ? data : "tests", path);
    char *text = read_file(name, &size);
    arb_case_reader_init(&reader, text, size);
    while (whole.games < GAMES_MAX &&
           arb_store_import(&game, store, &reader, stamp, NULL) == ARB_STORE_OK)
        whole.games++;
    free(text);
}

/* What a hall has beside its games. */
static void furnish(arb_store *store)
{
    const arb_store_person person = { .name = bytes("Anna"), .contact = bytes("a@b.example") };
    const arb_store_heartbeat beat = { "boot", { 5, 6 } };
    uint64_t id;

    assert_fine(arb_store_person_new(&id, store, &person));
    for (uint64_t game = 1; game <= 8; game++) {
        const unsigned char hash[16] = { (unsigned char)game };
        const arb_store_token token = { { (const char *)hash, sizeof hash }, game, 3, 7, false };
        const arb_store_seat seat = { game, bytes("white"), id, { 0 } };
        assert_fine(arb_store_token_add(store, &token));
        assert_fine(arb_store_seat_set(store, &seat));
    }
    assert_fine(arb_store_setting_set(store, "game.1", bytes("{\"casual\":true}")));
    assert_fine(arb_store_beat(store, &beat));
}

/* Events as a hall writes them: with client, verdict and summary. */
static void play_on(arb_store *store)
{
    for (unsigned i = 0; i < 60; i++) {
        char client[16];
        (void)snprintf(client, sizeof client, "client-%u", i);
        arb_store_event event = event_of(1 + i % 5, client);
        arb_store_receipt receipt;
        event.text = bytes("9:00:00 white offer");
        event.verdict = bytes(i % 7 == 0 ? "|||!5.1.1 game-over white said" : "|||");
        event.summary = bytes("a summary");
        event.refused = i % 7 == 0;
        assert_fine(arb_store_append(&receipt, store, &event));
    }
}

static char *export_game(arb_store *store, uint64_t game, arb_store_err *err)
{
    char *text = NULL;
    arb_buf out;

    arb_buf_init(&out, NULL, SIZE_MAX / 2);
    *err = arb_store_export(&out, store, game, false);
    if (*err == ARB_STORE_OK) {
        text = strndup(arb_buf_text(&out), arb_buf_size(&out));
        assert_non_null(text);
    }
    arb_buf_clear(&out);
    return text;
}

static void try_sql(const char *file, const char *text)
{
    sqlite3 *db = NULL;

    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    (void)sqlite3_exec(db, text, NULL, NULL, NULL); /* what SQLite does not let in does no harm */
    (void)sqlite3_close(db);
}

/* The same tables without what keeps other values out of them. */
static const char loosen[] =
    "PRAGMA foreign_keys = OFF; BEGIN;"
    "CREATE TABLE e (sequence INTEGER PRIMARY KEY, game, number, client, actor, refused, text, "
    "meta,"
    " monotonic_ms, wall_ms, verdict, erased, chain, epoch);"
    "INSERT INTO e SELECT * FROM events; DROP TABLE events; ALTER TABLE e RENAME TO events;"
    "CREATE UNIQUE INDEX events_client ON events (game, client);"
    "CREATE TABLE g (id INTEGER PRIMARY KEY, created_ms, header, closed);"
    "INSERT INTO g SELECT * FROM games; DROP TABLE games; ALTER TABLE g RENAME TO games;"
    "CREATE TABLE h (game INTEGER PRIMARY KEY, events, chain, summary);"
    "INSERT INTO h SELECT * FROM heads; DROP TABLE heads; ALTER TABLE h RENAME TO heads;"
    "CREATE TABLE t (hash, game, role, expires_ms);"
    "INSERT INTO t SELECT * FROM tokens; DROP TABLE tokens; ALTER TABLE t RENAME TO tokens;"
    "CREATE TABLE s (game, seat, person, tags, PRIMARY KEY (game, seat));"
    "INSERT INTO s SELECT * FROM seats; DROP TABLE seats; ALTER TABLE s RENAME TO seats;"
    "CREATE TABLE b (id INTEGER PRIMARY KEY, boot, monotonic_ms, wall_ms);"
    "INSERT INTO b SELECT * FROM heartbeat; DROP TABLE heartbeat; ALTER TABLE b RENAME TO "
    "heartbeat;"
    "COMMIT;";

static int make_whole(void **state)
{
    folder *where = NULL;
    char log[NAME_ROOM];

    (void)state;
    assert_int_equal(folder_new((void **)&where), 0);
    log_name(log, where);
    arb_store *store = store_open(where->file);
    import(store, "cases/art05/5.1.1-checkmate.case");
    import(store, "cases/art05/5.1.2-resignation.case");
    assert_true(whole.games > 8);
    furnish(store);
    arb_store_close(store);
    store = store_open(where->file);
    play_on(store);
    for (size_t i = 0; i < whole.games; i++) {
        arb_store_err err;
        whole.text[i] = export_game(store, i + 1, &err);
        assert_fine(err);
    }
    whole.mark = arb_store_mark_get(store);
    whole.file = read_file(where->file, &whole.file_size); /* with a log that is not worked in */
    whole.log = read_file(log, &whole.log_size);
    assert_true(whole.log_size > 4096);
    arb_store_close(store);
    run_sql(where->file, loosen);
    whole.loose = read_file(where->file, &whole.loose_size);
    return folder_free((void **)&where);
}

static int free_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < whole.games; i++)
        free(whole.text[i]);
    free(whole.file);
    free(whole.log);
    free(whole.loose);
    return 0;
}

/* ---- what must hold, whatever was done ---- */

static bool any_finding(void *user, const arb_store_finding *finding)
{
    ++*(unsigned *)user;
    assert_non_null(arb_store_fault_text(finding->fault, ARB_LANG_IT));
    return true;
}

/* Everything that can be read; errors are fine. */
static void read_on(arb_store *store)
{
    store_count count = { 0, true };
    arb_store_heartbeat beat;
    arb_buf value;

    arb_buf_init(&value, NULL, SIZE_MAX / 2);
    if (arb_store_events(store, 0, SIZE_MAX, store_count_one, &count) == ARB_STORE_OK)
        assert_true(count.count <= 10000);
    (void)!arb_store_heartbeat_get(&beat, store);
    (void)!arb_store_setting_get(&value, store, "game.1");
    arb_buf_clear(&value);
}

/* Answers whether anything was told that would make somebody look closer. */
static bool assert_nothing_false(arb_store *store, const char *what)
{
    arb_store_loss loss;
    const bool lost = arb_store_mark_check(&loss, store, &whole.mark) != ARB_STORE_OK;
    bool gone = false, told = lost;

    for (size_t i = 0; i < whole.games; i++) {
        arb_store_err err;
        arb_game *game = NULL;
        char *text = export_game(store, i + 1, &err);
        /* what has lost its end, and is told to have, may be as it was once */
        if (text &&
            (lost ? strncmp(text, whole.text[i], strlen(text)) : strcmp(text, whole.text[i])) != 0)
            fail_msg("%s: game %zu comes out otherwise:\n%s", what, i + 1, text);
        gone = gone || err == ARB_STORE_UNKNOWN;
        told = told || (err && err != ARB_STORE_UNKNOWN);
        free(text);
        err = arb_store_game_load(&game, NULL, store, i + 1, NULL);
        told = told || (err && err != ARB_STORE_UNKNOWN);
        arb_game_free(game);
    }
    told = arb_store_check(store) != ARB_STORE_OK || told;
    if (gone && !told)
        fail_msg("%s: games are missing, and nobody notices", what);
    return told;
}

/* A store that was opened can be written to, or says why not. */
static void write_on(arb_store *store)
{
    const arb_store_event event = event_of(2, "after");
    arb_store_receipt receipt;
    uint64_t game;

    (void)!arb_store_append(&receipt, store, &event);
    if (arb_store_game_new(&game, store, bytes(STORE_HEADER), 1, bytes("")) == ARB_STORE_OK) {
        assert_true(game < 100000);
        arb_game *loaded = NULL;
        if (arb_store_game_load(&loaded, NULL, store, game, NULL) == ARB_STORE_OK)
            arb_game_free(loaded);
    }
}

static unsigned opened, refused, noticed;

static void try_reading(const folder *where, bool copies)
{
    const arb_store_options options = { .read_only = true };
    unsigned findings = 0;
    const arb_store_inspector inspector = { .judge = true,
                                            .finding = any_finding,
                                            .user = &findings };
    arb_store_figures figures;
    arb_store *store = NULL;
    char copy[NAME_ROOM];

    if (arb_store_open(&store, where->file, &options) != ARB_STORE_OK)
        return;
    (void)!arb_store_inspect(&figures, store, &inspector);
    (void)snprintf(copy, sizeof copy, "%s/copy", where->path);
    if (copies)
        (void)!arb_store_backup(store, copy, NULL, NULL);
    arb_store_close(store);
}

static void try_one(const folder *where, const char *what, bool copies)
{
    const arb_store_options options = { .create = false };
    arb_store *store = NULL;

    try_reading(where, copies);
    if (arb_store_open(&store, where->file, &options) != ARB_STORE_OK) {
        refused++;
        return;
    }
    opened++;
    noticed += assert_nothing_false(store, what);
    read_on(store);
    write_on(store);
    arb_store_close(store);
}

/* ---- rows ---- */

static const struct {
    const char *table, *columns[15];
} tables[] = {
    { "events",
      { "sequence", "game", "number", "client", "actor", "refused", "text", "meta", "monotonic_ms",
        "wall_ms", "verdict", "erased", "chain", "epoch", NULL } },
    { "games", { "id", "created_ms", "header", "closed", NULL } },
    { "heads", { "game", "events", "chain", "summary", NULL } },
    { "tokens", { "hash", "game", "role", "expires_ms", NULL } },
    { "seats", { "game", "seat", "person", "tags", NULL } },
    { "settings", { "name", "value", NULL } },
    { "heartbeat", { "boot", "monotonic_ms", "wall_ms", NULL } },
    { "people", { "id", "name", "contact", NULL } },
};

static const char *const values[] = {
    "NULL",
    "0",
    "1",
    "2",
    "-1",
    "4611686018427387904",
    "9223372036854775807",
    "-9223372036854775808",
    "4294967296",
    "3.5",
    "''",
    "'x'",
    "'white'",
    "x''",
    "x'00'",
    "CAST(x'ff00fe' AS TEXT)",
    "CAST(x'610a62' AS TEXT)",
    "zeroblob(5000)",
    "zeroblob(32)",
    "printf('%5000c', 'x')",
    "printf('%300000c', 'x')",
    "'0:00:01 white offer'",
    "'case x'",
};

static void mutate_rows(const folder *where, chance *luck, char what[400])
{
    const unsigned kind = chance_below(luck, 8);
    const unsigned t = chance_below(luck, sizeof tables / sizeof tables[0]);
    const char *table = tables[kind < 3 ? t % 3 : t].table;
    unsigned columns = 0;

    while (tables[kind < 3 ? t % 3 : t].columns[columns])
        columns++;
    const char *column = tables[kind < 3 ? t % 3 : t].columns[chance_below(luck, columns)];
    const char *value = values[chance_below(luck, sizeof values / sizeof values[0])];
    char one[120];
    (void)snprintf(one, sizeof one,
                   "rowid = (SELECT rowid FROM %s ORDER BY rowid LIMIT 1 OFFSET %u)", table,
                   chance_below(luck, 40));
    if (kind == 0)
        (void)snprintf(what, 400, "DELETE FROM %s WHERE %s", table, one);
    else if (kind == 1)
        (void)snprintf(what, 400, "DELETE FROM events WHERE sequence > %u",
                       chance_below(luck, (unsigned)whole.mark.sequence));
    else if (kind == 2)
        (void)snprintf(what, 400,
                       "CREATE TEMP TABLE d AS SELECT * FROM events WHERE %s;"
                       "UPDATE d SET sequence = %s, client = NULL;"
                       "INSERT OR REPLACE INTO events SELECT * FROM d",
                       one, chance_below(luck, 2) ? "9223372036854775807" : "5");
    else if (kind == 3)
        (void)snprintf(
            what, 400,
            "INSERT OR REPLACE INTO games SELECT %s, created_ms, header, 0 FROM games LIMIT 1",
            chance_below(luck, 2) ? "4611686018427387904" : "70000");
    else
        (void)snprintf(what, 400, "UPDATE OR REPLACE %s SET %s = %s WHERE %s", table, column, value,
                       one);
    try_sql(where->file, what);
}

static void test_store__rows_that_are_not_as_they_were(void **state)
{
    const folder *where = *state;
    chance luck = chance_begin(71);

    opened = refused = noticed = 0;
    for (unsigned i = 0; i < volume(300); i++) {
        char what[3][400] = { "" }, all[1300];
        folder_empty(where);
        write_file(where->file, whole.loose, whole.loose_size);
        for (unsigned count = 1 + chance_below(&luck, 2); count > 0; count--)
            mutate_rows(where, &luck, what[count]);
        (void)snprintf(all, sizeof all, "%s; %s", what[1], what[2]);
        try_one(where, all, i % 8 == 0);
    }
    print_message("# rows: %u opened, %u refused, %u noticed\n", opened, refused, noticed);
    assert_true(noticed > 0);
}

/* ---- bytes ---- */

static void mutate_bytes(char *data, size_t *size, chance *luck)
{
    const unsigned kind = chance_below(luck, 10);
    const size_t at = chance_below(luck, (unsigned)*size);
    const size_t page = at / 4096 * 4096;

    if (kind == 0)
        *size = at;
    else if (kind == 1 && page + 4096 <= *size)
        memset(data + page, 0, 4096);
    else if (kind == 2 && page + 4096 <= *size)
        memmove(data + page, data + chance_below(luck, (unsigned)(*size / 4096)) * 4096u, 4096);
    else if (kind == 3)
        memset(data + at, 0, *size - at < 512 ? *size - at : 512);
    else if (kind < 7)
        data[page + chance_below(luck, *size - page < 64 ? (unsigned)(*size - page) : 64)] =
            (char)chance_bits(luck);
    else
        data[at] ^= (char)(1u << chance_below(luck, 8));
}

static void test_store__bytes_that_are_not_as_they_were(void **state)
{
    const folder *where = *state;
    chance luck = chance_begin(72);
    char log[NAME_ROOM];

    log_name(log, where);
    opened = refused = noticed = 0;
    for (unsigned i = 0; i < volume(450); i++) {
        size_t file_size = whole.file_size, log_size = whole.log_size;
        char *file = malloc(file_size), *other = malloc(log_size);
        char what[40];
        assert_true(file && other);
        memcpy(file, whole.file, file_size);
        memcpy(other, whole.log, log_size);
        for (unsigned count = 1 + chance_below(&luck, 3); count > 0; count--) {
            if (chance_below(&luck, 2) && file_size > 0)
                mutate_bytes(file, &file_size, &luck);
            else if (log_size > 0)
                mutate_bytes(other, &log_size, &luck);
        }
        folder_empty(where);
        write_file(where->file, file, file_size);
        if (i % 16 != 0) /* lost altogether now and then */
            write_file(log, other, log_size);
        free(file);
        free(other);
        (void)snprintf(what, sizeof what, "bytes, round %u", i);
        try_one(where, what, i % 8 == 0);
    }
    print_message("# bytes: %u opened, %u refused, %u noticed\n", opened, refused, noticed);
    assert_true(noticed > 0 && refused > 0);
}

/* What was not damaged is as it was, and nobody complains. */
static void test_store__what_is_whole_is_whole(void **state)
{
    const folder *where = *state;
    char log[NAME_ROOM];

    log_name(log, where);
    write_file(where->file, whole.file, whole.file_size);
    write_file(log, whole.log, whole.log_size);
    arb_store *store = store_open(where->file);
    assert_false(assert_nothing_false(store, "nothing"));
    arb_store_close(store);
    folder_empty(where);
    write_file(where->file, whole.loose, whole.loose_size);
    store = store_open(where->file);
    assert_false(assert_nothing_false(store, "other tables"));
    arb_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_store__what_is_whole_is_whole),
        STORE_TEST(test_store__rows_that_are_not_as_they_were),
        STORE_TEST(test_store__bytes_that_are_not_as_they_were),
    };

    disk_use();
    return cmocka_run_group_tests(tests, make_whole, free_whole);
}
