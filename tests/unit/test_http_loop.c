/* SPDX-License-Identifier: MIT */
/* server/loop.h, timers.h and peers.h: what the server stands on. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/http/fifo.h"
#include "server/http/loop.h"
#include "server/http/peers.h"
#include "support/failing_mem.h"

/* ---- timers */

enum { TIMERS = 300, STEPS = 20000 };

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Random sets, unsets and takes give what a plain search through all timers gives. */
static void test_http_loop__timers_agree_with_a_plain_search(void **state)
{
    static arb_timer all[TIMERS];
    arb_timers timers = { 0 };
    uint32_t seed = 7;
    int64_t now = 0;

    (void)state;
    for (unsigned step = 0; step < STEPS; step++) {
        arb_timer *t = &all[next_random(&seed) % TIMERS];
        const arb_timer *least = NULL;

        switch (next_random(&seed) % 4) {
        case 0:
        case 1:
            arb_timers_set(&timers, t, now + next_random(&seed) % 1000);
            break;
        case 2:
            arb_timers_unset(&timers, t);
            break;
        default:
            now += next_random(&seed) % 20;
            for (arb_timer *due; (due = arb_timers_take(&timers, now)) != NULL;) {
                assert_true(due->at <= now);
                assert_false(due->set);
            }
        }
        for (unsigned i = 0; i < TIMERS; i++)
            if (all[i].set && (least == NULL || all[i].at < least->at))
                least = &all[i];
        assert_int_equal(least == NULL, timers.earliest == NULL);
        if (least != NULL)
            assert_int_equal(least->at, timers.earliest->at);
    }
}

/* ---- the loop */

typedef struct diary {
    arb_loop *loop;
    arb_loop_task first, second, forgotten;
    arb_timer timer, never;
    char text[64];
} diary;

static void note(diary *d, char c)
{
    const size_t size = strlen(d->text);

    assert_true(size + 1 < sizeof d->text);
    d->text[size] = c;
}

static void on_first(void *user)
{
    diary *d = user;

    note(d, '1');
    arb_loop_later(d->loop, &d->second); /* in the next round */
}

static void on_second(void *user)
{
    note(user, '2');
}

static void on_never(void *user)
{
    note(user, '!');
}

static void on_timer(void *user)
{
    diary *d = user;

    note(d, 't');
    arb_loop_stop(d->loop);
}

static void test_http_loop__rounds_run_timers_and_tasks(void **state)
{
    diary d = { 0 };

    (void)state;
    d.first = (arb_loop_task){ .run = on_first, .user = &d };
    d.second = (arb_loop_task){ .run = on_second, .user = &d };
    d.forgotten = (arb_loop_task){ .run = on_never, .user = &d };
    d.timer = (arb_timer){ .due = on_timer, .user = &d };
    d.never = (arb_timer){ .due = on_never, .user = &d };
    assert_int_equal(arb_loop_new(&d.loop, NULL), ARB_OK);
    const int64_t begin = arb_boottime_ms();
    arb_loop_set(d.loop, &d.never, begin + 10);
    arb_loop_set(d.loop, &d.timer, begin + 60000);
    arb_loop_set(d.loop, &d.timer, begin + 30);
    arb_loop_unset(d.loop, &d.never);
    arb_loop_later(d.loop, &d.first);
    arb_loop_later(d.loop, &d.first);
    arb_loop_later(d.loop, &d.forgotten);
    arb_loop_forget(d.loop, &d.forgotten);
    assert_int_equal(arb_loop_run(d.loop), ARB_OK);
    assert_string_equal(d.text, "12t");
    assert_in_range(arb_loop_now(d.loop) - begin, 30, 2000);
    arb_loop_free(d.loop);
}

/* ---- the bell */

enum { RINGS = 2000 };

typedef struct bell {
    arb_loop *loop;
    arb_wake wake;
    unsigned seen, said; /* `said` is written by the other thread before it rings, once */
} bell;

static void *ring(void *user)
{
    bell *b = user;

    for (unsigned i = 0; i + 1 < RINGS; i++)
        arb_wake_signal(&b->wake);
    b->said = RINGS;
    arb_wake_signal(&b->wake);
    return NULL;
}

static void *ring_once(void *user)
{
    bell *b = user;

    b->said = 1;
    arb_wake_signal(&b->wake);
    return NULL;
}

static void on_once(void *user)
{
    bell *b = user;

    b->seen = b->said;
    arb_loop_stop(b->loop);
}

static void on_count(void *user)
{
    bell *b = user;

    b->seen++;
}

static void on_enough(void *user)
{
    bell *b = user;

    arb_loop_stop(b->loop);
}

