/* SPDX-License-Identifier: MIT */
/* What is taken for an answer of another hall, and what is not: whoever has taken the port of one
 * that has died may say anything. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/hall/forward.h"

static int head_of(arb_wire_head *out, const char *text)
{
    return arb_wire_head_read(out, text, strlen(text));
}

static void test_wire__what_halls_answer(void **state)
{
    arb_wire_head head;

    (void)state;
    assert_int_equal(head_of(&head, "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nETag: \"1\"\r\n"
                                    "Cache-Control: no-store\r\nContent-Length: 7\r\n\r\n{...}.."),
                     1);
    assert_int_equal(head.status, 200);
    assert_int_equal(head.body, 7);
    assert_string_equal(head.type, "a/b");
    assert_string_equal(head.cache, "no-store");
    assert_string_equal(head.value[0], "\"1\"");
    assert_false(head.closes || head.streams);
    assert_int_equal(head_of(&head, "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n"), 1);
    assert_int_equal(head.body, 0);
    assert_int_equal(head_of(&head, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                                    "Connection: close\r\n\r\n"),
                     1);
    assert_true(head.streams && head.closes);
    assert_int_equal(head_of(&head, "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n"), 0);
}

static void test_wire__what_no_hall_answers(void **state)
{
    static const char *const all[] = {
        "HTTP/1.1 200 OK\r\nContent-Length: 18446744073709550616\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 999999999999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 0x10\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nContent-Length:1\r\n\r\na",
        "HTTP/1.1 200 OK\r\nETag: \"1\"\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nCache-Control: a\rb\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno header\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 999999 OK\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 100 Continue\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 600 Oh\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n",
        "SSH-2.0-x\r\n\r\n",
        "\r\n\r\n",
    };
    arb_wire_head head;

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (head_of(&head, all[i]) != -1)
            fail_msg("taken: %s", all[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wire__what_halls_answer),
        cmocka_unit_test(test_wire__what_no_hall_answers),
    };

    return cmocka_run_group_tests_name("hall_wire", tests, NULL, NULL);
}
