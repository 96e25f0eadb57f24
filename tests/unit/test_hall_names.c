/* SPDX-License-Identifier: MIT */
/* By which names the hall answers, and to whose pages: rebinding and other origins read nothing. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <sys/socket.h>

#include "support/hall/fixture.h"

/* The proxy is 127.0.0.1. */
static int proxied_hall(void **state)
{
    static arb_network proxy;
    arb_hall_config config = arb_hall_defaults();

    (void)state;
    assert_true(arb_network_read(&proxy, "127.0.0.1", 9));
    config.proxies = &proxy;
    config.proxy_count = 1;
    fixture_start(&config);
    return 0;
}

/* ---- names */

static const char *const pages[] = { "/",         "/game",    "/icon.svg", "/api/hall",
                                     "/api/ping", "/metrics", "/nothing" };
enum { PAGES = sizeof pages / sizeof pages[0] };

static unsigned status_under(const char *host, const char *path)
{
    client c = client_open(h.port);
    char lines[512];

    (void)snprintf(lines, sizeof lines, "Host: %s\r\n", host);
    const unsigned status = hall_ask_with(NULL, &c, "GET", path, lines, NULL);
    client_close(&c);
    return status;
}

static void test_door__only_known_names_are_answered(void **state)
{
    static const char *const good[] = { "hall.test",        "HALL.Test:8080", "hall.test.",
                                        "hall.test.:1",     "localhost",      "LOCALHOST:9",
                                        "localhost.",       "127.0.0.1",      "127.0.0.1:8080",
                                        "127.1.2.3:8080",   "[::1]",          "[::1]:8080",
                                        "[0:0:0:0:0:0:0:1]" };
    static const char *const bad[] = { "evil.example",
                                       "evil.example:8080",
                                       "hall.test.evil.example",
                                       "evil-hall.test",
                                       "xhall.test",
                                       "hall.tes",
                                       "localhost.evil.example",
                                       "127.0.0.1.evil.example",
                                       "192.0.2.7",
                                       "10.0.0.1:8080",
                                       "[2001:db8::1]",
                                       "0.0.0.0",
                                       "[::]",
                                       "hall.test:80:80",
                                       "hall.test:x",
                                       "[::1]x",
                                       "[::1",
                                       "::1",
                                       ":8080",
                                       "." };

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        if (status_under(good[i], "/api/ping") != 200 || status_under(good[i], "/") != 200)
            fail_msg("%s is not answered", good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        for (unsigned j = 0; j < PAGES; j++) {
            if (status_under(bad[i], pages[j]) != 421)
                fail_msg("%s is answered at %s", bad[i], pages[j]);
        }
        assert_int_equal(status_under(bad[i], "/healthz"), 200);
    }
}

/* Whatever it is an answer to, it is framed nowhere, guessed at by nobody and kept by none. */
static void assert_safe(const reply *r)
{
    static const char *const headers[][2] = { { "X-Frame-Options", "DENY" },
                                              { "X-Content-Type-Options", "nosniff" },
                                              { "Referrer-Policy", "no-referrer" },
                                              { "Cross-Origin-Resource-Policy", "same-origin" } };
    char value[1024];

    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        client_assert_header(r, headers[i][0], headers[i][1]);
    assert_true(client_header(value, sizeof value, r, "Content-Security-Policy"));
    assert_non_null(strstr(value, "frame-ancestors 'none'"));
    assert_false(client_header(value, sizeof value, r, "Access-Control-Allow-Origin"));
}

/* What a rebound page of another name gets: how to allow it, the usual headers, and no more. */
static void test_door__a_rebound_name_reads_nothing(void **state)
{
    static reply r;
    client c = client_open(h.port);

    (void)state;
    (void)hall_game(&h, "{\"names\":{\"white\":\"Ada\"}}");
    assert_true(client_send(&c, "GET /api/hall HTTP/1.1\r\nHost: evil.example:8080\r\n\r\n"));
    assert_true(client_reply(&r, &c, false));
    assert_int_equal(r.status, 421);
    assert_non_null(strstr(r.body, "\"error\":\"unknown-host\""));
    assert_non_null(strstr(r.body, "--host NAME"));
    assert_non_null(strstr(r.body, "--host NOME"));
    assert_non_null(strstr(r.body, "\"host\":\"evil.example:8080\""));
    assert_null(strstr(r.body, "Ada"));
    assert_safe(&r);
    client_assert_header(&r, "Cache-Control", "no-store");
    client_close(&c);
}

