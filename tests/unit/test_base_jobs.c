/* SPDX-License-Identifier: MIT */
/*
 * base/jobs.h: every index once, and stopping. Jobs run in other threads, where a failed assertion
 * cannot end the test: they note what they see, and the test looks at it when the run is over.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/jobs.h"
#include "support/failing_mem.h"

enum { COUNT = 1000, THREADS = 4 };

static arb_jobs *pool_of(unsigned threads)
{
    arb_jobs *jobs = NULL;

    assert_int_equal(arb_jobs_new(&jobs, NULL, threads), ARB_OK);
    assert_non_null(jobs);
    return jobs;
}

/* What the jobs of a run noted. */
typedef struct notes {
    arb_jobs *jobs;
    pthread_t caller;
    size_t stop_at;               /* the index whose job stops the run */
    unsigned char done[COUNT];    /* how often each index was done: without a lock, each its own */
    size_t by_worker[THREADS];    /* how many each worker did: without a lock, each its own */
    atomic_bool at_work[THREADS]; /* so that two at a time would be seen */
    atomic_size_t begun, mistakes;
} notes;

static void notes_init(notes *n, arb_jobs *jobs)
{
    memset(n, 0, sizeof *n);
    n->jobs = jobs;
    n->caller = pthread_self();
    n->stop_at = SIZE_MAX;
}

static void note(void *user, size_t index, unsigned worker)
{
    notes *n = user;

    atomic_fetch_add(&n->begun, 1);
    if (index >= COUNT || worker >= arb_jobs_threads(n->jobs) || worker >= THREADS) {
        atomic_fetch_add(&n->mistakes, 1);
        return;
    }
    if (atomic_exchange(&n->at_work[worker], true))
        atomic_fetch_add(&n->mistakes, 1);
    if ((worker == 0) != (pthread_equal(pthread_self(), n->caller) != 0))
        atomic_fetch_add(&n->mistakes, 1);
    n->done[index]++;
    n->by_worker[worker]++;
    if (index == n->stop_at)
        arb_jobs_stop(n->jobs);
    atomic_store(&n->at_work[worker], false);
}

/* Asserts that the first `count` indices were done once, the others not at all. */
static void assert_done(const notes *n, size_t count)
{
    size_t sum = 0;

    assert_int_equal(n->mistakes, 0);
    for (size_t i = 0; i < COUNT; i++)
        assert_int_equal(n->done[i], i < count ? 1 : 0);
    for (unsigned i = 0; i < THREADS; i++)
        sum += n->by_worker[i];
    assert_int_equal(sum, count);
}

static void test_jobs__every_index_is_done_once(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= THREADS; threads++) {
        static const size_t counts[] = { 0, 1, 2, 3, 5, COUNT - 1, COUNT };
        arb_jobs *jobs = pool_of(threads);
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            notes n;
            notes_init(&n, jobs);
            assert_int_equal(arb_jobs_run(jobs, counts[i], note, &n), ARB_OK);
            assert_done(&n, counts[i]);
        }
        arb_jobs_free(jobs);
    }
}

static void test_jobs__the_caller_is_one_of_the_workers(void **state)
{
    (void)state;
    for (unsigned threads = 0; threads <= THREADS; threads++) {
        arb_jobs *jobs = pool_of(threads);
        assert_int_equal(arb_jobs_threads(jobs), threads > 0 ? threads : 1);
        arb_jobs_free(jobs);
    }
}

static void test_jobs__no_more_workers_than_the_most(void **state)
{
    (void)state;
    arb_jobs *jobs = pool_of(UINT32_MAX);

    assert_true(arb_jobs_threads(jobs) > 1);
    assert_true(arb_jobs_threads(jobs) <= ARB_JOBS_THREADS_MAX);
    arb_jobs_free(jobs);
}

static void note_order(void *user, size_t index, unsigned worker)
{
    size_t *next = user;

    (void)worker;
    *next = index == *next ? index + 1 : SIZE_MAX;
}

static void test_jobs__one_worker_goes_in_order(void **state)
{
    (void)state;
    size_t next = 0;
    arb_jobs *jobs = pool_of(1);

    assert_int_equal(arb_jobs_run(jobs, COUNT, note_order, &next), ARB_OK);
    assert_int_equal(next, COUNT);
    arb_jobs_free(jobs);
}

static void meet(void *user, size_t index, unsigned worker)
{
    atomic_size_t *present = user;

    (void)index;
    (void)worker;
    atomic_fetch_add(present, 1);
    while (atomic_load(present) < THREADS)
        sched_yield();
}

static void test_jobs__all_workers_work_at_the_same_time(void **state)
{
    (void)state;
    atomic_size_t present = 0;
    arb_jobs *jobs = pool_of(THREADS);

    /* No job ends before all are there: with a worker fewer this would never end. */
    assert_int_equal(arb_jobs_threads(jobs), THREADS);
    assert_int_equal(arb_jobs_run(jobs, THREADS, meet, &present), ARB_OK);
    assert_int_equal(present, THREADS);
    arb_jobs_free(jobs);
}

static void add_up(void *user, size_t index, unsigned worker)
{
    uint64_t *sums = user;

    sums[worker] += index;
}

static void test_jobs__what_was_written_is_seen_after_each_run(void **state)
{
    (void)state;
    arb_jobs *jobs = pool_of(THREADS);

    for (size_t run = 0; run < 500; run++) {
        const size_t count = run % 20;
        uint64_t sums[THREADS] = { 0 }, sum = 0;
        assert_int_equal(arb_jobs_run(jobs, count, add_up, sums), ARB_OK);
        for (unsigned i = 0; i < THREADS; i++)
            sum += sums[i];
        assert_int_equal(sum, count > 0 ? count * (count - 1) / 2 : 0);
    }
    arb_jobs_free(jobs);
}

