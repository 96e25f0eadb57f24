/* SPDX-License-Identifier: MIT */
/* What the server does when descriptors or memory run out, or a forked process holds its own. */
#define _GNU_SOURCE
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/http/conn.h"
#include "support/failing_mem.h"
#include "support/http/fixture.h"

enum { REQUEST_MS = 500, LATE_MS = 3000 };

static void begin(void)
{
    site_init(&s);
    s.config.request_ms = REQUEST_MS;
    site_start(&s);
}

/* ---- descriptors */

static uint16_t port_of_child(int pipe_end)
{
    uint16_t port = 0;

    assert_int_equal(read(pipe_end, &port, sizeof port), sizeof port);
    close(pipe_end);
    return port;
}

/* A server of its own process that may open 40 descriptors and believes in more connections. */
static pid_t start_poor_server(uint16_t *port)
{
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const struct rlimit limit = { .rlim_cur = 40, .rlim_max = 40 };

        alarm(60); /* should the test not live to end it */
        for (int fd = 3; fd < 40; fd++)
            if (fd != ends[1])
                close(fd);
        site_init(&s);
        s.config.descriptors_kept = 0;
        s.config.request_ms = 60000;
        if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
            _exit(1);
        site_open(&s);
        if (write(ends[1], &s.port, sizeof s.port) != (ssize_t)sizeof s.port)
            _exit(1);
        site_run(&s);
        _exit(0);
    }
    close(ends[1]);
    *port = port_of_child(ends[0]);
    return child;
}

static void test_http_scarce__without_descriptors_accepting_pauses_and_recovers(void **state)
{
    enum { CLIENTS = 60 };
    static client c[CLIENTS];
    unsigned served = 0;
    uint16_t port;
    const pid_t child = start_poor_server(&port);

    (void)state;
    for (unsigned i = 0; i < CLIENTS; i++)
        c[i] = client_open(port);
    for (unsigned i = 0; i < CLIENTS; i++)
        client_ask(&c[i], "POST", "/echo", "x");
    for (unsigned i = 0; i < CLIENTS; i++)
        served += client_expect(&c[i], "HTTP/1.1 200", i < 30 ? 1000 : 0);
    assert_in_range(served, 20, 39);
    /* Those who are in are served all the while, and who waited gets in when others go. */
    assert_true(client_ask(&c[0], "POST", "/echo", "again"));
    assert_true(client_expect(&c[0], "again", 1000));
    for (unsigned i = 0; i < CLIENTS; i++)
        client_close(&c[i]);
    assert_int_equal(client_once(port, "POST", "/echo", "x", NULL, 0), 200);
    assert_true(client_count(port, "paused") > 0);
    assert_true(client_count_becomes(port, "connections", 1, 2000));
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static void test_http_scarce__the_cap_follows_the_descriptors(void **state)
{
    struct rlimit before;

    (void)state;
    getrlimit(RLIMIT_NOFILE, &before);
    /* A low soft limit is raised to the hard one; the cap keeps some descriptors back. */
    const struct rlimit low = { .rlim_cur = 128, .rlim_max = before.rlim_max };
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &low), 0);
    site_init(&s);
    s.config.connections_max = UINT32_MAX;
    s.config.descriptors_kept = (unsigned)before.rlim_max - 100;
    site_open(&s);
    const arb_http_capacity capacity = arb_http_capacity_get(s.http);
    assert_int_equal(capacity.descriptors, before.rlim_max);
    assert_int_equal(capacity.connections, 100);
    site_close(&s);
    site_init(&s); /* where each connection may need another one behind it */
    s.config.connections_max = UINT32_MAX;
    s.config.descriptors_kept = (unsigned)before.rlim_max - 100;
    s.config.descriptors_each = 1;
    site_open(&s);
    assert_int_equal(arb_http_capacity_get(s.http).connections, 50);
    site_close(&s);
    setrlimit(RLIMIT_NOFILE, &before);
}

/*
 * A process that was forked holds every connection, so that closing one here does not end it: it
 * must be forgotten all the same, although bytes still come.
 */
