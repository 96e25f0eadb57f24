/* SPDX-License-Identifier: MIT */
/* The pool of a build without threads; this program has it in place of the library's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/jobs_alone.c"

typedef struct tale {
    arb_jobs *jobs;
    size_t told, stop_at;
} tale;

static void tell(void *user, size_t index, unsigned worker)
{
    tale *t = user;

    assert_int_equal(worker, 0);
    assert_true(arb_jobs_try_lock(t->jobs));
    assert_int_equal(index, t->told++);
    arb_jobs_unlock(t->jobs);
    if (index == t->stop_at)
        arb_jobs_stop(t->jobs);
}

static void test_jobs_alone__does_all_in_order(void **state)
{
    static const struct {
        size_t count, stop_at, told;
        arb_err err;
    } runs[] = {
        { 5, 9, 5, ARB_OK }, { 5, 2, 3, ARB_STOPPED }, { 5, 4, 5, ARB_OK }, { 0, 0, 0, ARB_OK }
    };
    tale t = { .jobs = NULL };

    (void)state;
    assert_int_equal(arb_jobs_new(&t.jobs, NULL, 8), ARB_OK);
    assert_int_equal(arb_jobs_threads(t.jobs), 1);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        t.told = 0;
        t.stop_at = runs[i].stop_at;
        assert_int_equal(arb_jobs_run(t.jobs, runs[i].count, tell, &t), runs[i].err);
        assert_int_equal(t.told, runs[i].told);
        arb_jobs_stop(t.jobs); /* without a run it does nothing */
    }
    arb_jobs_free(t.jobs);
    arb_jobs_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_jobs_alone__does_all_in_order) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
