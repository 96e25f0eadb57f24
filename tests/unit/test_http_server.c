/* SPDX-License-Identifier: MIT */
/* server/server.h over real connections: answers, their order, and how connections end. */
#define _GNU_SOURCE
#include <sys/socket.h>

#include "support/http/fixture.h"

/* ---- answers */

static void test_http_server__a_connection_is_used_again(void **state)
{
    client c = client_open(s.port);

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        assert_true(client_ask(&c, "POST", "/echo", "hello"));
        client_assert_reply(&c, 200, "hello");
    }
    assert_true(client_ask(&c, "GET", "/nowhere", NULL));
    client_assert_reply(&c, 404, "not found");
    client_close(&c);
    assert_int_equal(client_count(s.port, "requests"), 5);
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
        client_assert_header(&r, "X-Content-Type-Options", "nosniff");
        client_assert_header(&r, "Referrer-Policy", "no-referrer");
        client_assert_header(&r, "Cross-Origin-Resource-Policy", "same-origin");
        client_assert_header(&r, "Cache-Control", "no-store");
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
    assert_string_equal(r.body, "2 /show ?a=b x-test=v 1 host=me peer=127.0.0.1 fields=3 body=abc");
    client_close(&c);
}

static void test_http_server__some_answers_have_no_body(void **state)
{
    client c = client_open(s.port);
    reply r;

    (void)state;
    assert_true(client_ask(&c, "HEAD", "/big", NULL));
    assert_true(client_reply(&r, &c, true));
    client_assert_header(&r, "Content-Length", "1048576");
    assert_true(client_ask(&c, "POST", "/end", ""));
    assert_true(client_reply(&r, &c, false));
    assert_int_equal(r.status, 204);
    assert_null(strcasestr(r.head, "Content-Length"));
    assert_true(client_ask(&c, "HEAD", "/stream", NULL));
    assert_true(client_reply(&r, &c, true));
    client_assert_header(&r, "Content-Type", "text/event-stream");
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
    client_assert_header(&r, "X-Good", "yes");
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
        client_assert_reply(c, 200, body);
    }
}

static void test_http_server__three_at_once_are_answered_in_order(void **state)
{
    client c = client_open(s.port);

    (void)state;
    assert_true(client_send(&c, POST_ECHO("1") POST_ECHO("2") POST_ECHO("3")));
    client_assert_reply(&c, 200, "1");
    client_assert_reply(&c, 200, "2");
    client_assert_reply(&c, 200, "3");
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
    client_assert_reply(&c, 200, "a");
    client_assert_reply(&c, 200, "b");
    client_assert_reply(&c, 200, "c");
    client_assert_reply(&c, 200, NULL);
    client_assert_reply(&c, 200, "d");
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
    client_assert_reply(&c, 200, "x");
    client_assert_reply(&c, 404, "not found");
    client_close(&c);
    assert_true(client_count_becomes(s.port, "input", 0, 1000));
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
    client_assert_header(&r, "Connection", "close");
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
    client_assert_reply(&c, 200, "a");
    client_assert_reply(&c, 200, "b");
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
        SITE_TEST(test_http_server__a_client_may_ask_for_the_end),
        SITE_TEST(test_http_server__a_client_that_has_said_all_gets_its_answers),
        SITE_TEST(test_http_server__a_client_may_go_before_its_answer_comes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
