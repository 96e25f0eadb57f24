/* SPDX-License-Identifier: MIT */
/*
 * A whole hall as a folder, and out of it again: the same in every row of every table, and in every
 * game; a folder in which anything is damaged, missing or foreign makes no database.
 */
#define _GNU_SOURCE
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/store.h"
#include "support/hall/fixture.h"
#include "support/hall/program.h"

enum { TEXT_MAX = 1 << 22, ROOM = 600 };

static void path_in(char out[ROOM], const char *name)
{
    (void)snprintf(out, ROOM, "%s/%s", h.folder, name);
}

/* ---- every table, by SQLite itself ---- */

static int add_row(void *user, int columns, char **values, char **names)
{
    char *text = user;
    size_t size = strlen(text);

    (void)names;
    for (int i = 0; i < columns; i++)
        size += (size_t)snprintf(text + size, TEXT_MAX - size, "%s|", values[i] ? values[i] : "-");
    (void)snprintf(text + size, TEXT_MAX - size, "\n");
    return 0;
}

static char *rows(sqlite3 *db, const char *sql)
{
    char *text = calloc(1, TEXT_MAX);

    assert_non_null(text);
    if (sqlite3_exec(db, sql, add_row, text, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    return text;
}

/* All columns of a table as quoted literals, so that NULL, blobs and texts are told apart. */
static char *table_rows(sqlite3 *db, const char *table)
{
    char sql[512], *columns;

    (void)snprintf(sql, sizeof sql,
                   "SELECT group_concat('quote(' || name || ')', ',') FROM pragma_table_info('%s')",
                   table);
    columns = rows(db, sql);
    columns[strcspn(columns, "|")] = '\0';
    (void)snprintf(sql, sizeof sql, "SELECT %s FROM %s ORDER BY 1, 2", columns, table);
    free(columns);
    return rows(db, sql);
}

/* Returns how many rows there are. */
static size_t assert_same_tables(const char *a, const char *b)
{
    static const char names[] = "SELECT name FROM sqlite_schema WHERE type = 'table'"
                                " AND name <> 'schema_version' ORDER BY name";
    sqlite3 *left = NULL, *right = NULL;
    size_t count = 0;

    assert_int_equal(sqlite3_open(a, &left), SQLITE_OK);
    assert_int_equal(sqlite3_open(b, &right), SQLITE_OK);
    char *tables = rows(left, names), *others = rows(right, names), *rest = NULL;
    assert_string_equal(tables, others);
    for (char *table = strtok_r(tables, "|\n", &rest); table;
         table = strtok_r(NULL, "|\n", &rest)) {
        char *here = table_rows(left, table), *there = table_rows(right, table);
        if (strcmp(here, there) != 0)
            fail_msg("%s differs:\n%s\n%s", table, here, there);
        for (const char *c = here; *c; c++)
            count += *c == '\n';
        free(here);
        free(there);
    }
    free(tables);
    free(others);
    (void)sqlite3_close(left);
    (void)sqlite3_close(right);
    return count;
}

/* ---- a hall with everything in it ---- */

static const char *const moves[] = { "e4", "e5", "Nf3", "Nc6" };

/* Games, codes, a checklist, a round, an adjourned game with a box, refusals and reports. */
static seats play_something(void)
{
    static const char vision[] = "{\"mode\":\"tournament\",\"names\":{\"white\":"
                                 "\"Zo\xc3\xab \\\"Q\\\" \\\\ O\",\"black\":\"Bo\"},"
                                 "\"options\":{\"vision\":\"white:blind\"}}";
    static const char round[] = "{\"id\":\"0123456789abcdef\",\"text\":\"1; Anna; Bruno\\n"
                                "2; Carla; Dario\\n\",\"game\":{\"time\":\"5400+30\","
                                "\"names\":{\"event\":\"Cup\"}}}";
    const seats s = hall_game(&h, "{\"mode\":\"tournament\",\"names\":"
                                  "{\"white\":\"Anna\",\"black\":\"Bruno\"}}");
    const seats blind = hall_game(&h, vision);
    char path[64];

    assert_true(hall_do(&h, s.arbiter, "start"));
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        char event[32];
        (void)snprintf(event, sizeof event, "move %s", moves[i]);
        assert_true(hall_do(&h, i % 2 ? s.black : s.white, event));
        assert_true(hall_do(&h, i % 2 ? s.black : s.white, "press"));
    }
    assert_false(hall_do(&h, s.black, "press"));
    assert_true(hall_do(&h, s.spectator, "report \"the \xe2\x99\x9e has three legs\""));
    (void)snprintf(path, sizeof path, "/api/checklist/done?game=%d", blind.game);
    assert_int_equal(hall_ask(NULL, &h, "POST", path, h.key, "{\"point\":\"board\",\"done\":true}"),
                     200);
    json_t *answer = NULL;
    const unsigned made = hall_ask(&answer, &h, "POST", "/api/rounds", h.key, round);
    if (made != 200 && made != 201)
        fail_msg("the round: %u %s", made, answer ? json_dumps(answer, 0) : "");
    json_decref(answer);
    return s;
}

/* What no hall has written yet: people who were erased, values of any bytes. */
static void add_oddities(void)
{
    const arb_store_options options = { .create = false };
    arb_store *store = NULL;
    char value[256];
    uint64_t person = 0;

    for (size_t i = 0; i < sizeof value; i++)
        value[i] = (char)i;
    assert_int_equal(arb_store_open(&store, h.database, &options), ARB_STORE_OK);
    assert_int_equal(arb_store_setting_set(store, "odd", (arb_store_bytes){ value, sizeof value }),
                     ARB_STORE_OK);
    assert_int_equal(arb_store_setting_set(store, "nothing", (arb_store_bytes){ "", 0 }),
                     ARB_STORE_OK);
    const arb_store_person gone = { .name = { "Erased", 6 }, .contact = { "a\nb\tc", 5 } };
    for (int i = 0; i < 3; i++) {
        assert_int_equal(arb_store_person_new(&person, store, &gone), ARB_STORE_OK);
        const arb_store_seat seat = { 1, { i ? "second" : "third", i ? 6 : 5 }, person, { "", 0 } };
        if (i < 2)
            assert_int_equal(arb_store_seat_set(store, &seat), ARB_STORE_OK);
        if (i != 1)
            assert_int_equal(arb_store_person_erase(store, person), ARB_STORE_OK);
    }
    arb_store_close(store);
}

static void export_all(char database[ROOM], char folder[ROOM])
{
    assert_int_equal(hall_stop(&h), 0);
    add_oddities();
    (void)snprintf(database, ROOM, "%s", h.database);
    path_in(folder, "whole");
    if (RUN("export", "--whole", folder, database) != 0)
        fail_msg("%s", said);
}

static void test_hall__a_whole_hall_comes_back_as_it_was(void **state)
{
    const seats s = play_something();
    char database[ROOM], folder[ROOM], again[ROOM], second[ROOM];

    (void)state;
    json_t *before = hall_look(&h, s.white);
    export_all(database, folder);
    path_in(again, "again.arbitro");
    if (RUN("import", "--whole", folder, again) != 0)
        fail_msg("%s", said);
    assert_true(assert_same_tables(database, again) > 30);
    if (RUN("check", again) != 0)
        fail_msg("%s", said);
    /* out of the new one come the same files, to the byte */
    path_in(second, "second");
    assert_int_equal(RUN("export", "--whole", second, again), 0);
    char command[5 * ROOM];
    (void)snprintf(command, sizeof command, "diff -r %s %s && cd %s && b2sum --quiet -c sums.txt",
                   folder, second, second);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): the shell's own tools look */
    /* and it is the same hall: the links open it, and the game stands where it stood */
    (void)snprintf(h.database, sizeof h.database, "%s/again.arbitro", h.folder);
    char key[32];
    (void)snprintf(key, sizeof key, "%s", h.key);
    hall_start(&h, no_engine);
    assert_string_equal(h.key, key);
    json_t *after = hall_look(&h, s.white);
    assert_string_equal(text_at(after, "names.white"), "Anna");
    assert_true(json_equal(at(before, "names"), at(after, "names")));
    assert_string_equal(text_at(before, "state.fen"), text_at(after, "state.fen"));
    json_decref(before);
    json_decref(after);
}

