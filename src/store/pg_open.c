/* SPDX-License-Identifier: MIT */
/*
 * Opening a database of PostgreSQL: whose it is, which version, and who may write to it. Everything
 * is in a schema of its own, "arbitro", with a comment by which it is known; nothing is written
 * before it is known that the schema is ours, or not there.
 *
 * Who writes has a lock that the server keeps for as long as the connection lives, alone or
 * together with others that share. A connection can be lost, and somebody else may write meanwhile;
 * so who opens the database also gets a number, which every batch compares with that in the table
 * `turn`.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arbitro/mem.h"
#include "store/pg_internal.h"

/* "Arbt": the key of the lock, and of the one under which tables are made. */
#define LOCK_WRITE   "1098015348"
#define LOCK_MIGRATE "1098015349"

static const char signature[] = "Arbitro: games and their journal";

/* What is found before anything is changed. */
typedef struct identity {
    bool there, ours; /* the schema; with our signature */
    int64_t tables, version;
} identity;

/* ---- whose it is ---- */

/* Without it the server answers that no such table is there. */
static arb_store_err check_right(arb_pg *self)
{
    int64_t one = 0;
    bool has = false;
    const arb_store_err err =
        arb_pg_ask(&one, &has, self, "SELECT 1 WHERE has_schema_privilege('arbitro', 'USAGE')");

    return err || has ? err : ARB_STORE_NO_RIGHT;
}

static arb_store_err identify(identity *out, arb_pg *self)
{
    char is_ours[256];
    int64_t number = 0;
    bool found = false;
    arb_store_err err =
        arb_pg_ask(&number, &found, self, "SELECT oid FROM pg_namespace WHERE nspname = 'arbitro'");

    *out = (identity){ .there = found };
    if (err || !found)
        return err;
    (void)snprintf(is_ours, sizeof is_ours,
                   "SELECT 1 WHERE obj_description(%lld, 'pg_namespace') = '%s'", (long long)number,
                   signature);
    err = arb_pg_ask(&number, &out->ours, self, is_ours);
    if (!err)
        err = arb_pg_ask(&out->tables, &found, self,
                         "SELECT count(*) FROM pg_class"
                         " WHERE relnamespace = 'arbitro'::regnamespace");
    if (!err && out->ours)
        err = check_right(self);
    if (!err && out->ours)
        err = arb_pg_ask(&out->version, &found, self, "SELECT max(version) FROM schema_version");
    return err;
}

/* Is it ours, or empty, and not newer than this program? */
static arb_store_err recognise(identity *out, arb_pg *self)
{
    const arb_store_err err = identify(out, self);

    if (err)
        return err;
    if (!out->ours)
        return out->tables == 0 ? ARB_STORE_OK : ARB_STORE_NOT_OURS;
    if (out->version < 1)
        return ARB_STORE_CORRUPT;
    return out->version > arb_pg_version() ? ARB_STORE_NEWER : ARB_STORE_OK;
}

static arb_store_err make_schema(arb_pg *self, const identity *found)
{
    char sign[256];
    arb_store_err err = found->there ? ARB_STORE_OK : arb_pg_exec(self, "CREATE SCHEMA arbitro");

    self->made = !found->there && !err;
    (void)snprintf(sign, sizeof sign, "COMMENT ON SCHEMA arbitro IS '%s'", signature);
    return err ? err : arb_pg_exec(self, sign);
}

/* Somebody else may be about to do the same. */
static arb_store_err try_bring_up_to_date(arb_pg *self)
{
    identity found;
    arb_store_err err = arb_pg_exec(self, "BEGIN");

    if (!err)
        err = arb_pg_exec(self, "SELECT pg_advisory_xact_lock(" LOCK_MIGRATE ")");
    if (!err)
        err = recognise(&found, self);
    if (!err && !found.ours)
        err = make_schema(self, &found);
    else if (!err && found.version < arb_pg_version())
        err = arb_pg_retire_older(self, (int)found.version);
    if (!err && found.version < arb_pg_version())
        err = arb_pg_migrate(self, (int)found.version);
    if (!err)
        err = arb_pg_exec(self, "COMMIT");
    else
        (void)arb_pg_exec(self, "ROLLBACK");
    return err;
}

