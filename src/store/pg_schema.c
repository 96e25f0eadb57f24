/* SPDX-License-Identifier: MIT */
/*
 * The tables on PostgreSQL, in a schema of their own, as the steps that lead to them. Step N makes
 * version N of version N - 1; what was released is never changed, a further version is a further
 * step. What the tables mean is told in sqlite_schema.c.
 *
 * No table refers to another: rows are written only for games that are there, and games are never
 * removed, so that to look each of them up for every event would cost much and find nothing. The
 * check of the store looks for all of it.
 */
#define _POSIX_C_SOURCE 200809L

#include <sodium.h>
#include <stdio.h>

#include "store/pg_internal.h"

/* The journal, what a hall needs beside it, and the turn of those who write. */
static const char step_1[] =
    "CREATE TABLE schema_version (version integer PRIMARY KEY, program text NOT NULL);"
    "CREATE TABLE games ("
    " id bigint PRIMARY KEY, created_ms bigint NOT NULL, header text COLLATE \"C\" NOT NULL,"
    " closed bigint NOT NULL DEFAULT 0);"
    "CREATE INDEX games_open ON games (id) WHERE closed = 0;"
    "CREATE TABLE events ("
    " sequence bigint PRIMARY KEY, game bigint NOT NULL, number bigint NOT NULL, client bytea,"
    " actor text COLLATE \"C\" NOT NULL, refused bigint NOT NULL, text text COLLATE \"C\" NOT NULL,"
    " meta text COLLATE \"C\" NOT NULL, monotonic_ms bigint NOT NULL, wall_ms bigint NOT NULL,"
    " verdict text COLLATE \"C\" NOT NULL DEFAULT '', erased bytea,"
    " chain bytea NOT NULL DEFAULT '');"
    "CREATE UNIQUE INDEX events_client ON events (game, client);"
    "CREATE TABLE heads ("
    " game bigint PRIMARY KEY, events bigint NOT NULL, chain bytea NOT NULL,"
    " summary text COLLATE \"C\" NOT NULL) WITH (fillfactor = 70);"
    "CREATE TABLE people ("
    " id bigint PRIMARY KEY, name text COLLATE \"C\" NOT NULL, contact text COLLATE \"C\" NOT "
    "NULL);"
    "CREATE TABLE seats ("
    " game bigint NOT NULL, seat text COLLATE \"C\" NOT NULL, person bigint NOT NULL,"
    " tags text COLLATE \"C\" NOT NULL, PRIMARY KEY (game, seat));"
    "CREATE INDEX seats_person ON seats (person);"
    "CREATE TABLE tokens ("
    " hash bytea PRIMARY KEY, game bigint NOT NULL, role bigint NOT NULL,"
    " expires_ms bigint NOT NULL);"
    "CREATE INDEX tokens_game ON tokens (game);"
    "CREATE TABLE settings (name text COLLATE \"C\" PRIMARY KEY, value bytea NOT NULL);"
    "CREATE TABLE heartbeat ("
    " id bigint PRIMARY KEY CHECK (id = 1), boot text COLLATE \"C\" NOT NULL,"
    " monotonic_ms bigint NOT NULL, wall_ms bigint NOT NULL) WITH (fillfactor = 50);"
    /* One row: who may write, alone or with others, and how far all have come. */
    "CREATE TABLE turn ("
    " id integer PRIMARY KEY CHECK (id = 1), writer bigint NOT NULL, shared boolean NOT NULL,"
    " stores bigint NOT NULL, batch bigint NOT NULL, sequence bigint NOT NULL,"
    " game bigint NOT NULL, person bigint NOT NULL, chain bytea NOT NULL) WITH (fillfactor = 50);"
    "INSERT INTO turn VALUES (1, 0, false, 0, 0, 0, 0, 0, '');"
    /* A batch of each store, its last: what became of a commit that was not answered. See step 3.
     */
    "CREATE TABLE writers (id bigint PRIMARY KEY, batch bigint NOT NULL) WITH (fillfactor = 50);"
    "CREATE FUNCTION settle(store bigint, new_batch bigint, new_sequence bigint, new_game bigint,"
    " new_chain bytea) RETURNS void LANGUAGE plpgsql AS $$ BEGIN"
    " UPDATE arbitro.writers SET batch = new_batch WHERE id = store;"
    " IF NOT FOUND THEN RAISE EXCEPTION 'others write now' USING ERRCODE = '55P03'; END IF;"
    " UPDATE arbitro.turn SET batch = new_batch, sequence = new_sequence, game = new_game,"
    " chain = new_chain; END $$;";

/*
 * Several halls: who they are, who has which game, and by which epoch an event was written. An
 * event whose epoch is not that of the lease, or that has none although somebody has the game, ends
 * its transaction.
 */
