/* SPDX-License-Identifier: MIT */
/* Several servers, of which one takes writes, asked at once; see pg_dial.h. */
#define _POSIX_C_SOURCE 200809L

#include "store/pg_dial.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

enum {
    SERVERS_MAX = 16,
    WORDS_MAX = 16, /* of the caller's, and three of ours */
    TEXT_MAX = 256,
    NEXT_MS = 100, /* as long as one says nothing the next is not asked */
    SLICE_MS = 50
};

/* One of the servers; the texts are "" where the address says nothing. */
typedef struct server {
    char host[TEXT_MAX], hostaddr[TEXT_MAX], port[TEXT_MAX];
    bool is_named; /* it is not known yet for which machines the name stands */
    PGconn *conn;  /* NULL: it was not asked yet */
    PostgresPollingStatusType waits;
    bool refuses;
    int64_t due_ms; /* when it is asked, or asked again */
} server;

typedef struct dial {
    const arb_pg_dialling *how;
    server of[SERVERS_MAX];
    size_t count;
    int64_t until;
} dial;

static int64_t now_ms(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- what the address says ---- */

static const char *option(const PQconninfoOption *all, const char *word)
{
    for (; all->keyword; all++)
        if (strcmp(all->keyword, word) == 0)
            return all->val ? all->val : "";
    return "";
}

/* The element of a list with commas; one alone stands for all. False: it is not there, or too long.
 * A list that is empty has elements that are. */
static bool element(char out[TEXT_MAX], const char *list, size_t which)
{
    const char *at = list;

    for (size_t i = 0; i < which && strchr(list, ','); i++) {
        at = strchr(at, ',');
        if (!at++)
            return false;
    }
    const size_t size = strcspn(at, ",");
    if (size >= TEXT_MAX || (size == 0 && list[0]))
        return false;
    memcpy(out, at, size);
    out[size] = '\0';
    return true;
}

static size_t elements(const char *list)
{
    size_t count = 1;

    while ((list = strchr(list, ','))) {
        list++;
        count++;
    }
    return count;
}

static bool add_server(dial *d, const PQconninfoOption *all, size_t which)
{
    server one = { .conn = NULL };

    if (!element(one.host, option(all, "host"), which) ||
        !element(one.hostaddr, option(all, "hostaddr"), which) ||
        !element(one.port, option(all, "port"), which) || (!one.host[0] && !one.hostaddr[0]))
        return false;
    one.is_named = !one.hostaddr[0] && one.host[0] != '/' && one.host[0] != '@';
    if (d->count == SERVERS_MAX)
        return false;
    d->of[d->count++] = one;
    return true;
}

/* The last of these words; "" when it is not among them. */
static const char *given(const arb_pg_dialling *how, const char *word)
{
    const char *value = "";

    for (size_t i = 0; how->words[i]; i++)
        if (strcmp(how->words[i], word) == 0)
            value = how->values[i];
    return value;
}

/* Finds the servers. False: it is libpq's concern. */
static bool find_servers(dial *d)
{
    PQconninfoOption *all = PQconninfoParse(given(d->how, "dbname"), NULL);

    if (!all)
        return false;
    const char *wanted = option(all, "target_session_attrs"),
               *time = option(all, "connect_timeout");
    const size_t hosts = elements(option(all, "host")),
                 addresses = elements(option(all, "hostaddr"));
    const size_t count = hosts > addresses ? hosts : addresses;
    const long seconds = strtol(time[0] ? time : given(d->how, "connect_timeout"), NULL, 10);
    bool several =
        count > 1 && (strcmp(wanted, "read-write") == 0 || strcmp(wanted, "primary") == 0);

    for (size_t i = 0; i < count && several; i++)
        several = add_server(d, all, i);
    d->until = seconds > 0 ? now_ms() + seconds * 1000 : INT64_MAX;
    PQconninfoFree(all);
    return several && d->count > 0;
}

/* ---- asking them ---- */

/* What stands behind the address holds against it. */
static bool start(const dial *d, server *s)
{
    const char *words[WORDS_MAX + 4] = { NULL }, *values[WORDS_MAX + 4] = { NULL };
    const char *const more[] = { "host", s->host, "hostaddr", s->hostaddr, "port", s->port };
    size_t count = 0;

    for (; d->how->words[count] && count < WORDS_MAX; count++) {
        words[count] = d->how->words[count];
        values[count] = d->how->values[count];
    }
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i += 2) {
        if (!more[i + 1][0])
            continue;
        words[count] = more[i];
        values[count++] = more[i + 1];
    }
    s->conn = PQconnectStartParams(words, values, 1);
    s->waits = PGRES_POLLING_WRITING;
    s->refuses = s->conn && PQstatus(s->conn) == CONNECTION_BAD;
    s->due_ms = now_ms() + d->how->again_ms; /* should it refuse */
    return s->conn != NULL;
}

/* A name may stand for several machines, and libpq would wait for the first of them. It is looked
 * up when it is due, so that nobody before it waits for that. Machines for which there is no room
 * are left out. False: nobody knows the name. */
