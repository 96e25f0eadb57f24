/* SPDX-License-Identifier: MIT */
/*
 * Good requests of every route with random damage: other bytes, other fields, other JSON, other
 * keys. Whatever comes, the hall answers whole, never with a fault of its own, and its journal has
 * exactly what it acknowledged. Twenty thousand requests, divided by ARB_TEST_SCALE; a hundred
 * thousand a seed with ARB_TEST_SOAK, whose ten seeds make a million.
 */
#define _GNU_SOURCE
#include <sys/socket.h>

#include "server/hall/api.h"
#include "support/hall/fixture.h"
#include "support/hall/mutant.h"

enum { ROUNDS = 20000, ROUNDS_SOAK = 100000, GAME_EVERY = 500, LOOK_EVERY = 250 };

static seats game;
static long acknowledged;

static void start(void)
{
    static arb_http_config http;
    arb_hall_config config = arb_hall_defaults();

    http = arb_http_defaults();
    http.linger_ms = 50;
    http.request_ms = 2000;
    config.http = &http;
    config.unlimited = true;
    fixture_start(&config);
}

/* ---- what comes back */

static char bytes[16 << 20];

/* Reads until the server closes; false when it did so without ceremony. */
static bool take_all(size_t *size, client *c)
{
    ssize_t got;

    *size = 0;
    do {
        got = recv(c->fd, bytes + *size, sizeof bytes - 1 - *size, 0);
        *size += got > 0 ? (size_t)got : 0;
    } while (got > 0);
    bytes[*size] = '\0';
    return got == 0;
}

/* How many events the answers acknowledge for the first time. */
static long count_acknowledged(size_t size)
{
    static const char mark[] = "\"again\":false";
    long count = 0;
    const char *found = bytes;

    while ((found = memmem(found, size - (size_t)(found - bytes), mark, sizeof mark - 1)) != NULL) {
        count++;
        found++;
    }
    return count;
}

/* No answer is the server's own fault. */
static void assert_good(const mutant *m, size_t size)
{
    for (const char *line = bytes; line != NULL;) {
        if (strncmp(line, "HTTP/1.1 5", 10) == 0)
            fail_msg("%.3s: %.*s\n%.*s", line + 9, (int)m->size, m->text, 400, line);
        line = memmem(line + 1, size - (size_t)(line + 1 - bytes), "HTTP/1.1 ", 9);
    }
    if (size > 0 && strncmp(bytes, "HTTP/1.1 ", 9) != 0)
        fail_msg("%.*s was answered with %.40s", (int)m->size, m->text, bytes);
}

/* Half of the requests are those that can change most. */
static const arb_api_route *choose_route(void)
{
    static const char *const often[] = { "/api/events", "/api/events", "/api/games" };
    const char *wanted = often[mutant_dice(3)];
    size_t count;
    const arb_api_route *all = arb_routes_all(&count);

    const bool any = mutant_dice(2) == 0;

    for (size_t i = 0; i < count && !any; i++) {
        if (strcmp(all[i].path, wanted) == 0)
            return &all[i];
    }
    return &all[mutant_dice((unsigned)count)];
}

static void send_one(const mutant *m)
{
    client c = client_open(h.port);
    const size_t first = mutant_dice((unsigned)m->size + 1);
    size_t size;

    if (client_send_bytes(&c, m->text, first))
        (void)client_send_bytes(&c, m->text + first, m->size - first);
    (void)shutdown(c.fd, SHUT_WR);
    const bool whole = take_all(&size, &c);
    client_close(&c);
    if (size > 0)
        assert_good(m, size);
    acknowledged += count_acknowledged(size);
    /* what was on the way when it was cut off is lost, and may have been an answer */
    if (!whole)
        acknowledged = hall_metric(&h, "events_total");
}

/* ---- the run */

static void look(unsigned round)
{
    const long events = hall_metric(&h, "events_total");

    if (events != acknowledged)
        fail_msg("after %u requests %ld events were acknowledged, and %ld are in the journal",
                 round, acknowledged, events);
    assert_int_equal(hall_metric(&h, "store_trouble"), 0);
    assert_int_equal(hall_metric(&h, "store_failures_total"), 0);
}

/* Everything that was acknowledged is there after the end too, and can be read. */
static void assert_durable(void)
{
    const arb_store_options options = { .create = false };
    json_t *before = hall_look(&h, game.arbiter);
    arb_store *store;

    assert_int_equal(hall_stop(&h), 0);
    assert_int_equal(arb_store_open(&store, h.database, &options), ARB_STORE_OK);
    assert_int_equal(arb_store_check(store), ARB_STORE_OK);
    assert_true(arb_store_last(store) >= (uint64_t)acknowledged);
    arb_store_close(store);
    start();
    json_t *after = hall_look(&h, game.arbiter);
    const size_t events = json_array_size(at(before, "log"));
    assert_in_range(json_array_size(at(after, "log")), events, events + 1);
    json_decref(before);
    json_decref(after);
}

static void test_hall__nothing_that_is_sent_does_harm(void **state)
{
    const unsigned rounds = hall_volume(ROUNDS, ROUNDS_SOAK);
    const char *seed = getenv("ARB_TEST_SEED");
    static mutant m;

    (void)state;
    mutant_seed(seed ? strtoul(seed, NULL, 10) : 1);
    start();
    for (unsigned i = 0; i < rounds; i++) {
        if (i % GAME_EVERY == 0) {
            game = hall_game(&h, "{\"mode\":\"tournament\",\"time\":\"36000\"}");
            if (mutant_dice(4) != 0)
                acknowledged += hall_do(&h, game.arbiter, "start");
        }
        mutant_make(&m, choose_route(), &game, h.key);
        send_one(&m);
        if (i % LOOK_EVERY == 0)
            look(i);
    }
    look(rounds);
    assert_true(acknowledged > rounds / 100); /* some of them are good */
    assert_true(hall_metric_becomes(&h, "http_streams", 0, CLIENT_PATIENCE_MS));
    assert_durable();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__nothing_that_is_sent_does_harm, NULL),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
