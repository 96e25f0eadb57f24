/* SPDX-License-Identifier: MIT */
/* What keeps the server standing: deadlines and caps. */
#define _GNU_SOURCE
#include "support/http/fixture.h"

enum { REQUEST_MS = 500, LATE_MS = 3000 };

static void begin(void (*change)(arb_http_config *config))
{
    site_init(&s);
    s.config.request_ms = REQUEST_MS;
    if (change != NULL)
        change(&s.config);
    site_start(&s);
}

/* ---- deadlines */

/* Sends the beginning, then a byte every 50 ms, and returns how long the server listened. */
static int64_t trickle(const char *at_once)
{
    client c = client_open(s.port);
    const int64_t began = client_now();

    assert_true(client_send(&c, at_once));
    while (client_now() - began < LATE_MS && client_send(&c, "a"))
        if (client_expect(&c, "HTTP/1.1 408 ", 50))
            break;
    const int64_t took = client_now() - began;
    client_close(&c);
    return took;
}

static void test_http_limits__trickled_heads_and_bodies_are_cut(void **state)
{
    (void)state;
    begin(NULL);
    client stream = client_open(s.port);
    assert_true(client_ask(&stream, "GET", "/stream", NULL));
    assert_true(client_expect(&stream, "after -1\n\n", 1000));
    assert_in_range(trickle("GET /"), REQUEST_MS - 100, REQUEST_MS + 1000);
    assert_in_range(trickle("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 900\r\n\r\n"),
                    REQUEST_MS - 100, REQUEST_MS + 1000);
    assert_int_equal(client_count(s.port, "too-slow"), 2);
    /* The stream that does nothing all the while is alive. */
    assert_int_equal(client_count(s.port, "streams"), 1);
    assert_int_equal(client_once(s.port, "POST", "/push", "x", NULL, 0), 200);
    assert_true(client_expect(&stream, "data: x\n\n", 1000));
    client_close(&stream);
    site_stop(&s);
}

static void test_http_limits__idle_connections_are_closed(void **state)
{
    (void)state;
    begin(NULL);
    client fresh = client_open(s.port), used = client_open(s.port);
    client_sleep(REQUEST_MS / 2);
    assert_true(client_ask(&used, "POST", "/echo", "x"));
    assert_true(client_expect(&used, "\r\n\r\nx", 1000));
    const int64_t first = client_closed(&fresh, LATE_MS), second = client_closed(&used, LATE_MS);
    assert_in_range(first, REQUEST_MS / 2 - 150, REQUEST_MS + 500);
    /* The time of the other began anew with its answer. */
    assert_in_range(first + second, REQUEST_MS - 150, REQUEST_MS + 1000);
    assert_true(second > 50);
    client_close(&fresh);
    client_close(&used);
    assert_int_equal(client_count(s.port, "too-slow"), 0);
    site_stop(&s);
}

static void short_write(arb_http_config *config)
{
    config->write_ms = REQUEST_MS;
}

static void test_http_limits__answers_that_are_not_taken_are_dropped(void **state)
{
    (void)state;
    begin(short_write);
    client c = client_open(s.port);
    for (unsigned i = 0; i < 16; i++)
        assert_true(client_ask(&c, "GET", "/big", NULL));
    assert_int_equal(client_count(s.port, "connections"), 2);
    assert_true(client_count_becomes(s.port, "connections", 1, LATE_MS));
    client_close(&c);
    site_stop(&s);
}

/* The time that the application takes for an answer is not the client's. */
static void test_http_limits__a_late_answer_is_no_fault_of_the_client(void **state)
{
    (void)state;
    begin(NULL);
    client c = client_open(s.port);
    for (unsigned i = 0; i < 40; i++) {
        assert_true(client_ask(&c, "POST", "/later", "x"));
        assert_true(client_expect(&c, "\r\n\r\nx", 1000));
    }
    client_close(&c);
    site_stop(&s);
}