static bool look_up(dial *d, size_t at)
{
    const struct addrinfo hints = { .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM };
    const server named = d->of[at];
    char address[SERVERS_MAX][TEXT_MAX];
    struct addrinfo *found = NULL;
    size_t count = 0;

    if (getaddrinfo(named.host, NULL, &hints, &found) != 0)
        return false;
    for (const struct addrinfo *one = found; one && d->count + count <= SERVERS_MAX;
         one = one->ai_next)
        count += getnameinfo(one->ai_addr, one->ai_addrlen, address[count], TEXT_MAX, NULL, 0,
                             NI_NUMERICHOST) == 0;
    freeaddrinfo(found);
    if (count == 0)
        return false;
    memmove(&d->of[at + count], &d->of[at + 1], (d->count - at - 1) * sizeof d->of[0]);
    d->count += count - 1;
    for (size_t i = 0; i < count; i++) {
        server *s = &d->of[at + i];
        *s = (server){ .due_ms = now_ms() + (int64_t)i * NEXT_MS };
        memcpy(s->host, named.host, sizeof s->host);
        memcpy(s->port, named.port, sizeof s->port);
        memcpy(s->hostaddr, address[i], sizeof s->hostaddr);
    }
    return true;
}

/* False without memory. */
static bool ask(dial *d, size_t at)
{
    server *s = &d->of[at];

    PQfinish(s->conn);
    s->conn = NULL;
    if (!s->is_named || look_up(d, at))
        return start(d, s);
    s->refuses = true;
    s->due_ms = now_ms() + d->how->again_ms;
    return true;
}

/* Asks whose turn it is: the first at once, each of the others when those before him have refused
 * or said nothing for a while, and who has refused again. False without memory. */
static bool ask_due(dial *d)
{
    bool fits = true, awaits = false;

    for (size_t i = 0; i < d->count && fits; i++) {
        const server *s = &d->of[i];
        const bool is_new = !s->conn && !s->refuses, is_due = now_ms() >= s->due_ms;
        if (is_new ? is_due || !awaits : is_due && s->refuses)
            fits = ask(d, i);
        awaits = awaits || !d->of[i].refuses;
    }
    return fits;
}

/* May there be an answer yet? When all have refused there is none. */
static bool is_open(const dial *d)
{
    bool all_refuse = true;

    for (size_t i = 0; i < d->count; i++)
        all_refuse = all_refuse && d->of[i].refuses;
    return !all_refuse && now_ms() < d->until &&
           !(d->how->is_vain && d->how->is_vain(d->how->user));
}

/* Waits for a moment for whoever has something to say; returns who takes writes, or NULL. */
static server *listen_to_all(dial *d)
{
    struct pollfd fd[SERVERS_MAX];

    for (size_t i = 0; i < d->count; i++) {
        const server *s = &d->of[i];
        fd[i] = (struct pollfd){ .fd = s->conn && !s->refuses ? PQsocket(s->conn) : -1,
                                 .events = s->waits == PGRES_POLLING_READING ? POLLIN : POLLOUT };
    }
    if (poll(fd, (nfds_t)d->count, SLICE_MS) <= 0)
        return NULL;
    for (size_t i = 0; i < d->count; i++) {
        server *s = &d->of[i];
        if (!fd[i].revents)
            continue;
        s->waits = PQconnectPoll(s->conn);
        if (s->waits == PGRES_POLLING_OK)
            return s;
        s->refuses = s->waits == PGRES_POLLING_FAILED;
        if (s->refuses)
            s->due_ms = now_ms() + d->how->again_ms;
    }
    return NULL;
}

/* Who says best why there is none: of one that is away nothing is known, one that knows no such
 * database will not know it later either. NULL: nobody was asked. */
static server *most_telling(dial *d)
{
    server *best = NULL;

    for (server *s = d->of; s < d->of + d->count; s++) {
        if (!s->conn)
            continue;
        if (s->refuses && d->how->is_final && d->how->is_final(PQerrorMessage(s->conn)))
            return s;
        best = best ? best : s;
    }
    return best;
}

/* NULL: none of the names is known, or there is no memory. */
static PGconn *ask_all(dial *d)
{
    server *found = NULL;
    PGconn *conn = NULL;

    for (size_t i = 0; i < d->count; i++)
        d->of[i].due_ms = now_ms() + (int64_t)i * NEXT_MS;
    while (!found && ask_due(d) && is_open(d))
        found = listen_to_all(d);
    found = found ? found : most_telling(d);
    if (found) {
        conn = found->conn;
        found->conn = NULL;
    }
    for (size_t i = 0; i < d->count; i++)
        PQfinish(d->of[i].conn);
    return conn;
}

PGconn *arb_pg_dial(const arb_pg_dialling *how)
{
    dial d = { .how = how };
    PGconn *conn = find_servers(&d) ? ask_all(&d) : NULL;

    return conn ? conn : PQconnectdbParams(how->words, how->values, 1);
}
