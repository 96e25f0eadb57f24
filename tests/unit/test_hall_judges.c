/* SPDX-License-Identifier: MIT */
/* Threads for what takes long: everything is done, in turns, and nobody has them all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "server/hall/judges.h"

enum { JOBS = 400, OWNERS = 7, MS = 1000000 };

typedef struct test_job {
    arb_judges_job job; /* first */
    struct bench *bench;
    unsigned number;
} test_job;

/* What the jobs of a test share. */
typedef struct bench {
    arb_loop *loop;
    arb_judges *judges;
    test_job jobs[JOBS];
    unsigned pushed, finished, dropped;
    unsigned stops_at;    /* so many that are finished; 0: only at all */
    unsigned order[JOBS]; /* of the ends, by number */
    atomic_uint running[OWNERS], most[OWNERS], all, begun;
    atomic_bool hold, only_long;
} bench;

static void nap(long ns)
{
    nanosleep(&(struct timespec){ .tv_nsec = ns }, NULL);
}

static bool has_memory(const bench *b)
{
    const arb_mem *mem = arb_judges_mem(b->judges);
    void *block = arb_mem_resize(mem, NULL, 0, 1);

    arb_mem_free(mem, block, 1);
    return block != NULL;
}

static void work(arb_judges_job *job)
{
    bench *b = ((test_job *)job)->bench;
    const unsigned owner = (unsigned)job->owner;
    const unsigned now = atomic_fetch_add(&b->running[owner], 1) + 1;
    unsigned before = atomic_load(&b->most[owner]);

    atomic_fetch_add(&b->begun, 1);
    while (now > before && !atomic_compare_exchange_weak(&b->most[owner], &before, now))
        continue;
    do
        nap(MS / 5);
    while (atomic_load(&b->hold) && (job->is_long || !atomic_load(&b->only_long)) && has_memory(b));
    atomic_fetch_sub(&b->running[owner], 1);
}

static void done(arb_judges_job *job)
{
    test_job *j = (test_job *)job;
    bench *b = j->bench;

    b->dropped += job->dropped;
    b->order[b->finished++] = j->number;
    if (b->finished == b->pushed || b->finished == b->stops_at)
        arb_loop_stop(b->loop);
}

static void push(bench *b, unsigned owner)
{
    test_job *j = &b->jobs[b->pushed];

    *j = (test_job){ .job = { .work = work, .done = done, .owner = owner },
                     .bench = b,
                     .number = b->pushed++ };
    arb_judges_push(b->judges, &j->job);
}

static void push_long(bench *b, unsigned owner)
{
    test_job *j = &b->jobs[b->pushed];

    *j = (test_job){ .job = { .work = work, .done = done, .owner = owner, .is_long = true },
                     .bench = b,
                     .number = b->pushed++ };
    arb_judges_push(b->judges, &j->job);
}

static void begin(bench *b, unsigned threads)
{
    memset(b, 0, sizeof *b);
    assert_int_equal(arb_loop_new(&b->loop, NULL), ARB_OK);
    assert_int_equal(arb_judges_new(&b->judges, b->loop, threads, ARB_JUDGES_NICE), ARB_OK);
}

static void end(bench *b)
{
    arb_judges_free(b->judges);
    arb_loop_free(b->loop);
}

static void test_judges__do_everything_and_leave_room_for_others(void **state)
{
    static bench b;

    (void)state;
    for (unsigned threads = 2; threads <= 4; threads++) {
        begin(&b, threads);
        for (unsigned i = 0; i < JOBS; i++)
            push(&b, i % OWNERS);
        assert_true(arb_judges_busy(b.judges));
        assert_int_equal(arb_loop_run(b.loop), ARB_OK);
        assert_false(arb_judges_busy(b.judges));
        assert_int_equal(b.finished, JOBS);
        assert_int_equal(b.dropped, 0);
        for (unsigned i = 0; i < OWNERS; i++)
            assert_true(b.most[i] <= threads - 1);
        const arb_judges_counts counts = arb_judges_counts_get(b.judges);
        assert_int_equal(counts.jobs, JOBS);
        assert_int_equal(counts.waiting + counts.working, 0);
        assert_int_equal(counts.threads, threads);
        end(&b);
    }
}

