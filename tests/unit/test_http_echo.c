/* SPDX-License-Identifier: MIT */
/*
 * bench/bench_echo.h: no number of connections makes the loop stall. Machines differ and are busy;
 * what is asserted is far below what is measured.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bench/bench_echo.h"

static void test_http_echo__no_number_of_connections_stalls(void **state)
{
    const char *seconds = getenv("ARB_BENCH_SECONDS"); /* for those who want to measure */
    double least = 0, most = 0;

    (void)state;
    for (unsigned i = 0; i < arb_bench_echo_count; i++) {
        arb_bench_echo_row row;

        assert_int_equal(arb_bench_echo(&row, arb_bench_echo_connections[i],
                                        seconds != NULL ? strtod(seconds, NULL) : 0.25),
                         ARB_OK);
        print_message("# %3u connections: %7.0f a second, p50 %5.0f us, p99 %6.0f us\n",
                      row.connections, row.per_second, row.p50_us, row.p99_us);
        least = i == 0 || row.per_second < least ? row.per_second : least;
        most = row.per_second > most ? row.per_second : most;
    }
    print_message("# least / most: %.2f\n", least / most);
#ifndef __SANITIZE_ADDRESS__ /* which makes one connection slower than another as it likes */
    assert_true(least / most > 0.2);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_http_echo__no_number_of_connections_stalls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
