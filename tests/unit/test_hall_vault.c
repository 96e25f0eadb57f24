/* SPDX-License-Identifier: MIT */
/*
 * A hall and its database, in which something is missing or is not as it was, before the hall opens
 * and while it is open. It says so, never shows a game as if it were whole that is not, and all
 * other games go on. And a copy is made while people play.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/hall/beat.h"
#include "store/inspect.h"
#include "support/hall/fixture.h"

enum { PATIENCE_MS = 10000 };

static void run_sql(const char *text)
{
    sqlite3 *db = NULL;
    char *message = NULL;

    assert_int_equal(sqlite3_open(h.database, &db), SQLITE_OK);
    if (sqlite3_exec(db, text, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", text, message);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void name_of(char out[600], const char *end)
{
    (void)snprintf(out, 600, "%s%s", h.database, end);
}

static bool is_healthy(const char *reason)
{
    char text[1024];
    const unsigned status = client_once(h.port, "GET", "/healthz", NULL, text, sizeof text);

    return status == 200 || !strstr(text, reason);
}

static void assert_unhealthy(const char *reason)
{
    for (int64_t end = client_now() + PATIENCE_MS; is_healthy(reason) && client_now() < end;)
        client_sleep(50);
    assert_false(is_healthy(reason));
}

/* A game with a start and a move. */
static seats played(void)
{
    const seats s = hall_game(&h, "{\"mode\":\"tournament\",\"time\":\"5400\"}");

    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_true(hall_do(&h, s.white, "play e2e4"));
    return s;
}

/* ---- games that are damaged */

static void assert_set_aside(const seats *damaged, const char *what)
{
    json_t *answer = NULL;

    if (hall_ask(&answer, &h, "GET", "/api/game", damaged->white, NULL) != 500)
        fail_msg("game %d is shown in spite of: %s", damaged->game, what);
    assert_string_equal(text_at(answer, "error"), "damaged");
    assert_non_null(text_at(answer, "text.en"));
    assert_non_null(text_at(answer, "text.it"));
    json_decref(answer);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/events", damaged->black,
                              "{\"id\":\"x\",\"event\":\"resign\"}"),
                     500);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/case", damaged->arbiter, NULL), 500);
}

/* Each is done to a game of its own: game N has the events 2N - 1 and 2N. */
static void test_hall__a_damaged_game_is_set_aside(void **state)
{
    static const char *const wrong[] = {
        "UPDATE events SET client = zeroblob(5000) WHERE sequence = 2",
        "UPDATE events SET actor = printf('%5000c', 'x') WHERE sequence = 3",
        "UPDATE events SET text = '0:00:00 arbiter void' WHERE sequence = 6",
        "UPDATE events SET verdict = 'another' WHERE sequence = 8",
        "DELETE FROM events WHERE sequence = 9",
        "DELETE FROM heads WHERE game = 6",
        "UPDATE games SET header = CAST(x'ff00' AS TEXT) WHERE id = 7",
        "UPDATE games SET header = 'nothing' WHERE id = 8",
        "UPDATE settings SET value = zeroblob(100000) WHERE name = 'game.9'",
        "UPDATE settings SET value = x'7b' WHERE name = 'game.10'",
        ("INSERT INTO events SELECT 900, 11, 3, NULL, actor, 0, text, '', 1, 1, '', NULL, chain, 0"
         " FROM events WHERE sequence = 22"),
    };
    enum { WRONG = sizeof wrong / sizeof wrong[0] };
    seats damaged[WRONG];

    (void)state;
    for (size_t i = 0; i < WRONG; i++)
        damaged[i] = played();
    const seats other = played();
    assert_int_equal(hall_stop(&h), 0);
    for (size_t i = 0; i < WRONG; i++)
        run_sql(wrong[i]);
    hall_start(&h, no_engine);
    for (size_t i = 0; i < WRONG; i++)
        assert_set_aside(&damaged[i], wrong[i]);
    assert_int_equal(hall_metric(&h, "games_damaged"), WRONG);
    json_t *now = hall_look(&h, other.arbiter), *list = NULL;
    assert_int_equal(json_array_size(at(now, "moves")), 1);
    json_decref(now);
    const seats fresh = hall_game(&h, "{}"); /* and new ones can be made */
    assert_true(fresh.game > 0 && fresh.game < 1000);
    assert_int_equal(hall_ask(&list, &h, "GET", "/api/hall", h.key, NULL), 200);
    size_t told = 0, i;
    json_t *game;
    json_array_foreach(at(list, "games"), i, game) told +=
        json_is_true(json_object_get(game, "damaged"));
    assert_int_equal(told, WRONG);
    json_decref(list);
}

/* ---- an older database */

