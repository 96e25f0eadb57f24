/* SPDX-License-Identifier: MIT */
/*
 * Too many, too much and too slow, in a hall in which a game is going on: streams that are talked
 * to or not read, pages that vanish, more connections than there is room for, and no descriptors
 * left. After each the game goes on.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "support/hall/fixture.h"

enum {
    REQUEST_MS = 600,
    HEARTBEAT_MS = 200,
    PATIENCE_MS = 3000,
    CONNECTIONS = 40,
    PER_ADDRESS = 24,
    FLOOD_BYTES = 60 << 20,
    GROWTH_KB = 2048
};

static int open_hall(int64_t request_ms, int64_t heartbeat_ms)
{
    static arb_http_config http;
    arb_hall_config config = arb_hall_defaults();

    http = arb_http_defaults();
    http.request_ms = request_ms;
    http.heartbeat_ms = heartbeat_ms;
    http.connections_max = CONNECTIONS;
    http.per_address_max = PER_ADDRESS;
    config.http = &http;
    config.unlimited = true;
    fixture_start(&config);
    fixture_play();
    return 0;
}

static int begin(void **state)
{
    (void)state;
    return open_hall(REQUEST_MS, HEARTBEAT_MS);
}

/* With the usual deadlines: what is tested must come before them. */
static int begin_patient(void **state)
{
    const arb_http_config usual = arb_http_defaults();

    (void)state;
    return open_hall(usual.request_ms, usual.heartbeat_ms);
}

/* ---- streams */

/* Pushes bytes into a stream until it is taken away; returns how many went in. */
static size_t flood(client *c)
{
    static const char block[1 << 16];
    size_t sent = 0;

    while (sent < FLOOD_BYTES && client_send_bytes(c, block, sizeof block))
        sent += sizeof block;
    return sent;
}

static void test_hall__a_flooded_stream_is_reset(void **state)
{
    const long before = hall_memory(&h);

    (void)state;
    for (unsigned i = 0; i < 20; i++) {
        client c = hall_stream(&h, live_game.s.spectator, -1);
        assert_true(flood(&c) < FLOOD_BYTES);
        client_close(&c);
        live_listen(&live_game);
    }
    assert_true(hall_metric_becomes(&h, "http_streams", 2, PATIENCE_MS));
    if (!hall_is_sanitized() && hall_memory(&h) > before + GROWTH_KB)
        fail_msg("memory grew from %ld to %ld kB", before, hall_memory(&h));
    live_goes_on_again(&live_game);
}

/* A stream whose reader holds as little as the system allows. */
static client deaf_stream(const char *token)
{
    static const int little = 1024;
    client c = hall_stream(&h, token, -1);

    assert_int_equal(setsockopt(c.fd, SOL_SOCKET, SO_RCVBUF, &little, sizeof little), 0);
    return c;
}

/* Lets much happen in another game: every event goes to the desk. */
static void chatter(const seats *s, unsigned count)
{
    static unsigned id;
    client c = client_open(h.port);

    for (unsigned i = 0; i < count; i++, id++) {
        char body[1024];
        json_t *answer = NULL;
        (void)snprintf(body, sizeof body, "{\"id\":\"c%u\",\"event\":\"rule \\\"%0550u\\\"\"}", id,
                       id);
        assert_int_equal(hall_ask_on(&answer, &c, "POST", "/api/events", s->arbiter, body), 200);
        json_decref(answer);
    }
    client_close(&c);
}

static void test_hall__a_slow_reader_is_dropped(void **state)
{
    enum { EVENTS = 400 };
    const seats other = hall_game(&h, "{\"mode\":\"tournament\"}");
    client deaf = deaf_stream(h.key), quick = hall_stream(&h, live_game.s.spectator, -1);

    (void)state;
    chatter(&other, 40);
    const long before = hall_memory(&h);
    assert_int_equal(hall_metric(&h, "http_streams_dropped_total"), 0);
    chatter(&other, EVENTS);
    assert_int_equal(hall_metric(&h, "http_streams_dropped_total"), 1);
    assert_int_equal(hall_metric(&h, "http_streams"), 3);
    assert_true(client_closed(&deaf, PATIENCE_MS) >= 0);
    /* the journal of that game is in memory, and the queue of 64 kB is not */
    if (!hall_is_sanitized() && hall_memory(&h) > before + 2 * GROWTH_KB)
        fail_msg("memory grew from %ld to %ld kB", before, hall_memory(&h));
    live_goes_on_again(&live_game);
    assert_true(client_expect(&quick, "move", PATIENCE_MS));
    client_close(&deaf);
    client_close(&quick);
}