/* ---- caps */

static void few(arb_http_config *config)
{
    config->connections_max = 6;
    config->per_address_max = 3;
    config->request_ms = 60000;
}

static unsigned status_of(client *c)
{
    reply r = { 0 };

    client_ask(c, "POST", "/echo", "x");
    client_reply(&r, c, false);
    return r.status;
}

static void test_http_limits__connections_are_capped(void **state)
{
    static const char *const from[] = { "127.0.0.1", "127.0.0.1", "127.0.0.1", "127.0.0.1",
                                        "127.0.0.2", "127.0.0.2", "127.0.0.2", "127.0.0.3" };
    static const unsigned expected[] = { 200, 200, 200, 503, 200, 200, 200, 503 };
    client c[8];

    (void)state;
    begin(few);
    for (unsigned i = 0; i < 8; i++) {
        c[i] = client_open_from(s.port, from[i]);
        assert_int_equal(status_of(&c[i]), expected[i]);
    }
    client_close(&c[0]);
    client_close(&c[4]);
    client_sleep(50);
    client again = client_open_from(s.port, "127.0.0.9");
    assert_int_equal(status_of(&again), 200);
    assert_true(client_ask(&again, "GET", "/counts", NULL));
    assert_true(client_expect(&again, "\ntoo-many-connections 1\n", 1000));
    assert_true(client_expect(&again, "too-many-from-address 1\n", 1000));
    client_close(&again);
    for (unsigned i = 0; i < 8; i++)
        client_close(&c[i]);
    site_stop(&s);
}

static void proxied(arb_http_config *config)
{
    static const arb_network here = { .address = IN6ADDR_LOOPBACK_INIT, .bits = 128 };
    static arb_network proxies[2];

    few(config);
    proxies[0] = here;
    assert_true(arb_network_read(&proxies[1], "127.0.0.1", 9));
    config->proxies = proxies;
    config->proxy_count = 2;
}

static void test_http_limits__a_proxy_on_this_machine_is_not_one_client(void **state)
{
    client c[7];

    (void)state;
    begin(proxied);
    for (unsigned i = 0; i < 7; i++) {
        c[i] = client_open(s.port);
        assert_int_equal(status_of(&c[i]), i < 6 ? 200 : 503);
    }
    for (unsigned i = 0; i < 7; i++)
        client_close(&c[i]);
    site_stop(&s);
}

static void little_input(arb_http_config *config)
{
    config->input_max = 100000;
}

static void test_http_limits__unfinished_requests_share_a_room(void **state)
{
    static char part[30001];
    client c[8];
    unsigned refused = 0;

    (void)state;
    begin(little_input);
    memset(part, 'p', sizeof part - 1);
    for (unsigned i = 0; i < 8; i++) {
        c[i] = client_open(s.port);
        assert_true(
            client_send(&c[i], "POST /large HTTP/1.1\r\nHost: h\r\nContent-Length: 40000\r\n\r\n"));
        assert_true(client_send(&c[i], part));
    }
    client_sleep(50);
    assert_true(client_count(s.port, "input") <= 100000);
    refused = (unsigned)client_count(s.port, "no-room");
    assert_in_range(refused, 4, 7);
    for (unsigned i = 0; i < 8; i++)
        client_close(&c[i]);
    assert_true(client_count_becomes(s.port, "input", 0, 1000));
    site_stop(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_http_limits__trickled_heads_and_bodies_are_cut),
        cmocka_unit_test(test_http_limits__idle_connections_are_closed),
        cmocka_unit_test(test_http_limits__answers_that_are_not_taken_are_dropped),
        cmocka_unit_test(test_http_limits__a_late_answer_is_no_fault_of_the_client),
        cmocka_unit_test(test_http_limits__connections_are_capped),
        cmocka_unit_test(test_http_limits__a_proxy_on_this_machine_is_not_one_client),
        cmocka_unit_test(test_http_limits__unfinished_requests_share_a_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