static void test_hall__a_whole_hall_needs_a_new_database(void **state)
{
    char database[ROOM], folder[ROOM];

    (void)state;
    (void)play_something();
    export_all(database, folder);
    assert_int_equal(RUN("import", "--whole", folder, database), 2);
    assert_non_null(strstr(said, "there is something in this database"));
    assert_int_equal(RUN("export", "--whole", folder, database), 2); /* and a new folder */
    assert_int_equal(RUN("check", database), 0);
}

static void test_hall__names_are_left_out_when_that_is_asked(void **state)
{
    char folder[ROOM], command[5 * ROOM];

    (void)state;
    (void)play_something();
    assert_int_equal(hall_stop(&h), 0);
    path_in(folder, "nameless");
    assert_int_equal(RUN("export", "--whole", folder, "--without-names", h.database), 0);
    (void)snprintf(command, sizeof command, "! grep -rqE 'Anna|Bruno|Carla|Dario|Zo' %s", folder);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): the shell's own tools look */
    hall_start(&h, no_engine);
}

/* ---- damage ---- */

static char *read_whole(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *data = malloc(TEXT_MAX);

    assert_non_null(file);
    assert_non_null(data);
    *size = fread(data, 1, TEXT_MAX, file);
    (void)fclose(file);
    return data;
}

