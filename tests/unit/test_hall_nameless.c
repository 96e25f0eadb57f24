/* SPDX-License-Identifier: MIT */
/*
 * What is exported without names has none, wherever people have written one, and opens nothing: no
 * links, no codes, no key. It is a hall all the same, with every move, ruling and time.
 */
#define _GNU_SOURCE
#include <sqlite3.h>
#include <unistd.h>

#include "support/hall/fixture.h"
#include "support/hall/program.h"
#include "support/hall/traces.h"

enum { ROOM = 700, HEX_MAX = 200 };

/* Words of people that are no name, but could be half of one. */
static const char *const others[] = { "memorial", "Bruno", "Carla",  "Dario",   "lounge",
                                      "phone",    "Cup",   "Padova", "70123457" };

static seats play(void)
{
    static const char game[] =
        "{\"mode\":\"tournament\",\"names\":{\"white\":\"" TRACES_NAME
        "\",\"black\":\"Bruno\",\"event\":\"The " TRACES_NAME " memorial\"}}";
    static const char round[] =
        "{\"id\":\"0123456789abcdef\",\"text\":\"board;white;white fide id;white team;black\\n"
        "1;" TRACES_NAME ";70123457;Padova;Bruno\\n2;Carla;;;Dario\\n\",\"game\":{\"time\":"
        "\"5400+30\",\"names\":{\"event\":\"Cup of " TRACES_LAST "\"}},"
        "\"name\":\"for " TRACES_NAME "\",\"group\":\"" TRACES_LAST "\"}";
    const seats s = hall_game(&h, game);

    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_true(hall_do(&h, s.white, "move e4"));
    assert_true(hall_do(&h, s.white, "press"));
    assert_true(hall_do(&h, s.spectator, "report \"" TRACES_NAME " has a phone\""));
    assert_true(hall_do(&h, s.arbiter, "rule \"the phone of " TRACES_LAST " stays outside\""));
    assert_true(hall_do(&h, s.arbiter, "appoint-assistant " TRACES_LAST));
    assert_true(hall_do(&h, s.arbiter, "infringement white 11.3 \"in the lounge\""));
    (void)hall_do(&h, s.white, "write e4");
    (void)hall_do(&h, s.black, "write \"ask Bruno\"");
    assert_true(hall_do(&h, s.black, "play e5"));
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/rounds", h.key, round), 201);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/publish", h.key,
                              "{\"name\":\"memorial-quirinetti\",\"event\":\"Cup of " TRACES_LAST
                              "\",\"title\":\"For " TRACES_NAME "\"}"),
                     200);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/door/set", h.key,
                              "{\"closed\":true,\"event\":\"Cup of " TRACES_LAST "\"}"),
                     200);
    return s;
}

/* No file of the folder says it. */
static void assert_nowhere(const char *folder, const char *word)
{
    char command[ROOM + 200];

    (void)snprintf(command, sizeof command, "! grep -rqi -- '%s' %s", word, folder);
    if (system(command) != 0) /* NOLINT(cert-env33-c): the shell's own tools look */
        fail_msg("%s has \"%s\"", folder, word);
}

static void assert_somewhere(const char *folder, const char *word)
{
    char command[ROOM + 200];

    (void)snprintf(command, sizeof command, "grep -rq -- '%s' %s", word, folder);
    if (system(command) != 0) /* NOLINT(cert-env33-c) */
        fail_msg("%s has no \"%s\"", folder, word);
}

static void assert_nameless(const char *folder)
{
    (void)traces_search(folder, NULL, false);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_nowhere(folder, others[i]);
    assert_somewhere(folder, "white move e4");
    assert_somewhere(folder, "black play e5");
    assert_somewhere(folder, "spectator report erased");
    assert_somewhere(folder, "arbiter rule erased");
    assert_somewhere(folder, "appoint-assistant erased");
}

/* What is kept as bytes is in no export, in hexadecimal digits or otherwise. */
static int note_hex(void *user, int columns, char **values, char **names)
{
    (void)columns, (void)names;
    assert_true(strlen(values[0]) < HEX_MAX);
    assert_nowhere(user, values[0]);
    return 0;
}

static void assert_opens_nothing(const char *folder)
{
    sqlite3 *db = NULL;
    char found[ROOM];

    (void)snprintf(found, sizeof found, "%s", folder);
    assert_int_equal(sqlite3_open(h.database, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "SELECT hex(hash) FROM tokens UNION ALL SELECT hex(value) FROM"
                                  " settings WHERE name = 'hall.secret'",
                                  note_hex, found, NULL),
                     SQLITE_OK);
    (void)sqlite3_close(db);
    assert_nowhere(folder, "secret");
    assert_nowhere(folder, "\"token\"");
}

static void test_hall__a_whole_hall_without_names(void **state)
{
    char folder[ROOM], other[ROOM];
    json_t *desk = NULL;

    (void)state;
    traces_make();
    (void)play();
    assert_int_equal(hall_stop(&h), 0);
    (void)snprintf(folder, sizeof folder, "%s/nameless", h.folder);
    if (RUN("export", "--whole", folder, "--without-names", h.database) != 0)
        fail_msg("%s", said);
    assert_non_null(strstr(said, "chains were made again"));
    assert_nameless(folder);
    assert_opens_nothing(folder);

    (void)snprintf(other, sizeof other, "%s/other.arbitro", h.folder);
    if (RUN("import", "--whole", folder, other) != 0)
        fail_msg("%s", said);
    if (RUN("check", "--judge", other) != 0)
        fail_msg("%s", said);
    assert_null(traces_in_file(other));
    assert_true(strlen(other) < sizeof h.database);
    memcpy(h.database, other, strlen(other) + 1);
    hall_start(&h, no_engine); /* with a key of its own */
    assert_int_equal(hall_ask(&desk, &h, "GET", "/api/desk", h.key, NULL), 200);
    assert_int_equal(json_array_size(at(desk, "tiles")), 3);
    json_decref(desk);
}

static void test_hall__cases_without_names(void **state)
{
    char folder[ROOM], other[ROOM], one[ROOM + 20], two[ROOM + 20];

    (void)state;
    traces_make();
    (void)play();
    assert_int_equal(hall_stop(&h), 0);
    (void)snprintf(folder, sizeof folder, "%s/cases", h.folder);
    if (RUN("export", "--out", folder, "--without-names", h.database) != 0)
        fail_msg("%s", said);
    assert_nameless(folder);
    (void)snprintf(other, sizeof other, "%s/other.arbitro", h.folder);
    (void)snprintf(one, sizeof one, "%s/game-1.case", folder);
    (void)snprintf(two, sizeof two, "%s/game-2.case", folder);
    if (RUN("import", other, one, two) != 0)
        fail_msg("%s", said);
    assert_int_equal(RUN("check", "--judge", other), 0);
    hall_start(&h, no_engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__a_whole_hall_without_names, fixture_program),
        FIXTURE_TEST(test_hall__cases_without_names, fixture_program),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
