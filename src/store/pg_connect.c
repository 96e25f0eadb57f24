/* SPDX-License-Identifier: MIT */
/*
 * The connection to PostgreSQL: made, lost, made anew, and what the server answers. Nobody waits
 * here without an end: a server that says nothing for long counts as lost, and whoever closes the
 * store ends every wait. What the server or libpq say in words is never handed on, since an address
 * may stand in it.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/pg_dial.h"
#include "store/pg_internal.h"
#include "store/pg_settings.h"

/* How long a server may be silent; and how long is waited before it is tried again. */
enum {
    SILENT_MS = 15000,
    SLICE_MS = 100,
    PAUSE_FIRST_MS = 50,
    PAUSE_MAX_MS = 1000,
    AGAIN_MS = 500 /* a standby, while the primary says nothing */
};

/* ---- what is answered ---- */

/* The first letters of a code of SQL that say what went wrong, the longer ones first. */
static const struct {
    const char *begin;
    arb_store_err err;
} codes[] = {
    { "22012", ARB_STORE_TURN },      /* the comparison of SETTLE */
    { "ARFEN", ARB_STORE_FENCED },    /* our own: see pg_schema.c */
    { "25006", ARB_STORE_READ_ONLY }, /* a standby */
    { "42501", ARB_STORE_NO_RIGHT },
    { "3D", ARB_STORE_MISSING },
    { "28", ARB_STORE_DENIED },
    { "08", ARB_STORE_AWAY },
    { "53100", ARB_STORE_FULL },
    { "53200", ARB_STORE_NOMEM },
    { "53", ARB_STORE_AWAY },    /* too many connections */
    { "54000", ARB_STORE_TURN }, /* no room for notices: it is done again without */
    { "57", ARB_STORE_AWAY },    /* shutting down, starting up */
    { "25P03", ARB_STORE_AWAY }, /* this transaction stood idle for too long */
    { "55P03", ARB_STORE_AWAY }, /* others have the turn, and do not come to an end, */
    { "40", ARB_STORE_TURN },    /* or were in the way: it may be done again */
    { "58", ARB_STORE_IO },
    { "XX001", ARB_STORE_CORRUPT },
    { "XX002", ARB_STORE_CORRUPT },
    { "22", ARB_STORE_CORRUPT }, /* a table is not as it must be */
    { "23", ARB_STORE_CORRUPT },
    { "42", ARB_STORE_CORRUPT },
};

static arb_store_err err_of_code(const char *code)
{
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (strncmp(code, codes[i].begin, strlen(codes[i].begin)) == 0)
            return codes[i].err;
    return ARB_STORE_IO;
}

/* What follows upon an error in one go is passed over: that was told before. */
static bool is_fine(ExecStatusType status)
{
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ||
           status == PGRES_SINGLE_TUPLE || status == PGRES_PIPELINE_SYNC ||
           status == PGRES_PIPELINE_ABORTED;
}

arb_store_err arb_pg_err(const arb_pg *self, const PGresult *result)
{
    const char *code = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;

    if (is_fine(PQresultStatus(result)))
        return ARB_STORE_OK;
    if (code)
        return err_of_code(code);
    return !self->conn || PQstatus(self->conn) != CONNECTION_OK ? ARB_STORE_AWAY : ARB_STORE_NOMEM;
}

arb_store_err arb_pg_done(const arb_pg *self, PGresult *result)
{
    const arb_store_err err = arb_pg_err(self, result);

    PQclear(result);
    return err;
}

/* ---- waiting ---- */

