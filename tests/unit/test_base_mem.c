/* SPDX-License-Identifier: MIT */
/* base/mem.h, and the books that failing_mem keeps, on which all other tests rely. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/mem.h"
#include "support/failing_mem.h"

static void test_mem__null_means_malloc(void **state)
{
    (void)state;
    char *block = arb_mem_resize(NULL, NULL, 0, 4);
    assert_non_null(block);
    memcpy(block, "abcd", 4);
    block = arb_mem_resize(NULL, block, 4, 4096);
    assert_non_null(block);
    assert_memory_equal(block, "abcd", 4);
    block = arb_mem_resize(NULL, block, 4096, 2);
    assert_non_null(block);
    assert_memory_equal(block, "ab", 2);
    assert_null(arb_mem_resize(NULL, block, 2, 0));
}

static void test_mem__resizing_keeps_the_bytes(void **state)
{
    (void)state;
    failing_mem failing;
    failing_mem_init(&failing, 0);
    char *block = arb_mem_resize(&failing.mem, NULL, 0, 3);
    memcpy(block, "abc", 3);
    block = arb_mem_resize(&failing.mem, block, 3, 100);
    assert_memory_equal(block, "abc", 3);
    block = arb_mem_resize(&failing.mem, block, 100, 2);
    assert_memory_equal(block, "ab", 2);
    assert_int_equal(failing.live_blocks, 1);
    assert_int_equal(failing.live_bytes, 2);
    arb_mem_free(&failing.mem, block, 2);
    failing_mem_assert_clean(&failing);
}

static void test_mem__a_failed_resize_leaves_the_block_alone(void **state)
{
    (void)state;
    failing_mem failing;
    failing_mem_init(&failing, 2);
    char *block = arb_mem_resize(&failing.mem, NULL, 0, 3);
    memcpy(block, "abc", 3);
    assert_null(arb_mem_resize(&failing.mem, block, 3, 6));
    assert_true(failing.failed);
    assert_memory_equal(block, "abc", 3);
    arb_mem_free(&failing.mem, block, 3);
    failing_mem_assert_clean(&failing);
}

static void test_mem__freeing_null_is_nothing(void **state)
{
    (void)state;
    failing_mem failing;
    failing_mem_init(&failing, 0);
    arb_mem_free(&failing.mem, NULL, 0);
    arb_mem_free(&failing.mem, NULL, 7);
    arb_mem_free(NULL, NULL, 7);
    failing_mem_assert_clean(&failing);
}

static void test_mem__a_new_array_is_zero(void **state)
{
    (void)state;
    static const uint64_t zeros[5];
    failing_mem failing;
    failing_mem_init(&failing, 0);
    uint64_t *array = arb_mem_new_array(&failing.mem, 5, sizeof *array);
    assert_non_null(array);
    assert_memory_equal(array, zeros, sizeof zeros);
    assert_int_equal(failing.live_bytes, sizeof zeros);
    arb_mem_free(&failing.mem, array, 5 * sizeof *array);
    failing_mem_assert_clean(&failing);

    array = arb_mem_new_array(NULL, 5, sizeof *array);
    assert_non_null(array);
    assert_memory_equal(array, zeros, sizeof zeros);
    arb_mem_free(NULL, array, 5 * sizeof *array);
}

static void test_mem__a_new_array_that_no_number_measures_is_refused(void **state)
{
    (void)state;
    failing_mem failing;
    failing_mem_init(&failing, 0);
    assert_null(arb_mem_new_array(&failing.mem, SIZE_MAX / 8 + 1, 8));
    assert_null(arb_mem_new_array(&failing.mem, 8, SIZE_MAX / 8 + 1));
    assert_null(arb_mem_new_array(&failing.mem, SIZE_MAX, SIZE_MAX));
    assert_int_equal(failing.allocations, 0);
    /* One less can be measured, and is asked for. */
    assert_null(arb_mem_new_array(&failing.mem, SIZE_MAX / 8, 8));
    assert_int_equal(failing.allocations, 1);
    failing_mem_assert_clean(&failing);
}

static arb_err make_two_arrays(const arb_mem *mem, void *user)
{
    (void)user;
    arb_err err = ARB_NOMEM;
    char *one = arb_mem_new_array(mem, 10, 1);
    char *two = one ? arb_mem_new_array(mem, 20, 1) : NULL;
    if (two) {
        char *more = arb_mem_resize(mem, two, 20, 30);
        err = more ? ARB_OK : ARB_NOMEM;
        arb_mem_free(mem, more ? more : two, more ? 30 : 20);
    }
    arb_mem_free(mem, one, 10);
    return err;
}

static void test_mem__a_sweep_fails_every_allocation_in_turn(void **state)
{
    (void)state;
    assert_int_equal(failing_mem_sweep(make_two_arrays, NULL), 3);
}

static void test_failing_mem__a_wrong_size_is_noticed(void **state)
{
    (void)state;
    failing_mem failing;
    failing_mem_init(&failing, 0);
    char *block = arb_mem_resize(&failing.mem, NULL, 0, 8);
    assert_null(arb_mem_resize(&failing.mem, block, 7, 16));
    assert_int_equal(failing.mistakes, 1);
    assert_null(arb_mem_resize(&failing.mem, block, 9, 0));
    assert_int_equal(failing.mistakes, 2);
    assert_int_equal(failing.live_blocks, 1);
    arb_mem_free(&failing.mem, block, 8);
    failing.mistakes = 0;
    failing_mem_assert_clean(&failing);
}

static void test_failing_mem__a_block_from_elsewhere_is_noticed(void **state)
{
    (void)state;
    char elsewhere[128] = { 0 };
    failing_mem failing;
    failing_mem_init(&failing, 0);
    assert_null(arb_mem_resize(&failing.mem, elsewhere + 64, 8, 0));
    assert_int_equal(failing.mistakes, 1);
    failing.mistakes = 0;
    failing_mem_assert_clean(&failing);
}

static void test_failing_mem__only_the_chosen_allocation_fails(void **state)
{
    (void)state;
    failing_mem failing;
    failing_mem_init(&failing, 2);
    char *one = arb_mem_resize(&failing.mem, NULL, 0, 1);
    assert_non_null(one);
    assert_false(failing.failed);
    assert_null(arb_mem_resize(&failing.mem, NULL, 0, 1));
    assert_true(failing.failed);
    char *three = arb_mem_resize(&failing.mem, NULL, 0, 1);
    assert_non_null(three);
    assert_int_equal(failing.live_blocks, 2);
    assert_int_equal(failing.allocations, 3);
    arb_mem_free(&failing.mem, one, 1);
    arb_mem_free(&failing.mem, three, 1);
    failing_mem_assert_clean(&failing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mem__null_means_malloc),
        cmocka_unit_test(test_mem__resizing_keeps_the_bytes),
        cmocka_unit_test(test_mem__a_failed_resize_leaves_the_block_alone),
        cmocka_unit_test(test_mem__freeing_null_is_nothing),
        cmocka_unit_test(test_mem__a_new_array_is_zero),
        cmocka_unit_test(test_mem__a_new_array_that_no_number_measures_is_refused),
        cmocka_unit_test(test_mem__a_sweep_fails_every_allocation_in_turn),
        cmocka_unit_test(test_failing_mem__a_wrong_size_is_noticed),
        cmocka_unit_test(test_failing_mem__a_block_from_elsewhere_is_noticed),
        cmocka_unit_test(test_failing_mem__only_the_chosen_allocation_fails),
    };
    return cmocka_run_group_tests_name("base_mem", tests, NULL, NULL);
}