/* Who reads has locks in another order: the server ends one of two who wait for each other. */
static arb_store_err bring_up_to_date(arb_pg *self)
{
    enum { TRIES = 5 };
    arb_store_err err = try_bring_up_to_date(self);

    for (int i = 1; i < TRIES && err == ARB_STORE_TURN; i++)
        err = try_bring_up_to_date(self);
    return err == ARB_STORE_TURN ? ARB_STORE_AWAY : err;
}

/* ---- who may write ---- */

/* The name of this store among those that are connected. */
static void name_of(char out[64], const arb_pg *self)
{
    (void)snprintf(out, 64, "arbitro %lld/%lld", (long long)self->writer, (long long)self->id);
}

static arb_store_err set_name(arb_pg *self)
{
    char name[64], text[128];

    name_of(name, self);
    (void)snprintf(text, sizeof text, "SET application_name = '%s'", name);
    return arb_pg_exec(self, text);
}

/* A connection of ours that is lost here may live on there, and have the turn. It belongs to who
 * has logged in, whatever role that one takes on then. */
static arb_store_err end_former(arb_pg *self)
{
    char name[64], text[400];

    name_of(name, self);
    (void)snprintf(text, sizeof text,
                   "BEGIN; SET LOCAL ROLE NONE;"
                   "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                   " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                   " AND usename = session_user AND application_name = '%s'; COMMIT",
                   name);
    return arb_pg_exec(self, text);
}

static arb_store_err lock(bool *locked, arb_pg *self)
{
    int64_t one = 0;

    return arb_pg_ask(&one, locked, self,
                      self->shared ? "SELECT 1 WHERE pg_try_advisory_lock_shared(" LOCK_WRITE ")"
                                   : "SELECT 1 WHERE pg_try_advisory_lock(" LOCK_WRITE ")");
}

/* Whoever opens it alone ends what others had; whoever shares it joins those who do. */
static arb_store_err take_number(arb_pg *self)
{
    static const char alone[] = "UPDATE turn SET writer = writer + 1, shared = false;"
                                "DELETE FROM writers;"
                                "UPDATE leases SET hall = 0 WHERE hall <> 0; DELETE FROM halls";
    static const char together[] = "UPDATE turn SET writer = writer + 1, shared = true"
                                   " WHERE NOT shared";
    bool found = false;
    arb_store_err err = arb_pg_exec(self, self->shared ? together : alone);

    if (!err)
        err = arb_pg_ask(&self->writer, &found, self, "SELECT writer FROM turn");
    if (!err)
        err = arb_pg_ask(&self->id, &found, self,
                         "WITH given AS (UPDATE turn SET stores = stores + 1 RETURNING stores)"
                         " INSERT INTO writers SELECT stores, 0 FROM given RETURNING id");
    if (!err)
        err = arb_pg_ask(&self->batch, &found, self, "SELECT batch FROM turn");
    if (!err)
        err = arb_pg_ask(&self->channel, &found, self, "SELECT channel FROM turn");
    return !err && !found ? ARB_STORE_CORRUPT : err;
}

/* What was given last is what the tables say, should anybody have changed them. */
static arb_store_err take_numbers(arb_pg *self)
{
    const arb_store_err err = arb_sql_numbers_read(&self->sql);
    arb_sql_call call;

    if (err)
        return err;
    call = arb_sql_start(&self->sql, ARB_SQL_TURN_SET);
    arb_sql_int(&call, self->sql.durable.sequence);
    arb_sql_int(&call, self->sql.durable.game);
    arb_sql_blob(&call, arb_store_chain_bytes(&self->sql.durable.chain));
    return arb_sql_finish(&call);
}