/* What was written before the ring is seen after it; ThreadSanitizer watches. */
static void test_http_loop__a_ring_carries_what_was_written(void **state)
{
    bell b = { 0 };
    pthread_t thread;

    (void)state;
    assert_int_equal(arb_loop_new(&b.loop, NULL), ARB_OK);
    assert_int_equal(arb_wake_open(&b.wake, b.loop, on_once, &b), ARB_OK);
    assert_int_equal(pthread_create(&thread, NULL, ring_once, &b), 0);
    assert_int_equal(arb_loop_run(b.loop), ARB_OK);
    assert_int_equal(b.seen, 1);
    pthread_join(thread, NULL);
    arb_wake_close(&b.wake, b.loop);
    arb_loop_free(b.loop);
}

static void test_http_loop__rings_may_come_as_one_but_are_not_lost(void **state)
{
    bell b = { 0 };
    arb_timer enough = { .due = on_enough, .user = &b };
    pthread_t thread;

    (void)state;
    assert_int_equal(arb_loop_new(&b.loop, NULL), ARB_OK);
    assert_int_equal(arb_wake_open(&b.wake, b.loop, on_count, &b), ARB_OK);
    assert_int_equal(pthread_create(&thread, NULL, ring, &b), 0);
    arb_loop_set(b.loop, &enough, arb_boottime_ms() + 100);
    assert_int_equal(arb_loop_run(b.loop), ARB_OK);
    pthread_join(thread, NULL);
    assert_in_range(b.seen, 1, RINGS);
    arb_wake_close(&b.wake, b.loop);
    arb_loop_free(b.loop);
}

/* ---- addresses */

static uint64_t key_of(const char *text)
{
    struct in6_addr address;

    assert_int_equal(inet_pton(AF_INET6, text, &address), 1);
    return arb_peers_key(&address);
}

static void test_http_loop__addresses_are_counted(void **state)
{
    enum { KEYS = 64, MOVES = 20000 };
    unsigned expected[KEYS] = { 0 }, all = 0;
    uint32_t seed = 3;
    arb_peers peers;

    (void)state;
    assert_int_equal(key_of("2001:db8:1:2::1"), key_of("2001:db8:1:2:ffff::9"));
    assert_true(key_of("2001:db8:1:2::1") != key_of("2001:db8:1:3::1"));
    assert_true(key_of("::ffff:10.0.0.1") != key_of("::ffff:10.0.0.2"));
    assert_int_equal(arb_peers_init(&peers, NULL, KEYS), ARB_OK);
    for (unsigned i = 0; i < MOVES; i++) {
        const unsigned k = next_random(&seed) % KEYS;

        if (next_random(&seed) % 2 == 0 && all < KEYS) {
            arb_peers_add(&peers, k * 16);
            expected[k]++;
            all++;
        } else if (expected[k] > 0) {
            arb_peers_remove(&peers, k * 16);
            expected[k]--;
            all--;
        }
        for (unsigned j = 0; j < KEYS; j++)
            assert_int_equal(arb_peers_count(&peers, j * 16), expected[j]);
    }
    arb_peers_clear(&peers);
}

/* ---- queues */

static arb_err fill_and_empty(const arb_mem *mem, void *user)
{
    arb_fifo fifo = { 0 };
    size_t in = 0, out = 0;
    arb_err err = ARB_OK;

    (void)user;
    for (unsigned i = 0; i < 200 && err == ARB_OK; i++) {
        char bytes[64];
        const size_t add = i * 37 % 64, drop = i * 23 % 64;

        for (size_t j = 0; j < add; j++)
            bytes[j] = (char)(in + j);
        err = arb_fifo_add(&fifo, mem, bytes, add);
        if (err != ARB_OK)
            break;
        in += add;
        const size_t gone = drop < fifo.size ? drop : fifo.size;
        for (size_t j = 0; j < gone; j++)
            assert_int_equal(arb_fifo_bytes(&fifo)[j], (char)(out + j));
        arb_fifo_drop(&fifo, mem, gone);
        out += gone;
        assert_int_equal(fifo.size, in - out);
    }
    arb_fifo_clear(&fifo, mem);
    return err;
}

static void test_http_loop__queues_keep_their_bytes_in_order(void **state)
{
    (void)state;
    assert_true(failing_mem_sweep(fill_and_empty, NULL) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_http_loop__timers_agree_with_a_plain_search),
        cmocka_unit_test(test_http_loop__rounds_run_timers_and_tasks),
        cmocka_unit_test(test_http_loop__a_ring_carries_what_was_written),
        cmocka_unit_test(test_http_loop__rings_may_come_as_one_but_are_not_lost),
        cmocka_unit_test(test_http_loop__addresses_are_counted),
        cmocka_unit_test(test_http_loop__queues_keep_their_bytes_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
