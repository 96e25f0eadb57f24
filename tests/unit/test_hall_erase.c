/* SPDX-License-Identifier: MIT */
/*
 * A person is erased: the name is nowhere in the files of the database, in a copy, or in what is
 * exported, in any of the ways in which it could be written; and all games are what they were.
 */
#define _GNU_SOURCE
#include <glob.h>
#include <sodium.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/store.h"
#include "support/hall/fixture.h"
#include "support/hall/program.h"

enum { FILE_MAX = 1 << 24 };

/* UTF-8, with a letter that Latin-1 and UTF-16 write otherwise. */
#define FIRST "Zo\xc3\xab"
#define LAST  "Quirinetti"
#define NAME  FIRST " " LAST

/* ---- the name in every way ---- */

typedef struct form {
    char bytes[128];
    size_t size;
    const char *what;
} form;

static form forms[64];
static size_t form_count;

static void add_form(const char *what, const void *bytes, size_t size)
{
    form *f = &forms[form_count++];

    assert_true(size <= sizeof f->bytes && form_count < sizeof forms / sizeof forms[0]);
    memcpy(f->bytes, bytes, size);
    f->size = size;
    f->what = what;
}

static void add_text(const char *what, const char *text)
{
    add_form(what, text, strlen(text));
}

/* UTF-16 of a text in Latin-1, with the larger byte first or last. */
static void add_wide(const char *what, const char *latin, bool big)
{
    char wide[128];
    const size_t size = strlen(latin);

    for (size_t i = 0; i < size; i++) {
        wide[2 * i + big] = latin[i];
        wide[2 * i + !big] = '\0';
    }
    add_form(what, wide, 2 * size);
}

/* The middle of the base64 of a text that begins at one of three places. */
static void add_base64(const char *text)
{
    for (size_t shift = 0; shift < 3; shift++) {
        unsigned char raw[64] = { 0 };
        char coded[128];
        const size_t size = strlen(text);
        memcpy(raw + shift, text, size);
        (void)sodium_bin2base64(coded, sizeof coded, raw, size + shift,
                                sodium_base64_VARIANT_ORIGINAL);
        add_form("base64", coded + 4, (size + shift) / 3 * 4 - 4);
    }
}

static void make_forms(void)
{
    char hex[128];

    form_count = 0;
    add_text("UTF-8", NAME);
    add_text("the last name", LAST);
    add_text("small letters", "quirinetti");
    add_text("capitals", "QUIRINETTI");
    add_text("Latin-1", "Zo\xeb Quirinetti");
    add_wide("UTF-16, little", LAST, false);
    add_wide("UTF-16, big", LAST, true);
    add_text("JSON", "Zo\\u00eb");
    add_text("percent", "Zo%C3%AB");
    add_text("HTML", "Zo&euml;");
    (void)sodium_bin2hex(hex, sizeof hex, (const unsigned char *)LAST, strlen(LAST));
    add_text("hexadecimal", hex);
    for (char *c = hex; *c; c++)
        *c = (char)(*c >= 'a' ? *c - 'a' + 'A' : *c);
    add_text("hexadecimal in capitals", hex);
    add_base64(LAST);
}

/* In which way the name stands in a file; NULL: in none. */
static const char *found_in(const char *path)
{
    static char data[FILE_MAX];
    FILE *file = fopen(path, "rb");

    if (!file)
        return NULL;
    const size_t size = fread(data, 1, sizeof data, file);
    (void)fclose(file);
    assert_true(size < sizeof data);
    for (size_t i = 0; i < form_count; i++)
        if (memmem(data, size, forms[i].bytes, forms[i].size))
            return forms[i].what;
    return NULL;
}

