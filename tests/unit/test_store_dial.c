/* SPDX-License-Identifier: MIT */
/*
 * Several servers in one address. Where one that takes writes is wanted, none that says nothing
 * holds up the others; otherwise their order counts.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <netdb.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "store/pg_dial.h"
#include "store/store.h"
#include "support/store/pair.h"
#include "support/store/postgres.h"

enum { SOON_MS = 1000, PATIENCE_S = 2 };

/* A machine that is gone: connections are made, and nobody answers. */
static struct {
    int fd;
    unsigned port;
} silent;

static int64_t now_ms(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void nap(long ms)
{
    const struct timespec time = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };

    (void)nanosleep(&time, NULL);
}

static int setup(void **state)
{
    struct sockaddr_in at = { .sin_family = AF_INET };
    socklen_t size = sizeof at;

    (void)state;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    silent.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(silent.fd, (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(silent.fd, 64), 0);
    assert_int_equal(getsockname(silent.fd, (struct sockaddr *)&at, &size), 0);
    silent.port = ntohs(at.sin_port);
    (void)pair_address();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    close(silent.fd);
    return 0;
}

/* The address of both servers, with the silent one before them under this name. */
static void address_with(char out[2048], const char *name)
{
    const char *hosts = strstr(pair_address(), "host=") + 5, *ports = strstr(hosts, "port=");

    (void)snprintf(out, 2048, "host=%s,%.*s port=%u,%s", name, (int)(ports - hosts), hosts,
                   silent.port, ports + 5);
}

static PGconn *dial(const char *address, bool (*is_vain)(const void *), const void *user)
{
    const char *const words[] = { "connect_timeout", "dbname", NULL };
    const char *const values[] = { "2", address, NULL };
    const arb_pg_dialling how = {
        .words = words, .values = values, .again_ms = 50, .is_vain = is_vain, .user = user
    };

    return arb_pg_dial(&how);
}

static bool takes_writes(PGconn *conn)
{
    PGresult *rows = PQexec(conn, "SELECT pg_is_in_recovery()::int");
    const bool it_does = PQntuples(rows) == 1 && strcmp(PQgetvalue(rows, 0, 0), "0") == 0;

    PQclear(rows);
    return it_does;
}

/* A server that says nothing, whichever way it is named, keeps nobody waiting. */
static void test_dial__one_that_is_silent(void **state)
{
    static const char *const names[] = { "127.0.0.1", "localhost" };
    char address[2048];

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        const int64_t began = now_ms();
        address_with(address, names[i]);
        PGconn *conn = dial(address, NULL, NULL);
        assert_int_equal(PQstatus(conn), CONNECTION_OK);
        assert_true(now_ms() - began < SOON_MS);
        assert_true(takes_writes(conn));
        PQfinish(conn);
    }
}

static bool is_later(const void *user)
{
    return now_ms() > *(const int64_t *)user;
}

/* Whoever looks for this name waits. */
int getaddrinfo(const char *restrict name, const char *restrict service,
                const struct addrinfo *restrict hints, struct addrinfo **restrict found)
{
    typedef int look_up(const char *, const char *, const struct addrinfo *, struct addrinfo **);

    if (name && strcmp(name, "slow.invalid") == 0)
        nap(1000L * PATIENCE_S);
    look_up *system = NULL;
    *(void **)&system = dlsym(RTLD_NEXT, "getaddrinfo");
    return system(name, service, hints, found);
}

/* A name that is slow to be found holds up nobody who stands before it. */
static void test_dial__a_name_that_is_slow(void **state)
{
    const char *hosts = strstr(pair_address(), "host=") + 5, *ports = strstr(hosts, "port=");
    const size_t first = strcspn(ports, " ");
    const int64_t began = now_ms();
    char address[2048];

    (void)state;
    (void)snprintf(address, sizeof address, "host=%.*s,slow.invalid %.*s,1%s",
                   (int)strcspn(hosts, " "), hosts, (int)first, ports, ports + first);
    PGconn *conn = dial(address, NULL, NULL);
    assert_int_equal(PQstatus(conn), CONNECTION_OK);
    assert_true(now_ms() - began < SOON_MS);
    PQfinish(conn);
}

/* One that is there and has no such database says so, wherever it is named. */
static void test_dial__there_is_no_such_database(void **state)
{
    char folder[1024], port[16], address[2048];
    const char *host = strstr(pair_address(), "host=") + 5, *ports = strstr(host, "port=") + 5;

    (void)state;
    (void)snprintf(folder, sizeof folder, "%.*s", (int)strcspn(host, ", "), host);
    (void)snprintf(port, sizeof port, "%.*s", (int)strcspn(ports, ", "), ports);
    for (size_t i = 0; i < 2; i++) {
        const arb_store_options options = { .create = true };
        arb_store *store = NULL;
        (void)snprintf(address, sizeof address,
                       "host=%s,%s port=%s,%s user=arbitro password=secret dbname=nowhere"
                       " target_session_attrs=read-write",
                       i ? folder : "127.0.0.1", i ? "127.0.0.1" : folder, i ? port : "1",
                       i ? "1" : port);
        assert_int_equal(arb_store_open(&store, address, &options), ARB_STORE_MISSING);
    }
}

