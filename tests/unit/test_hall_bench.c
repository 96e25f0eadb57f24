/* SPDX-License-Identifier: MIT */
/*
 * `arbitro bench serve` runs to its end, loses no event and says what it should. How fast is for
 * people to look at: machines differ and are busy.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "bench/bench_echo.h"
#include "support/hall/hall.h"

enum { GAMES = 4, STREAMS = 8, OUTPUT_MAX = 1 << 16 };

static double real_at(json_t *json, const char *path)
{
    const json_t *value = at(json, path);

    assert_true(json_is_number(value));
    return json_number_value(value);
}

/* What the program prints in an empty folder for temporary files, which is empty afterwards. */
static json_t *run_bench(void)
{
    static char output[OUTPUT_MAX];
    char command[1024];
    hall h;

    hall_init(&h);
    (void)snprintf(
        command, sizeof command,
        "TMPDIR='%s' '%s' bench serve --quick --games %d --seconds 1 --streams %d --json", h.folder,
        getenv("ARB_PROGRAM"), GAMES, STREAMS);
    FILE *program = popen(command, "r");
    assert_non_null(program);
    const size_t size = fread(output, 1, sizeof output - 1, program);
    const int status = pclose(program);
    output[size] = '\0';
    (void)snprintf(command, sizeof command, "test -z \"$(ls -A '%s')\"", h.folder);
    assert_int_equal(system(command), 0);
    hall_clear(&h);
    /* 1: a goal was missed, which is nothing that a test can ask for */
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) <= 1);
    return json_loads(output, 0, NULL);
}

static void check_pushes(json_t *told)
{
    json_t *list = at(told, "push");

    assert_int_equal(json_array_size(list), 3);
    for (size_t i = 0; i < 3; i++) {
        json_t *push = json_array_get(list, i);
        assert_true(real_at(push, "reached") > 0);
        assert_true(real_at(push, "p50_us") > 0);
        assert_true(real_at(push, "fsync_us") > 0);
        assert_true(real_at(push, "p99_us") >= real_at(push, "p50_us"));
        assert_int_equal(number_at(push, "streams"), 2 * GAMES + (i == 1 ? STREAMS : 0));
    }
}

static void check_scan(json_t *told)
{
    json_t *list = at(told, "scan");

    assert_int_equal(json_array_size(list), arb_bench_echo_count);
    for (size_t i = 0; i < arb_bench_echo_count; i++) {
        json_t *row = json_array_get(list, i);
        assert_int_equal(number_at(row, "connections"), arb_bench_echo_connections[i]);
        assert_true(real_at(row, "events") > 0);
        assert_true(real_at(row, "echo") > 0);
    }
}

static void check_goals(json_t *told)
{
    static const char *const names[] = { "push_calm",    "push_busy",     "push_crowded",
                                         "durable",      "connections",   "store",
                                         "stream_bytes", "cut_heartbeats" };
    json_t *goals = at(told, "goals");

    assert_int_equal(json_object_size(goals), sizeof names / sizeof names[0]);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_non_null(json_object_get(goals, names[i]));
}

static void test_hall_bench__loses_nothing_and_tells_all(void **state)
{
    static const char *const positive[] = {
        "events", "flat_out.p50_us", "echo.p50_us", "batch", "store", "sqlite", "machine.cores",
    };
    json_t *told = run_bench();

    (void)state;
    assert_non_null(told);
    assert_int_equal(number_at(told, "games"), GAMES);
    assert_int_equal(number_at(told, "streams"), STREAMS);
    assert_int_equal(number_at(told, "lost"), 0);
    assert_int_equal(number_at(told, "disorder"), 0);
    for (size_t i = 0; i < sizeof positive / sizeof positive[0]; i++)
        assert_true(real_at(told, positive[i]) > 0);
    check_pushes(told);
    check_scan(told);
    check_goals(told);
    assert_true(strlen(text_at(told, "machine.processor")) > 0);
    /* an end is noticed at once; a cut cable, where it can be tried, before the third heartbeat */
    assert_true(real_at(told, "closed_s") < real_at(told, "heartbeat_s"));
    assert_true(real_at(told, "cut_s") < 3 * real_at(told, "heartbeat_s"));
    json_decref(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hall_bench__loses_nothing_and_tells_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
