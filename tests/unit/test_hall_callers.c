/* SPDX-License-Identifier: MIT */
/* Addresses, networks, and who a caller is whatever he writes. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/hall/callers.h"
#include "support/hall/hall.h"

static struct in6_addr address(const char *text)
{
    struct in6_addr out;

    if (!arb_address_read(&out, text, strlen(text)))
        fail_msg("%s is no address", text);
    return out;
}

static void test_address__forms(void **state)
{
    static const char *const same[][2] = {
        { "192.0.2.7", "192.0.2.7:8080" },
        { "192.0.2.7", "::ffff:192.0.2.7" },
        { "192.0.2.7", "[::ffff:192.0.2.7]:1" },
        { "2001:db8::1", "[2001:db8::1]" },
        { "2001:db8::1", "[2001:DB8:0:0::1]:65535" },
    };
    static const char *const bad[] = { "",
                                       "unknown",
                                       "192.0.2",
                                       "192.0.2.256",
                                       "192.0.2.7:",
                                       "192.0.2.7:x",
                                       "192.0.2.7:123456",
                                       "[192.0.2.7]",
                                       "[2001:db8::1",
                                       "[2001:db8::1]x",
                                       "2001:db8::1]",
                                       "[]",
                                       "fe80::1%eth0",
                                       "192.0.2.7/8",
                                       " 192.0.2.7",
                                       "2001:db8::1::2" };
    struct in6_addr out;

    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        const struct in6_addr a = address(same[i][0]), b = address(same[i][1]);
        assert_memory_equal(&a, &b, sizeof a);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (arb_address_read(&out, bad[i], strlen(bad[i])))
            fail_msg("%s was read", bad[i]);
    }
}

static uint64_t key_of(const char *text, unsigned bits)
{
    const struct in6_addr a = address(text);

    return arb_address_key(&a, bits);
}

static void test_address__keys(void **state)
{
    (void)state;
    assert_int_equal(key_of("2001:db8:1:2::1", 64), key_of("2001:db8:1:2:ffff:ffff:ffff:ffff", 64));
    assert_true(key_of("2001:db8:1:2::1", 64) != key_of("2001:db8:1:3::1", 64));
    assert_int_equal(key_of("2001:db8:1:2::1", 48), key_of("2001:db8:1:ffff::1", 48));
    assert_true(key_of("2001:db8:1::1", 48) != key_of("2001:db8:2::1", 48));
    assert_true(key_of("192.0.2.1", 64) != key_of("192.0.2.2", 64));
    assert_int_equal(key_of("192.0.2.1", 64), key_of("192.0.2.1", 48));
    /* IPv6 in whose first bytes the digits of an IPv4 stand is somebody else */
    assert_true(key_of("32.1.13.184", 64) != key_of("2001:db8:100:0::1", 64));
    assert_true(key_of("32.1.13.184", 64) != key_of("0:0:2001:db8::1", 64) ||
                key_of("32.1.13.184", 64) >> 32 == 0);
}

static void test_address__networks(void **state)
{
    static const struct {
        const char *network, *in, *out;
    } rows[] = {
        { "10.0.0.0/8", "10.255.1.2", "11.0.0.1" },
        { "10.0.0.0/8", "::ffff:10.0.0.1", "a00::1" },
        { "192.0.2.128/25", "192.0.2.200", "192.0.2.100" },
        { "192.0.2.1", "192.0.2.1", "192.0.2.2" },
        { "2001:db8::/33", "2001:db8:7fff::1", "2001:db8:8000::1" },
        { "::1", "::1", "::2" },
        { "0.0.0.0/0", "203.0.113.9", "2001:db8::1" },
    };
    static const char *const bad[] = { "",       "10.0.0.0/33", "10.0.0.0/",    "10.0.0.0/x", "/8",
                                       "::/129", "proxy",       "10.0.0.0/8/8", "10.0.0.1:80" };
    arb_network network;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct in6_addr in = address(rows[i].in), out = address(rows[i].out);
        assert_true(arb_network_read(&network, rows[i].network, strlen(rows[i].network)));
        if (!arb_networks_have(&network, 1, &in) || arb_networks_have(&network, 1, &out))
            fail_msg("%s", rows[i].network);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (arb_network_read(&network, bad[i], strlen(bad[i])))
            fail_msg("%s was read", bad[i]);
    }
}

/* Who calls from `from` with these lines of X-Forwarded-For, one after the other. */
static arb_caller caller(const char *from, const char *lines, const char *const *named)
{
    static arb_http_request request;
    static char bytes[4096];
    arb_network proxies[8];
    arb_http_peer peer = { .address = address(from) };
    arb_http_scan scan = { 0 };
    arb_http_fault fault;
    size_t count = 0;

    for (; named && named[count]; count++)
        assert_true(arb_network_read(&proxies[count], named[count], strlen(named[count])));
    (void)snprintf(bytes, sizeof bytes, "GET / HTTP/1.1\r\nHost: h\r\n%s\r\n", lines);
    assert_int_equal(arb_http_read(&request, &fault, &scan, bytes, strlen(bytes)), ARB_HTTP_READY);
    return arb_caller_of(&peer, &request, proxies, count);
}

