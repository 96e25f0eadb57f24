/* SPDX-License-Identifier: MIT */
/* libpq alone; see bench_postgres.h. */
#define _GNU_SOURCE

#include "bench/bench_postgres.h"

#ifdef ARB_POSTGRES

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/libpq_late.h"

enum { ROW_SIZE = 200, PACED = 500, PAUSE_US = 1000 };

static double now_us(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static PGconn *connect_to(const char *address)
{
    PGconn *conn = arb_libpq_load() ? PQconnectdb(address) : NULL;

    if (!conn)
        return NULL;
    if (PQstatus(conn) == CONNECTION_OK)
        return conn;
    PQfinish(conn);
    return NULL;
}

static bool run(PGconn *conn, const char *text)
{
    PGresult *result = PQexec(conn, text);
    const ExecStatusType status = PQresultStatus(result);

    PQclear(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

arb_store_err arb_bench_postgres_is_empty(bool *out, const char *address)
{
    PGconn *conn = connect_to(address);

    if (!conn)
        return ARB_STORE_AWAY;
    PGresult *result = PQexec(conn, "SELECT 1 FROM pg_namespace WHERE nspname = 'arbitro'");
    *out = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 0;
    PQclear(result);
    PQfinish(conn);
    return ARB_STORE_OK;
}

void arb_bench_postgres_clean(const char *address)
{
    PGconn *conn = connect_to(address);

    if (!conn)
        return;
    (void)run(conn, "SET client_min_messages = error; DROP SCHEMA IF EXISTS arbitro CASCADE;"
                    "DROP TABLE IF EXISTS arbitro_bench");
    PQfinish(conn);
}

/* Queues one row; they all have the same length. */
static bool queue_row(PGconn *conn, unsigned number)
{
    char key[16], row[ROW_SIZE + 1];
    const char *const values[] = { key, row };

    (void)snprintf(key, sizeof key, "%u", number);
    (void)snprintf(row, sizeof row, "%-*u", ROW_SIZE, number);
    return PQsendQueryPrepared(conn, "row", 2, values, NULL, NULL, 0) == 1;
}

/* Takes the results of so many statements, and the end of the go. */
static bool gather(PGconn *conn, unsigned count)
{
    bool well = PQpipelineSync(conn) == 1;

    for (unsigned i = 0; i <= count && well; i++) {
        PGresult *result = PQgetResult(conn);
        well = PQresultStatus(result) == (i < count ? PGRES_COMMAND_OK : PGRES_PIPELINE_SYNC);
        PQclear(result);
        if (i < count)
            PQclear(PQgetResult(conn)); /* NULL after each */
    }
    return well;
}

static bool commit_batch(PGconn *conn, unsigned first, unsigned count)
{
    bool well = PQsendQueryPrepared(conn, "begin", 0, NULL, NULL, NULL, 0) == 1;

    for (unsigned i = 0; i < count && well; i++)
        well = queue_row(conn, first + i);
    well = well && PQsendQueryPrepared(conn, "commit", 0, NULL, NULL, NULL, 0) == 1;
    return well && gather(conn, count + 2);
}

static bool prepare(PGconn *conn)
{
    static const char *const all[][2] = { { "begin", "BEGIN" },
                                          { "commit", "COMMIT" },
                                          { "row", "INSERT INTO arbitro_bench VALUES"
                                                   " ($1::bigint, $2::text)" } };
    bool well = run(conn, "CREATE TABLE arbitro_bench (id bigint PRIMARY KEY, row text)");

    for (size_t i = 0; i < sizeof all / sizeof all[0] && well; i++) {
        PGresult *result = PQprepare(conn, all[i][0], all[i][1], 0, NULL);
        well = PQresultStatus(result) == PGRES_COMMAND_OK;
        PQclear(result);
    }
    return well && PQenterPipelineMode(conn) == 1;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* A connection with an empty table, that is given back with neither. */
static PGconn *open_table(const char *address)
{
    PGconn *conn = connect_to(address);

    if (!conn || prepare(conn))
        return conn;
    PQfinish(conn);
    return NULL;
}

static arb_store_err close_table(PGconn *conn, bool well)
{
    (void)PQexitPipelineMode(conn);
    (void)run(conn, "DROP TABLE arbitro_bench");
    PQfinish(conn);
    return well ? ARB_STORE_OK : ARB_STORE_IO;
}

arb_store_err arb_bench_postgres_bare(double *rows, const char *address, unsigned batch,
                                      unsigned commits)
{
    PGconn *conn = open_table(address);
    bool well = true;

    if (!conn)
        return ARB_STORE_AWAY;
    const double began = now_us();
    for (unsigned i = 0; i < commits && well; i++)
        well = commit_batch(conn, i * batch, batch);
    *rows = (double)batch * commits / ((now_us() - began) / 1e6);
    return close_table(conn, well);
}

/* Rows that come in at their instants; times are from the beginning. */
typedef struct pace {
    double began_us, free_us; /* the last commit ended */
    unsigned done;
    double took_us[PACED];
} pace;

static double due_us(unsigned row)
{
    return row * (double)PAUSE_US;
}

/* Commits the rows that have come. One that was waited for has come when the waiting ended. */
static bool commit_due(PGconn *conn, pace *p)
{
    double woke = now_us() - p->began_us;
    unsigned end = p->done;

    for (; woke < due_us(p->done); woke = now_us() - p->began_us)
        (void)usleep((useconds_t)(due_us(p->done) - woke) + 1);
    while (end < PACED && due_us(end) <= woke)
        end++;
    const bool well = commit_batch(conn, p->done, end - p->done);
    const double now = now_us() - p->began_us;
    for (; p->done < end; p->done++)
        p->took_us[p->done] = now - (due_us(p->done) > p->free_us ? woke : due_us(p->done));
    p->free_us = now;
    return well;
}

arb_store_err arb_bench_postgres_commit(double *p50_us, double *p99_us, const char *address)
{
    PGconn *conn = open_table(address);
    pace p = { .began_us = now_us() };
    bool well = true;

    if (!conn)
        return ARB_STORE_AWAY;
    while (p.done < PACED && well)
        well = commit_due(conn, &p);
    qsort(p.took_us, PACED, sizeof p.took_us[0], by_value);
    *p50_us = p.took_us[PACED / 2];
    *p99_us = p.took_us[PACED * 99 / 100];
    return close_table(conn, well);
}

#else

arb_store_err arb_bench_postgres_is_empty(bool *out, const char *address)
{
    (void)out, (void)address;
    return ARB_STORE_NO_POSTGRES;
}

void arb_bench_postgres_clean(const char *address)
{
    (void)address;
}

arb_store_err arb_bench_postgres_bare(double *rows, const char *address, unsigned batch,
                                      unsigned commits)
{
    (void)rows, (void)address, (void)batch, (void)commits;
    return ARB_STORE_NO_POSTGRES;
}

arb_store_err arb_bench_postgres_commit(double *p50_us, double *p99_us, const char *address)
{
    (void)p50_us, (void)p99_us, (void)address;
    return ARB_STORE_NO_POSTGRES;
}

#endif
