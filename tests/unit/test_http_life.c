/* SPDX-License-Identifier: MIT */
/* server/server.h: how a server begins and how it ends. */
#define _GNU_SOURCE
#include <errno.h>

#include "support/http/fixture.h"

static void test_http_life__trouble_at_the_beginning_is_told(void **state)
{
    arb_http_listen listen[] = { { "127.0.0.1", 0 }, { "127.0.0.1", s.port } };
    arb_http_config config = s.config;
    arb_http_trouble trouble;
    arb_loop *loop;
    arb_http *http = NULL;

    (void)state;
    config.listen = listen;
    config.listen_count = 2;
    assert_int_equal(arb_loop_new(&loop, NULL), ARB_OK);
    assert_int_equal(arb_http_new(&http, &trouble, loop, &config, NULL), ARB_IO);
    assert_int_equal(trouble.listen, 1);
    assert_string_equal(trouble.what, "bind");
    assert_int_equal(trouble.code, EADDRINUSE);
    listen[1].host = "localhost";
    assert_int_equal(arb_http_new(&http, &trouble, loop, &config, NULL), ARB_RANGE);
    assert_int_equal(trouble.listen, 1);
    assert_null(http);
    listen[1] = (arb_http_listen){ "::1", 0 };
    if (arb_http_new(&http, &trouble, loop, &config, NULL) == ARB_OK) /* where there is IPv6 */
        assert_true(arb_http_port(http, 1) != 0);
    arb_http_free(http);
    arb_loop_free(loop);
}

static void test_http_life__a_good_end(void **state)
{
    client waits = client_open(s.port), idle = client_open(s.port), streams = client_open(s.port);
    client partial = client_open(s.port), shut = client_open(s.port);
    reply r;

    (void)state;
    assert_true(client_ask(&streams, "GET", "/stream", NULL));
    assert_true(client_expect(&streams, "after -1\n\n", 1000));
    assert_true(client_ask(&idle, "POST", "/echo", "x"));
    client_assert_reply(&idle, 200, "x");
    assert_true(client_send(&partial, "GET /sh"));
    assert_true(client_ask(&waits, "POST", "/later", "last"));
    assert_true(client_ask(&shut, "POST", "/shut", ""));
    client_assert_reply(&shut, 200, "goodbye");
    assert_true(client_expect(&streams, "data: farewell\n\n", 1000));
    assert_true(client_closed(&streams, 1000) >= 0);
    assert_true(client_reply(&r, &waits, false));
    assert_string_equal(r.body, "last");
    client_assert_header(&r, "Connection", "close");
    assert_true(client_closed(&idle, 1000) >= 0);
    assert_true(client_closed(&partial, 1000) >= 0);
    assert_true(client_closed(&waits, 1000) >= 0);
    client_close(&shut);
    client_close(&waits);
    client_close(&idle);
    client_close(&partial);
    client_close(&streams);
    site_join(&s);
    assert_int_equal(atomic_load(&s.finished), 1);
    assert_int_equal(atomic_load(&s.closed_streams), 1);
}

/* A client that neither reads nor goes does not hold up the end. */
static void test_http_life__the_end_does_not_wait_for_ever(void **state)
{
    client stuck = client_open(s.port), shut = client_open(s.port);
    const int64_t began = client_now();

    (void)state;
    for (unsigned i = 0; i < 8; i++)
        assert_true(client_ask(&stuck, "GET", "/big", NULL));
    assert_true(client_ask(&shut, "POST", "/shut", ""));
    client_assert_reply(&shut, 200, "goodbye");
    client_close(&shut);
    site_join(&s);
    assert_in_range(client_now() - began, 900, 3000);
    assert_int_equal(atomic_load(&s.finished), 1);
    client_close(&stuck);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(test_http_life__trouble_at_the_beginning_is_told),
        cmocka_unit_test_prestate_setup_teardown(test_http_life__a_good_end, site_setup, NULL, &s),
        cmocka_unit_test_prestate_setup_teardown(test_http_life__the_end_does_not_wait_for_ever,
                                                 site_setup, NULL, &s),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