static void test_door__every_answer_has_its_headers(void **state)
{
    static const struct {
        const char *request;
        unsigned status;
    } rows[] = {
        { "GET / HTTP/1.1\r\nHost: h\r\n\r\n", 200 },
        { "GET /api/ping HTTP/1.1\r\nHost: h\r\n\r\n", 200 },
        { "GET / HTTP/1.0\r\n\r\n", 400 },
        { "GET / HTTP/1.1\r\n\r\n", 400 },
        { "GET /api/game HTTP/1.1\r\nHost: h\r\n\r\n", 401 },
        { "GET /api/hall HTTP/1.1\r\nHost: h\r\nOrigin: null\r\n\r\n", 403 },
        { "GET /nothing HTTP/1.1\r\nHost: h\r\n\r\n", 404 },
        { "GET /nothing HTTP/1.1\r\nHost: h\r\nAccept: text/html\r\n\r\n", 404 },
        { "GET /api/games HTTP/1.1\r\nHost: h\r\n\r\n", 405 },
        { "POST /api/join HTTP/1.1\r\nHost: h\r\nContent-Length: 99999\r\n\r\n", 413 },
        { "GET / HTTP/1.1\r\nHost: h\r\nExpect: more\r\n\r\n", 417 },
        { "GET / HTTP/1.1\r\nHost: other\r\n\r\n", 421 },
    };
    static reply r;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        client c = client_open(h.port);
        assert_true(client_send(&c, rows[i].request));
        assert_true(client_reply(&r, &c, false));
        if (r.status != rows[i].status)
            fail_msg("%s: %u", rows[i].request, r.status);
        assert_safe(&r);
        client_close(&c);
    }
}

/* Also that of one for whom there is no place. */
static void test_door__who_is_turned_away_gets_them_too(void **state)
{
    arb_http_config http = arb_http_defaults();
    arb_hall_config config = arb_hall_defaults();
    static reply r;

    (void)state;
    http.per_address_max = 1;
    config.http = &http;
    assert_int_equal(hall_stop(&h), 0);
    fixture_start(&config);
    client first = client_open(h.port), second = client_open(h.port);
    assert_int_equal(hall_ask_with(NULL, &first, "GET", "/api/ping", "", NULL), 200);
    assert_true(client_reply(&r, &second, false));
    assert_int_equal(r.status, 503);
    assert_safe(&r);
    client_close(&first);
    client_close(&second);
}

static void test_door__names_that_are_given(void **state)
{
    static const char *const names[] = { "chess.example.org", "192.0.2.7", "[2001:db8::7]",
                                         "club.local." };
    arb_hall_config config = arb_hall_defaults();

    (void)state;
    config.unlimited = true;
    config.hosts = names;
    config.host_count = 4;
    assert_int_equal(hall_stop(&h), 0);
    fixture_start(&config);
    assert_int_equal(status_under("chess.example.org", "/"), 200);
    assert_int_equal(status_under("Chess.Example.Org.:443", "/"), 200);
    assert_int_equal(status_under("192.0.2.7:8080", "/"), 200);
    assert_int_equal(status_under("[2001:db8:0::7]:8080", "/"), 200);
    assert_int_equal(status_under("club.local:8080", "/"), 200);
    assert_int_equal(status_under("hall.test", "/"), 421);
    assert_int_equal(status_under("localhost", "/"), 200);
    assert_int_equal(status_under("192.0.2.8", "/"), 421);
}

/* An address of this machine that others could reach; false when it has none. */
static bool find_address(struct sockaddr_in *out)
{
    struct ifaddrs *all = NULL;
    bool found = false;

    assert_int_equal(getifaddrs(&all), 0);
    for (const struct ifaddrs *one = all; one && !found; one = one->ifa_next) {
        found = one->ifa_addr && one->ifa_addr->sa_family == AF_INET &&
                !(one->ifa_flags & IFF_LOOPBACK) && (one->ifa_flags & IFF_UP);
        if (found)
            memcpy(out, one->ifa_addr, sizeof *out);
    }
    freeifaddrs(all);
    return found;
}

/* Where it listens everywhere, the address by which somebody came is its own, and no other. */
static void test_door__the_address_by_which_one_came(void **state)
{
    static const char *const everywhere[] = { "--engine", "none", "--listen", "0.0.0.0:0", NULL };
    struct sockaddr_in to;
    char digits[INET_ADDRSTRLEN], lines[64];

    (void)state;
    assert_int_equal(hall_stop(&h), 0);
    hall_start(&h, everywhere);
    if (!find_address(&to))
        return; /* a machine without a network has only loopback */
    to.sin_port = htons(h.port);
    assert_non_null(inet_ntop(AF_INET, &to.sin_addr, digits, sizeof digits));
    (void)snprintf(lines, sizeof lines, "Host: %s:8080\r\n", digits);
    client c = { .fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0) };
    assert_int_equal(connect(c.fd, (struct sockaddr *)&to, sizeof to), 0);
    assert_int_equal(hall_ask_with(NULL, &c, "GET", "/api/ping", lines, NULL), 200);
    assert_int_equal(hall_ask_with(NULL, &c, "GET", "/api/ping", "Host: 192.0.2.7\r\n", NULL), 421);
    client_close(&c);
    /* who came by another one does not know this one */
    c = client_open(h.port);
    assert_int_equal(hall_ask_with(NULL, &c, "GET", "/api/ping", lines, NULL), 421);
    client_close(&c);
}