static unsigned listed(const char *phase)
{
    json_t *list = NULL, *game;
    unsigned count = 0;
    size_t i;

    assert_int_equal(hall_ask(&list, &h, "GET", "/api/hall", h.key, NULL), 200);
    json_array_foreach(at(list, "games"), i, game) count +=
        strcmp(text_at(game, "phase"), phase) == 0;
    json_decref(list);
    return count;
}

static void assert_listed(unsigned stopped, unsigned finished)
{
    for (int64_t end = client_now() + PATIENCE_MS; client_now() < end; client_sleep(20))
        if (listed("stopped") == stopped && listed("finished") == finished)
            return;
    fail_msg("%u games stopped and %u finished are listed", listed("stopped"), listed("finished"));
}

static long long count_rows(const char *text)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;

    assert_int_equal(sqlite3_open(h.database, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, text, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    const long long count = sqlite3_column_int64(statement, 0);
    assert_int_equal(sqlite3_finalize(statement), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return count;
}

/* It knows neither verdicts nor what the list shows: both are found out once, and kept. */
static void test_hall__an_older_database_is_brought_up_to_date(void **state)
{
    enum { PLAYING = 3, OVER = 2 };
    seats s[PLAYING + OVER];
    char beat[600];

    (void)state;
    for (unsigned i = 0; i < PLAYING + OVER; i++) {
        s[i] = played();
        if (i >= PLAYING)
            assert_true(hall_do(&h, s[i].black, "resign"));
    }
    hall_kill(&h);
    run_sql("DROP TABLE leases; DROP TABLE halls; ALTER TABLE events DROP COLUMN epoch;"
            "DROP TABLE heads; ALTER TABLE events DROP COLUMN verdict;"
            "ALTER TABLE events DROP COLUMN erased; ALTER TABLE events DROP COLUMN chain;"
            "DELETE FROM schema_version WHERE version >= 3;");
    name_of(beat, "-beat"); /* which was another then, too */
    assert_int_equal(unlink(beat), 0);
    hall_start(&h, no_engine);
    assert_listed(PLAYING, OVER);
    json_t *now = hall_look(&h, s[PLAYING].white);
    assert_string_equal(text_at(now, "state.result"), "1-0");
    json_decref(now);
    assert_int_equal(hall_stop(&h), 0);
    assert_int_equal(count_rows("SELECT count(*) FROM settings WHERE name LIKE 'verdicts.%'"),
                     PLAYING + OVER);
    assert_int_equal(count_rows("SELECT count(*) FROM heads WHERE summary = ''"), 0);
    hall_start(&h, no_engine);
    assert_int_equal(listed("stopped"), PLAYING); /* known from the first moment */
    assert_int_equal(listed("finished"), OVER);
    now = hall_look(&h, s[0].black);
    assert_int_equal(json_array_size(at(now, "moves")), 1);
    json_decref(now);
}

/* Rows of games that never were, and numbers that were never given. */
static void test_hall__strangers_in_the_database_do_no_harm(void **state)
{
    (void)state;
    const seats s = played();
    assert_int_equal(hall_stop(&h), 0);
    run_sql(
        "PRAGMA foreign_keys = OFF;"
        "INSERT INTO games VALUES (4611686018427387904, 1, 'case x', 0);"
        "INSERT INTO games VALUES (9223372036854775807, 1, 'case x', 0);"
        "INSERT INTO events SELECT 40, 77, 1, NULL, actor, 0, text, '', 1, 1, '', NULL, chain, 0"
        " FROM events WHERE sequence = 1;"
        "INSERT INTO tokens VALUES (zeroblob(5000), 1, 1, 1), (x'01', 99, 4294967295, -1)");
    hall_start(&h, no_engine);
    json_t *now = hall_look(&h, s.white);
    assert_int_equal(json_array_size(at(now, "moves")), 1);
    json_decref(now);
    const seats fresh = hall_game(&h, "{}");
    assert_true(fresh.game < 1000);
}

/* ---- what is missing at the end */

static int try_serve(char *said, size_t room)
{
    return hall_try(said, room, &h, 0);
}

static void assert_refuses(const char *reason)
{
    char said[4096];

    assert_int_not_equal(try_serve(said, sizeof said), 0);
    if (!strstr(said, reason) || !strstr(said, "--accept-loss"))
        fail_msg("%s", said);
}

static void test_hall__a_lost_log_is_noticed(void **state)
{
    char log[600];

    (void)state;
    const seats s = played();
    name_of(log, "-wal");
    hall_kill(&h);
    assert_int_equal(unlink(log), 0); /* all was still in it, the tables as well */
    assert_refuses("had stored: 2;");
    hall_start(&h, (const char *[]){ "--engine", "none", "--accept-loss", NULL });
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game", s.white, NULL), 401);
    assert_int_equal(hall_stop(&h), 0);
    hall_start(&h, no_engine); /* it was accepted once and for all */
}

static void test_hall__a_log_that_was_cut_is_noticed(void **state)
{
    char log[600];
    struct stat info;

    (void)state;
    const seats s = played();
    for (unsigned i = 0; i < 5; i++)
        (void)hall_do(&h, s.white, "write \"x\"");
    name_of(log, "-wal");
    hall_kill(&h);
    assert_int_equal(stat(log, &info), 0);
    assert_int_equal(truncate(log, info.st_size * 9 / 10), 0);
    assert_refuses("missing");
}

static void test_hall__an_older_copy_is_noticed(void **state)
{
    char copy[600], command[1800];

    (void)state;
    name_of(copy, "-copy");
    const seats s = played();
    assert_int_equal(hall_stop(&h), 0);
    (void)snprintf(command, sizeof command, "cp '%s' '%s'", h.database, copy);
    assert_int_equal(system(command), 0);
    hall_start(&h, no_engine);
    assert_true(hall_do(&h, s.arbiter, "resume"));
    assert_true(hall_do(&h, s.black, "play e7e5"));
    assert_int_equal(hall_stop(&h), 0);
    assert_int_equal(rename(copy, h.database), 0);
    assert_refuses("missing");
}

/* ---- while it is open */

static void assert_writes_nothing(const seats *s)
{
    json_t *answer = NULL;

    assert_unhealthy("removed, renamed or replaced");
    assert_false(hall_event(&answer, &h, s->black, "gone", "play e7e5"));
    assert_string_equal(text_at(answer, "error"), "store");
    assert_non_null(text_at(answer, "text.it"));
    json_decref(answer);
    json_t *now = hall_look(&h, s->white); /* what was there can still be looked at */
    assert_int_equal(json_array_size(at(now, "moves")), 1);
    json_decref(now);
}

static void test_hall__a_database_that_is_removed_is_missed(void **state)
{
    (void)state;
    const seats s = played();
    assert_int_equal(unlink(h.database), 0);
    assert_writes_nothing(&s);
}

static void test_hall__a_log_that_is_removed_is_missed(void **state)
{
    char log[600];

    (void)state;
    const seats s = played();
    name_of(log, "-wal");
    assert_int_equal(unlink(log), 0);
    assert_writes_nothing(&s);
}

/* Moved away and put back: everything that was acknowledged is there after a restart. */
static void test_hall__a_database_that_is_replaced_is_missed(void **state)
{
    char away[600];

    (void)state;
    const seats s = played();
    name_of(away, "-away");
    assert_int_equal(rename(h.database, away), 0);
    const int other = open(h.database, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_true(other >= 0);
    assert_int_equal(write(other, "another", 7), 7);
    close(other);
    assert_writes_nothing(&s);
    assert_int_equal(hall_stop(&h), 0);
    assert_int_equal(rename(away, h.database), 0);
    hall_start(&h, no_engine);
    json_t *now = hall_look(&h, s.white);
    assert_int_equal(json_array_size(at(now, "moves")), 1);
    json_decref(now);
}

/* The file that says that the hall lives is cut short, removed, filled with nonsense. */
static void test_hall__the_sign_of_life_may_be_damaged(void **state)
{
    char beat[600];

    (void)state;
    const seats s = played();
    name_of(beat, "-beat");
    for (unsigned i = 0; i < 20; i++) {
        assert_int_equal(truncate(beat, i % 2 ? 0 : 10), 0);
        client_sleep(25);
    }
    assert_int_equal(unlink(beat), 0);
    client_sleep(1500);
    assert_int_equal(access(beat, F_OK), 0); /* it was made anew */
    assert_true(hall_do(&h, s.black, "play e7e5"));
    hall_kill(&h);
    arb_store_mark mark;
    assert_true(arb_beat_mark_read(&mark, h.database));
    assert_int_equal(mark.sequence, 3);
    const int file = open(beat, O_WRONLY | O_CLOEXEC);
    assert_true(file >= 0);
    assert_int_equal(write(file, "nonsense", 8), 8);
    close(file);
    assert_false(arb_beat_mark_read(&mark, h.database));
    hall_start(&h, no_engine);
    json_t *now = hall_look(&h, s.white);
    assert_int_equal(json_array_size(at(now, "moves")), 2);
    json_decref(now);
}

/* A heartbeat that lies in the future, or has never been: no clock jumps. */
static void test_hall__a_heartbeat_in_the_future_moves_no_clock(void **state)
{
    static const char *const wrong[] = {
        "UPDATE heartbeat SET monotonic_ms = 9000000000000000000, wall_ms = 9000000000000000000",
        "UPDATE heartbeat SET monotonic_ms = monotonic_ms + 3000000, boot = 'another'",
        "UPDATE heartbeat SET monotonic_ms = -5, wall_ms = -9000000000000000000",
        "UPDATE heartbeat SET monotonic_ms = monotonic_ms + 86400000",
        "DELETE FROM heartbeat",
    };
    char beat[600];

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        if (i > 0)
            assert_int_equal(fixture_program(state), 0);
        const seats s = played();
        name_of(beat, "-beat");
        hall_kill(&h);
        run_sql(wrong[i]);
        assert_int_equal(unlink(beat), 0);
        hall_start(&h, no_engine);
        json_t *now = hall_look(&h, s.arbiter);
        const long long black = number_at(now, "state.clock.black");
        if (black > 5400000 || black < 5400000 - 60000)
            fail_msg("%s: %lld", wrong[i], black);
        assert_string_equal(text_at(now, "state.phase"), "stopped");
        json_decref(now);
        if (i + 1 < sizeof wrong / sizeof wrong[0])
            assert_int_equal(fixture_close(state), 0);
    }
}

/* ---- a copy while people play */

static bool no_finding(void *user, const arb_store_finding *finding)
{
    (void)user;
    fail_msg("%s", arb_store_fault_text(finding->fault, ARB_LANG_EN));
    return false;
}

static uint64_t assert_sound(const char *path)
{
    const arb_store_options options = { .read_only = true };
    const arb_store_inspector inspector = { .judge = true, .finding = no_finding };
    arb_store_figures figures = { 0 };
    arb_store *store = NULL;

    assert_int_equal(arb_store_open(&store, path, &options), ARB_STORE_OK);
    assert_int_equal(arb_store_inspect(&figures, store, &inspector), ARB_STORE_OK);
    arb_store_close(store);
    return figures.events;
}

static pid_t begin_copy(const char *to)
{
    (void)fflush(NULL);
    const pid_t pid = fork();

    assert_true(pid >= 0);
    if (pid == 0) {
        (void)freopen("/dev/null", "w", stdout);
        execl(getenv("ARB_PROGRAM"), "arbitro", "store", "backup", h.database, to, (char *)NULL);
        _exit(127);
    }
    return pid;
}

static void test_hall__a_copy_is_made_while_people_play(void **state)
{
    const int64_t patience = hall_is_sanitized() ? 5000 : 1000;
    const seats s = hall_game(&h, "{\"mode\":\"tournament\"}");
    int64_t slowest = 0;
    unsigned acknowledged = 0;

    (void)state;
    assert_true(hall_do(&h, s.arbiter, "start"));
    for (unsigned i = 0; i < hall_volume(400, 4000); i++) { /* something to copy */
        char id[32];
        (void)snprintf(id, sizeof id, "before-%u", i);
        acknowledged += hall_event(NULL, &h, s.arbiter, id, "rule \"1\"");
    }
    for (unsigned round = 0; round < 3; round++) {
        char to[600], end[16];
        int status = -1;
        (void)snprintf(end, sizeof end, "-copy%u", round);
        name_of(to, end);
        const unsigned before = acknowledged;
        const pid_t copying = begin_copy(to);
        for (unsigned i = 0; waitpid(copying, &status, WNOHANG) == 0; i++) {
            char id[32];
            (void)snprintf(id, sizeof id, "during-%u-%u", round, i);
            const int64_t asked = client_now();
            acknowledged += hall_event(NULL, &h, s.arbiter, id, "rule \"1\"");
            const int64_t took = client_now() - asked;
            slowest = took > slowest ? took : slowest;
        }
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        assert_true(assert_sound(to) > before);
    }
    print_message("# the slowest event took %lld ms\n", (long long)slowest);
    assert_true(slowest < patience);
    (void)assert_sound(h.database); /* and so can the hall's own be gone through */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__an_older_database_is_brought_up_to_date, fixture_program),
        FIXTURE_TEST(test_hall__a_damaged_game_is_set_aside, fixture_program),
        FIXTURE_TEST(test_hall__strangers_in_the_database_do_no_harm, fixture_program),
        FIXTURE_TEST(test_hall__a_lost_log_is_noticed, fixture_program),
        FIXTURE_TEST(test_hall__a_log_that_was_cut_is_noticed, fixture_program),
        FIXTURE_TEST(test_hall__an_older_copy_is_noticed, fixture_program),
        FIXTURE_TEST(test_hall__a_database_that_is_removed_is_missed, fixture_program),
        FIXTURE_TEST(test_hall__a_log_that_is_removed_is_missed, fixture_program),
        FIXTURE_TEST(test_hall__a_database_that_is_replaced_is_missed, fixture_program),
        FIXTURE_TEST(test_hall__the_sign_of_life_may_be_damaged, fixture_program),
        FIXTURE_TEST(test_hall__a_heartbeat_in_the_future_moves_no_clock, fixture_program),
        FIXTURE_TEST(test_hall__a_copy_is_made_while_people_play, fixture_program),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
