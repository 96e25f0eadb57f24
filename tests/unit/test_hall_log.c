/* SPDX-License-Identifier: MIT */
/* Ids of clients in the log of a table: each is found, and no other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "server/hall/hall_internal.h"

enum { MANY = 3000 };

static void test_log__every_id_is_found(void **state)
{
    arb_table t = { 0 };
    char id[32];

    (void)state;
    for (unsigned i = 0; i < MANY; i++) {
        if (i % 7 == 3) /* some are the hall's */
            id[0] = '\0';
        else
            (void)snprintf(id, sizeof id, "w.%x", i);
        assert_int_equal(arb_log_add(&t, i + 1, id, !id[0], 0), ARB_OK);
    }
    for (unsigned i = 0; i < 2 * MANY; i++) {
        (void)snprintf(id, sizeof id, "w.%x", i);
        assert_int_equal(arb_log_find(&t, id), i < MANY && i % 7 != 3 ? i + 1 : 0);
    }
    assert_int_equal(arb_log_find(&t, ""), 0);
    arb_log_clear(&t);
}

/* These two have the same mark. */
static void test_log__another_id_with_the_same_mark(void **state)
{
    arb_table t = { 0 };

    (void)state;
    assert_int_equal(arb_log_add(&t, 1, "liquid", false, 0), ARB_OK);
    assert_int_equal(arb_log_find(&t, "costarring"), 0);
    assert_int_equal(arb_log_add(&t, 2, "costarring", false, 0), ARB_OK);
    assert_int_equal(t.log[0].mark, t.log[1].mark);
    assert_int_equal(arb_log_find(&t, "costarring"), 2);
    assert_int_equal(arb_log_find(&t, "liquid"), 1);
    arb_log_clear(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_log__every_id_is_found),
        cmocka_unit_test(test_log__another_id_with_the_same_mark),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
