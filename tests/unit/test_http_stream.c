/* SPDX-License-Identifier: MIT */
/* Streams of server-sent events over real connections. */
#define _GNU_SOURCE
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/http/conn.h"
#include "support/failing_mem.h"
#include "support/http/fixture.h"

enum { HEARTBEAT_MS = 200, REQUEST_MS = 400 };

static int begin(void **state)
{
    (void)state;
    site_init(&s);
    s.config.request_ms = REQUEST_MS;
    s.config.heartbeat_ms = HEARTBEAT_MS;
    site_start(&s);
    return 0;
}

/* Everybody may come from here. */
static int begin_crowded(void **state)
{
    (void)state;
    site_init(&s);
    s.config.per_address_max = SITE_STREAMS_MAX;
    site_start(&s);
    return 0;
}

static client open_stream(void)
{
    client c = client_open(s.port);

    assert_true(client_ask(&c, "GET", "/stream", NULL));
    assert_true(client_expect(&c, "data: after -1\n\n", 2000));
    return c;
}

static long push(const char *path, const char *body)
{
    char text[32] = "";

    assert_int_equal(client_once(s.port, "POST", path, body, text, sizeof text), 200);
    return strtol(text, NULL, 10);
}

/* ---- events */

static void test_http_stream__events_reach_every_stream(void **state)
{
    client a = open_stream(), b = open_stream();

    (void)state;
    assert_int_equal(push("/push", "one\ntwo\r\nthree\rfour\n"), 2);
    assert_true(client_expect(&a,
                              "id: 7\nevent: test\ndata: one\ndata: two\ndata: three\n"
                              "data: four\ndata: \n\n",
                              1000));
    assert_true(client_expect(&b, "data: four\ndata: \n\n", 1000));
    client_close(&a);
    assert_true(client_count_becomes(s.port, "streams", 1, 500));
    assert_int_equal(push("/push", ""), 1);
    assert_true(client_expect(&b, "data: \n\n", 1000));
    client_close(&b);
}

static void test_http_stream__a_page_goes_on_where_it_was(void **state)
{
    client c = client_open(s.port);
    reply r;

    (void)state;
    assert_true(client_send(&c, "GET /stream HTTP/1.1\r\nHost: h\r\nLast-Event-ID: 41\r\n"
                                "Connection: close\r\n\r\n"));
    assert_true(client_stream_head(&r, &c));
    assert_non_null(strstr(r.head, "Content-Type: text/event-stream\r\n"));
    assert_null(strcasestr(r.head, "Content-Length"));
    assert_true(client_expect(&c, "retry: 1000\ndata: after 41\n\n", 1000));
    client_close(&c);
}

static void test_http_stream__an_event_is_written_whole_or_not_at_all(void **state)
{
    arb_buf out;

    (void)state;
    arb_buf_init(&out, NULL, 40);
    assert_int_equal(arb_stream_write(&out, 0, NULL, "hello", 5), ARB_OK);
    assert_string_equal(arb_buf_text(&out), "data: hello\n\n");
    assert_int_equal(arb_stream_write(&out, 12, "name", "a longer text", 13), ARB_RANGE);
    assert_string_equal(arb_buf_text(&out), "data: hello\n\n");
    arb_buf_clear(&out);
}

/* ---- life */

static void test_http_stream__an_idle_stream_lives_and_beats(void **state)
{
    client c = open_stream();
    const int64_t began = client_now();

    (void)state;
    for (unsigned i = 0; i < 6; i++)
        assert_true(client_expect(&c, ":\n\n", HEARTBEAT_MS * 5));
    assert_in_range(client_now() - began, HEARTBEAT_MS * 5, HEARTBEAT_MS * 20);
    assert_true(client_now() - began > REQUEST_MS);
    assert_int_equal(push("/push", "x"), 1);
    client_close(&c);
}

static void test_http_stream__a_client_that_has_gone_is_noticed(void **state)
{
    const struct linger reset = { .l_onoff = 1 };

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        client c = open_stream();

        assert_int_equal(client_count(s.port, "streams"), 1);
        if (i == 1)
            setsockopt(c.fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
        client_close(&c);
        assert_true(client_count_becomes(s.port, "streams", 0, 500));
    }
    assert_int_equal(atomic_load(&s.closed_streams), 2);
}

