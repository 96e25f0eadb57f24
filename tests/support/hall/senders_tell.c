/* SPDX-License-Identifier: MIT */
/* What is known when a game stands that should move; see senders.h. */
#define _GNU_SOURCE
#include <libpq-fe.h>

#include "support/hall/senders.h"

enum { LINES = 40, LINE = 512, ANSWERS = 200 };

/* Rows as they are, a line each. */
static void tell_rows(const char *address, const char *text)
{
    PGconn *conn = PQconnectdb(address);

    PQclear(PQexec(conn, "SET search_path = arbitro"));
    PGresult *rows = PQexec(conn, text);
    if (PQresultStatus(rows) != PGRES_TUPLES_OK)
        print_message("#   the database says: %s", PQerrorMessage(conn));
    for (int i = 0; i < PQntuples(rows); i++) {
        print_message("#  ");
        for (int k = 0; k < PQnfields(rows); k++)
            print_message(" %s", PQgetvalue(rows, i, k));
        print_message("\n");
    }
    PQclear(rows);
    PQfinish(conn);
}

void senders_tell_game(const char *address, long long game)
{
    char text[512];

    print_message("# game %lld: epoch, hall and time left of its lease\n", game);
    (void)snprintf(text, sizeof text,
                   "SELECT epoch, hall, coalesce(until_ms - (extract(epoch FROM"
                   " clock_timestamp()) * 1000)::bigint, -1) FROM leases LEFT JOIN halls"
                   " ON halls.id = hall WHERE game = %lld",
                   game);
    tell_rows(address, text);
    print_message("# its last events: sequence, number, epoch, actor, boot time, wall, text\n");
    (void)snprintf(text, sizeof text,
                   "SELECT * FROM (SELECT sequence, number, epoch, actor, monotonic_ms, wall_ms,"
                   " text FROM events WHERE game = %lld ORDER BY number DESC LIMIT 12) AS last"
                   " ORDER BY number",
                   game);
    tell_rows(address, text);
}

/* What a hall says about the game now, and how long that takes it. */
static void tell_hall(unsigned i, const sender *me)
{
    const int64_t began = client_now();
    json_t *answer = NULL;
    unsigned status = 0;

    if (house[i].pid != 0)
        status = hall_ask(&answer, &house[i], "GET", "/api/game", me->at.arbiter, NULL);
    char *said = answer ? json_dumps(answer, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    print_message("#   hall %u, process %d, port %u, answers %u after %lld ms: %.*s\n", i,
                  (int)house[i].pid, (unsigned)house[i].port, status,
                  (long long)(client_now() - began), ANSWERS, said ? said : "");
    free(said);
    json_decref(answer);
}

static void tell_sender(unsigned i, const char *address)
{
    const sender *me = &all->of[i];
    const int64_t now = client_now();

    print_message("# sender %u, %u acknowledged: game %d, \"%s\" (line %u) for %lld ms, %u times,"
                  " the last time %lld ms ago; the last answer, of hall %u, was %u %s\n",
                  i, atomic_load(&me->count), me->at.game, me->event, me->id,
                  (long long)(now - atomic_load(&me->since_ms)), me->tries,
                  (long long)(now - atomic_load(&me->asked_ms)), me->hall, me->status, me->why);
    senders_tell_game(address, me->at.game);
    for (unsigned k = 0; k < HALLS; k++)
        tell_hall(k, me);
}

static void tell_log(unsigned i)
{
    static char lines[LINES][LINE];
    char path[200];
    size_t count = 0;

    senders_log_path(path, i);
    FILE *log = path[0] ? fopen(path, "re") : NULL;
    print_message("# the log of hall %u ends so:\n", i);
    while (log && fgets(lines[count % LINES], LINE, log))
        count++;
    for (size_t k = count > LINES ? count - LINES : 0; k < count; k++)
        print_message("#   %s", lines[k % LINES]);
    if (log)
        (void)fclose(log);
}

void senders_tell(const char *address)
{
    print_message("# halls by the database: number, name, time left\n");
    tell_rows(address, "SELECT id, name, until_ms - (extract(epoch FROM clock_timestamp()) *"
                       " 1000)::bigint FROM halls ORDER BY id");
    print_message("# who is connected: what it is, what it does, what it waits for\n");
    tell_rows(address, "SELECT application_name, state, wait_event_type, wait_event,"
                       " left(query, 60) FROM pg_stat_activity WHERE datname = 'postgres'");
    for (unsigned i = 0; i < SENDERS; i++)
        tell_sender(i, address);
    for (unsigned i = 0; i < HALLS; i++)
        tell_log(i);
}

void senders_log_path(char out[200], unsigned i)
{
    (void)snprintf(out, 200, "%.190s%s", house[i].folder, house[i].folder[0] ? "/log" : "");
}