/* The same of all files of a folder, at any depth. Files that are named are passed over. */
static size_t search(const char *folder, const char *but, bool wanted)
{
    static const char *const depths[] = { "/*", "/*/*", "/*/*/*" };
    size_t files = 0, found = 0;

    for (size_t d = 0; d < 3; d++) {
        char pattern[400];
        glob_t all;
        (void)snprintf(pattern, sizeof pattern, "%s%s", folder, depths[d]);
        if (glob(pattern, GLOB_PERIOD, NULL, &all) != 0)
            continue;
        for (size_t i = 0; i < all.gl_pathc; i++) {
            struct stat kind;
            const char *path = all.gl_pathv[i];
            if ((but && strstr(path, but)) || stat(path, &kind) != 0 || !S_ISREG(kind.st_mode))
                continue;
            files++;
            const char *what = found_in(path);
            found += what != NULL;
            if (what && !wanted)
                fail_msg("%s has the name: %s", path, what);
        }
        globfree(&all);
    }
    assert_true(files > 0);
    return found;
}

/* ---- a hall in which a name stands wherever it can ---- */

static seats play(void)
{
    static const char game[] = "{\"mode\":\"tournament\",\"names\":{\"white\":\"" NAME
                               "\",\"black\":\"Bo\",\"event\":\"The " NAME " memorial\"}}";
    static const char round[] = "{\"id\":\"0123456789abcdef\",\"text\":\"1; " NAME "; Bruno\\n"
                                "2; Carla; Dario\\n\",\"game\":{\"time\":\"5400+30\","
                                "\"names\":{\"event\":\"Cup of " LAST "\"}},"
                                "\"name\":\"for " NAME "\",\"group\":\"" LAST "\"}";
    const seats s = hall_game(&h, game);

    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_true(hall_do(&h, s.white, "move e4"));
    assert_true(hall_do(&h, s.spectator, "report \"" NAME " has a telephone\""));
    assert_true(hall_do(&h, s.spectator, "report quirinetti"));
    assert_true(hall_event(NULL, &h, s.spectator, LAST "-7", "report \"by " FIRST "\""));
    assert_true(hall_do(&h, s.white, "press"));
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/rounds", h.key, round), 201);
    return s;
}

static sqlite3 *open_sql(const char *path)
{
    sqlite3 *db = NULL;

    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    return db;
}

/* One text of the database; to be freed. */
static char *ask_sql(const char *path, const char *sql)
{
    sqlite3 *db = open_sql(path);
    sqlite3_stmt *statement = NULL;

    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    const char *text = (const char *)sqlite3_column_text(statement, 0);
    char *copy = strdup(text ? text : "");
    (void)sqlite3_finalize(statement);
    (void)sqlite3_close(db);
    return copy;
}

