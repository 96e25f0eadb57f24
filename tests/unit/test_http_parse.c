/* SPDX-License-Identifier: MIT */
/* server/http.h: requests as bytes. What is accepted, what is not, and that portions do not matter.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "server/http/http.h"
#include "server/http/secret.h"

/* A text that may hold NULs. */
typedef struct bytes {
    const char *at;
    size_t size;
} bytes;
#define BYTES(text)                                                                                \
    {                                                                                              \
        text, sizeof text - 1                                                                      \
    }

static arb_http_progress read_whole(arb_http_request *out, arb_http_fault *fault, bytes b)
{
    arb_http_scan scan = { 0 };

    *fault = ARB_HTTP_FAULT_NONE;
    return arb_http_read(out, fault, &scan, b.at, b.size);
}

/* Reads in portions of `step` bytes and asserts that the answer is the same as for the whole. */
static void assert_portions_agree(bytes b, size_t step)
{
    static arb_http_request whole, parts;
    arb_http_fault whole_fault, fault = ARB_HTTP_FAULT_NONE;
    const arb_http_progress progress = read_whole(&whole, &whole_fault, b);
    arb_http_scan scan = { 0 };

    for (size_t size = 0;; size = size + step < b.size ? size + step : b.size) {
        const arb_http_progress now = arb_http_read(&parts, &fault, &scan, b.at, size);

        if (now == ARB_HTTP_MORE && size < b.size)
            continue;
        assert_int_equal(now, progress);
        assert_int_equal(fault, whole_fault);
        if (now == ARB_HTTP_READY) {
            assert_int_equal(parts.head_size, whole.head_size);
            assert_int_equal(parts.field_count, whole.field_count);
        }
        return;
    }
}

static void assert_text(arb_http_text text, const char *expected)
{
    if (!arb_http_text_is(text, expected))
        fail_msg("\"%.*s\" is not \"%s\"", (int)text.size, text.at ? text.at : "", expected);
}

/* ---- accepted */

static void test_http_parse__a_request_of_a_browser(void **state)
{
    static const char text[] = "GET /board?game=12&lang=it HTTP/1.1\r\n"
                               "Host: hall.test:8080\r\n"
                               "User-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\n"
                               "Accept-Encoding: gzip, deflate\r\n"
                               "If-None-Match:\"abc\"\r\n"
                               "X-Empty:\r\n"
                               "X-Latin: caff\xe8\t\r\n"
                               "Connection: keep-alive\r\n\r\nGET ";
    arb_http_request r;
    arb_http_fault fault;

    (void)state;
    assert_int_equal(read_whole(&r, &fault, (bytes)BYTES(text)), ARB_HTTP_READY);
    assert_int_equal(r.method, ARB_HTTP_GET);
    assert_text(r.path, "/board");
    assert_text(r.query, "game=12&lang=it");
    assert_int_equal(r.head_size, sizeof text - 1 - 4);
    assert_int_equal(r.body_size, 0);
    assert_false(r.close);
    assert_int_equal(r.field_count, 7);
    assert_text(arb_http_field_get(&r, "host"), "hall.test:8080");
    assert_text(arb_http_field_get(&r, "IF-NONE-MATCH"), "\"abc\"");
    assert_text(arb_http_field_get(&r, "X-Empty"), "");
    assert_text(arb_http_field_get(&r, "X-Latin"), "caff\xe8");
    assert_null(arb_http_field_get(&r, "X-Absent").at);
    assert_text(arb_http_query_get(&r, "lang"), "it");
    assert_null(arb_http_query_get(&r, "gam").at);
}

static void test_http_parse__a_post_and_its_length(void **state)
{
    static const char text[] = "POST /e HTTP/1.1\r\nHost: h\r\nContent-Length: 0012\r\n"
                               "Connection: TE, Close\r\n\r\n";
    arb_http_request r;
    arb_http_fault fault;

    (void)state;
    assert_int_equal(read_whole(&r, &fault, (bytes)BYTES(text)), ARB_HTTP_READY);
    assert_int_equal(r.method, ARB_HTTP_POST);
    assert_int_equal(r.body_size, 12);
    assert_null(r.query.at);
    assert_true(r.close);
}

