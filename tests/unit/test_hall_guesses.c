/* SPDX-License-Identifier: MIT */
/* How often codes can be tried in the end, by whomever, and that docs/SERVER.md says the same. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/hall/guesses.h"
#include "server/hall/keys.h"
#include "server/http/address.h"
#include "support/hall/hall.h"

enum { DAY_MS = 24 * 60 * 60 * 1000 };

static arb_limits limits;

static int open_limits(void **state)
{
    (void)state;
    if (!arb_keys_begin())
        return -1;
    arb_limits_open(&limits);
    return 0;
}

static int close_limits(void **state)
{
    (void)state;
    arb_limits_close(&limits);
    return 0;
}

static struct in6_addr address(const char *text)
{
    struct in6_addr out;

    if (!arb_address_read(&out, text, strlen(text)))
        fail_msg("%s is no address", text);
    return out;
}

/* ---- codes */

/* Tries a code at `now` as the hall does; true when it could be tried. */
static bool guess(const struct in6_addr *from, int64_t now)
{
    if (arb_code_try_wait(&limits, from, now) > 0)
        return false;
    arb_code_was_wrong(&limits, from, now);
    return true;
}

static double a_day(arb_limit limit)
{
    const arb_rate rate = arb_limit_rate(limit);

    return rate.burst + DAY_MS * 1000.0 / (double)rate.interval_us;
}

/* A million requests of one address, spread over a day: what it says is what can be tried. */
static void test_guess__a_million_from_one_address(void **state)
{
    const unsigned requests = hall_volume(1000000, 10000000);
    const struct in6_addr from = address("198.51.100.7");
    const int64_t step_us = (int64_t)DAY_MS * 1000 / requests;
    char text[ARB_CODE_SIZE];
    arb_hash seat, tried;
    unsigned allowed = 0;
    bool taken = false;

    (void)state;
    arb_join_code_make(text);
    assert_true(arb_join_code_hash(&seat, text, strlen(text)));
    for (unsigned i = 0; i < requests; i++) {
        const int64_t now = 1000 + (int64_t)i * step_us / 1000;
        if (!guess(&from, now))
            continue;
        allowed++;
        arb_join_code_make(text);
        assert_true(arb_join_code_hash(&tried, text, strlen(text)));
        taken = taken || memcmp(&seat, &tried, sizeof seat) == 0;
    }
    assert_false(taken);
    assert_true(allowed <= a_day(ARB_LIMIT_GUESS));
    assert_true(allowed >= a_day(ARB_LIMIT_GUESS) - 2);
}

/* As many at once, faster than any clock ticks: as many as a class mistypes. */
static void test_guess__a_million_at_once(void **state)
{
    const unsigned requests = hall_volume(1000000, 10000000);
    const struct in6_addr from = address("2001:db8:1:2::1");
    struct in6_addr one = from;
    unsigned allowed = 0;

    (void)state;
    for (unsigned i = 0; i < requests; i++) {
        memcpy(one.s6_addr + 8, &i, sizeof i); /* any address of the same network */
        allowed += guess(&one, 1000);
    }
    assert_int_equal(allowed, 60);
}

/* However many addresses: the hall's own number, and each address that has not been wrong once. */
static void test_guess__many_addresses(void **state)
{
    enum { ADDRESSES = 5000 };
    struct in6_addr from = address("10.0.0.0");
    unsigned allowed = 0;

    (void)state;
    for (unsigned round = 0; round < 5; round++) {
        for (unsigned i = 0; i < ADDRESSES; i++) {
            memcpy(from.s6_addr + 13,
                   &(unsigned char[]){ 0, (unsigned char)(i >> 8), (unsigned char)i }, 3);
            allowed += guess(&from, 1000);
        }
    }
    /* those who used up the hall's own have been wrong */
    assert_int_equal(allowed, ADDRESSES);
    /* a whole network of 48 bits is one then */
    struct in6_addr six = address("2001:db8:7::1");
    allowed = 0;
    for (unsigned i = 0; i < 65536; i++) {
        six.s6_addr[6] = (unsigned char)(i >> 8);
        six.s6_addr[7] = (unsigned char)i;
        allowed += guess(&six, 1000);
    }
    assert_int_equal(allowed, 1);
    /* an honest player, who has not been here, gets in */
    const struct in6_addr honest = address("203.0.113.77");
    assert_int_equal(arb_code_try_wait(&limits, &honest, 1000), 0);
    /* and so he does after an hour with a wrong code behind him; the storm goes on meanwhile */
    assert_true(guess(&honest, 1000));
    assert_true(arb_code_try_wait(&limits, &honest, 1000) > 0);
    for (int64_t now = 1000; now < 3600000; now += 3000)
        (void)guess(&from, now);
    assert_int_equal(arb_code_try_wait(&limits, &honest, 3601000), 0);
}

