/* SPDX-License-Identifier: MIT */
/* The sign of life of a hall among others; see pulse.h. */
#define _POSIX_C_SOURCE 200809L

#include "store/pulse.h"

#ifdef ARB_POSTGRES

#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arbitro/mem.h"
#include "store/lives.h"
#include "store/pg_dial.h"
#include "store/pg_settings.h"

enum { AGAIN_MS = 100 }; /* a standby is asked, while the primary says nothing */

struct arb_store_pulse {
    PGconn *conn;  /* NULL: none at present */
    bool prepared; /* the server knows what it will be asked */
    char *address;
    size_t address_size;
    uint64_t hall;
    uint64_t shared;  /* the version of what all halls share, by the last answer */
    int64_t lease_ms; /* the longest for which it has said that it lives */
    arb_lives lives;
};

arb_store_err arb_store_pulse_new(arb_store_pulse **out, const char *address, uint64_t hall)
{
    arb_store_pulse *pulse = arb_mem_new_array(NULL, 1, sizeof *pulse);

    if (!pulse)
        return ARB_STORE_NOMEM;
    *pulse = (arb_store_pulse){ .hall = hall, .address_size = strlen(address) + 1 };
    pulse->address = arb_mem_new_array(NULL, pulse->address_size, 1);
    if (!pulse->address) {
        arb_mem_free(NULL, pulse, sizeof *pulse);
        return ARB_STORE_NOMEM;
    }
    memcpy(pulse->address, address, pulse->address_size);
    *out = pulse;
    return ARB_STORE_OK;
}

static void disconnect(arb_store_pulse *pulse)
{
    PQfinish(pulse->conn);
    pulse->conn = NULL;
    pulse->prepared = false;
}

void arb_store_pulse_free(arb_store_pulse *pulse)
{
    if (!pulse)
        return;
    disconnect(pulse);
    arb_mem_free(NULL, pulse->address, pulse->address_size);
    arb_mem_free(NULL, pulse, sizeof *pulse);
}

static void ignore_notice(void *user, const char *message)
{
    (void)user, (void)message;
}