static void test_http_parse__unfinished_heads_ask_for_more(void **state)
{
    static const char text[] = "HEAD / HTTP/1.1\r\nHost: [::1]:80\r\nX: y\r\n\r\n";
    arb_http_request r;
    arb_http_fault fault;

    (void)state;
    for (size_t size = 0; size < sizeof text - 1; size++)
        assert_int_equal(read_whole(&r, &fault, (bytes){ text, size }), ARB_HTTP_MORE);
    assert_int_equal(read_whole(&r, &fault, (bytes)BYTES(text)), ARB_HTTP_READY);
    assert_portions_agree((bytes)BYTES(text), 1);
}

/* ---- refused */

#define GET  "GET / HTTP/1.1\r\n"
#define POST "POST / HTTP/1.1\r\n"
#define HOST "Host: h\r\n"
#define END  "\r\n"

static const struct {
    bytes text;
    arb_http_fault fault;
} refused[] = {
    /* smuggling: where the body ends */
    { BYTES(POST HOST "Content-Length: 5\r\nContent-Length: 5\r\n" END), ARB_HTTP_FAULT_LENGTH },
    { BYTES(POST HOST "Content-Length: 5\r\ncontent-length: 6\r\n" END), ARB_HTTP_FAULT_LENGTH },
    { BYTES(POST HOST "Content-Length: 5, 5\r\n" END), ARB_HTTP_FAULT_LENGTH },
    { BYTES(POST HOST "Content-Length: +5\r\n" END), ARB_HTTP_FAULT_LENGTH },
    { BYTES(POST HOST "Content-Length: -5\r\n" END), ARB_HTTP_FAULT_LENGTH },
    { BYTES(POST HOST "Content-Length: 0x5\r\n" END), ARB_HTTP_FAULT_LENGTH },
    { BYTES(POST HOST "Content-Length: 5 5\r\n" END), ARB_HTTP_FAULT_LENGTH },
    { BYTES(POST HOST "Content-Length:\r\n" END), ARB_HTTP_FAULT_LENGTH },
    { BYTES(POST HOST "Content-Length: 18446744073709551617\r\n" END), ARB_HTTP_FAULT_LENGTH },
    { BYTES(POST HOST END), ARB_HTTP_FAULT_LENGTH_MISSING },
    { BYTES(GET HOST "Content-Length: 5\r\n" END), ARB_HTTP_FAULT_LENGTH },
    { BYTES(POST HOST "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n" END),
      ARB_HTTP_FAULT_TRANSFER_ENCODING },
    { BYTES(POST HOST "Transfer-Encoding: chunked\r\n" END), ARB_HTTP_FAULT_TRANSFER_ENCODING },
    { BYTES(GET HOST "transfer-encoding: identity\r\n" END), ARB_HTTP_FAULT_TRANSFER_ENCODING },
    { BYTES(POST HOST "Content-Length : 5\r\n" END), ARB_HTTP_FAULT_FIELD_NAME },
    { BYTES(POST HOST "Content-Length\t: 5\r\n" END), ARB_HTTP_FAULT_FIELD_NAME },
    { BYTES(POST HOST "Transfer-Encoding : chunked\r\n" END), ARB_HTTP_FAULT_FIELD_NAME },
    /* lines */
    { BYTES("GET / HTTP/1.1\nHost: h\n\n"), ARB_HTTP_FAULT_LINE_END },
    { BYTES(GET "Host: h\n" END), ARB_HTTP_FAULT_LINE_END },
    { BYTES(GET HOST "X: a\rb\r\n" END), ARB_HTTP_FAULT_LINE_END },
    { BYTES(GET HOST "X: a\r\r\n" END), ARB_HTTP_FAULT_LINE_END },
    { BYTES(GET HOST "X: a\r\n\n"), ARB_HTTP_FAULT_LINE_END },
    { BYTES(GET HOST "X: a\r\n b\r\n" END), ARB_HTTP_FAULT_FOLDED },
    { BYTES(GET " Host: h\r\n" END), ARB_HTTP_FAULT_FOLDED },
    { BYTES(GET HOST "\tX: a\r\n" END), ARB_HTTP_FAULT_FOLDED },
    { BYTES(GET HOST "X: a\0b\r\n" END), ARB_HTTP_FAULT_CONTROL },
    { BYTES("GET /\0 HTTP/1.1\r\n" HOST END), ARB_HTTP_FAULT_CONTROL },
    { BYTES(GET HOST "X: \x1b[2J\r\n" END), ARB_HTTP_FAULT_CONTROL },
    { BYTES(GET HOST "X: \x7f\r\n" END), ARB_HTTP_FAULT_CONTROL },
    { BYTES("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"), ARB_HTTP_FAULT_CONTROL },
    /* hosts */
    { BYTES(GET END), ARB_HTTP_FAULT_HOST },
    { BYTES(GET HOST HOST END), ARB_HTTP_FAULT_HOST },
    { BYTES(GET HOST "hOST: other\r\n" END), ARB_HTTP_FAULT_HOST },
    { BYTES(GET "Host:\r\n" END), ARB_HTTP_FAULT_HOST },
    { BYTES(GET "Host: a b\r\n" END), ARB_HTTP_FAULT_HOST },
    { BYTES(GET "Host: a/b\r\n" END), ARB_HTTP_FAULT_HOST },
    { BYTES(GET "Host: a, b\r\n" END), ARB_HTTP_FAULT_HOST },
    /* versions */
    { BYTES("GET /\r\n"), ARB_HTTP_FAULT_VERSION },
    { BYTES("GET / HTTP/1.0\r\n" HOST END), ARB_HTTP_FAULT_VERSION },
    { BYTES("GET / HTTP/2.0\r\n" HOST END), ARB_HTTP_FAULT_VERSION },
    { BYTES("GET / http/1.1\r\n" HOST END), ARB_HTTP_FAULT_VERSION },
    { BYTES("GET / HTTP/1.1 \r\n" HOST END), ARB_HTTP_FAULT_VERSION },
    { BYTES("GET / HTTP/1.10\r\n" HOST END), ARB_HTTP_FAULT_VERSION },
    { BYTES("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), ARB_HTTP_FAULT_METHOD },
    /* methods and targets */
    { BYTES("get / HTTP/1.1\r\n" HOST END), ARB_HTTP_FAULT_METHOD },
    { BYTES("PUT / HTTP/1.1\r\n" HOST END), ARB_HTTP_FAULT_METHOD },
    { BYTES("OPTIONS * HTTP/1.1\r\n" HOST END), ARB_HTTP_FAULT_TARGET },
    { BYTES("OPTION / HTTP/1.1\r\n" HOST END), ARB_HTTP_FAULT_METHOD },
    { BYTES("CONNECT h:80 HTTP/1.1\r\n" HOST END), ARB_HTTP_FAULT_METHOD },
    { BYTES("GETS / HTTP/1.1\r\n" HOST END), ARB_HTTP_FAULT_METHOD },
    { BYTES("GET http://h/ HTTP/1.1\r\n" HOST END), ARB_HTTP_FAULT_TARGET },
    { BYTES("GET * HTTP/1.1\r\n" HOST END), ARB_HTTP_FAULT_TARGET },
    { BYTES("GET /a#b HTTP/1.1\r\n" HOST END), ARB_HTTP_FAULT_TARGET },
    { BYTES("GET /\xc3\xa8 HTTP/1.1\r\n" HOST END), ARB_HTTP_FAULT_TARGET },
    { BYTES("GET /\ta HTTP/1.1\r\n" HOST END), ARB_HTTP_FAULT_TARGET },
    { BYTES("GET  / HTTP/1.1\r\n" HOST END), ARB_HTTP_FAULT_REQUEST_LINE },
    { BYTES("GET\r\n"), ARB_HTTP_FAULT_REQUEST_LINE },
    { BYTES(" GET / HTTP/1.1\r\n" HOST END), ARB_HTTP_FAULT_REQUEST_LINE },
    { BYTES("\r\n" GET HOST END), ARB_HTTP_FAULT_REQUEST_LINE },
    /* fields */
    { BYTES(GET HOST "nonsense\r\n" END), ARB_HTTP_FAULT_FIELD_NAME },
    { BYTES(GET HOST ": a\r\n" END), ARB_HTTP_FAULT_FIELD_NAME },
    { BYTES(GET HOST "X Y: a\r\n" END), ARB_HTTP_FAULT_FIELD_NAME },
    { BYTES(GET HOST "X\xe8: a\r\n" END), ARB_HTTP_FAULT_FIELD_NAME },
    { BYTES(GET HOST "Origin: a\r\nOrigin: b\r\n" END), ARB_HTTP_FAULT_FIELD_TWICE },
    { BYTES(GET HOST "Cookie: a\r\nCookie: b\r\n" END), ARB_HTTP_FAULT_FIELD_TWICE },
    { BYTES(POST HOST "Content-Length: 1\r\nExpect: 100-continue\r\n" END), ARB_HTTP_FAULT_EXPECT },
};

static void test_http_parse__what_is_refused(void **state)
{
    arb_http_request r;
    arb_http_fault fault;

    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        const arb_http_progress progress = read_whole(&r, &fault, refused[i].text);

        if (progress != ARB_HTTP_REFUSED || fault != refused[i].fault)
            fail_msg("\"%s\": %d %s, not %s", refused[i].text.at, (int)progress,
                     arb_http_fault_word(fault), arb_http_fault_word(refused[i].fault));
        assert_true(arb_http_fault_status(fault) >= 400);
        for (size_t step = 1; step < 8; step++)
            assert_portions_agree(refused[i].text, step);
    }
}

/* A head of exactly `size` bytes. */
static bytes head_of(char *out, size_t size)
{
    const size_t frame = strlen(GET HOST "X: \r\n" END);
    const int written = snprintf(out, size + 1, GET HOST "X: %0*d\r\n" END, (int)(size - frame), 0);

    assert_int_equal(written, size);
    return (bytes){ out, size };
}

static void test_http_parse__heads_have_a_size(void **state)
{
    static char text[ARB_HTTP_HEAD_MAX + 64];
    arb_http_request r;
    arb_http_fault fault;

    (void)state;
    assert_int_equal(read_whole(&r, &fault, head_of(text, ARB_HTTP_HEAD_MAX)), ARB_HTTP_READY);
    assert_portions_agree((bytes){ text, ARB_HTTP_HEAD_MAX }, 1000);
    assert_int_equal(read_whole(&r, &fault, head_of(text, ARB_HTTP_HEAD_MAX + 1)),
                     ARB_HTTP_REFUSED);
    assert_int_equal(fault, ARB_HTTP_FAULT_HEAD_TOO_LONG);
    assert_portions_agree((bytes){ text, ARB_HTTP_HEAD_MAX + 1 }, 1000);
    assert_int_equal(read_whole(&r, &fault, (bytes){ text, ARB_HTTP_HEAD_MAX - 1 }), ARB_HTTP_MORE);
}

static void test_http_parse__fields_are_counted(void **state)
{
    static char text[ARB_HTTP_HEAD_MAX];
    arb_http_request r;
    arb_http_fault fault;

    (void)state;
    for (unsigned extra = ARB_HTTP_FIELDS_MAX - 1; extra <= ARB_HTTP_FIELDS_MAX; extra++) {
        size_t size = (size_t)snprintf(text, sizeof text, GET HOST);

        for (unsigned i = 0; i < extra; i++)
            size += (size_t)snprintf(text + size, sizeof text - size, "X-%u: a\r\n", i);
        size += (size_t)snprintf(text + size, sizeof text - size, END);
        const arb_http_progress progress = read_whole(&r, &fault, (bytes){ text, size });
        assert_int_equal(progress, extra < ARB_HTTP_FIELDS_MAX ? ARB_HTTP_READY : ARB_HTTP_REFUSED);
    }
    assert_int_equal(fault, ARB_HTTP_FAULT_TOO_MANY_FIELDS);
}

/* ---- small texts */

static void test_http_parse__lists(void **state)
{
    arb_http_text list = { ", a ,,\tb;q=1 , ", 15 }, member;

    (void)state;
    assert_true(arb_http_list_next(&member, &list));
    assert_text(member, "a");
    assert_true(arb_http_list_next(&member, &list));
    assert_text(member, "b;q=1");
    assert_false(arb_http_list_next(&member, &list));
    list = (arb_http_text){ NULL, 0 };
    assert_false(arb_http_list_next(&member, &list));
}

static arb_http_text text_of(const char *text)
{
    return (arb_http_text){ text, strlen(text) };
}

static void test_http_parse__decoding(void **state)
{
    char out[8];

    (void)state;
    assert_true(arb_http_decode(out, sizeof out, text_of("a%2Fb+c"), true));
    assert_string_equal(out, "a/b c");
    assert_true(arb_http_decode(out, sizeof out, text_of("a+%c3%A8"), false));
    assert_string_equal(out, "a+\xc3\xa8");
    assert_true(arb_http_decode(out, sizeof out, text_of("1234567"), false));
    assert_false(arb_http_decode(out, sizeof out, text_of("12345678"), false));
    assert_false(arb_http_decode(out, sizeof out, text_of("%"), false));
    assert_false(arb_http_decode(out, sizeof out, text_of("%4"), false));
    assert_false(arb_http_decode(out, sizeof out, text_of("%4g"), false));
    assert_false(arb_http_decode(out, sizeof out, text_of("%00"), false));
}

static void test_http_parse__numbers(void **state)
{
    uint64_t number = 0;

    (void)state;
    assert_true(arb_http_number(&number, text_of("0")));
    assert_int_equal(number, 0);
    assert_true(arb_http_number(&number, text_of("999999999999999999")));
    assert_int_equal(number, UINT64_C(999999999999999999));
    assert_false(arb_http_number(&number, text_of("1000000000000000000")));
    assert_false(arb_http_number(&number, text_of("")));
    assert_false(arb_http_number(&number, text_of(" 1")));
    assert_false(arb_http_number(&number, (arb_http_text){ NULL, 0 }));
}

static void test_http_parse__secrets(void **state)
{
    (void)state;
    assert_true(arb_bytes_equal_secretly("abcd", "abcd", 4));
    assert_false(arb_bytes_equal_secretly("abcd", "abce", 4));
    assert_false(arb_bytes_equal_secretly("abcd", "bbcd", 4));
    assert_true(arb_bytes_equal_secretly("a", "b", 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_http_parse__a_request_of_a_browser),
        cmocka_unit_test(test_http_parse__a_post_and_its_length),
        cmocka_unit_test(test_http_parse__unfinished_heads_ask_for_more),
        cmocka_unit_test(test_http_parse__what_is_refused),
        cmocka_unit_test(test_http_parse__heads_have_a_size),
        cmocka_unit_test(test_http_parse__fields_are_counted),
        cmocka_unit_test(test_http_parse__lists),
        cmocka_unit_test(test_http_parse__decoding),
        cmocka_unit_test(test_http_parse__numbers),
        cmocka_unit_test(test_http_parse__secrets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