/* Somebody who comes last does not wait behind all that another has piled up. */
static void test_judges__take_turns(void **state)
{
    static bench b;
    unsigned place = 0;

    (void)state;
    begin(&b, 2);
    for (unsigned i = 0; i < JOBS - 1; i++)
        push(&b, 0);
    push(&b, 1);
    assert_int_equal(arb_loop_run(b.loop), ARB_OK);
    while (b.order[place] != JOBS - 1)
        place++;
    assert_true(place < JOBS / 4);
    end(&b);
}

static void stop_when_short_ones_are_done(bench *b)
{
    while (b->finished < OWNERS)
        assert_int_equal(arb_loop_run(b->loop), ARB_OK);
}

/* What may take very long never has all the threads, whoever sent it. */
static void test_judges__keep_a_thread_from_what_takes_very_long(void **state)
{
    static bench b;

    (void)state;
    begin(&b, 2);
    atomic_store(&b.hold, true);
    atomic_store(&b.only_long, true);
    for (unsigned i = 0; i < OWNERS; i++) {
        push(&b, i);
        push_long(&b, i);
    }
    b.stops_at = OWNERS;
    stop_when_short_ones_are_done(&b);
    for (unsigned i = 0; i < OWNERS; i++)
        assert_int_equal(b.order[i] % 2, 0); /* the short ones */
    atomic_store(&b.hold, false);
    b.stops_at = 0;
    assert_int_equal(arb_loop_run(b.loop), ARB_OK);
    assert_int_equal(b.finished, 2 * OWNERS);
    end(&b);
}

/* What was begun ends when it asks for memory; the rest is dropped, and all are told. */
static void test_judges__end_at_once(void **state)
{
    static bench b;

    (void)state;
    begin(&b, 3);
    atomic_store(&b.hold, true);
    for (unsigned i = 0; i < JOBS; i++)
        push(&b, i % OWNERS);
    while (atomic_load(&b.begun) < 3)
        nap(MS);
    arb_judges_end(b.judges);
    assert_true(arb_judges_are_ending(b.judges));
    assert_int_equal(arb_loop_run(b.loop), ARB_OK);
    assert_int_equal(b.finished, JOBS);
    assert_int_equal(b.dropped, JOBS - 3);
    end(&b);
}

/* Whoever has gone waits no more, and nobody waits for him. */
static void test_judges__give_back_what_waits(void **state)
{
    static bench b;

    (void)state;
    begin(&b, 2);
    atomic_store(&b.hold, true);
    for (unsigned i = 0; i < 3 * OWNERS; i++)
        push(&b, i % OWNERS);
    while (atomic_load(&b.begun) < 2)
        nap(MS);
    /* those that are at work are the first of their owners: everything from the second round on
     * still waits, and the last of a line may go as well as one in its middle */
    for (unsigned i = OWNERS; i < 2 * OWNERS; i++)
        assert_true(arb_judges_withdraw(b.judges, &b.jobs[i].job));
    assert_true(arb_judges_withdraw(b.judges, &b.jobs[3 * OWNERS - 1].job));
    assert_false(arb_judges_withdraw(b.judges, &b.jobs[3 * OWNERS - 1].job)); /* it is gone */
    unsigned left = 3 * OWNERS - (OWNERS + 1);
    assert_int_equal(arb_judges_counts_get(b.judges).waiting, left - 2);
    b.stops_at = left;
    push(&b, OWNERS - 1); /* and the line takes more at its end */
    b.stops_at = ++left;
    atomic_store(&b.hold, false);
    assert_int_equal(arb_loop_run(b.loop), ARB_OK);
    assert_int_equal(b.finished, left);
    for (unsigned i = 0; i < b.finished; i++) {
        assert_false(b.order[i] >= OWNERS && b.order[i] < 2 * OWNERS);
        assert_int_not_equal(b.order[i], 3 * OWNERS - 1);
    }
    assert_false(arb_judges_withdraw(b.judges, &b.jobs[0].job)); /* it was done */
    assert_false(arb_judges_busy(b.judges));
    end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_judges__do_everything_and_leave_room_for_others),
        cmocka_unit_test(test_judges__take_turns),
        cmocka_unit_test(test_judges__keep_a_thread_from_what_takes_very_long),
        cmocka_unit_test(test_judges__end_at_once),
        cmocka_unit_test(test_judges__give_back_what_waits),
    };

    return cmocka_run_group_tests_name("judges", tests, NULL, NULL);
}