static const char step_2[] =
    "ALTER TABLE events ADD COLUMN epoch bigint NOT NULL DEFAULT 0;"
    "ALTER TABLE turn ADD COLUMN hall bigint NOT NULL DEFAULT 0;"
    "CREATE TABLE halls ("
    " id bigint PRIMARY KEY, name text COLLATE \"C\" NOT NULL, until_ms bigint NOT NULL)"
    " WITH (fillfactor = 50);"
    "CREATE TABLE leases (game bigint PRIMARY KEY, epoch bigint NOT NULL, hall bigint NOT NULL)"
    " WITH (fillfactor = 70);"
    "CREATE INDEX leases_hall ON leases (hall);"
    "CREATE FUNCTION fence(writing bigint, games bigint[], epochs bigint[]) RETURNS void"
    " LANGUAGE plpgsql AS $$ BEGIN"
    " IF EXISTS (SELECT 1 FROM unnest(games, epochs) AS new (game, epoch)"
    " LEFT JOIN arbitro.leases AS lease ON lease.game = new.game"
    " WHERE CASE WHEN new.epoch = 0 THEN coalesce(lease.hall, 0) <> 0"
    " ELSE lease.epoch IS DISTINCT FROM new.epoch OR lease.hall <> writing END)"
    " THEN RAISE EXCEPTION 'another hall has the game' USING ERRCODE = 'ARFEN'; END IF; END $$;";

/*
 * Who wrote last, and which batch that was: so that a batch changes one row and not two. Whoever
 * writes after another notes that one's last batch among the writers. What is checked with every
 * change of a row is not worth it where the row is one.
 */
static const char step_3[] = "ALTER TABLE turn ADD COLUMN store bigint NOT NULL DEFAULT 0;"
                             "ALTER TABLE turn ADD COLUMN settled bigint NOT NULL DEFAULT 0;"
                             "ALTER TABLE turn DROP CONSTRAINT turn_id_check;";

/* Heads of open games may lag behind, which nobody who knows less can read. */
static const char step_4[] =
    "COMMENT ON TABLE heads IS 'of open games: they may lag behind events'";

/*
 * A word under which halls tell each other what they have written, in the place of one that
 * everybody knows: whoever may connect to a database may send notices in it. And how many batches
 * were committed without one, because the server had no room for it.
 */
static const char step_5[] = "ALTER TABLE turn ADD COLUMN channel bigint NOT NULL DEFAULT 0;"
                             "ALTER TABLE turn ADD COLUMN unheard bigint NOT NULL DEFAULT 0;";

static const char *const steps[] = { step_1, step_2, step_3, step_4, step_5 };

int arb_pg_version(void)
{
    return (int)(sizeof steps / sizeof steps[0]);
}

/* The word is made here: older servers have nothing that nobody could guess. */
static arb_store_err make_word(arb_pg *self)
{
    char text[100];
    uint64_t word = 0;

    randombytes_buf(&word, sizeof word);
    (void)snprintf(text, sizeof text, "UPDATE turn SET channel = %lld WHERE channel = 0",
                   (long long)(word >> 1 | 1));
    return arb_pg_exec(self, text);
}

arb_store_err arb_pg_migrate(arb_pg *self, int version)
{
    arb_store_err err = ARB_STORE_OK;

    for (; version < arb_pg_version() && !err; version++) {
        char sign[128];
        (void)snprintf(sign, sizeof sign, "INSERT INTO schema_version VALUES (%d, '%s')",
                       version + 1, arb_version());
        err = arb_pg_exec(self, steps[version]);
        if (!err)
            err = arb_pg_exec(self, sign);
    }
    return err ? err : make_word(self);
}

/* ---- without it ---- */

bool arb_pg_is_made(const void *opaque)
{
    const arb_pg *self = opaque;

    return self->made;
}

/* Everything of ours in a schema that somebody else has made, perhaps for a user who may not. */
static const char empty_schema[] = "DO $$ DECLARE one record; BEGIN"
                                   " FOR one IN SELECT oid::regclass AS name FROM pg_class"
                                   " WHERE relnamespace = 'arbitro'::regnamespace AND relkind = 'r'"
                                   " LOOP EXECUTE 'DROP TABLE ' || one.name; END LOOP;"
                                   " FOR one IN SELECT oid::regprocedure AS name FROM pg_proc"
                                   " WHERE pronamespace = 'arbitro'::regnamespace"
                                   " LOOP EXECUTE 'DROP FUNCTION ' || one.name; END LOOP; END $$";

arb_store_err arb_pg_discard(void *opaque, const char *path)
{
    arb_pg *self = opaque;
    arb_store_err err = self->conn ? ARB_STORE_OK : arb_pg_reconnect(self);

    (void)path;
    if (!err)
        err = arb_pg_exec(self, "BEGIN");
    if (!err)
        err = arb_pg_exec(self, self->made ? "DROP SCHEMA arbitro CASCADE" : empty_schema);
    if (!err && !self->made)
        err = arb_pg_migrate(self, 0);
    if (!err)
        err = arb_pg_exec(self, "COMMIT");
    else
        (void)arb_pg_exec(self, "ROLLBACK");
    self->id = err ? self->id : 0; /* nobody knows of this store any more */
    arb_pg_close(self);
    return err;
}
