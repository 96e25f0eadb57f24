/* SPDX-License-Identifier: MIT */
/* server/server.h over real connections: answers, their order, and what is refused. */
#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <cmocka.h>

#include "support/http/client.h"
#include "support/http/site.h"

static site s;

static int begin(void **state)
{
    (void)state;
    site_init(&s);
    site_start(&s);
    return 0;
}

static int end(void **state)
{
    (void)state;
    site_stop(&s);
    return 0;
}

static void assert_reply(client *c, unsigned status, const char *body)
{
    reply r;

    assert_true(client_reply(&r, c, false));
    assert_int_equal(r.status, status);
    if (body != NULL)
        assert_string_equal(r.size > 0 ? r.body : "", body);
}

/* ---- answers */

static void test_http_server__a_connection_is_used_again(void **state)
{
    client c = client_open(s.port);

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        assert_true(client_ask(&c, "POST", "/echo", "hello"));
        assert_reply(&c, 200, "hello");
    }
    assert_true(client_ask(&c, "GET", "/nowhere", NULL));
    assert_reply(&c, 404, "not found");
    client_close(&c);
    assert_int_equal(client_count(s.port, "requests"), 5);
}

static void assert_header(const reply *r, const char *name, const char *expected)
{
    char value[1024];

    if (!client_header(value, sizeof value, r, name))
        fail_msg("no %s", name);
    assert_string_equal(value, expected);
}

static void test_http_server__every_answer_has_its_headers(void **state)
{
    static const char *const asks[][3] = { { "POST", "/echo", "x" },
                                           { "GET", "/nowhere", NULL },
                                           { "POST", "/end", "" },
                                           { "PUT", "/", NULL },
                                           { "GET", "/stream", NULL } };

    (void)state;
    for (unsigned i = 0; i < sizeof asks / sizeof asks[0]; i++) {
        client c = client_open(s.port);
        reply r;
        char value[1024];

        assert_true(client_ask(&c, asks[i][0], asks[i][1], asks[i][2]));
        assert_true(client_stream_head(&r, &c));
        assert_header(&r, "X-Content-Type-Options", "nosniff");
        assert_header(&r, "Referrer-Policy", "no-referrer");
        assert_header(&r, "Cross-Origin-Opener-Policy", "same-origin");
        assert_header(&r, "Cross-Origin-Resource-Policy", "same-origin");
        assert_header(&r, "Cache-Control", "no-store");
        assert_true(client_header(value, sizeof value, &r, "Content-Security-Policy"));
        assert_non_null(strstr(value, "default-src 'none'"));
        assert_non_null(strstr(value, "frame-ancestors 'none'"));
        assert_true(client_header(value, sizeof value, &r, "Date"));
        assert_int_equal(strlen(value), strlen("Sun, 06 Nov 1994 08:49:37 GMT"));
        client_close(&c);
    }
}

static void test_http_server__the_handler_sees_the_request(void **state)
{
    client c = client_open(s.port);
    reply r;

    (void)state;
    assert_true(client_send(&c, "POST /show?a=b HTTP/1.1\r\nhost: me\r\nX-TEST:  \tv 1 \r\n"
                                "Content-Length: 3\r\n\r\nabc"));
    assert_true(client_reply(&r, &c, false));
    assert_string_equal(r.body,
                        "2 /show ?a=b x-test=v 1 host=me peer=127.0.0.1 fields=3 body=abc");
    client_close(&c);
}

static void test_http_server__some_answers_have_no_body(void **state)
{
    client c = client_open(s.port);
    reply r;

    (void)state;
    assert_true(client_ask(&c, "HEAD", "/big", NULL));
    assert_true(client_reply(&r, &c, true));
    assert_header(&r, "Content-Length", "1048576");
    assert_true(client_ask(&c, "POST", "/end", ""));
    assert_true(client_reply(&r, &c, false));
    assert_int_equal(r.status, 204);
    assert_null(strcasestr(r.head, "Content-Length"));
    assert_true(client_ask(&c, "HEAD", "/stream", NULL));
    assert_true(client_reply(&r, &c, true));
    assert_header(&r, "Content-Type", "text/event-stream");
    assert_true(client_closed(&c, 2000) >= 0);
    assert_int_equal(c.size, 0);
    client_close(&c);
}