#define XFF(value) "X-Forwarded-For: " value "\r\n"

static void test_caller__is_whom_the_named_proxies_saw(void **state)
{
    static const char *const here[] = { "127.0.0.1", NULL };
    static const char *const chain[] = { "127.0.0.1", "10.0.0.0/8", "2001:db8:f::/48", NULL };
    static const struct {
        const char *from, *lines, *const *named, *expected;
    } rows[] = {
        /* nobody is named, or somebody else: whatever is written means nothing */
        { "203.0.113.5", XFF("198.51.100.1"), NULL, "203.0.113.5" },
        { "127.0.0.1", XFF("198.51.100.1"), NULL, "127.0.0.1" },
        { "203.0.113.5", XFF("198.51.100.1"), here, "203.0.113.5" },
        /* named: the right end counts, whatever the client wrote before it */
        { "127.0.0.1", XFF("198.51.100.1"), here, "198.51.100.1" },
        { "127.0.0.1", XFF("1.1.1.1, 2.2.2.2, 198.51.100.1"), here, "198.51.100.1" },
        { "127.0.0.1", XFF("1.1.1.1") XFF("198.51.100.1"), here, "198.51.100.1" },
        { "127.0.0.1", XFF("1.1.1.1, 2.2.2.2") "x-forwarded-for: 198.51.100.1\r\n", here,
          "198.51.100.1" },
        { "127.0.0.1", XFF("1.1.1.1,127.0.0.1"), here, "1.1.1.1" },
        { "127.0.0.1", XFF("1.1.1.1") XFF("198.51.100.1, 10.1.1.1") XFF("10.2.2.2"), chain,
          "198.51.100.1" },
        { "10.9.9.9", XFF("[2001:db8:1::1]:4711, 2001:db8:f::9"), chain, "2001:db8:1::1" },
        { "::ffff:127.0.0.1", XFF("::ffff:198.51.100.1"), here, "198.51.100.1" },
        { "127.0.0.1", XFF(" 198.51.100.1\t, ,,"), here, "198.51.100.1" },
        /* no address: the proxy itself, and nobody further to the left */
        { "127.0.0.1", XFF("198.51.100.1, unknown"), here, "127.0.0.1" },
        { "127.0.0.1", XFF("198.51.100.1, 10.1.1.1, x"), chain, "127.0.0.1" },
        { "127.0.0.1", XFF("198.51.100.1, _hidden, 10.1.1.1"), chain, "127.0.0.1" },
        { "127.0.0.1", XFF(""), here, "127.0.0.1" },
        { "127.0.0.1", XFF(", ,"), here, "127.0.0.1" },
        { "127.0.0.1", "", here, "127.0.0.1" },
        /* proxies alone: the first of them asked */
        { "127.0.0.1", XFF("10.1.1.1, 10.2.2.2"), chain, "10.1.1.1" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const arb_caller found = caller(rows[i].from, rows[i].lines, rows[i].named);
        const struct in6_addr expected = address(rows[i].expected);
        if (memcmp(&found.address, &expected, sizeof expected) != 0)
            fail_msg("row %zu: not %s", i, rows[i].expected);
    }
    /* this machine is local; one for whom a proxy on it speaks is not */
    assert_true(caller("127.0.0.1", "", NULL).is_local);
    assert_true(caller("::1", "", here).is_local);
    assert_false(caller("127.0.0.1", XFF("127.0.0.1"), here).is_local);
    assert_false(caller("127.0.0.1", XFF("127.0.0.1"), NULL).is_local);
    assert_false(caller("203.0.113.5", "", NULL).is_local);
}

/* Any bytes: somebody is found, and it is the proxy or an address that stands there in digits. */
static void test_caller__whatever_is_written(void **state)
{
    static const char letters[] = "0123456789abcdef::::....[]  ,,,\tx%/";
    static const char *const named[] = { "127.0.0.1", "10.0.0.0/8", NULL };
    const unsigned times = hall_volume(100000, 3000000);
    const struct in6_addr proxy = address("127.0.0.1");
    uint32_t seed = 17;

    (void)state;
    for (unsigned i = 0; i < times; i++) {
        char lines[256] = XFF("");
        size_t size = strlen(lines) - 2;
        for (unsigned j = 0; j < i % 60; j++) {
            seed = seed * 1664525u + 1013904223u;
            lines[size++] = letters[(seed >> 16) % (sizeof letters - 1)];
        }
        (void)snprintf(lines + size, sizeof lines - size, ",%u.1.2.3\r\n", i % 300);
        const arb_caller found = caller("127.0.0.1", lines, named);
        if (i % 300 > 255)
            assert_memory_equal(&found.address, &proxy, sizeof proxy);
        else if (i % 300 != 10 && i % 300 != 127)
            assert_int_equal(found.address.s6_addr[12], i % 300);
        assert_false(found.is_local);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_address__forms),
        cmocka_unit_test(test_address__keys),
        cmocka_unit_test(test_address__networks),
        cmocka_unit_test(test_caller__is_whom_the_named_proxies_saw),
        cmocka_unit_test(test_caller__whatever_is_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