static int64_t now_ms(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool is_doubted(const arb_pg *self)
{
    return atomic_load(&self->doubts) != self->heeded;
}

/* Waits until the socket has something to read, or can be written to. */
static bool wait_for(arb_pg *self, short events)
{
    const int64_t begin = now_ms();

    while (!atomic_load(&self->stop) && !is_doubted(self)) {
        struct pollfd one = { .fd = PQsocket(self->conn), .events = events };
        const int ready = one.fd < 0 ? -1 : poll(&one, 1, SLICE_MS);
        if (ready > 0)
            return true;
        if (ready < 0 && (one.fd < 0 || errno != EINTR))
            return false;
        if (!self->read_only && now_ms() - begin > SILENT_MS)
            return false;
    }
    return false;
}

/* A connection that cannot be used any more. */
static void lose(arb_pg *self)
{
    arb_pg_disconnect(self);
    if (self->in_transaction && !self->broken)
        self->broken = ARB_STORE_AWAY;
}

bool arb_pg_send(arb_pg *self)
{
    int left = 1;

    while (self->conn && (left = PQflush(self->conn)) > 0) {
        if (!wait_for(self, POLLIN | POLLOUT) || !PQconsumeInput(self->conn))
            left = -1;
        if (left < 0)
            break;
    }
    if (self->conn && left < 0)
        lose(self);
    return self->conn != NULL;
}

PGresult *arb_pg_result(arb_pg *self)
{
    while (self->conn && PQisBusy(self->conn)) {
        if (!wait_for(self, POLLIN) || !PQconsumeInput(self->conn)) {
            lose(self);
            return NULL;
        }
    }
    PGresult *result = self->conn ? PQgetResult(self->conn) : NULL;
    if (self->conn && PQstatus(self->conn) != CONNECTION_OK) {
        PQclear(result);
        lose(self);
        return NULL;
    }
    return result;
}

arb_store_err arb_pg_ask(int64_t *out, bool *found, arb_pg *self, const char *text)
{
    arb_store_err err = ARB_STORE_OK;

    if (found)
        *found = false;
    if (!self->conn || !PQsendQuery(self->conn, text) || !arb_pg_send(self))
        return ARB_STORE_AWAY;
    for (PGresult *result; (result = arb_pg_result(self)); PQclear(result)) {
        if (!err)
            err = arb_pg_err(self, result);
        if (out && !err && PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) > 0 &&
            !PQgetisnull(result, 0, 0)) {
            *out = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
            *found = true;
        }
    }
    return self->conn ? err : ARB_STORE_AWAY;
}

arb_store_err arb_pg_exec(arb_pg *self, const char *text)
{
    return arb_pg_ask(NULL, NULL, self, text);
}

/* The server was given a number when it was made, and its databases have numbers of its own. */
arb_store_err arb_pg_identity(arb_store_identity *out, void *opaque)
{
    arb_pg *self = opaque;
    bool found = false;
    arb_store_err err =
        arb_pg_ask(&out->server, &found, self, "SELECT system_identifier FROM pg_control_system()");

    if (!err)
        err = arb_pg_ask(&out->number, &found, self,
                         "SELECT oid FROM pg_database WHERE datname = current_database()");
    return !err && !found ? ARB_STORE_UNKNOWN : err;
}

/* ---- making it ---- */

static void ignore_notice(void *user, const char *message)
{
    (void)user, (void)message;
}

/*
 * Beside what holds for all of ours: what is committed is on the server's disk, and on that of a
 * synchronous standby. The server finds out soon that a machine is gone which had the lock. A
 * process that stands still in the middle of a batch has the turn; where others wait for it, the
 * server takes it away.
 */
static arb_store_err set_up(arb_pg *self)
{
    static const char all[] =
        ARB_PG_SETTINGS "SET lock_timeout = '10s';"
                        "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 3;"
                        "SET tcp_keepalives_count = 3;"
                        "SELECT set_config('synchronous_commit', 'on', false)"
                        " WHERE current_setting('synchronous_commit') <> 'remote_apply'; COMMIT";
    /* A batch finds its few rows by their keys. A plan that is made while a table is small would
     * read the whole of it, and be kept when it is large. */
    static const char by_key[] = "SET enable_hashjoin = off; SET enable_mergejoin = off";
    const char *encoding = PQparameterStatus(self->conn, "server_encoding");

    if (!encoding || strcmp(encoding, "UTF8") != 0)
        return ARB_STORE_ENCODING;
    arb_store_err err = arb_pg_exec(self, all);
    if (!err && !self->read_only)
        err = arb_pg_exec(self, by_key);
    if (!err)
        err = arb_pg_exec(self, self->shared ? "SET idle_in_transaction_session_timeout = '2s'"
                                             : "SET idle_in_transaction_session_timeout = 0");
    return err;
}

