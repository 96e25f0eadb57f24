/* SPDX-License-Identifier: MIT */
/* Verdicts, summaries and the chain of events: kept, checked, and made for older databases. */
#define _GNU_SOURCE
#include "test_store_common.h"

#include <sqlite3.h>

#include "support/store/disk.h"

static void append(arb_store *store, uint64_t game, const char *text, const char *verdict,
                   const char *summary)
{
    arb_store_event event = event_of(game, text);
    arb_store_receipt receipt;

    event.text = bytes(text);
    event.verdict = bytes(verdict);
    event.summary = bytes(summary);
    assert_fine(arb_store_append(&receipt, store, &event));
}

/* Two games, of which each has three events. */
static void make_database(const char *file)
{
    arb_store *store = store_open(file);

    for (int i = 0; i < 2; i++) {
        const uint64_t game = game_of(store);
        append(store, game, "0:00:00 arbiter start", "|6.6 started white run||", "begun");
        append(store, game, "0:00:01 white play e4", "|||", "");
        append(store, game, "0:00:02 black play e5", "", "two moves");
    }
    arb_store_close(store);
}

static arb_store_err load(arb_store *store, uint64_t game)
{
    arb_game *loaded = NULL;
    const arb_store_err err = arb_store_game_load(&loaded, NULL, store, game, NULL);

    arb_game_free(loaded);
    return err;
}

static bool see_verdict(void *user, const arb_store_event *event)
{
    char *text = user;

    (void)snprintf(text + strlen(text), 200 - strlen(text), "%.*s.", (int)event->verdict.size,
                   event->verdict.text);
    assert_int_equal(event->chain.size, ARB_STORE_HASH_SIZE);
    return true;
}

static bool see_summary(void *user, const arb_store_game *game)
{
    char *text = user;

    (void)snprintf(text, 200, "%u %.*s", game->events, (int)game->summary.size, game->summary.text);
    return true;
}

static void assert_summary(arb_store *store, uint64_t game, const char *expected)
{
    char text[200] = "";

    assert_fine(arb_store_game_get(store, game, see_summary, text));
    assert_string_equal(text, expected);
}

static void test_store__verdicts_and_summaries_are_kept(void **state)
{
    const folder *where = *state;
    char text[200] = "";

    make_database(where->file);
    arb_store *store = store_open(where->file);
    assert_fine(arb_store_events_of(store, 1, 0, SIZE_MAX, see_verdict, text));
    assert_string_equal(text, "|6.6 started white run||.|||..");
    assert_summary(store, 2, "3 two moves");
    assert_fine(arb_store_begin(store)); /* until it is committed, nobody sees it */
    append(store, 2, "0:00:03 white play d4", "", "three moves");
    assert_fine(arb_store_game_summary(store, 1, bytes("")));
    assert_summary(store, 2, "3 two moves");
    assert_summary(store, 1, "3 two moves");
    assert_fine(load(store, 2));
    assert_fine(arb_store_commit(store));
    assert_summary(store, 2, "4 three moves");
    assert_summary(store, 1, "3 ");
    assert_err(arb_store_game_summary(store, 7, bytes("x")), ARB_STORE_UNKNOWN);
    assert_err(arb_store_game_summary(store, 0, bytes("x")), ARB_STORE_UNKNOWN);
    assert_err(arb_store_game_summary(store, 1, bytes("x\ny")), ARB_STORE_TEXT);
    assert_fine(load(store, 1));
    assert_fine(load(store, 2));
    arb_store_close(store);
}

static void test_store__what_is_not_as_it_was_does_not_load(void **state)
{
    static const char *const wrong[] = {
        "DELETE FROM events WHERE sequence = 1",
        "DELETE FROM events WHERE sequence = 2",
        "DELETE FROM events WHERE sequence = 3",
        "DELETE FROM events WHERE game = 1",
        "DELETE FROM heads WHERE game = 1",
        "UPDATE events SET number = 9 WHERE sequence = 3",
        "UPDATE events SET game = 2, client = NULL WHERE sequence = 3",
        "UPDATE events SET client = NULL WHERE sequence = 2",
        "UPDATE events SET actor = 'black' WHERE sequence = 2",
        "UPDATE events SET refused = 1 WHERE sequence = 2",
        "UPDATE events SET text = '0:00:01 white play d4' WHERE sequence = 2",
        "UPDATE events SET meta = '' WHERE sequence = 2",
        "UPDATE events SET monotonic_ms = 6 WHERE sequence = 2",
        "UPDATE events SET wall_ms = 6 WHERE sequence = 2",
        "UPDATE events SET verdict = '|||!1.3 not-having-the-move white said' WHERE sequence = 2",
        "UPDATE events SET chain = zeroblob(32) WHERE sequence = 2",
        "UPDATE events SET erased = zeroblob(64) WHERE sequence = 2",
        "UPDATE events SET epoch = 1 WHERE sequence = 2",
        "UPDATE games SET header = 'case another' WHERE id = 1",
        "UPDATE games SET created_ms = 1 WHERE id = 1",
        "UPDATE heads SET events = 2 WHERE game = 1",
        "UPDATE heads SET chain = zeroblob(32) WHERE game = 1",
        "UPDATE events SET client = zeroblob(5000) WHERE sequence = 2",
        ("INSERT INTO events SELECT 7, 1, 4, x'00', actor, 0, text, '', 1, 1, '', NULL, chain, 0"
         " FROM events WHERE sequence = 2"),
    };
    const folder *where = *state;

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        make_database(where->file);
        run_sql(where->file, wrong[i]);
        arb_store *store = store_open(where->file);
        if (load(store, 1) != ARB_STORE_CORRUPT)
            fail_msg("loads in spite of: %s", wrong[i]);
        assert_int_equal(load(store, 2), strstr(wrong[i], "game = 2,") ? ARB_STORE_CORRUPT : 0);
        arb_store_close(store);
        folder_empty(where);
    }
}