static void test_http_stream__the_server_can_end_it(void **state)
{
    client c = open_stream();

    (void)state;
    assert_int_equal(push("/push", "last"), 1);
    assert_int_equal(client_once(s.port, "POST", "/end", "", NULL, 0), 204);
    assert_true(client_expect(&c, "data: last\n\n", 1000));
    assert_true(client_closed(&c, 1000) >= 0);
    client_close(&c);
    assert_true(client_count_becomes(s.port, "streams", 0, 500));
}

/* ---- clients that do not behave */

static void test_http_stream__any_byte_ends_it(void **state)
{
    client c = open_stream(), other = open_stream();

    (void)state;
    assert_true(client_send(&c, "x"));
    assert_true(client_closed(&c, 500) >= 0);
    client_close(&c);
    assert_true(client_count_becomes(s.port, "streams", 1, 500));
    assert_int_equal(push("/push", "x"), 1);
    client_close(&other);
}

static void test_http_stream__a_flood_is_reset(void **state)
{
    static char flood[1 << 20];
    client c = open_stream();
    unsigned sent = 0;

    (void)state;
    while (sent < 60 && client_send_bytes(&c, flood, sizeof flood))
        sent++;
    assert_true(sent < 60);
    client_close(&c);
    assert_int_equal(client_count(s.port, "input"), 0);
    assert_true(client_count_becomes(s.port, "streams", 0, 500));
}

static void test_http_stream__requests_behind_a_stream_end_it(void **state)
{
    static const char text[] = "GET /stream HTTP/1.1\r\nHost: h\r\n\r\n"
                               "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n";
    client c = client_open(s.port);

    (void)state;
    assert_true(client_send(&c, text));
    assert_true(client_closed(&c, 1000) >= 0);
    client_close(&c);
    assert_true(client_count_becomes(s.port, "streams", 0, 500));
    /* The one whose answer is not there yet stands before the stream. */
    c = client_open(s.port);
    assert_true(client_ask(&c, "POST", "/later", "a"));
    assert_true(client_ask(&c, "GET", "/stream", NULL));
    assert_true(client_closed(&c, 1000) >= 0);
    client_close(&c);
    assert_int_equal(client_count(s.port, "streams"), 0);
}

/* Others get everything while one that does not read is dropped when its queue is full. */
static void test_http_stream__a_slow_reader_is_dropped(void **state)
{
    client slow = open_stream(), good = open_stream();
    long took = 2;
    unsigned floods = 0;

    (void)state;
    while (took == 2 && floods < 1000) {
        took = push("/flood", "4");
        floods++;
        for (unsigned i = 0; i < 4; i++)
            assert_true(client_expect(&good, "x\n\n", 1000));
    }
    assert_int_equal(took, 1);
    /* Its own buffer, ours in the system and our queue: some megabytes at the very most. */
    assert_true(floods * 4 * 4096 < 16 << 20);
    assert_int_equal(client_count(s.port, "dropped"), 1);
    assert_int_equal(client_count(s.port, "streams"), 1);
    assert_int_equal(push("/push", "still"), 1);
    assert_true(client_expect(&good, "data: still\n\n", 1000));
    client_close(&slow);
    client_close(&good);
}

/*
 * One that takes nothing more is noticed without its queue being full: what was sent to it stays
 * without an answer. A closed window stands for a machine that has gone.
 */
static void test_http_stream__a_dead_client_is_noticed(void **state)
{
    client c = open_stream();
    unsigned pushes = 0;

    (void)state;
    /* Until something waits in our queue, which is then far from full. */
    while (pushes++ < 1000 && client_count(s.port, "queued") == 0)
        push("/flood", "1");
    assert_in_range(client_count(s.port, "queued"), 1, 16384);
    const int64_t began = client_now();
    assert_true(client_count_becomes(s.port, "streams", 0, 20 * HEARTBEAT_MS));
    print_message("# noticed after %lld ms\n", (long long)(client_now() - began));
    assert_int_equal(client_count(s.port, "dropped"), 0);
    client_close(&c);
}

/* ---- what may wait for more */

/* How many bytes have come and were not looked at, without waiting. */
static long waiting(const client *c)
{
    int bytes = 0;

    assert_int_equal(ioctl(c->fd, FIONREAD, &bytes), 0);
    return (long)c->size + bytes;
}

