/* SPDX-License-Identifier: MIT */
/* The measurement of the store runs and counts; how fast is for `arbitro bench` to say. */
#define _GNU_SOURCE
#include "test_store_common.h"

#include "bench/bench_store.h"

enum { LOG_ROWS = 1200 };

static void test_client__is_another_for_every_number(void **state)
{
    char before[ARB_BENCH_CLIENT] = "";

    (void)state;
    for (uint64_t i = 0; i < 1000; i++) {
        char low[ARB_BENCH_CLIENT], high[ARB_BENCH_CLIENT];
        arb_bench_client(low, i);
        arb_bench_client(high, i << 32 | 1);
        assert_int_equal(strspn(low, "0123456789abcdef"), 24); /* as pages make them */
        assert_string_not_equal(low, before);
        assert_string_not_equal(low, high);
        memcpy(before, low, sizeof low);
    }
}

static void test_store__is_measured_beside_the_database_alone(void **state)
{
    static const unsigned batches[] = { 1, 8, 64 };
    const folder *where = *state;

    for (size_t i = 0; i < sizeof batches / sizeof batches[0]; i++) {
        const arb_bench_store_options options = { .folder = where->path,
                                                  .batch = batches[i],
                                                  .rows = 10 * batches[i],
                                                  .runs = 2,
                                                  .games = i == 0 ? 0 : 3,
                                                  .before = i == 0 ? 0 : 20,
                                                  .postgres =
                                                      on_postgres(where) ? where->file : NULL };
        arb_bench_store_row row = { 0 };
        assert_fine(arb_bench_store(&row, &options));
        assert_true(row.store > 0 && row.bare > 0);
        /* as old as was asked, beside what fills the log */
        assert_int_equal(row.events, LOG_ROWS + 10 * batches[i] + options.games * options.before);
        print_message("# batches of %u: %.0f events/s, the database alone %.0f, ratio %.2f\n",
                      batches[i], row.store, row.bare, row.store / row.bare);
    }
    assert_err(arb_bench_store(&(arb_bench_store_row){ 0 },
                               &(arb_bench_store_options){
                                   .folder = "/nowhere/at/all", .batch = 1, .rows = 1, .runs = 1 }),
               ARB_STORE_CANNOT_OPEN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_store__is_measured_beside_the_database_alone),
        STORE_TEST(test_client__is_another_for_every_number),
    };

    return STORE_RUN(tests);
}