static void test_hall__an_erased_person_is_nowhere(void **state)
{
    char folder[200], path[300];

    (void)state;
    make_forms();
    const seats s = play();
    const seats other = started(NULL);
    assert_true(hall_do(&h, other.white, "move d4"));
    assert_int_equal(hall_stop(&h), 0);
    (void)snprintf(folder, sizeof folder, "%s", h.folder);
    assert_true(search(folder, NULL, true) > 0); /* it can be found where it is */
    (void)snprintf(path, sizeof path, "%s/before", folder);
    assert_int_equal(RUN("export", "--whole", path, h.database), 0);
    assert_true(search(path, NULL, true) > 3);

    char *untouched = ask_sql(h.database, "SELECT hex(chain) FROM heads ORDER BY game DESC");
    char *rows = ask_sql(h.database, "SELECT count(*) || '/' || max(sequence) FROM events");
    /* first it is told, and nothing changes */
    assert_int_equal(RUN("erase", h.database, NAME, LAST, FIRST), 0);
    assert_non_null(strstr(said, "nothing was changed"));
    assert_non_null(strstr(said, "people 2"));
    assert_true(search(folder, "before", true) > 0);
    if (RUN("erase", "--yes", h.database, NAME, LAST, FIRST) != 0)
        fail_msg("%s", said);
    (void)search(folder, "before", false);

    /* what comes out of it has it neither */
    (void)snprintf(path, sizeof path, "%s/after", folder);
    assert_int_equal(RUN("export", "--whole", path, h.database), 0);
    (void)snprintf(path, sizeof path, "%s/cases", folder);
    assert_int_equal(RUN("export", "--out", path, h.database), 0);
    (void)snprintf(path, sizeof path, "%s/copy", folder);
    assert_int_equal(RUN("backup", h.database, path), 0);
    (void)search(folder, "before", false);

    /* the journal can be gone through, event by event; games that had nothing of it are as before
     */
    if (RUN("check", "--judge", h.database) != 0)
        fail_msg("%s", said);
    char *after = ask_sql(h.database, "SELECT hex(chain) FROM heads ORDER BY game DESC");
    char *rows_after = ask_sql(h.database, "SELECT count(*) || '/' || max(sequence) FROM events");
    assert_string_equal(untouched, after);
    assert_string_equal(rows, rows_after);
    char *record = ask_sql(h.database, "SELECT value FROM settings WHERE name = 'erasure.1'");
    char *head = ask_sql(h.database, "SELECT lower(hex(chain)) FROM heads WHERE game = 1");
    assert_non_null(strstr(record, head));
    free(untouched), free(after), free(rows), free(rows_after), free(record), free(head);

    /* and the hall goes on: the links open what they opened, the names are gone */
    hall_start(&h, no_engine);
    json_t *game = hall_look(&h, s.white);
    assert_true(json_is_null(at(game, "names.white")));
    assert_string_equal(text_at(game, "names.black"), "Bo");
    json_decref(game);
    assert_true(hall_do(&h, s.arbiter, "resume"));
    assert_true(hall_do(&h, s.black, "move e5"));
}

/* In another file: the first stays as it is. Not while a hall has it open, which would go on to
 * acknowledge what the other does not have. */
static void test_hall__a_copy_without_a_person(void **state)
{
    char path[300];

    (void)state;
    make_forms();
    (void)play();
    (void)snprintf(path, sizeof path, "%s/other", h.folder);
    assert_int_equal(RUN("erase", "--yes", "--to", path, h.database, NAME), 2);
    assert_non_null(strstr(said, "open"));
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(RUN("erase", "--yes", h.database, NAME), 2);
    assert_int_equal(hall_stop(&h), 0);
    if (RUN("erase", "--yes", "--to", path, h.database, NAME, LAST, FIRST) != 0)
        fail_msg("%s", said);
    assert_null(found_in(path));
    if (RUN("check", path) != 0)
        fail_msg("%s", said);
    assert_int_equal(RUN("erase", "--yes", "--to", path, h.database, NAME), 2); /* it is there */
    assert_int_equal(RUN("erase", h.database, NAME), 0);
    assert_int_equal(RUN("erase", path, NAME), 1);
    hall_start(&h, no_engine);
}

/* Whoever is called like a move, or not at all, takes nothing with him. */
static void test_hall__names_that_cannot_be_erased(void **state)
{
    (void)state;
    const seats s = play();
    assert_int_equal(hall_stop(&h), 0);
    assert_int_equal(RUN("erase", "--yes", h.database, "a"), 2);
    assert_int_equal(RUN("erase", "--yes", h.database, " "), 2);
    assert_int_equal(RUN("erase", "--yes", h.database), 2);
    assert_int_equal(RUN("erase", "--yes", h.database, "e4"), 2);
    assert_non_null(strstr(said, "part of what was played"));
    assert_int_equal(RUN("erase", "--yes", h.database, "Quirin"), 1); /* nobody: only a part */
    assert_int_equal(RUN("check", h.database), 0);
    hall_start(&h, no_engine);
    json_t *game = hall_look(&h, s.white);
    assert_string_equal(text_at(game, "names.white"), NAME);
    json_decref(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__an_erased_person_is_nowhere, fixture_program),
        FIXTURE_TEST(test_hall__a_copy_without_a_person, fixture_program),
        FIXTURE_TEST(test_hall__names_that_cannot_be_erased, fixture_program),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
