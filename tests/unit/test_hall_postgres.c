/* SPDX-License-Identifier: MIT */
/*
 * A hall on PostgreSQL: it goes on after a kill as on a file; and while the database is away
 * nothing is acknowledged, pages say so, and the clocks stand.
 */
#define _GNU_SOURCE
#include "support/hall/fixture.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/store/postgres.h"

static void nap(void)
{
    (void)usleep(200000); /* who looks too often is turned away */
}

static int open_hall(void **state)
{
    (void)state;
    hall_init(&h);
    (void)setenv("XDG_DATA_HOME", h.folder, 1);
    postgres_empty();
    (void)snprintf(h.database, sizeof h.database, "%s", postgres_address());
    hall_start(&h, no_engine);
    return 0;
}

static int close_hall(void **state)
{
    char name[300];

    (void)state;
    assert_int_equal(hall_stop(&h), 0);
    (void)snprintf(name, sizeof name, "rm -rf '%s/arbitro'", h.folder);
    assert_int_equal(system(name), 0);
    hall_clear(&h);
    return 0;
}

/* Whether the game says that the database is away, and what White's clock shows. */
static bool is_stalled(const char *token, long long *white)
{
    json_t *game = hall_look(&h, token);
    const bool stalled = json_is_true(at(game, "state.stalled"));

    *white = number_at(game, "state.clock.white");
    if (stalled)
        assert_true(json_is_null(at(game, "state.clock.running")));
    json_decref(game);
    return stalled;
}

static void wait_until(const char *token, bool stalled)
{
    long long white;

    for (int i = 0; i < 3000 && is_stalled(token, &white) != stalled; i++)
        nap();
    assert_int_equal(is_stalled(token, &white), stalled);
}

static size_t events_of(const char *token)
{
    json_t *game = hall_look(&h, token);
    const size_t count = json_array_size(at(game, "log"));

    json_decref(game);
    return count;
}

/* The address of the database stands in the command line, and its password does not. */
static void assert_no_password(void)
{
    char name[64], text[4096];

    (void)snprintf(name, sizeof name, "/proc/%ld/cmdline", (long)h.pid);
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    const size_t size = fread(text, 1, sizeof text - 1, file);
    (void)fclose(file);
    assert_true(size > 0);
    assert_non_null(memmem(text, size, "postgres://", 11));
    assert_null(memmem(text, size, "secret", 6));
}

static void test_hall__a_killed_hall_goes_on(void **state)
{
    (void)state;
    assert_no_password();
    const seats s = started(NULL);
    assert_true(hall_do(&h, s.white, "move e2e4"));
    assert_true(hall_do(&h, s.white, "press"));
    const size_t before = events_of(s.arbiter);
    hall_kill(&h);
    hall_start(&h, no_engine);
    json_t *game = hall_look(&h, s.arbiter);
    assert_string_equal(text_at(game, "state.phase"), "stopped");
    assert_int_equal(json_array_size(at(game, "log")), before + 1); /* the stop of the hall */
    json_decref(game);
    assert_true(hall_do(&h, s.arbiter, "resume"));
    assert_true(hall_do(&h, s.black, "move e7e5"));
    assert_int_equal(hall_metric(&h, "store_trouble"), 0);
}

static void test_hall__clocks_stand_while_the_database_is_away(void **state)
{
    long long first, second, third;
    json_t *answer = NULL;

    (void)state;
    const seats s = started(NULL);
    const size_t before = events_of(s.arbiter);
    postgres_kill();
    wait_until(s.white, true);
    assert_false(hall_event(&answer, &h, s.white, "an-id-of-a-page", "move e2e4"));
    assert_string_equal(text_at(answer, "error"), "store");
    json_decref(answer);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/healthz", NULL, NULL), 503);
    (void)is_stalled(s.white, &first);
    (void)usleep(1200000);
    assert_true(is_stalled(s.white, &second));
    assert_int_equal(first, second);
    postgres_start();
    wait_until(s.white, false);
    assert_true(hall_event(NULL, &h, s.white, "an-id-of-a-page", "move e2e4"));
    assert_true(hall_event(NULL, &h, s.white, "an-id-of-a-page", "move e2e4")); /* sent twice */
    assert_int_equal(events_of(s.arbiter), before + 1);
    (void)is_stalled(s.white, &third);
    assert_true(third <= second);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/healthz", NULL, NULL), 200);
}

/* An event that was on its way is acknowledged in the end, once. */
static void test_hall__an_event_waits_for_the_database(void **state)
{
    int status = -1;

    (void)state;
    const seats s = started(NULL);
    const size_t before = events_of(s.arbiter);
    postgres_freeze(true);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(hall_event(NULL, &h, s.white, "the-one-and-only", "move e2e4") ? 0 : 1);
    wait_until(s.black, true);
    postgres_freeze(false);
    assert_int_equal(waitpid(child, &status, 0), child);
    wait_until(s.black, false);
    assert_true(hall_event(NULL, &h, s.white, "the-one-and-only", "move e2e4"));
    assert_int_equal(events_of(s.arbiter), before + 1);
}

/* Nothing in the journal of a game tells of an outage behind which it had no event: the hall that
 * goes on after a kill knows of it all the same. */