static void test_jobs__a_job_can_stop_its_run(void **state)
{
    (void)state;
    notes n;
    arb_jobs *jobs = pool_of(1);

    notes_init(&n, jobs);
    n.stop_at = 9;
    assert_int_equal(arb_jobs_run(jobs, COUNT, note, &n), ARB_STOPPED);
    assert_done(&n, 10);
    arb_jobs_free(jobs);
}

static void test_jobs__stopping_finishes_what_was_taken(void **state)
{
    (void)state;
    arb_jobs *jobs = pool_of(THREADS);

    for (int round = 0; round < 50; round++) {
        notes n;
        size_t done = 0;
        notes_init(&n, jobs);
        n.stop_at = 20;
        const arb_err err = arb_jobs_run(jobs, COUNT, note, &n);
        while (done < COUNT && n.done[done])
            done++;
        assert_int_equal(err, done < COUNT ? ARB_STOPPED : ARB_OK);
        assert_true(done > 20);
        assert_done(&n, done);
        assert_int_equal(n.begun, done);
    }
    arb_jobs_free(jobs);
}

static void test_jobs__stopping_with_nothing_left_stops_nothing(void **state)
{
    (void)state;
    notes n;
    arb_jobs *jobs = pool_of(1);

    notes_init(&n, jobs);
    n.stop_at = COUNT - 1;
    assert_int_equal(arb_jobs_run(jobs, COUNT, note, &n), ARB_OK);
    assert_done(&n, COUNT);
    arb_jobs_free(jobs);
}

static void test_jobs__stopping_without_a_run_does_nothing(void **state)
{
    (void)state;
    arb_jobs *jobs = pool_of(2);

    arb_jobs_stop(jobs);
    for (int round = 0; round < 2; round++) {
        notes n;
        notes_init(&n, jobs);
        assert_int_equal(arb_jobs_run(jobs, COUNT, note, &n), ARB_OK);
        assert_done(&n, COUNT);
        arb_jobs_stop(jobs);
    }
    arb_jobs_free(jobs);
}

static void test_jobs__a_stopped_pool_can_run_again(void **state)
{
    (void)state;
    notes n;
    arb_jobs *jobs = pool_of(1);

    notes_init(&n, jobs);
    n.stop_at = 0;
    assert_int_equal(arb_jobs_run(jobs, COUNT, note, &n), ARB_STOPPED);
    assert_done(&n, 1);
    notes_init(&n, jobs);
    assert_int_equal(arb_jobs_run(jobs, COUNT, note, &n), ARB_OK);
    assert_done(&n, COUNT);
    arb_jobs_free(jobs);
}

static void begin(void *user, size_t index, unsigned worker)
{
    notes *n = user;

    (void)index;
    (void)worker;
    atomic_fetch_add(&n->begun, 1);
    sched_yield();
}

static void *stop_from_outside(void *user)
{
    notes *n = user;

    while (atomic_load(&n->begun) < 5)
        sched_yield();
    arb_jobs_stop(n->jobs);
    return NULL;
}

static void test_jobs__another_thread_can_stop_the_run(void **state)
{
    (void)state;
    pthread_t thread;
    notes n;
    arb_jobs *jobs = pool_of(2);

    notes_init(&n, jobs);
    assert_int_equal(pthread_create(&thread, NULL, stop_from_outside, &n), 0);
    /* So many that it would not end by itself while anyone waits. */
    assert_int_equal(arb_jobs_run(jobs, SIZE_MAX / 2, begin, &n), ARB_STOPPED);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(n.begun >= 5);
    arb_jobs_free(jobs);
}

static void test_jobs__freeing_null_is_nothing(void **state)
{
    (void)state;
    arb_jobs_free(NULL);
}

static arb_err make_pool(const arb_mem *mem, void *user)
{
    (void)user;
    notes n;
    arb_jobs *jobs = NULL;
    const arb_err err = arb_jobs_new(&jobs, mem, THREADS);

    if (err) {
        assert_null(jobs);
        return err;
    }
    notes_init(&n, jobs);
    assert_int_equal(arb_jobs_run(jobs, COUNT, note, &n), ARB_OK);
    assert_done(&n, COUNT);
    arb_jobs_free(jobs);
    return ARB_OK;
}

static void test_jobs__every_allocation_can_fail(void **state)
{
    (void)state;
    assert_true(failing_mem_sweep(make_pool, NULL) >= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jobs__every_index_is_done_once),
        cmocka_unit_test(test_jobs__the_caller_is_one_of_the_workers),
        cmocka_unit_test(test_jobs__no_more_workers_than_the_most),
        cmocka_unit_test(test_jobs__one_worker_goes_in_order),
        cmocka_unit_test(test_jobs__all_workers_work_at_the_same_time),
        cmocka_unit_test(test_jobs__what_was_written_is_seen_after_each_run),
        cmocka_unit_test(test_jobs__a_job_can_stop_its_run),
        cmocka_unit_test(test_jobs__stopping_finishes_what_was_taken),
        cmocka_unit_test(test_jobs__stopping_with_nothing_left_stops_nothing),
        cmocka_unit_test(test_jobs__stopping_without_a_run_does_nothing),
        cmocka_unit_test(test_jobs__a_stopped_pool_can_run_again),
        cmocka_unit_test(test_jobs__another_thread_can_stop_the_run),
        cmocka_unit_test(test_jobs__freeing_null_is_nothing),
        cmocka_unit_test(test_jobs__every_allocation_can_fail),
    };
    return cmocka_run_group_tests_name("base_jobs", tests, NULL, NULL);
}