static int64_t now_ms(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The answer to what was sent; NULL when it does not come in time. */
static PGresult *await(arb_store_pulse *pulse, int64_t until)
{
    int left = PQflush(pulse->conn);

    while (left > 0 || (left == 0 && PQisBusy(pulse->conn))) {
        struct pollfd one = { .fd = PQsocket(pulse->conn),
                              .events = (short)(left > 0 ? POLLIN | POLLOUT : POLLIN) };
        const int64_t wait = until - now_ms();
        if (wait <= 0 || poll(&one, 1, (int)wait) < 0 || !PQconsumeInput(pulse->conn))
            return NULL;
        left = PQflush(pulse->conn);
    }
    return left < 0 ? NULL : PQgetResult(pulse->conn);
}

/* Says something that has no values. */
static bool say(arb_store_pulse *pulse, const char *text, int64_t until)
{
    bool fine = PQsendQuery(pulse->conn, text) != 0, more = fine;

    while (more) {
        PGresult *result = await(pulse, until);
        const ExecStatusType status = PQresultStatus(result);
        more = result != NULL; /* NULL: that was all, or it did not come in time */
        fine = fine && (!more || status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK);
        PQclear(result);
    }
    return fine && PQtransactionStatus(pulse->conn) == PQTRANS_IDLE;
}

/* A renewal that is lost makes a lease shorter, and need not wait for the disk. */
static bool set_up(arb_store_pulse *pulse, int64_t until)
{
    return say(pulse,
               ARB_PG_SETTINGS "SET synchronous_commit = off; SET lock_timeout = '1s';"
                               "SET idle_in_transaction_session_timeout = 0; COMMIT",
               until);
}

/* Who takes over for a primary that says nothing is found by asking him until he does. */
static bool connect_anew(arb_store_pulse *pulse, int64_t wait_ms)
{
    const char *const words[] = { "connect_timeout", "dbname", "fallback_application_name", NULL };
    const char *const values[] = { "2", pulse->address, "arbitro", NULL };
    const arb_pg_dialling how = { .words = words, .values = values, .again_ms = AGAIN_MS };

    pulse->conn = arb_pg_dial(&how);
    if (PQstatus(pulse->conn) == CONNECTION_OK && PQsetnonblocking(pulse->conn, 1) == 0) {
        (void)PQsetNoticeProcessor(pulse->conn, ignore_notice, NULL);
        if (set_up(pulse, now_ms() + wait_ms))
            return true;
    }
    disconnect(pulse);
    return false;
}

#define NOW_MS "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

/* The server reads and plans it once: to do so twenty times a second would hold up the moves. */
static bool prepare(arb_store_pulse *pulse, int64_t until)
{
    static const char text[] =
        "WITH mine AS (UPDATE arbitro.halls SET until_ms = " NOW_MS " + $1::bigint"
        " WHERE id = $2::bigint RETURNING id), told AS (SELECT id, name, until_ms,"
        " until_ms - " NOW_MS " AS left_ms FROM arbitro.halls"
        " ORDER BY id = $2 DESC, until_ms DESC LIMIT $3::bigint)"
        " SELECT id, name, left_ms, (SELECT count(*) FROM mine),"
        " (SELECT convert_from(value, 'UTF8') FROM arbitro.settings WHERE name = 'house.version'),"
        " until_ms FROM told ORDER BY id";

    if (pulse->prepared)
        return true;
    PGresult *result =
        PQsendPrepare(pulse->conn, "beat", text, 0, NULL) ? await(pulse, until) : NULL;
    pulse->prepared = PQresultStatus(result) == PGRES_COMMAND_OK;
    PQclear(result);
    PQclear(pulse->prepared ? await(pulse, until) : NULL); /* NULL: that was all */
    return pulse->prepared;
}

/* The rows of all halls, after this one has given its sign; NULL when none came in time. */
static PGresult *ask(arb_store_pulse *pulse, int64_t ms, int64_t until)
{
    char values[3][24];
    const char *const given[] = { values[0], values[1], values[2] };

    if (!prepare(pulse, until))
        return NULL;
    (void)snprintf(values[0], sizeof values[0], "%lld", (long long)ms);
    (void)snprintf(values[1], sizeof values[1], "%llu", (unsigned long long)pulse->hall);
    (void)snprintf(values[2], sizeof values[2], "%d", ARB_PULSE_HALLS);
    if (!PQsendQueryPrepared(pulse->conn, "beat", 3, given, NULL, NULL, 0))
        return NULL;
    PGresult *rows = await(pulse, until), *end = rows ? await(pulse, until) : NULL;
    if (!end) /* that was all */
        return rows;
    PQclear(rows);
    PQclear(end);
    return NULL;
}

/* Two were in the way of each other, and the server has ended this one. */
static bool was_in_the_way(const PGresult *rows)
{
    const char *code = rows ? PQresultErrorField(rows, PG_DIAG_SQLSTATE) : NULL;

    return code && strncmp(code, "40", 2) == 0;
}

/* ---- what the rows say */

static int64_t number_in(const PGresult *rows, int row, int column)
{
    return strtoll(PQgetvalue(rows, row, column), NULL, 10);
}

/* The row of a hall is dated anew when the clock of the server was set since it has given its sign,
 * unless it gives another one first: all look at these dates to know whose games may be taken. */
static bool date_anew(arb_store_pulse *pulse, const arb_life *told, int64_t left_ms, int64_t until)
{
    const int64_t late = told->left_ms - left_ms;
    char text[200];

    if (late > -ARB_LIVES_STEP_MS && late < ARB_LIVES_STEP_MS)
        return true;
    /* On a busy machine it may have been seen late. Nobody is given time for that: only who lives
     * and is long over by his date was dated before the clock was set forward. */
    if (late < 0 && (left_ms <= 0 || told->left_ms > -ARB_LIVES_STEP_MS))
        return true;
    (void)snprintf(text, sizeof text,
                   "UPDATE arbitro.halls SET until_ms = " NOW_MS " + %lld"
                   " WHERE id = %llu AND until_ms = %lld",
                   (long long)left_ms, (unsigned long long)told->hall, (long long)told->until_ms);
    return say(pulse, text, until);
}

/* False: there is no connection any more on which something could be said. */
static bool tell(arb_store_pulse *pulse, const PGresult *rows, int64_t ms, int64_t until,
                 arb_store_hall_fn *fn, void *user)
{
    bool more = true, fine = true;

    for (int i = 0; i < PQntuples(rows) && more; i++) {
        const char *name = PQgetvalue(rows, i, 1);
        const arb_life told = { .hall = (uint64_t)number_in(rows, i, 0),
                                .until_ms = number_in(rows, i, 5),
                                .left_ms = number_in(rows, i, 2),
                                .told_ms = now_ms() };
        const bool own = told.hall == pulse->hall;
        const int64_t left = own ? ms : arb_lives_left(&pulse->lives, &told, pulse->lease_ms);
        const arb_store_hall hall = { told.hall, { name, strlen(name) }, left };
        more = fn(user, &hall);
        fine = fine && (own || date_anew(pulse, &told, left, until));
    }
    return fine;
}

arb_store_err arb_store_pulse_beat(arb_store_pulse *pulse, int64_t ms, int64_t wait_ms,
                                   arb_store_hall_fn *fn, void *user)
{
    if (!pulse->conn && !connect_anew(pulse, wait_ms))
        return ARB_STORE_AWAY;
    const int64_t until = now_ms() + wait_ms;
    pulse->lease_ms = ms > pulse->lease_ms ? ms : pulse->lease_ms;
    PGresult *rows = ask(pulse, ms, until);
    while (was_in_the_way(rows) && now_ms() < until) {
        PQclear(rows);
        rows = ask(pulse, ms, until);
    }
    arb_store_err err = PQresultStatus(rows) == PGRES_TUPLES_OK ? ARB_STORE_OK : ARB_STORE_AWAY;
    bool usable = !err;
    if (!err && (PQntuples(rows) == 0 || strcmp(PQgetvalue(rows, 0, 3), "1") != 0))
        err = ARB_STORE_FENCED;
    if (!err) {
        const char *version = PQgetvalue(rows, 0, 4);
        pulse->shared = arb_store_shared_number((arb_store_bytes){ version, strlen(version) });
        usable = tell(pulse, rows, ms, until, fn, user);
    }
    if (!usable) /* what is still on its way there is nobody's concern */
        disconnect(pulse);
    PQclear(rows);
    return err;
}

uint64_t arb_store_pulse_shared(const arb_store_pulse *pulse)
{
    return pulse->shared;
}

#else

uint64_t arb_store_pulse_shared(const arb_store_pulse *pulse)
{
    (void)pulse;
    return 0;
}

arb_store_err arb_store_pulse_new(arb_store_pulse **out, const char *address, uint64_t hall)
{
    (void)out, (void)address, (void)hall;
    return ARB_STORE_NO_POSTGRES;
}

void arb_store_pulse_free(arb_store_pulse *pulse)
{
    (void)pulse;
}

arb_store_err arb_store_pulse_beat(arb_store_pulse *pulse, int64_t ms, int64_t wait_ms,
                                   arb_store_hall_fn *fn, void *user)
{
    (void)pulse, (void)ms, (void)wait_ms, (void)fn, (void)user;
    return ARB_STORE_NO_POSTGRES;
}

#endif