static void test_hall__a_kill_after_an_outage_charges_nobody_for_it(void **state)
{
    enum { AWAY_MS = 4000, NOTICED_MS = 1500 }; /* by a beat a second */
    long long white;

    (void)state;
    const seats s = started("{\"time\":\"5400\",\"mode\":\"tournament\"}");
    const int64_t began = client_now();
    postgres_freeze(true);
    client_sleep(AWAY_MS);
    postgres_freeze(false);
    wait_until(s.white, false);
    const int64_t passed = client_now() - began;
    hall_kill(&h);
    hall_start(&h, no_engine);
    json_t *game = hall_look(&h, s.arbiter);
    assert_string_equal(text_at(game, "state.phase"), "stopped");
    json_decref(game);
    (void)is_stalled(s.white, &white);
    const long long used = 5400000 - white;
    if (used < 0 || used > passed - AWAY_MS + NOTICED_MS)
        fail_msg("%lld ms were charged of %lld", used, (long long)passed);
}

/* Closing the hall does not wait for a database that may never come back. */
static void test_hall__a_hall_is_closed_while_the_database_is_away(void **state)
{
    (void)state;
    const seats s = started(NULL);
    assert_true(hall_do(&h, s.white, "move e2e4"));
    postgres_freeze(true);
    wait_until(s.black, true);
    assert_int_equal(hall_stop(&h), 0);
    postgres_freeze(false);
    hall_start(&h, no_engine);
    assert_true(events_of(s.arbiter) >= 2);
}

static void skipped(void **state)
{
    (void)state;
    print_message("# PostgreSQL is not installed (Debian: postgresql), or was not built in\n");
    skip();
}

/* The disk of the server is full, which it says when all was sent: at the COMMIT. */
static void fill_disk(bool full)
{
    static const char fill[] =
        "CREATE FUNCTION arbitro.no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;"
        " CREATE CONSTRAINT TRIGGER no_room AFTER INSERT ON arbitro.events"
        " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION arbitro.no_room()";

    postgres_sql(postgres_address(), full ? fill : "DROP FUNCTION arbitro.no_room() CASCADE");
}

static void test_hall__a_full_disk_is_told_and_loses_nothing(void **state)
{
    json_t *answer = NULL;

    (void)state;
    const seats s = started(NULL);
    assert_true(hall_do(&h, s.white, "play e2e4"));
    const size_t before = events_of(s.arbiter);
    fill_disk(true);
    for (unsigned i = 0; i < 3; i++) {
        assert_false(hall_event(&answer, &h, s.black, "when-it-is-full", "play e7e5"));
        assert_string_equal(text_at(answer, "error"), "store");
        if (!strstr(text_at(answer, "text.en"), "full") || !text_at(answer, "text.it"))
            fail_msg("%s", text_at(answer, "text.en"));
        json_decref(answer);
    }
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/events", s.white, "{}"), 400);
    assert_int_equal(events_of(s.arbiter), before);
    fill_disk(false);
    for (unsigned i = 0; i < 2; i++) /* sent twice */
        assert_true(hall_event(NULL, &h, s.black, "when-it-is-full", "play e7e5"));
    assert_int_equal(events_of(s.arbiter), before + 1);
    assert_int_equal(hall_metric(&h, "store_trouble"), 0);
    hall_kill(&h);
    hall_start(&h, no_engine);
    assert_int_equal(events_of(s.arbiter), before + 2); /* and the stop of the hall */
    assert_int_equal(
        postgres_ask(postgres_address(), "SELECT max(sequence) - count(*) FROM events"), 0);
}

/* Does it say by itself that the database was written by a later program? */
static bool is_too_old(void)
{
    json_t *health = NULL;

    if (hall_ask(NULL, &h, "GET", "/healthz", NULL, NULL) != 503 ||
        hall_ask(&health, &h, "GET", "/healthz", NULL, NULL) != 503)
        return false;
    const bool says_so = strstr(text_at(health, "text.en"), "newer version") != NULL;
    json_decref(health);
    return says_so;
}

/* A later program has changed the tables under it: it says so, stores nothing more, and closes. */
static void test_hall__who_is_older_than_the_database_says_so(void **state)
{
    (void)state;
    const seats s = started(NULL);
    const long long before = postgres_ask(postgres_address(), "SELECT count(*) FROM events");

    postgres_sql(postgres_address(), "INSERT INTO schema_version VALUES (99, 'later');"
                                     "UPDATE turn SET writer = writer + 1; DELETE FROM halls");
    for (int i = 0; i < 100 && !is_too_old(); i++)
        nap();
    assert_true(is_too_old());
    assert_false(hall_event(NULL, &h, s.white, "too-late-one", "play e2e4"));
    assert_int_equal(postgres_ask(postgres_address(), "SELECT count(*) FROM events"), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_hall__a_killed_hall_goes_on, open_hall, close_hall),
        cmocka_unit_test_setup_teardown(test_hall__clocks_stand_while_the_database_is_away,
                                        open_hall, close_hall),
        cmocka_unit_test_setup_teardown(test_hall__an_event_waits_for_the_database, open_hall,
                                        close_hall),
        cmocka_unit_test_setup_teardown(test_hall__a_kill_after_an_outage_charges_nobody_for_it,
                                        open_hall, close_hall),
        cmocka_unit_test_setup_teardown(test_hall__a_full_disk_is_told_and_loses_nothing, open_hall,
                                        close_hall),
        cmocka_unit_test_setup_teardown(test_hall__a_hall_is_closed_while_the_database_is_away,
                                        open_hall, close_hall),
        cmocka_unit_test_setup_teardown(test_hall__who_is_older_than_the_database_says_so,
                                        open_hall, close_hall),
    };
    const struct CMUnitTest none[] = { cmocka_unit_test(skipped) };

    return postgres_is_there() ? cmocka_run_group_tests(tests, NULL, NULL)
                               : cmocka_run_group_tests(none, NULL, NULL);
}