/* The connection of a hall that has just ended may live a little longer than the hall. */
static arb_store_err lock_with_patience(arb_pg *self)
{
    enum { TRIES = 75, PAUSE_MS = 20 };
    const struct timespec pause = { .tv_nsec = PAUSE_MS * 1000000L };
    bool locked = false;
    arb_store_err err = lock(&locked, self);

    for (int i = 0; i < TRIES && !err && !locked; i++) {
        (void)nanosleep(&pause, NULL);
        err = lock(&locked, self);
    }
    return !err && !locked ? ARB_STORE_LOCKED : err;
}

/* A later program may have been quicker: what is known of the version is asked again. */
static arb_store_err claim_first(arb_pg *self)
{
    arb_store_err err = arb_pg_exec(self, "BEGIN; SELECT 1 FROM turn FOR UPDATE");

    if (!err)
        err = arb_pg_look_at_version(self);
    if (!err)
        err = take_number(self);
    if (!err)
        err = take_numbers(self);
    if (!err)
        err = arb_pg_exec(self, "COMMIT");
    else
        (void)arb_pg_exec(self, "ROLLBACK");
    self->sql.live_reader = self->shared; /* others write: what they have is seen */
    return err ? err : set_name(self);
}

/* The turn is waited for: then nothing of ours is under way there any more. */
static arb_store_err claim_again(arb_pg *self)
{
    char last[256];
    int64_t writer = 0;
    bool locked = false, found = false;
    arb_store_err err = end_former(self);

    if (!err)
        err = arb_pg_ask(&writer, &found, self, "SELECT writer FROM turn");
    if (!err && (!found || writer != self->writer))
        err = arb_pg_why_ousted(self);
    if (!err)
        err = lock(&locked, self);
    if (!err && !locked) /* the former connection may not have ended yet */
        err = ARB_STORE_AWAY;
    if (!err)
        err = arb_pg_exec(self, "BEGIN; SELECT 1 FROM turn FOR UPDATE");
    (void)snprintf(last, sizeof last,
                   "SELECT CASE WHEN turn.store = writers.id THEN turn.settled"
                   " ELSE writers.batch END FROM writers, turn WHERE writers.id = %lld",
                   (long long)self->id);
    if (!err)
        err = arb_pg_ask(&self->settled, &found, self, last);
    if (!err && !found)
        err = ARB_STORE_LOCKED;
    if (!err)
        err = arb_pg_exec(self, "COMMIT");
    return err ? err : set_name(self);
}

arb_store_err arb_pg_claim(arb_pg *self, bool again)
{
    return again ? claim_again(self) : claim_first(self);
}

/* ---- opening ---- */

/* What came later is of no concern to who only reads. */
enum { READ_VERSION = 2 };

/*
 * One look at the database, as it is when it is opened. An older one is brought up to date in a
 * transaction that is forgotten in the end, and for which whoever writes waits.
 */