static void test_http_server__a_header_cannot_split_an_answer(void **state)
{
    client c = client_open(s.port);
    reply r;

    (void)state;
    assert_true(client_ask(&c, "GET", "/split", NULL));
    assert_true(client_reply(&r, &c, false));
    assert_header(&r, "X-Good", "yes");
    assert_null(strcasestr(r.head, "Set-Cookie"));
    assert_null(strcasestr(r.head, "X-Bad"));
    client_close(&c);
}

/* ---- order */

static void ask_many(client *c, const char *path, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        char body[16];

        snprintf(body, sizeof body, "%u", i);
        assert_true(client_ask(c, "POST", path, body));
    }
}

static void assert_many(client *c, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        char body[16];

        snprintf(body, sizeof body, "%u", i);
        assert_reply(c, 200, body);
    }
}

#define POST_ECHO(body) "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\n" body

static void test_http_server__three_at_once_are_answered_in_order(void **state)
{
    client c = client_open(s.port);

    (void)state;
    assert_true(client_send(&c, POST_ECHO("1") POST_ECHO("2") POST_ECHO("3")));
    assert_reply(&c, 200, "1");
    assert_reply(&c, 200, "2");
    assert_reply(&c, 200, "3");
    client_close(&c);
}

static void test_http_server__later_answers_keep_the_order_of_the_requests(void **state)
{
    client c = client_open(s.port);

    (void)state;
    assert_true(client_ask(&c, "POST", "/later", "a"));
    assert_true(client_ask(&c, "POST", "/echo", "b"));
    assert_true(client_ask(&c, "POST", "/later", "c"));
    assert_true(client_ask(&c, "GET", "/big", NULL));
    assert_true(client_ask(&c, "POST", "/echo", "d"));
    assert_reply(&c, 200, "a");
    assert_reply(&c, 200, "b");
    assert_reply(&c, 200, "c");
    assert_reply(&c, 200, NULL);
    assert_reply(&c, 200, "d");
    client_close(&c);
}

static void test_http_server__more_than_may_wait_are_served_all_the_same(void **state)
{
    client c = client_open(s.port);

    (void)state;
    ask_many(&c, "/later", 100);
    assert_many(&c, 100);
    ask_many(&c, "/echo", 1000);
    assert_many(&c, 1000);
    client_close(&c);
}

static void test_http_server__a_slow_reader_gets_all_of_a_large_answer(void **state)
{
    client c = client_open(s.port);
    reply r;

    (void)state;
    for (unsigned i = 0; i < 3; i++)
        assert_true(client_ask(&c, "GET", "/big", NULL));
    client_sleep(100);
    for (unsigned i = 0; i < 3; i++) {
        assert_true(client_reply(&r, &c, false));
        assert_int_equal(r.size, SITE_BIG);
        for (size_t j = 0; j < r.size; j++)
            if (r.body[j] != 'b')
                fail_msg("byte %zu", j);
    }
    client_close(&c);
}

static void test_http_server__bytes_may_come_one_by_one(void **state)
{
    static const char text[] = POST_ECHO("x") "GET /nowhere HTTP/1.1\r\nHost: h\r\n\r\n";
    client c = client_open(s.port);

    (void)state;
    for (size_t i = 0; i < sizeof text - 1; i++)
        assert_true(client_send_bytes(&c, text + i, 1));
    assert_reply(&c, 200, "x");
    assert_reply(&c, 404, "not found");
    client_close(&c);
    assert_true(client_count_becomes(s.port, "input", 0, 1000));
}

/* ---- bodies */