/* It goes with what is pushed next, before it. */
static void test_http_stream__late_goes_with_the_next(void **state)
{
    client c = open_stream();

    (void)state;
    const int64_t began = client_now();
    assert_int_equal(push("/late", "first"), 1);
    assert_int_equal(push("/late", "second"), 1);
    const long none = waiting(&c);
    if (client_now() - began < 40) /* otherwise this machine was too slow to see it */
        assert_int_equal(none, 0);
    assert_int_equal(push("/push", "third"), 1);
    assert_true(client_expect(&c,
                              "id: 6\nevent: test\ndata: first\n\nid: 6\nevent: test\ndata: second"
                              "\n\nid: 7\nevent: test\ndata: third\n\n",
                              1000));
    client_close(&c);
}

/* Alone it comes soon, to each stream; then the next one may be late again. */
static void test_http_stream__late_comes_by_itself(void **state)
{
    client a = open_stream(), b = open_stream();

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        const int64_t began = client_now();
        assert_int_equal(push("/late", "alone"), 2);
        assert_true(client_expect(&a, "data: alone\n\n", 1000));
        assert_true(client_expect(&b, "data: alone\n\n", 1000));
        assert_in_range(client_now() - began, 45, 1000);
    }
    client_close(&a);
    client_close(&b);
}

/* Whoever goes while something waits for him harms nobody; a stream that ends brings it. */
static void test_http_stream__late_and_the_end(void **state)
{
    client a = open_stream(), b = open_stream(), c = open_stream();

    (void)state;
    assert_int_equal(push("/late", "x"), 3);
    client_close(&b);
    client_close(&a);
    assert_true(client_expect(&c, "data: x\n\n", 1000));
    assert_true(client_count_becomes(s.port, "streams", 1, 500));
    assert_int_equal(push("/late", "last"), 1);
    assert_int_equal(client_once(s.port, "POST", "/end", "", NULL, 0), 204);
    assert_true(client_expect(&c, "data: last\n\n", 1000));
    assert_true(client_closed(&c, 1000) >= 0);
    client_close(&c);
}

/* However much it is: who reads gets all of it, who does not is dropped when his queue is full. */
static void test_http_stream__late_is_never_too_much(void **state)
{
    client slow = open_stream(), good = open_stream();
    unsigned floods = 0;

    (void)state;
    for (long took = 2; took == 2 && floods < 1000; floods++) {
        took = push("/late-flood", "40");
        for (unsigned i = 0; i < 40; i++)
            assert_true(client_expect(&good, "x\n\n", 1000));
    }
    assert_true(floods < 1000);
    assert_int_equal(client_count(s.port, "dropped"), 1);
    assert_int_equal(client_count(s.port, "streams"), 1);
    client_close(&slow);
    client_close(&good);
}

/* ---- what goes at the end of the round */

/* In the order in which it was pushed, whichever way. */
static void test_http_stream__soon_keeps_the_order(void **state)
{
    client c = open_stream();

    (void)state;
    assert_int_equal(push("/late", "first"), 1);
    assert_int_equal(push("/soon", "second"), 1);
    assert_true(atomic_load(&s.first_waits));
    assert_int_equal(push("/push", "third"), 1);
    assert_int_equal(push("/soon", "fourth"), 1);
    assert_true(client_expect(&c,
                              "id: 6\nevent: test\ndata: first\n\nid: 5\nevent: test\ndata: second"
                              "\n\nid: 7\nevent: test\ndata: third\n\n"
                              "id: 5\nevent: test\ndata: fourth\n\n",
                              1000));
    client_close(&c);
}

/* More streams than are gathered, more bytes than one may keep waiting. The first of many does not
 * wait until all others have been told. */
