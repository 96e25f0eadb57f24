/* SPDX-License-Identifier: MIT */
/*
 * The tables, as the steps that lead to them. Step N makes version N of version N - 1; what was
 * released is never changed, a further version is a further step.
 *
 * Events are only ever added. Games and events hold no name; seats know people by number, and that
 * number is never given again, so that it says nothing once its person is erased.
 *
 * Events have one index only: in a batch nearly every event is of another game, so that each index
 * costs a page of the log for every event. It keeps client ids apart and finds the events of a
 * game. The heads, which say how many those are, are short rows in a table of their own: dozens of
 * games share a page, which is written once for all of them.
 */
#include "store/sqlite_internal.h"

/* The journal. */
static const char step_1[] =
    "CREATE TABLE schema_version (version INTEGER PRIMARY KEY, program TEXT NOT NULL) STRICT;"
    "CREATE TABLE games ("
    " id INTEGER PRIMARY KEY, created_ms INTEGER NOT NULL, header TEXT NOT NULL) STRICT;"
    "CREATE TABLE events ("
    " sequence INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games (id),"
    " number INTEGER NOT NULL, client BLOB, actor TEXT NOT NULL, refused INTEGER NOT NULL,"
    " text TEXT NOT NULL, meta TEXT NOT NULL,"
    " monotonic_ms INTEGER NOT NULL, wall_ms INTEGER NOT NULL) STRICT;"
    "CREATE UNIQUE INDEX events_client ON events (game, client);"
    "CREATE TABLE people ("
    " id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, contact TEXT NOT NULL) STRICT;";

/* What a hall needs beside it. */
static const char step_2[] =
    "ALTER TABLE games ADD COLUMN closed INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX games_open ON games (id) WHERE closed = 0;"
    "CREATE TABLE seats ("
    " game INTEGER NOT NULL REFERENCES games (id), seat TEXT NOT NULL, person INTEGER NOT NULL,"
    " tags TEXT NOT NULL, PRIMARY KEY (game, seat)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX seats_person ON seats (person);"
    "CREATE TABLE tokens ("
    " hash BLOB PRIMARY KEY, game INTEGER NOT NULL REFERENCES games (id), role INTEGER NOT NULL,"
    " expires_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX tokens_game ON tokens (game);"
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE heartbeat ("
    " id INTEGER PRIMARY KEY CHECK (id = 1), boot TEXT NOT NULL,"
    " monotonic_ms INTEGER NOT NULL, wall_ms INTEGER NOT NULL) STRICT;";

/*
 * Verdicts are kept, and events are chained. `erased` is NULL, or the hashes of text and verdict,
 * which are then empty.
 */
static const char step_3[] =
    "ALTER TABLE events ADD COLUMN verdict TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE events ADD COLUMN erased BLOB;"
    "ALTER TABLE events ADD COLUMN chain BLOB NOT NULL DEFAULT x'';"
    "CREATE TABLE heads ("
    " game INTEGER PRIMARY KEY REFERENCES games (id), events INTEGER NOT NULL, chain BLOB NOT NULL,"
    " summary TEXT NOT NULL) STRICT;";

/* Several halls: who they are, who has which game, and by which epoch an event was written. */
static const char step_4[] =
    "ALTER TABLE events ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE halls ("
    " id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, until_ms INTEGER NOT NULL) STRICT;"
    "CREATE TABLE leases ("
    " game INTEGER PRIMARY KEY REFERENCES games (id), epoch INTEGER NOT NULL,"
    " hall INTEGER NOT NULL) STRICT;";

static const char *const steps[] = { step_1, step_2, step_3, step_4 };
enum { CHAINED = 3 }; /* since this version */

int arb_sqlite_version(void)
{
    return (int)(sizeof steps / sizeof steps[0]);
}

/* Writes down that the tables have this version, and which program made them so. */
static int sign(sqlite3 *db, int version)
{
    sqlite3_stmt *statement = NULL;
    int result =
        sqlite3_prepare_v2(db, "INSERT INTO schema_version VALUES (?1, ?2)", -1, &statement, NULL);

    if (result == SQLITE_OK)
        result = sqlite3_bind_int(statement, 1, version);
    if (result == SQLITE_OK)
        result = sqlite3_bind_text(statement, 2, arb_version(), -1, SQLITE_STATIC);
    if (result == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
        result = SQLITE_MISUSE;
    const int end = sqlite3_finalize(statement);
    return result == SQLITE_OK ? end : result;
}

arb_store_err arb_sqlite_migrate(arb_sqlite *self, int version)
{
    const int before = version;

    for (; version < arb_sqlite_version(); version++) {
        int result = sqlite3_exec(self->db, steps[version], NULL, NULL, NULL);
        if (result == SQLITE_OK)
            result = sign(self->db, version + 1);
        if (result != SQLITE_OK)
            return arb_sqlite_err(self->db, result);
    }
    return before < CHAINED ? arb_sqlite_chains_make(self) : ARB_STORE_OK;
}