static void test_http_server__bodies_are_bounded_by_route(void **state)
{
    static char body[200002];

    (void)state;
    memset(body, 'y', sizeof body - 1);
    body[SITE_BODY_MAX] = '\0';
    assert_int_equal(client_once(s.port, "POST", "/echo", body, NULL, 0), 200);
    body[SITE_BODY_MAX] = 'y';
    body[SITE_BODY_MAX + 1] = '\0';
    assert_int_equal(client_once(s.port, "POST", "/echo", body, NULL, 0), 413);
    body[SITE_BODY_MAX + 1] = 'y';
    body[200000] = '\0';
    client c = client_open(s.port);
    assert_true(client_ask(&c, "POST", "/large", body));
    assert_reply(&c, 200, body);
    client_close(&c);
    /* Refused before the body has come, and also when the client does not stop sending it. */
    body[200000] = 'y';
    assert_int_equal(client_once(s.port, "POST", "/large", body, NULL, 0), 413);
    assert_int_equal(client_count(s.port, "body-too-large"), 2);
}

/* ---- refused */

#define BAD_HEAD "POST /echo HTTP/1.1\r\nHost: h\r\n"

static const struct {
    const char *text;
    size_t size;
} bad[] = {
#define BAD(text) { text, sizeof text - 1 }
    BAD(BAD_HEAD "Content-Length: 1\r\nContent-Length: 1\r\n\r\nx"),
    BAD(BAD_HEAD "Content-Length: +1\r\n\r\nx"),
    BAD(BAD_HEAD "Content-Length: -1\r\n\r\nx"),
    BAD(BAD_HEAD "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    BAD(BAD_HEAD "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    BAD(BAD_HEAD "Content-Length : 1\r\n\r\nx"),
    BAD("POST /echo HTTP/1.1\nHost: h\nContent-Length: 1\n\nx"),
    BAD(BAD_HEAD "X: a\r\n b\r\nContent-Length: 1\r\n\r\nx"),
    BAD(BAD_HEAD "X: \0\r\nContent-Length: 1\r\n\r\nx"),
    BAD("POST /echo HTTP/1.1\r\nContent-Length: 1\r\n\r\nx"),
    BAD(BAD_HEAD "Host: h\r\nContent-Length: 1\r\n\r\nx"),
    BAD(BAD_HEAD "\r\n"),
    BAD("GET /echo\r\n"),
    BAD("GET /echo HTTP/1.0\r\nHost: h\r\n\r\n"),
    BAD("DELETE /echo HTTP/1.1\r\nHost: h\r\n\r\n"),
    BAD("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"),
#undef BAD
};

/* One refusal, nothing of what follows is served, and the connection ends. */
static void test_http_server__what_is_refused_is_answered_and_closed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        client c = client_open(s.port);
        reply r;

        assert_true(client_send(&c, POST_ECHO("1")));
        assert_true(client_send_bytes(&c, bad[i].text, bad[i].size));
        client_send(&c, POST_ECHO("2"));
        assert_reply(&c, 200, "1");
        assert_true(client_reply(&r, &c, false));
        if (r.status != 400)
            fail_msg("number %zu: %u", i, r.status);
        assert_header(&r, "Connection", "close");
        assert_int_equal(c.size, 0);
        assert_true(client_closed(&c, 2000) >= 0);
        client_close(&c);
    }
    assert_int_equal(client_count(s.port, "requests"), (long)(sizeof bad / sizeof bad[0]) + 1);
}

static void test_http_server__a_head_that_is_too_long_is_refused(void **state)
{
    static char text[ARB_HTTP_HEAD_MAX + 1];
    client c = client_open(s.port);

    (void)state;
    memset(text, 'a', sizeof text - 1);
    memcpy(text, "GET /", 5);
    assert_true(client_send(&c, text));
    assert_reply(&c, 400, "");
    assert_true(client_closed(&c, 2000) >= 0);
    client_close(&c);
    assert_int_equal(client_count(s.port, "head-too-long"), 1);
}

/* ---- ends */

static void test_http_server__a_client_may_ask_for_the_end(void **state)
{
    client c = client_open(s.port);
    reply r;

    (void)state;
    assert_true(client_send(&c, "GET /show HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"));
    assert_true(client_reply(&r, &c, false));
    assert_int_equal(r.status, 200);
    assert_header(&r, "Connection", "close");
    assert_true(client_closed(&c, 2000) >= 0);
    client_close(&c);
}

