/* SPDX-License-Identifier: MIT */
/* base/jobs.h and the system beneath it: signals, and threads that it refuses to start. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "arbitro/jobs.h"

enum { COUNT = 10, THREADS = 4 };

typedef struct signal_notes {
    atomic_size_t present;
    bool interruptible[THREADS], faults_open[THREADS]; /* by worker */
} signal_notes;

static void look_at_signals(void *user, size_t index, unsigned worker)
{
    signal_notes *notes = user;
    sigset_t blocked;

    (void)index;
    /* Nobody goes on before all are there, so that each worker has exactly one job. */
    atomic_fetch_add(&notes->present, 1);
    while (atomic_load(&notes->present) < THREADS)
        sched_yield();
    sigemptyset(&blocked);
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    notes->interruptible[worker] = !sigismember(&blocked, SIGINT);
    notes->faults_open[worker] = !sigismember(&blocked, SIGSEGV);
}

static void test_jobs__signals_are_left_to_the_caller(void **state)
{
    (void)state;
    signal_notes notes = { 0 };
    arb_jobs *jobs = NULL;

    assert_int_equal(arb_jobs_new(&jobs, NULL, THREADS), ARB_OK);
    assert_int_equal(arb_jobs_threads(jobs), THREADS);
    assert_int_equal(arb_jobs_run(jobs, THREADS, look_at_signals, &notes), ARB_OK);
    for (unsigned worker = 0; worker < THREADS; worker++) {
        assert_int_equal(notes.interruptible[worker], worker == 0);
        assert_true(notes.faults_open[worker]);
    }
    arb_jobs_free(jobs);
}

/* How the process without threads ends. */
enum { FINE, WRONG, CANNOT_TELL };

static void set_true(void *user, size_t index, unsigned worker)
{
    (void)worker;
    ((bool *)user)[index] = true;
}

/* In a process of its own: gives up the right to start threads, then asks for a pool. */
static int live_without_threads(void)
{
    static const struct rlimit one = { 1, 1 };
    bool done[COUNT] = { false };
    arb_jobs *jobs = NULL;

    /* The limit does not bind root, so that root has to become somebody. */
    if ((geteuid() == 0 && setuid(65534) != 0) || setrlimit(RLIMIT_NPROC, &one) != 0)
        return CANNOT_TELL;
    if (arb_jobs_new(&jobs, NULL, THREADS) != ARB_OK)
        return WRONG;
    if (arb_jobs_threads(jobs) == THREADS)
        return CANNOT_TELL;
    if (arb_jobs_run(jobs, COUNT, set_true, done) != ARB_OK)
        return WRONG;
    arb_jobs_free(jobs);
    for (size_t i = 0; i < COUNT; i++) {
        if (!done[i])
            return WRONG;
    }
    return FINE;
}

static void test_jobs__with_fewer_threads_it_works_with_those(void **state)
{
    (void)state;
    int status = 0;
    const pid_t child = fork();

    if (child == 0)
        _exit(live_without_threads());
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == CANNOT_TELL)
        skip();
    assert_int_equal(WEXITSTATUS(status), FINE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        /* The one that forks comes first, before this process has ever had threads. */
        cmocka_unit_test(test_jobs__with_fewer_threads_it_works_with_those),
        cmocka_unit_test(test_jobs__signals_are_left_to_the_caller),
    };
    return cmocka_run_group_tests_name("base_jobs_system", tests, NULL, NULL);
}
