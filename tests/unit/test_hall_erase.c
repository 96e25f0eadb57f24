/* SPDX-License-Identifier: MIT */
/*
 * A person is erased: the name is nowhere in the files of the database, in a copy, or in what is
 * exported, in any of the ways in which it could be written; and all games are what they were.
 */
#define _GNU_SOURCE
#include <sqlite3.h>
#include <unistd.h>

#include "store/store.h"
#include "support/hall/fixture.h"
#include "support/hall/program.h"
#include "support/hall/traces.h"

/* ---- a hall in which a name stands wherever it can ---- */

static seats play(void)
{
    static const char game[] = "{\"mode\":\"tournament\",\"names\":{\"white\":\"" TRACES_NAME
                               "\",\"black\":\"Bo\",\"event\":\"The " TRACES_NAME " memorial\"}}";
    static const char round[] =
        "{\"id\":\"0123456789abcdef\",\"text\":\"1; " TRACES_NAME "; Bruno\\n"
        "2; Carla; Dario\\n\",\"game\":{\"time\":\"5400+30\","
        "\"names\":{\"event\":\"Cup of " TRACES_LAST "\"}},"
        "\"name\":\"for " TRACES_NAME "\",\"group\":\"" TRACES_LAST "\"}";
    const seats s = hall_game(&h, game);

    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_true(hall_do(&h, s.white, "move e4"));
    assert_true(hall_do(&h, s.spectator, "report \"" TRACES_NAME " has a telephone\""));
    assert_true(hall_do(&h, s.spectator, "report quirinetti"));
    assert_true(
        hall_event(NULL, &h, s.spectator, TRACES_LAST "-7", "report \"by " TRACES_FIRST "\""));
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
    traces_make();
    const seats s = play();
    const seats other = started(NULL);
    assert_true(hall_do(&h, other.white, "move d4"));
    assert_int_equal(hall_stop(&h), 0);
    (void)snprintf(folder, sizeof folder, "%s", h.folder);
    assert_true(traces_search(folder, NULL, true) > 0); /* it can be found where it is */
    (void)snprintf(path, sizeof path, "%s/before", folder);
    assert_int_equal(RUN("export", "--whole", path, h.database), 0);
    assert_true(traces_search(path, NULL, true) > 3);

    char *untouched = ask_sql(h.database, "SELECT hex(chain) FROM heads ORDER BY game DESC");
    char *rows = ask_sql(h.database, "SELECT count(*) || '/' || max(sequence) FROM events");
    /* first it is told, and nothing changes */
    assert_int_equal(RUN("erase", h.database, TRACES_NAME, TRACES_LAST, TRACES_FIRST), 0);
    assert_non_null(strstr(said, "nothing was changed"));
    assert_non_null(strstr(said, "people 2"));
    assert_true(traces_search(folder, "before", true) > 0);
    if (RUN("erase", "--yes", h.database, TRACES_NAME, TRACES_LAST, TRACES_FIRST) != 0)
        fail_msg("%s", said);
    (void)traces_search(folder, "before", false);

    /* what comes out of it has it neither */
    (void)snprintf(path, sizeof path, "%s/after", folder);
    assert_int_equal(RUN("export", "--whole", path, h.database), 0);
    (void)snprintf(path, sizeof path, "%s/cases", folder);
    assert_int_equal(RUN("export", "--out", path, h.database), 0);
    (void)snprintf(path, sizeof path, "%s/copy", folder);
    assert_int_equal(RUN("backup", h.database, path), 0);
    (void)traces_search(folder, "before", false);

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
    traces_make();
    (void)play();
    (void)snprintf(path, sizeof path, "%s/other", h.folder);
    assert_int_equal(RUN("erase", "--yes", "--to", path, h.database, TRACES_NAME), 2);
    assert_non_null(strstr(said, "open"));
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(RUN("erase", "--yes", h.database, TRACES_NAME), 2);
    assert_int_equal(hall_stop(&h), 0);
    if (RUN("erase", "--yes", "--to", path, h.database, TRACES_NAME, TRACES_LAST, TRACES_FIRST) !=
        0)
        fail_msg("%s", said);
    assert_null(traces_in_file(path));
    if (RUN("check", path) != 0)
        fail_msg("%s", said);
    assert_int_equal(RUN("erase", "--yes", "--to", path, h.database, TRACES_NAME),
                     2); /* it is there */
    assert_int_equal(RUN("erase", h.database, TRACES_NAME), 0);
    assert_int_equal(RUN("erase", path, TRACES_NAME), 1);
    hall_start(&h, no_engine);
}

/* What is no name takes nothing with it, and neither does what stands nowhere. */
static void test_hall__names_that_cannot_be_erased(void **state)
{
    (void)state;
    const seats s = play();
    assert_int_equal(hall_stop(&h), 0);
    assert_int_equal(RUN("erase", "--yes", h.database, "a"), 2);
    assert_int_equal(RUN("erase", "--yes", h.database, " "), 2);
    assert_int_equal(RUN("erase", "--yes", h.database), 2);
    assert_int_equal(RUN("erase", "--yes", h.database, "e4"), 1);     /* a move is no name */
    assert_int_equal(RUN("erase", "--yes", h.database, "Quirin"), 1); /* nobody: only a part */
    assert_int_equal(RUN("check", h.database), 0);
    hall_start(&h, no_engine);
    json_t *game = hall_look(&h, s.white);
    assert_string_equal(text_at(game, "names.white"), TRACES_NAME);
    json_decref(game);
}