static void test_http_server__a_client_that_has_said_all_gets_its_answers(void **state)
{
    client c = client_open(s.port);

    (void)state;
    assert_true(client_ask(&c, "POST", "/later", "a"));
    assert_true(client_ask(&c, "POST", "/echo", "b"));
    shutdown(c.fd, SHUT_WR);
    assert_reply(&c, 200, "a");
    assert_reply(&c, 200, "b");
    assert_true(client_closed(&c, 500) >= 0);
    client_close(&c);
}

static void test_http_server__a_client_may_go_before_its_answer_comes(void **state)
{
    const struct linger reset = { .l_onoff = 1 };

    (void)state;
    for (unsigned i = 0; i < 20; i++) {
        client c = client_open(s.port);

        assert_true(client_ask(&c, "POST", "/later", "a"));
        assert_true(client_ask(&c, "POST", "/echo", "b"));
        if (i % 2 == 0)
            setsockopt(c.fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
        client_close(&c);
    }
    assert_true(client_count_becomes(s.port, "connections", 1, 2000));
}

/* ---- the beginning and the end of the server */

static void test_http_server__trouble_at_the_beginning_is_told(void **state)
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

static void test_http_server__a_good_end(void **state)
{
    client waits = client_open(s.port), idle = client_open(s.port), streams = client_open(s.port);
    client partial = client_open(s.port), shut = client_open(s.port);
    reply r;

    (void)state;
    assert_true(client_ask(&streams, "GET", "/stream", NULL));
    assert_true(client_expect(&streams, "after -1\n\n", 1000));
    assert_true(client_ask(&idle, "POST", "/echo", "x"));
    assert_reply(&idle, 200, "x");
    assert_true(client_send(&partial, "GET /sh"));
    assert_true(client_ask(&waits, "POST", "/later", "last"));
    assert_true(client_ask(&shut, "POST", "/shut", ""));
    assert_reply(&shut, 200, "goodbye");
    assert_true(client_expect(&streams, "data: farewell\n\n", 1000));
    assert_true(client_closed(&streams, 1000) >= 0);
    assert_true(client_reply(&r, &waits, false));
    assert_string_equal(r.body, "last");
    assert_header(&r, "Connection", "close");
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
static void test_http_server__the_end_does_not_wait_for_ever(void **state)
{
    client stuck = client_open(s.port), shut = client_open(s.port);
    const int64_t began = client_now();

    (void)state;
    for (unsigned i = 0; i < 8; i++)
        assert_true(client_ask(&stuck, "GET", "/big", NULL));
    assert_true(client_ask(&shut, "POST", "/shut", ""));
    assert_reply(&shut, 200, "goodbye");
    client_close(&shut);
    site_join(&s);
    assert_in_range(client_now() - began, 900, 3000);
    assert_int_equal(atomic_load(&s.finished), 1);
    client_close(&stuck);
}

#define SITE_TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(test_http_server__a_connection_is_used_again),
        SITE_TEST(test_http_server__every_answer_has_its_headers),
        SITE_TEST(test_http_server__the_handler_sees_the_request),
        SITE_TEST(test_http_server__some_answers_have_no_body),
        SITE_TEST(test_http_server__a_header_cannot_split_an_answer),
        SITE_TEST(test_http_server__three_at_once_are_answered_in_order),
        SITE_TEST(test_http_server__later_answers_keep_the_order_of_the_requests),
        SITE_TEST(test_http_server__more_than_may_wait_are_served_all_the_same),
        SITE_TEST(test_http_server__a_slow_reader_gets_all_of_a_large_answer),
        SITE_TEST(test_http_server__bytes_may_come_one_by_one),
        SITE_TEST(test_http_server__bodies_are_bounded_by_route),
        SITE_TEST(test_http_server__what_is_refused_is_answered_and_closed),
        SITE_TEST(test_http_server__a_head_that_is_too_long_is_refused),
        SITE_TEST(test_http_server__a_client_may_ask_for_the_end),
        SITE_TEST(test_http_server__a_client_that_has_said_all_gets_its_answers),
        SITE_TEST(test_http_server__a_client_may_go_before_its_answer_comes),
        SITE_TEST(test_http_server__trouble_at_the_beginning_is_told),
        cmocka_unit_test_setup(test_http_server__a_good_end, begin),
        cmocka_unit_test_setup(test_http_server__the_end_does_not_wait_for_ever, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