/* ---- pages of others */

static unsigned status_of_page(const char *host, const char *lines, const char *path)
{
    client c = client_open(h.port);
    char all[512];

    (void)snprintf(all, sizeof all, "Host: %s\r\n%s", host, lines);
    const unsigned status =
        hall_ask_with(NULL, &c, strcmp(path, "/api/games") == 0 ? "POST" : "GET", path, all,
                      strcmp(path, "/api/games") == 0 ? "{}" : NULL);
    client_close(&c);
    return status;
}

static void test_door__pages_of_other_sites_are_refused(void **state)
{
    static const struct {
        const char *host, *lines;
        bool good;
    } rows[] = {
        { "hall.test", "", true },
        { "hall.test", "Origin: http://hall.test\r\n", true },
        { "hall.test:8080", "Origin: http://HALL.test:8080\r\n", true },
        { "hall.test", "Origin: https://hall.test\r\n", true },
        { "hall.test:443", "Origin: https://hall.test\r\n", true },
        { "[::1]:8080", "Origin: http://[::1]:8080\r\n", true },
        { "hall.test", "Sec-Fetch-Site: same-origin\r\n", true },
        { "hall.test", "Sec-Fetch-Site: none\r\n", true },
        { "hall.test", "Origin: http://evil.example\r\n", false },
        { "hall.test", "Origin: http://hall.test.evil.example\r\n", false },
        { "hall.test", "Origin: http://evil.example/hall.test\r\n", false },
        { "hall.test", "Origin: http://hall.test@evil.example\r\n", false },
        { "hall.test", "Origin: null\r\n", false },
        { "hall.test", "Origin:\r\n", false },
        { "hall.test", "Origin: hall.test\r\n", false },
        { "hall.test", "Origin: ftp://hall.test\r\n", false },
        { "hall.test", "Origin: http://hall.test:8080\r\n", false },
        { "hall.test:8080", "Origin: http://hall.test\r\n", false },
        { "hall.test:8080", "Origin: http://hall.test:80801\r\n", false },
        { "localhost:8080", "Origin: http://127.0.0.1:8080\r\n", false },
        { "hall.test", "Sec-Fetch-Site: cross-site\r\n", false },
        { "hall.test", "Sec-Fetch-Site: same-site\r\n", false },
        { "hall.test", "Origin: http://hall.test\r\nSec-Fetch-Site: cross-site\r\n", false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const unsigned read = status_of_page(rows[i].host, rows[i].lines, "/api/hall");
        const unsigned made = status_of_page(rows[i].host, rows[i].lines, "/api/games");
        if (read != (rows[i].good ? 200u : 403u) || made != (rows[i].good ? 201u : 403u))
            fail_msg("%s, %s: %u and %u", rows[i].host, rows[i].lines, read, made);
        /* a link on another page leads to ours all the same */
        assert_int_equal(status_of_page(rows[i].host, rows[i].lines, "/"), 200);
    }
}

/* A proxy may leave the port out of the Host that it passes; without one nobody does. */
static void test_door__a_proxy_may_leave_the_port_out(void **state)
{
    client proxy = client_open_from(h.port, "127.0.0.1");
    client other = client_open_from(h.port, "127.0.0.2");
    static const char page[] = "Host: hall.test\r\nOrigin: https://hall.test:8443\r\n";
    static const char evil[] = "Host: hall.test\r\nOrigin: https://evil.example:8443\r\n";

    (void)state;
    assert_int_equal(hall_ask_with(NULL, &proxy, "POST", "/api/games", page, "{}"), 201);
    assert_int_equal(hall_ask_with(NULL, &other, "POST", "/api/games", page, "{}"), 403);
    assert_int_equal(hall_ask_with(NULL, &proxy, "POST", "/api/games", evil, "{}"), 403);
    client_close(&proxy);
    client_close(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_door__only_known_names_are_answered, fixture_hall),
        FIXTURE_TEST(test_door__a_rebound_name_reads_nothing, fixture_hall),
        FIXTURE_TEST(test_door__every_answer_has_its_headers, fixture_hall),
        FIXTURE_TEST(test_door__who_is_turned_away_gets_them_too, fixture_hall),
        FIXTURE_TEST(test_door__names_that_are_given, fixture_hall),
        FIXTURE_TEST(test_door__the_address_by_which_one_came, fixture_hall),
        FIXTURE_TEST(test_door__pages_of_other_sites_are_refused, fixture_hall),
        FIXTURE_TEST(test_door__a_proxy_may_leave_the_port_out, proxied_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