static arb_store_err set_up_reading(arb_pg *self, const identity *found)
{
    arb_store_err err = found->ours ? ARB_STORE_OK : ARB_STORE_NOT_OURS;

    if (!err && found->version < READ_VERSION) {
        err = arb_pg_exec(self, "BEGIN ISOLATION LEVEL REPEATABLE READ");
        if (!err)
            err = arb_pg_migrate(self, (int)found->version);
    } else if (!err && !self->sql.live_reader) {
        err = arb_pg_exec(self, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    }
    return err ? err : arb_sql_numbers_read(&self->sql);
}

/* A standby knows nothing of the locks of the primary, but of the halls that live there. */
static arb_store_err keep_others_out(arb_pg *self, const identity *found)
{
    bool lives = false;
    int64_t one = 0;
    arb_store_err err = lock_with_patience(self);

    if (!err && found->ours && found->version >= READ_VERSION && arb_pg_is_standby(self))
        err = arb_pg_ask(&one, &lives, self,
                         "SELECT 1 FROM halls WHERE until_ms >"
                         " extract(epoch FROM clock_timestamp()) * 1000 LIMIT 1");
    return !err && lives ? ARB_STORE_LOCKED : err;
}

static arb_store_err set_up(arb_pg *self, const arb_store_options *options)
{
    identity found;
    arb_store_err err = arb_pg_connect(self);

    if (!err)
        err = recognise(&found, self);
    if (!err && options->alone)
        err = keep_others_out(self, &found);
    if (err || self->read_only)
        return err ? err : set_up_reading(self, &found);
    if (!found.ours && !options->create)
        return ARB_STORE_NOT_OURS;
    err = lock_with_patience(self); /* before anything is changed */
    if (!err && (!found.ours || found.version < arb_pg_version()))
        err = bring_up_to_date(self);
    return err ? err : arb_pg_claim(self, false);
}

arb_store_err arb_pg_open(void **out, const char *path, const arb_store_options *options)
{
    arb_pg *self = arb_mem_new_array(options->mem, 1, sizeof *self);

    if (!self)
        return ARB_STORE_NOMEM;
    self->sql =
        (arb_sql){ .driver = &arb_pg_driver, .mem = options->mem, .live_reader = options->follow };
    self->read_only = options->read_only || options->follow;
    self->shared = options->shared && !self->read_only;
    self->max_bytes = options->max_bytes;
    self->address_size = strlen(path) + 1;
    self->address = arb_mem_new_array(options->mem, self->address_size, 1);
    arb_pg_rows_init(self);
    arb_store_err err = self->address ? ARB_STORE_OK : ARB_STORE_NOMEM;
    if (!err) {
        memcpy(self->address, path, self->address_size);
        err = set_up(self, options);
    }
    if (err) {
        arb_pg_close(self);
        return err;
    }
    *out = self;
    return ARB_STORE_OK;
}

/* What this store has left behind for one that must find out what it did. */
static void sign_off(arb_pg *self)
{
    char text[128];

    (void)snprintf(text, sizeof text, "DELETE FROM writers WHERE id = %lld", (long long)self->id);
    if (self->conn && self->id > 0)
        (void)arb_pg_exec(self, text);
}

void arb_pg_close(void *opaque)
{
    arb_pg *self = opaque;

    if (!self->read_only)
        sign_off(self);
    arb_pg_disconnect(self);
    arb_sql_heads_forget(&self->sql);
    arb_pg_rows_free(self);
    arb_mem_free(self->sql.mem, self->address, self->address_size);
    arb_mem_free(self->sql.mem, self, sizeof *self);
}

/* ---- questions ---- */

arb_store_err arb_pg_size(uint64_t *out, void *opaque)
{
    arb_pg *self = opaque;
    int64_t size = 0;
    bool found = false;
    arb_store_err err = self->conn || self->in_transaction ? ARB_STORE_OK : arb_pg_reconnect(self);

    if (!err)
        err = arb_pg_ask(&size, &found, self,
                         "SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class"
                         " WHERE relnamespace = 'arbitro'::regnamespace AND relkind = 'r'");
    if (!err)
        *out = size > 0 ? (uint64_t)size : 0;
    return err;
}

/* It has no file that could vanish: whether it is there is seen with every batch. */
arb_store_err arb_pg_look(void *opaque)
{
    (void)opaque;
    return ARB_STORE_OK;
}

/* Nor one that could be copied. */
arb_store_err arb_pg_backup(void *opaque, const char *path, arb_store_progress_fn *progress,
                            void *user)
{
    (void)opaque, (void)path, (void)progress, (void)user;
    return ARB_STORE_UNKNOWN;
}

void arb_pg_stop(void *opaque)
{
    arb_pg *self = opaque;

    atomic_store(&self->stop, true);
}

void arb_pg_doubt(void *opaque)
{
    arb_pg *self = opaque;

    atomic_fetch_add(&self->doubts, 1);
}

const arb_store_backend arb_store_postgres = {
#define OPERATION(result, name, ...)     .name = arb_pg_##name,
#define OPERATION_SQL(result, name, ...) .name = arb_sql_##name,
#include "store/backend.def"
#undef OPERATION_SQL
#undef OPERATION
};
