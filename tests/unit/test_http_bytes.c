/* SPDX-License-Identifier: MIT */
/*
 * server/http.h: heads are looked at in pieces of eight bytes. Where a byte stands, and how the
 * bytes are portioned, makes no difference.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/http/http.h"
#include "support/random_positions.h"

#define GET  "GET / HTTP/1.1\r\n"
#define HOST "Host: h\r\n"
#define END  "\r\n"

/* Each portion has memory of its own, so that a sanitizer sees who reads beyond it. */
static arb_http_progress read_in_portions(arb_http_request *out, arb_http_fault *fault,
                                          const char *text, size_t size, size_t step)
{
    arb_http_scan scan = { 0 };
    arb_http_progress progress = ARB_HTTP_MORE;

    *fault = ARB_HTTP_FAULT_NONE;
    for (size_t seen = 0; progress == ARB_HTTP_MORE && seen < size;) {
        seen = seen + step < size ? seen + step : size;
        char *portion = malloc(seen);
        assert_non_null(portion);
        memcpy(portion, text, seen);
        progress = arb_http_read(out, fault, &scan, portion, seen);
        free(portion);
    }
    return progress;
}

static void assert_portions_agree(const char *text, size_t size, size_t step)
{
    static arb_http_request single, whole, parts;
    arb_http_fault faults[3];
    const arb_http_progress one_by_one = read_in_portions(&single, &faults[0], text, size, 1);
    const arb_http_progress at_once = read_in_portions(&whole, &faults[1], text, size, size);

    assert_int_equal(at_once, one_by_one);
    assert_int_equal(read_in_portions(&parts, &faults[2], text, size, step), one_by_one);
    assert_int_equal(faults[1], faults[0]);
    assert_int_equal(faults[2], faults[0]);
    if (at_once != ARB_HTTP_READY)
        return;
    assert_int_equal(whole.head_size, single.head_size);
    assert_int_equal(whole.body_size, single.body_size);
    assert_int_equal(whole.field_count, single.field_count);
}

/* What becomes of a head in which this byte stands where a '?' is. */
static arb_http_fault fault_with(const char *head, int byte)
{
    char text[128];
    const size_t size = strlen(head);
    arb_http_request r;
    arb_http_fault fault;

    memcpy(text, head, size);
    *(char *)memchr(text, '?', size) = (char)byte;
    (void)read_in_portions(&r, &fault, text, size, size);
    return fault;
}

static bool is_among(int byte, const char *others)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z') || (byte != 0 && strchr(others, byte) != NULL);
}

/* Every byte, wherever in a line it stands: lines are looked at in pieces of eight bytes. */
static void test_http_bytes__every_byte(void **state)
{
    char head[128];

    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        const bool control = byte < 0x20 || byte == 0x7f;

        for (int before = 0; before < 20; before++) {
            const arb_http_fault expected = byte == '\r' || byte == '\n' ? ARB_HTTP_FAULT_LINE_END
                                            : control && byte != '\t'    ? ARB_HTTP_FAULT_CONTROL
                                                                         : ARB_HTTP_FAULT_NONE;
            (void)snprintf(head, sizeof head, GET HOST "X: %.*s?%.*s\r\n" END, before,
                           "aaaaaaaaaaaaaaaaaaaa", 20 - before,
                           "\xff\x80\xff\x80\xff\x80\xff\x80zzzzzzzzzzzz");
            assert_int_equal(fault_with(head, byte), expected);
        }
        if (control)
            continue;
        assert_int_equal(fault_with(GET HOST "X?Y: a\r\n" END, byte),
                         is_among(byte, "!#$%&'*+-.^_`|~:") ? ARB_HTTP_FAULT_NONE
                                                            : ARB_HTTP_FAULT_FIELD_NAME);
        assert_int_equal(fault_with("GET / HTTP/1.1\r\nHost: a?b\r\n" END, byte),
                         is_among(byte, ".-_:[]") ? ARB_HTTP_FAULT_NONE : ARB_HTTP_FAULT_HOST);
        assert_int_equal(fault_with("GET /a?b HTTP/1.1\r\n" HOST END, byte),
                         byte == ' '                              ? ARB_HTTP_FAULT_VERSION
                         : byte > 0x7f || strchr("#\"<>\\", byte) ? ARB_HTTP_FAULT_TARGET
                                                                  : ARB_HTTP_FAULT_NONE);
    }
}

/* Byte for byte, and at once. */
static void test_http_bytes__spoilt_heads_in_portions(void **state)
{
    static const char head[] = "POST /api/events?game=7 HTTP/1.1\r\nHost: chess.example\r\n"
                               "Content-Type: application/json\r\nContent-Length: 40\r\n"
                               "Authorization: Bearer AAAAAAAAAAAAAAAAAAAAAA\r\nX:\t a\r\n\r\n{}";
    static const char spice[] = "\r\n\r\n\t :\x7f\x1f\x80\xff\x20\x01";
    chance luck = chance_begin(1);

    (void)state;
    for (unsigned i = 0; i < scaled(20000); i++) {
        char text[sizeof head];

        memcpy(text, head, sizeof head);
        for (unsigned n = chance_below(&luck, 4); n > 0; n--)
            text[chance_below(&luck, sizeof head - 1)] = spice[chance_below(&luck, sizeof spice)];
        assert_portions_agree(text, 1 + chance_below(&luck, sizeof head - 1),
                              1 + chance_below(&luck, 30));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_http_bytes__every_byte),
        cmocka_unit_test(test_http_bytes__spoilt_heads_in_portions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
