/* SPDX-License-Identifier: MIT */
/*
 * What a hall gives after a person was erased: files of the feed in both forms and with a delay,
 * lists, boards for others, games, papers, exports and copies, on a file and on PostgreSQL. None of
 * them has the name, or the number by which FIDE knows it, and whoever kept a file of the feed is
 * given another.
 */
#define _GNU_SOURCE
#include <unistd.h>

#include "support/hall/fixture.h"
#include "support/hall/program.h"
#include "support/hall/traces.h"
#include "support/store/postgres.h"

#define NUMBER "70123457"

/* ---- a hall in which somebody is named wherever others can look */

static seats first; /* the game of that person, in the round */

static void open_events(void)
{
    static const char list[] =
        "board;white;white fide id;white team;black;black team\n"
        "1;" TRACES_NAME ";" NUMBER ";The " TRACES_LAST "s;Bo;Club " TRACES_LAST "\n"
        "2;Carla;;;Dario;\n";
    json_t *round = NULL;

    assert_int_equal(
        fixture_post(&round, "/api/rounds",
                     json_pack("{ss ss ss ss s{ss s{ss}}}", "id", "0123456789abcdef", "text", list,
                               "name", "Round 1", "group", TRACES_LAST, "game", "time", "5400+30",
                               "names", "event", "Cup of " TRACES_NAME)),
        201);
    json_t *one = json_array_get(at(round, "boards"), 0);
    first.game = (int)number_at(one, "game");
    (void)snprintf(first.white, sizeof first.white, "%s", text_at(one, "tokens.white"));
    (void)snprintf(first.arbiter, sizeof first.arbiter, "%s", text_at(one, "tokens.arbiter"));
    json_decref(round);
    const seats late = hall_game(&h, "{\"mode\":\"tournament\",\"names\":{\"white\":\"" TRACES_NAME
                                     "\",\"black\":\"Bo\"}}");
    assert_int_equal(fixture_post(NULL, "/api/publish",
                                  json_pack("{ss ss ss}", "name", "cup", "event",
                                            "Cup of " TRACES_NAME, "title", "For " TRACES_LAST)),
                     200);
    assert_int_equal(fixture_post(NULL, "/api/publish",
                                  json_pack("{ss si s[{si}]}", "name", "late", "delay", 2, "games",
                                            "game", late.game)),
                     200);
    assert_true(hall_do(&h, first.arbiter, "start"));
    assert_true(hall_do(&h, first.white, "play e2e4"));
    assert_true(hall_do(&h, first.arbiter, "rule \"" TRACES_NAME " was warned\""));
    assert_true(hall_do(&h, late.arbiter, "start"));
    assert_true(hall_do(&h, late.white, "play d2d4"));
}

/* ---- what it gives */

/* Who asks for it. */
typedef enum asks { ANYBODY, THE_DESK, THE_PLAYER, THE_ARBITER } asks;

static const struct {
    const char *path;
    asks who;
    bool named; /* before */
} addresses[] = {
    { "/live/cup/round-1/games.pgn", ANYBODY, true },
    { "/live/cup/round-1/games.pgn?form=faithful", ANYBODY, true },
    { "/live/cup/round-1/index.json", ANYBODY, true },
    { "/live/cup/round-1/game-1.pgn", ANYBODY, true },
    { "/live/cup/round-1/game-1.pgn?form=faithful", ANYBODY, true },
    { "/live/cup/round-1/game-1.json", ANYBODY, false },
    { "/live/cup/tournament.json", ANYBODY, true },
    { "/live/late/round-1/games.pgn", ANYBODY, true },
    { "/live/late/round-1/games.pgn?form=faithful", ANYBODY, true },
    { "/live/late/round-1/index.json", ANYBODY, true },
    { "/api/hall", ANYBODY, true },
    { "/api/boards", ANYBODY, true },
    { "/api/boards?round=1", ANYBODY, true },
    { "/api/boards/moves?game=1", ANYBODY, false },
    { "/api/boards/moves?game=3", ANYBODY, false },
    { "/embed/1", ANYBODY, false },
    { "/wall", ANYBODY, false },
    { "/overlay?game=1", ANYBODY, false },
    { "/api/hall", THE_DESK, true },
    { "/api/desk", THE_DESK, true },
    { "/api/door", THE_DESK, true },
    { "/api/publications", THE_DESK, true },
    { "/api/rounds/results?round=1", THE_DESK, true },
    { "/api/rounds/pgn?round=1", THE_DESK, true },
    { "/api/game", THE_PLAYER, true },
    { "/api/pgn", THE_ARBITER, true },
    { "/api/sheet", THE_PLAYER, false },
    { "/sheet", THE_PLAYER, true },
    { "/api/game", THE_ARBITER, true },
    { "/api/case", THE_ARBITER, true },
    { "/report", THE_ARBITER, true },
    { "/metrics", ANYBODY, false },
};

enum { ADDRESSES = sizeof addresses / sizeof addresses[0] };

static char tags[ADDRESSES][96];

static reply ask(client *c, const char *path, asks who, const char *known)
{
    char text[4096];
    reply r = { .status = 0 };
    const char *token = who == THE_DESK ? h.key : who == THE_PLAYER ? first.white : first.arbiter;

    *c = client_open(h.port);
    (void)snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: localhost\r\n%s%s%s%s%s%s\r\n",
                   path, who == ANYBODY ? "" : "Authorization: Bearer ",
                   who == ANYBODY ? "" : token, who == ANYBODY ? "" : "\r\n",
                   known ? "If-None-Match: " : "", known ? known : "", known ? "\r\n" : "");
    assert_true(client_send(c, text) && client_reply(&r, c, false));
    return r;
}