static void write_whole(const char *path, const char *data, size_t size)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Nothing is imported, no database is left behind, and the file is told by name. */
static void assert_refused(const char *folder, const char *name)
{
    char database[ROOM];

    path_in(database, "refused.arbitro");
    if (RUN("import", "--whole", folder, database) != 2)
        fail_msg("%s was taken in: %s", name, said);
    if (!strstr(said, name))
        fail_msg("%s is not told: %s", name, said);
    assert_int_not_equal(access(database, F_OK), 0);
}

static void test_hall__a_folder_that_is_not_whole_is_refused(void **state)
{
    static const char *const names[] = { "hall.jsonl", "journal.jsonl", "sums.txt",
                                         "games/game-1.case", "games/game-2.pgn" };
    char database[ROOM], folder[ROOM], path[ROOM + 100], aside[ROOM + 100];

    (void)state;
    (void)play_something();
    export_all(database, folder);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t size;
        (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        (void)snprintf(aside, sizeof aside, "%s/aside", h.folder);
        char *data = read_whole(path, &size);
        assert_int_equal(rename(path, aside), 0); /* missing */
        assert_refused(folder, names[i]);
        if (i == 2) { /* the sums are compared with the files: any of them is told */
            assert_int_equal(rename(aside, path), 0);
            free(data);
            continue;
        }
        write_whole(path, data, size / 2); /* cut off */
        assert_refused(folder, names[i]);
        for (size_t n = 0; n < 8; n++) { /* one bit */
            const size_t place = size * n / 8;
            data[place] = (char)(data[place] ^ 4);
            write_whole(path, data, size);
            assert_refused(folder, names[i]);
            data[place] = (char)(data[place] ^ 4);
        }
        assert_int_equal(rename(aside, path), 0);
        free(data);
    }
    (void)snprintf(path, sizeof path, "%s/games/notes.txt", folder);
    write_whole(path, "a letter", 8);
    assert_refused(folder, "games/notes.txt");
    assert_int_equal(unlink(path), 0);
    path_in(database, "fine.arbitro");
    assert_int_equal(RUN("import", "--whole", folder, database), 0);
}

/* The sums are made to fit again: what is wrong then is told with its line. */
static void fit_sums(const char *folder)
{
    char command[5 * ROOM];

    (void)snprintf(command, sizeof command,
                   "cd %s && b2sum -l 256 hall.jsonl journal.jsonl games/* >sums.txt", folder);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): the shell's own tools do it */
}

static void assert_line_refused(const char *folder, const char *name, const char *edit,
                                const char *told)
{
    char command[5 * ROOM], before[ROOM];

    path_in(before, "before");
    (void)snprintf(command, sizeof command, "cp %s/%s %s && sed -i '%s' %s/%s", folder, name,
                   before, edit, folder, name);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): the shell's own tools do it */
    fit_sums(folder);
    assert_refused(folder, told);
    (void)snprintf(command, sizeof command, "cp %s %s/%s", before, folder, name);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): the shell's own tools do it */
}

static void test_hall__what_is_wrong_in_a_folder_is_told_with_its_line(void **state)
{
    static const struct {
        const char *name, *edit, *told;
    } wrong[] = {
        { "hall.jsonl", "1s/hall/room/", "hall.jsonl:1:1: expected the first line" },
        { "hall.jsonl", "1s/\"version\":2/\"version\":9/", "hall.jsonl:1:1: the file was written" },
        { "hall.jsonl", "3s/.$//", "hall.jsonl:3:" },
        { "hall.jsonl", "3s/\"name\"/\"nome\"/", "hall.jsonl:3:1: \"name\" is missing" },
        { "hall.jsonl", "3s/.*/[]/", "hall.jsonl:3:1: expected a line with a JSON object" },
        { "hall.jsonl", "3s/.*/{\"piano\":1}/", "hall.jsonl:3:1: expected a person" },
        { "hall.jsonl", "3d", "the database knows nothing of that name" },
        { "hall.jsonl", "$d", "the file ends too early" },
        { "hall.jsonl", "$p", "expected nothing after the end" },
        { "hall.jsonl", "s/\"chain\":\"../\"chain\":\"zz/", "\"chain\" is missing" },
        { "hall.jsonl", "s/fide-2023/fide-2018/", "journal.jsonl:2:1: this event does not follow" },
        { "journal.jsonl", "3s/white/black/", "journal.jsonl:3:1: this event does not follow" },
        { "journal.jsonl", "4s/\"game\":1/\"game\":99/", "journal.jsonl:4:1: \"game\"" },
        { "journal.jsonl", "4d", "journal.jsonl:4:1: \"event\"" },
        { "journal.jsonl", "$d", "the file ends too early" },
        { "journal.jsonl", "2s/\"refused\":false/\"refused\":0/",
          "journal.jsonl:2:1: \"refused\"" },
        { "journal.jsonl", "1d", "journal.jsonl:1:1: expected the first line" },
        { "hall.jsonl", "s/\"game\":2,\\(.*\\)\"closed\":false/\"game\":2,\\1\"closed\":true/",
          "hall.jsonl: game 2: the game is marked as over and is not" },
    };
    char database[ROOM], folder[ROOM];

    (void)state;
    (void)play_something();
    export_all(database, folder);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_line_refused(folder, wrong[i].name, wrong[i].edit, wrong[i].told);
}

