/* SPDX-License-Identifier: MIT */
/* server/server.h over real connections: what is refused, and that nothing behind it is served. */
#define _GNU_SOURCE
#include "support/http/fixture.h"

/* ---- bodies */

static void test_http_refused__bodies_are_bounded_by_route(void **state)
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
    client_assert_reply(&c, 200, body);
    client_close(&c);
    /* Refused before the body has come, and also when the client does not stop sending it. */
    body[200000] = 'y';
    assert_int_equal(client_once(s.port, "POST", "/large", body, NULL, 0), 413);
    assert_int_equal(client_count(s.port, "body-too-large"), 2);
}

/* ---- requests */

#define BAD_HEAD "POST /echo HTTP/1.1\r\nHost: h\r\n"

static const struct {
    const char *text;
    size_t size;
} bad[] = {
#define BAD(text)                                                                                  \
    {                                                                                              \
        text, sizeof text - 1                                                                      \
    }
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
static void test_http_refused__what_is_refused_is_answered_and_closed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        client c = client_open(s.port);
        reply r;

        assert_true(client_send(&c, POST_ECHO("1")));
        assert_true(client_send_bytes(&c, bad[i].text, bad[i].size));
        client_send(&c, POST_ECHO("2"));
        client_assert_reply(&c, 200, "1");
        assert_true(client_reply(&r, &c, false));
        if (r.status != 400)
            fail_msg("number %zu: %u", i, r.status);
        client_assert_header(&r, "Connection", "close");
        assert_int_equal(c.size, 0);
        assert_true(client_closed(&c, 2000) >= 0);
        client_close(&c);
    }
    assert_int_equal(client_count(s.port, "requests"), (long)(sizeof bad / sizeof bad[0]) + 1);
}

static void test_http_refused__a_head_that_is_too_long_is_refused(void **state)
{
    static char text[ARB_HTTP_HEAD_MAX + 1];
    client c = client_open(s.port);

    (void)state;
    memset(text, 'a', sizeof text - 1);
    memcpy(text, "GET /", 5);
    assert_true(client_send(&c, text));
    client_assert_reply(&c, 400, "");
    assert_true(client_closed(&c, 2000) >= 0);
    client_close(&c);
    assert_int_equal(client_count(s.port, "head-too-long"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(test_http_refused__bodies_are_bounded_by_route),
        SITE_TEST(test_http_refused__what_is_refused_is_answered_and_closed),
        SITE_TEST(test_http_refused__a_head_that_is_too_long_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