/* libpq keeps no code of an attempt that failed: what it says is compared, and not told. */
static arb_store_err err_of_attempt(const char *said)
{
    static const struct {
        const char *words;
        arb_store_err err;
    } known[] = {
        { "received invalid response", ARB_STORE_STRANGER },
        { "expected authentication request", ARB_STORE_STRANGER },
        { "password", ARB_STORE_DENIED },
        { "authentication", ARB_STORE_DENIED },
        { "no pg_hba.conf", ARB_STORE_DENIED },
        { "role \"", ARB_STORE_DENIED },
        { "database \"", ARB_STORE_MISSING },
        { "permission denied", ARB_STORE_DENIED },
        { "invalid ", ARB_STORE_ADDRESS },
        { "missing \"=\"", ARB_STORE_ADDRESS },
        { "unterminated", ARB_STORE_ADDRESS },
        { "memory", ARB_STORE_NOMEM },
        { "definition of service", ARB_STORE_ADDRESS },
    };

    /* a server that starts, or is not there, comes first: several hosts are told of together */
    if (strstr(said, "starting up") || strstr(said, "shutting down") || strstr(said, "refused") ||
        strstr(said, "No such file"))
        return ARB_STORE_AWAY;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strstr(said, known[i].words))
            return known[i].err;
    return ARB_STORE_AWAY;
}

static bool is_final(const char *said)
{
    return err_of_attempt(said) != ARB_STORE_AWAY;
}

static bool is_vain(const void *user)
{
    const arb_pg *self = user;

    return atomic_load(&self->stop) || is_doubted(self);
}

arb_store_err arb_pg_connect(arb_pg *self)
{
    /* what stands before the address holds unless it says otherwise, what stands behind always */
    const char *const words[] = {
        "connect_timeout",  "keepalives_idle",           "keepalives_interval",
        "keepalives_count", "tcp_user_timeout",          "dbname",
        "client_encoding",  "fallback_application_name", NULL
    };
    const char *const values[] = { "2",           "5",    "2",       "3", "10000",
                                   self->address, "UTF8", "arbitro", NULL };
    char *wrong = NULL;
    PQconninfoOption *read = PQconninfoParse(self->address, &wrong);

    PQfreemem(wrong);
    PQconninfoFree(read);
    if (!read)
        return ARB_STORE_ADDRESS;
    memset(self->prepared, 0, sizeof self->prepared);
    const arb_pg_dialling how = { words, values, AGAIN_MS, is_vain, self, is_final };
    do { /* who hears meanwhile that a server is there asks again */
        arb_pg_disconnect(self);
        self->heeded = atomic_load(&self->doubts);
        self->conn = arb_pg_dial(&how);
        if (!self->conn)
            return ARB_STORE_NOMEM;
    } while (PQstatus(self->conn) != CONNECTION_OK && is_doubted(self) &&
             !atomic_load(&self->stop));
    (void)PQsetNoticeProcessor(self->conn, ignore_notice, NULL);
    arb_store_err err = PQstatus(self->conn) == CONNECTION_OK
                            ? ARB_STORE_OK
                            : err_of_attempt(PQerrorMessage(self->conn));
    if (!err && PQsetnonblocking(self->conn, 1) != 0)
        err = ARB_STORE_IO;
    if (!err)
        err = set_up(self);
    if (err)
        arb_pg_disconnect(self);
    return err;
}

void arb_pg_disconnect(arb_pg *self)
{
    PQfinish(self->conn);
    self->conn = NULL;
    self->listens = false;
}

void arb_pg_heed(arb_pg *self)
{
    if (self->conn && is_doubted(self) && !self->in_transaction)
        arb_pg_disconnect(self);
}

arb_store_err arb_pg_reconnect(arb_pg *self)
{
    if (atomic_load(&self->stop) || (now_ms() < self->retry_ms && !is_doubted(self)))
        return ARB_STORE_AWAY;
    arb_store_err err = arb_pg_connect(self);
    if (!err)
        err = arb_pg_look_at_version(self);
    if (!err && !self->read_only)
        err = arb_pg_claim(self, true);
    if (err) {
        arb_pg_disconnect(self);
        self->pause_ms = self->pause_ms ? 2 * self->pause_ms : PAUSE_FIRST_MS;
        if (self->pause_ms > PAUSE_MAX_MS)
            self->pause_ms = PAUSE_MAX_MS;
        self->retry_ms = now_ms() + self->pause_ms;
        return err;
    }
    self->pause_ms = 0;
    return ARB_STORE_OK;
}