static void test_http_stream__soon_for_a_crowd(void **state)
{
    enum { CROWD = 300, BLOCKS = 40 };
    static client crowd[CROWD];

    (void)state;
    for (unsigned i = 0; i < CROWD; i++)
        crowd[i] = open_stream();
    assert_int_equal(push("/soon", "all"), CROWD);
    assert_false(atomic_load(&s.first_waits));
    assert_int_equal(push("/soon-flood", "1"), CROWD);
    for (unsigned i = 0; i < CROWD; i++) {
        assert_true(client_expect(&crowd[i], "data: all\n\n", 1000));
        assert_true(client_expect(&crowd[i], "x\n\n", 1000));
        if (i > 0)
            client_close(&crowd[i]);
    }
    assert_true(client_count_becomes(s.port, "streams", 1, 1000));
    assert_int_equal(push("/soon-flood", "40"), 1);
    for (unsigned i = 0; i < BLOCKS; i++)
        assert_true(client_expect(&crowd[0], "x\n\n", 1000));
    client_close(&crowd[0]);
}

/* Who is to be sent something at the end of a round and goes in it harms nobody. */
static void test_http_stream__soon_and_the_end(void **state)
{
    client a = open_stream(), b = open_stream();

    (void)state;
    client_close(&a);
    (void)push("/soon", "x");
    assert_true(client_expect(&b, "data: x\n\n", 1000));
    assert_true(client_count_becomes(s.port, "streams", 1, 500));
    assert_int_equal(push("/soon", "last"), 1);
    assert_int_equal(client_once(s.port, "POST", "/end", "", NULL, 0), 204);
    assert_true(client_expect(&b, "data: last\n\n", 1000));
    assert_true(client_closed(&b, 1000) >= 0);
    client_close(&b);
}

/* ---- size */

static void test_http_stream__an_idle_stream_is_small(void **state)
{
    enum { STREAMS = 200 };
    static client clients[STREAMS];
    failing_mem memory;
    site big;

    (void)state;
    failing_mem_init(&memory, 0);
    site_init(&big);
    big.mem = &memory.mem;
    big.config.per_address_max = STREAMS + 10;
    site_start(&big);
    const size_t before = memory.live_bytes;
    for (unsigned i = 0; i < STREAMS; i++) {
        clients[i] = client_open(big.port);
        assert_true(client_ask(&clients[i], "GET", "/stream", NULL));
        assert_true(client_expect(&clients[i], "data: after -1\n\n", 2000));
    }
    assert_true(client_count_becomes(big.port, "connections", STREAMS + 1, 1000));
    pthread_mutex_lock(&memory.lock);
    const size_t each = (memory.live_bytes - before) / STREAMS;
    pthread_mutex_unlock(&memory.lock);
    print_message("# %zu bytes for an idle stream, %zu of them the connection\n", each,
                  sizeof(arb_http_conn));
    assert_true(each < 1024);
    for (unsigned i = 0; i < STREAMS; i++)
        client_close(&clients[i]);
    site_stop(&big);
    failing_mem_assert_clean(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST_OF(test_http_stream__events_reach_every_stream, begin),
        SITE_TEST_OF(test_http_stream__a_page_goes_on_where_it_was, begin),
        cmocka_unit_test(test_http_stream__an_event_is_written_whole_or_not_at_all),
        SITE_TEST_OF(test_http_stream__an_idle_stream_lives_and_beats, begin),
        SITE_TEST_OF(test_http_stream__a_client_that_has_gone_is_noticed, begin),
        SITE_TEST_OF(test_http_stream__the_server_can_end_it, begin),
        SITE_TEST_OF(test_http_stream__any_byte_ends_it, begin),
        SITE_TEST_OF(test_http_stream__a_flood_is_reset, begin),
        SITE_TEST_OF(test_http_stream__requests_behind_a_stream_end_it, begin),
        SITE_TEST_OF(test_http_stream__a_slow_reader_is_dropped, begin),
        SITE_TEST_OF(test_http_stream__a_dead_client_is_noticed, begin),
        SITE_TEST_OF(test_http_stream__late_goes_with_the_next, begin),
        SITE_TEST_OF(test_http_stream__late_comes_by_itself, begin),
        SITE_TEST_OF(test_http_stream__late_and_the_end, begin),
        SITE_TEST_OF(test_http_stream__late_is_never_too_much, begin),
        SITE_TEST_OF(test_http_stream__soon_keeps_the_order, begin),
        SITE_TEST_OF(test_http_stream__soon_for_a_crowd, begin_crowded),
        SITE_TEST_OF(test_http_stream__soon_and_the_end, begin),
        cmocka_unit_test(test_http_stream__an_idle_stream_is_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
