/* SPDX-License-Identifier: MIT */
/*
 * bench/bench_echo.h: no number of connections makes the loop stall. An answer takes as long as
 * those of all connections before it; where the loop stalls, most take longer than that, every
 * time. A busy machine makes some late, and now and then most: not every time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bench/bench_echo.h"

enum { TRIES = 8, STALLS = 10 /* times as long as with another number of connections */ };

/* How long one answer takes with so many connections, in microseconds. */
static double one_answer(unsigned connections)
{
    const char *seconds = getenv("ARB_BENCH_SECONDS"); /* for those who want to measure */
    arb_bench_echo_row row;

    assert_int_equal(
        arb_bench_echo(&row, connections, seconds != NULL ? strtod(seconds, NULL) : 0.25), ARB_OK);
    print_message("# %3u connections: %7.0f a second, p50 %5.0f us, p99 %6.0f us\n",
                  row.connections, row.per_second, row.p50_us, row.p99_us);
    return row.p50_us / row.connections;
}

static void test_http_echo__no_number_of_connections_stalls(void **state)
{
    double quickest = 0, slowest = 0;

    (void)state;
    for (unsigned i = 0; i < arb_bench_echo_count; i++) {
        double took = one_answer(arb_bench_echo_connections[i]);
        for (unsigned again = 1; again < TRIES && i > 0 && took >= STALLS * quickest; again++)
            took = one_answer(arb_bench_echo_connections[i]);
        quickest = i == 0 || took < quickest ? took : quickest;
        slowest = took > slowest ? took : slowest;
    }
    print_message("# one answer: %.1f to %.1f us\n", quickest, slowest);
#ifndef __SANITIZE_ADDRESS__ /* which makes one connection slower than another as it likes */
    assert_true(slowest < STALLS * quickest);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_http_echo__no_number_of_connections_stalls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