static void test_http_scarce__a_forked_process_does_no_harm(void **state)
{
    (void)state;
    begin();
    client c = client_open(s.port);
    assert_true(client_ask(&c, "POST", "/echo", "x"));
    assert_true(client_expect(&c, "\r\n\r\nx", 1000));
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(20); /* should the test not live to end it */
        pause();
        _exit(0);
    }
    assert_true(client_count_becomes(s.port, "connections", 1, LATE_MS));
    for (unsigned i = 0; i < 5; i++) {
        client_send(&c, "x");
        assert_int_equal(client_once(s.port, "POST", "/echo", "x", NULL, 0), 200);
    }
    client_close(&c);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    site_stop(&s);
}

/* Connections have what was said to the socket that listens. */
static void test_http_scarce__connections_inherit_their_options(void **state)
{
    int value = 0;
    socklen_t size = sizeof value;

    (void)state;
    begin();
    client c = client_open(s.port);
    assert_true(client_ask(&c, "POST", "/echo", "x"));
    assert_true(client_expect(&c, "\r\n\r\nx", 1000));
    const int fd = s.http->conns->watch.fd; /* nothing moves there until the client does */
    assert_int_equal(getsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &value, &size), 0);
    assert_true(value != 0);
    assert_int_equal(getsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &value, &size), 0);
    assert_in_range(value, s.config.heartbeat_ms / 2, s.config.heartbeat_ms - 1);
    client_close(&c);
    site_stop(&s);
}

/* ---- memory */

/* Whichever allocation fails, the server stands and serves the next client. */
static void test_http_scarce__running_out_of_memory_is_survived(void **state)
{
    failing_mem memory;
    bool failed = true;

    (void)state;
    for (size_t fail_at = 7; failed; fail_at++) {
        failing_mem_init(&memory, fail_at);
        site_init(&s);
        s.mem = &memory.mem;
        site_start(&s);
        client c = client_open(s.port), stream = client_open(s.port);
        client_send(&c, "POST /echo HTTP/1.1\r\nHost: h\r\n");
        client_send(&c, "Content-Length: 1\r\n\r\n1");
        client_ask(&c, "POST", "/later", "2");
        client_ask(&c, "POST", "/echo", "3");
        client_ask(&stream, "GET", "/stream", NULL);
        if (client_expect(&c, "\r\n\r\n3", 1000))
            client_once(s.port, "POST", "/push", "hello", NULL, 0);
        client_close(&c);
        client_close(&stream);
        /* The failure may still be to come, for this very client: the second is served. */
        if (client_once(s.port, "POST", "/echo", "x", NULL, 0) != 200)
            assert_int_equal(client_once(s.port, "POST", "/echo", "x", NULL, 0), 200);
        site_stop(&s);
        failed = memory.failed;
        failing_mem_assert_clean(&memory);
    }
}

static arb_err begin_and_end(const arb_mem *mem, void *user)
{
    arb_loop *loop = NULL;
    arb_http *http = NULL;
    arb_err err = arb_loop_new(&loop, mem);

    (void)user;
    if (err == ARB_OK)
        err = arb_http_new(&http, NULL, loop, &s.config, mem);
    arb_http_free(http);
    arb_loop_free(loop);
    return err;
}

static void test_http_scarce__a_server_begins_whole_or_not_at_all(void **state)
{
    (void)state;
    site_init(&s);
    assert_true(failing_mem_sweep(begin_and_end, NULL) >= 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_http_scarce__without_descriptors_accepting_pauses_and_recovers),
        cmocka_unit_test(test_http_scarce__the_cap_follows_the_descriptors),
        cmocka_unit_test(test_http_scarce__a_forked_process_does_no_harm),
        cmocka_unit_test(test_http_scarce__running_out_of_memory_is_survived),
        cmocka_unit_test(test_http_scarce__connections_inherit_their_options),
        cmocka_unit_test(test_http_scarce__a_server_begins_whole_or_not_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