static const char *trace_in(const reply *r)
{
    if (r->size == 0) /* he has it already */
        return NULL;
    return memmem(r->body, r->size, NUMBER, strlen(NUMBER)) ? "the number of FIDE"
                                                            : traces_in(r->body, r->size);
}

static void look_before(void)
{
    client_sleep(2500); /* what is shown late has happened by then */
    for (size_t i = 0; i < ADDRESSES; i++) {
        client c;
        const reply r = ask(&c, addresses[i].path, addresses[i].who, NULL);
        if (r.status != 200)
            fail_msg("%s: %u", addresses[i].path, r.status);
        if ((trace_in(&r) != NULL) != addresses[i].named) /* what is not there cannot be missed */
            fail_msg("%s: %.400s", addresses[i].path, r.body);
        tags[i][0] = '\0';
        (void)client_header(tags[i], sizeof tags[i], &r, "ETag");
        client_close(&c);
    }
}

static void look_after(void)
{
    for (size_t i = 0; i < ADDRESSES; i++) {
        client c;
        const reply r = ask(&c, addresses[i].path, addresses[i].who, tags[i][0] ? tags[i] : NULL);
        const char *trace = trace_in(&r);
        if (trace)
            fail_msg("%s has %s: %s", addresses[i].path, trace, r.body);
        if (addresses[i].named && r.status != 200) /* whoever kept it is given another */
            fail_msg("%s: %u", addresses[i].path, r.status);
        client_close(&c);
    }
}

static void look_at_stream(void)
{
    client c = client_open(h.port);
    char told[CLIENT_ROOM / 8];

    assert_true(client_send(&c, "GET /api/boards/stream HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    while (c.size + 1 < sizeof told && client_receive(&c, 500)) {
    }
    assert_true(c.size > 500);
    assert_null(traces_in(c.bytes, c.size));
    client_close(&c);
}

/* ---- what comes out of it */

static void assert_done(int status)
{
    if (status != 0)
        fail_msg("%d: %s", status, said);
}

static void assert_nowhere(const char *folder)
{
    char command[400];

    (void)traces_search(folder, NULL, false);
    (void)snprintf(command, sizeof command, "! grep -rqa " NUMBER " '%s'", folder);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): the shell's own tools look */
}

static void export_all(const char *database, const char *copy_to)
{
    char folder[200], path[300];

    (void)snprintf(folder, sizeof folder, "%s/out", h.folder);
    (void)snprintf(path, sizeof path, "mkdir '%s'", folder);
    assert_int_equal(system(path), 0); /* NOLINT(cert-env33-c): the shell's own tools look */
    (void)snprintf(path, sizeof path, "%s/whole", folder);
    assert_done(RUN("export", "--whole", path, database));
    (void)snprintf(path, sizeof path, "%s/cases", folder);
    assert_done(RUN("export", "--out", path, database));
    (void)snprintf(path, sizeof path, "%s/backup", folder);
    assert_done(RUN("backup", database, path));
    (void)snprintf(path, sizeof path, "%s/copy", folder);
    assert_done(RUN("copy", database, copy_to ? copy_to : path));
    if (copy_to) { /* and out of that one */
        (void)snprintf(path, sizeof path, "%s/whole-copy", folder);
        assert_done(RUN("export", "--whole", path, copy_to));
    }
    assert_nowhere(folder);
}

static void test_erase__nothing_of_a_file_is_served(void **state)
{
    (void)state;
    traces_make();
    open_events();
    look_before();
    assert_int_equal(hall_stop(&h), 0);
    assert_done(RUN("erase", "--yes", h.database, TRACES_NAME, TRACES_LAST, TRACES_FIRST));
    export_all(h.database, NULL);
    hall_start(&h, no_engine);
    look_after();
    look_at_stream();
}

static int open_postgres(void **state)
{
    (void)state;
    if (!postgres_is_there())
        return 0;
    hall_init(&h);
    postgres_empty();
    (void)snprintf(h.database, sizeof h.database, "%s", postgres_address());
    hall_start(&h, no_engine);
    return 0;
}

static int close_postgres(void **state)
{
    if (!postgres_is_there())
        return 0;
    const int status = fixture_close(state);
    postgres_empty();
    return status;
}

static void test_erase__nothing_of_postgres_is_served(void **state)
{
    char file[200];

    (void)state;
    if (!postgres_is_there()) {
        print_message("# PostgreSQL is not installed (Debian: postgresql), or was not built in\n");
        skip();
    }
    traces_make();
    open_events();
    look_before();
    assert_int_equal(hall_stop(&h), 0);
    assert_done(RUN("erase", "--yes", "--to", postgres_other(), h.database, TRACES_NAME,
                    TRACES_LAST, TRACES_FIRST));
    (void)snprintf(h.database, sizeof h.database, "%s", postgres_other());
    (void)snprintf(file, sizeof file, "%s/copy-file", h.folder);
    export_all(h.database, file);
    assert_null(traces_in_file(file));
    hall_start(&h, no_engine);
    look_after();
    look_at_stream();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_erase__nothing_of_a_file_is_served, fixture_program),
        cmocka_unit_test_setup_teardown(test_erase__nothing_of_postgres_is_served, open_postgres,
                                        close_postgres),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
