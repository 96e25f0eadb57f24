/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "support/hall/house.h"

#include <signal.h>

#include "support/store/postgres.h"

hall house[HALLS];

static arb_hall_config prepare(unsigned i, const char *name)
{
    arb_hall_config config = arb_hall_defaults();

    config.unlimited = true;
    if (!house[i].folder[0])
        hall_init(&house[i]);
    (void)snprintf(house[i].database, sizeof house[i].database, "%s%s%s", postgres_address(),
                   name ? "&application_name=" : "", name ? name : "");
    return config;
}

void house_open_as(unsigned i, const char *name)
{
    const arb_hall_config config = prepare(i, name);

    hall_start_with(&house[i], &config);
}

void house_open(unsigned i)
{
    house_open_as(i, NULL);
}

void house_open_reached(unsigned i, const char *reach)
{
    arb_hall_config config = prepare(i, NULL);

    config.reach = reach;
    hall_start_with(&house[i], &config);
}

void house_open_limited(unsigned i)
{
    arb_hall_config config = prepare(i, NULL);

    config.unlimited = false;
    fixture_behind_proxy(&config);
    hall_start_with(&house[i], &config);
}

void house_open_together(void)
{
    arb_hall_config config;

    for (unsigned i = 0; i < HALLS; i++)
        config = prepare(i, NULL);
    hall_start_together(house, HALLS, &config);
}

int house_setup(void **state)
{
    (void)state;
    postgres_empty();
    for (unsigned i = 0; i < HALLS; i++)
        house_open(i);
    return 0;
}

int house_teardown(void **state)
{
    (void)state;
    for (unsigned i = 0; i < HALLS; i++) {
        if (house[i].pid != 0)
            (void)kill(house[i].pid, SIGCONT); /* a test may have failed meanwhile */
        if (house[i].pid != 0)
            assert_int_equal(hall_stop(&house[i]), 0);
        hall_clear(&house[i]);
        house[i].folder[0] = '\0';
    }
    return 0;
}

unsigned house_owner(int game)
{
    char text[256];

    for (unsigned i = 0; i < HALLS; i++) {
        (void)snprintf(text, sizeof text,
                       "SELECT count(*) FROM leases JOIN halls ON halls.id = hall WHERE game = %d"
                       " AND name LIKE '127.0.0.1:%u %%' AND until_ms >"
                       " extract(epoch FROM clock_timestamp()) * 1000",
                       game, (unsigned)house[i].port);
        if (postgres_ask(postgres_address(), text) > 0)
            return i;
    }
    return HALLS;
}

unsigned house_moved(int game, unsigned former, int64_t patience_ms)
{
    const int64_t until = client_now() + patience_ms;

    while (client_now() < until) {
        const unsigned owner = house_owner(game);
        if (owner < HALLS && owner != former)
            return owner;
        client_sleep(20);
    }
    fail_msg("nobody has taken game %d", game);
    return HALLS;
}

void house_assert_journal(const char *address)
{
    assert_int_equal(postgres_ask(address, "SELECT count(*) FROM (SELECT game FROM events GROUP BY"
                                           " game HAVING max(number) <> count(*)) AS hole"),
                     0);
    assert_int_equal(postgres_ask(address, "SELECT count(*) FROM (SELECT game, client FROM events"
                                           " WHERE client IS NOT NULL GROUP BY game, client"
                                           " HAVING count(*) > 1) AS twice"),
                     0);
    assert_int_equal(postgres_ask(address, "SELECT max(sequence) - count(*) FROM events"), 0);
    assert_int_equal(
        postgres_ask(address, "SELECT count(*) FROM (SELECT epoch, lag(epoch) OVER (PARTITION BY"
                              " game ORDER BY number) AS before FROM events) AS pair"
                              " WHERE epoch < before OR epoch = 0"),
        0);
}

json_t *house_sees(unsigned i, const char *token, size_t events)
{
    const int64_t until = client_now() + CLIENT_PATIENCE_MS;
    json_t *game = NULL;

    while (client_now() < until) {
        json_decref(game);
        game = hall_look(&house[i], token);
        if (json_array_size(at(game, "log")) >= events)
            return game;
        client_sleep(5);
    }
    fail_msg("hall %u sees %zu of %zu events", i, json_array_size(at(game, "log")), events);
    return game;
}
