/* SPDX-License-Identifier: MIT */
/* Where halls find each other: a machine's address where they listen everywhere, a refusal where
 * nobody can, and an end of it when a hall meets itself; and what they need for that. */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/hall/forward.h"
#include "support/hall/house.h"
#include "support/store/postgres.h"

enum { ELSEWHERE = 900, FEW = 1000, LINE = 4096 };

static hall one;

static int setup(void **state)
{
    (void)state;
    postgres_empty();
    hall_init(&one);
    (void)snprintf(one.database, sizeof one.database, "%s", postgres_address());
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    if (one.pid != 0)
        assert_int_equal(hall_stop(&one), 0);
    hall_clear(&one);
    return 0;
}

/* Starts the program with few descriptors: what it prints, or complains of, first. */
static void begin(char line[LINE], const char *const *more)
{
    const struct rlimit few = { FEW, FEW };
    const char *words[16] = {
        getenv("ARB_PROGRAM"), "serve", "--lang",    "en", "--json", "--engine", "none", "--log",
        "/dev/null",           "--db",  one.database
    };
    int pair[2];

    for (size_t i = 11; more[i - 11]; i++)
        words[i] = more[i - 11];
    assert_int_equal(pipe(pair), 0);
    (void)fflush(NULL);
    one.pid = fork();
    assert_true(one.pid >= 0);
    if (one.pid == 0) {
        (void)dup2(pair[1], STDOUT_FILENO);
        (void)dup2(pair[1], STDERR_FILENO);
        (void)setrlimit(RLIMIT_NOFILE, &few);
        execv(words[0], (char *const *)(uintptr_t)words);
        _exit(127);
    }
    close(pair[1]);
    FILE *told = fdopen(pair[0], "r");
    assert_non_null(told);
    line[0] = '\0';
    (void)!fgets(line, LINE, told);
    (void)fclose(told);
}

/* A hall at this address on a machine that was started at this instant; it lives. */
static void add_member(const char *at_address, const char *boot)
{
    char text[256];

    (void)snprintf(text, sizeof text,
                   "INSERT INTO halls (id, name, until_ms) VALUES (%d, '%s %s',"
                   " (extract(epoch FROM clock_timestamp()) * 1000)::bigint + 600000)",
                   ELSEWHERE, at_address, boot);
    postgres_sql(postgres_address(), text);
}

/* On all addresses it is found at one of the machine's, if there is one; and as many may come as
 * can be handed on. */
static void test_reach__everywhere_is_an_address_of_the_machine(void **state)
{
    static const char *const everywhere[] = { "--lan", "--listen", ":0", NULL };
    char line[LINE];

    (void)state;
    begin(line, everywhere);
    json_t *told = json_loads(line, 0, NULL);
    if (!told)
        fail_msg("it says: %s", line);
    const bool outer = json_array_size(at(told, "addresses")) > 1;
    if (outer && strncmp(text_at(told, "reach"), "127.", 4) == 0)
        fail_msg("others are sent to %s", text_at(told, "reach"));
    assert_int_equal(number_at(told, "descriptors"), FEW);
    assert_true(2 * number_at(told, "connections") + ARB_WIRES_MAX < FEW);
    json_decref(told);
}

static void test_reach__nobody_else_finds_this_machine_at_its_own_address(void **state)
{
    static const char *const here[] = { "--listen", "127.0.0.1:0", NULL };
    static const char *const reached[] = { "--listen", "127.0.0.1:0", "--reach", "192.0.2.7:8080",
                                           NULL };
    char line[LINE];
    int status = 0;

    (void)state;
    begin(line, here); /* alone it may */
    assert_true(line[0] == '{');
    assert_int_equal(hall_stop(&one), 0);
    add_member("192.0.2.8:8080", "another-machine");
    begin(line, here);
    assert_int_equal(waitpid(one.pid, &status, 0), one.pid);
    one.pid = 0;
    assert_int_equal(WEXITSTATUS(status), 2);
    assert_non_null(strstr(line, "--reach"));
    begin(line, reached);
    assert_true(line[0] == '{');
}

/* Another one says that it is where this one is, as it would on another machine. */
static void test_reach__a_hall_that_meets_itself_says_so_at_once(void **state)
{
    const arb_hall_config config = arb_hall_defaults();
    char text[160], own[32];

    (void)state;
    hall_start_with(&one, &config);
    const seats s = hall_game(&one, "{\"mode\":\"tournament\"}");
    (void)snprintf(own, sizeof own, "127.0.0.1:%u", (unsigned)one.port);
    assert_int_equal(hall_stop(&one), 0);
    (void)snprintf(text, sizeof text, "DELETE FROM halls; UPDATE leases SET hall = %d", ELSEWHERE);
    postgres_sql(postgres_address(), text);
    hall_start_with(&one, &config);
    (void)snprintf(own, sizeof own, "127.0.0.1:%u", (unsigned)one.port);
    add_member(own, "another-machine");
    const int64_t began = client_now();
    while (hall_metric(&one, "house_halls") < 2)
        client_sleep(10);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(hall_ask(NULL, &one, "POST", "/api/events", s.arbiter,
                                  "{\"id\":\"itself-1\",\"event\":\"start\"}"),
                         503);
    assert_true(client_now() - began < 5000);
    assert_true(hall_metric(&one, "house_relayed_total") <= 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_reach__everywhere_is_an_address_of_the_machine, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(
            test_reach__nobody_else_finds_this_machine_at_its_own_address, setup, teardown),
        cmocka_unit_test_setup_teardown(test_reach__a_hall_that_meets_itself_says_so_at_once, setup,
                                        teardown),
    };

    if (!postgres_is_there()) {
        puts("1..0 # SKIP PostgreSQL is not installed");
        return 0;
    }
    return cmocka_run_group_tests_name("hall_reach", tests, NULL, NULL);
}