static void test_hall__a_page_that_has_gone_is_noticed(void **state)
{
    const struct linger none = { .l_onoff = 1, .l_linger = 0 };

    (void)state;
    live_listen(&live_game);
    for (unsigned i = 0; i < 2; i++) {
        const int64_t began = client_now();
        if (i == 1) /* without a word */
            (void)setsockopt(live_game.page[1].fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
        client_close(&live_game.page[1]);
        assert_true(client_expect(&live_game.page[0], "\"black\":false", 500));
        assert_true(client_now() - began < 500);
        live_game.page[1] = hall_stream(&h, live_game.s.black, -1);
        assert_true(client_expect(&live_game.page[0], "\"black\":true", 500));
    }
    live_goes_on_again(&live_game);
}

/* The deadline of requests is not one of streams: these live, and say so. */
static void test_hall__an_idle_stream_lives(void **state)
{
    client idle = client_open(h.port);

    (void)state;
    live_listen(&live_game);
    assert_in_range(client_closed(&idle, PATIENCE_MS), REQUEST_MS - 100, PATIENCE_MS);
    client_sleep(REQUEST_MS);
    for (unsigned i = 0; i < 3; i++)
        assert_true(client_expect(&live_game.page[1], ":\n\n", PATIENCE_MS));
    client_close(&idle);
    live_goes_on_again(&live_game);
}

/* ---- too many */

/* Opens connections until one is turned away; returns how many got in. */
static unsigned crowd(client *all, unsigned most, const char *from)
{
    for (unsigned i = 0; i < most; i++) {
        reply r;
        all[i] = client_open_from(h.port, from);
        if (!client_ask(&all[i], "GET", "/healthz", NULL) || !client_reply(&r, &all[i], false) ||
            r.status != 200) {
            client_close(&all[i]);
            return i;
        }
    }
    return most;
}

static void leave(client *all, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        client_close(&all[i]);
}

static void test_hall__connections_are_capped(void **state)
{
    static client here[CONNECTIONS], there[CONNECTIONS];
    client held[2];

    (void)state;
    /* lines that are open before the crowd comes, as those of a page are */
    for (unsigned i = 0; i < 2; i++) {
        client_close(&live_game.line[i]);
        live_game.line[i] = client_open(h.port);
    }
    const unsigned first = crowd(here, CONNECTIONS, NULL);
    assert_in_range(first, PER_ADDRESS - 6, PER_ADDRESS - 4); /* the game has four */
    const unsigned second = crowd(there, CONNECTIONS, "127.0.0.2");
    assert_in_range(second, CONNECTIONS - PER_ADDRESS - 2, CONNECTIONS - PER_ADDRESS);
    live_goes_on(&live_game);
    live_goes_on(&live_game);
    held[0] = client_open_from(h.port, "127.0.0.3"); /* no place for anybody */
    assert_true(client_closed(&held[0], PATIENCE_MS) >= 0);
    client_close(&held[0]);
    leave(here, first);
    leave(there, second);
    client_sleep(50);
    assert_true(hall_metric(&h, "http_refused_total{fault=\"too-many-connections\"}") > 0);
    assert_true(hall_metric(&h, "http_refused_total{fault=\"too-many-from-address\"}") > 0);
    live_goes_on_again(&live_game);
}

/* ---- no descriptors */

static unsigned count_descriptors(void)
{
    char path[64];
    unsigned count = 0;

    (void)snprintf(path, sizeof path, "/proc/%ld/fd", (long)h.pid);
    DIR *all = opendir(path);
    assert_non_null(all);
    for (struct dirent *entry = readdir(all); entry; entry = readdir(all))
        count += entry->d_name[0] != '.';
    (void)closedir(all);
    return count;
}

static void test_hall__without_descriptors_the_game_goes_on(void **state)
{
    enum { MORE = 4, CROWD = 16 };
    client all[CROWD];
    struct rlimit limit, before;

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        client_close(&live_game.line[i]);
        live_game.line[i] = client_open(h.port);
        assert_int_equal(hall_ask_on(NULL, &live_game.line[i], "GET", "/healthz", NULL, NULL), 200);
    }
    assert_int_equal(prlimit(h.pid, RLIMIT_NOFILE, NULL, &before), 0);
    limit = before;
    limit.rlim_cur = count_descriptors() + MORE;
    assert_int_equal(prlimit(h.pid, RLIMIT_NOFILE, &limit, NULL), 0);
    for (unsigned i = 0; i < CROWD; i++)
        all[i] = client_open(h.port); /* the system lets them wait at the door */
    client_sleep(100);
    for (unsigned i = 0; i < 4; i++)
        live_goes_on(&live_game);
    leave(all, CROWD);
    assert_int_equal(prlimit(h.pid, RLIMIT_NOFILE, &before, NULL), 0);
    client_sleep(700); /* accepting begins again by itself */
    assert_true(hall_metric(&h, "http_refused_total{fault=\"no-room\"}") > 0);
    live_goes_on_again(&live_game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__a_flooded_stream_is_reset, begin_patient),
        FIXTURE_TEST(test_hall__a_slow_reader_is_dropped, begin_patient),
        FIXTURE_TEST(test_hall__a_page_that_has_gone_is_noticed, begin),
        FIXTURE_TEST(test_hall__an_idle_stream_lives, begin),
        FIXTURE_TEST(test_hall__connections_are_capped, begin_patient),
        FIXTURE_TEST(test_hall__without_descriptors_the_game_goes_on, begin_patient),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