/* Everybody on earth together: a table full of those who have been wrong, once an hour each. */
static void test_guess__more_addresses_than_there_is_room(void **state)
{
    enum { ADDRESSES = 100000 };
    const size_t room = arb_limit_rate(ARB_LIMIT_GUESS_FIRST).room;
    struct in6_addr from = address("10.0.0.0");
    unsigned allowed = 0;

    (void)state;
    for (unsigned i = 0; i < ADDRESSES; i++) {
        from.s6_addr[13] = (unsigned char)(i >> 16);
        from.s6_addr[14] = (unsigned char)(i >> 8);
        from.s6_addr[15] = (unsigned char)i;
        allowed += guess(&from, 1000);
    }
    assert_int_equal(allowed, room + 1);
}

/* ---- the documents */

static void read_page(char *out, size_t room)
{
    const char *data = getenv("ARB_TEST_DATA");
    char path[4096];

    (void)snprintf(path, sizeof path, "%s/../docs/SERVER.md", data ? data : "tests");
    FILE *file = fopen(path, "re");
    assert_non_null(file);
    const size_t size = fread(out, 1, room - 1, file);
    out[size] = '\0';
    (void)fclose(file);
    assert_true(size > 0 && size < room - 1);
}

/* A number with commas between the thousands. */
static void write_number(char out[32], double number)
{
    char digits[32];
    const int size = snprintf(digits, sizeof digits, "%.0f", number);
    int at = 0;

    for (int i = 0; i < size; i++) {
        if (i > 0 && (size - i) % 3 == 0)
            out[at++] = ',';
        out[at++] = digits[i];
    }
    out[at] = '\0';
}

/* Two digits that count, and noughts: what one can remember. */
static double rounded(double number)
{
    double unit = 1;

    while (number / unit >= 100)
        unit *= 10;
    return (double)(uint64_t)(number / unit + 0.5) * unit;
}

/* How many codes there are. */
static double all_codes(void)
{
    double codes = 1;

    for (unsigned i = 0; i < ARB_CODE_LENGTH; i++)
        codes *= ARB_CODE_LETTERS;
    return codes;
}

static void assert_documented(const char *page, const char *who, double guesses)
{
    const double codes = all_codes();
    char row[256], count[32], one[32], any[32];

    write_number(count, guesses);
    write_number(one, rounded(codes / guesses));
    write_number(any, rounded(codes / guesses / 1000));
    (void)snprintf(row, sizeof row, "| %s | %s | 1 in %s | 1 in %s |\n", who, count, one, any);
    if (!strstr(page, row))
        fail_msg("docs/SERVER.md does not say: %s", row);
}

static void test_guess__the_odds_are_those_of_the_page(void **state)
{
    const double own = a_day(ARB_LIMIT_GUESS), all = a_day(ARB_LIMIT_GUESS_HALL);
    const double first = a_day(ARB_LIMIT_GUESS_FIRST);
    static char page[1 << 18];
    char codes[32];

    (void)state;
    read_page(page, sizeof page);
    write_number(codes, all_codes());
    assert_non_null(strstr(page, codes));
    assert_documented(page, "one address, or one IPv6 network of 64 bits", own);
    assert_documented(page, "one IPv6 network of 48 bits, 65,536 of those", all + first);
    assert_documented(page, "1,000 addresses", all + 1000 * first);
    assert_documented(page, "any number of addresses",
                      all + (double)(arb_limit_rate(ARB_LIMIT_GUESS_FIRST).room + 1) * first);
}

#define LIMITS_TEST(f) cmocka_unit_test_setup_teardown(f, open_limits, close_limits)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LIMITS_TEST(test_guess__a_million_from_one_address),
        LIMITS_TEST(test_guess__a_million_at_once),
        LIMITS_TEST(test_guess__many_addresses),
        LIMITS_TEST(test_guess__more_addresses_than_there_is_room),
        LIMITS_TEST(test_guess__the_odds_are_those_of_the_page),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