/* When none answers that ends after the time that the address says, or sooner when nobody waits. */
static void test_dial__none_answers(void **state)
{
    char address[256];
    int64_t began = now_ms();
    const int64_t until = began + 200;

    (void)state;
    (void)snprintf(address, sizeof address,
                   "host=127.0.0.1,localhost port=%u dbname=postgres user=arbitro"
                   " target_session_attrs=primary",
                   silent.port);
    PGconn *conn = dial(address, is_later, &until);
    assert_int_not_equal(PQstatus(conn), CONNECTION_OK);
    assert_true(now_ms() - began >= 200 && now_ms() - began < SOON_MS);
    PQfinish(conn);
    began = now_ms();
    conn = dial(address, NULL, NULL);
    assert_int_not_equal(PQstatus(conn), CONNECTION_OK);
    assert_true(now_ms() - began >= 1000L * PATIENCE_S - 100);
    assert_true(now_ms() - began < 1000L * PATIENCE_S + SOON_MS);
    PQfinish(conn);
}

/* All refuse: that is known at once. Addresses that are not whole are libpq's to refuse. */
static void test_dial__all_refuse(void **state)
{
    static const char *const addresses[] = {
        "host=/nowhere,/nowhere dbname=x user=x target_session_attrs=read-write",
        "host=/nowhere,/nowhere port=1,2,3 dbname=x user=x target_session_attrs=read-write",
        "host=/nowhere,/nowhere port=1, dbname=x user=x target_session_attrs=read-write",
        "host=,/nowhere dbname=x user=x target_session_attrs=read-write",
        "hostaddr=127.0.0.1,127.0.0.1 port=1 dbname=x user=x target_session_attrs=read-write",
        "host=a,b hostaddr=127.0.0.1 port=1 dbname=x user=x target_session_attrs=read-write",
        "postgres://x@127.0.0.1:1,127.0.0.1:2/x?target_session_attrs=primary",
        "nothing",
    };

    (void)state;
    for (size_t i = 0; i < sizeof addresses / sizeof addresses[0]; i++) {
        const int64_t began = now_ms();
        PGconn *conn = dial(addresses[i], NULL, NULL);
        assert_int_not_equal(PQstatus(conn), CONNECTION_OK);
        assert_true(strlen(PQerrorMessage(conn)) > 0);
        assert_true(now_ms() - began < SOON_MS);
        PQfinish(conn);
    }
}

/* The primary's machine is gone; the standby refuses, and is found as soon as it is promoted. */
static void test_dial__a_standby_that_is_promoted(void **state)
{
    enum { BEFORE_MS = 400 };
    int status = 0;

    (void)state;
    pair_freeze();
    (void)fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        const int64_t began = now_ms();
        PGconn *conn = dial(pair_address(), NULL, NULL);
        const int64_t took = now_ms() - began;
        _exit(PQstatus(conn) == CONNECTION_OK && took >= BEFORE_MS && took < 1000L * PATIENCE_S
                  ? 0
                  : 1);
    }
    nap(BEFORE_MS);
    pair_promote();
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    pair_restore();
}

/* Where anyone will do, they are asked in their order, as libpq does. */
static void test_dial__in_order_where_anyone_will_do(void **state)
{
    char address[2048], *behind;

    (void)state;
    (void)snprintf(address, sizeof address, "%s", pair_address());
    behind = strstr(address, " target_session_attrs");
    assert_non_null(behind);
    *behind = '\0';
    PGconn *conn = dial(address, NULL, NULL);
    assert_int_equal(PQstatus(conn), CONNECTION_OK);
    assert_false(takes_writes(conn)); /* the first of them is the standby by now */
    PQfinish(conn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dial__one_that_is_silent),
        cmocka_unit_test(test_dial__a_name_that_is_slow),
        cmocka_unit_test(test_dial__there_is_no_such_database),
        cmocka_unit_test(test_dial__none_answers),
        cmocka_unit_test(test_dial__all_refuse),
        cmocka_unit_test(test_dial__a_standby_that_is_promoted),
        cmocka_unit_test(test_dial__in_order_where_anyone_will_do),
    };

    if (!postgres_is_there()) {
        puts("1..0 # SKIP PostgreSQL is not installed");
        return 0;
    }
    return cmocka_run_group_tests_name("store_dial", tests, setup, teardown);
}