/* A database of version 2, with what its program had written. */
static const char version_2[] =
    "DROP TABLE leases; DROP TABLE halls; ALTER TABLE events DROP COLUMN epoch;"
    "DROP TABLE heads; ALTER TABLE events DROP COLUMN verdict;"
    "ALTER TABLE events DROP COLUMN erased; ALTER TABLE events DROP COLUMN chain;"
    "DELETE FROM schema_version WHERE version >= 3;";

static void test_store__an_older_database_gets_its_chains(void **state)
{
    const folder *where = *state;
    char text[200] = "";

    make_database(where->file);
    run_sql(where->file, version_2);
    for (int round = 0; round < 2; round++) {
        arb_store *store = store_open(where->file);
        assert_fine(load(store, 1));
        assert_fine(load(store, 2));
        assert_fine(arb_store_check(store));
        assert_summary(store, 1, "3 ");
        arb_store_close(store);
    }
    arb_store *store = store_open(where->file);
    append(store, 1, "0:00:03 white play d4", "|||", "a summary");
    assert_fine(load(store, 1));
    assert_summary(store, 1, "4 a summary");
    assert_fine(arb_store_events_of(store, 1, 0, SIZE_MAX, see_verdict, text));
    assert_string_equal(text, "...|||.");
    arb_store_close(store);
}

/* What was wrong already does not keep the rest from being brought up to date. */
static void test_store__an_older_database_may_be_damaged(void **state)
{
    const folder *where = *state;

    make_database(where->file);
    run_sql(where->file, version_2);
    run_sql(where->file, "DELETE FROM events WHERE sequence = 2;"
                         "INSERT INTO games VALUES (3, 1, 'nonsense', 0);"
                         "INSERT INTO games VALUES (4, 1, 'case four', 0);"
                         "INSERT INTO events VALUES (7, 4, 1, NULL, '', 7, '', '', 1, 1);"
                         "INSERT INTO events VALUES (8, 9, 1, NULL, '', 0, 'x', '', 1, 1);");
    arb_store *store = store_open(where->file);
    assert_err(load(store, 1), ARB_STORE_CORRUPT);
    assert_fine(load(store, 2));
    assert_err(load(store, 3), ARB_STORE_CORRUPT);
    assert_err(load(store, 4), ARB_STORE_CORRUPT);
    assert_err(load(store, 9), ARB_STORE_UNKNOWN);
    arb_store_close(store);
}

/* More games in one batch than are kept in mind. */
static void test_store__heads_of_many_games(void **state)
{
    enum { MANY = 5000 };
    const folder *where = *state;
    arb_store *store = store_open(where->file);

    for (int round = 0; round < 2; round++) {
        assert_fine(arb_store_begin(store));
        for (int i = 1; i <= MANY; i++) {
            const uint64_t game = round == 0 ? game_of(store) : (uint64_t)i;
            append(store, game, round == 0 ? "0:00:00 arbiter start" : "0:00:01 white play e4", "",
                   round == 0 ? "first" : "");
        }
        assert_fine(arb_store_commit(store));
    }
    assert_summary(store, MANY, "2 first");
    assert_fine(load(store, 1));
    assert_fine(load(store, MANY));
    arb_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_store__verdicts_and_summaries_are_kept),
        STORE_TEST(test_store__what_is_not_as_it_was_does_not_load),
        FILE_TEST(test_store__an_older_database_gets_its_chains),
        FILE_TEST(test_store__an_older_database_may_be_damaged),
        STORE_TEST(test_store__heads_of_many_games),
    };

    disk_use();
    return STORE_RUN(tests);
}