/* Somebody may be called like a word of ours: what the hall keeps as JSON stays that. */
static void test_hall__a_name_like_a_word(void **state)
{
    static const char *const names[] = {
        "Null", "Event", "games", "True", "Said", "Result", "Run"
    };
    seats s = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char body[256];
        (void)snprintf(body, sizeof body,
                       "{\"mode\":\"tournament\",\"names\":{\"white\":\"%s\",\"black\":\"Bo\"}}",
                       names[i]);
        s = hall_game(&h, body);
    }
    assert_true(hall_do(&h, s.arbiter, "start")); /* "started white run" */
    assert_true(hall_do(&h, s.white, "play e2e4"));
    assert_true(hall_do(&h, s.black, "play e7e5"));
    assert_true(hall_do(&h, s.black, "offer")); /* "untimely-offer black said" */
    assert_true(hall_do(&h, s.black, "resign"));
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/rounds", h.key,
                              "{\"id\":\"0123456789abcdef\",\"text\":\"1; Null; Bruno\",\"game\":{"
                              "\"time\":\"5400\",\"names\":{\"event\":\"The Null \\\"Cup\\\"\"}}}"),
                     201);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/publish", h.key,
                              "{\"name\":\"null-cup\",\"event\":\"The Null \\\"Cup\\\"\"}"),
                     200);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/door/set", h.key,
                              "{\"closed\":true,\"event\":\"The Null \\\"Cup\\\"\"}"),
                     200);
    assert_int_equal(hall_stop(&h), 0);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (RUN("erase", "--yes", h.database, names[i]) != 0)
            fail_msg("%s: %s", names[i], said);
    if (RUN("check", "--judge", h.database) != 0)
        fail_msg("%s", said);
    hall_start(&h, no_engine);
    json_t *game = hall_look(&h, s.arbiter), *list = NULL;
    assert_true(json_is_null(at(game, "names.white")));
    assert_string_equal(text_at(game, "state.result"), "1-0");
    json_decref(game);
    assert_int_equal(hall_ask(&list, &h, "GET", "/api/publications", h.key, NULL), 200);
    json_t *one = json_array_get(at(list, "publications"), 0);
    assert_non_null(one);
    assert_string_equal(text_at(one, "name"), "erased-cup");
    assert_string_equal(text_at(one, "event"), "The erased \"Cup\"");
    json_decref(list);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/live/erased-cup/round-1/games.pgn", NULL, NULL),
                     200);
    assert_int_equal(hall_ask(&list, &h, "GET", "/api/door", h.key, NULL), 200);
    char *door = json_dumps(list, 0);
    assert_non_null(strstr(door, "The erased"));
    free(door);
    json_decref(list);
}

/* A name in an address has no capitals, accents or blanks. */
static void test_hall__a_name_in_an_address(void **state)
{
    json_t *list = NULL;

    (void)state;
    (void)play();
    assert_int_equal(
        hall_ask(NULL, &h, "POST", "/api/publish", h.key,
                 "{\"name\":\"memorial-zoe-quirinetti\",\"event\":\"Cup of " TRACES_LAST "\"}"),
        200);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/publish", h.key,
                              "{\"name\":\"zoequirinetti-cup\",\"games\":[{\"game\":1}]}"),
                     200);
    assert_int_equal(hall_stop(&h), 0);
    assert_int_equal(RUN("erase", h.database, TRACES_NAME), 0);
    assert_non_null(strstr(said, "(publication.1): \"memorial-erased\""));
    if (RUN("erase", "--yes", h.database, TRACES_NAME) != 0)
        fail_msg("%s", said);
    hall_start(&h, no_engine);
    assert_int_equal(hall_ask(&list, &h, "GET", "/api/publications", h.key, NULL), 200);
    json_t *all = at(list, "publications");
    assert_string_equal(text_at(json_array_get(all, 0), "name"), "memorial-erased");
    assert_string_equal(text_at(json_array_get(all, 1), "name"), "erased-cup");
    json_decref(list);
}

/* The colour of the computer is a word of the program's, also when somebody is called White. */
static void test_hall__a_name_like_a_colour(void **state)
{
    (void)state;
    const seats s = hall_game(&h, "{\"mode\":\"tournament\",\"names\":{\"white\":\"White\","
                                  "\"black\":\"Bo\"}}");
    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_true(hall_do(&h, s.white, "play e2e4"));
    assert_true(hall_do(&h, s.arbiter, "rule \"White was warned\""));
    assert_int_equal(hall_stop(&h), 0);
    const arb_store_options options = { .create = false };
    arb_store *store = NULL;
    static const char manner[] = "{\"casual\":true,\"public\":false,\"computer\":\"white\"}";
    assert_int_equal(arb_store_open(&store, h.database, &options), ARB_STORE_OK);
    assert_int_equal(
        arb_store_setting_set(store, "game.1", (arb_store_bytes){ manner, sizeof manner - 1 }),
        ARB_STORE_OK);
    arb_store_close(store);
    if (RUN("erase", "--yes", h.database, "White") != 0)
        fail_msg("%s", said);
    assert_non_null(strstr(said, "people 1, other places 1"));
    if (RUN("check", "--judge", h.database) != 0)
        fail_msg("%s", said);
    char *kept = ask_sql(h.database, "SELECT value FROM settings WHERE name = 'game.1'");
    assert_string_equal(kept, manner);
    free(kept);
    hall_start(&h, no_engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__an_erased_person_is_nowhere, fixture_program),
        FIXTURE_TEST(test_hall__a_copy_without_a_person, fixture_program),
        FIXTURE_TEST(test_hall__names_that_cannot_be_erased, fixture_program),
        FIXTURE_TEST(test_hall__a_name_like_a_word, fixture_program),
        FIXTURE_TEST(test_hall__a_name_in_an_address, fixture_program),
        FIXTURE_TEST(test_hall__a_name_like_a_colour, fixture_program),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
