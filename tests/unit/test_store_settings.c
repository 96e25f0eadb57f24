/* SPDX-License-Identifier: MIT */
/*
 * Whatever a database or a role is set to: the store, those who follow it and the sign of life do
 * as they do on any other, also when the server ends what was in the way.
 */
#define _GNU_SOURCE
#include "test_store_house.h"

#include "store/inspect.h"
#include "store/pulse.h"
#include "support/store/pair.h"

static const char *const settings[] = { "default_transaction_isolation = 'serializable'",
                                        "default_transaction_deferrable = on",
                                        "statement_timeout = '40ms'",
                                        "lock_timeout = '1ms'",
                                        "idle_session_timeout = '40ms'",
                                        "idle_in_transaction_session_timeout = '40ms'",
                                        "search_path = 'nowhere'" };

/* By somebody to whom it does not apply: who is connected to another database. */
static void set_all(const folder *where, bool set)
{
    char beside[400], text[200];

    (void)snprintf(beside, sizeof beside, "host=%s user=arbitro dbname=template1",
                   strstr(where->file, "?host=") + 6);
    for (size_t i = 0; i < sizeof settings / sizeof settings[0] && set; i++) {
        (void)snprintf(text, sizeof text, "ALTER DATABASE postgres SET %s", settings[i]);
        run_sql(beside, text);
    }
    if (!set)
        run_sql(beside, "ALTER DATABASE postgres RESET ALL");
}

static bool see(void *user, const arb_store_hall *hall)
{
    *(unsigned *)user += hall->left_ms > 0;
    return true;
}

static unsigned beats_failed(arb_store_pulse *pulse, unsigned times)
{
    unsigned failed = 0;

    for (unsigned i = 0; i < times; i++) {
        unsigned living = 0;
        failed += arb_store_pulse_beat(pulse, LONG_MS, 2000, see, &living) != ARB_STORE_OK;
        (void)usleep(1000);
    }
    return failed;
}

static void test_settings__of_the_database_do_not_matter(void **state)
{
    enum { TIMES = 60 };
    const arb_store_options follow = { .follow = true };
    const folder *where = *state;
    uint64_t first = 0, second = 0, counted = 0;
    arb_store_pulse *pulse = NULL, *other = NULL;
    arb_store *listener = NULL;
    int fd = -1;

    set_all(where, true);
    arb_store *one = join(where->file, "one", LONG_MS, &first),
              *two = join(where->file, "two", LONG_MS, &second);
    const uint64_t game = game_of(one);
    assert_fine(arb_store_open(&listener, where->file, &follow));
    assert_fine(arb_store_listen(&fd, listener));
    assert_fine(arb_store_pulse_new(&pulse, where->file, first));
    assert_fine(arb_store_pulse_new(&other, where->file, second));
    assert_int_equal(beats_failed(pulse, 1) + beats_failed(other, 1), 0);
    for (int i = 0; i < TIMES; i++) {
        assert_fine(append(one, game, 0));
        assert_fine(append(two, game, 0));
        assert_int_equal(beats_failed(pulse, 1) + beats_failed(other, 1), 0);
    }
    (void)usleep(200000);
    assert_int_equal(beats_failed(pulse, 1), 0); /* nobody was cut off for doing nothing */
    assert_fine(append(one, game, 0));
    assert_fine(arb_store_counted(&counted, listener));
    assert_int_equal(counted, 2 * TIMES + 1);
    set_all(where, false);
    arb_store_pulse_free(pulse);
    arb_store_pulse_free(other);
    arb_store_close(listener);
    arb_store_close(two);
    arb_store_close(one);
}

/* From now on every other attempt to change such a row is in the way of somebody. */
static void be_in_the_way(const char *file, const char *table, const char *code)
{
    char text[600];

    (void)snprintf(text, sizeof text,
                   "CREATE SEQUENCE IF NOT EXISTS attempts;"
                   "CREATE OR REPLACE FUNCTION in_the_way() RETURNS trigger LANGUAGE plpgsql AS $$"
                   " BEGIN IF nextval('arbitro.attempts') %% 2 = 1 THEN RAISE EXCEPTION"
                   " 'in the way' USING ERRCODE = TG_ARGV[0]; END IF; RETURN NEW; END $$;"
                   "CREATE TRIGGER in_the_way BEFORE UPDATE OR INSERT ON %s"
                   " FOR EACH ROW EXECUTE FUNCTION in_the_way('%s')",
                   table, code);
    run_sql(file, text);
}

static void test_settings__what_was_in_the_way_is_done_again(void **state)
{
    const folder *where = *state;
    uint64_t first = 0;
    arb_store *one = join(where->file, "one", LONG_MS, &first);
    const uint64_t game = game_of(one);
    arb_store_pulse *pulse = NULL;

    assert_fine(arb_store_pulse_new(&pulse, where->file, first));
    assert_int_equal(beats_failed(pulse, 1), 0);
    be_in_the_way(where->file, "halls", "40001");
    assert_int_equal(beats_failed(pulse, 20), 0);
    be_in_the_way(where->file, "events", "40P01");
    unsigned again = 0;
    for (int i = 0; i < 10; i++) {
        const arb_store_err err = batch_of(one, game, 1, arb_store_begin);
        again += err == ARB_STORE_TURN;
        if (err)
            assert_err(err, ARB_STORE_TURN);
    }
    assert_int_equal(again, 5);
    assert_int_equal(store_count_all(one), 5);
    assert_fine(arb_store_check(one));
    arb_store_pulse_free(pulse);
    arb_store_close(one);
}

/* A standby does not know how to be serializable; that is no damage. */
static void test_settings__a_standby_is_not_damaged(void **state)
{
    const arb_store_options read = { .read_only = true };
    char standby[600], beside[600];
    arb_store *store = store_open(pair_address());

    (void)state;
    assert_fine(append(store, game_of(store), 0));
    run_sql(pair_address(),
            "ALTER DATABASE postgres SET default_transaction_isolation = 'serializable'");
    arb_store_close(store);
    const char *host = strchr(pair_address(), ',') + 1;
    (void)snprintf(standby, sizeof standby, "host=%.*s port=5502 user=arbitro dbname=postgres",
                   (int)strcspn(host, " "), host);
    (void)snprintf(beside, sizeof beside, "host=%.*s port=5502 user=arbitro dbname=template1",
                   (int)strcspn(host, " "), host);
    while (postgres_ask(beside, "SELECT count(*) FROM pg_db_role_setting") == 0)
        (void)usleep(10000); /* it repeats a moment later what was committed */
    assert_fine(arb_store_open(&store, standby, &read));
    assert_fine(arb_store_check(store));
    assert_int_equal(store_count_all(store), 1);
    arb_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        POSTGRES_TEST(test_settings__of_the_database_do_not_matter),
        POSTGRES_TEST(test_settings__what_was_in_the_way_is_done_again),
        POSTGRES_TEST(test_settings__a_standby_is_not_damaged),
    };

    return STORE_RUN(tests);
}