/* Somebody has put a pipe there, to which nobody writes. */
static void test_hall__what_is_no_file_is_not_waited_for(void **state)
{
    static const char *const names[] = { "hall.jsonl", "journal.jsonl", "sums.txt",
                                         "games/game-1.case" };
    char database[ROOM], folder[ROOM], path[ROOM + 100], aside[ROOM + 100];

    (void)state;
    (void)play_something();
    export_all(database, folder);
    (void)snprintf(aside, sizeof aside, "%s/aside", h.folder);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        assert_int_equal(rename(path, aside), 0);
        assert_int_equal(mkfifo(path, 0600), 0);
        (void)alarm(20);
        assert_refused(folder, names[i]);
        (void)alarm(0);
        assert_non_null(strstr(said, "this is something else than a file"));
        assert_int_equal(unlink(path), 0);
        assert_int_equal(rename(aside, path), 0);
    }
}

/* What could not be imported is no copy. */
static void test_hall__a_game_that_is_marked_wrongly_is_not_exported(void **state)
{
    char folder[ROOM];
    sqlite3 *db = NULL;

    (void)state;
    (void)play_something();
    assert_int_equal(hall_stop(&h), 0);
    assert_int_equal(sqlite3_open(h.database, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "UPDATE games SET closed = 1 WHERE id = 2", NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    path_in(folder, "whole");
    assert_int_equal(RUN("export", "--whole", folder, h.database), 2);
    assert_non_null(strstr(said, "`arbitro store check` says what"));
    path_in(folder, "whole/sums.txt");
    assert_int_not_equal(access(folder, F_OK), 0);
    hall_start(&h, no_engine);
}

/* What the first version wrote, which knew nothing of leases, is read for ever. */
static void test_hall__a_folder_of_the_first_version_comes_back(void **state)
{
    char database[ROOM], folder[ROOM], again[ROOM], command[5 * ROOM];

    (void)state;
    (void)play_something();
    export_all(database, folder);
    (void)snprintf(command, sizeof command,
                   "cd %s && sed -i '1s/\"version\":2/\"version\":1/' hall.jsonl journal.jsonl && "
                   "sed -i '$s/\"leases\":0,//' hall.jsonl && ! grep -q lease hall.jsonl",
                   folder);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): the shell's own tools do it */
    fit_sums(folder);
    path_in(again, "again.arbitro");
    if (RUN("import", "--whole", folder, again) != 0)
        fail_msg("%s", said);
    assert_true(assert_same_tables(database, again) > 30);
}

/* ---- nothing of it leads out of the folder ---- */

static void test_hall__sums_name_no_file_elsewhere(void **state)
{
    char database[ROOM], folder[ROOM], path[ROOM + 100], line[128];

    (void)state;
    (void)play_something();
    export_all(database, folder);
    (void)snprintf(path, sizeof path, "%s/sums.txt", folder);
    static const char *const names[] = { "/etc/passwd", "../whole/hall.jsonl", "games/game-.case",
                                         "games/game-1.case/../x", "games/game-1.txt" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        (void)snprintf(line, sizeof line, "%064d  %s\n", 0, names[i]);
        write_whole(path, line, strlen(line));
        assert_refused(folder, "sums.txt:1:67: expected hall.jsonl");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__a_whole_hall_comes_back_as_it_was, fixture_program),
        FIXTURE_TEST(test_hall__a_whole_hall_needs_a_new_database, fixture_program),
        FIXTURE_TEST(test_hall__names_are_left_out_when_that_is_asked, fixture_program),
        FIXTURE_TEST(test_hall__a_folder_that_is_not_whole_is_refused, fixture_program),
        FIXTURE_TEST(test_hall__what_is_wrong_in_a_folder_is_told_with_its_line, fixture_program),
        FIXTURE_TEST(test_hall__what_is_no_file_is_not_waited_for, fixture_program),
        FIXTURE_TEST(test_hall__a_game_that_is_marked_wrongly_is_not_exported, fixture_program),
        FIXTURE_TEST(test_hall__a_folder_of_the_first_version_comes_back, fixture_program),
        FIXTURE_TEST(test_hall__sums_name_no_file_elsewhere, fixture_program),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
